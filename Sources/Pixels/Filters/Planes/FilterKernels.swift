internal import CFilters
internal import KernelDispatch

/// The filters' inner loops for one instruction set.
///
/// All sets give the same bytes. `AVATAR_OVERLAY_ISA` names one of `names` for tests and measurements;
/// other names, as the compositor has them, are passed over.
@safe struct FilterKernels: @unchecked Sendable {
  // Functions and a constant name.
  private let table: cf_kernels

  private init(_ table: cf_kernels) { unsafe self.table = unsafe table }

  private static let sets = unsafe KernelSets<cf_kernels>(
    at: { unsafe cf_kernels_at($0) }, name: { unsafe String(cString: $0.name) })

  /// The names that this processor can run, the fastest first; there is at least one.
  static var names: [String] { unsafe sets.names }

  /// The environment's choice, else the fastest.
  static let standard = unsafe FilterKernels(sets.standard)

  /// Takes the set of a name; nil where this processor has none.
  init?(named name: String) {
    guard let table = unsafe Self.sets.table(named: name) else { return nil }
    unsafe self.init(table)
  }

  @unsafe var kernels: cf_kernels { unsafe table }
}
