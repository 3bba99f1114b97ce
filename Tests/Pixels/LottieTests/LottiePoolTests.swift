import Foundation
import Imaging
import Lottie
import Synchronization
import TestSupport
import Testing

/// Processes that draw: real ones beside this process, and a program in their place that misbehaves.
@Suite(.mostlyWaiting) struct LottiePoolTests {
  private let stub: StubWorker

  init() throws { stub = try StubWorker() }

  /// Draws on a thread of its own, and gives how that ended.
  private final class Drawing: Sendable {
    private let result = Mutex<Result<[UInt8], any Error>?>(nil)
    private let end = DispatchSemaphore(value: 0)

    init(_ pool: LottiePool, _ width: Int, then: @escaping @Sendable () -> Void = {}) {
      let thread = Thread { [self] in
        let drawn = Result { try pool.draw(width) }
        result.withLock { $0 = drawn }
        then()
        end.signal()
      }
      thread.start()
    }

    func pixels() throws -> [UInt8] {
      end.wait()
      return try #require(result.withLock { $0 }).get()
    }
  }

  /// Nothing, as the stub draws it.
  private let empty = [UInt8](repeating: 0, count: 4 * 3 * 2)

  // MARK: - Others' animations

  @Test func `a frame that takes long delays no other animation's`() throws {
    let pool = stub.pool()
    let order = Mutex<[String]>([])
    let slow = (0..<3).map { _ in
      Drawing(pool, StubWorker.Width.held) { order.withLock { $0.append("slow") } }
    }
    #expect(eventually { stub.drawn == [StubWorker.Width.held] })
    for width in [10, 11, 10, 12] { #expect(try pool.draw(width) == empty) }
    order.withLock { $0.append("others") }
    // Two more frames of the slow one wait, and none of them in another process.
    #expect(stub.drawn.count { $0 == StubWorker.Width.held } == 1)
    #expect(pool.processCount == 2 && stub.processes.count == 2)
    try stub.release()
    for drawing in slow { #expect(try drawing.pixels() == empty) }
    #expect(order.withLock { $0 } == ["others", "slow", "slow", "slow"])
  }

  @Test func `an animation that ends the process is refused from then on, and others are drawn`()
    throws
  {
    let pool = stub.pool()
    let crash = LottieError.crashed(how: "was ended by signal 11")
    #expect(throws: crash) { try pool.draw(StubWorker.Width.crash) }
    for _ in 0..<3 {
      #expect(try pool.draw(10) == empty)
      #expect(throws: crash) { try pool.draw(StubWorker.Width.crash) }
    }
    #expect(stub.drawn == [StubWorker.Width.crash, 10, 10, 10])
    #expect(stub.processes.count == 2)
  }

  @Test func `an animation without an answer is waited for once, by all its renders`() throws {
    let pool = stub.pool { $0.patience = 3 }
    let drawings = (0..<4).map { _ in Drawing(pool, StubWorker.Width.silent) }
    for drawing in drawings {
      #expect(throws: LottieError.silent(seconds: 3)) { try drawing.pixels() }
    }
    #expect(throws: LottieError.silent(seconds: 3)) { try pool.draw(StubWorker.Width.silent) }
    #expect(stub.drawn == [StubWorker.Width.silent] && stub.processes.count == 1)
  }

  @Test func `what an earlier animation left in a process is not another one's fault`() throws {
    let pool = stub.pool()
    #expect(try pool.draw(StubWorker.Width.ruin) == empty)
    // It is drawn, in another process, and not refused later.
    for _ in 0..<2 { #expect(try pool.draw(10) == empty) }
    #expect(stub.drawn == [StubWorker.Width.ruin, 10, 10, 10] && stub.processes.count == 2)
    // One that ends a process of its own too is at fault: once more in a new one, and never again.
    for _ in 0..<2 {
      #expect(throws: LottieError.self) { try pool.draw(StubWorker.Width.crash) }
    }
    #expect(stub.drawn.suffix(2) == [StubWorker.Width.crash, StubWorker.Width.crash])
    #expect(stub.processes.count == 3)
  }

  @Test func `a process that was ended between two frames is no animation's fault`() throws {
    let pool = stub.pool()
    #expect(try pool.draw(10) == empty)
    let process = try #require(stub.processes.first)
    kill(process, SIGKILL)
    #expect(
      eventually {
        (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ")
          != false
      })
    #expect(try pool.draw(10) == empty)
    #expect(try pool.draw(10) == empty)
    #expect(stub.processes.count == 2)
  }

  // MARK: - Idle processes

  @Test func `a process that has nothing to draw is ended, and started again`() throws {
    let pool = stub.pool { $0.idleSeconds = 0.05 }
    #expect(pool.processCount == 0)
    for starts in [1, 2] {
      #expect(try pool.draw(10) == empty)
      #expect(eventually { pool.processCount == 0 })
      #expect(stub.processes.count == starts)
      #expect(eventually { stub.processes.allSatisfy { kill($0, 0) != 0 } })
    }
  }

  @Test func `processes end with their pool`() throws {
    var pool: LottiePool? = stub.pool()
    #expect(try pool?.draw(10) == empty)
    #expect(stub.processes.allSatisfy { kill($0, 0) == 0 })
    pool = nil
    #expect(eventually { stub.processes.allSatisfy { kill($0, 0) != 0 } })
  }

  // MARK: - The real program

  @Test func `a frame has the same bytes in any process, and whatever was drawn before`() throws {
    let file = try LottieMaker.movingRectangle.file
    let pool = LottiePool(.init(executable: Program.product.path))
    var first: [Int: StraightRGBA8] = [:]
    for frame in [3, 17, 39, 0, 17, 3] {
      let picture = try LottieDrawing.picture(of: file, frame: frame, width: 150, height: 75)
      #expect(first[frame] == nil || first[frame] == picture)
      first[frame] = picture
      let bytes = try pool.draw(file, frame: frame, width: 150, height: 75)
      #expect(
        PremultipliedRGBA8(width: 150, height: 75, bytes: bytes).map(StraightRGBA8.init)
          == picture)
    }
    #expect(Set(first.values.map(\.bytes)).count == 4)
  }

  @Test func `of many animations at once each is drawn as itself`() throws {
    let pool = LottiePool(.init(executable: Program.product.path))
    let files = try (0..<20).map { index in
      var maker = LottieMaker()
      maker.layers = [
        LottieMaker.rectangle(
          "[10, 10]", at: LottieMaker.still("[\(5 + 8 * index), 50]"), colour: "[1, 1, 1, 1]")
      ]
      return try maker.file
    }
    let order = [0, 19, 5, 0, 12, 19] + Array(0..<20)
    let isRight = Mutex<[Bool]>([])
    DispatchQueue.concurrentPerform(iterations: order.count) { number in
      let index = order[number]
      let bytes = try? pool.draw(files[index], frame: 0, width: 200, height: 100)
      let row = bytes.map { bytes in (0..<200).filter { bytes[4 * (50 * 200 + $0)] == 255 } }
      isRight.withLock { $0.append(row == Array(8 * index..<8 * index + 10)) }
    }
    #expect(isRight.withLock { $0 } == Array(repeating: true, count: order.count))
    #expect((1...LottieSchedule.mostProcesses).contains(pool.processCount))
  }

  /// Told by what its program is started with, and by how a refusal of that ends.
  @Test(arguments: [false, true])
  func `a process that cannot be isolated as is required draws nothing`(isRequired: Bool) throws {
    let folder = try ScratchFolder()
    let words = folder.path("words")
    let program = try folder.write(
      "#!/bin/sh\necho \"$@\" > \(words)\necho the isolation is not complete >&2\nexit 69\n",
      to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    var settings = LottiePool.Settings(executable: program)
    settings.requiresIsolation = isRequired
    let pool = LottiePool(settings)
    // That is no fault of the animation, which is not refused by memory: it is told each time.
    for _ in 0..<2 {
      #expect(throws: LottieError.cannotStart(reason: "the isolation is not complete")) {
        try pool.draw(10)
      }
      let told = try String(contentsOfFile: words, encoding: .utf8)
      #expect(told.hasPrefix("isolated "))
      #expect(told.contains("--require-all") == isRequired)
      try FileManager.default.removeItem(atPath: words)
    }
  }
}
