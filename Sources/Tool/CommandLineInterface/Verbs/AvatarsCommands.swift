import AvatarFiles
import Avatars
import Foundation
import Isolation
import Placement
import Previews
import Problems
import Recordings
import Terminal

enum AvatarsListCommand {
  static let spec = CommandSpec(
    verb: "avatars list",
    summary: "Lists the avatars that can be named.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .avatarsFolder,
          .flag("--json", "as JSON, on standard output"),
        ]
      )
    ],
    examples: [("avatar-overlay avatars list", "their names, layers and tags")])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let library = try Libraries.avatars(arguments)
    let summaries = library.summaries
    let lines = summaries.map { summary in
      (
        name: summary.id,
        words: summary.fault.map { "fault: \($0)" }
          ?? "\(NameList.title(summary.name))  (\(summary.layers.count) layers;"
          + " \(summary.tags.joined(separator: ", ")))",
        folder: summary.folder, hides: summary.hides
      )
    }
    return try NameList.write(
      lines, of: library, asJSON: arguments.has("--json") ? summaries : nil)
  }
}

enum AvatarsLintCommand {
  static let spec = CommandSpec(
    verb: "avatars lint",
    summary: "Names every fault of avatar packages and fit profiles, with its place in the file.",
    arguments: "[NAME|PATH ...]",
    argumentCount: 0...1000,
    options: [("Options", [.avatarsFolder])],
    examples: [
      ("avatar-overlay avatars lint", "every avatar of the folder"),
      ("avatar-overlay avatars lint my-avatar/", "a package that is being made"),
      ("avatar-overlay avatars lint fit.json", "a fit profile"),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let library = try Libraries.avatars(arguments)
    let named = arguments.positionals
    let profiles = named.filter { $0.lowercased().hasSuffix(".json") }
    let packages = named.filter { !profiles.contains($0) }
    var exitCode = ExitCode.done
    if profiles.isEmpty || !packages.isEmpty {
      exitCode = try Lint.run(
        packages, of: library, "package",
        faults: { try AvatarPackage.lint(path: $0) + AvatarVoices.lint(path: $0) }, error: "error",
        isLimit: \.isLimit, counts: { $0.severity == .error })
    }
    guard !profiles.isEmpty else { return exitCode }
    let ofProfiles = try Lint.run(
      profiles, "fit profile", path: { $0 }, faults: FitProfileFile.lint(path:),
      error: "error", isLimit: \.isLimit, separator: ":")
    return exitCode == .done ? ofProfiles : exitCode
  }
}

enum AvatarsPreviewCommand {
  static let spec = CommandSpec(
    verb: "avatars preview",
    summary: "Shows an avatar on a head in many poses and expressions, in one picture or a clip.",
    arguments: "NAME|PATH -o OUT.png|.mp4",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [
          .value(
            "--output", short: "-o", "FILE",
            "a .png file, an .mp4 file in which the head turns, or - for standard output"),
          .value("--placement", "auto|landmarks|matrix", "how it is placed (default: auto)"),
          PreviewArguments.watch, .avatarsFolder,
        ] + [OptionSpec.overwrite]
      )
    ],
    examples: [
      ("avatar-overlay avatars preview dragon -o dragon.png", "turned, nodding, tilted, speaking"),
      (
        "avatar-overlay avatars preview dragon -o turn.mp4",
        "a head that turns to both sides and nods"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let output = try PreviewArguments.output(arguments, mayBeClip: true)
    let mode = try arguments.choice("--placement", PlacementOptions.Mode.self) ?? .auto
    let path = try Libraries.avatars(arguments).path(of: arguments.positionals[0])
    var overwrites = arguments.has("--overwrite")
    func render() throws {
      let package = try AvatarPackage.load(path: path)
      let job = PreviewJob(package, mode: mode)
      if PreviewArguments.isClip(output) {
        try writeTurn(of: job, to: output, overwrites: overwrites, cancellation)
      } else {
        try PictureOutput.write(job.render(), to: output, overwrites: overwrites)
      }
      for note in package.notes { StandardStreams.message("note: \(note)") }
    }
    guard arguments.has(PreviewArguments.watch.name) else {
      try render()
      return .done
    }
    try OutputFiles.check([output], overwrites: overwrites)
    overwrites = true
    return try PreviewWatch(package: path, output: output).run(cancellation, render: render)
  }

  private static func writeTurn(
    of job: PreviewJob, to output: String, overwrites: Bool, _ cancellation: Cancellation
  ) throws {
    let (progress, start) = (ProgressReporter(.auto), Date())
    try job.writeTurn(to: output, overwrites: overwrites) { done, total in
      try cancellation.check()
      progress.tell(
        isFinished: done == total, line: "frame \(done) of \(total)",
        done: (
          Double(done) / Double(total),
          Date().timeIntervalSince(start) * Double(total - done) / Double(done)
        ), json: "")
    }
  }
}
