import FaceModel
import Imaging

/// The light of a face's cheeks, to which the colours in its mouth are held, and its own white.
///
/// Beside skin teeth are less red under any light: what they throw back of it is nearly white, and skin of all tones
/// throws back about 0.65 of green and 0.55 of blue light by that of red. The eyes' whites would tell the light
/// better, but lids, lashes and glances hide them in every other frame: they only tell how bright white is.
struct SkinColour {
  /// The luminance of white things in the face's light at least: that of the skin, or the eyes' whites.
  let level: Float
  /// Green and blue by red.
  let green, blue: Float
  /// The part of the places that is burnt out.
  let burnt: Float

  /// On the cheeks beneath the eyes, beside the nose and the mouth, of the subject's right side.
  private static let right = [50, 101, 36, 205, 117, 118]
  private static let places = right + right.map { FaceTopology.mirrorIndex[$0] }
  /// The reach about each, in widths of the face, and how many places across it.
  private static let reach: Float = 0.02
  private static let across = 4
  /// A channel's light above that is burnt out.
  private static let burntLight: Float = 0.93

  /// Reads it; nil where no cheek is in the picture.
  init?(
    in picture: LightReader, place: (Int) -> SIMD2<Float>?, score: (Blendshape) -> Double
  ) {
    guard let right = place(FaceTopology.faceEdges.right),
      let left = place(FaceTopology.faceEdges.left)
    else { return nil }
    let reach = Self.reach * ((left - right) * (left - right)).sum().squareRoot()
    var lights: [SIMD4<Float>] = []
    for landmark in Self.places {
      guard let middle = place(landmark) else { continue }
      var (sum, count) = (SIMD4<Float>.zero, Float(0))
      for row in 0..<Self.across {
        for column in 0..<Self.across {
          let step = SIMD2(Float(column), Float(row)) * 2 / Float(Self.across - 1) - 1
          guard let light = unsafe picture.light(at: middle + step * reach) else { continue }
          (sum, count) = (sum + light, count + 1)
        }
      }
      if count > 0 { lights.append(sum / count) }
    }
    guard let luminance = lights.map(\.w).median,
      let green = lights.map({ $0.y / max($0.x, 1e-4) }).median,
      let blue = lights.map({ $0.z / max($0.x, 1e-4) }).median
    else { return nil }
    let whites = unsafe EyeWhites.luminances(in: picture, place: place, score: score)
    level = max(whites.reduce(luminance, max), 1e-5)
    (self.green, self.blue) = (max(green, 1e-3), max(blue, 1e-3))
    burnt =
      Float(lights.count { max($0.x, $0.y, $0.z) > Self.burntLight }) / Float(lights.count)
  }
}

extension LightReader {
  /// The light of a place in pixels from the picture's outer corner, between the four pixels about it; nil outside.
  func light(at place: SIMD2<Float>) -> SIMD4<Float>? {
    let (right, bottom) = unsafe (width - 1, height - 1)
    guard place.min() >= 0, place.x <= Float(right + 1), place.y <= Float(bottom + 1) else {
      return nil
    }
    let x = min(max(place.x - 0.5, 0), Float(right))
    let y = min(max(place.y - 0.5, 0), Float(bottom))
    let (column, row) = (Int(x), Int(y))
    let (next, below) = (min(column + 1, right), min(row + 1, bottom))
    let (part, down) = (x - Float(column), y - Float(row))
    let upper =
      unsafe light(of: signal(column, row)) * (1 - part) + light(of: signal(next, row)) * part
    let lower =
      unsafe light(of: signal(column, below)) * (1 - part) + light(of: signal(next, below)) * part
    return upper * (1 - down) + lower * down
  }
}
