import Session
import Tracking

/// How one recording's labelled times fared with some settings.
public struct SessionVerdicts: Hashable, Sendable {
  /// The spans in which the gate ought to be passed, in milliseconds.
  public var spans: [ClosedRange<Double>]
  /// The spans in which it was not.
  public var falseRefusals: [ClosedRange<Double>] = []
  /// The stretches between spans, before the first and after the last, that have samples.
  public var stretchCount = 0
  /// The stretches in which the gate was passed, as far as there are samples.
  public var falsePasses: [ClosedRange<Double>] = []
}

/// Looks at a recording's samples, one after the other, for what passes a gate when.
///
/// Every span and every stretch between two is judged by itself, so that what came before it, and which
/// gate a session asks for first, makes no difference.
struct SessionJudge {
  private struct Part {
    var isSpan: Bool
    var fromMs, toMs: Double
    var passed = false
    /// The first and the last sample's time.
    var seen: ClosedRange<Double>?
    var session: BrushingSession?
  }

  private let gate: SessionThreshold.Gate
  private let settings: SessionSettings
  private let timeOffsetMs: Double
  private var parts: [Part] = []
  private var whole: BrushingSession

  /// Begins with a recording.
  init(
    _ gate: SessionThreshold.Gate, _ settings: SessionSettings,
    spans: [ClosedRange<Double>], header: TrackingHeader,
    teeth: TeethReadings? = nil
  ) {
    var settings = settings
    (settings.startMs, settings.endMs) = (0, nil)
    // A stretch may be longer than a player would wait.
    (settings.times.promptMs, settings.times.abandonMs) = (.infinity, .infinity)
    (self.gate, self.settings, timeOffsetMs) = (gate, settings, header.timeOffsetMs)
    whole = BrushingSession(settings, header: header)
    whole.teeth = teeth
    var fromMs = -Double.infinity
    for span in spans {
      parts.append(Part(isSpan: false, fromMs: fromMs, toMs: span.lowerBound))
      parts.append(Part(isSpan: true, fromMs: span.lowerBound, toMs: span.upperBound))
      fromMs = span.upperBound
    }
    parts.append(Part(isSpan: false, fromMs: fromMs, toMs: .infinity))
    guard gate == .teeth else { return }
    for index in parts.indices {
      var own = settings
      own.startMs = max(0, parts[index].fromMs)
      parts[index].session = BrushingSession(own, header: header)
      parts[index].session?.teeth = teeth
    }
  }

  /// Takes the next sample.
  mutating func add(_ sample: TrackingSample) throws(SessionFault) {
    let timeMs = sample.timestampMs + timeOffsetMs
    let isBrushing = gate == .brushing ? try whole.add(sample).signals?.isBrushing ?? false : false
    for index in parts.indices {
      let part = parts[index]
      guard timeMs >= part.fromMs, timeMs <= part.toMs else { continue }
      parts[index].seen = (part.seen?.lowerBound ?? timeMs)...timeMs
      if gate == .teeth {
        _ = try parts[index].session?.add(sample)
        parts[index].passed = parts[index].session?.teethPassedMs != nil
      } else if isBrushing, part.isSpan || timeMs >= part.fromMs + settings.brushing.windowMs {
        // The window looks back: just after a span it still holds what was in it.
        parts[index].passed = true
      }
    }
  }

  var verdicts: SessionVerdicts {
    var verdicts = SessionVerdicts(
      spans: parts.filter(\.isSpan).map { $0.fromMs...$0.toMs })
    for part in parts {
      if part.isSpan {
        if !part.passed { verdicts.falseRefusals.append(part.fromMs...part.toMs) }
      } else if let seen = part.seen {
        verdicts.stretchCount += 1
        if part.passed { verdicts.falsePasses.append(seen) }
      }
    }
    return verdicts
  }
}
