package import Geometry

/// Tells which face of a sample is which face of the samples before.
///
/// A file's own `id` decides where there is one. Other faces go to the known face whose box,
/// moved on at its last speed, overlaps most, then to the one whose centre is nearest; the place in
/// the tracker's list says nothing, because it changes.
package struct FaceIdentifier {
  /// How long a face that samples do not show is still expected where it was.
  ///
  /// The tracker of the real recordings loses faces for half a second when a hand passes. Time without
  /// samples does not count: a time-lapse may have one sample in many seconds.
  static let memoryMs = 2000.0
  /// How many faces are remembered at most: twice as many as a tracking file may show at once.
  ///
  /// The oldest are forgotten first. Without a bound a file of nothing but new faces would take
  /// time that grows with the square of its length.
  static let maximumTracks = 128
  /// How far a face may have moved without overlapping, in face sizes.
  static let reach = 1.0
  /// From one sample to the next, it may have moved as far in so many milliseconds, where they are
  /// further apart.
  static let reachMs = 250.0
  /// How long a face is taken to go on at its last speed; a guess beyond that does harm.
  static let predictionMs = 150.0

  private struct Track {
    var identity: Int
    var box: FaceBox
    var timeMs: Double
    /// Pixels a millisecond.
    var velocity: Vector2<TrackerSpace>
  }

  private let camera: PerspectiveCamera
  private var tracks: [Track] = []
  private var identityOfFileID: [Int: Int] = [:]
  private var used = Set<Int>()
  private var nextFresh = 1
  private var lastSampleMs = -Double.infinity

  /// Makes one that has seen no face.
  package init(camera: PerspectiveCamera) {
    self.camera = camera
  }

  /// The identities of a sample's faces, in the faces' order; each is given once.
  package mutating func identify(_ faces: [FaceSample], atMs timeMs: Double) -> [Int] {
    // What the sample before shows is remembered however long ago that is.
    tracks.removeAll { timeMs - $0.timeMs > Self.memoryMs && $0.timeMs < lastSampleMs }
    let boxes = faces.map { FaceBox($0, camera: camera) }
    var identities = [Int?](repeating: nil, count: faces.count)
    var claimed = Set<Int>()

    // The file's word first, so that no guess takes a face from it.
    for (index, face) in faces.enumerated() {
      guard let id = face.id else { continue }
      let identity = identity(ofFileID: id)
      // A file that gives two faces of a sample the same id means at most one of them.
      if claimed.insert(identity).inserted { identities[index] = identity }
    }
    match(boxes, atMs: timeMs, &identities, &claimed)
    lastSampleMs = timeMs

    let result = identities.map { known in
      let identity = known ?? fresh()
      claimed.insert(identity)
      return identity
    }
    for (identity, box) in zip(result, boxes) {
      if let box { remember(identity, box, timeMs) }
    }
    return result
  }

  /// Gives faces without identity to tracks without face, the best pair first.
  private func match(
    _ boxes: [FaceBox?], atMs timeMs: Double, _ identities: inout [Int?],
    _ claimed: inout Set<Int>
  ) {
    var pairs: [(overlap: Double, distance: Double, face: Int, identity: Int)] = []
    for (index, box) in boxes.enumerated() where identities[index] == nil {
      guard let box else { continue }
      for track in tracks where !claimed.contains(track.identity) {
        let gap = timeMs - track.timeMs
        let reach = track.timeMs == lastSampleMs ? max(gap / Self.reachMs, Self.reach) : Self.reach
        let ahead = min(gap, Self.predictionMs)
        let expected = track.box.moved(
          by: Vector2(track.velocity.x * ahead, track.velocity.y * ahead))
        let size = max(box.size, expected.size, .leastNormalMagnitude)
        let distance = box.center.distance(to: expected.center) / size
        let overlap = box.overlap(expected)
        if overlap > 0 || distance <= reach {
          pairs.append((overlap, distance, index, track.identity))
        }
      }
    }
    pairs.sort {
      ($1.overlap, $0.distance, $0.identity, $0.face)
        < ($0.overlap, $1.distance, $1.identity, $1.face)
    }
    for pair in pairs where identities[pair.face] == nil {
      if claimed.insert(pair.identity).inserted { identities[pair.face] = pair.identity }
    }
  }

  private mutating func remember(_ identity: Int, _ box: FaceBox, _ timeMs: Double) {
    guard let index = tracks.firstIndex(where: { $0.identity == identity }) else {
      // Tracks are moved to the end when they are seen, so the first is the oldest.
      if tracks.count == Self.maximumTracks { tracks.removeFirst() }
      tracks.append(Track(identity: identity, box: box, timeMs: timeMs, velocity: Vector2(0, 0)))
      return
    }
    let step = timeMs - tracks[index].timeMs
    let move = box.center - tracks[index].box.center
    // Over a loss the way is known but not the speed.
    let isSpeedKnown = step > 0 && step <= Self.predictionMs
    let velocity: Vector2<TrackerSpace> =
      isSpeedKnown ? Vector2(move.x / step, move.y / step) : Vector2(0, 0)
    tracks.remove(at: index)
    tracks.append(Track(identity: identity, box: box, timeMs: timeMs, velocity: velocity))
  }

  /// The file's own number, unless a face without number was given it before the file used it.
  private mutating func identity(ofFileID id: Int) -> Int {
    if let known = identityOfFileID[id] { return known }
    let identity = used.insert(id).inserted ? id : fresh()
    identityOfFileID[id] = identity
    return identity
  }

  private mutating func fresh() -> Int {
    while !used.insert(nextFresh).inserted { nextFresh += 1 }
    return nextFresh
  }
}
