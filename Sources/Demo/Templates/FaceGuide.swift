import Avatars
public import Drawing
import FaceModel
import Foundation
import Geometry
public import Imaging
import Placement

/// The average face to draw around, from the front and turned: its parts and the anchors of layers.
///
/// 100 units are an eye distance and 0, 0 is between the eyes, x to the right and y down, as the tutorials draw.
public enum FaceGuide {
  /// The widths of a picture of it, in pixels.
  public static let widths = 1024...8192
  /// The width where none is asked for: two pixels are a unit.
  public static let standardWidth = 2 * Int(canvas.width)

  /// What is seen, in units.
  private static let canvas = (left: -220.0, top: -290.0, width: 1320.0, height: 600.0)
  /// How far a view lies right of the one before.
  private static let pitch = 440.0
  private static let views: [(name: String, title: String, degrees: Double)] = [
    ("front", "front", 0), ("turned-30", "turned by 30°", 30), ("turned-60", "turned by 60°", 60),
  ]

  /// A line of the face.
  private struct Line {
    var name: String
    var points: [SIMD2<Double>]
    var isClosed: Bool
    var colour: UInt32
    var width: Double
  }

  /// A face as seen from one side.
  private struct View {
    var name, title: String
    var aside: Double
    var lines: [Line] = []
    var anchors: [(name: String, point: SIMD2<Double>)] = []
  }

  /// The drawing as an SVG text, a group for each view and each part, to use as a layer below one's own.
  public static var svg: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(canvas.width))" height="\(number(canvas.height))" \
      viewBox="\(number(canvas.left)) \(number(canvas.top)) \(number(canvas.width)) \(number(canvas.height))" \
      fill="none" stroke-linejoin="round" font-family="sans-serif">
        <title>The average face: 100 units are an eye distance, 0, 0 is between the eyes of the front view</title>
        <rect x="\(number(canvas.left))" y="\(number(canvas.top))" width="\(number(canvas.width))" \
      height="\(number(canvas.height))" fill="#fff"/>

      """
    for view in drawn {
      text += "  <g id=\"\(view.name)\" transform=\"translate(\(number(view.aside)) 0)\">\n"
      for line in view.lines {
        let points = line.points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: " L")
        text +=
          "    <path class=\"\(line.name)\" stroke=\"\(hex(line.colour))\" stroke-width=\"\(number(line.width))\""
          + " d=\"M\(points)\(line.isClosed ? " Z" : "")\"/>\n"
      }
      for (name, point) in view.anchors {
        let (x, y) = (number(point.x), number(point.y))
        text +=
          "    <circle class=\"anchor\" cx=\"\(x)\" cy=\"\(y)\" r=\"2.2\" fill=\"\(hex(anchorColour))\"/>"
          + "<text x=\"\(number(point.x + labelOffset(name).x))\" y=\"\(number(point.y + labelOffset(name).y))\" font-size=\"9\""
          + " fill=\"\(hex(anchorColour))\">\(name)</text>\n"
      }
      text +=
        "    <text x=\"-200\" y=\"-268\" font-size=\"14\" fill=\"#333\">\(view.title)</text>\n  </g>\n"
    }
    return text
      + "  <text x=\"-200\" y=\"298\" font-size=\"12\" fill=\"#333\">\(note)</text>\n</svg>\n"
  }

  /// The drawing as a picture of so many pixels' width, on a white ground.
  public static func picture(width: Int) throws(DrawingError) -> StraightRGBA8 {
    let unit = Double(width) / Self.canvas.width
    let height = Int((Self.canvas.height * unit).rounded())
    let canvas = try Canvas(size: PixelSize<ArtworkSpace>(clamping: width, height))
    canvas.paint(.solid(Colour(0xFFFFFF)))
    for view in drawn {
      func place(_ point: SIMD2<Double>) -> PicturePoint {
        PicturePoint(
          (point.x + view.aside - Self.canvas.left) * unit, (point.y - Self.canvas.top) * unit)
      }
      for line in view.lines {
        let points = line.points.map(place)
        canvas.stroke(
          line.isClosed ? .polygon(points) : .line(through: points), Colour(line.colour),
          width: line.width * unit)
      }
      for (name, point) in view.anchors {
        canvas.fill(.circle(place(point), 2.2 * unit), Colour(anchorColour))
        canvas.write(
          name, at: place(point + labelOffset(name)), size: 9 * unit, bold: false,
          Colour(anchorColour))
      }
      canvas.write(
        view.title, at: place(SIMD2(-200, -268)), size: 14 * unit, bold: false, Colour(0x333333))
    }
    canvas.write(
      note, at: PicturePoint(20 * unit, (298 - Self.canvas.top) * unit), size: 12 * unit,
      bold: false, Colour(0x333333))
    return try canvas.picture()
  }

  private static let note =
    "100 units are an eye distance, the grid's; 0, 0 is between the eyes; left and right are the wearer's;"
    + " each name is an anchor of layers"

  /// Where a name is written, from its anchor: that between the eyes above them.
  private static func labelOffset(_ name: String) -> SIMD2<Double> {
    name == "eyes" ? SIMD2(-9, -12) : SIMD2(4, -3)
  }
  private static let anchorColour: UInt32 = 0xC2255C

  // MARK: - What is drawn

  private static var drawn: [View] {
    views.enumerated().map { number, view in
      var drawn = View(name: view.name, title: view.title, aside: pitch * Double(number))
      func point(_ landmark: Int) -> SIMD3<Double> {
        let vertex = CanonicalFace.vertices[landmark]
        return seen(SIMD3(vertex.x, vertex.y, vertex.z), view.degrees)
      }
      func add(
        _ name: String, _ points: [SIMD3<Double>], isClosed: Bool = true, _ colour: UInt32,
        _ width: Double = 1.4
      ) {
        drawn.lines.append(
          Line(
            name: name, points: points.map { SIMD2($0.x, $0.y) }, isClosed: isClosed,
            colour: colour, width: width))
      }
      for hundred in -2...2 {
        let at = 100 * Double(hundred)
        add("grid", [SIMD3(at, -250, 0), SIMD3(at, 250, 0)], isClosed: false, 0xE4E4E4, 0.6)
        add("grid", [SIMD3(-200, at, 0), SIMD3(200, at, 0)], isClosed: false, 0xE4E4E4, 0.6)
      }
      add("head", hull(SkullSurface.points.map { seen($0, view.degrees) }), 0xB0B0B0)
      // Only what faces the viewer: an outward triangle goes clockwise here, where y is down.
      for triangle in CanonicalFace.triangles {
        let corners = [triangle.0, triangle.1, triangle.2].map(point)
        let (a, b) = (corners[1] - corners[0], corners[2] - corners[0])
        if a.x * b.y - a.y * b.x < 0 { add("mesh", corners, 0xEDE3DA, 0.5) }
      }
      add("face", hull(CanonicalFace.vertices.indices.map(point)), 0x2E8B57)
      for (name, rings, colour) in features {
        for ring in rings {
          add(name, ring.map(point), isClosed: name != "nose" && name != "brow", colour)
        }
      }
      for (name, anchor) in Anchor.named {
        let points = anchor.landmarks.map(point)
        let middle = points.reduce(.zero, +) / Double(points.count)
        // The head turns to its left, so that the ear of that side is behind the face.
        if view.degrees > 0, name == "leftEar" { continue }
        drawn.anchors.append((name, SIMD2(middle.x, middle.y)))
        if name.hasSuffix("Ear") { add("ear", ear(before: anchor, view.degrees), 0x8A6D3B) }
      }
      return drawn
    }
  }

  private static let features: [(name: String, rings: [[Int]], colour: UInt32)] = [
    ("eye", [FaceTopology.leftEye, FaceTopology.rightEye], 0x2F6FED),
    (
      "brow",
      [
        FaceTopology.leftBrowUpper, FaceTopology.leftBrowLower, FaceTopology.rightBrowUpper,
        FaceTopology.rightBrowLower,
      ], 0x6B4F3A
    ),
    ("nose", [[168, 6, 197, 195, 5, 4], [98, 97, 2, 326, 327]], 0xC4762B),
    ("mouth", [FaceTopology.outerLips, FaceTopology.innerLips], 0xD6336C),
  ]

  /// An ear of the average head, from the brow's height to the nose's tip: the mesh ends before it.
  private static func ear(before anchor: Anchor, _ degrees: Double) -> [SIMD3<Double>] {
    let edge = CanonicalFace.vertices[anchor.landmarks[0]]
    let side = edge.x < 0 ? -1.0 : 1
    return (0..<24).map { corner in
      let turn = 2 * Double.pi * Double(corner) / 24
      return seen(
        SIMD3(
          edge.x + side * (0.5 + 0.3 * cos(turn)), 1.2 + 3.1 * sin(turn),
          edge.z - 2 + 1.7 * cos(turn)),
        degrees)
    }
  }

  /// From centimetres of the canonical face to units of a view, y down; the head turns to its left.
  private static func seen(_ point: SIMD3<Double>, _ degrees: Double) -> SIMD3<Double> {
    let eyes = CanonicalFace.eyeMidpoint
    let units = (point - SIMD3(eyes.x, eyes.y, eyes.z)) * 100 / CanonicalFace.eyeDistance
    let turn = degrees * .pi / 180
    return SIMD3(
      units.x * cos(turn) + units.z * sin(turn), -units.y, units.z * cos(turn) - units.x * sin(turn)
    )
  }

  /// The convex hull of points as seen, by Andrew's monotone chain.
  private static func hull(_ points: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func half(_ points: some Sequence<SIMD3<Double>>) -> [SIMD3<Double>] {
      var chain: [SIMD3<Double>] = []
      for point in points {
        while chain.count > 1 {
          let (a, b) = (
            chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 1]
          )
          guard a.x * b.y - a.y * b.x <= 0 else { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return Array(chain.dropLast())
    }
    return half(sorted) + half(sorted.reversed())
  }

  private static func hex(_ colour: UInt32) -> String {
    let digits = String(colour, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// To a tenth of a unit.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let text = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    return tenths < 0 && tenths > -10 ? "-" + text : text
  }
}
