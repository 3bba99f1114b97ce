import Recordings
import TestSupport
import Testing

/// The tracking file that lies beside a clip.
@Suite struct RecordingLocationTests {
  private func found(_ names: String..., clip: String = "VID.MP4") throws -> RecordingLocation {
    let folder = try ScratchFolder()
    for name in names + [clip] { try folder.write("{}", to: name) }
    return try RecordingLocation(finding: folder.path(clip), allowsUntracked: true)
  }

  @Test(arguments: [
    "VID.JSONL", "VID.MP4.jsonl", "VID.mp4.jsonl.gz", "VID.tracking.jsonl", "VID_tracking.json",
    "vid.jsonl.zst", "VID.JSON",
  ])
  func `a near name is found, and said`(name: String) throws {
    let location = try found(name, "other.jsonl", "VID2.jsonl")
    #expect(location.tracking?.hasSuffix("/\(name)") == true)
    #expect(location.notes.count == 1 && location.notes[0].contains(name))
  }

  @Test func `its own name comes first, and several near ones are asked about`() throws {
    let own = try found("VID.jsonl", "VID.MP4.jsonl")
    #expect(own.tracking?.hasSuffix("/VID.jsonl") == true && own.notes.isEmpty)
    let error = #expect(throws: RenderingError.self) {
      try found("VID.MP4.jsonl", "VID.tracking.jsonl")
    }
    #expect("\(error as Any)".contains("VID.MP4.jsonl"))
    #expect("\(error as Any)".contains("VID.tracking.jsonl; name one by --tracking"))
  }

  @Test(arguments: ["VID.MP4.json", "VID2.jsonl", "VID.placements.jsonl", "VID.info.json"])
  func `other files beside a clip are not taken`(name: String) throws {
    let location = try found(name)
    #expect(location.tracking == nil && location.notes.isEmpty)
  }
}
