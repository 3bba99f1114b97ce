import Foundation
import Rendering
import Terminal

extension ProgressReporter {
  /// Tells how far a job is.
  func report(_ progress: RenderProgress) {
    tell(
      isFinished: progress.isFinished, line: line(progress), done: done(progress),
      json: json(progress))
  }

  private func done(_ progress: RenderProgress) -> (part: Double, leftSeconds: Double)? {
    guard let count = progress.frameCount, count > 0 else { return nil }
    let left = progress.fps > 0 ? Double(max(0, count - progress.frame)) / progress.fps : 0
    return (min(1, Double(progress.frame) / Double(count)), left)
  }

  private var hasSpeed: Bool { unit == "frame" }

  private func line(_ progress: RenderProgress) -> String {
    let total = progress.frameCount.map { " of \($0)" } ?? ""
    return "\(unit) \(progress.frame)\(total), \(Self.fixed(progress.fps, 1)) \(unit)s/s"
      + (hasSpeed ? ", \(Self.fixed(progress.speed, 2)) x real time" : "")
      + (progress.isLookingAtHands ? ", looking at the hands around the next frame" : "")
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
