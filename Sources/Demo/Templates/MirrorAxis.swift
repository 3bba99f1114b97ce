import Foundation

/// The line through a picture about which it agrees best with its mirror image.
struct MirrorAxis {
  /// How far it may be turned, in degrees.
  private static let most = 30.0
  /// What a degree has to gain: a round picture is upright.
  private static let perDegree = 0.0005

  /// A point of it, in cells.
  let point: SIMD2<Double>
  /// How far it is turned from upright, in degrees, clockwise as seen.
  let degrees: Double
  /// How much of alpha and brightness agrees with the mirror image, 0 to 1.
  let agreement: Double

  /// What goes across it, to the right.
  var across: SIMD2<Double> { Self.across(degrees) }
  /// What goes along it, down.
  var along: SIMD2<Double> { SIMD2(-across.y, across.x) }

  /// Finds it; nil in a picture that is transparent everywhere.
  init?(of picture: SmallPicture) {
    var (sum, middle) = (0.0, SIMD2<Double>.zero)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let share = Double(picture.alpha[y * picture.width + x])
        (sum, middle) = (sum + share, middle + share * SIMD2(Double(x), Double(y)))
      }
    }
    guard sum > 0 else { return nil }
    middle /= sum
    // A line of symmetry leads through the middle of what is there; the rest is for what differs a little.
    func value(_ degrees: Double, _ shift: Double) -> Double {
      Self.agreement(of: picture, middle, degrees, shift) - abs(degrees) * Self.perDegree
    }
    var best = (value: value(0, 0), degrees: 0.0, shift: 0.0)
    for degrees in stride(from: 3, through: Self.most, by: 3) {
      for degrees in [-degrees, degrees] {
        let found = value(degrees, 0)
        if found > best.value { best = (found, degrees, 0) }
      }
    }
    var (turn, step) = (1.5, 2.0)
    while turn > 0.1 {
      let start = best
      for side in [-1.0, 0, 1] {
        for way in [-1.0, 0, 1] where side != 0 || way != 0 {
          let (degrees, shift) = (start.degrees + side * turn, start.shift + way * step)
          let found = value(degrees, shift)
          if found > best.value { best = (found, degrees, shift) }
        }
      }
      if best == start { (turn, step) = (turn / 2, step / 2) }
    }
    degrees = best.degrees
    point = middle + best.shift * Self.across(best.degrees)
    agreement = best.value + abs(best.degrees) * Self.perDegree
  }

  private static func across(_ degrees: Double) -> SIMD2<Double> {
    let turn = degrees * .pi / 180
    return SIMD2(cos(turn), sin(turn))
  }

  private static func agreement(
    of picture: SmallPicture, _ middle: SIMD2<Double>, _ degrees: Double, _ shift: Double
  ) -> Double {
    let across = across(degrees)
    // Brightness counts twice: many outlines are nearly round.
    let weights = SIMD2<Float>(1, 2)
    var (differing, all) = (0.0, 0.0)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let at = SIMD2(Double(x), Double(y))
        let beyond = ((at - middle) * across).sum() - shift
        let cell = y * picture.width + x
        let here = SIMD2(picture.alpha[cell], picture.light[cell])
        let there = picture.sample(at - 2 * beyond * across)
        let difference = here - there
        differing += Double((weights * (difference * difference).squareRoot()).sum())
        all += Double((weights * (here + there)).sum())
      }
    }
    return all > 0 ? 1 - differing / all : 0
  }
}
