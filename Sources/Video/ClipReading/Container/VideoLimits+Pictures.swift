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
