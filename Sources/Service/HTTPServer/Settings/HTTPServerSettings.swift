import HTTPMessages

/// Settings and limits of a server.
public struct HTTPServerSettings: Sendable {
  /// The address to listen on: IPv4 or IPv6, numeric.
  public var address = "127.0.0.1"
  /// The port; 0 takes a free one.
  public var port: UInt16 = 8080
  /// A port on the same address that tells of the server's health alone, with connections and threads of its
  /// own; 0 takes a free one, nil: none.
  public var healthPort: UInt16?
  /// Threads for routes of the compute pool.
  public var computeWorkers = 2
  /// Threads for requests of the recording pool.
  public var recordingWorkers = 2
  /// Threads for routes of the light pool.
  public var lightWorkers = 4
  /// Requests that wait for a compute worker; more are answered `busy`.
  public var maximumWaiting = 64
  /// Requests that wait for a recording worker; more are answered `busy`.
  public var maximumWaitingRecordings = 32
  /// Open connections in all; one more takes the place of an idle one, or is closed at once.
  public var maximumConnections = 512
  /// Open connections from one address: of IPv6 from one network of 64 bits.
  public var maximumConnectionsPerAddress = 256
  /// Bytes of a request's line and headers.
  public var maximumHeaderBytes = 16 * 1024
  /// Bytes of a request's target: its path and query, as sent.
  public var maximumTargetBytes = 8 * 1024
  /// Seconds for a request's header to be complete.
  public var headerSeconds = 10.0
  /// Seconds for a whole request to arrive, however steadily it comes.
  public var requestSeconds = 60.0
  /// Seconds for the same where the body goes to files (recordings from phones).
  public var uploadSeconds = 900.0
  /// Seconds of silence after which a connection is closed.
  public var idleSeconds = 30.0
  /// The slowest that a client may read an answer, in bytes a second over the whole of it; events
  /// are exempt, whose clients may not fall behind by more than `HTTPEventStream` keeps.
  public var minimumAnswerBytesPerSecond = 4096
  /// Seconds, beside those of silence, in which the longest answer must be read: a longer one must be read faster
  /// than by `minimumAnswerBytesPerSecond`, so that no client holds one for hours.
  public var maximumAnswerSeconds = 600.0
  /// Seconds for which the rest of a refused body is read and thrown away, so that a client that
  /// sends before it reads sees the answer.
  public var lingerSeconds = 5.0
  /// Seconds after a request is complete in which a client that closes its sending side is taken for one
  /// that waits for the answer; a client that closes it later is taken for disconnected.
  public var halfCloseSeconds = 0.005
  /// Parts of a multipart body.
  public var maximumParts = 128
  /// Bytes of bodies in memory, of all requests together; what is over it goes to files.
  public var maximumBodyMemoryBytes = 256 << 20
  /// Bytes of the spool folder's disk that bodies leave free.
  public var minimumFreeBytes = 0
  /// Where bodies that go to files lie while they arrive.
  public var spoolFolder = "/tmp"
  /// Addresses of proxies whose `X-Forwarded-For` is trusted and whose connections are not counted
  /// by address; none by default.
  public var trustedProxies: [String] = []

  /// Of the descriptors that the process may have open, the highest so many are left to workers and to the health
  /// by connections, bodies and files that are sent; 0: none are.
  public var reservedDescriptors = 0

  /// Open connections to the port for health, and to the other one where its descriptors are used up.
  static let maximumHealthConnections = 16

  /// Makes settings with the defaults.
  public init() {}

  /// Refuses settings with which nothing can be served.
  func check() throws(HTTPServerError) {
    let counts = [
      ("computeWorkers", computeWorkers), ("recordingWorkers", recordingWorkers),
      ("lightWorkers", lightWorkers),
      ("maximumConnections", maximumConnections),
      ("maximumConnectionsPerAddress", maximumConnectionsPerAddress),
      ("maximumHeaderBytes", maximumHeaderBytes), ("maximumTargetBytes", maximumTargetBytes),
      ("maximumParts", maximumParts),
    ]
    for (name, count) in counts where !(1...Self.largest).contains(count) {
      throw .badSetting("\(name) is \(count); expected 1 to \(Self.largest)")
    }
    guard maximumBodyMemoryBytes > 0 else {
      throw .badSetting(
        "maximumBodyMemoryBytes is \(maximumBodyMemoryBytes); expected at least 1")
    }
    guard minimumFreeBytes >= 0 else {
      throw .badSetting("minimumFreeBytes is \(minimumFreeBytes); expected at least 0")
    }
    let queues = [
      ("maximumWaiting", maximumWaiting), ("maximumWaitingRecordings", maximumWaitingRecordings),
    ]
    for (name, length) in queues where !(0...Self.largest).contains(length) {
      throw .badSetting("\(name) is \(length); expected 0 to \(Self.largest)")
    }
    guard minimumAnswerBytesPerSecond > 0 else {
      throw .badSetting(
        "minimumAnswerBytesPerSecond is \(minimumAnswerBytesPerSecond); expected at least 1")
    }
    let times = [
      ("headerSeconds", headerSeconds), ("requestSeconds", requestSeconds),
      ("uploadSeconds", uploadSeconds), ("idleSeconds", idleSeconds),
      ("lingerSeconds", lingerSeconds), ("maximumAnswerSeconds", maximumAnswerSeconds),
    ]
    for (name, seconds) in times where !(0.01...86400).contains(seconds) {
      throw .badSetting("\(name) is \(seconds); expected 0.01 to 86400")
    }
    guard (0...86400).contains(halfCloseSeconds) else {
      throw .badSetting("halfCloseSeconds is \(halfCloseSeconds); expected 0 to 86400")
    }
    for proxy in trustedProxies where !RemoteAddress.isAddress(proxy) {
      throw .badSetting("trustedProxies holds \"\(proxy)\"; expected numeric addresses")
    }
  }

  private static let largest = 1 << 20
}
