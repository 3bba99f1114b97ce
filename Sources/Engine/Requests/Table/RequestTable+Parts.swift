extension RequestTable {
  /// Which frames.
  static let parts: [RequestMember] = [
    RequestMember(
      "frames", "--frames", .part, in: [.render, .compare], \.frames, .frames,
      "frames, counted from 0, both ends included", .init(replaces: ["start", "end"])),
    RequestMember(
      "start", "--start", .part, in: [.render, .renders], \.start, .second, "from this second on",
      .init(replaces: ["frames"], isBasic: true)),
    RequestMember(
      "end", "--end", .part, in: [.render, .renders], \.end, .second, "up to this second",
      .init(replaces: ["frames"], isBasic: true)),
    RequestMember(
      "at", "--at", .part, in: [.snapshot, .snapshots], \.at, .second,
      "the frame on show at this second",
      .init(defaultWords: "0", replaces: ["frame", "best", "sheet"], isBasic: true)),
    RequestMember(
      "frame", "--frame", .part, in: [.snapshot, .snapshots], \.frame, .whole(0...highestFrame),
      "the frame with this number, counted from 0", .init(replaces: ["at", "best", "sheet"])),
    RequestMember(
      "best", "--best", .part, in: [.snapshot, .snapshots], \.best, .bestFrames,
      "the best frame to share: a smile, open eyes, facing the camera, sharp; N numbered pictures",
      .init(
        note: "the best frame to share: a smile, open eyes, facing the camera, sharp",
        replaces: ["at", "frame", "sheet"], isBasic: true)),
    RequestMember(
      "start", "--start", .part, in: .snapshot, \.start, .second,
      "where --best starts looking, in seconds"),
    RequestMember(
      "end", "--end", .part, in: .snapshot, \.end, .second, "where --best stops looking, in seconds"
    ),
    RequestMember(
      "score", "--score", .part, in: .snapshot, \.score, .path,
      "also write why --best chose the frame, as JSON", .init(placeholder: "FILE|-")),
    RequestMember(
      "sheet", "--sheet", .part, in: .snapshot, \.sheet, .sheet,
      "a contact sheet of C x R frames, evenly spaced",
      .init(replaces: ["at", "frame", "best"], isBasic: true)),
    RequestMember(
      "label", "--label", .part, in: .snapshot, \.label, .text(),
      "what the sheet's first frame is labelled with"),
  ]
}
