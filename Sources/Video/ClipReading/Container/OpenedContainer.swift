internal import CFFmpeg
internal import Containers
internal import Files
internal import Foundation
internal import Frames
internal import Problems

/// A container that is opened, its streams known, with what reads the file beneath it.
@safe struct OpenedContainer {
  let format: UnsafeMutablePointer<AVFormatContext>
  /// Whether FFmpeg has looked into the streams.
  let isProbed: Bool
  /// The demuxers and codecs that logged an error on the way.
  let complaining: Set<String>
  /// Whether all sound is left out, as its description keeps the file from being opened.
  let hidesSound: Bool
  private let file: UnsafeMutablePointer<AVIOContext>?
  /// Reads the file without its sound, where it cannot be opened with it.
  private let patched: UnsafeMutablePointer<AVIOContext>?
  /// Reads the file as one that FFmpeg reads as it is meant: files of FLV that lie end to end as one, edit
  /// lists of other speeds, and a TIFF whose first picture is a preview.
  private let adapted: UnsafeMutablePointer<AVIOContext>?

  /// Opens a container and finds out what its streams are.
  ///
  /// A file that cannot be opened is tried again without its sound.
  init(path: String, limits: VideoLimits, _ probing: Demuxer.Probing) throws(VideoError) {
    _ = LibAV.ready
    try Self.checkFile(path)
    let picture = TIFFFile(path: path)
    if let kind = picture?.rawPhoto { throw .otherKind(path: path, kind) }
    if let fault = YUV4MPEG(path: path)?.fault { throw .notAClip(path: path, reason: fault) }
    let movie = try Self.checkedMovie(path, limits: limits)
    try Self.checkMatroska(path, limits: limits)
    let edits = movie.map(EditedTracks.init) ?? EditedTracks()
    self.edits = edits
    var file = unsafe try Self.openFile(path)
    let streams: Streams
    let patches = picture?.patches ?? edits.patches
    let adapted = unsafe Self.openAdapted(path, file: file, patches)
    let source = unsafe adapted ?? file
    do {
      streams = unsafe try Self.open(path, io: source, limits: limits, probing)
    } catch {
      do {
        streams = unsafe try Self.openWithoutSound(path, file: source, limits: limits, error)
      } catch {
        unsafe avo_close_patched(adapted)
        unsafe avio_closep(&file)
        throw error
      }
    }
    unsafe self.adapted = unsafe adapted
    unsafe format = unsafe streams.format
    isProbed = streams.areProbed
    complaining = streams.complaining
    hidesSound = unsafe streams.patched != nil
    unsafe self.file = unsafe file
    unsafe patched = unsafe streams.patched
    let name = unsafe streams.format.pointee.iformat.pointee.name.map { unsafe String(cString: $0) }
    mayHoldParts =
      switch name {
      case "avi": false
      case let name? where name.hasPrefix("mov,"): ContainerFile.holdsFragments(path: path)
      default: true
      }
  }

  func close() {
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe format
    unsafe avformat_close_input(&context)
    unsafe avo_close_patched(patched)
    unsafe avo_close_patched(adapted)
    var file = unsafe file
    unsafe avio_closep(&file)
  }

  /// The names of the container format, as FFmpeg lists them.
  var formatName: String {
    unsafe format.pointee.iformat.pointee.name.map { unsafe String(cString: $0) } ?? "unknown"
  }

  /// The tracks of which the edit list plays parts at other speeds.
  let edits: EditedTracks
  /// Whether times may start again in the file, and mean another part of the recording: in MP4 in fragments,
  /// as an edit list has the times of the others; in AVI times are counted.
  let mayHoldParts: Bool

  /// What one way to open a file has found.
  @safe private struct Streams {
    var format: UnsafeMutablePointer<AVFormatContext>
    var areProbed: Bool
    var complaining: Set<String>
    var patched: UnsafeMutablePointer<AVIOContext>?
  }

  private static func open(
    _ path: String, io: UnsafeMutablePointer<AVIOContext>?, limits: VideoLimits,
    _ probing: Demuxer.Probing
  ) throws(VideoError) -> Streams {
    var complaining: Set<String> = []
    let context = unsafe try openContainer(
      path, io: io, limits: limits, complaining: &complaining)
    let areKnown = unsafe isKnown(context, probing)
    do {
      if !areKnown {
        unsafe try findStreams(context, path: path, limits: limits, complaining: &complaining)
      }
    } catch {
      var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
      unsafe avformat_close_input(&context)
      throw error
    }
    return unsafe Streams(format: context, areProbed: !areKnown, complaining: complaining)
  }

  /// Reads a file otherwise than it is, where FFmpeg would not read it as it is meant; nil for all others.
  private static func openAdapted(
    _ path: String, file: UnsafeMutablePointer<AVIOContext>?, _ bytes: [BytePatch]
  ) -> UnsafeMutablePointer<AVIOContext>? {
    guard let file = unsafe file else { return nil }
    let patches = bytes.map(avo_patch.init)
    if !patches.isEmpty {
      return unsafe avo_open_patched(file, patches, Int32(clamping: patches.count))
    }
    let cuts = FlashVideo.headersWithin(fileAt: path).map {
      avo_cut(offset: $0, length: FlashVideo.headerLength)
    }
    guard !cuts.isEmpty else { return nil }
    return unsafe avo_open_shortened(file, cuts, Int32(clamping: cuts.count))
  }

  /// What the index of an MP4 states, where FFmpeg's lists of it stay in proportion to the file.
  private static func checkedMovie(
    _ path: String, limits: VideoLimits
  ) throws(VideoError) -> MovieBoxes? {
    guard let movie = MovieBoxes(path: path, maximumTracks: limits.maximumStreams) else {
      return nil
    }
    guard movie.tracks.count <= limits.maximumStreams else {
      throw .tooManyStreams(path: path, maximum: limits.maximumStreams)
    }
    guard !movie.isBeyondLimit else {
      throw .tooManyHeaders(path: path, kind: "boxes", maximum: MovieBoxes.maximumCount)
    }
    if let stated = movie.samplesBeyond {
      throw .notAClip(
        path: path, reason: "it states \(stated) samples, and has \(movie.bytes) bytes")
    }
    for (index, track) in movie.tracks.enumerated()
    where movie.playsOften(track, times: UInt64(limits.maximumPlays)) {
      throw .playedTooOften(path: path, track: index, maximum: limits.maximumPlays)
    }
    return movie
  }

  /// Refuses a Matroska file of which FFmpeg would keep too much.
  private static func checkMatroska(_ path: String, limits: VideoLimits) throws(VideoError) {
    do {
      try MatroskaHeaders.check(path: path, maximumTracks: limits.maximumStreams)
    } catch {
      switch error {
      case .tooManyTracks: throw .tooManyStreams(path: path, maximum: limits.maximumStreams)
      case .tooMany(let kind, let maximum):
        throw .tooManyHeaders(path: path, kind: kind, maximum: maximum)
      case .joined(let count, let most):
        throw .notAClip(
          path: path,
          reason: "\(count) finished recordings are joined in it end to end, of which no more than"
            + " \(most) can be read; join them by mkvmerge, as in"
            + " mkvmerge -o all.mkv a.webm + b.webm + c.webm")
      }
    }
  }

  /// Opens a file that cannot be opened with its sound; throws the first error where it is not for that.
  private static func openWithoutSound(
    _ path: String, file: UnsafeMutablePointer<AVIOContext>?, limits: VideoLimits,
    _ first: VideoError
  ) throws(VideoError) -> Streams {
    guard case .notAClip = first, let file = unsafe file else { throw first }
    let patches = HiddenSound(ofFileAt: path).patches.map(avo_patch.init)
    guard !patches.isEmpty, unsafe avio_seek(file, 0, SEEK_SET) >= 0,
      let patched = unsafe avo_open_patched(file, patches, Int32(patches.count))
    else { throw first }
    var streams: Streams
    do {
      streams = unsafe try open(path, io: patched, limits: limits, .streams)
    } catch {
      unsafe avo_close_patched(patched)
      // What is over a limit stays so.
      if case .notAClip = error { throw first }
      throw error
    }
    unsafe streams.patched = unsafe patched
    guard unsafe hasPictures(streams.format) else {
      var context: UnsafeMutablePointer<AVFormatContext>? = unsafe streams.format
      unsafe avformat_close_input(&context)
      unsafe avo_close_patched(patched)
      throw first
    }
    return streams
  }

  private static func hasPictures(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    (0..<(unsafe context.pointee.nb_streams)).contains { index in
      unsafe avo_stream(context, index)?.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    }
  }

  /// Only a plain file is opened: reading a pipe or a device might never end.
  private static func checkFile(_ path: String) throws(VideoError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .inputNotFound(path: path) }
      throw .inputNotReadable(path: path, reason: SystemReason.words(number: errno, reading: path))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard status.st_size > 0 else { throw .emptyFile(path: path) }
    if let kind = FileKind(ofFileAt: path), kind.family != .media {
      throw .otherKind(path: path, kind)
    }
  }

  private static func openFile(
    _ path: String
  ) throws(VideoError) -> UnsafeMutablePointer<AVIOContext>? {
    var options = OptionDictionary([("protocol_whitelist", "file")])
    var io: UnsafeMutablePointer<AVIOContext>?
    let code = unsafe avio_open2(&io, "file:" + path, AVIO_FLAG_READ, nil, &options.raw)
    guard code >= 0 else {
      let refusal = SystemReason.refusal(ofReading: path)
      throw .inputNotReadable(path: path, reason: refusal ?? LibAV.text(of: code))
    }
    return unsafe io
  }

  /// Demuxers that follow names in the file instead of reading pictures from it.
  private static let referring: Set<String> = [
    "hls", "applehttp", "concat", "dash", "sdp", "rtsp", "rtp", "imf", "image2", "ffmetadata",
    "webm_dash_manifest", "vobsub", "avisynth", "tty",
  ]

  private static func openContainer(
    _ path: String, io: UnsafeMutablePointer<AVIOContext>?, limits: VideoLimits,
    complaining: inout Set<String>
  ) throws(VideoError) -> UnsafeMutablePointer<AVFormatContext> {
    // The name is kept from the probe: a format is what is in the file, not what its name says.
    var input: UnsafePointer<AVInputFormat>?
    let score = unsafe av_probe_input_buffer2(io, &input, "", nil, 0, 0)
    guard score >= 0, let found = unsafe input, let rawName = unsafe found.pointee.name else {
      throw .notAClip(path: path, reason: "no known format")
    }
    let names = unsafe String(cString: rawName).split(separator: ",").map(String.init)
    if let name = names.first(where: referring.contains) {
      throw .refersToOtherFiles(path: path, format: name)
    }
    guard let allocated = unsafe avformat_alloc_context() else {
      throw LibAV.outOfMemory("avformat_alloc_context")
    }
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe allocated
    unsafe allocated.pointee.pb = unsafe io
    unsafe allocated.pointee.max_streams = Int32(clamping: limits.maximumStreams)
    unsafe avo_refuse_further_files(allocated)
    // No protocol has this name.
    var options = OptionDictionary([("protocol_whitelist", "none")])
    let (code, messages, sources) = LogCapture.withSources {
      unsafe avformat_open_input(&context, "", found, &options.raw)
    }
    complaining.formUnion(sources.keys)
    guard code >= 0, let context = unsafe context else {
      if messages.contains(where: { $0.contains("max_streams") }) {
        throw .tooManyStreams(path: path, maximum: limits.maximumStreams)
      }
      throw .notAClip(path: path, reason: LibAV.text(ofReading: code, said: messages.first))
    }
    return unsafe context
  }

  /// Whether the streams are known without a look into them.
  private static func isKnown(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ probing: Demuxer.Probing
  ) -> Bool {
    switch probing {
    case .streams: false
    case .headers: unsafe headersSuffice(context)
    case .packets:
      unsafe context.pointee.iformat.pointee.name.map {
        unsafe String(cString: $0).hasPrefix("matroska")
      } ?? false
    case .known(let other): unsafe other.isProbed && takeParameters(of: other, context)
    }
  }

  /// Takes over what another look into the same file has found; gives whether it could.
  private static func takeParameters(
    of other: Demuxer, _ context: UnsafeMutablePointer<AVFormatContext>
  ) -> Bool {
    let count = Int(unsafe context.pointee.nb_streams)
    guard other.formatName.hasPrefix("mov,"), other.streamCount == count else { return false }
    let pairs = unsafe (0..<count).compactMap { index in
      unsafe other.stream(index).flatMap { found in
        unsafe avo_stream(context, UInt32(index)).map { unsafe (found: found, stream: $0) }
      }
    }
    // A file that was replaced meanwhile is looked into.
    let areSame = unsafe pairs.allSatisfy { found, stream in
      unsafe found.pointee.id == stream.pointee.id
        && found.pointee.codecpar.pointee.codec_id == stream.pointee.codecpar.pointee.codec_id
    }
    guard unsafe pairs.count == count, areSame,
      unsafe avio_size(context.pointee.pb) == avio_size(other.format.pointee.pb)
    else { return false }
    return unsafe pairs.allSatisfy { found, stream in
      unsafe avcodec_parameters_copy(stream.pointee.codecpar, found.pointee.codecpar) >= 0
    }
  }

  /// Whether the headers say what decoding takes: those of an MP4 or MOV file with parameter sets
  /// and a steady rate (its order of pictures is known from the offsets of their times).
  private static func headersSuffice(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let name = unsafe context.pointee.iformat.pointee.name else { return false }
    let format = unsafe String(cString: name)
    guard format.hasPrefix("mov,") else { return false }
    for index in 0..<(unsafe context.pointee.nb_streams) {
      guard let stream = unsafe avo_stream(context, index),
        let parameters = unsafe stream.pointee.codecpar
      else { return false }
      guard unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { continue }
      let (codec, rate) = unsafe (parameters.pointee.codec_id, stream.pointee.avg_frame_rate)
      guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC, rate.num > 0, rate.den > 0,
        unsafe parameters.pointee.extradata_size > 0 && parameters.pointee.width > 0
      else { return false }
    }
    return true
  }

  /// Lets FFmpeg look into the streams, with decoders that refuse pictures over the limit.
  private static func findStreams(
    _ context: UnsafeMutablePointer<AVFormatContext>, path: String, limits: VideoLimits,
    complaining: inout Set<String>
  ) throws(VideoError) {
    unsafe try checkStreams(context, path: path, limits: limits)
    let count = Int(unsafe context.pointee.nb_streams)
    var dictionaries = unsafe [OpaquePointer?](repeating: nil, count: count)
    for index in unsafe dictionaries.indices {
      _ = unsafe av_dict_set(&dictionaries[index], "max_pixels", "\(limits.maximumPixels)", 0)
    }
    let (code, messages, sources) = LogCapture.withSources {
      unsafe dictionaries.withUnsafeMutableBufferPointer { buffer in
        unsafe avformat_find_stream_info(context, buffer.baseAddress)
      }
    }
    complaining.formUnion(sources.keys)
    for index in unsafe dictionaries.indices { unsafe av_dict_free(&dictionaries[index]) }
    if let picture = sources[VideoLimits.sizeCheck].flatMap(VideoLimits.picture) {
      throw .pictureTooLarge(path: path, picture: picture, limit: limits.limit(of: picture))
    }
    guard code >= 0 else {
      throw .notAClip(path: path, reason: LibAV.text(ofReading: code, said: messages.first))
    }
    unsafe try checkStreams(context, path: path, limits: limits)
  }

  /// Refuses more streams than allowed, and pictures over the limit.
  private static func checkStreams(
    _ context: UnsafeMutablePointer<AVFormatContext>, path: String, limits: VideoLimits
  ) throws(VideoError) {
    guard unsafe context.pointee.nb_streams <= limits.maximumStreams else {
      throw .tooManyStreams(path: path, maximum: limits.maximumStreams)
    }
    for index in 0..<(unsafe context.pointee.nb_streams) {
      guard let stream = unsafe avo_stream(context, index) else { continue }
      unsafe try limits.check(stream.pointee.codecpar, path: path)
    }
  }
}

extension avo_patch {
  fileprivate init(_ patch: BytePatch) { self.init(offset: patch.offset, byte: patch.byte) }
}
