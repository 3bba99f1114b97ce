public import Drawing
import FaceModel
import Geometry
public import Imaging

/// The canonical face's texture as a picture to paint over: its mesh, the rings of eyes and lips, and the
/// names of its parts.
public enum FaceTemplate {
  /// The sides that it may have, in pixels: at the least its names can be read.
  public static let sides = 512...4096
  /// The side where none is asked for.
  public static let standardSide = 1024

  private static let mesh = Colour(0x808080, 0.7)
  private static let oval = Colour(0x2E8B57)
  private static let eyes = Colour(0x2F6FED)
  private static let lips = Colour(0xD6336C)

  /// Names of parts, and the landmark that each is written at; left and right are the wearer's.
  private static let parts: [(name: String, landmark: Int)] = [
    ("forehead", 151), ("left temple", 301), ("right temple", 71), ("left brow", 334),
    ("right brow", 105), ("left eye", 450), ("right eye", 230), ("nose", 4), ("left cheek", 425),
    ("right cheek", 205), ("upper lip", 164), ("lower lip", 18), ("left jaw", 434),
    ("right jaw", 214), ("chin", 199), ("to the left ear", 447), ("to the right ear", 227),
  ]
  /// What is written outside of the face.
  private static let notes = [
    "left and right: the wearer's", "rings: holes for eyes and mouth",
  ]

  /// Draws it on a transparent ground.
  public static func picture(side: Int) throws(DrawingError) -> StraightRGBA8 {
    let canvas = try Canvas(size: PixelSize<ArtworkSpace>(clamping: side, side))
    let unit = Double(side) / Double(standardSide)
    var lines = Path()
    for (first, second) in edges {
      lines.move(to: place(first, side))
      lines.line(to: place(second, side))
    }
    canvas.stroke(lines, mesh, width: unit)
    for (ring, colour) in [
      (FaceTopology.faceOval, oval), (FaceTopology.leftEye, eyes), (FaceTopology.rightEye, eyes),
      (FaceTopology.outerLips, lips), (FaceTopology.innerLips, lips),
    ] {
      canvas.stroke(.polygon(ring.map { place($0, side) }), colour, width: 3 * unit)
    }
    var picture = try canvas.picture()
    let size = 15 * unit
    for (name, landmark) in parts {
      let point = place(landmark, side)
      let half = canvas.advance(of: name, size: size, bold: false) / 2
      try Label(name, size: size).draw(
        on: &picture, at: Point2(point.x - half, point.y + size * 0.35))
    }
    for (row, note) in notes.enumerated() {
      try Label(note, size: size).draw(
        on: &picture, at: Point2(size, size * (1.7 + 1.8 * Double(row))))
    }
    return picture
  }

  private static func place(_ landmark: Int, _ side: Int) -> PicturePoint {
    let point = CanonicalFace.texturePoints[landmark]
    return PicturePoint(point.x * Double(side), point.y * Double(side))
  }

  /// The edges of the triangles, each once.
  private static var edges: [(Int, Int)] {
    var seen: Set<SIMD2<Int>> = []
    return CanonicalFace.triangles.flatMap { a, b, c in [(a, b), (b, c), (c, a)] }.filter {
      seen.insert(SIMD2(min($0, $1), max($0, $1))).inserted
    }
  }
}
