import Dispatch
import Geometry
import Imaging
import Synchronization
import Tracking
import TrackingFiles

extension SampleRecorder {
  /// Writes what a tracker would see, one sample a frame.
  func writeTracking(to path: String) throws(SampleRecordingError) {
    do {
      let writer = try TrackingWriter(
        path: path, header: script.header(size: size), video: FileName.video,
        tracker: TrackerNote(name: "Avatar Overlay sample recording", version: "1"))
      for frame in 0..<frameCount {
        try writer.write(script.tracking(at: time(ofFrame: frame), size: size))
      }
      try writer.finish()
    } catch {
      throw .tracking(error)
    }
  }

  /// Draws and encodes the clip.
  ///
  /// A batch of frames is drawn side by side while the batch before is encoded, in order: the
  /// bytes do not depend on which frame is drawn first.
  func writeClip(
    to path: String, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let encoding = YUVEncoding(matrix: .bt709, fullRange: false)
    let clip = try PictureClip(
      path: path, size: size, frameRate: frameRate, encoding: encoding, overwrites: overwrites)
    let batch = 4 * threads
    var drawn: [StraightRGBA8] = []
    for first in stride(from: 0, through: frameCount, by: batch) {
      let frames = Array(first..<min(first + batch, frameCount))
      let ready = drawn
      drawn = try draw(frames) { () throws(SampleRecordingError) in try clip.write(ready) }
      try progress(min(first, frameCount), frameCount)
    }
    try clip.write(drawn)
    try clip.finish()
    try progress(frameCount, frameCount)
  }

  /// Draws frames on all threads; one of them does something else first.
  private func draw(
    _ frames: [Int], while other: @Sendable () throws(SampleRecordingError) -> Void
  ) throws(SampleRecordingError) -> [StraightRGBA8] {
    let pictures = Mutex<[Int: StraightRGBA8]>([:])
    let failure = Mutex<SampleRecordingError?>(nil)
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      do throws(SampleRecordingError) {
        if thread == 0 { try other() }
        while true {
          let turn = next.add(1, ordering: .relaxed).oldValue
          guard turn < frames.count else { return }
          let picture = try SampleStage.frame(
            of: script, at: time(ofFrame: frames[turn]), size: size)
          pictures.withLock { $0[turn] = picture }
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return pictures.withLock { made in frames.indices.compactMap { made[$0] } }
  }
}
