import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A headless Firefox with one page, driven by Marionette: JSON messages over TCP, each after its length.
public final class Firefox {
  /// What to do where there is none.
  public static let absent =
    "needs Firefox; on Debian, Scripts/install-packages.sh installs it"
  /// Whether tests may ask for it, as `Browser.isExpected`.
  public static let isExpected =
    executable != nil || FileManager.default.fileExists(atPath: "/etc/debian_version")

  private static let executable = ["firefox-esr", "firefox"]
    .map { Program(named: $0).path }
    .first { $0.hasPrefix("/") }

  private let process = Process()
  private let profile: ScratchFolder
  private let connection: FileHandle
  private var received = Data()
  private var lastID = 0

  /// Starts a browser with an empty page of a size in CSS pixels.
  public init(width: Int, height: Int) throws {
    guard let executable = Self.executable else {
      throw Browser.Failure(description: Self.absent)
    }
    profile = try ScratchFolder()
    // It takes a free port, and writes its number into the profile.
    try profile.write("user_pref(\"marionette.port\", 0);\n", to: "user.js")
    process.executableURL = URL(filePath: executable)
    process.arguments = [
      "--headless", "--marionette", "--no-remote", "--profile", profile.path(""),
      "--width", "\(width)", "--height", "\(height)",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["HOME": profile.path(""), "MOZ_HEADLESS": "1"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    var port: UInt16?
    let file = profile.path("MarionetteActivePort")
    _ = eventually {
      port = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { UInt16($0) }
      return port != nil
    }
    guard let port, let socket = Self.connected(to: port) else {
      process.terminate()
      throw Browser.Failure(description: "Firefox does not answer")
    }
    connection = FileHandle(fileDescriptor: socket, closeOnDealloc: true)
    _ = try receive()
    try call("WebDriver:NewSession", [:])
    try call("WebDriver:SetWindowRect", ["width": width, "height": height])
  }

  deinit {
    _ = try? call("Marionette:Quit", [:])
    process.terminate()
    process.waitUntilExit()
  }

  /// Opens an address and waits until everything of it is there.
  public func open(_ address: String) throws { try call("WebDriver:Navigate", ["url": address]) }

  /// What a script's expression gives.
  @discardableResult
  public func evaluate(_ expression: String) throws -> Any? {
    let script: [String: Any] = ["script": "return (\(expression))", "args": [Any]()]
    return try call("WebDriver:ExecuteScript", script)["value"]
  }

  /// An expression's text.
  public func text(_ expression: String) throws -> String {
    try #require(try evaluate(expression) as? String, "\(expression)")
  }

  /// Waits until an expression is true, and says so where it does not become so.
  public func wait(
    until condition: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isMet = try eventually { try evaluate("Boolean(\(condition))") as? Bool == true }
    try #require(isMet, "\(condition)", sourceLocation: sourceLocation)
  }

  /// Clicks on the first element that a selector finds.
  public func click(_ selector: String) throws {
    try call("WebDriver:ElementClick", ["id": try element(selector)])
  }

  /// Gives files to an input.
  public func give(_ paths: [String], to selector: String) throws {
    try type(paths.joined(separator: "\n"), into: selector)
  }

  /// Types into an element, which takes the focus.
  public func type(_ text: String, into selector: String) throws {
    try call("WebDriver:ElementSendKeys", ["id": try element(selector), "text": text])
  }

  /// Moves the mouse, with the button down from the first point to the last, and waits until the page has seen its end:
  /// the answer may come before.
  public func drag(_ points: [(x: Double, y: Double)]) throws {
    let count = "Number(document.documentElement.dataset.pointerUps ?? 0)"
    let before =
      try evaluate(
        """
        (root => { if (root.dataset.pointerUps === undefined) { root.dataset.pointerUps = 0;
          addEventListener('pointerup', () => setTimeout(() => { root.dataset.pointerUps++; })); }
          return Number(root.dataset.pointerUps); })(document.documentElement)
        """) as? Double ?? 0
    var actions: [[String: Any]] = []
    for (index, point) in points.enumerated() {
      actions.append([
        "type": "pointerMove", "x": Int(point.x), "y": Int(point.y),
        "duration": index == 0 ? 0 : 30,
      ])
      if index == 0 { actions.append(["type": "pointerDown", "button": 0]) }
    }
    actions.append(["type": "pointerUp", "button": 0])
    try call(
      "WebDriver:PerformActions",
      ["actions": [["type": "pointer", "id": "mouse", "actions": actions] as [String: Any]]])
    try wait(until: "\(count) > \(before)")
  }

  /// Presses a key with others held.
  public func press(_ key: String, holding held: [String] = []) throws {
    let down = (held + [key]).map { ["type": "keyDown", "value": $0] }
    let up = (held + [key]).reversed().map { ["type": "keyUp", "value": $0] }
    try call(
      "WebDriver:PerformActions",
      ["actions": [["type": "key", "id": "keys", "actions": down + up] as [String: Any]]])
  }

  /// The control key, as WebDriver names it.
  public static let control = "\u{E009}"

  private func element(_ selector: String) throws -> String {
    let found = try call(
      "WebDriver:FindElement", ["using": "css selector", "value": selector])["value"]
    let names = (found as? [String: String])?.values.first
    return try #require(names, "\(selector)")
  }

  private static func connected(to port: UInt16) -> Int32? {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      close(socket)
      return nil
    }
    return socket
  }

  @discardableResult
  private func call(_ name: String, _ parameters: [String: Any]) throws -> [String: Any] {
    lastID += 1
    let message = try JSONSerialization.data(withJSONObject: [0, lastID, name, parameters])
    try connection.write(contentsOf: Data("\(message.count):".utf8) + message)
    // [1, ID, error or null, result]
    let answer = try receive() as? [Any] ?? []
    if answer.count > 2, let error = answer[2] as? [String: Any] {
      throw Browser.Failure(description: "\(name): \(error["message"] ?? error)")
    }
    return (answer.last as? [String: Any]) ?? [:]
  }

  private func receive() throws -> Any {
    while true {
      if let colon = received.firstIndex(of: 0x3A),
        let length = Int(String(decoding: received[received.startIndex..<colon], as: UTF8.self)),
        received.distance(from: colon, to: received.endIndex) > length
      {
        let message = received[(colon + 1)...(colon + length)]
        received = Data(received[(colon + length + 1)...])
        return try JSONSerialization.jsonObject(with: message)
      }
      // A browser that hangs must not hang the tests.
      var descriptor = pollfd(
        fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 60_000) > 0 else {
        throw Browser.Failure(description: "Firefox says nothing for a minute")
      }
      let more = connection.availableData
      guard !more.isEmpty else { throw Browser.Failure(description: "Firefox has ended") }
      received += more
    }
  }
}
