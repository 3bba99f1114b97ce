package import CFFmpeg
internal import Frames
internal import Geometry

/// Which of a frame's two fields was taken first.
package enum FieldOrder: Hashable, Sendable {
  /// That of the even rows, counted from 0.
  case topFirst
  /// That of the odd rows.
  case bottomFirst

  /// FFmpeg's number, of fields that are stored row by row in turn.
  package var raw: AVFieldOrder { self == .topFirst ? AV_FIELD_TT : AV_FIELD_BB }

  /// That of a decoded frame, as it is when it was turned; nil where it is whole, or its rows become columns.
  init?(of frame: borrowing FrameHandle, turnedBy orientation: DisplayOrientation) {
    guard unsafe avo_is_interlaced(frame.raw), !orientation.turn.swapsSides else {
      return nil
    }
    let isTop = unsafe avo_is_top_first(frame.raw)
    let changes = orientation.axes.reversesY && frame.height % 2 == 0
    self = isTop != changes ? .topFirst : .bottomFirst
  }
}

/// Finds out whether a stream's packets are single fields rather than frames.
///
/// H.264 may be stored so, a field a packet; packets are not frames then. Nothing is decoded.
@safe struct FieldPackets: ~Copyable {
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let codec: UnsafeMutablePointer<AVCodecContext>

  /// Nil for a stream of which that is known: of a codec of whole frames, or of pictures that are whole.
  init?(of stream: UnsafeMutablePointer<AVStream>) {
    guard let parameters = unsafe stream.pointee.codecpar,
      unsafe [AV_CODEC_ID_H264, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_VC1]
        .contains(parameters.pointee.codec_id),
      unsafe parameters.pointee.field_order != AV_FIELD_PROGRESSIVE,
      let codec = unsafe avcodec_alloc_context3(nil)
    else { return nil }
    var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe codec
    guard unsafe avcodec_parameters_to_context(codec, parameters) >= 0,
      let parser = unsafe av_parser_init(Int32(bitPattern: parameters.pointee.codec_id.rawValue))
    else {
      unsafe avcodec_free_context(&owned)
      return nil
    }
    unsafe parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    unsafe self.parser = unsafe parser
    unsafe self.codec = unsafe codec
  }

  func isField(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    _ = unsafe av_parser_parse2(
      parser, codec, &output, &size, packet.pointee.data, packet.pointee.size, packet.pointee.pts,
      packet.pointee.dts, packet.pointee.pos)
    let structure = unsafe parser.pointee.picture_structure
    return structure == AV_PICTURE_STRUCTURE_TOP_FIELD
      || structure == AV_PICTURE_STRUCTURE_BOTTOM_FIELD
  }

  deinit {
    unsafe av_parser_close(parser)
    var codec: UnsafeMutablePointer<AVCodecContext>? = unsafe codec
    unsafe avcodec_free_context(&codec)
  }
}
