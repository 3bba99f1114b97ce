import Alignment
import Foundation
import Geometry
import Imaging
import Isolation
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing
import Tracking
import TrackingFiles

@Suite struct AlignJobTests {
  @Test func `alignment of a recording has the snap's own distance as its residual`() throws {
    let stage = try AlignStage(frames: 6) { face in
      (face.yaw, face.pitch, face.roll, face.x, face.y, face.z) = (0, 0, 0, 0, 0, -40)
      face.unlikeness = 3
    }
    let report = try stage.report()
    // The eyes' anchor is the mean of four landmarks; the matrix puts them where `unlikeness` is 0.
    let corners = [33, 133, 263, 362]
    let dx = corners.reduce(0.0) { $0 + 3 * (1 + 0.5 * sin(Double($1))) / 4 }
    let dy = corners.reduce(0.0) { $0 + 3 * (0.5 * cos(Double($1)) - 1) / 4 }
    let residual = (dx * dx + dy * dy).squareRoot()
    #expect(abs(try #require(report[.residualPx]) - residual) < 1e-3)
    #expect(abs(try #require(report[.residualMaxPx]) - residual) < 1e-3)
    // And the reprojection error is the mean length of all 468 of those differences.
    let mean = (0..<468).reduce(0.0) { sum, i in
      let (x, y) = (3 * (1 + 0.5 * sin(Double(i))), 3 * (0.5 * cos(Double(i)) - 1))
      return sum + (x * x + y * y).squareRoot() / 468
    }
    #expect(abs(try #require(report[.reprojectionPx]) - mean) < 1e-3)
    let ratio = try #require(report[.reprojection]) / #require(report[.reprojectionPx])
    #expect(abs(try #require(report[.residual]) / residual - ratio) < 1e-3)
  }

  @Test func `alignment of a recording is covered by its own placing, and bare without an avatar`()
    throws
  {
    let stage = try AlignStage(frames: 8)
    let whole = try stage.report()
    #expect(whole[.coverage] == 100 && whole[.longestGapFrames] == 0)
    let bare = try stage.report { $0.render.avatars.names = [AvatarSelection.none] }
    #expect(bare[.coverage] == 0 && bare[.longestGapFrames] == 8)
    #expect(bare[.longestGapMs] == 320)
    #expect(bare[.residual] == nil)
  }

  @Test func `alignment with the tracking of another clip says so`() throws {
    let stage = try AlignStage(frames: 4)
    let settings = try stage.settings()
    let sum = try Program(named: "sha256sum").succeed([stage.folder.path("in.mkv")])
    let own = String(decoding: sum.prefix(64), as: UTF8.self)
    for (hash, count) in [(own, 0), (String(repeating: "ab", count: 32), 1)] {
      let source = "\"source\": {\"sha256\": \"\(hash)\"}, \"format\""
      try stage.folder.write(
        stage.tracking.text.replacingOccurrences(of: "\"format\"", with: source), to: "in.jsonl")
      let notes = try AlignJob(settings).run().report.notes
      #expect(notes.count { $0.contains("give the clip that was tracked") } == count, "\(notes)")
    }
  }

  @Test func `alignment of a recording of a sidecar is that of the run that wrote it`() throws {
    let stage = try AlignStage(frames: 8)
    var settings = try stage.settings()
    settings.render.avatars.names = ["dragon"]
    let computed = try AlignJob(settings).run().report
    var render = settings.render
    render.output = OutputSettings(path: stage.folder.path("out.mkv"))
    render.output.placements = stage.folder.path("placements.jsonl")
    _ = try RenderJob(render).run()
    settings.render.avatars.names = []
    settings.placements = stage.folder.path("placements.jsonl")
    let read = try AlignJob(settings).run().report
    #expect(read.perFrame.map(\.quads) == computed.perFrame.map(\.quads))
    for metric in [AlignmentMetric.residualPx, .overlayShakePx, .coverage] {
      let (a, b) = (try #require(read[metric]), try #require(computed[metric]))
      #expect(abs(a - b) < 1e-3)
    }
    let comparison = AlignmentComparison(computed, read)
    #expect(comparison.moves.allSatisfy { $0.maxPx == 0 && $0.onlyInA + $0.onlyInB == 0 })
    #expect(!comparison.moves.isEmpty)
    #expect(comparison.worse(byMoreThan: 0).isEmpty)

    // The sidecar alone knows the layers and the residuals.
    let alone = try AlignRun.report(ofPlacements: stage.folder.path("placements.jsonl"))
    #expect(alone.perFrame.map(\.quads) == computed.perFrame.map(\.quads))
    #expect(abs(try #require(alone[.residualPx]) - #require(computed[.residualPx])) < 1e-3)
  }

  @Test
  func
    `alignment of a recording of a mirrored sidecar of half the size is in the scene's own pixels`()
    throws
  {
    let stage = try AlignStage(frames: 4)
    var settings = try stage.settings()
    settings.render.avatars.names = ["dragon"]
    let plain = try AlignJob(settings).run().report
    var render = settings.render
    render.output = OutputSettings(path: stage.folder.path("out.mkv"))
    render.output.size = OutputSize(width: 80, height: 60)
    render.passes.mirrored = true
    render.output.placements = stage.folder.path("placements.jsonl")
    _ = try RenderJob(render).run()
    settings.placements = stage.folder.path("placements.jsonl")
    settings.render.passes.mirrored = true
    let mirrored = try AlignJob(settings).run().report
    let moves = AlignmentComparison(plain, mirrored).moves
    #expect(!moves.isEmpty && moves.allSatisfy { $0.maxPx < 0.01 })
  }

  @Test(arguments: [
    (
      "{\"frame\": 0, \"timestampMs\": 0, \"width\": 100, \"height\": 100, \"placements\": []}",
      "100 x 100"
    ),
    (
      "{\"frame\": 0, \"timestampMs\": 7, \"width\": 160, \"height\": 120, \"placements\": []}",
      "7.0 ms"
    ),
    (
      "{\"frame\": 99, \"timestampMs\": 7, \"width\": 160, \"height\": 120, \"placements\": []}",
      "frames 0 to 2"
    ),
  ])
  func `alignment of a recording refuses placements of another recording`(
    line: String, word: String
  ) throws {
    let stage = try AlignStage(frames: 3)
    let path = try stage.folder.write(line + "\n", to: "p.jsonl")
    let error = #expect(throws: AlignError.self) {
      try stage.report { $0.placements = path }
    }
    #expect("\(try #require(error))".contains(word))
  }

  @Test func `alignment of a recording of a part's placements says how many frames they are of`()
    throws
  {
    let stage = try AlignStage(frames: 5)
    let lines = (1...3).map {
      "{\"frame\": \($0), \"timestampMs\": \($0 * 40), \"width\": 160, \"height\": 120, \"placements\": []}"
    }
    let path = try stage.folder.write(lines.joined(separator: "\n"), to: "p.jsonl")
    let report = try stage.report { $0.placements = path }
    #expect(report.notes.contains { $0.contains("3 of the 5 frames") })
    #expect(report[.coverage] == 0 && report[.framesWithFace] == 3)
  }

  @Test
  func `alignment of a recording without a face, a matrix or a tracking file tells what it can`()
    throws
  {
    let none = try AlignStage(frames: 4) { $0.hasLandmarks = false }
    let noLandmarks = try none.report()
    #expect(noLandmarks[.coverage] == 100)
    #expect(noLandmarks[.jitter] == nil && noLandmarks[.reprojection] == nil)

    let flat = try AlignStage(frames: 4) { $0.hasMatrix = false }
    let noMatrix = try flat.report()
    #expect(noMatrix[.coverage] == 100 && noMatrix[.residual] == nil)
    #expect(noMatrix.notes.contains { $0.contains("matrix") })

    var empty = try AlignStage(frames: 4)
    for index in empty.tracking.samples.indices { empty.tracking.samples[index].faces = [] }
    let noFace = try empty.report()
    #expect(noFace[.coverage] == nil && noFace[.framesWithoutFace] == 4)
    #expect(noFace.notes.contains { $0.contains("no face") })

    let bare = try AlignStage(frames: 4)
    let noFile = try bare.report {
      $0.render.recording.tracking = nil
    }
    #expect(noFile.notes.contains { $0.contains("no tracking file") })
    #expect(noFile.faces == 0)
  }

  @Test func `alignment of a recording of a single frame has a place and no motion`() throws {
    let report = try AlignStage(frames: 1).report()
    #expect(report.frames == 1 && report[.coverage] == 100)
    #expect(report[.residual] != nil && report[.jitter] == nil && report[.lagMs] == nil)
  }

  @Test func `alignment of a recording keeps two faces apart that cross`() throws {
    var stage = try AlignStage(frames: 40)
    for index in 0..<40 {
      let t = Double(index) / 39
      stage.tracking.samples[index].faces = [
        SyntheticFace(id: nil, x: 14 * t - 7, z: -60),
        SyntheticFace(id: nil, x: 7 - 14 * t, y: 9, z: -60),
      ]
      // The tracker's own order changes as they pass.
      if t > 0.5 { stage.tracking.samples[index].faces.reverse() }
    }
    let report = try stage.report(reference: stage.tracking.text)
    #expect(report.faces == 2)
    #expect(report[.nme] == 0 && report[.missedFaces] == 0)
    #expect(try #require(report[.shake]) < 0.01)
  }

  @Test func `alignment of a recording is interrupted on request`() throws {
    let stage = try AlignStage(frames: 3)
    let cancellation = Cancellation()
    cancellation.request()
    #expect(throws: RenderingError.interrupted) {
      try AlignJob(try stage.settings()).run(cancellation: cancellation)
    }
  }

  @Test func `alignment of a recording keeps the worst frames, the worst first, and draws them`()
    throws
  {
    var stage = try AlignStage(frames: 12)
    let truth = stage.tracking
    for (frame, unlikeness) in [(3, 4.0), (7, 9), (9, 6)] {
      stage.tracking.samples[frame].faces[0].unlikeness += unlikeness
    }
    var settings = try stage.settings()
    settings.reference = try stage.folder.write(truth.text, to: "truth.jsonl")
    settings.worstFrames = 3
    let outcome = try AlignJob(settings).run()
    #expect(outcome.worst.map(\.frame.frame) == [7, 9, 3])
    #expect(outcome.worst.map(\.badness) == outcome.worst.map(\.badness).sorted(by: >))
    let folder = stage.folder.path("worst")
    let pictures = AlignPictures(settings.render, folder: folder)
    let paths = try pictures.write(outcome.worst)
    #expect(
      try stage.folder.names(in: "worst") == [
        "01-frame-00007.png", "02-frame-00009.png", "03-frame-00003.png",
      ])
    // Doubled, since it is small, and drawn on.
    let picture = try PNG.read(path: paths[0])
    #expect(picture.width == 320 && picture.height == 240)
    var (cyan, yellow) = (0, 0)
    for i in stride(from: 0, to: picture.bytes.count, by: 4) {
      let (r, g, b) = (picture.bytes[i], picture.bytes[i + 1], picture.bytes[i + 2])
      cyan += r < 90 && g > 180 && b > 200 ? 1 : 0
      yellow += r > 200 && g > 180 && b < 90 ? 1 : 0
    }
    #expect(cyan > 50 && yellow > 50)
    // What is there is left alone.
    #expect(throws: ImagingError.self) { try pictures.write(outcome.worst) }
  }

  @Test func `alignment of a recording puts a bare face before every error`() throws {
    var stage = try AlignStage(frames: 6)
    let truth = stage.tracking
    stage.tracking.samples[2].faces[0].unlikeness += 9
    let lines = (0..<6).map { frame in
      let entry =
        frame == 4
        ? ""
        : "{\"face\": 1, \"layer\": \"m\", \"mode\": \"matrix\", \"corners\": [[0,0],[9,0],[9,9],[0,9]],"
          + " \"opacity\": 1}"
      return
        "{\"frame\": \(frame), \"timestampMs\": \(frame * 40), \"width\": 160, \"height\": 120,"
        + " \"placements\": [\(entry)]}"
    }
    var settings = try stage.settings()
    settings.reference = try stage.folder.write(truth.text, to: "truth.jsonl")
    settings.placements = try stage.folder.write(lines.joined(separator: "\n"), to: "p.jsonl")
    settings.worstFrames = 2
    let outcome = try AlignJob(settings).run()
    #expect(outcome.worst.map(\.frame.frame) == [4, 2])
    #expect(outcome.report[.longestGapFrames] == 1)
  }
}
