public import Imaging
import Scenes

/// What stands behind what faces wear.
public enum Background: Hashable, Sendable {
  /// The recorded picture.
  case clip
  /// One colour.
  case colour(RGBA8)
  /// The path of a picture, which fills the frame, cut where it has another shape.
  case file(String)

  /// What a text for one looks like.
  public static var form: String {
    "clip, a colour (\(names.map(\.name).joined(separator: ", ")), or one such as #20a4f3), or the file of a picture"
  }

  /// The colours that have a name, as CSS has them.
  public static let names: [(name: String, colour: RGBA8)] = [
    ("white", RGBA8(255, 255, 255)), ("black", RGBA8(0, 0, 0)), ("grey", RGBA8(128, 128, 128)),
    ("green", RGBA8(0, 128, 0)), ("blue", RGBA8(0, 0, 255)),
  ]

  /// Reads `clip`, a colour, or the path of a file; nil for a colour that is none.
  public init?(parsing text: String) {
    if text == "clip" {
      self = .clip
    } else if let named = Self.names.first(where: { $0.name == text }) {
      self = .colour(named.colour)
    } else if text.hasPrefix("#") {
      guard text.utf8.count == 7, let colour = SceneColour(hexadecimal: text) else { return nil }
      func part(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }
      self = .colour(RGBA8(part(colour.red), part(colour.green), part(colour.blue)))
    } else {
      self = .file(text)
    }
  }

  /// The text that it is read from; a name's colour as its digits.
  public var description: String {
    switch self {
    case .clip: "clip"
    case .colour(let colour):
      "#"
        + [colour.red, colour.green, colour.blue].map { part in
          let digits = String(part, radix: 16)
          return digits.count == 1 ? "0" + digits : digits
        }.joined()
    case .file(let path): path
    }
  }

  /// The path; nil where it is none.
  package var file: String? {
    if case .file(let path) = self { path } else { nil }
  }
}
