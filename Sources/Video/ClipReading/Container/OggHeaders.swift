internal import CFFmpeg

/// The headers of streams that follow others in an Ogg file (RFC 3533, 4), which FFmpeg's demuxer hands out as if
/// they were pictures or sound.
enum OggHeaders {
  /// What becomes of a packet.
  enum Verdict {
    case content
    /// A header that the decoder of pictures takes; it has no time.
    case header
    /// One that no decoder takes.
    case leftOut
  }

  static func verdict(
    on packet: UnsafeMutablePointer<AVPacket>, of stream: UnsafeMutablePointer<AVStream>
  ) -> Verdict {
    guard let data = unsafe packet.pointee.data, unsafe packet.pointee.size >= 8 else {
      return .content
    }
    let start = (0..<8).map { unsafe data[$0] }
    switch unsafe stream.pointee.codecpar.pointee.codec_id {
    case AV_CODEC_ID_THEORA where start[1...6].elementsEqual("theora".utf8) && start[0] >= 0x80:
      // Identification, comments and tables (Theora specification, 6.1).
      return start[0] == 0x81 ? .leftOut : .header
    case AV_CODEC_ID_VORBIS where start[1...6].elementsEqual("vorbis".utf8) && start[0] & 1 == 1:
      return .leftOut
    case AV_CODEC_ID_OPUS
    where start.elementsEqual("OpusHead".utf8) || start.elementsEqual("OpusTags".utf8):
      return .leftOut
    default: return .content
    }
  }
}
