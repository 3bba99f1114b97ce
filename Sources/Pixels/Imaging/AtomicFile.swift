#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that appears under its name complete or not at all.
///
/// The bytes go to a temporary file beside the target (the same file system, so that a rename is
/// atomic), which `commit()` renames. An owner that goes away without a commit removes it.
public struct AtomicFile: ~Copyable {
  /// The temporary file, for programs that write it themselves.
  public let temporaryPath: String
  private let path: String
  private let replacing: Bool
  private let descriptor: Int32
  private var committed = false

  /// Makes the empty temporary file.
  ///
  /// - Throws: `outputExists` where the target is there and `replacing` is false, `folderMissing`,
  ///   `diskFull`, `unwritable`.
  public init(path: String, replacing: Bool = false) throws(ImagingError) {
    let (folder, name) = Self.split(path)
    guard !name.isEmpty else { throw .unwritable(reason: "the path names a folder") }
    guard unsafe access(folder, F_OK) == 0 else { throw .folderMissing(folder) }
    if !replacing, unsafe access(path, F_OK) == 0 { throw .outputExists }
    // Hidden, so that nobody takes an unfinished file for the result; the process number keeps
    // two runs apart, the random one two writers in a run.
    let temporary =
      folder + "/.\(name).\(getpid())-\(UInt32.random(in: .min ... .max)).partial"
    let made = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard made >= 0 else { throw Self.failure(errno) }
    (self.path, temporaryPath, self.replacing, descriptor) = (path, temporary, replacing, made)
  }

  deinit {
    _ = close(descriptor)
    if !committed { _ = unsafe unlink(temporaryPath) }
  }

  /// Adds bytes at the end.
  public func append(_ bytes: [UInt8]) throws(ImagingError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(count < 0 ? errno : EIO) }
      written += count
    }
  }

  /// Gives the file its name.
  public consuming func commit() throws(ImagingError) {
    // A file system may report a full disk as late as here.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failure(errno) }
    if replacing {
      guard unsafe rename(temporaryPath, path) == 0 else { throw Self.failure(errno) }
      committed = true
    } else {
      // `link` fails where the target appeared meanwhile, which `rename` would overwrite.
      guard unsafe link(temporaryPath, path) == 0 else {
        throw errno == EEXIST ? .outputExists : Self.failure(errno)
      }
    }
  }

  /// Writes a whole file.
  public static func write(
    _ bytes: [UInt8], to path: String, replacing: Bool = false
  ) throws(ImagingError) {
    let file = try AtomicFile(path: path, replacing: replacing)
    try file.append(bytes)
    try file.commit()
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  private static func failure(_ number: Int32) -> ImagingError {
    switch number {
    case ENOSPC, EDQUOT: .diskFull
    case EFBIG: .outputTooLarge
    case EEXIST: .outputExists
    default: .unwritable(reason: FileBytes.errorText(number))
    }
  }
}

/// `write`, which inside the type means the type's own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
