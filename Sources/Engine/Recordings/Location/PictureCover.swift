public import Frames

/// What of a recording's pictures is hidden.
public enum PictureCover: Hashable, Sendable {
  /// Nothing.
  case none
  /// Something, which is not known yet: no picture is read.
  case asked
  /// What a look at the whole clip found.
  case planned(FrameCover)
}
