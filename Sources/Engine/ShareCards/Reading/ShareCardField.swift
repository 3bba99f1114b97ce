import Avatars
import Drawing
import JSON
import Text

/// One value of a `card.json`.
typealias ShareCardField = JSONField<ShareCardFault.Kind>
typealias ShareCardObject = JSONObject<ShareCardFault.Kind>

/// What the readers of a layout's parts share.
final class ShareCardNames {
  var palette: [String: Colour] = [:]
  var elements: [String] = []
  /// The images, and the first field that names each.
  var images: [(name: String, field: ShareCardField)] = []
  /// The elements that a box or an ornament shows.
  var used: Set<String> = []
}

extension ShareCardField {
  /// Pixels of the card.
  func length(_ range: ClosedRange<Double> = 0...4000) -> Double? { number(in: range) }

  /// A colour of the palette, or `#RRGGBB` with two digits more for its opacity.
  func colour(_ palette: [String: Colour]) -> Colour? {
    guard let text = text() else { return nil }
    if let colour = palette[text] ?? Colour(hexadecimal: text) { return colour }
    if text.hasPrefix("#") || palette.isEmpty {
      report(.notAColour(text))
    } else {
      let names = palette.keys.sorted()
      report(
        .unknownName(
          text, of: "colour of the palette", nearest: Spelling.nearest(to: text, among: names),
          known: names))
    }
    return nil
  }

  /// Two numbers, or the same one twice.
  func pair(in range: ClosedRange<Double>) -> (Double, Double)? {
    guard let list = list() else { return nil }
    guard list.count == 2 else {
      report(.wrongType(expected: "a list of two numbers", found: "a list of \(list.count)"))
      return nil
    }
    let (first, second) = (list[0].number(in: range), list[1].number(in: range))
    guard let first, let second else { return nil }
    return (first, second)
  }

  /// A path in the card's folder.
  func image(_ names: ShareCardNames) -> String? {
    guard let path = text() else { return nil }
    if let reason = PackagePath.fault(of: path) {
      report(.unsafePath(path, reason: reason))
      return nil
    }
    if !names.images.contains(where: { $0.name == path }) { names.images.append((path, self)) }
    return path
  }

  func element(_ names: ShareCardNames, shows: Bool) -> String? {
    let name: String? = choice(of: "element", known: names.elements) {
      names.elements.contains($0) ? $0 : nil
    }
    if shows, let name { names.used.insert(name) }
    return name
  }

  func border(_ palette: [String: Colour]) -> ShareCardBorder? {
    guard let object = object(keys: ["width", "colour"]) else { return nil }
    let width = object.required("width")?.length(0...200)
    let colour = object.required("colour")?.colour(palette)
    guard let width, let colour else { return nil }
    return ShareCardBorder(width: width, colour: colour)
  }

  func shadow(_ palette: [String: Colour]) -> ShareCardShadow? {
    guard let object = object(keys: ["colour", "blur", "drop"]) else { return nil }
    let colour = object.required("colour")?.colour(palette)
    let blur = object["blur"]?.length(0...200)
    let drop = object["drop"]?.number(in: -200...200)
    return colour.map { ShareCardShadow(colour: $0, blur: blur ?? 24, drop: drop ?? 8) }
  }

  func plate(_ palette: [String: Colour]) -> ShareCardPlate? {
    guard let object = object(keys: ["fill", "radius", "border", "shadow"]) else { return nil }
    var plate = ShareCardPlate()
    plate.fill = object["fill"]?.colour(palette)
    plate.radius = object["radius"]?.length() ?? 0
    plate.border = object["border"]?.border(palette)
    plate.shadow = object["shadow"]?.shadow(palette)
    return plate
  }
}
