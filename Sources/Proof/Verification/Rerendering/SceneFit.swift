internal import Compositing
internal import Geometry
internal import Placement

/// Fits numbers of a scene to the second picture at one level, by drawing it anew.
///
/// Gauss-Newton with central differences: each step draws the layers from the lowest changed one up,
/// once as they are and twice for each number, in the part of the picture that these reach. What
/// cannot be told is what the first picture hides and the change uncovers; there a scene is neither
/// better nor worse than the one it started from.
struct SceneFit {
  /// A part of the level that the layers reach: one for each face.
  private struct Part {
    let area: RasterArea
    /// The ground with the layers that lie under all that change.
    let base: ByteRaster
    /// What each pixel costs at the start.
    var before: [Float] = []
  }

  let scene: EditableScene
  let level: SceneLevel
  let compositor: Compositor
  /// The noise of the two pictures, in levels.
  let noise: Float
  private var parts: [Part] = []
  /// The layers that lie in the bases already.
  private let kept: Set<Int>
  /// What the start costs.
  private(set) var costBefore: Float = 0

  /// How far a ground that is guessed may be off, in levels.
  private static let guessError: Float = 60
  /// How far around its layers a fit looks, as a part of their width.
  private static let reach = 0.1

  /// Prepares a fit of some layers; nil where they lie outside of the level.
  ///
  /// - Parameter reorders: whether the order of layers will change, so that all are drawn each time.
  init?(
    _ scene: EditableScene, _ level: SceneLevel, layers: [Int], start: SceneEdits,
    noise: Float, reorders: Bool = false, by compositor: Compositor
  ) {
    (self.scene, self.level) = (scene, level)
    (self.noise, self.compositor) = (max(1, noise), compositor)
    let order = scene.order(after: start)
    let lowest = reorders ? 0 : order.firstIndex { layers.contains($0) } ?? 0
    kept = Set(order[..<lowest])
    for area in Self.areas(scene, level, layers, start) {
      let base = level.draw(
        scene, Array(order[..<lowest]), start, on: level.ground.part(area), in: area,
        by: compositor)
      var part = Part(area: area, base: base)
      part.before = costs(of: draw(start, in: part), in: part)
      costBefore += part.before.reduce(0, +)
      parts.append(part)
    }
    guard !parts.isEmpty else { return nil }
  }

  /// Where the layers of each face lie, with what is around; faces that overlap have one area.
  private static func areas(
    _ scene: EditableScene, _ level: SceneLevel, _ layers: [Int], _ edits: SceneEdits
  ) -> [RasterArea] {
    let faces = Dictionary(grouping: layers) { scene.layers[$0].entry.face }
    var areas: [RasterArea] = []
    for face in faces.keys.sorted() {
      let points = (faces[face] ?? []).flatMap { layer in
        (scene.corners(layer, after: edits)?.corners ?? []).map(level.place)
      }
      let side = (points.map(\.x).max() ?? 0) - (points.map(\.x).min() ?? 0)
      var area = RasterArea(
        around: points, margin: reach * side + 3, width: level.ground.width,
        height: level.ground.height)
      guard !area.isEmpty, !points.isEmpty else { continue }
      while let other = areas.firstIndex(where: { $0.overlaps(area) }) {
        area = area.union(areas.remove(at: other))
      }
      areas.append(area)
    }
    return areas
  }

  /// What was found.
  struct Result {
    var edits: SceneEdits
    var cost: Float
  }

  /// What a scene costs.
  func cost(of edits: SceneEdits) -> Float {
    parts.reduce(0) { sum, part in
      sum + costs(of: draw(edits, in: part), in: part).reduce(0, +)
    }
  }

  /// The best of some shifts, turns and growths to start a fit from, where the way from the scene is
  /// too long for it.
  func displaced(
    _ parameters: [(EditParameter.Subject, EditParameter.Number)], from edits: SceneEdits
  ) -> SceneEdits {
    func made(_ numbers: Set<EditParameter.Number>) -> [EditParameter] {
      parameters.filter { numbers.contains($0.1) }.compactMap { subject, number in
        EditParameter(subject, number, in: scene, edits, pixelSide: level.pixelSide)
      }
    }
    var best = Result(edits: edits, cost: cost(of: edits))
    for number in made([.rotation, .scale]) {
      for distance in [-5, -2.5, 2.5, 5] {
        let changed = number.adding(distance, to: edits)
        let cost = cost(of: changed)
        if cost < best.cost { best = Result(edits: changed, cost: cost) }
      }
    }
    let shifts = made([.x, .y])
    guard shifts.count == 2 else { return best.edits }
    for distance in [2.5, 5.0] {
      for (x, y) in [
        (1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (0.7, -0.7), (-0.7, 0.7), (-0.7, -0.7),
      ] {
        let moved = shifts[1].adding(y * distance, to: shifts[0].adding(x * distance, to: edits))
        let cost = cost(of: moved)
        if cost < best.cost { best = Result(edits: moved, cost: cost) }
      }
    }
    return best.edits
  }

  /// Fits from a scene on.
  func fit(
    _ parameters: [(EditParameter.Subject, EditParameter.Number)], from edits: SceneEdits,
    steps: Int
  ) -> Result {
    var best = Result(edits: edits, cost: cost(of: edits))
    var damping = 1e-3
    let leastProgress: Float = level.pixelSide > 1 ? 1e-3 : 1e-4
    for _ in 0..<steps {
      let numbers = parameters.compactMap { subject, number in
        EditParameter(subject, number, in: scene, best.edits, pixelSide: level.pixelSide)
      }
      guard !numbers.isEmpty else { break }
      let equations = equations(of: numbers, at: best.edits)
      var isBetter = false
      var largest = 0.0
      for _ in 0..<4 {
        guard let step = equations.solution(damping: damping) else { break }
        var next = best.edits
        for (number, value) in zip(numbers, step) {
          next = number.adding(min(8, max(-8, value)), to: next)
        }
        let cost = cost(of: next)
        if cost < best.cost {
          largest = step.map(abs).max() ?? 0
          isBetter = best.cost - cost > leastProgress * best.cost
          best = Result(edits: next, cost: cost)
          damping = max(1e-5, damping * 0.2)
          break
        }
        damping *= 10
      }
      if !isBetter || largest < 0.004 { break }
    }
    return best
  }

  private func draw(_ edits: SceneEdits, in part: Part) -> ByteRaster {
    level.draw(
      scene, scene.order(after: edits).filter { !kept.contains($0) }, edits, on: part.base,
      in: part.area, by: compositor)
  }

  // MARK: - Pixels

  private func costs(of raster: ByteRaster, in part: Part) -> [Float] {
    let (area, before) = (part.area, part.before)
    var costs = [Float](repeating: 0, count: area.count)
    for y in 0..<area.height {
      let row = (area.y + y) * level.ground.width + area.x
      for x in 0..<area.width {
        let i = y * area.width + x
        let pixel = raster.pixels[i]
        let rest = level.target[row + x] - SceneColour.of(pixel, on: level.guess[row + x])
        let weight = weight(of: pixel)
        let own = weight * robust(SceneColour.square(rest))
        costs[i] = before.isEmpty ? own : own + (1 - weight) * before[i]
      }
    }
    return costs
  }

  private var edge: Float { max(16, 4 * noise) }

  /// Huber's: squares up to some levels, from there on lines.
  @inline(__always)
  private func robust(_ square: Float) -> Float {
    square <= edge * edge ? square : edge * (2 * square.squareRoot() - edge)
  }

  /// How much a pixel counts by how far it is determined.
  @inline(__always)
  private func weight(of pixel: ByteRaster.Pixel) -> Float {
    let error = Float(255 &- pixel.w) * (Self.guessError / 255) / noise
    return 1 / (1 + error * error)
  }

  private func equations(
    of numbers: [EditParameter], at edits: SceneEdits
  ) -> LeastSquares {
    var equations = LeastSquares(count: numbers.count)
    for part in parts { add(part, numbers, edits, to: &equations) }
    return equations
  }

  private func add(
    _ part: Part, _ numbers: [EditParameter], _ edits: SceneEdits,
    to equations: inout LeastSquares
  ) {
    let (half, area) = (0.5, part.area)
    let centre = draw(edits, in: part)
    let more = numbers.map { draw($0.adding(half, to: edits), in: part) }
    let less = numbers.map { draw($0.adding(-half, to: edits), in: part) }
    var columns = [SIMD4<Float>](repeating: .zero, count: numbers.count)
    for y in 0..<area.height {
      let row = (area.y + y) * level.ground.width + area.x
      for x in 0..<area.width {
        let i = y * area.width + x
        var changes = false
        for n in numbers.indices {
          let (a, b) = (more[n].pixels[i], less[n].pixels[i])
          if a == b {
            columns[n] = .zero
          } else {
            changes = true
            let guess = level.guess[row + x]
            columns[n] = SceneColour.of(a, on: guess) - SceneColour.of(b, on: guess)
          }
        }
        guard changes else { continue }
        let pixel = centre.pixels[i]
        let rest = level.target[row + x] - SceneColour.of(pixel, on: level.guess[row + x])
        let square = SceneColour.square(rest)
        var weight = weight(of: pixel)
        if square > edge * edge { weight *= edge / square.squareRoot() }
        equations.add(columns, rest, weight: weight)
      }
    }
  }
}
