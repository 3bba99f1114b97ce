import TestSupport
import Testing

/// What memory held before is never part of a file: glibc fills it with other bytes each time.
@Suite struct UnwrittenMemoryTests {
  @Test(arguments: [
    ("h264", "mp4", "1"), ("h264", "mp4", "3"), ("hevc", "mp4", "3"), ("vp9", "webm", "3"),
    ("av1", "mp4", "3"), ("ffv1", "mkv", "3"), ("prores4444", "mov", "3"),
  ])
  func `a codec writes the same bytes whatever the memory held`(
    codec: String, container: String, threads: String
  ) throws {
    let stage = try ToolStage()
    // 13 macroblocks a row, which x264's kernels for AVX-512 do not take as a whole.
    try Program.ffmpeg.succeed([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=208x144:rate=25:duration=0.6",
      "-pix_fmt", "yuv420p", "-c:v", "ffv1", stage.folder.path("wide.mkv"),
    ])
    let files = try ["1", "85"].map { fill in
      let name = "out/\(fill).\(container)"
      let outcome = try stage.run(
        [
          "render", "--video", "wide.mkv", "--avatar", "none", "--codec", codec, "--threads",
          threads, "-o", name,
        ], environment: ["MALLOC_PERTURB_": fill])
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return try stage.folder.bytes(name)
    }
    #expect(files[0] == files[1])
  }
}
