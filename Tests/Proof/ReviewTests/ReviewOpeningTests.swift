import Foundation
import TestSupport
import Testing

/// What `Scripts/bench-review.sh` asks for.
private enum AskedOpening {
  /// The page's file.
  static let page = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_OPEN_PAGE"]
  /// Where the figures go.
  static let out = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_OPEN_FIGURES"]
}

/// Measures how long a page takes to open.
@Suite struct ReviewOpeningTests {
  @Test(.enabled(if: AskedOpening.out != nil, "only for Scripts/bench-review.sh"))
  func `the page opens, and how long it took is written`() throws {
    let file = try #require(AskedOpening.page)
    let out = try #require(AskedOpening.out)
    let page = try Browser().page(width: 1280, height: 840)
    var figures: [(painted: Double, shown: Double, loaded: Double)] = []
    for _ in 0..<5 {
      try page.open("file://\(file)")
      let painted = try page.number(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime")
      let loaded = try page.number(
        "performance.getEntriesByType('navigation')[0].loadEventEnd")
      try page.wait(until: "[...document.querySelectorAll('.thumb img')].some(i => i.complete)")
      let shown = try page.number("performance.now()")
      figures.append((painted, shown, loaded))
    }
    func median(_ values: [Double]) -> String {
      String(format: "%.2f s", values.sorted()[values.count / 2] / 1000)
    }
    let cases = try page.number(
      "JSON.parse(document.getElementById('index').textContent).cases.length")
    #expect(try page.number("document.querySelectorAll('.card').length") == cases)
    let bytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    let line =
      "| \(Int(cases)) | \(bytes >> 20) MiB | \(median(figures.map(\.painted)))"
      + " | \(median(figures.map(\.loaded))) | \(median(figures.map(\.shown))) |\n"
    try Data(line.utf8).write(to: URL(filePath: out))
  }
}
