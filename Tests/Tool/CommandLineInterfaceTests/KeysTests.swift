import Foundation
import TestSupport
import Testing

@Suite struct KeysTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ words: String...) throws -> Program.Outcome {
    try Program.product.run(["keys"] + words + ["--data", folder.path("data")], in: folder)
  }

  private func json(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let value = try JSONSerialization.jsonObject(with: outcome.output)
    return value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]]
  }

  @Test func `the verbs of keys make, list, rotate and disable keys; a secret is shown once`()
    throws
  {
    let made = try run(
      "create", "--tenant", "ada", "--scopes", "renders,frames", "--expires", "30", "--name",
      "on call")
    #expect(made.exitCode == 0)
    let key = made.text.trimmingCharacters(in: .newlines)
    #expect(key.wholeMatch(of: /ao_[0-9a-z]{10}_[0-9a-z]{59}/) != nil)
    let id = String(key.dropFirst(3).prefix(10))
    let listed = try #require(json(run("list", "--json")).first)
    #expect(listed["id"] as? String == id)
    #expect(listed["scopes"] as? [String] == ["frames", "renders"])
    #expect(listed["name"] as? String == "on call")
    #expect(listed["standing"] as? String == "valid")
    #expect(listed["key"] == nil)
    #expect(try !run("list").text.contains(key.suffix(20)))
    #expect(try json(run("list", "--json", "--tenant", "bob")).first?.isEmpty ?? true)

    let rotated = try run("rotate", id, "--overlap", "0")
    #expect(rotated.exitCode == 0)
    let next = String(rotated.text.dropFirst(3).prefix(10))
    let standings = try json(run("list", "--json")).reduce(into: [String: String]()) {
      $0[$1["id"] as? String ?? ""] = $1["standing"] as? String
    }
    #expect(standings == [id: "expired", next: "valid"])
    let again = try run("rotate", id)
    #expect(again.exitCode == 65)
    #expect(again.error.contains("is expired"))
    let disabled = try json(run("disable", next, "--json")).first
    #expect(disabled?["standing"] as? String == "disabled")
  }

  @Test func `the verbs of keys show what webhooks are signed with, and not what links are`() throws
  {
    _ = try run("create", "--tenant", "ada", "--scopes", "frames")
    let first = try run("signing", "--tenant", "ada").text
    #expect(first.wholeMatch(of: /aos_[0-9a-z]{52}\n/) != nil)
    #expect(try run("signing", "--tenant", "ada").text == first)
    #expect(try run("signing", "--tenant", "bob").text != first)
    let both = try run("signing", "--tenant", "ada", "--rotate").text.split(separator: "\n")
    #expect(both.count == 2)
    #expect(both[1] == first.dropLast())
    #expect(try !run("signing", "--links", "--json").text.contains("aos_"))
  }

  /// Runs a verb of keys whose standard output takes nothing.
  private func runUnseen(_ words: String...) throws -> Program.Outcome {
    try Program.shell.run(
      ["-c", "exec \"$0\" keys \"$@\" >/dev/full", Program.product.path] + words
        + ["--data", folder.path("data")], in: folder)
  }

  @Test(arguments: [[], ["--json"]])
  func `a key whose secret could not be shown is not valid, and that is said`(more: [String])
    throws
  {
    let words = ["keys", "create", "--tenant", "ada", "--scopes", "frames"] + more
    let outcome = try Program.shell.run(
      ["-c", "exec \"$0\" \"$@\" >/dev/full", Program.product.path] + words
        + ["--data", folder.path("data")], in: folder)
    #expect(outcome.exitCode == 73 && outcome.errorLines.count == 1, "\(outcome.error)")
    let key = try #require(json(run("list", "--json")).first)
    #expect(key["standing"] as? String == "disabled")
    let id = try #require(key["id"] as? String)
    #expect(outcome.error.contains("the key \(id), whose secret was not shown, is disabled"))
  }

  @Test func `a key stays as it is where the one in its place could not be shown`() throws {
    _ = try run("create", "--tenant", "ada", "--scopes", "frames")
    let before = try #require(json(run("list", "--json")).first)
    let id = try #require(before["id"] as? String)
    #expect(try runUnseen("rotate", id, "--overlap", "0").exitCode == 73)
    let after = try json(run("list", "--json"))
    #expect(after.count == 1 && after[0]["standing"] as? String == "valid")
    #expect(after[0]["expiresAt"] as? String == nil)
  }

  @Test func `a signing secret that could not be shown is shown again`() throws {
    _ = try run("create", "--tenant", "ada", "--scopes", "frames")
    let first = try run("signing", "--tenant", "ada").text
    let unseen = try runUnseen("signing", "--tenant", "ada", "--rotate")
    #expect(unseen.exitCode == 73 && unseen.error.contains("the rotation is done"))
    let now = try run("signing", "--tenant", "ada").text
    #expect(now != first && now.hasSuffix(first))
  }

  static let bad: [(words: [String], code: Int32, says: String)] = [
    (["create", "--scopes", "frames"], 64, "--tenant"),
    (["create", "--tenant", "a"], 64, "--scopes"),
    (["create", "--tenant", "a", "--scopes", ""], 64, "unknown scope"),
    (["create", "--tenant", "a", "--scopes", "frame"], 64, "did you mean frames?"),
    (["create", "--tenant", "A b", "--scopes", "frames"], 64, "A b"),
    (["create", "--tenant", "a", "--scopes", "frames", "--expires", "0"], 64, "1 to 3650"),
    (["create", "--tenant", "a", "--scopes", "frames", "--expires", "3651"], 64, "1 to 3650"),
    (["create", "--tenant", "a", "--scopes", "frames", "--name", "a\nb"], 64, "one line"),
    (["list"], 66, "service.sqlite"), (["disable", "x"], 66, "service.sqlite"),
    (["rotate", "x", "--overlap", "721"], 64, "0 to 720"),
    (["signing"], 64, "--links"), (["signing", "--links", "--tenant", "a"], 64, "--links"),
  ]

  @Test func `the verbs of keys name what is wrong, and make nothing then`() throws {
    for (words, code, says) in Self.bad {
      let outcome = try Program.product.run(
        ["keys"] + words + ["--data", folder.path("data")], in: folder)
      #expect(outcome.exitCode == code, "\(words)")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.error.contains(says), "\(words): \(outcome.error)")
    }
    #expect(try folder.names().isEmpty)
    let outcome = try Program.product.run(["keys", "list"], in: folder)
    #expect(outcome.exitCode == 64)
    _ = try run("create", "--tenant", "ada", "--scopes", "frames")
    #expect(try run("disable", "absent").exitCode == 66)
    #expect(try run("rotate", "absent").exitCode == 66)
    #expect(try run("list", "--tenant", "bob").error.contains("no keys of the tenant bob"))
  }

  @Test func `the help of keys create has every scope, and what is needed`() throws {
    let help = try Program.product.run(["keys", "create", "--help"], in: folder).text
    for scope in ["frames", "renders", "avatars:write", "scenes:write", "admin"] {
      #expect(help.contains(scope), "\(scope)")
    }
    let usage = "avatar-overlay keys create --data DIR --tenant NAME --scopes LIST"
    #expect(help.hasPrefix(usage), "\(help)")
  }

  @Test func `a whole key in the place of its id is not repeated`() throws {
    let key = try run("create", "--tenant", "ada", "--scopes", "frames").text
      .trimmingCharacters(in: .newlines)
    for verb in ["disable", "rotate"] {
      let outcome = try run(verb, key)
      #expect(outcome.exitCode == 66 && outcome.error.contains("give the key's id"))
      #expect(!outcome.error.contains(key.suffix(40).prefix(8)))
    }
  }
}
