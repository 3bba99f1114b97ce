import AvatarFiles
import Foundation
import GoldenTesting
import Imaging
import Rendering
import Testing

/// The masks of an app, each on a head that speaks.
@Suite struct MaskTests {
  /// The folder of the engine, whose avatars and recording these are; an app has its own.
  static let engine = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: ["dragon", "ox"])
  func `A mask sits on a speaking head`(mask: String) throws {
    let recording = Self.engine.appending(path: "Golden/recordings/speaking-head").path
    let library = AvatarLibrary(folder: Self.engine.appending(path: "Avatars").path)
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: recording, tracking: nil),
      avatars: AvatarSelection(names: [mask], library: library),
      output: OutputSettings(path: "\(mask).png"))
    settings.part = .moment(0)
    let picture = try SnapshotJob(settings).render().picture
    expectGolden(picture, "masks/\(mask)", tolerance: .close)
  }
}
