internal import Foundation
internal import Isolation

/// What is said to a process that draws, and heard of it: one thread's own.
final class LottieConversation {
  /// The memory that it may write, in bytes: what a file at its limits takes, several times over.
  private static let memoryBytes: UInt64 = 512 << 20
  /// Animations that the process keeps.
  private static let mostFiles = 16

  private let settings: LottiePool.Settings
  private var talk: WorkerConversation?
  /// The numbers of the animations that it has, the one that was drawn last at the end.
  private var files: [(digest: String, number: Int64)] = []
  /// How many animations it was given.
  private var count: Int64 = 0

  /// Makes one whose process starts with the first frame.
  init(_ settings: LottiePool.Settings) { self.settings = settings }

  /// Draws a frame, in another process where the last one has ended.
  ///
  /// One that ends over a frame, or falls silent, may do so for what an earlier animation left in its memory. So
  /// the frame counts against its own animation only in a process that has seen no other; it is asked for again.
  func draw(_ request: LottieRequest) throws(LottieError) -> [UInt8] {
    do throws(LottieError) {
      return try answer(request, try started())
    } catch {
      guard error.endsProcess else { throw error }
      let hasSeenOthers = count > 1
      forget()
      guard hasSeenOthers else { throw error }
    }
    return try draw(request)
  }

  private func forget() { (talk, files, count) = (nil, [], 0) }

  private func started() throws(LottieError) -> WorkerConversation {
    // A process that ended between two frames was not ended by the animation.
    if let talk, !talk.hasEnded { return talk }
    forget()
    var limits = IsolationLimits()
    limits.memoryBytes = Self.memoryBytes
    limits.parent = getpid()
    let command = WorkerCommand(
      executable: settings.executable,
      arguments: ["tracker", LottieWorker.name, "--configuration={}"], folder: "/",
      wallSeconds: .infinity
    ).isolated(limits, requiresAll: settings.requiresIsolation)
    do {
      let started = try WorkerConversation(command, patience: settings.patience)
      talk = started
      return started
    } catch {
      throw .cannotStart(reason: "\(error)")
    }
  }

  private func answer(
    _ request: LottieRequest, _ talk: WorkerConversation
  ) throws(LottieError) -> [UInt8] {
    let answer: Answer
    do {
      answer = try ask(request, talk)
    } catch {
      throw failure(error, talk)
    }
    switch answer {
    case .pixels(let pixels): return pixels
    case .failed(let error): throw error
    }
  }

  private enum Answer {
    case pixels([UInt8])
    case failed(LottieError)
  }

  private func ask(
    _ request: LottieRequest, _ talk: WorkerConversation
  ) throws(WorkerConversation.Fault) -> Answer {
    let (width, height) = (request.width, request.height)
    let number = try known(request.file, talk)
    try talk.send(
      LottieWire.bytes([
        LottieWorker.Message.draw.rawValue, number, Int64(request.frame), Int64(width),
        Int64(height),
      ]))
    switch LottieWorker.Answer(rawValue: try self.number(talk)) {
    case .pixels: return .pixels(try talk.receive(4 * width * height))
    case .refused: return .failed(.refused)
    case .noLibrary:
      let length = min(max(try self.number(talk), 0), 4096)
      let reason = try talk.receive(Int(length))
      return .failed(.noLibrary(reason: String(decoding: reason, as: UTF8.self)))
    case nil: return .failed(.crashed(how: "gave an answer that is none"))
    }
  }

  private func number(_ talk: WorkerConversation) throws(WorkerConversation.Fault) -> Int64 {
    LottieWire.numbers(try talk.receive(8)).first ?? 0
  }

  /// The number of an animation, which the process is given where it has it not.
  private func known(
    _ file: LottieFile, _ talk: WorkerConversation
  ) throws(WorkerConversation.Fault) -> Int64 {
    if let place = files.firstIndex(where: { $0.digest == file.digest }) {
      let entry = files.remove(at: place)
      files.append(entry)
      return entry.number
    }
    if files.count >= Self.mostFiles {
      let oldest = files.removeFirst()
      try talk.send(
        LottieWire.bytes([LottieWorker.Message.close.rawValue, oldest.number, 0]))
    }
    count += 1
    try talk.send(
      LottieWire.bytes([
        LottieWorker.Message.open.rawValue, count, Int64(file.text.count),
      ]))
    try talk.send(file.text)
    files.append((file.digest, count))
    return count
  }

  private func failure(
    _ fault: WorkerConversation.Fault, _ talk: WorkerConversation
  ) -> LottieError {
    switch fault {
    case .silent(let seconds): return .silent(seconds: seconds)
    case .cancelled: return .crashed(how: "was ended")
    case .ended: break
    }
    switch talk.end().outcome {
    case .crashed(let signal): return .crashed(how: "was ended by signal \(signal)")
    case .memory: return .outOfMemory
    // The library exits with no code: the program did, before it came to draw.
    case .failed(_, let line): return .cannotStart(reason: line)
    default: return .crashed(how: "ended without an answer")
    }
  }
}
