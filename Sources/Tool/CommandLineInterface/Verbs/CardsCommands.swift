import AvatarFiles
import Foundation
import Isolation
import Previews
import Problems
import Recordings
import Requests
import ShareCards
import Terminal

enum CardsListCommand {
  static let spec = CommandSpec(
    verb: "cards list",
    summary: "Lists the share cards that can be named.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      ("Options", [.cardsFolder, .flag("--json", "as JSON, on standard output")])
    ],
    examples: [("avatar-overlay cards list", "their names")])

  private struct Summary: Encodable {
    var id: String
    var name: [String: String]
    var fault: String?
    var folder: String
    var hides: [String]
  }

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let library: ShareCardLibrary = try Libraries.find(arguments)
    let summaries = library.entries.map { entry in
      var summary = Summary(id: entry.id, name: [:], folder: entry.folder, hides: entry.hides)
      do throws(ShareCardError) {
        summary.name = try ShareCard.load(path: entry.path).name
      } catch {
        summary.fault = "\(error)"
      }
      return summary
    }
    return try NameList.write(
      summaries.map { summary in
        (
          name: summary.id,
          words: summary.fault.map { "fault: \($0)" } ?? NameList.title(summary.name),
          folder: summary.folder, hides: summary.hides
        )
      }, of: library, asJSON: arguments.has("--json") ? summaries : nil)
  }
}

enum CardsLintCommand {
  static let spec = CommandSpec(
    verb: "cards lint",
    summary: "Names every fault of share cards: in their files, and in what does not fit.",
    arguments: "[NAME|PATH ...]",
    argumentCount: 0...1000,
    options: [("Options", [.cardsFolder])],
    examples: [
      ("avatar-overlay cards lint", "every card of the folder"),
      ("avatar-overlay cards lint ./my-card", "a card that is being made"),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let library: ShareCardLibrary = try Libraries.find(arguments)
    return try Lint.run(
      arguments.positionals, of: library, "card", faults: ShareCard.lint(path:), error: "fault",
      isLimit: \.isLimit)
  }
}

enum CardsPreviewCommand {
  static let spec = CommandSpec(
    verb: "cards preview",
    summary: "Shows a share card in its four shapes, filled with a sample, in one picture.",
    arguments: "NAME|PATH -o OUT.png",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [
          .value("--output", short: "-o", "FILE", "a .png file, or - for standard output"),
          .value("--avatar", "NAME|PATH", "what the head wears, or none (default: dragon)"),
          .avatarsFolder, .cardsFolder,
        ] + [OptionSpec.overwrite]
      ),
      ("Texts, instead of a sample of each", texts.compactMap { OptionSpec($0) }),
    ],
    examples: [
      ("avatar-overlay cards preview ./my-card -o card.png", "a card that is being made"),
      (
        "avatar-overlay cards preview zodiac --title 立春 -o zodiac.png",
        "with a title and nothing else"
      ),
    ])

  /// What a card is filled with.
  private static let texts = RequestTable.members(in: .snapshot).filter {
    $0.group == .card && !["card.name", "card.ratio", "card.folder"].contains($0.path)
  }

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let output = try PreviewArguments.output(arguments)
    let library: ShareCardLibrary = try Libraries.find(arguments)
    let card = try library.load(arguments.positionals[0])
    let layer = try RequestArguments.layer(arguments, texts)
    var request = RenderRequest()
    request.apply(layer)
    let (picture, notes) = try ShareCardPreviewJob(
      card, fields: layer.isEmpty ? .sample : request.card.fields(),
      avatar: try avatar(arguments)
    ).render()
    try PictureOutput.write(picture, to: output, overwrites: arguments.has("--overwrite"))
    for note in notes { StandardStreams.message("note: \(note)") }
    return .done
  }

  /// What the head wears: what was named, else the dragon where there is one.
  private static func avatar(_ arguments: ParsedArguments) throws -> AvatarPackage? {
    let library = try Libraries.avatars(arguments)
    guard let name = arguments.string("--avatar") else {
      return try library.path(named: "dragon").map { path throws(AvatarPackageError) in
        try AvatarPackage.load(path: path)
      }
    }
    return name == "none" ? nil : try library.load(name)
  }
}
