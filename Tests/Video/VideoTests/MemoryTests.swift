#if os(Linux)
  import ClipWriting
  import Foundation
  import TestSupport
  import Testing

  /// Memory does not grow with the length of a clip, on any way a frame can take.
  @Suite struct MemoryTests {
    /// Resident memory of this process, in megabytes.
    static func resident() throws -> Double {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Double($0) })
      return pages * Double(getpagesize()) / 1_000_000
    }

    @Test func `reading and writing keeps nothing`() throws {
      // In a process of its own: other tests use memory meanwhile.
      try OwnProcess.run { _ in
        let work = try ScratchFolder()
        let ways: [(format: String, codec: EncoderSettings.Codec, kind: String, turned: Bool)] = [
          ("yuv420p", .h264, "mp4", true), ("yuv444p", .ffv1, "mkv", false),
          ("yuv420p", .h264, "mp4", false), ("yuv420p", .prores4444, "mov", false),
        ]
        for way in Thorough.cases(ways, sample: 2) {
          let source = try work.clip(
            "in.mp4", size: "640x480", frames: 60,
            ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", way.format])
          if way.turned { try SyntheticClip.setMatrix([0, 1, -1, 0], in: source) }
          var settings = EncoderSettings()
          settings.codec = way.codec
          settings.preset = "ultrafast"
          settings.threads = 1
          settings.overwrites = true
          let target = work.path("out.\(way.kind)")
          try copyClip(source, to: target, settings: settings)
          let before = try MemoryTests.resident()
          try copyClip(source, to: target, settings: settings)
          let growth = try MemoryTests.resident() - before
          // Sixty frames that were kept would be 28 MB.
          #expect(growth < 12, "\(way): \(growth) MB")
        }
      }
    }

    @Test func `converting sound keeps nothing`() throws {
      try OwnProcess.run { _ in
        let work = try ScratchFolder()
        func make(_ name: String, seconds: Int) throws -> String {
          let path = work.path(name)
          try Tools.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=1", "-f", "lavfi", "-i",
            "sine=sample_rate=48000", "-t", "\(seconds)", "-ac", "2", "-c:v", "libx264",
            "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", path,
          ])
          return path
        }
        var settings = EncoderSettings()
        settings.threads = 1
        settings.overwrites = true
        let target = work.path("out.mp4")
        let (short, long) = (
          try make("short.mkv", seconds: 20), try make("long.mkv", seconds: 80)
        )
        try copyClip(short, to: target, settings: settings)
        let before = try MemoryTests.resident()
        try copyClip(long, to: target, settings: settings)
        let growth = try MemoryTests.resident() - before
        // Eighty seconds of samples that were kept would be 30 MB.
        #expect(growth < 12, "\(growth) MB")
      }
    }
  }
#endif
