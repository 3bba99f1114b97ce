import AvatarFiles
import Avatars
import Compositing
import Imaging
import Passes
import Recordings
import Synchronization

/// The avatars of a library that were used, with their textures, kept so that a picture costs no
/// look at a file.
///
/// Once in `recheckInterval` the files of an avatar that is used are looked at (not read), so a
/// package that is replaced is seen within that time.
final class AvatarCache: Sendable {
  struct Kept: Sendable {
    let package: AvatarPackage
    /// Which loading it came from; no two have the same.
    let loading: Int
  }

  private struct Entry {
    var kept: Kept
    var path: String
    var stamp: PackageStamp
    var checked: ContinuousClock.Instant
  }

  private struct TextureKey: Hashable {
    var loading: Int
    var image: String
    var sent: String?
    var format: PixelFormat
  }

  /// How long an avatar is taken to be as it was.
  static let recheckInterval = Duration.seconds(1)

  private let library: AvatarLibrary
  private let recheckInterval: Duration
  private let takesPaths: Bool
  private let avatars: Mutex<RecentlyUsed<String, Entry>>
  private let textures: Mutex<RecentlyUsed<TextureKey, [Texture]>>
  private let loadings = Atomic<Int>(0)

  /// Makes the cache of a library, with nothing in it.
  init(
    _ library: AvatarLibrary, limits: FrameLimits, recheckInterval: Duration = recheckInterval
  ) {
    (self.library, self.recheckInterval) = (library, recheckInterval)
    takesPaths = limits.takesPaths
    avatars = Mutex(RecentlyUsed(byteLimit: limits.avatarBytes))
    textures = Mutex(RecentlyUsed(byteLimit: limits.textureBytes))
  }

  /// The avatar of a name of the library.
  ///
  /// Paths are no names unless the limits say so: a client of a service must not reach for files.
  func avatar(_ name: String) throws(AvatarPackageError) -> Kept {
    if name == AvatarSelection.none { return Kept(package: .none, loading: 0) }
    let now = ContinuousClock.now
    let (found, isDue) = avatars.withLock { avatars -> (Entry?, Bool) in
      guard let entry = avatars.value(name) else { return (nil, true) }
      let isDue = now - entry.checked >= recheckInterval
      // The first caller checks for all.
      if isDue { avatars.update(name) { $0.checked = now } }
      return (entry, isDue)
    }
    if let found {
      if !isDue || PackageStamp(path: found.path) == found.stamp { return found.kept }
      forget(name, found.kept.loading)
    }
    return try load(name, at: now)
  }

  /// The textures of the frames of a picture of an avatar.
  ///
  /// - Parameter sent: the hash of the picture's file, where it came with a request and not from the package.
  func textures(
    _ kept: Kept, layer: Int, of package: AvatarPackage, for format: PixelFormat, sent: String?
  ) throws(AvatarPackageError) -> [Texture] {
    let key = TextureKey(
      loading: kept.loading, image: package.avatar.layers[layer].image, sent: sent, format: format)
    if let made = textures.withLock({ $0.value(key) }) { return made }
    // Not under the lock: others go on meanwhile, and two that make the same make the same.
    let made = try package.frames(ofLayer: layer).map { Texture($0, for: format) }
    let byteCount = made.reduce(0) { $0 + $1.byteCount }
    textures.withLock { $0.keep(made, for: key, byteCount: byteCount) }
    return made
  }

  /// The memory that all textures that are kept may take, in bytes.
  var textureBytes: Int { textures.withLock { $0.byteCount } }

  private func load(
    _ name: String, at now: ContinuousClock.Instant
  ) throws(AvatarPackageError) -> Kept {
    let isPath = takesPaths && name.contains("/")
    guard let path = try isPath ? library.path(of: name) : library.path(named: name) else {
      throw .lookup(library.absence(of: name))
    }
    // Before it is read: what changes meanwhile is seen the next time.
    let stamp = PackageStamp(path: path)
    let package = try AvatarPackage.load(path: path, decoding: .later)
    let loading = loadings.add(1, ordering: .relaxed).newValue
    let kept = Kept(package: package, loading: loading)
    if let stamp {
      let entry = Entry(kept: kept, path: path, stamp: stamp, checked: now)
      avatars.withLock { $0.keep(entry, for: name, byteCount: max(package.fileBytes, 1)) }
    }
    return kept
  }

  private func forget(_ name: String, _ loading: Int) {
    avatars.withLock { $0.remove(name) }
    textures.withLock { $0.removeAll { $0.loading == loading } }
  }
}
