import Text

/// The rule for the names of cases, which are also the paths of their goldens.
public enum GoldenName {
  /// The longest name, in characters: with a suite's folder and an ending it fits into any path.
  public static let lengthLimit = 160

  /// Why a name cannot be a case's; nil where it can.
  ///
  /// A name is one or more parts with `/` between them, each of letters, digits, `-`, `_` and `.`
  /// of ASCII, not beginning with a dot: the same file on every file system, and never out of the
  /// suite's folder.
  public static func fault(of name: String) -> String? {
    if name.utf8.count > lengthLimit { return "is longer than \(lengthLimit) characters" }
    return pathFault(of: name)
  }

  /// Why a path cannot be a golden's, which is a case's name, a frame's number maybe, the environment
  /// of a variant maybe, and `.png`; nil where it can.
  static func fault(ofGolden path: String) -> String? {
    guard path.hasSuffix(".png") else { return "does not end in .png" }
    guard let variant = GoldenPaths.variant(path) else {
      return pathFault(of: String(path.dropLast(4)))
    }
    return fault(ofEnvironment: variant.environment)
      ?? pathFault(of: String(variant.golden.dropLast(4)))
  }

  /// Why a name cannot be an environment's: it is one part of a case's name; nil where it can.
  static func fault(ofEnvironment name: String) -> String? {
    if name.utf8.count > SuiteLimits.environmentLength {
      return "is longer than \(SuiteLimits.environmentLength) characters"
    }
    return name.contains("/") ? "has a slash" : pathFault(of: name)
  }

  private static func pathFault(of name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.hasPrefix("/") { return "begins with a slash" }
    for part in name.split(separator: "/", omittingEmptySubsequences: false) {
      if part.isEmpty { return "has an empty part" }
      if part == ".." || part == "." { return "has the part \"\(part)\"" }
      if part.hasPrefix(".") { return "has a part that begins with a dot" }
      if !part.utf8.allSatisfy(isAllowed) {
        return "has characters other than letters, digits, - _ and . in it"
      }
    }
    return nil
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "-_.".utf8.contains(byte)
  }
}
