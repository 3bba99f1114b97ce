import CardTracker
import Terminal

/// The options of finding printed pictures.
enum CardArguments {
  static let options: [OptionSpec] = [
    .value(
      "--detect-cards", "DIR",
      "find the printed pictures of this folder: scene packages, a pictures.json, or PNG and JPEG files"
    ).basic,
    .flag("--no-faces", "find printed pictures alone: no faces, no hands, no MediaPipe").basic,
    .value(
      "--detect-score", "0.2..1", "the part of a picture's detail that has to agree (default: 0.5)"),
    .value("--detect-every", "N", "search every so many frames, 1 to 600 (default: 6)"),
    .value(
      "--detect-mirroring", CardSettings.Mirroring.allCases.map(\.rawValue).joined(separator: "|"),
      "whether pictures flipped left to right are found (default: auto, both)"),
    .value(
      "--detect-reset-ms", "MS",
      "how long a picture may be out of sight and keep its id, 0 to 60000 (default: 2000)"),
    .value(
      "--camera-fov", "auto|DEG",
      "the camera's vertical field of view, 5 to 150 degrees (default: auto, from the clip)"),
  ]

  /// Reads them; nil where no printed pictures are asked for.
  static func setup(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> (folder: String, settings: CardSettings)? {
    guard let folder = arguments.string("--detect-cards") else {
      for option in options.map(\.name) where arguments.has(option) {
        throw UsageError("\(option): expected --detect-cards DIR beside it, found none")
      }
      return nil
    }
    var settings = CardSettings()
    settings.score =
      try arguments.double("--detect-score", in: CardSettings.scoreRange) ?? settings.score
    settings.every =
      try arguments.int("--detect-every", in: CardSettings.everyRange) ?? settings.every
    settings.mirroring =
      try arguments.choice("--detect-mirroring", CardSettings.Mirroring.self) ?? settings.mirroring
    settings.resetMs =
      try arguments.double("--detect-reset-ms", in: CardSettings.resetRange) ?? settings.resetMs
    if arguments.string("--camera-fov") != "auto" {
      settings.verticalFieldOfViewDegrees = try arguments.double(
        "--camera-fov", in: CardSettings.fieldOfViewRange)
    }
    return (folder, settings)
  }
}
