import Geometry
package import Placement

/// A crop that moves over a clip's picture: one size for all of the clip, and a place for each time.
package struct MovingCrop: Sendable {
  /// The frames of the crop, wherever it is.
  package let framing: OutputFraming
  /// What of the picture is cut off though it should not be, in a line; nil where nothing is.
  package let note: String?
  private let path: Path

  /// The places of a crop's left top corner over time.
  struct Path: Sendable {
    /// The time of the first node, and the time between two.
    var startMs, stepMs: Double
    /// Columns and rows at the nodes, in stored pixels; one for all where the crop rests that way.
    var columns, rows: [Double]

    func place(atMs timeMs: Double) -> SIMD2<Double> {
      func at(_ places: [Double]) -> Double {
        guard places.count > 1 else { return places.first ?? 0 }
        let node = min(max((timeMs - startMs) / stepMs, 0), Double(places.count - 1))
        let before = min(Int(node), places.count - 2)
        let place = places[before] + (node - Double(before)) * (places[before + 1] - places[before])
        // Finer steps than those of the filter that moves the picture show nothing.
        return (place * Self.stepsPerPixel).rounded() / Self.stepsPerPixel
      }
      return SIMD2(at(columns), at(rows))
    }

    private static let stepsPerPixel = 32.0
  }

  init(_ framing: OutputFraming, along path: Path, note: String?) {
    (self.framing, self.path, self.note) = (framing, path, note)
  }

  /// How the frame of a time shows the picture.
  package func framing(atMs timeMs: Double) -> OutputFraming {
    framing.moved(to: path.place(atMs: timeMs))
  }
}
