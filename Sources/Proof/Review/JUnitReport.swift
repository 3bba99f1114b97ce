internal import Comparison
internal import Files
internal import Imaging

/// A review as JUnit XML, which Jenkins, GitLab and GitHub's reporters read: one suite, a test case
/// a case.
///
/// A case that failed is a `failure`; one that is missing, mismatched or broken is an `error`, since
/// nothing could be compared.
public struct JUnitReport: Sendable {
  private let review: ReviewDocument

  /// Makes a report.
  public init(_ review: ReviewDocument) {
    self.review = review
  }

  /// The report.
  public var xml: String {
    let failures = review.cases.filter { $0.verdict == .failed }.count
    let errors = review.cases.filter { ![.passed, .failed].contains($0.verdict) }.count
    let suite = Self.attributes([
      ("name", review.title), ("tests", "\(review.cases.count)"), ("failures", "\(failures)"),
      ("errors", "\(errors)"), ("skipped", "0"), ("timestamp", review.createdAt),
    ])
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", "<testsuite\(suite)>",
    ]
    let properties = Self.attributes([("name", "renderer"), ("value", review.rendererVersion)])
    lines += ["  <properties>", "    <property\(properties)/>", "  </properties>"]
    for one in review.cases { lines += Self.lines(of: one, suite: review.title) }
    if !review.obsolete.isEmpty {
      let names = review.obsolete.map(Self.escaped).joined(separator: "\n")
      lines.append("  <system-out>obsolete goldens, which no case asks for:\n\(names)</system-out>")
    }
    return (lines + ["</testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  /// Writes the report, which appears complete or not at all.
  public func write(to path: String, overwriting: Bool = false) throws(ReviewError) {
    do {
      try AtomicFile.write(Array(xml.utf8), to: path, replacing: overwriting)
    } catch {
      throw .unwritable(ImagingError(error))
    }
  }

  private static func lines(of one: ReviewCase, suite: String) -> [String] {
    // Groups become what such readers show as classes: "suite.group.subgroup".
    let parts = one.name.split(separator: "/", omittingEmptySubsequences: false)
    let group = ([suite] + parts.dropLast().map(String.init)).joined(separator: ".")
    let open = "  <testcase\(attributes([("classname", group), ("name", one.name)]))"
    guard one.verdict != .passed else { return [open + "/>"] }
    let element = one.verdict == .failed ? "failure" : "error"
    let message = one.explanation.first ?? one.verdict.rawValue
    let rungs = one.rungs.map { "\($0.passed ? "ok  " : "over") \($0.line)" }
    let text = (one.explanation + rungs).joined(separator: "\n")
    return [
      open + ">",
      "    <\(element)\(attributes([("type", one.verdict.rawValue), ("message", message)]))>"
        + "\(escaped(text))</\(element)>",
      "  </testcase>",
    ]
  }

  private static func attributes(_ pairs: [(String, String)]) -> String {
    // A line break in an attribute would be read as a space.
    pairs.map { " \($0)=\"\(escaped($1).replacing("\n", with: "&#10;"))\"" }.joined()
  }

  /// Text as XML 1.0 takes it (section 2.2): what may not occur in it, escaped or not, becomes
  /// U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "\t", "\n", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
        "\u{10000}"..."\u{10FFFF}":
        result.append(scalar)
      default: result.append("\u{FFFD}")
      }
    }
    return String(result)
  }
}
