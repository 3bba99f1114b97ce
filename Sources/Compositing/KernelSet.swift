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
  // A table of constants in the C target: it is never written and never freed.
  private let table: UnsafePointer<ck_kernels>

  /// The names that this processor can run, the fastest first.
  static var names: [String] {
    var names: [String] = []
    while let set = unsafe ck_kernels_at(Int32(names.count)) {
      unsafe names.append(String(cString: set.pointee.name))
    }
    return names
  }

  /// Takes the set of that name; the environment's where it is nil, else the fastest.
  init(named name: String?) throws(CompositingError) {
    let variable = unsafe getenv("AVATAR_OVERLAY_ISA").map { unsafe String(cString: $0) }
    let asked = name ?? variable
    guard let asked, !asked.isEmpty else {
      unsafe table = ck_kernels_best()
      return
    }
    guard let found = unsafe ck_kernels_named(asked) else {
      throw .unknownInstructionSet(asked, known: Self.names)
    }
    unsafe table = found
  }

  /// The set's name.
  var name: String { unsafe String(cString: table.pointee.name) }

  /// The kernels.
  @unsafe var kernels: ck_kernels { unsafe table.pointee }
}
