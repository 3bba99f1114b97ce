import Foundation
import Synchronization

package enum ProgressStyle: String, CaseIterable, Sendable {
  /// A bar on a terminal, lines elsewhere.
  case auto
  /// A line now and then.
  case plain
  /// One JSON object a line.
  case json
  /// Not at all.
  case none
}

/// Tells progress on the error stream, not oftener than a person or a log wants it.
package final class ProgressReporter: Sendable {
  private enum Form { case bar, lines, json, silent }

  private let form: Form
  private let intervalSeconds: Double
  package let unit: String
  package let phase: String?
  private let last = Mutex(Date())

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - unit: what is counted; only frames have a speed against real time.
  ///   - phase: what is done before what was asked for, which JSON tells apart; nil for that itself.
  package init(_ style: ProgressStyle, counting unit: String = "frame", phase: String? = nil) {
    (self.unit, self.phase) = (unit, phase)
    let isTerminal = isatty(STDERR_FILENO) == 1
    form =
      switch style {
      case .auto: isTerminal ? .bar : .lines
      case .plain: .lines
      case .json: .json
      case .none: .silent
      }
    intervalSeconds = form == .bar ? 0.1 : form == .json ? 0.25 : 2
  }

  /// Tells how far the job is, where it is due.
  ///
  /// - Parameters:
  ///   - line: the words of a line.
  ///   - done: the part that is done, 0 to 1, and the seconds that are left; nil where that is not known.
  ///   - json: the line for programs.
  package func tell(
    isFinished: Bool, line: @autoclosure () -> String,
    done: (part: Double, leftSeconds: Double)?, json: @autoclosure () -> String
  ) {
    guard form != .silent else { return }
    let isDue = last.withLock { last in
      let now = Date()
      guard isFinished || now.timeIntervalSince(last) >= intervalSeconds else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    switch form {
    case .bar:
      StandardStreams.progress("\r\(done.map { Self.bar($0, line()) } ?? line())\u{1B}[K")
    case .lines: StandardStreams.progress(line() + "\n")
    case .json: StandardStreams.progress(json() + "\n")
    case .silent: break
    }
  }

  /// Leaves the bar's line, if there is one.
  package func end() {
    if form == .bar, last.withLock({ $0 != .distantPast }) { StandardStreams.progress("\n") }
  }

  private static func bar(_ done: (part: Double, leftSeconds: Double), _ line: String) -> String {
    let width = 30
    let filled = Int(done.part * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let left = String(format: "%.0f", done.leftSeconds)
    return "\(bar) \(Int(done.part * 100)) %  \(line), \(left) s left"
  }
}
