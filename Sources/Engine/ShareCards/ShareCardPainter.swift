import Drawing
import Foundation
import Geometry
import Imaging

/// Draws a card's background, ornaments and boxes.
struct ShareCardPainter: ~Copyable {
  let canvas: Canvas
  let layout: ShareCardLayout
  let artwork: [String: StraightRGBA8]
  let contents: [String: ShareCardContent]
  let picture: StraightRGBA8
  /// What must stay in view, in the picture's pixels.
  let subject: ShareCardSubject?
  /// What lies over the picture.
  let ornaments: [ShareCardRect]

  /// Draws all of it.
  func paint(_ root: PlacedBox?, ornaments: (under: [PlacedOrnament], over: [PlacedOrnament]))
    throws(DrawingError)
  {
    // A card has no holes, whatever its layout leaves open.
    canvas.paint(.solid(Colour(0xFFFFFF)))
    for layer in layout.background { try paint(layer) }
    for ornament in ornaments.under { try paint(ornament) }
    if let root { try paint(root) }
    for ornament in ornaments.over { try paint(ornament) }
  }

  private func paint(_ layer: ShareCardBackground) throws(DrawingError) {
    let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
    func point(_ part: (Double, Double)) -> PicturePoint {
      PicturePoint(part.0 * width, part.1 * height)
    }
    switch layer {
    case .colour(let colour): canvas.paint(.solid(colour))
    case .linear(let from, let to, let stops):
      try canvas.paintSoftly(.linear(from: point(from), to: point(to), stops))
    case .radial(let centre, let radius, let stops):
      try canvas.paintSoftly(
        .radial(centre: point(centre), radius: radius * max(width, height), stops))
    case .tiles(let image, let side, let opacity):
      guard let tile = artwork[image] else { return }
      let high = side * Double(tile.height) / Double(tile.width)
      try canvas.tile(tile, width: side, height: high, opacity: opacity)
    }
  }

  private func paint(_ placed: PlacedBox) throws(DrawingError) {
    try canvas.turned(by: placed.box.rotation, about: placed.rect.middle) {
      () throws(DrawingError) in
      if let plate = placed.box.plate { paint(plate, placed.rect) }
      if let name = placed.element, let content = contents[name] {
        try paint(content, in: placed.rect.inset(by: placed.box.padding))
      }
      for child in placed.children { try paint(child) }
    }
  }

  private func paint(_ plate: ShareCardPlate, _ rect: ShareCardRect) {
    if let shadow = plate.shadow { paint(shadow, rect, radius: plate.radius) }
    if let fill = plate.fill { canvas.fill(rect.path(radius: plate.radius), fill) }
    if let border = plate.border { paint(border, rect, radius: plate.radius) }
  }

  /// A soft shadow of many faint layers, each a little larger: their sum falls off evenly.
  private func paint(_ shadow: ShareCardShadow, _ rect: ShareCardRect, radius: Double) {
    let steps = 12
    let moved = ShareCardRect(
      x: rect.x, y: rect.y + shadow.drop, width: rect.width, height: rect.height)
    // Each layer covers what the ones below leave: together they come to the colour's opacity.
    let faint = 1 - pow(1 - min(shadow.colour.alpha, 0.99), 1 / Double(steps))
    for step in 0..<steps {
      let margin = shadow.blur * (2 * (Double(step) + 0.5) / Double(steps) - 1)
      canvas.fill(
        moved.grown(by: margin).path(radius: max(0, radius + margin)),
        shadow.colour.opacity(faint))
    }
  }

  private func paint(_ border: ShareCardBorder, _ rect: ShareCardRect, radius: Double) {
    let half = border.width / 2
    canvas.stroke(
      rect.grown(by: -half).path(radius: max(0, radius - half)), border.colour,
      width: border.width)
  }

  private func paint(_ content: ShareCardContent, in rect: ShareCardRect) throws(DrawingError) {
    switch content {
    case .picture(let look): try paint(look, in: rect)
    case .text(let text, let style):
      let lines = try TextLayout(text, style, width: rect.width)
      lines.draw(on: canvas, at: PicturePoint(rect.x, rect.y + (rect.height - lines.height) / 2))
    case .code(let code, let look):
      let side = code.pixels(fitting: look.size)
      code.draw(
        on: canvas, at: rect.corner, side: side, dark: look.dark, light: look.light,
        radius: look.radius)
    case .rule(_, _, let colour): canvas.fill(rect.path(radius: 0), colour)
    case .logo(let picture, _, _), .artwork(let picture, _):
      let box = PictureFit.contain(
        width: Double(picture.width), height: Double(picture.height), in: rect
      ).box
      try canvas.draw(
        picture, part: picture.whole, at: box.corner, width: box.width, height: box.height)
    }
  }

  private func paint(_ look: ShareCardElement.PictureLook, in rect: ShareCardRect)
    throws(DrawingError)
  {
    guard let fit = look.fit(picture, in: rect, keeping: subject, under: ornaments) else {
      return
    }
    let frame = fit.box
    let radius = min(look.radius, frame.width / 2, frame.height / 2)
    if let shadow = look.shadow { paint(shadow, frame, radius: radius) }
    try canvas.clipped(to: frame.path(radius: radius)) { () throws(DrawingError) in
      try canvas.draw(
        picture, part: (fit.part.corner, fit.part.width, fit.part.height), at: fit.box.corner,
        width: fit.box.width, height: fit.box.height)
    }
    if let border = look.border { paint(border, frame, radius: radius) }
  }

  private func paint(_ placed: PlacedOrnament) throws(DrawingError) {
    try canvas.turned(
      by: placed.ornament.rotation, about: placed.rect.middle,
      mirrored: placed.ornament.isMirrored
    ) { () throws(DrawingError) in
      if let image = placed.ornament.image, let picture = artwork[image] {
        try canvas.draw(
          picture, part: picture.whole, at: placed.rect.corner, width: placed.rect.width,
          height: placed.rect.height, opacity: placed.ornament.opacity)
      } else if let name = placed.ornament.element, let content = contents[name] {
        try paint(content, in: placed.rect)
      }
    }
  }
}

extension ShareCardElement.PictureLook {
  /// Where the picture goes; nil where there is no room for it.
  func fit(
    _ picture: StraightRGBA8, in rect: ShareCardRect, keeping subject: ShareCardSubject?,
    under ornaments: [ShareCardRect]
  ) -> PictureFit? {
    guard rect.width >= 1, rect.height >= 1 else { return nil }
    let (width, height) = (Double(picture.width), Double(picture.height))
    return covers
      ? .cover(width: width, height: height, in: rect, keeping: subject, under: ornaments)
      : .contain(width: width, height: height, in: rect)
  }
}

extension ShareCardRect {
  /// Its outline, with rounded corners.
  fileprivate func path(radius: Double) -> Path {
    let round = min(radius, width / 2, height / 2)
    return round > 0
      ? .rounded(corner, width: width, height: height, radius: round)
      : .rectangle(corner, width: width, height: height)
  }
}

extension StraightRGBA8 {
  /// All of a picture, as a part.
  fileprivate var whole: (corner: PicturePoint, width: Double, height: Double) {
    (PicturePoint(0, 0), Double(width), Double(height))
  }
}
