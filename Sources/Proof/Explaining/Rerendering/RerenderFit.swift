internal import Compositing
internal import Geometry
internal import Placement
internal import Threads

/// Fits numbers of a composition to the second picture at one level, by drawing it anew.
///
/// Gauss-Newton with central differences, in the part of the picture that the layers reach.
struct RerenderFit {
  typealias Free = RerenderHypothesis.Free

  private let scene: EditableScene
  private let level: RerenderLevel
  private let compositor: Compositor
  private let costs: RerenderCost
  private var parts: [RerenderPart] = []
  private var starts: [RerenderCost.Start] = []
  /// What the start costs.
  private(set) var costBefore: Float = 0

  /// The pixels in which compositions are drawn.
  var pixelCount: Int { parts.reduce(0) { $0 + $1.area.count } }

  /// How far around its layers a fit looks, as a part of their width.
  private static let reach = 0.1
  /// The most that a number changes a step, in its units.
  private static let longestStep = 8.0

  /// Prepares a fit of some layers; nil where they lie outside of the level.
  ///
  /// - Parameter reorders: whether the order of layers will change.
  init?(
    _ scene: EditableScene, _ level: RerenderLevel, layers: [Int], start: RerenderEdits,
    noise: Float, reorders: Bool = false, by compositor: Compositor
  ) {
    (self.scene, self.level, self.compositor) = (scene, level, compositor)
    costs = RerenderCost(level, noise: noise)
    let order = scene.order(after: start)
    for area in Self.areas(scene, level, layers, start) {
      let part = RerenderPart(
        scene, level, area, order: order, changing: layers, start: start, reorders: reorders,
        by: compositor)
      let drawn = costs.start(part.draw(scene, level, start, by: compositor), in: area)
      costBefore += drawn.own.reduce(0, +)
      parts.append(part)
      starts.append(drawn)
    }
    guard !parts.isEmpty else { return nil }
  }

  /// Where the layers of each face lie, with what is around; faces that overlap have one area.
  private static func areas(
    _ scene: EditableScene, _ level: RerenderLevel, _ layers: [Int], _ edits: RerenderEdits
  ) -> [RasterArea] {
    let faces = Dictionary(grouping: layers) { scene.layers[$0].entry.face }
    var areas: [RasterArea] = []
    for face in faces.keys.sorted() {
      let points = (faces[face] ?? []).flatMap { layer in
        (scene.corners(layer, after: edits)?.corners ?? []).map(level.place)
      }
      let side = (points.map(\.x).max() ?? 0) - (points.map(\.x).min() ?? 0)
      var area = RasterArea(
        around: points, margin: reach * side + 3, width: level.background.width,
        height: level.background.height)
      guard !area.isEmpty, !points.isEmpty else { continue }
      while let other = areas.firstIndex(where: { $0.overlaps(area) }) {
        area = area.union(areas.remove(at: other))
      }
      areas.append(area)
    }
    return areas
  }

  struct Result {
    let edits: RerenderEdits
    /// What it costs, and of that what is determined.
    let cost, own: Float
    /// The composition, part by part.
    fileprivate let drawn: [ByteRaster]
  }

  /// What a composition looks like, and costs.
  func result(of edits: RerenderEdits) -> Result {
    let drawn = draw(edits)
    let sums = parts.indices.map { place in
      costs.sums(of: drawn[place], in: parts[place].area, from: starts[place])
    }
    return Result(
      edits: edits, cost: sums.reduce(0) { $0 + $1.all }, own: sums.reduce(0) { $0 + $1.own },
      drawn: drawn)
  }

  /// What two compositions cost where both are determined.
  func common(_ a: Result, _ b: Result) -> (a: Float, b: Float) {
    parts.indices.reduce((0, 0)) { sum, place in
      let both = costs.common(a.drawn[place], b.drawn[place], in: parts[place].area)
      return (sum.0 + both.a, sum.1 + both.b)
    }
  }

  /// The numbers with their units at the level.
  func parameters(_ free: [Free], at edits: RerenderEdits) -> [EditParameter] {
    free.compactMap { subject, number in
      EditParameter(subject, number, in: scene, edits, pixelSide: level.pixelSide)
    }
  }

  /// Fits from a composition on.
  ///
  /// - Parameter isLast: whether compositions are held against each other only where both are determined.
  ///   What a change uncovers counts as what it was before, so elsewhere a composition gains by covering
  ///   it with something alike: near the end that leads away from where the layer is.
  func fit(_ free: [Free], from start: Result, steps: Int, isLast: Bool = false) -> Result {
    var best = start
    var damping = 1e-3
    let leastProgress: Float = level.pixelSide > 1 ? 1e-3 : 1e-4
    for _ in 0..<steps {
      let numbers = parameters(free, at: best.edits)
      guard !numbers.isEmpty else { break }
      let equations = equations(of: numbers, at: best)
      var isBetter = false
      var largest = 0.0
      for _ in 0..<4 {
        guard let step = equations.solution(damping: damping) else { break }
        var edits = best.edits
        for (number, value) in zip(numbers, step) {
          edits = number.adding(min(Self.longestStep, max(-Self.longestStep, value)), to: edits)
        }
        let next = result(of: edits)
        let costs = isLast ? common(best, next) : (best.cost, next.cost)
        if costs.1 < costs.0 {
          largest = step.map(abs).max() ?? 0
          isBetter = costs.0 - costs.1 > leastProgress * costs.0
          best = next
          damping = max(1e-5, damping * 0.2)
          break
        }
        damping *= 10
      }
      if !isBetter || largest < 0.004 { break }
    }
    return best
  }

  private func equations(of numbers: [EditParameter], at centre: Result) -> LeastSquares {
    let drawn = Parallel.map(numbers) { number in
      [0.5, -0.5].map { draw(number.adding($0, to: centre.edits)) }
    }
    let (more, less) = (drawn.map { $0[0] }, drawn.map { $0[1] })
    var equations = LeastSquares(count: numbers.count)
    for place in parts.indices {
      costs.add(
        centre.drawn[place], more: more.map { $0[place] }, less: less.map { $0[place] },
        in: parts[place].area, to: &equations)
    }
    return equations
  }

  private func draw(_ edits: RerenderEdits) -> [ByteRaster] {
    parts.map { $0.draw(scene, level, edits, by: compositor) }
  }
}
