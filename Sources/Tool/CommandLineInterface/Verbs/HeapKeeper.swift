import CHeap
import Foundation
import Service
import ServiceConfiguration

/// Gives a long run's freed memory back to the system when there is nothing to do.
struct HeapKeeper {
  private var growth = HeapGrowth()

  /// Leaves addresses for threads where the process may not map what it likes; before threads are started.
  static func limitHeaps() { heap_limit_count(Int32(ServiceSettings.heapsOfLimited)) }

  /// Looks, where it is time, whether the process is idle and has grown since it last gave memory back.
  mutating func look(isIdle: () -> Bool) {
    guard growth.isTime(at: .now), let resident = Self.residentBytes,
      growth.hasGrown(to: resident), isIdle()
    else { return }
    heap_give_back()
    growth.noteGivenBack(resident: Self.residentBytes ?? resident)
  }

  /// The resident memory of this process, in bytes; nil where it cannot be told.
  private static var residentBytes: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
  }
}
