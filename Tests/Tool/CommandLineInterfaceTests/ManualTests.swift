import Foundation
import TestSupport
import Testing

/// The manual pages and completions that packages have, made from the program's help.
///
/// `Scripts/check-manual.sh` asks the completions in all three shells.
@Suite struct ManualTests {
  @Test func `the help's layout is the one that pages and completions are made from`() throws {
    let folder = try ScratchFolder()
    let script = SharedData.packageRoot.appending(path: "Scripts/package-manual.py").path
    try Program.python.succeed(
      [script, "--help-only", Program.product.path, folder.path("made")], in: folder)
    for verb in HelpTests.verbs {
      let page = "made/man1/avatar-overlay-\(verb.replacing(" ", with: "-")).1"
      let text = String(decoding: try folder.bytes(page), as: UTF8.self)
      #expect(text.contains(".SH OPTIONS") && text.contains("\\-\\-help"), "\(page)")
    }
    // As bash calls it, for the words of a line.
    func offered(_ words: String) throws -> Set<String> {
      let ask = "COMP_WORDS=(avatar-overlay \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
      let outcome = try Program(named: "bash").run(
        [
          "-c",
          "source made/bash/avatar-overlay; \(ask) _avatar_overlay; printf '%s\\n' \"${COMPREPLY[@]}\"",
        ], in: folder)
      return Set(outcome.text.split(separator: "\n").map(String.init))
    }
    #expect(try offered("keys ''").isSuperset(of: ["create", "rotate", "list"]))
    #expect(try offered("render --fit ''") == ["stretch", "pad", "cover"])
    #expect(try offered("render --mirr") == ["--mirror"])
  }
}
