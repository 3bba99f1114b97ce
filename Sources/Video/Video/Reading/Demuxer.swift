internal import CFFmpeg
internal import Foundation

/// An open container: takes one file apart into packets.
///
/// The file is opened here, once; whatever a container names beside itself (playlists, external
/// tracks, network addresses) cannot be opened at all.
@safe final class Demuxer {
  let path: String
  let format: UnsafeMutablePointer<AVFormatContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private var io: UnsafeMutablePointer<AVIOContext>?

  /// How it is found out what the streams are.
  enum Probing {
    /// FFmpeg reads into the streams, and decodes what it takes (9 ms for H.264 of 1280 x 720).
    case streams
    /// The container's headers are believed where they say enough to decode pictures.
    case headers
    /// As another look into the same file has found, where the container lists all streams at its start;
    /// a second look took 0.7 % of the time in which 195 frames of 1280 x 720 are rendered.
    case known(Demuxer)
  }

  /// Whether FFmpeg has looked into the streams.
  private let isProbed: Bool

  /// Opens a container and finds out what its streams are.
  init(path: String, limits: VideoLimits, probing: Probing = .streams) throws(VideoError) {
    _ = LibAV.ready
    try Self.checkFile(path)
    var opened = unsafe try Self.openFile(path)
    let context: UnsafeMutablePointer<AVFormatContext>
    var complaining: Set<String> = []
    do {
      unsafe context = unsafe try Self.openContainer(
        path, io: opened, limits: limits, complaining: &complaining)
    } catch {
      unsafe avio_closep(&opened)
      throw error
    }
    var failure: VideoError?
    let packet = unsafe av_packet_alloc()
    if unsafe packet == nil { failure = LibAV.outOfMemory("av_packet_alloc") }
    let isKnown = unsafe Self.isKnown(context, probing)
    do {
      if !isKnown {
        unsafe try Self.findStreams(
          context, path: path, limits: limits, complaining: &complaining)
      }
    } catch {
      failure = error
    }
    guard let packet = unsafe packet, failure == nil else {
      var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
      unsafe avformat_close_input(&context)
      unsafe avio_closep(&opened)
      throw failure ?? LibAV.outOfMemory("av_packet_alloc")
    }
    self.path = path
    isProbed = !isKnown
    unsafe self.format = unsafe context
    unsafe self.packet = unsafe packet
    unsafe self.io = unsafe opened
    formatName =
      unsafe context.pointee.iformat.pointee.name.map { unsafe String(cString: $0) } ?? "unknown"
    // MP4's demuxer reads its lists, not the file, and complains of entries that nobody needs.
    skippedDamage = complaining.contains(formatName) && !formatName.hasPrefix("mov,")
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&packet)
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe format
    unsafe avformat_close_input(&context)
    unsafe avio_closep(&io)
  }

  /// The outcome of reading one packet.
  @safe enum Reading {
    /// The packet is valid until the next call.
    case packet(UnsafeMutablePointer<AVPacket>)
    /// The file could not be read or understood here.
    case fault(String)
    case end
  }

  /// Whether the demuxer met damage that it skipped, opening the file or reading it; packets may be
  /// missing then.
  private(set) var skippedDamage: Bool

  /// Whether it skipped any since this was last asked.
  func takeSkipping() -> Bool {
    defer { hasJustSkipped = false }
    return hasJustSkipped
  }

  private var hasJustSkipped = false

  /// Reads the next packet of any stream that is not discarded.
  func read() -> Reading {
    unsafe av_packet_unref(packet)
    // Matroska's demuxer looks for the next sound element by itself and only logs it.
    let (code, messages) = LogCapture.during(from: formatName) {
      unsafe av_read_frame(format, packet)
    }
    if !messages.isEmpty {
      skippedDamage = true
      hasJustSkipped = true
    }
    if code >= 0 {
      unsafe keepTime(of: packet)
      return unsafe .packet(packet)
    }
    return code == avo_error_eof ? .end : .fault(LibAV.text(of: code))
  }

  /// Leaves out every stream but these.
  func keepOnly(_ kept: (Int) -> Bool) {
    for index in 0..<streamCount {
      guard let stream = unsafe stream(index) else { continue }
      unsafe stream.pointee.discard = kept(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  var streamCount: Int { Int(unsafe format.pointee.nb_streams) }

  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    unsafe avo_stream(format, UInt32(index))
  }

  /// The names of the container format, as FFmpeg lists them.
  let formatName: String

  /// Whether the container's clock starts anywhere and may jump (MPEG-TS, MPEG-PS, Ogg).
  var hasDiscontinuousClock: Bool {
    unsafe format.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
  }

  /// Whether a seek goes to the key picture shown, not decoded, no later than the time.
  ///
  /// Matroska's demuxer seeks by its cue times, which are those of presentation.
  var seeksByPresentation: Bool {
    unsafe format.pointee.iformat.pointee.flags & AVFMT_SEEK_TO_PTS != 0
      || formatName.hasPrefix("matroska")
  }

  /// The tick that is 0 on the clip's timeline; see `ClipInfo.timelineOrigin`.
  func timelineOrigin(timeBase: AVRational) -> Int64 {
    let start = unsafe format.pointee.start_time
    guard hasDiscontinuousClock, start != avo_no_pts else { return 0 }
    return Ticks.rescaled(start, from: AVRational(num: 1, den: AV_TIME_BASE), to: timeBase)
  }

  /// The packets that the container's index lists for a stream and that are to be shown; nil where
  /// the index is not complete from the start (all but MP4, MOV and AVI).
  func listedPackets(of stream: UnsafeMutablePointer<AVStream>) -> Int? {
    guard formatName.hasPrefix("mov,") || isAVI else { return nil }
    var count = 0
    for index in 0..<(unsafe avformat_index_get_entries_count(stream)) {
      guard let entry = unsafe avformat_index_get_entry(stream, index) else { continue }
      // An empty chunk of AVI repeats the picture before.
      let isShown = unsafe !isAVI || entry.pointee.size > 0
      if isShown, unsafe entry.pointee.flags & AVINDEX_DISCARD_FRAME == 0 { count += 1 }
    }
    return count
  }

  // MARK: Times of AVI

  private var isAVI: Bool { formatName == "avi" }
  /// How much later the packets of each stream are than its demuxer counts.
  private var ticksLost: [Int: Int64] = [:]

  /// Gives a packet of AVI the time that the index has for its place in the file.
  ///
  /// A chunk has no time of its own: FFmpeg counts those that it reads, so that all that follows what is
  /// unreadable would come too early.
  private func keepTime(of packet: UnsafeMutablePointer<AVPacket>) {
    let index = Int(unsafe packet.pointee.stream_index)
    guard isAVI, let stream = unsafe stream(index) else { return }
    let dts = unsafe packet.pointee.dts
    if dts != avo_no_pts,
      let listed = unsafe Self.listedTime(of: stream, at: packet.pointee.pos, notBefore: dts)
    {
      ticksLost[index] = listed - dts
    }
    guard let lost = ticksLost[index], lost > 0 else { return }
    if dts != avo_no_pts { unsafe packet.pointee.dts += lost }
    if unsafe packet.pointee.pts != avo_no_pts { unsafe packet.pointee.pts += lost }
  }

  /// The time that an index has for the chunk whose data are at a place; nil where it has none.
  private static func listedTime(
    of stream: UnsafeMutablePointer<AVStream>, at place: Int64, notBefore dts: Int64
  ) -> Int64? {
    // A chunk's name and size come before its data.
    let wanted = place - 8
    var (low, high) = (0, Int(unsafe avformat_index_get_entries_count(stream)))
    while low < high {
      let middle = (low + high) / 2
      guard let entry = unsafe avformat_index_get_entry(stream, Int32(middle)) else { return nil }
      let (found, time) = unsafe (entry.pointee.pos, entry.pointee.timestamp)
      if found == wanted { return time >= dts ? time : nil }
      if found < wanted { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  // MARK: Opening

  /// Only a plain file is opened: reading a pipe or a device might never end.
  private static func checkFile(_ path: String) throws(VideoError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .inputNotFound(path: path) }
      throw .inputNotReadable(path: path, reason: LibAV.text(of: avo_error(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard status.st_size > 0 else { throw .emptyFile(path: path) }
  }

  private static func openFile(
    _ path: String
  ) throws(VideoError) -> UnsafeMutablePointer<AVIOContext>? {
    var options = OptionDictionary([("protocol_whitelist", "file")])
    var io: UnsafeMutablePointer<AVIOContext>?
    let code = unsafe avio_open2(&io, "file:" + path, AVIO_FLAG_READ, nil, &options.raw)
    guard code >= 0 else {
      throw .inputNotReadable(path: path, reason: LibAV.text(of: code))
    }
    return unsafe io
  }

  /// Demuxers that follow names in the file instead of reading pictures from it.
  private static let referring: Set<String> = [
    "hls", "applehttp", "concat", "dash", "sdp", "rtsp", "rtp", "imf", "image2", "ffmetadata",
    "webm_dash_manifest", "vobsub", "avisynth", "tty",
  ]

  private static func openContainer(
    _ path: String, io: UnsafeMutablePointer<AVIOContext>?, limits: VideoLimits,
    complaining: inout Set<String>
  ) throws(VideoError) -> UnsafeMutablePointer<AVFormatContext> {
    // The name is kept from the probe: a format is what is in the file, not what its name says.
    var input: UnsafePointer<AVInputFormat>?
    let score = unsafe av_probe_input_buffer2(io, &input, "", nil, 0, 0)
    guard score >= 0, let found = unsafe input, let rawName = unsafe found.pointee.name else {
      throw .notAClip(path: path, reason: "no known format")
    }
    let names = unsafe String(cString: rawName).split(separator: ",").map(String.init)
    if let name = names.first(where: referring.contains) {
      throw .refersToOtherFiles(path: path, format: name)
    }
    guard let allocated = unsafe avformat_alloc_context() else {
      throw LibAV.outOfMemory("avformat_alloc_context")
    }
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe allocated
    unsafe allocated.pointee.pb = unsafe io
    unsafe allocated.pointee.max_streams = Int32(clamping: limits.maximumStreams)
    unsafe avo_refuse_further_files(allocated)
    // No protocol has this name.
    var options = OptionDictionary([("protocol_whitelist", "none")])
    let (code, messages, sources) = LogCapture.withSources {
      unsafe avformat_open_input(&context, "", found, &options.raw)
    }
    complaining.formUnion(sources)
    guard code >= 0, let context = unsafe context else {
      if messages.contains(where: { $0.contains("max_streams") }) {
        throw .tooManyStreams(path: path, maximum: limits.maximumStreams)
      }
      throw .notAClip(path: path, reason: LibAV.text(of: code, said: messages.first))
    }
    return unsafe context
  }

  /// Whether the streams are known without a look into them.
  private static func isKnown(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ probing: Probing
  ) -> Bool {
    switch probing {
    case .streams: false
    case .headers: unsafe headersSuffice(context)
    case .known(let other): unsafe other.isProbed && takeParameters(of: other, context)
    }
  }

  /// Takes over what another look into the same file has found; gives whether it could.
  private static func takeParameters(
    of other: Demuxer, _ context: UnsafeMutablePointer<AVFormatContext>
  ) -> Bool {
    let count = Int(unsafe context.pointee.nb_streams)
    guard other.formatName.hasPrefix("mov,"), other.streamCount == count else { return false }
    let pairs = unsafe (0..<count).compactMap { index in
      unsafe other.stream(index).flatMap { found in
        unsafe avo_stream(context, UInt32(index)).map { unsafe (found: found, stream: $0) }
      }
    }
    // A file that was replaced meanwhile is looked into.
    let areSame = unsafe pairs.allSatisfy { found, stream in
      unsafe found.pointee.id == stream.pointee.id
        && found.pointee.codecpar.pointee.codec_id == stream.pointee.codecpar.pointee.codec_id
    }
    guard unsafe pairs.count == count, areSame,
      unsafe avio_size(context.pointee.pb) == avio_size(other.format.pointee.pb)
    else { return false }
    return unsafe pairs.allSatisfy { found, stream in
      unsafe avcodec_parameters_copy(stream.pointee.codecpar, found.pointee.codecpar) >= 0
    }
  }

  /// Whether the headers say what decoding takes: those of an MP4 or MOV file with parameter sets
  /// and a steady rate (its order of pictures is known from the offsets of their times).
  private static func headersSuffice(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let name = unsafe context.pointee.iformat.pointee.name else { return false }
    let format = unsafe String(cString: name)
    guard format.hasPrefix("mov,") else { return false }
    for index in 0..<(unsafe context.pointee.nb_streams) {
      guard let stream = unsafe avo_stream(context, index),
        let parameters = unsafe stream.pointee.codecpar
      else { return false }
      guard unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { continue }
      let (codec, rate) = unsafe (parameters.pointee.codec_id, stream.pointee.avg_frame_rate)
      guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC, rate.num > 0, rate.den > 0,
        unsafe parameters.pointee.extradata_size > 0 && parameters.pointee.width > 0
      else { return false }
    }
    return true
  }

  /// Lets FFmpeg look into the streams, with decoders that refuse pictures over the limit.
  private static func findStreams(
    _ context: UnsafeMutablePointer<AVFormatContext>, path: String, limits: VideoLimits,
    complaining: inout Set<String>
  ) throws(VideoError) {
    let count = Int(unsafe context.pointee.nb_streams)
    guard count <= limits.maximumStreams else {
      throw .tooManyStreams(path: path, maximum: limits.maximumStreams)
    }
    for index in 0..<count {
      guard let stream = unsafe avo_stream(context, UInt32(index)) else { continue }
      unsafe try checkPicture(stream.pointee.codecpar, path: path, limits: limits)
    }
    var dictionaries = unsafe [OpaquePointer?](repeating: nil, count: count)
    for index in unsafe dictionaries.indices {
      _ = unsafe av_dict_set(&dictionaries[index], "max_pixels", "\(limits.maximumPixels)", 0)
    }
    let (code, messages, sources) = LogCapture.withSources {
      unsafe dictionaries.withUnsafeMutableBufferPointer { buffer in
        unsafe avformat_find_stream_info(context, buffer.baseAddress)
      }
    }
    complaining.formUnion(sources)
    for index in unsafe dictionaries.indices { unsafe av_dict_free(&dictionaries[index]) }
    if let picture = messages.lazy.compactMap(tooLargePicture).first {
      throw .pictureTooLarge(path: path, picture: picture, maximumPixels: limits.maximumPixels)
    }
    guard code >= 0 else {
      throw .notAClip(path: path, reason: LibAV.text(of: code, said: messages.first))
    }
    guard unsafe context.pointee.nb_streams <= limits.maximumStreams else {
      throw .tooManyStreams(path: path, maximum: limits.maximumStreams)
    }
    for index in 0..<Int(unsafe context.pointee.nb_streams) {
      guard let stream = unsafe avo_stream(context, UInt32(index)) else { continue }
      unsafe try checkPicture(stream.pointee.codecpar, path: path, limits: limits)
    }
  }

  /// Refuses a picture over the limit.
  static func checkPicture(
    _ parameters: UnsafePointer<AVCodecParameters>, path: String, limits: VideoLimits
  ) throws(VideoError) {
    guard unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { return }
    let width = Int(unsafe parameters.pointee.width)
    let height = Int(unsafe parameters.pointee.height)
    guard width > 0, height > 0 else { return }
    if width > limits.maximumSide || height > limits.maximumSide
      || width * height > limits.maximumPixels
    {
      throw .pictureTooLarge(
        path: path, picture: "\(width) x \(height)", maximumPixels: limits.maximumPixels)
    }
  }

  /// The size in the message with which `av_image_check_size2` refuses a picture.
  ///
  /// A still tells its size only to its decoder, which then fails like one that met damage; the
  /// message is the one place where the two differ.
  static func tooLargePicture(in message: String) -> String? {
    guard message.contains("exceeds specified max pixel count") || message.contains("is invalid"),
      let size = message.split(separator: " ").first(where: { word in
        let sides = word.split(separator: "x")
        return sides.count == 2 && sides.allSatisfy { UInt64($0) != nil }
      })
    else { return nil }
    return String(size.replacing("x", with: " x "))
  }
}
