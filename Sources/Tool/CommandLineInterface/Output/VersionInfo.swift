import Compositing
import Frames
import Recordings

/// What `--version` prints.
enum VersionInfo {
  /// The program's version.
  static let version = RendererVersion.number

  /// The versions of the program and of what it runs on.
  static var text: String {
    "avatar-overlay \(version) (kernels: \(Compositor.instructionSets.joined(separator: ", ")); "
      + "\(VideoLibraries.versions))"
  }
}
