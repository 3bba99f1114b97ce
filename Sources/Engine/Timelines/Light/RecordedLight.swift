import Foundation

/// The light on the subjects of a recording at one time, as the frames about that time tell it.
package struct RecordedLight: Sendable {
  /// By the cards' identities.
  package var cards: [Int: PrintLight] = [:]
  /// By the faces' identities.
  package var faces: [Int: FaceLight] = [:]
  /// What this frame shows of cards that were looked at for their light, by the cards' identities.
  package var looks: [Int: RecordedLook] = [:]

  package init() {}
}

/// The light on a card: factors of red, green and blue in linear light, for cells of its print.
package struct PrintLight: Hashable, Sendable {
  /// Cells in a row of the print, and rows.
  package let columns, rows: Int
  /// The cells, row by row from the upper left one as printed.
  package let factors: [SIMD3<Float>]

  package init(columns: Int, rows: Int, factors: [SIMD3<Float>]) {
    (self.columns, self.rows, self.factors) = (columns, rows, factors)
  }
}

/// The light on a face, by which way a surface of it looks: `(level + direction . n) colour`, linear, 1 where skin is
/// as bright as its share of light.
package struct FaceLight: Hashable, Sendable {
  package let level: Float
  /// To the light, in the camera's axes: x to the right, y up, z to the camera.
  package let direction: SIMD3<Float>
  /// Red, green and blue of luminance 1.
  package let colour: SIMD3<Float>

  package init(level: Float, direction: SIMD3<Float>, colour: SIMD3<Float>) {
    (self.level, self.direction, self.colour) = (level, direction, colour)
  }

  /// The factors of red, green and blue of a surface.
  ///
  /// - Parameter normal: which way it looks, of length 1.
  package func factors(_ normal: SIMD3<Float>) -> SIMD3<Float> {
    (level + (direction * normal).sum()) * colour
  }
}

/// What light may make of a colour.
package enum LightFactor {
  /// The least and the most that a linear colour is multiplied by.
  package static let range: ClosedRange<Float> = 0.05...4

  /// Factors within the range, raised to a power; 1 for what is no number.
  package static func limited(_ factors: SIMD3<Float>, power: Float) -> SIMD3<Float> {
    func limited(_ factor: Float) -> Float {
      guard factor.isFinite else { return 1 }
      let raised = power == 1 ? factor : powf(max(factor, 0), power)
      return min(max(raised, range.lowerBound), range.upperBound)
    }
    return SIMD3(limited(factors.x), limited(factors.y), limited(factors.z))
  }
}
