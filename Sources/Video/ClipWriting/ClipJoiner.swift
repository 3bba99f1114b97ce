package import ClipReading
package import Frames

/// Writes a clip of pictures that several encoders compressed, each some of the frames in a row, with the sound
/// of the clip that they come from, once.
///
/// Pictures keep the times that they are shown at. When they are decoded is counted anew over the whole: each
/// encoder counts from its own first picture. A joiner that is dropped before `finish` leaves nothing behind.
package final class ClipJoiner {
  private let assembly: ClipAssembly
  /// Pictures that are decoded before the first one is shown.
  private let delay: Int
  /// The times of the pictures that were announced, in the order in which they are shown.
  private var shown: [Int64] = []
  /// How many pictures were written.
  private var written = 0

  /// Begins the file.
  ///
  /// - Parameters:
  ///   - stream: what all encoders said of their packets.
  ///   - xmp: what the file says of itself; nil for nothing.
  ///   - reader: the clip whose sound goes along.
  ///   - sound: what becomes of the clip's sound; nil for overlays, which go beside the clip's tracks.
  ///   - origin: the tick of the output's that is 0.
  ///   - speed: how fast the clip is shown.
  ///   - isPart: whether it is a part of the clip, to which the sound is cut.
  ///   - delay: how many pictures are decoded before the first one is shown, by the encoders' times.
  package init(
    path: String, stream: PictureStream, overwrites: Bool, keepsMetadata: Bool,
    xmp: String? = nil, following reader: ClipReader, sound: ClipSoundUse?, origin: Int64,
    speed: PlaybackSpeed = .own, isPart: Bool, delay: Int
  ) throws(VideoError) {
    try OutputContainer(path: path).check(stream.codec)
    assembly = try ClipAssembly(
      path: path, overwrites: overwrites, keepsMetadata: keepsMetadata,
      metadata: reader.info.metadata, xmp: xmp)
    try assembly.begin(
      stream, tracksFrom: sound != nil && reader.info.hasFurtherTracks ? reader.demuxer : nil,
      isCovered: reader.isCovered, limits: reader.limits, sound: sound ?? .none, speed: speed)
    try assembly.start(atTick: origin, trims: isPart)
    self.delay = delay
  }

  /// Begins the file of pictures that are put together of several clips, with a sound that begins with them.
  package init(
    path: String, stream: PictureStream, overwrites: Bool, xmp: String? = nil, sound: ClipSoundUse,
    delay: Int
  ) throws(VideoError) {
    try OutputContainer(path: path).check(stream.codec)
    assembly = try ClipAssembly(
      path: path, overwrites: overwrites, keepsMetadata: false, metadata: [:], xmp: xmp)
    try assembly.begin(stream, tracksFrom: nil, limits: VideoLimits(), sound: sound)
    try assembly.start(atTick: 0, trims: false)
    self.delay = delay
  }

  /// Announces the pictures of the next encoder.
  ///
  /// - Parameter times: when they are shown, in ticks of the output, ascending.
  package func begin(times: [Int64]) { shown += times }

  /// Writes the next picture, in the order in which they are decoded.
  package func write(_ picture: EncodedPicture) throws(VideoError) {
    var picture = picture
    if let dts = decodeTime(ofPlace: written) { picture.dts = min(dts, picture.pts) }
    written += 1
    try assembly.write(picture)
  }

  /// When the picture of a place in the order of decoding is decoded: when that is shown which is so many places
  /// before it; the first ones as far apart as what is shown first.
  private func decodeTime(ofPlace place: Int) -> Int64? {
    guard place < delay else {
      return shown.indices.contains(place - delay) ? shown[place - delay] : nil
    }
    guard let first = shown.first, let last = shown.last else { return nil }
    if shown.indices.contains(delay) { return shown[place] - (shown[delay] - first) }
    // Fewer pictures than are decoded ahead.
    let step = max(1, (last - first) / Int64(max(1, shown.count - 1)))
    return first - Int64(delay - place) * step
  }

  /// Completes the file.
  ///
  /// - Parameter end: the tick of the output at which the last picture ends, to which a part's sound is cut.
  package func finish(endTick end: Int64?) throws(VideoError) {
    try assembly.finish(endTick: end)
  }

  /// What was left out or changed and is no damage, one line each; complete after `finish`.
  package var notes: [String] { assembly.notes }

  /// The sound that the output lacks, one line each; complete after `finish`.
  package var lostSound: [String] { assembly.lostSound }
}
