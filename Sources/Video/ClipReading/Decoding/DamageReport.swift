public import Imaging

/// What could not be read of a clip.
public struct DamageReport: Hashable, Sendable {
  /// Frames that are in the clip but were not handed out: their packets are missing, or the decoder
  /// refused them.
  public internal(set) var framesLost = 0
  /// Frames that were handed out although the decoder had to guess a part of them.
  public internal(set) var framesDamaged = 0
  /// Where the damage begins on the clip's timeline, in milliseconds, as near as is known.
  public internal(set) var firstDamageMs: Double?
  /// What is lost of a still.
  public internal(set) var picture: PictureDamage?
  /// The first fault, in a few words.
  public internal(set) var message: String?

  /// No damage.
  init() {}

  /// Whether everything was read without a fault.
  public var isClean: Bool { framesLost == 0 && framesDamaged == 0 && message == nil }

  /// The damage of a still, where it has any.
  init(of picture: PictureDamage?) {
    guard let picture else { return }
    self.picture = picture
    framesDamaged = 1
    note("\(picture.reason)", atMs: 0)
  }

  /// Adds the damage of one of several stills.
  mutating func add(_ damage: PictureDamage, atMs: Double) {
    picture = nil
    framesDamaged += 1
    note("\(damage.reason)", atMs: atMs)
  }

  mutating func note(_ message: String, atMs: Double?) {
    if self.message == nil { self.message = message }
    if let atMs { firstDamageMs = min(atMs, firstDamageMs ?? atMs) }
  }
}

extension DamageReport: CustomStringConvertible {
  /// The damage in one line: `12 frames lost and 1 damaged from 3200 ms on (the file is cut off)`.
  public var description: String {
    guard !isClean else { return "no damage" }
    if let picture { return "\(picture)" }
    var parts: [String] = []
    if framesLost > 0 { parts.append("\(framesLost) frame\(framesLost == 1 ? "" : "s") lost") }
    if framesDamaged > 0 { parts.append("\(framesDamaged) damaged") }
    var text = parts.isEmpty ? "damaged" : parts.joined(separator: " and ")
    if let firstDamageMs { text += " from \(Int(firstDamageMs.rounded())) ms on" }
    if let message { text += " (\(message))" }
    return text
  }
}
