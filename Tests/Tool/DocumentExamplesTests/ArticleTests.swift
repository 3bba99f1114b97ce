import Foundation
import TestSupport
import Testing

/// The articles of the DocC catalog: tests compile and run their code.
@Suite struct ArticleTests {
  private static let folder = "Documentation/Documentation.docc"

  private static let articles: [Document] = {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: SharedData.packageRoot.appending(path: folder).path)
    return (files ?? []).sorted().compactMap { try? Document("\(folder)/\($0)") }
  }()

  @Test func `every library product is on the landing page`() throws {
    let package = try Document("Package.swift").lines.joined(separator: "\n")
    let products = package.matches(of: /\.library\(\s*name: "([A-Za-z]+)"/).map { $0.1 }
    #expect(products.count > 5)
    let page = try Document("\(Self.folder)/AvatarOverlay.md").lines
    for product in products {
      #expect(page.contains { $0.hasPrefix("| `\(product)` |") }, "\(product) is not on it")
    }
  }

  @Test func `links between the articles lead to articles`() {
    let names = Self.articles.map {
      URL(filePath: $0.path).deletingPathExtension().lastPathComponent
    }
    #expect(names.count > 4)
    for article in Self.articles {
      for match in article.lines.joined(separator: "\n").matches(of: /<doc:([^>]+)>/) {
        #expect(names.contains(String(match.1)), "\(article.path): \(match.1)")
      }
    }
  }

  @Test(arguments: articles.flatMap(\.blocks).filter { $0.language == "swift" })
  func `the code of an article stands in a test`(block: Document.Block) throws {
    #expect(try block.stands(in: ["Tests", "Examples"]), "no test has\n\(block.text)")
  }
}
