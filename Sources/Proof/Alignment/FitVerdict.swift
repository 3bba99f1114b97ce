public import PictureMotion

/// What the figures of a recording come to, in words, the cause first.
public struct FitVerdict: Hashable, Codable, Sendable {
  /// One sentence for people.
  public var words: String
  /// What the words say, for programs.
  public var cause: Cause
  /// How late the overlay is in milliseconds, below 0 for early; nil where it cannot be measured.
  ///
  /// The lag of the tracking behind the picture, and what smoothing adds.
  public var lagMs: Double?
  /// The standard error of `lagMs`, in milliseconds.
  public var lagUncertaintyMs: Double?

  /// What a verdict says.
  public enum Cause: String, Hashable, Codable, Sendable {
    /// The overlay is where the face is, as far as motion tells.
    case sitsWell
    /// The tracking's samples come later than the picture.
    case trackingLate
    /// The tracking's samples come earlier than the picture.
    case trackingEarly
    /// Smoothing delays the overlay.
    case smoothingLate
    /// Smoothing takes the overlay ahead.
    case smoothingEarly
    /// Frames with a face lack the overlay.
    case overlayMissing
    /// No face is tracked.
    case noFace
    /// The recording is too short for a lag to be measured.
    case tooShort
    /// The faces cannot be followed in the picture.
    case notFollowed
    /// The faces move too little for a lag to be measured.
    case tooLittleMotion
    /// The picture does not move as the landmarks do.
    case motionDiffers
    /// Several lags explain the motion, or a wide range of them.
    case lagAmbiguous
  }

  /// A lag below this is not told, in milliseconds.
  ///
  /// It is one frame of 30 a second. Filters within trackers delay slow motion by about as much.
  public static let leastLagMs = 30.0
  /// The standard errors that a lag has to exceed.
  public static let leastErrors = 2.0

  /// The smallest lag that is told, in milliseconds, where it has this standard error.
  public static func leastToldMs(errorMs: Double) -> Double {
    max(leastLagMs, leastErrors * errorMs)
  }

  /// Makes the verdict on a report that has its other figures.
  ///
  /// - Parameters:
  ///   - lag: what the picture says of the tracking's times.
  ///   - offsetMs: what is added to the file's times, in milliseconds.
  public init(_ report: AlignmentReport, lag: PictureLag, offsetMs: Double) {
    let smoothing = SmoothingLag(report)
    var error: Double?
    if case .measured(let lagMs, let errorMs) = lag {
      self.lagMs = (lagMs + (smoothing?.ms ?? 0)).rounded()
      error = (errorMs * errorMs + (smoothing?.errorMs ?? 0) * (smoothing?.errorMs ?? 0))
        .squareRoot()
    }
    lagUncertaintyMs = error.map { $0.rounded(.up) }
    let missing = Self.missing(report)
    let rest = [Self.jitter(report)].compactMap(\.self)
    (cause, words) = (.sitsWell, "")
    if case .measured(let lagMs, let errorMs) = lag,
      abs(lagMs) >= Self.leastToldMs(errorMs: errorMs)
    {
      cause = lagMs > 0 ? .trackingLate : .trackingEarly
      let correction = Int((offsetMs - lagMs).rounded())
      words = Self.sentence(
        Self.late(lagMs, errorMs),
        [
          "the tracking's samples come \(lagMs > 0 ? "later" : "earlier") than the picture;"
            + " --tracking-offset-ms \(correction) corrects that", smoothing?.words, missing,
        ].compactMap(\.self) + rest)
    } else if let smoothing, let sentence = smoothing.words {
      cause = smoothing.ms > 0 ? .smoothingLate : .smoothingEarly
      words = Self.sentence(
        Self.late(smoothing.ms, smoothing.errorMs),
        [sentence, missing].compactMap(\.self) + rest)
    } else if report.faces > 0, let missing {
      cause = .overlayMissing
      words = Self.sentence(missing, Self.clause(lag, &cause, keeps: true) + rest)
    } else {
      words = Self.clause(lag, &cause, keeps: false).joined(separator: ": ")
      words = ([words] + rest).joined(separator: ", ")
    }
  }

  private static func sentence(_ head: String, _ rest: [String]) -> String {
    rest.isEmpty ? head : head + ": " + rest.joined(separator: ", ")
  }

  /// A lag in whole milliseconds.
  private static func late(_ lagMs: Double, _ errorMs: Double) -> String {
    "\(lagMs > 0 ? "late" : "early") by \(Int(abs(lagMs).rounded())) ms"
      + " (± \(Int(errorMs.rounded(.up))))"
  }

  /// What there is to say where no lag is told.
  private static func clause(_ lag: PictureLag, _ cause: inout Cause, keeps: Bool) -> [String] {
    func told(_ reason: Cause, _ words: String) -> [String] {
      if !keeps { cause = reason }
      return ["the lag cannot be measured", words]
    }
    switch lag {
    case .measured(_, let errorMs):
      return [
        keeps ? "no lag" : "sits well",
        "no lag that can be measured (± \(Int(errorMs.rounded(.up))) ms)",
      ].suffix(keeps ? 1 : 2)
    case .unknown(.noFace): return told(.noFace, "no face is tracked while the clip shows it")
    case .unknown(.tooShort): return told(.tooShort, "faces are tracked for too short a time")
    case .unknown(.notFollowed):
      return told(.notFollowed, "the faces are too blurred, dark or small to be followed")
    case .unknown(.still): return told(.tooLittleMotion, "the faces move too little")
    case .unknown(.unlike):
      return told(.motionDiffers, "the picture does not move as the landmarks do")
    case .unknown(.ambiguous):
      return told(.lagAmbiguous, "the faces' motion does not tell one lag from another")
    }
  }

  /// Where the overlay is missing; nil where it is not, or nothing is known.
  private static func missing(_ report: AlignmentReport) -> String? {
    guard let coverage = report[.coverage], coverage < 100, let frames = report[.framesWithFace]
    else { return nil }
    let lacking = max(1, Int((frames * (1 - coverage / 100)).rounded()))
    return "missing in \(lacking) of \(Int(frames)) frames with a face"
  }

  /// What smoothing does to the jitter; nil where it does nothing that can be measured.
  private static func jitter(_ report: AlignmentReport) -> String? {
    guard let removed = report[.jitterReduction], abs(removed) >= 1 else { return nil }
    if (45...55).contains(removed) { return "jitter halved" }
    let percent = Int(abs(removed).rounded())
    return removed > 0 ? "jitter reduced by \(percent) %" : "jitter increased by \(percent) %"
  }
}

/// The lag that smoothing adds to the tracked landmarks.
private struct SmoothingLag {
  var ms, errorMs: Double
  private var name: String

  /// Takes it from a report; nil where it is not known.
  init?(_ report: AlignmentReport) {
    guard let ms = report[.lagMs], let errorMs = report[.lagErrorMs] else { return nil }
    (self.ms, self.errorMs, name) = (ms, errorMs, report.smoothing ?? "smoothing")
  }

  /// What it does; nil where that may be nothing but error.
  var words: String? {
    guard abs(ms) >= max(Self.leastToldMs, FitVerdict.leastErrors * errorMs) else { return nil }
    return "smoothing (\(name)) \(ms > 0 ? "delays" : "advances") it by"
      + " \(Int(abs(ms).rounded())) ms"
  }

  /// Half a frame of 25 a second: it is known better than the tracking's own lag.
  private static let leastToldMs = 20.0
}
