internal import Foundation
internal import Text

/// One setting: its name, where its value goes, and what it means.
public struct ServiceSetting: Sendable {
  package typealias Path<Value> = WritableKeyPath<ServiceSettings, Value> & Sendable

  /// What a text is read as.
  package enum Kind: Sendable {
    case integer(any Path<Int>, ClosedRange<Int>)
    /// A whole number, or nothing.
    case optional(any Path<Int?>, ClosedRange<Int>)
    case number(any Path<Double>, ClosedRange<Double>)
    case text(any Path<String>)
    /// One of several words.
    case choice(any Path<String>, [String])
    case list(any Path<[String]>)
    case log
    case isolation
  }

  /// What the names of all variables begin with.
  public static let prefix = "AVATAR_OVERLAY_"

  /// The option's name with its dashes, `--max-queue`.
  public let option: String
  /// What it means, in a line.
  public let meaning: String
  /// Whether it is often needed, so that the short help shows it.
  public let isBasic: Bool
  package let kind: Kind

  package init(_ option: String, _ kind: Kind, _ meaning: String, isBasic: Bool = false) {
    (self.option, self.kind, self.meaning, self.isBasic) = (option, kind, meaning, isBasic)
  }

  /// The variable's name, `AVATAR_OVERLAY_MAX_QUEUE`.
  public var variable: String {
    Self.prefix + option.dropFirst(2).uppercased().replacing("-", with: "_")
  }

  /// What stands for the value in the help.
  public var placeholder: String {
    switch kind {
    case .integer, .optional, .number: "N"
    case .text: "TEXT"
    case .choice(_, let words): words.joined(separator: "|")
    case .list: "A,B"
    case .log: ServiceSettings.Log.allCases.map(\.rawValue).joined(separator: "|")
    case .isolation: ServiceSettings.Isolation.allCases.map(\.rawValue).joined(separator: "|")
    }
  }

  /// The value that settings have, as it is written.
  public func text(of settings: ServiceSettings) -> String {
    switch kind {
    case .integer(let path, _): String(settings[keyPath: path])
    case .optional(let path, _): settings[keyPath: path].map { String($0) } ?? ""
    case .number(let path, _): Self.brief(settings[keyPath: path])
    case .text(let path), .choice(let path, _): settings[keyPath: path]
    case .list(let path): settings[keyPath: path].joined(separator: ",")
    case .log: settings.log.rawValue
    case .isolation: settings.isolation.rawValue
    }
  }

  /// Whether it is the setting of a whole number that lies there.
  package func sets(_ path: any Path<Int>) -> Bool {
    if case .integer(let own, _) = kind { own == path } else { false }
  }

  /// What the value may be, in words.
  public var range: String {
    switch kind {
    case .integer(_, let range), .optional(_, let range):
      "\(range.lowerBound) to \(range.upperBound)"
    case .number(_, let range): "\(Self.brief(range.lowerBound)) to \(Self.brief(range.upperBound))"
    case .text: "text"
    case .choice(_, let words): words.joined(separator: ", ")
    case .list: "a list separated by commas"
    case .log: ServiceSettings.Log.allCases.map(\.rawValue).joined(separator: ", ")
    case .isolation: ServiceSettings.Isolation.allCases.map(\.rawValue).joined(separator: ", ")
    }
  }

  /// Reads a text into settings; false where it is nothing that fits the range.
  public func read(_ text: String, into settings: inout ServiceSettings) -> Bool {
    switch kind {
    case .integer(let path, let range):
      guard let value = Int(text), range.contains(value) else { return false }
      settings[keyPath: path] = value
    case .optional(let path, let range):
      let value = Int(text)
      guard text.isEmpty || value.map(range.contains) == true else { return false }
      settings[keyPath: path] = value
    case .number(let path, let range):
      guard let value = Double(text), range.contains(value) else { return false }
      settings[keyPath: path] = value
    case .text(let path): settings[keyPath: path] = text
    case .choice(let path, let words):
      guard words.contains(text) else { return false }
      settings[keyPath: path] = text
    case .list(let path):
      settings[keyPath: path] = text.split(separator: ",").map { String($0.trimmed) }
        .filter { !$0.isEmpty }
    case .log:
      guard let log = ServiceSettings.Log(rawValue: text) else { return false }
      settings.log = log
    case .isolation:
      guard let isolation = ServiceSettings.Isolation(rawValue: text) else { return false }
      settings.isolation = isolation
    }
    return true
  }

  private static func brief(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
