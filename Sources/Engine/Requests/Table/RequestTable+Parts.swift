extension RequestTable {
  /// Which frames.
  static let parts: [RequestMember] = [
    RequestMember(
      "frames", "--frames", .part, in: [.render, .compare], \.frames, .frames,
      "frames, counted from 0, both ends included"
    ) {
      $0.placeholder = "A-B"
      $0.replaces = ["start", "end"]
    },
    RequestMember(
      "start", "--start", .part, in: [.render, .renders], \.start, .second, "from this second on"
    ) {
      $0.placeholder = "S"
      $0.replaces = ["frames"]
    },
    RequestMember(
      "end", "--end", .part, in: [.render, .renders], \.end, .second, "up to this second"
    ) {
      $0.placeholder = "S"
      $0.replaces = ["frames"]
    },
    RequestMember(
      "at", "--at", .part, in: [.snapshot, .snapshots], \.at, .second,
      "the frame on show at this second"
    ) {
      $0.placeholder = "S"
      $0.defaultWords = "0"
      $0.replaces = ["frame", "best", "sheet"]
    },
    RequestMember(
      "frame", "--frame", .part, in: [.snapshot, .snapshots], \.frame, .whole(0...highestFrame),
      "the frame with this number, counted from 0"
    ) {
      $0.replaces = ["at", "best", "sheet"]
    },
    RequestMember(
      "best", "--best", .part, in: [.snapshot, .snapshots], \.best, .flag,
      "the frame that is fittest to be shared: eyes open, facing us, sharp"
    ) {
      $0.replaces = ["at", "frame", "sheet"]
    },
    RequestMember(
      "start", "--start", .part, in: .snapshot, \.start, .second,
      "where --best begins to look, in seconds"
    ) {
      $0.placeholder = "S"
    },
    RequestMember("end", "--end", .part, in: .snapshot, \.end, .second, "where it ends") {
      $0.placeholder = "S"
    },
    RequestMember(
      "score", "--score", .part, in: .snapshot, \.score, .path,
      "also write why --best chose the frame, as JSON"
    ) {
      $0.placeholder = "FILE|-"
    },
    RequestMember(
      "sheet", "--sheet", .part, in: .snapshot, \.sheet, .sheet,
      "a contact sheet of C x R frames, evenly spaced"
    ) {
      $0.placeholder = "CxR"
      $0.replaces = ["at", "frame", "best"]
    },
    RequestMember(
      "label", "--label", .part, in: .snapshot, \.label, .text(),
      "what the sheet's first frame is labelled with"),
  ]
}
