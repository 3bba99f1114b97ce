import Digests

/// Where what hands cover of a clip's pictures is kept from one render to the next, beside the tracking of
/// clips.
public struct MatteCache: Hashable, Sendable {
  /// How the names of its files end.
  public static let ending = ".mattes"

  /// The folder, which is there and may be written to.
  public var folder: String
  /// What decides where faces, hands and layers are, beside the clip, its tracking and the avatars: equal
  /// texts for equal places.
  public var words: [String]
  /// Files whose bytes decide it too.
  public var files: [String]
  /// The most bytes that are kept of one clip that is rendered in one way; frames beyond them are looked at
  /// anew.
  public var mostBytes = 256 << 20

  /// Makes a cache.
  public init(folder: String, words: [String], files: [String] = []) {
    (self.folder, self.words, self.files) = (folder, words, files)
  }

  /// The file of what some hashes and texts stand for.
  package func path(_ key: [UInt8]) -> String {
    let digits = key.map { byte in
      let text = String(byte, radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    return "\(folder)/\(digits.joined())\(Self.ending)"
  }

  /// The key of a clip that is rendered in a way.
  ///
  /// - Parameter parts: hashes of the clip, its tracking and the avatars, and how they are read.
  package func key(_ parts: [String]) -> [UInt8] {
    var key = SHA256()
    for part in ["mattes/1"] + parts + words {
      key.append(Array("\(part.utf8.count):\(part)".utf8))
    }
    return key.digest
  }
}
