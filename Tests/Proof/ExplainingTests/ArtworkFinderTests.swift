import AvatarFiles
import Foundation
import Imaging
import MediaComparison
import Placement
import Recordings
import Rendering
import TestSupport
import Testing

/// The avatars that a comparison draws anew: found by name, taken by hash.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct ArtworkFinderTests {
  private let stage: RerenderingStage

  init() throws {
    stage = try RerenderingStage("portrait-still", frame: 0, avatar: "ox")
    let a = try stage.render()
    try PNG.write(a.picture, to: stage.scratch.path("a.png"), compression: .fast)
    try stage.scratch.write(a.placements.line + "\n", to: "a.jsonl")
    try stage.change { layers in
      for index in layers.indices where layers[index]["name"] as? String == "horns" {
        layers[index]["rotation"] = 4
      }
    }
    let b = try stage.render(changed: true).picture
    try PNG.write(b, to: stage.scratch.path("b.png"), compression: .fast)
  }

  private func report(_ names: [String], in folder: String) throws -> ComparisonReport {
    var settings = CompareSettings(
      first: stage.scratch.path("a.png"), second: stage.scratch.path("b.png"))
    settings.placements = stage.scratch.path("a.jsonl")
    settings.avatars = AvatarSelection(names: names, library: AvatarLibrary(folder: folder))
    return try CompareJob(settings).run().report
  }

  /// Within a hundredth of a degree.
  private static func isNamed(_ report: ComparisonReport) -> Bool {
    let line = report.explanation.first { $0.hasPrefix("horns: rotation 0 -> ") }
    return line.flatMap { Double($0.split(separator: " ").last ?? "") }.map { abs($0 - 4) < 0.01 }
      ?? false
  }

  @Test func `avatars of a sidecar are found by name in the folder of avatars`() throws {
    let report = try report([], in: RerenderingStage.library.folders[0])
    #expect(Self.isNamed(report), "\(report.explanation)")
    #expect(report.notes.isEmpty)
  }

  @Test func `avatars of a sidecar that are others by now are told, and not taken`() throws {
    let report = try report([], in: stage.scratch.path("changed"))
    #expect(report.notes.count == 1 && report.notes[0].contains("is not the one"))
    #expect(!report.explanation.contains { $0.contains("->") })
  }

  @Test(arguments: [(8, false), (9, true)])
  func `eight avatars of a sidecar are looked for, and it is told of more`(
    count: Int, isTold: Bool
  ) throws {
    var line = try String(contentsOfFile: stage.scratch.path("a.jsonl"), encoding: .utf8)
    // The avatar itself becomes the last of all.
    line = line.replacing("\"avatar\": 0}", with: "\"avatar\": \(count - 1)}")
    let avatar = try #require(line.range(of: "\"avatars\": ["))
    let entry = try #require(line.range(of: "\"placements\": ["))
    let hash = String(repeating: "0", count: 64)
    let names = (1..<count).map { "{\"name\": \"none\($0)\", \"sha256\": \"\(hash)\"}, " }
    let places = (1..<count).map { number in
      "{\"face\": \(number + 1), \"layer\": \"x\", \"mode\": \"matrix\", \"corners\": [[0, 0], [9, 0],"
        + " [9, 9], [0, 9]], \"opacity\": 1, \"avatar\": \(number - 1)}, "
    }
    // "avatars" comes after "placements": the later place first, so that the earlier one stays.
    line.insert(contentsOf: names.joined(), at: avatar.upperBound)
    line.insert(contentsOf: places.joined(), at: entry.upperBound)
    try stage.scratch.write(line, to: "a.jsonl")
    let notes = try report([], in: RerenderingStage.library.folders[0]).notes
    #expect(notes.contains { $0.contains("name \(count) avatars, of which the first 8") } == isTold)
    #expect(notes.filter { $0.contains("is not in") }.count == count - 1)
  }

  @Test func `avatars of a sidecar that are nowhere are told`() throws {
    let report = try report([], in: try stage.scratch.folder("empty"))
    #expect(report.notes.count == 1 && report.notes[0].contains("is not in"))
  }

  @Test func `avatars of a sidecar may lie elsewhere`() throws {
    let path = FlatAvatars.folder.appending(path: "ox").path
    let report = try report([path], in: stage.scratch.path("changed"))
    #expect(Self.isNamed(report), "\(report.explanation)")
    #expect(throws: AvatarPackageError.self) { try self.report(["none-such/ox"], in: path) }
  }
}
