/// What a tracking file says of the tracker that made it.
public struct TrackerNote: Hashable, Sendable {
  /// The value of an option.
  public enum Value: Hashable, Sendable {
    /// A whole number.
    case whole(Int)
    case number(Double)
    /// Yes or no.
    case flag(Bool)
    case text(String)
    case texts([String])
  }

  /// One option, by the tracker's own name in camelCase.
  public struct Option: Hashable, Sendable {
    /// The name, such as `numFaces`.
    public var name: String
    /// What it was set to.
    public var value: Value

    /// Makes an option.
    public init(_ name: String, _ value: Value) {
      (self.name, self.value) = (name, value)
    }
  }

  /// A model that it worked with.
  public struct Model: Hashable, Sendable {
    /// What it is for: `face`, `hand`, `gesture`.
    public var task: String
    /// The SHA-256 of its file, in hexadecimal digits.
    public var sha256: String

    /// Makes a model.
    public init(task: String, sha256: String) {
      (self.task, self.sha256) = (task, sha256)
    }
  }

  /// The tracker's name.
  public var name: String
  /// Its version.
  public var version: String
  /// What it was asked for.
  public var options: [Option]
  /// The models that it worked with.
  public var models: [Model]
  /// Whether it filtered its samples over time; nil where that is not known.
  public var isSmoothed: Bool?

  /// Makes a note.
  public init(
    name: String, version: String, options: [Option] = [], models: [Model] = [],
    isSmoothed: Bool? = nil
  ) {
    (self.name, self.version) = (name, version)
    (self.options, self.models, self.isSmoothed) = (options, models, isSmoothed)
  }
}
