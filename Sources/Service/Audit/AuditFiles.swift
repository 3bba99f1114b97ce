internal import Files
internal import Foundation

/// The files of an audit log in their folder: `audit-0000000000000001.jsonl`, named after the number of their first
/// line, and `head`, which says where the log ends.
enum AuditFiles {
  static let head = "head"
  private static let (beginning, ending) = ("audit-", ".jsonl")

  /// The name of the file that begins with a line.
  static func name(first sequence: Int) -> String {
    let digits = String(sequence)
    return beginning + String(repeating: "0", count: max(0, 16 - digits.count)) + digits + ending
  }

  /// The number of a file's first line by its name; nil for another file.
  static func first(of name: String) -> Int? {
    guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return nil }
    let digits = name.dropFirst(beginning.count).dropLast(ending.count)
    guard digits.count == 16, let number = Int(digits), number > 0 else { return nil }
    return number
  }

  /// The names of a folder's files in the order of their lines.
  static func names(in folder: String) throws(AuditFault) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { first(of: $0) != nil }.sorted()
    } catch {
      throw .unreadable(path: folder, reason: "the folder cannot be listed")
    }
  }

  /// The bytes of `head` for a place, always as many: they are replaced where they lie.
  static func headBytes(_ place: ChainPlace) -> [UInt8] {
    let digits = String(place.sequence)
    let padded = String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    return Array("\(padded) \(place.hash)\n".utf8)
  }

  /// The place that `head` has; nil where it has none.
  static func place(ofHead bytes: [UInt8]) -> ChainPlace? {
    guard bytes.last == UInt8(ascii: "\n"),
      let text = String(validating: bytes.dropLast(), as: UTF8.self)
    else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2, words[0].count == 16, let sequence = Int(words[0]), sequence >= 0,
      words[1].count == ChainPlace.beginning.hash.count
    else { return nil }
    return ChainPlace(sequence: sequence, hash: words[1])
  }

  /// The most bytes of `head` that are looked at.
  static let longestHead = 128

  /// The place that the `head` of a folder has; nil where it has none.
  static func head(of folder: String) -> ChainPlace? {
    let file = unsafe open("\(folder)/\(head)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return place(ofHead: DescriptorBytes.read(longestHead, from: file).bytes)
  }
}
