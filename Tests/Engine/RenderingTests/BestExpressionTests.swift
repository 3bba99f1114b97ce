import AvatarFiles
import Foundation
import Placement
import Recipe
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing
import Tracking

/// Expressions count where the best frame is chosen.
@Suite struct BestExpressionTests {
  /// The choice among frames of an even picture, whose face has blendshapes by the frame's number.
  private func best(
    frames: Int = 10, count: Int = 1, faces: Int = 1, stepMs: Double = 40,
    _ shapes: (_ frame: Int, _ face: Int) -> [String: Double]
  ) throws -> BestFrame.Report {
    let folder = try ScratchFolder()
    var clip = SyntheticClip(width: 160, height: 120, frames: frames)
    clip.filter = "drawbox=color=gray:t=fill,setpts=N*\(stepMs / 1000)/TB"
    let path = try clip.make("in.mkv", in: folder)
    let tracking = SyntheticTracking(
      width: 160, height: 120,
      samples: (0..<frames).map { frame in
        (
          timestampMs: Double(frame) * stepMs,
          faces: (0..<faces).map { number in
            var face = SyntheticFace(id: number + 1)
            face.x = faces > 1 ? Double(18 * number - 9) : 0
            face.blendshapes = shapes(frame, number)
            return face
          }
        )
      })
    try folder.write(tracking.text, to: "in.jsonl")
    var settings = RenderSettings(
      recording: try RecordingLocation(video: path, tracking: folder.path("in.jsonl")),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
      output: OutputSettings(path: ""))
    settings.smoothing = SmoothingOptions(.none)
    return try BestFrame(settings, count: count).find()
  }

  private static func smile(_ amount: Double) -> [String: Double] {
    ["mouthSmileLeft": amount, "mouthSmileRight": amount, "eyeBlinkLeft": 0.1]
  }

  @Test func `the best frame smiles most, with eyes and cheeks before the mouth alone`() throws {
    let report = try best { frame, _ in Self.smile(frame == 7 ? 0.7 : 0.05 * Double(frame % 4)) }
    #expect(report.best.frame == 7)
    #expect(report.best.smile == 0.7 && report.best.isFair == true)
    let whole = try best { frame, _ in
      Self.smile(0.7).merging(
        frame == 4 ? ["eyeSquintLeft": 0.6, "eyeSquintRight": 0.6] : [:]
      ) { $1 }
    }
    #expect(whole.best.frame == 4)
  }

  @Test(arguments: [
    ["mouthFrownLeft": 0.5, "mouthFrownRight": 0.5], ["noseSneerLeft": 0.5, "noseSneerRight": 0.5],
    ["eyeBlinkRight": 0.35], ["eyeLookOutLeft": 0.5, "eyeLookInRight": 0.5],
    ["eyeLookInLeft": 0.4, "eyeLookOutRight": 0.4],
    ["eyeLookDownLeft": 0.7, "eyeLookDownRight": 0.7], ["jawOpen": 0.5], ["mouthPucker": 0.5],
    ["mouthShrugLower": 0.5], ["mouthLeft": 0.55], ["mouthRollLower": 0.8],
  ])
  func `the best frame has none of what spoils a picture`(shapes: [String: Double]) throws {
    let report = try best { frame, _ in frame == 6 ? ["eyeBlinkLeft": 0.1] : shapes }
    #expect(report.best.frame == 6, "\(shapes): \(report.best)")
  }

  /// Each limit of a fair expression, just within and just beyond it.
  @Test(arguments: [
    (["eyeBlinkLeft": 0.399], ["eyeBlinkLeft": 0.4]),
    (["eyeBlinkRight": 0.399], ["eyeBlinkRight": 0.4]),
    (
      ["eyeLookOutLeft": 0.449, "eyeLookInRight": 0.9],
      ["eyeLookOutLeft": 0.45, "eyeLookInRight": 0.9]
    ),
    (
      ["eyeLookInLeft": 0.9, "eyeLookOutRight": 0.449],
      ["eyeLookInLeft": 0.9, "eyeLookOutRight": 0.45]
    ),
    (
      ["mouthFrownLeft": 0.6, "mouthFrownRight": 0.099],
      ["mouthFrownLeft": 0.6, "mouthFrownRight": 0.1]
    ),
    (["mouthPucker": 0.599], ["mouthPucker": 0.6]), (["jawOpen": 0.749], ["jawOpen": 0.75]),
    (["mouthShrugLower": 0.599], ["mouthShrugLower": 0.6]),
    (
      ["mouthLeft": 0.1, "mouthRight": 0.699], ["mouthLeft": 0.1, "mouthRight": 0.7]
    ),
    (
      ["jawOpen": 1, "mouthSmileLeft": 0.5, "mouthSmileRight": 0.301],
      ["jawOpen": 1, "mouthSmileLeft": 0.5, "mouthSmileRight": 0.3]
    ),
  ])
  func `an expression is fair up to each of its limits`(
    within: [String: Double], beyond: [String: Double]
  ) throws {
    let report = try best { frame, _ in frame < 3 ? within : beyond }
    let expressions = try #require(report.expressions)
    #expect(expressions.fair == 3 && expressions.samples == 10, "\(within): \(expressions)")
    #expect(report.best.frame < 3)
  }

  @Test func `the choice must be fair where a tenth of the samples are`() throws {
    // The fair one is spoilt otherwise: without the rule the score would choose another.
    func shapes(_ isFair: Bool) -> [String: Double] {
      isFair
        ? ["eyeBlinkLeft": 0.39, "eyeBlinkRight": 0.39, "mouthFrownLeft": 0.69]
        : ["jawOpen": 0.76, "mouthSmileLeft": 0.4, "mouthSmileRight": 0.4]
    }
    let tenth = try best(frames: 10) { frame, _ in shapes(frame == 3) }
    #expect(tenth.best.frame == 3 && tenth.expressions?.required == true)
    let eleventh = try best(frames: 11) { frame, _ in shapes(frame == 3) }
    #expect(eleventh.best.frame != 3 && eleventh.expressions?.required == false)
  }

  @Test func `the choice smiles six tenths of the best fair smile, from 0.3 on`() throws {
    func shapes(_ smile: Double, looksDown: Double) -> [String: Double] {
      Self.smile(smile).merging(["eyeLookDownLeft": looksDown, "eyeLookDownRight": looksDown]) {
        $1
      }
    }
    // The best smile looks down, another is fine otherwise.
    func report(best most: Double, other: Double) throws -> BestFrame.Report {
      try best { frame, _ in
        frame == 2 ? shapes(most, looksDown: 0.9) : shapes(frame == 5 ? other : 0, looksDown: 0)
      }
    }
    #expect(try report(best: 0.5, other: 0.3001).best.frame == 5)
    #expect(try report(best: 0.5, other: 0.299).best.frame == 2)
    #expect(try report(best: 0.3, other: 0.1).best.frame == 2)
    #expect(try report(best: 0.299, other: 0.1).best.frame == 5)
  }

  @Test func `the worst of several faces counts`() throws {
    let report = try best(faces: 2) { frame, face in
      switch (frame, face) {
      case (4, _): Self.smile(0.5)
      case (_, 0): Self.smile(0.9)
      default: Self.smile(0.1)
      }
    }
    #expect(report.best.frame == 4 && report.best.smile == 0.5)
    let fair = try best(faces: 2) { frame, face in
      face == 1 && frame != 8 ? ["jawOpen": 0.9] : Self.smile(0.1)
    }
    #expect(fair.best.frame == 8 && fair.expressions?.fair == 1)
  }

  @Test func `without blendshapes nothing is asked of the expression`() throws {
    let report = try best { _, _ in [:] }
    #expect(report.best.frame == 0)
    #expect(report.expressions == nil && report.best.isFair == nil && report.best.smile == nil)
    let parts = try #require(report.best.faces.first?.parts)
    #expect(parts.smile == nil && parts.mouth == nil && parts.frown == nil && parts.gaze == nil)
    #expect(report.weights["smile"] == 5 && report.weights.count == 12)
  }

  @Test func `several best frames are of moments apart, best first`() throws {
    // Two seconds apart where there are as many, or else one, or else half.
    for (stepMs, distance) in [(1000.0, 2000.0), (500, 1000), (250, 500)] {
      let report = try best(count: 4, stepMs: stepMs) { _, _ in Self.smile(0.8) }
      let times = report.chosen.map(\.timestampMs)
      #expect(times.count == 4 && report.note == nil, "\(times)")
      let near = times.sorted()
      #expect(zip(near, near.dropFirst()).allSatisfy { $1 - $0 >= distance - 0.01 }, "\(near)")
      #expect(zip(report.chosen, report.chosen.dropFirst()).allSatisfy { $0.total >= $1.total })
      let chosen = Set(report.chosen.map(\.frame))
      #expect(report.runnersUp.allSatisfy { !chosen.contains($0.frame) })
    }
  }

  @Test func `fewer good moments than asked for are given, and that is said`() throws {
    // 0.4 seconds have one moment; of four seconds one alone is fair and smiles.
    let short = try best(count: 3) { _, _ in Self.smile(0.8) }
    #expect(short.chosen.count == 1 && short.note?.contains("3 moments asked for, 1 found") == true)
    let fair = try best(count: 3, stepMs: 400) { frame, _ in
      Self.smile(0.8).merging(["eyeBlinkLeft": frame == 3 ? 0.1 : 0.5]) { $1 }
    }
    #expect(fair.chosen.map(\.frame) == [3] && fair.further?.isEmpty == true)
  }
}

/// The rules of a fair choice, computed from the files themselves.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct BestExpressionRecordingTests {
  private struct Line: Decodable {
    struct Face: Decodable { var blendshapes: [String: Double]? }
    var timestampMs: Double?
    var faces: [Face]?
  }

  /// Whether a face is fair, and how much it smiles.
  private func judged(_ shapes: [String: Double]) -> (isFair: Bool, smile: Double) {
    func value(_ name: String) -> Double { shapes[name] ?? 0 }
    let smile = (value("mouthSmileLeft") + value("mouthSmileRight")) / 2
    let isRested =
      value("mouthPucker") < 0.6 && 0.8 * value("jawOpen") < 0.6 && value("mouthShrugLower") < 0.6
      && abs(value("mouthLeft") - value("mouthRight")) < 0.6
    let isFair =
      value("eyeBlinkLeft") < 0.4 && value("eyeBlinkRight") < 0.4
      && min(value("eyeLookOutLeft"), value("eyeLookInRight")) < 0.45
      && min(value("eyeLookInLeft"), value("eyeLookOutRight")) < 0.45
      && (value("mouthFrownLeft") + value("mouthFrownRight")) / 2 < 0.35
      && (isRested || smile > 0.4)
    return (isFair, smile)
  }

  @Test(
    arguments: [
      "expressions", "gesture", "phone-portrait", "portrait-still", "signing", "two-faces",
      "winks",
    ], Thorough.cases(["dragon", "crown"], sample: 1))
  func `real choices are fair and smile`(name: String, avatar: String) throws {
    let text = try String(
      contentsOf: SharedData.file("recordings/\(name)/tracking.jsonl"), encoding: .utf8)
    let samples = try text.split(separator: "\n").compactMap {
      line -> (timeMs: Double, isFair: Bool, smile: Double)? in
      let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      let faces = (line.faces ?? []).compactMap(\.blendshapes).map(judged)
      guard let time = line.timestampMs, let smile = faces.map(\.smile).min() else { return nil }
      return (time, faces.allSatisfy(\.isFair), smile)
    }
    let settings = RenderSettings(
      recording: try RecordingLocation(finding: SharedData.file("recordings/\(name)").path),
      avatars: AvatarSelection(names: [avatar], library: Stage.shipped),
      output: OutputSettings(path: ""))
    let report = try BestFrame(settings, count: 3).find()
    let fair = samples.filter(\.isFair)
    guard fair.count * 10 >= samples.count else { return }
    let most = fair.map(\.smile).max() ?? 0
    for chosen in report.chosen {
      let sample = try #require(
        samples.min { abs($0.timeMs - chosen.timestampMs) < abs($1.timeMs - chosen.timestampMs) })
      #expect(sample.isFair, "\(name): \(chosen)")
      if most >= 0.3 { #expect(sample.smile >= 0.6 * most, "\(name): \(chosen)") }
    }
  }
}
