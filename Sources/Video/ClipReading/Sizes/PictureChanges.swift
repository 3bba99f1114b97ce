internal import CFFmpeg
internal import Containers
internal import Frames

/// Where the pictures of a clip change their size or their turn, found without decoding: by the headers of
/// the pictures from which decoding can begin.
///
/// Calls over WebRTC are recorded so, as they make the picture smaller where a line is slow, and clips that
/// were glued.
struct PictureChanges: Sendable {
  /// The pictures from a time on.
  struct Part: Hashable, Sendable {
    /// The first one's presentation time, in the stream's ticks.
    var pts: Int64
    /// The stored picture.
    var width, height: Int
    /// How it is to be shown, where the codec says it; nil where it says nothing.
    var orientation: DisplayOrientation?
  }

  /// The parts, by time; two at least.
  let parts: [Part]

  /// The part with the most pixels, of which others are scaled to the size; of equals the first.
  var largest: Part {
    parts.dropFirst().reduce(parts[0]) {
      $1.width * $1.height > $0.width * $0.height ? $1 : $0
    }
  }

  /// The part that a time lies in.
  func part(at pts: Int64) -> Part { parts.last { $0.pts <= pts } ?? parts[0] }

  /// Whether a codec says how pictures are turned.
  var areTurned: Bool { parts.contains { $0.orientation != nil } }

  var sizeCount: Int { Set(parts.map { [$0.width, $0.height] }).count }

  /// Looks for changes; nil for a clip that has none, or of which that is known without looking.
  ///
  /// An MP4's key frames are looked at where they lie, and if all say the same, that is all. Of other
  /// containers it takes a pass over the packets.
  static func find(
    path: String, of stream: UnsafeMutablePointer<AVStream>, in demuxer: Demuxer, index: Int,
    limits: VideoLimits
  ) throws(VideoError) -> PictureChanges? {
    guard let parameters = unsafe stream.pointee.codecpar else { return nil }
    let codec = unsafe parameters.pointee.codec_id
    guard PictureHeaders.know(codec) else { return nil }
    if unsafe !SteadyHeaders.mayChange(path: path, stream, in: demuxer) { return nil }
    let packets = try Demuxer(path: path, limits: limits, probing: .packets)
    guard let other = unsafe packets.stream(index) else { return nil }
    packets.continueTimes(ofPictures: index)
    packets.keepOnly { $0 == index }
    var headers = unsafe PictureHeaders(other)
    var parts: [Part] = []
    var sizes: Set<[Int]> = []
    reading: while true {
      switch packets.read() {
      case .packet(let packet):
        guard Int(unsafe packet.pointee.stream_index) == index else { continue }
        guard let header = unsafe headers.read(packet) else { continue }
        let time =
          unsafe packet.pointee.pts == avo_no_pts
          ? packet.pointee.dts : packet.pointee.pts
        guard time != avo_no_pts || parts.isEmpty else { continue }
        let part = Part(
          pts: time, width: header.width, height: header.height, orientation: header.orientation)
        if let last = parts.last, last.hasShape(of: part) { continue }
        parts.append(part)
        sizes.insert([part.width, part.height])
        guard parts.count <= limits.maximumSizeChanges,
          sizes.count <= limits.maximumSizes
        else {
          throw .tooManySizes(
            path: path, changes: limits.maximumSizeChanges,
            sizes: limits.maximumSizes)
        }
      case .fault(_): break reading
      case .end: break reading
      }
    }
    parts.sort { $0.pts < $1.pts }
    return parts.count > 1 ? PictureChanges(parts: parts) : nil
  }
}

extension PictureChanges.Part {
  fileprivate func hasShape(of other: Self) -> Bool {
    width == other.width && height == other.height && orientation == other.orientation
  }
}

/// Whether the key frames of an MP4 or QuickTime file begin alike, looked up where they lie.
enum SteadyHeaders {
  /// Bytes of a key frame in which its parameters are looked for.
  private static let headBytes = 1024
  /// Key pictures that are looked at; further ones are taken for changed.
  private static let maximumKeys = 50_000

  /// Whether the stream's size may change; true for containers of which that is not known so.
  static func mayChange(
    path: String, _ stream: UnsafeMutablePointer<AVStream>, in demuxer: Demuxer
  ) -> Bool {
    guard demuxer.formatName.hasPrefix("mov,"), let file = ContainerFile(path: path),
      let parameters = unsafe stream.pointee.codecpar
    else { return true }
    // A second description of the samples may be of other pictures.
    guard !hasSeveralDescriptions(file) else { return true }
    let nals = unsafe ParameterUnits(parameters)
    var first: [UInt8]?
    var keys = 0
    for place in 0..<(unsafe avformat_index_get_entries_count(stream)) {
      guard let entry = unsafe avformat_index_get_entry(stream, place),
        unsafe entry.pointee.flags & AVINDEX_KEYFRAME != 0
      else { continue }
      keys += 1
      guard keys <= maximumKeys else { return true }
      let size = min(Int(unsafe entry.pointee.size), headBytes)
      guard let offset = UInt64(exactly: unsafe entry.pointee.pos), size > 0 else { continue }
      let signature = nals.signature(of: file.bytes(at: offset, count: size))
      if let first, first != signature { return true }
      first = signature
    }
    // Fragments are indexed as they are read.
    return keys == 0 || !file.contents(of: ["moov", "mvex"]).isEmpty
  }

  private static func hasSeveralDescriptions(_ file: ContainerFile) -> Bool {
    // Behind version and flags, the number of descriptions.
    file.contents(of: ["moov", "trak", "mdia", "minf", "stbl", "stsd"]).contains {
      ContainerFile.bigEndian(file.bytes(at: $0.lowerBound + 4, count: 4)) > 1
    }
  }
}
