internal import Foundation
internal import Imaging

/// A folder of results: `<case>.json` a case, and its pictures beside it in `<case>/`.
///
/// Tests that run at the same time write into it; each file appears complete or not at all.
public struct ResultsFolder: Sendable {
  /// The folder.
  public let path: String

  /// Names a folder, which need not be there yet.
  public init(_ path: String) {
    self.path = path
  }

  /// Where a case's pictures lie, relative to the folder.
  public static func pictureFolder(of name: String) throws(ReviewError) -> String {
    if let reason = CaseName.fault(of: name) { throw .badCaseName(name, reason: reason) }
    return name
  }

  /// Makes the folder of a case's pictures, and gives its path.
  @discardableResult
  public func makePictureFolder(of name: String) throws(ReviewError) -> String {
    let folder = "\(path)/\(try Self.pictureFolder(of: name))"
    try make(folder)
    return folder
  }

  /// Writes a case; what an earlier run wrote under its name is replaced.
  public func write(_ one: ReviewCase) throws(ReviewError) {
    if let reason = CaseName.fault(of: one.name) { throw .badCaseName(one.name, reason: reason) }
    let file = "\(path)/\(one.name).json"
    try make(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
    if let (place, reason) = ReviewCheck.fault(of: one) {
      throw .badData(path: file, place: place, reason: reason)
    }
    try ReviewJSON.writeFile(
      try ReviewJSON.encode(one, path: file), to: file, overwriting: true)
  }

  /// Reads all cases, sorted by name.
  ///
  /// Hidden files (unfinished ones among them) are passed over, links to folders not followed.
  public func cases() throws(ReviewError) -> [ReviewCase] {
    var cases: [ReviewCase] = []
    for name in try names() {
      let file = "\(path)/\(name).json"
      guard let bytes = try read(file) else { continue }
      let one = try ReviewJSON.reviewCase(from: bytes, path: file)
      guard one.name == name else {
        throw .badData(
          path: file, place: "name",
          reason:
            "\"\(ReviewError.short(one.name))\" found, \"\(name)\" expected, as the file is called")
      }
      cases.append(one)
    }
    return cases
  }

  private func names() throws(ReviewError) -> [String] {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue, let walk = FileManager.default.enumerator(atPath: path)
    else { throw .unreadable(path: path, reason: "there is no such folder") }
    var names: [String] = []
    while let entry = walk.nextObject() as? String {
      guard !URL(filePath: entry).lastPathComponent.hasPrefix(".") else {
        walk.skipDescendants()
        continue
      }
      guard entry.hasSuffix(".json"),
        walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular
      else { continue }
      guard names.count < ReviewLimits.cases else {
        throw .overLimit(
          path: path, reason: "more than \(ReviewLimits.cases) cases; at most that many are read")
      }
      names.append(String(entry.dropLast(".json".count)))
    }
    return names.sorted()
  }

  /// A file's bytes; nil where it went away since the folder was looked through.
  private func read(_ file: String) throws(ReviewError) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: file) else {
      guard FileManager.default.fileExists(atPath: file) else { return nil }
      throw .unreadable(path: file, reason: "permission denied")
    }
    defer { try? handle.close() }
    let data: Data
    do {
      data = try handle.read(upToCount: ReviewLimits.caseBytes + 1) ?? Data()
    } catch {
      throw .unreadable(path: file, reason: error.localizedDescription)
    }
    guard data.count <= ReviewLimits.caseBytes else {
      throw .overLimit(
        path: file,
        reason: "the file has more than \(ReviewLimits.caseBytes) bytes, which is the limit")
    }
    return data
  }

  private func make(_ folder: String) throws(ReviewError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: folder, .unwritable(reason: error.localizedDescription))
    }
  }
}
