import ClipReading
import ClipWriting
import Foundation
import Frames
import Geometry
import Problems
import TestSupport
import Testing

/// An output is complete under its name or not there at all.
@Suite struct OutputTests {
  let work: ScratchFolder
  let source: String

  init() throws {
    work = try ScratchFolder()
    source = try work.clip(
      "in.mp4", frames: 30, filter: "noise=alls=60:allf=t",
      ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
  }

  func files() throws -> [String] {
    try work.names()
  }

  @Test func `settings that cannot be met fail before any work`() throws {
    func error(_ name: String, _ change: (inout EncoderSettings) -> Void = { _ in }) -> VideoError?
    {
      var settings = EncoderSettings()
      change(&settings)
      return videoError { try copyClip(source, to: work.path(name), settings: settings) }
    }
    #expect(error("out.txt")?.problemCode == .unfitOutput)
    #expect(error("mp4")?.problemCode == .unfitOutput)
    #expect(error("out.mp4") { $0.codec = .ffv1 }?.problemCode == .unfitOutput)
    #expect(error("out.webm")?.problemCode == .unfitOutput)
    #expect(error("out.mp4") { $0.codec = .prores4444 }?.description.contains(".mov") == true)
    #expect(error("out.mp4") { $0.preset = "warp" }?.problemCode == .unfitOutput)
    #expect(error("out.mp4") { $0.crf = 60 }?.problemCode == .unfitOutput)
    #expect(error("out.mp4") { $0.crf = -1 }?.problemCode == .unfitOutput)
    #expect(error("out.mp4") { $0.threads = 1000 }?.problemCode == .unfitOutput)
    #expect(
      error("none/out.mp4") == .outputFolderMissing(path: work.path("none/out.mp4")))
    #expect(try files() == ["in.mp4"])
  }

  /// FFmpeg's FFV1 finds no slices for them.
  @Test(arguments: ["1:64", "2:9", "3:1001", "15:400", "16:400", "64:3", "16:3"])
  func `narrow and flat pictures are encoded without loss`(size: String) throws {
    let narrow = work.path("narrow.mkv")
    try Tools.ffmpeg(
      ["-i", source, "-vf", "scale=\(size),setsar=1", "-frames:v", "3", "-pix_fmt", "yuv420p"]
        + ["-c:v", "rawvideo", narrow])
    var settings = EncoderSettings()
    (settings.codec, settings.pixelFormat) = (.ffv1, .clip)
    let target = work.path("out.mkv")
    #expect(try copyClip(narrow, to: target, settings: settings) == [])
    let sums = try [narrow, target].map { path in
      try Program.ffmpeg.succeed(["-nostdin", "-v", "error", "-i", path, "-f", "md5", "-"])
    }
    #expect(sums[0] == sums[1])
  }

  @Test(arguments: [EncoderSettings.Codec.h264, .hevc, .av1])
  func `sizes that an encoder does not take are refused, with the nearest one that it takes`(
    codec: EncoderSettings.Codec
  ) throws {
    var settings = EncoderSettings()
    settings.codec = codec
    for (width, height) in [(1, 1), (3, 3), (33, 63), (97, 65)] {
      func error(_ width: Int, _ height: Int) throws -> VideoError? {
        let size = try #require(PixelSize<OutputSpace>(width: width, height: height))
        return videoError {
          _ = try ClipWriter(
            path: work.path("out.mkv"), settings: settings,
            video: VideoParameters(
              size: size, timeBase: .one, averageFrameRate: nil, colourTags: ColourTags()))
        }
      }
      guard let refused = try error(width, height) else { continue }
      #expect(refused.problemCode == .unfitOutput, "\(refused)")
      let advice = try #require(refused.description.firstMatch(of: /--size (\d+)x(\d+)/))
      let better = try #require(Int(advice.1).flatMap { w in Int(advice.2).map { (w, $0) } })
      #expect(try error(better.0, better.1) == nil, "\(refused)")
    }
  }

  @Test func `an existing output is left alone unless it may be replaced`() throws {
    let target = work.path("out.mp4")
    try Data("mine".utf8).write(to: URL(filePath: target))
    #expect(videoError { try copyClip(source, to: target) } == .outputExists(path: target))
    #expect(try Data(contentsOf: URL(filePath: target)) == Data("mine".utf8))
    var settings = EncoderSettings()
    settings.overwrites = true
    try copyClip(source, to: target, settings: settings)
    #expect(try Tools.probe(target, "stream=codec_name") == ["h264"])
    #expect(try files() == ["in.mp4", "out.mp4"])
  }

  @Test func `an output that appears meanwhile is left alone too`() throws {
    let target = work.path("out.mp4")
    let reader = try ClipReader(path: source)
    let writer = try ClipWriter(path: target, settings: EncoderSettings(), following: reader)
    while let frame = try reader.nextFrame() { try writer.write(frame) }
    try Data("mine".utf8).write(to: URL(filePath: target))
    #expect(videoError { try writer.finish() } == .outputExists(path: target))
    #expect(try Data(contentsOf: URL(filePath: target)) == Data("mine".utf8))
  }

  @Test func `nothing is left of an output that was given up`() throws {
    do {
      let reader = try ClipReader(path: source)
      let writer = try ClipWriter(
        path: work.path("out.mp4"), settings: EncoderSettings(), following: reader)
      try writer.write(nextFrame(of: reader))
      let names = try files()
      #expect(names.count == 2)
      #expect(names.allSatisfy { $0 == "in.mp4" || $0.hasPrefix(".out.mp4.") })
    }
    #expect(try files() == ["in.mp4"])
  }

  @Test func `a file that grows too long is one clear error and leaves nothing`() throws {
    // The limit holds for a whole process, hence one of its own.
    try OwnProcess.run { _ in
      let work = try ScratchFolder()
      let source = try work.clip(
        "in.mp4", size: "320x240", frames: 40, filter: "noise=alls=60:allf=t",
        ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      for kind in ["mp4", "mkv"] {
        let target = work.path("out.\(kind)")
        var settings = EncoderSettings()
        settings.crf = 0
        let error = videoError { try copyClip(source, to: target, settings: settings) }
        #expect(error == .outputTooLarge(path: target))
      }
      let left = try work.names()
      #expect(left == ["in.mp4"])
    }
  }

  @Test(.enabled(if: getuid() == 0, "needs root, to mount a small disk"))
  func `a small disk runs full`() throws {
    let disk = try work.folder("disk")
    let mounted = try Program(named: "mount").run(["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run([disk]) }
    let target = disk + "/out.mp4"
    var settings = EncoderSettings()
    settings.crf = 0
    let error = videoError { try copyClip(source, to: target, settings: settings) }
    #expect(error == .noSpace(path: target))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
  }
}
