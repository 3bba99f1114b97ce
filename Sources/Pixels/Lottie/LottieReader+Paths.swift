internal import JSON

/// An outline of curves of Bezier: its points, and the tangents into each and out of it.
private struct LottiePath: Equatable {
  var points, into, out: [[Double]]
  var isClosed: Bool
}

extension LottieReader {
  /// An outline that may change; gives how many points it has.
  mutating func path(
    _ value: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) -> Int {
    var count: Int?
    try property(value, &text) { value throws(LottieFault) in
      let path = try Self.path(value)
      if let count, count != path.points.count {
        throw value.fault(
          .other(
            "an outline of \(path.points.count) points follows one of \(count); expected as many"))
      }
      count = path.points.count
      return path
    } write: { text, path, isKey in
      if isKey {
        text.list { Self.write(path, &$0) }
      } else {
        Self.write(path, &text)
      }
    }
    return count ?? 0
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
