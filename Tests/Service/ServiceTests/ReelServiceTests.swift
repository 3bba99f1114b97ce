import Foundation
import TestSupport
import Testing

/// Reels over HTTP: several recordings in, one clip out.
@Suite struct ReelServiceTests {
  private let stage: ServiceStage

  init() throws {
    stage = try ServiceStage()
    var tall = SyntheticClip(width: 64, height: 96, frames: 20)
    tall.hasSound = true
    try tall.make("tall.mkv", in: stage.folder)
    try stage.folder.write(
      SyntheticTracking(width: 64, height: 96, frames: 20).text, to: "tall.jsonl")
  }

  private static let parts = [
    "video:one=@in.mkv", "tracking:one=@in.jsonl", "video:two=@tall.mkv",
    "tracking:two=@tall.jsonl",
  ]

  /// - Parameter names: what the recordings are called.
  private static func reel(_ names: (String, String)) -> String {
    """
    {"format": "avatar-reel/1", "transition": "dissolve:80", "defaults": {"avatar": "mask"},
     "segments": [
       {"recording": "\(names.0)", "mirror": true, "title": "One"},
       {"cells": [{"recording": "\(names.1)"}, {"recording": "\(names.0)", "avatar": "none"}],
        "layout": "inset"},
       {"picture": true, "recording": "\(names.1)", "avatar": "mask", "best": true, "seconds": 0.4}
     ]}
    """
  }

  private func frames(_ name: String) throws -> [UInt8] {
    try SyntheticClip.rawFrames(of: stage.folder.path(name), in: stage.folder)
  }

  @Test func `a reel is a job whose clip is that of the command line`() throws {
    let service = try RunningService(stage)
    try stage.folder.write(Self.reel(("one", "two")), to: "sent.json")
    let accepted = try service.post(
      "/v1/reels", Self.parts + ["reel=@sent.json;type=application/json", "container=mkv"])
    #expect(accepted.status == 202, "\(accepted.text)")
    let id = try #require(accepted.json["id"] as? String)
    let end = try service.waitForEnd(of: id)
    #expect(end.json["state"] as? String == "done", "\(end.text)")
    let notes = try #require(end.json["notes"] as? [String])
    #expect(notes.contains { $0.hasPrefix("the reel shows ") }, "\(notes)")
    let output = try service.send("/v1/renders/\(id)/output")
    #expect(output.status == 200)
    try stage.folder.write([UInt8](output.body), to: "service.mkv")
    try stage.folder.write(Self.reel(("in.mkv", "tall.mkv")), to: "reel.json")
    let made = try Program.product.run(
      ["reel", "reel.json", "-o", "tool.mkv", "--progress", "none"], in: stage.folder)
    #expect(made.exitCode == 0, "\(made.error)")
    let expected = try frames("tool.mkv")
    #expect(!expected.isEmpty)
    #expect(try frames("service.mkv") == expected)
    let poster = try service.send("/v1/renders/\(id)/poster")
    #expect(poster.status == 200 && poster.body.starts(with: [0xFF, 0xD8]))
    #expect(try service.send("/v1/renders/\(id)/placements").status == 404)
    let links = end.json["links"] as? [String: String] ?? [:]
    #expect(links["output"] != nil && links["placements"] == nil)
  }

  @Test func `faults are told with their places`() throws {
    let service = try RunningService(stage)
    func segments(_ text: String) -> String {
      "{\"format\": \"avatar-reel/1\", \"segments\": [{\"recording\": \"one\"}, \(text)]}"
    }
    func pair(_ other: String) -> String {
      "{\"cells\": [{\"recording\": \"one\"}, \(other)]}"
    }
    for (text, code, pointer) in [
      (segments(#"{"recording": "one", "avatar": "phantom"}"#), "unknown_avatar", "/segments/1"),
      (
        segments(pair(#"{"recording": "two", "avatar": "phantom"}"#)), "unknown_avatar",
        "/segments/1/cells/1"
      ),
      (segments(#"{"recording": "three"}"#), "missing_part", "/segments/1/recording"),
      (
        segments(#"{"recording": "one", "video": "/etc/passwd"}"#), "invalid_options", "/segments/1"
      ),
      (segments(#"{"recording": "../one"}"#), "invalid_options", "/segments/1/recording"),
      (segments(#"{"recording": "one", "filter": "lut:x"}"#), "invalid_options", "/segments/1"),
      (segments(#"{"recordign": "one"}"#), "invalid_options", "/segments/1"),
      (#"{"format": "avatar-reel/1", "music": "/a", "segments": []}"#, "invalid_options", "/music"),
    ] as [(String, String, String)] {
      try stage.folder.write(text, to: "bad.json")
      let answer = try service.post(
        "/v1/reels",
        ["reel=@bad.json;type=application/json"] + Self.parts.prefix(2)
          + (text.contains("\"two\"") ? Self.parts.suffix(2) : []))
      #expect(answer.status == 422 && answer.code == code, "\(text): \(answer.text)")
      let faults = answer.json["errors"] as? [[String: Any]] ?? []
      #expect(
        faults.contains { ($0["pointer"] as? String)?.contains(pointer) == true },
        "\(text): \(answer.text)")
    }
    // Faces are needed, and there is no tracking.
    try stage.folder.write(segments(#"{"recording": "one", "avatar": "mask"}"#), to: "bad.json")
    let untracked = try service.post(
      "/v1/reels", ["reel=@bad.json;type=application/json", "video:one=@in.mkv"])
    #expect(untracked.status == 422 && untracked.code == "missing_part", "\(untracked.text)")
    // A recording that no segment names.
    let unnamed = try service.post(
      "/v1/reels",
      ["reel=@bad.json;type=application/json", "video:one=@in.mkv", "video:two=@in.mkv"])
    #expect(unnamed.status == 422 && unnamed.code == "unknown_part", "\(unnamed.text)")
  }
}
