import Compositing
import Video

/// What `--version` prints.
enum VersionInfo {
  /// The program's version.
  static let version = "0.1.0"

  /// The versions of the program and of what it runs on.
  static var text: String {
    "avatar-overlay \(version) (kernels: \(Compositor.instructionSets.joined(separator: ", ")); "
      + "\(VideoLibraries.versions))"
  }
}
