public import Problems
internal import Text

/// Why the pictures that are looked for cannot be had.
public enum CardError: Error, Hashable, Sendable {
  /// There is no such folder.
  case notFound(path: String)
  /// The folder holds no picture.
  case noPictures(path: String)
  /// It holds more than are looked for at once.
  case tooMany(path: String, found: Int)
  /// Two pictures have one name.
  case sameName(String, first: String, second: String)
  /// A name cannot stand in a tracking file.
  case unfitName(String, file: String, String)
  /// A file is no picture, or damaged.
  case unreadable(file: String, reason: String)
  /// A picture is too small or too large.
  case unfitSize(file: String, width: Int, height: Int)
  /// A picture is plain: there is nothing to find it by.
  case noDetail(file: String)
  /// A list of pictures, or a scene, says something wrong.
  case faulty(file: String, fault: String)
}

extension CardError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .notFound(let path):
      SystemReason.refusal(ofReading: path).map { "\(path): \($0)" }
        ?? "\(path): there is no such folder; expected one with scene packages, a pictures.json, or PNG and"
        + " JPEG files"
    case .noPictures(let path):
      "\(path): no picture to look for; expected scene packages, a pictures.json, or PNG and JPEG files"
    case .tooMany(let path, let found):
      "\(path): found \(found) pictures, expected at most \(CardPictures.most); look for fewer at once"
    case .sameName(let name, let first, let second):
      "\(second): found the name \"\(name)\", which is that of \(first); rename one of them"
    case .unfitName(let name, let file, let expected):
      "\(file): found the name \"\(Shown.text(name))\", expected \(expected)"
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .unfitSize(let file, let width, let height):
      "\(file): found \(width) x \(height) pixels, expected a shorter side of"
        + " \(CardPictures.sides.lowerBound) to \(CardPictures.sides.upperBound), and a longer one of at"
        + " most \(CardPictures.longestSide)"
    case .noDetail(let file):
      "\(file): found no detail, expected a picture with enough corners to find it by; see scenes lint"
    case .faulty(let file, let fault): "\(file):\(fault)"
    }
  }
}

extension CardError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .notFound: .inputNotFound
    case .tooMany, .unfitSize: .overLimit
    default: .badInput
    }
  }
}
