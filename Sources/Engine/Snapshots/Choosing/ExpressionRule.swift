import Foundation
import Tracking

/// Which moments `--best` may choose by the expression alone.
///
/// It asks the samples as the tracker made them, not smoothed ones. Where a tenth of those with blendshapes
/// are fair, the choice is fair; where fair ones smile, it smiles not much less than the best of them. Of
/// several faces each must be fair, and the one that smiles least counts.
struct ExpressionRule {
  /// The expression of the faces of one sample.
  struct SharedExpression {
    var isFair: Bool
    /// The smile of the face that smiles least.
    var smile: Double
  }

  /// How well a moment does by the rule.
  enum Fitness: Int, Comparable {
    case unfit, fair, fit

    static func < (one: Fitness, other: Fitness) -> Bool { one.rawValue < other.rawValue }
  }

  /// One of so many samples must be fair.
  static let fairOneOf = 10
  /// Fair samples smile from here on.
  static let leastBestSmile = 0.3
  /// The choice smiles so much of the best.
  static let smilePart = 0.6

  private var times: [Double] = []
  /// Of each sample; nil where no face has blendshapes.
  private var expressions: [SharedExpression?] = []
  private(set) var findings = ExpressionFindings()

  /// Takes the next sample.
  ///
  /// - Parameters:
  ///   - timeMs: its time on the clip's timeline; it does not go down.
  ///   - isCounted: whether it lies where a frame is looked for.
  mutating func add(_ sample: TrackingSample, atMs timeMs: Double, isCounted: Bool) {
    let faces = sample.faces.compactMap { FaceExpression($0.blendshapes) }
    let expression = faces.map(\.smile).min().map {
      SharedExpression(isFair: faces.allSatisfy(\.isFair), smile: $0)
    }
    times.append(timeMs)
    expressions.append(expression)
    guard isCounted, let expression else { return }
    findings.samples += 1
    guard expression.isFair else { return }
    findings.fair += 1
    let best = max(findings.bestSmile ?? 0, expression.smile)
    findings.bestSmile = best
    findings.leastSmile = best >= Self.leastBestSmile ? Self.smilePart * best : nil
  }

  /// Closes the list of samples: now it is known what the rule asks for.
  mutating func close() {
    findings.required = findings.fair > 0 && findings.fair * Self.fairOneOf >= findings.samples
    if !findings.required { findings.leastSmile = nil }
  }

  /// The expression of the sample that is nearest to a time; of two as near, of the earlier one.
  func expression(atMs timeMs: Double) -> SharedExpression? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < timeMs { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return expressions.first ?? nil }
    guard low < times.count else { return expressions[low - 1] }
    let isLater = times[low] - timeMs < timeMs - times[low - 1]
    return expressions[isLater ? low : low - 1]
  }

  /// How well a moment does; all are the same where the rule asks for nothing.
  func fitness(atMs timeMs: Double) -> Fitness {
    guard findings.required else { return .fit }
    guard let expression = expression(atMs: timeMs), expression.isFair else { return .unfit }
    return expression.smile >= findings.leastSmile ?? 0 ? .fit : .fair
  }
}

/// What the expressions of a recording's samples are, and what is asked of the choice therefore.
public struct ExpressionFindings: Encodable, Sendable {
  /// Samples with blendshapes where a frame was looked for.
  public internal(set) var samples = 0
  /// How many of them are fair.
  public internal(set) var fair = 0
  /// Whether the choice must be fair.
  public internal(set) var required = false
  /// The largest smile of a fair sample; nil where none is fair.
  public internal(set) var bestSmile: Double?
  /// The least smile that the choice may have; nil where none is asked for.
  public internal(set) var leastSmile: Double?
}
