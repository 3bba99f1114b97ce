import Cards
import Foundation

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
      StandardStreams.result(try JSONText.of(summaries))
      return .done
    }
    guard !summaries.isEmpty else {
      StandardStreams.message(
        "error: there are no cards in \(library.folder); name another folder with --cards")
      return .inputNotFound
    }
    let width = summaries.map(\.id.count).max() ?? 0
    for summary in summaries {
      let padding = String(repeating: " ", count: width - summary.id.count)
      let names = [summary.name["en"], summary.name["zh-Hans"]].compactMap { $0 }
        .joined(separator: " · ")
      let rest = summary.fault.map { "fault: \($0)" } ?? names
      StandardStreams.result("\(summary.id)\(padding)  \(rest)")
    }
    return .done
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
    let names = arguments.positionals.isEmpty ? library.ids : arguments.positionals
    var count = 0
    for name in names {
      let path = try library.path(of: name)
      let faults = try ShareCard.lint(path: path)
      for fault in faults { StandardStreams.result("\(path)/\(fault)") }
      count += faults.count
    }
    StandardStreams.message(
      "\(names.count) \(names.count == 1 ? "card" : "cards"), "
        + (count == 0 ? "no faults" : "\(count) \(count == 1 ? "fault" : "faults")"))
    return count == 0 ? .done : .dataError
  }
}
