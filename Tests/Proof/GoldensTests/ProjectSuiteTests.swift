import AvatarFiles
import Foundation
import Goldens
import Review
import TestSupport
import Testing

/// The project's own goldens, through the suite that users have.
///
/// Whole pictures, recorded after the invariants proved where everything goes. A change that is meant is
/// looked at and recorded by `avatar-overlay verify Golden --report review.html` and
/// `avatar-overlay approve Golden --failed`.
@Suite struct ProjectSuiteTests {
  static let folder = SharedData.packageRoot.appending(path: "Golden").path
  static let library = AvatarLibrary(
    folder: SharedData.packageRoot.appending(path: "Avatars").path)

  /// The cases that are rendered; those of drawn pictures are in the tests that draw them.
  static var rendered: [String] {
    get throws {
      try GoldenSuite(path: folder).cases.filter { $0.source != .given }.map(\.name)
    }
  }

  @Test(arguments: try rendered)
  func `a case is like its golden`(name: String) throws {
    let scratch = try ScratchFolder()
    let outcome = try SuiteVerifier(
      GoldenSuite(path: Self.folder), results: scratch.path("results"), library: Self.library,
      jobs: 1, choice: CaseChoice(only: [NamePattern(name)])
    ).run()
    let result = try #require(outcome.results.first)
    #expect(outcome.results.count == 1)
    #expect(result.review.verdict == .passed, "\(result.review.explanation)")
  }

  @Test func `every golden has a case, and none was changed by hand`() throws {
    let scratch = try ScratchFolder()
    let outcome = try SuiteVerifier(
      GoldenSuite(path: Self.folder), results: scratch.path("results"), library: Self.library
    ).run()
    #expect(outcome.obsolete.all.isEmpty)
    #expect(outcome.notes.isEmpty)
    #expect(outcome.skipped.isEmpty)
  }
}
