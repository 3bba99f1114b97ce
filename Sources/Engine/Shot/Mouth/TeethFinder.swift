import FaceModel
import Geometry
package import Imaging
package import Placement
package import Tracking

/// Tells teeth from lips, gums, tongue and the dark of the mouth by their colour between the inner lips.
///
/// Teeth are nearly as bright as the face's white and less red than its skin; lips, gums and the tongue are redder, and
/// what is behind them is dark. No weights were trained: the thresholds are those that tell the labelled spans of
/// `Benchmarks/Teeth` best. 0.10 to 0.16 ms a face, whatever its size.
package struct TeethFinder: Sendable {
  /// The band that a full row of teeth fills, in lengths of the nose.
  static let bandHeight: Float = 0.12

  /// Where luminance by that of the face's white begins to be that of teeth, and where it is for certain.
  private static let brightness: ClosedRange<Float> = 0.12...0.28
  /// Whiteness: green and blue by red, by those of the skin, multiplied.
  ///
  /// Skin has 1, lips and tongue 0.3 to 0.8, teeth 1.2 to 2.
  private static let leastWhiteness: Float = 1.02
  private static let whitenessRamp: Float = 0.28
  /// By how much teeth are whiter than the lips at least.
  private static let overLips: Float = 1.2
  /// Greener than any tooth, and bluer beside its green: paint.
  private static let greenest: ClosedRange<Float> = 2.4...3.0
  private static let bluest: ClosedRange<Float> = 1.9...2.6

  /// How far teeth may stand behind a lip, in lengths of the nose: gums and the lip's shade are as high.
  private static let gap: ClosedRange<Float> = 0.1...0.2

  /// The inner lips' width in pixels, and the face's white from which a reading is sure.
  private static let sureWidth: ClosedRange<Float> = 14...30
  private static let sureLevel: ClosedRange<Float> = 0.004...0.012
  /// The parts of burnt out cheeks, of lips behind something, and of the band that is undecided from which one is not.
  private static let burnt: ClosedRange<Float> = 0.3...0.7
  private static let covered: ClosedRange<Float> = 0.12...0.3
  private static let undecided: ClosedRange<Float> = 0.25...0.6
  /// How far from grey skin and lips are in a picture with colours.
  private static let colourful: Float = 0.03

  private var tables: LightTables?

  /// Makes a finder, which keeps the tables of the last format.
  package init() {}

  /// Looks at a face of a frame on which nothing was drawn yet; nil where the face has no landmarks, or its mouth is
  /// not whole in the picture.
  ///
  /// - Parameter picture: the frame before the mirror, whose places are those of `OutputMapping.toComposite`.
  package mutating func reading(
    in picture: MutablePicture, face: FaceSample, through scene: SceneMapping,
    output: OutputMapping
  ) -> TeethReading? {
    let face = SceneFace(face, through: scene)
    func place(_ landmark: Int) -> SIMD2<Float>? {
      let point = face.landmark(landmark).map { output.toComposite($0) }
      return point.flatMap { point in
        // What is farther out converts to no pixel.
        abs(point.x) < 1e6 && abs(point.y) < 1e6 ? SIMD2(Float(point.x), Float(point.y)) : nil
      }
    }
    guard let opening = MouthOpening(place), let nose = Self.nose(place),
      let reader = unsafe LightReader(picture, keeping: &tables),
      let skin = unsafe SkinColour(in: reader, place: place, score: face.score),
      let lips = unsafe Self.lips(in: reader, place: place)
    else { return nil }
    let colours = lips.map { Colour($0, skin) }
    guard let lipWhiteness = colours.map(\.whiteness).median else { return nil }
    let least = max(Self.leastWhiteness, Self.overLips * lipWhiteness)
    var (teeth, open): (Float, Float) = (0, 0)
    var parts = [Float](repeating: 0, count: MouthOpening.rows)
    for column in 0..<MouthOpening.columns where opening.heights[column] > 0 {
      for row in parts.indices {
        guard let light = unsafe reader.light(at: opening.place(column, row)) else { return nil }
        parts[row] = Colour(light, skin).toothness(least: least)
      }
      let step = opening.heights[column] / Float(parts.count) / nose
      let (area, rooted) = (opening.area(column), Self.rooted(parts, step: step))
      for (part, rooted) in zip(parts, rooted) {
        teeth += part * rooted * area
        open += 4 * part * (1 - part) * rooted * area
      }
    }
    let band = Self.bandHeight * nose * opening.width
    let covered = Float(colours.count(where: \.isForeign)) / Float(colours.count)
    let isGrey =
      Self.isGrey(skin.green, skin.blue)
      && lips.map { $0.y / max($0.x, 1e-4) }.median.map { Self.isGrey($0, 1) } ?? true
    let certainty =
      Self.ramp(opening.width, Self.sureWidth) * Self.ramp(skin.level, Self.sureLevel)
      * (1 - Self.ramp(skin.burnt, Self.burnt)) * (1 - Self.ramp(covered, Self.covered))
      * (1 - Self.ramp(open / band, Self.undecided))
    return TeethReading(share: min(teeth / band, 1), certainty: isGrey ? 0 : certainty)
  }

  /// How sure it is that what is white in a column stands at one of its ends, as teeth do, and does not lie free in the
  /// mouth, as the head of a brush does: by how much else is between it and the nearer lip.
  private static func rooted(_ parts: [Float], step: Float) -> [Float] {
    func fromFirst(_ parts: some Sequence<Float>) -> [Float] {
      var gap: Float = 0
      return parts.map { part in
        defer { gap += (1 - part) * step }
        return 1 - ramp(gap, Self.gap)
      }
    }
    return zip(fromFirst(parts), fromFirst(parts.reversed()).reversed()).map { max($0, $1) }
  }

  /// A colour in the mouth by that of the skin.
  private struct Colour {
    let brightness, green, blue: Float
    var whiteness: Float { green * blue }

    init(_ light: SIMD4<Float>, _ skin: SkinColour) {
      let red = max(light.x, 1e-4)
      brightness = light.w / skin.level
      (green, blue) = (light.y / red / skin.green, light.z / red / skin.blue)
    }

    /// How sure it is that of a tooth, 0 to 1.
    func toothness(least: Float) -> Float {
      ramp(brightness, TeethFinder.brightness) * ramp(whiteness, least...least + whitenessRamp)
        * (1 - ramp(green, greenest)) * (1 - ramp(blue / max(green, 0.01), bluest))
    }

    /// Whether no lip has it: something lies on it.
    var isForeign: Bool {
      brightness > 0.3 && (whiteness > 1.3 || green > 1.6 || blue > 1.8)
    }
  }

  /// Where a value is in a range, 0 to 1.
  private static func ramp(_ value: Float, _ range: ClosedRange<Float>) -> Float {
    min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
  }

  private static func isGrey(_ green: Float, _ blue: Float) -> Bool {
    abs(green - 1) < colourful && abs(blue - 1) < colourful
  }

  /// The nose's length in pixels, which no expression changes: from between the eyes to beneath its tip.
  private static func nose(_ place: (Int) -> SIMD2<Float>?) -> Float? {
    guard let top = place(168), let base = place(2) else { return nil }
    let length = ((base - top) * (base - top)).sum().squareRoot()
    return length >= 1 ? length : nil
  }

  /// The light in the middle of the lips, all around the mouth; nil where they are not whole in the picture.
  private static func lips(
    in picture: LightReader, place: (Int) -> SIMD2<Float>?
  ) -> [SIMD4<Float>]? {
    let ring = zip(FaceTopology.innerLips, FaceTopology.outerLips).compactMap { inner, outer in
      place(inner).flatMap { inner in place(outer).map { (inner + $0) / 2 } }
    }
    guard ring.count == FaceTopology.innerLips.count else { return nil }
    let between = zip(ring, ring.dropFirst() + ring.prefix(1)).map { ($0 + $1) / 2 }
    let lights = (ring + between).compactMap { unsafe picture.light(at: $0) }
    return lights.count == 2 * ring.count ? lights : nil
  }
}
