import Foundation
import TestSupport
import Testing

/// A suite in the folder `Golden` of a stage, in the hands of the verbs.
struct SuiteStage {
  let stage: ToolStage
  var folder: ScratchFolder { stage.folder }

  /// Makes the suite of some cases, each the members of an object.
  init(_ cases: [String], header: String = "") throws {
    stage = try ToolStage()
    try set(cases, header: header)
  }

  /// Writes the suite anew; further members of it end with a comma.
  func set(_ cases: [String], header: String = "") throws {
    let list = cases.map { "{\($0)}" }.joined(separator: ",\n")
    try folder.write(
      """
      {"format": "golden-suite/1", \(header)
       "defaults": {"recording": "../in.mkv", "avatar": "mask"}, "cases": [\(list)]}
      """, to: "Golden/golden.json")
  }

  /// Runs a verb as Ada, without progress, outside of any CI.
  func run(_ words: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
    try run(words, environment: environment)
  }

  /// The same.
  func run(_ words: [String], environment: [String: String] = [:]) throws -> Program.Outcome {
    try stage.run(
      words + (words.first == "verify" ? ["--progress", "none"] : []),
      environment: ["CI": "", "GIT_AUTHOR_NAME": "Ada"].merging(environment) { $1 })
  }

  /// Records all there is, and sees it pass.
  func record() throws {
    _ = try run("verify")
    let approved = try run("approve", "--all", "--reason", "first")
    try #require(approved.exitCode == 0, "\(approved.error)")
    let verified = try run("verify")
    try #require(verified.exitCode == 0, "\(verified.error)")
  }

  func text(_ file: String) throws -> String {
    String(decoding: try folder.bytes(file), as: UTF8.self)
  }
}
