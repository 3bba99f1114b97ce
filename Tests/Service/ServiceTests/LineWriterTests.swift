import Dispatch
import Service
import Synchronization
import Testing

/// Lines for a reader that may be slow, or gone.
@Suite struct LineWriterTests {
  /// A reader that takes a line only when it is told to.
  private final class Reader: Sendable {
    private let lines = Mutex<[String]>([])
    private let begun = DispatchSemaphore(value: 0)
    private let goes = DispatchSemaphore(value: 0)

    /// What he has taken.
    var taken: [String] { lines.withLock { $0 } }

    func take(_ line: String) {
      begun.signal()
      goes.wait()
      lines.withLock { $0.append(line) }
    }

    /// Waits until a line is offered to him, which he does not take yet.
    func waitForLine() { begun.wait() }
    /// Lets him take lines.
    func go(on count: Int) { for _ in 0..<count { goes.signal() } }
  }

  private static func warning(_ count: Int) -> String {
    "warning: \(count) lines are missing here, since these were not read as fast as they came"
  }

  private let reader = Reader()
  /// Takes eight lines of nine letters.
  private let writer: LineWriter

  init() { writer = LineWriter(mostBytes: 80) { [reader] in reader.take($0) } }

  private func line(_ number: Int) -> String { "line \(1000 + number)" }

  @Test func `all lines are written in their order`() {
    reader.go(on: 1000)
    let writer = LineWriter { [reader] in reader.take($0) }
    let lines = (0..<1000).map(line)
    for line in lines { writer.add(line) }
    #expect(writer.finish(withinSeconds: 60))
    #expect(reader.taken == lines)
    writer.add("too late")
    #expect(reader.taken == lines)
  }

  @Test func `a thread that adds a line never waits, and what has no room is told of in its place`()
  {
    writer.add(line(0))
    reader.waitForLine()
    // Eight have room, five have not.
    for number in 1...13 { writer.add(line(number)) }
    reader.go(on: 1)
    reader.waitForLine()
    // Those eight are being written: there is room again.
    writer.add(line(14))
    reader.go(on: 100)
    #expect(writer.finish(withinSeconds: 60))
    #expect(reader.taken == (0...8).map(line) + [Self.warning(5), line(14)])
  }

  @Test func `lines that were left out are told of though no other follows`() {
    writer.add(line(0))
    reader.waitForLine()
    for number in 1...10 { writer.add(line(number)) }
    // One that is longer than all room is left out too.
    writer.add(String(repeating: "x", count: 80))
    reader.go(on: 100)
    #expect(writer.finish(withinSeconds: 60))
    #expect(reader.taken == (0...8).map(line) + [Self.warning(3)])
  }

  @Test func `the end does not wait for a reader who has stopped`() {
    writer.add(line(0))
    reader.waitForLine()
    #expect(!writer.finish(withinSeconds: 0.01))
    #expect(reader.taken == [])
    reader.go(on: 1)
  }
}
