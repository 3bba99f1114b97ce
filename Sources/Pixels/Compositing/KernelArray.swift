/// Values whose place the kernels may keep for as long as this lives.
@safe final class KernelArray<Element: BitwiseCopyable>: @unchecked Sendable {
  // Written only while it is made.
  private let values: UnsafeMutablePointer<Element>

  /// - Parameter count: how many there is room for, if more.
  init(_ elements: [Element], count: Int = 1) {
    unsafe values = .allocate(capacity: max(elements.count, count))
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      unsafe values.initialize(from: base, count: elements.count)
    }
  }

  deinit { unsafe values.deallocate() }

  /// The first value, which is written only while what has the array is made.
  @unsafe var first: UnsafeMutablePointer<Element> { unsafe values }

  /// The first value.
  @unsafe var base: UnsafePointer<Element> { unsafe UnsafePointer(values) }
}
