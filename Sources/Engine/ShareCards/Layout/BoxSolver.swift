import Drawing
import Imaging

/// A box with its place, and the boxes inside.
struct PlacedBox {
  var box: ShareCardBox
  var rect: ShareCardRect
  var children: [PlacedBox] = []

  /// The name of the element that it shows; nil for a container.
  var element: String? {
    if case .element(let name) = box.content { name } else { nil }
  }

  /// Where the picture's box lies, and its look; nil where it is turned or not there.
  func pictureBox(
    _ contents: [String: ShareCardContent]
  ) -> (name: String, look: ShareCardElement.PictureLook, rect: ShareCardRect)? {
    guard box.rotation == 0 else { return nil }
    if let element, case .picture(let look) = contents[element] {
      return (element, look, rect.inset(by: box.padding))
    }
    return children.lazy.compactMap { $0.pictureBox(contents) }.first
  }

  /// Moves the box that `pictureBox` finds, so that its picture goes to a window.
  ///
  /// - Returns: whether there is one.
  @discardableResult
  mutating func setPicture(
    _ window: ShareCardRect, _ contents: [String: ShareCardContent]
  ) -> Bool {
    guard box.rotation == 0 else { return false }
    if let element, case .picture = contents[element] {
      let padding = box.padding
      rect = window.inset(
        by: ShareCardBox.Padding(
          top: -padding.top, right: -padding.right, bottom: -padding.bottom, left: -padding.left))
      return true
    }
    for index in children.indices where children[index].setPicture(window, contents) {
      return true
    }
    return false
  }

  /// It and all the boxes inside, from the outside in.
  var all: [PlacedBox] { [self] + children.flatMap(\.all) }
}

/// Gives boxes their places: rows and columns as CSS's flexible boxes lay them out, without
/// wrapping and shrinking.
///
/// A box whose elements are all missing is left out, and its gap with it: that is how a card
/// closes up.
struct BoxSolver {
  /// The elements that are there.
  let contents: [String: ShareCardContent]
  /// Sizes of texts: a text is asked for its height at the same width several times.
  private var known: [TextKey: (Double, Double)] = [:]

  private struct TextKey: Hashable {
    var name: String
    var width: Double
  }

  init(contents: [String: ShareCardContent]) { self.contents = contents }

  /// Places a box in a rectangle; nil where nothing of it is there.
  mutating func place(_ box: ShareCardBox, in rect: ShareCardRect) throws(DrawingError)
    -> PlacedBox?
  {
    guard isThere(box) else { return nil }
    var placed = PlacedBox(box: box, rect: rect)
    let inner = rect.inset(by: box.padding)
    switch box.content {
    case .element: break
    case .column(let boxes):
      placed.children = try placeAll(boxes.filter(isThere), of: box, in: inner, down: true)
    case .row(let boxes):
      placed.children = try placeAll(boxes.filter(isThere), of: box, in: inner, down: false)
    }
    return placed
  }

  private func isThere(_ box: ShareCardBox) -> Bool {
    switch box.content {
    case .element(let name): contents[name] != nil
    case .row(let boxes), .column(let boxes): boxes.contains(where: isThere)
    }
  }

  private mutating func placeAll(
    _ boxes: [ShareCardBox], of parent: ShareCardBox, in inner: ShareCardRect, down: Bool
  ) throws(DrawingError) -> [PlacedBox] {
    let align = parent.align ?? (down ? .stretch : .middle)
    let lengths =
      down
      ? try heights(boxes, gap: parent.gap, width: inner.width, height: inner.height, align)
      : try widths(boxes, gap: parent.gap, width: inner.width)
    let room = down ? inner.height : inner.width
    let used = lengths.reduce(0, +) + parent.gap * Double(max(0, boxes.count - 1))
    let free = max(0, room - used)
    var at = (down ? inner.y : inner.x)
    var gap = parent.gap
    switch parent.justify {
    case .start: break
    case .middle: at += free / 2
    case .end: at += free
    case .between: gap += boxes.count > 1 ? free / Double(boxes.count - 1) : 0
    }
    var placed: [PlacedBox] = []
    for (box, length) in zip(boxes, lengths) {
      let across = down ? inner.width : inner.height
      let side = try crossSide(box, align, length: length, across: across, down: down)
      let shift =
        switch box.alignSelf ?? align {
        case .middle: (across - side) / 2
        case .end: across - side
        case .start, .stretch: 0.0
        }
      let rect =
        down
        ? ShareCardRect(x: inner.x + shift, y: at, width: side, height: length)
        : ShareCardRect(x: at, y: inner.y + shift, width: length, height: side)
      if let child = try place(box, in: rect) { placed.append(child) }
      at += length + gap
    }
    return placed
  }

  /// A box's side across its row or column.
  private mutating func crossSide(
    _ box: ShareCardBox, _ align: ShareCardBox.Alignment, length: Double, across: Double, down: Bool
  ) throws(DrawingError) -> Double {
    if let fixed = down ? box.width : box.height { return min(fixed, across) }
    if (box.alignSelf ?? align) == .stretch || growth(of: box) > 0 && isPicture(box) {
      return across
    }
    let size = try measure(box, width: down ? across : length)
    return min(across, down ? size.width : size.height)
  }

  private mutating func heights(
    _ boxes: [ShareCardBox], gap: Double, width: Double, height: Double,
    _ align: ShareCardBox.Alignment
  ) throws(DrawingError) -> [Double] {
    var lengths: [Double] = []
    for box in boxes {
      if let fixed = box.height {
        lengths.append(fixed)
      } else if growth(of: box) > 0 {
        lengths.append(0)
      } else {
        lengths.append(try measure(box, width: min(box.width ?? width, width)).height)
      }
    }
    return shared(lengths, boxes, gap: gap, room: height)
  }

  private mutating func widths(
    _ boxes: [ShareCardBox], gap: Double, width: Double
  ) throws(DrawingError) -> [Double] {
    var lengths: [Double] = []
    var left = width - gap * Double(max(0, boxes.count - 1))
    for box in boxes {
      if let fixed = box.width {
        lengths.append(fixed)
      } else if growth(of: box) > 0 {
        lengths.append(0)
      } else {
        lengths.append(try measure(box, width: max(0, left)).width)
      }
      left -= lengths[lengths.count - 1]
    }
    return shared(lengths, boxes, gap: gap, room: width)
  }

  /// Gives the room left to the boxes that grow, by their shares.
  private func shared(
    _ lengths: [Double], _ boxes: [ShareCardBox], gap: Double, room: Double
  ) -> [Double] {
    let growths = boxes.map(growth)
    let total = growths.reduce(0, +)
    guard total > 0 else { return lengths }
    let used = lengths.reduce(0, +) + gap * Double(max(0, boxes.count - 1))
    let free = max(0, room - used)
    return zip(lengths, growths).map { $0 + free * $1 / total }
  }

  private func isPicture(_ box: ShareCardBox) -> Bool {
    if case .element(let name) = box.content, case .picture = contents[name] { true } else { false }
  }

  private func growth(of box: ShareCardBox) -> Double {
    if let grow = box.grow { return grow }
    return isPicture(box) && box.width == nil && box.height == nil ? 1 : 0
  }

  /// The size that a box has by itself in a width.
  private mutating func measure(
    _ box: ShareCardBox, width: Double
  ) throws(DrawingError) -> (width: Double, height: Double) {
    let (across, along) = (
      box.padding.left + box.padding.right, box.padding.top + box.padding.bottom
    )
    let inner = max(0, min(box.width ?? width, width) - across)
    var size = (width: 0.0, height: 0.0)
    switch box.content {
    case .element(let name):
      size = try measure(element: name, width: inner)
    case .column(let boxes):
      let there = boxes.filter(isThere)
      for child in there {
        let part = try measure(child, width: inner)
        size = (max(size.width, part.width), size.height + part.height)
      }
      size.height += box.gap * Double(max(0, there.count - 1))
    case .row(let boxes):
      let there = boxes.filter(isThere)
      let widths = try widths(there, gap: box.gap, width: inner)
      for (child, width) in zip(there, widths) {
        size.height = max(size.height, try measure(child, width: width).height)
      }
      size.width = widths.reduce(0, +) + box.gap * Double(max(0, there.count - 1))
    }
    return (box.width ?? (size.width + across), box.height ?? (size.height + along))
  }

  /// The size that an element has by itself in a width.
  mutating func measure(
    element name: String, width: Double
  ) throws(DrawingError) -> (width: Double, height: Double) {
    guard let content = contents[name] else { return (0, 0) }
    switch content {
    case .picture: return (0, 0)
    case .text(let text, let style):
      let key = TextKey(name: name, width: width)
      if let size = known[key] { return size }
      let layout = try TextLayout(text, style, width: width)
      let size = (layout.width.rounded(.up), layout.height.rounded(.up))
      known[key] = size
      return size
    default:
      return content.fixedSize ?? (0, 0)
    }
  }
}

extension ShareCardContent {
  /// The size of what has one of its own.
  var fixedSize: (width: Double, height: Double)? {
    switch self {
    case .picture, .text: return nil
    case .rule(let width, let height, _): return (width, height)
    case .code(let code, let look):
      let side = code.pixels(fitting: look.size)
      return (side, side)
    case .logo(let picture, let width, let height):
      let scale = min(width / Double(picture.width), height / Double(picture.height))
      return (Double(picture.width) * scale, Double(picture.height) * scale)
    case .artwork(let picture, let width):
      return (width, width * Double(picture.height) / Double(picture.width))
    }
  }
}
