internal import CMicrohttpd
internal import Foundation
internal import Synchronization

/// The library's daemon: the thread that runs it, and the calls it makes.
@safe final class Daemon: @unchecked Sendable {
  /// What the library needs for one connection beside the header: its buffers and notes.
  private static let extraMemory = 48 * 1024

  private let core: ServerCore
  private let raw: OpaquePointer
  /// Readable while the library has events.
  private let events: Int32
  private let isEnded = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts on a socket that listens.
  init(_ core: ServerCore, listener: Int32) throws(HTTPServerError) {
    self.core = core
    var callbacks = unsafe ao_mhd_callbacks(
      accept: Self.accept, access: Self.access, completed: Self.completed,
      connection: Self.connection, target: Self.target,
      context: Unmanaged.passUnretained(core).toOpaque())
    let settings = core.settings
    // A connection over our limit is closed by us; the library would let it wait unanswered.
    let connections = UInt32(clamping: settings.maximumConnections + 64)
    // The header lies in it twice: as it came, and as a list.
    let memory = settings.maximumHeaderBytes * 3 + Self.extraMemory
    let started = unsafe ao_mhd_start(listener, connections, memory, memory / 4, &callbacks)
    guard let started = unsafe started else { throw .cannotStart }
    events = unsafe ao_mhd_events(started)
    guard events >= 0 else {
      unsafe MHD_stop_daemon(started)
      throw .cannotStart
    }
    unsafe raw = started
    let thread = Thread { [self] in
      run()
      ended.signal()
    }
    thread.name = "http-server"
    thread.start()
  }

  /// Runs the library whenever it has something to do, until the end.
  private func run() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    while !isEnded.load(ordering: .relaxed) {
      // Before the run, which then sees who resumed; what is raised later is waited for.
      core.wakeSignal.clear()
      _ = unsafe MHD_run(raw)
      var milliseconds: UInt64 = 0
      let isBusy = unsafe MHD_get_timeout(raw, &milliseconds) == .YES && milliseconds == 0
      var waited = [
        pollfd(fd: events, events: Int16(POLLIN), revents: 0),
        pollfd(fd: core.wakeSignal.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe poll(&waited, 2, isBusy ? 0 : -1)
    }
  }

  /// Takes no more connections.
  func quiesce() { _ = unsafe MHD_quiesce_daemon(raw) }

  /// Ends the thread and closes what is open; nothing may sleep any more.
  func stop() {
    isEnded.store(true, ordering: .sequentiallyConsistent)
    core.wakeSignal.raise()
    ended.wait()
    unsafe MHD_stop_daemon(raw)
  }

  // MARK: The library's calls

  private static let accept: MHD_AcceptPolicyCallback = { context, address, _ in
    guard let core = unsafe core(context) else { return .NO }
    let peer = unsafe RemoteAddress.text(address)
    return !core.isStopping && core.connections.hasRoom(for: peer) ? .YES : .NO
  }

  private static let connection: MHD_NotifyConnectionCallback = { context, handle, place, code in
    guard let core = unsafe core(context), let handle = unsafe handle, let place = unsafe place
    else { return }
    if code == .CONNECTION_NOTIFY_STARTED {
      let connection = unsafe Connection(
        ConnectionHandle(handle), headerSeconds: core.settings.headerSeconds,
        halfCloseSeconds: core.settings.halfCloseSeconds, wakeSignal: core.wakeSignal)
      core.connections.add(connection)
      unsafe place.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let pointer = unsafe place.pointee {
      let connection = unsafe Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
      connection.closed()
      core.connections.remove(connection)
      unsafe place.pointee = nil
    }
  }

  private typealias TargetCallback =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer?

  private static let target: TargetCallback = { context, target, handle in
    guard let core = unsafe core(context), let connection = unsafe connection(of: handle),
      let target = unsafe target
    else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target))
    unsafe core.begin(Array(bytes), on: connection)
    return nil
  }

  private static let access: MHD_AccessHandlerCallback = {
    context, handle, _, method, version, data, size, _ in
    guard let core = unsafe core(context), let connection = unsafe connection(of: handle),
      let handle = unsafe handle, let method = unsafe method, let version = unsafe version,
      let size = unsafe size
    else { return .NO }
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size.pointee)
    let goesOn = unsafe core.access(
      connection, ConnectionHandle(handle), method: String(cString: method),
      version: String(cString: version), data: bytes)
    unsafe size.pointee = 0
    return goesOn ? .YES : .NO
  }

  private static let completed: MHD_RequestCompletedCallback = { context, handle, _, _ in
    guard let core = unsafe core(context), let connection = unsafe connection(of: handle),
      let handle = unsafe handle
    else { return }
    unsafe core.completed(connection, libraryStatus: Int(ao_mhd_status(handle)))
  }

  private static func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  }

  private static func connection(of handle: OpaquePointer?) -> Connection? {
    guard let handle = unsafe handle, let pointer = unsafe ao_mhd_context(handle) else {
      return nil
    }
    return unsafe Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
  }
}
