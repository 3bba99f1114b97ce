import FaceModel
import Foundation
import Geometry
import Session
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// What must not make a difference.
struct SessionInvariantTests {
  /// A recording with all that can happen: a mouth that closes early, gaps, a hand that pauses.
  static let eventful = MadeRecording(
    jaw: { time in
      if 6000..<6900 ~= time { return nil }
      return 1000..<1300 ~= time || 3000..<4000 ~= time ? 0.6 : 0.12
    },
    hand: { time in
      if time < 5000 || 7000..<7400 ~= time { return nil }
      let moves = Int(time / 2500) % 2 == 0
      return (moves ? 0.03 * sin(2 * .pi * 3.1 * time / 1000) : 0, time < 14_000)
    })

  /// The mode `full` with short quadrants, so that every kind of event occurs.
  static var full: SessionSettings {
    var settings = SessionSettings()
    settings.mode = .full
    settings.full.quadrantMs = 700
    settings.times.pauseMs = 500
    settings.times.hintMs = 900
    return settings
  }

  @Test func `a split anywhere gives the same lines`() throws {
    let samples = Self.eventful.samples(15_000)
    let whole = try play(samples, Self.full)
    #expect(whole.events.count > 20)
    for first in [0, 1, 37, 90, 160, 250] {
      let split = try play(
        samples, Self.full, carrying: Set(stride(from: first, to: samples.count, by: 41)))
      #expect(split.lines == whole.lines)
      #expect(split.signals == whole.signals)
    }
  }

  @Test func `a mirrored tracker gives the same lines`() throws {
    let samples = Self.eventful.samples(15_000)
    let mirrored = try play(
      samples.map { $0.mirrored() }, Self.full, header: MadeRecording.header(mirrored: true))
    #expect(try mirrored.lines == play(samples, Self.full).lines)
  }

  @Test(arguments: [QuarterTurn.clockwise, .half, .counterclockwise])
  func `a turned tracker gives the same lines`(turn: QuarterTurn) throws {
    let samples = Self.eventful.samples(15_000)
    let turned = try play(
      samples.map { $0.turned(back: turn) }, Self.full, header: MadeRecording.header(rotation: turn)
    )
    #expect(try turned.lines == play(samples, Self.full).lines)
  }

  @Test(arguments: [2.0, 2.5, 3, 3.5, 4], [10.0, 15, 30, 60])
  func `samples a second change no verdict`(strokes: Double, rate: Double) throws {
    let recording = MadeRecording(
      jaw: { 1000..<2500 ~= $0 ? 0.7 : 0.1 },
      hand: { $0 < 3000 ? nil : (0.03 * sin(2 * .pi * strokes * $0 / 1000), true) })
    let fine = try play(recording.samples(8000, perSecond: 60))
    let coarse = try play(recording.samples(8000, perSecond: rate))
    #expect(coarse.outcome == .completed && fine.outcome == .completed)
    for state in SessionState.allCases {
      let (a, b) = (try #require(fine.entered(state)), try #require(coarse.entered(state)))
      #expect(abs(a - b) <= 1000 / rate + 0.1, "\(state) at \(a) and \(b) ms")
    }
  }

  @Test func `hands keep their identity when labels and places in the list change`() throws {
    var recording = MadeRecording.played
    let plain = try play(recording.samples(8000))
    recording.change = { sample in
      let other = MadeRecording.hand(atX: 1100, isFist: false, label: .left)
      sample.hands.append(other)
      if Int(sample.timestampMs / 100) % 2 == 0 { sample.hands.reverse() }
      if Int(sample.timestampMs / 400) % 5 == 0 {
        for index in sample.hands.indices { sample.hands[index].handedness = .left }
      }
    }
    let flipped = try play(recording.samples(8000))
    for state in SessionState.allCases { #expect(flipped.entered(state) == plain.entered(state)) }
    #expect(flipped.outcome == .completed)
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)),
    arguments: ["gesture", "signing", "expressions", "winks", "two-faces"])
  func `real recordings, carried on at every tenth sample`(name: String) throws {
    let path = SharedData.file("recordings/\(name)/tracking.jsonl").path
    let reader = try TrackingReader(path: path)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    let whole = try play(samples, header: reader.header)
    let split = try play(
      samples, header: reader.header,
      carrying: Set(stride(from: 0, to: samples.count, by: 10)))
    #expect(split.lines == whole.lines && split.signals == whole.signals)
    var header = reader.header
    header.mirrored = true
    let width = Double(header.size.width)
    let mirrored = try play(samples.map { $0.mirrored(width: width) }, header: header)
    #expect(mirrored.lines == whole.lines)
  }
}

extension TrackingSample {
  /// The sample of a tracker whose picture is flipped left to right.
  func mirrored(width: Double = 1280) -> TrackingSample {
    var other = self
    for (index, face) in faces.enumerated() {
      other.faces[index].landmarks = face.landmarks.indices.map {
        let seen = face.landmarks[FaceTopology.mirrorIndex[$0]]
        return Point3(width - seen.x, seen.y, seen.z)
      }
      for shape in Blendshape.allCases where !face.blendshapes.scores.isEmpty {
        other.faces[index].blendshapes[shape] = face.blendshapes[shape.mirrored]
      }
    }
    for (index, hand) in hands.enumerated() {
      other.hands[index].landmarks = hand.landmarks.map { Point3(width - $0.x, $0.y, $0.z) }
      other.hands[index].worldLandmarks = hand.worldLandmarks.map { SIMD3(-$0.x, $0.y, $0.z) }
      other.hands[index].handedness = hand.handedness.map { $0 == .left ? .right : .left }
    }
    return other
  }

  /// The sample of a tracker whose picture, turned clockwise by `turn`, is this one's of 1280 x 720.
  func turned(back turn: QuarterTurn) -> TrackingSample {
    func point(_ p: SIMD3<Double>, _ width: Double, _ height: Double) -> SIMD3<Double> {
      switch turn {
      case .none: p
      case .clockwise: SIMD3(p.y, width - p.x, p.z)
      case .half: SIMD3(width - p.x, height - p.y, p.z)
      case .counterclockwise: SIMD3(height - p.y, p.x, p.z)
      }
    }
    func moved(_ p: Point3<TrackerSpace>) -> Point3<TrackerSpace> {
      let q = point(SIMD3(p.x, p.y, p.z), 1280, 720)
      return Point3(q.x, q.y, q.z)
    }
    var other = self
    for index in faces.indices {
      other.faces[index].landmarks = faces[index].landmarks.map(moved)
    }
    for index in hands.indices {
      other.hands[index].landmarks = hands[index].landmarks.map(moved)
      other.hands[index].worldLandmarks = hands[index].worldLandmarks.map { point($0, 0, 0) }
    }
    return other
  }
}
