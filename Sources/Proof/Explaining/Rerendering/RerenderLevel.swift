internal import Compositing
internal import Geometry

/// The part of the pictures that is explained, at one resolution of the search from coarse to fine.
struct RerenderLevel {
  /// What lies under the layers of the first picture; alpha says how far it is known.
  let background: ByteRaster
  /// The second picture.
  let target: [SIMD4<Float>]
  /// The background, guessed from its surroundings where it is not known.
  let guess: [SIMD4<Float>]
  /// The part's top left corner in the picture, in pixels of the picture.
  let origin: SIMD2<Double>
  /// How many of the picture's pixels one of this level's is wide.
  let pixelSide: Double
  /// Whether layers are drawn with as few taps as still tell changes apart.
  private(set) var isSketched = false

  var whole: RasterArea {
    RasterArea(x: 0, y: 0, width: background.width, height: background.height)
  }

  /// From the picture's pixels to those of an area of the level.
  private func map(to area: RasterArea) -> AffineMap<OutputSpace, OutputSpace> {
    let k = 1 / pixelSide
    return AffineMap(
      k, 0, -origin.x * k - Double(area.x), 0, k, -origin.y * k - Double(area.y))
  }

  /// The level with layers drawn as sketches are, in a third to a half of the time.
  var sketched: RerenderLevel {
    var sketched = self
    sketched.isSketched = true
    return sketched
  }

  /// Where a point of the picture lies on the level.
  func place(_ point: Point2<OutputSpace>) -> SIMD2<Double> {
    (SIMD2(point.x, point.y) - origin) / pixelSide
  }

  /// Draws layers, in this order, on a raster of an area of the level.
  func draw(
    _ scene: EditableScene, _ layers: [Int], _ edits: RerenderEdits, on base: ByteRaster,
    in area: RasterArea? = nil, by compositor: Compositor
  ) -> ByteRaster {
    var raster = base
    draw(scene, layers, edits, over: &raster, in: area ?? whole, by: compositor)
    return raster
  }

  /// Draws layers, in this order, over a raster of an area of the level.
  func draw(
    _ scene: EditableScene, _ layers: [Int], _ edits: RerenderEdits, over raster: inout ByteRaster,
    in area: RasterArea, by compositor: Compositor
  ) {
    let map = map(to: area)
    var stack = LayerStack(sketching: isSketched)
    for layer in layers {
      let opacity = scene.opacity(layer, after: edits)
      guard opacity > 0 else { continue }
      stack.append(
        scene.layers[layer].texture,
        at: scene.layers[layer].texels.homography.then(scene.homography(layer, after: edits))
          .then(map),
        opacity: opacity, blend: scene.layers[layer].blend)
    }
    raster.draw(&stack, by: compositor)
  }

  /// All levels, the finest first, each half as large as the one before.
  ///
  /// - Parameters:
  ///   - count: how many, those that are skipped too.
  ///   - skipping: how many of the finest are left out.
  static func levels(
    background: ByteRaster, target: ByteRaster, origin: SIMD2<Double>, count: Int, skipping: Int
  ) -> [RerenderLevel] {
    var (backgrounds, targets) = ([background], [target])
    for _ in 1..<max(1, count) {
      guard let background = backgrounds.last, let target = targets.last,
        min(background.width, background.height) >= 16
      else { break }
      backgrounds.append(background.halved)
      targets.append(target.halved)
    }
    let kept = backgrounds.indices.dropFirst(min(skipping, backgrounds.count - 1))
    let guesses = BackgroundGuess.pyramid(of: Array(backgrounds[kept]))
    return zip(kept, guesses).map { index, guess in
      RerenderLevel(
        background: backgrounds[index], target: targets[index].pixels.map { RerenderColour.of($0) },
        guess: guess, origin: origin, pixelSide: Double(1 << index))
    }
  }
}

/// Guesses a background where it is hidden from what can be seen around: each level is filled from
/// the next coarser one (the pull-push of Gortler et al., "The Lumigraph", SIGGRAPH 1996).
enum BackgroundGuess {
  static func pyramid(of backgrounds: [ByteRaster]) -> [[SIMD4<Float>]] {
    var all = backgrounds
    while let last = all.last, min(last.width, last.height) >= 4 { all.append(last.halved) }
    var guesses: [[SIMD4<Float>]] = []
    for (index, raster) in all.enumerated().reversed() {
      let coarse = guesses.last
      let below = index + 1 < all.count ? all[index + 1] : raster
      var guess = [SIMD4<Float>](repeating: .zero, count: raster.pixels.count)
      for y in 0..<raster.height {
        for x in 0..<raster.width {
          let i = y * raster.width + x
          let pixel = raster.pixels[i]
          let rest: SIMD4<Float>
          if let coarse {
            rest =
              coarse[min(below.height - 1, y / 2) * below.width + min(below.width - 1, x / 2)]
          } else {
            rest = SIMD4(128, 0, 0, 0)
          }
          guess[i] = RerenderColour.of(pixel, on: rest)
        }
      }
      guesses.append(guess)
    }
    return Array(guesses.reversed().prefix(backgrounds.count))
  }
}
