import Foundation
import Session

/// The ring of a gate, and the meter of brushing.
extension HudScene {
  var gate: [HudSprite] {
    switch (phase.state, phase.outcome) {
    case (_, .completed):
      moment.quadrants.isEmpty ? ring(1, isDone: true) + [icon(.check)] : map + [icon(.check)]
    case (_, .some): []
    case (.promptTeeth, nil): ring(teeth, isDone: false) + [icon(.tooth)]
    case (.teethConfirmed, nil): ring(1, isDone: true) + [icon(.check)]
    case (.promptBrushGesture, nil): ring(brushing, isDone: false) + [icon(.brush)] + meter
    case (.brushGestureConfirmed, nil):
      moment.quadrants.isEmpty ? ring(1, isDone: true) + [icon(.check)] : map + [left] + meter
    case (.selectAvatar, nil), (.cameraInit, nil), (.completed, nil): []
    }
  }

  private func ring(_ part: Double, isDone: Bool) -> [HudSprite] {
    var sprites = [HudSprite(drawing: .ring(isDone: isDone), centre: layout.ring)]
    let steps = HudDrawing.steps(part)
    if !isDone, steps > 0 {
      sprites.append(HudSprite(drawing: .arc(part: steps), centre: layout.ring))
    }
    // A gate that was passed makes the ring jump; the first one comes in.
    let age = moment.age(moment.sinceMs) / 450
    for index in sprites.indices {
      if isDone, age < 1 { sprites[index].scale = 1 + 0.16 * sin(.pi * age) * (1 - age) }
      if phase.state == .promptTeeth { enter(&sprites[index], moment.sinceMs) }
    }
    return sprites
  }

  /// How full the teeth's ring is: what is held, or what is left of it after the mouth closed.
  private var teeth: Double {
    let drained = moment.teethLost.map { lost in
      lost.value * (1 - theme.easing.fill(moment.age(lost.atMs) / 350))
    }
    return max(moment.teethHeld, drained ?? 0)
  }

  /// How full the brushing's ring is: the speed and the turns, whichever lacks more.
  ///
  /// What the gate before it filled drains first.
  private var brushing: Double {
    let speed = moment.fastShare / max(moment.fastShareAsked, 1e-9)
    let turns =
      moment.turnsAsked == 0 ? 1 : Double(moment.turns) / Double(moment.turnsAsked)
    let drained = 1 - theme.easing.fill(moment.age(moment.sinceMs) / 500)
    return max(moment.isFist ? min(speed, turns, 1) : 0, drained)
  }

  private func icon(_ icon: HudDrawing.Icon) -> HudSprite {
    var sprite = HudSprite(drawing: .icon(icon), centre: layout.ring)
    enter(&sprite, moment.sinceMs)
    if icon != .check, moment.sinceMs != nil {
      let seconds = moment.age(moment.sinceMs) / 1000
      // It breathes, and grows while the player does what is asked for.
      sprite.scale *= 1 + 0.035 * sin(2 * .pi * seconds / 1.6)
      if icon == .tooth { sprite.scale *= 1 + 0.12 * moment.teethHeld }
      if icon == .brush { sprite.turn = 9 * sin(2 * .pi * seconds / 0.8) * min(1, brushing + 0.4) }
    }
    return sprite
  }

  /// The speed against the mark that is asked for, and the turns of the stroke.
  private var meter: [HudSprite] {
    var sprites = [
      HudSprite(
        drawing: .bar(
          part: HudDrawing.steps(moment.fastShare), mark: HudDrawing.steps(moment.fastShareAsked)),
        centre: layout.bar)
    ]
    let count = min(moment.turnsAsked, 8)
    if count > 0 {
      let lit = min(count, moment.turns * count / max(moment.turnsAsked, 1))
      sprites.append(HudSprite(drawing: .dots(lit: lit, of: count), centre: layout.dots))
    }
    if moment.quadrant == nil {
      for index in sprites.indices { enter(&sprites[index], moment.sinceMs) }
    }
    return sprites
  }

  // MARK: - Quadrants

  /// The quadrants about the ring's middle.
  private var map: [HudSprite] {
    let names = moment.quadrants.map(\.name)
    let starts = names.map { Self.starts[$0] }
    // The game's lie as the mouth is seen: the subject's right is at the picture's left, and in a
    // mirror at its right. Others follow each other clockwise from the top.
    let isMouth = starts.allSatisfy { $0 != nil } && Set(starts).count == starts.count
    let step = isMouth ? 90 : 360 / Double(max(names.count, 1))
    let gap = min(0.34 * step, 24)
    let arcs = moment.quadrants.enumerated().map { index, quadrant in
      let start = isMouth ? (starts[index] ?? 0) : Double(index) * step
      let sign = isMouth && isMirrored ? -1.0 : 1.0
      let isActive = phase.outcome == nil && moment.quadrant?.value == index
      return HudDrawing.Arc(
        from: sign * (start + gap / 2), to: sign * (start + step - gap / 2),
        part: HudDrawing.steps(quadrant.part), isActive: isActive)
    }
    return [HudSprite(drawing: .quadrants(arcs), centre: layout.ring)]
  }

  /// Where the game's quadrants begin, in degrees clockwise from the top, un-mirrored.
  private static let starts: [String: Double] = [
    "upperRight": 270, "upperLeft": 0, "lowerLeft": 90, "lowerRight": 180,
  ]

  /// How many seconds of the quadrant are left.
  private var left: HudSprite {
    let seconds = Int((max(0, moment.leftMs) / 1000).rounded(.up))
    return HudSprite(drawing: .text("\(seconds)", .left), centre: layout.ring)
  }
}
