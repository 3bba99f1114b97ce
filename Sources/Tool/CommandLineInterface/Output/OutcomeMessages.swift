import Problems
import Rendering
import Terminal

/// What is written at the end of a job.
enum OutcomeMessages {
  /// Writes notes, damage and the summary, and gives the exit code.
  static func write(_ summary: RenderSummary, allowsDamage: Bool) -> ExitCode {
    for note in summary.notes {
      StandardStreams.message("note: \(note)")
    }
    let code = write(
      damage: [summary.damage].compactMap(\.self) + summary.lostSound,
      done: "\(summary.output) holds what could be decoded", allowsDamage: allowsDamage)
    if let text = summary.alternativeText { StandardStreams.message("shows: \(text)") }
    StandardStreams.message(summary.line)
    return code ?? .done
  }

  /// Writes what could not be read, a line each, and gives the exit code where that is an error.
  ///
  /// - Parameter done: what became of the rest.
  static func write(damage: [String], done: String, allowsDamage: Bool) -> ExitCode? {
    for one in damage {
      StandardStreams.message(
        allowsDamage ? "note: \(one)" : "error: \(one); \(done) (--allow-damaged accepts this)")
    }
    return damage.isEmpty || allowsDamage ? nil : .dataError
  }
}
