import Problems
import Rendering

/// The last words on a job.
enum Closing {
  /// Tells what was done and what was noticed, and gives the exit code.
  static func tell(_ summary: RenderSummary, allowsDamage: Bool) -> ExitCode {
    for note in summary.notes {
      StandardStreams.message("note: \(note)")
    }
    let code = tell(
      damage: [summary.damage].compactMap(\.self) + summary.lostSound,
      done: "\(summary.output) holds what could be decoded", allowsDamage: allowsDamage)
    StandardStreams.message(summary.line)
    return code ?? .done
  }

  /// Tells what could not be read, a line each, and gives the exit code where that is an error.
  ///
  /// - Parameter done: what became of the rest.
  static func tell(damage: [String], done: String, allowsDamage: Bool) -> ExitCode? {
    for one in damage {
      StandardStreams.message(
        allowsDamage ? "note: \(one)" : "error: \(one); \(done) (--allow-damaged accepts this)")
    }
    return damage.isEmpty || allowsDamage ? nil : .dataError
  }
}
