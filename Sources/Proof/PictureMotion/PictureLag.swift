/// How late the landmarks of a recording come, against the motion of the picture.
public enum PictureLag: Hashable, Sendable {
  /// The lag in milliseconds, above 0 where the landmarks come later than the picture, with its standard
  /// error.
  case measured(lagMs: Double, errorMs: Double)
  /// There is no lag to be told, and why.
  case unknown(Reason)

  /// Why a lag cannot be measured.
  public enum Reason: String, Hashable, Codable, Sendable {
    /// No face was tracked while the picture was seen.
    case noFace
    /// Faces were tracked for too short a time.
    case tooShort
    /// Too little of the faces could be followed in the picture: blurred, dark, small or flat.
    case notFollowed
    /// The faces hardly move.
    case still
    /// The picture does not move as the landmarks do, whatever the lag.
    case unlike
    /// Several lags explain the motion, or a wide range of them.
    case ambiguous
  }
}
