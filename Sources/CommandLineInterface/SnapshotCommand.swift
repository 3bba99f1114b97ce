import CHeap
import Foundation
import Imaging
import Rendering
import Video

/// The verb `snapshot`: one frame.
enum SnapshotCommand {
  static let spec = CommandSpec(
    verb: "snapshot",
    summary: "Renders one frame of a recording as a picture.",
    arguments: "<recording> --avatar NAME --at SECONDS -o OUT.png",
    argumentCount: 0...1,
    options: [
      (
        "Which frame",
        [
          .value("--at", "S", "the frame on show at this second (default: 0)"),
          .value("--frame", "N", "the frame with this number, counted from 0"),
          .value("--sheet", "CxR", "a contact sheet of C x R frames, evenly spaced"),
          .value("--label", "TEXT", "what the sheet's first frame is labelled with"),
        ]
      ),
      (
        "Output",
        [
          .value("--output", short: "-o", "FILE", "a .png file, or - for standard output"),
          .value("--size", "WxH", "output size; the default keeps the clip's"),
          .flag("--overlay-only", "the avatars alone, on a transparent ground"),
          .value("--placements", "FILE", "also write where every layer went, as JSON Lines"),
        ] + OptionGroups.filter + OptionGroups.writing
      ),
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
    try PictureOutput.check(output)
    let choices = ["--at", "--frame", "--sheet"].filter(arguments.has)
    if choices.count > 1 {
      throw UsageError(
        "\(choices.joined(separator: " and ")) both choose the frame; give one of them")
    }
    var settings = try SharedArguments.settings(arguments, output: output)
    if let frame = try arguments.int("--frame", in: 0...1_000_000_000) {
      settings.part = .frames(frame...frame)
    } else {
      settings.part = .moment(try arguments.double("--at", in: 0...1e7) ?? 0)
    }
    let (picture, summary): (StraightRGBA8, RenderSummary)
    if let layout = try sheetLayout(arguments) {
      if arguments.has("--placements") {
        throw UsageError("--placements is of one frame or of a whole clip; a --sheet has none")
      }
      settings.part = .whole
      (picture, summary) = try ContactSheetJob(
        settings, layout: layout, title: arguments.string("--label")
      ).render(cancellation: interruption.cancellation)
    } else {
      if arguments.has("--label") { throw UsageError("--label is for a --sheet; add one") }
      (picture, summary) = try SnapshotJob(settings).render(
        cancellation: interruption.cancellation)
    }
    try PictureOutput.write(
      picture, to: output, compression: arguments.has("--sheet") ? .fast : .fastest,
      overwrites: settings.output.overwrites)
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
