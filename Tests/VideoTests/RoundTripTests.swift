import Foundation
import TestSupport
import Testing
import Video

@Suite struct RoundTripTests {
  let work: Workspace

  init() throws { work = try Workspace() }

  @Test func `a clip with sound comes through`() throws {
    let source = try work.clip("in.mp4", sound: true, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let target = work.path("out.mp4")
    let reader = try ClipReader(path: source)
    let writer = try ClipWriter(path: target, settings: EncoderSettings(), following: reader)
    var count = 0
    while let frame = try reader.nextFrame() {
      #expect(frame.index == count)
      count += 1
      try writer.write(frame)
    }
    try writer.finish()
    #expect(count == 12)
    #expect(try Tools.probe(target, "frame=pts_time") == Tools.probe(source, "frame=pts_time"))
  }
}
