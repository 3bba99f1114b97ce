import ClipReading
import Frames
import Geometry
package import Isolation
import Recordings
import Threads

/// Decodes, composes and writes frames, the three side by side.
///
/// Decoder and writer have threads of their own; composing is the caller's. Between them stand
/// short queues, so the slowest sets the pace and memory does not grow with the clip.
package struct FrameLoop {
  private let cancellation: Cancellation
  /// Frames there will be, if known.
  private let expectedFrames: Int?
  private let report: (RenderProgress) -> Void
  /// Decoded frames that wait.
  private let decodedAhead: Int

  /// Makes a loop.
  package init(
    _ cancellation: Cancellation, expectedFrames: Int?, decodedAhead: Int,
    _ report: @escaping (RenderProgress) -> Void
  ) {
    (self.cancellation, self.expectedFrames) = (cancellation, expectedFrames)
    (self.decodedAhead, self.report) = (decodedAhead, report)
  }

  /// Decoded frames that wait, at most, and their pixels together: those of six frames of 720p, which take 8 MB.
  private static let mostDecodedAhead = (frames: 6, pixels: 6 * 1280 * 720)

  /// Decoded frames of a clip that wait: where there is another processor, the decoder goes on while textures are made,
  /// and while the encoder's threads wait for each other.
  static func decodedAhead(of clip: ClipReader) -> Int {
    guard Processors.available > 1 else { return 1 }
    let (limit, size) = (Self.mostDecodedAhead, clip.info.uprightSize)
    return min(max(limit.pixels / (size.width * size.height), 1), limit.frames)
  }

  /// Finished frames that wait; with three a render took longer, as they had left the caches by the time that
  /// they were taken.
  private static let finishedAhead = 1

  /// Runs until all is decoded.
  ///
  /// Whatever stage fails first stops the others, and its error is thrown.
  ///
  /// - Parameters:
  ///   - decode: hands on what it decodes, on the decoder's thread.
  ///   - timeMs: when a frame is shown in the output, in milliseconds.
  package func run<Input: ~Copyable & Sendable, Product: ~Copyable & Sendable>(
    decode: @escaping @Sendable (_ push: (consuming Input) throws -> Void) throws -> Void,
    timeMs: (borrowing Input) -> Double, compose: (consuming Input) throws -> Product,
    write: @escaping @Sendable (consuming Product) throws -> Void
  ) throws {
    let decoded = StageQueue<Input>(capacity: decodedAhead)
    let composed = StageQueue<Product>(capacity: Self.finishedAhead)
    let decoding = StageThread(named: "decode") {
      do {
        try decode { try decoded.push($0) }
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
      try composeAll(from: decoded, timeMs, into: composed, compose)
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
      !($0 is StageQueue<Input>.Cancelled || $0 is StageQueue<Product>.Cancelled)
    }
    if let cause = causes.first { throw cause }
    if let failure { throw failure }
  }

  private func composeAll<Input: ~Copyable & Sendable, Product: ~Copyable & Sendable>(
    from decoded: StageQueue<Input>, _ timeMs: (borrowing Input) -> Double,
    into composed: StageQueue<Product>, _ compose: (consuming Input) throws -> Product
  ) throws {
    let meter = ProgressMeter(expectedFrames: expectedFrames)
    var (frames, outMs) = (0, 0.0)
    var firstMs: Double?
    while let frame = try decoded.pop() {
      try cancellation.check()
      outMs = timeMs(frame) - (firstMs ?? timeMs(frame))
      firstMs = firstMs ?? timeMs(frame)
      try composed.push(compose(frame))
      frames += 1
      report(meter.progress(frames, outTimeMs: outMs, isFinished: false))
    }
    try cancellation.check()
    report(meter.progress(frames, outTimeMs: outMs, isFinished: true))
  }
}
