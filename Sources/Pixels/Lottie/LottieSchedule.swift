/// Which process draws which frame: the decisions of `LottiePool`, without its threads and processes.
///
/// Of an animation one frame is drawn at a time, and animations take turns, whichever render shows them. So one
/// that takes long, or ends its process, occupies one process and delays only the renders that show it. Those
/// that are known to take long never have all processes, however many they are.
package struct LottieSchedule {
  /// The most processes: each may write 512 MiB, and a frame takes one processor.
  package static let mostProcesses = 4
  /// The most processes that draw animations which are known to take long: one is left to all others.
  package static let mostSlow = mostProcesses - 1

  /// Frames that no process draws yet, in the order of their turns: one for each thread that waits, so they
  /// need no limit of their own.
  private var waiting: [LottieRequest] = []
  /// The animations of which a frame is drawn.
  private var drawing: Set<String> = []
  /// The processes that there are, and those of them that draw nothing, by their numbers.
  private var processes: Set<Int> = []
  private var idle: Set<Int> = []
  private var history = LottieHistory()

  /// Nothing waits, and there is no process.
  package init() {}

  package var processCount: Int { processes.count }

  /// Lets a frame wait for its turn.
  ///
  /// - Returns: The number of a process that has to be started for it; nil where there are enough, or as many as
  ///   there may be.
  /// - Throws: what its animation ended with, where that is remembered.
  package mutating func add(
    _ request: LottieRequest, at now: ContinuousClock.Instant
  ) throws(LottieError) -> Int? {
    if let error = history.refusal(of: request.file.digest, at: now) { throw error }
    waiting.append(request)
    guard ready(at: now).count > idle.count,
      let number = (0..<Self.mostProcesses).first(where: { !processes.contains($0) })
    else { return nil }
    processes.insert(number)
    idle.insert(number)
    return number
  }

  /// The frame that an idle process shall draw now; nil where there is none for it.
  ///
  /// Processes of low numbers come first, so that those that are not needed stay idle.
  package mutating func next(
    for process: Int, at now: ContinuousClock.Instant
  ) -> LottieRequest? {
    let ready = ready(at: now)
    guard let request = ready.first, idle.count(where: { $0 < process }) < ready.count else {
      return nil
    }
    idle.remove(process)
    drawing.insert(request.file.digest)
    // What else of this animation waits comes after all others.
    let rest = waiting.filter { $0 !== request }
    waiting =
      rest.filter { $0.file.digest != request.file.digest }
      + rest.filter { $0.file.digest == request.file.digest }
    return request
  }

  /// A process has drawn a frame, or ended over it, and is idle again.
  ///
  /// - Parameter error: why there are no pixels; nil where there are.
  /// - Returns: Frames that waited, and have the same error.
  package mutating func finish(
    _ request: LottieRequest, by process: Int, took: Duration, _ error: LottieError?,
    at now: ContinuousClock.Instant
  ) -> [LottieRequest] {
    let digest = request.file.digest
    drawing.remove(digest)
    idle.insert(process)
    history.note(digest, took: took, error, at: now)
    guard history.refusal(of: digest, at: now) != nil else { return [] }
    let refused = waiting.filter { $0.file.digest == digest }
    waiting.removeAll { $0.file.digest == digest }
    return refused
  }

  /// A process that was idle is no more.
  package mutating func end(_ process: Int) {
    idle.remove(process)
    processes.remove(process)
  }

  /// Frames that may be drawn at once, one of an animation, in the order of their turns.
  private func ready(at now: ContinuousClock.Instant) -> [LottieRequest] {
    var taken = drawing
    var slow = drawing.count { history.isSlow($0, at: now) }
    return waiting.filter { request in
      let digest = request.file.digest
      guard !taken.contains(digest) else { return false }
      if history.isSlow(digest, at: now) {
        guard slow < Self.mostSlow else { return false }
        slow += 1
      }
      taken.insert(digest)
      return true
    }
  }
}
