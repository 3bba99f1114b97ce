import AvatarFiles
import Cards
import Foundation
import Imaging
import Rendering

/// The options of share cards.
enum CardArguments {
  static let folder = OptionSpec.value(
    "--cards", "DIR", "where cards are looked up (default: Cards)")

  static let options: [OptionSpec] =
    [
      .value("--card", "NAME|PATH", "set the picture in a share card: plain, brushing, zodiac"),
      .value("--card-ratio", "1:1|4:5|9:16|16:9", "its shape (default: that of --crop, else 4:5)"),
    ] + texts + [folder]

  /// What a card is filled with.
  static let texts: [OptionSpec] = [
    .value("--title", "TEXT", "the headline"),
    .value("--subtitle", "TEXT", "the line below it"),
    .value("--date", "TEXT", "a date such as 2026-02-04, or any text"),
    .value("--caption", "TEXT", "a few words about the picture"),
    .value("--name", "TEXT", "whose picture it is"),
    .value("--badge", "TEXT", "a word for the card's mark: points, the character of a seal"),
    .value("--link", "URL", "what the QR code says"),
    .value("--logo", "FILE", "a picture for the sender's corner"),
  ]

  /// The card that a snapshot is set in; nil for none.
  static func stage(_ arguments: ParsedArguments) throws -> CardStage? {
    guard let name = arguments.string("--card") else {
      for option in options.map(\.name) where option != folder.name && arguments.has(option) {
        throw UsageError("\(option) is for a --card; add one")
      }
      return nil
    }
    if arguments.has("--overlay-only") {
      throw UsageError("--overlay-only: a card has no transparent ground; leave one of them out")
    }
    return CardStage(
      try library(arguments).load(name), ratio: try ratio(arguments),
      fields: try fields(arguments))
  }

  /// The folder of cards.
  static func library(_ arguments: ParsedArguments) -> CardLibrary {
    CardLibrary.find(
      named: arguments.string("--cards"), environment: ProcessInfo.processInfo.environment,
      besideAvatars: SharedArguments.library(arguments).folder)
  }

  private static func ratio(_ arguments: ParsedArguments) throws(UsageError) -> CardRatio {
    if let ratio = try arguments.choice("--card-ratio", CardRatio.self) { return ratio }
    guard let crop = arguments.string("--crop") else { return .portrait }
    guard let ratio = CardRatio(rawValue: crop) else {
      let known = CardRatio.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--crop: a card has the shapes \(known), not \"\(crop)\"")
    }
    return ratio
  }

  /// What the options fill a card with.
  static func fields(_ arguments: ParsedArguments) throws -> CardFields {
    var fields = CardFields()
    fields.title = arguments.string("--title")
    fields.subtitle = arguments.string("--subtitle")
    fields.date = arguments.string("--date")
    fields.caption = arguments.string("--caption")
    fields.name = arguments.string("--name")
    fields.badge = arguments.string("--badge")
    fields.link = arguments.string("--link")
    fields.logo = try arguments.string("--logo").map(logo)
    return fields
  }

  /// The most bytes of a logo's file.
  private static let logoBytes = 32 << 20

  private static func logo(path: String) throws(ImagingError) -> StraightRGBA8 {
    do {
      return try PictureFormat.decode(
        FileBytes.read(path: path, limit: logoBytes), limits: CardLimits.logo
      )
    } catch {
      throw .file(path: path, error)
    }
  }
}
