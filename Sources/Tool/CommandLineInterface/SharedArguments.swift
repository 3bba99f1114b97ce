import AvatarFiles
import Filters
import Foundation
import Geometry
import Placement
import Rendering
import Tracking
import TrackingFiles

/// Reads the options that several verbs share into the settings of a render.
enum SharedArguments {
  /// The settings of `render` and `snapshot`, but for what only one of them has.
  static func settings(_ arguments: ParsedArguments, output: String) throws -> RenderSettings {
    try settings(
      arguments, recording: try location(arguments), avatars: try avatars(arguments),
      output: output)
  }

  /// The same for a recording and avatars that were found already.
  static func settings(
    _ arguments: ParsedArguments, recording: RecordingLocation, avatars: AvatarSelection,
    output: String
  ) throws -> RenderSettings {
    var settings = RenderSettings(
      recording: recording, avatars: avatars, output: OutputSettings(path: output))
    settings.tracking = try tracking(arguments)
    settings.placement.mode =
      try arguments.choice("--placement", PlacementOptions.Mode.self) ?? .auto
    settings.placement.snap = !arguments.has("--no-snap")
    settings.smoothing = try smoothing(arguments)
    settings.gaps.policy = try arguments.choice("--lost-faces", GapOptions.Policy.self) ?? .fade
    settings.threads = try arguments.int("--threads", in: 1...64) ?? 0
    settings.output.size = try arguments.size("--size")
    settings.output.mirrored = arguments.has("--mirror")
    settings.output.overlayOnly = arguments.has("--overlay-only")
    settings.output.filter = try arguments.string("--filter").map { text throws(FilterError) in
      try PictureFilter(parsing: text)
    }
    settings.output.annotations = try annotations(arguments)
    settings.output.placements = try placements(arguments)
    settings.output.overwrites = arguments.has("--overwrite")
    return settings
  }

  /// What is drawn into the picture to judge it by.
  private static func annotations(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> Annotations {
    guard let text = arguments.string("--annotate") else { return [] }
    do {
      return try Annotations(parsing: text)
    } catch {
      throw UsageError("--annotate: \(error)")
    }
  }

  /// Where the sidecar goes.
  private static func placements(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    guard let path = arguments.string("--placements") else { return nil }
    guard path != "-", !path.isEmpty else {
      throw UsageError("--placements: expected a file beside the output, found \"\(path)\"")
    }
    return path
  }

  /// Which recording.
  static func location(_ arguments: ParsedArguments) throws -> RecordingLocation {
    let tracking = arguments.string("--tracking")
    switch (arguments.positionals.first, arguments.string("--video")) {
    case (let path?, nil): return try RecordingLocation(finding: path, tracking: tracking)
    case (nil, let video?): return try RecordingLocation(video: video, tracking: tracking)
    case (nil, nil):
      throw UsageError("which recording? name its folder, or give --video and --tracking")
    case (.some, .some):
      throw UsageError("a recording and --video name two clips; give one of them")
    }
  }

  /// How its tracking file is read.
  static func tracking(_ arguments: ParsedArguments) throws(UsageError) -> TrackingFileOptions {
    var options = TrackingFileOptions()
    options.size = try arguments.size("--tracking-size")
    if let degrees = arguments.string("--tracking-rotation") {
      guard let rotation = Int(degrees).flatMap({ QuarterTurn(rawValue: $0) }) else {
        throw UsageError("--tracking-rotation: expected 0, 90, 180 or 270, found \"\(degrees)\"")
      }
      options.rotation = rotation
    }
    options.mirrored = arguments.has("--tracking-mirrored") ? true : nil
    options.badSamples = arguments.has("--skip-bad-samples") ? .skip : .stop
    return options
  }

  /// Which avatars.
  static func avatars(_ arguments: ParsedArguments) throws(UsageError) -> AvatarSelection {
    let names = arguments.strings("--avatar")
    guard !names.isEmpty else {
      throw UsageError(
        "which avatar? add --avatar NAME (avatar-overlay avatars list names them),"
          + " or --avatar none")
    }
    return AvatarSelection(names: names, library: library(arguments))
  }

  /// Where names of avatars are looked up.
  static func library(_ arguments: ParsedArguments) -> AvatarLibrary {
    AvatarLibrary.find(
      named: arguments.string("--avatars"), environment: ProcessInfo.processInfo.environment,
      executable: Bundle.main.executablePath ?? "")
  }

  private static func smoothing(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> SmoothingOptions {
    let milliseconds = try arguments.double("--smoothing-ms", in: 1...2000)
    let strategy = try arguments.choice("--smoothing", SmoothingOptions.Strategy.self)
    return SmoothingOptions(strategy ?? .offline, milliseconds: milliseconds)
  }
}
