package import Blobs
internal import Text

/// A place in a store: a bucket, and a prefix of the keys in it.
package struct S3Place: Hashable, Sendable {
  package let bucket: String
  /// What all keys begin with, without slashes at its ends; empty for none.
  package let prefix: String

  /// The most bytes of a prefix: the longest key with it and what tells blobs from names must be one of S3's,
  /// of 1024 bytes.
  package static let longestPrefix = 100

  /// Reads `s3://BUCKET` or `s3://BUCKET/PREFIX`.
  package init(_ text: String) throws(BlobError) {
    let scheme = "s3://"
    let place = Shown.url(text, upTo: 200)
    guard text.hasPrefix(scheme) else {
      throw .unusable(place: place, reason: "a place in S3 is s3://BUCKET or s3://BUCKET/PREFIX")
    }
    let parts = text.dropFirst(scheme.count).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    bucket = parts.first.map(String.init) ?? ""
    guard Self.isBucket(bucket) else {
      throw .unusable(
        place: place,
        reason: "a bucket's name has 3 to 63 lower-case letters, digits, dots and dashes")
    }
    var prefix = parts.count > 1 ? parts[1] : ""
    if prefix.hasSuffix("/") { prefix = prefix.dropLast() }
    if !prefix.isEmpty {
      guard prefix.utf8.count <= Self.longestPrefix, (try? BlobKey(String(prefix))) != nil else {
        throw .unusable(
          place: place,
          reason: "the prefix must be plain names joined by slashes,"
            + " of \(Self.longestPrefix) bytes at most")
      }
    }
    self.prefix = String(prefix)
  }

  /// The place as it is written.
  package var text: String { prefix.isEmpty ? "s3://\(bucket)" : "s3://\(bucket)/\(prefix)" }

  private static func isBucket(_ name: String) -> Bool {
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    guard (3...63).contains(name.utf8.count), let first = name.utf8.first,
      let last = name.utf8.last, letters.contains(first), letters.contains(last)
    else { return false }
    return !name.contains("..")
      && name.utf8.allSatisfy { letters.contains($0) || $0 == 0x2D || $0 == 0x2E }
  }
}
