internal import CKernels
internal import Imaging

/// Where the samples of a texture go: one plane, or the planes that share their samples' places.
@unsafe struct PlaneTarget {
  let planes: MutablePlanes
  /// Bytes to a column.
  let bytes: Int
  /// Unused low bits of 16-bit words.
  let paddingBits: Int
  let over: ck_over

  /// Puts a run's samples, of `numbers` numbers each, over the picture.
  func put(_ samples: UnsafePointer<Int16>, numbers: Int, row: Int, _ run: VisibleCells.Run) {
    let start = run.columns.lowerBound
    func address(_ plane: Int) -> UnsafeMutablePointer<UInt8>? {
      guard unsafe plane < planes.count else { return nil }
      return unsafe planes[plane].row(row) + start * bytes
    }
    var target = unsafe ck_target(
      planes: (address(0), address(1)), plane_count: Int32(planes.count),
      count: Int32(run.columns.count), padding_bits: Int32(paddingBits), is_opaque: run.isOpaque)
    let first = unsafe samples + numbers * (start - run.cells.lowerBound)
    if unsafe bytes == 3 {
      unsafe putTriples(first, target)
    } else {
      unsafe over(first, &target)
    }
  }

  /// Lends pixels of three bytes to the kernel as opaque ones of four; they are too rare for
  /// kernels of their own.
  private func putTriples(_ samples: UnsafePointer<Int16>, _ target: ck_target) {
    guard let pixels = unsafe target.planes.0 else { return }
    let count = Int(target.count)
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * count) { quads in
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
  /// The one plane of a packed format.
  func packedTarget(_ planes: MutablePlanes, _ kernels: ck_kernels) -> PlaneTarget {
    let bytes = shape(ofPlane: 0, width: 1, height: 1).bytes
    return unsafe PlaneTarget(
      planes: planes, bytes: bytes, paddingBits: 0, over: kernels.over_packed8)
  }
}

extension MutablePlane {
  /// The first byte of a row.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { unsafe base + y * stride }
}

extension YUVLayout {
  /// Luma.
  func lumaTarget(_ planes: MutablePlanes, _ kernels: ck_kernels) -> PlaneTarget {
    unsafe PlaneTarget(
      planes: MutablePlanes(planes[0]), bytes: bytesPerSample, paddingBits: paddingBits,
      over: bitDepth == 8 ? kernels.over_plane8 : kernels.over_plane10)
  }

  /// Cb and Cr, in planes of their own or in one.
  func chromaTarget(_ planes: MutablePlanes, _ kernels: ck_kernels) -> PlaneTarget {
    if isSemiPlanar {
      return unsafe PlaneTarget(
        planes: MutablePlanes(planes[1]), bytes: 2 * bytesPerSample, paddingBits: paddingBits,
        over: bitDepth == 8 ? kernels.over_interleaved8 : kernels.over_interleaved10)
    }
    return unsafe PlaneTarget(
      planes: MutablePlanes(planes[1], planes[2]), bytes: bytesPerSample, paddingBits: paddingBits,
      over: bitDepth == 8 ? kernels.over_planes8 : kernels.over_planes10)
  }
}
