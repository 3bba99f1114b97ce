import Frames
import Recordings

extension RequestTable {
  /// Which frames.
  static let parts: [RequestMember] = [
    RequestMember(
      "frames", "--frames", .part, in: [.render, .compare], \.frames, .frames,
      "frames, counted from 0, both ends included", .init(replaces: ["start", "end"])),
    RequestMember(
      "start", "--start", .part, in: [.render, .renders], \.start, .moment,
      "from this second on, or this event of the session",
      .init(replaces: ["frames"], isBasic: true)),
    RequestMember(
      "end", "--end", .part, in: [.render, .renders], \.end, .moment,
      "up to this second or event",
      .init(replaces: ["frames"], isBasic: true)),
    RequestMember(
      "speed", "--speed", .part, in: [.render, .renders], \.output.speed,
      .number(PlaybackSpeed.range),
      "so many times as fast, below 1 in slow motion; the pitch is kept",
      .init(placeholder: "F")),
    RequestMember(
      "at", "--at", .part, in: [.snapshot, .snapshots], \.at, .moment,
      "the frame on show at this second, or at this event of the session",
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
      "start", "--start", .part, in: .snapshot, \.start, .moment,
      "where --best starts looking: a second, or an event of the session"),
    RequestMember(
      "end", "--end", .part, in: .snapshot, \.end, .moment,
      "where --best stops looking: a second or an event"),
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
