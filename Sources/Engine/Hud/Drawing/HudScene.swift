import Foundation
import Geometry
import Session

/// What the HUD shows at a moment: its sprites, from the lowest up.
///
/// A function of the moment alone.
struct HudScene {
  let moment: SessionMoment
  let strings: HudStrings
  let theme: HudTheme
  let layout: HudLayout
  let isMirrored: Bool

  /// A text, and since when it is shown.
  private struct Line {
    var text: String
    var sinceMs: Double?
  }

  /// The sprites; `size` tells how large a drawing is, in pixels.
  func sprites(
    size: (HudDrawing) throws(HudError) -> (width: Double, height: Double)
  ) throws(HudError) -> [HudSprite] {
    var sprites = rain + gate
    sprites += try score(size)
    sprites += try words(size)
    return sprites + stars
  }

  var phase: SessionMoment.Phase { moment.phase }

  /// How far something has come in that began at a time.
  func entered(_ atMs: Double?) -> Double { moment.age(atMs) / max(theme.times.enterMs, 1) }

  // MARK: - Words

  private func words(
    _ size: (HudDrawing) throws(HudError) -> (width: Double, height: Double)
  ) throws(HudError) -> [HudSprite] {
    var sprites: [HudSprite] = []
    func prompt(_ text: String) throws(HudError) -> HudSprite {
      let drawing = HudDrawing.text(text, .prompt)
      let height = try size(drawing).height
      return HudSprite(
        drawing: drawing,
        centre: Point2(layout.width / 2, layout.promptBottom - height / 2 + haloBelow(.prompt)))
    }
    let line = self.line
    let wait = before.map { $0.text.isEmpty ? 0 : theme.times.leaveMs } ?? 0
    if let before, !before.text.isEmpty, before.text != line.text {
      let leaving = 1 - moment.age(line.sinceMs) / max(theme.times.leaveMs, 1)
      if leaving > 0 {
        var sprite = try prompt(before.text)
        sprite.opacity = leaving
        sprite.centre.y -= (1 - leaving) * 2 * layout.unit
        sprites.append(sprite)
      }
    }
    if !line.text.isEmpty {
      var sprite = try prompt(line.text)
      // Once the one before it is gone: two over each other are none.
      if before?.text != line.text { enter(&sprite, line.sinceMs.map { $0 + wait }) }
      if sprite.opacity > 0 { sprites.append(sprite) }
    }
    if phase.outcome == nil, let hint = moment.hint {
      let drawing = HudDrawing.text(strings.hint(hint.value), .hint)
      var sprite = HudSprite(drawing: drawing, centre: Point2(layout.width / 2, layout.hint))
      enter(&sprite, hint.atMs)
      let left = theme.times.hintMs - moment.age(hint.atMs)
      sprite.opacity = min(sprite.opacity, left / max(theme.times.leaveMs, 1))
      if sprite.opacity > 0 { sprites.append(sprite) }
    }
    return sprites
  }

  /// How far the halo of a text reaches below its lines, in pixels.
  private func haloBelow(_ role: HudDrawing.Role) -> Double {
    (theme.sizes.halo + 0.2) * theme.sizes.prompt * layout.unit
  }

  /// Lets a sprite come in: it grows and appears.
  func enter(_ sprite: inout HudSprite, _ sinceMs: Double?) {
    let part = entered(sinceMs)
    guard part < 1 else { return }
    sprite.scale *= 0.6 + 0.4 * theme.easing.enter(part)
    sprite.opacity *= min(1, 2.5 * part)
  }

  /// What is said now.
  private var line: Line {
    let (text, sinceMs) = strings.line(of: moment)
    return Line(text: text, sinceMs: sinceMs)
  }

  /// What was said before.
  private var before: Line? {
    let last = moment.quadrant.flatMap { quadrant in
      let index = phase.outcome == nil ? quadrant.value - 1 : quadrant.value
      return moment.quadrants.indices.contains(index)
        ? strings.quadrant(moment.quadrants[index].name) : nil
    }
    let text = last ?? moment.previous.map { strings.prompt($0) }
    return text.map { Line(text: $0) }
  }

  // MARK: - Score

  private func score(
    _ size: (HudDrawing) throws(HudError) -> (width: Double, height: Double)
  ) throws(HudError) -> [HudSprite] {
    guard phase.state != .selectAvatar, phase.state != .cameraInit else { return [] }
    let drawing = HudDrawing.text("\(counted)", .score)
    let width = try size(drawing).width
    let halo = (theme.sizes.halo + 0.2) * theme.sizes.score * layout.unit
    let middle = layout.score.x - width / 2 + halo
    var star = HudSprite(
      drawing: .star(0),
      centre: Point2(
        layout.score.x - width + 2 * halo - (theme.radii.star + 1) * layout.unit, layout.score.y))
    star.scale = 1.15
    var sprites: [HudSprite] = []
    if let last = moment.gains.last {
      let part = moment.age(last.atMs) / 600
      if part < 1 {
        star.scale *= 1 + 0.4 * sin(.pi * part) * (1 - part)
        star.turn = 72 * theme.easing.count(part)
      }
      sprites += gain(last)
    }
    return [HudSprite(drawing: drawing, centre: Point2(middle, layout.score.y)), star] + sprites
  }

  /// The score on its way up.
  private var counted: Int {
    let gained = moment.gains.reduce(0.0) { sum, gain in
      sum + Double(gain.value)
        * theme.easing.count(moment.age(gain.atMs) / max(theme.times.countMs, 1))
    }
    return moment.earlierScore + Int(gained.rounded())
  }

  /// What was gained, as it rises to the score; single points are not told.
  private func gain(_ gain: SessionMoment.Happened<Int>) -> [HudSprite] {
    let part = moment.age(gain.atMs) / 1200
    guard gain.value > 1, part < 1 else { return [] }
    let rise = Easing.decelerate(part)
    return [
      HudSprite(
        drawing: .text("+\(gain.value)", .gain),
        centre: Point2(
          layout.score.x - 4 * layout.unit,
          layout.score.y + (11 - 4 * rise) * layout.unit),
        scale: 0.7 + 0.3 * theme.easing.enter(3 * part),
        // Whole for most of its time: what is half faded is not read on a light background.
        opacity: min(1, 6 * part, 5 * (1 - part)))
    ]
  }
}
