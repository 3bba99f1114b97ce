import ClipWriting
import Frames
package import Geometry
package import Imaging
import Synchronization

/// The clip that drawn pictures go into, one after the other.
package final class PictureClip: Sendable {
  private let writer: ClipWriter
  private let memory = FrameMemory()
  private let encoding: YUVEncoding
  private let count = Atomic(0)

  /// Opens it.
  package init(
    path: String, size: PixelSize<TrackerSpace>, frameRate: Int, encoding: YUVEncoding,
    overwrites: Bool
  ) throws(SampleRecordingError) {
    guard let rate = Int32(exactly: frameRate), let timeBase = Rational(1, rate) else {
      throw .cannotWrite(path: path, reason: "\(frameRate) frames a second are too many")
    }
    var settings = EncoderSettings()
    settings.overwrites = overwrites
    // x264 gives other bytes for another number of threads, and those have drawing to do.
    settings.threads = 1
    self.encoding = encoding
    do {
      writer = try ClipWriter(
        path: path, settings: settings,
        video: VideoParameters(
          size: size.retyped(as: OutputSpace.self), timeBase: timeBase,
          averageFrameRate: timeBase.inverse, colourTags: ColourTags(encoding)))
    } catch {
      throw .video(error)
    }
  }

  /// Writes the next pictures, of the clip's size.
  package func write(_ pictures: [StraightRGBA8]) throws(SampleRecordingError) {
    do {
      for picture in pictures {
        let index = count.add(1, ordering: .relaxed).oldValue
        try writer.write(
          VideoFrame(
            from: picture, encoding: encoding, memory: memory, pts: Int64(index), duration: 1))
      }
    } catch {
      throw .video(error)
    }
  }

  /// Ends the clip, which then appears under its name.
  package func finish() throws(SampleRecordingError) {
    do { try writer.finish() } catch { throw .video(error) }
  }
}
