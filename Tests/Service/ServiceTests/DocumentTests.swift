import AvatarFiles
import Foundation
import HTTPServer
import Problems
import SceneFiles
import Service
import ServiceConfiguration
import ServiceEndpoints
import ShareCards
import TestSupport
import Testing

/// The documents say what the code does.
@Suite struct DocumentTests {
  private static let root = SharedData.packageRoot

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: "Documentation/\(name)"), encoding: .utf8)
  }

  private static var document: [String: Any] {
    get throws {
      let object = try JSONSerialization.jsonObject(
        with: Data(OpenAPIDocument.bytes(for: ServiceSettings())))
      return try #require(object as? [String: Any])
    }
  }

  @Test func `the description of the interface has the routes that there are`() throws {
    let folder = try ScratchFolder()
    var settings = ServiceSettings()
    settings.port = 0
    settings.dataFolder = folder.path("data")
    let service = try AvatarService(
      settings, library: AvatarLibrary(folder: folder.path("Avatars")),
      scenes: SceneLibrary(folder: folder.path("Scenes")),
      cards: ShareCardLibrary(folder: folder.path("Cards")), message: { _ in })
    let paths = try #require(try Self.document["paths"] as? [String: [String: Any]])
    let methods = ["get", "put", "post", "delete"]
    let described = paths.flatMap { path, item in
      item.keys.filter(methods.contains).map { "\($0.uppercased()) \(path)" }
    }
    #expect(described.sorted() == service.operations)
  }

  @Test func `every code that an answer can have stands in the description of the interface`()
    throws
  {
    let schemas = try #require(
      (try Self.document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
    let listed = try #require(schemas["ProblemCode"]?["enum"] as? [String])
    #expect(listed == ProblemCode.allCases.filter { $0.status != nil }.map(\.rawValue))
  }

  @Test func `the table of settings has every setting with its default and range`() throws {
    let rows = try Self.text("service.md").split(separator: "\n").filter { $0.hasPrefix("| `--") }
    let defaults = ServiceSettings()
    let expected = ServiceSettings.table.map { setting in
      let value = setting.text(of: defaults)
      return "| `\(setting.option)` | \(value.isEmpty ? "" : "`\(value)`") | \(setting.range) |"
        + " \(setting.meaning) |"
    }
    #expect(rows.map(String.init) == expected)
  }

  @Test func `a setting takes the ends of its range and nothing beyond`() throws {
    func read(_ value: String) -> Int? {
      try? ServiceSettings.read(environment: ["AVATAR_OVERLAY_MAX_PARTS": value]) { _ in nil }
        .settings.http.maximumParts
    }
    #expect(read("4") == 4)
    #expect(read("256") == 256)
    #expect(read("3") == nil)
    #expect(read("257") == nil)
    #expect(read("many") == nil)
  }

  @Test func `an option wins over its variable, and a mistyped variable is named`() throws {
    let environment = ["AVATAR_OVERLAY_PORT": "1", "AVATAR_OVERLAY_PROT": "2"]
    let (settings, warnings) = try ServiceSettings.read(environment: environment) {
      $0 == "--port" ? "3" : nil
    }
    #expect(settings.port == 3)
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("did you mean AVATAR_OVERLAY_PORT?") == true)
  }

  @Test func `every variable that the documents and examples name is one that something reads`()
    throws
  {
    // Those of the command line, of tests and of scripts; the service knows the others.
    let others: Set = [
      "AVATAR_OVERLAY_MEDIAPIPE", "AVATAR_OVERLAY_MODELS", "AVATAR_OVERLAY_MODELS_ADDRESS",
      "AVATAR_OVERLAY_SHARE", "AVATAR_OVERLAY_PROGRAM",
      "AVATAR_OVERLAY_CARDS", "AVATAR_OVERLAY_SCENES", "AVATAR_OVERLAY_RECORD",
      "AVATAR_OVERLAY_ISA",
      "AVATAR_OVERLAY_CHECK_ROUNDS", "AVATAR_OVERLAY_CHECK_SEED", "AVATAR_OVERLAY_KERNEL_CASES",
      "AVATAR_OVERLAY_GOLDEN_STORE", "AVATAR_OVERLAY_KEY", "AVATAR_OVERLAY_OPEN_FIGURES",
      "AVATAR_OVERLAY_OPEN_PAGE",
      "AVATAR_OVERLAY_REVIEW_ADDRESS", "AVATAR_OVERLAY_REVIEW_PICTURE", "AVATAR_OVERLAY_REF",
      "AVATAR_OVERLAY_REPOSITORY", "AVATAR_OVERLAY_WEB_PAGE_ADDRESS",
      "AVATAR_OVERLAY_WEB_PAGE_PICTURE",
      "AVATAR_OVERLAY_SHARED_RUNTIME", "AVATAR_OVERLAY_SOAK_MINUTES", "AVATAR_OVERLAY_TEST_S3",
      "AVATAR_OVERLAY_PART_KEY",
    ]
    let settings = Set(ServiceSettings.table.map(\.variable))
    var found: Set<String> = []
    for folder in ["Documentation", "Examples", "Scripts", "README.md", "CONTRIBUTING.md"] {
      let place = Self.root.appending(path: folder)
      let names = FileManager.default.subpaths(atPath: place.path) ?? []
      for file in names.isEmpty ? [place] : names.map({ place.appending(path: $0) }) {
        // Pictures are no text.
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
        for match in text.matches(of: /AVATAR_OVERLAY_[A-Z0-9_]*[A-Z0-9]/) {
          let name = String(match.output)
          found.insert(name)
          #expect(
            settings.contains(name) || others.contains(name), "\(file.lastPathComponent): \(name)")
        }
      }
    }
    #expect(found.isSuperset(of: ["AVATAR_OVERLAY_DATA", "AVATAR_OVERLAY_TRUSTED_PROXIES"]))
  }

  @Test func `the unit of systemd leaves the service the time that it takes to stop`() throws {
    let unit = try String(
      contentsOf: Self.root.appending(path: "Examples/systemd/avatar-overlay.service"),
      encoding: .utf8)
    let seconds = try #require(unit.firstMatch(of: /TimeoutStopSec=([0-9]+)/)).output.1
    #expect(try #require(Double(seconds)) >= ServiceSettings().stopSeconds + 10)
  }
}
