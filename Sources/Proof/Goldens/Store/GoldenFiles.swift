import Digests
import Files
import Foundation
import Imaging

/// The goldens of a suite as they are read and written: in Git, or by a pointer in the golden store.
///
/// Files are relative to the suite's folder.
struct GoldenFiles: Sendable {
  let suite: GoldenSuite

  /// The golden store; nil where the suite names none.
  var contents: GoldenContents? {
    suite.store.map { GoldenContents(folder: $0, named: suite.storeInSuite) }
  }

  /// The pointer that stands in a golden's place; nil where the golden itself does.
  ///
  /// - Throws: `GoldenError.faultyPointer`, `.unreadable`.
  func pointer(_ file: String) throws(GoldenError) -> GoldenPointer? {
    let path = suite.paths.path(file)
    let start = try suite.paths.place(file).read(limit: GoldenPointer.byteLimit + 1)
    if GoldenPointer.begins(start) { return try GoldenPointer(start, file: path) }
    if let kind = FileKind(beginning: start), kind.family == .other {
      throw .unreadable(path, reason: "\(kind)")
    }
    if start.starts(with: "<<<<<<<".utf8) {
      throw .unreadable(
        path, reason: "a merge left its conflict in it; take one side, or approve the case again")
    }
    return nil
  }

  /// A golden's picture.
  ///
  /// - Throws: `GoldenError`: no PNG, a faulty pointer, a content that is missing or damaged.
  func picture(_ file: String) throws(GoldenError) -> StraightRGBA8 {
    if let pointer = try pointer(file) {
      let contents = try contents(of: file)
      let bytes = try contents.bytes(of: pointer, for: suite.paths.path(file))
      do throws(ImagingError) {
        return try PNG.decode(bytes, limits: .still)
      } catch {
        throw .unreadable(contents.path(of: pointer), reason: "\(error)")
      }
    }
    return try suite.paths.place(file).picture()
  }

  /// The path of the file that holds a golden's content, which was looked through.
  ///
  /// - Throws: as `picture`, but for what is no PNG.
  func source(_ file: String) throws(GoldenError) -> String {
    guard let pointer = try pointer(file) else { return suite.paths.path(file) }
    let contents = try contents(of: file)
    _ = try contents.bytes(of: pointer, for: suite.paths.path(file))
    return contents.path(of: pointer)
  }

  /// The SHA-256 of a golden's content, wherever it is; nil where there is no golden, or a faulty pointer.
  func sha256(_ file: String) -> String? {
    do throws(GoldenError) {
      if let pointer = try pointer(file) { return pointer.sha256 }
    } catch {
      return nil
    }
    return (try? suite.paths.place(file).read(limit: SuiteLimits.contentBytes + 1)).map {
      SHA256.hex(of: $0)
    }
  }

  /// What stands in a golden's place for its content, which goes into the store where it is to lie there.
  func placed(_ bytes: [UInt8]) throws(GoldenError) -> (file: [UInt8], isStored: Bool) {
    guard let contents, bytes.count > suite.storeAbove else { return (bytes, false) }
    return (Array(try contents.put(bytes).text.utf8), true)
  }

  /// Whether a golden that lies in Git belongs into the store.
  func isToMove(_ file: String) -> Bool {
    guard contents != nil, let (folder, name) = try? suite.paths.place(file).located(),
      let size = folder.information(name).map({ Int($0.bytes) }), size > suite.storeAbove,
      size <= SuiteLimits.contentBytes
    else { return false }
    do throws(GoldenError) {
      return try pointer(file) == nil
    } catch {
      return false
    }
  }

  private func contents(of file: String) throws(GoldenError) -> GoldenContents {
    guard let contents else { throw .noStore(suite.paths.path(file), suite: suite.file) }
    return contents
  }
}

extension GoldenSuite {
  /// The goldens, as they are read and written.
  var goldens: GoldenFiles { GoldenFiles(suite: self) }
}
