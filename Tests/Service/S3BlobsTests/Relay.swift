import Foundation
import TestSupport
import Testing

/// A TCP proxy before a server, which breaks connections as it was told.
final class Relay {
  /// What happens to a connection: each one gets one of the list, the last for ever.
  enum Fate {
    case passed
    /// It is closed after so many bytes to the server.
    case cutUp(Int)
    /// It is closed after so many bytes to the client.
    case cutDown(Int)
    /// From the first request that has a text on, answers are thrown away, and it is closed when one came.
    case muted(String)

    var text: String {
      switch self {
      case .passed: "passed:"
      case .cutUp(let bytes): "up:\(bytes)"
      case .cutDown(let bytes): "down:\(bytes)"
      case .muted(let text): "muted:\(text)"
      }
    }
  }

  private static let script = """
    import socket, sys, threading

    target, fates, lock, total = int(sys.argv[1]), sys.argv[2:], threading.Lock(), [0]

    def close(*sockets):
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def pump(source, sink, limit, is_up, state):
        count = 0
        try:
            while data := source.recv(65536):
                if is_up:
                    if state["text"] and state["text"] in data:
                        state["muted"] = True
                    with lock:
                        total[0] += len(data)
                        with open("up", "w") as file:
                            file.write(str(total[0]))
                elif state["muted"]:
                    break
                if limit is not None and count + len(data) >= limit:
                    sink.sendall(data[:limit - count])
                    break
                sink.sendall(data)
                count += len(data)
        except OSError:
            pass
        close(source, sink)

    def serve(client):
        with lock:
            fate = fates.pop(0) if len(fates) > 1 else fates[0]
        kind, _, value = fate.partition(":")
        server = socket.create_connection(("127.0.0.1", target))
        state = dict(muted=False, text=value.encode() if kind == "muted" else b"")
        for is_up in (True, False):
            ends = (client, server) if is_up else (server, client)
            limit = int(value) if kind == ("up" if is_up else "down") else None
            threading.Thread(target=pump, args=(*ends, limit, is_up, state), daemon=True).start()

    listener = socket.create_server(("127.0.0.1", 0))
    print("port %d." % listener.getsockname()[1], file=sys.stderr, flush=True)
    while True:
        serve(listener.accept()[0])
    """

  private let folder: ScratchFolder
  private let program: PythonServer
  var port: Int { program.port }

  /// Starts a proxy before a port of this machine.
  init(before port: Int, _ fates: [Fate]) throws {
    folder = try ScratchFolder()
    program = try PythonServer(Self.script, ["\(port)"] + fates.map(\.text), in: folder)
  }

  /// The bytes that clients sent so far.
  var bytesUp: Int {
    (try? folder.bytes("up")).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  }
}
