internal import Containers
public import Frames

extension ClipReader {
  /// What is worth knowing of the clip's pictures and is no damage, a line each; complete when it was read.
  public var notes: [String] {
    let edits = pictureStream.flatMap { demuxer?.editList(of: $0)?.note }
    return [edits, TimeSeam.note(seams), fieldNote, fitting?.note, credentials].compactMap(\.self)
  }

  /// That the recording has content credentials, which nothing made of it has.
  private var credentials: String? {
    ContentCredentials.areThere(path: path)
      ? "the recording has content credentials (C2PA), which hold for its own bytes alone: they are left out"
      : nil
  }

  /// Whether the clip's times have started again in what was read.
  public var hasParts: Bool { !seams.isEmpty }

  /// The tracks that no output has, whatever its container, a line each: what is no fault of the clip, and
  /// what is damaged.
  public var leftOutTracks: (notes: [String], damaged: [String]) {
    guard let demuxer else { return ([], []) }
    let found = (0..<demuxer.streamCount).compactMap { LeftOutTrack($0, of: demuxer) }
    let hidden = demuxer.hidesSound ? [ClipInfo.hiddenSound] : []
    return (
      found.filter { !$0.isDamaged }.map(\.line), hidden + found.filter(\.isDamaged).map(\.line)
    )
  }

  /// Where the pictures lie in the frames, where they have other sizes or turns on the way; nil where all fill
  /// them.
  public var regions: PictureRegions? { fitting?.regions }

  /// Whether its colours are brought to SDR of BT.709.
  package var becomesStandard: Bool { plan.becomesStandard }
}

extension VideoFrame {
  /// When the frame ends on its clip's timeline, in milliseconds: after its own duration, or the usual one where
  /// it states none.
  public func endMs(_ info: ClipInfo) -> Double {
    let stated = Double(Ticks.duration(duration)) * 1000 * info.timeBase.value
    return timestampMs + (stated > 0 ? stated : info.averageFrameRate.map { 1000 / $0.value } ?? 0)
  }
}
