import Geometry
import Testing
import TrackingTrust

/// What is said of a tracking file by the clip's pictures, for motion that is known.
@Suite struct TrustVerdictTests {
  static let views: [TrackerView] = [false, true].flatMap { flips in
    QuarterTurn.allCases.map { TrackerView(isMirrored: flips, rotation: $0) }
  }

  @Test(arguments: views, [1, 2] as [UInt64])
  func `the tracker's picture is found out by the face's motion`(
    view: TrackerView, seed: UInt64
  ) {
    let verdict = TrustClip(seed: seed, view: view).verdict
    let own = TrackerView(isMirrored: false, rotation: .none)
    // A single run of frames is not enough for a sure word.
    #expect(verdict == (view == own ? .agrees : .otherView(view, isSure: false)))
  }

  @Test(arguments: [-200.0, -100, -80, 80, 100, 200])
  func `samples are told that come at other times`(lagMs: Double) throws {
    guard case .late(let ms, let isSure) = TrustClip(frames: 150, lagMs: lagMs).verdict else {
      Issue.record("not told")
      return
    }
    #expect((isSure || abs(lagMs) < 200) && abs(ms - lagMs) < 12, "\(ms)")
  }

  @Test(arguments: [-50.0, -20, 0, 20, 50])
  func `less than one and a half intervals are not told`(lagMs: Double) {
    // The pictures of a face as fast as this agree badly with landmarks of the frame before.
    let verdict = TrustClip(frames: 150, lagMs: lagMs).verdict
    #expect(verdict == .agrees || abs(lagMs) == 50 && verdict == .unknown)
  }

  @Test func `a filter may delay what moves slowly`() {
    var clip = TrustClip(frames: 150, reach: SIMD2(5, 3.75), period: 75, lagMs: 80)
    guard case .late = clip.verdict else {
      Issue.record("not told of samples that were not filtered")
      return
    }
    clip.isSmoothed = nil
    #expect(clip.verdict == .agrees)
    clip.lagMs = -80
    guard case .late(let ms, _) = clip.verdict else {
      Issue.record("no filter makes samples early")
      return
    }
    #expect(abs(ms + 80) < 12)
  }

  @Test(
    arguments: [(nil, 120, false), (nil, 240, true), (true, 240, false), (false, 120, true)]
      as [(Bool?, Double, Bool)])
  func `what a filter may delay is no sure word of times`(
    isSmoothed: Bool?, lagMs: Double, sure: Bool
  ) {
    let clip = TrustClip(frames: 150, lagMs: lagMs, isSmoothed: isSmoothed)
    guard case .late(let ms, let isSure) = clip.verdict else {
      Issue.record("not told")
      return
    }
    #expect(isSure == sure && ms > lagMs - 112 && ms < lagMs + 12, "\(ms)")
  }

  @Test func `a slow tracker's last result that is logged again is not late`() {
    let verdict = TrustClip(frames: 150, period: 40, repeats: 3).verdict
    if case .late = verdict { Issue.record("\(verdict)") }
  }

  @Test func `a single run of frames is not enough for a sure word of times`() {
    guard case .late(_, let isSure) = TrustClip(frames: 24, lagMs: 120).verdict else {
      Issue.record("not told")
      return
    }
    #expect(!isSure)
  }

  @Test func `a face that stands still tells nothing`() {
    let clip = TrustClip(reach: SIMD2(0, 0))
    #expect(LookChoice(clip.points, frames: clip.times, keys: [0]).runs.isEmpty)
    #expect(clip.verdict == .unknown)
  }

  @Test func `landmarks that move over a picture that does not are told`() {
    #expect(TrustClip(frames: 150, isSeen: false).verdict == .apart)
  }

  @Test(arguments: [11, 12, 13, 24, 40])
  func `clips of fewer than twelve frames are not looked at`(frames: Int) {
    let clip = TrustClip(frames: frames)
    let runs = LookChoice(clip.points, frames: clip.times, keys: [0]).runs
    #expect(runs.isEmpty == (frames < LookChoice.fewestFrames))
    #expect(runs.allSatisfy { 0...frames - 1 ~= $0.upperBound && $0.lowerBound >= 0 })
  }

  @Test(arguments: [[0], [0, 60], [0, 120, 240, 360, 480, 600]])
  func `no more than a part of a clip is decoded`(keys: [Int]) {
    let clip = TrustClip(frames: 700)
    let runs = LookChoice(clip.points, frames: clip.times, keys: keys).runs
    #expect(!runs.isEmpty && runs.count <= 4)
    var (decoded, end) = (0, 0)
    for run in runs {
      #expect(run.lowerBound >= end)
      let key = keys.last { $0 <= run.lowerBound } ?? 0
      decoded += run.upperBound + 1 - max(key, end)
      end = run.upperBound + 1
    }
    #expect(decoded <= 240)
  }

  @Test func `samples beyond the most are not taken`() {
    #expect(TrustClip(frames: TrackedPoints.mostSamples - 17).points.isOpen)
    #expect(!TrustClip(frames: TrackedPoints.mostSamples - 16).points.isOpen)
  }
}
