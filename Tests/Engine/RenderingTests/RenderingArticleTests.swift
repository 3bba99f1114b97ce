import AvatarFiles
import Recordings
import Rendering
import TestSupport
import Testing

// The code of the DocC article; ArticleTests finds it here.
private func render(
  _ recording: String, wearing avatar: String, of library: AvatarLibrary, to output: String
) throws {
  let settings = RenderSettings(
    recording: try RecordingLocation(finding: recording, tracking: nil),
    avatars: AvatarSelection(names: [avatar], library: library),
    output: OutputSettings(path: output))
  _ = try RenderJob(settings).run()
}

@Suite struct RenderingArticleTests {
  @Test func `the code of the article renders a clip beside its tracking`() throws {
    let stage = try Stage(SyntheticClip(frames: 3))
    try render(stage.clip, wearing: "dragon", of: Stage.shipped, to: stage.folder.path("out.mkv"))
    #expect(try !stage.folder.bytes("out.mkv").isEmpty)
  }
}
