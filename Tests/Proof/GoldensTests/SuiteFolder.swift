import Foundation
import Goldens
import Imaging
import TestSupport
import Testing

/// A suite in a folder of its own.
struct SuiteFolder {
  let folder: ScratchFolder
  let path: String

  init(_ json: String) throws {
    folder = try ScratchFolder()
    try folder.write(json, to: "Golden/golden.json")
    path = folder.path("Golden")
  }

  /// A suite of cases with these members each.
  init(cases: String...) throws {
    let list = cases.map { "{\($0)}" }.joined(separator: ",\n")
    try self.init("{\"format\": \"golden-suite/1\", \"cases\": [\n\(list)\n]}")
  }

  func suite() throws -> GoldenSuite { try GoldenSuite(path: path) }

  func store(_ recording: RecordingPolicy = .never) throws -> Goldens.GoldenStore {
    Goldens.GoldenStore(
      suite: try suite(), recording: recording, author: Author(name: "Ada", reason: "a test"))
  }

  /// The suite's files, hidden ones too, sorted; results aside.
  func files() throws -> [String] {
    let walk = FileManager.default.enumerator(atPath: path)
    var found: [String] = []
    while let entry = walk?.nextObject() as? String {
      if entry.hasPrefix(".results") { continue }
      if walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular { found.append(entry) }
    }
    return found.sorted()
  }

  /// The lines that reading the suite complains with.
  static func faults(_ json: String) throws -> [String] {
    let folder = try SuiteFolder(json)
    do throws(GoldenError) {
      _ = try GoldenSuite(path: folder.path)
      return []
    } catch {
      guard case .faulty(let faults) = error else { return ["\(error)"] }
      return faults.map { "\($0)".replacing(folder.path + "/", with: "") }
    }
  }
}

/// Pictures that differ in known ways.
enum Picture {
  /// A disc on a ramp.
  static func disc(x: Double = 30, y: Double = 24, width: Int = 64, height: Int = 48) throws
    -> StraightRGBA8
  {
    try SyntheticAvatar.drawn(width, height) { px, py in
      hypot(px - x, py - y) < 12
        ? RGBA8(200, 40, 60) : RGBA8(UInt8(px * 3), UInt8(py * 4), 90)
    }
  }
}
