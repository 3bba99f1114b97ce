import Foundation
import Geometry
import RandomNumbers
import Session

/// Stars for what came off well.
extension HudScene {
  /// Those about the ring, and above the last words.
  var stars: [HudSprite] {
    var sprites: [HudSprite] = []
    if let quadrant = moment.quadrant, quadrant.value > 0, phase.outcome == nil {
      sprites += burst(from: layout.ring, sinceMs: quadrant.atMs, count: 7, seed: quadrant.value)
    }
    for success in moment.successes {
      let seed = 10 * (SessionState.allCases.firstIndex(of: success.value.state) ?? 0)
      sprites += burst(from: layout.ring, sinceMs: success.atMs, count: 12, seed: seed)
      if success.value.outcome == .completed { sprites += bigStars(sinceMs: success.atMs) }
    }
    return sprites
  }

  /// Stars that fly out of a place, turn, fall a little and fade.
  private func burst(
    from centre: Point2<OutputSpace>, sinceMs: Double, count: Int, seed: Int
  ) -> [HudSprite] {
    let part = moment.age(sinceMs) / max(theme.times.starsMs, 1)
    guard part < 1 else { return [] }
    return (0..<count).map { index in
      let chance = { Self.chance(seed + index, $0) }
      let angle = 2 * Double.pi * (Double(index) + 0.7 * chance(0)) / Double(count)
      let reach = (theme.radii.ring + 6 + 12 * chance(1)) * layout.unit
      let way = reach * Easing.decelerate(part)
      let fall = 7 * layout.unit * part * part
      return HudSprite(
        drawing: .star(index),
        centre: Point2(centre.x + way * sin(angle), centre.y - way * cos(angle) + fall),
        scale: (0.35 + 0.5 * chance(2)) * min(1, 5 * part) * (1 - 0.4 * part),
        turn: (chance(3) - 0.5) * 500 * part,
        opacity: min(1, 2.2 * (1 - part)))
    }
  }

  /// Stars that fall from the top, all over the picture, when a session is completed.
  var rain: [HudSprite] {
    guard let success = moment.successes.last, success.value.outcome == .completed else {
      return []
    }
    let sinceMs = success.atMs
    let age = moment.age(sinceMs) / max(2 * theme.times.starsMs, 1)
    guard age < 1 else { return [] }
    return (0..<22).compactMap { index in
      let chance = { Self.chance(100 + index, $0) }
      let part = (age - 0.35 * chance(0)) / 0.65
      guard part > 0, part < 1 else { return nil }
      let drop = (0.45 + 0.5 * chance(2)) * layout.height
      let sway = 2 * layout.unit * sin(2 * .pi * (part * 1.5 + chance(4)))
      return HudSprite(
        drawing: .star(index),
        centre: Point2(
          layout.width * (Double(index) + chance(1)) / 22 + sway,
          drop * part - 4 * layout.unit),
        scale: 0.35 + 0.45 * chance(3), turn: (chance(5) - 0.5) * 700 * part,
        opacity: min(1, 3 * (1 - part)))
    }
  }

  /// Three stars above what is said, one after the other; they stay.
  private func bigStars(sinceMs: Double) -> [HudSprite] {
    (0..<3).compactMap { index in
      let part = (moment.age(sinceMs) - 160 * Double(index)) / 500
      guard part > 0 else { return nil }
      let side = Double(index - 1)
      let grow = theme.easing.enter(part)
      return HudSprite(
        drawing: .star(0),
        centre: Point2(
          layout.width / 2 + side * 4.3 * theme.radii.star * layout.unit,
          layout.promptBottom - (2.3 * theme.sizes.prompt + (side == 0 ? 1.8 : 0)) * layout.unit),
        scale: (side == 0 ? 2.3 : 1.75) * grow, turn: 14 * side + 90 * (1 - grow),
        opacity: min(1, 3 * part))
    }
  }

  /// A number from 0 to 1 that looks like chance and is always the same.
  private static func chance(_ index: Int, _ channel: Int) -> Double {
    let key = UInt64(truncatingIfNeeded: index &* 31 &+ channel &+ 1)
    return SplitMix64.unit(SplitMix64.mixed(key &* SplitMix64.gamma))
  }
}
