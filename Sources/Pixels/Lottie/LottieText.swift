/// Writes JSON for the library: each value in the one form that its reader takes.
struct LottieText {
  private(set) var bytes: [UInt8] = []

  mutating func object<Failure: Error>(
    _ members: (inout LottieText) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    try members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func list<Failure: Error>(
    _ elements: (inout LottieText) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    bytes.append(UInt8(ascii: "["))
    try elements(&self)
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes a member's name, whose value comes next; it holds letters alone.
  mutating func name(_ name: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
  }

  /// Writes a number, without a point where it is whole.
  mutating func number(_ number: Double) {
    separate()
    let text = Int(exactly: number).map(String.init) ?? "\(number)"
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes true or false.
  mutating func truth(_ truth: Bool) {
    separate()
    bytes.append(contentsOf: (truth ? "true" : "false").utf8)
  }

  /// Writes a text that holds no quotation mark and no backslash.
  mutating func text(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value that is JSON already.
  mutating func raw(_ value: String) {
    separate()
    bytes.append(contentsOf: value.utf8)
  }

  /// Writes values, or members, that are JSON already.
  mutating func raw(_ values: [UInt8]) {
    guard !values.isEmpty else { return }
    separate()
    bytes.append(contentsOf: values)
  }

  /// Writes a comma where something of the same list or object stands before.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
