/// A colour of a drawing: sRGB components and opacity, each 0 to 1, not premultiplied.
package struct Colour: Hashable, Sendable {
  package var red, green, blue: Double
  package var alpha: Double

  /// Makes a colour from `0xRRGGBB`.
  package init(_ hex: UInt32, _ alpha: Double = 1) {
    red = Double(hex >> 16 & 0xFF) / 255
    green = Double(hex >> 8 & 0xFF) / 255
    blue = Double(hex & 0xFF) / 255
    self.alpha = alpha
  }

  /// Reads `#RRGGBB` or `#RRGGBBAA`; nil for anything else.
  package init?(hexadecimal text: String) {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), [6, 8].contains(digits.utf8.count),
      digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    if digits.utf8.count == 6 {
      self.init(number)
    } else {
      self.init(number >> 8, Double(number & 0xFF) / 255)
    }
  }

  /// The same colour at another opacity.
  package func opacity(_ alpha: Double) -> Colour {
    var copy = self
    copy.alpha = alpha
    return copy
  }

  /// The colour at a part of the way to another.
  package func mixed(with other: Colour, _ part: Double) -> Colour {
    var copy = self
    copy.red += (other.red - red) * part
    copy.green += (other.green - green) * part
    copy.blue += (other.blue - blue) * part
    copy.alpha += (other.alpha - alpha) * part
    return copy
  }
}

/// What a shape is filled with.
package enum Paint {
  /// A colour's place on a gradient, 0 to 1.
  package typealias Stop = (offset: Double, colour: Colour)

  case solid(Colour)
  case linear(from: PicturePoint, to: PicturePoint, [Stop])
  /// Colours cell by cell.
  case map(ColourMap)
  /// From the centre to a circle about it; `squash` shortens the vertical radius.
  case radial(centre: PicturePoint, radius: Double, squash: Double = 1, [Stop])
}
