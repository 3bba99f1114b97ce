internal import Foundation
internal import Isolation
internal import Synchronization
internal import Threads

/// The isolated process that draws, and the one thread that speaks with it.
///
/// It has no network, reaches no file but the system's libraries, and its end is a line and never this
/// process's. It lives as long as this process.
package final class LottieProcess: Sendable {
  /// A frame that somebody waits for.
  private final class Request: Sendable {
    let file: LottieFile
    let frame, width, height: Int
    let end = DispatchSemaphore(value: 0)
    let result = Mutex<Result<[UInt8], LottieError>?>(nil)

    init(_ file: LottieFile, _ frame: Int, _ width: Int, _ height: Int) {
      (self.file, self.frame, self.width, self.height) = (file, frame, width, height)
    }

    func finish(_ result: Result<[UInt8], LottieError>) {
      self.result.withLock { $0 = result }
      end.signal()
    }
  }

  private let requests = StageQueue<Request>(capacity: 64)
  private let ended = Atomic<Bool>(false)

  /// Makes one that starts with the first frame.
  ///
  /// - Parameter requiresIsolation: whether it shall not run where the kernel lacks a mechanism.
  package init(executable: String, requiresIsolation: Bool = false) {
    let requests = requests
    // The kernel ends the process with the thread that started it, which is therefore one of its own.
    let thread = Thread { [weak self] in
      let talk = LottieConversation(
        executable: executable, requiresIsolation: requiresIsolation)
      while let request = try? requests.pop() {
        let result = Result { () throws(LottieError) in
          try talk.draw(request.file, request.frame, request.width, request.height)
        }
        if case .failure(let error) = result, error.endsProcess {
          self?.ended.store(true, ordering: .releasing)
          requests.cancel()
        }
        request.finish(result)
      }
    }
    thread.name = "lottie"
    thread.start()
  }

  deinit { requests.cancel() }

  /// Whether it answers nothing any more.
  package var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// The pixels of a frame, as those of a `PremultipliedRGBA8`.
  package func draw(
    _ file: LottieFile, frame: Int, width: Int, height: Int
  ) throws(LottieError) -> [UInt8] {
    let request = Request(file, frame, width, height)
    do {
      try requests.push(request)
    } catch {
      throw .dropped
    }
    while request.end.wait(timeout: .now() + 0.1) == .timedOut {
      // One that ended over another frame drops those that wait.
      if hasEnded, request.result.withLock({ $0 == nil }) { throw .dropped }
    }
    guard let result = request.result.withLock({ $0 }) else { throw .dropped }
    return try result.get()
  }
}

extension LottieError {
  /// Whether nothing can be asked of the process any more.
  fileprivate var endsProcess: Bool {
    switch self {
    case .crashed, .silent, .cannotStart: true
    case .noLibrary, .refused, .dropped: false
    }
  }
}

/// What is said to the process, and heard of it; one thread's own.
private final class LottieConversation {
  /// The memory that it may write, in bytes: what a file at its limits takes, several times over.
  private static let memoryBytes: UInt64 = 512 << 20
  /// Seconds that a frame may take.
  private static let patience = 5.0
  /// Animations that the process keeps.
  private static let mostFiles = 16

  private let executable: String
  private let requiresIsolation: Bool
  private var talk: WorkerConversation?
  /// The numbers of the animations that it has, the one that was drawn last at the end.
  private var files: [(digest: String, number: Int64)] = []
  private var count: Int64 = 0

  init(executable: String, requiresIsolation: Bool) {
    (self.executable, self.requiresIsolation) = (executable, requiresIsolation)
  }

  func draw(
    _ file: LottieFile, _ frame: Int, _ width: Int, _ height: Int
  ) throws(LottieError) -> [UInt8] {
    let talk = try started()
    let answer: Answer
    do {
      answer = try self.answer(file, frame, width, height, talk)
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

  private func answer(
    _ file: LottieFile, _ frame: Int, _ width: Int, _ height: Int, _ talk: WorkerConversation
  ) throws(WorkerConversation.Fault) -> Answer {
    let number = try known(file, talk)
    try talk.send(
      LottieWire.bytes([
        LottieWorker.Message.draw.rawValue, number, Int64(frame), Int64(width), Int64(height),
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

  private func started() throws(LottieError) -> WorkerConversation {
    if let talk { return talk }
    var limits = IsolationLimits()
    limits.memoryBytes = Self.memoryBytes
    limits.parent = getpid()
    let command = WorkerCommand(
      executable: executable, arguments: ["tracker", LottieWorker.name, "--configuration={}"],
      folder: "/", wallSeconds: .infinity
    ).isolated(limits, requiresAll: requiresIsolation)
    do {
      let started = try WorkerConversation(command, patience: Self.patience)
      talk = started
      return started
    } catch {
      throw .cannotStart(reason: "\(error)")
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
    self.talk = nil
    files = []
    switch fault {
    case .silent(let seconds): return .silent(seconds: seconds)
    case .cancelled: return .crashed(how: "was ended")
    case .ended: break
    }
    switch talk.end().outcome {
    case .crashed(let signal): return .crashed(how: "was ended by signal \(signal)")
    case .memory: return .crashed(how: "asked for more memory than it may have")
    // The library exits with no code: the program did, before it came to draw.
    case .failed(_, let line): return .cannotStart(reason: line)
    default: return .crashed(how: "ended without an answer")
    }
  }
}
