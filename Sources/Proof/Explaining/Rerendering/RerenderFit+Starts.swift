internal import Threads

extension RerenderFit {
  /// How far numbers are tried from where they are at most, in their units.
  private static let farthest = 12
  /// How many of the starts are worth a fit.
  private static let mostStarts = 3
  /// From which cost on, against the composition's, a step of one unit says that no step is worth a try.
  ///
  /// What a layer changes where it goes by a unit it mostly changes by any longer way too. So where that
  /// is so much more than what differs, it went nowhere: by the triangle inequality from 3 times on where
  /// costs are lines, and from 9 on where they are squares. With 4 the layers of all of the tests'
  /// 160 cases are named as they are without.
  private static let hopeless: Float = 4

  /// Where fits may start from, the best first, where the way from the composition is too long for one.
  ///
  /// Mostly one number of a manifest was changed; so each is tried by itself, in steps that artwork
  /// with fine lines needs, and shifts askew in larger ones.
  func starts(_ free: [Free], from start: Result) -> [Result] {
    let numbers = parameters(free, at: start.edits)
    let lines = Parallel.map(numbers) { best(along: $0, from: start) }
    var found = lines.compactMap(\.self)
    if let x = numbers.firstIndex(where: { $0.number == .x }),
      let y = numbers.firstIndex(where: { $0.number == .y }), lines[x] != nil || lines[y] != nil
    {
      let askew = Parallel.map(Self.askew) { way in
        result(of: numbers[y].adding(way.y, to: numbers[x].adding(way.x, to: start.edits)))
      }
      found += askew.min { $0.cost < $1.cost }.map { [$0] } ?? []
    }
    return Array(
      found.filter { $0.cost < start.cost }.sorted { $0.cost < $1.cost }.prefix(Self.mostStarts))
  }

  /// The best where one number is another; nil where a unit of it says that none is.
  private func best(along number: EditParameter, from start: Result) -> Result? {
    func results(_ distance: Int) -> [Result] {
      [-1, 1].map { result(of: number.adding($0 * Double(distance), to: start.edits)) }
    }
    let nearest = results(1)
    guard nearest.contains(where: { $0.cost < Self.hopeless * start.cost }) else { return nil }
    // A step of a face draws all of its layers.
    let step = if case .face = number.subject { 2 } else { 1 }
    let further = stride(from: 1 + step, through: Self.farthest, by: step).flatMap(results)
    return (nearest + further).min { $0.cost < $1.cost }
  }

  private static let askew: [SIMD2<Double>] = [2.0, 4, 7].flatMap { d in
    [SIMD2(d, d), SIMD2(d, -d), SIMD2(-d, d), SIMD2(-d, -d)]
  }
}
