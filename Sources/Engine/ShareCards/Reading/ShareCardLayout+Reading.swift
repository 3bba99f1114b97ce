import Drawing
import JSON
import Text

/// What came of reading a `card.json`.
struct ShareCardReading {
  /// The layout; what had faults is missing in it.
  var layout = ShareCardLayout()
  var faults: [ShareCardFault] = []
  /// Where each image is first named.
  var images: [(name: String, place: TextPlace, path: String)] = []

  /// Reads the bytes of a `card.json`.
  init(_ bytes: [UInt8]) {
    let log = JSONFaultLog<ShareCardFault.Kind>()
    let names = ShareCardNames()
    if let root = ShareCardField.root(of: bytes, log: log) {
      layout = root.cardLayout(names) ?? layout
    }
    faults = log.faults.map { kind, place, path in
      ShareCardFault(kind, file: ShareCardLayout.fileName, place: place, path: path)
    }
    images = names.images.map { ($0.name, $0.field.node.place, $0.field.path) }
    layout.images = Set(images.map(\.name))
  }
}

extension ShareCardField {
  fileprivate func cardLayout(_ names: ShareCardNames) -> ShareCardLayout? {
    let keys = [
      "version", "name", "author", "licence", "palette", "background", "elements", "under", "over",
      "layouts",
    ]
    guard let object = object(keys: keys) else { return nil }
    object.required("version")?.checkVersion { .unsupportedVersion(found: $0) }
    var layout = ShareCardLayout()
    layout.name = object["name"]?.object(keys: nil)?.fields.compactMapValues { $0.text() } ?? [:]
    layout.author = object["author"]?.text()
    layout.licence = object["licence"]?.text()
    names.palette =
      object["palette"]?.object(keys: nil)?.fields.compactMapValues { $0.colour([:]) } ?? [:]
    layout.background =
      object["background"]?.list()?.compactMap { $0.background(names) } ?? []
    layout.elements = object.required("elements")?.elements(names) ?? [:]
    // Without them every place that names one would be a fault of its own.
    guard let elements = object["elements"] else { return layout }
    layout.under = object["under"]?.ornaments(names) ?? []
    layout.over = object["over"]?.ornaments(names) ?? []
    layout.boxes = object.required("layouts")?.layouts(names) ?? [:]
    elements.reportUnused(names, layout.elements)
    return layout
  }

  private func elements(_ names: ShareCardNames) -> [String: ShareCardElement]? {
    guard let object = object(keys: nil) else { return nil }
    if object.fields.count > ShareCardLimits.elements {
      report(
        .overLimit(
          what: "the elements", found: "\(object.fields.count)",
          limit: "\(ShareCardLimits.elements)"))
      return nil
    }
    names.elements = object.fields.keys.sorted()
    var elements: [String: ShareCardElement] = [:]
    for name in names.elements { elements[name] = object[name]?.cardElement(names) }
    return elements
  }

  private func ornaments(_ names: ShareCardNames) -> [ShareCardOrnament]? {
    guard let list = list() else { return nil }
    if list.count > ShareCardLimits.ornaments {
      report(
        .overLimit(
          what: "the ornaments", found: "\(list.count)", limit: "\(ShareCardLimits.ornaments)"))
    }
    return list.prefix(ShareCardLimits.ornaments).compactMap { $0.ornament(names) }
  }

  private func layouts(_ names: ShareCardNames) -> [ShareCardRatio: [ShareCardBox]]? {
    let ratios = ShareCardRatio.allCases.map(\.rawValue)
    guard let object = object(keys: ratios) else { return nil }
    var boxes: [ShareCardRatio: [ShareCardBox]] = [:]
    for ratio in ShareCardRatio.allCases {
      boxes[ratio] = object.required(ratio.rawValue)?.outerBoxes(names)
    }
    return boxes
  }

  /// The outermost box of a ratio, or a list of such boxes.
  private func outerBoxes(_ names: ShareCardNames) -> [ShareCardBox] {
    guard case .array = node.value, let list = list() else {
      return outerBox(names).map { [$0] } ?? []
    }
    guard (1...ShareCardLimits.layouts).contains(list.count) else {
      report(
        .overLimit(
          what: "the layouts of a shape", found: "\(list.count)",
          limit: "\(ShareCardLimits.layouts), and at least 1"))
      return []
    }
    return list.compactMap { $0.outerBox(names) }
  }

  private func reportUnused(_ names: ShareCardNames, _ elements: [String: ShareCardElement]) {
    guard let object = object(keys: nil) else { return }
    for name in names.elements where !names.used.contains(name) {
      object[name]?.report(.unusedElement(name))
    }
  }

  /// A layer of the background.
  private func background(_ names: ShareCardNames) -> ShareCardBackground? {
    guard let object = object(keys: ["colour", "linear", "radial", "tiles"]) else { return nil }
    guard object.fields.count == 1 else {
      report(
        .wrongType(
          expected: "one of colour, linear, radial and tiles",
          found: "\(object.fields.count) of them"))
      return nil
    }
    if let field = object["colour"] { return field.colour(names.palette).map { .colour($0) } }
    if let field = object["linear"] { return field.linear(names) }
    if let field = object["radial"] { return field.radial(names) }
    return object["tiles"]?.tiles(names)
  }

  private func linear(_ names: ShareCardNames) -> ShareCardBackground? {
    guard let object = object(keys: ["from", "to", "stops"]) else { return nil }
    let from = object.required("from")?.pair(in: -2...3)
    let to = object.required("to")?.pair(in: -2...3)
    let stops = object.required("stops")?.stops(names)
    guard let from, let to, let stops else { return nil }
    return .linear(from: from, to: to, stops)
  }

  private func radial(_ names: ShareCardNames) -> ShareCardBackground? {
    guard let object = object(keys: ["centre", "radius", "stops"]) else { return nil }
    let centre = object.required("centre")?.pair(in: -2...3)
    let radius = object.required("radius")?.number(in: 0.01...4)
    let stops = object.required("stops")?.stops(names)
    guard let centre, let radius, let stops else { return nil }
    return .radial(centre: centre, radius: radius, stops)
  }

  private func tiles(_ names: ShareCardNames) -> ShareCardBackground? {
    guard let object = object(keys: ["image", "width", "opacity"]) else { return nil }
    let image = object.required("image")?.image(names)
    let width = object.required("width")?.length(16...2000)
    let opacity = object["opacity"]?.number(in: 0...1) ?? 1
    guard let image, let width else { return nil }
    return .tiles(image: image, width: width, opacity: opacity)
  }

  /// A gradient's colours: a list of pairs of place and colour.
  private func stops(_ names: ShareCardNames) -> [Paint.Stop]? {
    guard let list = list() else { return nil }
    guard (2...16).contains(list.count) else {
      report(.wrongType(expected: "a list of 2 to 16 colours", found: "a list of \(list.count)"))
      return nil
    }
    let stops = list.compactMap { field -> Paint.Stop? in
      guard let pair = field.list(), pair.count == 2 else {
        field.report(.wrongType(expected: "[place, colour]", found: field.node.typeName))
        return nil
      }
      let (place, colour) = (pair[0].number(in: 0...1), pair[1].colour(names.palette))
      guard let place, let colour else { return nil }
      return (place, colour)
    }
    return stops.count == list.count ? stops : nil
  }
}
