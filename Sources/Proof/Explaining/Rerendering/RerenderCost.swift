/// What a composition costs, and which step lessens it.
///
/// A pixel counts by how far it is determined. What the first picture hides and a change uncovers can
/// not be told; there a composition is neither better nor worse than the one that the fit started from.
struct RerenderCost {
  let level: RerenderLevel
  /// The noise of the two pictures, in levels.
  let noise: Float
  /// Where squares become lines, in levels.
  private let edge: Float

  /// How far a background that is guessed may be off, in levels.
  private static let guessError: Float = 60

  init(_ level: RerenderLevel, noise: Float) {
    (self.level, self.noise) = (level, max(1, noise))
    edge = max(16, 4 * self.noise)
  }

  /// What a part looks like when a fit starts, and costs.
  struct Start {
    let raster: ByteRaster
    /// What each pixel costs as far as it is determined.
    let own: [Float]
    /// What each pixel costs, with what cannot be told.
    fileprivate let all: [Float]
    fileprivate let sums: Sums
  }

  /// What a part costs.
  struct Sums {
    /// As far as it is determined.
    var own: Float = 0
    /// With what cannot be told.
    var all: Float = 0
  }

  /// Takes a part as it looks when a fit starts.
  func start(_ raster: ByteRaster, in area: RasterArea) -> Start {
    var (own, all) = ([Float](repeating: 0, count: area.count), [Float]())
    all = own
    var sums = Sums()
    forEachPixel(of: area) { i, place in
      let weight = weight(of: raster.pixels[i])
      own[i] = weight * robust(rest(of: raster.pixels[i], place))
      all[i] = own[i] + (1 - weight) * own[i]
      sums.own += own[i]
      sums.all += all[i]
    }
    return Start(raster: raster, own: own, all: all, sums: sums)
  }

  /// What a part costs, told by the pixels that are not as they were at the start.
  func sums(of raster: ByteRaster, in area: RasterArea, from start: Start) -> Sums {
    var sums = start.sums
    forEachPixel(of: area) { i, place in
      let pixel = raster.pixels[i]
      guard pixel != start.raster.pixels[i] else { return }
      let weight = weight(of: pixel)
      let own = weight > 0.001 ? weight * robust(rest(of: pixel, place)) : 0
      sums.own += own - start.own[i]
      sums.all += own + (1 - weight) * start.own[i] - start.all[i]
    }
    return sums
  }

  /// What two compositions cost where both are determined.
  func common(
    _ a: ByteRaster, _ b: ByteRaster, in area: RasterArea
  ) -> (a: Float, b: Float) {
    var sums: (a: Float, b: Float) = (0, 0)
    forEachPixel(of: area) { i, place in
      let (p, q) = (a.pixels[i], b.pixels[i])
      guard p != q else { return }
      let weight = min(weight(of: p), weight(of: q))
      sums.a += weight * robust(rest(of: p, place))
      sums.b += weight * robust(rest(of: q, place))
    }
    return sums
  }

  /// Adds to the equations what drawings around a composition say.
  ///
  /// - Parameters:
  ///   - centre: the composition.
  ///   - more, less: the composition with half a unit more and less of each number.
  func add(
    _ centre: ByteRaster, more: [ByteRaster], less: [ByteRaster], in area: RasterArea,
    to equations: inout LeastSquares
  ) {
    var columns = [SIMD4<Float>](repeating: .zero, count: more.count)
    forEachPixel(of: area) { i, place in
      var changes = false
      for n in more.indices {
        let (a, b) = (more[n].pixels[i], less[n].pixels[i])
        if a == b {
          columns[n] = .zero
        } else {
          changes = true
          let guess = level.guess[place]
          columns[n] = RerenderColour.of(a, on: guess) - RerenderColour.of(b, on: guess)
        }
      }
      guard changes else { return }
      let rest = rest(of: centre.pixels[i], place)
      let square = RerenderColour.square(rest)
      var weight = weight(of: centre.pixels[i])
      if square > edge * edge { weight *= edge / square.squareRoot() }
      equations.add(columns, rest, weight: weight)
    }
  }

  /// Calls with each pixel's place in the area and in the level.
  @inline(__always)
  private func forEachPixel(of area: RasterArea, _ body: (Int, Int) -> Void) {
    for y in 0..<area.height {
      let row = (area.y + y) * level.background.width + area.x
      for x in 0..<area.width { body(y * area.width + x, row + x) }
    }
  }

  @inline(__always)
  private func rest(of pixel: ByteRaster.Pixel, _ place: Int) -> SIMD4<Float> {
    level.target[place] - RerenderColour.of(pixel, on: level.guess[place])
  }

  /// Huber's: squares up to some levels, from there on lines.
  @inline(__always)
  private func robust(_ rest: SIMD4<Float>) -> Float {
    let square = RerenderColour.square(rest)
    return square <= edge * edge ? square : edge * (2 * square.squareRoot() - edge)
  }

  /// How much a pixel counts by how far it is determined.
  @inline(__always)
  private func weight(of pixel: ByteRaster.Pixel) -> Float {
    let error = Float(255 &- pixel.w) * (Self.guessError / 255) / noise
    return 1 / (1 + error * error)
  }
}
