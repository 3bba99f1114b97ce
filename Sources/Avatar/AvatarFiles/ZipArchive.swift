internal import CZip
internal import Files
internal import Foundation
internal import Problems

/// An open zip archive, read through libzip.
@safe struct ZipArchive: ~Copyable {
  private let handle: OpaquePointer

  /// Opens an archive for reading; throws libzip's reason.
  init(path: String) throws(PackageFileError) {
    var code: Int32 = 0
    guard let opened = unsafe zip_open(path, ZIP_RDONLY, &code) else {
      var error = unsafe zip_error_t()
      unsafe zip_error_init_with_code(&error, code)
      defer { unsafe zip_error_fini(&error) }
      if let refusal = SystemReason.refusal(ofReading: path) { throw .unreadable(reason: refusal) }
      if code == ZIP_ER_NOZIP, Self.isBegun(path) { throw .unreadable(reason: Self.cutOff) }
      let kind = FileKind(ofFileAt: path).map { "\($0); expected a folder or a zip archive" }
      throw .unreadable(reason: kind ?? (unsafe String(cString: zip_error_strerror(&error))))
    }
    unsafe handle = opened
  }

  private static let cutOff =
    "the zip archive is cut off or damaged: the list of its files, which stands at its end, is not found; copy or download it again"

  /// Whether a file begins as an archive does.
  private static func isBegun(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 4)) == Data("PK\u{3}\u{4}".utf8)
  }

  /// Opens an archive that lies in memory; throws libzip's reason.
  init(bytes: [UInt8]) throws(PackageFileError) {
    var error = unsafe zip_error_t()
    unsafe zip_error_init(&error)
    defer { unsafe zip_error_fini(&error) }
    // libzip frees its copy with the archive.
    guard let copy = unsafe malloc(max(bytes.count, 1)) else {
      throw .unreadable(reason: "there is no memory for it")
    }
    unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
    guard
      let source = unsafe zip_source_buffer_create(copy, zip_uint64_t(bytes.count), 1, &error)
    else {
      unsafe free(copy)
      throw .unreadable(reason: unsafe String(cString: zip_error_strerror(&error)))
    }
    guard let opened = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
      unsafe zip_source_free(source)
      throw .unreadable(reason: unsafe String(cString: zip_error_strerror(&error)))
    }
    unsafe handle = opened
  }

  deinit { unsafe zip_discard(handle) }

  var count: Int { Int(unsafe zip_get_num_entries(handle, 0)) }

  /// An entry's name; nil for a number past the end.
  func name(of entry: Int) -> String? {
    guard entry >= 0, let name = unsafe zip_get_name(handle, zip_uint64_t(entry), 0) else {
      return nil
    }
    return unsafe String(validatingCString: name)
  }

  /// The bytes of the entries' names, as they stand in the directory.
  var rawNames: [[UInt8]] {
    (0..<count).map { entry in
      guard
        let name = unsafe zip_get_name(handle, zip_uint64_t(entry), zip_flags_t(ZIP_FL_ENC_RAW))
      else { return [] }
      return unsafe Array(UnsafeBufferPointer(start: name, count: strlen(name))).map {
        UInt8(bitPattern: $0)
      }
    }
  }

  /// Whether an entry is a symbolic link.
  func isLink(_ entry: Int) -> Bool {
    var system: zip_uint8_t = 0
    var attributes: zip_uint32_t = 0
    guard
      unsafe zip_file_get_external_attributes(
        handle, zip_uint64_t(entry), 0, &system, &attributes) == 0
    else { return false }
    // The upper half holds Unix's st_mode: S_IFMT is 0o170000, S_IFLNK 0o120000.
    return Int32(system) == ZIP_OPSYS_UNIX && (attributes >> 16) & 0o170000 == 0o120000
  }

  /// Unpacks an entry of at most `limit` bytes.
  ///
  /// The size that the directory claims is not believed: unpacking stops past the limit, which the
  /// first bytes may set lower, and the checksum is libzip's to compare.
  func read(
    _ entry: Int, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(PackageFileError) -> [UInt8] {
    let claimed = try claimedSize(of: entry)
    guard let file = unsafe zip_fopen_index(handle, zip_uint64_t(entry), 0) else {
      throw .unreadable(reason: unsafe String(cString: zip_strerror(handle)))
    }
    defer { unsafe zip_fclose(file) }
    var content: [UInt8] = []
    var limit = limit
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let length = unsafe zip_fread(file, &chunk, zip_uint64_t(chunk.count))
      guard length >= 0 else {
        // The library finds some of these lies itself, at the end of the entry.
        if unsafe zip_error_code_zip(zip_file_get_error(file)) == ZIP_ER_INCONS, let claimed,
          claimed != content.count
        {
          throw Self.lie(claimed: claimed, found: content.count)
        }
        throw .unreadable(reason: unsafe String(cString: zip_file_strerror(file)))
      }
      guard length > 0 else { break }
      if content.isEmpty { limit = min(limit, narrowed(Array(chunk.prefix(Int(length))))) }
      content.append(contentsOf: chunk.prefix(Int(length)))
      guard content.count <= limit else { throw .tooLong(limit: limit) }
    }
    if let claimed, claimed != content.count {
      throw Self.lie(claimed: claimed, found: content.count)
    }
    return content
  }

  private static func lie(claimed: Int, found: Int) -> PackageFileError {
    .unreadable(
      reason: "the archive says that it has \(claimed) bytes, found \(found); pack the archive anew"
    )
  }

  /// The size that the directory claims; nil where it claims none.
  ///
  /// Throws for what is not read: what is encrypted, and other ways of packing than the usual ones, which take what
  /// memory an entry asks for (LZMA up to 4 GiB).
  private func claimedSize(of entry: Int) throws(PackageFileError) -> Int? {
    var status = unsafe zip_stat_t()
    unsafe zip_stat_init(&status)
    guard unsafe zip_stat_index(handle, zip_uint64_t(entry), 0, &status) == 0 else {
      throw .unreadable(reason: unsafe String(cString: zip_strerror(handle)))
    }
    guard unsafe status.encryption_method == ZIP_EM_NONE else {
      throw .unreadable(
        reason: "it is encrypted with a password; pack the archive anew without one")
    }
    let method = unsafe Int32(status.comp_method)
    guard method == ZIP_CM_STORE || method == ZIP_CM_DEFLATE else {
      throw .unreadable(
        reason: "it is packed by method \(method); pack the archive anew with deflate (8)")
    }
    guard unsafe status.valid & zip_uint64_t(ZIP_STAT_SIZE) != 0 else { return nil }
    return unsafe Int(clamping: status.size)
  }
}
