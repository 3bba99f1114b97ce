package import CFFmpeg
package import ClipReading
internal import Containers
package import Frames

/// Sound that a mix is added to, as samples from 0 of an output on.
package protocol OwnSound: AnyObject {
  /// Adds its samples to those from a place on, places rising; gives the place of its end where that is reached.
  func add(to samples: inout [Float], from start: Int64) throws(VideoError) -> Int64?
  /// What was lost of it, in a line; nil where it is whole.
  var damage: String? { get }
}

/// Opens the sound that a mix is added to, from its begin on: once for its loudness, and once to be heard.
package typealias OwnSoundOpener = @Sendable () throws(VideoError) -> any OwnSound

/// The sound of a clip as samples, from 0 of an output on.
@safe package final class ClipSound: OwnSound {
  /// The place of the track among the clip's.
  package let track: Int
  /// What the track is called in messages.
  package let name: String
  private let demuxer: Demuxer
  private let decoder: SampleDecoder
  private let shift: Int64
  private var faults = 0
  private var current: SampleDecoder.Piece?
  private var hasEnded = false
  private var ownEnd: Int64 = 0

  /// Opens a clip once more, at the first track of sound that can be heard; nil where there is none.
  ///
  /// - Parameters:
  ///   - ticks: the clip's time that is 0 in the output.
  package init?(
    of known: Demuxer, limits: VideoLimits, startTicks ticks: Int64, _ timeBase: AVRational
  ) throws(VideoError) {
    guard let track = known.firstSound else { return nil }
    demuxer = try Demuxer(path: known.path, limits: limits, probing: .known(known))
    demuxer.continueTimes(ofPictures: known.pictures)
    guard let stream = unsafe demuxer.stream(track),
      let decoder = unsafe SampleDecoder(of: stream, limits: limits, keepsTimes: true)
    else { return nil }
    demuxer.keepOnly { $0 == track }
    (self.track, self.decoder) = (track, decoder)
    name = unsafe LeftOutTrack.name(of: stream, track)
    unsafe shift = Ticks.rescaled(ticks, from: timeBase, to: stream.pointee.time_base)
  }

  /// Adds its samples to those from a place on; gives the place of its end where that is reached.
  package func add(
    to samples: inout [Float], from start: Int64
  ) throws(VideoError) -> Int64? {
    let end = start + Int64(samples.count / 2)
    while true {
      if let piece = current {
        let pieceEnd = piece.start + Int64(piece.samples.count / 2)
        let (low, high) = (max(start, piece.start), min(end, pieceEnd))
        if low < high {
          let (from, to) = (2 * Int(low - piece.start), 2 * Int(low - start))
          for offset in 0..<2 * Int(high - low) {
            samples[to + offset] += piece.samples[from + offset]
          }
        }
        if pieceEnd >= end { return nil }
      }
      let last = current?.start.advanced(by: (current?.samples.count ?? 0) / 2)
      ownEnd = last ?? ownEnd
      current = try nextPiece()
      guard current != nil else { return ownEnd }
    }
  }

  private func nextPiece() throws(VideoError) -> SampleDecoder.Piece? {
    while true {
      if let piece = decoder.takePiece() { return piece }
      guard !hasEnded else { return nil }
      switch demuxer.read() {
      case .packet(let packet):
        if unsafe accept(packet) { unsafe try decoder.take(packet) }
      case .fault:
        faults += 1
        guard faults > TrackLimits.faults else { continue }
        fallthrough
      case .end:
        hasEnded = true
        unsafe try decoder.take(nil)
      }
      if decoder.isOver { hasEnded = true }
    }
  }

  /// Moves a packet's times to those of the output; false for what lies so long before it that it has no effect.
  private func accept(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let stream = unsafe demuxer.stream(track) else { return false }
    return unsafe SoundLead.moves(packet, of: stream, by: shift)
  }

  /// What was lost of it, in a line; nil where it is whole.
  package var damage: String? {
    decoder.damagedFromSeconds.map { seconds in
      let outcome =
        decoder.isOver ? "and heard up to there" : "and silent where it cannot be decoded"
      let at = Int((min(seconds, Double(Ticks.longest)) * 1000).rounded())
      return "\(name) is damaged at \(at) ms \(outcome)"
    }
  }
}

/// Which packets of a track are decoded for an output that begins within a clip.
package enum SoundLead {
  /// What is decoded before the sound that is wanted: the longest that a codec needs to settle is
  /// Opus's 80 ms.
  private static let ms: Int64 = 500

  /// Moves a packet's times by as much as the output begins later; false where it lies long before that.
  package static func moves(
    _ packet: UnsafeMutablePointer<AVPacket>, of stream: UnsafeMutablePointer<AVStream>,
    by shift: Int64
  ) -> Bool {
    let (pts, dts) = unsafe (packet.pointee.pts, packet.pointee.dts)
    let stated = pts == avo_no_pts ? dts : pts
    // It follows on from the one before.
    guard stated != avo_no_pts else { return true }
    let moved = Ticks.time(stated) - shift
    unsafe packet.pointee.pts = moved
    unsafe packet.pointee.dts = moved
    let lead = Ticks.rescaled(
      ms, from: AVRational(num: 1, den: 1000), to: unsafe stream.pointee.time_base)
    return moved + (unsafe Ticks.duration(packet.pointee.duration)) > -lead
  }
}

/// How much of a damaged file is read.
package enum TrackLimits {
  /// Places that cannot be read, after which nothing more is.
  package static let faults = 64
}

extension ClipReader {
  /// Whether it has a track of sound.
  package var isHeard: Bool { demuxer?.firstSound != nil }
}
