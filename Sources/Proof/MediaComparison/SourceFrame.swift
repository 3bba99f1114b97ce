internal import Comparison
internal import Frames
internal import Imaging
internal import Placement

/// One frame of a side of a comparison: where it stands, and its picture once it is asked for.
///
/// A thread that decodes makes it and hands it over through a queue; from then on it belongs to the
/// thread that compares, which is why its memory of the converted picture needs no lock.
final class SourceFrame: @unchecked Sendable {
  private enum Content: ~Copyable {
    case decoded(VideoFrame)
    case read(StraightRGBA8)
  }

  /// The frame's place in its clip or folder, counted from 0.
  let index: Int
  /// Its presentation time, in milliseconds; 0 for what has none.
  let timestampMs: Double
  /// The picture's file, seen from the folder.
  let name: String?
  let width: Int
  let height: Int
  /// Where the layers went in it, where a sidecar tells.
  var placements: PlacementRecord?

  private let content: Content
  private var converted: StraightRGBA8?
  private var shrunk: Thumbnail?

  init(_ picture: StraightRGBA8, index: Int = 0, name: String? = nil) {
    self.index = index
    self.name = name
    timestampMs = 0
    (width, height) = (picture.width, picture.height)
    content = .read(picture)
  }

  /// Makes the frame of a clip's.
  init(_ frame: consuming VideoFrame) {
    index = frame.index
    timestampMs = frame.timestampMs
    name = nil
    (width, height) = (frame.width, frame.height)
    content = .decoded(frame)
  }

  /// The picture in RGB, converted when it is first asked for.
  func picture() throws -> StraightRGBA8 {
    switch content {
    case .read(let picture): return picture
    case .decoded(let frame):
      if let converted { return converted }
      let picture = try frame.toStraightRGBA8()
      converted = picture
      return picture
    }
  }

  /// The picture's luma in coarse blocks, made when it is first asked for.
  func thumbnail() throws -> Thumbnail {
    if let shrunk { return shrunk }
    let thumbnail = Thumbnail(try picture())
    shrunk = thumbnail
    return thumbnail
  }

  /// Forgets what was made of the frame; it is made again where it is needed again.
  func forgetPicture() { (converted, shrunk) = (nil, nil) }

  /// Whether another frame is the same, bit for bit; told without converting either.
  func isSame(as other: SourceFrame) -> Bool {
    switch content {
    case .read(let mine): return mine == other.readPicture
    case .decoded(let mine):
      switch other.content {
      case .read: return false
      case .decoded(let its): return mine.hasSamePixels(as: its)
      }
    }
  }

  /// The picture that was read rather than decoded.
  private var readPicture: StraightRGBA8? {
    switch content {
    case .read(let picture): picture
    case .decoded: nil
    }
  }
}
