internal import CKernels
internal import KernelDispatch

/// The compositor's kernels for one instruction set; the reference in plain Swift is one of them.
///
/// All sets give the same bytes. `AVATAR_OVERLAY_ISA` names one of `names` for tests and measurements.
@safe struct KernelSet: @unchecked Sendable {
  // Functions and a constant name.
  private let table: ck_kernels

  private static let sets = unsafe KernelSets(
    at: { unsafe ck_kernels_at($0) }, name: { unsafe String(cString: $0.name) },
    reference: ReferenceKernels.kernels)

  /// The names that this processor can run, the fastest first, the reference last.
  static var names: [String] { unsafe sets.names }

  /// Takes the set of that name; the environment's where it is nil, else the fastest.
  init(named name: String?) throws(CompositingError) {
    let asked = (name?.isEmpty == true ? nil : name ?? KernelChoice.asked) ?? Self.names[0]
    guard let table = unsafe Self.sets.table(named: asked) else {
      throw .unknownInstructionSet(asked, known: Self.names)
    }
    unsafe self.table = unsafe table
  }

  var name: String { unsafe String(cString: table.name) }

  @unsafe var kernels: ck_kernels { unsafe table }
}
