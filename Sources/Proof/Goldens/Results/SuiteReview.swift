internal import Foundation
internal import Recordings
public import Review

extension GoldenSuite {
  /// The review of what was found last, by `verify` and by tests.
  ///
  /// Pictures of the results are relative to their folder, goldens absolute.
  ///
  /// - Parameters:
  ///   - results: the results' folder; nil for `.results` in the suite's.
  ///   - allowingNone: whether a review of nothing is made where there are no results.
  /// - Throws: `GoldenError.noResults` where nothing was verified yet.
  public func review(
    results path: String? = nil, allowingNone: Bool = false
  ) throws(GoldenError) -> ReviewDocument {
    let results = SuiteResults(of: self, path: path)
    if !allowingNone { try results.check() }
    var found: [CaseResult] = []
    for name in results.names where (try? self.case(named: name)) != nil {
      if let result = try results.found(of: name) { found.append(result) }
    }
    guard let last = found.map(\.checkedAt).max() ?? (allowingNone ? Timestamp.now : nil) else {
      throw .noResults(results.path)
    }
    // The order of the suite; what patterns name comes after, by name.
    let order = Dictionary(cases.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let sorted = found.sorted {
      (order[$0.review.name] ?? .max, $0.review.name)
        < (order[$1.review.name] ?? .max, $1.review.name)
    }
    var shown: [ReviewCase] = []
    for result in sorted { shown.append(try self.shown(result)) }
    return ReviewDocument(
      title: title, createdAt: last,
      rendererVersion: found.first { $0.checkedAt == last }?.rendererVersion
        ?? RendererVersion.number,
      cases: shown, obsolete: ObsoleteGoldens(of: self, results: results).all)
  }

  /// What was found of a case, as the review has it: goldens by absolute paths.
  private func shown(_ result: CaseResult) throws(GoldenError) -> ReviewCase {
    let root = URL(filePath: folder).standardizedFileURL.path
    var one = result.review
    one.explanation += result.notes
    for index in one.frames.indices {
      // The frames of a clip's golden are taken out of it, among the results.
      guard let golden = one.frames[index].expected, result.pictures[golden] == nil else {
        continue
      }
      let path = SuitePath.joined(root, golden)
      do throws(GoldenError) {
        let source = try goldens.source(golden)
        // The page may be written from elsewhere.
        one.frames[index].expected =
          source == paths.path(golden) ? path : URL(filePath: source).standardizedFileURL.path
      } catch {
        if error.isLeadingOut { throw error }
        one.frames[index].expected = path
        let words = "\(error)"
        if !one.explanation.contains(where: { $0.hasSuffix(words) }) {
          one.explanation.append(words)
        }
      }
    }
    return one
  }
}
