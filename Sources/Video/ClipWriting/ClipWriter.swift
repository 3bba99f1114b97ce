public import ClipReading
public import Files
internal import Foundation
public import Frames
public import Geometry

/// Writes a clip: a picture encoder for its frames, a copy or conversion of the sound of the clip that they
/// come from, and a muxer that gives the file its name only when it is complete.
///
/// A writer that is dropped before `finish` leaves nothing behind. Calls may come from any thread,
/// one after the other. The same frames with the same settings give the same bytes.
@safe public final class ClipWriter: @unchecked Sendable {
  /// What was left out or changed and is no damage, one line each; complete after `finish`.
  public var warnings: [String] {
    lock.withLock { [encoder.note].compactMap(\.self) + assembly.notes }
  }
  /// The sound that the output lacks, one line each; complete after `finish`.
  public var lostSound: [String] { lock.withLock { assembly.lostSound } }
  /// The frames written so far.
  public var frameCount: Int { lock.withLock { encoder.frameCount } }

  private let encoder: PictureEncoder
  private let assembly: ClipAssembly
  /// The tick that becomes 0; nil is the first frame's.
  private let fixedOrigin: Int64?
  private let lock = NSLock()
  private var shift: Int64?
  private var isFinished = false

  /// Makes a writer for frames that the project draws itself; there is no sound.
  public convenience init(
    path: String, settings: EncoderSettings, video: VideoParameters
  ) throws(VideoError) {
    try self.init(
      path: path, settings: settings, video: video, tracksFrom: nil, sound: .none, speed: .own,
      origin: 0, metadata: [:], limits: VideoLimits())
  }

  /// Makes a writer for frames that the project draws or puts together itself, with a sound that begins with them.
  package convenience init(
    path: String, settings: EncoderSettings, video: VideoParameters, sound: ClipSoundUse
  ) throws(VideoError) {
    try self.init(
      path: path, settings: settings, video: video, tracksFrom: nil, sound: sound, speed: .own,
      origin: 0, metadata: [:], limits: VideoLimits())
  }

  /// Makes a writer for the frames of a clip, with its sound, times and colours.
  ///
  /// A whole clip keeps its times; a part begins at 0 with its first frame, and the sound is cut to
  /// it.
  /// - Parameters:
  ///   - size: The size of the frames, where they were brought to another one.
  ///   - rate: The rate of the frames, where they were given another one (`EvenFrames`).
  ///   - hasSquarePixels: Whether the frames' pixels are square whatever the clip's are.
  public convenience init(
    path: String, settings: EncoderSettings, following reader: ClipReader,
    size: PixelSize<OutputSpace>? = nil, rate: FrameRate? = nil, hasSquarePixels: Bool = false
  ) throws(VideoError) {
    try self.init(
      path: path, settings: settings, following: reader, sound: .copied, size: size, rate: rate,
      speed: .own, hasSquarePixels: hasSquarePixels)
  }

  /// The same with sound that is mixed, or none, and at another speed than the clip's.
  package convenience init(
    path: String, settings: EncoderSettings, following reader: ClipReader, sound: ClipSoundUse,
    size: PixelSize<OutputSpace>?, rate: FrameRate?, speed: PlaybackSpeed = .own,
    hasSquarePixels: Bool
  ) throws(VideoError) {
    let info = reader.info
    try self.init(
      path: path, settings: settings,
      video: VideoParameters(
        info, size: size, rate: rate, speed: speed, hasSquarePixels: hasSquarePixels),
      tracksFrom: info.hasFurtherTracks ? reader.demuxer : nil, isCovered: reader.isCovered,
      sound: sound, speed: speed, origin: reader.outputOrigin(at: rate, speed: speed),
      metadata: settings.keepsMetadata ? info.metadata : [:], limits: reader.limits)
  }

  /// Makes a writer for overlays in the place of a clip's frames, with its times and without its
  /// sound, which an editing program has from the clip.
  ///
  /// - Throws: `VideoError.noTransparency` for a codec that keeps none.
  public convenience init(
    path: String, settings: EncoderSettings, overlaying reader: ClipReader,
    size: PixelSize<OutputSpace>? = nil, rate: FrameRate? = nil, speed: PlaybackSpeed = .own,
    hasSquarePixels: Bool = false
  ) throws(VideoError) {
    let info = reader.info
    var video = VideoParameters(
      info, size: size, rate: rate, speed: speed, hasSquarePixels: hasSquarePixels)
    try video.becomeOverlay(of: info, in: settings.codec)
    try self.init(
      path: path, settings: settings, video: video, tracksFrom: nil, sound: .none,
      speed: speed, origin: reader.outputOrigin(at: rate, speed: speed),
      metadata: settings.keepsMetadata ? info.metadata : [:], limits: reader.limits)
  }

  private init(
    path: String, settings: EncoderSettings, video: VideoParameters, tracksFrom: Demuxer?,
    isCovered: Bool = false, sound: ClipSoundUse, speed: PlaybackSpeed, origin: Int64?,
    metadata: [String: String],
    limits: VideoLimits
  ) throws(VideoError) {
    try settings.validate()
    try OutputContainer(path: path).check(settings.codec)
    try settings.codec.check(video.size)
    assembly = try ClipAssembly(
      path: path, overwrites: settings.overwrites, keepsMetadata: settings.keepsMetadata,
      metadata: metadata, xmp: settings.xmp, maximumBytes: settings.maximumBytes)
    encoder = try PictureEncoder(settings: settings, video: video)
    try assembly.begin(
      encoder.stream, tracksFrom: tracksFrom, isCovered: isCovered, limits: limits, sound: sound,
      speed: speed)
    fixedOrigin = origin
  }

  // MARK: Writing

  /// Encodes a frame; frames come in the order of their times.
  public func write(_ frame: consuming VideoFrame) throws(VideoError) {
    lock.lock()
    defer { lock.unlock() }
    guard !isFinished, !assembly.isClosed else {
      throw .badSettings(reason: "the output is complete already")
    }
    frame.pts -= try begin(atPts: frame.pts)
    try encoder.encode(frame) { picture throws(VideoError) in try assembly.write(picture) }
  }

  /// Writes what is still inside the encoder, the rest of the sound and the index, and gives the file
  /// its name.
  ///
  /// - Parameter held: where the file waits for its name; nil gives it at once.
  public func finish(into held: HeldFiles? = nil) throws(VideoError) {
    lock.lock()
    defer { lock.unlock() }
    guard !isFinished, !assembly.isClosed else { return }
    isFinished = true
    try encoder.finish { picture throws(VideoError) in try assembly.write(picture) }
    try assembly.finish(endTick: fixedOrigin == nil ? encoder.endPts : nil, into: held)
  }

  /// Decides, at the first frame, what is 0 in the output.
  private func begin(atPts first: Int64) throws(VideoError) -> Int64 {
    if let shift { return shift }
    // A clip whose pictures begin before 0 is moved as a whole: players hide what lies there.
    let start = min(fixedOrigin ?? first, first)
    shift = start
    try assembly.start(atTick: start, trims: fixedOrigin == nil)
    return start
  }
}
