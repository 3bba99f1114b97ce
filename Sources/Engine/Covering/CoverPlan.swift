public import Frames
package import Geometry

/// What is covered of a clip, and why: made once of the whole, so that a part covers what the whole does.
public struct CoverPlan: Sendable {
  /// A head that was followed.
  public struct Track: Hashable, Sendable {
    /// The frames that it is covered in, counted from 0, both included.
    public var frames: ClosedRange<Int>
    /// How many of them show it, and of how many others it is covered on the way.
    public var seen, filled: Int
    /// How it comes and goes.
    var begin, end: CoverEnd
    /// The numbers that the recording's own tracking has for it.
    public var faces: [Int]
    /// In how many frames it is covered.
    public var covered: Int
  }

  /// What is not sure.
  public struct Doubt: Hashable, Sendable {
    /// The frames in which a face may not be covered, counted from 0, both included; nil for all.
    public var frames: ClosedRange<Int>?
    /// Why, in a line.
    public var why: String
  }

  /// The heads.
  public let tracks: [Track]
  /// What is not sure; empty where all is.
  public let doubts: [Doubt]
  /// What is hidden, but of frames of which it is not sure; nil for a clip without frames.
  public let cover: FrameCover?
  /// When each frame is shown, in milliseconds.
  let times: [Double]
  /// The frames with which another scene begins.
  let cuts: [Int]
  /// In how many frames anything is hidden.
  let coveredFrames: Int
}

/// Makes the plan of heads that were seen.
package struct CoverPlanning {
  /// What the recording's own tracking has of a face in a frame.
  package struct NumberedFace: Sendable {
    var number: Int
    var sight: CoverSight
    /// Whether it wears something that is seen there.
    var isWorn: Bool

    package init(number: Int, sight: CoverSight, isWorn: Bool) {
      (self.number, self.sight, self.isWorn) = (number, sight, isWorn)
    }
  }

  let times: [Double]
  let scene: PixelSize<SceneSpace>
  let cuts: [Int]
  /// The heads that any tracker saw in each frame.
  var sights: [[CoverSight]]
  let faces: [[NumberedFace]]

  /// Whose faces are covered.
  package enum Choice: Sendable {
    case all, others
    case numbers(Set<Int>)
  }

  package init(
    times: [Double], scene: PixelSize<SceneSpace>, cuts: [Int], sights: [[CoverSight]],
    faces: [[NumberedFace]]
  ) {
    (self.times, self.scene, self.cuts) = (times, scene, cuts)
    (self.sights, self.faces) = (sights, faces)
  }

  /// - Parameter doubts: what is not sure already.
  package func plan(
    _ choice: Choice, style: FrameCover.Style, doubts: [CoverPlan.Doubt] = []
  ) -> CoverPlan {
    var doubts = doubts
    var regions = [[FrameCover.Region]](repeating: [], count: times.count)
    var tracks: [CoverPlan.Track] = []
    for found in CoverTracks.found(sights, times: times, cuts: Set(cuts)) {
      let (segment, atCut) = segment(of: found.frames[0])
      let way = CoverWay(found, times: times, in: scene, segment: segment, atCut: atCut)
      let numbers = numbers(of: found)
      var hidden = Set<Int>()
      for (frame, head, _) in way.heads where isHidden(frame, head, numbers, choice) {
        regions[frame].append(rounded(head.region(in: scene)))
        hidden.insert(frame)
      }
      let all = Set(way.heads.map(\.frame))
      let frames = (all.min() ?? 0)...(all.max() ?? 0)
      tracks.append(
        CoverPlan.Track(
          frames: frames, seen: found.frames.count, filled: all.count - found.frames.count,
          begin: way.begin, end: way.end, faces: numbers.sorted(), covered: hidden.count))
      // A face that is not to be covered at all may come and go as it likes.
      guard !hidden.isEmpty else { continue }
      let (first, last) = (found.frames[0], found.end(last: true).frame)
      if way.begin == .middle {
        doubts.append(
          .init(frames: segment.lowerBound...(first - 1), why: why("appears", found, last: false)))
      }
      if way.end == .middle {
        doubts.append(
          .init(frames: (last + 1)...segment.upperBound, why: why("is lost", found, last: true)))
      }
    }
    if case .numbers(let wanted) = choice {
      let known = Set(tracks.flatMap(\.faces))
      let missing = wanted.subtracting(known).sorted()
      if let first = missing.first {
        doubts.append(
          .init(
            frames: nil,
            why: "no face has the number \(first); the tracking has \(Self.list(known.sorted()))"))
      }
    }
    var sure: [[FrameCover.Region]?] = regions
    for doubt in doubts {
      for frame in doubt.frames ?? 0...max(0, times.count - 1) where sure.indices.contains(frame) {
        sure[frame] = nil
      }
    }
    return CoverPlan(
      tracks: tracks, doubts: doubts, cover: FrameCover(style, times: times, regions: sure),
      times: times, cuts: cuts, coveredFrames: regions.count { !$0.isEmpty })
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "none" : numbers.prefix(8).map(String.init).joined(separator: ", ")
  }

  /// The scene that a frame belongs to, and whether it begins and ends with a cut.
  private func segment(of frame: Int) -> (ClosedRange<Int>, (begin: Bool, end: Bool)) {
    let begin = cuts.last { $0 <= frame }
    let end = cuts.first { $0 > frame }
    return ((begin ?? 0)...((end ?? times.count) - 1), (begin != nil, end != nil))
  }

  /// The numbers that the recording's tracking has for a head.
  private func numbers(of track: CoverTrack) -> Set<Int> {
    var numbers: Set<Int> = []
    for (frame, sight) in zip(track.frames, track.sights) {
      for face in faces[frame] where face.sight.isSame(as: sight) { numbers.insert(face.number) }
    }
    return numbers
  }

  /// Whether a head is hidden in a frame: where it is not known whose it is, it is.
  private func isHidden(
    _ frame: Int, _ head: CoverSight, _ numbers: Set<Int>, _ choice: Choice
  ) -> Bool {
    switch choice {
    case .all: true
    case .others: !faces[frame].contains { $0.isWorn && $0.sight.isSame(as: head) }
    case .numbers(let wanted): numbers.isEmpty || !numbers.isDisjoint(with: wanted)
    }
  }

  /// A cover as plans write it: the same bytes from a plan's file as without one.
  private func rounded(_ region: FrameCover.Region) -> FrameCover.Region {
    func round(_ value: SIMD2<Double>) -> SIMD2<Double> {
      (value * 1e5).rounded(.toNearestOrAwayFromZero) / 1e5
    }
    return FrameCover.Region(
      centre: round(region.centre), first: round(region.first), second: round(region.second))
  }

  private func why(_ what: String, _ track: CoverTrack, last: Bool) -> String {
    let (frame, sight) = track.end(last: last)
    let seconds = (times[frame] / 10).rounded() / 100
    let place = "\(Int(sight.centre.x.rounded())), \(Int(sight.centre.y.rounded()))"
    return "a face \(what) in frame \(frame) (\(seconds) s) within the picture, at \(place) of"
      + " \(scene.width) x \(scene.height), and nothing tells where it is \(last ? "afterwards" : "before")"
  }
}
