import Geometry
import Imaging
import TestSupport

/// The pictures of `Benchmarks/Peers/similarity_figures.py`: slopes and squares, and the same under
/// noise.
func noisyPair(width: Int, height: Int, seed: UInt64, noise: Int) -> (StraightRGBA8, StraightRGBA8)
{
  var random = SplitMix64(state: seed)
  let a = picture(width, height) { x, y in
    let levels = (0..<3).map { c in
      UInt8((2 * x + 3 * y * (c + 1) + 60 * ((x / 9 + y / 7) % 2)) % 256)
    }
    return RGBA8(levels[0], levels[1], levels[2])
  }
  let b = picture(width, height) { x, y in
    let old = a[x, y]
    let levels = [old.red, old.green, old.blue].map { level in
      UInt8(clamping: Int(level) + Int(random.next() >> 56) * noise / 255 - noise / 2)
    }
    return RGBA8(levels[0], levels[1], levels[2])
  }
  return (a, b)
}

/// A picture of random bytes, opaque or not.
func randomPicture(
  _ width: Int, _ height: Int, opaque: Bool, _ random: inout SplitMix64
) -> StraightRGBA8 {
  picture(width, height) { _, _ in
    let bits = random.next()
    // Often wholly transparent or opaque, as pictures are.
    let alpha = bits >> 60 < 5 ? 0 : bits >> 60 < 10 ? 255 : UInt8(truncatingIfNeeded: bits >> 24)
    return RGBA8(
      UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
      UInt8(truncatingIfNeeded: bits >> 16), opaque ? 255 : alpha)
  }
}

/// A picture of its pixels.
func picture(_ width: Int, _ height: Int, _ colour: (Int, Int) -> RGBA8) -> StraightRGBA8 {
  var bytes: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let pixel = colour(x, y)
      bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha]
    }
  }
  guard let picture = StraightRGBA8(width: width, height: height, bytes: bytes) else {
    preconditionFailure("a picture needs pixels")
  }
  return picture
}

func mask(_ width: Int, _ height: Int, _ counts: (Int, Int) -> Bool) -> PixelMask {
  var mask = PixelMask(width: width, height: height, filled: false)
  for y in 0..<height { for x in 0..<width { mask[x, y] = counts(x, y) } }
  return mask
}
