internal import Filters
internal import Geometry
internal import Placement
internal import TrackingFiles

extension OverlayOptions {
  /// The options as the verbs `render` and `snapshot` take them.
  ///
  /// - Parameter paths: the avatars' packages, or `none`.
  func arguments(avatars paths: [String]) -> [String] {
    var words = paths.map { "--avatar=\($0)" }
    words.append("--placement=\(placement.mode.rawValue)")
    if !placement.snap { words.append("--no-snap") }
    if mirrored { words.append("--mirror") }
    if overlayOnly { words.append("--overlay-only") }
    if let size { words.append("--size=\(size.width)x\(size.height)") }
    if let filter { words.append("--filter=\(filter.description)") }
    if let size = tracking.size { words.append("--tracking-size=\(size.width)x\(size.height)") }
    if let turn = tracking.rotation { words.append("--tracking-rotation=\(turn.rawValue)") }
    if tracking.mirrored == true { words.append("--tracking-mirrored") }
    if tracking.badSamples == .skip { words.append("--skip-bad-samples") }
    return words
  }
}
