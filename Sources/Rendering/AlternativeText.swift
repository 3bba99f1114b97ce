/// What a picture shows in words, for people who do not see it.
public enum AlternativeText {
  /// Describes faces and what they wear: "a face with a dragon mask".
  ///
  /// - Parameters:
  ///   - avatarNames: what the faces wear that wear something, from left to right.
  ///   - faceCount: all faces, those that wear nothing too.
  public static func of(avatarNames: [String], faceCount: Int) -> String {
    let worn = avatarNames.map(withArticle)
    switch (faceCount, worn.count) {
    case (...0, _): return "a picture without a face"
    case (1, 0): return "a face"
    case (1, _): return "a face with \(worn[0])"
    case (_, 0): return "\(number(faceCount)) faces"
    default: return "\(number(faceCount)) faces, " + list(worn.map { "one with \($0)" })
    }
  }

  private static func withArticle(_ name: String) -> String {
    let text = name.prefix(1).lowercased() + name.dropFirst()
    return ("aeiou".contains(text.prefix(1)) && !text.isEmpty ? "an " : "a ") + text
  }

  private static func list(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func number(_ count: Int) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    return words.indices.contains(count - 2) ? words[count - 2] : "\(count)"
  }
}
