package import JSON

/// Which frames of a Lottie animation are shown, and how fast.
public struct LottieTiming: Hashable, Sendable {
  /// How many times faster than the file says.
  public var speed: Double
  /// The frames, counted from 0 for the file's first one; nil for all.
  public var segment: Range<Int>?

  /// The speeds that there are.
  public static let speeds = 0.01...100.0

  /// Makes a timing.
  public init(speed: Double = 1, segment: Range<Int>? = nil) {
    (self.speed, self.segment) = (speed, segment)
  }

  /// When each frame is shown of a file of so many frames; its segment is cut to what there is.
  public func times(frames: Int, framesPerSecond: Double) -> FrameTimes {
    let all = 0..<max(frames, 1)
    let shown = segment.map { $0.clamped(to: all) } ?? all
    return FrameTimes(
      frames: shown.isEmpty ? all : shown, framesPerSecond: framesPerSecond * speed)
  }

  /// Whether a file of so many frames has all that it names.
  public func fits(frames: Int) -> Bool { (segment?.upperBound ?? 0) <= frames }

  /// Whether a file's name is that of a Lottie animation.
  public static func isLottie(_ file: String) -> Bool {
    let name = file.lowercased()
    return name.hasSuffix(".json") || name.hasSuffix(".lottie")
  }
}

extension JSONField {
  /// A speed of a Lottie animation.
  package func lottieSpeed() -> Double? { number(in: LottieTiming.speeds) }

  /// Frames from the first to the one before the second: `[from, to]`.
  package func lottieSegment() -> Range<Int>? {
    guard let list = list() else { return nil }
    guard list.count == 2 else {
      report(.wrongType(expected: "a list of two numbers", found: "a list of \(list.count)"))
      return nil
    }
    let frames = 0...1_000_000
    guard let first = list[0].integer(in: frames), let end = list[1].integer(in: frames) else {
      return nil
    }
    guard first < end else {
      list[1].report(.outOfRange(found: Double(end), expected: "a frame after \(first)"))
      return nil
    }
    return first..<end
  }
}
