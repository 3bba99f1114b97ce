import Rendering

/// The last words on a job.
enum Closing {
  /// Tells what was done and what was noticed, and gives the exit code.
  static func tell(_ summary: RenderSummary, allowsDamage: Bool) -> ExitCode {
    for note in summary.notes {
      StandardStreams.message("note: \(note)")
    }
    if let damage = summary.damage {
      StandardStreams.message(
        allowsDamage
          ? "note: \(damage)"
          : "error: \(damage); \(summary.output) holds what could be decoded"
            + " (--allow-damaged accepts this)")
    }
    StandardStreams.message(summary.line)
    return summary.damage == nil || allowsDamage ? .done : .dataError
  }
}
