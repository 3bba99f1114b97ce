import Avatars
public import Geometry

/// What a user did to the avatar of a face while a clip was taken: the swipe that changes a mask, the pinch
/// that fits it.
///
/// It holds from its time on.
public struct AvatarCue: Hashable, Sendable {
  /// When it was done, in milliseconds on the clip's timeline.
  public var timeMs: Double
  /// The place of the avatar that is worn from then on; nil for the same as before.
  public var avatar: Int?
  /// The face, by its identity; nil for all.
  public var face: Int?
  /// What the layers' widths are multiplied by from then on; nil for the same as before.
  public var scale: Double?
  /// What is added to the layers' offsets from then on, in eye distances; nil for the same as before.
  public var offset: Vector3<FaceSpace>?

  /// How far it goes on through the list of avatars that swipes go through: 1 to the next, -1 to the one
  /// before, round its ends.
  public var step = 0
  /// Whether it enlarges the avatar, or takes that back.
  public var togglesSize = false

  /// What a double tap multiplies the layers' widths by.
  public static let enlargement = 1.25
  /// How long one look goes over into the next, in milliseconds.
  public static let fadeMs = 200.0
  /// How far ahead of a frame a cue may lie that has come, in milliseconds.
  static let aheadMs = 0.5

  /// Makes a cue.
  public init(
    timeMs: Double, avatar: Int? = nil, face: Int? = nil, scale: Double? = nil,
    offset: Vector3<FaceSpace>? = nil
  ) {
    (self.timeMs, self.avatar, self.face) = (timeMs, avatar, face)
    (self.scale, self.offset) = (scale, offset)
  }

  /// Makes the cue of a swipe over a face.
  public init(timeMs: Double, step: Int, face: Int) {
    self.init(timeMs: timeMs, face: face)
    self.step = step
  }

  /// Makes the cue of a double tap at a face.
  public init(timeMs: Double, togglingSizeOf face: Int) {
    self.init(timeMs: timeMs, face: face)
    togglesSize = true
  }
}

/// Which avatar a face wears, and how it was fitted.
struct WornAvatar: Hashable {
  var avatar: Int
  var scale = 1.0
  var isEnlarged = false
  var offset = Vector3<FaceSpace>.zero

  func fitted(_ layer: Layer) -> Layer {
    var fitted = layer
    fitted.enlarge(by: isEnlarged ? scale * AvatarCue.enlargement : scale)
    fitted.offset = fitted.offset + offset
    return fitted
  }

  /// Goes on through a list; what is not in it goes to its first, or backwards to its last.
  private mutating func step(by step: Int, through list: [Int]) {
    guard let place = list.firstIndex(of: avatar) else {
      avatar = (step > 0 ? list.first : list.last) ?? avatar
      return
    }
    avatar = list[(place + step % list.count + list.count) % list.count]
  }

  /// What a face wears at a time, and how much of each is seen: two while one goes over into the next.
  ///
  /// - Parameters:
  ///   - cues: by rising time.
  ///   - list: the places of the avatars that swipes go through.
  static func worn(
    by face: Int, from given: Int, _ cues: [AvatarCue], through list: [Int],
    atMs timeMs: Double
  ) -> [(worn: WornAvatar, opacity: Double)] {
    var looks = [(worn: WornAvatar(avatar: given), sinceMs: -Double.infinity)]
    for cue in cues where (cue.face ?? face) == face {
      guard cue.timeMs <= timeMs + AvatarCue.aheadMs, var last = looks.last else { break }
      last.worn.avatar = cue.avatar ?? last.worn.avatar
      if cue.step != 0 { last.worn.step(by: cue.step, through: list) }
      if cue.togglesSize { last.worn.isEnlarged.toggle() }
      last.worn.scale = cue.scale ?? last.worn.scale
      last.worn.offset = cue.offset ?? last.worn.offset
      looks.append((last.worn, cue.timeMs))
    }
    guard let last = looks.last else { return [] }
    let part = max(0, timeMs - last.sinceMs) / AvatarCue.fadeMs
    guard part < 1, looks.count > 1, looks[looks.count - 2].worn != last.worn else {
      return [(last.worn, 1)]
    }
    return [(looks[looks.count - 2].worn, 1 - part), (last.worn, part)]
  }
}
