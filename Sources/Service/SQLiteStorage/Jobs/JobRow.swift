internal import Foundation
internal import Store

/// A job as a row of the table.
enum JobRow {
  /// The columns in the order in which `read` takes them.
  static let columns = """
    id, tenant, state, request, created_at, started_at, finished_at, frame, frame_count, \
    attempts, failure_code, failure_detail, notes, stored_bytes, webhook_url, tracked_frames, \
    faces_drawn_frames, result_attempt, uncounted_attempts, purges_inputs, inputs_purged_at, \
    ends_at, subject
    """

  /// How many they are: what a statement asks for beside them has this number.
  static let columnCount: Int32 = 23

  /// The job of a statement's row.
  static func read(_ row: borrowing SQLiteStatement) -> JobRecord {
    var job = JobRecord(
      id: row.text(0) ?? "", tenant: row.text(1) ?? "", request: row.text(3) ?? "",
      createdAt: row.integer(4) ?? 0, frameCount: row.integer(8).map { Int($0) },
      storedBytes: row.integer(13) ?? 0, webhookURL: row.text(14))
    // The table holds no other words.
    job.state = JobRecord.State(rawValue: row.text(2) ?? "") ?? .failed
    job.startedAt = row.integer(5)
    job.finishedAt = row.integer(6)
    job.frame = Int(row.integer(7) ?? 0)
    job.trackedFrames = Int(row.integer(15) ?? 0)
    job.facesDrawnFrames = row.integer(16).map { Int($0) }
    job.resultAttempt = row.integer(17).map { Int($0) }
    job.attempts = Int(row.integer(9) ?? 0)
    job.uncountedAttempts = Int(row.integer(18) ?? 0)
    job.purgesInputs = row.integer(19) == 1
    job.inputsPurgedAt = row.integer(20)
    job.endsAt = row.integer(21)
    job.subject = row.text(22)
    job.failure = row.text(10).map { JobRecord.Failure(code: $0, detail: row.text(11) ?? "") }
    job.notes = lines(row.text(12) ?? "[]")
    return job
  }

  /// Lines as a JSON array, so that each comes back as it was, whatever is in it.
  static func text(of lines: [String]) -> String {
    guard !lines.isEmpty, let data = try? JSONEncoder().encode(lines) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }

  private static func lines(_ text: String) -> [String] {
    guard text != "[]" else { return [] }
    return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
  }
}
