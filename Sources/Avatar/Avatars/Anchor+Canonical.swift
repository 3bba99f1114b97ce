import FaceModel
public import Geometry

extension Anchor {
  /// The anchor on the canonical face: the mean of its vertices; nil for a number past the mesh.
  package var canonicalPoint: Point3<CanonicalSpace>? {
    let vertices = CanonicalFace.vertices
    guard landmarks.allSatisfy(vertices.indices.contains) else { return nil }
    return Point3.mean(of: landmarks.lazy.map { vertices[$0] })
  }

  /// The same in eye distances from the anchor `eyes`, x to the subject's left, y up, z out of the face; a number
  /// past the mesh counts as `eyes`.
  public var canonicalPlace: Vector3<FaceSpace> {
    guard let point = canonicalPoint else { return .zero }
    let (eyes, unit) = (CanonicalFace.eyeMidpoint, CanonicalFace.eyeDistance)
    return Vector3(
      (point.x - eyes.x) / unit, (point.y - eyes.y) / unit, (point.z - eyes.z) / unit)
  }
}
