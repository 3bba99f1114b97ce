internal import CFFmpeg
internal import Frames

/// What is lost at the start of a clip that does not begin with a key frame, as a recording that was cut
/// elsewhere: its first pictures depend on what is missing.
///
/// Decoders of H.264 and MPEG-2 leave such pictures out without a word; those of MPEG-4 and H.263 show
/// something in their place.
struct KeylessStart {
  /// The packets before the first key frame that are meant to be shown, by their numbers.
  private var numbers: Set<Int64> = []
  private var times: Set<Int64> = []
  private var firstKey: Int64?
  private var lacksKey = false
  private var isOver = false
  private var hasShownWhole = false
  /// Decoders that hand out no picture before one that is whole, though no key frame came.
  private let waitsForWhole: Bool

  /// When the first of the packets is shown; nil where it does not say.
  private(set) var firstPts: Int64?

  /// The most packets that are numbered; later ones before the first key frame are not counted as lost.
  private static let mostPackets = 100_000

  init(codec: AVCodecID) {
    waitsForWhole = [
      AV_CODEC_ID_H264, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO,
    ].contains(codec)
  }

  /// What is said of the damage.
  static let message = "the clip does not begin with a key frame"

  /// Forgets what came, as where a reader goes elsewhere.
  mutating func end() { isOver = true }

  /// Takes note of a packet that is sent to the decoder.
  mutating func note(_ packet: UnsafeMutablePointer<AVPacket>, number: Int64) {
    guard !isOver, firstKey == nil else { return }
    let flags = unsafe packet.pointee.flags
    if flags & AV_PKT_FLAG_KEY != 0 {
      firstKey = number
      if !lacksKey { isOver = true }
      return
    }
    guard flags & AV_PKT_FLAG_DISCARD == 0, numbers.count < Self.mostPackets else { return }
    lacksKey = true
    let pts = unsafe packet.pointee.pts
    if pts != avo_no_pts {
      firstPts = min(firstPts ?? pts, pts)
      // The second field of a picture.
      guard times.insert(pts).inserted else { return }
    }
    numbers.insert(number)
  }

  /// Whether a picture that was decoded depends on what is missing.
  mutating func isIncomplete(_ frame: borrowing FrameHandle) -> Bool {
    guard !isOver, !waitsForWhole, lacksKey, !hasShownWhole else { return false }
    let raw = unsafe frame.raw
    hasShownWhole =
      unsafe avo_is_key(raw) || raw.pointee.pict_type == AV_PICTURE_TYPE_I
    return !hasShownWhole
  }

  /// How many of the packets gave no picture, known with the first picture from the key frame on.
  ///
  /// - Parameter number: the packet whose picture was decoded; nil at the end.
  mutating func lost(with number: Int64?) -> Int {
    guard !isOver else { return 0 }
    if let number {
      numbers.remove(number)
      guard let firstKey, number >= firstKey else { return 0 }
    }
    isOver = true
    return numbers.count
  }
}
