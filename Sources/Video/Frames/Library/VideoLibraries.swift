internal import CFFmpeg

/// The FFmpeg libraries that the program runs on.
public enum VideoLibraries {
  /// Their versions, such as `libavcodec 59.37.100, libavformat 59.27.100`.
  public static var versions: String {
    let parts = [("libavcodec", avcodec_version()), ("libavformat", avformat_version())]
    return parts.map { "\($0.0) \($0.1 >> 16).\($0.1 >> 8 & 255).\($0.1 & 255)" }
      .joined(separator: ", ")
  }
}
