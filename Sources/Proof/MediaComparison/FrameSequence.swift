/// The frames of one side, with a view of those before and behind the current one.
final class FrameSequence {
  /// How far the view reaches in either direction.
  static let reach = FrameShift.reach

  private let source: any FrameSource
  private let placements: PlacementsCursor?
  private var upcoming: [SourceFrame] = []
  private var atEnd = false
  /// The frames before the next one, the nearest first.
  private(set) var passed: [SourceFrame] = []
  /// Frames handed out so far.
  private(set) var count = 0
  private var firstMs = 0.0
  private var lastMs = 0.0

  init(_ source: any FrameSource, placements: PlacementsCursor?) {
    self.source = source
    self.placements = placements
  }

  /// The frame that is `distance` behind the next one, 0 for the next itself; nil past the end.
  func peek(_ distance: Int = 0) throws -> SourceFrame? {
    while upcoming.count <= distance, !atEnd {
      guard let frame = try source.next() else {
        atEnd = true
        break
      }
      frame.placements = try placements?.record(at: frame.index)
      upcoming.append(frame)
    }
    return distance < upcoming.count ? upcoming[distance] : nil
  }

  func take() throws -> SourceFrame? {
    guard let frame = try peek() else { return nil }
    upcoming.removeFirst()
    passed.insert(frame, at: 0)
    if passed.count > Self.reach + 1 { passed.removeLast().forgetPicture() }
    if count == 0 { firstMs = frame.timestampMs }
    lastMs = frame.timestampMs
    count += 1
    return frame
  }

  /// The time to the frame after the next one, or from the one before, in milliseconds; nil where
  /// there is only one.
  func step() throws -> Double? {
    guard let next = try peek() else { return nil }
    let after = try peek(1).map { $0.timestampMs - next.timestampMs }
    let before = passed.first.map { next.timestampMs - $0.timestampMs }
    return [after, before].compactMap(\.self).min()
  }

  /// Frames a second on average, of those handed out; nil where they have no times.
  var framesPerSecond: Double? {
    count > 1 && lastMs > firstMs ? Double(count - 1) * 1000 / (lastMs - firstMs) : nil
  }
}
