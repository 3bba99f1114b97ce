internal import Geometry
internal import Tracking

/// Follows faces that are small in the picture, each in a close-up of its own, and looks for those that
/// are too small to be found in it.
struct SmallFaces {
  /// Faces under this part of the picture's height are small; those that are followed stay so until
  /// they are a quarter larger.
  static let smallPart = 1.0 / 8
  private static let largePart = 1.25 * smallPart
  /// The most faces that are followed at once: each has models of its own.
  static let mostFollowed = 16
  /// In how many samples one after the other a face of a tile is seen before it counts.
  ///
  /// What looks like a face for a moment is none. The second look finds it in those before.
  static let confirmations = 5

  private struct Follower {
    let number: Int
    var closeUp: CloseUp
    var box: FaceBox
    var face = FaceSample()
    /// How often it has to be seen until it counts.
    var unconfirmed: Int
    /// Whether the picture as a whole shows it in this sample.
    var isInWhole = false

    /// The less, the surer it is.
    var doubt: Int { isInWhole ? 0 : unconfirmed <= 0 ? 1 : 2 }
  }

  private let desk: CloseUpTracking
  private let sizes: PicturePair
  private var turns: TileTurns
  private var followers: [Follower] = []
  /// Whether the last sample had more small faces than are followed, of as many as were asked for.
  private(set) var hasOthers = false

  init(_ desk: CloseUpTracking, _ sizes: PicturePair) {
    (self.desk, self.sizes) = (desk, sizes)
    turns = TileTurns(desk.setup, of: sizes.clip)
  }

  /// Puts what close-ups show into a sample.
  ///
  /// - Parameters:
  ///   - timeMs: the time on the tracker's clock.
  ///   - seen: what the tracker was shown.
  ///   - picture: the clip's picture, which is made where there is something to look at.
  /// - Returns: how many of the sample's faces come from close-ups.
  mutating func complete(
    _ sample: inout TrackingSample, atMs timeMs: Int, seen: TrackerPicture,
    picture: () throws -> TrackerPicture
  ) throws -> Int {
    hasOthers = false
    guard sample.failure == nil else { return 0 }
    let tiles = turns.due(
      atMs: timeMs, seen, faces: sample.faces.count + followers.count, desk.setup.mode)
    let isSmall = sample.boxes.contains { $0.height < Self.smallPart * pictureHeight }
    guard !tiles.isEmpty || isSmall || !followers.isEmpty else { return 0 }
    let picture = try picture()
    try follow(picture, timeMs)
    try takeOver(&sample, picture, timeMs)
    try search(tiles, besides: sample.boxes, picture, timeMs)
    // Faces of the whole picture come first; no more faces are followed than are asked for.
    try keep(max(0, desk.setup.mostFaces - sample.faces.count))
    let faces = followers.filter { $0.unconfirmed <= 0 }.map(\.face)
    sample.faces += faces
    if desk.setup.mode == .image { followers = [] }
    return faces.count
  }

  /// What a person should know where there were more small faces than are followed, in so many frames; nil for
  /// none.
  static func note(frames: Int) -> String? {
    guard frames > 0 else { return nil }
    let noun = frames == 1 ? "frame" : "frames"
    return "more than \(mostFollowed) small faces at once in \(frames) \(noun): close-ups follow"
      + " \(mostFollowed), the others are as the whole picture shows them, or missing"
  }

  private var pictureHeight: Double { Double(sizes.tracker.height) }

  // MARK: - Following

  /// Looks at each face that is followed; the ones that are not there any more are let go.
  private mutating func follow(_ picture: TrackerPicture, _ timeMs: Int) throws {
    let earlier = followers
    followers = []
    for var follower in earlier {
      follower.isInWhole = false
      if try look(&follower, picture, timeMs) {
        followers.append(follower)
      } else {
        try desk.forget(follower.number)
      }
    }
  }

  /// Lets all go but so many: first those that the picture as a whole shows now, then those that count,
  /// then those that are not sure yet, each in the order in which they were found.
  private mutating func keep(_ most: Int) throws {
    guard followers.count > most else { return }
    let surest = followers.indices.sorted {
      (followers[$0].doubt, $0) < (followers[$1].doubt, $1)
    }
    let kept = Set(surest.prefix(most))
    for index in surest.dropFirst(most) { try desk.forget(followers[index].number) }
    followers = followers.indices.filter(kept.contains).map { followers[$0] }
  }

  /// Follows another face, if it is there in its close-up.
  ///
  /// - Parameter confirmations: in how many samples it has to be seen.
  private mutating func begin(
    _ box: FaceBox, confirmations: Int, _ picture: TrackerPicture, _ timeMs: Int
  ) throws {
    guard followers.count < Self.mostFollowed else {
      // Where fewer are asked for, it is that which leaves the others out.
      hasOthers = desk.setup.mostFaces > Self.mostFollowed
      return
    }
    var follower = Follower(
      number: desk.number(), closeUp: sizes.closeUp(around: [box]), box: box,
      unconfirmed: confirmations)
    if try look(&follower, picture, timeMs) {
      followers.append(follower)
    } else {
      try desk.forget(follower.number)
    }
  }

  /// Looks for a face in its close-up; false where it is not there.
  private func look(
    _ follower: inout Follower, _ picture: TrackerPicture, _ timeMs: Int
  ) throws -> Bool {
    if !isAimed(follower) {
      try desk.forget(follower.number)
      follower.closeUp = sizes.closeUp(around: [follower.box])
    }
    let found = try desk.faces(
      in: follower.closeUp.picture(of: picture), atMs: timeMs, closeUp: follower.number
    ).map { sizes.face($0, of: follower.closeUp) }
    guard
      let best = FaceFit.next.best(of: found, near: follower.box, besides: followers.map(\.box))
    else { return false }
    (follower.face, follower.box) = best
    follower.unconfirmed -= 1
    return true
  }

  /// Whether the face is still in the middle of its close-up, and of about the size it was made for.
  private func isAimed(_ follower: Follower) -> Bool {
    let wanted = sizes.closeUp(around: [follower.box])
    let ratio = Double(wanted.width) / Double(follower.closeUp.width)
    let room = Double(wanted.width) / (2 * CloseUp.reach)
    return (0.7...1.4).contains(ratio)
      && abs(Double(wanted.left - follower.closeUp.left)) <= room
      && abs(Double(wanted.top - follower.closeUp.top)) <= room
  }

  // MARK: - Faces of the whole picture

  /// Takes small faces out of a sample that are followed, or are from now on; those that have grown
  /// are followed no longer.
  private mutating func takeOver(
    _ sample: inout TrackingSample, _ picture: TrackerPicture, _ timeMs: Int
  ) throws {
    var others: [FaceSample] = []
    for face in sample.faces {
      guard let box = FaceBox(face.landmarks.lazy.map(\.xy)) else {
        others.append(face)
        continue
      }
      if let index = index(of: box) {
        if followers[index].box.height < Self.largePart * pictureHeight {
          followers[index].unconfirmed = 0
          followers[index].isInWhole = true
          continue
        }
        try desk.forget(followers.remove(at: index).number)
      } else if box.height < Self.smallPart * pictureHeight {
        try begin(box, confirmations: 1, picture, timeMs)
        if let index = index(of: box) {
          followers[index].isInWhole = true
          continue
        }
      }
      others.append(face)
    }
    sample.faces = others
  }

  private func index(of box: FaceBox) -> Int? {
    followers.firstIndex { $0.box.overlap(box) > FaceFit.sameOverlap }
  }

  // MARK: - Searching

  /// Looks for faces in tiles, and follows those that are new.
  private mutating func search(
    _ tiles: [CloseUp], besides known: [FaceBox], _ picture: TrackerPicture, _ timeMs: Int
  ) throws {
    for tile in tiles {
      guard known.count + followers.count < desk.setup.mostFaces else { return }
      let faces = try desk.faces(in: tile.picture(of: picture), atMs: timeMs, closeUp: nil)
      for face in faces {
        guard
          let box = FaceBox(sizes.face(face, of: tile).landmarks.lazy.map(\.xy)),
          !(known + followers.map(\.box)).contains(where: { $0.overlap(box) > 0 })
        else { continue }
        try begin(
          box, confirmations: desk.setup.mode == .image ? 1 : Self.confirmations, picture, timeMs)
      }
    }
  }
}
