internal import Geometry

/// How the tracker's jitter is taken out.
///
/// Smoothing acts on the landmarks and the pose of each face by itself, before samples are joined,
/// knows the true times between samples, and starts anew after a gap. Blendshapes are left alone: a
/// blink is over before a filter has seen it.
public struct SmoothingOptions: Hashable, Sendable {
  /// The methods.
  public enum Strategy: String, CaseIterable, Sendable {
    /// The samples as they are.
    case none
    /// Exponential moving average: lags by its time constant.
    case ema
    /// The one euro filter: smooth at rest, quick in motion, lags little.
    case oneEuro = "one-euro"
    /// Sees the samples before and after: no lag.
    case offline
  }

  /// The one euro filter's parameters (Casiez, Roussel and Vogel, CHI 2012).
  public struct OneEuro: Hashable, Sendable {
    /// The cutoff at rest, in hertz.
    ///
    /// 1 Hz is where the authors start and what MediaPipe's calculator takes without options.
    public var minCutoff: Double
    /// How the cutoff grows with speed, in hertz a (face size a second).
    ///
    /// MediaPipe's face landmarker has 80 with a cutoff of 0.05 Hz, which leaves three quarters or
    /// more of the jitter of most real recordings. 20 takes out a third to three quarters of it, and
    /// is never further than 0.06 eye distances behind a head shaking by 0.3 at 1 Hz.
    public var beta: Double
    /// The cutoff of the speed itself, in hertz.
    public var dCutoff: Double

    /// Makes parameters.
    public init(minCutoff: Double = 1, beta: Double = 20, dCutoff: Double = 1) {
      (self.minCutoff, self.beta, self.dCutoff) = (minCutoff, beta, dCutoff)
    }
  }

  /// The method.
  public var strategy: Strategy
  /// The strength, in milliseconds; nil for the method's own.
  ///
  /// `ema`: the time constant (60). `one-euro`: the time constant at rest, 1000 / (2 pi minCutoff)
  /// (159). `offline`: the standard deviation of the window in time (80). Not above 0: no smoothing.
  public var milliseconds: Double?
  /// The parameters of `one-euro`.
  public var oneEuro: OneEuro

  /// Makes options; the default is what a recording deserves, which has a future.
  public init(
    _ strategy: Strategy = .offline, milliseconds: Double? = nil, oneEuro: OneEuro = OneEuro()
  ) {
    (self.strategy, self.milliseconds, self.oneEuro) = (strategy, milliseconds, oneEuro)
  }

  /// The time constant of `ema`, in milliseconds.
  static let emaMs = 60.0

  func smoother(camera: PerspectiveCamera, maxGapMs: Double) -> any SampleSmoother {
    if let milliseconds, !(milliseconds > 0 && milliseconds.isFinite) { return NoSmoother() }
    switch strategy {
    case .none:
      return NoSmoother()
    case .ema:
      let filter = EMAFilter(timeConstantMs: milliseconds ?? Self.emaMs)
      return CausalSmoother(maxGapMs: maxGapMs, filter: filter)
    case .oneEuro:
      var parameters = oneEuro
      if let milliseconds { parameters.minCutoff = 1000 / (2 * Double.pi * milliseconds) }
      return CausalSmoother(
        maxGapMs: maxGapMs, filter: OneEuroFilter(parameters: parameters))
    case .offline:
      return OfflineSmoother(
        maxGapMs: maxGapMs,
        strength: (milliseconds ?? OfflineSmoother.calmMs) / OfflineSmoother.calmMs)
    }
  }
}
