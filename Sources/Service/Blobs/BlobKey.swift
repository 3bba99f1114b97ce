/// The name of a blob: plain names joined by slashes, such as `jobs/4f2a/recording/video`.
///
/// A key that begins with another key's names and a slash lies below it. A key of a blob or of a name has
/// nothing below it, which a backend may refuse to keep.
public struct BlobKey: Hashable, Sendable, Comparable {
  /// The whole key.
  public let text: String

  /// The most bytes of a key in UTF-8: what S3 takes, less room for a bucket's prefix.
  public static let longest = 900
  /// How names of unfinished files end that begin with a dot.
  public static let unfinishedEnding = ".partial"

  /// Makes a key of a text.
  ///
  /// - Throws: `BlobError.badKey` for an empty one, a part that is empty, `.` or `..`, that has a control
  ///   character or a backslash, or that begins with a dot and ends in `.partial`, as backends call what is
  ///   unfinished; and for one that is too long.
  public init(_ text: String) throws(BlobError) {
    let parts = Self.parts(of: text)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255
        && !(part.utf8.first == UInt8(ascii: ".")
          && part.utf8.reversed().starts(with: Self.unfinishedEnding.utf8.reversed()))
        && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0 != "\\" }
    }
    guard !text.isEmpty, isPlain, text.utf8.count <= Self.longest else {
      throw .badKey(text)
    }
    self.text = text
  }

  /// The key of a name below this one.
  public func appending(_ name: String) throws(BlobError) -> BlobKey {
    try BlobKey("\(text)/\(name)")
  }

  /// Its parts.
  public var names: [Substring] { Self.parts(of: text) }

  /// What is between slashes, by their bytes: a slash with an accent after it is one to every file system, and
  /// another character to `split`.
  private static func parts(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  /// Whether they are the same bytes: texts that are spelled in two ways are equal, and two keys.
  public static func == (one: BlobKey, other: BlobKey) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// Adds its bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// The order of their bytes, in which lists are.
  public static func < (one: BlobKey, other: BlobKey) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension BlobKey: CustomStringConvertible {
  /// The whole key.
  public var description: String { text }
}
