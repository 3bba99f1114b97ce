internal import CComparison

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The inner loops for one instruction set: the one place where a set is chosen.
///
/// All sets give the same numbers, so the choice only concerns speed. The environment variable
/// `AVATAR_OVERLAY_ISA` names one of `names` for tests and measurements; other names, as the
/// compositor has them, are passed over.
@safe struct ComparisonKernels: @unchecked Sendable {
  // Functions and a constant name.
  private let table: cc_kernels

  private init(_ table: cc_kernels) { unsafe self.table = unsafe table }

  /// The sets that this processor runs, the fastest first.
  private static let all: [ComparisonKernels] = {
    var sets: [ComparisonKernels] = []
    while let set = unsafe cc_kernels_at(Int32(sets.count)) {
      unsafe sets.append(ComparisonKernels(set.pointee))
    }
    return sets
  }()

  /// The names that this processor can run, the fastest first; there is at least one.
  static var names: [String] { all.map { unsafe String(cString: $0.table.name) } }

  /// The environment's choice, else the fastest.
  static let standard: ComparisonKernels = {
    let name = unsafe getenv("AVATAR_OVERLAY_ISA").map { unsafe String(cString: $0) }
    return name.flatMap(ComparisonKernels.init(named:)) ?? all[0]
  }()

  /// Takes the set of a name; nil where this processor has none.
  init?(named name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self = Self.all[index]
  }

  /// The kernels.
  @unsafe var kernels: cc_kernels { unsafe table }
}
