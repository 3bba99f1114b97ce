public import Avatars

/// What a list of avatars shows of one; encodes as JSON.
public struct AvatarSummary: Encodable, Hashable, Sendable {
  /// The name of its package.
  public let id: String
  /// What people call it, by language tag.
  public let name: [String: String]
  /// The artist, as the manifest names them.
  public let author: String?
  /// The licence of its artwork.
  public let licence: String?
  /// Words to find it by.
  public let tags: [String]
  /// The names of its layers, in drawing order.
  public let layers: [String]
  /// The first of the manifest's faults; nil where it has none.
  public let fault: String?
  /// The folder in which it lies; empty where that is not told.
  public var folder = ""
  /// The paths of the packages of this name in folders that come after, which cannot be named.
  public var hides: [String] = []

  /// Sums a manifest up.
  public init(id: String, _ manifest: AvatarManifest) {
    self.id = id
    let avatar = manifest.avatar
    name = avatar?.name ?? [:]
    author = avatar?.author
    licence = avatar?.licence
    tags = avatar?.tags ?? []
    layers = avatar?.layers.map(\.name) ?? []
    fault = manifest.faults.isEmpty ? nil : AvatarFaults(manifest.faults).description
  }

  /// Names a package that cannot be opened.
  init(id: String, fault: String) {
    self.id = id
    (name, author, licence, tags, layers) = ([:], nil, nil, [], [])
    self.fault = fault
  }
}
