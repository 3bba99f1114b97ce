internal import Comparison

/// What a case must be beyond the kinds of its values.
enum ReviewCheck {
  /// The first fault, by its place and what is wrong; nil where there is none.
  static func fault(of one: ReviewCase) -> (place: String, reason: String)? {
    if one.name.isEmpty { return ("name", "the name is empty") }
    if one.frames.count > ReviewLimits.frames {
      return ("frames", "\(one.frames.count) frames; at most \(ReviewLimits.frames) are allowed")
    }
    for (index, frame) in one.frames.enumerated() {
      if let (place, reason) = fault(of: frame) { return ("frames[\(index)].\(place)", reason) }
    }
    for (index, curve) in one.curves.enumerated() where curve.values.count != one.frames.count {
      return (
        "curves[\(index)].values",
        "\(curve.values.count) values found, \(one.frames.count) expected, one a frame"
      )
    }
    return nil
  }

  private static func fault(of frame: ReviewFrame) -> (place: String, reason: String)? {
    if frame.frame < 0 { return ("frame", "\(frame.frame) found, 0 or more expected") }
    for (key, path) in [("expected", frame.expected), ("actual", frame.actual)] {
      if let reason = path.flatMap(CaseName.pictureFault) { return (key, reason) }
    }
    for (index, quad) in frame.quads.enumerated()
    where quad.corners.count != 4 || quad.corners.contains(where: { $0.count != 2 }) {
      return ("quads[\(index)].corners", "four corners of two numbers expected")
    }
    for (index, point) in frame.landmarks.enumerated() where point.count != 2 {
      return ("landmarks[\(index)]", "\(point.count) numbers found, 2 expected: [x, y]")
    }
    return nil
  }
}
