/// Whether the clip's own motion steadies what faces wear.
public enum StickChoice: String, CaseIterable, Sendable {
  /// On faces of which a check over other frames says that it comes nearer to the skin; where samples are smoothed
  /// `offline`.
  case auto
  /// On every face that is followed from frame to frame.
  case on
  /// The samples alone tell where a face is.
  case off
}
