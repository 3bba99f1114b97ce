import FaceModel
package import Geometry
package import Hud
import Placement
import Tracking

/// Where the HUD stands over time, so that it does not lie on the eyes of faces, nor on their mouths while teeth are
/// asked for.
///
/// It follows the samples alone. What it covers has to be covered for a while before it goes elsewhere, and its
/// first place has to be free for longer before it goes back: a face that moves at an edge does not move the HUD
/// to and fro.
package struct HudPlaceTimeline {
  private let cover: HudCover
  /// The places so far, by time; the last ones.
  private var places: [HudPlace] = []
  private var coveredSinceMs: Double?
  private var freeSinceMs: [HudArrangement: Double] = [:]

  /// The share of an eye that may be covered.
  private static let tolerated = 0.02
  /// For how long eyes are covered before the HUD goes elsewhere, and a better place is free before it goes there.
  private static let leavesAfterMs = 300.0
  private static let returnsAfterMs = 2000.0

  /// Follows no samples yet.
  package init(_ cover: HudCover) { self.cover = cover }

  /// Takes what should be seen at a sample; samples come in the order of their times.
  package mutating func take(_ boxes: [Rectangle<OutputSpace>], atMs timeMs: Double) {
    guard !boxes.isEmpty else {
      (coveredSinceMs, freeSinceMs) = (nil, [:])
      return
    }
    guard let current = places.last?.arrangement else {
      places = [HudPlace(cover.best(boxes))]
      return
    }
    let isCovered = cover.covered(boxes, in: current) > Self.tolerated
    coveredSinceMs = isCovered ? coveredSinceMs ?? timeMs : nil
    for arrangement in HudArrangement.allCases where arrangement.rawValue < current.rawValue {
      let isFree = cover.covered(boxes, in: arrangement) <= Self.tolerated
      freeSinceMs[arrangement] = isFree ? freeSinceMs[arrangement] ?? timeMs : nil
    }
    if let sinceMs = coveredSinceMs, timeMs - sinceMs >= Self.leavesAfterMs {
      enter(cover.best(boxes), after: current, atMs: timeMs)
    } else if let free = HudArrangement.allCases.first(where: {
      freeSinceMs[$0].map { timeMs - $0 >= Self.returnsAfterMs } ?? false
    }) {
      enter(free, after: current, atMs: timeMs)
    }
  }

  private mutating func enter(
    _ next: HudArrangement, after current: HudArrangement, atMs timeMs: Double
  ) {
    guard next != current else { return }
    places = places.suffix(7) + [HudPlace(next, after: current, sinceMs: timeMs)]
    (coveredSinceMs, freeSinceMs) = (nil, [:])
  }

  /// Where it stands at a time.
  package func place(atMs timeMs: Double) -> HudPlace {
    places.last { $0.sinceMs <= timeMs } ?? HudPlace()
  }
}

extension FaceSample {
  /// The boxes of a face that the HUD keeps off, in a finished picture.
  func keptFree(
    through scene: SceneMapping, _ output: OutputMapping, withMouth: Bool
  ) -> [Rectangle<OutputSpace>] {
    guard let seen = SceneLandmarks(self, through: scene) else { return [] }
    let mesh = seen.mesh.map { output.finished(output.toComposite($0)) }
    return mesh.boxesToKeepFree(withMouth: withMouth)
  }
}

extension [Point2<OutputSpace>] {
  /// The boxes of the eyes, and of the mouth if it is asked for, of 468 landmarks.
  package func boxesToKeepFree(withMouth: Bool) -> [Rectangle<OutputSpace>] {
    let parts =
      [FaceTopology.rightEye, FaceTopology.leftEye] + (withMouth ? [FaceTopology.outerLips] : [])
    return parts.compactMap { part in
      guard let box = Rectangle(around: part.filter(indices.contains).map { self[$0] }) else {
        return nil
      }
      let room = 0.25 * box.width
      return box.grown(left: room, top: room, right: room, bottom: room)
    }
  }
}
