import FaceModel
import Foundation

/// A face whose mouth is open as far as a test says, drawn in flat colours: what is seen in it is known.
public struct SyntheticMouth: Sendable {
  /// What is seen in the opening: light by the parts across it and down it, 0 to 1.
  public typealias Content = @Sendable (_ across: Double, _ down: Double) -> SIMD3<Double>

  /// The light of things under white light.
  public static let skin = SIMD3(0.55, 0.38, 0.30), lips = SIMD3(0.45, 0.16, 0.16)
  public static let tooth = SIMD3(0.62, 0.55, 0.42), tongue = SIMD3(0.42, 0.15, 0.15)
  /// The light of the dark behind the teeth.
  public static let cavity = SIMD3(0.02, 0.008, 0.008)

  /// Teeth along the upper lip, over this part of the opening.
  public static func teeth(to part: Double) -> Content {
    { _, down in down < part ? tooth : cavity }
  }

  /// The picture's sides.
  public var width = 320, height = 240
  /// The head; nearer than -22 it does not fit.
  public var head = SyntheticFace(z: -22)
  /// How far the lower lip is down, in widths of the mouth.
  public var opening = 0.25
  /// What is seen in the opening.
  public var content: Content = SyntheticMouth.teeth(to: 0.45)
  /// What lies before the face at a place of the picture, in parts of its sides about the mouth's middle; nil for
  /// nothing.
  public var before: @Sendable (_ x: Double, _ y: Double) -> SIMD3<Double>? = { _, _ in nil }
  /// What the light is multiplied by.
  public var light = SIMD3(repeating: 1.0)
  /// Whether the picture has no colours.
  public var isGrey = false

  /// Makes an open mouth with upper teeth.
  public init() {}

  /// The 478 landmarks, in pixels.
  public var landmarks: [SIMD2<Double>] {
    let size = SIMD2(Double(width), Double(height))
    var points = head.landmarks(width: size.x, height: size.y).map { SIMD2($0[0], $0[1]) * size }
    let (right, left) = (points[78], points[308])
    let across = left - right
    let drop = SIMD2(-across.y, across.x) * opening
    for index in 1...9 {
      let part = sin(.pi * Double(index) / 10)
      for ring in [FaceTopology.innerLips, FaceTopology.outerLips] {
        points[ring[index]] += drop * part
      }
      // The canonical face's lips touch.
      points[FaceTopology.innerLips[20 - index]] =
        points[FaceTopology.innerLips[index]] - drop * part
    }
    for corners in [[33, 133], [362, 263]] {
      let (a, b) = (points[corners[0]], points[corners[1]])
      let radius = ((b - a) * (b - a)).sum().squareRoot() / 5
      points.append((a + b) / 2)
      for way in [SIMD2(1.0, 0), SIMD2(0, -1), SIMD2(-1, 0), SIMD2(0, 1)] {
        points.append((a + b) / 2 + way * radius)
      }
    }
    return points
  }

  /// An outline, and what is within it.
  private struct Outline {
    let ring: [SIMD2<Double>]
    let least, most: SIMD2<Double>

    init(_ ring: [SIMD2<Double>]) {
      self.ring = ring
      least = ring.reduce(ring[0]) { pointwiseMin($0, $1) }
      most = ring.reduce(ring[0]) { pointwiseMax($0, $1) }
    }

    func contains(_ place: SIMD2<Double>) -> Bool {
      guard place.x >= least.x, place.y >= least.y, place.x <= most.x, place.y <= most.y else {
        return false
      }
      var isWithin = false
      for index in ring.indices {
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        guard (a.y <= place.y) != (b.y <= place.y) else { continue }
        if a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x) <= place.x { isWithin.toggle() }
      }
      return isWithin
    }
  }

  /// The picture, R'G'B' of 8 bit.
  public var picture: [UInt8] {
    let points = landmarks
    func outline(_ landmarks: [Int]) -> Outline { Outline(landmarks.map { points[$0] }) }
    let (outer, inner) = (outline(FaceTopology.outerLips), outline(FaceTopology.innerLips))
    let eyes = [outline(FaceTopology.rightEye), outline(FaceTopology.leftEye)]
    let middle = (points[13] + points[14]) / 2
    let (right, across) = (points[78], points[308] - points[78])
    let length = (across * across).sum()
    let down = SIMD2(-across.y, across.x)
    // The upper lip's edge.
    let rim = ([78] + FaceTopology.innerLips[10...].reversed()).map { index in
      let way = points[index] - right
      return SIMD2((way * across).sum(), (way * down).sum()) / length
    }
    var bytes: [UInt8] = []
    for index in 0..<width * height {
      let place = SIMD2(Double(index % width) + 0.5, Double(index / width) + 0.5)
      var colour = Self.skin
      let (x, y) = ((place.x - middle.x) / Double(width), (place.y - middle.y) / Double(height))
      if let before = before(x, y) {
        colour = before
      } else if inner.contains(place) {
        let x = ((place - right) * across).sum() / length
        let rim = Self.height(of: rim, at: x)
        let depth = opening * sin(.pi * min(max(x, 0.01), 0.99))
        colour = content(x, (((place - right) * down).sum() / length - rim) / depth)
      } else if outer.contains(place) {
        colour = Self.lips
      } else if eyes.contains(where: { $0.contains(place) }) {
        colour = SIMD3(0.5, 0.47, 0.45)
      }
      colour *= light
      if isGrey { colour = SIMD3(repeating: (colour * SIMD3(0.2126, 0.7152, 0.0722)).sum()) }
      for channel in 0..<3 { bytes.append(UInt8((255 * Self.signal(colour[channel])).rounded())) }
    }
    return bytes
  }

  /// How far down a line is at a place across.
  private static func height(of line: [SIMD2<Double>], at x: Double) -> Double {
    for (a, b) in zip(line, line.dropFirst()) where a.x <= x && x <= b.x && b.x > a.x {
      return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
    }
    return 0
  }

  /// IEC 61966-2-1.
  private static func signal(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
