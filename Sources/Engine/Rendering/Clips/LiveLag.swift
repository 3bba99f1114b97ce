import Avatars
import Foundation
import Geometry
import Placement
import Tracking

/// How far what the player saw is from where the faces are, over the last second.
///
/// It looks at the recording at times of its own, 30 a second from the clip's first frame on, so that
/// the figures of a frame do not depend on which other frames are rendered.
struct LiveLag {
  /// The figures at one time.
  struct Figures {
    /// How old the answer on the screen is, in milliseconds; nil before the first one.
    var ageMs: Double?
    /// How far the face is from its place, in the mean, and how much that changes (the root mean square
    /// about the mean), in pixels of the output; nil where no face was seen by both.
    var distance, jitter: Double?

    /// The figures as they are written below the picture.
    var words: String {
      var words = [ageMs.map { String(format: "%.0f ms old", $0) } ?? "no answer yet"]
      if let distance, let jitter {
        words.append(String(format: "off by %.1f px", distance))
        words.append(String(format: "jitter %.1f px", jitter))
      }
      return words.joined(separator: " · ")
    }
  }

  private static let stepMs = 1000.0 / 30
  private static let windowMs = 1000.0

  private var live, ideal: RecordingTimeline
  private var nextMs: Double
  /// Where the live face was from the ideal one, at the times of the last second.
  private var offsets: [(timeMs: Double, by: Vector2<OutputSpace>)] = []
  private var sampleMs: Double?

  init(live: RecordingTimeline, ideal: RecordingTimeline, firstFrameMs: Double) {
    (self.live, self.ideal, nextMs) = (live, ideal, firstFrameMs)
  }

  /// The figures at a time of the clip, in milliseconds; times must not go down.
  mutating func lag(atMs timeMs: Double) throws -> Figures {
    while nextMs <= timeMs + 0.01 {
      let (seen, known) = (try live.state(atMs: nextMs), try ideal.state(atMs: nextMs))
      sampleMs = seen.sampleMs
      if let offset = Self.offset(seen, known) { offsets.append((nextMs, offset)) }
      nextMs += Self.stepMs
    }
    offsets.removeAll { $0.timeMs < timeMs - Self.windowMs }
    var lag = Figures(ageMs: sampleMs.map { max(timeMs - $0, 0) })
    guard !offsets.isEmpty else { return lag }
    let count = Double(offsets.count)
    let mean = offsets.reduce(Vector2<OutputSpace>(0, 0)) {
      Vector2($0.x + $1.by.x / count, $0.y + $1.by.y / count)
    }
    lag.distance = offsets.reduce(0) { $0 + $1.by.length } / count
    let squares = offsets.map { offset in
      let (x, y) = (offset.by.x - mean.x, offset.by.y - mean.y)
      return x * x + y * y
    }
    lag.jitter = (squares.reduce(0, +) / count).squareRoot()
    return lag
  }

  /// From the ideal face to the live one, between the eyes, of the face with the lowest identity that
  /// both know.
  private static func offset(_ live: FrameState, _ ideal: FrameState) -> Vector2<OutputSpace>? {
    for known in ideal.faces {
      guard let seen = live.faces.first(where: { $0.identity == known.identity }),
        let from = place(of: known.face, ideal), let to = place(of: seen.face, live)
      else { continue }
      return to - from
    }
    return nil
  }

  private static func place(of face: FaceSample, _ state: FrameState) -> Point2<OutputSpace>? {
    SceneFace(face, through: state.scene).anchor(.eyes).map {
      state.output.finished(state.output.toComposite($0))
    }
  }
}
