internal import CFFmpeg
public import Frames

/// What a muxer must know of an encoder's packets, as a value that can pass from one process to another.
///
/// Encoders of the same settings, for pictures of the same parameters, give the same value: what one of
/// them encoded can follow in one stream on what another one did.
public struct PictureStream: Hashable, Sendable, Codable {
  /// The codec.
  public let codec: EncoderSettings.Codec
  /// Columns and rows of the pictures.
  public let width, height: Int32
  /// Seconds a tick of the packets' times.
  public let timeBase: Rational
  private let averageFrameRate: Rational?
  /// The shape of a pixel as it was asked for, and as the encoder states it.
  private let sampleAspectRatio: Rational
  private let statedAspectRatio: [Int32]
  private let lightMetadata: LightMetadata
  /// The codec's own header.
  private let header: [UInt8]
  private let tag: UInt32
  private let format, profile, level, reordering: Int32
  private let bitRate: Int64
  private let bitsPerCodedSample, bitsPerSample: Int32
  private let fieldOrder, range, primaries, transfer, matrix, chromaLocation: UInt32

  /// Describes the packets of an encoder that is open.
  init(
    of context: UnsafeMutablePointer<AVCodecContext>, codec: EncoderSettings.Codec,
    video: VideoParameters
  ) {
    let raw = unsafe context.pointee
    self.codec = codec
    (timeBase, averageFrameRate) = (video.timeBase, video.averageFrameRate)
    (sampleAspectRatio, lightMetadata) = (video.sampleAspectRatio, video.lightMetadata)
    unsafe statedAspectRatio = [raw.sample_aspect_ratio.num, raw.sample_aspect_ratio.den]
    unsafe header = [UInt8](
      UnsafeBufferPointer(start: raw.extradata, count: Int(raw.extradata_size)))
    unsafe (width, height, tag) = (raw.width, raw.height, raw.codec_tag)
    unsafe (format, profile, level) = (raw.pix_fmt.rawValue, raw.profile, raw.level)
    unsafe (reordering, bitRate) = (raw.has_b_frames, raw.bit_rate)
    unsafe bitsPerCodedSample = raw.bits_per_coded_sample
    unsafe bitsPerSample = raw.bits_per_raw_sample
    unsafe (fieldOrder, range) = (raw.field_order.rawValue, raw.color_range.rawValue)
    unsafe (primaries, transfer) = (raw.color_primaries.rawValue, raw.color_trc.rawValue)
    unsafe matrix = raw.colorspace.rawValue
    unsafe chromaLocation = raw.chroma_sample_location.rawValue
  }

  /// Describes the packets to a muxer.
  ///
  /// - Parameter tag: The container's name of the codec, where it is not the encoder's.
  func apply(to stream: UnsafeMutablePointer<AVStream>, tag: UInt32?) throws(VideoError) {
    guard let codec = unsafe avcodec_find_encoder_by_name(codec.encoderName),
      let parameters = unsafe stream.pointee.codecpar
    else { throw .noEncoder(codec: codec.rawValue) }
    unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    unsafe parameters.pointee.codec_id = unsafe codec.pointee.id
    unsafe parameters.pointee.codec_tag = tag ?? self.tag
    unsafe parameters.pointee.width = width
    unsafe parameters.pointee.height = height
    unsafe parameters.pointee.format = format
    unsafe parameters.pointee.profile = profile
    unsafe parameters.pointee.level = level
    unsafe parameters.pointee.video_delay = reordering
    unsafe parameters.pointee.bit_rate = bitRate
    unsafe parameters.pointee.bits_per_coded_sample = bitsPerCodedSample
    unsafe parameters.pointee.bits_per_raw_sample = bitsPerSample
    unsafe parameters.pointee.field_order = AVFieldOrder(fieldOrder)
    unsafe parameters.pointee.color_range = AVColorRange(range)
    unsafe parameters.pointee.color_primaries = AVColorPrimaries(primaries)
    unsafe parameters.pointee.color_trc = AVColorTransferCharacteristic(transfer)
    unsafe parameters.pointee.color_space = AVColorSpace(matrix)
    unsafe parameters.pointee.chroma_location = AVChromaLocation(chromaLocation)
    if statedAspectRatio.count == 2 {
      unsafe parameters.pointee.sample_aspect_ratio = AVRational(
        num: statedAspectRatio[0], den: statedAspectRatio[1])
    }
    if !header.isEmpty {
      let padded = header + [UInt8](repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
      guard let copy = unsafe av_memdup(padded, padded.count) else {
        throw LibAV.outOfMemory("av_memdup")
      }
      unsafe parameters.pointee.extradata = unsafe copy.assumingMemoryBound(to: UInt8.self)
      unsafe parameters.pointee.extradata_size = Int32(header.count)
    }
    unsafe stream.pointee.time_base = timeBase.raw
    unsafe stream.pointee.sample_aspect_ratio = sampleAspectRatio.raw
    unsafe lightMetadata.apply(to: stream)
    if let rate = averageFrameRate { unsafe stream.pointee.avg_frame_rate = rate.raw }
  }
}
