internal import AvatarFiles
internal import Avatars
import CardTracker
import Foundation
import Isolation
import Previews
import Problems
import Recordings
import SceneFiles
import Scenes
import Terminal

enum ScenesListCommand {
  static let spec = CommandSpec(
    verb: "scenes list",
    summary: "Lists the printed pictures of a folder of scenes.",
    arguments: "[DIR|NAME]",
    argumentCount: 0...1,
    options: [
      ("Options", [ScenesFolder.option, .flag("--json", "as JSON, on standard output")])
    ],
    examples: [("avatar-overlay scenes list", "those of the folder Scenes")])

  private struct Summary: Encodable {
    var name: String
    var file: String
    var widthMm: Double?
    var pixels: String
    var folder: String
    var hides: [String]

    var words: String {
      pixels + (widthMm.map { ", \(String(format: "%g", $0)) mm wide" } ?? ", no width")
    }
  }

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    var library: SceneLibrary = try Libraries.find(arguments)
    let pictures: CardPictures
    if arguments.positionals.isEmpty, library.entries.contains(where: { $0.layer == 0 }) {
      pictures = try CardPictures.load(scenes: library.paths, in: library.places)
    } else {
      let folder = try ScenesFolder.path(arguments)
      pictures = try CardPictures.load(folder: folder)
      library = SceneLibrary(folder: folder)
    }
    let entries = library.entries
    let summaries = pictures.pictures.map { picture in
      let entry = entries.first { picture.file.hasPrefix("\($0.path)/") }
      return Summary(
        name: picture.name, file: picture.file, widthMm: picture.widthMm, pixels: picture.pixels,
        folder: entry?.folder ?? library.places, hides: (entry?.hides ?? []) + picture.hides)
    }
    return try NameList.write(
      summaries.map { summary in
        (name: summary.name, words: summary.words, folder: summary.folder, hides: summary.hides)
      }, of: library, asJSON: arguments.has("--json") ? summaries : nil)
  }
}

enum ScenesLintCommand {
  static let spec = CommandSpec(
    verb: "scenes lint",
    summary:
      "Names what is wrong with scenes and their printed pictures, each fault with its place.",
    arguments: "[DIR|NAME]",
    argumentCount: 0...1,
    options: [("Options", [ScenesFolder.option])],
    examples: [
      ("avatar-overlay scenes lint", "every scene of the folder Scenes"),
      ("avatar-overlay scenes lint rain-water", "the one of this name"),
      ("avatar-overlay scenes lint ./my-cards/rain-water", "a scene that is being made"),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let folder = try ScenesFolder.path(arguments)
    let packages = try ScenesFolder.packages(in: folder)
    var (errors, remarks, isOverLimit) = (0, 0, false)
    for path in packages {
      let faults = try ScenePackage.lint(path: path) + SceneVoices.lint(path: path)
      let found = faults.filter { $0.severity == .error }
      errors += found.count
      remarks += faults.count - found.count
      isOverLimit = isOverLimit || found.contains(where: \.isLimit)
      try StandardStreams.result(lines: faults.map { "\(path)/\($0)" })
    }
    var pictureCount = 0
    if errors == 0 {
      let pictures = try CardPictures.load(folder: folder)
      let found = CardLint.remarks(pictures)
      pictureCount = pictures.pictures.count
      errors += found.count
      try StandardStreams.result(lines: found.map(\.description))
    }
    let what =
      packages.isEmpty
      ? Count.of(pictureCount, "picture") : Count.of(packages.count, "scene")
    StandardStreams.message(
      "\(what), " + (errors == 0 ? "no faults" : Count.of(errors, "fault"))
        + (remarks == 0 ? "" : ", \(Count.of(remarks, "remark"))"))
    guard errors > 0 else { return .done }
    return isOverLimit ? .overLimit : .dataError
  }
}

enum ScenesScoreCommand {
  static let spec = CommandSpec(
    verb: "scenes score",
    summary: "Scores from 0 to 100 how well printed pictures can be found, and says why.",
    arguments: "[DIR|NAME]",
    argumentCount: 0...1,
    options: [
      (
        "Options",
        [
          ScenesFolder.option, .flag("--json", "as JSON, on standard output"),
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

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let folder = try ScenesFolder.path(arguments)
    let pictures = try CardPictures.load(folder: folder)
    let scoring = CardScoring(pictures)
    let agreements = scoring.agreements()
    var scores: [CardScore] = []
    for place in pictures.pictures.indices {
      let score = scoring.score(place, agreements: agreements[place])
      scores.append(score)
      if let maps = arguments.string("--heat-maps") {
        try writeMap(
          score, of: pictures.pictures[place], into: maps, arguments.has("--overwrite"))
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
      try StandardStreams.result(IndentedJSON.of(report))
      return .done
    }
    try StandardStreams.result(lines: table(scores, agreements))
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
      "",
      "blocks of each picture that agree with each other picture, in % (with itself: turned or flipped):",
    ]
    for (score, row) in zip(scores, agreements) {
      lines.append(
        padded(score.name, longest)
          + row.map { String(format: "%4d", Int(($0 * 100).rounded())) }.joined())
    }
    return lines
  }

  private static func writeMap(
    _ score: CardScore, of card: CardPictures.Picture, into folder: String, _ overwrites: Bool
  ) throws {
    let picture = try card.decoded()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = (folder as NSString).appendingPathComponent("\(score.name).png")
    try PictureOutput.write(
      score.detail.heatMap(over: picture), to: path, overwrites: overwrites)
  }
}

/// The folder of scenes, or the one scene, that a verb is given.
enum ScenesFolder {
  static let option = OptionSpec.value(
    ScenePackage.kind.option, "DIR",
    "where names of scenes are looked up, before the built-in ones (default: Scenes)")

  /// The path that is given, or that of the scene with this name; the first folder of scenes where none is given.
  static func path(_ arguments: ParsedArguments) throws -> String {
    let library: SceneLibrary = try Libraries.find(arguments)
    guard let given = arguments.positionals.first else {
      return library.folders.first ?? ScenePackage.kind.folder
    }
    return library.path(named: given) ?? given
  }

  /// The scene packages of a folder, or the one that it is; none in a folder of pictures alone.
  static func packages(in folder: String) throws -> [String] {
    let files = FileManager.default
    if FileNames.packageName(ofArchive: folder) != nil
      || files.fileExists(atPath: "\(folder)/\(SceneManifest.fileName)")
    {
      return [folder]
    }
    return SceneLibrary(folder: folder).entries.map(\.path)
  }
}

enum ScenesPreviewCommand {
  static let spec = CommandSpec(
    verb: "scenes preview",
    summary: "Shows a scene on its printed card, in some poses and at some times, in one picture.",
    arguments: "NAME|PATH -o OUT.png",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [
          .value("--output", short: "-o", "FILE", "a .png file, or - for standard output"),
          PreviewArguments.watch, ScenesFolder.option, .overwrite,
        ]
      )
    ],
    examples: [
      (
        "avatar-overlay scenes preview rain-water -o rain-water.png",
        "from the front, tilted, turned and mirrored"
      )
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let output = try PreviewArguments.output(arguments)
    let library: SceneLibrary = try Libraries.find(arguments)
    let path = try library.path(of: arguments.positionals[0])
    var overwrites = arguments.has("--overwrite")
    func render() throws {
      let package = try ScenePackage.load(path: path)
      try PictureOutput.write(
        try ScenePreviewJob(package).render(), to: output, overwrites: overwrites)
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
}
