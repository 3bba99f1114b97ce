public import Frames

/// Whose faces are covered.
public enum CoverChoice: Hashable, Sendable {
  /// All.
  case faces
  /// Those that wear nothing in a frame.
  case others
  /// Those whose numbers a file names, one a line, as sidecars have them.
  case file(String)

  /// Makes the choice that a text names: a word, or the path of a file.
  public init(_ text: String) {
    self =
      switch text {
      case "faces": .faces
      case "others": .others
      default: .file(text)
      }
  }

  /// The text.
  public var text: String {
    switch self {
    case .faces: "faces"
    case .others: "others"
    case .file(let path): path
    }
  }
}

/// What becomes of the pixels of covered faces.
public enum CoverStyle: Hashable, Sendable {
  /// They become unlike any face.
  case plain(FrameCover.Style)
  /// They are blurred, and the face wears an avatar over that.
  case avatar(String)

  /// What is done where nothing else is asked for.
  public static let usual = CoverStyle.plain(.blur)

  private static let avatarPrefix = "avatar:"

  /// Makes the style that a text names; nil for another text.
  public init?(_ text: String) {
    if let style = FrameCover.Style(rawValue: text) {
      self = .plain(style)
    } else if text.hasPrefix(Self.avatarPrefix), text.count > Self.avatarPrefix.count {
      self = .avatar(String(text.dropFirst(Self.avatarPrefix.count)))
    } else {
      return nil
    }
  }

  /// The text.
  public var text: String {
    switch self {
    case .plain(let style): style.rawValue
    case .avatar(let name): Self.avatarPrefix + name
    }
  }

  /// What covered faces wear; nil for nothing.
  public var avatar: String? {
    if case .avatar(let name) = self { name } else { nil }
  }

  /// What hides the pixels.
  public var pixels: FrameCover.Style {
    if case .plain(let style) = self { style } else { .blur }
  }
}
