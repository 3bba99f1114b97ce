import ClipReading
import ClipWriting
import Frames
import Recordings
import Sound

/// The sound of a reel: that of its recordings, one fading over into the next where their pictures do.
final class ReelSound: OwnSound {
  /// What is heard of a segment: the sounds of its recordings, from a sample of the reel on.
  private struct Heard {
    let start, end: Int64
    /// Samples in which it comes, and in which it goes.
    let fadeIn, fadeOut: Int64
    let segment: Int
    var sounds: [PartSound]?
  }

  private let plan: ReelPlan
  private var segments: [Heard]
  private var damages: [String] = []

  init(_ plan: ReelPlan) {
    self.plan = plan
    segments = plan.segments.indices.map { index in
      let segment = plan.segments[index]
      let next = index + 1 < plan.segments.count ? plan.segments[index + 1].lead : 0
      return Heard(
        start: plan.sample(ofFrame: segment.start), end: plan.sample(ofFrame: segment.end),
        fadeIn: plan.sample(ofFrame: segment.start + segment.lead)
          - plan.sample(ofFrame: segment.start),
        fadeOut: plan.sample(ofFrame: segment.end) - plan.sample(ofFrame: segment.end - next),
        segment: index)
    }
  }

  func add(to samples: inout [Float], from start: Int64) throws(VideoError) -> Int64? {
    let end = start + Int64(samples.count / 2)
    for index in segments.indices {
      let heard = segments[index]
      let (low, high) = (max(start, heard.start), min(end, heard.end))
      guard low < high else { continue }
      let sounds: [PartSound]
      if let known = heard.sounds { sounds = known } else { sounds = try opened(heard.segment) }
      segments[index].sounds = sounds
      // Two that are heard at once are as loud as one.
      let share = 1 / Float(max(1, sounds.count(where: \.isHeard))).squareRoot()
      for sound in sounds {
        try sound.add(to: &samples, from: Int(low - start), count: Int(high - low)) { place in
          var factor = share
          if place < heard.fadeIn { factor *= Float(place) / Float(heard.fadeIn) }
          let left = heard.end - heard.start - place
          if left < heard.fadeOut { factor *= Float(left) / Float(heard.fadeOut) }
          return factor
        }
      }
      if high == heard.end {
        damages += sounds.compactMap(\.damage).map {
          ReelPlan.prefix(ofSegment: heard.segment) + $0
        }
        segments[index].sounds = []
      }
    }
    let last = segments.last?.end ?? 0
    return end >= last ? last : nil
  }

  private func opened(_ segment: Int) throws(VideoError) -> [PartSound] {
    var sounds: [PartSound] = []
    for cell in plan.segments[segment].cells {
      guard case .clip(let settings, _) = cell.source else { continue }
      if case .none = cell.sound { continue }
      sounds.append(
        try PartSound(
          of: ClipReader(path: settings.recording.media), cell.sound, startMs: cell.startMs))
    }
    return sounds
  }

  var damage: String? { damages.first }
}

extension ReelPlan {
  /// The sample at which a frame begins.
  func sample(ofFrame number: Int) -> Int64 {
    StereoSound.place(ofMs: Double(number) * rate.periodMs) ?? 0
  }

  /// Whether anything is heard.
  var isHeard: Bool {
    music != nil
      || segments.contains { segment in
        segment.cells.contains { if case .none = $0.sound { false } else { true } }
      }
  }
}
