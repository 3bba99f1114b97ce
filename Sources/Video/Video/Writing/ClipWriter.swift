internal import CFFmpeg
internal import Foundation
public import Geometry

/// Writes a clip: encodes frames, copies or converts the sound of the clip they come from, and
/// gives the file its name only when it is complete.
///
/// A writer that is dropped before `finish` leaves nothing behind. Calls may come from any thread,
/// one after the other. The same frames with the same settings give the same bytes.
@safe public final class ClipWriter: @unchecked Sendable {
  /// What was left out or changed and is no damage, one line each; complete after `finish`.
  public var warnings: [String] {
    lock.withLock { notes + (tracks?.conversionNotes ?? []) + (tracks?.leftOut.others ?? []) }
  }
  /// The sound that the output lacks, one line each; complete after `finish`.
  public var lostSound: [String] { lock.withLock { tracks?.leftOut.sound ?? [] } }
  /// The frames written so far.
  public var frameCount: Int { lock.withLock { writtenFrames } }

  private let output: UnsafeMutablePointer<AVFormatContext>
  private let videoStream: UnsafeMutablePointer<AVStream>
  private let encoder: Encoder
  private let video: VideoParameters
  private let tracks: TrackCopy?
  private let notes: [String]
  private var writtenPackets: Int64 = 0
  private let container: OutputContainer
  /// The tick that becomes 0; nil is the first frame's.
  private let fixedOrigin: Int64?
  private let lock = NSLock()
  private var temporary: TemporaryOutput
  private var shift: Int64?
  private var endPts: Int64 = 0
  private var writtenFrames = 0
  private var isClosed = false

  /// Makes a writer for frames that the project draws itself; there is no sound.
  public convenience init(
    path: String, settings: EncoderSettings, video: VideoParameters
  ) throws(VideoError) {
    try self.init(
      path: path, settings: settings, video: video, tracksFrom: nil, origin: 0, metadata: [:],
      limits: VideoLimits())
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
    let info = reader.info
    try self.init(
      path: path, settings: settings,
      video: VideoParameters(info, size: size, rate: rate, hasSquarePixels: hasSquarePixels),
      tracksFrom: info.hasFurtherTracks ? reader.demuxer : nil,
      origin: Self.origin(of: reader, rate),
      metadata: settings.keepsMetadata ? info.metadata : [:], limits: reader.limits)
  }

  /// Makes a writer for overlays in the place of a clip's frames, with its times and without its
  /// sound, which an editing program has from the clip.
  ///
  /// - Throws: `VideoError.noTransparency` for a codec that keeps none.
  public convenience init(
    path: String, settings: EncoderSettings, overlaying reader: ClipReader,
    size: PixelSize<OutputSpace>? = nil, rate: FrameRate? = nil, hasSquarePixels: Bool = false
  ) throws(VideoError) {
    guard settings.codec.keepsTransparency else {
      let fitting = EncoderSettings.Codec.allCases.filter(\.keepsTransparency)
      throw .noTransparency(
        codec: settings.codec.rawValue, fitting: fitting.map(\.rawValue).joined(separator: ", "))
    }
    let info = reader.info
    var video = VideoParameters(info, size: size, rate: rate, hasSquarePixels: hasSquarePixels)
    video.pixelFormat = info.colourTags.isWideOrHigh ? "rgba64le" : "rgba"
    try self.init(
      path: path, settings: settings, video: video, tracksFrom: nil,
      origin: Self.origin(of: reader, rate),
      metadata: settings.keepsMetadata ? info.metadata : [:], limits: reader.limits)
  }

  /// The tick that becomes 0 of a whole clip, in the frames' ticks.
  private static func origin(of reader: ClipReader, _ rate: FrameRate?) -> Int64? {
    guard reader.part == .whole else { return nil }
    let (origin, timeBase) = (reader.info.timelineOrigin, reader.info.timeBase)
    return rate.map { $0.ticks(at: origin, timeBase) } ?? origin
  }

  private init(
    path: String, settings: EncoderSettings, video: VideoParameters, tracksFrom: Demuxer?,
    origin: Int64?, metadata: [String: String], limits: VideoLimits
  ) throws(VideoError) {
    _ = LibAV.ready
    try settings.validate()
    let container = try OutputContainer(path: path)
    try container.check(settings.codec)
    try settings.codec.check(video.size)
    let temporary = try TemporaryOutput(target: path, overwrites: settings.overwrites)
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_alloc_output_context2(
      &allocated, nil, container.muxer, "file:" + temporary.path)
    guard code >= 0, let output = unsafe allocated else {
      throw LibAV.failure("avformat_alloc_output_context2", code)
    }
    do {
      let setup = unsafe try Self.setUp(
        output, container: container, settings: settings, video: video, tracksFrom: tracksFrom,
        metadata: metadata, limits: limits)
      unsafe try Self.open(
        output, container: container, path: path, keepsMetadata: settings.keepsMetadata)
      encoder = setup.encoder
      tracks = setup.tracks
      unsafe videoStream = unsafe setup.videoStream
      notes = setup.notes
    } catch {
      unsafe avio_closep(&output.pointee.pb)
      unsafe avformat_free_context(output)
      throw error
    }
    unsafe self.output = unsafe output
    self.video = video
    self.container = container
    self.temporary = temporary
    fixedOrigin = origin
  }

  deinit {
    unsafe avio_closep(&output.pointee.pb)
    unsafe avformat_free_context(output)
  }

  // MARK: Writing

  /// Encodes a frame; frames come in the order of their times.
  public func write(_ frame: consuming VideoFrame) throws(VideoError) {
    lock.lock()
    defer { lock.unlock() }
    guard !isClosed else { throw .badSettings(reason: "the output is complete already") }
    guard frame.width == video.size.width, frame.height == video.size.height else {
      throw .encodingFailed(
        reason: "a frame of \(frame.width) x \(frame.height) in a clip of \(video.size)")
    }
    try encode(try inEncoderFormat(frame))
  }

  private func inEncoderFormat(
    _ frame: consuming VideoFrame
  ) throws(VideoError) -> VideoFrame {
    if PixelFamily.of(frame.handle.format).plainFormat == encoder.pixelFormat { return frame }
    if !PixelFamily.of(encoder.pixelFormat).isRGB { frame.scaleWhiteForConversion() }
    let isRGB = PixelFamily.of(frame.handle.format).isRGB
    let tags = isRGB ? encoder.colourTags : frame.colourTags
    let (width, height) = (frame.width, frame.height)
    return try frame.converted(to: encoder.pixelFormat, width: width, height: height, tags: tags)
  }

  private func encode(_ frame: borrowing VideoFrame) throws(VideoError) {
    let shift = begin(atPts: frame.pts)
    let believed = Ticks.duration(frame.duration)
    let duration = believed > 0 ? believed : usualDuration
    let raw = unsafe frame.handle.raw
    unsafe raw.pointee.format = encoder.pixelFormat.rawValue
    unsafe raw.pointee.pts = frame.pts - shift
    // The encoder decides which pictures are key pictures, not the input's encoder.
    unsafe raw.pointee.pict_type = AV_PICTURE_TYPE_NONE
    unsafe raw.pointee.key_frame = 0
    endPts = frame.pts - shift + duration
    writtenFrames += 1
    unsafe try encoder.encode(raw, duration: duration) { packet throws(VideoError) in
      unsafe try writePicture(packet)
    }
  }

  /// Writes what is still inside the encoder, the rest of the sound and the index, and gives the file
  /// its name.
  public func finish() throws(VideoError) {
    lock.lock()
    defer { lock.unlock() }
    guard !isClosed else { return }
    isClosed = true
    unsafe try encoder.encode(nil, duration: 0) { packet throws(VideoError) in
      unsafe try writePicture(packet)
    }
    let end = Double(endPts) * video.timeBase.value
    unsafe try tracks?.finish(before: fixedOrigin == nil ? end : nil, streams: output) {
      packet throws(VideoError) in
      unsafe try writeOut(packet, trackIndex: packet.pointee.stream_index)
    }
    try flushPackets()
    let (code, messages) = LogCapture.during { unsafe av_write_trailer(output) }
    if code < 0 { throw failure(code, messages.first) }
    unsafe avio_flush(output.pointee.pb)
    let fault = unsafe output.pointee.pb.pointee.error
    let closed = unsafe avio_closep(&output.pointee.pb)
    if fault < 0 { throw failure(fault) }
    if closed < 0 { throw failure(closed) }
    try temporary.publish()
  }

  private var usualDuration: Int64 {
    guard let rate = video.averageFrameRate else { return 1 }
    return max(1, Ticks.duration(av_rescale_q(1, rate.inverse.raw, video.timeBase.raw)))
  }

  /// Decides, at the first frame, what is 0 in the output.
  private func begin(atPts first: Int64) -> Int64 {
    if let shift { return shift }
    // A clip whose pictures begin before 0 is moved as a whole: players hide what lies there.
    let start = min(fixedOrigin ?? first, first)
    shift = start
    tracks?.begin(
      TrackCopy.Window(
        start: TrackCopy.Rational64(ticks: start, timeBase: video.timeBase.raw),
        trims: fixedOrigin == nil, keepsRunUp: container.storesNegativeTimes))
    return start
  }

  private func writePicture(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    let seconds = Double(unsafe packet.pointee.dts) * video.timeBase.value
    try copyTracks(before: seconds)
    unsafe packet.pointee.stream_index = unsafe videoStream.pointee.index
    unsafe av_packet_rescale_ts(packet, video.timeBase.raw, videoStream.pointee.time_base)
    writtenPackets += 1
    unsafe try writeOut(packet, trackIndex: nil)
  }

  private func copyTracks(before limit: Double) throws(VideoError) {
    unsafe try tracks?.deliver(before: limit, streams: output) { packet throws(VideoError) in
      unsafe try writeOut(packet, trackIndex: packet.pointee.stream_index)
    }
  }

  /// Hands a packet to the muxer.
  ///
  /// The muxer holds packets back until it has those of all streams, and so may refuse another one
  /// than it is given. What it refuses for its contents is a track's: the pictures are our own.
  private func writeOut(
    _ packet: UnsafeMutablePointer<AVPacket>?, trackIndex: Int32?
  ) throws(VideoError) {
    let (code, messages) = LogCapture.during {
      unsafe av_interleaved_write_frame(output, packet)
    }
    let fault = unsafe output.pointee.pb.pointee.error
    if fault < 0 { throw failure(fault) }
    guard code < 0 else { return }
    if Self.concernsContents(code), tracks?.giveUp(outputStream: trackIndex) == true { return }
    throw failure(code, messages.first)
  }

  /// Writes the packets that the muxer has held back, and makes sure that it has taken each picture.
  private func flushPackets() throws(VideoError) {
    let tries = tracks == nil ? 1 : 2
    for _ in 0..<tries { unsafe try writeOut(nil, trackIndex: nil) }
    guard unsafe videoStream.pointee.nb_frames == writtenPackets else {
      throw failure(avo_error(EINVAL))
    }
  }

  private func failure(_ code: Int32, _ message: String? = nil) -> VideoError {
    isClosed = true
    return Self.writeFailure(code, message, path: temporary.target)
  }
}
