import Foundation
import Goldens
import Placement
import Recordings
import Review
import TestSupport
import Testing

/// The law of approving: what was approved passes, with nothing to say, as long as nothing changes.
@Suite struct ApprovedClipTests {
  /// Verifies all, approves it, and verifies it again.
  private func expectApproved(
    _ suite: RenderedSuite, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    _ = try suite.verify()
    try suite.approve(.all)
    for result in try suite.verify().results {
      #expect(
        result.review.verdict == .passed && result.review.explanation == []
          && result.review.spans?.isEmpty != false,
        "\(name): \(result.review.verdict) \(result.review.explanation)",
        sourceLocation: sourceLocation)
      // What was rendered is what the sidecar beside the golden says of it.
      let kept = try PlacementsReader(
        path: suite.path + "/\(result.review.name).placements.jsonl")
      var lines: [String] = []
      while let record = try kept.next() { lines.append(record.line) }
      #expect(
        result.placements == lines.map { $0 + "\n" }.joined(), "\(name)",
        sourceLocation: sourceLocation)
    }
  }

  /// Times after a frame's own at which a face is seen last, in milliseconds: what is left of it when its fade
  /// ends in a frame is more than nothing, and less than the last decimal of a sidecar, or about one.
  static let rests = [0, 1e-9, 0.0002, 0.004, 0.005, 0.006, 0.3, -0.0002]

  @Test(arguments: rests)
  func `a clip whose face fades to less than can be written passes`(rest: Double) throws {
    let members = [
      "\"clip\": {}", "\"clip\": {}, \"mirror\": true", "\"clip\": {}, \"size\": \"50x38\"",
      "\"clip\": {}, \"thresholds\": {\"maxChannelDifference\": 255}",
    ]
    let suite = try RenderedSuite()
    try suite.setCases(members.enumerated().map { "\"name\": \"c\($0)\", \($1)" })
    // A face that is there from the first frame on, one that comes later, and both go.
    var tracking = SyntheticTracking(width: 96, height: 72, frames: 8)
    for frame in tracking.samples.indices {
      tracking.samples[frame].timestampMs += rest
      tracking.samples[frame].faces += [SyntheticFace(id: 2, x: 14, z: -60)]
      if frame < 1 { tracking.samples[frame].faces.removeLast() }
      if frame > 2 { tracking.samples[frame].faces = [] }
    }
    try suite.folder.write(tracking.text, to: "clip/in.jsonl")
    try expectApproved(suite, "\(rest)")
  }

  @Test(arguments: [0, 0.0002, 0.3])
  func `a clip whose card fades to less than can be written passes`(rest: Double) throws {
    let suite = try RenderedSuite()
    let scene = SyntheticScene()
    try scene.write("Cards/greeting", in: suite.folder)
    let lines = scene.tracking(width: 96, height: 72, frames: 8).split(separator: "\n")
    let tracking = lines.enumerated().map { number, line in
      let time = (Double(number - 1) * 40 + rest).description
      let timed = line.replacing(/"timestampMs": [0-9]+/, with: "\"timestampMs\": \(time)")
      return number < 4 ? timed : timed.replacing(/"images": .*/, with: "\"images\": []}")
    }
    try suite.folder.write(tracking.joined(separator: "\n") + "\n", to: "clip/in.jsonl")
    try suite.folder.write("{\"timestampMs\": 40, \"cue\": \"tap\"}\n", to: "cues.jsonl")
    try suite.setCases([
      "\"name\": \"c\", \"clip\": {}, \"avatar\": \"none\", \"cues\": \"../cues.jsonl\","
        + " \"scenes\": {\"folder\": \"../Cards\"}"
    ])
    try expectApproved(suite, "\(rest)")
  }

  /// Recordings of people and made ones, each the files of a folder.
  private static var recordings: [[URL]] {
    func files(_ folder: URL) -> [URL] {
      let found = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return (found ?? []).sorted { $0.path < $1.path }
    }
    let people = files(SharedData.file("recordings")).map(files).filter { $0.count > 1 }
    let cases = files(SharedData.file("cases"))
    let made = cases.filter { $0.pathExtension == "mp4" }.map { clip in
      cases.filter { $0.deletingPathExtension() == clip.deletingPathExtension() }
    }
    return [files(SharedData.file("cases/round4/fade/rec"))].filter { !$0.isEmpty }
      + Thorough.cases(made.filter { $0.count > 1 }, sample: 2)
      + Thorough.cases(people.reversed(), sample: 2)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
  func `a clip of every recording passes`() throws {
    for recording in Self.recordings {
      let suite = try RenderedSuite()
      try suite.folder.folder("rec")
      for file in recording {
        try FileManager.default.copyItem(
          at: file, to: suite.folder.url.appending(path: "rec/\(file.lastPathComponent)"))
      }
      try FileManager.default.copyItem(
        at: SharedData.packageRoot.appending(path: "Avatars/dragon"),
        to: suite.folder.url.appending(path: "Avatars/dragon"))
      let isFolder = recording.contains { $0.lastPathComponent == "recording.json" }
      let clip = recording.first { $0.pathExtension == "mp4" }?.lastPathComponent ?? ""
      try suite.setCases([
        "\"name\": \"c\", \"clip\": {}, \"size\": \"160x\", \"avatar\": \"dragon\","
          + " \"recording\": \"../rec\(isFolder ? "" : "/\(clip)")\""
      ])
      try expectApproved(suite, recording[0].path)
    }
  }
}
