#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The sets of inner loops that one room has, one for each instruction set that this processor runs.
///
/// All sets of a room give the same bytes, so the choice only concerns speed.
@safe package struct KernelSets<Table>: @unchecked Sendable {
  /// The names that this processor can run, such as `avx2`, the fastest first.
  package let names: [String]
  // Functions and constant names.
  private let tables: [Table]

  /// Takes the sets that a library has.
  ///
  /// - Parameters:
  ///   - at: The library's sets by number, the fastest first; nil after the last one.
  ///   - name: A set's name.
  ///   - reference: A set in plain Swift, if there is one, which comes last.
  package init(
    at: (Int32) -> UnsafePointer<Table>?, name: (Table) -> String, reference: Table? = nil
  ) {
    var tables: [Table] = []
    while let table = unsafe at(Int32(tables.count)) { unsafe tables.append(table.pointee) }
    tables += [reference].compactMap(\.self)
    names = tables.map(name)
    self.tables = tables
  }

  /// The set of a name; nil where this processor has none.
  package func table(named name: String) -> Table? {
    names.firstIndex(of: name).map { tables[$0] }
  }

  /// The set that the environment asks for, else the fastest.
  package var standard: Table {
    KernelChoice.asked.flatMap { table(named: $0) } ?? tables[0]
  }
}

/// What the environment says of kernels.
package enum KernelChoice {
  /// The variable that names a set for tests and measurements.
  package static let variable = "AVATAR_OVERLAY_ISA"

  /// The name that it asks for; nil where it asks for none.
  package static var asked: String? {
    let name = unsafe getenv(variable).map { unsafe String(cString: $0) }
    return name?.isEmpty == true ? nil : name
  }
}
