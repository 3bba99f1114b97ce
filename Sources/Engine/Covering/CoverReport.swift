public import ClipReading
public import JSON

extension CoverPlan {
  /// Why frames of a part of the clip may show a face, a line each; empty where all of them are sure.
  public func doubts(in part: ClipPart) -> [String] {
    let frames = frames(of: part)
    return doubts.filter { $0.frames?.overlaps(frames) ?? true }.map(\.why)
  }

  /// The frames of a part, and those at its edges.
  private func frames(of part: ClipPart) -> ClosedRange<Int> {
    let last = max(0, times.count - 1)
    func before(_ second: Double?) -> Int {
      second.flatMap { second in times.lastIndex { $0 <= second * 1000 + 1 } } ?? 0
    }
    func after(_ second: Double?) -> Int {
      second.flatMap { second in times.firstIndex { $0 >= second * 1000 - 1 } } ?? last
    }
    switch part {
    case .whole: return 0...last
    case .frames(let frames): return min(frames.lowerBound, last)...min(frames.upperBound, last)
    case .seconds(let start, let end):
      let first = before(start)
      return first...max(first, after(end))
    case .moment(let second): return before(second)...max(before(second), after(second))
    }
  }

  /// What is covered, in one line.
  public var summary: String {
    let heads = tracks.count { $0.covered > 0 }
    let filled = tracks.reduce(0) { $0 + ($1.covered > 0 ? $1.filled : 0) }
    return
      "\(heads) \(heads == 1 ? "face is" : "faces are") covered in \(coveredFrames) of \(times.count) frames"
      + (filled > 0
        ? ", in \(filled) of them on the way between sights, or before and after them" : "")
  }

  /// The report: which heads are covered in which frames, and why; what is not sure.
  public var report: JSONValue {
    func seconds(_ frame: Int) -> JSONValue {
      .number(times.indices.contains(frame) ? (times[frame]).rounded() / 1000 : 0)
    }
    return .object([
      ("format", .string("avatar-overlay-cover")), ("version", .integer(1)),
      ("isSure", .bool(doubts.isEmpty)),
      (
        "doubts",
        .array(
          doubts.map { doubt in
            .object([
              ("why", .string(doubt.why)),
              (
                "frames",
                doubt.frames.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) }
                  ?? .null
              ),
            ])
          })
      ),
      ("frames", .integer(times.count)), ("coveredFrames", .integer(coveredFrames)),
      ("sceneCuts", .array(cuts.map { .integer($0) })),
      (
        "tracks",
        .array(
          tracks.enumerated().map { index, track in
            .object([
              ("track", .integer(index)),
              (
                "frames",
                .array([.integer(track.frames.lowerBound), .integer(track.frames.upperBound)])
              ),
              ("startSeconds", seconds(track.frames.lowerBound)),
              ("endSeconds", seconds(track.frames.upperBound)),
              ("seenFrames", .integer(track.seen)), ("filledFrames", .integer(track.filled)),
              ("coveredFrames", .integer(track.covered)),
              ("begin", .string(track.begin.rawValue)), ("end", .string(track.end.rawValue)),
              ("faces", .array(track.faces.map { .integer($0) })),
            ])
          })
      ),
    ])
  }
}
