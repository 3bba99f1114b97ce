internal import FaceModel
internal import Geometry
internal import Tracking

/// Tells which face of a sample is the player's.
struct PlayerFollower: Hashable, Sendable {
  /// The player, from the first face that was chosen on.
  struct Player: Hashable, Sendable {
    /// The number that the file gave the face when it was chosen; nil where it gave none.
    var id: Int?
    /// Where the face was last, in the tracker's picture.
    var box: FaceBox
    /// When it was seen last.
    var lastMs: Double
  }

  /// The player; nil before any face was seen.
  var player: Player?

  /// The place of the player's face among a sample's faces, whose boxes these are; nil where it is not
  /// seen.
  mutating func follow(
    _ faces: [FaceSample], _ boxes: [FaceBox?], atMs timeMs: Double, _ settings: SessionSettings,
    in picture: UprightPicture
  ) -> Int? {
    let found: Int?
    if let player, timeMs - player.lastMs <= settings.gaps.faceLostMs + Tolerance.ms {
      found = Self.same(as: player, faces, boxes)
    } else {
      found = Self.choice(settings.player, boxes, in: picture)
      if let found, let box = boxes[found] {
        player = Player(id: faces[found].id, box: box, lastMs: timeMs)
      }
    }
    guard let found, let box = boxes[found] else { return nil }
    player?.box = box
    player?.lastMs = timeMs
    return found
  }

  /// The face that the settings choose; of equal ones the one furthest to the left.
  private static func choice(
    _ choice: SessionSettings.PlayerChoice, _ boxes: [FaceBox?], in picture: UprightPicture
  ) -> Int? {
    func leftness(_ box: FaceBox) -> Double {
      -picture.point(Point3(box.center.x, box.center.y, 0)).x
    }
    return boxes.indices.filter { boxes[$0] != nil }.max { a, b in
      guard let first = boxes[a], let second = boxes[b] else { return false }
      let (left, otherLeft) = (leftness(first), leftness(second))
      return switch choice {
      case .largest: (first.area, left) < (second.area, otherLeft)
      case .leftmost: left < otherLeft
      case .rightmost: left > otherLeft
      }
    }
  }

  /// The face that the player's is now: by its number where it has one, else by its place.
  private static func same(
    as player: Player, _ faces: [FaceSample], _ boxes: [FaceBox?]
  ) -> Int? {
    if let id = player.id {
      return faces.indices.first { faces[$0].id == id && boxes[$0] != nil }
    }
    let known = boxes.indices.compactMap { index in boxes[index].map { (index, $0) } }
    let overlapping = known.map { ($0.0, $0.1.overlap(player.box)) }.filter { $0.1 > 0 }
    if let best = overlapping.max(by: { ($0.1, -$0.0) < ($1.1, -$1.0) }) { return best.0 }
    let near = known.map { ($0.0, $0.1.center.distance(to: player.box.center)) }
      .filter { $0.1 <= player.box.size }
    return near.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// Whether a hand is the player's rather than another's: the player's face, where it was last, is no
  /// farther from it than another, each by its own size.
  ///
  /// - Parameter others: the other faces of the sample.
  func owns(
    _ hand: ObservedHand, among others: [FaceBox], atMs timeMs: Double,
    _ gaps: SessionSettings.GapSettings
  ) -> Bool {
    guard let player, timeMs - player.lastMs <= gaps.faceLostMs + Tolerance.ms else { return true }
    let distance = hand.trackerPalm.distance(to: player.box.center)
    // Multiplied out, for a face may be a single point.
    return others.allSatisfy { other in
      distance * other.size <= hand.trackerPalm.distance(to: other.center) * player.box.size
    }
  }
}

extension FaceBox {
  /// The box of a face's landmarks, or of the whole canonical face at its pose.
  init?(player face: FaceSample, _ camera: PerspectiveCamera) {
    if !face.landmarks.isEmpty {
      self.init(face.landmarks.lazy.map(\.xy))
    } else if let pose = face.pose {
      let camera = camera.seeing(face)
      self.init(CanonicalFace.vertices.compactMap { camera.project(pose($0)) })
    } else {
      return nil
    }
  }
}
