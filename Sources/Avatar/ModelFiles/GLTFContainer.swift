internal import Files
internal import JSON
internal import Text

/// A file of a model: its JSON, and the binary part where it has one.
struct GLTFContainer {
  let root: GLTFValue
  let bytes: [UInt8]
  /// Where in `bytes` the binary part of a `.glb` lies.
  let binary: Range<Int>?

  init(_ bytes: [UInt8], name: String, limits: ModelLimits) throws(ModelFault) {
    self.bytes = bytes
    guard bytes.count <= limits.fileBytes else {
      throw ModelFault(
        .overLimit(
          what: "the file's size", found: "\(bytes.count) bytes",
          limit: "\(limits.fileBytes) bytes"))
    }
    var text = 0..<bytes.count
    if bytes.starts(with: Array("glTF".utf8)) {
      (text, binary) = try Self.chunks(of: bytes)
    } else {
      try Self.checkKind(bytes, name)
      binary = nil
    }
    root = try Self.json(bytes[text], limits)
  }

  /// The JSON of a `.glb`, and its binary part.
  private static func chunks(
    of bytes: [UInt8]
  ) throws(ModelFault) -> (json: Range<Int>, binary: Range<Int>?) {
    func number(_ at: Int) -> Int {
      bytes[at..<(at + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func cut(_ what: String, _ expected: Int) -> ModelFault {
      ModelFault(.truncated(what: what, expected: expected, found: bytes.count))
    }
    guard bytes.count >= 20 else { throw cut("the header", 20) }
    guard number(4) == 2 else {
      throw ModelFault(
        .notGLTF(found: "a .glb of version \(number(4))", advice: "export it as glTF 2.0"))
    }
    let end = number(8)
    guard end <= bytes.count else { throw cut("the file", end) }
    var (start, chunks) = (12, [(type: Int, range: Range<Int>)]())
    while start + 8 <= end, chunks.count < 2 {
      let length = number(start)
      guard start + 8 + length <= end else {
        throw cut("part \(chunks.count)", start + 8 + length)
      }
      chunks.append((number(start + 4), (start + 8)..<(start + 8 + length)))
      start += 8 + length
    }
    guard let first = chunks.first, first.type == 0x4E4F_534A else {
      throw ModelFault(.other("the first part of the .glb is not its JSON; export the model again"))
    }
    return (first.range, chunks.dropFirst().first { $0.type == 0x004E_4942 }?.range)
  }

  private static let exportAdvice =
    "export the model as glTF 2.0, for example from Blender (File, Export, glTF 2.0)"

  /// Throws for other formats of models, and other files.
  private static func checkKind(_ bytes: [UInt8], _ name: String) throws(ModelFault) {
    let ending = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
    let isUSD =
      bytes.starts(with: Array("PXR-USDC".utf8)) || bytes.starts(with: Array("#usda".utf8))
    if ending.hasPrefix("usd") || isUSD {
      throw ModelFault(
        .notGLTF(
          found: "a USD scene",
          advice: "open it in Blender (File, Import, Universal Scene Description), then File,"
            + " Export, glTF 2.0"))
    }
    guard bytes.first(where: { ![0xEF, 0xBB, 0xBF, 9, 10, 13, 32].contains($0) }) == 0x7B else {
      throw ModelFault(
        .notGLTF(
          found: FileKind(beginning: bytes)?.named ?? (bytes.isEmpty ? "empty" : "no such file"),
          advice: exportAdvice))
    }
  }

  private static func json(
    _ text: ArraySlice<UInt8>, _ limits: ModelLimits
  ) throws(ModelFault) -> GLTFValue {
    // The reader of JSON has no limit of its own.
    let values = values(in: text)
    guard values <= limits.values else {
      throw ModelFault(
        .overLimit(
          what: "values of the JSON", found: "\(values)", limit: "\(limits.values)"))
    }
    let node: JSONNode
    do throws(JSONSyntaxError) {
      node = try JSONReader.read(text, depthLimit: limits.depth)
    } catch {
      throw ModelFault(.json(.notJSON(reason: error.reason)), place: error.place)
    }
    if !node.names.contains("asset"), let kind = FileKind(keys: node.names) {
      throw ModelFault(.notGLTF(found: kind.name, advice: exportAdvice))
    }
    if let (name, place) = duplicate(in: node) {
      throw ModelFault(.json(.duplicateKey(name)), place: place)
    }
    return GLTFValue(node: node, path: "")
  }

  /// A key that an object has twice.
  private static func duplicate(in node: JSONNode) -> (String, TextPlace)? {
    switch node.value {
    case .array(let elements):
      return elements.lazy.compactMap { duplicate(in: $0) }.first
    case .object(let members):
      var names: Set<String> = []
      for (name, place, value) in members {
        guard names.insert(name).inserted else { return (name, place) }
        if let found = duplicate(in: value) { return found }
      }
      return nil
    default: return nil
    }
  }

  /// The number of values, at most: of commas, colons and brackets that open.
  private static func values(in text: ArraySlice<UInt8>) -> Int {
    var (count, isString, isEscaped) = (1, false, false)
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isString.toggle()
      } else if isString {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if [0x2C, 0x3A, 0x5B, 0x7B].contains(byte) {
        count += 1
      }
    }
    return count
  }
}
