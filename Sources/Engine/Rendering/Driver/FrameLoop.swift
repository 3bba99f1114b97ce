import ClipReading
import Foundation
import Frames
import Geometry
import Isolation
import Recordings
import Threads

/// Decodes, composes and writes frames, the three side by side.
///
/// Decoder and writer have threads of their own; composing is the caller's. Between them stand
/// short queues, so the slowest sets the pace and memory does not grow with the clip.
struct FrameLoop {
  let clip: ClipReader
  /// The rate of the frames; nil for the clip's own.
  let rate: FrameRate?
  /// Which of the frames of a rate; nil for all of the clip's part.
  var numbers: ClosedRange<Int>?
  let cancellation: Cancellation
  /// Frames there will be, if known.
  let expectedFrames: Int?
  let report: (RenderProgress) -> Void

  /// Decoded frames that wait, at most, and their pixels together: those of six frames of 720p, which take 8 MB.
  private static let mostDecodedAhead = (frames: 6, pixels: 6 * 1280 * 720)

  /// Decoded frames that wait: where there is another processor, the decoder goes on while textures are made,
  /// and while the encoder's threads wait for each other.
  private var decodedAhead: Int {
    guard Processors.available > 1 else { return 1 }
    let (limit, size) = (Self.mostDecodedAhead, clip.info.uprightSize)
    return min(max(limit.pixels / (size.width * size.height), 1), limit.frames)
  }

  /// Finished frames that wait; with three a render took longer, as they had left the caches by the time that
  /// they were taken.
  private static let finishedAhead = 1

  /// Runs until the clip's part ends.
  ///
  /// Whatever stage fails first stops the others, and its error is thrown.
  func run<Product: ~Copyable & Sendable>(
    compose: (consuming VideoFrame) throws -> Product,
    write: @escaping @Sendable (consuming Product) throws -> Void
  ) throws {
    let decoded = StageQueue<VideoFrame>(capacity: decodedAhead)
    let composed = StageQueue<Product>(capacity: Self.finishedAhead)
    let decoding = StageThread(named: "decode") { [clip, rate, numbers] in
      do {
        if let rate {
          var frames = EvenFrames(of: clip, at: rate, numbers: numbers)
          while let frame = try frames.next() { try decoded.push(frame) }
        } else {
          while let frame = try clip.nextFrame() { try decoded.push(frame) }
        }
        decoded.finish()
      } catch {
        decoded.fail(error)
        throw error
      }
    }
    let writing = StageThread(named: "write") {
      do {
        while let product = try composed.pop() { try write(product) }
      } catch {
        composed.cancel()
        throw error
      }
    }
    var failure: (any Error)?
    do {
      try composeAll(from: decoded, into: composed, compose)
      composed.finish()
    } catch {
      failure = error
      composed.cancel()
    }
    decoded.cancel()
    let others = [writing.join(), decoding.join()]
    // A stage that was stopped says so; the one that stopped it says why.
    let errors = ([failure] + others).compactMap { $0 }
    let causes = errors.filter {
      !($0 is StageQueue<VideoFrame>.Cancelled || $0 is StageQueue<Product>.Cancelled)
    }
    if let cause = causes.first { throw cause }
    if let failure { throw failure }
  }

  private func composeAll<Product: ~Copyable & Sendable>(
    from decoded: StageQueue<VideoFrame>, into composed: StageQueue<Product>,
    _ compose: (consuming VideoFrame) throws -> Product
  ) throws {
    let meter = ProgressMeter(expectedFrames: expectedFrames)
    var (frames, firstMs, lastMs) = (0, 0.0, 0.0)
    while let frame = try decoded.pop() {
      try cancellation.check()
      lastMs = frame.timestampMs
      if frames == 0 { firstMs = lastMs }
      try composed.push(compose(frame))
      frames += 1
      report(meter.progress(frames, outTimeMs: lastMs - firstMs, isFinished: false))
    }
    try cancellation.check()
    report(meter.progress(frames, outTimeMs: lastMs - firstMs, isFinished: true))
  }
}
