internal import CFFmpeg
public import ClipReading
public import Files
public import Frames

/// Writes packets into a file, which gets its name only when it is complete.
///
/// The pictures are one stream, whichever encoder made them: packets of several encoders with the same
/// `PictureStream` follow one another, each encoder's with the times that they have in the whole. A muxer that
/// is dropped before `finish` leaves nothing behind. The same packets give the same bytes.
@safe public final class Muxer {
  /// The container of the file.
  public let container: OutputContainer
  /// Whether nothing more is taken: the file is complete, or writing it failed.
  public private(set) var isClosed = false
  /// Asked where what a packet holds is refused: whether a track was given up for it, so that writing goes on.
  ///
  /// It is given the stream's index in the output; nil is any, where the muxer does not say which.
  var givesUp: (_ stream: Int32?) -> Bool = { _ in false }

  /// What an MP4 or MOV says of itself, a packet of XMP; nil for nothing.
  var xmp: String?
  /// The most bytes of the file; nil for any number.
  var maximumBytes: Int?

  let output: UnsafeMutablePointer<AVFormatContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let keepsMetadata: Bool
  private var file: AtomicFile?
  /// The file that was asked for.
  private let path: String
  private var pictures: UnsafeMutablePointer<AVStream>?
  private var timeBase = Rational.one
  private var writtenPictures: Int64 = 0
  private var lastDts: Int64?

  /// Prepares a file; nothing is written before `begin`.
  ///
  /// - Parameters:
  ///   - path: The file, whose extension names the container.
  ///   - overwrites: Whether a file that is there is replaced.
  ///   - metadata: What the container says of the clip; nil where it says nothing of its origin.
  public init(
    path: String, overwrites: Bool = false, metadata: [String: String]? = nil
  ) throws(VideoError) {
    _ = LibAV.ready
    container = try OutputContainer(path: path)
    self.path = path
    let file: AtomicFile
    do {
      file = try AtomicFile(path: path, replacing: overwrites)
    } catch {
      throw VideoError(error)
    }
    let hidden = file.temporaryPath
    self.file = consume file
    keepsMetadata = metadata != nil
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_alloc_output_context2(
      &allocated, nil, container.muxer, "file:" + hidden)
    guard code >= 0, let output = unsafe allocated else {
      throw LibAV.failure("avformat_alloc_output_context2", code)
    }
    guard let packet = unsafe av_packet_alloc() else {
      unsafe avformat_free_context(output)
      throw LibAV.outOfMemory("av_packet_alloc")
    }
    unsafe self.output = unsafe output
    unsafe self.packet = unsafe packet
    // No name and version of the writer, no random identifiers.
    unsafe output.pointee.flags |= AVFMT_FLAG_BITEXACT
    // The times are right already; nothing is moved.
    unsafe output.pointee.avoid_negative_ts = 0
    for (key, value) in (metadata ?? [:]).sorted(by: { $0.key < $1.key }) {
      _ = unsafe av_dict_set(&output.pointee.metadata, key, value, 0)
    }
  }

  deinit {
    unsafe avio_closep(&output.pointee.pb)
    unsafe avformat_free_context(output)
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&packet)
  }

  // MARK: Streams

  /// Adds the stream of the pictures; called once, before `begin`.
  public func add(_ stream: PictureStream) throws(VideoError) {
    try container.check(stream.codec)
    let added = unsafe try addStream()
    // Apple's players take HEVC only under this name.
    let isNamed = stream.codec == .hevc && container.storesNegativeTimes
    unsafe try stream.apply(to: added, tag: isNamed ? 0x3163_7668 : nil)  // "hvc1", little endian
    unsafe pictures = unsafe added
    timeBase = stream.timeBase
  }

  /// Adds a stream of which nothing is said yet.
  func addStream() throws(VideoError) -> UnsafeMutablePointer<AVStream> {
    guard let added = unsafe avformat_new_stream(output, nil) else {
      throw LibAV.outOfMemory("avformat_new_stream")
    }
    return unsafe added
  }

  /// Opens the file and writes the header, which fixes the streams' time bases.
  public func begin() throws(VideoError) {
    let code = unsafe avio_open2(
      &output.pointee.pb, output.pointee.url, AVIO_FLAG_WRITE, nil, nil)
    if code < 0 { throw failure(code) }
    // QuickTime has a place for it among the movie's data; MP4 has a box behind all else.
    if container == .mov { unsafe av_dict_set(&output.pointee.metadata, "xmp", xmp, 0) }
    var options = OptionDictionary()
    if container.storesNegativeTimes {
      // The index goes to the front, so that a browser can play before it has everything.
      options.set("movflags", keepsMetadata ? "+faststart+use_metadata_tags" : "+faststart")
    }
    let (result, messages) = LogCapture.during {
      unsafe avformat_write_header(output, &options.raw)
    }
    if result < 0 { throw failure(result, messages.first) }
  }

  // MARK: Packets

  /// Writes a packet of the pictures; they come in the order in which they are decoded.
  public func write(_ picture: EncodedPicture) throws(VideoError) {
    guard !isClosed else { throw .badSettings(reason: "the output is complete already") }
    guard let pictures = unsafe pictures, unsafe output.pointee.pb != nil else {
      throw .badSettings(reason: "the output has no stream of pictures, or was not begun")
    }
    var picture = picture
    // An encoder that begins in the middle counts back from its first picture, where another one has been.
    if let lastDts, picture.dts <= lastDts { picture.dts = min(lastDts + 1, picture.pts) }
    lastDts = picture.dts
    defer { unsafe av_packet_unref(packet) }
    unsafe try picture.fill(packet)
    unsafe packet.pointee.stream_index = unsafe pictures.pointee.index
    unsafe av_packet_rescale_ts(packet, timeBase.raw, pictures.pointee.time_base)
    writtenPictures += 1
    unsafe try write(packet, stream: nil)
  }

  /// Writes a packet of another stream, whose times are in that stream's unit.
  func write(track packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    unsafe try write(packet, stream: packet.pointee.stream_index)
  }

  /// Hands a packet to libavformat; nil is none, so that it writes what it has held back.
  ///
  /// It holds packets back until it has those of all streams, and so may refuse another one than it is given.
  /// What it refuses for its contents is a track's: the pictures are our own.
  private func write(
    _ packet: UnsafeMutablePointer<AVPacket>?, stream: Int32?
  ) throws(VideoError) {
    let (code, messages) = LogCapture.during {
      unsafe av_interleaved_write_frame(output, packet)
    }
    let fault = unsafe output.pointee.pb.pointee.error
    if fault < 0 { throw failure(fault) }
    try checkBytes(unsafe output.pointee.pb.pointee.pos)
    guard code < 0 else { return }
    if Self.concernsContents(code), givesUp(stream) { return }
    throw failure(code, messages.first)
  }

  /// Writes what was held back and the index, and gives the file its name.
  ///
  /// - Parameter held: where the file waits for its name; nil gives it at once.
  public func finish(into held: HeldFiles? = nil) throws(VideoError) {
    guard !isClosed else { return }
    guard unsafe output.pointee.pb != nil else {
      throw .badSettings(reason: "the output was not begun")
    }
    isClosed = true
    // What is refused first may be a track's; the others are written then.
    for _ in 0..<(unsafe output.pointee.nb_streams > 1 ? 2 : 1) {
      unsafe try write(nil, stream: nil)
    }
    guard unsafe pictures?.pointee.nb_frames ?? 0 == writtenPictures else {
      throw failure(avo_error(EINVAL))
    }
    let (code, messages) = LogCapture.during { unsafe av_write_trailer(output) }
    if code < 0 { throw failure(code, messages.first) }
    if let xmp, container == .mp4 { try append(xmp) }
    unsafe avio_flush(output.pointee.pb)
    if maximumBytes != nil { try checkBytes(unsafe avio_size(output.pointee.pb)) }
    let fault = unsafe output.pointee.pb.pointee.error
    let closed = unsafe avio_closep(&output.pointee.pb)
    if fault < 0 { throw failure(fault) }
    if closed < 0 { throw failure(closed) }
    guard let file = file.take() else { return }
    do {
      try file.finish(into: held)
    } catch {
      throw VideoError(error)
    }
  }

  /// Writes a packet of XMP behind all else, as a box of its own (XMP's specification, part 3, "MPEG-4").
  private func append(_ xmp: String) throws(VideoError) {
    let packet = Array(xmp.utf8)
    let length = UInt32(clamping: 24 + packet.count)
    let start = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + Array("uuid".utf8)
    let box = start + Self.xmpBox + packet
    // The index was moved to the front: the place is not at the end any more.
    let end = unsafe avio_size(output.pointee.pb)
    let place = unsafe end < 0 ? end : avio_seek(output.pointee.pb, end, SEEK_SET)
    guard place == end else { throw failure(Int32(clamping: min(place, -1))) }
    unsafe avio_write(output.pointee.pb, box, Int32(clamping: box.count))
  }

  private static let xmpBox: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  // MARK: Failures

  /// Throws where the file has more bytes than it may have.
  private func checkBytes(_ count: Int64) throws(VideoError) {
    guard let maximumBytes, count > maximumBytes else { return }
    isClosed = true
    throw .overBytes(path: path, limit: maximumBytes)
  }

  /// Whether a muxer refuses what a packet holds, rather than that it cannot be written.
  private static func concernsContents(_ code: Int32) -> Bool {
    let others: [Int32] = [ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, EROFS, EACCES].map { avo_error($0) }
    return !others.contains(code)
  }

  /// What a failed write means: a full disk, a limit of the length, or a file or contents that the muxer refuses.
  private func failure(_ code: Int32, _ message: String? = nil) -> VideoError {
    isClosed = true
    let full = [ENOSPC, EDQUOT].map { avo_error($0) }
    if full.contains(code) { return .noSpace(path: path) }
    if code == avo_error(EFBIG) { return .outputTooLarge(path: path) }
    // The muxer says what it misses; the system's own codes speak for themselves.
    return .cannotWrite(path: path, reason: LibAV.text(of: code, said: message))
  }
}
