import ClipReading
import Foundation
public import Isolation
import Passes
import Placement
import Recipe
public import Recordings
import Shot
import Timelines
import TrackingFiles

/// Estimates the light on the cards and faces of a clip, as renders with `match` do.
public struct LightJob: Sendable {
  private var settings: RenderSettings
  /// Moments that are told, evenly over the clip.
  private static let moments = 12

  /// Makes the job.
  ///
  /// - Parameter settings: the recording, and the scenes of its cards.
  public init(_ settings: RenderSettings) {
    self.settings = settings
    self.settings.avatars.names = []
    self.settings.appearance.replay = .ideal
  }

  /// Does the job; of a still, and of a clip that was not tracked, nothing is told.
  public func run(cancellation: Cancellation = Cancellation()) throws -> LightReport {
    let recording = try OpenRecording(settings, for: .pictures, checksPictures: false)
    var report = LightReport()
    guard !recording.clip.isOfStills, settings.recording.tracking != nil else { return report }
    var wishes = ShotFinder.Wishes(cardPrint: recording.scenes.cardPrint)
    wishes.cardLight = { _ in 1 }
    wishes.asksForAllFaces = true
    let light = try ClipLight(recording, wishes, RenderWatch(cancellation))
    let times = try recording.settings.tracking.clipTimes?.all() ?? []
    let count = min(times.count, Self.moments)
    let chosen = (0..<count).map { times[(2 * $0 + 1) * times.count / (2 * count)] }
    var (cards, faces) = ([Int: [LightReport.CardMoment]](), [Int: [LightReport.FaceMoment]]())
    for timeMs in chosen {
      let found = try light.light(atMs: timeMs)
      for (identity, card) in found.cards {
        cards[identity, default: []].append(LightReport.CardMoment(card, atMs: timeMs))
      }
      for (identity, face) in found.faces {
        faces[identity, default: []].append(LightReport.FaceMoment(face, atMs: timeMs))
      }
    }
    report.cards = cards.sorted { $0.key < $1.key }.map {
      LightReport.Card(image: $0.key, moments: $0.value)
    }
    let shares = light.skinShares
    report.faces = faces.sorted { $0.key < $1.key }.map { identity, moments in
      LightReport.Face(
        face: identity, skinShare: shares[identity].map(Double.init), moments: moments)
    }
    report.notes = light.notes
    return report
  }
}

extension LightReport.CardMoment {
  fileprivate init(_ light: PrintLight, atMs timeMs: Double) {
    let sum = light.factors.reduce(SIMD3<Float>.zero, +) / Float(max(light.factors.count, 1))
    let levels = light.factors.map { Double(($0 * LightTables.luminance).sum()) }
    self.init(
      timeMs: timeMs, factors: [Double(sum.x), Double(sum.y), Double(sum.z)],
      darkest: levels.min() ?? 1, brightest: levels.max() ?? 1)
  }
}

extension LightReport.FaceMoment {
  fileprivate init(_ light: FaceLight, atMs timeMs: Double) {
    func numbers(_ vector: SIMD3<Float>) -> [Double] {
      [Double(vector.x), Double(vector.y), Double(vector.z)]
    }
    self.init(
      timeMs: timeMs, level: Double(light.level), direction: numbers(light.direction),
      colour: numbers(light.colour))
  }
}
