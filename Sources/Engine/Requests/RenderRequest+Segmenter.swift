public import MediaPipe
public import Recordings
public import Tracker

extension RenderRequest {
  /// What tells hair before faces, whose library and model were found; nil where the request does not ask
  /// for it.
  ///
  /// - Throws: `MediaPipeError`.
  public func pictureSegmenter(
    _ search: TrackerSearch
  ) throws(MediaPipeError) -> PictureSegmenter? {
    guard let segmenterModel else { return nil }
    let found = try FoundSegmenter(
      model: segmenterModel, library: tracker.library, environment: search.environment,
      executable: search.executable)
    return PictureSegmenter(identity: found.identity) {
      let segmenter = try MediaPipeSegmenter(found)
      return { try segmenter.hairAndSkin($0, width: $1, height: $2) }
    }
  }
}
