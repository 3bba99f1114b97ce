extension ReviewCase {
  /// What cannot be, beyond the kinds of values, by its place: `frames[3].quads[0]`; nil for nothing.
  ///
  /// For cases that were read from a file, which any program may have changed.
  public var fault: (place: String, reason: String)? {
    for (index, frame) in frames.enumerated() {
      if let (place, reason) = frame.fault { return ("frames[\(index)].\(place)", reason) }
    }
    for (index, curve) in curves.enumerated() where curve.values.count != frames.count {
      return (
        "curves[\(index)].values",
        "\(curve.values.count) values found, \(frames.count) expected, one a frame"
      )
    }
    for (index, span) in (spans ?? []).enumerated() where span.first > span.last {
      return ("spans[\(index)]", "the last frame comes before the first")
    }
    for (key, run) in [("expected", session?.expected), ("actual", session?.actual)] {
      for (index, track) in (run?.tracks ?? []).enumerated()
      where track.values.count != run?.timesMs.count {
        return ("session.\(key).tracks[\(index)].values", "one a sample expected")
      }
    }
    return nil
  }
}

extension ReviewFrame {
  fileprivate var fault: (place: String, reason: String)? {
    if frame < 0 { return ("frame", "\(frame) found, 0 or more expected") }
    for (key, path) in [("expected", expected), ("actual", actual)] {
      if let reason = path.flatMap(PicturePath.fault) { return (key, reason) }
    }
    for (index, quad) in quads.enumerated()
    where quad.corners.count != 4 || quad.corners.contains(where: { $0.count != 2 }) {
      return ("quads[\(index)].corners", "four corners of two numbers expected")
    }
    for (index, region) in (regions ?? []).enumerated()
    where region.corners.count != 4 || region.corners.contains(where: { $0.count != 2 }) {
      return ("regions[\(index)].corners", "four corners of two numbers expected")
    }
    for (index, point) in landmarks.enumerated() where point.count != 2 {
      return ("landmarks[\(index)]", "\(point.count) numbers found, 2 expected: [x, y]")
    }
    return nil
  }
}
