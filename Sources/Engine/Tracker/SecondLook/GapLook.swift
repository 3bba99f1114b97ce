internal import ClipReading
internal import Frames
internal import Geometry
internal import Tracking

/// Decodes the frames in which a face is missing once more, and shows a close-up of where it should be
/// to the tracker.
final class GapLook {
  private let desk: CloseUpTracking
  private let source: TrackedClip
  private let sizes: PicturePair
  private let budget: DecodingBudget
  private let number: Int

  init(
    _ desk: CloseUpTracking, _ source: TrackedClip, _ sizes: PicturePair, _ budget: DecodingBudget
  ) {
    (self.desk, self.source, self.sizes, self.budget) = (desk, source, sizes, budget)
    number = desk.number()
  }

  /// The faces about one that is missing, at the times that are shown.
  func faces(of missing: MissingFace) throws -> (_ timeMs: Double) throws -> [FaceSample] {
    let closeUp = sizes.closeUp(around: missing.boxes)
    let sighting = missing.sighting
    let mayDecode = budget.stretch()
    let pictures = try StretchPictures(
      missing.shown, of: source, closeUp: closeUp, size: sizes.clip
    ) {
      [desk] in
      try desk.checkIsWanted()
      return mayDecode()
    }
    try desk.forget(number)
    var clock = WholeClock()
    return { [desk, sizes, number] (timeMs: Double) throws -> [FaceSample] in
      guard let picture = try pictures.picture(atMs: timeMs) else { return [] }
      let shown = clock.next(for: abs(timeMs - sighting.timeMs))
      return try desk.faces(in: picture, atMs: shown, closeUp: number).map {
        sizes.face($0, of: closeUp)
      }
    }
  }
}

/// The close-up's pictures of a stretch of a clip, in an order that rises or falls.
///
/// Those of a rising order are decoded when they are asked for. A falling one takes what the close-up
/// shows of each frame, 0.8 MB; `GapFinder.mostBefore` says of how many.
final class StretchPictures {
  private let closeUp: CloseUp
  private let size: PixelSize<TrackerSpace>
  /// Asked before each frame is decoded, those before the stretch too.
  private let mayDecode: () throws -> Bool
  private var frames: TrackedClip?
  private var kept: [Double: TrackerPicture] = [:]

  /// How near a frame's time is to what is asked for, in milliseconds.
  private static let exactMs = 0.01

  init(
    _ times: [Double], of source: TrackedClip, closeUp: CloseUp,
    size: PixelSize<TrackerSpace>, mayDecode: @escaping () throws -> Bool
  ) throws {
    (self.closeUp, self.size, self.mayDecode) = (closeUp, size, mayDecode)
    // Opening decodes a frame, too.
    guard let first = times.min(), let last = times.max(), try mayDecode() else { return }
    // What cannot be read again has no second look.
    frames = try? source.part(fromMs: first, throughMs: last)
    guard times.first != first else { return }
    for timeMs in times.reversed() { kept[timeMs] = try decoded(atMs: timeMs) }
    frames = nil
  }

  /// The picture at a time; nil where there is none.
  func picture(atMs timeMs: Double) throws -> TrackerPicture? {
    if let picture = kept.removeValue(forKey: timeMs) { return picture }
    return try decoded(atMs: timeMs)
  }

  private func decoded(atMs timeMs: Double) throws -> TrackerPicture? {
    while let frames, try mayDecode() {
      guard let step = try? frames.step() else { return nil }
      switch consume step {
      case .before: continue
      case .end: return nil
      case .frame(let frame):
        if frame.timestampMs < timeMs - Self.exactMs { continue }
        guard frame.timestampMs <= timeMs + Self.exactMs,
          let picture = (try? TrackerPicture(of: frame, size: size)) ?? nil
        else { return nil }
        return closeUp.picture(of: picture)
      }
    }
    return nil
  }
}
