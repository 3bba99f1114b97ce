internal import Geometry

/// The landmarks' errors against a reference, over the frames of a recording.
struct AlignAccuracy {
  /// The NME of a frame's faces, by identity.
  struct Errors {
    var raw: [Int: Double] = [:]
    var smoothed: [Int: Double] = [:]
  }

  /// One of the two motions.
  private struct Side {
    var errors = ErrorDistribution()
    var jitter = JitterMeter()
    var missed = 0
    var last: [Int: (frame: Int, deviation: [Int: Vector2<SceneSpace>])] = [:]
  }

  private var raw = Side()
  private var smoothed = Side()

  /// Adds a frame; without a reference there is nothing to add.
  mutating func add(
    _ references: [ReferenceFace]?, raw faces: [Int: FaceShape], smoothed after: [Int: FaceShape],
    frame: Int
  ) -> Errors {
    guard let references else { return Errors() }
    return Errors(
      raw: Self.add(references, faces, sizes: faces, frame, &raw),
      smoothed: Self.add(references, after, sizes: faces, frame, &smoothed))
  }

  private static func add(
    _ references: [ReferenceFace], _ faces: [Int: FaceShape], sizes: [Int: FaceShape],
    _ frame: Int, _ side: inout Side
  ) -> [Int: Double] {
    let identities = faces.keys.sorted()
    let shapes = identities.compactMap { faces[$0] }
    let pairs = ReferenceFace.pairs(references, shapes)
    var errors: [Int: Double] = [:]
    for (r, f) in pairs {
      let (reference, identity) = (references[r], identities[f])
      let nme = reference.nme(of: shapes[f])
      errors[identity] = nme
      side.errors.add(nme)
      var deviation: [Int: Vector2<SceneSpace>] = [:]
      for (number, point) in reference.points where shapes[f].points.indices.contains(number) {
        deviation[number] = shapes[f].points[number] - point
      }
      // A change from one frame to the next tells of jitter; over frames without annotations it
      // would tell of more than that.
      if let last = side.last[identity], last.frame == frame - 1 {
        let common = deviation.keys.filter { last.deviation[$0] != nil }.sorted()
        side.jitter.add(
          deviation: common.compactMap { deviation[$0] },
          after: common.compactMap { last.deviation[$0] },
          size: (sizes[identity] ?? shapes[f]).size)
      }
      side.last[identity] = (frame, deviation)
    }
    side.last = side.last.filter { $0.value.frame >= frame - 1 }
    for _ in 0..<(references.count - pairs.count) {
      side.errors.add(nil)
      side.missed += 1
    }
    return errors
  }

  /// Puts the figures into a report.
  func tell(_ report: inout AlignmentReport) {
    report[.rawNme] = raw.errors.mean
    report[.rawNmeMedian] = raw.errors.median
    report[.rawNmeP90] = raw.errors.p90
    report[.rawFailureRate8] = raw.errors.failureRate(over: 8)
    report[.rawFailureRate10] = raw.errors.failureRate(over: 10)
    report[.rawAuc8] = raw.errors.areaUnderCurve(upTo: 8)
    report[.rawAuc10] = raw.errors.areaUnderCurve(upTo: 10)
    report[.rawReferenceJitter] = raw.jitter.percent
    report[.nme] = smoothed.errors.mean
    report[.nmeMedian] = smoothed.errors.median
    report[.nmeP90] = smoothed.errors.p90
    report[.failureRate8] = smoothed.errors.failureRate(over: 8)
    report[.failureRate10] = smoothed.errors.failureRate(over: 10)
    report[.auc8] = smoothed.errors.areaUnderCurve(upTo: 8)
    report[.auc10] = smoothed.errors.areaUnderCurve(upTo: 10)
    report[.referenceJitter] = smoothed.jitter.percent
    let count = smoothed.errors.count
    report[.missedFaces] = count == 0 ? nil : 100 * Double(smoothed.missed) / Double(count)
  }
}
