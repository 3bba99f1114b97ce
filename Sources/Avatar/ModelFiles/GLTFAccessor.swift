/// A list of vectors as the file describes it.
struct GLTFAccessor {
  enum Component: Int {
    case byte = 5120
    case unsignedByte = 5121
    case short = 5122
    case unsignedShort = 5123
    case unsignedInteger = 5125
    case float = 5126

    var bytes: Int {
      switch self {
      case .byte, .unsignedByte: 1
      case .short, .unsignedShort: 2
      case .unsignedInteger, .float: 4
      }
    }

    /// What a normalised integer is divided by.
    var scale: Float {
      switch self {
      case .byte: 127
      case .unsignedByte: 255
      case .short: 32767
      case .unsignedShort: 65535
      case .unsignedInteger, .float: 1
      }
    }
  }

  static let widths = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16]

  let number: Int
  /// Where it is named, for faults.
  let user: GLTFValue
  let value: GLTFValue
  let component: Component
  /// Numbers of an element.
  let width: Int
  let count: Int
  let isNormalised: Bool

  /// Reads what a value names.
  ///
  /// - Parameter types: those that may stand there.
  init(
    _ user: GLTFValue, of accessors: [GLTFValue], types: [String], components: [Component]
  ) throws(ModelFault) {
    number = try user.reference(to: "accessor", of: accessors.count)
    (self.user, value) = (user, accessors[number])
    let type = try value.required("type").text
    guard types.contains(type), let width = Self.widths[type] else {
      throw user.fault(
        "accessor \(number) has elements \(type.prefix(8)); \(types.joined(separator: " or "))"
          + " expected")
    }
    let code = try value.required("componentType").integer(in: 0...65535)
    guard let component = Component(rawValue: code), components.contains(component) else {
      let expected = components.map { "\($0.rawValue)" }.joined(separator: ", ")
      throw user.fault(
        "accessor \(number) has numbers of type \(code); one of \(expected) expected")
    }
    (self.width, self.component) = (width, component)
    count = try value.required("count").integer(in: 1...(1 << 26))
    isNormalised = try value["normalized"]?.truth ?? false
  }

  var elementBytes: Int { width * component.bytes }

  /// What numbers of a float attribute may be stored as.
  static let real: [Component] = [.float, .byte, .unsignedByte, .short, .unsignedShort]
  /// What numbers of vertices and joints may be stored as.
  static let whole: [Component] = [.unsignedByte, .unsignedShort, .unsignedInteger]
}

extension GLTFAccessor {
  /// Its numbers, one element after the other.
  func reals(_ buffers: GLTFBuffers) throws(ModelFault) -> [Float] {
    try buffers.take(4 * width * count, at: user)
    let packed = try packed(buffers)
    let raw: [Float]
    if component == .float {
      raw = Self.numbers(packed, of: UInt32.self) { Float(bitPattern: $0) }
    } else {
      raw = integers(packed) { Float($0) }
    }
    return try finished(raw)
  }

  /// Numbers as they are stored, made those that they stand for and checked.
  func finished(_ raw: [Float]) throws(ModelFault) -> [Float] {
    if let place = raw.firstIndex(where: { !$0.isFinite }) {
      throw user.fault(
        .notFinite(
          accessor: number, element: place / width,
          found: raw[place].isNaN ? "NaN" : "\(raw[place])"))
    }
    let scale = component.scale
    return isNormalised && scale > 1 ? raw.map { max($0 / scale, -1) } : raw
  }

  /// Its numbers that are not negative.
  func wholes(_ buffers: GLTFBuffers) throws(ModelFault) -> [UInt32] {
    try buffers.take(4 * width * count, at: user)
    return integers(try packed(buffers)) { UInt32(clamping: $0) }
  }

  private func integers<Number>(_ packed: [UInt8], _ number: (Int64) -> Number) -> [Number] {
    switch component {
    case .byte: Self.numbers(packed, of: Int8.self) { number(Int64($0)) }
    case .unsignedByte: Self.numbers(packed, of: UInt8.self) { number(Int64($0)) }
    case .short: Self.numbers(packed, of: Int16.self) { number(Int64($0)) }
    case .unsignedShort: Self.numbers(packed, of: UInt16.self) { number(Int64($0)) }
    case .unsignedInteger, .float: Self.numbers(packed, of: UInt32.self) { number(Int64($0)) }
    }
  }

  private static func numbers<Stored: FixedWidthInteger & BitwiseCopyable, Number>(
    _ packed: [UInt8], of type: Stored.Type, _ number: (Stored) -> Number
  ) -> [Number] {
    let size = MemoryLayout<Stored>.size
    return unsafe packed.withUnsafeBytes { bytes in
      (0..<(bytes.count / size)).map {
        number(
          Stored(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: size * $0, as: type)))
      }
    }
  }

  /// The bytes of its elements without gaps.
  private func packed(_ buffers: GLTFBuffers) throws(ModelFault) -> [UInt8] {
    try buffers.take(elementBytes * count, at: user)
    var packed: [UInt8]
    if let reference = try value["bufferView"] {
      packed = try elements(
        of: count, elementBytes, in: buffers.view(reference),
        offset: value["byteOffset"]?.integer(in: 0...GLTFValue.mostBytes) ?? 0)
    } else {
      packed = [UInt8](repeating: 0, count: elementBytes * count)
    }
    if let sparse = try value["sparse"] { try apply(sparse, to: &packed, buffers) }
    return packed
  }

  private func elements(
    of count: Int, _ size: Int, in view: GLTFView, offset: Int
  ) throws(ModelFault) -> [UInt8] {
    let stride = view.stride ?? size
    guard stride >= size else {
      throw user.fault(
        "bufferView \(view.number) has a stride of \(stride) bytes; at least the \(size) of an"
          + " element of accessor \(number) expected")
    }
    let beyond = offset + stride * (count - 1) + size - view.range.count
    guard beyond <= 0 else {
      throw user.fault(
        .accessorBeyondView(accessor: number, bytes: beyond, view: view.number))
    }
    let start = view.range.lowerBound + offset
    if stride == size { return Array(view.bytes[start..<(start + size * count)]) }
    var packed: [UInt8] = []
    packed.reserveCapacity(size * count)
    for element in 0..<count {
      let from = start + stride * element
      packed += view.bytes[from..<(from + size)]
    }
    return packed
  }

  /// Puts the elements in their places that differ from the others.
  private func apply(
    _ sparse: GLTFValue, to packed: inout [UInt8], _ buffers: GLTFBuffers
  ) throws(ModelFault) {
    let changed = try sparse.required("count").integer(in: 1...count)
    func part(_ key: String, _ size: (GLTFValue) throws(ModelFault) -> Int) throws(ModelFault)
      -> [UInt8]
    {
      let part = try sparse.required(key)
      var view = try buffers.view(part.required("bufferView"))
      view.stride = nil
      let offset = try part["byteOffset"]?.integer(in: 0...GLTFValue.mostBytes) ?? 0
      return try elements(of: changed, size(part), in: view, offset: offset)
    }
    var component = Component.unsignedInteger
    let indices = try part("indices") { (part) throws(ModelFault) in
      let code = try part.required("componentType").integer(in: 0...65535)
      guard let type = Component(rawValue: code), Self.whole.contains(type) else {
        throw part.fault("numbers of type \(code) found; 5121, 5123 or 5125 expected")
      }
      component = type
      return type.bytes
    }
    let values = try part("values") { (_) throws(ModelFault) in elementBytes }
    var last = -1
    for place in 0..<changed {
      let bytes = indices[(place * component.bytes)..<((place + 1) * component.bytes)]
      let index = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
      guard index > last, index < count else {
        throw user.fault(
          "accessor \(number) replaces element \(index) after \(last); rising numbers below its"
            + " \(count) elements expected")
      }
      last = index
      let from = place * elementBytes
      packed.replaceSubrange(
        (index * elementBytes)..<((index + 1) * elementBytes),
        with: values[from..<(from + elementBytes)])
    }
  }
}
