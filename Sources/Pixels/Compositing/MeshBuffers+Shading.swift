internal import CKernels

extension MeshBuffers {
  /// Adds the triangles of a shaded mesh, those that are blended last, from the nearest to the farthest; nil where
  /// there is no material.
  mutating func append(
    _ mesh: ShadedMesh, _ materials: ShadedMaterials, in light: ShadedLight
  ) -> ShadingBuffers.Layer? {
    guard !materials.kinds.isEmpty else { return nil }
    var added = ShadingBuffers.Layer(
      materials: materials, light: light, firstCorner: corners.count,
      corner: shadings.corners.count, face: shadings.faces.count,
      frame: materials.kinds.contains { $0.normals != nil }
        && mesh.vertices.contains { $0.tangent == .zero } ? shadings.frames.count : nil,
      haveColours: mesh.vertices.contains { $0.colour != SIMD4(repeating: 1) })
    let (origin, first) = (origin, triangles.count)
    for vertex in mesh.vertices {
      let vertex = ShadedVertex(vertex, isPerspective: mesh.isPerspective)
      append(vertex.flatMap { $0.isInReach ? $0.corner(from: origin) : nil })
    }
    var blended: [(depth: Double, number: Int)] = []
    for number in mesh.triangles.indices where mesh.has(number) {
      if materials.kinds[mesh.material(of: number, among: materials)].isBlended {
        blended.append((mesh.depth(of: number), number))
      } else {
        append(number, of: mesh, to: added)
      }
    }
    added.firstBlended = (triangles.count - first) / 3
    added.hasBlended = !blended.isEmpty
    // Of those of one depth the later in the file is the nearer.
    blended.sort { $0.depth != $1.depth ? $0.depth < $1.depth : $0.number > $1.number }
    for (_, number) in blended { append(number, of: mesh, to: added) }
    contents.append(
      contentsOf: repeatElement(
        UInt8(CK_COVERAGE_SEEN), count: triangles.count / 3 - contents.count))
    return added
  }

  private mutating func append(_ corner: (ck_mesh_corner, ck_shade_corner)?) {
    corners.append(corner?.0 ?? ck_mesh_corner())
    shadings.corners.append(corner?.1 ?? ck_shade_corner())
  }

  /// Adds a triangle, or what the kernels reach of it.
  private mutating func append(
    _ number: Int, of mesh: ShadedMesh, to layer: ShadingBuffers.Layer
  ) {
    let triangle = mesh.triangles[number]
    let material = mesh.material(of: number, among: layer.materials)
    let isBack = number < mesh.areBacks.count && mesh.areBacks[number]
    let face = UInt32(material) << 1 | (isBack ? 1 : 0)
    let frame = layer.frame.map { _ in
      layer.materials.kinds[material].normals?.frame(of: triangle, in: mesh) ?? ck_shade_frame()
    }
    let (a, b, c) = (
      layer.firstCorner + Int(triangle.x), layer.firstCorner + Int(triangle.y),
      layer.firstCorner + Int(triangle.z)
    )
    if corners[a].isValid, corners[b].isValid, corners[c].isValid {
      append(a, b, c)
      shadings.append(face, frame)
      return
    }
    let vertices = [triangle.x, triangle.y, triangle.z].compactMap {
      ShadedVertex(mesh.vertices[Int($0)], isPerspective: mesh.isPerspective)
    }
    guard vertices.count == 3 else { return }
    let (reached, start) = (ShadedVertex.inReach(vertices), corners.count)
    for vertex in reached { append(vertex.corner(from: origin)) }
    for second in reached.indices.dropFirst().dropLast() {
      append(start, start + second, start + second + 1)
      shadings.append(face, frame)
    }
  }
}

extension ShadedMesh {
  /// Whether a triangle's vertices are there.
  fileprivate func has(_ number: Int) -> Bool {
    let (triangle, range) = (triangles[number], 0..<Int32(clamping: vertices.count))
    return range.contains(triangle.x) && range.contains(triangle.y) && range.contains(triangle.z)
  }

  fileprivate func material(of number: Int, among materials: ShadedMaterials) -> Int {
    let material = number < self.materials.count ? Int(self.materials[number]) : 0
    return material < materials.kinds.count ? material : 0
  }

  /// The sum of the depths of a triangle's corners.
  fileprivate func depth(of number: Int) -> Double {
    let triangle = triangles[number]
    func depth(_ vertex: Int32) -> Double { Double(vertices[Int(vertex)].depth) }
    return depth(triangle.x) + depth(triangle.y) + depth(triangle.z)
  }
}

extension ShadedMaterials.Normals {
  /// Which way the coordinates of the normal map grow on a triangle.
  fileprivate func frame(of triangle: SIMD3<Int32>, in mesh: ShadedMesh) -> ck_shade_frame {
    let (a, b, c) = (
      mesh.vertices[Int(triangle.x)], mesh.vertices[Int(triangle.y)], mesh.vertices[Int(triangle.z)]
    )
    func place(_ vertex: ShadedMesh.Vertex) -> (u: Double, v: Double) {
      let (u, v) =
        set == 1
        ? (vertex.coordinates.z, vertex.coordinates.w)
        : (vertex.coordinates.x, vertex.coordinates.y)
      let (right, down) = (SIMD2<Double>(Double(x.x), Double(x.y)), SIMD2(Double(y.x), Double(y.y)))
      let at = SIMD2(Double(u), Double(v))
      return ((right * at).sum(), (down * at).sum())
    }
    let (first, second, third) = (place(a), place(b), place(c))
    let (u1, v1) = (second.u - first.u, second.v - first.v)
    let (u2, v2) = (third.u - first.u, third.v - first.v)
    let side: Double = u1 * v2 - u2 * v1 < 0 ? -1 : 1
    let along = SIMD3<Double>(b.position - a.position)
    let beside = SIMD3<Double>(c.position - a.position)
    func unit(_ t: SIMD3<Double>) -> (Float, Float, Float, Float) {
      let way = SIMD3<Float>(t * (side / (t * t).sum().squareRoot()))
      // Of what has no length or no number there is none.
      return way == way ? (way.x, way.y, way.z, 0) : (0, 0, 0, 0)
    }
    return ck_shade_frame(
      along_u: unit(along * v2 - beside * v1), along_v: unit(beside * u1 - along * u2))
  }
}
