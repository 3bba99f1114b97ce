import Cards
import Filters
import Geometry
import Imaging
import Rendering
import TrackingFiles

/// How values of a type are written in requests.
struct ValueForm<Value: Hashable & Sendable>: Sendable {
  /// What they look like.
  var shape: ValueShape
  /// The narrower form in which strangers may give them; nil for the same.
  var remote: ValueShape?
  /// The value of what was written, which has the shape.
  let decode: @Sendable (RequestValue) throws(ValueFault) -> Value
  /// What is written for a value.
  let encode: @Sendable (Value) -> RequestValue

  init(
    _ shape: ValueShape, remote: ValueShape? = nil,
    decode: @escaping @Sendable (RequestValue) throws(ValueFault) -> Value,
    encode: @escaping @Sendable (Value) -> RequestValue
  ) {
    (self.shape, self.remote, self.decode, self.encode) = (shape, remote, decode, encode)
  }

  /// The same, where strangers may give less.
  func remote(_ shape: ValueShape) -> ValueForm {
    var form = self
    form.remote = shape
    return form
  }
}

extension ValueForm where Value == Bool {
  /// On or off.
  static var flag: ValueForm {
    ValueForm(.flag) { value throws(ValueFault) in
      guard case .flag(let flag) = value else { throw .unfit(expected: "true or false") }
      return flag
    } encode: {
      .flag($0)
    }
  }
}

extension ValueForm where Value == Int {
  /// A whole number in a range.
  static func whole(_ range: ClosedRange<Int>) -> ValueForm {
    ValueForm(.whole(range)) { value throws(ValueFault) in
      guard case .whole(let number) = value else {
        throw .unfit(expected: ValueShape.whole(range).expectation)
      }
      return number
    } encode: {
      .whole($0)
    }
  }
}

extension ValueForm where Value == Double {
  /// A number in a range.
  static func number(_ range: ClosedRange<Double>) -> ValueForm {
    ValueForm(.number(range)) { value throws(ValueFault) in
      guard case .number(let number) = value else {
        throw .unfit(expected: ValueShape.number(range).expectation)
      }
      return number
    } encode: {
      .number($0)
    }
  }

  /// A time on the clip's timeline, in seconds: up to a third of a year.
  static var second: ValueForm { number(0...1e7) }
}

extension ValueForm where Value == String {
  /// A text; strangers' ones have at most so many characters.
  static func text(remoteMost: Int? = nil) -> ValueForm { text(.text(most: nil), remoteMost) }

  /// One of some words.
  static func word(_ words: [String], noun: String) -> ValueForm {
    text(.choice(words, noun: noun), nil)
  }

  /// The path of a file or folder.
  static var path: ValueForm { text(.path, nil) }

  /// A name or a path; of strangers a name.
  static var name: ValueForm { text(.path, nil).remote(.name) }

  private static func text(_ shape: ValueShape, _ remoteMost: Int?) -> ValueForm {
    ValueForm(shape, remote: remoteMost.map { .text(most: $0) }) { value throws(ValueFault) in
      guard case .text(let text) = value else { throw .unfit(expected: "a text") }
      return text
    } encode: {
      .text($0)
    }
  }
}

extension ValueForm where Value == [String] {
  /// Names or paths; of strangers so many names.
  static func names(remoteMost: Int) -> ValueForm {
    ValueForm(.paths, remote: .names(most: remoteMost)) { value throws(ValueFault) in
      guard case .list(let items) = value else { throw .unfit(expected: "a list") }
      return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
    } encode: {
      .list($0.map { .text($0) })
    }
  }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable {
  /// One of a type's words.
  static func choice(_ noun: String) -> ValueForm {
    let shape = ValueShape.choice(Value.allCases.map(\.rawValue), noun: noun)
    return ValueForm(shape) { value throws(ValueFault) in
      guard case .text(let word) = value, let choice = Value(rawValue: word) else {
        throw .unfit(expected: shape.expectation)
      }
      return choice
    } encode: {
      .text($0.rawValue)
    }
  }
}

extension ValueForm {
  /// A text of a form of its own; `read` gives nil for a text that is not of it.
  static func written(
    _ expected: String, pattern: String, example: String,
    read: @escaping @Sendable (String) throws(ValueFault) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) -> ValueForm {
    let notation = ValueShape.Notation(expected: expected, pattern: pattern, example: example)
    return ValueForm(.written(notation)) { value throws(ValueFault) in
      guard case .text(let text) = value, let read = try read(text) else {
        throw .unfit(expected: expected)
      }
      return read
    } encode: {
      .text(write($0))
    }
  }
}
