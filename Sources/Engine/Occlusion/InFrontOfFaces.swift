import FaceModel
import Geometry
package import Matting
import Placement
package import Timelines
import Tracking

/// What a segmenter's picture says stands before the faces: hair, and skin that is not the face's.
///
/// Within a face's outline whatever is no face is before it. Beyond the outline hair is beside or behind what
/// avatars show there, such as a hat, so that nothing is said of it.
package enum InFrontOfFaces {
  /// The score of what is surely in front, and below 0 of what is surely not.
  private static let sure: Float = 3
  /// How far around an edge the picture's colours are asked, in widths of the face.
  private static let reach = 0.03
  /// How surely a pixel of the segmenter's picture is in front, of 255.
  private static let half: Float = 127.5

  /// What is before each face.
  ///
  /// - Parameters:
  ///   - parts: how surely each pixel is in front, of 255.
  ///   - columns: those of the picture of `parts`; it shows all of the clip's.
  ///   - state: in the clip's own picture.
  package static func covers(
    _ parts: [UInt8], columns: Int, rows: Int, _ state: FrameState
  ) -> [CoverageField] {
    guard columns > 0, rows > 0, parts.count == columns * rows else { return [] }
    let size = state.output.output
    return state.faces.compactMap { timed in
      let face = SceneFace(timed.face, through: state.scene)
      guard face.hasLandmarks else { return nil }
      let outline = FaceTopology.faceOval.compactMap { face.landmark($0) }
        .map { state.output.toComposite($0) }
      guard outline.count >= 3, outline.allSatisfy({ $0.x.magnitude + $0.y.magnitude < 1e6 }),
        let box = Rectangle(around: outline),
        let grid = MatteGrid(
          over: box, of: size, side: CellPicture.side(of: size), origin: Point2(0, 0),
          unit: SIMD2(1, 1))
      else { return nil }
      var scores = [Float](repeating: -sure, count: grid.count)
      let side = Double(grid.side)
      var isAnywhere = false
      for row in 0..<grid.rows.count {
        let y = (Double(grid.rows.lowerBound + row) + 0.5) * side
        let inside = crossings(outline, atY: y)
        for column in 0..<grid.columns.count {
          let x = (Double(grid.columns.lowerBound + column) + 0.5) * side
          // Between an odd number of crossings to the left and one to the right.
          guard inside.count(where: { $0 <= x }) % 2 == 1 else { continue }
          let part = sampled(
            parts, columns, rows, x / Double(size.width), y / Double(size.height))
          let score = (part - half) / half * sure
          scores[row * grid.stride + column] = score
          isAnywhere = isAnywhere || score > 0
        }
      }
      guard isAnywhere else { return nil }
      return CoverageField(
        grid, scores, reach: reach * (box.right - box.left), opacity: 1)
    }
  }

  /// Where an outline's lines are at a height.
  private static func crossings(_ outline: [Point2<OutputSpace>], atY y: Double) -> [Double] {
    zip(outline, outline.dropFirst() + outline.prefix(1)).compactMap { a, b in
      (a.y <= y) != (b.y <= y) ? a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) : nil
    }
  }

  /// A part at a place, between the four pixels around it.
  private static func sampled(
    _ parts: [UInt8], _ columns: Int, _ rows: Int, _ across: Double, _ down: Double
  ) -> Float {
    let x = min(max(across * Double(columns) - 0.5, 0), Double(columns - 1))
    let y = min(max(down * Double(rows) - 0.5, 0), Double(rows - 1))
    let (left, top) = (Int(x), Int(y))
    let (right, below) = (min(left + 1, columns - 1), min(top + 1, rows - 1))
    let (px, py) = (Float(x) - Float(left), Float(y) - Float(top))
    func at(_ column: Int, _ row: Int) -> Float { Float(parts[row * columns + column]) }
    let upper = at(left, top) + (at(right, top) - at(left, top)) * px
    let lower = at(left, below) + (at(right, below) - at(left, below)) * px
    return upper + (lower - upper) * py
  }
}
