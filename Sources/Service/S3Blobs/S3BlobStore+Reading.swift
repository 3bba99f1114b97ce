public import Blobs
internal import Foundation
internal import Problems

extension S3BlobStore {
  /// A blob's bytes, checked, or a range of them; nil where there is none.
  ///
  /// - Throws: `BlobError.unusable` for a range that does not lie within, and for more than 1 GiB.
  public func bytes(of key: BlobKey, in range: Range<Int64>?) throws(BlobError) -> [UInt8]? {
    if let range, range.lowerBound < 0 || range.isEmpty {
      // S3 has no word for no bytes.
      guard let blob = try information(of: key) else { return nil }
      guard range.lowerBound >= 0, range.upperBound <= blob.bytes else {
        throw .unusable(place: place, reason: "\(key) has no bytes from \(range.lowerBound) on")
      }
      return []
    }
    let sink = MemorySink()
    let download = S3Download(object(key), of: key, range: range, by: client, to: sink)
    return try download.fetch() ? sink.bytes : nil
  }

  /// What the object's metadata say.
  public func notedSHA256(of key: BlobKey) throws(BlobError) -> String? {
    let noted = try head(object(key))?.fields[Self.hashField]
    return noted?.utf8.count == 64 ? noted : nil
  }

  /// A local file with a blob's bytes, checked, at `scratch`; nil where there is none.
  public func localFile(of key: BlobKey, scratch: String) throws(BlobError) -> String? {
    try fetch(key, to: FileSink(scratch)) ? scratch : nil
  }

  /// Fetches a blob to a file; false where there is none.
  private func fetch(_ key: BlobKey, to sink: FileSink) throws(BlobError) -> Bool {
    guard try S3Download(object(key), of: key, range: nil, by: client, to: sink).fetch() else {
      return false
    }
    sink.keep()
    return true
  }

  /// A local folder with all blobs below a key, checked, at `scratch`; nil where there are none.
  ///
  /// - Throws: `BlobError.unavailable` where one goes away meanwhile: all or nothing is left at another attempt.
  public func localFolder(below key: BlobKey, scratch: String) throws(BlobError) -> String? {
    let blobs = try list(below: key)
    guard !blobs.isEmpty else { return nil }
    try makeFolder(scratch)
    do throws(BlobError) {
      for blob in blobs {
        guard let rest = blob.key.text.following("\(key.text)/") else { continue }
        let path = "\(scratch)/\(rest)"
        if let slash = path.lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
        guard try fetch(blob.key, to: FileSink(path, most: blob.bytes)) else {
          throw .unavailable(place: place, reason: "\(blob.key) was listed and is not there")
        }
      }
      return scratch
    } catch {
      try? FileManager.default.removeItem(atPath: scratch)
      throw error
    }
  }

  private func makeFolder(_ path: String) throws(BlobError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw isFull
        ? .full(place: path) : .unusable(place: path, reason: SystemReason.words(of: error))
    }
  }
}
