import AvatarFiles
import ClipReading
import Foundation
import Imaging
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing

/// One still, three ways: as a recording to `snapshot`, as one to `render`, and as a request's picture.
@Suite struct StillAgreementTests {
  /// A still of 64 x 48 without a face.
  private func stage(_ bytes: [UInt8], as name: String) throws -> (ScratchFolder, RenderSettings) {
    let folder = try ScratchFolder()
    try folder.write(Data(bytes), to: name)
    var settings = RenderSettings(
      recording: try RecordingLocation(video: folder.path(name), tracking: nil),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
      output: OutputSettings(path: folder.path("out.png")))
    settings.part = .frames(0...0)
    return (folder, settings)
  }

  private func drawn() throws -> StraightRGBA8 {
    try SyntheticAvatar.drawn(64, 48) { x, y in
      RGBA8(
        UInt8(x * 4), UInt8(y * 5), UInt8((x * y).truncatingRemainder(dividingBy: 256)),
        UInt8(255 - x * 3))
    }
  }

  @Test(arguments: PictureFormat.usual + [.avif])
  func `a still has the same pixels whichever way it comes in`(format: PictureFormat) throws {
    let bytes = try drawn().encoded(as: PictureEncoding(format))
    let decoded = try PictureFormat.decode(bytes)
    #expect(decoded.isOpaque == (format == .jpeg))
    let (folder, settings) = try stage(bytes, as: "in.\(format.fileExtension)")
    #expect(try SnapshotJob(settings).render().picture == decoded)
    _ = try RenderJob(settings).run()
    #expect(try PNG.read(path: folder.path("out.png")) == decoded)
    var request = FrameRequest(picture: bytes, tracking: nil, avatars: ["none"])
    request.encoding = PictureEncoding(.png)
    let shown = try FrameRenderer(library: Stage.shipped).render(request)
    #expect(try PNG.decode(shown.bytes) == decoded)
  }

  @Test func `a damaged still makes nothing, unless that is allowed`() throws {
    let whole = try drawn().encoded(as: PictureEncoding(.jpeg))
    var (folder, settings) = try stage(Array(whole.prefix(whole.count * 8 / 10)), as: "in.jpg")
    #expect(throws: (any Error).self) { try RenderJob(settings).run() }
    #expect(throws: (any Error).self) { try SnapshotJob(settings).render() }
    #expect(try folder.names() == ["in.jpg"])
    settings.allowsDamagedStill = true
    let damage = try #require(try RenderJob(settings).run().damage)
    #expect(damage.contains("the picture is damaged") && damage.contains("of 48 rows are lost"))
    #expect(try PNG.read(path: folder.path("out.png")) == SnapshotJob(settings).render().picture)
    let report = try InspectJob(settings.recording, tracking: settings.tracking).run()
    #expect(report.clip?.damage?.contains("of 48 rows are lost") == true)
    #expect(!report.isClean)
  }
}
