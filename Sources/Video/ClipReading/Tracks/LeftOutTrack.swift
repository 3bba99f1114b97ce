package import CFFmpeg
internal import Text

/// A track that no output has, whatever its container, and why.
package struct LeftOutTrack {
  /// What is said of it, in one line.
  package let line: String
  /// Whether it is damaged, which is a fault of the clip; what cannot be decoded or held by any container is
  /// none.
  package let isDamaged: Bool

  /// Looks at a track of a clip; nil where some output may have it.
  package init?(_ index: Int, of demuxer: Demuxer) {
    guard let stream = unsafe demuxer.stream(index), let parameters = unsafe stream.pointee.codecpar
    else { return nil }
    let name = unsafe Self.name(of: stream, index)
    if unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 {
      self.init("the cover picture (track \(index)) is left out")
      return
    }
    switch unsafe parameters.pointee.codec_type {
    case AVMEDIA_TYPE_VIDEO:
      guard let pictures = demuxer.pictures, pictures != index else { return nil }
      self.init("\(name) is left out: track \(pictures) is the main track")
    case AVMEDIA_TYPE_AUDIO:
      if demuxer.hidesSound { return nil }
      if let speed = demuxer.otherSpeed(of: index) {
        let shown =
          speed == 0 ? "stops in it" : "plays it at \(Shown.number(speed)) times its speed"
        self.init(
          "\(name) is left out: the edit list \(shown), which is not followed in sound; "
            + "export the clip again to keep it", isDamaged: true)
        return
      }
      guard case .left(let reason, let isDamaged) = unsafe TrackFit.anywhere(stream) else {
        return nil
      }
      self.init("\(name) is left out: \(reason)", isDamaged: isDamaged)
    case AVMEDIA_TYPE_SUBTITLE, AVMEDIA_TYPE_DATA, AVMEDIA_TYPE_ATTACHMENT:
      guard case .left(let reason, _) = unsafe TrackFit.anywhere(stream) else { return nil }
      self.init("\(name) is left out: \(reason)")
    default: return nil
    }
  }

  private init(_ line: String, isDamaged: Bool = false) {
    (self.line, self.isDamaged) = (line, isDamaged)
  }

  /// What a track is called in messages: its kind, place and codec, or the code for one that is not known.
  package static func name(of stream: UnsafeMutablePointer<AVStream>, _ index: Int) -> String {
    guard let parameters = unsafe stream.pointee.codecpar else { return "track \(index)" }
    let kind =
      switch unsafe parameters.pointee.codec_type {
      case AVMEDIA_TYPE_VIDEO: "picture"
      case AVMEDIA_TYPE_AUDIO: "sound"
      case AVMEDIA_TYPE_SUBTITLE: "subtitle"
      case AVMEDIA_TYPE_ATTACHMENT: "attachment"
      default: "data"
      }
    let codec = unsafe codecName(of: parameters).map { " (\($0))" } ?? ""
    return "\(kind) track \(index)\(codec)"
  }

  /// A codec's name, or the four characters that a container has for it; nil where it has none.
  static func codecName(of parameters: UnsafePointer<AVCodecParameters>) -> String? {
    let codec = unsafe parameters.pointee.codec_id
    guard codec == AV_CODEC_ID_NONE else { return unsafe String(cString: avcodec_get_name(codec)) }
    let tag = unsafe parameters.pointee.codec_tag
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
