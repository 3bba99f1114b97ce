internal import CComparison
internal import KernelDispatch

/// The comparison's inner loops for one instruction set.
///
/// All sets give the same numbers. `AVATAR_OVERLAY_ISA` names one of `names` for tests and measurements;
/// other names, as the compositor has them, are passed over.
@safe struct ComparisonKernels: @unchecked Sendable {
  // Functions and a constant name.
  private let table: cc_kernels

  private init(_ table: cc_kernels) { unsafe self.table = unsafe table }

  private static let sets = unsafe KernelSets<cc_kernels>(
    at: { unsafe cc_kernels_at($0) }, name: { unsafe String(cString: $0.name) })

  /// The names that this processor can run, the fastest first; there is at least one.
  static var names: [String] { unsafe sets.names }

  /// The environment's choice, else the fastest.
  static let standard = unsafe ComparisonKernels(sets.standard)

  /// Takes the set of a name; nil where this processor has none.
  init?(named name: String) {
    guard let table = unsafe Self.sets.table(named: name) else { return nil }
    unsafe self.init(table)
  }

  @unsafe var kernels: cc_kernels { unsafe table }
}
