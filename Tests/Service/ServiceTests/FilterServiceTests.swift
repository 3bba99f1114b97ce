import Foundation
import TestSupport
import Testing

/// Filters over HTTP: chains, and files of colours that are parts of the request.
@Suite struct FilterServiceTests {
  private let stage: ServiceStage
  private static let negative = "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n"

  init() throws {
    stage = try ServiceStage()
    try SyntheticClip(width: 96, height: 64, frames: 12).make("short.mkv", in: stage.folder)
    try stage.folder.write(
      SyntheticTracking(width: 96, height: 64, frames: 12).text, to: "short.jsonl")
    try stage.folder.write(Self.negative, to: "negative.cube")
    try stage.folder.write("LUT_1D_SIZE 2\n0 0 0\n1 1\n", to: "bad.cube")
  }

  private static let recording = ["video=@short.mkv", "tracking=@short.jsonl"]

  private func answer(
    _ service: RunningService, _ filter: String, _ more: [String] = [],
    to path: String = "/v1/snapshots"
  ) throws -> RunningService.Answer {
    try service.post(
      path, Self.recording + more + ["options={\"avatar\": \"mask\", \"filter\": \(filter)}"])
  }

  @Test func `snapshots and renders take chains, and tables as parts`() throws {
    let service = try RunningService(stage)
    let one = try answer(service, "\"oil\"")
    #expect(one.status == 200, "\(one.text)")
    let chain = try answer(service, "[\"oil\", \"lut:mine\"]", ["lut:mine=@negative.cube"])
    #expect(chain.status == 200 && chain.body != one.body, "\(chain.text)")
    let twice = try answer(
      service, "[\"oil\", \"lut:mine\", \"lut:mine\"]", ["lut:mine=@negative.cube"])
    #expect(twice.status == 200 && twice.body != chain.body, "\(twice.text)")
    let render = try answer(
      service, "[\"lut:mine,amount=0.5\", \"vangogh\"]", ["lut:mine=@negative.cube"],
      to: "/v1/renders")
    let id = try #require(render.json["id"] as? String, "\(render.text)")
    let end = try service.waitForEnd(of: id)
    #expect(end.json["state"] as? String == "done", "\(end.text)")
  }

  @Test func `parts that are missing, not named, or no names are refused`() throws {
    let service = try RunningService(stage)
    for (filter, more, code) in [
      ("\"lut:mine\"", [], "missing_part"),
      ("\"oil\"", ["lut:mine=@negative.cube"], "unknown_part"),
      ("\"lut:../negative.cube\"", [], "invalid_options"),
      ("\"lut:/etc/passwd\"", ["lut:/etc/passwd=@negative.cube"], "invalid_options"),
      ("[]", [], "invalid_options"), ("\"season\"", [], "unfit_output"),
      (
        "[\"oil\", \"oil\", \"oil\", \"oil\", \"oil\", \"oil\", \"oil\", \"oil\", \"oil\"]", [],
        "invalid_options"
      ),
    ] as [(String, [String], String)] {
      let found = try answer(service, filter, more)
      #expect(found.status == 422 && found.code == code, "\(filter): \(found.text)")
    }
    let bad = try answer(service, "\"lut:mine\"", ["lut:mine=@bad.cube"])
    #expect(bad.status == 422 && bad.code == "bad_lut", "\(bad.text)")
    #expect(bad.text.contains("three numbers"), "\(bad.text)")
  }
}
