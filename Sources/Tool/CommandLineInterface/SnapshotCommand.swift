import CHeap
import Imaging
import Problems
import Rendering

/// The verb `snapshot`: a picture of one frame.
enum SnapshotCommand {
  static let spec = CommandSpec(
    verb: "snapshot",
    summary: "Makes a picture of one frame of a recording, to look at or to share.",
    arguments: "<recording> --avatar NAME --at SECONDS|--best -o OUT.png",
    argumentCount: 0...1,
    options: [
      (
        "Which frame",
        [
          .value("--at", "S", "the frame on show at this second (default: 0)"),
          .value("--frame", "N", "the frame with this number, counted from 0"),
          .flag("--best", "the frame that is fittest to be shared: eyes open, facing us, sharp"),
          .value("--start", "S", "where --best begins to look, in seconds"),
          .value("--end", "S", "where it ends"),
          .value("--score", "FILE|-", "also write why --best chose the frame, as JSON"),
          .value("--sheet", "CxR", "a contact sheet of C x R frames, evenly spaced"),
          .value("--label", "TEXT", "what the sheet's first frame is labelled with"),
        ]
      ),
      (
        "Output",
        [
          .value(
            "--output", short: "-o", "FILE", "a .png, .jpg or .webp file, or - for standard output"),
          .value(
            "--format", "png|jpeg|webp", "the format (default: by the file's name; png for -)"),
          .value("--quality", "N", "of jpeg and webp, 1 to 100 (default: 90)"),
          .value(
            "--crop", "W:H|WxH",
            "cut to a shape (1:1, 4:5, 9:16, 16:9), never through a face or its avatar"),
          .value("--size", "WxH", "the size that is rendered; the default keeps the clip's"),
          .value("--max-size", "N|WxH", "make the picture smaller: its longest side, or a box"),
          .flag("--overlay-only", "the avatars alone, on a transparent ground"),
          .value("--placements", "FILE", "also write where every layer went, as JSON Lines"),
          .flag("--json", "describe the picture on standard output, alternative text included"),
        ] + OptionGroups.filter + OptionGroups.annotations + OptionGroups.writing
      ),
      ("Share card", CardArguments.options),
      ("Avatars", OptionGroups.avatars),
      ("Placement", OptionGroups.placement),
      ("Recording", OptionGroups.recording + OptionGroups.decoding),
    ],
    examples: [
      (
        "avatar-overlay snapshot demo/sample --avatar dragon --at 1.5 -o share.png",
        "the frame at one and a half seconds"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar pig --best --crop 4:5 -o share.jpg",
        "the best frame, in the shape of a post"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar dragon --best --card zodiac --title 立春 -o card.jpg",
        "on a share card"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar bear-hood --frame 40 --mirror -o - > bear.png",
        "frame 40, mirrored, through a pipe"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar ox --sheet 6x4 -o sheet.png",
        "24 frames at a glance"
      ),
    ])

  /// What a frame of 1280 x 720 takes: the decoder's pictures, the layers' texels, the file.
  private static let heapBytes = 32 << 20

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    heap_take_for_short_run(heapBytes)
    guard let output = arguments.string("--output") else {
      throw UsageError("where should the picture go? add -o share.png")
    }
    let encoding = try SnapshotArguments.encoding(arguments, output: output)
    if try SnapshotArguments.choice(arguments) == "--sheet" {
      return try sheet(arguments, encoding, output, interruption)
    }
    if arguments.has("--label") { throw UsageError("--label is for a --sheet; add one") }
    try SnapshotOutputs.check(arguments, output: output)
    let settings = try SnapshotArguments.settings(arguments, output: output)
    let result = try SnapshotJob(settings).render(cancellation: interruption.cancellation)
    try PictureOutput.write(
      result.bytes ?? [], to: output, overwrites: settings.render.output.overwrites)
    try SnapshotOutputs.write(result, encoding: encoding, arguments)
    let code = Closing.tell(result.summary, allowsDamage: arguments.has("--allow-damaged"))
    StandardStreams.message("shows: \(result.alternativeText)")
    return code
  }

  /// Many frames at a glance.
  private static func sheet(
    _ arguments: ParsedArguments, _ encoding: PictureEncoding, _ output: String,
    _ interruption: Interruption
  ) throws -> ExitCode {
    for name in [
      "--placements", "--crop", "--max-size", "--json", "--score", "--start", "--end", "--card",
    ]
    where arguments.has(name) {
      throw UsageError("\(name) is of one frame; a --sheet has none")
    }
    guard let layout = try sheetLayout(arguments) else { return .usage }
    let settings = try SharedArguments.settings(arguments, output: output)
    let (picture, summary) = try ContactSheetJob(
      settings, layout: layout, title: arguments.string("--label")
    ).render(cancellation: interruption.cancellation)
    try PictureOutput.write(
      try picture.encoded(as: encoding), to: output, overwrites: settings.output.overwrites)
    return Closing.tell(summary, allowsDamage: arguments.has("--allow-damaged"))
  }

  private static func sheetLayout(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> ContactSheetJob.Layout? {
    guard let text = arguments.string("--sheet") else { return nil }
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      let layout = ContactSheetJob.Layout(columns: columns, rows: rows)
    else {
      throw UsageError(
        "--sheet: expected columns x rows such as 6x4, at most "
          + "\(ContactSheetJob.Layout.maximumFrames) frames, found \"\(text)\"")
    }
    return layout
  }
}
