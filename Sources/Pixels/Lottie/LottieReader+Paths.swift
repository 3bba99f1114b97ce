internal import JSON

/// An outline of curves of Bezier: its points, and the tangents into each and out of it.
private struct LottiePath: Equatable {
  var points, into, out: [[Double]]
  var isClosed: Bool

  /// Whether all of it lies at one place.
  var isPoint: Bool {
    points.allSatisfy { $0 == points[0] } && (into + out).allSatisfy { $0 == [0, 0] }
  }

  /// The outline so far on the way to another one.
  func towards(_ end: LottiePath, _ part: Double) -> LottiePath {
    func between(_ from: [[Double]], _ to: [[Double]]) -> [[Double]] {
      zip(from, to).map { zip($0, $1).map { $0 + ($1 - $0) * part } }
    }
    return LottiePath(
      points: between(points, end.points), into: between(into, end.into),
      out: between(out, end.out), isClosed: isClosed)
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

extension LottieOutline {
  /// Becomes as much as an outline, where that is more.
  fileprivate mutating func hold(_ path: LottiePath) {
    let outline = LottieOutline(
      path.points, into: path.into, out: path.out, isClosed: path.isClosed)
    points = max(points, outline.points)
    pieces = max(pieces, outline.pieces)
    length = max(length, outline.length)
    area = max(area, outline.area)
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
    var hasPoint = false
    let isSeen = isShape && !ends.isEmpty && !ends.contains(LottieReader.bluntEnds)
    let length = side * Self.shortestLine
    try property(value, &text) { value throws(LottieFault) in
      let path = try Self.path(value)
      most.hold(path)
      // A single point is seen where it is closed.
      if isShape, path.isPoint, path.points.count > 1 || path.isClosed { hasPoint = true }
      return path
    } adjust: { keys in
      var keys = keys
      for (index, key) in keys.dropLast().enumerated() {
        guard let start = key.start, let end = key.end ?? keys[index + 1].start else { continue }
        // Between outlines of other points there is nothing.
        if start.points.count != end.points.count { keys[index].isHeld = true }
        for part in LottieKey<LottiePath>.swings(key.arriving + key.leaving)
        where !keys[index].isHeld {
          most.hold(start.towards(end, part))
        }
      }
      return keys
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
    return most
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
    // One without points draws nothing, as one of a single point that is not closed.
    return found.points.isEmpty
      ? LottiePath(points: [[0, 0]], into: [[0, 0]], out: [[0, 0]], isClosed: false) : found
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
