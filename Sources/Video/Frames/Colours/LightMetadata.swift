package import CFFmpeg

/// What HDR10 says of a whole clip: the display it was mastered on (SMPTE ST 2086) and its light
/// levels (CTA-861.3 annex P).
///
/// Players scale a PQ clip down to their display by them, so an output without them looks other than
/// its input. FFmpeg's structures are carried as they are; artwork at reference white changes neither.
package struct LightMetadata: Hashable, Sendable, Codable {
  private var masteringDisplay: [UInt8]?
  private var contentLight: [UInt8]?

  /// No metadata.
  package init() {}

  /// The metadata of a clip's first frame, which codecs carry, or else of its stream, which
  /// containers do.
  package init(frame: borrowing FrameHandle, stream: UnsafeMutablePointer<AVStream>) {
    masteringDisplay =
      unsafe Self.bytes(frame.raw, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)
      ?? Self.bytes(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA)
    contentLight =
      unsafe Self.bytes(frame.raw, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)
      ?? Self.bytes(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL)
  }

  /// Writes the metadata onto an output's stream, for the container to state.
  package func apply(to stream: UnsafeMutablePointer<AVStream>) {
    let entries = [
      (AV_PKT_DATA_MASTERING_DISPLAY_METADATA, masteringDisplay),
      (AV_PKT_DATA_CONTENT_LIGHT_LEVEL, contentLight),
    ]
    for (type, bytes) in entries {
      guard let bytes, !bytes.isEmpty,
        let data = unsafe avo_new_stream_side_data(stream, type, bytes.count)
      else { continue }
      unsafe bytes.withUnsafeBufferPointer { bytes in
        if let base = bytes.baseAddress { unsafe data.update(from: base, count: bytes.count) }
      }
    }
  }

  private static func bytes(
    _ frame: UnsafeMutablePointer<AVFrame>, _ type: AVFrameSideDataType
  ) -> [UInt8]? {
    guard let side = unsafe av_frame_get_side_data(frame, type),
      let data = unsafe side.pointee.data
    else { return nil }
    return unsafe [UInt8](UnsafeBufferPointer(start: data, count: Int(side.pointee.size)))
  }

  private static func bytes(
    _ stream: UnsafeMutablePointer<AVStream>, _ type: AVPacketSideDataType
  ) -> [UInt8]? {
    var size = 0
    guard let data = unsafe avo_stream_side_data(stream, type, &size) else { return nil }
    return unsafe [UInt8](UnsafeBufferPointer(start: data, count: size))
  }
}
