package import Features
internal import Foundation
internal import Geometry
internal import Placement
internal import Tracking

/// Whether the pictures of a clip move as the landmarks of a tracking file say, or as they would say if the
/// file were read another way: flipped, turned, later or earlier.
///
/// Two frames are compared between which a face has moved. Where the landmarks lie on that face, the pictures
/// are alike at the places where each frame has them, and unlike where they lay before; on a wall, and
/// where motion goes the other way, it is the other way round.
package struct PictureAgreement {
  /// The distance of the eyes that pictures are halved down to, in pixels: less detail than landmarks err by.
  private static let leastEyeDistance = 14.0
  /// The pixels that a picture keeps at most.
  private static let mostPixels = 640 * 640
  /// Faces are compared that have moved so far, in eye distances; or at the end of the reach.
  private static let motion = 0.15
  /// The frames between two that are compared at most.
  private static let reach = 12
  /// The faces that are looked at in a run: the largest.
  private static let mostFaces = 4
  /// A difference of brightness that counts no more: what appears or is covered.
  private static let mostDifference: Float = 40
  /// What every point differs by at least, as pictures and codecs have noise.
  private static let noise: Float = 0.5
  /// The share of the points that have to lie in the picture.
  private static let leastShare = 0.4
  /// The lags that are tried, in milliseconds, and the place of none.
  static let lags: [Double] = stride(from: -400, through: 400, by: 40).map(Double.init)
  static let noLag = lags.count / 2
  /// The lags that other views are tried at: none, and that of MediaPipe's filter where faces move slowly.
  static let viewLags = [0.0, 60]

  /// What is summed up of one way to read the file.
  struct Sums {
    /// How much pictures differ where the points have moved to, and where they were.
    var moved: Float = 0
    var still: Float = 0
    var pairs = 0

    static func += (a: inout Sums, b: Sums) {
      a.moved += b.moved
      a.still += b.still
      a.pairs += b.pairs
    }

    /// How much better the pictures agree where the points moved to, as a logarithm; nil where too little is
    /// known.
    func agreement(of fewest: Int) -> Double? {
      pairs >= fewest && moved > 0 && still > 0 ? Double(log(still / moved)) : nil
    }
  }

  /// One face in one run of frames.
  struct Block {
    /// By lag, for the file as it is.
    var lags = [Sums](repeating: Sums(), count: PictureAgreement.lags.count)
    /// By view, for the seven others, and by `viewLags`.
    var views: [[Sums]] = []
    /// How far the face moved between the frames that were compared, in eye distances, and in how much time.
    var motion = 0.0
    var seconds = 0.0
    var pairs = 0

    /// The agreement of the best reading.
    func best(of fewest: Int) -> Double {
      (lags + views.joined()).compactMap { $0.agreement(of: fewest) }.max() ?? -.infinity
    }
  }

  let points: TrackedPoints
  let views: [TrackerView]
  /// From parts of the tracker's picture to parts of the clip's: as the file says, then as `views` have it.
  private let maps: [AffineMap<TrackerSpace, SceneSpace>]
  private(set) var blocks: [Block] = []
  /// The interval of the frames that were compared, in milliseconds: the longest median of a run.
  private(set) var frameMs = 0.0
  private var frames: [(ms: Double, picture: GreyPicture)] = []
  private var halves = 0

  package init(_ points: TrackedPoints) {
    self.points = points
    let own = TrackerView(points.header)
    views = own.others
    maps = ([own] + views).map { Self.map($0, points) }
  }

  /// Where parts of the tracker's picture are in the clip's, in parts of it.
  private static func map(
    _ view: TrackerView, _ points: TrackedPoints
  ) -> AffineMap<TrackerSpace, SceneSpace> {
    let header = TrackingHeader(size: PixelSize(clamping: 1, 1), rotation: view.rotation)
    let turn = SceneMapping(header: header, scene: PixelSize(clamping: 1, 1)).toScene
    return view.isMirrored
      ? AffineMap<TrackerSpace, TrackerSpace>(-1, 0, 1, 0, 1, 0).then(turn) : turn
  }

  /// Takes the next frame of a run: its whole upright picture.
  package mutating func add(_ picture: GreyPicture, atMs time: Double) {
    if frames.isEmpty { halves = halves(of: picture, atMs: time) }
    var small = picture
    for _ in 0..<halves { small = small.half ?? small }
    frames.append((time, small))
  }

  /// How often pictures are halved: until the smallest face that is looked at has the least eye distance.
  private func halves(of picture: GreyPicture, atMs time: Double) -> Int {
    let sizes = points.tracks.values.compactMap { track in
      track.place(notAfter: time + 500).map { Double(track.eyeDistances[$0]) }
    }.sorted(by: >).prefix(Self.mostFaces)
    let side =
      TrackerView(points.header).rotation.swapsSides ? picture.height : picture.width
    var (eyes, pixels, count) =
      ((sizes.last ?? 1) * Double(side), picture.width * picture.height, 0)
    while eyes >= 2 * Self.leastEyeDistance || pixels > Self.mostPixels {
      (eyes, pixels, count) = (eyes / 2, pixels / 4, count + 1)
    }
    return count
  }

  /// Ends a run of frames.
  package mutating func endRun() {
    defer { frames = [] }
    guard let first = frames.first, let last = frames.last, frames.count > 1 else { return }
    let steps = zip(frames.dropFirst(), frames).map { $0.ms - $1.ms }.sorted()
    frameMs = max(frameMs, steps[steps.count / 2])
    let middle = (first.ms + last.ms) / 2
    let largest = points.ordered.compactMap { track in
      track.place(notAfter: middle).map { (track, track.eyeDistances[$0]) }
    }.sorted { $0.1 > $1.1 }.prefix(Self.mostFaces)
    for (track, _) in largest {
      if let block = block(of: track) { blocks.append(block) }
    }
  }

  private func block(of track: TrackedPoints.Track) -> Block? {
    // Where the points are in each frame, by each lag and then by each view.
    let places: [[[SIMD2<Float>]?]] = frames.map { frame in
      let views = Self.viewLags.map { track.points(atMs: frame.ms + $0) }
      return Self.lags.map { lag in
        track.points(atMs: frame.ms + lag).map { $0.map(maps[0].moved) }
      } + maps.dropFirst().flatMap { map in views.map { $0.map { $0.map(map.moved) } } }
    }
    var block = Block()
    let kinds = Self.viewLags.count
    block.views = [[Sums]](repeating: [Sums](repeating: Sums(), count: kinds), count: views.count)
    for first in frames.indices.dropLast() {
      guard let (second, motion) = partner(of: first, track) else { continue }
      block.motion += motion
      block.seconds += (frames[second].ms - frames[first].ms) / 1000
      block.pairs += 1
      for index in places[first].indices {
        guard let before = places[first][index], let after = places[second][index],
          let sums = compare(first, second, before, after)
        else { continue }
        if index < Self.lags.count {
          block.lags[index] += sums
        } else {
          let place = index - Self.lags.count
          block.views[place / kinds][place % kinds] += sums
        }
      }
    }
    return block.pairs > 0 ? block : nil
  }

  /// The frame that another one is compared with, and how far the face has moved until then.
  private func partner(of first: Int, _ track: TrackedPoints.Track) -> (Int, Double)? {
    var last: (Int, Double)?
    for second in frames.indices where second > first && second <= first + Self.reach {
      guard
        let motion = track.motion(
          fromMs: frames[first].ms, toMs: frames[second].ms, aspect: points.aspect)
      else { continue }
      last = (second, motion)
      if motion >= Self.motion { break }
    }
    return last
  }

  private func compare(
    _ first: Int, _ second: Int, _ before: [SIMD2<Float>], _ after: [SIMD2<Float>]
  ) -> Sums? {
    let (one, other) = (frames[first].picture, frames[second].picture)
    var (moved, still): ([Float], [Float]) = ([], [])
    moved.reserveCapacity(before.count)
    still.reserveCapacity(before.count)
    for (from, to) in zip(before, after) {
      guard let was = one.brightness(at: from), let there = other.brightness(at: to),
        let here = other.brightness(at: from)
      else { continue }
      moved.append(there - was)
      still.append(here - was)
    }
    guard Double(moved.count) >= Self.leastShare * Double(before.count) else { return nil }
    return Sums(moved: Self.size(of: moved), still: Self.size(of: still), pairs: 1)
  }

  /// How large differences are, but for one that all points share: of the light, or of the exposure.
  private static func size(of differences: [Float]) -> Float {
    let mean = differences.reduce(0, +) / Float(differences.count)
    return differences.reduce(0) { $0 + min(abs($1 - mean), mostDifference) + noise }
      / Float(differences.count)
  }
}

extension AffineMap {
  fileprivate func moved(_ point: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(
      Float(a) * point.x + Float(b) * point.y + Float(tx),
      Float(c) * point.x + Float(d) * point.y + Float(ty))
  }
}

extension GreyPicture {
  /// The brightness between four pixels, at a place in parts of the picture; nil beside it.
  fileprivate func brightness(at place: SIMD2<Float>) -> Float? {
    let (x, y) = (place.x * Float(width) - 0.5, place.y * Float(height) - 0.5)
    guard x >= 0, y >= 0, x < Float(width - 1), y < Float(height - 1) else { return nil }
    let (column, row) = (Int(x), Int(y))
    let (u, v) = (x - Float(column), y - Float(row))
    let at = row * width + column
    let above = Float(bytes[at]) + (Float(bytes[at + 1]) - Float(bytes[at])) * u
    let below =
      Float(bytes[at + width]) + (Float(bytes[at + width + 1]) - Float(bytes[at + width])) * u
    return above + (below - above) * v
  }
}
