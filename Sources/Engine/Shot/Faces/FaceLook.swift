/// What one frame tells of the light on one face.
///
/// The linear luminance of skin whose normal is n, in camera axes (x right, y up, z towards the camera), is
/// `level + direction . n`.
package struct FaceLook: Equatable, Sendable {
  /// That of skin that faces the camera.
  package var level: Float
  /// How it grows with the normal.
  ///
  /// Its z is 0: over the half of a head that is seen, what grows towards the camera
  /// cannot be told from what is the same everywhere.
  package var direction: SIMD3<Float>
  /// The light's colour, of luminance 1: `FrameColour`.
  package var colour: SIMD3<Float>
  /// The luminance of skin by that of the eyes' whites; nil where the frame does not tell.
  package var skin: Float?

  /// Makes a look.
  package init(
    level: Float, direction: SIMD3<Float>, colour: SIMD3<Float>, skin: Float? = nil
  ) {
    (self.level, self.direction, self.colour, self.skin) = (level, direction, colour, skin)
  }
}

extension FaceLook {
  /// The numbers that `LightSmoothing` takes: the light of each channel where skin faces the camera, then the
  /// direction.
  package var values: [Float] {
    let light = colour * level
    return [light.x, light.y, light.z, direction.x, direction.y, direction.z]
  }

  /// How many of the numbers tell a step: the light.
  ///
  /// A hand that passes before a face turns the direction too.
  package static let judgedValues = 3

  /// Makes the look of such numbers; nil where they are not six, or tell of no light.
  package init?(values: [Float], skin: Float? = nil) {
    guard values.count == 6 else { return nil }
    let light = SIMD3(values[0], values[1], values[2])
    let level = (light * LightTables.luminance).sum()
    guard level > 0, level.isFinite else { return nil }
    self.init(
      level: level, direction: SIMD3(values[3], values[4], values[5]), colour: light / level,
      skin: skin)
  }
}

/// The share of its light that a face's skin throws back: level 1 is white light on white.
package enum SkinShare {
  /// That of fair skin, and what shares are kept in.
  package static let fair: Float = 0.30
  package static let range: ClosedRange<Float> = 0.05...0.45
  /// Fair skin beneath an eye by the eye's white, as `EyeWhites` measures both: the median over seven recordings
  /// of fair faces, of 0.8 to 1.5.
  static let fairByWhites: Float = 1

  /// The share of a face by the looks at it, each nil where its frame does not tell.
  ///
  /// - Returns: the median; that of fair skin where no frame tells, which is then not known.
  package static func share(of looks: [Float?]) -> (share: Float, isKnown: Bool) {
    let told = looks.compactMap { $0 }.filter { $0.isFinite && $0 > 0 }
    guard let median = told.median else { return (fair, false) }
    let share = median / fairByWhites * fair
    return (min(max(share, range.lowerBound), range.upperBound), true)
  }
}
