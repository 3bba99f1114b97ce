/// Writes a clip of pictures that several encoders compressed, each some of the frames in a row, with the sound
/// of the clip that they come from, once.
///
/// Pictures keep the times that they are shown at. When they are decoded is counted anew over the whole: each
/// encoder counts from its own first picture. A joiner that is dropped before `finish` leaves nothing behind.
package final class ClipJoiner {
  private let assembly: ClipAssembly
  /// Pictures that are decoded before the first one is shown.
  private let reordering: Int
  /// The times of the pictures that were announced, in the order in which they are shown.
  private var shown: [Int64] = []
  /// How many pictures were written.
  private var written = 0

  /// Begins the file.
  ///
  /// - Parameters:
  ///   - stream: what all encoders said of their packets.
  ///   - reader: the clip whose sound goes along.
  ///   - keepsSound: false for overlays, which go beside the clip's own sound.
  ///   - origin: the clip's tick that is 0 in the output.
  ///   - isPart: whether it is a part of the clip, to which the sound is cut.
  package init(
    path: String, stream: PictureStream, overwrites: Bool, keepsMetadata: Bool,
    following reader: ClipReader, keepsSound: Bool, origin: Int64, isPart: Bool
  ) throws(VideoError) {
    try OutputContainer(path: path).check(stream.codec)
    assembly = try ClipAssembly(
      path: path, overwrites: overwrites, keepsMetadata: keepsMetadata,
      metadata: reader.info.metadata)
    try assembly.begin(
      stream, tracksFrom: keepsSound && reader.info.hasFurtherTracks ? reader.demuxer : nil,
      limits: reader.limits)
    assembly.start(atTick: origin, trims: isPart)
    reordering = stream.reorderedPictures
  }

  /// Announces the pictures of the next encoder.
  ///
  /// - Parameter times: when they are shown, in ticks of the output, ascending.
  package func begin(times: [Int64]) { shown += times }

  /// Writes the next picture, in the order in which they are decoded.
  package func write(_ picture: EncodedPicture) throws(VideoError) {
    var picture = picture
    // The first ones are decoded before anything is shown, at times that only their encoder knows.
    let place = written - reordering
    if shown.indices.contains(place) { picture.dts = min(shown[place], picture.pts) }
    written += 1
    try assembly.write(picture)
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
