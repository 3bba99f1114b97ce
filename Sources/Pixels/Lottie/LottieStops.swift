/// The colours of a gradient, and its opacities where it has some, each at places of their own.
///
/// Between two of its stops rlottie 0.1 mixes colours that are multiplied by their opacity; the format mixes colours
/// and opacities each by themselves. So more stops are written, near enough to each other that the two are alike.
struct LottieStops: Equatable {
  /// A value at a place from 0 to 1.
  struct Stop: Equatable {
    var place: Double
    var values: [Double]
  }

  /// The bytes that a stop takes at most, as it is written: six numbers.
  static let writtenBytes = 48

  /// As they stand in the file.
  let numbers: [Double]
  /// Red, green and blue.
  private(set) var colours: [Stop] = []
  /// None where all is opaque.
  private(set) var opacities: [Stop] = []

  /// - Parameters:
  ///   - numbers: four for each colour, then two for each opacity.
  ///   - count: how many colours there are.
  init(_ numbers: [Double], _ count: Int) {
    self.numbers = numbers
    for start in stride(from: 0, to: 4 * count, by: 4) {
      Self.append(numbers[start], Array(numbers[(start + 1)..<(start + 4)]), to: &colours)
    }
    for start in stride(from: 4 * count, to: numbers.count, by: 2) {
      Self.append(numbers[start], [numbers[start + 1]], to: &opacities)
    }
  }

  /// As in SVG, no stop lies before one that stands before it.
  private static func append(_ place: Double, _ values: [Double], to stops: inout [Stop]) {
    stops.append(Stop(place: max(place, stops.last?.place ?? 0), values: values))
  }

  /// The values at a place between the stops.
  ///
  /// - Parameter after: of those that lie there, how many are passed.
  private static func values(of stops: [Stop], at place: Double, passed: Int) -> [Double] {
    if passed == 0 { return stops[0].values }
    guard passed < stops.count else { return stops[stops.count - 1].values }
    let (start, end) = (stops[passed - 1], stops[passed])
    guard end.place > start.place else { return start.values }
    let part = min(max((place - start.place) / (end.place - start.place), 0), 1)
    return zip(start.values, end.values).map { $0 + ($1 - $0) * part }
  }

  /// How the colours and opacities of a gradient are put together, at all its keys alike.
  struct Mixing: Equatable {
    /// The stops in the order of their places: a colour each, or an opacity.
    private var isColour: [Bool] = []
    /// Into how many parts what lies between two of them is divided.
    private var parts: [Int] = []
    /// How many of the first stops are left out: of transparent ones the library knows the sum of three alone, and may
    /// take those of another opacity for them.
    private var left = 0
    /// How many stops are written.
    private(set) var count = 0

    /// - Returns: nil where the order changes from key to key.
    init?(_ moments: [LottieStops]) {
      guard let first = moments.first else { return nil }
      isColour = Self.order(of: first)
      for moment in moments where Self.order(of: moment) != isColour {
        // Which of two at one place comes first makes no difference.
        guard moment.isOrdered(as: isColour) else { return nil }
      }
      guard !first.opacities.isEmpty else {
        count = first.colours.count
        return
      }
      parts = Array(repeating: 1, count: isColour.count - 1)
      for moment in moments {
        let stops = moment.merged(as: isColour)
        for index in parts.indices {
          let (start, end) = (stops[index], stops[index + 1])
          let colour = zip(start.values, end.values).prefix(3).map { abs($0 - $1) }.max() ?? 0
          let opacity = abs(start.values[3] - end.values[3])
          // What lies between differs by a quarter of the product, over the square of the parts.
          let enough = (255 * colour * opacity / 4).squareRoot().rounded(.up)
          parts[index] = max(parts[index], Int(enough))
        }
      }
      left =
        moments.map { moment in
          let stops = all(of: moment)
          return max(0, (stops.firstIndex { $0.values[3] > 0 } ?? stops.count) - 1)
        }.min() ?? 0
      count = 1 + parts.reduce(0, +) - left
    }

    private static func order(of stops: LottieStops) -> [Bool] {
      var order: [Bool] = []
      var (colour, opacity) = (0, 0)
      while colour < stops.colours.count || opacity < stops.opacities.count {
        let takesColour =
          opacity == stops.opacities.count
          || colour < stops.colours.count
            && stops.colours[colour].place <= stops.opacities[opacity].place
        order.append(takesColour)
        if takesColour { colour += 1 } else { opacity += 1 }
      }
      return order
    }

    /// Four numbers for each stop, then its place and its opacity for each.
    func numbers(of stops: LottieStops) -> [Double] {
      guard !stops.opacities.isEmpty else { return stops.numbers }
      let all = all(of: stops).dropFirst(left)
      func rounded(_ number: Double) -> Double { (number * 1e5).rounded() / 1e5 }
      return all.flatMap { [$0.place] + $0.values.prefix(3) }.map(rounded)
        + all.flatMap { [$0.place, $0.values[3]] }.map(rounded)
    }

    /// All stops, those between included.
    private func all(of stops: LottieStops) -> [Stop] {
      let merged = stops.merged(as: isColour)
      var all = [merged[0]]
      for (index, count) in parts.enumerated() {
        let (start, end) = (merged[index], merged[index + 1])
        for part in 1...count {
          let share = Double(part) / Double(count)
          all.append(
            Stop(
              place: start.place + (end.place - start.place) * share,
              values: zip(start.values, end.values).map { $0 + ($1 - $0) * share }))
        }
      }
      // Where two lie at one place the library divides by nothing: they lie a little apart.
      let least = 1e-4
      for index in all.indices.dropFirst() {
        all[index].place = max(all[index].place, all[index - 1].place + least)
      }
      var most = 1.0
      for index in all.indices.reversed() {
        all[index].place = min(all[index].place, most)
        most = all[index].place - least
      }
      return all
    }
  }

  /// Whether places rise in this order of colours and opacities.
  private func isOrdered(as order: [Bool]) -> Bool {
    guard order.count == colours.count + opacities.count,
      order.count(where: { $0 }) == colours.count
    else { return false }
    var (colour, opacity) = (0, 0)
    var last = 0.0
    for isColour in order {
      let place = isColour ? colours[colour].place : opacities[opacity].place
      guard place >= last else { return false }
      last = place
      if isColour { colour += 1 } else { opacity += 1 }
    }
    return true
  }

  /// Colours with their opacities, at the places of both.
  private func merged(as order: [Bool]) -> [Stop] {
    var (colour, opacity) = (0, 0)
    return order.map { isColour in
      let place = isColour ? colours[colour].place : opacities[opacity].place
      // At its own place each has its own value, also where another one lies there.
      let own = isColour ? colours[colour].values : opacities[opacity].values
      let other =
        isColour
        ? Self.values(of: opacities, at: place, passed: opacity)
        : Self.values(of: colours, at: place, passed: colour)
      if isColour { colour += 1 } else { opacity += 1 }
      return Stop(place: place, values: isColour ? own + other : other + own)
    }
  }
}
