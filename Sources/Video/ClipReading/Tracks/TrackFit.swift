package import CFFmpeg
internal import Frames

/// Whether a container takes a track of another one as it is.
package enum TrackFit {
  case fits
  /// It does not, but it can be decoded: another codec fits.
  case convertible
  /// It does not; why, in words that follow "it is left out: ", and whether it is for damage.
  case left(String, isDamaged: Bool)

  /// Asks all containers that are written: the first that takes a track, or why none does.
  static func anywhere(_ stream: UnsafeMutablePointer<AVStream>) -> TrackFit {
    var reasons: Set<String> = []
    var damage = false
    for container in OutputContainer.allCases {
      guard case .left(let reason, let isDamaged) = unsafe of(stream, in: container) else {
        return .fits
      }
      reasons.insert(reason)
      damage = damage || isDamaged
    }
    return .left(
      reasons.count == 1 ? reasons.first ?? "" : "no container that is written can hold it",
      isDamaged: damage)
  }

  /// Asks the container's muxer, which alone knows what it needs of a codec's header: the track is
  /// tried in a file of its own, in memory.
  package static func of(
    _ stream: UnsafeMutablePointer<AVStream>, in container: OutputContainer
  ) -> TrackFit {
    guard let parameters = unsafe stream.pointee.codecpar else {
      return .left("it is empty", isDamaged: true)
    }
    let codec = unsafe parameters.pointee.codec_id
    guard
      unsafe codec != AV_CODEC_ID_NONE || parameters.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT
    else { return .left("its codec is not known", isDamaged: false) }
    let isSound = unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    // The end of a broadcast can hold too little sound to tell its rate by; no muxer takes that.
    if isSound, unsafe parameters.pointee.sample_rate <= 0 {
      return .left("its sample rate is not known", isDamaged: true)
    }
    // FFmpeg 7 does not state the channels of sound whose header it does not accept.
    if isSound, unsafe avo_channels(parameters) <= 0 {
      return .left(
        unsafe opens(parameters) ? "its channels are not known" : "its description is damaged",
        isDamaged: true)
    }
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_alloc_output_context2(&allocated, nil, container.muxer, nil)
    guard code >= 0, let output = unsafe allocated else {
      return .left("out of memory", isDamaged: true)
    }
    defer { unsafe avformat_free_context(output) }
    let listed = unsafe avformat_query_codec(
      output.pointee.oformat, codec, FF_COMPLIANCE_NORMAL)
    let isAttached = unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT
    let isPlayed = container != .mp4 || !isPCM(codec)
    let isListed = isAttached ? container == .mkv : listed == 1 && isPlayed
    guard isSound || isListed else {
      return .left(".\(container.rawValue) cannot hold it", isDamaged: false)
    }
    let isTaken = unsafe isListed && takesHeader(output, of: stream, parameters)
    let isWhole = unsafe !isSound || opens(parameters)
    if isTaken, isWhole { return .fits }
    guard isSound && isWhole else { return .left("its description is damaged", isDamaged: true) }
    // Dolby AC-4, MPEG-H and the like are known by name alone.
    guard unsafe avcodec_find_decoder(codec) != nil else {
      return .left(
        ".\(container.rawValue) cannot hold it, and it cannot be decoded here", isDamaged: false)
    }
    return .convertible
  }

  /// Whether sound is stored as its samples: in MP4 (ISO/IEC 23003-5), where FFmpeg writes it from 6.1 on,
  /// most players do not take it.
  private static func isPCM(_ codec: AVCodecID) -> Bool {
    (AV_CODEC_ID_PCM_S16LE.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue).contains(codec.rawValue)
  }

  /// Whether a decoder accepts the track's header, as far as there is one: players would open no part
  /// of a file with a header that none accepts.
  private static func opens(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
    guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else { return true }
    var context = unsafe avcodec_alloc_context3(codec)
    defer { unsafe avcodec_free_context(&context) }
    guard unsafe avcodec_parameters_to_context(context, parameters) >= 0 else { return false }
    return LogCapture.during { unsafe avcodec_open2(context, codec, nil) }.result >= 0
  }

  private static func takesHeader(
    _ output: UnsafeMutablePointer<AVFormatContext>, of stream: UnsafeMutablePointer<AVStream>,
    _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) -> Bool {
    guard let added = unsafe avformat_new_stream(output, nil),
      unsafe avcodec_parameters_copy(added.pointee.codecpar, parameters) >= 0,
      unsafe avio_open_dyn_buf(&output.pointee.pb) >= 0
    else { return false }
    unsafe added.pointee.codecpar.pointee.codec_tag = 0
    _ = unsafe av_dict_copy(&added.pointee.metadata, stream.pointee.metadata, 0)
    unsafe added.pointee.time_base = unsafe stream.pointee.time_base
    let (code, _) = LogCapture.during { unsafe avformat_write_header(output, nil) }
    var bytes: UnsafeMutablePointer<UInt8>?
    _ = unsafe avio_close_dyn_buf(output.pointee.pb, &bytes)
    unsafe output.pointee.pb = nil
    unsafe av_free(bytes)
    return code >= 0
  }
}
