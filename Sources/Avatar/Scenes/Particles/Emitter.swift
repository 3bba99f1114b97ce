public import Geometry

/// What makes the particles of an item.
public struct Emitter: Hashable, Sendable {
  /// What its particles are and how they move.
  public var kind: ParticleKind
  /// How many are born at once, at which ages of the run in milliseconds.
  public var bursts: [Burst]
  /// How many are born a second, evenly, the first with the run; 0 for none.
  public var rate: Double
  /// What each of its particles becomes at its death; nil for nothing.
  public var then: Successors?

  /// Particles that are born at once.
  public struct Burst: Hashable, Sendable {
    /// The age of the run in milliseconds.
    public var age: Double
    /// How many they are.
    public var count: Int

    /// Makes a burst.
    public init(age: Double, count: Int) { (self.age, self.count) = (age, count) }
  }

  /// Particles that are born at the death of another one.
  public struct Successors: Hashable, Sendable {
    /// What they are.
    public var kind: ParticleKind
    /// How many they are.
    public var count: Int

    /// Makes successors.
    public init(kind: ParticleKind, count: Int) { (self.kind, self.count) = (kind, count) }
  }

  /// Makes an emitter.
  public init(
    kind: ParticleKind, bursts: [Burst] = [], rate: Double = 0, then: Successors? = nil
  ) {
    (self.kind, self.bursts, self.rate, self.then) = (kind, bursts, rate, then)
  }
}

/// What particles are, and how they move.
public struct ParticleKind: Hashable, Sendable {
  /// What one looks like.
  public enum Shape: Hashable, Sendable {
    /// A soft disc.
    case dot
    /// A soft line along its picture's height.
    case streak
    /// A small star.
    case spark
    case picture(SceneArtwork)
  }

  /// Where particles are born about the emitter's place.
  public enum Source: Hashable, Sendable {
    /// In a box of these sides, in millimetres.
    case box(Vector3<CardSpace>)
    /// In an ellipse of these diameters, in millimetres, parallel to the card.
    case ellipse(SIMD2<Double>)
  }

  /// Which way gravity pulls.
  public enum Down: String, CaseIterable, Sendable {
    /// To the card's lower edge.
    case card
    /// To the card.
    case normal
    /// To the picture's lower edge.
    case picture
  }

  /// Two numbers between which one is drawn.
  public struct Range: Hashable, Sendable {
    /// The numbers.
    public var from, to: Double

    /// Makes a range.
    public init(_ from: Double, _ to: Double) { (self.from, self.to) = (from, to) }
    /// A range of one number.
    public init(_ number: Double) { self.init(number, number) }
    /// No number but 0.
    public static let zero = Range(0)

    /// The number at a part of the way.
    func value(_ part: Double) -> Double { from + (to - from) * part }
  }

  /// A colour at a part of a particle's life.
  public struct ColourKey: Hashable, Sendable {
    /// The part of the life, 0 to 1.
    public var part: Double
    /// The colour.
    public var colour: SceneColour

    /// Makes a key.
    public init(_ part: Double, _ colour: SceneColour) { (self.part, self.colour) = (part, colour) }
  }

  /// What one looks like.
  public var shape = Shape.dot
  /// Where they are born.
  public var source = Source.box(.zero)
  /// How long they live, in milliseconds.
  public var life = Range.zero
  /// Where they go in the card's plane, in degrees: 0 to the right, 90 up.
  public var direction = Range.zero
  /// How far out of the plane, in degrees; even in its sine.
  public var spread = Range.zero
  /// Millimetres a second.
  public var speed = Range.zero
  /// Millimetres a second squared.
  public var gravity = Range.zero
  /// What slows them down, 1 / second.
  public var drag = Range.zero
  /// How far they swing to the right and left, in millimetres.
  public var sway = Range.zero
  /// How often they swing, a second.
  public var swayHz = Range.zero
  /// How fast they turn, in degrees a second.
  public var spin = Range.zero
  /// The side of the square that they are, in millimetres.
  public var size = Range.zero
  /// Which way gravity pulls.
  public var down = Down.card
  /// The opacity over the part of the life; nil for 1.
  public var fade: Keys?
  /// What the size is multiplied by over the part of the life; nil for 1.
  public var grow: Keys?
  /// The colour over the part of the life of what is no picture; empty for white.
  public var colours: [ColourKey] = []
  /// How long the trail is that they leave, in milliseconds; 0 for none.
  public var trailMs = 0.0

  /// Makes particles that have no life, speed or size yet.
  public init() {}

  /// The colour at a part of the life.
  public func colour(at part: Double) -> SceneColour {
    guard let first = colours.first else { return .white }
    if part <= first.part { return first.colour }
    for (key, next) in zip(colours, colours.dropFirst()) where part < next.part {
      return key.colour.mixed(
        with: next.colour, at: (part - key.part) / (next.part - key.part))
    }
    return colours.last?.colour ?? .white
  }

  /// The copies that a trail is drawn with.
  public static let trailCopies = 4
}
