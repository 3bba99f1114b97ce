internal import Compositing

/// What lies under the layers of the first picture, as far as it shines through.
struct RecoveredBackground {
  /// The background; alpha 0 where it is hidden.
  private(set) var raster: ByteRaster
  /// How far the first picture is from the composition drawn anew where layers hide the background: the
  /// root mean square, in levels.
  private(set) var noise: Float = 0

  /// How much of the background must shine through to be told, of 255: a level of the picture is
  /// then at most five of the background.
  private static let leastLight = 51
  /// The most noise, in levels, at which a picture still counts as the composition that its sidecar tells
  /// of; H.264 at crf 23 leaves 2 to 5.
  private static let mostNoise: Float = 12
  /// Fewer hidden pixels than this say nothing of noise.
  private static let leastPixels = 60

  /// Takes the layers off a picture; nil where the picture is not of these layers.
  init?(
    under scene: EditableScene, in picture: ByteRaster, at origin: SIMD2<Double>,
    by compositor: Compositor
  ) {
    raster = picture
    let everywhere = RerenderLevel(
      background: picture, target: [], guess: [], origin: origin, pixelSide: 1)
    func drawn(on value: UInt8) -> ByteRaster {
      everywhere.draw(
        scene, Array(scene.layers.indices), RerenderEdits(),
        on: ByteRaster(
          width: picture.width, height: picture.height,
          filledWith: ByteRaster.Pixel(value, value, value, 255)), by: compositor)
    }
    let (dark, bright) = (drawn(on: 0), drawn(on: 255))
    var squares: [Float] = []
    for i in picture.pixels.indices {
      let (low, high) = (dark.pixels[i], bright.pixels[i])
      let light = SIMD4<Int32>(truncatingIfNeeded: high) &- SIMD4<Int32>(truncatingIfNeeded: low)
      let least = Int(min(light.x, light.y, light.z))
      if least == 255 { continue }
      if least < Self.leastLight {
        raster.pixels[i] = .zero
        if max(light.x, light.y, light.z) == 0 {
          squares.append(
            RerenderColour.square(RerenderColour.of(picture.pixels[i]) - RerenderColour.of(low)))
        }
        continue
      }
      raster.pixels[i] = Self.pixel(
        picture.pixels[i], low, SIMD4(light.x, light.y, light.z, 255))
    }
    guard squares.count >= Self.leastPixels else { return }
    squares.sort()
    // The tail is edges that a codec blurs, which is not what noise means elsewhere.
    let calm = squares.prefix(squares.count * 95 / 100)
    noise = (calm.reduce(0, +) / Float(max(1, calm.count))).squareRoot()
    guard noise <= Self.mostNoise else { return nil }
  }

  /// The background of which so much shines through; not known where it were no colour.
  private static func pixel(
    _ seen: ByteRaster.Pixel, _ dark: ByteRaster.Pixel, _ light: SIMD4<Int32>
  ) -> ByteRaster.Pixel {
    let own = SIMD4<Int32>(truncatingIfNeeded: seen) &- SIMD4<Int32>(truncatingIfNeeded: dark)
    var background = ByteRaster.Pixel(0, 0, 0, 255)
    for c in 0..<3 {
      background[c] = UInt8(min(255, max(0, (255 * own[c] + light[c] / 2) / light[c])))
    }
    return background
  }
}
