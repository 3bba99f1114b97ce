import Foundation

/// Waits until something is so; false after a minute, which no machine needs, however busy it is.
///
/// Tests order events by this and never by a time alone.
public func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<12_000 {
    if try isSo() { return true }
    usleep(5000)
  }
  return false
}
