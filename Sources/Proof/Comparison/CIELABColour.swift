internal import Foundation

/// A colour in CIE L\*a\*b\* under D65.
public struct CIELABColour: Hashable, Sendable {
  /// Lightness, 0 for black to 100 for white.
  public var lightness: Double
  /// Green (negative) to red.
  public var a: Double
  /// Blue (negative) to yellow.
  public var b: Double

  /// Makes a colour of its coordinates.
  public init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// Takes a colour from sRGB of 8 bit (IEC 61966-2-1).
  ///
  /// White is the sum of the standard's matrix, so that greys have no chroma at all.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    let (r, g, b) = (Self.linear(red), Self.linear(green), Self.linear(blue))
    // Each row of the matrix divided by its sum, with green's share as what is left of 1.
    let x = g + 0.4124 / 0.9505 * (r - g) + 0.1805 / 0.9505 * (b - g)
    let y = g + 0.2126 * (r - g) + 0.0722 * (b - g)
    let z = g + 0.0193 / 1.0890 * (r - g) + 0.9505 / 1.0890 * (b - g)
    let (fx, fy, fz) = (Self.lightnessCurve(x), Self.lightnessCurve(y), Self.lightnessCurve(z))
    self.init(lightness: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz))
  }

  /// A level of sRGB as a share of full light.
  static func linear(_ level: UInt8) -> Double {
    let c = Double(level) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }

  /// The cube root, with a straight line near black (CIE 15:2004).
  private static func lightnessCurve(_ t: Double) -> Double {
    t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
  }
}

extension CIELABColour {
  /// The colour difference CIEDE2000 with all weights 1; about 1 is what an eye can just tell.
  ///
  /// By G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula: implementation
  /// notes, supplementary test data, and mathematical observations", Color Research and
  /// Application 30 (2005), with their symbols.
  public func difference(to other: CIELABColour) -> Double {
    let meanChroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = 0.5 * (1 - Self.highChroma(meanChroma))
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    let (h1, h2) = (Self.hue(a1, b), Self.hue(a2, other.b))

    let isGrey = c1 * c2 == 0
    var turn = isGrey ? 0 : h2 - h1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let deltaL = other.lightness - lightness
    let deltaC = c2 - c1
    let deltaH = 2 * (c1 * c2).squareRoot() * sin(radians(turn / 2))

    let l = (lightness + other.lightness) / 2 - 50
    let c = (c1 + c2) / 2
    var h = h1 + h2
    if !isGrey {
      if abs(h1 - h2) <= 180 { h /= 2 } else { h = h < 360 ? (h + 360) / 2 : (h - 360) / 2 }
    }
    var t = 1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h))
    t += 0.32 * cos(radians(3 * h + 6)) - 0.20 * cos(radians(4 * h - 63))
    let l2 = l * l
    let sl = 1 + 0.015 * l2 / (20 + l2).squareRoot()
    let sc = 1 + 0.045 * c
    let sh = 1 + 0.015 * c * t
    let blue = (h - 275) / 25
    let rt = -sin(radians(60 * exp(-blue * blue))) * 2 * Self.highChroma(c)

    let (lightnessTerm, chromaTerm, hueTerm) = (deltaL / sl, deltaC / sc, deltaH / sh)
    let squares = lightnessTerm * lightnessTerm + chromaTerm * chromaTerm + hueTerm * hueTerm
    return max(0, squares + rt * chromaTerm * hueTerm).squareRoot()
  }

  /// How far a chroma is beyond 25, 0 to 1.
  private static func highChroma(_ chroma: Double) -> Double {
    let c7 = pow(chroma, 7)
    return (c7 / (c7 + 6_103_515_625)).squareRoot()
  }

  /// A hue in degrees, 0 up to 360.
  private static func hue(_ a: Double, _ b: Double) -> Double {
    if a == 0, b == 0 { return 0 }
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
