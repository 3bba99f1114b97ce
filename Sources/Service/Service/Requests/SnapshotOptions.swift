internal import Avatars
internal import Cards
internal import Foundation
internal import Imaging
internal import Rendering
internal import Tracking

/// The options of `POST /v1/snapshots`.
struct SnapshotOptions {
  /// What frames have too.
  var overlay: OverlayOptions
  /// Which frame.
  var choice = Choice.at(0)
  var crop: String?
  var format: PictureFormat?
  var quality: Int?
  var maximumSize: Int?
  var smoothing = SmoothingOptions.Strategy.offline
  var card: Card?

  /// Which frame is taken.
  enum Choice {
    case at(Double)
    case frame(Int)
    case best
  }

  /// A share card: its name, and its fields as words of the verb's options.
  struct Card {
    var name: String
    var arguments: [String]
  }

  static let keys =
    OverlayOptions.keys + [
      "filter",
      "at", "frame", "best", "crop", "format", "quality", "maxSize", "smoothing", "card",
    ]

  /// Reads the parts `options` and `avatar`.
  init(_ parts: RequestParts) throws(ServiceProblem) {
    let reader = OptionsReader()
    let object = try reader.options(of: parts, keys: Self.keys)
    overlay = OverlayOptions(object)
    choice = Self.choice(object)
    crop = object["crop"]?.crop()
    format = object["format"]?.choice(of: "format")
    overlay.checkTransparency(of: format, object)
    quality = object["quality"]?.integer(in: 1...100)
    maximumSize = object["maxSize"]?.integer(in: 16...OverlayOptions.longestSide)
    smoothing = object["smoothing"]?.choice(of: "smoothing") ?? .offline
    card = object["card"].flatMap(Self.card)
    try overlay.takeAvatars(of: parts, object)
    try reader.check()
  }

  private static func choice(_ object: OptionObject) -> Choice {
    let isBest = object["best"]?.truth() ?? false
    let at = object["at"]?.number(in: 0...1e7)
    let frame = object["frame"]?.integer(in: 0...1_000_000_000)
    if [isBest, at != nil, frame != nil].filter(\.self).count > 1 {
      object.field.report(.words("at, frame and best each choose the frame; give one of them"))
    }
    if isBest { return .best }
    return frame.map { .frame($0) } ?? .at(at ?? 0)
  }

  /// The keys of a card, and the verb's options that they are.
  private static let cardFields = [
    ("ratio", "--card-ratio", 8), ("title", "--title", 200), ("subtitle", "--subtitle", 200),
    ("date", "--date", 64), ("caption", "--caption", 300), ("person", "--name", 100),
    ("badge", "--badge", 32), ("link", "--link", CardLimits.linkBytes),
  ]

  private static func card(_ field: OptionField) -> Card? {
    guard let object = field.object(keys: ["name"] + cardFields.map(\.0)),
      let name = object.required("name")?.avatarName()
    else { return nil }
    var arguments: [String] = []
    for (key, option, limit) in cardFields {
      if let text = object[key]?.text(upTo: limit) { arguments.append("\(option)=\(text)") }
    }
    return Card(name: name, arguments: arguments)
  }
}

extension OptionField {
  /// A text of so many characters at most.
  func text(upTo limit: Int) -> String? {
    guard let text = text() else { return nil }
    guard text.unicodeScalars.count <= limit else {
      report(.words("\(text.unicodeScalars.count) characters found, at most \(limit) allowed"))
      return nil
    }
    return text
  }

  /// A shape such as `4:5`, or a size such as `1080x1350`.
  func crop() -> String? {
    guard let text = text() else { return nil }
    let sides = text.split(
      maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: { ":x".contains($0) })
    let isFit =
      sides.count == 2
      && sides.allSatisfy { side in
        (1...4).contains(side.count) && side.allSatisfy(\.isASCIIDigit) && side.first != "0"
          && (Int(side) ?? .max) <= OverlayOptions.longestSide
      }
    guard isFit else {
      report(
        .words(
          "expected a shape such as 1:1, 4:5, 9:16 or 16:9, or a size such as 1080x1350, found"
            + " \"\(Shown.text(text))\""))
      return nil
    }
    return text
  }
}
