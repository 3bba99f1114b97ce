import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// Clips and pictures with a fit profile.
@Suite struct FitProfileRenderTests {
  private let stage: Stage
  private let avatar: String

  init() throws {
    stage = try Stage(SyntheticClip(width: 160, height: 120, frames: 4))
    // Layers as wide as each other at (0, 0) and (0, 1): their mean place is (0, 0.5).
    avatar = try Self.write(
      "pair", ["\"scale\": 2", "\"scale\": 2, \"offset\": {\"y\": 1}"], stage)
  }

  private static func write(_ name: String, _ layers: [String], _ stage: Stage) throws -> String {
    let picture = try SyntheticAvatar.solid(16, 12)
    return try layers.reduce(SyntheticAvatar()) { $0.adding($1, picture) }
      .write(name, in: stage.folder)
  }

  /// Writes a profile and gives its path.
  private func profile(_ members: String) throws -> String {
    let name = "\(UUID().uuidString).json"
    try stage.folder.write("{\"format\": \"avatar-fit/1\", \(members)}", to: name)
    return stage.folder.path(name)
  }

  private static let fit =
    "{\"scale\": 2, \"rotation\": 90, \"offset\": {\"x\": 0.1, \"y\": 0.2}}"

  @Test(arguments: [false, true])
  func `a profile shows what a manifest with the moved numbers shows`(mirrored: Bool) throws {
    // A quarter turn clockwise about (0, 0.5): what is half a length below it goes to its left.
    let moved = try Self.write(
      "moved",
      [
        "\"scale\": 4, \"rotation\": 90, \"offset\": {\"x\": -0.9, \"y\": 0.7}",
        "\"scale\": 4, \"rotation\": 90, \"offset\": {\"x\": 1.1, \"y\": 0.7}",
      ], stage)
    let path = try profile("\"avatars\": {\"pair\": \(Self.fit)}")
    let expected = try stage.sidecar(moved) { $0.passes.mirrored = mirrored }
    let found = try stage.sidecar(avatar) {
      $0.passes.mirrored = mirrored
      $0.fitProfile = path
    }
    #expect(found.count == 4 && found.allSatisfy { $0.placements.count == 2 })
    for (record, other) in zip(found, expected) {
      for (one, two) in zip(record.placements, other.placements) {
        for (a, b) in zip(one.corners.corners, two.corners.corners) {
          #expect(a.distance(to: b) < 0.002)
        }
      }
    }
    // What is drawn is where the sidecar has it.
    let planes = try stage.planes(avatar) { $0.fitProfile = path }
    let other = try stage.planes(moved)
    #expect(planes.count == other.count)
    #expect(zip(planes, other).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    #expect(planes != (try stage.planes(avatar)))
  }

  @Test func `identities change no byte, and a mirrored clip is the plain one flipped`() throws {
    let plain = try stage.planes(avatar)
    for members in ["\"all\": {}", "\"all\": {\"scale\": 1, \"offset\": [0, 0], \"rotation\": 0}"] {
      let path = try profile(members)
      #expect(try stage.planes(avatar) { $0.fitProfile = path } == plain)
    }
    let path = try profile("\"all\": \(Self.fit)")
    let fitted = try stage.planes(avatar) { $0.fitProfile = path }
    let mirrored = try stage.planes(avatar) {
      $0.fitProfile = path
      $0.passes.mirrored = true
    }
    #expect(mirrored == flipped(fitted, width: 160, height: 120))
  }

  private func notes(_ members: String, _ avatars: String) throws -> [String] {
    var settings = try stage.settings(avatars, to: "\(UUID().uuidString).mkv")
    settings.fitProfile = try profile(members)
    return try RenderJob(settings).run().notes
  }

  @Test func `avatars and faces that are not there are told, and only these`() throws {
    #expect(
      try notes("\"avatars\": {\"pair\": {}}, \"faces\": {\"1\": {\"all\": {}}}", avatar) == [])
    #expect(
      try notes(
        "\"avatars\": {\"piar\": {}}, \"faces\": {\"7\": {\"avatars\": {\"ox\": {}}}}", avatar)
        == [
          "the fit profile names the avatar \"ox\", which is not drawn",
          "the fit profile names the avatar \"piar\", which is not drawn; did you mean \"pair\"?",
          "the fit profile names face 7, which does not appear in the frames",
        ])
    let many = (0..<10).map { "\"none-\($0)\": {}" }.joined(separator: ", ")
    let told = try notes("\"avatars\": {\(many)}", avatar)
    #expect(told.count == 9)
    #expect(told.last == "the fit profile names 2 more avatars that are not drawn")
  }

  private func fault(_ path: String) throws -> String {
    var settings = try stage.settings(avatar, to: "\(UUID().uuidString).mkv")
    settings.fitProfile = path
    do {
      _ = try RenderJob(settings).run()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a file that is no profile is refused with its path, before a frame`() throws {
    let path = try profile("\"all\": {\"scale\": 100}")
    #expect(
      try fault(path) == "\(path):1:45: all.scale: 100 found, a number from 0.05 to 20 expected")
    let large = stage.folder.path("large.json")
    try stage.folder.write(
      [UInt8](repeating: 0x20, count: 65_537), to: "large.json")
    #expect(
      try fault(large) == "\(large): the fit profile has 65537 bytes, at most 65536 are allowed")
    #expect(try fault("/nowhere/fit.json").hasPrefix("/nowhere/fit.json: "))
    #expect(try fault(stage.folder.url.path).contains("not a regular file"))
  }
}
