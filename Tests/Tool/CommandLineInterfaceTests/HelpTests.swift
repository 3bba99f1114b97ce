import Foundation
import TestSupport
import Testing

@Suite struct HelpTests {
  static let verbs = [
    "render", "snapshot", "inspect", "avatars list", "avatars lint", "avatars preview",
    "avatars new", "avatars relief", "avatars template", "scenes new", "scenes preview",
    "tracker install", "tracker status", "cards list",
    "cards lint", "cards preview", "compare",
    "verify", "approve", "report", "align", "sample", "keys create", "keys list", "keys disable",
    "keys rotate", "keys signing", "audit verify", "session run", "track", "serve", "backup",
    "restore", "erase",
  ]

  @Test func `help of the tool names every verb and every exit code`() throws {
    let folder = try ScratchFolder()
    for words in [["--help"], ["-h"], ["help"]] {
      let outcome = try Program.product.run(words, in: folder)
      #expect(outcome.exitCode == 0)
      #expect(outcome.error.isEmpty)
      for word in Self.verbs + ["64", "65", "66", "70", "73", "75", "130"] {
        #expect(outcome.text.contains(word), "\(word)")
      }
    }
  }

  @Test func `help of a verb's first word names what may follow`() throws {
    let outcome = try Program.product.run(["cards", "--help"], in: try ScratchFolder())
    #expect(outcome.exitCode == 0 && outcome.error.isEmpty)
    for verb in ["cards list", "cards lint", "cards preview"] {
      #expect(outcome.text.contains(verb))
    }
  }

  /// An option that the help names but the parser does not know would be refused.
  @Test(arguments: verbs)
  func `help of a verb names options that the verb takes`(verb: String) throws {
    let folder = try ScratchFolder()
    let words = verb.split(separator: " ").map(String.init)
    let help = try Program.product.run(words + ["--help", "all"], in: folder)
    #expect(help.exitCode == 0)
    #expect(help.text.contains("Examples:"))
    let usages = help.text.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^  (?:-\w, )?(--[a-z0-9-]+)( \S+)?/)
    }
    var arguments: [String] = []
    for usage in usages where usage.1 != "--help" {
      arguments.append(String(usage.1))
      // The columns are two spaces apart, a placeholder is one.
      if usage.2 != nil { arguments.append("1") }
    }
    #expect(!arguments.isEmpty)
    let all = try Program.product.run(words + arguments + ["--help", "all"], in: folder)
    #expect(all.exitCode == 0, "\(all.error)")
    #expect(all.text == help.text)
    #expect(try Program.product.run(["help"] + words + ["all"], in: folder).text == help.text)
  }

  @Test(arguments: verbs)
  func `help of a verb without all fits a screen, and its options are of the whole`(
    verb: String
  ) throws {
    let folder = try ScratchFolder()
    let words = verb.split(separator: " ").map(String.init)
    let short = try Program.product.run(words + ["--help"], in: folder).text
    let whole = try Program.product.run(words + ["--help", "all"], in: folder).text
    let lines = short.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 36)
    #expect(try Program.product.run(["help"] + words, in: folder).text == short)
    guard short != whole else { return }
    #expect(lines.last { !$0.isEmpty } == "--help all lists every option")
    let options = lines.drop { $0 != "Options:" }.dropFirst().prefix { !$0.isEmpty }
    #expect(options.contains { $0.hasPrefix("  --") || $0.hasPrefix("  -o, --") })
    let known = Set(whole.split(separator: "\n"))
    #expect(options.allSatisfy(known.contains))
  }

  @Test func `help of the version names the kernels and the libraries`() throws {
    let outcome = try Program.product.run(["--version"], in: ScratchFolder())
    #expect(outcome.exitCode == 0)
    #expect(outcome.text.contains("kernels: "))
    #expect(outcome.text.contains("libavcodec"))
  }
}
