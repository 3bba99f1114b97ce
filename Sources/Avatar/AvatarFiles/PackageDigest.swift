import Avatars
import Digests
import Synchronization

/// The hash of a package's files, worked out when it is first asked for.
package final class PackageDigest: Sendable {
  private let manifest: [UInt8]
  private let known = Mutex<String?>(nil)

  /// Takes the bytes of the package's `avatar.json`.
  init(manifest: [UInt8]) {
    self.manifest = manifest
  }

  /// The hash, 64 hexadecimal digits.
  func text(of pictures: [PictureFile], _ sounds: [String: [UInt8]]) -> String {
    known.withLock { known in
      if let known { return known }
      var files = sounds
      files[AvatarManifest.fileName] = manifest
      for picture in pictures { files.merge(picture.files) { first, _ in first } }
      let hash = Self.text(of: files)
      known = hash
      return hash
    }
  }

  /// The hash of files, by name: that of the lines that `sha256sum` prints for them, sorted by name.
  package static func text(of files: [String: [UInt8]]) -> String {
    let lines = files.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      .map { "\(SHA256.hex(of: files[$0] ?? []))  \($0)\n" }
    return SHA256.hex(of: Array(lines.joined().utf8))
  }
}
