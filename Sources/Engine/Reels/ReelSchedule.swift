import ClipReading
import Recipe
import Recordings
import Requests

/// When the segments of a reel are seen, and which frames of their recordings: with it, a process that makes some frames
/// opens no recording that these do not show.
package struct ReelSchedule: Hashable, Sendable {
  package struct Segment: Hashable, Sendable {
    /// The number of its first frame in the reel, how many it has, and how many of them it shares with the one before.
    package var start, count, lead: Int
    /// Which frames of each of its recordings are seen, along the grid of the reel's rate; nil of a picture.
    package var cells: [ClosedRange<Int>?]

    package init(start: Int, count: Int, lead: Int, cells: [ClosedRange<Int>?]) {
      (self.start, self.count, self.lead, self.cells) = (start, count, lead, cells)
    }

    /// The numbers of its frames in the reel.
    package var frames: ClosedRange<Int> { start...(start + count - 1) }
  }

  package var segments: [Segment]

  package init(_ segments: [Segment]) { self.segments = segments }

  /// Whether its segments are frames in a row that do not leave their recordings.
  package var isSound: Bool {
    var (end, room) = (0, 0)
    for segment in segments {
      guard (0...room).contains(segment.lead), segment.lead < segment.count,
        segment.start == end - segment.lead,
        segment.cells.allSatisfy({ $0.map { $0.count >= segment.count } ?? true })
      else { return false }
      (end, room) = (segment.start + segment.count, segment.count - segment.lead - 1)
    }
    return !segments.isEmpty
  }
}

extension ReelPlan {
  /// When its segments are seen.
  package var schedule: ReelSchedule {
    ReelSchedule(
      segments.map { segment in
        ReelSchedule.Segment(
          start: segment.start, count: segment.count, lead: segment.lead,
          cells: segment.cells.map {
            if case .clip(_, let numbers) = $0.source { numbers } else { nil }
          })
      })
  }

  /// The reel with what was found of its recordings: the part about the best moment, and the seasons of their days.
  ///
  /// - Parameter reel: what was planned.
  package func resolved(_ reel: Reel) throws -> Reel {
    var reel = reel
    for (index, segment) in segments.enumerated() {
      for (place, cell) in segment.cells.enumerated() {
        var found = reel.segments[index].cells[place]
        if found.bestSeconds != nil, case .clip(let settings, _) = cell.source,
          case .seconds(let start, let end) = settings.part
        {
          found.bestSeconds = nil
          found.request.start = start.map(ClipMoment.second)
          found.request.end = end.map(ClipMoment.second)
        }
        try found.request.passes.dateFilters(cell.date)
        reel.segments[index].cells[place] = found
      }
    }
    return reel
  }
}
