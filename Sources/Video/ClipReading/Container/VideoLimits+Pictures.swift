internal import CFFmpeg
internal import Frames

extension VideoLimits {
  /// Refuses a picture over the limit.
  func check(
    _ parameters: UnsafePointer<AVCodecParameters>, path: String
  ) throws(VideoError) {
    guard unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { return }
    let width = Int(unsafe parameters.pointee.width)
    let height = Int(unsafe parameters.pointee.height)
    guard width > 0, height > 0 else { return }
    if width > maximumSide || height > maximumSide
      || width * height > maximumPixels
    {
      let picture = "\(width) x \(height)"
      throw .pictureTooLarge(path: path, picture: picture, limit: limit(of: picture))
    }
  }

  /// The name under which FFmpeg's check of sizes logs, and nothing else.
  static let sizeCheck = "IMGUTILS"

  /// The size in a message of FFmpeg's check of sizes, whatever words are around it.
  ///
  /// A still tells its size only to a decoder that `avformat_find_stream_info` opens and closes: no code and no
  /// field keep it, and the decoder's failure is that of damage.
  static func picture(in message: String) -> String? {
    message.firstMatch(of: /([0-9]+)x([0-9]+)/).map { "\($0.1) x \($0.2)" }
  }
}
