import Comparison
import Explaining
public import Imaging
public import Placement

/// A pair of frames that failed, with its pictures.
public struct ComparedFrame: Sendable {
  /// Where the frame stands in the report's `frames`.
  public let place: Int
  /// Where the layers of the first went; nil where that is not known.
  public var expectedPlacements: PlacementRecord? { expected.placements }
  /// Where those of the second went.
  public var actualPlacements: PlacementRecord? { actual.placements }

  let expected: SourceFrame
  let actual: SourceFrame
  let ground: SourceFrame?
  let mask: PixelMask?
  /// How bad it is: the sum of all pixels' colour differences.
  let severity: Double

  /// The two pictures in RGB, and the pixels that are inside; nil for all.
  public func pictures() throws -> (
    expected: StraightRGBA8, actual: StraightRGBA8, inside: PixelMask?
  ) {
    let (first, second) = (try expected.picture(), try actual.picture())
    return (
      first, second, OverlayRegion.mask(try context(), width: first.width, height: first.height)
    )
  }

  /// What is known of the pair beside its pixels.
  func context() throws -> PictureJudge.Context {
    var context = PictureJudge.Context()
    context.mask = mask
    context.expectedPlacements = expected.placements
    context.actualPlacements = actual.placements
    context.ground = try ground?.picture()
    return context
  }

  /// Gives back the memory of what was converted.
  public func forgetPictures() {
    expected.forgetPicture()
    actual.forgetPicture()
  }
}

/// The worst of the frames that were seen, as many as there is room for.
struct WorstFrames {
  private let capacity: Int
  /// The worst first.
  private(set) var frames: [ComparedFrame] = []

  /// Makes room for frames of pictures of a size.
  init(wanted: Int, width: Int, height: Int) {
    // Eight bytes a pixel: two pictures of a folder. Frames of a clip take less.
    let room = CompareSettings.keptBytes / max(1, 8 * width * height)
    capacity = max(1, min(wanted, room))
  }

  /// Keeps a frame if it is one of the worst so far.
  mutating func add(_ frame: ComparedFrame) {
    let place = frames.firstIndex { $0.severity < frame.severity } ?? frames.count
    guard place < capacity else { return }
    frames.insert(frame, at: place)
    if frames.count > capacity { frames.removeLast() }
  }
}
