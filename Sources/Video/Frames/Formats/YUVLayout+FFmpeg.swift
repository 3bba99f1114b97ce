package import CFFmpeg
package import Imaging

extension YUVLayout {
  /// The layout of one of FFmpeg's formats, the `yuvj` names included; nil for all others.
  package init?(_ format: AVPixelFormat) {
    let plain = PixelFamily.of(format).plainFormat
    guard let layout = Self.allCases.first(where: { $0.rawFormat == plain }) else { return nil }
    self = layout
  }

  /// FFmpeg's number of the layout.
  package var rawFormat: AVPixelFormat {
    switch self {
    case .yuv420p: AV_PIX_FMT_YUV420P
    case .yuv422p: AV_PIX_FMT_YUV422P
    case .yuv444p: AV_PIX_FMT_YUV444P
    case .nv12: AV_PIX_FMT_NV12
    case .yuv420p10: AV_PIX_FMT_YUV420P10LE
    case .yuv422p10: AV_PIX_FMT_YUV422P10LE
    case .yuv444p10: AV_PIX_FMT_YUV444P10LE
    case .p010: AV_PIX_FMT_P010LE
    }
  }

  /// The layout with Cb and Cr in planes of their own: the same values, as encoders take them.
  package var planar: YUVLayout {
    switch self {
    case .nv12: .yuv420p
    case .p010: .yuv420p10
    default: self
    }
  }

  /// The layout of a subsampling and a depth.
  ///
  /// - Parameters:
  ///   - halvesX: whether chroma has half the columns.
  ///   - halvesY: whether chroma has half the rows; implies `halvesX`, as there is no 4:4:0.
  ///   - isDeep: 10 bit rather than 8.
  package init(halvesX: Bool, halvesY: Bool, isDeep: Bool) {
    self =
      switch (halvesX, halvesY) {
      case (_, true): isDeep ? .yuv420p10 : .yuv420p
      case (true, false): isDeep ? .yuv422p10 : .yuv422p
      case (false, false): isDeep ? .yuv444p10 : .yuv444p
      }
  }
}
