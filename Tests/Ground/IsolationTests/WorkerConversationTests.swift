import Foundation
import Isolation
import TestSupport
import Testing

/// Programs that answer while they are fed: `cat`, and the shell.
@Suite struct WorkerConversationTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func start(
    _ script: String, patience: Double = 20,
    cancellation: Cancellation = Cancellation()
  ) throws -> WorkerConversation {
    try WorkerConversation(
      WorkerCommand(
        executable: "/bin/sh", arguments: ["-c", script], folder: folder.url.path, wallSeconds: 20),
      patience: patience, cancellation: cancellation)
  }

  @Test func `what is sent comes back, more than the pipes hold`() throws {
    let cat = try start("exec cat")
    let bytes = (0..<5 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try cat.send(bytes)
    #expect(try cat.receive(bytes.count) == bytes)
    try cat.send([1, 2, 3])
    #expect(try cat.receive(2) == [1, 2])
    #expect(try cat.receive(1) == [3])
    #expect(cat.end().outcome == .finished)
  }

  @Test func `one that ends is an end and no death, and says why`() throws {
    let early = try start("echo why >&2; exit 65")
    #expect(throws: WorkerConversation.Fault.ended) { try early.receive(1) }
    #expect(early.end().outcome == .failed(exitCode: 65, line: "why"))
    let deaf = try start("exec <&-; echo x; sleep 0.2; exit 3")
    #expect(throws: WorkerConversation.Fault.ended) {
      try deaf.send([UInt8](repeating: 0, count: 8 << 20))
    }
    let killed = try start("kill -SEGV $$")
    #expect(throws: WorkerConversation.Fault.ended) { try killed.receive(1) }
    #expect(killed.end().outcome == .crashed(signal: SIGSEGV))
  }

  @Test func `one that says nothing is not waited for beyond patience`() throws {
    let silent = try start("exec sleep 20", patience: 0.1)
    #expect(throws: WorkerConversation.Fault.silent(seconds: 0.1)) { try silent.receive(1) }
    #expect(silent.end().outcome == .timedOut)
  }

  @Test func `one that says something now and then is not waited for beyond its time either`()
    throws
  {
    let drip = try start("while echo x; do sleep 0.05; done")
    drip.begin(cancellation: Cancellation(), seconds: 0.4)
    #expect(throws: WorkerConversation.Fault.silent(seconds: 0.4)) { try drip.receive(1 << 20) }
    // The next has a time of its own.
    drip.begin(cancellation: Cancellation(), seconds: 20)
    #expect(try drip.receive(4) == Array("x\nx\n".utf8))
    let unwanted = Cancellation()
    drip.begin(cancellation: unwanted)
    unwanted.request()
    #expect(throws: WorkerConversation.Fault.cancelled) { try drip.receive(1 << 20) }
  }

  @Test func `a cancelled one is left`() throws {
    let cancellation = Cancellation()
    let unwanted = try start("exec sleep 20", cancellation: cancellation)
    cancellation.request()
    #expect(throws: WorkerConversation.Fault.cancelled) { try unwanted.receive(1) }
  }

  @Test func `a flood is held back, not kept`() throws {
    let flood = try start("exec cat /dev/zero")
    #expect(try flood.receive(100).allSatisfy { $0 == 0 })
    usleep(200_000)
    // Each wait takes a few pieces more, up to the limit; the rest stays with the writer.
    for _ in 0..<100 { _ = try flood.receive(WorkerConversation.maximumWaitingBytes / 100) }
  }
}
