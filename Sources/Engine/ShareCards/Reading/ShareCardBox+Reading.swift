import JSON

extension ShareCardField {
  private static let boxKeys = [
    "element", "row", "column", "gap", "padding", "align", "self", "justify", "grow", "width",
    "height", "plate", "rotation",
  ]
  /// What an outermost box has beside them.
  private static let outerKeys = ["scale"]

  /// The outermost box of a ratio.
  func outerBox(_ names: ShareCardNames) -> ShareCardBox? {
    var count = 0
    let box = box(names, depth: 1, count: &count)
    if count > ShareCardLimits.boxes {
      report(
        .overLimit(what: "the boxes", found: "\(count)", limit: "\(ShareCardLimits.boxes)"))
    }
    return box
  }

  /// A box: an element's name, or an object.
  private func box(_ names: ShareCardNames, depth: Int, count: inout Int) -> ShareCardBox? {
    count += 1
    guard depth <= ShareCardLimits.depth else {
      report(
        .overLimit(
          what: "the depth of rows and columns", found: "\(depth)",
          limit: "\(ShareCardLimits.depth)"))
      return nil
    }
    if case .string = node.value {
      return element(names, shows: true).map { ShareCardBox(.element($0)) }
    }
    let keys = depth == 1 ? Self.boxKeys + Self.outerKeys : Self.boxKeys
    guard let object = object(keys: keys) else { return nil }
    let kinds = ["element", "row", "column"].compactMap { object[$0] }
    guard kinds.count == 1, let content = kinds.first else {
      report(
        .wrongType(expected: "one of element, row and column", found: "\(kinds.count) of them"))
      return nil
    }
    var box: ShareCardBox?
    if object["element"] != nil {
      box = content.element(names, shows: true).map { ShareCardBox(.element($0)) }
    } else {
      guard let list = content.list() else { return nil }
      var boxes: [ShareCardBox] = []
      for field in list {
        if let inner = field.box(names, depth: depth + 1, count: &count) { boxes.append(inner) }
      }
      box = ShareCardBox(object["row"] != nil ? .row(boxes) : .column(boxes))
    }
    box?.fill(from: object, names)
    return box
  }

  /// One number for all sides, two for top and bottom, left and right, or four clockwise.
  fileprivate func padding() -> ShareCardBox.Padding? {
    if case .number = node.value {
      return length().map { ShareCardBox.Padding(top: $0, right: $0, bottom: $0, left: $0) }
    }
    guard let list = list() else { return nil }
    let sides = list.compactMap { $0.length() }
    guard sides.count == list.count else { return nil }
    switch sides.count {
    case 2:
      return ShareCardBox.Padding(top: sides[0], right: sides[1], bottom: sides[0], left: sides[1])
    case 4:
      return ShareCardBox.Padding(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    default:
      report(
        .wrongType(expected: "a list of two or four numbers", found: "a list of \(sides.count)"))
      return nil
    }
  }

  /// One ornament of `under` or `over`.
  func ornament(_ names: ShareCardNames) -> ShareCardOrnament? {
    let keys = [
      "image", "element", "on", "at", "pivot", "offset", "width", "rotation", "opacity", "mirror",
      "with", "unless", "ratios",
    ]
    guard let object = object(keys: keys) else { return nil }
    guard (object["image"] == nil) != (object["element"] == nil) else {
      report(.wrongType(expected: "either image or element", found: "both or none"))
      return nil
    }
    var ornament = ShareCardOrnament()
    ornament.image = object["image"]?.image(names)
    ornament.element = object["element"]?.element(names, shows: true)
    ornament.reference = object["on"]?.choice(of: "element", known: ["card"] + names.elements) {
      $0 == "card" || names.elements.contains($0) ? $0 : nil
    }
    if ornament.reference == "card" { ornament.reference = nil }
    ornament.at = object["at"]?.pair(in: -2...3).map { ($0.0, $0.1) } ?? ornament.at
    ornament.pivot = object["pivot"]?.pair(in: -2...3).map { ($0.0, $0.1) } ?? ornament.pivot
    ornament.offset = object["offset"]?.pair(in: -4000...4000).map { ($0.0, $0.1) } ?? (0, 0)
    ornament.width = object.required("width")?.length(1...4000) ?? ornament.width
    ornament.rotation = object["rotation"]?.number(in: -360...360) ?? 0
    ornament.opacity = object["opacity"]?.number(in: 0...1) ?? 1
    ornament.isMirrored = object["mirror"]?.truth() ?? false
    ornament.with = object["with"]?.element(names, shows: false)
    ornament.unless = object["unless"]?.element(names, shows: false)
    ornament.ratios = Set(object["ratios"]?.list()?.compactMap { $0.choice(of: "ratio") } ?? [])
    return ornament
  }
}

extension ShareCardBox {
  fileprivate mutating func fill(from object: ShareCardObject, _ names: ShareCardNames) {
    gap = object["gap"]?.length() ?? 0
    padding = object["padding"]?.padding() ?? Padding()
    align = object["align"]?.choice(of: "alignment")
    alignSelf = object["self"]?.choice(of: "alignment")
    justify = object["justify"]?.choice(of: "justification") ?? .start
    grow = object["grow"]?.number(in: 0...100)
    width = object["width"]?.length(1...4000)
    height = object["height"]?.length(1...4000)
    plate = object["plate"]?.plate(names.palette)
    rotation = object["rotation"]?.number(in: -20...20) ?? 0
    scale = object["scale"]?.number(in: 0.5...2) ?? 1
  }
}
