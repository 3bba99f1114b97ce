import Blobs
import Foundation
import TestSupport
import Testing

/// Random calls, whose answers are those of a dictionary.
@Suite(.onEachBlobStore) struct BlobModelTests {
  /// What a store does, in memory.
  private struct Model {
    var blobs: [String: [UInt8]] = [:]
    var names: [String: String] = [:]
    /// All keys, in an order that a seed repeats.
    var all: [String] { (Array(blobs.keys) + Array(names.keys)).sorted() }

    func has(_ key: String) -> Bool { all.contains { $0 == key || $0.hasPrefix(key + "/") } }

    mutating func keep(_ bytes: [UInt8], as key: String, onlyNew: Bool) -> String {
      if onlyNew, has(key) { return "exists" }
      names[key] = nil
      blobs[key] = bytes
      return "none"
    }

    mutating func move(_ key: String, to other: String) -> String {
      guard has(key) else { return "none" }
      if has(other) { return "exists" }
      func moved(_ name: String) -> String {
        name == key || name.hasPrefix(key + "/") ? other + name.dropFirst(key.count) : name
      }
      blobs = Dictionary(uniqueKeysWithValues: blobs.map { (moved($0.key), $0.value) })
      return "none"
    }

    mutating func removeAll(below key: String) {
      for name in all where name == key || name.hasPrefix(key + "/") {
        (blobs[name], names[name]) = (nil, nil)
      }
    }

    func keys(below key: String?) -> [String] {
      blobs.keys.filter { key == nil || $0.hasPrefix("\(key ?? "")/") }.sorted {
        Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
      }
    }

    func names(below key: String?) -> [String] {
      let start = key.map { $0 + "/" } ?? ""
      let below = all.filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
      return Set(below.map { String($0.prefix { $0 != "/" }) }).sorted {
        Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
      }
    }
  }

  /// Names of folders and of files are different ones: no blob lies below another.
  private static let folders = ["p", "p-q", "長", "r s", ".d"]
  private static let files = ["0", "1.zip", "ü", "-"]

  private static func folder(_ random: inout SplitMix64) -> String {
    (0...Int.random(in: 0...2, using: &random)).map { _ in
      folders.randomElement(using: &random) ?? ""
    }.joined(separator: "/")
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `a store and its model say the same of any sequence of calls`(seed: UInt64) throws {
    let stage = try BlobStage()
    let store = stage.store
    var model = Model()
    var random = SplitMix64(state: seed)
    var (moved, removed, refused) = (0, 0, 0)
    for step in 0..<400 {
      let folder = Self.folder(&random)
      let key = "\(Self.folder(&random))/\(Self.files.randomElement(using: &random) ?? "")"
      let known = model.all.randomElement(using: &random) ?? key
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4:
        let bytes = [UInt8](
          repeating: UInt8(truncatingIfNeeded: step), count: Int.random(in: 0...99, using: &random))
        let onlyNew = Bool.random(using: &random)
        let target = Bool.random(using: &random) ? key : known
        let isFile = Bool.random(using: &random)
        if isFile { try stage.folder.write(bytes, to: "files/\(step)") }
        let found = kind {
          isFile
            ? try store.keep(file: stage.free("\(step)"), as: BlobKey(target), onlyNew: onlyNew)
            : try store.keep(bytes, as: BlobKey(target), onlyNew: onlyNew)
        }
        #expect(found == model.keep(bytes, as: target, onlyNew: onlyNew))
        if found == "exists" { refused += 1 }
      case 4:
        try store.remove(BlobKey(known))
        (model.blobs[known], model.names[known]) = (nil, nil)
      case 5 where step % 3 == 0:
        removed += model.has(folder) ? 1 : 0
        try store.removeAll(below: BlobKey(folder), last: nil)
        model.removeAll(below: folder)
      case 6:
        // Not into itself; where moved names lead is not said.
        let target = "moved/\(Int.random(in: 0...3, using: &random))/x"
        let source = Bool.random(using: &random) ? folder : known
        let hasNames = model.names.keys.contains { $0 == source || $0.hasPrefix(source + "/") }
        guard !source.hasPrefix("moved"), !hasNames else { continue }
        moved += model.has(source) && !model.has(target) ? 1 : 0
        let found = kind { try store.move(BlobKey(source), to: BlobKey(target)) }
        #expect(found == model.move(source, to: target))
      case 7:
        guard model.blobs[key] == nil else { continue }
        try store.point(BlobKey(key), to: BlobKey(known))
        model.names[key] = known
      case 8:
        guard let bytes = model.blobs[known] else { continue }
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = Int.random(in: start...bytes.count, using: &random)
        #expect(
          try store.bytes(of: BlobKey(known), in: Int64(start)..<Int64(end))
            == Array(bytes[start..<end]))
      case 9:
        #expect(try stage.keys(below: folder) == model.keys(below: folder))
      default:
        #expect(try store.names(below: BlobKey(folder)) == model.names(below: folder))
      }
      let blob = model.blobs[known]
      #expect(try store.bytes(of: BlobKey(known), in: nil) == blob)
      #expect(try store.information(of: BlobKey(known))?.bytes == blob.map { Int64($0.count) })
    }
    #expect(try stage.keys() == model.keys(below: nil))
    for (key, bytes) in model.blobs {
      #expect(try store.bytes(of: BlobKey(key), in: nil) == bytes)
    }
    #expect(moved > 3 && removed > 3 && refused > 3)
  }
}
