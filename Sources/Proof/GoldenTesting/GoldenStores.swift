internal import Foundation
public import Goldens
internal import Synchronization

/// The suites that tests use, each read once.
public enum GoldenStores {
  /// The variable that names the suite's folder, for tests that run where their sources are not.
  public static let variable = "AVATAR_OVERLAY_GOLDENS"
  /// The folder that is looked for beside and above a test's file.
  public static let folderName = "Golden"

  private static let known = Mutex<[String: Result<GoldenStore, GoldenError>]>([:])

  /// The store of the suite that `AVATAR_OVERLAY_GOLDENS` names, else of the nearest
  /// `Golden/golden.json` beside a file or in a folder above it.
  ///
  /// - Throws: `GoldenError.notFound` where there is none, and as `GoldenStore.init`.
  public static func nearest(to file: String) throws(GoldenError) -> GoldenStore {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment[variable].flatMap { $0.isEmpty ? nil : $0 } ?? Self.folder(near: file)
    let result = known.withLock { known -> Result<GoldenStore, GoldenError> in
      if let store = known[folder] { return store }
      let made: Result<GoldenStore, GoldenError>
      do throws(GoldenError) {
        made = .success(try GoldenStore(path: folder, environment: environment))
      } catch {
        made = .failure(error)
      }
      known[folder] = made
      return made
    }
    return try result.get()
  }

  /// The folder `Golden` beside a file or above it that holds a suite; where none does, the one that
  /// is expected: beside `Package.swift`, or beside the file.
  private static func folder(near file: String) -> String {
    let start = URL(filePath: file).deletingLastPathComponent()
    var (package, place) = (start, start)
    while true {
      let folder = place.appending(path: folderName)
      if exists(folder.appending(path: GoldenSuite.fileName)) { return folder.path }
      if exists(place.appending(path: "Package.swift")) { package = place }
      guard place.path != "/", place.path != place.deletingLastPathComponent().path else { break }
      place = place.deletingLastPathComponent()
    }
    return package.appending(path: folderName).path
  }

  private static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }
}
