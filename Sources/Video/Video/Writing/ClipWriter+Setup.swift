internal import CFFmpeg
internal import Glibc

extension ClipWriter {
  /// What a new output consists of.
  @safe struct Setup {
    var encoder: Encoder
    var tracks: TrackCopy?
    var videoStream: UnsafeMutablePointer<AVStream>
    var notes: [String]
  }

  /// Opens the encoder and adds the streams.
  static func setUp(
    _ output: UnsafeMutablePointer<AVFormatContext>, container: OutputContainer,
    settings: EncoderSettings, video: VideoParameters, tracksFrom: Demuxer?,
    metadata: [String: String], limits: VideoLimits
  ) throws(VideoError) -> Setup {
    // No name and version of the writer, no random identifiers.
    unsafe output.pointee.flags |= AVFMT_FLAG_BITEXACT
    // The times are right already; nothing is moved.
    unsafe output.pointee.avoid_negative_ts = 0
    let separateHeader = unsafe output.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0
    let encoder = try Encoder(settings: settings, video: video, separateHeader: separateHeader)
    guard let stream = unsafe avformat_new_stream(output, nil) else {
      throw LibAV.outOfMemory("avformat_new_stream")
    }
    let code = unsafe avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context)
    if code < 0 { throw LibAV.failure("avcodec_parameters_from_context", code) }
    if settings.codec == .hevc, container.storesNegativeTimes {
      // Apple's players take HEVC only under this name.
      unsafe stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668  // "hvc1", little endian
    }
    unsafe stream.pointee.time_base = video.timeBase.raw
    unsafe stream.pointee.sample_aspect_ratio = video.sampleAspectRatio.raw
    unsafe video.lightMetadata.apply(to: stream)
    if let rate = video.averageFrameRate { unsafe stream.pointee.avg_frame_rate = rate.raw }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      _ = unsafe av_dict_set(&output.pointee.metadata, key, value, 0)
    }
    var tracks: TrackCopy?
    if let tracksFrom {
      let copy = try TrackCopy(known: tracksFrom, limits: limits)
      unsafe try copy.addStreams(
        to: output, container: container, keepsMetadata: settings.keepsMetadata)
      tracks = copy
    }
    let notes = [encoder.note].compactMap { $0 }
    return unsafe Setup(encoder: encoder, tracks: tracks, videoStream: stream, notes: notes)
  }

  /// Opens the file and writes the header, which fixes the streams' time bases.
  static func open(
    _ output: UnsafeMutablePointer<AVFormatContext>, container: OutputContainer, path: String,
    keepsMetadata: Bool
  ) throws(VideoError) {
    let code = unsafe avio_open2(
      &output.pointee.pb, output.pointee.url, AVIO_FLAG_WRITE, nil, nil)
    if code < 0 { throw writeFailure(code, path: path) }
    var options = OptionDictionary()
    if container.storesNegativeTimes {
      // The index goes to the front, so that a browser can play before it has everything.
      options.set("movflags", keepsMetadata ? "+faststart+use_metadata_tags" : "+faststart")
    }
    let (result, messages) = LogCapture.during {
      unsafe avformat_write_header(output, &options.raw)
    }
    if result < 0 { throw writeFailure(result, messages.first, path: path) }
  }

  /// Whether a muxer refuses what a packet holds, rather than that it cannot be written.
  static func concernsContents(_ code: Int32) -> Bool {
    let others: [Int32] = [ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, EROFS, EACCES].map { avo_error($0) }
    return !others.contains(code)
  }

  /// What a failed write means: a full disk, a limit of the length, or a file or contents that the muxer refuses.
  static func writeFailure(_ code: Int32, _ message: String? = nil, path: String) -> VideoError {
    let full: [Int32] = [ENOSPC, EDQUOT].map { avo_error($0) }
    if full.contains(code) { return .noSpace(path: path) }
    if code == avo_error(EFBIG) { return .outputTooLarge(path: path) }
    // The muxer says what it misses; the system's own codes speak for themselves.
    return .cannotWrite(path: path, reason: LibAV.text(of: code, said: message))
  }
}
