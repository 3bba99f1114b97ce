import ClipReading
package import ClipWriting
package import Frames
import Recipe

/// How a clip with these settings is encoded.
extension RenderSettings {
  /// What a clip is rendered for.
  package var clipPurpose: OpenRecording.Purpose {
    keepsTransparency ? .transparentClip : .opaqueClip
  }

  /// Whether a clip's own transparency is kept in a clip; HDR's never is.
  package var keepsTransparency: Bool {
    guard !appearance.passes.overlayOnly, let container = try? OutputContainer(path: output.path)
    else {
      return false
    }
    if case .layout = output.pixelFormat { return false }
    let codec = output.codec ?? Self.defaultCodec(of: container, overlayOnly: false, isHDR: false)
    return codec.keepsTransparency
  }

  /// What the sides of a clip with these colours are multiples of, as its encoder takes them.
  package func sideStep(of colours: ColourTags) -> Int {
    guard let container = try? OutputContainer(path: output.path) else { return 1 }
    let codec =
      output.codec
      ?? Self.defaultCodec(
        of: container, overlayOnly: appearance.passes.overlayOnly, isHDR: colours.isHighDynamicRange
      )
    return codec.sideStep
  }

  /// How a clip with these colours is encoded.
  package func encoder(colours: ColourTags) throws(VideoError) -> EncoderSettings {
    try output.encoder(
      colours: colours, overlayOnly: appearance.passes.overlayOnly, threads: threads)
  }

  /// The codec that players expect.
  ///
  /// HDR needs 10 bit, in which hardly a player takes H.264; cameras write it as HEVC.
  fileprivate static func defaultCodec(
    of container: OutputContainer, overlayOnly: Bool, isHDR: Bool
  ) -> EncoderSettings.Codec {
    switch container {
    case .webm: .vp9
    case .mov where overlayOnly: .prores4444
    case .mkv where overlayOnly: .ffv1
    case .mp4, .mov, .mkv: isHDR ? .hevc : .h264
    }
  }
}

extension OutputSettings {
  /// How a clip with these colours is encoded.
  package func encoder(
    colours: ColourTags, overlayOnly: Bool, threads: Int
  ) throws(VideoError) -> EncoderSettings {
    var encoder = EncoderSettings()
    let container = try OutputContainer(path: path)
    encoder.codec =
      codec
      ?? RenderSettings.defaultCodec(
        of: container, overlayOnly: overlayOnly, isHDR: colours.isHighDynamicRange)
    encoder.pixelFormat = pixelFormat
    encoder.crf = crf ?? encoder.crf
    encoder.preset = preset ?? encoder.preset
    if threads > 0 { encoder.threads = threads }
    encoder.keepsMetadata = keepsMetadata
    encoder.overwrites = overwrites
    encoder.xmp = xmp
    encoder.maximumBytes = maxBytes
    return encoder
  }
}
