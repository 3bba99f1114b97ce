import FaceModel
import Geometry

/// The luminance of the skin beside an eye by that of its white, which is about the same on all people.
enum EyeWhites {
  /// The least width of an eye, in pixels, and how far its lid may be closed.
  private static let leastWidth: Float = 12
  private static let mostBlink = 0.3
  /// How much of the eye's ring is looked at, about its middle, and how much larger the iris is taken for: lashes
  /// and lids lie on the edge, and the iris' own edge is soft.
  private static let shrink: Float = 0.85
  private static let growth: Float = 1.05
  /// The least number of pixels that tell.
  private static let leastCount = 6

  /// An eye: its ring, the iris' middle and its ring, the skin beneath the lower lid, and whether it is closed.
  ///
  /// The skin is that of the same socket, in whose shade the eye lies too.
  private struct Eye {
    let ring: [Int]
    let iris: Int
    let edge: [Int]
    let skin: [Int]
    let blink: Blendshape
  }

  private static let eyes: [Eye] = {
    let skin = [31, 228, 229, 230, 231, 232, 233, 111, 117, 118, 119, 120, 121, 128]
    return [
      Eye(
        ring: FaceTopology.rightEye, iris: 468, edge: FaceTopology.rightIris, skin: skin,
        blink: .eyeBlinkRight),
      Eye(
        ring: FaceTopology.leftEye, iris: 473, edge: FaceTopology.leftIris,
        skin: skin.map { FaceTopology.mirrorIndex[$0] }, blink: .eyeBlinkLeft),
    ]
  }()

  /// The harmonic mean over the eyes that tell; nil where none does.
  ///
  /// What hides an eye's white, a lid or a glance aside, makes its share too large, which such a mean follows least.
  ///
  /// - Parameters:
  ///   - place: where a landmark is in the picture, in pixels; nil where the face has none.
  ///   - score: a blendshape's score.
  ///   - deviation: by how much the skin is blurred, in pixels.
  ///   - light: the light that was fitted, at a landmark's normal. Skin beneath an eye faces up, the eye does not,
  ///     so that light from above would pass for fair skin.
  static func share(
    in picture: LightReader, blurredBy deviation: Float,
    place: (Int) -> SIMD2<Float>?, score: (Blendshape) -> Double, light: (Int) -> Float
  ) -> Float? {
    let shares = eyes.compactMap { eye -> Float? in
      guard score(eye.blink) <= mostBlink,
        let white = unsafe white(of: eye, in: picture, place: place), white > 1e-3,
        let skin = eye.skin.compactMap({ landmark -> Float? in
          guard light(landmark) > 0, let place = place(landmark) else { return nil }
          return unsafe picture.blurred(place, by: deviation).map { $0 / light(landmark) }
        }).median
      else { return nil }
      let atEye = eye.ring.reduce(0) { $0 + light($1) } / Float(eye.ring.count)
      return atEye > 0 ? skin * atEye / white : nil
    }
    return shares.isEmpty ? nil : Float(shares.count) / shares.reduce(0) { $0 + 1 / $1 }
  }

  /// The luminances of the whites of the eyes that tell.
  static func luminances(
    in picture: LightReader, place: (Int) -> SIMD2<Float>?, score: (Blendshape) -> Double
  ) -> [Float] {
    eyes.compactMap { eye in
      score(eye.blink) <= mostBlink ? unsafe white(of: eye, in: picture, place: place) : nil
    }
  }

  /// The mean of the brighter third of what lies within the eye's ring and outside the iris.
  private static func white(
    of eye: Eye, in picture: LightReader, place: (Int) -> SIMD2<Float>?
  ) -> Float? {
    let (ring, edge) = (eye.ring.compactMap(place), eye.edge.compactMap(place))
    guard ring.count == eye.ring.count, edge.count == eye.edge.count, let iris = place(eye.iris)
    else { return nil }
    let across = ring[0] - ring[ring.count / 2]
    guard (across * across).sum() >= leastWidth * leastWidth else { return nil }
    let middle = ring.reduce(.zero, +) / Float(ring.count)
    let inner = ring.map { middle + ($0 - middle) * shrink }
    let least = inner.reduce(middle) { pointwiseMin($0, $1) }
    let most = inner.reduce(middle) { pointwiseMax($0, $1) }
    guard least.min() >= 0, unsafe most.x < Float(picture.width),
      unsafe most.y < Float(picture.height)
    else { return nil }
    let radius =
      growth * edge.reduce(0) { $0 + (($1 - iris) * ($1 - iris)).sum().squareRoot() }
      / Float(edge.count)
    // Of a large eye every so manieth pixel.
    let step = 1 + Int((most.x - least.x) / 48)
    var found: [Float] = []
    for y in stride(from: Int(least.y), through: Int(most.y), by: step) {
      let crossings = crossings(of: inner, at: Float(y) + 0.5)
      for x in stride(from: Int(least.x), through: Int(most.x), by: step) {
        let point = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
        guard crossings.count(where: { $0 <= point.x }) % 2 == 1,
          ((point - iris) * (point - iris)).sum() > radius * radius
        else { continue }
        found.append(unsafe picture.luminance(x, y))
      }
    }
    guard found.count >= leastCount else { return nil }
    found.sort()
    let brighter = found.suffix(found.count / 3)
    return brighter.reduce(0, +) / Float(brighter.count)
  }

  /// Where an outline's lines are at a height.
  private static func crossings(of outline: [SIMD2<Float>], at y: Float) -> [Float] {
    zip(outline, outline.dropFirst() + outline.prefix(1)).compactMap { a, b in
      (a.y <= y) != (b.y <= y) ? a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) : nil
    }
  }
}
