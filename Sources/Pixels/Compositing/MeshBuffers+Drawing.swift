internal import CKernels

extension MeshBuffers {
  /// Draws the layers, tile by tile.
  ///
  /// - Parameters:
  ///   - words: the drawing's.
  ///   - drawn: the picture's rows that are drawn.
  ///   - tolerance: how much farther than what was written before a shared layer still is seen.
  mutating func draw(
    on words: UnsafeMutablePointer<UInt32>, rows drawn: Range<Int>, tolerance: Float
  ) {
    guard !drawn.isEmpty, layers.contains(where: \.isPainted) else { return }
    let bytes = ck_mesh_room(mostTriangles, Int32(layers.count))
    let size = Int(bytes) / MemoryLayout<SIMD4<Float>>.stride + 1
    if room.count < size { room = Array(repeating: .zero, count: size) }
    let top = rows.lowerBound
    let (first, end) = (Int32(drawn.lowerBound - top), Int32(drawn.upperBound - top))
    let (width, height, columns) = (Int32(columns.count), Int32(rows.count), Int32(tiles.columns))
    // Apart, so that it may be written while the rest is read.
    var room: [SIMD4<Float>] = []
    swap(&room, &self.room)
    defer { swap(&room, &self.room) }
    unsafe withKernelLayers { corners, layers in
      unsafe room.withUnsafeMutableBytes { room in
        guard let room = room.baseAddress, let firstLayer = layers.baseAddress else { return }
        var drawing = unsafe ck_mesh_drawing(
          corners: corners, layers: firstLayer, layer_count: Int32(layers.count),
          tolerance: tolerance, light_of_signal: MeshSignals.lights.base,
          signal_of_light: MeshSignals.signals.base, words: words, width: width, height: height,
          first_row: first, end_row: end)
        for row in first / Int32(CK_MESH_TILE)...(end - 1) / Int32(CK_MESH_TILE) {
          for column in 0..<columns {
            while unsafe !ck_mesh_draw_tile(&drawing, column, row, room) {
              unsafe makeLevels(missingIn: layers)
            }
          }
        }
      }
    }
  }

  /// Lends the layers in the kernels' form, with the levels that have been made.
  private func withKernelLayers(
    _ body: (UnsafePointer<ck_mesh_corner>, UnsafeMutableBufferPointer<ck_mesh_layer>) -> Void
  ) {
    unsafe corners.withUnsafeBufferPointer { corners in
      unsafe triangles.withUnsafeBufferPointer { triangles in
        unsafe bins.withUnsafeBufferPointer { bins in
          unsafe ends.withUnsafeBufferPointer { ends in
            unsafe contents.withUnsafeBufferPointer { contents in
              guard let corners = corners.baseAddress, let triangles = triangles.baseAddress,
                let bins = bins.baseAddress, let ends = ends.baseAddress,
                let contents = contents.baseAddress
              else { return }
              unsafe shadings.withKernelShadings(layers.map(\.shading)) { shadings in
                unsafe withUnsafeTemporaryAllocation(
                  of: ck_mesh_layer.self, capacity: layers.count
                ) { made in
                  for (number, layer) in layers.enumerated() {
                    var kernel = unsafe layer.kernelLayer
                    unsafe kernel.triangles = triangles + layer.triangle
                    unsafe kernel.contents = contents + layer.triangle / 3
                    unsafe kernel.bins = bins + layer.bin
                    unsafe kernel.ends = ends + layer.end
                    if layer.shading != nil, let base = shadings.baseAddress {
                      unsafe kernel.shading = UnsafePointer(base + number)
                    }
                    unsafe made.initializeElement(at: number, to: kernel)
                  }
                  unsafe body(corners, made)
                }
              }
            }
          }
        }
      }
    }
  }

  /// Makes the levels that layers miss.
  private func makeLevels(missingIn kernelLayers: UnsafeMutableBufferPointer<ck_mesh_layer>) {
    for (number, layer) in layers.enumerated() {
      guard let pyramid = layer.pyramid else { continue }
      let missing = unsafe kernelLayers[number].missing
      unsafe kernelLayers[number].missing = 0
      for halving in 0..<Int(CK_MESH_HALVINGS) where missing >> UInt32(halving) & 1 == 1 {
        unsafe kernelLayers[number].set(pyramid.level(.halving(halving)).level, at: halving)
      }
    }
  }
}

extension MeshBuffers.Layer {
  /// The layer in the kernels' form, without its triangles.
  fileprivate var kernelLayer: ck_mesh_layer {
    var layer = unsafe ck_mesh_layer()
    unsafe layer.kind =
      switch kind {
      case .occluder: CK_MESH_OCCLUDER
      case .own: CK_MESH_OWN
      case .shared: CK_MESH_SHARED
      }
    unsafe layer.is_perspective = isPerspective
    unsafe layer.is_lit = isLit
    unsafe layer.is_painted = isPainted
    unsafe layer.opacity = opacity
    guard let pyramid else { return unsafe layer }
    unsafe layer.coarsest = Int32(min(pyramid.coarsest, Int(CK_MESH_HALVINGS) - 1))
    for halving in unsafe 0...Int(layer.coarsest) {
      guard let made = pyramid.madeLevel(halving) else { continue }
      unsafe layer.set(made.level, at: halving)
    }
    return unsafe layer
  }
}

extension ck_mesh_layer {
  /// Notes a level, which its pyramid keeps for as long as the layer is drawn.
  fileprivate mutating func set(_ level: Pyramid.Level, at number: Int) {
    let made = unsafe ck_mesh_level(
      texels: level.texels.base, stride: Int32(level.stride), limit_u: Float(level.width + 1),
      limit_v: Float(level.height + 1), scale: Float(1 / level.pitch),
      // Half a texel because texels are named by their corners and sampled at their middles.
      offset: Float(level.margin) + 0.5)
    unsafe withUnsafeMutableBytes(of: &levels) { bytes in
      unsafe bytes.storeBytes(
        of: made, toByteOffset: number * MemoryLayout<ck_mesh_level>.stride,
        as: ck_mesh_level.self)
    }
  }
}
