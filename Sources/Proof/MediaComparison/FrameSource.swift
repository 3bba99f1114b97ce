internal import ClipReading
internal import Frames
internal import Imaging
internal import Threads

/// What gives one side's frames in their order.
protocol FrameSource: Sendable {
  /// The next frame; nil at the end.
  func next() throws -> SourceFrame?
}

/// Pictures from files, read on demand.
final class PictureSequence: FrameSource, @unchecked Sendable {
  private let paths: [(path: String, name: String?, index: Int)]
  private let allowsDamage: Bool
  private var position = 0
  /// What is lost of the pictures so far, a line each; to be asked once the thread that reads is done.
  private(set) var damage: [String] = []

  /// Makes the sequence of files; read by one thread.
  init(_ paths: [(path: String, name: String?, index: Int)], allowsDamage: Bool) {
    (self.paths, self.allowsDamage) = (paths, allowsDamage)
  }

  func next() throws -> SourceFrame? {
    guard position < paths.count else { return nil }
    defer { position += 1 }
    let (path, name, index) = paths[position]
    return SourceFrame(try picture(path), index: index, name: name)
  }

  private func picture(_ path: String) throws(VideoError) -> StraightRGBA8 {
    do throws(ImagingError) {
      let bytes = try FileBytes.read(path: path, limit: ImageLimits.still.fileBytes)
      let decoded = try PNG.salvage(bytes, limits: .still, allowsDamage: allowsDamage)
      if let lost = decoded.damage { damage.append("\(path): the picture is damaged: \(lost)") }
      return decoded.picture
    } catch {
      throw .unreadablePicture(path: path, error)
    }
  }
}

struct ClipFrames: FrameSource {
  let clip: ClipReader

  /// Formats that pictures are made of without a step between, beyond those that are drawn on.
  private static let plainFormats: Set<String> = ["rgb24", "rgba", "bgra", "bgr0", "gbrp"]

  init(path: String, part: ClipPart, threads: Int, allowsDamagedStill: Bool) throws(VideoError) {
    var options = ReadingOptions()
    options.allowsDamagedStill = allowsDamagedStill
    // Both clips have a thread each already.
    options.threads = threads > 0 ? threads : 1
    options.nativeFormats.formUnion(Self.plainFormats)
    clip = try ClipReader(path: path, part: part, options: options)
  }

  func next() throws -> SourceFrame? {
    guard let frame = try clip.nextFrame() else { return nil }
    return SourceFrame(frame)
  }
}

/// A source that works ahead on a thread of its own, as far as a short queue allows.
final class ThreadedSource: FrameSource {
  private let queue: StageQueue<SourceFrame>
  private let thread: StageThread

  /// Frames that wait; more made nothing faster, and each is 1.4 MB at 720p.
  private static let queueLength = 2

  init(_ source: some FrameSource) {
    let queue = StageQueue<SourceFrame>(capacity: Self.queueLength)
    self.queue = queue
    thread = StageThread(named: "decode") {
      do {
        while let frame = try source.next() { try queue.push(frame) }
        queue.finish()
      } catch {
        queue.fail(error)
      }
    }
  }

  func next() throws -> SourceFrame? { try queue.pop() }

  /// Stops the thread and waits for it; a source that was read to its end has stopped already.
  func stop() {
    queue.cancel()
    _ = thread.join()
  }
}
