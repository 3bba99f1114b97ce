internal import FaceModel
internal import Geometry
internal import Tracking

/// What told how far a mouth is open.
public enum MouthSource: String, Sendable {
  /// The blendshapes `jawOpen` and `mouthClose`.
  case jawOpen
  /// The lips' landmarks.
  case lips
  /// The teeth in the clip's pictures.
  case teethVisible
}

/// How far a mouth is open so that teeth show, 0 to 1.
struct MouthScore: Hashable, Sendable {
  var value: Double
  var source: MouthSource

  /// What a picture shows of the teeth.
  init(teeth share: Double) { (value, source) = (Self.clamped(share), .teethVisible) }

  /// Measures a face; nil where it does not have what the settings ask for.
  ///
  /// - Parameter signal: what tells; of teeth in pictures a face says nothing, so that it is as for `auto`.
  init?(_ face: FaceSample, _ signal: SessionSettings.TeethSettings.Signal) {
    if signal != .lips, !face.blendshapes.scores.isEmpty {
      // A jaw that opens behind closed lips shows no teeth.
      value = Self.clamped(face.blendshapes[.jawOpen] - face.blendshapes[.mouthClose])
      source = .jawOpen
    } else if signal != .jawOpen, let lips = Self.lips(face.landmarks) {
      value = lips
      source = .lips
    } else {
      return nil
    }
  }

  /// The inner lips' middles, and the corners of the mouth; the same points in a mirrored picture.
  private static let (upper, lower, right, left) = (13, 14, 61, 291)
  /// Brings the opening's shape to the scale of the blendshapes.
  private static let lipsOffset = 0.05

  private static func lips(_ landmarks: [Point3<TrackerSpace>]) -> Double? {
    guard landmarks.count > left else { return nil }
    let width = (landmarks[left] - landmarks[right]).length
    guard width > 0 else { return nil }
    return clamped((landmarks[lower] - landmarks[upper]).length / width + lipsOffset)
  }

  private static func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
}
