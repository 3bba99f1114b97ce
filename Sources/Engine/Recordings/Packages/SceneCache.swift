import AvatarFiles
import Passes
import SceneFiles
import Scenes
import Synchronization

/// The scenes of pictures that came before, kept so that another picture reads none of their files.
///
/// The files are looked at each time (not read), so a package that is replaced is seen at once.
package final class SceneCache: Sendable {
  private struct Entry<Value: Sendable> {
    var value: Value
    var stamp: PackageStamp
  }

  private let manifests: Mutex<RecentlyUsed<String, Entry<Scene>>>
  private let packages: Mutex<RecentlyUsed<String, Entry<ScenePackage>>>

  /// The scenes whose manifests are kept.
  private static let mostManifests = 1024

  /// Makes an empty cache.
  ///
  /// - Parameter byteLimit: the most bytes of pictures' files that are kept.
  package init(byteLimit: Int) {
    manifests = Mutex(RecentlyUsed(byteLimit: Self.mostManifests))
    packages = Mutex(RecentlyUsed(byteLimit: byteLimit))
  }

  /// What a package's manifest says, and nothing else of it.
  func scene(path: String) throws(ScenePackageError) -> Scene {
    try Self.value(of: path, in: manifests, byteCount: { _ in 1 }, read: Self.scene)
  }

  /// A package; its pictures are decoded as they are drawn.
  func package(path: String) throws(ScenePackageError) -> ScenePackage {
    try Self.value(of: path, in: packages, byteCount: { max($0.fileBytes, 1) }) {
      path throws(ScenePackageError) in
      try ScenePackage.load(path: path, checksPictures: false)
    }
  }

  private static func value<Value: Sendable>(
    of path: String, in kept: borrowing Mutex<RecentlyUsed<String, Entry<Value>>>,
    byteCount: (Value) -> Int, read: (String) throws(ScenePackageError) -> Value
  ) throws(ScenePackageError) -> Value {
    // Before it is read: what changes meanwhile is seen the next time.
    let stamp = PackageStamp(path: path)
    if let entry = kept.withLock({ $0.value(path) }), entry.stamp == stamp { return entry.value }
    let value = try read(path)
    if let stamp {
      let entry = Entry(value: value, stamp: stamp)
      kept.withLock { $0.keep(entry, for: path, byteCount: byteCount(value)) }
    }
    return value
  }

  /// What the manifest of a package says that is not kept.
  static func scene(path: String) throws(ScenePackageError) -> Scene {
    let manifest = try ScenePackage.manifest(path: path)
    guard let scene = manifest.scene else {
      throw .faulty(path: path, SceneFaults(manifest.faults))
    }
    return scene
  }
}
