/// An avatar: artwork in layers, and where each layer sits on a face.
public struct Avatar: Hashable, Sendable {
  /// The name of the package's folder or archive, or the one that a catalogue has it under.
  public var id: String
  /// What people call it, by language tag (`en`, `zh-Hans`).
  public var name: [String: String]
  /// The artist, to be shown.
  public var author: String?
  /// The licence of its artwork, an SPDX identifier.
  public var licence: String?
  /// Words to find it by.
  public var tags: [String]
  /// The layers in drawing order, the last on top.
  public var layers: [Layer]
  /// What is heard of it.
  public var sounds: [AvatarSound] = []
  /// What of the face hides its shared layers.
  public var occluders: [FaceOccluder] = []
  /// Which light falls on its layers.
  public var light = LightMode.unlit

  /// Makes an avatar.
  public init(
    id: String, name: [String: String] = [:], author: String? = nil, licence: String? = nil,
    tags: [String] = [], layers: [Layer]
  ) {
    (self.id, self.name, self.author) = (id, name, author)
    (self.licence, self.tags, self.layers) = (licence, tags, layers)
  }
}

extension Avatar {
  /// Whether one of its layers is more than a flat picture, or may be hidden by the face.
  public var hasVolume: Bool { !occluders.isEmpty || layers.contains(where: \.hasVolume) }

  /// Whether a layer or a sound listens to what a recording holds beside its faces.
  public var followsRecording: Bool {
    layers.contains { layer in
      layer.when.contains(where: \.signal.followsRecording)
        || layer.drive.contains(where: \.signal.followsRecording)
    } || sounds.contains { $0.on.contains(where: \.signal.followsRecording) }
  }
}
