import Geometry
import Tracking

/// Faces of which nothing matters but their boxes.
enum BoxFaces {
  static let size = PixelSize<TrackerSpace>(clamping: 640, 480)

  /// A face whose landmarks span a square.
  static func face(x: Double, y: Double = 200, side: Double = 80) -> FaceSample {
    FaceSample(
      landmarks: (0..<468).map { index in
        let (column, row) = (Double(index % 22) / 21, Double(index / 22) / 21)
        return Point3(x + (column - 0.5) * side, y + (row - 0.5) * side, 0)
      })
  }

  /// The middle of a face's box.
  static func middle(_ face: FaceSample) -> (x: Double, y: Double) {
    let xs = face.landmarks.map(\.x), ys = face.landmarks.map(\.y)
    return (((xs.min() ?? 0) + (xs.max() ?? 0)) / 2, ((ys.min() ?? 0) + (ys.max() ?? 0)) / 2)
  }
}
