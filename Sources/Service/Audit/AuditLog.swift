internal import Files
internal import Foundation
internal import JSON
internal import Synchronization

/// A log of what callers do with renders, a line for each request.
///
/// Each line has the SHA-256 of the line before it, and the file `head` that of the last line.
/// A call that returns has its lines on disk. Whatever is killed at whatever moment, the next writer goes on with
/// whole lines: what is cut off in the middle was never answered. All calls may come from any thread; one process at a
/// time writes a folder.
public final class AuditLog: Sendable {
  /// The folder.
  public let folder: String
  private let maximumBytes: Int
  private let maximumFiles: Int
  private let state = Mutex<OpenLog?>(nil)

  /// Describes a log; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - maximumBytes: the most bytes of a file, after which another one begins.
  ///   - maximumFiles: the most files, at least 2; of more the oldest goes, which a line says.
  public init(folder: String, maximumBytes: Int, maximumFiles: Int) {
    (self.folder, self.maximumBytes) = (folder, maximumBytes)
    self.maximumFiles = max(2, maximumFiles)
  }

  /// Opens it where it is not open yet, and makes it where there is none.
  ///
  /// - Returns: the number of the last line and its SHA-256.
  @discardableResult
  public func open() throws(AuditFault) -> (sequence: Int, sha256: String) {
    try state.withLock { state throws(AuditFault) in
      let open = try opened(&state)
      return (open.place.sequence, open.place.hash)
    }
  }

  /// Writes lines, in their order, and waits until they are on disk.
  ///
  /// - Throws: `AuditFault` where they could not be written; none of them is in the log then.
  public func append(_ entries: [AuditEntry]) throws(AuditFault) {
    guard !entries.isEmpty else { return }
    try state.withLock { state throws(AuditFault) in
      let open = try opened(&state)
      try open.append(entries)
      try open.turn(maximumBytes: maximumBytes, maximumFiles: maximumFiles, at: entries[0].time)
    }
  }

  private func opened(_ state: inout OpenLog?) throws(AuditFault) -> OpenLog {
    if let state { return state }
    let open = try OpenLog(folder)
    state = open
    return open
  }
}

/// A log that is open for writing.
private final class OpenLog {
  private let folder: String
  private let head: Int32
  private var file: Int32 = -1
  private var path = ""
  /// The bytes of the file that are whole lines.
  private var bytes = 0
  /// The last line.
  private(set) var place = ChainPlace.beginning

  init(_ folder: String) throws(AuditFault) {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unwritable(path: folder, reason: "the folder cannot be made")
    }
    let headPath = "\(folder)/\(AuditFiles.head)"
    head = unsafe Glibc.open(headPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard head >= 0 else { throw Self.fault(headPath) }
    do throws(AuditFault) {
      guard FileLock.take(head) else { throw .inUse(path: folder) }
      try goOn()
    } catch {
      close(head)
      if file >= 0 { close(file) }
      throw error
    }
  }

  deinit {
    close(head)
    if file >= 0 { close(file) }
  }

  /// Finds the end of the log and cuts off what a killed writer left of a line.
  private func goOn() throws(AuditFault) {
    let known = AuditFiles.place(
      ofHead: DescriptorBytes.read(AuditFiles.longestHead, from: head, at: 0).bytes)
    let names = try AuditFiles.names(in: folder)
    for name in names.reversed() {
      let (end, length) = try Self.end(of: "\(folder)/\(name)")
      if name == names.last {
        path = "\(folder)/\(name)"
        file = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw Self.fault(path) }
        guard ftruncate(file, off_t(length)) == 0 else { throw Self.fault(path) }
        bytes = length
      }
      guard let end else { continue }
      place = end
      break
    }
    // Lines that are gone or were changed stay missed: the chain goes on where it was known to end.
    if let known, known.sequence >= place.sequence { place = known }
    if file < 0 { try begin() }
    try note(isFirst: true)
  }

  /// The last line of a file, nil where it has none, and the bytes of its whole lines.
  private static func end(of path: String) throws(AuditFault) -> (ChainPlace?, Int) {
    let reader = try AuditReader(path)
    var last: ChainPlace?
    while case .line(let line) = try reader.next() {
      // A line that is none has a place all the same: the chain goes on after it, and verifying names it.
      last = ChainPlace(AuditLine(line)?.sequence ?? (last?.sequence ?? 0) + 1, of: line)
    }
    return (last, reader.consumed)
  }

  /// Begins the file of the next line.
  private func begin() throws(AuditFault) {
    let next = "\(folder)/\(AuditFiles.name(first: place.sequence + 1))"
    let made = unsafe Glibc.open(next, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard made >= 0 else { throw Self.fault(next) }
    do { try FolderSync.wait(for: folder) } catch {
      close(made)
      throw .unwritable(path: next, reason: "\(error.reason)")
    }
    if file >= 0 { close(file) }
    (file, path, bytes) = (made, next, 0)
  }

  func append(_ entries: [AuditEntry]) throws(AuditFault) {
    var (text, end) = ([UInt8](), place)
    for entry in entries {
      let line = AuditLine.bytes(entry, after: end)
      guard line.count <= AuditLine.longest else {
        throw .unwritable(path: path, reason: "a line of more than \(AuditLine.longest) bytes")
      }
      end = ChainPlace(end.sequence + 1, of: line)
      text += line
      text.append(UInt8(ascii: "\n"))
    }
    // Also what an attempt that failed left behind.
    guard ftruncate(file, off_t(bytes)) == 0, lseek(file, off_t(bytes), SEEK_SET) >= 0 else {
      throw Self.fault(path)
    }
    do {
      try AtomicFile.append(text, to: file, of: path)
    } catch {
      _ = ftruncate(file, off_t(bytes))
      throw error.reason == .diskFull
        ? .diskFull(path: path) : .unwritable(path: path, reason: "\(error.reason)")
    }
    guard fdatasync(file) == 0 || errno == EINVAL else {
      let fault = Self.fault(path)
      _ = ftruncate(file, off_t(bytes))
      throw fault
    }
    (bytes, place) = (bytes + text.count, end)
    try? note(isFirst: false)
  }

  /// Notes in `head` where the log ends; it may lag behind the lines, never be ahead of them.
  private func note(isFirst: Bool) throws(AuditFault) {
    let bytes = AuditFiles.headBytes(place)
    let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(head, $0.baseAddress, $0.count, 0) }
    // It must not be missing after a power failure.
    guard count == bytes.count, !isFirst || FolderSync.bytes(of: head) else {
      throw Self.fault("\(folder)/\(AuditFiles.head)")
    }
  }

  /// Begins another file where this one is long, and removes the oldest ones beyond the most.
  func turn(maximumBytes: Int, maximumFiles: Int, at time: String) throws(AuditFault) {
    guard bytes >= maximumBytes else { return }
    // What was to be written is: where there is no room for another file now, this one grows.
    guard (try? begin()) != nil, let names = try? AuditFiles.names(in: folder) else { return }
    for (index, name) in names.dropLast(maximumFiles).enumerated() {
      guard let following = AuditFiles.first(of: names[index + 1]) else { return }
      let entry = AuditEntry(
        AuditLine.expiry, at: time,
        [("file", .string(name)), ("through", .integer(following - 1))])
      guard (try? append([entry])) != nil else { return }
      _ = unsafe unlink("\(folder)/\(name)")
    }
  }

  private static func fault(_ path: String) -> AuditFault {
    let code = errno
    if code == ENOSPC || code == EDQUOT { return .diskFull(path: path) }
    return unsafe .unwritable(path: path, reason: String(cString: strerror(code)))
  }
}
