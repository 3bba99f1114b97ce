import Geometry
public import Tracking

/// The faces with which a recording begins: those that come within a second of the first.
///
/// They take the avatars from left to right as they stand when the last of them has come: a person who walks in a
/// moment after the others, or is found a frame later, does not change which face wears which avatar.
public enum FirstFaces {
  /// How long after the first face others belong to them, in milliseconds.
  public static let windowMs = 1000.0
  /// The most faces that are told apart; a file may give every face of every sample another `id`.
  static let mostFaces = 1024

  /// Their identities from left to right in the scene, as `FaceTimeline` gives them for the same samples.
  ///
  /// - Parameter source: the recording's samples from the first on, nil at their end; no more are taken
  ///   than those of the window, and one.
  public static func leftToRight(
    header: TrackingHeader, in scene: SceneMapping, source: () throws -> TrackingSample?
  ) rethrows -> [Int] {
    var identifier = FaceIdentifier(camera: header.camera)
    var endMs = Double.infinity
    var places: [Int: Double] = [:]
    var order: [Int] = []
    while let sample = try source(), sample.timestampMs <= endMs, places.count <= mostFaces {
      guard !sample.faces.isEmpty || !places.isEmpty else { continue }
      endMs = min(endMs, sample.timestampMs + windowMs)
      let known = places.count
      let identities = identifier.identify(sample.faces, atMs: sample.timestampMs)
      for (identity, face) in zip(identities, sample.faces) {
        places[identity] = SceneFace(face, through: scene).horizontalPosition
      }
      guard places.count > known else { continue }
      order = places.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }
    return order
  }
}
