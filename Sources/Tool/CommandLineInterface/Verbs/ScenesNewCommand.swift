import Isolation
import Problems
import Templates
import Terminal

enum ScenesNewCommand {
  static let spec = CommandSpec(
    verb: "scenes new",
    summary: "Begins a scene: a printed picture, and a star that folds up from it.",
    arguments: "NAME",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [
          .value(
            "--from", "FILE",
            "your printed picture, a PNG 105 mm wide in print (default: one is drawn)"),
          .value("--output", short: "-o", "DIR", "the package's folder (default: Scenes/NAME)"),
        ]
      )
    ],
    examples: [
      (
        "avatar-overlay scenes new my-card",
        "Scenes/my-card, with a card that is found by its shapes"
      ),
      (
        "avatar-overlay scenes new my-print --from Scenes/my-card/card.png -o ./my-print",
        "a printed picture that is drawn already"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let name = try NewPackageArguments.name(arguments, of: spec, such: "my-card")
    let folder = arguments.string("--output") ?? "Scenes/\(name)"
    let template = try SceneTemplate(named: name, from: arguments.string("--from"))
    try template.write(to: folder)
    StandardStreams.message("\(folder): \(template.names.joined(separator: ", "))")
    let path = ProposedCommand.package(folder)
    StandardStreams.message("next: avatar-overlay scenes lint \(path)")
    StandardStreams.message("      avatar-overlay scenes preview \(path) -o \(name).png")
    StandardStreams.message("      avatar-overlay sample --story card --scene \(path) -o held")
    return .done
  }
}
