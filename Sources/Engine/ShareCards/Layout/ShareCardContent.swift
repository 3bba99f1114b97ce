import Drawing
import Imaging

/// What stands in for an element once the fields are known.
enum ShareCardContent: Sendable {
  case picture(ShareCardElement.PictureLook)
  case text(String, TextStyle)
  case logo(StraightRGBA8, width: Double, height: Double)
  case code(QRCode, ShareCardElement.CodeLook)
  case rule(width: Double, height: Double, Colour)
  case artwork(StraightRGBA8, width: Double)
}

extension ShareCardLayout {
  /// The contents of the elements that are there; the others leave the layout, which closes up.
  func contents(
    _ fields: ShareCardFields, artwork: [String: StraightRGBA8]
  ) throws(ShareCardError) -> [String: ShareCardContent] {
    try fields.check()
    var contents: [String: ShareCardContent] = [:]
    for (name, element) in elements {
      contents[name] = try element.kind.content(fields, artwork: artwork)
    }
    return shown(of: contents)
  }

  /// The contents whose elements have what they stand `with`, and not what they stand `unless`.
  func shown(of contents: [String: ShareCardContent]) -> [String: ShareCardContent] {
    contents.filter { name, _ in isShown(name, among: contents, depth: 0) }
  }

  /// Whether an element is there by what it stands `with` and `unless` what.
  private func isShown(_ name: String, among contents: [String: ShareCardContent], depth: Int)
    -> Bool
  {
    // Elements that name each other in a circle come to an end here.
    guard contents[name] != nil, let element = elements[name], depth < 8 else { return false }
    if let with = element.with, !isShown(with, among: contents, depth: depth + 1) { return false }
    if let unless = element.unless, isShown(unless, among: contents, depth: depth + 1) {
      return false
    }
    return true
  }
}

extension ShareCardLayout {
  /// The fields that are given and that none of the elements shows, by name.
  func unshown(
    _ fields: ShareCardFields, by names: some Sequence<String>
  ) throws(ShareCardError) -> [String] {
    var shown: Set<ShareCardFields.Placeholder> = []
    var (showsLink, showsLogo) = (false, false)
    for name in names {
      switch elements[name]?.kind {
      case .text(let text): shown.formUnion(try text.filled(with: fields)?.placeholders ?? [])
      case .code: showsLink = true
      case .logo: showsLogo = true
      default: break
      }
    }
    let texts = ShareCardFields.Placeholder.allCases.filter { placeholder in
      placeholder.isWritten && fields[placeholder]?.contains { !$0.isWhitespace } ?? false
        && !shown.contains(placeholder)
    }
    return texts.map(\.rawValue) + (fields.link != nil && !showsLink ? ["link"] : [])
      + (fields.logo != nil && !showsLogo ? ["logo"] : [])
  }

  /// The elements that show a field that is given.
  func asked(_ fields: ShareCardFields) throws(ShareCardError) -> Set<String> {
    var names: Set<String> = []
    for name in elements.keys {
      if try !shown(fields, in: [name]).isEmpty { names.insert(name) }
    }
    return names
  }

  /// The fields that stand in some of the elements, by name.
  func shown(
    _ fields: ShareCardFields, in names: Set<String>
  ) throws(ShareCardError) -> [String] {
    var shown: Set<ShareCardFields.Placeholder> = []
    for name in names {
      guard case .text(let text) = elements[name]?.kind else { continue }
      shown.formUnion(try text.filled(with: fields)?.placeholders ?? [])
    }
    return ShareCardFields.Placeholder.allCases.filter(shown.contains).map(\.rawValue)
  }
}

extension ShareCardElement.Kind {
  fileprivate func content(
    _ fields: ShareCardFields, artwork: [String: StraightRGBA8]
  ) throws(ShareCardError) -> ShareCardContent? {
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

extension ShareCardText {
  /// What the text says with these fields; nil where the card is better without it.
  fileprivate func words(_ fields: ShareCardFields) throws(ShareCardError) -> String? {
    guard let filled = try filled(with: fields)?.text else { return nil }
    return isStacked ? Self.stacked(filled) : filled
  }

  /// The first choice whose placeholders all have a value, and these placeholders.
  fileprivate func filled(
    with fields: ShareCardFields
  ) throws(ShareCardError) -> (text: String, placeholders: Set<ShareCardFields.Placeholder>)? {
    for choice in choices {
      var placeholders: Set<ShareCardFields.Placeholder> = []
      let filled = try choice.filled { placeholder throws(ShareCardError) in
        placeholders.insert(placeholder)
        guard let text = fields[placeholder] else { return nil }
        let clean = PlainText.cleaned(
          placeholder == .date ? try ShareCardDate.write(text, pattern: datePattern) : text)
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

extension ShareCardFields {
  /// Throws where a field is longer than allowed, or the logo larger.
  fileprivate func check() throws(ShareCardError) {
    for placeholder in Placeholder.allCases {
      let count = self[placeholder]?.unicodeScalars.count ?? 0
      if count > ShareCardLimits.textLength {
        throw .overLimit(
          field: placeholder.rawValue, found: count, limit: ShareCardLimits.textLength,
          unit: "characters")
      }
    }
    if let logo, !ShareCardLimits.logo.allow(width: logo.width, height: logo.height) {
      throw .overLimit(
        field: "logo", found: max(logo.width, logo.height), limit: ShareCardLimits.logo.width,
        unit: "pixels a side")
    }
  }
}
