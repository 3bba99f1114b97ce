internal import Avatars
internal import Geometry

// A record is written once a frame, and its numbers are to look the same on every machine: so the
// line is put together by hand, with as many decimals as a pixel can show.
extension PlacementRecord {
  /// Decimals of pixels and milliseconds.
  private static let lengthDecimals = 3
  private static let opacityDecimals = 4
  /// Decimals of widths in eye distances, and of degrees.
  private static let drivenDecimals = 6
  /// A width is never 0, however small.
  private static let smallestScale = 1e-6

  /// The record as reading its line gives it: its numbers have the decimals that are written.
  ///
  /// What is compared with a record of a file is this one: a layer that fades to less than the last decimal would
  /// be there in one of them and gone in the other.
  public var asWritten: PlacementRecord {
    var record = self
    record.timestampMs = timestampMs.rounded(toDecimals: Self.lengthDecimals)
    record.crop = crop.map { crop in
      func rounded(_ length: Double) -> Double { length.rounded(toDecimals: Self.lengthDecimals) }
      return Rectangle(
        Point2(rounded(crop.left), rounded(crop.top)),
        Point2(rounded(crop.right), rounded(crop.bottom)))
    }
    for index in placements.indices { record.placements[index] = Self.asWritten(placements[index]) }
    return record
  }

  private static func asWritten(_ entry: Entry) -> Entry {
    var entry = entry
    func rounded(_ point: Point2<OutputSpace>) -> Point2<OutputSpace> {
      Point2(
        point.x.rounded(toDecimals: lengthDecimals), point.y.rounded(toDecimals: lengthDecimals))
    }
    entry.corners = entry.corners.map(rounded)
    entry.points = entry.points.map(rounded)
    entry.nodes = entry.nodes.map {
      PlacedNode(name: $0.name, depth: $0.depth.rounded(toDecimals: lengthDecimals))
    }
    entry.boundCorners()
    // Of particles, each of which has its own, none is written.
    entry.opacity = entry.count == nil ? entry.opacity.rounded(toDecimals: opacityDecimals) : 1
    entry.residualPx = entry.residualPx?.rounded(toDecimals: lengthDecimals)
    entry.stuckPx = entry.stuckPx?.rounded(toDecimals: lengthDecimals)
    entry.driven = entry.driven.map { driven in
      DrivenSize(
        scale: max(smallestScale, driven.scale).rounded(toDecimals: drivenDecimals),
        rotation: driven.rotation.rounded(toDecimals: drivenDecimals))
    }
    return entry
  }

  /// The record as a line of JSON Lines, without the line's end.
  public var line: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(80 + 200 * placements.count)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the record as a line of JSON Lines, without the line's end.
  public func append(to bytes: inout [UInt8]) {
    bytes.append("{\"frame\": \(frame), \"timestampMs\": ")
    bytes.append(timestampMs, decimals: Self.lengthDecimals)
    bytes.append(", \"width\": \(width), \"height\": \(height), \"placements\": [")
    for (index, entry) in placements.enumerated() {
      if index > 0 { bytes.append(", ") }
      if let scene = entry.scene {
        append(entry, of: scene, to: &bytes)
        continue
      }
      bytes.append(
        "{\"face\": \(entry.face), \"subject\": \"\(entry.subject.rawValue)\", \"layer\": ")
      bytes.append(quoted: entry.layer)
      bytes.append(", \"mode\": \"\(entry.mode.rawValue)\"")
      appendPlace(of: entry, to: &bytes)
      if let residual = entry.residualPx {
        bytes.append(", \"residualPx\": ")
        bytes.append(residual, decimals: Self.lengthDecimals)
      }
      if let stuck = entry.stuckPx {
        bytes.append(", \"stuckPx\": ")
        bytes.append(stuck, decimals: Self.lengthDecimals)
      }
      if let driven = entry.driven {
        bytes.append(", \"scale\": ")
        bytes.append(max(Self.smallestScale, driven.scale), decimals: Self.drivenDecimals)
        bytes.append(", \"rotation\": ")
        bytes.append(driven.rotation, decimals: Self.drivenDecimals)
      }
      if let frame = entry.artworkFrame { bytes.append(", \"artworkFrame\": \(frame)") }
      if let avatar = entry.avatar { bytes.append(", \"avatar\": \(avatar)") }
      bytes.append("}")
    }
    bytes.append("]")
    if mirrored { bytes.append(", \"mirrored\": true") }
    if let crop {
      bytes.append(", \"crop\": ")
      append([crop.left, crop.top, crop.width, crop.height], to: &bytes)
    }
    appendAvatars(to: &bytes)
    bytes.append("}")
  }

  /// An item of a scene.
  private func append(_ entry: Entry, of scene: String, to bytes: inout [UInt8]) {
    bytes.append("{\"image\": \(entry.face), \"subject\": \"\(entry.subject.rawValue)\"")
    bytes.append(", \"scene\": ")
    bytes.append(quoted: scene)
    bytes.append(", \"item\": ")
    bytes.append(quoted: entry.layer)
    if let count = entry.count {
      bytes.append(", \"count\": \(count)")
      appendBox(of: entry, to: &bytes)
      bytes.append("}")
      return
    }
    appendPlace(of: entry, to: &bytes)
    bytes.append("}")
  }

  private func appendBox(of entry: Entry, to bytes: inout [UInt8]) {
    var entry = entry
    entry.boundCorners()
    let (low, high) = (entry.corners.topLeft, entry.corners.bottomRight)
    bytes.append(", \"box\": ")
    append([low.x, low.y, high.x, high.y], to: &bytes)
  }

  private func appendNodes(of entry: Entry, to bytes: inout [UInt8]) {
    bytes.append(", \"points\": {")
    for (number, (point, node)) in zip(entry.points, entry.nodes).enumerated() {
      if number > 0 { bytes.append(", ") }
      bytes.append(quoted: node.name)
      bytes.append(": ")
      append([point.x, point.y, node.depth], to: &bytes)
    }
    bytes.append("}")
  }

  private func append(_ numbers: [Double], to bytes: inout [UInt8]) {
    for (number, length) in numbers.enumerated() {
      bytes.append(number == 0 ? "[" : ", ")
      bytes.append(length, decimals: Self.lengthDecimals)
    }
    bytes.append("]")
  }

  private func appendPlace(of entry: Entry, to bytes: inout [UInt8]) {
    defer {
      bytes.append(", \"opacity\": ")
      bytes.append(entry.opacity, decimals: Self.opacityDecimals)
    }
    guard entry.nodes.isEmpty else {
      appendBox(of: entry, to: &bytes)
      appendNodes(of: entry, to: &bytes)
      return
    }
    if entry.surface != .face { append(entry.corners.corners, as: "corners", to: &bytes) }
    if let surface = entry.surface { bytes.append(", \"surface\": \"\(surface.rawValue)\"") }
    if !entry.points.isEmpty { append(entry.points, as: "points", to: &bytes) }
  }

  private func append(
    _ points: [Point2<OutputSpace>], as key: String, to bytes: inout [UInt8]
  ) {
    bytes.append(", \"\(key)\": [")
    for (number, point) in points.enumerated() {
      if number > 0 { bytes.append(", ") }
      append([point.x, point.y], to: &bytes)
    }
    bytes.append("]")
  }

  private func appendAvatars(to bytes: inout [UInt8]) {
    guard !avatars.isEmpty else { return }
    for (index, avatar) in avatars.enumerated() {
      bytes.append(index == 0 ? ", \"avatars\": [{\"name\": " : ", {\"name\": ")
      bytes.append(quoted: avatar.name)
      bytes.append(", \"sha256\": ")
      bytes.append(quoted: avatar.sha256)
      bytes.append("}")
    }
    bytes.append("]")
  }
}

extension Double {
  /// How many units of the last of so many decimals a number is; nil where it is not written with decimals.
  ///
  /// Beyond 2^53 a double has none.
  fileprivate func units(ofDecimals decimals: Int) -> (count: Int, ofOne: Int)? {
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let scaled = (self * Double(unit)).rounded()
    return abs(scaled) < 0x1p53 ? (Int(scaled), unit) : nil
  }

  /// The number that its decimals are read as.
  fileprivate func rounded(toDecimals decimals: Int) -> Double {
    units(ofDecimals: decimals).map { Double($0.count) / Double($0.ofOne) } ?? self
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends a number rounded to some decimals, without zeros at its end.
  fileprivate mutating func append(_ number: Double, decimals: Int) {
    // A double without decimals is JSON in its own notation; JSON knows no infinity.
    guard let (whole, unit) = number.units(ofDecimals: decimals) else {
      append(number.isFinite ? "\(number)" : "null")
      return
    }
    if whole < 0 {
      append("-")
    }
    append("\(whole.magnitude / UInt(unit))")
    var (rest, place) = (whole.magnitude % UInt(unit), UInt(unit) / 10)
    if rest > 0 {
      append(".")
    }
    while rest > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / place))
      (rest, place) = (rest % place, place / 10)
    }
  }

  /// Appends a text as a JSON string.
  fileprivate mutating func append(quoted text: String) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: append(byte)
      }
    }
    append("\"")
  }
}
