import ClipReading
import Foundation
import Geometry
import Imaging
import Placement
import Recordings
import Rendering
import TestSupport
import Testing

/// What goes through a render untouched, as FFmpeg's own tools tell it.
@Suite struct SoundAndTimesTests {
  /// Pictures at uneven times, with sound, tags of colour, and personal metadata.
  static let clip: SyntheticClip = {
    var clip = SyntheticClip(frames: 10)
    clip.hasSound = true
    // Steps of 40, 80 and 120 ms in turn.
    clip.filter = "setpts='(N*2-mod(N\\,3)*0.5)*40/1000/TB'"
    clip.options = [
      "-vsync", "vfr", "-video_track_timescale", "90000",
      "-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc",
      "bt709", "-movflags", "use_metadata_tags",
      "-metadata", "location=+48.1+011.5/", "-metadata", "com.apple.quicktime.make=Maker",
      "-metadata", "title=Holiday", "-metadata", "creation_time=2024-05-06T07:08:09Z",
    ]
    return clip
  }()

  let stage: Stage

  init() throws { stage = try Stage(Self.clip, as: "in.mov") }

  private func render(
    _ name: String, _ avatar: String = "crown", change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> String {
    var settings = try stage.settings(avatar, to: name)
    change(&settings)
    _ = try RenderJob(settings).run()
    return stage.folder.path(name)
  }

  private func probe(_ path: String, _ entries: String, stream: String = "v:0") throws -> [String] {
    let output = try Program.ffprobe.succeed(
      ["-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", path],
      in: stage.folder)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: ","))
    }
  }

  @Test(arguments: ["out.mp4", "out.mov", "out.mkv"])
  func `what is not drawn on keeps uneven times`(name: String) throws {
    let times = try probe(stage.clip, "frame=pts_time").compactMap { Double($0) }
    let steps = Set(zip(times.dropFirst(), times).map { Int((($0 - $1) * 1000).rounded()) })
    try #require(times.count == 10 && steps.count > 1, "the clip is not uneven: \(times)")
    let rendered = try probe(render(name), "frame=pts_time").compactMap { Double($0) }
    // Matroska counts milliseconds; MP4 keeps the clip's own time base.
    let tolerance = name.hasSuffix("mkv") ? 0.0006 : 1e-9
    try #require(rendered.count == times.count)
    for (a, b) in zip(rendered, times) { #expect(abs(a - b) < tolerance) }
  }

  @Test func `what is not drawn on keeps sound, packet by packet`() throws {
    let packets = { (path: String) in
      try Program.ffmpeg.succeed(
        ["-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "framemd5", "-"],
        in: stage.folder)
    }
    let source = try packets(stage.clip)
    #expect(source.split(separator: UInt8(ascii: "\n")).count > 15)
    #expect(try packets(render("out.mov")) == source)
  }

  @Test func `what is not drawn on keeps what the colours mean`() throws {
    let entries = "stream=color_range,color_space,color_primaries,color_transfer,pix_fmt"
    let source = try probe(stage.clip, entries)
    #expect(source == ["yuv420p,tv,bt709,bt709,bt709"])
    for name in ["out.mp4", "out.mkv"] { #expect(try probe(render(name), entries) == source) }
  }

  @Test func `what is not drawn on is personal and dropped, unless it is to be kept`() throws {
    let words = ["+48.1000+011.5000/", "Maker", "2024-05-06", "Holiday"]
    let metadata = { (path: String) in
      String(
        decoding: try Program.ffprobe.succeed(
          ["-v", "error", "-show_format", "-show_streams", path], in: stage.folder),
        as: UTF8.self)
    }
    let source = try metadata(stage.clip)
    let dropped = try metadata(render("dropped.mov"))
    let kept = try metadata(render("kept.mov") { $0.output.keepsMetadata = true })
    for word in words {
      #expect(source.contains(word), "\(word)")
      #expect(!dropped.contains(word), "\(word)")
      #expect(kept.contains(word), "\(word)")
    }
    // Not in a corner that the tool does not print, either.
    let bytes = Data(try stage.folder.bytes("dropped.mov"))
    #expect(words.allSatisfy { bytes.firstRange(of: Data($0.utf8)) == nil })
  }

  /// Limited range, and full range as phones and cameras with MJPEG give it.
  @Test(arguments: ["yuv420p", "yuvj420p"])
  func `what is not drawn on keeps its decoded samples, bit for bit`(format: String) throws {
    var clip = SyntheticClip(frames: 5)
    clip.format = format
    let stage = try Stage(clip)
    let (width, height) = (clip.width, clip.height)
    let source = try SyntheticClip.rawFrames(of: stage.clip, in: stage.folder)
    #expect(source.count == clip.frames * width * height * 3 / 2)
    #expect(try stage.planes("none") == source)

    // A layer in a corner of the picture: what is away from it is as it was.
    let avatar = try SyntheticAvatar().adding("\"scale\": 1", SyntheticAvatar.solid(30, 20))
      .write("patch", in: stage.folder)
    let records = try stage.sidecar(avatar)
    let rendered = try stage.planes(avatar)
    try #require(rendered.count == source.count)
    let (luma, frame) = (width * height, width * height * 3 / 2)
    var (touched, changed) = (0, 0)
    for (number, record) in records.enumerated() {
      let corners = try #require(record.placements.first).corners.corners
      let xs = corners.map(\.x), ys = corners.map(\.y)
      // A chroma sample answers for two pixels, and an edge for half a pixel beyond it.
      let (left, right) = ((xs.min() ?? 0) - 3, (xs.max() ?? 0) + 3)
      let (top, bottom) = ((ys.min() ?? 0) - 3, (ys.max() ?? 0) + 3)
      for offset in 0..<frame {
        let isLuma = offset < luma
        let plane = isLuma ? offset : (offset - luma) % (luma / 4)
        let side = isLuma ? 1 : 2
        let x = Double(plane % (width / side) * side)
        let y = Double(plane / (width / side) * side)
        let isSame = rendered[number * frame + offset] == source[number * frame + offset]
        if x < left || x > right || y < top || y > bottom {
          changed += isSame ? 0 : 1
        } else {
          touched += isSame ? 0 : 1
        }
      }
    }
    #expect(changed == 0)
    #expect(touched > 500)
  }
}
