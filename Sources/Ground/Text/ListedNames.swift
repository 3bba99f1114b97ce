/// Lists of names as options take them: `landmarks,quads`.
public enum ListedNames {
  /// The names, with commas between them and blanks before them.
  public static func names(in text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.trimmingPrefix(while: \.isWhitespace)) }
  }
}

/// A list has a name in it that there is not.
public struct UnknownNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found.
  public let unknown: String
  /// The name that was probably meant; nil where none is near.
  public let nearest: String?
  /// What the name should be one of, such as `annotation`.
  public let noun: String
  /// What a list looks like.
  public let expected: String

  /// Says what was found among names that are known.
  public init(_ name: String, noun: String, among known: [String], expected: String) {
    unknown = name
    nearest = Spelling.nearest(to: name, among: known)
    (self.noun, self.expected) = (noun, expected)
  }

  /// One line for people.
  public var description: String {
    let shown = unknown.count > 40 ? "\(unknown.prefix(40))…" : unknown
    return "there is no \(noun) \"\(shown)\"; "
      + (nearest.map { "did you mean \($0)?" } ?? "expected \(expected)")
  }
}
