import Geometry
import Imaging
import Rendering
import Video

/// Reads the options of `snapshot` into the settings of the job.
enum SnapshotArguments {
  /// The settings of one picture.
  static func settings(
    _ arguments: ParsedArguments, output: String
  ) throws -> SnapshotSettings {
    var settings = SnapshotSettings(try SharedArguments.settings(arguments, output: output))
    try choose(&settings, arguments)
    settings.card = try CardArguments.stage(arguments)
    if settings.card == nil { settings.crop = try crop(arguments) }
    settings.bounds = try bounds(arguments)
    settings.encoding = try encoding(arguments, output: output)
    return settings
  }

  /// The option that chooses the frame; nil for the default.
  static func choice(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    let choices = ["--at", "--frame", "--best", "--sheet"].filter(arguments.has)
    if choices.count > 1 {
      throw UsageError(
        "\(choices.joined(separator: " and ")) both choose the frame; give one of them")
    }
    return choices.first
  }

  private static func choose(
    _ settings: inout SnapshotSettings, _ arguments: ParsedArguments
  ) throws(UsageError) {
    let isBest = try choice(arguments) == "--best"
    for name in ["--start", "--end", "--score"] where arguments.has(name) && !isBest {
      throw UsageError("\(name) is for --best; add it")
    }
    if isBest {
      settings.choice = .best
      let start = try arguments.double("--start", in: 0...1e7)
      let end = try arguments.double("--end", in: 0...1e7)
      if let end, end <= start ?? 0 {
        throw UsageError("--end: expected a second after \(start ?? 0), found \(end)")
      }
      settings.render.part =
        start == nil && end == nil ? .whole : .seconds(start: start, end: end)
    } else if let frame = try arguments.int("--frame", in: 0...1_000_000_000) {
      settings.render.part = .frames(frame...frame)
    } else {
      settings.render.part = .moment(try arguments.double("--at", in: 0...1e7) ?? 0)
    }
  }

  private static func crop(_ arguments: ParsedArguments) throws(UsageError) -> CropShape? {
    guard let text = arguments.string("--crop") else { return nil }
    if let ratio = AspectRatio(text) { return .ratio(ratio) }
    guard text.contains("x") else {
      throw UsageError(
        "--crop: expected a shape such as 1:1, 4:5, 9:16 or 16:9, or a size such as 1080x1350, "
          + "found \"\(text)\"")
    }
    return try arguments.size("--crop").map { .size($0) }
  }

  private static func bounds(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> PixelSize<OutputSpace>? {
    guard let text = arguments.string("--max-size") else { return nil }
    if text.contains("x") { return try arguments.size("--max-size") }
    return try arguments.int("--max-size", in: 1...ParsedArguments.longestSide)
      .map { PixelSize(clamping: $0, $0) }
  }

  /// How the picture is written: as the file's name says, PNG through a pipe.
  static func encoding(
    _ arguments: ParsedArguments, output: String
  ) throws(UsageError) -> PictureEncoding {
    let asked = try arguments.choice("--format", PictureFormat.self)
    let named = PictureFormat(path: output)
    if output != "-" {
      guard let named else {
        throw UsageError(
          "\(output): expected a file that ends in .png, .jpg or .webp, or - for a pipe")
      }
      if let asked, asked != named {
        throw UsageError(
          "--format \(asked.rawValue): \(output) is named as \(named.rawValue); make them agree")
      }
    }
    let format = asked ?? named ?? .png
    let quality = try arguments.int("--quality", in: 1...100)
    if quality != nil, format == .png {
      throw UsageError("--quality is for jpeg and webp; PNG loses nothing")
    }
    if format == .jpeg, arguments.has("--overlay-only") {
      throw UsageError("--overlay-only: JPEG has no transparency; write a .png or a .webp")
    }
    return PictureEncoding(format, quality: quality ?? PictureEncoding.defaultQuality)
  }
}
