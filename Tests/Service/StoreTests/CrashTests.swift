import Foundation
import SQLiteStorage
import Store
import TestSupport
import Testing

@Suite struct CrashTests {
  /// Whether processes may be traced here.
  static var canTrace: Bool {
    guard let folder = try? ScratchFolder() else { return false }
    return (try? Program(named: "strace").run(["-o", "/dev/null", "true"], in: folder))?.exitCode
      == 0
  }

  /// A kill leaves what the kernel holds; only the calls show what a power failure would leave.
  @Test(.enabled(if: canTrace, "needs strace and the right to trace"))
  func `a process that is killed has waited for the disk at each commit that must last`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program(named: "strace").run(
      [
        "-f", "-y", "-e", "trace=fsync,fdatasync", "-o", "calls", CrashProbe.program.path,
        folder.path("jobs.db"), "x", "40",
      ], in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let lines = outcome.text.split(separator: "\n")
    let (queued, done) = (
      lines.filter { $0.hasPrefix("queued") }.count, lines.filter { $0.hasPrefix("done") }.count
    )
    #expect((queued, done) == (40, 20))
    let calls = String(decoding: try folder.bytes("calls"), as: UTF8.self).split(separator: "\n")
    let syncs = calls.filter { $0.contains("sync(") && $0.contains("jobs.db-wal") }.count
    // A job that is done was claimed and ended, a commit each; reports of progress do not wait.
    #expect(syncs >= queued + 2 * done)
    #expect(syncs < queued + 3 * done)
  }

  @Test
  func
    `a process that is killed has lost no job that it accepted, and has told of each end that it reached`()
    throws
  {
    let folder = try ScratchFolder()
    let path = folder.path("jobs.db")
    var random = SplitMix64(state: 20)
    var queued: Set<String> = []
    var done: Set<String> = []
    for round in 0..<20 {
      let running = try CrashProbe.program.start([path, "r\(round)"], in: folder)
      // So far at least, however slow the machine; then at any moment.
      let last = Int.random(in: 0...8, using: &random)
      #expect(running.waitForError(containing: "queued r\(round)-\(last)\n"))
      usleep(UInt32.random(in: 0...5000, using: &random))
      running.send(SIGKILL)
      let outcome = try running.end()
      #expect(outcome.exitCode == nil, "\(outcome.text)")
      // The last line may be cut.
      for line in outcome.text.split(separator: "\n").dropLast(outcome.text.hasSuffix("\n") ? 0 : 1)
      {
        let words = line.split(separator: " ").map(String.init)
        if words[0] == "queued" { queued.insert(words[1]) }
        if words[0] == "done" { done.insert(words[1]) }
      }
    }
    try #require(queued.count > 40)
    try #require(done.count > 10)
    let store = try SQLiteStore(path: path, isService: true)
    for id in queued { #expect(try store.job(id) != nil, "\(id)") }
    for id in done { #expect(try store.job(id)?.state == .done, "\(id)") }
    // At most one job more than was printed is there for each round: the one that it was killed at.
    let counts = try store.counts()
    #expect(counts.values.reduce(0, +) <= queued.count + 20)
    // What is to be told is exactly what has ended.
    #expect(try store.deliveryCounts()[.pending] == counts[.done])
    let lost = try store.expire(at: 2)
    #expect(lost.count == counts[.rendering])
    #expect(try store.counts()[.rendering] == 0)
  }
}
