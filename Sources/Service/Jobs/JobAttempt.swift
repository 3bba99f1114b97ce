internal import Foundation
internal import Isolation
internal import Problems
internal import Store

/// One attempt at a job: its workers, one after the other, from an empty folder to the result.
struct JobAttempt {
  /// How an attempt ends.
  enum Result {
    /// The result is in the attempt's folder, on disk.
    case done(AttemptProgress, notes: [String])
    /// It will not go better another time.
    case failed(JobRecord.Failure)
    /// The worker died, which may be chance.
    case crashed(JobRecord.Failure)
    /// Somebody asked to end it.
    case cancelled
  }

  let folder: JobFolder
  let task: WorkerTask
  let cancellation: WorkerCancellation
  let onProgress: (AttemptProgress) -> Void

  /// Makes the attempt; the calling thread does nothing else meanwhile.
  func run() -> Result {
    do throws(JobsError) {
      guard Disk.exists(folder.path("\(JobFolder.recording)/\(task.request.media)")) else {
        return .failed(JobRecord.Failure(.internal, "the recording's files are gone"))
      }
      try folder.makeAttempt(task.attempt)
      let result = render()
      guard case .done(let progress, _) = result else {
        // Where that fails, the next attempt does it: what the result means must not change.
        try? folder.removeAttempt(task.attempt)
        return result
      }
      if let failure = poster(frames: progress.frame) {
        try? folder.removeAttempt(task.attempt)
        return failure
      }
      try folder.complete(task.attempt, files: task.files)
      return result
    } catch {
      try? folder.removeAttempt(task.attempt)
      let code = error.problemCode
      return .failed(
        JobRecord.Failure(
          code, code == .diskFull ? "not enough disk space for the result" : "\(error)"))
    }
  }

  private func render() -> Result {
    var progress = AttemptProgress()
    var notes: [String] = []
    let failure = work(task.render()) { line in
      if line.hasPrefix("{"),
        let told = try? JSONDecoder().decode(WorkerProgress.self, from: Data(line.utf8))
      {
        progress.add(told)
        onProgress(progress)
      } else if line.hasPrefix("note: "), notes.count < Self.maximumNotes {
        notes.append(String(line.dropFirst("note: ".count)))
      }
    }
    return failure ?? .done(progress, notes: notes)
  }

  /// The most notes of a job that are kept.
  static let maximumNotes = 20

  private func poster(frames: Int) -> Result? {
    let first = Self.firstFrame(
      ofSidecar: "\(folder.attempt(task.attempt))/\(JobFolder.placements)")
    return work(task.poster(frame: task.request.posterFrame ?? first + frames / 2)) { _ in }
  }

  /// The number of the first frame that was rendered; a part of a clip begins later than 0.
  private static func firstFrame(ofSidecar path: String) -> Int {
    guard let handle = FileHandle(forReadingAtPath: path) else { return 0 }
    defer { try? handle.close() }
    var line = Data()
    while line.count < longestLine, let piece = try? handle.read(upToCount: 1 << 16), !piece.isEmpty
    {
      if let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
        line += piece[..<end]
        break
      }
      line += piece
    }
    return (try? JSONDecoder().decode(Numbered.self, from: line))?.frame ?? 0
  }

  /// A line of the sidecar is not longer, in bytes: a frame's layers are limited.
  private static let longestLine = 1 << 24

  /// What is read of a line of the sidecar.
  private struct Numbered: Decodable { var frame: Int }

  /// Runs one worker; nil where it did what it should.
  private func work(_ command: WorkerCommand, _ onLine: (String) -> Void) -> Result? {
    let report: WorkerReport
    do {
      report = try WorkerProcess.run(command, cancellation: cancellation, onLine: onLine)
    } catch {
      return .failed(JobRecord.Failure(.internal, "\(error)"))
    }
    if report.outcome == .cancelled { return .cancelled }
    guard let failure = report.failure(of: command) else { return nil }
    let told = JobRecord.Failure(failure.problemCode, failure.description)
    if case .crashed = report.outcome { return .crashed(told) }
    return .failed(told)
  }
}

extension JobRecord.Failure {
  /// A failure by the one table of problems.
  init(_ code: ProblemCode, _ detail: String) {
    self.init(code: code.rawValue, detail: detail)
  }
}
