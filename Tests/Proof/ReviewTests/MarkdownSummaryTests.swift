import Foundation
import Imaging
import Review
import TestSupport
import Testing

/// The summary for a pull request.
@Suite struct MarkdownSummaryTests {
  private func written(_ review: ReviewDocument, in folder: ScratchFolder) throws -> String {
    try MarkdownSummary(review, picturesRoot: folder.url.path)
      .write(to: folder.path("out/summary.md"), overwriting: true)
    return String(decoding: try folder.bytes("out/summary.md"), as: UTF8.self)
  }

  private func sample() throws -> (folder: ScratchFolder, text: String) {
    let folder = try ScratchFolder()
    try folder.folder("out")
    return (folder, try written(SampleReview().review(in: folder), in: folder))
  }

  @Test func `it counts the verdicts and tells what failed, with pictures that are there`() throws {
    let (folder, text) = try sample()
    #expect(text.contains("| cases | passed | failed | missing | mismatch | error |"))
    #expect(text.contains("| 9 | 2 | 3 | 1 | 1 | 2 |"))
    #expect(text.contains("### failed: `dragon/yaw`"))
    #expect(text.contains("- layer mask: 7.0 px right"))
    #expect(text.contains("- `maxChannelDifference 181, allowed 0`"))
    #expect(!text.contains("alpha/passed"))
    let links = text.matches(of: /!\[(\w+)\]\(([^)]*)\)/).map { (String($0.1), String($0.2)) }
    #expect(links.count > 8)
    for (role, link) in links {
      #expect(link.hasPrefix("summary-pictures/") && link.hasSuffix("-\(role).png"))
      let picture = try PNG.read(path: folder.path("out/\(link)"))
      #expect(max(picture.width, picture.height) <= MarkdownSummary.pictureSide)
    }
    #expect(try folder.names(in: "out/summary-pictures").count == links.count)
    #expect(text.contains("Obsolete goldens, which no case asks for: "))
  }

  @Test func `no name or explanation is markup, a mention or a table's column`() throws {
    var one = try SampleReview().failingStill("dragon/yaw", in: ScratchFolder())
    one.name = "a`b|c"
    one.explanation = ["<b>*x*</b> | [y](z) @ada #3\n- list"]
    one.frames = []
    let folder = try ScratchFolder()
    try folder.folder("out")
    let text = try written(
      ReviewDocument(title: "@all <i>", createdAt: "", rendererVersion: "", cases: [one]),
      in: folder)
    #expect(text.hasPrefix("## &#64;all &lt;i&gt;\n"))
    #expect(text.contains("### failed: ``a`b¦c``\n"))
    #expect(
      text.contains(
        "- &lt;b&gt;\\*x\\*&lt;/b&gt; \\| \\[y\\](z) &#64;ada \\#3 - list\n"))
  }

  @Test func `however many cases failed the text fits into a comment`() throws {
    var one = try SampleReview().failingStill("dragon/yaw", in: ScratchFolder())
    one.frames = []
    one.explanation = Array(repeating: String(repeating: "*", count: 400), count: 6)
    let cases = (0..<5000).map { index in
      var other = one
      other.name = "case-\(index)"
      return other
    }
    let folder = try ScratchFolder()
    try folder.folder("out")
    let text = try written(
      ReviewDocument(title: "many", createdAt: "", rendererVersion: "", cases: cases), in: folder)
    #expect(text.count <= MarkdownSummary.mostCharacters && text.count > 40_000)
    #expect(text.contains(" more did not pass; the page shows them all."))
  }

  @Test func `pictures of an earlier summary go, and other files in their folder stay`() throws {
    let (folder, _) = try sample()
    try folder.write("mine", to: "out/summary-pictures/notes.txt")
    _ = try written(
      ReviewDocument(title: "t", createdAt: "", rendererVersion: "", cases: []), in: folder)
    #expect(try folder.names(in: "out/summary-pictures") == ["notes.txt"])
    #expect(throws: ReviewError.self) {
      try MarkdownSummary(
        ReviewDocument(title: "t", createdAt: "", rendererVersion: "", cases: []),
        picturesRoot: "."
      ).write(to: folder.path("out/summary.md"))
    }
  }
}
