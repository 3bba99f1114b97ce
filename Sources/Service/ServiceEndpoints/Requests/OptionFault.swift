internal import JSON
internal import Problems
internal import Recordings
internal import Requests
internal import ServiceInterface
internal import Text

/// What can be wrong with a value of a request's JSON.
enum OptionFault: RequestFaultKind, ProvenanceFaultKind {
  /// What can be wrong with any JSON.
  case json(JSONFault)
  /// A fault, as a message.
  case contradiction(String)

  /// A text that is not of the form that is expected.
  static func unreadable(_ found: String, expected: String) -> Self {
    .contradiction("expected \(expected), found \"\(Shown.text(found))\"")
  }

  /// The fault as a message.
  var message: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .contradiction(let message): message
    }
  }

  /// The key that the pointer ends with, beside the path: the path of an unknown or
  /// duplicate key is its object's.
  var key: String? {
    switch self {
    case .json(.unknownKey(let key, _)), .json(.duplicateKey(let key)): key
    default: nil
    }
  }
}

typealias OptionField = JSONField<OptionFault>
typealias OptionObject = JSONObject<OptionFault>

/// Reads the options of a request: all faults at once, each with a pointer to its value and its place.
struct OptionsReader {
  let log = JSONFaultLog<OptionFault>()

  /// Reads an object with these keys; an empty text is an object without keys.
  func object(_ bytes: [UInt8], keys: [String]) throws(ServiceProblem) -> OptionObject? {
    guard bytes.count <= RenderRequest.maximumBytes else {
      throw ServiceProblem(
        .invalidOptions,
        "options: \(bytes.count) bytes found, at most \(RenderRequest.maximumBytes) allowed")
    }
    let text = bytes.isEmpty ? Array("{}".utf8) : bytes
    return OptionField.root(of: text, log: log)?.object(keys: keys)
  }

  /// Reads the part `options`, which may be left out.
  func options(of parts: RequestParts, keys: [String]) throws(ServiceProblem) -> OptionObject {
    guard let object = try object(try parts.bytes("options") ?? [], keys: keys) else {
      try check()
      throw ServiceProblem(.invalidOptions, "options: an object expected")
    }
    return object
  }

  /// Throws what was found.
  func check() throws(ServiceProblem) {
    guard let first = log.faults.first else { return }
    let faults = log.faults.map { fault in
      ServiceProblem.Fault(
        pointer: JSONPointer.text(path: fault.path, key: fault.kind.key),
        detail: fault.kind.message,
        place: fault.place)
    }
    let pointer = faults[0].pointer
    let more = faults.count - 1
    throw ServiceProblem(
      .invalidOptions,
      "options\(pointer.isEmpty ? ", \(first.place)" : " " + pointer): \(faults[0].detail)"
        + (more == 0 ? "" : " (and \(more) more fault\(more == 1 ? "" : "s"))"),
      // A body can hold a fault a byte.
      faults: Array(faults.prefix(100)))
  }
}
