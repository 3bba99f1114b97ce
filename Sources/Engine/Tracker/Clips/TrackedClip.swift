internal import ClipReading
internal import Frames
internal import Geometry

/// The frames that are tracked: of a clip, of a still, or of pictures that are numbered.
final class TrackedClip: Sendable {
  private let clip: ClipReader
  private let options: ReadingOptions

  /// Opens what is tracked.
  ///
  /// - Parameter rate: frames a second of numbered pictures.
  convenience init(
    path: String, rate: FrameRate?, _ reading: PictureReading, allowsDamagedStill: Bool
  ) throws(VideoError) {
    var options = ReadingOptions()
    options.threads = 1
    options.index = KeptIndex()
    options.picturesRate = rate
    options.reading = reading
    options.allowsDamagedStill = allowsDamagedStill
    // The tracker takes RGB, so what is RGB already stays as it is.
    options.nativeFormats.formUnion(["rgb24", "rgba"])
    try self.init(path, .whole, options)
  }

  private init(
    _ path: String, _ part: ClipPart, _ options: ReadingOptions
  ) throws(VideoError) {
    self.options = options
    clip = try ClipReader(path: path, part: part, options: options)
  }

  /// The upright picture in square pixels.
  var size: PixelSize<SceneSpace> { clip.info.sceneSize }
  /// Where its pictures lie in the frames; nil where all fill them.
  var regions: PictureRegions? { clip.regions }
  /// Whether it is one picture by itself; a recording of a browser states no length either.
  var isStill: Bool {
    let info = clip.info
    return info.duration == nil && (info.frameCount == 1 || info.container.hasSuffix("_pipe"))
  }
  /// What could not be read so far, in one line.
  var damage: String? {
    clip.damage.isClean ? nil : "\(clip.path): the clip is damaged: \(clip.damage)"
  }

  /// How many frames there are, as far as that is known.
  var expectedFrames: Int? {
    let info = clip.info
    if let count = info.frameCount { return count }
    guard let rate = info.averageFrameRate?.value, let duration = info.duration else { return nil }
    // Containers may state any length; a count that makes no sense is no count.
    return Int(exactly: (max(0, duration) * rate).rounded())
  }

  /// The next frame; nil at the end.
  func next() throws(VideoError) -> VideoFrame? { try clip.nextFrame() }
  /// What decoding the next picture comes to.
  func step() throws(VideoError) -> ClipReader.Step { try clip.step() }

  /// The frames from a time to another one, both included, which are read by themselves.
  func part(fromMs: Double, throughMs: Double) throws(VideoError) -> TrackedClip {
    // The end of a part is not in it; a millisecond later is another frame, or none.
    let part = ClipPart.seconds(start: fromMs / 1000, end: (throughMs + 1) / 1000)
    return try TrackedClip(clip.path, part, options)
  }
}
