internal import CFFmpeg
public import ClipReading
public import Frames
internal import Geometry

/// Frames as YUV4MPEG2, which programs read from a pipe (yuv4mpeg(5) of MJPEG Tools, with FFmpeg's names of deep
/// colours): a header, and one behind the other the planes of each frame, of one rate.
public struct YUV4MPEGStream {
  /// What comes before the first frame.
  public let header: [UInt8]
  private let format: AVPixelFormat
  private let rate: Rational
  private var frameCount = 0
  private var first: Double?
  /// Whether times of frames are further from those of the one rate than half a frame.
  public private(set) var isUneven = false

  /// The names of colours, by FFmpeg's names of formats; all others become the last.
  private static let names = [
    "gray": "mono", "yuv411p": "411", "yuv420p": "420", "yuv422p": "422",
    "gray10le": "mono10", "gray12le": "mono12", "gray16le": "mono16",
    "yuv420p10le": "420p10", "yuv422p10le": "422p10", "yuv444p10le": "444p10",
    "yuv420p12le": "420p12", "yuv422p12le": "422p12", "yuv444p12le": "444p12", "yuv444p": "444",
  ]

  /// Makes the stream of a clip's frames.
  public init(of info: ClipInfo) throws(VideoError) {
    guard let rate = info.averageFrameRate else {
      throw .badSettings(
        reason: "the clip states no frame rate, and YUV4MPEG2 has one; add --fps, such as --fps 30")
    }
    self.rate = rate
    var name = Self.names[info.pixelFormat]
    format = name == nil ? AV_PIX_FMT_YUV444P : unsafe av_get_pix_fmt(info.pixelFormat)
    if name == "420" {
      name =
        switch info.colourTags.rawChromaLocation {
        case AVCHROMA_LOC_TOPLEFT: "420paldv"
        case AVCHROMA_LOC_LEFT: "420mpeg2"
        default: "420jpeg"
        }
    }
    let isFull = info.colourTags.rawRange == AVCOL_RANGE_JPEG
    let shape = info.sampleAspectRatio
    let words = [
      "YUV4MPEG2", "W\(info.uprightSize.width)", "H\(info.uprightSize.height)",
      "F\(rate.numerator):\(rate.denominator)", "Ip", "A\(shape.numerator):\(shape.denominator)",
      "C\(name ?? "444")", "XCOLORRANGE=\(isFull ? "FULL" : "LIMITED")",
    ]
    header = Array((words.joined(separator: " ") + "\n").utf8)
  }

  /// A frame's header and planes.
  public mutating func bytes(of frame: consuming VideoFrame) throws(VideoError) -> [UInt8] {
    let start = first ?? frame.timestampMs
    first = start
    let even = start + Double(frameCount) * 1000 / rate.value
    isUneven = isUneven || abs(frame.timestampMs - even) > 500 / rate.value
    frameCount += 1
    var frame = frame
    if frame.handle.format != format {
      let (width, height, tags) = (frame.width, frame.height, frame.colourTags.asYCbCr)
      frame = try frame.converted(to: format, width: width, height: height, tags: tags)
    }
    let raw = unsafe frame.handle.raw
    let (width, height) = unsafe (raw.pointee.width, raw.pointee.height)
    let count = av_image_get_buffer_size(format, width, height, 1)
    guard count > 0 else { throw LibAV.failure("av_image_get_buffer_size", count) }
    var bytes = Array("FRAME\n".utf8) + [UInt8](repeating: 0, count: Int(count))
    let code = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe avo_copy_planes(buffer.baseAddress.map { unsafe $0 + 6 }, count, raw)
    }
    guard code >= 0 else { throw LibAV.failure("av_image_copy_to_buffer", code) }
    return bytes
  }
}
