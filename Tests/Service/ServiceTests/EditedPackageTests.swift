import Foundation
import Imaging
import TestSupport
import Testing

/// Packages that are being edited: files beside a frame's manifest, and what lint says of them.
@Suite struct EditedPackageTests {
  private let stage: ServiceStage
  private let service: RunningService

  init() throws {
    stage = try ServiceStage()
    try WebPage.write("sample", [WebPage.head], in: stage.folder)
    try SyntheticAvatar().adding("\"scale\": 2", try SyntheticAvatar.solid(60, 40))
      .write("Avatars/other", in: stage.folder)
    service = try RunningService(stage)
  }

  private func frame(_ parts: [String], avatar: String) throws -> RunningService.Answer {
    try service.post(
      "/v1/frames",
      [
        "picture=@sample/picture.jpg", "tracking=@sample/tracking.jsonl",
        "options={\"avatar\": \"\(avatar)\", \"format\": \"png\"}",
      ] + parts)
  }

  /// The parts of a package in a folder, all of whose files are sent.
  private func parts(of avatar: String) throws -> [String] {
    let names = try stage.folder.names(in: "Avatars/\(avatar)").filter { $0 != "avatar.json" }
    return ["manifest=@Avatars/\(avatar)/avatar.json;type=application/json"]
      + names.map { "file:\($0)=@Avatars/\(avatar)/\($0)" }
  }

  @Test func `a package that is sent is drawn as one that is stored`() throws {
    let stored = try frame([], avatar: "other")
    let sent = try frame(try parts(of: "other"), avatar: "none")
    #expect(stored.status == 200 && sent.status == 200, "\(sent.text.prefix(300))")
    #expect(stored.body == sent.body)
    // A file of the same path takes the other's place, and the next one its.
    let plain = try frame([], avatar: "none").body
    #expect(sent.body != plain)
    let clear = try SyntheticAvatar.drawn(60, 40) { _, _ in RGBA8(0, 0, 0, 0) }
    try stage.folder.write(PNG.encode(clear), to: "clear.png")
    let name = try #require(
      try stage.folder.names(in: "Avatars/other").first { $0.hasSuffix(".png") })
    let manifest = "manifest=@Avatars/other/avatar.json;type=application/json"
    let replaced = try frame([manifest, "file:\(name)=@clear.png"], avatar: "other")
    #expect(replaced.body == plain, "\(replaced.text.prefix(300))")
    #expect(try frame([manifest], avatar: "other").body == stored.body)
  }

  @Test func `files without a manifest, of wild paths and too many are refused`() throws {
    let file = "file:a.png=@sample/picture.jpg"
    func expect(_ parts: [String], _ code: String, _ words: String) throws {
      let answer = try frame(parts, avatar: "other")
      #expect(answer.status == 422, "\(answer.text)")
      #expect(answer.json["code"] as? String == code, "\(answer.text)")
      #expect(answer.text.contains(words), "\(answer.text)")
    }
    try expect([file], "missing_part", "manifest")
    let manifest = "manifest=@Avatars/other/avatar.json;type=application/json"
    try expect([manifest, "file:../a.png=@sample/picture.jpg"], "unknown_part", "../a.png")
    try expect([manifest, "file:.git/a.png=@sample/picture.jpg"], "unknown_part", "hidden")
    try expect([manifest, "file:avatar.json=@sample/picture.jpg"], "unknown_part", "manifest")
    let many = (1...65).map { "file:\($0).png=@sample/tracking.jsonl" }
    try expect([manifest] + many, "over_limit", "at most 64")
    let fits = try frame([manifest] + many.dropLast(), avatar: "other")
    #expect(fits.status == 200, "\(fits.text.prefix(300))")
  }

  @Test func `lints are the lines of the command line, with pointers`() throws {
    let folder = stage.folder
    let text = String(decoding: try folder.bytes("Avatars/other/avatar.json"), as: UTF8.self)
    let faulty = text.replacing("\"scale\"", with: "\"scael\"")
    try #require(faulty != text)
    try folder.write(faulty, to: "faulty/avatar.json")
    for name in try folder.names(in: "Avatars/other") where name != "avatar.json" {
      try folder.write(try folder.bytes("Avatars/other/\(name)"), to: "faulty/\(name)")
    }
    let answer = try service.post(
      "/v1/lints", ["manifest=@faulty/avatar.json;type=application/json", "avatar=other"])
    #expect(answer.status == 200, "\(answer.text)")
    let faults = try #require(answer.json["faults"] as? [[String: String]])
    #expect(faults.contains { $0["pointer"] == "/layers/0" }, "\(faults)")
    let lint = try Program.product.run(["avatars", "lint", "faulty"], in: folder)
    for fault in faults where fault["severity"] == "error" {
      let lines = lint.error + lint.text
      #expect(lines.contains(fault["detail"] ?? "-"), "\(lines)")
    }
    let clean = try service.post(
      "/v1/lints", ["manifest=@Avatars/other/avatar.json;type=application/json", "avatar=other"])
    #expect(!clean.text.contains("\"error\""), "\(clean.text)")
  }
}
