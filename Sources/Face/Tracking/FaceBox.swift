internal import FaceModel
package import Geometry

/// The upright rectangle around a face, in pixels of the tracker's picture.
package struct FaceBox: Hashable, Sendable {
  package var left, top, right, bottom: Double

  /// Makes a box of its sides.
  package init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// The box of a face's landmarks, or of the canonical face at its pose; nil where it has neither.
  package init?(_ face: FaceSample, camera: PerspectiveCamera) {
    if !face.landmarks.isEmpty {
      self.init(face.landmarks.lazy.map { $0.xy })
    } else if let pose = face.pose {
      let camera = camera.seeing(face)
      // The oval bounds the face from nearly all sides, at a thirteenth of the work.
      self.init(
        FaceTopology.faceOval.compactMap { camera.project(pose(CanonicalFace.vertices[$0])) })
    } else {
      return nil
    }
  }

  /// The box of some points; nil for none, and where one is not finite.
  package init?(_ points: some Sequence<Point2<TrackerSpace>>) {
    (left, top, right, bottom) = (.infinity, .infinity, -.infinity, -.infinity)
    for point in points {
      left = min(left, point.x)
      right = max(right, point.x)
      top = min(top, point.y)
      bottom = max(bottom, point.y)
    }
    guard left.isFinite, right.isFinite, top.isFinite, bottom.isFinite else { return nil }
  }

  package var center: Point2<TrackerSpace> { Point2((left + right) / 2, (top + bottom) / 2) }

  /// The mean of width and height: the face's size, by which distances are divided.
  package var size: Double { (right - left + bottom - top) / 2 }

  /// Its rows.
  package var height: Double { bottom - top }

  /// The area, in square pixels.
  package var area: Double { (right - left) * (bottom - top) }

  func moved(by move: Vector2<TrackerSpace>) -> FaceBox {
    var box = self
    box.left += move.x
    box.right += move.x
    box.top += move.y
    box.bottom += move.y
    return box
  }

  /// The part of the two boxes' union that both cover, 0 to 1.
  package func overlap(_ other: FaceBox) -> Double {
    let width = min(right, other.right) - max(left, other.left)
    let height = min(bottom, other.bottom) - max(top, other.top)
    guard width > 0, height > 0 else { return 0 }
    let both = width * height
    return both / (area + other.area - both)
  }
}

extension PerspectiveCamera {
  /// The camera that saw a face: the sample's own, or this one.
  package func seeing(_ face: FaceSample) -> PerspectiveCamera {
    face.intrinsics.map { PerspectiveCamera(size: size, intrinsics: $0) } ?? self
  }
}
