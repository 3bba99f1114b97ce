import Drawing

extension HeadView {
  /// Draws the whole figure, from the back to the front.
  func draw(on canvas: borrowing Canvas) {
    drawHairBack(on: canvas)
    drawTorso(on: canvas)
    drawCollarBack(on: canvas)
    drawNeck(on: canvas)
    drawCollarFront(on: canvas)
    if subject.hairStyle == .pigtails { drawPigtails(on: canvas) }
    drawEars(on: canvas)
    drawSkin(on: canvas)
    drawMouth(on: canvas)
    drawNose(on: canvas)
    drawEyes(on: canvas)
    drawHairFront(on: canvas)
  }

  private func drawHairBack(on canvas: borrowing Canvas) {
    switch subject.hairStyle {
    case .pigtails: drawPigtailBack(on: canvas)
    case .curls: drawCurls(front: false, on: canvas)
    }
  }

  private func drawHairFront(on canvas: borrowing Canvas) {
    switch subject.hairStyle {
    case .pigtails: drawPigtailFront(on: canvas)
    case .curls: drawCurls(front: true, on: canvas)
    }
  }
}
