internal import Foundation
internal import Geometry
public import Placement
public import TrackingFiles

/// Reads a placements sidecar record by record, in memory that does not grow with the file.
///
/// One JSON object a line, plain, gzip or zstd. Keys that mean nothing here are passed over. A record
/// that cannot be meant is a fault with its line: a corner that is no number or beyond
/// `TrackingLimits.coordinate`, an opacity outside 0 to 1, sides outside 1 to
/// `TrackingLimits.pictureSide`, more than `mostPlacements` layers, frames or times that do not
/// increase.
public final class PlacementsReader {
  /// The most layers of a frame: 64 faces with 64 layers each.
  public static let mostPlacements = 4096

  /// The file, as the caller named it.
  public let path: String
  private let lines: JSONLines
  private let decoder = JSONDecoder()
  private var last: PlacementRecord?

  /// Opens a file; one without a record is a fault of `next`.
  public init(path: String) throws(TrackingFault) {
    self.path = path
    lines = try JSONLines(path: path, expected: Self.expected)
  }

  /// Takes a file that is open, whose descriptor is closed at the end.
  ///
  /// - Parameter path: the file, for messages.
  public init(path: String, opened descriptor: Int32) throws(TrackingFault) {
    self.path = path
    lines = try JSONLines(path: path, opened: descriptor, expected: Self.expected)
  }

  private static let expected = "a placements file (render --placements)"

  /// The next record; nil at the end.
  public func next() throws(TrackingFault) -> PlacementRecord? {
    guard let (bytes, line) = try lines.next() else {
      guard last != nil else {
        throw TrackingFault(
          file: path, problem: .empty, found: "nothing in the file", expected: "a record a frame")
      }
      return nil
    }
    let record: PlacementRecord
    do {
      record = try decoder.decode(PlacementRecord.self, from: Data(bytes))
    } catch {
      throw PlacementFinding(error).fault(in: path, line)
    }
    if let finding = finding(record) { throw finding.fault(in: path, line) }
    last = record
    return record
  }

  /// What is wrong with a record that could be read.
  private func finding(_ record: PlacementRecord) -> PlacementFinding? {
    let sides = 1...TrackingLimits.pictureSide
    if !sides.contains(record.width) || !sides.contains(record.height) {
      return PlacementFinding(
        .outOfRange, "width, height", "\(record.width) x \(record.height)",
        "sides from 1 to \(sides.upperBound)")
    }
    if record.frame < 0 {
      return PlacementFinding(.outOfRange, "frame", "\(record.frame)", "0 or more")
    }
    if record.placements.count > Self.mostPlacements {
      return PlacementFinding(
        .tooMany, "placements", "\(record.placements.count) layers",
        "at most \(Self.mostPlacements)")
    }
    if let last, record.frame <= last.frame {
      return PlacementFinding(
        .timeNotIncreasing, "frame", "\(record.frame)", "a frame after \(last.frame)")
    }
    if let last, record.timestampMs <= last.timestampMs {
      return PlacementFinding(
        .timeNotIncreasing, "timestampMs", "\(record.timestampMs)",
        "a time after \(last.timestampMs) ms")
    }
    for (index, entry) in record.placements.enumerated() {
      if let finding = finding(entry, at: "placements[\(index)]") { return finding }
      if let avatar = entry.avatar, !record.avatars.indices.contains(avatar) {
        return PlacementFinding(
          .outOfRange, "placements[\(index)].avatar", "\(avatar)",
          "the place of one of the record's \(record.avatars.count) avatars, counted from 0")
      }
    }
    return nil
  }

  private func finding(_ entry: PlacementRecord.Entry, at place: String) -> PlacementFinding? {
    let farthest = TrackingLimits.coordinate
    for (index, corner) in entry.tellingPoints.enumerated()
    where max(abs(corner.x), abs(corner.y)) > farthest {
      return PlacementFinding(
        .outOfRange, "\(place).\(index < 4 ? "corners" : "points")", "[\(corner.x), \(corner.y)]",
        "coordinates within \(Int(farthest)) pixels")
    }
    guard (0...1).contains(entry.opacity) else {
      return PlacementFinding(.outOfRange, "\(place).opacity", "\(entry.opacity)", "0 to 1")
    }
    if let driven = entry.driven, driven.scale <= 0 {
      return PlacementFinding(.outOfRange, "\(place).scale", "\(driven.scale)", "a width above 0")
    }
    return nil
  }
}

/// A fault before it is known in which line it stands.
private struct PlacementFinding {
  var problem: TrackingFault.Problem
  var place: String
  var found: String
  var expected: String

  init(_ problem: TrackingFault.Problem, _ place: String, _ found: String, _ expected: String) {
    (self.problem, self.place, self.found, self.expected) = (problem, place, found, expected)
  }

  /// What a decoder's error says, in the words of all tracking faults.
  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init(
        .missingKey, Self.place(context.codingPath), "no \"\(key.stringValue)\"", "that key")
    case DecodingError.typeMismatch(let type, let context):
      self.init(
        .wrongType, Self.place(context.codingPath), "a value of another type",
        Self.name(of: type))
    case DecodingError.valueNotFound(let type, let context):
      // The writer has null where a number is not finite, since JSON knows no NaN.
      self.init(.notFinite, Self.place(context.codingPath), "null", Self.name(of: type))
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      self.init(
        .outOfRange, Self.place(context.codingPath), "a value that is not allowed here",
        context.debugDescription)
    default:
      self.init(.notJSON, "", "text that is not JSON", "one JSON object a line")
    }
  }

  func fault(in file: String, _ line: Int) -> TrackingFault {
    TrackingFault(
      file: file, line: line, problem: problem, place: place, found: found, expected: expected)
  }

  /// `placements[0].corners[1][0]`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Double.Type: "a number"
    case is Int.Type: "a whole number"
    case is String.Type: "a text"
    default: "a list or an object"
    }
  }
}
