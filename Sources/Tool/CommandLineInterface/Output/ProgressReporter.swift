import Foundation
import Rendering
import Synchronization

/// How progress is told.
enum ProgressStyle: String, CaseIterable, Sendable {
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
final class ProgressReporter: Sendable {
  private enum Form { case bar, lines, json, silent }

  private let form: Form
  private let intervalSeconds: Double
  private let unit: String
  private let phase: String?
  private let last = Mutex(Date())

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - unit: what is counted; only frames have a speed against real time.
  ///   - phase: what is done before what was asked for, which JSON tells apart; nil for that itself.
  init(_ style: ProgressStyle, counting unit: String = "frame", phase: String? = nil) {
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

  /// Tells how far the job is.
  func report(_ progress: RenderProgress) {
    guard form != .silent else { return }
    let isDue = last.withLock { last in
      let now = Date()
      guard progress.isFinished || now.timeIntervalSince(last) >= intervalSeconds else {
        return false
      }
      last = now
      return true
    }
    guard isDue else { return }
    switch form {
    case .bar: write("\r\(bar(progress))\u{1B}[K")
    case .lines: write(line(progress) + "\n")
    case .json: write(json(progress) + "\n")
    case .silent: break
    }
  }

  /// Leaves the bar's line, if there is one.
  func end() {
    if form == .bar, last.withLock({ $0 != .distantPast }) { write("\n") }
  }

  private func write(_ text: String) {
    StandardStreams.progress(text)
  }

  private var hasSpeed: Bool { unit == "frame" }

  private func line(_ progress: RenderProgress) -> String {
    let total = progress.frameCount.map { " of \($0)" } ?? ""
    return "\(unit) \(progress.frame)\(total), \(Self.fixed(progress.fps, 1)) \(unit)s/s"
      + (hasSpeed ? ", \(Self.fixed(progress.speed, 2)) x real time" : "")
      + (progress.isLookingAtHands ? ", looking at the hands around the next frame" : "")
  }

  private func bar(_ progress: RenderProgress) -> String {
    guard let count = progress.frameCount, count > 0 else { return line(progress) }
    let width = 30
    let part = min(1, Double(progress.frame) / Double(count))
    let filled = Int(part * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let left = progress.fps > 0 ? Double(max(0, count - progress.frame)) / progress.fps : 0
    return "\(bar) \(Int(part * 100)) %  \(line(progress)), \(Self.fixed(left, 0)) s left"
  }

  private func json(_ progress: RenderProgress) -> String {
    let phase = progress.isLookingAtHands ? "hands" : self.phase
    var fields = phase.map { ["\"phase\":\"\($0)\""] } ?? []
    fields.append("\"\(unit)\":\(progress.frame)")
    if let count = progress.frameCount { fields.append("\"\(unit)Count\":\(count)") }
    fields.append("\"fps\":\(Self.fixed(progress.fps, 2))")
    if hasSpeed {
      fields += [
        "\"out_time_ms\":\(Self.fixed(progress.outTimeMs, 3))",
        "\"speed\":\(Self.fixed(progress.speed, 3))",
      ]
    }
    if let drawn = progress.facesDrawnFrames { fields.append("\"facesDrawnFrames\":\(drawn)") }
    fields.append("\"progress\":\"\(progress.isFinished ? "end" : "continue")\"")
    return "{\(fields.joined(separator: ","))}"
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
