import Dispatch
import Testing

/// Tests that wait for a time limit or another program for most of their time.
///
/// Tests run on as many threads as there are cores, and one that waits keeps a core idle. These
/// share one more thread, one after another.
public struct MostlyWaiting: SuiteTrait, TestTrait, TestScoping {
  /// A suite's suites wait too.
  public let isRecursive = true

  /// Runs a case of a test on the one more thread.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(OneMoreThread.shared) { try await function() }
  }

  private final class OneMoreThread: TaskExecutor {
    static let shared = OneMoreThread()
    private let queue = DispatchQueue(label: "tests that wait")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == MostlyWaiting {
  /// The tests wait for most of their time.
  public static var mostlyWaiting: Self { Self() }
}
