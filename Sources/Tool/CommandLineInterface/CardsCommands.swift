import AvatarFiles
import Cards
import Foundation
import Problems
import Rendering

/// The verb `cards list`.
enum CardsListCommand {
  static let spec = CommandSpec(
    verb: "cards list",
    summary: "Lists the share cards that can be named.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      ("Options", [CardArguments.folder, .flag("--json", "as JSON, on standard output")])
    ],
    examples: [("avatar-overlay cards list", "their names")])

  private struct Summary: Encodable {
    var id: String
    var name: [String: String]
    var fault: String?
  }

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    let library = CardArguments.library(arguments)
    let summaries = library.ids.map { id in
      do throws(CardError) {
        return Summary(id: id, name: try library.load(id).name)
      } catch {
        return Summary(id: id, name: [:], fault: "\(error)")
      }
    }
    if arguments.has("--json") {
      StandardStreams.result(try IndentedJSON.of(summaries))
      return .done
    }
    return NameList.write(
      summaries.map { ($0.id, $0.fault.map { "fault: \($0)" } ?? NameList.title($0.name)) },
      of: "cards", in: library.folder, CardArguments.folder, CardLibrary.folderVariable)
  }
}

/// The verb `cards lint`.
enum CardsLintCommand {
  static let spec = CommandSpec(
    verb: "cards lint",
    summary: "Names every fault of share cards: in their files, and of what does not fit.",
    arguments: "[NAME|PATH ...]",
    argumentCount: 0...1000,
    options: [("Options", [CardArguments.folder])],
    examples: [
      ("avatar-overlay cards lint", "every card of the folder"),
      ("avatar-overlay cards lint ./my-card", "a card that is being made"),
    ])

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    let library = CardArguments.library(arguments)
    return try Lint.run(
      arguments.positionals, else: library.ids, "card", path: library.path(of:),
      faults: ShareCard.lint(path:), error: "fault")
  }
}

/// The verb `cards preview`.
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
          .value("--avatars", "DIR", "where avatars are looked up (default: Avatars)"),
          CardArguments.folder,
        ] + OptionGroups.writing
      ),
      ("Texts, instead of a sample of each", CardArguments.texts),
    ],
    examples: [
      ("avatar-overlay cards preview ./my-card -o card.png", "a card that is being made"),
      (
        "avatar-overlay cards preview zodiac --title 立春 -o zodiac.png",
        "with a title and nothing else"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    let output = try PictureOutput.path(arguments)
    let card = try CardArguments.library(arguments).load(arguments.positionals[0])
    let ownTexts = CardArguments.texts.contains { arguments.has($0.name) }
    let (picture, notes) = try CardPreviewJob(
      card, fields: ownTexts ? CardArguments.fields(arguments) : .sample,
      avatar: try avatar(arguments)
    ).render()
    try PictureOutput.write(picture, to: output, overwrites: arguments.has("--overwrite"))
    for note in notes { StandardStreams.message("note: \(note)") }
    return .done
  }

  /// What the head wears: what was named, else the dragon where there is one.
  private static func avatar(_ arguments: ParsedArguments) throws -> AvatarPackage? {
    let library = SharedArguments.library(arguments)
    guard let name = arguments.string("--avatar") else {
      return library.ids.contains("dragon") ? try library.load("dragon") : nil
    }
    return name == "none" ? nil : try library.load(name)
  }
}
