internal import Files
internal import Foundation
internal import Isolation
internal import Problems
internal import Recordings
internal import Rendering
internal import Requests
internal import Store

/// One attempt at a job: its workers, one after the other, from an empty folder to the result.
struct JobAttempt {
  enum Result {
    /// The result is kept.
    case done(AttemptProgress, notes: [String])
    /// It will not go better another time.
    case failed(JobRecord.Failure)
    /// The worker died, which may be chance.
    case crashed(JobRecord.Failure)
    /// The disk is full: it goes well when there is room.
    case noRoom
    /// The client or the operator asked to end it.
    case cancelled
  }

  let request: JobRequest
  let tenant: String
  /// What is kept for each tenant.
  let quota: StorageQuota
  let settings: JobsSettings
  let folder: JobFolder
  let scratch: AttemptFolder
  let cancellation: Cancellation
  /// Told that what is kept cannot be reached or is refused, and is waited for.
  let onWait: (JobsError) -> Void
  /// Told of what the job fails for that is none of its tenant's.
  let onFault: (JobsError) -> Void
  let onProgress: (AttemptProgress) -> Void

  /// Makes the attempt; the calling thread does nothing else meanwhile.
  func run() -> Result {
    defer { scratch.remove() }
    do throws(RenderingError) {
      try request.provenance.checkConsent(to: request.media)
    } catch {
      return .failed(JobRecord.Failure(error.problemCode, "\(error)"))
    }
    do throws(JobsError) {
      try scratch.make()
      let recording = try untilAnswered { () throws(JobsError) in
        try folder.removeLeft(before: scratch.number)
        return try folder.recording(for: scratch)
      }
      guard let recording, Disk.exists("\(recording)/\(request.media)") else {
        return .failed(JobRecord.Failure(.internal, "the recording's files are gone"))
      }
      // No file of it may have more than all of them together.
      let room = quota.room(of: tenant)
      guard room > 0 else { return .failed(pastQuota(needing: 1)) }
      var limited = settings
      limited.limits.fileBytes = min(settings.limits.fileBytes, UInt64(room))
      let task = WorkerTask(
        request: request, settings: limited, recording: recording, output: scratch.output)
      let result = render(task)
      guard case .done(let progress, _) = result else { return byQuota(result, room) }
      if let failure = poster(task, progress) { return byQuota(failure, room) }
      if request.reel == nil {
        try Disk.writing { () throws(FileFault) in
          try Sidecar.state(
            request.provenance, inFile: "\(scratch.output)/\(JobFolder.placements)",
            longestLine: Self.longestLine)
        }
      }
      try untilAnswered { () throws(JobsError) in
        // What a try left that did not come to its end.
        try folder.removeAttempt(scratch.number)
        try folder.keep(task.files, of: scratch, for: tenant)
      }
      return result
    } catch {
      if cancellation.isRequested { return .cancelled }
      try? folder.removeAttempt(scratch.number)
      if error.problemCode == .diskFull { return .noRoom }
      if case .quota(let fault) = error {
        return .failed(JobRecord.Failure(.storageQuota, "\(fault)"))
      }
      onFault(error)
      // A tenant is not told where the service's files are, nor what a server of others said.
      return .failed(JobRecord.Failure(error.problemCode, "the job's files cannot be used"))
    }
  }

  /// The failure of a job whose output has no room under its tenant's quota.
  private func pastQuota(needing bytes: Int64) -> JobRecord.Failure {
    let fault = StorageQuotaFault(
      used: quota.used(by: tenant), needed: bytes, limit: quota.limit)
    return JobRecord.Failure(.storageQuota, "\(fault)")
  }

  /// A failure as what it is where a file was longer than the tenant's quota has room, which is less than jobs may
  /// have.
  private func byQuota(_ result: Result, _ room: Int64) -> Result {
    guard UInt64(room) < settings.limits.fileBytes, case .failed(let failure) = result,
      failure.code == ProblemCode.outputTooLarge.rawValue
    else { return result }
    return .failed(pastQuota(needing: room + 1))
  }

  /// How long what is kept is waited for before it is asked again, in seconds.
  private static let pause = 1.0

  /// Does something to what is kept, however long that cannot be reached or is refused; throws where the attempt
  /// is to end.
  ///
  /// An attempt that failed for it would be followed by the next job's, and the whole queue would fail in seconds.
  private func untilAnswered<Found>(
    _ body: () throws(JobsError) -> Found
  ) throws(JobsError) -> Found {
    while true {
      do throws(JobsError) {
        return try body()
      } catch {
        guard folder.mayRecover(from: error), !cancellation.isRequested else { throw error }
        onWait(error)
        Thread.sleep(forTimeInterval: Self.pause)
      }
    }
  }

  private func render(_ task: WorkerTask) -> Result {
    var progress = AttemptProgress()
    var (notes, shown) = ([String](), [String]())
    let failure = work(task.render()) { line in
      if line.hasPrefix("{"),
        let told = try? JSONDecoder().decode(WorkerProgress.self, from: Data(line.utf8))
      {
        progress.add(told)
        onProgress(progress)
      } else if line.hasPrefix("note: "), notes.count < Self.maximumNotes {
        notes.append(named(String(line.dropFirst("note: ".count))))
      } else if line.hasPrefix("shows: ") {
        shown = [named(line)]
      }
    }
    return failure ?? .done(progress, notes: notes + shown)
  }

  /// The most notes of a job that are kept, beside what the clip shows in words.
  static let maximumNotes = 20

  private func poster(_ task: WorkerTask, _ progress: AttemptProgress) -> Result? {
    if let frame = request.posterFrame { return work(task.poster(frame: frame)) { _ in } }
    let first = Self.first(ofSidecar: "\(scratch.output)/\(JobFolder.placements)")
    // A faster output leaves out frames of the clip, and counts others.
    let speed = request.render.output.speed.flatMap { $0 > 1 ? $0 : nil }
    let middle = speed.map {
      max(0, (first?.timestampMs ?? 0) + progress.outTimeMs * $0 / 2) / 1000
    }
    return work(task.poster(frame: (first?.frame ?? 0) + progress.frame / 2, at: middle)) { _ in }
  }

  /// What a worker says, without the place of the files that it writes.
  private func named(_ text: String) -> String { text.replacing(scratch.output + "/", with: "") }

  /// The first frame that was rendered; a part of a clip begins later than 0.
  private static func first(ofSidecar path: String) -> Numbered? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
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
    return try? JSONDecoder().decode(Numbered.self, from: line)
  }

  /// A line of the sidecar is not longer, in bytes: a frame's layers are limited.
  private static let longestLine = 1 << 24

  /// What is read of a line of the sidecar.
  private struct Numbered: Decodable {
    var frame: Int
    var timestampMs: Double
  }

  /// Runs one worker; nil where it did what it should.
  private func work(_ command: WorkerCommand, _ onLine: (String) -> Void) -> Result? {
    let report: WorkerReport
    do {
      report = try WorkerProcess.run(command, cancellation: cancellation, onLine: onLine)
    } catch {
      return .failed(JobRecord.Failure(.internal, SystemReason.line(of: error)))
    }
    if report.outcome == .cancelled { return .cancelled }
    guard let failure = report.failure(of: command) else { return nil }
    if failure.problemCode == .diskFull { return .noRoom }
    let told = JobRecord.Failure(failure.problemCode, named(failure.description))
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
