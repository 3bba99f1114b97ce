import Geometry
import JSON

/// How values of a type are written in requests.
struct ValueForm<Value: Hashable & Sendable>: Sendable {
  /// What they look like.
  var shape: ValueShape
  /// The narrower form for untrusted input; nil for the same.
  var remote: ValueShape?
  /// What stands for a value in the help; nil for what the shape says.
  var placeholder: String?
  /// What is written for a value.
  let encode: @Sendable (Value) -> JSONValue
  private let read: @Sendable (JSONValue) throws(ValueFault) -> Value?

  /// Makes a form; `read` gives nil for what is not of it.
  init(
    _ shape: ValueShape, remote: ValueShape? = nil, placeholder: String? = nil,
    read: @escaping @Sendable (JSONValue) throws(ValueFault) -> Value?,
    write: @escaping @Sendable (Value) -> JSONValue
  ) {
    (self.shape, self.remote, self.placeholder) = (shape, remote, placeholder)
    (self.read, encode) = (read, write)
  }

  /// The value of what was written, which has the shape.
  func decode(_ value: JSONValue) throws(ValueFault) -> Value {
    guard let value = try read(value) else { throw .unfit(expected: shape.expectation) }
    return value
  }

  /// The same with something else for a value in the help.
  func shown(as placeholder: String) -> ValueForm {
    var form = self
    form.placeholder = placeholder
    return form
  }

  /// A text of a notation of its own; `read` gives nil for a text that is not of it.
  static func written(
    _ expected: String, pattern: String, example: String, placeholder: String,
    read: @escaping @Sendable (String) throws(ValueFault) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) -> ValueForm {
    let notation = ValueShape.Notation(expected: expected, pattern: pattern, example: example)
    return ValueForm(.written(notation), placeholder: placeholder) { value throws(ValueFault) in
      guard case .string(let text) = value else { return nil }
      return try read(text)
    } write: {
      .string(write($0))
    }
  }

  /// A text that a type reads itself, whose faults are in words already.
  static func parsed(
    _ expected: String, pattern: String, example: String, placeholder: String,
    parse: @escaping @Sendable (String) throws -> Value,
    write: @escaping @Sendable (Value) -> String
  ) -> ValueForm {
    .written(expected, pattern: pattern, example: example, placeholder: placeholder) {
      text throws(ValueFault) in
      do {
        return try parse(text)
      } catch let fault as ValueFault {
        throw fault
      } catch {
        throw .message("\(error)")
      }
    } write: {
      write($0)
    }
  }
}

extension ValueForm where Value == Bool {
  /// On or off.
  static var flag: ValueForm {
    ValueForm(.flag) {
      if case .bool(let flag) = $0 { flag } else { nil }
    } write: {
      .bool($0)
    }
  }
}

extension ValueForm where Value == Int {
  /// A whole number in a range.
  static func whole(_ range: ClosedRange<Int>) -> ValueForm {
    ValueForm(.whole(range)) {
      if case .integer(let number) = $0 { number } else { nil }
    } write: {
      .integer($0)
    }
  }
}

extension ValueForm where Value == Double {
  static func number(_ range: ClosedRange<Double>) -> ValueForm {
    ValueForm(.number(range)) {
      if case .number(let number) = $0 { number } else { nil }
    } write: {
      .number($0)
    }
  }
}

extension ValueForm where Value == String {
  /// A text; in untrusted input of at most so many characters.
  static func text(remoteMost: Int? = nil) -> ValueForm {
    text(.text(most: nil), remote: remoteMost.map { .text(most: $0) })
  }

  /// One of some words.
  static func word(_ words: [String], noun: String) -> ValueForm {
    text(.choice(words, noun: noun))
  }

  /// The path of a file or folder.
  static var path: ValueForm { text(.path) }

  /// A path; in untrusted input a name of what is kept.
  static var pathOrName: ValueForm { text(.path, remote: .name) }

  /// A name or a path; in untrusted input a name.
  static var name: ValueForm { text(.path, remote: .name).shown(as: "NAME|PATH") }

  private static func text(_ shape: ValueShape, remote: ValueShape? = nil) -> ValueForm {
    ValueForm(shape, remote: remote) {
      if case .string(let text) = $0 { text } else { nil }
    } write: {
      .string($0)
    }
  }
}

extension ValueForm where Value == [String] {
  /// Folders, or a word for none of them, which is all that untrusted input may say.
  static func folders(or word: String) -> ValueForm {
    ValueForm(.paths, remote: .choice([word], noun: "choice of folders")) {
      switch $0 {
      case .string(let text): return [text]
      case .array(let items):
        return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
      default: return nil
      }
    } write: {
      $0 == [word] ? .string(word) : .array($0.map { .string($0) })
    }
  }

  /// Texts of the form `NAME=VALUE`; in untrusted input, where so many are given, the values are names.
  static func assignments(remoteMostNames most: Int? = nil) -> ValueForm {
    ValueForm(.assignments, remote: most.map { .assignedNames(most: $0) }) {
      guard case .array(let items) = $0 else { return nil }
      return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    } write: {
      .array($0.map { .string($0) })
    }
  }

  /// Names or paths; in untrusted input at most so many names.
  static func names(remoteMost: Int) -> ValueForm {
    ValueForm(.paths, remote: .names(most: remoteMost)) {
      guard case .array(let items) = $0 else { return nil }
      return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    } write: {
      .array($0.map { .string($0) })
    }
  }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable {
  /// One of a type's words.
  static func choice(_ noun: String) -> ValueForm {
    ValueForm(.choice(Value.allCases.map(\.rawValue), noun: noun)) {
      if case .string(let word) = $0 { Value(rawValue: word) } else { nil }
    } write: {
      .string($0.rawValue)
    }
  }
}

extension ValueForm where Value == QuarterTurn {
  /// A quarter turn, in degrees.
  static var turn: ValueForm {
    ValueForm(.wholeOf([0, 90, 180, 270]), placeholder: "DEG") {
      if case .integer(let degrees) = $0 { QuarterTurn(rawValue: degrees) } else { nil }
    } write: {
      .integer($0.rawValue)
    }
  }
}
