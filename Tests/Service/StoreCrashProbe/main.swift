import Foundation
import SQLiteStorage
import Store

// Opens the store that it is told, and submits, claims and ends jobs until it is killed, or as many as
// it is told. Each line of its output was true on disk before it was written: `queued ID`, `done ID`.

func say(_ line: String) {
  // To both: the test that waits for a line reads the one, the test that counts them afterwards the other.
  try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
}

let words = CommandLine.arguments
do {
  let store = try SQLiteStore(path: words[1], isService: true, busyMilliseconds: 100)
  say("open")
  let limits = QueueLimits(all: .max, perTenant: .max)
  for number in 0..<(words.count > 3 ? Int(words[3]) ?? 0 : 100_000) {
    let id = "\(words[2])-\(number)"
    let job = JobRecord(
      id: id, tenant: "t\(number % 3)", request: String(repeating: "x", count: number % 5000),
      createdAt: 1, webhookURL: "https://example.org/")
    _ = try store.submit(job, key: IdempotencyKey(value: id, fingerprint: id), limits: limits)
    say("queued \(id)")
    guard number % 2 == 1, let claimed = try store.claim(by: "w", at: 2, leasedUntil: .max) else {
      continue
    }
    _ = try store.report(
      claimed.hold, trackedFrames: 0, frame: 1, frameCount: 2)
    if try store.finish(claimed.hold, JobEnding(state: .done, time: 3)) {
      say("done \(claimed.id)")
    }
  }
} catch {
  say("error \(error)")
  exit(1)
}
