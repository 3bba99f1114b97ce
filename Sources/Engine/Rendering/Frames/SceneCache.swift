import AvatarFiles
import Passes
import SceneFiles
import Scenes
import Synchronization

/// The scenes of pictures that came before, kept so that another picture reads none of their files.
///
/// The files are looked at each time (not read), so a package that is replaced is seen at once.
final class SceneCache: Sendable {
  private struct Manifest {
    var scene: Scene
    var stamp: PackageStamp
  }

  private struct Entry {
    var package: ScenePackage
    var stamp: PackageStamp
  }

  private let manifests: Mutex<RecentlyUsed<String, Manifest>>
  private let packages: Mutex<RecentlyUsed<String, Entry>>

  /// The scenes whose manifests are kept.
  private static let mostManifests = 1024

  /// Makes an empty cache.
  ///
  /// - Parameter byteLimit: the most bytes of pictures' files that are kept.
  init(byteLimit: Int) {
    manifests = Mutex(RecentlyUsed(byteLimit: Self.mostManifests))
    packages = Mutex(RecentlyUsed(byteLimit: byteLimit))
  }

  /// What a package's manifest says, and nothing else of it.
  func scene(path: String) throws(ScenePackageError) -> Scene {
    // Before it is read: what changes meanwhile is seen the next time.
    let stamp = PackageStamp(path: path)
    if let kept = manifests.withLock({ $0.value(path) }), kept.stamp == stamp { return kept.scene }
    let scene = try Self.scene(path: path)
    if let stamp {
      let manifest = Manifest(scene: scene, stamp: stamp)
      manifests.withLock { $0.keep(manifest, for: path, byteCount: 1) }
    }
    return scene
  }

  /// A package; its pictures are decoded as they are drawn.
  func package(path: String) throws(ScenePackageError) -> ScenePackage {
    let stamp = PackageStamp(path: path)
    if let kept = packages.withLock({ $0.value(path) }), kept.stamp == stamp { return kept.package }
    let package = try ScenePackage.load(path: path, checksPictures: false)
    if let stamp {
      let entry = Entry(package: package, stamp: stamp)
      packages.withLock { $0.keep(entry, for: path, byteCount: max(package.fileBytes, 1)) }
    }
    return package
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
