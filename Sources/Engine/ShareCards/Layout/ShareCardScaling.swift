import Drawing

extension ShareCardRatio {
  /// The size of the smallest text, in the card's pixels: a story is seen on a phone, whose width of some 390
  /// points has the card's 1080 pixels, so these are 11 points, the smallest that platforms recommend.
  var smallestText: Double { self == .story ? 30 : 20 }
}

extension ShareCardLayout {
  /// Elements with other sizes.
  ///
  /// - Parameters:
  ///   - scale: how many times as large a layout has all but the picture.
  ///   - enlargement: how many times as large what lies beside the picture is beyond that.
  func scaled(
    _ contents: [String: ShareCardContent], by scale: Double, _ enlargement: Double,
    in ratio: ShareCardRatio
  ) -> [String: ShareCardContent] {
    let ornaments = Set((under + over).compactMap(\.element))
    var scaled = contents
    for (name, content) in contents {
      scaled[name] = content.scaled(
        by: scale, ornaments.contains(name) ? 1 : enlargement, least: ratio.smallestText)
    }
    return scaled
  }

  /// An ornament with another size: what lies on the card stays as it is, and what lies on the picture is not
  /// enlarged with what lies beside it.
  func scaled(
    _ ornament: ShareCardOrnament, by scale: Double, _ enlargement: Double
  ) -> ShareCardOrnament {
    guard let reference = ornament.reference else { return ornament }
    var (ornament, factor) = (ornament, scale * enlargement)
    if case .picture = elements[reference]?.kind { factor = scale }
    ornament.width *= factor
    ornament.offset = (ornament.offset.x * factor, ornament.offset.y * factor)
    return ornament
  }
}

extension ShareCardContent {
  fileprivate func scaled(
    by scale: Double, _ enlargement: Double, least: Double
  ) -> ShareCardContent {
    let factor = scale * enlargement
    switch self {
    case .picture: return self
    case .text(let text, var style):
      if let smallest = style.minimumSize { style.minimumSize = max(smallest * scale, least) }
      style.size = max(style.size * factor, style.minimumSize ?? least)
      return .text(text, style)
    case .logo(let picture, let width, let height):
      return .logo(picture, width: width * factor, height: height * factor)
    case .code(let code, var look):
      look.size *= factor
      return .code(code, look)
    case .rule(let width, let height, let colour):
      return .rule(width: width * factor, height: height * factor, colour)
    case .artwork(let picture, let width): return .artwork(picture, width: width * factor)
    }
  }
}

extension ShareCardBox {
  /// The outermost box with other lengths inside; its padding is the card's margin, and stays.
  func scaled(by factor: Double) -> ShareCardBox {
    guard factor != 1 else { return self }
    var box = inside(by: factor)
    box.padding = padding
    return box
  }

  private func inside(by factor: Double) -> ShareCardBox {
    var box = self
    box.gap *= factor
    box.padding = Padding(
      top: padding.top * factor, right: padding.right * factor, bottom: padding.bottom * factor,
      left: padding.left * factor)
    (box.width, box.height) = (width.map { $0 * factor }, height.map { $0 * factor })
    switch content {
    case .element: break
    case .row(let boxes): box.content = .row(boxes.map { $0.inside(by: factor) })
    case .column(let boxes): box.content = .column(boxes.map { $0.inside(by: factor) })
    }
    return box
  }
}
