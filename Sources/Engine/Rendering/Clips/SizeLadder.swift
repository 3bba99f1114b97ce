import ClipReading
import ClipWriting
import Frames
import Geometry
import Imaging
import Placement
import Recipe
import Recordings

/// What is given up, step by step, for a file of fewer bytes: quality first, then frames, then pixels.
///
/// Each step makes the file smaller than the one before it, as a rule; the first is what was asked for.
struct SizeLadder {
  /// A step.
  struct Step {
    var output: OutputSettings
    /// What it is, in words.
    var words: String
  }

  private(set) var steps: [Step] = []

  /// Fractions of the frames that are kept, as divisors, and the fewest that are left a second.
  private static let divisors = [2, 3]
  private static let fewestFrames = 8.0
  /// The sides, as shares of those before, and the shortest.
  private static let shares = [0.85, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25]
  private static let shortestSide = 64

  /// Lists the steps of a render, whose recording is looked at for its rate and its size.
  init(_ settings: RenderSettings) throws {
    var (output, words) = (settings.output, "")
    let isAnimation: Bool
    let purpose: OpenRecording.Purpose
    switch output.kind {
    case .animation: (isAnimation, purpose) = (true, .pictures)
    case .clip:
      try output.checkContainer()
      (isAnimation, purpose) = (false, settings.clipPurpose)
    case .picture, .pictures:
      throw RenderingError.unfitOutput(
        reason: "\(output.path): a limit of bytes is for clips and animations, not for PNG files")
    }
    var recording: OpenRecording? = try OpenRecording(settings, for: purpose)
    guard let clip = recording?.clip, let framing = recording?.framing else { return }
    // Slow motion repeats no frame, so that its rate is lower than the clip's.
    let slowness = try min(1, output.playbackSpeed(of: clip).value)
    let rate =
      try output.rate(of: clip)?.ratio.value
      ?? clip.info.averageFrameRate.map { $0.value * slowness }
    let (isStill, frame) = (clip.isOfStills, framing.frame)
    let qualities = try Self.qualities(settings, clip, isAnimation: isAnimation)
    recording = nil
    for quality in qualities {
      if isAnimation { output.quality = quality } else { output.crf = quality }
      words = "\(isAnimation ? "quality" : "crf") \(quality)"
      steps.append(Step(output: output, words: words))
    }
    if qualities.isEmpty { steps.append(Step(output: output, words: "the codec's only quality")) }
    let lowest = steps[steps.count - 1].words
    words = lowest
    if let rate, !isStill {
      for divisor in Self.divisors where rate / Double(divisor) >= Self.fewestFrames {
        let fewer = (rate / Double(divisor) * 1000).rounded() / 1000
        output.framesPerSecond = fewer
        words = "\(lowest), \(Self.brief(fewer)) frames a second"
        steps.append(Step(output: output, words: words))
      }
    }
    for share in Self.shares {
      let (width, height) = (
        Self.side(frame.width, share), Self.side(frame.height, share)
      )
      guard min(width, height) >= Self.shortestSide,
        let size = OutputSize(width: width, height: height)
      else { break }
      output.size = size
      steps.append(Step(output: output, words: "\(words), a size of \(width) x \(height)"))
    }
  }

  private static func side(_ length: Int, _ share: Double) -> Int {
    Int((Double(length) * share / 2).rounded()) * 2
  }

  private static func brief(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// The qualities, from what is asked for down to what is still to be looked at; none of a codec without a choice.
  private static func qualities(
    _ settings: RenderSettings, _ clip: ClipReader, isAnimation: Bool
  ) throws -> [Int] {
    if case .animation(let format) = settings.output.kind {
      let first = settings.output.quality ?? format.usualQuality
      let further = format == .gif ? [75, 60, 45, 30, 15] : [60, 45, 30, 20, 10]
      return [first] + further.filter { $0 < first }
    }
    let encoder = try settings.encoder(colours: clip.info.colourTags)
    guard let lowest = encoder.codec.lowestQuality else { return [] }
    let step = lowest > 45 ? 4 : 2
    return [encoder.crf] + Array(stride(from: encoder.crf + step, through: lowest, by: step))
  }
}

extension EncoderSettings.Codec {
  /// The lowest quality that is still to be looked at; nil for a codec without a choice.
  fileprivate var lowestQuality: Int? {
    switch self {
    case .h264, .hevc: 38
    case .vp9, .av1: 56
    case .prores4444, .ffv1: nil
    }
  }
}
