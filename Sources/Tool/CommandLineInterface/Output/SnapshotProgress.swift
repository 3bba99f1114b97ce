import Rendering
import Terminal

/// Tells on standard error how far the search for the best frame is, or a contact sheet.
struct SnapshotProgress {
  private let style: ProgressStyle
  private let reporter: ProgressReporter

  /// What was told last; the work tells it from one thread.
  private final class Told { var last: RenderProgress? }

  init(_ style: ProgressStyle) {
    self.style = style
    reporter = ProgressReporter(style)
  }

  /// Does the work, which tells how far it is.
  func run<Result>(_ work: (@escaping (RenderProgress) -> Void) throws -> Result) rethrows -> Result
  {
    let (told, reporter) = (Told(), reporter)
    // Whatever comes next, an error too, has a line of its own.
    defer { if told.last != nil { reporter.end() } }
    let result = try work { progress in
      told.last = progress
      reporter.report(progress)
    }
    // A program waits for the end; a person sees the picture.
    if style == .json {
      var end =
        told.last ?? ProgressMeter(expectedFrames: 1).progress(1, outTimeMs: 0, isFinished: true)
      end.isFinished = true
      reporter.report(end)
    }
    return result
  }
}
