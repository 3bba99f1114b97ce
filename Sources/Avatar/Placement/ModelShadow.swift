package import Models

/// What throws the shadow of a model on its card.
package struct ModelShadow: Sendable {
  package var posed: PosedModel
  package var geometry: ModelGeometry
  /// From the model's space to the print: x and y in parts of its width and height from its top left corner, z in
  /// millimetres above it, positive.
  package var toPrint: ModelMatrix
  /// How far along x and y of the print, in its parts, the light throws what is a millimetre above it.
  package var slope: SIMD2<Double>
  /// Millimetres of the print's width and height.
  package var size: SIMD2<Double>
  /// 0 to 1.
  package var strength: Double
}

extension ModelShadow {
  /// A part of the shadow that is blurred alike.
  package struct Band: Sendable {
    /// Where its vertices throw their shadows, in parts of the print's width and height from its top left corner.
    package var places: [SIMD2<Float>]
    /// With the vertices' coordinates and colours.
    package var geometry: ModelGeometry
    /// The standard deviation of its blur, in millimetres.
    package var blur: Double
  }

  /// Of its height above the print a shadow is blurred by so much.
  private static let blurOfHeight = 0.1
  /// The most bands.
  private static let mostBands = 5
  /// What is higher above the print, in lengths of its longer side, throws none: it is blurred too much to be seen.
  private static let highest = 2.0

  /// The parts of the shadow, of whose coverages the largest counts.
  ///
  /// Each reaches to the middles of those beside it, so that it is whole where they end.
  ///
  /// - Parameter step: the difference of blurs that is seen, in millimetres.
  package func bands(step: Double) -> [Band] {
    let plane = ModelPlane(normal: SIMD3(0, 0, 1), offset: 0).before(toPrint)
    let heights = posed.positions.map { place in
      (plane.normal * SIMD3<Double>(place)).sum() + plane.offset
    }
    var (low, high) = (Double.infinity, 0.0)
    for height in heights where height.isFinite {
      (low, high) = (min(low, height), max(high, height))
    }
    let highest = size.max() * Self.highest
    let isCut = high > highest
    (low, high) = (max(low, 0), min(high, highest))
    guard high > 0, low < high || !isCut else { return [] }
    let blurs = (high - low) * Self.blurOfHeight / step
    let count = Int(min(max(blurs.rounded(.up), 1), Double(Self.mostBands)))
    // Narrow where shadows are sharp.
    func edge(_ number: Int) -> Double {
      let part = Double(number) / Double(count)
      return low + (high - low) * part * part
    }
    return (0..<count).map { number in
      var region: [ModelPlane] = []
      let (from, to) = (edge(max(number - 1, 0)), edge(number + 1))
      if number > 1 || low == 0 {
        var lower = plane
        lower.offset -= from
        region.append(lower)
      }
      if number + 1 < count || isCut {
        var upper = plane
        upper.offset -= to
        region.append(upper.reversed)
      }
      let cut = ModelCut(posed, of: geometry, within: [region])
      return Band(
        places: cut.posed.positions.map(place), geometry: cut.geometry,
        blur: (from + to) / 2 * Self.blurOfHeight)
    }
  }

  private func place(_ position: SIMD3<Float>) -> SIMD2<Float> {
    let seen = (toPrint * SIMD4(SIMD3<Double>(position), 1)).xyz
    return SIMD2<Float>(SIMD2(seen.x, seen.y) + slope * seen.z)
  }

  /// To the light: that of the studio, in the scene's axes.
  private static let light = SIMD3(0.35, 0.60, 0.72)
  /// The longest that a shadow is, in heights above the print.
  private static let longest = 20.0

  /// Makes it; nil where the light does not fall on the print's front, or where it is not seen.
  ///
  /// - Parameters:
  ///   - toCard: from the model's space to millimetres on the card.
  ///   - camera: from there to the space before the camera.
  package init?(
    _ posed: PosedModel, of geometry: ModelGeometry, _ toCard: ModelMatrix,
    before camera: ModelMatrix, size: SIMD2<Double>, strength: Double
  ) {
    // The card is turned and made larger alone, so that the transpose leads back.
    let light = SIMD3(
      (camera.columns.0.xyz * Self.light).sum(), (camera.columns.1.xyz * Self.light).sum(),
      (camera.columns.2.xyz * Self.light).sum())
    let across = (light.x * light.x + light.y * light.y).squareRoot()
    guard strength > 0, light.z > 0, across <= Self.longest * light.z else { return nil }
    slope = SIMD2(-light.x / light.z / size.x, light.y / light.z / size.y)
    toPrint =
      ModelMatrix(
        SIMD4(1 / size.x, 0, 0, 0), SIMD4(0, -1 / size.y, 0, 0), SIMD4(0, 0, 1, 0),
        SIMD4(0.5, 0.5, 0, 1)) * toCard
    (self.posed, self.geometry, self.size, self.strength) = (posed, geometry, size, strength)
  }
}
