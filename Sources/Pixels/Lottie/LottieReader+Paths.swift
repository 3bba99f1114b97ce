internal import JSON

/// An outline of curves of Bezier: its points, and the tangents into each and out of it.
private struct LottiePath: Equatable {
  var points, into, out: [[Double]]
  var isClosed: Bool

  /// Whether all of it lies at one place.
  var isPoint: Bool {
    points.allSatisfy { $0 == points[0] } && (into + out).allSatisfy { $0 == [0, 0] }
  }

  /// The point as a line of this length.
  func line(_ length: Double) -> LottiePath {
    var line = self
    if points.count == 1 {
      line.points = [points[0], points[0]]
      line.into = [[0, 0], [0, 0]]
      line.out = line.into
    }
    line.isClosed = false
    line.points[0][0] -= length / 2
    line.points[line.points.count - 1][0] += length / 2
    return line
  }
}

extension LottieReader {
  /// How long a line without a length is written, by the composition's longer side: of one without, rlottie 0.1 does
  /// not draw the round and square ends.
  private static let shortestLine = 1.0 / 400

  /// An outline that may change; gives how much there is to draw.
  ///
  /// - Parameter isShape: whether strokes draw it, and it is no mask.
  mutating func path(
    _ value: LottieValue, isShape: Bool = false, _ text: inout LottieText
  ) throws(LottieFault) -> LottieOutline {
    var most = LottieOutline()
    var count: Int?
    var hasPoint = false
    let isSeen = isShape && !ends.isEmpty && !ends.contains(LottieReader.bluntEnds)
    let length = side * Self.shortestLine
    try property(value, &text) { value throws(LottieFault) in
      let path = try Self.path(value)
      if let count, count != path.points.count {
        throw value.fault(
          .other(
            "an outline of \(path.points.count) points follows one of \(count); expected as many"))
      }
      count = path.points.count
      let outline = LottieOutline(
        path.points, into: path.into, out: path.out, isClosed: path.isClosed)
      most.points = outline.points
      most.pieces = max(most.pieces, outline.pieces)
      most.length = max(most.length, outline.length)
      most.area = max(most.area, outline.area)
      // A single point is seen where it is closed.
      if isShape, path.isPoint, path.points.count > 1 || path.isClosed { hasPoint = true }
      return path
    } write: { text, path, isKey in
      var path = path
      if isSeen, path.isPoint, path.points.count > 1 || path.isClosed { path = path.line(length) }
      if isKey {
        text.list { Self.write(path, &$0) }
      } else {
        Self.write(path, &text)
      }
    }
    if hasPoint, ends.count > 1, ends.contains(LottieReader.bluntEnds) {
      note("round ends of lines without a length, beside blunt ones", value)
    }
    return most.times(1, scale: try swing(of: value))
  }

  private static func path(_ value: LottieValue) throws(LottieFault) -> LottiePath {
    // A key's value is wrapped in a list.
    let wrapped = value.isList ? try value.list().first : value
    guard let path = wrapped else { throw value.fault(.json(.empty("the list"))) }
    func points(_ name: String) throws(LottieFault) -> [[Double]] {
      var points: [[Double]] = []
      for point in try path.required(name).list() {
        points.append(try pair(point, within: LottieLimits.coordinate))
      }
      return points
    }
    let found = LottiePath(
      points: try points("v"), into: try points("i"), out: try points("o"),
      isClosed: try path["c"]?.truth() ?? false)
    guard found.points.count == found.into.count, found.points.count == found.out.count else {
      throw path.fault(
        .other(
          "\(found.points.count) points with \(found.into.count) and \(found.out.count) tangents found,"
            + " expected as many"))
    }
    guard !found.points.isEmpty else { throw path.fault(.json(.empty("the outline"))) }
    return found
  }

  private static func write(_ path: LottiePath, _ text: inout LottieText) {
    text.object { text in
      for (name, points) in [("i", path.into), ("o", path.out), ("v", path.points)] {
        text.name(name)
        text.list { text in for point in points { write(point, &text) } }
      }
      text.name("c")
      text.truth(path.isClosed)
    }
  }
}
