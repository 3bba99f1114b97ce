import Isolation
import Problems
import Recordings
import Requests
import SceneFiles
import Terminal

enum ScenesPackCommand {
  static let spec = CommandSpec(
    verb: "scenes pack",
    summary: "Packs a scene with its texts, photos and voice into one file, a gift.",
    arguments: "NAME|PATH -o GIFT.zip",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [.value("--output", short: "-o", "FILE", "a .zip file, or - for standard output")]
          + fields.compactMap { OptionSpec($0) }
          + [
            .value(
              "--greeting", "FILE",
              "a spoken greeting, at most \(SceneFilling.greetingBytes >> 20) MiB"),
            ScenesFolder.option, .overwrite,
          ]
      )
    ],
    examples: [
      (
        "avatar-overlay scenes pack rain-water --scene-field greeting=春安 -o gift.zip",
        "then render --scene rain-water=gift.zip"
      )
    ])

  /// What fills a scene's fields, as for a render.
  private static let fields = ["scenes.fields", "scenes.photos"].compactMap {
    RequestTable.member($0, in: .render)
  }

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    guard let output = arguments.string("--output") else {
      throw UsageError("missing -o FILE, such as -o gift.zip")
    }
    guard output == "-" || output.lowercased().hasSuffix(".zip") else {
      throw UsageError("\(output): expected a name that ends in .zip, or - for a pipe")
    }
    var request = RenderRequest()
    request.apply(try RequestArguments.layer(arguments, fields))
    let gift = try request.scenes.selection(from: Libraries.find(arguments))
      .gift(of: arguments.positionals[0], greeting: arguments.string("--greeting"))
    try PictureOutput.write(gift, to: output, overwrites: arguments.has("--overwrite"))
    return .done
  }
}
