import Digests
import Foundation
import TestSupport
import Testing

/// What receipts state, which any user with write access to the store may have written.
@Suite struct PartReceiptTests {
  private static let secret = "correct horse battery staple"

  private func stage(_ options: [String] = []) throws -> PartsStage {
    let stage = try PartsStage(frames: 8)
    try stage.plan(parts: 2)
    try stage.folder.write(Self.secret + "\n", to: "key")
    for part in 0..<2 {
      try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"] + options)
    }
    return stage
  }

  /// Changes the receipt of part 1.
  private func edit(_ stage: PartsStage, _ change: (String) throws -> String) throws {
    let name = try stage.file(1, "json")
    let text = String(decoding: try stage.folder.bytes(name), as: UTF8.self)
    let other = try change(text)
    try #require(other != text)
    try stage.folder.write(other, to: name)
  }

  @Test(arguments: [
    (#"("facesDrawnFrames": )\d+"#, "${1}5"), (#"("facesDrawnFrames": )\d+"#, "${1}1000000000"),
    (#"("frames": )\d+"#, "${1}3"), (#"("frames": )\d+"#, "${1}5000"),
    (#"("delay": )\d+"#, "${1}65"), (#"("damage": )null"#, "${1}7"),
  ])
  func `numbers that the plan cannot have come to are damage`(
    pattern: String, replacement: String
  ) throws {
    let stage = try stage()
    try edit(stage) { text in
      let expression = try NSRegularExpression(pattern: pattern)
      return expression.stringByReplacingMatches(
        in: text, range: NSRange(text.startIndex..., in: text),
        withTemplate: replacement.replacing("${1}", with: "$1"))
    }
    let join = try stage.run(["join", "plan.json", "--store", "store"])
    #expect(join.exitCode == 74 && join.error.contains("part 1 is damaged"), "\(join.error)")
    let made = try stage.succeed(["part", "plan.json", "1", "--store", "store"])
    #expect(!made.error.contains("was done already"))
    try stage.succeed(["join", "plan.json", "--store", "store"])
  }

  /// Lines of their own would be taken for the program's.
  @Test func `texts of a receipt are shown on one line each, and not at any length`() throws {
    let stage = try stage()
    let length = 100_000
    let long = String(repeating: "x", count: length)
    try edit(stage) { text in
      text.replacing("\"damage\": null", with: #""damage": "a\nerror: forged\r\u001b[2J\#(long)""#)
        .replacing(
          "\"notes\": []",
          with: #""notes": [{"kind": "finding", "line": "b\nerror: forged \#(long)"}]"#)
    }
    let join = try stage.run(["join", "plan.json", "--store", "store", "--progress", "none"])
    #expect(join.exitCode == 65)
    #expect(join.errorLines.contains { $0.hasPrefix("error: a\u{FFFD}error: forged") })
    #expect(!join.errorLines.contains { $0.hasPrefix("error: forged") }, "\(join.errorLines)")
    #expect(!join.error.contains("\u{1b}") && join.error.utf8.count < length)
  }

  @Test func `a signature is the HMAC-SHA256 of the receipt without it`() throws {
    let stage = try stage(["--part-key", "key"])
    let text = String(decoding: try stage.folder.bytes(stage.file(1, "json")), as: UTF8.self)
    let found = try #require(text.firstMatch(of: /,\s*"signature": "([0-9a-f]{64})"/))
    var unsigned = text
    unsigned.removeSubrange(found.range)
    // By another program.
    try stage.folder.write(unsigned, to: "unsigned")
    let code = try Program(named: "openssl").succeed(
      ["dgst", "-sha256", "-hmac", Self.secret, "unsigned"], in: stage.folder)
    #expect(String(decoding: code, as: UTF8.self).contains(found.output.1))
  }

  @Test func `with a key only parts that are signed with it count`() throws {
    let stage = try stage(["--part-key", "key"])
    let with = ["--store", "store", "--part-key", "key"]
    try stage.folder.write("another key of parts", to: "other")
    for more in [with, ["--store", "store"]] {
      try stage.succeed(["join", "plan.json", "--overwrite"] + more)
      let done = try stage.succeed(["part", "plan.json", "1"] + more)
      #expect(done.error.contains("was done already"))
    }
    let foreign = try stage.run(
      ["join", "plan.json", "--overwrite", "--store", "store"],
      environment: ["AVATAR_OVERLAY_PART_KEY": "other"])
    #expect(foreign.exitCode == 74 && foreign.error.contains("not signed with the key"))
    // Another clip in the place of one, with the hashes that belong to it.
    let (data, old) = (try stage.file(1, "data"), try stage.folder.bytes(stage.file(1, "data")))
    var bytes = old
    bytes[bytes.count / 2] ^= 1
    try stage.folder.write(bytes, to: data)
    try edit(stage) { $0.replacing(SHA256.hex(of: old), with: SHA256.hex(of: bytes)) }
    let status = try stage.succeed(["status", "plan.json", "--json"] + with).text
    #expect(status.contains("\"damaged\": [1]"))
    let refused = try stage.run(["join", "plan.json", "--overwrite"] + with)
    #expect(refused.exitCode == 74 && refused.error.contains("part 1 is damaged"))
    let made = try stage.succeed(["part", "plan.json", "1"] + with)
    #expect(!made.error.contains("was done already"))
    #expect(try stage.folder.bytes(data) == old)
    // Without a signature, and with that of another part.
    let signature = /"signature": "[0-9a-f]{64}"/
    let first = String(decoding: try stage.folder.bytes(stage.file(0, "json")), as: UTF8.self)
    let other = try #require(first.firstMatch(of: signature)).output
    for replacement in [String(other), "\"signature\": \"\""] {
      try edit(stage) { $0.replacing(signature, with: replacement) }
      #expect(try stage.run(["join", "plan.json", "--overwrite"] + with).exitCode == 74)
    }
    try stage.succeed(["part", "plan.json", "1"] + with)
    try stage.succeed(["join", "plan.json", "--overwrite"] + with)
  }

  @Test func `a key that is missing, short or long is told`() throws {
    let stage = try stage()
    for (length, code) in [(15, 65), (16, 0), (4096, 0), (4097, 65)] {
      try stage.folder.write(String(repeating: "k", count: length), to: "k")
      let outcome = try stage.run(
        ["status", "plan.json", "--store", "store", "--part-key", "k"])
      #expect(outcome.exitCode == Int32(code), "\(length): \(outcome.error)")
    }
    let missing = try stage.run(
      ["status", "plan.json", "--store", "store", "--part-key", "none"])
    #expect(missing.exitCode == 66 && missing.error.contains("none"))
    let folder = try stage.run(["status", "plan.json", "--store", "store", "--part-key", "store"])
    #expect(folder.exitCode == 65)
  }
}
