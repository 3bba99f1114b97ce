import Drawing
import JSON
import Text

extension ShareCardField {
  /// The kinds of elements, as a layout names them.
  private static let kinds = ["picture", "text", "logo", "qr", "rule", "artwork"]

  func cardElement(_ names: ShareCardNames) -> ShareCardElement? {
    guard case .object = node.value else {
      report(.wrongType(expected: "an object", found: node.typeName))
      return nil
    }
    // The type says which keys there may be, so it is read first.
    guard
      let type = object(keys: nil)?.required("type")?.choice(
        of: "element type", known: Self.kinds, { Self.kinds.contains($0) ? $0 : nil }),
      let object = object(keys: ["type", "with", "unless"] + Self.keys(of: type))
    else { return nil }
    let with = object["with"]?.element(names, shows: false)
    let unless = object["unless"]?.element(names, shows: false)
    return object.kind(type, names).map { ShareCardElement(kind: $0, with: with, unless: unless) }
  }

  private static func keys(of type: String) -> [String] {
    switch type {
    case "picture": ["fit", "radius", "border", "shadow"]
    case "text":
      [
        "text", "fonts", "weight", "size", "minimumSize", "lines", "lineHeight", "letterSpacing",
        "align", "colour", "language", "date", "stacked",
      ]
    case "logo": ["width", "height"]
    case "qr": ["size", "dark", "light", "radius"]
    case "rule": ["width", "height", "colour"]
    default: ["image", "width"]
    }
  }

  /// A text with its placeholders.
  fileprivate func template() -> ShareCardTemplate? {
    guard let text = text() else { return nil }
    var parts: [ShareCardTemplate.Part] = []
    var rest = Substring(text)
    while let brace = rest.firstIndex(of: "{") {
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      guard let end = rest[brace...].firstIndex(of: "}") else {
        report(.openPlaceholder(text))
        return nil
      }
      let name = String(rest[rest.index(after: brace)..<end])
      guard let field = ShareCardFields.Placeholder(rawValue: name) else {
        let known = ShareCardFields.Placeholder.allCases.map(\.rawValue)
        report(
          .unknownName(
            name, of: "placeholder", nearest: Spelling.nearest(to: name, among: known),
            known: known))
        return nil
      }
      parts.append(.field(field))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return ShareCardTemplate(parts: parts)
  }

  /// A text, or several of which the first that can be filled is shown.
  fileprivate func templates() -> [ShareCardTemplate]? {
    if case .array = node.value {
      guard let list = list() else { return nil }
      if list.isEmpty { report(.empty("the list of texts")) }
      return list.compactMap { $0.template() }
    }
    return template().map { [$0] }
  }
}

extension ShareCardObject {
  fileprivate func kind(_ type: String, _ names: ShareCardNames) -> ShareCardElement.Kind? {
    let palette = names.palette
    switch type {
    case "picture":
      var look = ShareCardElement.PictureLook()
      look.covers =
        self["fit"]?.choice(of: "fit", known: ["cover", "contain"]) {
          ["cover": true, "contain": false][$0]
        } ?? true
      look.radius = self["radius"]?.length() ?? 0
      look.border = self["border"]?.border(palette)
      look.shadow = self["shadow"]?.shadow(palette)
      return .picture(look)
    case "text": return cardText(palette).map { .text($0) }
    case "logo":
      let (width, height) = (
        required("width")?.length(1...2000), required("height")?.length(1...2000)
      )
      guard let width, let height else { return nil }
      return .logo(width: width, height: height)
    case "qr":
      // A code of the longest link takes 195 pixels; see ShareCardLimits.linkBytes.
      guard let size = required("size")?.length(195...1000) else { return nil }
      var look = ShareCardElement.CodeLook(size: size)
      look.dark = self["dark"]?.colour(palette) ?? look.dark
      look.light = self["light"]?.colour(palette) ?? look.light
      look.radius = self["radius"]?.length() ?? 0
      return .code(look)
    case "rule":
      let (width, height) = (required("width")?.length(), required("height")?.length())
      let colour = required("colour")?.colour(palette)
      guard let width, let height, let colour else { return nil }
      return .rule(width: width, height: height, colour)
    default:
      let image = required("image")?.image(names)
      let width = required("width")?.length(1...4000)
      guard let image, let width else { return nil }
      return .artwork(image: image, width: width)
    }
  }

  private func cardText(_ palette: [String: Colour]) -> ShareCardText? {
    let choices = required("text")?.templates()
    let families = required("fonts")?.list()?.compactMap { $0.text() }
    if let families, families.isEmpty { self["fonts"]?.report(.empty("the list of fonts")) }
    let size = required("size")?.length(8...600)
    guard let choices, let families, let size else { return nil }
    var style = TextStyle(families: families, size: size)
    style.minimumSize = self["minimumSize"]?.length(8...size)
    style.weight = self["weight"]?.integer(in: 100...1000) ?? 400
    style.maximumLines = self["lines"]?.integer(in: 1...20) ?? 1
    style.lineHeight = self["lineHeight"]?.number(in: 0.5...3) ?? 1
    style.letterSpacing = self["letterSpacing"]?.number(in: -0.2...2) ?? 0
    style.alignment = self["align"]?.choice(of: "alignment") ?? .start
    style.colour = self["colour"]?.colour(palette) ?? style.colour
    style.language = self["language"]?.text() ?? style.language
    var text = ShareCardText(choices: choices, style: style)
    text.datePattern = self["date"]?.text() ?? text.datePattern
    text.isStacked = self["stacked"]?.truth() ?? false
    if text.isStacked { text.style.maximumLines = 20 }
    return text
  }
}
