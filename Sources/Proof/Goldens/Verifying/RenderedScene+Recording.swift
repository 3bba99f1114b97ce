import Files
import Foundation
import Recordings
import Requests

extension RenderedScene {
  /// Its recording.
  ///
  /// A clip that stands alone is not tracked automatically: what a golden shows would depend on the
  /// tracker, its version and its models, or on whether there is one. Where the case asks for no
  /// faces, it may stand alone.
  ///
  /// - Throws: `CaseRenderer.Fault.untracked`, and `RenderingError` for files that are not there.
  func recordingLocation() throws -> RecordingLocation {
    let location = try request.recordingLocation(tracksAutomatically: true)
    guard location.tracking == nil, request.needsTracking || holds.holdsAny,
      let path = request.recording, !FilePath.isFolder(path)
    else { return location }
    throw CaseRenderer.Fault.untracked(
      clip: path, tracking: "\((path as NSString).deletingPathExtension).jsonl")
  }
}
