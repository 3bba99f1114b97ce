/// A connection's number: its socket's, and how many had this one before.
struct ConnectionID: Hashable, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(socket: Int32, generation: UInt32) {
    rawValue = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: socket))
  }
}
