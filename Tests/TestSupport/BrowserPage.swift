import Foundation
import Testing

/// A page of a browser.
public final class BrowserPage {
  private let browser: Browser
  private let target: String
  private let session: String

  init(browser: Browser, target: String, session: String) {
    (self.browser, self.target, self.session) = (browser, target, session)
  }

  deinit { _ = try? browser.call("Target.closeTarget", ["targetId": target]) }

  /// Asks for something by the DevTools protocol.
  @discardableResult
  public func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try browser.call(method, parameters, session: session)
  }

  /// Gives the page a size in CSS pixels, and fingers or a mouse.
  public func resize(width: Int, height: Int, scale: Double = 1, touch: Bool = false) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": touch])
    try call("Emulation.setTouchEmulationEnabled", ["enabled": touch])
  }

  /// Opens an address and waits until everything of it is there.
  public func open(_ address: String) throws {
    browser.forgetEvents(session: session)
    // Leaving the page before: another fragment of the same file would not load anew.
    try call("Page.navigate", ["url": "about:blank"])
    _ = try browser.wait(for: "Page.loadEventFired", session: session)
    browser.forgetEvents(session: session)
    let answer = try call("Page.navigate", ["url": address])
    if let fault = answer["errorText"] as? String {
      throw Browser.Failure(description: "\(address): \(fault)")
    }
    _ = try browser.wait(for: "Page.loadEventFired", session: session)
  }

  /// What a script's expression gives; promises are waited for.
  @discardableResult
  public func evaluate(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true])
    if let details = answer["exceptionDetails"] as? [String: Any] {
      let exception = details["exception"] as? [String: Any]
      throw Browser.Failure(
        description: "\(expression.prefix(200)): \(exception?["description"] ?? details)")
    }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// An expression's text.
  public func text(_ expression: String) throws -> String { try value(expression) }
  /// An expression's number.
  public func number(_ expression: String) throws -> Double { try value(expression) }
  /// An expression's truth.
  public func isTrue(_ expression: String) throws -> Bool { try value(expression) }

  private func value<Value>(_ expression: String) throws -> Value {
    let found = try evaluate(expression)
    guard let value = found as? Value else {
      throw Browser.Failure(
        description: "\(expression.prefix(200)): \(found ?? "nothing") is no \(Value.self)")
    }
    return value
  }

  /// Waits until an expression is true, and says so where it does not become so; it is no promise.
  ///
  /// It is asked again and again from here: a page that navigates would take a script that waits in
  /// it along.
  public func wait(
    until condition: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var fault = ""
    let isMet = eventually {
      do {
        fault = ""
        return try isTrue("Boolean(\(condition))")
      } catch {
        fault = ": \(error)"
        return false
      }
    }
    try #require(isMet, "\(condition)\(fault)", sourceLocation: sourceLocation)
  }

  /// Presses a key and lets it go, as a person does.
  public func press(_ key: String, modifiers: Int = 0) throws {
    // What the keys are called where they type no letter.
    let codes = [
      "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Escape": 27,
      "Enter": 13, "Tab": 9, "Home": 36, "End": 35,
    ]
    var parameters: [String: Any] = ["key": key, "modifiers": modifiers]
    if let code = codes[key] {
      parameters["windowsVirtualKeyCode"] = code
      parameters["code"] = key
      if key == "Enter" { parameters["text"] = "\r" }
    } else {
      parameters["text"] = key
    }
    try call("Input.dispatchKeyEvent", parameters.merging(["type": "keyDown"]) { $1 })
    parameters["text"] = nil
    try call("Input.dispatchKeyEvent", parameters.merging(["type": "keyUp"]) { $1 })
  }

  /// Moves the mouse, with the button down from the first point to the last.
  public func drag(_ points: [(x: Double, y: Double)]) throws {
    for (index, point) in points.enumerated() {
      let place: [String: Any] = ["x": point.x, "y": point.y, "button": "left", "clickCount": 1]
      if index == 0 {
        try call("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": point.x, "y": point.y])
        try call("Input.dispatchMouseEvent", place.merging(["type": "mousePressed"]) { $1 })
      } else {
        try call(
          "Input.dispatchMouseEvent",
          place.merging(["type": "mouseMoved", "buttons": 1]) { $1 })
      }
      if index == points.count - 1 {
        try call("Input.dispatchMouseEvent", place.merging(["type": "mouseReleased"]) { $1 })
      }
    }
  }

  /// Clicks at a point.
  public func click(x: Double, y: Double) throws { try drag([(x, y)]) }

  /// Clicks in the middle of the first element that a selector finds, which is scrolled into view.
  public func click(_ selector: String) throws {
    let place = try text(
      """
      (() => { const e = document.querySelector(\(Self.quoted(selector)));
        e.scrollIntoView({block: 'nearest', behavior: 'instant'});
        const r = e.getBoundingClientRect();
        return `${r.x + r.width / 2} ${r.y + r.height / 2}`; })()
      """
    ).split(separator: " ").compactMap { Double($0) }
    try click(x: place[0], y: place[1])
  }

  /// A text as a script writes it.
  public static func quoted(_ text: String) -> String {
    let json = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
    return json.map { String(decoding: $0, as: UTF8.self) } ?? "''"
  }

  /// Makes the page think that the person prefers dark or light, or still pictures.
  public func prefer(_ features: [String: String]) throws {
    try call(
      "Emulation.setEmulatedMedia",
      ["features": features.map { ["name": $0, "value": $1] }])
  }

  /// What the browser shows: a PNG, or a JPEG of a quality.
  public func screenshot(jpegQuality: Int? = nil) throws -> [UInt8] {
    var parameters: [String: Any] = ["format": jpegQuality == nil ? "png" : "jpeg"]
    parameters["quality"] = jpegQuality
    let answer = try call("Page.captureScreenshot", parameters)
    guard let data = (answer["data"] as? String).flatMap({ Data(base64Encoded: $0) }) else {
      throw Browser.Failure(description: "the browser makes no picture of the page")
    }
    return [UInt8](data)
  }

  /// All that went wrong since the page was opened: exceptions, errors and warnings of the console,
  /// breaches of the page's policy.
  public func complaints() throws -> [String] {
    try evaluate("1")
    return browser.events(session: session).compactMap { method, parameters in
      switch method {
      case "Runtime.exceptionThrown":
        return "exception: \(parameters["exceptionDetails"] ?? "")"
      case "Log.entryAdded":
        let entry = parameters["entry"] as? [String: Any]
        return "log: \(entry?["text"] ?? "")"
      case "Runtime.consoleAPICalled":
        return "console: \(parameters["args"] ?? "")"
      default: return nil
      }
    }
  }

  /// The addresses that were asked for since the page was opened, except for what lies in the page.
  public func requests() throws -> [String] {
    try evaluate("1")
    return browser.events(session: session).compactMap { method, parameters in
      guard method == "Network.requestWillBeSent",
        let url = (parameters["request"] as? [String: Any])?["url"] as? String,
        !url.hasPrefix("data:"), !url.hasPrefix("blob:")
      else { return nil }
      return url
    }
  }
}
