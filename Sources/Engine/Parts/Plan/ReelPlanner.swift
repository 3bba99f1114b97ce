internal import ClipReading
internal import ClipWriting
internal import Foundation
internal import Frames
internal import Geometry
public import Isolation
internal import Recordings
public import Reels
internal import Rendering
public import Requests

/// Divides a reel into parts.
public struct ReelPlanner {
  private let request: RenderRequest
  private let settings: ReelSettings

  /// Prepares the division.
  ///
  /// - Parameters:
  ///   - settings: what is made, as its requests stand for on this machine.
  ///   - request: where it goes, and how it is compressed.
  public init(_ settings: ReelSettings, _ request: RenderRequest) {
    var request = request
    let threads = request.threads.flatMap { $0 > 0 ? $0 : nil } ?? RenderRequest.usualThreads
    request.threads = threads
    // An existing output concerns the process that joins the parts.
    request.output.overwrites = false
    (self.request, self.settings) = (request, settings)
  }

  /// Makes the plan.
  ///
  /// - Parameter division: nil makes a part of each segment, and several of a long one; otherwise parts are of about the
  ///   same work, and begin where segments do if that is near.
  /// - Throws: as `ReelJob.run` for what can be known before the first frame, and `PartsError`.
  public func plan(
    _ division: RenderPlanner.Division? = nil, cancellation: Cancellation = Cancellation()
  ) throws -> RenderPlan {
    try settings.output.checkContainer()
    let found = try ReelPlan(settings, identifies: true, cancellation)
    let numbers = 0...(found.frameCount - 1)
    let timeBase = found.rate.timeBase
    return RenderPlan(
      renderer: try RenderPlan.Renderer.ofThisProgram(),
      folder: FileManager.default.currentDirectoryPath, request: request,
      reel: RenderPlan.PlannedReel(
        reel: try found.resolved(settings.reel), schedule: found.schedule),
      inputs: try inputs(), packages: found.packages,
      output: RenderPlan.Output(
        container: try OutputContainer(path: settings.output.path).rawValue,
        timeBase: [Int(timeBase.numerator), Int(timeBase.denominator)], origin: 0, isPart: false,
        frames: numbers, startMs: 0, endMs: Double(numbers.count) * found.rate.periodMs,
        times: Self.times(of: numbers)),
      threads: request.threads ?? RenderRequest.usualThreads, parts: try parts(found, division))
  }

  private func parts(
    _ found: ReelPlan, _ asked: RenderPlanner.Division?
  ) throws -> [RenderPlan.Part] {
    let (schedule, periodMs) = (found.schedule, found.rate.periodMs)
    let (end, codec) = (found.frameCount, try settings.encoder.codec)
    var recordings = [Int](repeating: 0, count: end)
    for segment in schedule.segments {
      for number in segment.frames { recordings[number] += segment.cells.count }
    }
    let pixels = found.size.width * found.size.height
    func division(_ frames: ClosedRange<Int>, keys: [Int] = []) -> PartDivision {
      PartDivision(frames, keys: keys) {
        FrameCost.ofReel(pixels: pixels, recordings: recordings[$0], codec)
      }
    }
    func count(_ frames: ClosedRange<Int>, _ wanted: RenderPlanner.Division) throws -> Int {
      try wanted.count(ofSeconds: Double(frames.count) * periodMs / 1000, of: "the reel")
    }
    let all = 0...(end - 1)
    let whole = division(all, keys: schedule.segments.map(\.start))
    let ranges: [ClosedRange<Int>]
    if let asked {
      ranges = whole.parts(try count(all, asked))
    } else {
      ranges = try Self.segments(schedule).flatMap {
        division($0).parts(try count($0, .usual))
      }
    }
    return ranges.map { part in
      RenderPlan.Part(
        frames: part, source: part,
        lastFollowed: part.upperBound + 1 < end ? Int(ReelPlan.tick(of: part.upperBound)) : nil,
        startMs: Double(part.lowerBound) * periodMs,
        endMs: Double(part.upperBound + 1) * periodMs,
        cost: Int(whole.cost(of: part).rounded()), times: Self.times(of: part))
    }
  }

  /// The frames of segments, each from its first one on to that of the next.
  ///
  /// A transition is of the later segment; one that is seen alone for fewer frames than a part has goes with the one
  /// before.
  private static func segments(_ schedule: ReelSchedule) -> [ClosedRange<Int>] {
    let end = (schedule.segments.last?.frames.upperBound ?? 0) + 1
    var cuts = [0]
    for segment in schedule.segments.dropFirst()
    where segment.start - (cuts.last ?? 0) >= PartDivision.leastFrames
      && end - segment.start >= PartDivision.leastFrames
    { cuts.append(segment.start) }
    return zip(cuts, cuts.dropFirst() + [end]).map { $0...($1 - 1) }
  }

  private static func times(of frames: ClosedRange<Int>) -> String {
    RenderPlan.hash(ofTicks: frames.lazy.map(ReelPlan.tick))
  }

  /// The files that are read, each once.
  private func inputs() throws -> [RenderPlan.Input] {
    var inputs: [RenderPlan.Input] = []
    func add(_ more: [RenderPlan.Input]) {
      for input in more where !inputs.contains(input) { inputs.append(input) }
    }
    for (request, settings) in settings.recordings {
      add(try RenderPlan.Input.all(of: request, settings))
    }
    if let music = settings.reel.music { add([try RenderPlan.Input(.music, path: music)]) }
    return inputs
  }
}
