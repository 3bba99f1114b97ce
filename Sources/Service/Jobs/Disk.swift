internal import Blobs
internal import Files
internal import Foundation

/// The few things that are done to files of this machine, and what is done to blobs, each with its error.
enum Disk {
  /// Does something to blobs.
  static func blobs<Result>(_ body: () throws(BlobError) -> Result) throws(JobsError) -> Result {
    do throws(BlobError) {
      return try body()
    } catch {
      throw .blobs(error)
    }
  }

  static func makeFolder(_ path: String) throws(JobsError) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path) }
  }

  /// Removes a file or a whole folder; one that is not there is no fault.
  static func remove(_ path: String) throws(JobsError) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      if exists(path) { throw .unusable(path: path, reason: "it cannot be removed") }
    }
  }

  /// Writes a small file, complete or not at all.
  static func write(_ text: String, to path: String) throws(JobsError) {
    try writing { () throws(FileFault) in
      try AtomicFile.write(Array(text.utf8), to: path, replacing: true, permissions: 0o600)
    }
  }

  /// Writes a file.
  static func writing(_ body: () throws(FileFault) -> Void) throws(JobsError) {
    do throws(FileFault) {
      try body()
    } catch {
      throw error.reason == .diskFull
        ? .diskFull(path: error.path) : .unusable(path: error.path, reason: "\(error.reason)")
    }
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
  }

  /// The bytes of all files in a folder.
  static func byteCount(ofAllIn folder: String) -> Int64 {
    guard let names = FileManager.default.enumerator(atPath: folder) else { return 0 }
    var sum: Int64 = 0
    for case let name as String in names {
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      sum += (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
    return sum
  }

  static func failure(_ path: String, _ number: Int32 = errno) -> JobsError {
    switch number {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    default: unsafe .unusable(path: path, reason: String(cString: strerror(number)))
    }
  }
}
