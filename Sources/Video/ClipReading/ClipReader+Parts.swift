internal import CFFmpeg
internal import Frames

// What is looked up of a clip before the frames of a part are decoded.
extension ClipReader {
  /// Where the pictures change their size, looked up once a clip.
  static func changes(
    path: String, _ source: WholePictures, _ options: ReadingOptions
  ) throws(VideoError) -> PictureChanges? {
    if let known = options.index?.changes { return known }
    let found = unsafe try PictureChanges.find(
      path: path, of: source.stream, in: source.demuxer, index: source.streamIndex,
      limits: options.limits)
    options.index?.changes = .some(found)
    return found
  }

  /// The clip's index, made once; nil where frames are not packets.
  func frameIndex(ofStream stream: Int) throws(VideoError) -> FrameIndex? {
    // Which frames are two pictures is known when they are decoded.
    if options.reading.deinterlacing == .fields { return nil }
    if let known = options.index?.index { return known }
    let packets = try Demuxer(path: path, limits: options.limits)
    let made = FrameIndex(demuxer: packets, stream: stream)
    options.index?.index = .some(made)
    return made
  }

  /// Counts frames by decoding up to the one on show at a time.
  func decodedPlace(atMs ms: Double) throws(VideoError) -> Int {
    let source = try WholePictures(path: path, options: options)
    var clock = unsafe FrameClock(stream: source.stream)
    var count = 0
    while let picture = try source.next() {
      if info.milliseconds(atPts: clock.next(for: picture)) > ms + timeToleranceMs { break }
      count += 1
    }
    return max(0, count - 1)
  }

  func emptyPart(frames: Int, endMs: Double? = nil) -> VideoError {
    func shown(_ ms: Double) -> String { "\(ms.rounded() / 1000) s" }
    let start = info.milliseconds(atPts: info.startPts)
    let end = endMs ?? info.endMs
    // Pictures may begin later than the sound.
    let length = end.map {
      start >= 1 ? " from \(shown(start)) to \(shown($0))" : " in \(shown($0 - start))"
    }
    return .emptyRange(
      path: path, asked: "\(part)",
      available: "\(frames) frame\(frames == 1 ? "" : "s")\(length ?? "")")
  }
}
