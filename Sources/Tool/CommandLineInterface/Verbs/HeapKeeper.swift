import CHeap
import Foundation

/// Gives a long run's freed memory back to the system when there is nothing to do.
struct HeapKeeper {
  /// Seconds between looks.
  private static let interval = 5.0
  /// What may have grown by this, in bytes, and by a quarter, is given back.
  private static let growth = 32 << 20

  private var looked = Date.distantPast
  private var resident = 0

  /// Looks, where it is time, whether the process is idle and has grown since it last gave memory back.
  mutating func look(isIdle: () -> Bool) {
    guard Date().timeIntervalSince(looked) >= Self.interval else { return }
    looked = Date()
    guard let now = Self.residentBytes, now > resident + resident / 4 + Self.growth, isIdle()
    else { return }
    heap_give_back()
    resident = Self.residentBytes ?? now
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
