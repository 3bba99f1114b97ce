import Foundation
import Store
import TestSupport
import Testing

@Suite struct `A process that is killed` {
  @Test func `has lost no job that it accepted, and has told of each end that it reached`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("jobs.db")
    var random = SplitMix64(state: 20)
    var queued: Set<String> = []
    var done: Set<String> = []
    for round in 0..<20 {
      let running = try CrashProbe.program.start([path, "r\(round)"], in: folder)
      #expect(running.waitForError(containing: "open"))
      usleep(UInt32.random(in: 0...40_000, using: &random))
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
    let lost = try store.recover()
    #expect(lost.count == counts[.rendering])
    #expect(try store.counts()[.rendering] == 0)
  }
}
