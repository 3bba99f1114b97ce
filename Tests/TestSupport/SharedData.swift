import Foundation

/// The folder of real recordings and reference figures that stands beside the checkout, if any.
///
/// It is not part of the project; tests that need it are skipped where it is absent.
public enum SharedData {
  /// The folder `shared` beside the package.
  public static let root = packageRoot.deletingLastPathComponent().appending(path: "shared")

  /// The package's own folder.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether the folder is there.
  public static let isPresent = FileManager.default.fileExists(
    atPath: root.appending(path: "recordings").path)

  /// What a skipped test says.
  public static let absent = "needs ../shared (real recordings), which is not beside this checkout"

  /// A file of the folder.
  public static func file(_ path: String) -> URL { root.appending(path: path) }
}
