import CardTracker
import Foundation
import Imaging
import Problems

/// The verb `scenes list`.
enum ScenesListCommand {
  static let spec = CommandSpec(
    verb: "scenes list",
    summary: "Lists the printed pictures of a folder of scenes.",
    arguments: "[DIR]",
    argumentCount: 0...1,
    options: [("Options", [.flag("--json", "as JSON, on standard output")])],
    examples: [("avatar-overlay scenes list", "those of the folder Scenes")])

  private struct Summary: Encodable {
    var name: String
    var file: String
    var widthMm: Double?
    var pixels: String
  }

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    let pictures = try CardPictures.load(folder: ScenesFolder.path(arguments)).pictures
    let summaries = pictures.map {
      Summary(name: $0.name, file: $0.file, widthMm: $0.widthMm, pixels: $0.pixels)
    }
    if arguments.has("--json") {
      StandardStreams.result(try IndentedJSON.of(summaries))
    } else {
      StandardStreams.result(
        lines: summaries.map { summary in
          "\(summary.name)  \(summary.pixels)"
            + (summary.widthMm.map { ", \(String(format: "%g", $0)) mm wide" } ?? ", no width")
        })
    }
    return .done
  }
}

/// The verb `scenes lint`.
enum ScenesLintCommand {
  static let spec = CommandSpec(
    verb: "scenes lint",
    summary:
      "Names what is wrong with printed pictures: in their files, and in how they can be found.",
    arguments: "[DIR]",
    argumentCount: 0...1,
    options: [],
    examples: [
      ("avatar-overlay scenes lint", "every picture of the folder Scenes"),
      ("avatar-overlay scenes lint ./my-cards", "pictures that are being made"),
    ])

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    let pictures = try CardPictures.load(folder: ScenesFolder.path(arguments))
    let remarks = CardLint.remarks(pictures)
    StandardStreams.result(lines: remarks.map(\.description))
    StandardStreams.message(
      "\(Count.of(pictures.pictures.count, "picture")), "
        + (remarks.isEmpty ? "no faults" : Count.of(remarks.count, "fault")))
    return remarks.isEmpty ? .done : .dataError
  }
}

/// The verb `scenes score`.
enum ScenesScoreCommand {
  static let spec = CommandSpec(
    verb: "scenes score",
    summary: "Scores from 0 to 100 how well printed pictures can be found, and says why.",
    arguments: "[DIR]",
    argumentCount: 0...1,
    options: [
      (
        "Options",
        [
          .flag("--json", "as JSON, on standard output"),
          .value(
            "--heat-maps", "DIR", "write NAME.png, which shows where the detail lies, into DIR"),
          .overwrite,
        ]
      )
    ],
    examples: [
      ("avatar-overlay scenes score ./my-cards --heat-maps maps", "with a picture of the detail")
    ])

  private struct Report: Encodable {
    struct Picture: Encodable {
      var name: String
      var score: Int
      var words: String
      var leastWidthPixels, mostTiltDegrees, mostCover, mostBlurPixels: Double?
      var corners, cells: Int
      /// The part of its blocks that agree with each picture; with itself turned or flipped in its own place.
      var agreements: [String: Double]
    }
    var pictures: [Picture]
  }

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    let folder = ScenesFolder.path(arguments)
    let pictures = try CardPictures.load(folder: folder)
    let scoring = CardScoring(pictures)
    let agreements = scoring.agreements()
    var scores: [CardScore] = []
    for place in pictures.pictures.indices {
      let score = scoring.score(place, agreements: agreements[place])
      scores.append(score)
      if let maps = arguments.string("--heat-maps") {
        try writeMap(
          score, of: pictures.pictures[place].file, into: maps, arguments.has("--overwrite"))
      }
    }
    if arguments.has("--json") {
      let report = Report(
        pictures: zip(scores, agreements).map { score, row in
          Report.Picture(
            name: score.name, score: score.score, words: score.words,
            leastWidthPixels: score.width, mostTiltDegrees: score.tilt, mostCover: score.cover,
            mostBlurPixels: score.blur, corners: score.detail.corners, cells: score.detail.cells,
            agreements: Dictionary(uniqueKeysWithValues: zip(scoring.names, row)))
        })
      StandardStreams.result(try IndentedJSON.of(report))
      return .done
    }
    StandardStreams.result(lines: table(scores, agreements))
    return .done
  }

  private static func table(_ scores: [CardScore], _ agreements: [[Double]]) -> [String] {
    let longest = scores.map(\.name.count).max() ?? 0
    func padded(_ text: String, _ count: Int) -> String {
      text.count < count ? text + String(repeating: " ", count: count - text.count) : text
    }
    var lines = scores.map { score in
      "\(padded(score.name, longest))  \(String(format: "%3d", score.score))  \(score.words)"
    }
    guard scores.count > 1, scores.count <= 16 else { return lines }
    lines += [
      "", "who passes for whom, % of the blocks that agree (own place: turned or flipped):",
    ]
    for (score, row) in zip(scores, agreements) {
      lines.append(
        padded(score.name, longest)
          + row.map { String(format: "%4d", Int(($0 * 100).rounded())) }.joined())
    }
    return lines
  }

  private static func writeMap(
    _ score: CardScore, of file: String, into folder: String, _ overwrites: Bool
  ) throws {
    let bytes = try Data(contentsOf: URL(filePath: file))
    let picture = try PictureFormat.decode(
      [UInt8](bytes),
      limits: ImageLimits(width: CardPictures.longestSide, height: CardPictures.longestSide))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = (folder as NSString).appendingPathComponent("\(score.name).png")
    try PictureOutput.write(
      score.detail.heatMap(over: picture), to: path, overwrites: overwrites)
  }
}

/// The folder of scenes that a verb is given.
enum ScenesFolder {
  static func path(_ arguments: ParsedArguments) -> String {
    arguments.positionals.first ?? "Scenes"
  }
}
