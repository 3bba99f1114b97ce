package import Geometry
package import Tracking

/// Makes faces of the three lists that MediaPipe gives.
package enum DetectedFaces {
  /// The faces of a picture.
  ///
  /// A matrix that is no pose before the camera is left out, and so is one that belongs to no face:
  /// the list of matrices closes up where a face has none.
  ///
  /// - Parameters:
  ///   - landmarks: for each face, in pixels.
  ///   - blendshapes: for each face in MediaPipe's order, or empty.
  ///   - matrices: sixteen numbers each, in either order.
  ///   - size: the tracker's picture.
  package static func samples(
    landmarks: [[Point3<TrackerSpace>]], blendshapes: [[Float]], matrices: [[Double]],
    size: PixelSize<TrackerSpace>
  ) -> [FaceSample] {
    var faces = landmarks.enumerated().map { index, points in
      var face = FaceSample(landmarks: points)
      if index < blendshapes.count { face.blendshapes.scores = blendshapes[index].map(Double.init) }
      return face
    }
    let poses = matrices.compactMap { try? PoseMatrix.read($0, count: $0.count).get() }
    let owners = PosePairing.faces(
      of: poses, among: landmarks, camera: PerspectiveCamera(size: size))
    for (pose, owner) in zip(poses, owners) {
      if let owner { faces[owner].pose = pose }
    }
    return faces
  }
}
