/// A YUV4MPEG2 file, frames one behind the other as programs hand them on through pipes (yuv4mpeg(5) of MJPEG
/// Tools): what FFmpeg passes over, or calls damage of the data.
package struct YUV4MPEG {
  /// The longest header that FFmpeg reads, with the end of its line.
  package static let headerLimit = 96

  /// The longest side that is believed, in pixels; what is over the limit of clips is refused later.
  private static let longestSide = 1 << 16

  private let file: ContainerFile
  /// Where the first frame begins.
  private let start: Int
  private let fields: [Character: Substring]

  /// Reads a file's header; nil for other files.
  package init?(path: String) {
    guard let file = ContainerFile(path: path) else { return nil }
    self.init(file)
  }

  init?(_ file: ContainerFile) {
    let bytes = file.bytes(at: 0, count: Self.headerLimit)
    guard bytes.starts(with: "YUV4MPEG2 ".utf8) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst()
    (self.file, start) = (file, line.count + 1)
    fields = Dictionary(words.compactMap { word in word.first.map { ($0, word.dropFirst()) } }) {
      $1
    }
  }

  /// The parts of a picture that a plane of colours has, and how many such planes there are, by the names that
  /// FFmpeg knows.
  private static let chroma: [String: (across: Int, down: Int, planes: Int)] = [
    "420": (2, 2, 2), "411": (4, 1, 2), "422": (2, 1, 2), "444": (1, 1, 2), "mono": (1, 1, 0),
  ]
  private static let names: Set<String> = Set(
    ["420jpeg", "420mpeg2", "420paldv", "444alpha", "mono9", "mono10", "mono12", "mono16"]
      + chroma.keys
      + ["420", "422", "444"].flatMap { name in
        ["9", "10", "12", "14", "16"].map { "\(name)p\($0)" }
      })

  private var name: String { fields["C"].map(String.init) ?? "420" }

  /// What is wrong with the header, and what would be right; nil where nothing is.
  package var fault: String? {
    guard start < Self.headerLimit else {
      return "its header has \(Self.headerLimit) bytes or more; expected a shorter one"
    }
    for (key, side) in [("W", "width"), ("H", "height")] as [(Character, String)]
    where fields[key].flatMap({ Int($0) }).map((1...Self.longestSide).contains) != true {
      return "its header states the \(side) \"\(fields[key] ?? "")\"; expected 1 to"
        + " \(Self.longestSide) pixels"
    }
    let rate = (fields["F"] ?? "").split(separator: ":").map { Int32($0) ?? 0 }
    guard rate.count == 2, rate.allSatisfy({ $0 > 0 }) else {
      return "its header states the frame rate \"\(fields["F"] ?? "")\"; expected one such as 30:1"
    }
    guard Self.names.contains(name) else {
      return
        "its header states the colour space \"\(name)\"; expected 420jpeg, 420mpeg2, 420, 422, 444,"
        + " 444alpha, mono or one of more bits, such as 420p10"
    }
    guard ["p", "t", "b", "?"].contains(fields["I"] ?? "?") else {
      return "its header states the interlacing \"\(fields["I"] ?? "")\"; expected p, t or b"
    }
    return nil
  }

  /// Whether the file ends within a frame.
  var isCutOff: Bool {
    guard fault == nil, let width = fields["W"].flatMap({ Int($0) }),
      let height = fields["H"].flatMap({ Int($0) }),
      let (across, down, planes) = Self.chroma.first(where: { name.hasPrefix($0.key) })?.value
    else { return false }
    let isDeep =
      name.contains("p1") || name.contains("p9") || name.hasPrefix("mono") && name != "mono"
    let plane = width * height
    let colours = ((width + across - 1) / across) * ((height + down - 1) / down) * planes
    let samples = plane + colours + (name == "444alpha" ? plane : 0)
    let length = UInt64(samples * (isDeep ? 2 : 1))
    var place = UInt64(start)
    // Most frames have a header without fields.
    if (file.size - min(place, file.size)) % (length + 6) == 0 { return false }
    while place < file.size {
      let line = file.bytes(at: place, count: Self.headerLimit).prefix { $0 != UInt8(ascii: "\n") }
      guard line.count < Self.headerLimit else { return true }
      place += UInt64(line.count + 1) + length
    }
    return place > file.size
  }
}
