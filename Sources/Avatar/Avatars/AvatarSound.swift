/// A sound of an avatar.
public struct AvatarSound: Hashable, Sendable {
  /// The path of its file inside the package.
  public var file: String
  /// The conditions that begin it when the last of them begins to hold; empty for when the avatar is put on.
  public var on: [Trigger]
  /// How much louder it is, in dB.
  public var gain: Double

  /// The most sounds of a package.
  public static let most = 16
  /// How much louder than its file a sound may be, in dB.
  public static let gains = -60.0...20.0

  /// Makes a sound.
  public init(file: String, on: [Trigger] = [], gain: Double = 0) {
    (self.file, self.on, self.gain) = (file, on, gain)
  }
}
