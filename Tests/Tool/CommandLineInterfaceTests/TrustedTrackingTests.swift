import Foundation
import TestSupport
import Testing

/// Tracking files that the clip's own pictures contradict: the sample's, told otherwise.
@Suite struct TrustedTrackingTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try SmallSample.copy(to: "play", in: folder)
  }

  /// Changes each face's landmarks, and the times; matrices stay where they are kept.
  private func change(
    keepsMatrices: Bool = false, laterByMs: Double = 0, _ move: (Double, Double) -> (Double, Double)
  ) throws {
    let lines = String(decoding: try folder.bytes("play/tracking.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    let changed = try lines.dropFirst().map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      var sample = try #require(object as? [String: Any])
      let time = try #require(sample["timestampMs"] as? Double)
      sample["timestampMs"] = time + laterByMs
      let faces = sample["faces"] as? [[String: Any]] ?? []
      sample["faces"] = try faces.map { face in
        var face = face
        let landmarks = try #require(face["landmarks"] as? [[Double]])
        face["landmarks"] = landmarks.map { point in
          let (x, y) = move(point[0], point[1])
          return [x, y, point[2]]
        }
        if !keepsMatrices { face["matrix"] = nil }
        return face
      }
      return String(decoding: try JSONSerialization.data(withJSONObject: sample), as: UTF8.self)
    }
    try folder.write(
      ([String(lines[0])] + changed).joined(separator: "\n") + "\n", to: "play/tracking.jsonl")
  }

  private static let verbs: [[String]] = [
    ["inspect", "play"],
    ["render", "play", "--avatar", "none", "--frames", "0-3", "-o", "x.mkv", "--overwrite"],
    ["snapshot", "play", "--avatar", "none", "--at", "1", "-o", "x.png", "--overwrite"],
    ["plan", "play", "--avatar", "none", "-o", "x.mkv", "--part-seconds", "4"],
    ["isolated", "--read", "play", "--", "probe", "play"],
  ]

  /// Expects that every verb refuses the recording in the same words, unless it is told to trust it.
  private func expectRefusal(saying words: [String]) throws {
    for verb in Self.verbs {
      let refused = try Program.product.run(verb, in: folder)
      #expect(refused.exitCode == 65, "\(verb): \(refused.error)")
      for word in words + ["--trust-tracking"] {
        #expect((refused.error + refused.text).contains(word), "\(verb): \(refused.error)")
      }
      if verb[0] == "isolated" { continue }
      let trusted = try Program.product.run(verb + ["--trust-tracking"], in: folder)
      #expect(trusted.exitCode == 0, "\(verb): \(trusted.error)\(trusted.text)")
    }
  }

  @Test func `a file that agrees with its clip is trusted without a word`() throws {
    for verb in Self.verbs {
      let outcome = try Program.product.run(verb, in: folder)
      #expect(outcome.exitCode == 0 && !outcome.error.contains("probably"), "\(outcome.error)")
    }
  }

  @Test func `a flipped canvas is refused with the option that reads it`() throws {
    try change { (1 - $0, $1) }
    try expectRefusal(saying: ["mirrored", "--tracking-mirrored"])
    for verb in Self.verbs.prefix(3) {
      let read = try Program.product.run(verb + ["--tracking-mirrored"], in: folder)
      #expect(read.exitCode == 0, "\(verb): \(read.error)\(read.text)")
    }
  }

  @Test func `a turned picture is refused with the option that reads it`() throws {
    try change { (1 - $0, 1 - $1) }
    try expectRefusal(saying: ["--tracking-rotation 180"])
    let read = try Program.product.run(Self.verbs[0] + ["--tracking-rotation", "180"], in: folder)
    #expect(read.exitCode == 0, "\(read.text)")
  }

  @Test func `late samples are refused with the option that puts them right`() throws {
    try change(laterByMs: 240) { ($0, $1) }
    try expectRefusal(saying: ["late against", "--tracking-offset-ms -"])
    let read = try Program.product.run(
      Self.verbs[0] + ["--tracking-offset-ms", "-240"], in: folder)
    #expect(read.exitCode == 0, "\(read.text)")
  }

  @Test func `landmarks that were flipped without their matrices are refused`() throws {
    try change(keepsMatrices: true) { (1 - $0, $1) }
    try expectRefusal(saying: ["px beside where the matrices put the face", "flipped"])
  }
}
