internal import Foundation

extension LottieReader {
  /// The way of a layer that turns along it.
  ///
  /// rlottie 0.1 turns it only between its keys, and on ways with tangents alone: each part of the way gets some, and
  /// the way begins and ends with a pixel in its direction, which takes a million frames.
  mutating func orientedPlace(
    _ value: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) {
    let range = -LottieLimits.coordinate...LottieLimits.coordinate
    try property(value, in: range, &text) { value throws(LottieFault) -> Numbers in
      try Self.pair(value, within: LottieLimits.coordinate)
    } adjust: {
      Self.oriented($0)
    } write: { text, numbers, _ in
      Self.write(numbers, &text)
    }
  }

  private static func oriented(_ keys: [LottieKey<Numbers>]) -> [LottieKey<Numbers>] {
    var keys = keys
    for index in keys.indices.dropLast() where !keys[index].isHeld {
      guard let start = keys[index].start, let end = keys[index].end ?? keys[index + 1].start,
        start != end
      else { continue }
      let way = [end[0] - start[0], end[1] - start[1]]
      var (out, into) = keys[index].tangents ?? (scaled(way, 1 / 3), scaled(way, -1 / 3))
      let isStraight = length(out) == 0 && length(into) == 0
      // A tangent of no length has no direction: that of the next point is taken.
      if length(out) == 0 {
        out = scaled(
          isStraight ? way : [way[0] + into[0], way[1] + into[1]], isStraight ? 1 / 3 : 1e-3)
      }
      if length(into) == 0 {
        into = scaled(
          isStraight ? way : [out[0] - way[0], out[1] - way[1]], isStraight ? -1 / 3 : 1e-3)
      }
      keys[index].tangents = (out, into)
    }
    guard let first = keys.first, let last = keys.last, keys.count > 1 else { return keys }
    if let start = first.start, let out = direction(first.tangents?.out), !first.isHeld {
      let before = [start[0] - out[0], start[1] - out[1]]
      keys.insert(
        Self.step(at: first.time - LottieLimits.time, from: before, to: start, along: out), at: 0)
    }
    let part = keys[keys.count - 2]
    if let end = part.end ?? last.start, let into = direction(part.tangents?.into), !part.isHeld {
      let along = [-into[0], -into[1]]
      let after = [end[0] + along[0], end[1] + along[1]]
      keys[keys.count - 1] = Self.step(at: last.time, from: end, to: after, along: along)
      keys.append(
        LottieKey(time: last.time + LottieLimits.time, start: after, isHeld: false))
    }
    return keys
  }

  /// A key from which a layer goes evenly, and straight on.
  private static func step(
    at time: Double, from start: Numbers, to end: Numbers, along way: Numbers
  ) -> LottieKey<Numbers> {
    LottieKey(
      time: time, start: start, end: end, isHeld: false,
      tangents: (scaled(way, 1 / 3), scaled(way, -1 / 3)))
  }

  /// A direction as a way of one pixel; nil of none.
  private static func direction(_ way: Numbers?) -> Numbers? {
    guard let way, length(way) > 0 else { return nil }
    return scaled(way, 1 / length(way))
  }

  private static func scaled(_ way: Numbers, _ factor: Double) -> Numbers {
    way.map { $0 * factor }
  }

  private static func length(_ way: Numbers) -> Double {
    (way[0] * way[0] + way[1] * way[1]).squareRoot()
  }
}
