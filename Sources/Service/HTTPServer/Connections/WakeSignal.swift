internal import CMicrohttpd
internal import Glibc

/// Wakes the thread that serves the sockets.
final class WakeSignal: Sendable {
  /// Readable while it is raised.
  let descriptor: Int32

  init() throws(HTTPServerError) {
    descriptor = ao_mhd_signal()
    guard descriptor >= 0 else { throw .cannotStart }
  }

  deinit { _ = close(descriptor) }

  func raise() { ao_mhd_raise(descriptor) }

  func clear() { ao_mhd_clear(descriptor) }
}
