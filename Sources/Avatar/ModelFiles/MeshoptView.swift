internal import CMeshopt

/// A buffer view that EXT_meshopt_compression packed.
struct MeshoptView {
  static let extensionName = "EXT_meshopt_compression"

  private enum Filter: String, CaseIterable {
    case none = "NONE"
    case octahedral = "OCTAHEDRAL"
    case quaternion = "QUATERNION"
    case exponential = "EXPONENTIAL"
  }

  private let value: GLTFValue
  private let count, stride: Int
  private let mode: cmeshopt_mode
  private let filter: Filter

  /// Reads what the extension says of a view of `length` bytes.
  init(_ value: GLTFValue, length: Int) throws(ModelFault) {
    self.value = value
    let names = ["ATTRIBUTES", "TRIANGLES", "INDICES"]
    let modes = [cmeshopt_attributes, cmeshopt_triangles, cmeshopt_indices]
    let name = try value.required("mode").text
    guard let number = names.firstIndex(of: name) else {
      throw value.fault("unknown mode; \(names.joined(separator: ", ")) expected")
    }
    mode = modes[number]
    guard let filter = try Filter(rawValue: value["filter"]?.text ?? "NONE") else {
      let known = Filter.allCases.map(\.rawValue).joined(separator: ", ")
      throw value.fault("unknown filter; \(known) expected")
    }
    self.filter = filter
    stride = try value.required("byteStride").integer(in: 1...256)
    count = try value.required("count").integer(in: 1...(1 << 26))
    guard count * stride == length else {
      throw value.fault(
        "\(count) elements of \(stride) bytes do not fill the \(length) bytes of the bufferView")
    }
    let isFiltered =
      switch filter {
      case .none: true
      case .octahedral: number == 0 && (stride == 4 || stride == 8)
      case .quaternion: number == 0 && stride == 8
      case .exponential: number == 0 && stride % 4 == 0
      }
    guard isFiltered else {
      throw value.fault("the filter \(filter.rawValue) is not for \(name) of \(stride) bytes")
    }
  }

  func unpacked(_ source: GLTFView) throws(ModelFault) -> [UInt8] {
    let size = count * stride
    var isWhole = false
    var bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      isWhole = unsafe source.content.withUnsafeBufferPointer { packed in
        unsafe cmeshopt_decode(
          mode, packed.baseAddress, packed.count, buffer.baseAddress, count, stride)
      }
      filled = isWhole ? size : 0
    }
    guard isWhole else {
      throw value.fault("the packed bytes are damaged; export the model again")
    }
    switch filter {
    case .none: break
    case .octahedral where stride == 4: unfilterNormals(&bytes, of: Int8.self)
    case .octahedral: unfilterNormals(&bytes, of: Int16.self)
    case .quaternion: unfilterTurns(&bytes)
    case .exponential: unfilterExponents(&bytes)
    }
    return bytes
  }
}

// The library's own filters round otherwise on other processors.
extension MeshoptView {
  /// Unit vectors from the faces of an octahedron; the fourth number stays.
  private func unfilterNormals<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: inout [UInt8], of type: Number.Type
  ) {
    change(&bytes, type) { vector in
      let one = Float(vector[2])
      var (x, y) = (Float(vector[0]) / one, Float(vector[1]) / one)
      let z = 1 - abs(x) - abs(y)
      let fold = min(z, 0)
      x += x >= 0 ? fold : -fold
      y += y >= 0 ? fold : -fold
      let scale = Float(Number.max) / (x * x + y * y + z * z).squareRoot()
      (vector[0], vector[1], vector[2]) = (
        Self.rounded(x * scale), Self.rounded(y * scale), Self.rounded(z * scale)
      )
    }
  }

  /// Quaternions from their three smallest numbers.
  private func unfilterTurns(_ bytes: inout [UInt8]) {
    change(&bytes, Int16.self) { turn in
      let scale = Float(0.5).squareRoot() / Float(turn[3] | 3)
      let (x, y, z) = (
        Float(turn[0]) * scale, Float(turn[1]) * scale, Float(turn[2]) * scale
      )
      let w = max(0, 1 - x * x - y * y - z * z).squareRoot()
      let largest = Int(turn[3] & 3)
      let numbers = [w, x, y, z]
      for i in 0..<4 { turn[(largest + i) % 4] = Self.rounded(numbers[i] * 32767) }
    }
  }

  /// Numbers of 24 bits with an exponent of 8.
  private func unfilterExponents(_ bytes: inout [UInt8]) {
    change(&bytes, Int32.self) { numbers in
      for i in numbers.indices {
        let number =
          Float(sign: .plus, exponent: Int(numbers[i] >> 24), significand: 1)
          * Float((numbers[i] << 8) >> 8)
        numbers[i] = Int32(bitPattern: number.bitPattern)
      }
    }
  }

  /// Gives each element to `body`, as numbers of a type.
  private func change<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: inout [UInt8], _ type: Number.Type, _ body: (inout [Number]) -> Void
  ) {
    let size = MemoryLayout<Number>.size
    var element = [Number](repeating: 0, count: stride / size)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      for start in Swift.stride(from: 0, to: count * stride, by: stride) {
        for i in element.indices {
          element[i] = Number(
            littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: start + i * size, as: type))
        }
        body(&element)
        for i in element.indices {
          unsafe bytes.storeBytes(
            of: element[i].littleEndian, toByteOffset: start + i * size, as: type)
        }
      }
    }
  }

  private static func rounded<Number: FixedWidthInteger>(_ number: Float) -> Number {
    Number(exactly: number.rounded(.toNearestOrAwayFromZero)) ?? 0
  }
}
