internal import CFFmpeg
internal import ClipReading
internal import Frames

extension TrackCopy {
  /// Adds a stream for every track that the container can hold, but for some.
  ///
  /// - Parameters:
  ///   - isCovered: whether faces are covered, so that no track goes along that may hold pictures.
  ///   - isWanted: whether a track of sound, by its place, goes along.
  func addStreams(
    to output: Muxer, beside codec: EncoderSettings.Codec, keepsMetadata: Bool, isCovered: Bool,
    sound isWanted: (Int?) -> Bool
  ) throws(VideoError) {
    let container = output.container
    if demuxer.hidesSound, isWanted(nil) {
      lose(ClipInfo.hiddenSound, isSound: true)
    }
    for index in 0..<demuxer.streamCount {
      guard let stream = unsafe demuxer.stream(index),
        let parameters = unsafe stream.pointee.codecpar
      else { continue }
      let isSound = unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      if isSound, !isWanted(index) { continue }
      if let left = LeftOutTrack(index, of: demuxer) {
        lose(left.line, isSound: left.isDamaged)
        continue
      }
      let type = unsafe parameters.pointee.codec_type
      guard Self.goesAlong(type) else { continue }
      if isCovered, !isSound, !(unsafe Self.isText(parameters.pointee.codec_id)) {
        lose(
          "\(unsafe LeftOutTrack.name(of: stream, index)) is left out: it may hold pictures, and faces are covered",
          isSound: false)
        continue
      }
      if isSound, demuxer.hidesSound { continue }
      let name = unsafe LeftOutTrack.name(of: stream, index)
      var conversion: SoundConversion?
      let fit = unsafe TrackFit.of(stream, in: container)
      switch fit {
      case .fits where !isSound || speed.isOwn: break
      case .fits, .convertible:
        conversion = unsafe SoundConversion(
          of: stream, to: container, beside: codec, speed, limits: limits)
        guard conversion != nil else {
          let (rate, channels) = unsafe (
            parameters.pointee.sample_rate, avo_channels(parameters)
          )
          let found = "\(rate) Hz and \(channels) channel\(channels == 1 ? "" : "s")"
          lose(
            "\(name) is left out: "
              + (speed.isOwn
                ? ".\(container.rawValue) cannot hold it, and sound of \(found) cannot be converted"
                : "sound of \(found) cannot be brought to another speed"),
            isSound: true)
          continue
        }
      case .left(let reason, let isDamaged):
        lose("\(name) is left out: \(reason)", isSound: isSound && isDamaged)
        continue
      }
      let added = unsafe try Self.add(
        stream, parameters, converted: conversion?.encoder, to: output, keepsMetadata)
      guard let kept = unsafe added.pointee.codecpar else { continue }
      if conversion != nil, speed.isOwn { unsafe note(from: parameters, to: kept, in: container) }
      targets[index] = unsafe Target(
        index: added.pointee.index, name: name, isSound: isSound, conversion: conversion,
        delay: output.delay(of: kept))
    }
    demuxer.keepOnly { targets[$0] != nil }
  }

  /// Whether a track is of written subtitles.
  private static func isText(_ codec: AVCodecID) -> Bool {
    guard let descriptor = unsafe avcodec_descriptor_get(codec) else { return false }
    return unsafe descriptor.pointee.type == AVMEDIA_TYPE_SUBTITLE
      && descriptor.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0
  }

  /// Whether a track of a kind goes along with the pictures.
  private static func goesAlong(_ type: AVMediaType) -> Bool {
    [
      AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_SUBTITLE, AVMEDIA_TYPE_DATA, AVMEDIA_TYPE_ATTACHMENT,
    ].contains(type)
  }

  private static func add(
    _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
    converted encoder: SoundEncoder?, to output: Muxer, _ keepsMetadata: Bool
  ) throws(VideoError) -> UnsafeMutablePointer<AVStream> {
    let added: UnsafeMutablePointer<AVStream>
    if let encoder {
      unsafe added = unsafe try output.addStream(of: encoder)
    } else {
      unsafe added = unsafe try output.addStream()
      let code = unsafe avcodec_parameters_copy(added.pointee.codecpar, parameters)
      if code < 0 { throw LibAV.failure("avcodec_parameters_copy", code) }
      unsafe added.pointee.codecpar.pointee.codec_tag = 0
      unsafe added.pointee.time_base = unsafe stream.pointee.time_base
    }
    unsafe added.pointee.disposition = unsafe stream.pointee.disposition
    let tags = unsafe OptionDictionary.entries(of: stream.pointee.metadata)
    // Matroska asks for an attached file's name and kind.
    let kept: Set = ["language", "filename", "mimetype"]
    for tag in tags where keepsMetadata || kept.contains(tag.key) {
      _ = unsafe av_dict_set(&added.pointee.metadata, tag.key, tag.value, 0)
    }
    return unsafe added
  }

  /// Says, once, that sound was converted.
  private func note(
    from parameters: UnsafePointer<AVCodecParameters>, to kept: UnsafePointer<AVCodecParameters>,
    in container: OutputContainer
  ) {
    let (old, new) = unsafe (
      SoundCodec.name(parameters.pointee.codec_id), SoundCodec.name(kept.pointee.codec_id)
    )
    let line =
      "the sound was converted from \(old) to \(new), as \(container.title) cannot hold it"
    if !conversionNotes.contains(line) { conversionNotes.append(line) }
  }
}
