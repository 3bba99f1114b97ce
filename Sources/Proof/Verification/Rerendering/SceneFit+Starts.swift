internal import Threads

extension SceneFit {
  /// How far numbers are tried from where they are, in their units.
  private static let farthest = 12
  /// How many of the starts are worth a fit.
  private static let mostStarts = 3

  /// Where fits may start from, the best first, where the way from the scene is too long for one.
  ///
  /// Mostly one number of a manifest was changed; so each is tried by itself, in steps that artwork
  /// with fine lines needs, and shifts askew in larger ones.
  func starts(_ free: [Free], from start: Result) -> [Result] {
    let numbers = parameters(free, at: start.edits)
    var lines = numbers.map { number in
      Self.distances.map { number.adding($0, to: start.edits) }
    }
    if let x = numbers.first(where: { $0.number == .x }),
      let y = numbers.first(where: { $0.number == .y })
    {
      lines.append(
        Self.askew.map { y.adding($0.y, to: x.adding($0.x, to: start.edits)) })
    }
    let best = Parallel.map(lines) { line in
      line.map(result(of:)).min { $0.cost < $1.cost }
    }.compactMap(\.self)
    return Array(
      best.filter { $0.cost < start.cost }.sorted { $0.cost < $1.cost }.prefix(Self.mostStarts))
  }

  private static let distances: [Double] = (1...farthest).flatMap { [-Double($0), Double($0)] }
  private static let askew: [SIMD2<Double>] = [2.0, 4, 7].flatMap { d in
    [SIMD2(d, d), SIMD2(d, -d), SIMD2(-d, d), SIMD2(-d, -d)]
  }
}
