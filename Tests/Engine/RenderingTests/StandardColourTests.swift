import Foundation
import Geometry
import Imaging
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing

/// HDR clips that are asked for in SDR.
@Suite struct StandardColourTests {
  private func clip(_ transfer: String?) -> SyntheticClip {
    var clip = SyntheticClip(width: 96, height: 64, frames: 4)
    guard let transfer else { return clip }
    // Soft colours, of which chroma at half the size loses little.
    clip.filter = "gblur=sigma=5"
    clip.format = "yuv420p10le"
    clip.codec = ["-c:v", "ffv1"]
    clip.options = [
      "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc",
      "-color_range", "tv",
    ]
    return clip
  }

  private func probe(_ path: String, in folder: ScratchFolder) throws -> String {
    String(
      decoding: try Program.ffprobe.succeed(
        [
          "-v", "error", "-select_streams", "v:0", "-show_entries",
          "stream=codec_name,pix_fmt,color_space,color_transfer,color_primaries", "-of", "csv=p=0",
          path,
        ], in: folder), as: UTF8.self
    ).trimmingCharacters(in: .newlines)
  }

  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func `a clip of HDR becomes one of BT.709 whose frames are its stills`(transfer: String) throws {
    let stage = try Stage(clip(transfer))
    var settings = try stage.settings("none", to: "x.mp4")
    settings.output.isStandard = true
    settings.output.crf = 1
    let summary = try RenderJob(settings).run()
    #expect(summary.notes.contains { $0.contains("colours are mapped to SDR of BT.709") })
    #expect(
      try probe(stage.folder.path("x.mp4"), in: stage.folder) == "h264,yuv420p,bt709,bt709,bt709")
    // The stills of the HDR clip, by the snapshots' own way, are what FFmpeg's tool shows of the SDR clip.
    let stills = try stage.pictures("none")
    let shown = try SyntheticClip.rawFrames(
      of: stage.folder.path("x.mp4"), in: stage.folder,
      arguments: ["-pix_fmt", "rgb24", "-sws_flags", "accurate_rnd+full_chroma_int"])
    #expect(stills.count == 4 && shown.count == 4 * 3 * 96 * 64)
    for (number, still) in stills.enumerated() {
      var sum = 0.0
      for pixel in 0..<96 * 64 {
        for channel in 0..<3 {
          let place = number * 3 * 96 * 64 + 3 * pixel + channel
          let difference = Double(shown[place]) - Double(still.bytes[4 * pixel + channel])
          sum += difference * difference
        }
      }
      #expect(10 * log10(255 * 255 * Double(3 * 96 * 64) / max(sum, 1)) > 30)
    }
    settings.output.isStandard = false
    settings.output.path = stage.folder.path("hdr.mp4")
    _ = try RenderJob(settings).run()
    #expect(
      try probe(stage.folder.path("hdr.mp4"), in: stage.folder).hasSuffix(
        "bt2020nc,\(transfer),bt2020"))
  }

  @Test func `a clip of SDR keeps its bytes, and a note tells that nothing was to do`() throws {
    let stage = try Stage(clip(nil))
    var settings = try stage.settings("none", to: "x.mp4")
    settings.output.isStandard = true
    let summary = try RenderJob(settings).run()
    #expect(summary.notes.contains { $0.contains("in SDR already") })
    settings.output.isStandard = false
    settings.output.path = stage.folder.path("y.mp4")
    _ = try RenderJob(settings).run()
    #expect(try stage.folder.bytes("x.mp4") == stage.folder.bytes("y.mp4"))
  }
}
