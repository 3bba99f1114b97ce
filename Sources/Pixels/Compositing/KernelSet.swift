internal import CKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The kernels of one instruction set: the one place where a set is chosen.
///
/// All sets give the same bytes, so the choice only concerns speed. The environment variable
/// `AVATAR_OVERLAY_ISA` names one of `names` for tests and measurements.
@safe struct KernelSet: @unchecked Sendable {
  // Functions and a constant name.
  private let table: ck_kernels

  private init(_ table: ck_kernels) { unsafe self.table = unsafe table }

  /// The sets that this processor runs, the fastest first, the reference last.
  private static let all: [KernelSet] = {
    var sets: [KernelSet] = []
    while let set = unsafe ck_kernels_at(Int32(sets.count)) {
      unsafe sets.append(KernelSet(set.pointee))
    }
    unsafe sets.append(KernelSet(ReferenceKernels.kernels))
    return sets
  }()

  /// The names that this processor can run, the fastest first.
  static var names: [String] { all.map(\.name) }

  /// Takes the set of that name; the environment's where it is nil, else the fastest.
  init(named name: String?) throws(CompositingError) {
    let variable = unsafe getenv("AVATAR_OVERLAY_ISA").map { unsafe String(cString: $0) }
    let asked = (name ?? variable) ?? ""
    let index = asked.isEmpty ? 0 : Self.names.firstIndex(of: asked)
    guard let index else { throw .unknownInstructionSet(asked, known: Self.names) }
    self = Self.all[index]
  }

  /// The set's name.
  var name: String { unsafe String(cString: table.name) }

  /// The kernels.
  @unsafe var kernels: ck_kernels { unsafe table }
}
