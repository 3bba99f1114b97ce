internal import CKernels

/// What the meshes of a drawing are while they are painted: the kernels' own form.
///
/// The memory is kept from one painting to the next.
struct MeshBuffers {
  /// The pixels of the picture that the drawing stands for.
  private(set) var (columns, rows) = (0..<0, 0..<0)
  var corners: [ck_mesh_corner] = []
  /// The numbers of corners, three a triangle.
  private(set) var triangles: [Int32] = []
  /// What each triangle may show of its texture.
  var contents: [UInt8] = []
  /// What lit triangles and their corners have, layer by layer.
  var shadings = ShadingBuffers()
  /// Of each layer, the numbers of its triangles in each tile, and where each tile's end.
  private(set) var (bins, ends): ([Int32], [Int32]) = ([], [])
  private(set) var layers: [Layer] = []
  /// The most triangles that a layer has in a tile.
  private(set) var mostTriangles: Int32 = 0
  /// The rows of tiles that are drawn.
  private var tileRows = 0..<0
  /// Whether more triangles lie in these tiles than are drawn at once.
  private(set) var isOverfull = false
  /// The most triangles in all tiles that are drawn at once, one counted in each of its tiles: 256 MB.
  private static let mostBinned = 1 << 26
  /// What a tile needs.
  var room: [SIMD4<Float>] = []

  struct Layer {
    let kind: MeshLayer.Kind
    let isPerspective, isLit, isPainted: Bool
    let opacity: Float
    let pyramid: Pyramid?
    var shading: ShadingBuffers.Layer?
    /// Where its parts begin in the buffers.
    let triangle, bin, end: Int
  }

  /// Pixels to a side of a tile.
  static let tileSide = Int(CK_MESH_TILE)

  /// The tiles of the drawing, right and down.
  var tiles: (columns: Int, rows: Int) {
    let side = Self.tileSide
    return ((columns.count + side - 1) / side, (rows.count + side - 1) / side)
  }

  /// Begins without layers.
  ///
  /// - Parameter tileRows: the rows of tiles that are drawn.
  mutating func begin(columns: Range<Int>, rows: Range<Int>, tileRows: Range<Int>) {
    (self.columns, self.rows, self.tileRows) = (columns, rows, tileRows)
    isOverfull = false
    corners.removeAll(keepingCapacity: true)
    triangles.removeAll(keepingCapacity: true)
    contents.removeAll(keepingCapacity: true)
    bins.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    layers.removeAll(keepingCapacity: true)
    shadings.removeAll()
    mostTriangles = 0
  }

  /// Adds a layer, of which triangles with a number that is none or beyond the limits are left out, and what lies
  /// farther than the kernels reach is cut off; a layer of which nothing is seen is left out too.
  mutating func append(_ layer: MeshLayer, isPainted: Bool) {
    let opacity = layer.opacity > 0 ? min(layer.opacity, 1) : 0
    guard layer.kind == .occluder || opacity > 0 else { return }
    switch layer.content {
    case .picture(let mesh, let texture):
      append(mesh, texture, layer.kind, opacity: opacity, isPainted: isPainted)
    case .shaded(let mesh, _, _) where layer.kind == .occluder:
      append(PlacedMesh(mesh), nil, layer.kind, opacity: opacity, isPainted: isPainted)
    case .shaded(let mesh, let materials, let light):
      var added = Layer(
        kind: layer.kind, isPerspective: mesh.isPerspective, isLit: false, isPainted: isPainted,
        opacity: opacity, pyramid: nil, triangle: triangles.count, bin: bins.count,
        end: ends.count)
      added.shading = append(mesh, materials, in: light)
      finish(added)
    }
  }

  private mutating func append(
    _ mesh: PlacedMesh, _ texture: Texture?, _ kind: MeshLayer.Kind, opacity: Float,
    isPainted: Bool
  ) {
    var pyramid: Pyramid?
    var margin = SIMD2<Float>.zero
    if kind != .occluder {
      guard let texture, texture.format == OffscreenDrawing.format,
        max(texture.width, texture.height) <= Texture.maximumSide,
        case .colour(let found) = texture.content
      else { return }
      pyramid = found
      margin = SIMD2(Float(texture.outline.left), Float(texture.outline.top))
    }
    let added = Layer(
      kind: kind, isPerspective: mesh.isPerspective,
      isLit: isPainted && mesh.vertices.contains { $0.light != SIMD3(repeating: 1) },
      isPainted: isPainted, opacity: opacity, pyramid: pyramid, triangle: triangles.count,
      bin: bins.count, end: ends.count)
    append(mesh, margin)
    findContents(of: added)
    finish(added)
  }

  /// Adds a layer whose triangles were added, if there are any.
  private mutating func finish(_ layer: Layer) {
    guard triangles.count > layer.triangle, !isOverfull else { return }
    findBins(of: layer)
    // Its triangles have no bins then.
    guard !isOverfull else { return }
    layers.append(layer)
  }

  /// The drawing's upper left corner, in the kernels' units.
  var origin: SIMD2<Int32> {
    SIMD2(Int32(columns.lowerBound), Int32(rows.lowerBound)) &<< Int32(CK_MESH_SUBPIXEL_BITS)
  }

  private mutating func append(_ mesh: PlacedMesh, _ margin: SIMD2<Float>) {
    let first = corners.count
    let origin = origin
    func linear(_ vertex: PlacedMesh.Vertex) -> LinearVertex? {
      LinearVertex(vertex, margin: margin, isPerspective: mesh.isPerspective)
    }
    for vertex in mesh.vertices {
      let vertex = linear(vertex).flatMap { $0.isInReach ? $0 : nil }
      corners.append(vertex?.corner(from: origin) ?? ck_mesh_corner())
    }
    let range = 0..<Int32(clamping: mesh.vertices.count)
    for triangle in mesh.triangles {
      guard range.contains(triangle.x), range.contains(triangle.y), range.contains(triangle.z)
      else { continue }
      let (a, b, c) = (first + Int(triangle.x), first + Int(triangle.y), first + Int(triangle.z))
      if corners[a].isValid, corners[b].isValid, corners[c].isValid {
        append(a, b, c)
        continue
      }
      let vertices = [triangle.x, triangle.y, triangle.z].compactMap {
        linear(mesh.vertices[Int($0)])
      }
      guard vertices.count == 3 else { continue }
      let (reached, start) = (LinearVertex.inReach(vertices), corners.count)
      corners += reached.map { $0.corner(from: origin) }
      for second in reached.indices.dropFirst().dropLast() {
        append(start, start + second, start + second + 1)
      }
    }
  }

  mutating func append(_ a: Int, _ b: Int, _ c: Int) {
    triangles.append(Int32(truncatingIfNeeded: a))
    triangles.append(Int32(truncatingIfNeeded: b))
    triangles.append(Int32(truncatingIfNeeded: c))
  }

  /// Finds what the triangles of the layer that comes next may show.
  private mutating func findContents(of layer: Layer) {
    let count = (triangles.count - layer.triangle) / 3
    contents.append(contentsOf: repeatElement(0, count: count))
    let coverage = layer.pyramid?.level(.halving(0)).coverage
    unsafe corners.withUnsafeBufferPointer { corners in
      unsafe triangles.withUnsafeBufferPointer { triangles in
        unsafe contents.withUnsafeMutableBufferPointer { contents in
          guard let corners = corners.baseAddress, let triangles = triangles.baseAddress,
            let contents = contents.baseAddress
          else { return }
          func find(_ coverage: UnsafePointer<ck_coverage>?) {
            unsafe ck_mesh_find_contents(
              corners, triangles + layer.triangle, Int32(count), coverage,
              contents + layer.triangle / 3)
          }
          guard let coverage else { return find(nil) }
          withExtendedLifetime(coverage) {
            unsafe withUnsafePointer(to: coverage.coverage) { unsafe find($0) }
          }
        }
      }
    }
  }

  /// Finds which triangles of the layer that comes next lie in which tiles.
  private mutating func findBins(of layer: Layer) {
    let (width, height) = (Int32(columns.count), Int32(rows.count))
    let count = (triangles.count - layer.triangle) / 3
    let most = tileRows.count > 1 ? Self.mostBinned : Int(Int32.max)
    let (firstRow, endRow) = (Int32(tileRows.lowerBound), Int32(tileRows.upperBound))
    var isOverfull = false
    ends.append(contentsOf: repeatElement(0, count: tiles.columns * tiles.rows))
    unsafe corners.withUnsafeBufferPointer { corners in
      unsafe triangles.withUnsafeBufferPointer { triangles in
        unsafe ends.withUnsafeMutableBufferPointer { ends in
          guard let corners = corners.baseAddress, let triangles = triangles.baseAddress,
            let ends = ends.baseAddress
          else { return }
          func find(into bins: UnsafeMutablePointer<Int32>?) -> Int {
            unsafe Int(
              ck_mesh_bin(
                corners, triangles + layer.triangle, Int32(count), width, height, firstRow, endRow,
                ends + layer.end, bins))
          }
          let found = find(into: nil)
          isOverfull = bins.count + found > most
          guard !isOverfull else { return }
          // One more, so that there is a place where there are none.
          bins.append(contentsOf: repeatElement(0, count: found + 1))
          unsafe bins.withUnsafeMutableBufferPointer { bins in
            guard let bins = bins.baseAddress else { return }
            _ = unsafe find(into: bins + layer.bin)
          }
        }
      }
    }
    self.isOverfull = isOverfull
    var before: Int32 = 0
    for end in ends[layer.end...] {
      mostTriangles = max(mostTriangles, end - before)
      before = end
    }
  }
}

extension ck_mesh_corner {
  /// Whether it is one of a vertex within the limits.
  var isValid: Bool { place.2 > 0 }
}
