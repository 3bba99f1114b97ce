import Foundation
import TestSupport
import Testing

/// Renders of a service on a machine with one processor, beside those of the command line on all of this one's.
@Suite struct EncodedRenderTests {
  @Test func `a render has the bytes of the command line, whatever processors there are`() throws {
    let stage = try ServiceStage()
    try SyntheticClip(width: 320, height: 240, frames: 16).make("clip.mkv", in: stage.folder)
    try stage.folder.write(
      SyntheticTracking(width: 320, height: 240, frames: 16).text, to: "clip.jsonl")
    let command = try Program.onOneProcessor().joined(separator: " ")
    let alone = try stage.folder.write(
      "#!/bin/sh\nexec \(command) '\(Program.product.path)' \"$@\"\n", to: "alone")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: alone)
    let service = try RunningService(stage, tool: Program(path: alone))
    for (codec, container) in [("h264", "mp4"), ("hevc", "mp4"), ("vp9", "webm"), ("av1", "mp4")] {
      let options = #"{"avatar": "mask", "codec": "\#(codec)", "container": "\#(container)"}"#
      let job = try service.post(
        "/v1/renders", ["video=@clip.mkv", "tracking=@clip.jsonl", "options=\(options)"])
      let id = try #require(job.json["id"] as? String, "\(job.text)")
      #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
      let output = try service.send("/v1/renders/\(id)/output").body
      try Program.product.succeed(
        [
          "render", "clip.mkv", "--avatar", "mask", "--codec", codec, "-o", "own.\(container)",
          "--overwrite",
        ], in: stage.folder)
      #expect([UInt8](output) == (try stage.folder.bytes("own.\(container)")), "\(codec)")
    }
  }

  @Test func `a render whose options do not fit its container is refused at once`() throws {
    let stage = try ServiceStage()
    try stage.folder.write("never read", to: "clip.mkv")
    let service = try RunningService(stage)
    for (options, pointer) in [
      (#""container": "gif", "codec": "h264""#, "/codec"),
      (#""container": "webp", "crf": 20"#, "/crf"),
      (#""container": "gif", "sessionSounds": true"#, "/sessionSounds"),
      (#""container": "mp4", "quality": 60"#, "/quality"),
      (#""container": "webm", "codec": "h264""#, "/codec"),
      (#""container": "mp4", "overlayOnly": true"#, "/overlayOnly"),
      (#""container": "mkv", "crf": 60"#, "/crf"),
    ] {
      let answer = try service.post(
        "/v1/renders",
        ["video=@clip.mkv", "options={\"avatar\": \"mask\", \(options)};type=application/json"])
      #expect((answer.status, answer.code) == (422, "invalid_options"), "\(answer.text)")
      let faults = answer.json["errors"] as? [[String: Any]]
      #expect(faults?.first?["pointer"] as? String == pointer, "\(answer.text)")
    }
  }
}
