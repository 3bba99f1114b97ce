internal import AvatarFiles
internal import Avatars
internal import Digests
internal import Foundation
internal import Rendering
internal import Synchronization

extension AvatarCatalog {
  /// What an avatar is, without its pictures' pixels.
  func package(_ name: String, of tenant: String) throws(AvatarPackageError) -> AvatarPackage {
    try AvatarPackage.load(path: try entry(name, of: tenant).path, decoding: .later)
  }

  /// How many layers an avatar has.
  ///
  /// Asked at every frame, so it is remembered; a package's path names its version or, for those
  /// that came with the service, stays as it is while the service runs.
  func layerCount(_ name: String, of tenant: String) throws(AvatarPackageError) -> Int {
    let path = try entry(name, of: tenant).path
    if let count = layerCounts.withLock({ $0[path] }) { return count }
    let count = try AvatarPackage.load(path: path, decoding: .later).avatar.layers.count
    layerCounts.withLock { counts in
      // An endless stream of uploads must not fill the memory.
      if counts.count >= Self.rememberedPackages { counts.removeAll() }
      counts[path] = count
    }
    return count
  }

  /// An avatar's `avatar.json`.
  func manifest(_ name: String, of tenant: String) throws(AvatarPackageError) -> [UInt8] {
    try AvatarPackage.manifestBytes(path: try entry(name, of: tenant).path)
  }

  /// A name for what an avatar looks like: another one where any of its bytes differ.
  func fingerprint(_ name: String, of tenant: String) throws -> String {
    let entry = try entry(name, of: tenant)
    guard entry.isBuiltIn else {
      return URL(filePath: entry.path).deletingPathExtension().lastPathComponent
    }
    let files =
      try (FileManager.default.subpaths(atPath: entry.path) ?? [""]).sorted().map { file in
        let path = file.isEmpty ? entry.path : "\(entry.path)/\(file)"
        return "\(file) \(try SHA256.hex(ofFile: path))"
      }
    return SHA256.hex(of: Array(files.joined(separator: "\n").utf8))
  }
}
