#if os(Linux)
  import ClipReading
  import ClipWriting
  import Foundation
  import TestSupport
  import Testing

  /// An encoder does not schedule itself, or the program that uses it, ahead of the machine.
  @Suite struct SchedulingTests {
    /// As root SVT-AV1 may, and does; elsewhere the system refuses it.
    @Test(arguments: EncoderSettings.Codec.allCases)
    func `threads are scheduled as before`(_ codec: EncoderSettings.Codec) throws {
      try OwnProcess.run(of: codec.rawValue) { _ in
        let before = sched_getscheduler(0)
        let work = try ScratchFolder()
        let source = try work.clip("in.mp4", size: "128x96", frames: 3)
        let reader = try ClipReader(path: source)
        var settings = EncoderSettings()
        settings.codec = codec
        let target = work.path("out.mkv")
        let writer = try ClipWriter(path: target, settings: settings, following: reader)
        try writer.write(nextFrame(of: reader))
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        #expect(threads.count > 1)
        // Of a thread that has ended meanwhile the system says -1.
        let policies = threads.compactMap { pid_t($0) }.map { sched_getscheduler($0) }
        #expect(policies.filter { $0 >= 0 && $0 != before }.isEmpty)
        try writer.finish()
      }
    }
  }
#endif
