internal import Geometry
internal import PointTracking

/// What is kept of a face's frame.
struct SkinFrame {
  var timeMs: Double
  /// From the face's plane to the scene, as the face is drawn without a correction.
  var map: Homography<FaceSpace, SceneSpace>
  /// What the tracker's placement is of the smoothed one.
  var error: SkinMove
  var isSample: Bool
}

/// How the skin moved in the face's plane from a frame to a later one.
struct SkinLink {
  var from: Int
  var to: Int
  var move: SkinMove
  /// The move's deviation, in pixels of the plane.
  var deviation: Double
  var frames: Int { to - from }
}

/// A face over frames without a gap: how its skin moves in its plane.
struct SkinTrack {
  /// The spans that the motion is found by, in frames, and the one that it is judged by.
  static let spans = [1, 4, 12]
  static let judging = 8
  /// The frames on either side that tell how a face looks uncovered, and every how manieth of them.
  static let around = 25
  static let step = 3
  /// What a fit's standard error is multiplied by: windows overlap, and muscles move many at once.
  static let correlation = 3.0
  /// What interpolation leaves of a move over one frame, in eye distances.
  static let leastDeviation = 0.0014
  /// The seeds that a link takes, and those of them that agree, in parts.
  static let leastFound = 0.35
  static let leastAgreed = 0.5
  /// What differs from how a face looks uncovered by so many usual differences is covered.
  static let covered = 4.0
  /// The least of the usual difference, in mean deviations of the face's brightness.
  private static let leastDifference = 0.06

  private(set) var frames: [SkinFrame] = []
  private(set) var links: [SkinLink] = []
  private(set) var dropped = (few: 0, torn: 0)
  /// The eye distances of all frames, in pixels.
  private(set) var eyeDistances = 0.0

  /// The latest patches, and their frames' looks.
  private var patches: [SkinPatch] = []
  /// Of the latest frames, from `first` on.
  private var looks: [[Float]] = []
  private var first = 0
  private var pending: [(from: Int, to: Int, seeds: [SIMD2<Double>?], flows: [SIMD2<Float>?])] = []
  /// Which cells of a frame are covered, of those that are settled, from `firstCover` on.
  private var covers: [[Bool]] = []
  private var firstCover = 0

  /// Takes the next frame.
  mutating func add(_ frame: SkinFrame, _ patch: SkinPatch, _ eyeDistance: Double) {
    let index = frames.count
    frames.append(frame)
    eyeDistances += eyeDistance
    looks.append(Self.look(patch))
    for span in Self.spans + [Self.judging] where span <= patches.count {
      let from = patches[patches.count - span]
      pending.append((index - span, index, from.seeds, from.flows(to: patch)))
    }
    patches.append(patch)
    if patches.count > (Self.spans.max() ?? 1) { patches.removeFirst() }
    settle(upTo: index - Self.around)
  }

  /// Ends the track.
  mutating func finish() {
    settle(upTo: frames.count - 1)
    (patches, looks, covers, pending) = ([], [], [], [])
  }

  /// Finds what is covered in frames, and fits the links that end there.
  private mutating func settle(upTo last: Int) {
    while firstCover + covers.count <= last {
      let index = firstCover + covers.count
      covers.append(cover(index))
      while let link = pending.first, link.to <= index {
        pending.removeFirst()
        fit(link.from, link.to, link.seeds, link.flows)
      }
      let spare = covers.count - (Self.spans.max() ?? 1) - 1
      if spare > 0 {
        covers.removeFirst(spare)
        firstCover += spare
      }
      let old = index + 1 - Self.around - first
      if old > 0 {
        looks.removeFirst(old)
        first += old
      }
    }
  }

  private mutating func fit(
    _ from: Int, _ to: Int, _ seeds: [SIMD2<Double>?], _ flows: [SIMD2<Float>?]
  ) {
    var samples: [SlidingSimilarity.Sample] = []
    for (index, seed) in SkinSeed.all.enumerated() {
      guard let place = seeds[index], let flow = flows[index],
        !isCovered(place, in: from), !isCovered(place + SIMD2(flow), in: to)
      else { continue }
      samples.append(
        SlidingSimilarity.Sample(
          place: (place - SkinPlane.middle) / SkinPlane.scale, depth: seed.depth, move: SIMD2(flow),
          weight: seed.weight))
    }
    guard Double(samples.count) >= Self.leastFound * Double(seeds.count),
      let slide = RobustSlide(samples)
    else {
      dropped.few += 1
      return
    }
    let agreed = slide.weights.count { $0 > 0 }
    guard Double(agreed) >= Self.leastAgreed * Double(samples.count) else {
      dropped.torn += 1
      return
    }
    let least = Self.leastDeviation * SkinPlane.scale * (1 + Double(to - from) / 8).squareRoot()
    links.append(
      SkinLink(
        from: from, to: to,
        move: SkinMove(lowHalf: slide.move.shift, highHalf: slide.move.spin),
        deviation: Self.correlation * slide.error + least))
  }

  // How a frame looks: the patch's last level, its median taken away, by its mean deviation.
  private static func look(_ patch: SkinPatch) -> [Float] {
    guard let pixels = patch.planes.last?.pixels else { return [] }
    let median = pixels.sorted()[pixels.count / 2]
    let deviation = pixels.reduce(0) { $0 + abs($1 - median) } / Float(pixels.count) + 1
    return pixels.map { ($0 - median) / deviation }
  }

  private func cover(_ index: Int) -> [Bool] {
    let own = looks[index - first]
    let others = stride(
      from: max(first, index - Self.around), to: min(first + looks.count, index + Self.around + 1),
      by: Self.step)
    let differences = own.indices.map { cell in
      let values = others.map { looks[$0 - first][cell] }.sorted()
      return abs(own[cell] - values[values.count / 2])
    }
    let usual = max(differences.sorted()[differences.count / 2] * 1.48, Float(Self.leastDifference))
    return differences.map { $0 > Float(Self.covered) * usual }
  }

  private func isCovered(_ place: SIMD2<Double>, in frame: Int) -> Bool {
    let shrunk = Double(1 << (SkinPlane.levels - 1))
    let columns = Self.halved(SkinPlane.width)
    let column = min(max(Int(place.x / shrunk), 0), columns - 1)
    let row = min(max(Int(place.y / shrunk), 0), Self.halved(SkinPlane.height) - 1)
    return covers[frame - firstCover][row * columns + column]
  }

  /// A side of the last level.
  private static func halved(_ side: Int) -> Int {
    (1..<SkinPlane.levels).reduce(side) { side, _ in (side + 1) / 2 }
  }
}
