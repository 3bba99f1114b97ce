extension EncoderSettings.Codec {
  var encoderName: String {
    switch self {
    case .h264: "libx264"
    case .hevc: "libx265"
    case .vp9: "libvpx-vp9"
    case .av1: "libsvtav1"
    case .prores4444: "prores_ks"
    case .ffv1: "ffv1"
    }
  }
}

extension EncoderSettings {
  /// The encoder's own options for pictures of a size, in pixels.
  func encoderOptions(width: Int, height: Int) -> [(String, String)] {
    let speed = Self.presets.firstIndex(of: preset) ?? 0
    switch codec {
    case .h264:
      // The look-ahead's macroblock tree by C in place of kernels, of which those of SSE2, SSSE3 and none differ,
      // and that of AVX-512 reads memory that was never written behind a row (x264 164).
      var parameters = ["cpu-independent=1"]
      // On one thread x264 looks ahead within it, holds a few pictures less (15 MB at 1280 x 720)
      // and writes the same bytes; otherwise on a thread of its own, without which a transcode on two
      // cores takes 1.2 times as long.
      if threads == 1 { parameters.append("sync-lookahead=0") }
      return [
        ("preset", preset), ("crf", "\(crf)"),
        ("x264-params", parameters.joined(separator: ":")),
      ]
    case .hevc:
      var parameters = [
        "log-level=none", "info=0", "pools=\(threads)", "frame-threads=\(min(threads, 16))",
      ]
      if crf == 0 { parameters.append("lossless=1") }
      if Self.writesBeyondRow(width: width) { parameters.append("asm=0") }
      return [
        ("preset", preset), ("crf", "\(crf)"),
        ("x265-params", parameters.joined(separator: ":")),
      ]
    case .vp9:
      // Quality "good" runs from 5 (fast) to 0; faster still is only "realtime".
      return [
        ("crf", "\(crf)"), ("b", "0"), ("deadline", "good"), ("row-mt", "1"),
        ("cpu-used", "\(max(0, 5 - speed / 2))"),
      ]
    case .av1:
      return [
        ("crf", "\(crf)"), ("preset", "\(max(2, 12 - speed))"), ("svtav1-params", "lp=\(threads)"),
      ]
    case .prores4444: return [("profile", "4444")]
    // The number of slices is left to the encoder, which chooses it by the size alone: it refuses
    // 4 for 511 x 333, for instance. Of a narrow or flat picture it finds none that does, at 1 x 64 or 64 x 3:
    // version 1 has no slices.
    case .ffv1:
      return min(width, height) < 16 ? [("level", "1")] : [("level", "3"), ("slicecrc", "1")]
    }
  }

  /// Whether x265's look-ahead would write behind its memory, which ends the process.
  ///
  /// Of x265 4.1 the cost tree (`cutree`) with AVX does so where a row has three blocks of 16 pixels: seen by
  /// Valgrind at 48 pixels, not from 64 on; 34 to 48 pixels aborted at each of five heights and each format,
  /// 16, 32 and 50 to 112 never. Without assembly it does not.
  private static func writesBeyondRow(width: Int) -> Bool { (width + 15) / 16 == 3 }
}
