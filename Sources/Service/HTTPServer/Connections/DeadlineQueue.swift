/// When to look at which connections again: a heap, the soonest first.
///
/// A connection has one entry that counts; where its deadline moves away the entry stays, and is put back when
/// it is due.
struct DeadlineQueue {
  private var heap: [(time: Double, connection: ConnectionID)] = []

  /// The soonest time; infinity where there is none.
  var first: Double { heap.first?.time ?? .infinity }

  mutating func add(_ time: Double, _ connection: ConnectionID) {
    heap.append((time, connection))
    var index = heap.count - 1
    while index > 0, heap[index].time < heap[(index - 1) / 2].time {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Takes the soonest entry where its time has come.
  mutating func takeDue(_ now: Double) -> (time: Double, connection: ConnectionID)? {
    guard let first = heap.first, first.time <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].time < heap[least].time { least = child }
      if least == index { return first }
      heap.swapAt(index, least)
      index = least
    }
  }
}
