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
  /// The encoder's own options.
  var encoderOptions: [(String, String)] {
    let speed = Self.presets.firstIndex(of: preset) ?? 0
    switch codec {
    case .h264:
      // On one thread x264 looks ahead within it, holds a few pictures less (15 MB at 1280 x 720)
      // and writes the same bytes; otherwise on a thread of its own, without which a transcode on two
      // cores takes 1.2 times as long.
      let frugal = threads == 1 ? [("x264-params", "sync-lookahead=0")] : []
      return [("preset", preset), ("crf", "\(crf)")] + frugal
    case .hevc:
      var parameters = ["log-level=none", "info=0"]
      if threads > 0 { parameters += ["pools=\(threads)", "frame-threads=\(min(threads, 16))"] }
      if crf == 0 { parameters.append("lossless=1") }
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
      var options = [("crf", "\(crf)"), ("preset", "\(max(2, 12 - speed))")]
      if threads > 0 { options.append(("svtav1-params", "lp=\(threads)")) }
      return options
    case .prores4444: return [("profile", "4444")]
    // The number of slices is left to the encoder, which chooses it by the size alone: it refuses
    // 4 for 511 x 333, for instance.
    case .ffv1: return [("level", "3"), ("slicecrc", "1")]
    }
  }
}
