internal import Geometry

/// How the tracker's jitter is taken out.
public struct SmoothingOptions: Hashable, Sendable {
  /// The methods.
  public enum Strategy: String, CaseIterable, Sendable {
    /// The samples as they are.
    case none
  }

  /// The method.
  public var strategy: Strategy

  /// Makes options.
  public init(_ strategy: Strategy = .none) {
    self.strategy = strategy
  }

  func smoother(camera: PerspectiveCamera, maxGapMs: Double) -> any SampleSmoother {
    NoSmoother()
  }
}
