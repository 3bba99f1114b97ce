import AvatarFiles
import Dispatch
import Foundation
import Isolation
import Problems
import Recordings
import SceneFiles
import Service
import ServiceConfiguration
import ServiceEndpoints
import ShareCards
import Terminal

/// The verb `serve`: the service over HTTP.
enum ServeCommand {
  static let spec = CommandSpec(
    verb: "serve",
    summary: "Answers over HTTP: composited pictures, renders, share pictures.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      (
        "Settings (each also as a variable, AVATAR_OVERLAY_MAX_QUEUE for --max-queue)",
        ServiceSettings.table.map { setting in
          let standard = setting.text(of: ServiceSettings())
          let option = OptionSpec.value(
            setting.option, setting.placeholder,
            setting.meaning + (standard.isEmpty ? "" : " (default: \(standard))"))
          return setting.isBasic ? option.basic : option
        }
      ),
      (
        "Other",
        [
          .flag(
            "--new-database",
            "where there are files and no database, set them aside and begin a new one"),
          .flag("--print-config", "print the settings in force, as variables, and exit").basic,
          .flag("--print-openapi", "print the OpenAPI document of the interface, and exit"),
        ]
      ),
    ],
    examples: [
      ("avatar-overlay serve", "on http://127.0.0.1:8080, for this machine"),
      ("AVATAR_OVERLAY_PORT=9000 avatar-overlay serve --log text", "on another port"),
    ])

  /// How long the last lines are waited for, in seconds.
  private static let lastLinesSeconds = 2.0

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    HeapKeeper.limitHeaps()
    let (settings, warnings) = try ServiceSettings.read(
      environment: ProcessInfo.processInfo.environment, option: arguments.string)
    for warning in warnings { StandardStreams.message("warning: \(warning)") }
    if arguments.has("--print-config") {
      try StandardStreams.result(settings.environmentLines.joined(separator: "\n"))
      return .done
    }
    if arguments.has("--print-openapi") {
      try StandardStreams.result(OpenAPIDocument.lines(for: settings))
      return .done
    }
    // A folder that is named has all that tenants may name beside their own.
    let library =
      try settings.avatarsFolder.isEmpty
      ? AvatarLibrary.find(environment: [:]) : .only([settings.avatarsFolder])
    let cards = try ShareCardLibrary.find(named: [], beside: library)
    let scenes =
      try settings.scenesFolder.isEmpty
      ? SceneLibrary.find(named: [], beside: library, environment: [:])
      : .only([settings.scenesFolder])
    // A reader of the error stream who has stopped stops no request, and not the end of the service.
    let log = LineWriter { StandardStreams.message($0) }
    defer { log.finish(withinSeconds: lastLinesSeconds) }
    let service = try AvatarService(
      settings, library: library, scenes: scenes, cards: cards,
      makesNewDatabase: arguments.has("--new-database")
    ) {
      log.add($0)
    }
    try service.start()
    for line in service.introduction { log.add("serve: \(line)") }
    if let url = service.healthURL { log.add("serve: health on \(url)") }
    log.add("serve: listening on \(service.url)")
    // The signal's own queue only makes the request; nothing here has to be quick.
    var keeper = HeapKeeper()
    while !cancellation.isRequested {
      keeper.look { service.isIdle }
      Thread.sleep(forTimeInterval: 0.05)
    }
    log.add("serve: stopping")
    service.stop()
    log.add("serve: stopped")
    return .done
  }
}
