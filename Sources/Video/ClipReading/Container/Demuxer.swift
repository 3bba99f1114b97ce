package import CFFmpeg
internal import Containers
internal import Foundation
package import Frames

/// An open container: takes one file apart into packets.
///
/// The file is opened here, once; whatever a container names beside itself (playlists, external
/// tracks, network addresses) cannot be opened at all.
@safe package final class Demuxer {
  package let path: String
  let format: UnsafeMutablePointer<AVFormatContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let opened: OpenedContainer

  /// How it is found out what the streams are.
  package enum Probing {
    /// FFmpeg reads into the streams, and decodes what it takes, which is slow.
    case streams
    /// The container's headers are believed where they say enough to decode pictures.
    case headers
    /// As another look into the same file has found, where the container lists all streams at its start;
    /// a second look would cost time.
    case known(Demuxer)
    /// Only for the packets: Matroska's headers say enough for that.
    case packets
  }

  /// Opens a container and finds out what its streams are.
  ///
  /// A file that cannot be opened is tried again without its sound.
  package init(path: String, limits: VideoLimits, probing: Probing = .streams) throws(VideoError) {
    let opened = try OpenedContainer(path: path, limits: limits, probing)
    guard let packet = unsafe av_packet_alloc() else {
      opened.close()
      throw LibAV.outOfMemory("av_packet_alloc")
    }
    (self.path, self.opened) = (path, opened)
    unsafe self.format = unsafe opened.format
    unsafe self.packet = unsafe packet
    formatName = opened.formatName
    aviTimes = formatName == "avi" ? AVITimes() : nil
    // MP4's demuxer reads its lists, not the file, and complains of entries that are not needed.
    skippedDamage = opened.complaining.contains(formatName) && !formatName.hasPrefix("mov,")
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&packet)
    opened.close()
  }

  /// Whether all sound is left out, as its description keeps the file from being opened.
  package var hidesSound: Bool { opened.hidesSound }

  /// Whether FFmpeg has looked into the streams.
  var isProbed: Bool { opened.isProbed }

  /// The times of an AVI file's packets; nil for other containers.
  private var aviTimes: AVITimes?

  /// The outcome of reading one packet.
  @safe package enum Reading {
    /// The packet is valid until the next call.
    case packet(UnsafeMutablePointer<AVPacket>)
    /// The file could not be read or understood here.
    case fault(String)
    case end
  }

  /// Whether the demuxer met damage that it skipped, opening the file or reading it; packets may be
  /// missing then.
  private(set) var skippedDamage: Bool

  /// Whether it skipped any since this was last asked.
  func takeSkipping() -> Bool {
    defer { hasJustSkipped = false }
    return hasJustSkipped
  }

  private var hasJustSkipped = false

  /// Puts the times of parts that begin anew on one line, for a file that is read from its start.
  ///
  /// - Parameter pictures: the pictures' place among the streams, which tell where a part begins.
  package func continueTimes(ofPictures pictures: Int?) {
    self.pictures = pictures
    continued = opened.mayHoldParts ? pictures.flatMap { ContinuedTimes(self, pictures: $0) } : nil
  }

  /// Hands out times as they are stated, as where the reader goes elsewhere in a file of one part.
  func stopContinuing() { continued = nil }

  private var continued: ContinuedTimes?

  /// Whether times may start again in the file, and mean another part of the recording.
  var mayHoldParts: Bool { opened.mayHoldParts }

  /// The place of the pictures that are shown among the streams, where they were looked for.
  package private(set) var pictures: Int?

  /// Where times started again in what was read so far.
  package var seams: [TimeSeam] { continued?.seams ?? [] }

  /// Reads the next packet of any stream that is kept.
  package func read() -> Reading {
    guard let continued else { return readStated() }
    while true {
      if let next = unsafe continued.takeReady() {
        unsafe av_packet_unref(packet)
        unsafe av_packet_move_ref(packet, next)
        var empty: UnsafeMutablePointer<AVPacket>? = unsafe next
        unsafe av_packet_free(&empty)
        if unsafe isKept(packet) { return unsafe .packet(packet) }
        continue
      }
      switch readStated() {
      case .packet(let packet):
        guard let own = unsafe stream(Int(packet.pointee.stream_index)) else { continue }
        if formatName == "ogg" {
          switch unsafe OggHeaders.verdict(on: packet, of: own) {
          case .content: break
          case .header:
            unsafe packet.pointee.pts = avo_no_pts
            unsafe packet.pointee.dts = avo_no_pts
          case .leftOut: continue
          }
        }
        if unsafe continued.take(packet, of: own) {
          if unsafe isKept(packet) { return unsafe .packet(packet) }
        } else {
          unsafe continued.settle(atEnd: false, stream: { unsafe stream($0) })
        }
      case .fault(let reason): return .fault(reason)
      case .end:
        guard continued.isWaiting else { return .end }
        unsafe continued.settle(atEnd: true, stream: { unsafe stream($0) })
      }
    }
  }

  /// The edit list of a track that plays parts at other speeds; nil for all others.
  func editList(of index: Int) -> EditList? { opened.edits.lists[index] }

  /// A speed, other than its own, at which a track's edit list plays a part of it.
  func otherSpeed(of index: Int) -> Double? { opened.edits.speeds[index] }

  private func isKept(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    unsafe kept?.contains(Int(packet.pointee.stream_index)) ?? true
  }

  /// Reads the next packet of any stream that is not discarded, with the times that it states.
  private func readStated() -> Reading {
    unsafe av_packet_unref(packet)
    // Matroska's demuxer looks for the next sound element by itself and only logs it.
    let (code, messages) = LogCapture.during(from: formatName) {
      unsafe av_read_frame(format, packet)
    }
    if !messages.isEmpty {
      skippedDamage = true
      hasJustSkipped = true
    }
    if code >= 0 {
      unsafe aviTimes?.keep(timeOf: packet, in: self)
      unsafe editList(of: Int(packet.pointee.stream_index))?.move(packet)
      return unsafe .packet(packet)
    }
    return code == avo_error_eof ? .end : .fault(LibAV.text(ofReading: code))
  }

  /// Leaves out every stream but these.
  package func keepOnly(_ isKept: (Int) -> Bool) {
    kept = Set((0..<streamCount).filter(isKept))
    for index in 0..<streamCount {
      guard let stream = unsafe stream(index) else { continue }
      // The pictures tell where times start again, also to a reader of the sound.
      let isRead = kept?.contains(index) == true || continued?.pictures == index
      unsafe stream.pointee.discard = isRead ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The streams that are handed out; nil is all.
  private var kept: Set<Int>?

  package var streamCount: Int { Int(unsafe format.pointee.nb_streams) }

  package func stream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    unsafe avo_stream(format, UInt32(index))
  }

  /// The names of the container format, as FFmpeg lists them.
  let formatName: String

  /// Whether the container's clock starts anywhere and may jump (MPEG-TS, MPEG-PS, Ogg).
  var hasDiscontinuousClock: Bool {
    unsafe format.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
  }

  /// Whether a seek goes to the key frame shown, not decoded, no later than the time.
  ///
  /// Matroska's demuxer seeks by its cue times, which are those of presentation.
  var seeksByPresentation: Bool {
    unsafe format.pointee.iformat.pointee.flags & AVFMT_SEEK_TO_PTS != 0
      || formatName.hasPrefix("matroska")
  }

  /// The tick that is 0 on the clip's timeline; see `ClipInfo.timelineOrigin`.
  func timelineOrigin(timeBase: AVRational) -> Int64 {
    let start = unsafe format.pointee.start_time
    guard hasDiscontinuousClock, start != avo_no_pts else { return 0 }
    return Ticks.rescaled(start, from: AVRational(num: 1, den: AV_TIME_BASE), to: timeBase)
  }

  /// The packets that the container's index lists for a stream and that are to be shown; nil where
  /// the index is not complete from the start (all but MP4, MOV and AVI).
  func listedPackets(of stream: UnsafeMutablePointer<AVStream>) -> Int? {
    guard formatName.hasPrefix("mov,") || aviTimes != nil else { return nil }
    var count = 0
    for index in 0..<(unsafe avformat_index_get_entries_count(stream)) {
      guard let entry = unsafe avformat_index_get_entry(stream, index) else { continue }
      // An empty chunk of AVI repeats the picture before.
      let isShown = unsafe aviTimes == nil || entry.pointee.size > 0
      if isShown, unsafe entry.pointee.flags & AVINDEX_DISCARD_FRAME == 0 { count += 1 }
    }
    return count
  }
}
