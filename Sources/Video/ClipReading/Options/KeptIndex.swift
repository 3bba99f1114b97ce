internal import Synchronization

/// When each frame of a clip is shown, kept from one reader of the clip to the next: finding it out
/// takes a pass over the whole file.
public final class KeptIndex: Sendable {
  private let kept = Mutex<FrameIndex??>(nil)
  private let keptChanges = Mutex<PictureChanges??>(nil)

  /// Makes an empty one, for the readers of one clip.
  public init() {}

  /// The index; nil before the first look, and nil within it where the clip has none.
  var index: FrameIndex?? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  /// Where pictures change their size; likewise.
  var changes: PictureChanges?? {
    get { keptChanges.withLock { $0 } }
    set { keptChanges.withLock { $0 = newValue } }
  }
}
