import ClipReading
import Files
import Frames
import Sound

/// A clip that is put together: pictures that are encoded already, and the sound of the clip that they come
/// from, copied or converted in step with them.
///
/// It gets its name only when it is complete; one that is dropped before `finish` leaves nothing behind. Calls
/// come one after the other.
final class ClipAssembly {
  private let muxer: Muxer
  private let keepsMetadata: Bool
  private var tracks: TrackCopy?
  private var mixed: MixedTrack?
  private var timeBase = Rational.one
  private var speed = PlaybackSpeed.own

  /// Prepares a file; nothing is written before `begin`.
  ///
  /// - Parameters:
  ///   - metadata: what the container says of the clip, where that is kept.
  ///   - xmp: what the file says of itself; nil for nothing.
  ///   - maximumBytes: the most bytes of the file; nil for any number.
  init(
    path: String, overwrites: Bool, keepsMetadata: Bool, metadata: [String: String],
    xmp: String? = nil, maximumBytes: Int? = nil
  ) throws(VideoError) {
    self.keepsMetadata = keepsMetadata
    muxer = try Muxer(
      path: path, overwrites: overwrites, metadata: keepsMetadata ? metadata : nil)
    (muxer.xmp, muxer.maximumBytes) = (xmp, maximumBytes)
  }

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - tracksFrom: the clip whose sound and subtitles go along; nil for none.
  ///   - isCovered: whether its pictures are covered: what may hold others, as attached files do, stays behind.
  ///   - sound: what becomes of its sound.
  ///   - speed: how fast it is heard, as the pictures are shown.
  func begin(
    _ stream: PictureStream, tracksFrom: Demuxer?, isCovered: Bool = false, limits: VideoLimits,
    sound: ClipSoundUse = .copied, speed: PlaybackSpeed = .own
  ) throws(VideoError) {
    (timeBase, self.speed) = (stream.timeBase, speed)
    try muxer.add(stream)
    if case .mixed(let mix, let own) = sound {
      mixed = try MixedTrack(
        mix, of: tracksFrom, own: own, limits: limits, to: muxer, beside: stream.codec,
        speed: speed)
    }
    if let tracksFrom {
      let copy = try TrackCopy(known: tracksFrom, limits: limits, speed: speed)
      try copy.addStreams(
        to: muxer, beside: stream.codec, keepsMetadata: keepsMetadata, isCovered: isCovered
      ) {
        [own = mixed?.ownTrack] in
        switch sound {
        case .none: false
        // Of a voice that is not to be heard no track goes along as it is.
        case .mixed(let mix, _) where mix.voice != .keep: false
        default: $0 == nil || $0 != own
        }
      }
      muxer.givesUp = { copy.giveUp(outputStream: $0) }
      tracks = copy
    }
    try muxer.begin()
  }

  /// Fixes what is 0 in the output; called once, before the first picture.
  ///
  /// - Parameters:
  ///   - tick: the time, in ticks of the pictures.
  ///   - trims: whether sound from before it is left out, as for a part of a clip.
  func start(atTick tick: Int64, trims: Bool) throws(VideoError) {
    let window = TrackCopy.Window(
      start: TrackCopy.Rational64(ticks: tick, timeBase: speed.clip(timeBase).raw), trims: trims,
      keepsRunUp: muxer.container.storesNegativeTimes)
    tracks?.begin(window)
    try mixed?.begin(window)
  }

  /// Writes a picture, and before it the sound that begins before.
  func write(_ picture: EncodedPicture) throws(VideoError) {
    let seconds = Double(picture.dts) * timeBase.value
    try mixed?.deliver(before: seconds, in: muxer)
    try tracks?.deliver(before: seconds, in: muxer)
    try muxer.write(picture)
  }

  /// Writes the rest of the sound and the index, and gives the file its name.
  ///
  /// - Parameter end: the tick up to which there is sound; nil for the sound's own end.
  func finish(endTick end: Int64?, into held: HeldFiles? = nil) throws(VideoError) {
    try mixed?.deliver(before: nil, in: muxer)
    try tracks?.finish(before: end.map { Double($0) * timeBase.value }, in: muxer)
    try muxer.finish(into: held)
  }

  /// Whether nothing more is taken.
  var isClosed: Bool { muxer.isClosed }

  /// What was left out or changed and is no damage, one line each; complete after `finish`.
  var notes: [String] { (tracks?.conversionNotes ?? []) + (tracks?.leftOut.others ?? []) }

  /// The sound that the output lacks, one line each; complete after `finish`.
  var lostSound: [String] {
    [mixed?.damage].compactMap(\.self) + (tracks?.leftOut.sound ?? [])
  }
}
