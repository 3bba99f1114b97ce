public import Avatars

/// A value over time: numbers at some times, and how it goes from each to the next.
public struct Keys: Hashable, Sendable {
  /// A value at a time.
  public struct Key: Hashable, Sendable {
    /// The time, in the unit of what the keys belong to.
    public var time: Double
    /// In the unit of what the keys belong to.
    public var value: Double

    /// Makes a key.
    public init(_ time: Double, _ value: Double) { (self.time, self.value) = (time, value) }
  }

  /// The keys, by rising time; at least one.
  public var keys: [Key]

  /// Makes a value of its keys.
  public init(_ keys: [Key]) { self.keys = keys }

  /// The time of the last key.
  public var length: Double { keys.last?.time ?? 0 }

  /// The value at a time; before the first key and after the last it is theirs.
  public func value(at time: Double, ease: Ease = .linear) -> Double {
    guard let first = keys.first, let last = keys.last else { return 0 }
    if time <= first.time { return first.value }
    if time >= last.time { return last.value }
    var (low, high) = (0, keys.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle } else { high = middle }
    }
    let (from, to) = (keys[low], keys[high])
    let part = ease((time - from.time) / (to.time - from.time))
    return from.value + (to.value - from.value) * part
  }
}

/// What changes one number of an item over its age.
public struct Animation: Hashable, Sendable {
  /// The number.
  public enum Property: String, CaseIterable, Sendable {
    case atX = "at.x"
    case atY = "at.y"
    case atZ = "at.z"
    case width, rotation, angle, opacity
  }

  /// The number that it replaces.
  public var property: Property
  /// The values, by age in milliseconds.
  public var keys: Keys
  /// How it goes on after its last key.
  public var play: Play
  /// How it goes from key to key.
  public var ease: Ease

  /// Makes an animation.
  public init(
    _ property: Property, _ keys: Keys, play: Play = .once, ease: Ease = .linear
  ) {
    (self.property, self.keys, self.play, self.ease) = (property, keys, play, ease)
  }

  /// The number at an age in milliseconds.
  public func value(atAge age: Double) -> Double {
    guard keys.length > 0 else { return keys.keys.last?.value ?? 0 }
    return keys.value(at: play.place(at: age, length: keys.length), ease: ease)
  }
}
