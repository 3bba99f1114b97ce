internal import CKernels

/// What lit triangles and their corners have while they are painted: the kernels' own form.
struct ShadingBuffers {
  /// What a layer has.
  struct Layer {
    let materials: ShadedMaterials
    let light: ShadedLight
    /// Where its parts begin: in the drawing's corners, and here.
    let firstCorner, corner, face: Int
    let frame: Int?
    /// The first of its triangles that is blended, and whether there are such.
    var firstBlended = 0
    var hasBlended = false
    let haveColours: Bool
  }

  var corners: [ck_shade_corner] = []
  /// Of each triangle, its material and its side.
  var faces: [UInt32] = []
  /// Of each triangle of layers that need them.
  var frames: [ck_shade_frame] = []

  /// Forgets all, and keeps the memory.
  mutating func removeAll() {
    corners.removeAll(keepingCapacity: true)
    faces.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
  }

  /// Adds a triangle.
  mutating func append(_ face: UInt32, _ frame: ck_shade_frame?) {
    faces.append(face)
    if let frame { frames.append(frame) }
  }

  /// Lends layers' parts in the kernels' form, nil where a layer has none.
  func withKernelShadings(
    _ layers: [Layer?], _ body: (UnsafeMutableBufferPointer<ck_shading>) -> Void
  ) {
    unsafe corners.withUnsafeBufferPointer { corners in
      unsafe faces.withUnsafeBufferPointer { faces in
        unsafe frames.withUnsafeBufferPointer { frames in
          unsafe withUnsafeTemporaryAllocation(of: ck_shading.self, capacity: layers.count) { to in
            for (number, layer) in layers.enumerated() {
              unsafe to.initializeElement(at: number, to: ck_shading())
              guard let layer, let corners = corners.baseAddress, let faces = faces.baseAddress
              else { continue }
              unsafe to[number].corners = corners + layer.corner
              unsafe to[number].faces = faces + layer.face
              unsafe to[number].frames = layer.frame.flatMap { at in
                unsafe frames.baseAddress.map { unsafe $0 + at }
              }
              unsafe layer.describe(&to[number])
            }
            unsafe body(to)
          }
        }
      }
    }
  }
}

extension ShadingBuffers.Layer {
  fileprivate func describe(_ kernel: inout ck_shading) {
    unsafe kernel.first_corner = Int32(truncatingIfNeeded: firstCorner)
    unsafe kernel.materials = materials.materials.base
    unsafe kernel.textures = materials.textures.base
    unsafe kernel.first_blended = Int32(truncatingIfNeeded: firstBlended)
    unsafe kernel.has_blended = hasBlended
    unsafe kernel.have_colours = haveColours
    switch light {
    case .none: unsafe kernel.light = CK_SHADE_UNLIT
    case .studio: unsafe kernel.light = CK_SHADE_STUDIO
    case .match(let light):
      unsafe kernel.light = CK_SHADE_MATCH
      unsafe kernel.level = light.level
      unsafe kernel.direction = (light.direction.x, light.direction.y, light.direction.z, 0)
      unsafe kernel.first_factor = light.first
      unsafe kernel.factor_steps = light.steps
      unsafe kernel.factors = light.factors.base
    }
  }
}

extension PlacedMesh {
  /// Where a shaded mesh lies.
  init(_ mesh: ShadedMesh) {
    self.init(
      vertices: mesh.vertices.map { Vertex(x: $0.x, y: $0.y, depth: $0.depth) },
      triangles: mesh.triangles, isPerspective: mesh.isPerspective)
  }
}
