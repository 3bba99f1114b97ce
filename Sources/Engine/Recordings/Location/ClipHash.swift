import Digests

/// Whether a clip is the file that was tracked.
package enum ClipHash {
  /// A line where a file's hash is another one than the tracking names; nil where it is that one.
  package static func mismatch(of path: String, expected: String) -> String? {
    guard let found = try? FileHashes.shared.hex(ofFile: path), found != expected else {
      return nil
    }
    return "\(path): found SHA-256 \(found.prefix(12))..., and the tracking is of a file with"
      + " \(expected.prefix(12))...; give the clip that was tracked"
  }
}
