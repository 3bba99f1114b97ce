/// When the runs of a scene's items begin, and how old they are.
///
/// An item that begins after another one begins with what that one began with, later by the delays and
/// durations between: so each item has one event, and an offset.
public struct SceneClock: Hashable, Sendable {
  /// What happened to one card so far.
  public struct Events: Hashable, Sendable {
    /// The card's first sample, in milliseconds on the clip's timeline.
    public var seenMs: Double
    /// When which cues came and which gestures were made, by rising time.
    public var times: [ItemStart: [Double]]
    /// Whether the picture is a still, which shows what begins with the card and nothing else.
    public var isStill: Bool
    /// Whether what begins with the card comes as `Scene.appear` says; otherwise it is there at once, for the card
    /// was there before the picture showed all of it.
    public var appears: Bool

    /// Makes events.
    public init(
      seenMs: Double, times: [ItemStart: [Double]] = [:], isStill: Bool = false,
      appears: Bool = true
    ) {
      (self.seenMs, self.times) = (seenMs, times)
      (self.isStill, self.appears) = (isStill, appears)
    }
  }

  /// One run of an item.
  public struct Run: Hashable, Sendable {
    /// Its number, counted from 0.
    public var number: Int
    /// How old it is in milliseconds, its delay over; below 0 within it.
    public var age: Double
    /// When it was 0 milliseconds old, on the clip's timeline.
    public var originMs: Double
  }

  /// What an item begins with in the end, and how long after that.
  private struct Root: Hashable {
    var start: ItemStart
    var offsetMs: Double
    var delayMs: Double
    var durationMs: Double
  }

  private let roots: [Root?]
  /// What the sounds begin with that begin with no item.
  private let soundStarts: Set<ItemStart>

  /// How far ahead of a frame something may lie that has come, in milliseconds.
  public static let aheadMs = 0.5
  /// The age of a still's items, their delays included, in milliseconds.
  public static let stillMs = 2000.0

  /// Makes the clock of a scene.
  public init(_ scene: Scene) {
    roots = scene.items.indices.map { index in
      var (place, offset) = (index, 0.0)
      // As many steps as items: a scene whose items begin after each other has no runs.
      for _ in scene.items.indices {
        guard case .after(let before) = scene.items[place].start else {
          return Root(
            start: scene.items[place].start, offsetMs: offset, delayMs: scene.items[index].delayMs,
            durationMs: scene.items[index].durationMs)
        }
        guard scene.items.indices.contains(before) else { return nil }
        offset += scene.items[before].delayMs + scene.items[before].durationMs
        place = before
      }
      return nil
    }
    soundStarts = Set(
      scene.sounds.map(\.start).filter { if case .after = $0 { false } else { true } })
  }

  /// What items and sounds begin with, but the card's first sample.
  public var starts: Set<ItemStart> {
    Set(roots.compactMap { $0?.start }).union(soundStarts).subtracting([.seen])
  }

  /// When all runs of what begins with something begin, in milliseconds on the clip's timeline, by rising time.
  public func begins(of start: ItemStart, _ events: Events) -> [Double] {
    guard case .after(let item) = start else {
      return start == .seen ? [events.seenMs] : events.times[start] ?? []
    }
    guard roots.indices.contains(item), let root = roots[item] else { return [] }
    return begins(of: root.start, events).map {
      $0 + root.offsetMs + root.delayMs + root.durationMs
    }
  }

  /// When all runs of an item begin to be drawn, as `begins`.
  public func appearances(of item: Int, _ events: Events) -> [Double] {
    guard roots.indices.contains(item), let root = roots[item] else { return [] }
    return begins(of: root.start, events).map { $0 + root.offsetMs + root.delayMs }
  }

  /// The runs of an item that have begun at a time of the clip, the first of them first, and no more than
  /// are drawn.
  public func runs(of item: Int, atMs timeMs: Double, _ events: Events) -> [Run] {
    guard roots.indices.contains(item), let root = roots[item] else { return [] }
    if events.isStill {
      guard root.start == .seen, root.offsetMs == 0 else { return [] }
      let originMs = timeMs - Self.stillMs + root.delayMs
      return [Run(number: 0, age: Self.rounded(Self.stillMs - root.delayMs), originMs: originMs)]
    }
    let begins = begins(of: root.start, events)
    var end = begins.count
    while end > 0, begins[end - 1] + root.offsetMs > timeMs + Self.aheadMs { end -= 1 }
    return (max(0, end - SceneLimits.runs)..<end).map { number in
      let beginMs = begins[number] + root.offsetMs
      return Run(
        number: number, age: Self.rounded(max(0, timeMs - beginMs) - root.delayMs),
        originMs: beginMs + root.delayMs)
    }
  }

  /// Ages are told to a thousandth of a millisecond, whatever clips' time bases make of them.
  private static func rounded(_ age: Double) -> Double { (age * 1000).rounded() / 1000 }
}
