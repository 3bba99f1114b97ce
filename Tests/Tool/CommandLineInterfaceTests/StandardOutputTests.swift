import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Standard output that takes nothing: whatever a verb writes there, and where that is lost it is an error.
@Suite(.mostlyWaiting) struct StandardOutputTests {
  /// What becomes of standard output.
  enum Sink: String, CaseIterable { case fullDisk, closedPipe }

  /// A stage with something for every verb to show.
  private static func prepared() throws -> ToolStage {
    let stage = try ToolStage()
    for (name, share) in [("a", 200), ("b", 40)] {
      let picture = try SyntheticAvatar.solid(16, 16, RGBA8(UInt8(share), 30, 40))
      try stage.folder.write(try PNG.encode(picture), to: "\(name).png")
    }
    try stage.folder.write("{\"version\": 2}", to: "bad/ox/avatar.json")
    try stage.folder.write("{\"version\": 2}", to: "bad-cards/x/card.json")
    try stage.folder.write("{\"version\": 2}", to: "bad-scenes/x/scene.json")
    try stage.folder.write("{\"teeth\": {\"openAbove\": 2}}", to: "session.json")
    try stage.folder.write(
      """
      {"format": "avatar-session-labels/1", "recordings": [
        {"name": "in", "teeth": [[0, 80]], "brushing": []}]}
      """, to: "labels.json")
    try stage.folder.write(
      """
      {"format": "golden-suite/1", "cases": [
        {"name": "a", "recording": "../in.mkv", "avatar": "../Avatars/mask"}]}
      """, to: "Golden/golden.json")
    let quiet = ["--progress", "none"]
    for words in [
      ["plan", "in.mkv", "--avatar", "mask", "-o", "out/planned.mkv", "--parts", "2"]
        + ["--plan", "plan.json"],
      ["keys", "create", "--data", "data", "--tenant", "ada", "--scopes", "frames"],
      ["backup", "--data", "data", "-o", "backup"] + quiet,
    ] {
      let outcome = try stage.run(words)
      try #require(outcome.exitCode == 0, "\(words): \(outcome.error)")
    }
    let verified = try stage.run(["verify"] + quiet, environment: ["CI": ""])
    try #require(verified.exitCode == 1, "\(verified.error)")
    return stage
  }

  /// A key that is valid, for verbs that end one.
  private static func key(_ stage: ToolStage) throws -> String {
    let made = try stage.run(
      "keys", "create", "--data", "data", "--tenant", "ada", "--scopes", "frames")
    return String(made.text.dropFirst(3).prefix(10))
  }

  private static let cards = SharedData.packageRoot.appending(path: "Cards").path
  private static let scenes = SharedData.packageRoot.appending(path: "Scenes").path

  /// The verbs that have nothing to write to standard output.
  private static let silent = [
    "part", "join", "track", "approve", "reel", "sample", "avatars new", "scenes new",
    "tracker install",
  ]

  /// What each other verb is called with so that it writes to standard output; one without a line here fails the
  /// test.
  private static let calls: [String: @Sendable (ToolStage, Sink) throws -> [String]] = [
    "render": { _, _ in ["in.mkv", "--avatar", "mask", "--progress", "none", "-o", "-"] },
    "plan": { _, _ in ["in.mkv", "--avatar", "mask", "-o", "out/p.mkv", "--parts", "2"] },
    "status": { _, _ in ["plan.json", "--store", "store", "--json"] },
    "snapshot": { _, sink in
      ["in.mkv", "--avatar", "mask", "-o", "out/\(sink).png", "--json"]
    },
    "inspect": { _, _ in ["in.mkv", "--json"] },
    "avatars list": { _, _ in [] },
    "avatars lint": { _, _ in ["--avatars", "bad"] },
    "avatars preview": { _, _ in ["mask", "-o", "-"] },
    "avatars relief": { _, _ in ["Avatars/mask/0.png", "-o", "-"] },
    "avatars template": { _, _ in ["--face", "-o", "-"] },
    "tracker status": { _, _ in ["--json"] },
    "cards list": { _, _ in ["--cards", cards] },
    "cards lint": { _, _ in ["--cards", "bad-cards"] },
    "cards preview": { _, _ in ["zodiac", "--cards", cards, "-o", "-"] },
    "scenes list": { _, _ in ["--scenes", scenes] },
    "scenes lint": { _, _ in ["--scenes", "bad-scenes"] },
    "scenes score": { _, _ in ["--scenes", "\(scenes)/rain-water", "--json"] },
    "scenes pack": { _, _ in ["rain-water", "--scenes", scenes, "-o", "-"] },
    "scenes preview": { _, _ in ["rain-water", "--scenes", scenes, "-o", "-"] },
    // Pictures that differ: without their report, 1 would be as if the report were whole.
    "compare": { _, _ in ["a.png", "b.png", "--json", "--progress", "none"] },
    "verify": { _, _ in ["--json", "--progress", "none"] },
    "report": { _, _ in ["--json"] },
    "align": { _, _ in ["in.mkv", "--avatar", "mask", "--json"] },
    "session run": { _, _ in ["--tracking", "in.jsonl"] },
    "session check": { _, _ in ["session.json"] },
    "session tune": { _, _ in
      [".", "--labels", "labels.json", "--threshold", "teeth.openAbove", "--values", "0.2"]
    },
    "serve": { _, _ in ["--print-openapi"] },
    "health": { stage, _ in
      // A service that answers once.
      let script =
        "import http.server, sys\n"
        + "class Answer(http.server.BaseHTTPRequestHandler):\n"
        + "  def do_GET(self):\n    self.send_response(200); self.end_headers()\n"
        + "    self.wfile.write(b'{}')\n"
        + "  def log_message(self, *words): pass\n"
        + "server = http.server.HTTPServer(('127.0.0.1', 0), Answer)\n"
        + "print(server.server_port, file=sys.stderr, flush=True)\n"
        + "server.handle_request()\n"
      let server = try Program.python.start(["-c", script], in: stage.folder)
      try #require(server.waitForError(containing: "\n"))
      server.letGo()
      let port = server.errorText.split(separator: "\n").first ?? "0"
      return ["--url", "http://127.0.0.1:\(port)"]
    },
    "keys create": { _, _ in ["--data", "data", "--tenant", "ada", "--scopes", "frames"] },
    "keys list": { _, _ in ["--data", "data"] },
    "keys disable": { stage, _ in [try key(stage), "--data", "data", "--json"] },
    "keys rotate": { stage, _ in [try key(stage), "--data", "data"] },
    "keys signing": { _, _ in ["--data", "data", "--tenant", "ada"] },
    "audit verify": { stage, _ in
      // A log without a line.
      let zeros = { String(repeating: "0", count: $0) }
      try stage.folder.write("\(zeros(16)) \(zeros(64))\n", to: "log/head")
      return ["log", "--json"]
    },
    "backup": { _, sink in
      ["--data", "data", "-o", "out/backup-\(sink)", "--json", "--progress", "none"]
    },
    "restore": { _, sink in
      ["backup", "--data", "out/restored-\(sink)", "--json", "--progress", "none"]
    },
    "erase": { _, _ in ["--subject", "child-4", "--data", "data", "--json"] },
  ]

  /// The verbs, as the program's own help lists them.
  private static func verbs() throws -> [String] {
    let help = try Program.product.run(["--help"]).text
    let block = try #require(help.split(separator: "Verbs:\n").last?.split(separator: "\n\n").first)
    return block.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^ {2}([a-z]+(?: [a-z]+)?) {2}/).map { String($0.1) }
    }
  }

  /// Runs the tool with standard output as it is, and gives its end.
  private static func run(
    _ words: [String], into sink: Sink, in stage: ToolStage
  ) throws -> (code: String, error: Program.Outcome) {
    let script =
      switch sink {
      case .fullDisk: "\"$@\" >/dev/full; echo $? >code"
      // The reader is gone before the first byte.
      case .closedPipe:
        "rm -f go; mkfifo go; { cat <go >/dev/null; \"$@\"; echo $? >code; }"
          + " | { exec 0<&-; echo >go; }"
      }
    let outcome = try Program.shell.run(
      ["-c", script, "sh", Program.product.path] + words, in: stage.folder,
      environment: ["CI": ""])
    return (String(decoding: try stage.folder.bytes("code"), as: UTF8.self), outcome)
  }

  private static func expectUnwritten(
    _ words: [String], into sink: Sink, in stage: ToolStage
  ) throws {
    let (code, outcome) = try run(words, into: sink, in: stage)
    #expect(code == "73\n", "\(words) into \(sink): \(outcome.error)")
    let errors = outcome.errorLines.filter { $0.hasPrefix("error: ") }
    #expect(
      errors.count == 1 && errors[0].hasPrefix("error: standard output: cannot be written ("),
      "\(words) into \(sink): \(outcome.error)")
  }

  @Test func `a verb whose result cannot be written ends with 73, whatever else it would say`()
    throws
  {
    let stage = try Self.prepared()
    let verbs = try Self.verbs()
    #expect(verbs.sorted() == (Self.calls.keys + Self.silent).sorted())
    for verb in verbs {
      guard let call = Self.calls[verb] else { continue }
      for sink in Sink.allCases {
        let words = verb.split(separator: " ").map(String.init) + (try call(stage, sink))
        try Self.expectUnwritten(words, into: sink, in: stage)
      }
    }
  }

  @Test func `help and versions that cannot be written end with 73`() throws {
    let stage = try ToolStage()
    for sink in Sink.allCases {
      for words in [["--help"], ["--version"], ["keys", "--help"], ["isolated"]] {
        try Self.expectUnwritten(words, into: sink, in: stage)
      }
    }
    for verb in try Self.verbs() {
      let words = verb.split(separator: " ").map(String.init)
      try Self.expectUnwritten(words + ["--help", "all"], into: .fullDisk, in: stage)
    }
  }

  @Test func `a verb that writes files alone writes nothing to standard output`() throws {
    let stage = try Self.prepared()
    for words in [
      ["part", "plan.json", "0", "--store", "store"],
      ["part", "plan.json", "1", "--store", "store"],
      ["join", "plan.json", "--store", "store"],
      ["track", "in.mkv", "--no-faces", "--detect-cards", Self.scenes, "-o", "out/t.jsonl"],
      ["approve", "--all"], ["reel", "in.mkv", "-o", "out/r.mp4", "--progress", "none"],
      ["sample", "-o", "out/sample", "--size", "96x54"],
    ] {
      let outcome = try stage.run(words, environment: ["CI": ""])
      #expect(outcome.exitCode == 0, "\(words): \(outcome.error)")
      #expect(outcome.output.isEmpty, "\(words)")
    }
  }

  @Test func `what is written when standard output is closed goes into no other file`() throws {
    let stage = try ToolStage()
    let outcome = try Program.shell.run(
      [
        "-c", "exec \"$0\" session run --tracking in.jsonl --events out/e.jsonl >&-",
        Program.product.path,
      ], in: stage.folder)
    #expect(outcome.exitCode == 73, "\(outcome.error)")
    #expect(outcome.error.contains("standard output: cannot be written (it is closed)"))
    let lines = String(decoding: try stage.folder.bytes("out/e.jsonl"), as: UTF8.self)
    #expect(lines.split(separator: "\n").allSatisfy { $0.hasPrefix("{") }, "\(lines)")
  }

  /// A pipe of another program's that does not wait, whose reader is slow.
  @Test func `a stream that takes no more for a while is waited for`() throws {
    let stage = try ToolStage()
    let script =
      "import os, subprocess, sys\n"
      + "r, w = os.pipe()\nos.set_blocking(w, False)\n"
      + "p = subprocess.Popen(sys.argv[1:], stdout=w)\nos.close(w)\n"
      + "n = 0\n"
      + "while True:\n  b = os.read(r, 4096)\n  n += len(b)\n  if not b: break\n"
      + "print(n, p.wait())\n"
    let words = ["serve", "--print-openapi"]
    let whole = try stage.run(words).output.count
    try #require(whole > 1 << 16)
    let outcome = try Program.python.run(
      ["-c", script, Program.product.path] + words, in: stage.folder)
    #expect(outcome.text == "\(whole) 0\n", "\(outcome.error)")
  }
}
