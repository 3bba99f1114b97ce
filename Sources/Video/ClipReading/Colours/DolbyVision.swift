internal import CFFmpeg
internal import Frames

/// What a clip says of Dolby Vision, as far as it matters for the picture that is decoded.
enum DolbyVision {
  /// Whether the decoded picture means nothing without Dolby's own mapping: profile 5, and 10 without a
  /// compatible base.
  static func lacksCompatibleBase(
    _ stream: UnsafeMutablePointer<AVStream>, _ frame: borrowing FrameHandle
  ) -> Bool {
    var size = 0
    if let data = unsafe avo_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size),
      size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
    {
      let stated = unsafe UnsafeRawPointer(data).loadUnaligned(
        as: AVDOVIDecoderConfigurationRecord.self)
      return stated.dv_profile == 5
        || (stated.dv_profile == 10 && stated.dv_bl_signal_compatibility_id == 0)
    }
    // Raw HEVC has no such record. A base of full range that has a mapping is that of profile 5.
    guard let side = unsafe av_frame_get_side_data(frame.raw, AV_FRAME_DATA_DOVI_METADATA),
      let data = unsafe side.pointee.data,
      unsafe side.pointee.size >= MemoryLayout<AVDOVIMetadata>.size
    else { return false }
    let header = unsafe av_dovi_get_header(
      UnsafeRawPointer(data).assumingMemoryBound(to: AVDOVIMetadata.self))
    return unsafe header?.pointee.vdr_rpu_profile == 0
      && header?.pointee.bl_video_full_range_flag == 1
  }
}
