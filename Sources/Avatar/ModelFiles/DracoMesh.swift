internal import CDraco

/// A mesh that KHR_draco_mesh_compression packed.
@safe final class DracoMesh {
  static let extensionName = "KHR_draco_mesh_compression"

  private let mesh: OpaquePointer
  private let value: GLTFValue

  /// Unpacks what the extension names.
  ///
  /// - Parameter triangles: the most that it may have.
  init(_ value: GLTFValue, _ buffers: GLTFBuffers, triangles: Int) throws(ModelFault) {
    self.value = value
    let view = try buffers.view(value.required("bufferView"))
    guard view.range.count <= buffers.limits.dracoBytes else {
      throw value.fault(
        .overLimit(
          what: "bytes of a mesh packed by Draco", found: "\(view.range.count)",
          limit: "\(buffers.limits.dracoBytes)"))
    }
    var status = cdraco_broken
    let mesh = unsafe view.content.withUnsafeBufferPointer { packed in
      unsafe cdraco_decode(
        packed.baseAddress, packed.count, UInt32(clamping: triangles), &status)
    }
    guard let mesh = unsafe mesh else {
      throw switch status {
      case cdraco_over_limit:
        value.fault(
          .overLimit(
            what: "the packed mesh",
            found: "more than \(triangles) triangles or \(cdraco_max_attributes) attributes",
            limit: "these"))
      case cdraco_no_memory: value.fault("there is no memory to unpack the mesh")
      default: value.fault("no mesh of Draco 2.2, or a damaged one; export the model again")
      }
    }
    unsafe self.mesh = mesh
  }

  deinit { unsafe cdraco_destroy(mesh) }

  var vertexCount: Int { Int(unsafe cdraco_vertices(mesh)) }

  var indices: [UInt32] {
    let count = 3 * Int(unsafe cdraco_triangles(mesh))
    return unsafe [UInt32](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      unsafe cdraco_indices(mesh, base)
      filled = count
    }
  }

  /// The numbers of an attribute as they are stored; nil where the mesh does not have it.
  func numbers(
    _ name: String, _ accessor: GLTFAccessor, _ buffers: GLTFBuffers
  ) throws(ModelFault) -> [Float]? {
    guard let reference = try value.required("attributes")[name] else { return nil }
    let number = UInt32(clamping: try reference.integer(in: 0...Int(UInt32.max)))
    let width = Int(unsafe cdraco_components(mesh, number))
    guard width == accessor.width else {
      throw reference.fault(
        "\(width) numbers a vertex found in the packed mesh, \(accessor.width) expected")
    }
    let count = width * vertexCount
    try buffers.take(4 * count, at: reference)
    let numbers = unsafe [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      filled = unsafe cdraco_values(mesh, number, base) ? count : 0
    }
    guard numbers.count == count else {
      throw reference.fault("the packed mesh does not have all of its numbers")
    }
    return numbers
  }
}
