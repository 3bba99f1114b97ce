internal import CFFmpeg
internal import ClipReading

/// What people call the codecs of sound.
enum SoundCodec {
  /// The name of a codec, such as "PCM" for each of its forms.
  static func name(_ codec: AVCodecID) -> String {
    let technical = unsafe String(cString: avcodec_get_name(codec))
    if let known = spelled[technical] { return known }
    for family in ["pcm", "adpcm", "amr", "dsd", "wma"] where technical.hasPrefix(family) {
      return family.uppercased()
    }
    return technical.replacing("_", with: " ").uppercased()
  }

  private static let spelled = [
    "opus": "Opus", "vorbis": "Vorbis", "ac3": "AC-3", "eac3": "E-AC-3", "truehd": "TrueHD",
    "speex": "Speex", "wavpack": "WavPack", "dts": "DTS", "nellymoser": "Nellymoser",
  ]
}

extension OutputContainer {
  /// What people call the container.
  var title: String {
    switch self {
    case .mp4: "MP4"
    case .mov: "QuickTime"
    case .mkv: "Matroska"
    case .webm: "WebM"
    }
  }
}
