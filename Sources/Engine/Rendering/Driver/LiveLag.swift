import Avatars
import Foundation
import Geometry
import Placement
package import Timelines
import Tracking

/// How far what the player saw is from where the faces are, over the last second.
///
/// It looks at the recording at times of its own, 30 a second from the clip's first frame on, so that
/// the figures of a frame do not depend on which other frames are rendered.
package struct LiveLag {
  package struct Figures {
    /// How far the face is from its place, in the mean, and how much that changes (the root mean square
    /// about the mean), in pixels of the output; nil where no face was seen by both.
    package var distance, jitter: Double?

    /// The figures as they are written below the picture, with the age of what is shown, in
    /// milliseconds; nil before the first answer.
    func words(ageMs: Double?) -> String {
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
  private let firstFrameMs: Double
  /// The number of the next time that is looked at, from 0.
  private var next = 0
  /// Where the live face was from the ideal one, at the times of the last second.
  private var offsets: [(number: Int, by: Vector2<OutputSpace>)] = []

  package init(live: RecordingTimeline, ideal: RecordingTimeline, firstFrameMs: Double) {
    (self.live, self.ideal, self.firstFrameMs) = (live, ideal, firstFrameMs)
  }

  /// The figures at a time of the clip, in milliseconds; times must not go down.
  package mutating func lag(atMs timeMs: Double) throws -> Figures {
    // What is out of sight is not looked at, however far the time has leapt.
    // Times of clips are below 10^13 milliseconds.
    guard let oldest = Int(exactly: step(at: timeMs - Self.windowMs).rounded(.up)) else {
      return Figures()
    }
    next = max(next, oldest)
    while Double(next) <= step(at: timeMs + 0.01) {
      let nextMs = firstFrameMs + Double(next) * Self.stepMs
      let (seen, known) = (try live.state(atMs: nextMs), try ideal.state(atMs: nextMs))
      if let offset = Self.offset(seen, known) { offsets.append((next, offset)) }
      next += 1
    }
    offsets.removeAll { $0.number < oldest }
    var lag = Figures()
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

  /// How many steps after the first frame a time is.
  private func step(at timeMs: Double) -> Double { (timeMs - firstFrameMs) / Self.stepMs }

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
