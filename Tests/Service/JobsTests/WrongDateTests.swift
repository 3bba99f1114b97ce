import Foundation
import Jobs
import Store
import Synchronization
import TestSupport
import Testing

/// Retention by age while clocks are set.
@Suite struct WrongDateTests {
  /// What both clocks say, in milliseconds.
  private final class Clocks: Sendable {
    private let now: Mutex<(wall: Int64, steady: Int64)>

    init(wall: Int64) { now = Mutex((wall, 5)) }

    var both: JobClocks {
      JobClocks { [self] in
        now.withLock { $0.wall }
      } steady: { [self] in
        now.withLock { $0.steady }
      }
    }

    func pass(_ milliseconds: Int64) {
      now.withLock { now in
        now.wall += milliseconds
        now.steady += milliseconds
      }
    }

    func set(by milliseconds: Int64) { now.withLock { $0.wall += milliseconds } }
  }

  private static let hour: Int64 = 3_600_000
  private static let year = 365 * 24 * hour
  private let stage: JobStage
  private let store: any ServiceStore
  private let clocks: Clocks

  /// A job that has just ended.
  init() throws {
    stage = try JobStage()
    store = try stage.store()
    clocks = Clocks(wall: 56 * Self.year)
    try stage.end("job", at: 56 * Self.year, bytes: 10, in: store)
  }

  /// Keeps jobs for ten hours, and doubts the date for one.
  private func runner(_ change: (inout JobsSettings) -> Void = { _ in }) throws -> JobRunner {
    try stage.runner(store, clocks: clocks.both) { settings in
      settings.retentionSeconds = 36_000
      change(&settings)
    }
  }

  private func isKept(after runner: JobRunner) throws -> Bool {
    try runner.sweep()
    return try store.job("job", of: JobStage.tenant) != nil
  }

  private var notes: [String] { stage.notes.withLock { $0 } }

  @Test func `a job goes when its time has passed, and not before`() throws {
    let runner = try runner()
    #expect(try isKept(after: runner))
    clocks.pass(10 * Self.hour)
    #expect(try isKept(after: runner))
    clocks.pass(1)
    #expect(try !isKept(after: runner))
    #expect(notes == [])
  }

  @Test func `a date that goes forward by itself is not believed for an hour, and a note says so`()
    throws
  {
    let runner = try runner()
    clocks.pass(2 * Self.hour)
    #expect(try isKept(after: runner))
    clocks.pass(2 * Self.hour)
    clocks.set(by: Self.year)
    #expect(try isKept(after: runner))
    clocks.pass(Self.hour - 1)
    #expect(try isKept(after: runner))
    #expect(notes.count == 1)
    #expect(notes.first?.contains("jumped forward by 31536000 s") == true, "\(notes)")
    #expect(notes.first?.contains("nothing is removed by age for 3600 s") == true, "\(notes)")
    // The date stays wrong.
    clocks.pass(1)
    #expect(try !isKept(after: runner))
  }

  @Test func `a date that is put right within the hour costs nothing`() throws {
    let runner = try runner()
    #expect(try isKept(after: runner))
    clocks.set(by: Self.year)
    #expect(try isKept(after: runner))
    clocks.pass(Self.hour / 2)
    clocks.set(by: -Self.year)
    #expect(try isKept(after: runner))
    // Of age by the right date: ten hours in all.
    clocks.pass(10 * Self.hour - Self.hour / 2)
    #expect(try isKept(after: runner))
    clocks.pass(1)
    #expect(try !isKept(after: runner))
    #expect(notes.count == 1)
  }

  @Test func `at the start the date is not believed for an hour`() throws {
    clocks.set(by: Self.year)
    let runner = try runner { $0.concurrency = 0 }
    try runner.start()
    runner.stop(withinSeconds: 20)
    #expect(try isKept(after: runner))
    clocks.pass(Self.hour - 1)
    #expect(try isKept(after: runner))
    clocks.pass(1)
    #expect(try !isKept(after: runner))
    #expect(notes == [])
  }

  @Test(arguments: [(step: Int64(60_000), isBelieved: true), (step: 60_001, isBelieved: false)])
  func `a step of more than a minute is one`(step: Int64, isBelieved: Bool) throws {
    let runner = try runner()
    #expect(try isKept(after: runner))
    clocks.pass(11 * Self.hour)
    clocks.set(by: step)
    #expect(try isKept(after: runner) == !isBelieved)
    #expect(notes.isEmpty == isBelieved)
  }

  @Test func `doubt lasts no longer than retention, and stops none by size`() throws {
    var short: JobRunner? = try runner { $0.retentionSeconds = 60 }
    clocks.set(by: Self.year)
    #expect(try isKept(after: #require(short)))
    clocks.pass(59_999)
    #expect(try isKept(after: #require(short)))
    clocks.pass(1)
    #expect(try !isKept(after: #require(short)))
    short = nil
    try stage.end("job", at: 1, bytes: 10, in: store)
    #expect(try isKept(after: runner { $0.retentionBytes = 10 }))
    #expect(try !isKept(after: runner { $0.retentionBytes = 9 }))
  }

  @Test func `a job goes when the consent to its recording ends, however long jobs are kept`()
    throws
  {
    try stage.end(
      "consented", at: 56 * Self.year, bytes: 10, in: store, endsAt: 56 * Self.year + Self.hour)
    let runner = try runner()
    #expect(try isKept(after: runner))
    clocks.pass(Self.hour - 1)
    try runner.sweep()
    #expect(try store.job("consented", of: JobStage.tenant) != nil)
    clocks.pass(1)
    #expect(try isKept(after: runner))
    #expect(try store.job("consented", of: JobStage.tenant) == nil)
  }
}
