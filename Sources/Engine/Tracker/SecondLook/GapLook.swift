internal import Geometry
internal import Tracking
internal import Video

/// Decodes the frames in which a face is missing once more, and shows a close-up of where it should be
/// to the tracker.
final class GapLook {
  private let desk: CloseUpDesk
  private let source: any TrackedFrames
  private let sizes: PicturePair
  private let number: Int

  init(_ desk: CloseUpDesk, _ source: any TrackedFrames, _ sizes: PicturePair) {
    (self.desk, self.source, self.sizes) = (desk, source, sizes)
    number = desk.number()
  }

  /// The faces about one that is missing, at the times that are shown.
  func faces(of missing: MissingFace) throws -> (_ timeMs: Double) throws -> [FaceSample] {
    let closeUp = sizes.closeUp(around: missing.boxes)
    let sighting = missing.sighting
    let pictures = StretchPictures(
      missing.shown, of: source, closeUp: closeUp, size: sizes.clip)
    try desk.forget(number)
    var clock = WholeClock()
    return { [desk, sizes, number] (timeMs: Double) throws -> [FaceSample] in
      guard let picture = pictures.picture(atMs: timeMs) else { return [] }
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
/// shows of each frame, 0.8 MB.
final class StretchPictures {
  private let closeUp: CloseUp
  private let size: PixelSize<TrackerSpace>
  private var frames: (any TrackedFrames)?
  private var kept: [Double: TrackerPicture] = [:]

  /// How near a frame's time is to what is asked for, in milliseconds.
  private static let exactMs = 0.01

  init(
    _ times: [Double], of source: any TrackedFrames, closeUp: CloseUp,
    size: PixelSize<TrackerSpace>
  ) {
    (self.closeUp, self.size) = (closeUp, size)
    guard let first = times.min(), let last = times.max() else { return }
    // What cannot be read again has no second look.
    frames = try? source.part(fromMs: first, throughMs: last)
    guard times.first != first else { return }
    for timeMs in times.reversed() { kept[timeMs] = decoded(atMs: timeMs) }
    frames = nil
  }

  /// The picture at a time; nil where there is none.
  func picture(atMs timeMs: Double) -> TrackerPicture? {
    kept.removeValue(forKey: timeMs) ?? decoded(atMs: timeMs)
  }

  private func decoded(atMs timeMs: Double) -> TrackerPicture? {
    while let frame = (try? frames?.next()) ?? nil {
      if frame.timestampMs < timeMs - Self.exactMs { continue }
      guard frame.timestampMs <= timeMs + Self.exactMs,
        let picture = (try? TrackerPicture(of: frame, size: size)) ?? nil
      else { return nil }
      return closeUp.picture(of: picture)
    }
    return nil
  }
}
