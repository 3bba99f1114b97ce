package import Geometry
import Tracking
package import TrackingFiles

/// The judgement whether a tracking file belongs to its clip, which every verb and the service ask for
/// and tell in the same words: what cannot be meant is a fault, what is doubtful a note.
package struct TrackingFit {
  /// What a clip is weighed by.
  package struct Clip {
    /// The upright picture.
    package var scene: PixelSize<SceneSpace>
    /// The same in stored pixels, which trackers see that know of no others; nil where they are square.
    package var stored: PixelSize<OutputSpace>?
    /// When its frames are shown, in milliseconds, rising; nil for a picture, which is of no time.
    package var frames: [Double]?

    package init(
      scene: PixelSize<SceneSpace>, stored: PixelSize<OutputSpace>? = nil, frames: [Double]?
    ) {
      (self.scene, self.stored, self.frames) = (scene, stored, frames)
    }
  }

  /// Why the file cannot be meant as it is; the first is what a render stops at.
  package private(set) var faults: [TrackingFault] = []
  /// What is doubtful, a line each.
  package internal(set) var notes: [String] = []
  /// The median interval of the file's samples, in milliseconds, by which gaps are scaled; nil where there
  /// are no two.
  package let intervalMs: Double?
  /// The frames of the clip that have a sample in reach; 0 for a picture.
  package private(set) var framesInReach = 0

  private let skim: TrackingSkim
  private let options: TrackingFileOptions

  /// Weighs a file that was skimmed against its clip.
  ///
  /// - Parameter options: those that the file was skimmed with: what they state is not guessed anew.
  package init(_ skim: TrackingSkim, _ options: TrackingFileOptions, against clip: Clip) {
    (self.skim, self.options) = (skim, options)
    intervalMs = skim.medianIntervalMs
    judgeCoordinates()
    judgeMatrices()
    judgeShape(clip.scene, stored: clip.stored)
    guard let frames = clip.frames else { return }
    judgeTimes(frames)
    judgeContents()
  }

  /// The identities that the file gives printed pictures.
  package var imageIdentities: Set<Int> { skim.imageIdentities }

  /// Whether a sample shows a face.
  package var showsFaces: Bool { skim.showsFaces }

  /// The names of the printed pictures that samples show.
  package var imageNames: Set<String> { skim.imageNames }

  /// Whether a sample shows a printed picture.
  package var showsImages: Bool { skim.showsImages }

  /// Throws the first fault, if there is one.
  package func check() throws(TrackingFault) {
    if let fault = faults.first { throw fault }
  }

  mutating func refuse(
    _ problem: TrackingFault.Problem, found: String, expected: String
  ) {
    faults.append(
      TrackingFault(file: skim.path, problem: problem, found: found, expected: expected))
  }

  // MARK: - Numbers

  /// The largest coordinate that landmarks in pixels of a picture have at least, where most faces of a file
  /// have no larger one in pixels they are parts.
  private static let leastPixels = 2.0

  private mutating func judgeCoordinates() {
    guard skim.sizes.count > 0, options.coordinates == nil else { return }
    let sizes = "landmarks of up to \(Self.words(skim.sizes.median)) in most samples"
    switch skim.coordinates {
    case .parts where skim.sizes.shareBeyondParts > 0.5:
      refuse(
        .wrongCoordinates, found: "\(sizes), which are pixels of the tracker's picture",
        expected: "parts of it, 0 to 1 within it; --tracking-coordinates pixels reads pixels")
    case .pixels where skim.sizes.largest <= Self.leastPixels:
      refuse(
        .wrongCoordinates, found: "\(sizes), which are parts of the tracker's picture",
        expected: "its pixels, as the header says; --tracking-coordinates parts reads parts")
    default: break
    }
  }

  /// Where faces stand whose matrices alone tell, in centimetres before the camera.
  package static let plainDepths = 10.0...500.0
  /// How many times as far as their landmarks' size says matrices may put faces, or as near: half the way to the
  /// next unit.
  private static let depthTolerance = 10.0.squareRoot()

  private mutating func judgeMatrices() {
    guard options.matrixUnit == nil else { return }
    let (depths, tolerance) = (skim.depths, Self.depthTolerance)
    guard let distance = depths.distance else { return }
    /// Whether faces stand where they may if the matrices' unit is so many times as long.
    func fits(_ factor: Double) -> Bool {
      // Landmarks tell more than where faces usually are.
      depths.ratio.map { (1 / tolerance...tolerance).contains($0 * factor) }
        ?? Self.plainDepths.contains(distance * factor)
    }
    guard !fits(1) else { return }
    let found =
      depths.ratio.map { "faces \(Self.words($0)) times as far away as their landmarks' size says" }
      ?? "faces \(Self.words(distance)) centimetres before the camera"
    let unit = MatrixUnit.allCases.first { unit in
      let factor = unit.inCentimetres / skim.matrixUnit.inCentimetres
      return fits(factor) && Self.plainDepths.contains(distance * factor)
    }
    guard let unit else {
      notes.append("the tracking's matrices put \(found): another camera, or no unit that is read")
      return
    }
    refuse(
      .wrongMatrixUnit,
      found: "matrices that put \(found) in most samples: their translations are"
        + " probably \(unit.words)",
      expected:
        "\(skim.matrixUnit.words); --tracking-matrix-unit \(unit.rawValue) reads \(unit.words)")
  }

  // MARK: - Shape

  /// Shapes that differ by no more are the same; sides are rounded to whole pixels.
  private static let shapeTolerance = 0.02

  private mutating func judgeShape(
    _ scene: PixelSize<SceneSpace>, stored: PixelSize<OutputSpace>?
  ) {
    let (size, turn) = (skim.header.size, skim.header.rotation)
    let seen = turn.swapsSides ? (size.height, size.width) : (size.width, size.height)
    let shape = Double(seen.0) / Double(seen.1) * Double(scene.height) / Double(scene.width)
    guard abs(shape - 1) > Self.shapeTolerance else { return }
    if let stored {
      let own = Double(seen.0) / Double(seen.1) * Double(stored.height) / Double(stored.width)
      if abs(own - 1) <= Self.shapeTolerance { return }
    }
    let upright = turn == .none ? "" : ", upright \(seen.0) x \(seen.1)"
    let found = "the tracker's picture is \(size)\(upright), and the clip's \(scene)"
    let turned = Double(seen.1) / Double(seen.0) * Double(scene.height) / Double(scene.width)
    if abs(turned - 1) <= Self.shapeTolerance, options.rotation == nil {
      refuse(
        .wrongTurn, found: "swapped sides: \(found)",
        expected: "a picture of the clip's shape; --tracking-rotation 90 or 270 turns it, and"
          + " 0 takes it as it is")
      return
    }
    let percent = Int(min(max(shape, 1 / shape) * 100 - 100, 999_900).rounded(.up))
    notes.append(
      "\(found), another shape by \(percent) %: where it was cropped, or is of another clip, the overlay is"
        + " off; see --tracking-size")
  }

  // MARK: - Times

  /// How good another reading of the times has to be, and how many times as good as what the file says.
  private static let (leastQuality, leastGain) = (0.8, 2.0)

  private mutating func judgeTimes(_ frames: [Double]) {
    let times = clipTimes(skim.times)
    guard let first = times.first, let last = times.last, let start = frames.first,
      let end = frames.last
    else { return }
    if skim.timesAreDates, options.timeOffset == nil {
      notes.append(
        "the tracking's times are dates, which are none of the clip's: its first sample is put on the first"
          + " frame; see --tracking-offset-ms")
    }
    let gaps = GapOptions().scaled(toIntervalMs: intervalMs)
    framesInReach = Self.count(frames, inReachOf: times, gaps)
    let fit = TimeFit(times, on: frames)
    let isPoor = fit.quality <= 1 / Self.leastGain && skim.showsFaces
    if isPoor, let fault = misreading(frames, fit) {
      faults.append(fault)
    } else if 2 * framesInReach < frames.count {
      notes.append(
        "only \(framesInReach) of \(frames.count) frames have a sample near enough: the samples are from"
          + " \(Self.words(first)) to \(Self.words(last)) ms, the clip's frames from"
          + " \(Self.words(start)) to \(Self.words(end)) ms; see --tracking-offset-ms")
    } else if end - last > gaps.maxGapMs {
      notes.append(
        "the tracking ends early: its last sample is at \(Self.words(last)) ms, the clip's last frame at"
          + " \(Self.words(end)) ms")
    }
  }

  /// Times of the file in its own unit, on the clip's timeline and rising.
  private func clipTimes(_ times: [Double]) -> [Double] {
    times.map { skim.milliseconds(of: $0) + skim.header.timeOffsetMs }.sorted()
  }

  /// What the times are, if they are not what the file says.
  private func misreading(_ frames: [Double], _ fit: TimeFit) -> TrackingFault? {
    let raw = skim.times.sorted()
    guard let first = raw.first, let last = raw.last, let start = frames.first,
      let end = frames.last
    else { return nil }
    let span =
      "times from \(Self.words(first)) to \(Self.words(last)), while the clip's frames are at"
      + " \(Self.words(start)) to \(Self.words(end)) ms"
    let least = max(Self.leastQuality, Self.leastGain * fit.quality)
    func best(_ read: (TimeUnit) -> [Double]) -> (unit: TimeUnit, quality: Double)? {
      TimeUnit.allCases.map { ($0, TimeFit(read($0), on: frames).quality) }
        .max { $0.1 < $1.1 }
    }
    if options.timeUnit == nil, raw.count > 1, frames.count > 1,
      let other = best({ Self.read(raw, as: $0, frames) }), other.quality >= least,
      other.unit != skim.timeUnit
    {
      return TrackingFault(
        file: skim.path, problem: .wrongTimeUnit,
        found: "\(span): they are probably \(other.unit.words)",
        expected: "\(skim.timeUnit.words); --tracking-time-unit \(other.unit.rawValue) reads"
          + " \(other.unit.words)")
    }
    guard fit.inside == 0, options.timeOffset == nil else { return nil }
    // None lies in the clip: a clock of its own, or that on the wall.
    let zeroed = raw.map { $0 - first }
    let unit =
      options.timeUnit == nil
      ? best { unit in
        let times = Self.read(zeroed, as: unit, frames)
        return unit == .frames ? times : times.map { $0 + start }
      }.flatMap {
        $0.quality >= least ? $0.unit : nil
      } ?? skim.timeUnit : skim.timeUnit
    let clock =
      Self.isOfWallClock(first, unit)
      ? "a wall clock, in \(unit.words)" : "another clock or clip"
    let option = unit == skim.timeUnit ? "" : "--tracking-time-unit \(unit.rawValue) "
    return TrackingFault(
      file: skim.path, problem: .otherClock, found: "\(span): they are of \(clock)",
      expected:
        "times of the clip; \(option)--tracking-offset-ms first puts the first sample on the first"
        + " frame")
  }

  /// Times of a file read in some unit, in milliseconds.
  private static func read(_ raw: [Double], as unit: TimeUnit, _ frames: [Double]) -> [Double] {
    if let factor = unit.inMilliseconds { return raw.map { $0 * factor } }
    guard let first = frames.first, let last = frames.last, frames.count > 1 else { return [] }
    let step = (last - first) / Double(frames.count - 1)
    return raw.map { number in
      // The nearest frame's: times that count frames are whole.
      guard number >= 0, number < Double(frames.count) - 0.5 else { return first + number * step }
      return frames[Int(number.rounded())]
    }
  }

  /// Whether a time is one since 1970, of the years from 2001 to 2100.
  private static func isOfWallClock(_ time: Double, _ unit: TimeUnit) -> Bool {
    guard let factor = unit.inMilliseconds else { return false }
    return (978e9...4.1e12).contains(time * factor)
  }

  /// How many frames lie between two samples that are joined, or as near after one as a face is held.
  private static func count(
    _ frames: [Double], inReachOf samples: [Double], _ gaps: GapOptions
  ) -> Int {
    let exact = FaceTimeline.exactMs
    var next = 0
    return frames.count { frame in
      while next < samples.count, samples[next] < frame - exact { next += 1 }
      if next < samples.count, samples[next] <= frame + exact { return true }
      guard next > 0 else { return false }
      let before = samples[next - 1]
      return frame - before < gaps.holdMs + gaps.fadeMs
        || next < samples.count && samples[next] - before <= gaps.maxGapMs
    }
  }

  // MARK: - Contents

  private mutating func judgeContents() {
    // Cards stand for themselves; what faces would have worn is said where avatars are asked for.
    guard !skim.showsFaces, !skim.showsImages else { return }
    notes.append(
      skim.count == 0
        ? "no faces in any frame: the tracking has no samples"
        : "no faces in any frame: none of the tracking's \(skim.count) samples has a face")
  }

  /// A number as people write it: to three decimals, without those that are 0.
  private static func words(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    if let whole = Int(exactly: rounded), abs(whole) < 1_000_000_000_000_000 { return "\(whole)" }
    return abs(number) < 0.001 || abs(number) >= 1e15 ? "\(number)" : "\(rounded)"
  }
}

extension TrackingSkim {
  /// Whether a sample shows a face, as far as they are kept.
  fileprivate var showsFaces: Bool { isCut || contents.contains { $0.contains(.face) } }

  /// Whether a sample shows a printed picture, as far as they are kept.
  fileprivate var showsImages: Bool { isCut || contents.contains { $0.contains(.image) } }
}
