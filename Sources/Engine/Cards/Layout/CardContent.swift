import Drawing
import Imaging

/// What stands in for an element once the fields are known.
enum CardContent: Sendable {
  case picture(CardElement.PictureLook)
  case text(String, TextStyle)
  case logo(StraightRGBA8, width: Double, height: Double)
  case code(QRCode, CardElement.CodeLook)
  case rule(width: Double, height: Double, Colour)
  case artwork(StraightRGBA8, width: Double)
}

extension CardLayout {
  /// The contents of the elements that are there; the others leave the layout, which closes up.
  func contents(
    _ fields: CardFields, artwork: [String: StraightRGBA8]
  ) throws(CardError) -> [String: CardContent] {
    try fields.check()
    var contents: [String: CardContent] = [:]
    for (name, element) in elements {
      contents[name] = try element.kind.content(fields, artwork: artwork)
    }
    return shown(of: contents)
  }

  /// The contents whose elements have what they stand `with`, and not what they stand `unless`.
  func shown(of contents: [String: CardContent]) -> [String: CardContent] {
    contents.filter { name, _ in isShown(name, among: contents, depth: 0) }
  }

  /// Whether an element is there by what it stands `with` and `unless` what.
  private func isShown(_ name: String, among contents: [String: CardContent], depth: Int) -> Bool {
    // Elements that name each other in a circle come to an end here.
    guard contents[name] != nil, let element = elements[name], depth < 8 else { return false }
    if let with = element.with, !isShown(with, among: contents, depth: depth + 1) { return false }
    if let unless = element.unless, isShown(unless, among: contents, depth: depth + 1) {
      return false
    }
    return true
  }
}

extension CardLayout {
  /// The fields that are given and that none of the elements shows, by name.
  func unshown(
    _ fields: CardFields, by names: some Sequence<String>
  ) throws(CardError) -> [String] {
    var shown: Set<CardFields.Placeholder> = []
    var (showsLink, showsLogo) = (false, false)
    for name in names {
      switch elements[name]?.kind {
      case .text(let text): shown.formUnion(try text.filled(with: fields)?.placeholders ?? [])
      case .code: showsLink = true
      case .logo: showsLogo = true
      default: break
      }
    }
    let texts = CardFields.Placeholder.allCases.filter { placeholder in
      placeholder.isWritten && fields[placeholder]?.contains { !$0.isWhitespace } ?? false
        && !shown.contains(placeholder)
    }
    return texts.map(\.rawValue) + (fields.link != nil && !showsLink ? ["link"] : [])
      + (fields.logo != nil && !showsLogo ? ["logo"] : [])
  }

  /// The fields that stand in some of the elements, by name.
  func shown(
    _ fields: CardFields, in names: Set<String>
  ) throws(CardError) -> [String] {
    var shown: Set<CardFields.Placeholder> = []
    for name in names {
      guard case .text(let text) = elements[name]?.kind else { continue }
      shown.formUnion(try text.filled(with: fields)?.placeholders ?? [])
    }
    return CardFields.Placeholder.allCases.filter(shown.contains).map(\.rawValue)
  }
}

extension CardElement.Kind {
  fileprivate func content(
    _ fields: CardFields, artwork: [String: StraightRGBA8]
  ) throws(CardError) -> CardContent? {
    switch self {
    case .picture(let look): return .picture(look)
    case .text(let text):
      guard let words = try text.words(fields) else { return nil }
      var style = text.style
      if text.isStacked {
        // A longer column is no higher than one of three.
        let count = words.count { $0 == "\n" } + 1
        style.size *= min(1, 3 / Double(count))
        style.minimumSize = nil
      }
      return .text(words, style)
    case .logo(let width, let height):
      return fields.logo.map { .logo($0, width: width, height: height) }
    case .code(let look):
      guard let link = fields.link else { return nil }
      return .code(try QRCode(link), look)
    case .rule(let width, let height, let colour):
      return .rule(width: width, height: height, colour)
    case .artwork(let image, let width):
      return artwork[image].map { .artwork($0, width: width) }
    }
  }
}

extension CardText {
  /// What the text says with these fields; nil where the card is better without it.
  fileprivate func words(_ fields: CardFields) throws(CardError) -> String? {
    guard let filled = try filled(with: fields)?.text else { return nil }
    return isStacked ? Self.stacked(filled) : filled
  }

  /// The first choice whose placeholders all have a value, and these placeholders.
  fileprivate func filled(
    with fields: CardFields
  ) throws(CardError) -> (text: String, placeholders: Set<CardFields.Placeholder>)? {
    for choice in choices {
      var placeholders: Set<CardFields.Placeholder> = []
      let filled = try choice.filled { placeholder throws(CardError) in
        placeholders.insert(placeholder)
        guard let text = fields[placeholder] else { return nil }
        let clean = PlainText.cleaned(
          placeholder == .date ? try CardDate.write(text, pattern: datePattern) : text)
        return clean.contains { !$0.isWhitespace } ? clean : nil
      }
      if let filled { return (filled, placeholders) }
    }
    return nil
  }

  /// The most characters that stand one below the other: a line of a lantern.
  private static let stackLimit = 6

  private static func stacked(_ text: String) -> String? {
    let letters = text.filter { !$0.isWhitespace }
    let areHan = letters.unicodeScalars.allSatisfy(\.properties.isIdeographic)
    guard areHan, (1...stackLimit).contains(letters.count) else { return nil }
    return letters.map(String.init).joined(separator: "\n")
  }
}

extension CardFields {
  /// Throws where a field is longer than allowed, or the logo larger.
  fileprivate func check() throws(CardError) {
    for placeholder in Placeholder.allCases {
      let count = self[placeholder]?.unicodeScalars.count ?? 0
      if count > CardLimits.textLength {
        throw .overLimit(
          field: placeholder.rawValue, found: count, limit: CardLimits.textLength,
          unit: "characters")
      }
    }
    if let logo, !CardLimits.logo.allow(width: logo.width, height: logo.height) {
      throw .overLimit(
        field: "logo", found: max(logo.width, logo.height), limit: CardLimits.logo.width,
        unit: "pixels a side")
    }
  }
}
