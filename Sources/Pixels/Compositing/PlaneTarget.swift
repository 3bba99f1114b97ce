internal import CKernels
internal import Imaging

/// Where the samples of a texture go, and how: one plane, or the planes that share their samples'
/// places.
@unsafe struct PlaneTarget {
  private let surface: ck_surface
  private let sample: ck_sample
  private let over: ck_over
  /// Numbers to a sample.
  private let components: Int

  init(
    _ first: MutablePlane, _ second: MutablePlane? = nil, bytes: Int, paddingBits: Int = 0,
    components: Int, sample: ck_sample, over: ck_over
  ) {
    unsafe surface = unsafe ck_surface(
      planes: (first.base, second?.base ?? first.base),
      strides: (first.stride, second?.stride ?? 0),
      plane_count: second == nil ? 1 : 2, width: Int32(first.width), bytes: Int32(bytes),
      padding_bits: Int32(paddingBits))
    unsafe self.sample = unsafe sample
    unsafe self.over = unsafe over
    unsafe self.components = components
  }

  /// The columns there are.
  var width: Int { unsafe Int(surface.width) }

  /// Bytes to a column.
  var bytes: Int { unsafe Int(surface.bytes) }

  /// Draws a tile.
  ///
  /// - Parameter taps: the tile's first one.
  func draw(_ tile: UnsafePointer<ck_tile>, taps: UnsafePointer<ck_tap>) {
    if unsafe bytes == 3 {
      unsafe drawRows(tile.pointee, taps: taps) { _, _, _ in }
    } else {
      unsafe withUnsafePointer(to: surface) {
        unsafe ck_draw_tile(sample, over, Int32(components), tile, taps, $0)
      }
    }
  }

  /// Draws a tile row by row, so that something can be done with the samples in between.
  ///
  /// - Parameter change: gets the samples of a row, the first of its pixels, and how many there are.
  func drawRows(
    _ tile: ck_tile, taps: UnsafePointer<ck_tap>,
    _ change: (UnsafeMutablePointer<Int16>, UnsafeMutablePointer<UInt8>, Int) -> Void
  ) {
    var (tile, sampler) = unsafe (tile, tile.sampler)
    unsafe sampler.taps = unsafe taps
    unsafe withUnsafeTemporaryAllocation(of: ck_block.self, capacity: Int(CK_TILE_BLOCKS)) {
      guard let blocks = $0.baseAddress else { return }
      let count = unsafe ck_blocks_of(&tile, surface.width, blocks)
      for index in 0..<Int(count) { unsafe drawRows(&sampler, blocks[index], change) }
    }
  }

  private func drawRows(
    _ sampler: UnsafePointer<ck_sampler>, _ block: ck_block,
    _ change: (UnsafeMutablePointer<Int16>, UnsafeMutablePointer<UInt8>, Int) -> Void
  ) {
    let capacity = 4 * (Tile.width + Int(CK_SLACK))
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: capacity) { buffer in
      guard let samples = buffer.baseAddress else { return }
      for row in block.y..<(block.y + block.rows) {
        let run = ck_run(
          x: block.x, y: row, count: block.columns, rows: 1, is_inside: block.is_inside)
        unsafe sample(sampler, run, samples)
        unsafe change(samples, address(0, Int(block.x), Int(row)), Int(block.drawn))
        unsafe put(samples, column: Int(block.x), row: Int(row), count: Int(block.drawn))
      }
    }
  }

  /// Puts samples over the picture from a column of a row on.
  func put(_ samples: UnsafePointer<Int16>, column: Int, row: Int, count: Int) {
    let second = unsafe surface.plane_count > 1 ? address(1, column, row) : nil
    var target = unsafe ck_target(
      planes: (address(0, column, row), second), plane_count: surface.plane_count,
      count: Int32(count), padding_bits: surface.padding_bits, is_opaque: false)
    if unsafe bytes == 3 {
      unsafe putTriples(samples, target)
    } else {
      unsafe over(samples, &target)
    }
  }

  private func address(_ plane: Int, _ column: Int, _ row: Int) -> UnsafeMutablePointer<UInt8> {
    let base = unsafe plane == 0 ? surface.planes.0 : surface.planes.1
    let stride = unsafe plane == 0 ? surface.strides.0 : surface.strides.1
    return unsafe base + (row * stride + column * bytes)
  }

  /// Lends pixels of three bytes to the kernel as opaque ones of four; they are too rare for
  /// kernels of their own.
  private func putTriples(_ samples: UnsafePointer<Int16>, _ target: ck_target) {
    guard let pixels = unsafe target.planes.0 else { return }
    let count = Int(target.count)
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * Tile.width) { quads in
      guard let base = quads.baseAddress else { return }
      for i in 0..<count {
        for c in 0..<3 { unsafe quads[4 * i + c] = pixels[3 * i + c] }
        unsafe quads[4 * i + 3] = 255
      }
      var lent = target
      unsafe lent.planes.0 = base
      unsafe over(samples, &lent)
      for i in 0..<count {
        for c in 0..<3 { unsafe pixels[3 * i + c] = quads[4 * i + c] }
      }
    }
  }
}

extension PixelFormat {
  func packedTarget(_ planes: MutablePlanes, _ kernels: ck_kernels) -> PlaneTarget {
    unsafe PlaneTarget(
      planes[0], bytes: shape(ofPlane: 0, width: 1, height: 1).bytes, components: 4,
      sample: kernels.sample_quad, over: kernels.over_packed8)
  }
}

extension YUVLayout {
  func lumaTarget(_ planes: MutablePlanes, _ kernels: ck_kernels) -> PlaneTarget {
    unsafe PlaneTarget(
      planes[0], bytes: bytesPerSample, paddingBits: paddingBits, components: 2,
      sample: kernels.sample_pair,
      over: bitDepth == 8 ? kernels.over_plane8 : kernels.over_plane10)
  }

  /// Cb and Cr, in planes of their own or in one.
  func chromaTarget(_ planes: MutablePlanes, _ kernels: ck_kernels) -> PlaneTarget {
    if isSemiPlanar {
      return unsafe PlaneTarget(
        planes[1], bytes: 2 * bytesPerSample, paddingBits: paddingBits, components: 4,
        sample: kernels.sample_quad,
        over: bitDepth == 8 ? kernels.over_interleaved8 : kernels.over_interleaved10)
    }
    return unsafe PlaneTarget(
      planes[1], planes[2], bytes: bytesPerSample, paddingBits: paddingBits, components: 4,
      sample: kernels.sample_quad,
      over: bitDepth == 8 ? kernels.over_planes8 : kernels.over_planes10)
  }
}
