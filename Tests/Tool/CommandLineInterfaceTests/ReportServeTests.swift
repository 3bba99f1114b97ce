import Foundation
import TestSupport
import Testing

/// `report --serve`: pictures are approved on the page, as by the verb `approve`.
@Suite(.mostlyWaiting) struct ReportServeTests {
  /// A suite of three cases that have goldens, of which two differ by now.
  private static func stage(_ header: String = "") throws -> ToolStage {
    let stage = try ToolStage()
    func write(_ more: String) throws {
      try stage.folder.write(
        """
        {"format": "golden-suite/1", \(header)
         "defaults": {"recording": "../in.mkv", "avatar": "mask"},
         "cases": [{"name": "a"}, {"name": "b/c", "frame": 3\(more)}, {"name": "d"\(more)}]}
        """, to: "Golden/golden.json")
    }
    let ada = ["CI": "", "GIT_AUTHOR_NAME": "Ada"]
    let verify = ["verify", "--progress", "none"]
    try write("")
    _ = try stage.run(verify, environment: ada)
    let recorded = try stage.run(["approve", "--all", "--reason", "first"], environment: ada)
    try #require(recorded.exitCode == 0, "\(recorded.error)")
    try write(", \"mirror\": true")
    let red = try stage.run(verify, environment: ada)
    try #require(red.exitCode == 1, "\(red.error)")
    return stage
  }

  /// Where a page is served, and what it asks for.
  private struct Served {
    var address: String
    /// What the terminal shows.
    var token: String
  }

  /// Serves a suite for as long as `body` runs, and ends it by Ctrl-C.
  private func serve(
    _ stage: ToolStage, _ more: String..., body: (Served) throws -> Void
  ) throws -> Program.Outcome {
    let served = try Program.product.start(
      ["report", "--serve"] + more, in: stage.folder,
      environment: ["CI": "", "GIT_AUTHOR_NAME": "Ada"])
    defer { served.send(SIGKILL) }
    try #require(served.waitForError(containing: "(Ctrl-C ends it)"))
    let address = try #require(served.errorText.firstMatch(of: /http:\S+/)).output
    let token = try #require(served.errorText.firstMatch(of: /token ([0-9a-f]{32})/)).output.1
    try body(Served(address: String(address), token: String(token)))
    served.send(SIGINT)
    return try served.end()
  }

  /// An answer's status and text, by curl.
  private func ask(_ words: [String]) throws -> (status: String, text: String) {
    let outcome = try Program(named: "curl").run(
      ["-s", "--noproxy", "*", "-w", "\n%{http_code}"] + words)
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    return (String(lines.last ?? ""), lines.dropLast().joined(separator: "\n"))
  }

  /// The token of the page, with which it approves.
  private func token(_ served: Served) throws -> String {
    let page = try ask(["-d", "token=\(served.token)", served.address])
    #expect(page.status == "200")
    return String(try #require(page.text.firstMatch(of: /"token":"([0-9a-f]{32})"/)).output.1)
  }

  private func approve(
    _ address: String, _ token: String, _ body: String, as type: String = "application/json",
    _ more: [String] = []
  ) throws -> (status: String, text: String) {
    try ask(
      [
        "-H", "Content-Type: \(type)", "-H", "X-Approval-Token: \(token)", "-d", body,
        address + "approve",
      ] + more)
  }

  @Test func `only the page that was served approves, and never without a reason`() throws {
    let stage = try Self.stage()
    let before = try stage.folder.bytes("Golden/d.png")
    let outcome = try serve(stage) { served in
      let (token, address) = (try token(served), served.address)
      let whole = #"{"cases": ["d"], "reason": "mirrored"}"#
      let wrong = (token.hasPrefix("0") ? "1" : "0") + token.dropFirst()
      #expect(try approve(address, wrong, whole).status == "403")
      #expect(try approve(address, "", whole).status == "403")
      #expect(try ask(["-H", "Host: example.org", address]).status == "403")
      let foreign = try approve(address, token, whole, ["-H", "Host: example.org:80"])
      #expect(foreign.status == "403" && foreign.text.contains("example.org"))
      #expect(
        try approve(address, token, whole, as: "text/plain").status == "400")
      for bad in ["", "{", #"{"cases": []}"#, #"{"cases": [], "reason": "x"}"#] {
        #expect(try approve(address, token, bad).status.hasPrefix("4"), "\(bad)")
      }
      let silent = try approve(address, token, #"{"cases": ["d"], "reason": "  "}"#)
      #expect(silent.status == "400" && silent.text.contains("state why"))
      let unknown = try approve(address, token, #"{"cases": ["d", "*"], "reason": "x"}"#)
      #expect(unknown.status == "409" && unknown.text.contains("there are no results of *"))
      #expect(try ask([address + "golden.json"]).status == "404")
      #expect(try stage.folder.bytes("Golden/d.png") == before)

      let good = try approve(address, token, whole)
      #expect(good.status == "200" && good.text.contains(#""recorded": ["d"]"#), "\(good.text)")
    }
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("d: recorded (mirrored)"))
    #expect(try stage.folder.bytes("Golden/d.png") != before)
    let provenance = String(
      decoding: try stage.folder.bytes("Golden/provenance.jsonl"), as: UTF8.self)
    #expect(provenance.contains("\"mirrored\"") && provenance.contains("\"by\": \"Ada\""))
    let verified = try stage.run(["verify", "--progress", "none"], environment: ["CI": ""])
    #expect(verified.exitCode == 1 && verified.error.contains("3 cases, 2 passed"))
  }

  /// Every user of the machine reaches the port.
  @Test func `the page needs the terminal's token, and is in no frame`() throws {
    let stage = try Self.stage()
    let outcome = try serve(stage) { served in
      func ask(_ words: String...) throws -> (status: String, text: String) {
        try self.ask(["-i"] + words + [served.address])
      }
      let approval = try token(served)
      #expect(approval != served.token)
      let form = try ask()
      #expect(form.status == "200" && form.text.contains("name=\"token\""))
      // What the page has: a case's name, its pictures, what approves.
      for secret in ["b/c", "data:image", approval, served.token] {
        #expect(!form.text.contains(secret), "\(secret)")
      }
      let wrong = [
        "token=\(served.token.hasPrefix("0") ? 1 : 0)\(served.token.dropFirst())", "token=",
        "x=\(served.token)", "",
        "token=\(approval)",
      ]
      for body in wrong {
        let refused = try ask("-d", body)
        #expect(refused.status == "403" && !refused.text.contains("data:image"), "\(body)")
      }
      #expect(try ask("-d", "token=\(served.token)", "-H", "Host: example.org").status == "403")
      // As it is copied.
      let page = try ask("-d", "token=+\(served.token)%0A")
      #expect(page.status == "200" && page.text.contains("data:image"))
      let missing = try self.ask(["-i", served.address + "none"])
      for answer in [form, page, missing, try ask("-d", "token=")] {
        #expect(answer.text.contains("frame-ancestors 'none'"))
        #expect(answer.text.contains("X-Frame-Options: DENY"))
      }
    }
    #expect(outcome.exitCode == 0, "\(outcome.error)")
  }

  @Test func `what is recorded by the page is what the verb records`() throws {
    let (one, other) = (try Self.stage(), try Self.stage())
    _ = try serve(one) { served in
      let (token, address) = (try token(served), served.address)
      let body = #"{"cases": ["b/c", "d"], "reason": "mirrored"}"#
      #expect(try approve(address, token, body).status == "200")
    }
    let approved = try other.run(
      ["approve", "--failed", "--reason", "mirrored"],
      environment: ["CI": "", "GIT_AUTHOR_NAME": "Ada"])
    #expect(approved.exitCode == 0)
    for file in ["Golden/a.png", "Golden/b/c.png", "Golden/d.png"] {
      #expect(try one.folder.bytes(file) == other.folder.bytes(file), "\(file)")
    }
    func records(_ stage: ToolStage) throws -> String {
      String(decoding: try stage.folder.bytes("Golden/provenance.jsonl"), as: UTF8.self)
        .replacing(/"at": "[^"]*"/, with: "")
    }
    #expect(try records(one) == records(other))
  }

  @Test func `what is approved on the page goes into the golden store`() throws {
    let stage = try Self.stage("\"goldenStore\": \"../store\",")
    func contents() throws -> Int {
      try stage.folder.names(in: "store").reduce(0) {
        try $0 + stage.folder.names(in: "store/\($1)").count
      }
    }
    let (before, pointer) = (try contents(), try stage.folder.bytes("Golden/d.png"))
    try FileManager.default.moveItem(
      atPath: stage.folder.path("store"), toPath: stage.folder.path("aside"))
    // The store of this machine.
    _ = try serve(stage, "--golden-store", "aside") { served in
      let (token, address) = (try token(served), served.address)
      let good = try approve(address, token, #"{"cases": ["d"], "reason": "mirrored"}"#)
      #expect(good.status == "200" && good.text.contains(#""recorded": ["d"]"#), "\(good.text)")
    }
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("store")))
    try FileManager.default.moveItem(
      atPath: stage.folder.path("aside"), toPath: stage.folder.path("store"))
    #expect(try contents() == before + 1)
    let now = try stage.folder.bytes("Golden/d.png")
    #expect(now != pointer && now.starts(with: "{\"format\": \"golden-pointer/1\"".utf8))
    let verified = try stage.run(["verify", "--progress", "none"], environment: ["CI": ""])
    #expect(verified.exitCode == 1 && verified.error.contains("3 cases, 2 passed"))
  }

  @Test(.enabled(if: Browser.isExpected, Comment(rawValue: Browser.absent)))
  func `a person approves by the keyboard alone`() throws {
    let stage = try Self.stage()
    let outcome = try serve(stage, "--by", "Grace") { served in
      let page = try Browser().page(width: 1280, height: 800)
      try page.open(served.address)
      try page.evaluate("document.getElementById('token').value = '\(served.token)'")
      try page.evaluate("document.querySelector('form').requestSubmit()")
      // The button is there before it states how many cases it is for.
      try page.wait(until: "document.getElementById('approve-all')?.textContent.includes('cases')")
      func press(_ key: String) throws {
        try page.evaluate(
          "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '\(key)', bubbles: true, cancelable: true}))"
        )
      }
      #expect(
        try page.text("document.getElementById('approve-all').textContent") == "Approve 2 cases")
      try page.evaluate("document.querySelector('[data-case=\"1\"]').focus()")
      try press("a")
      #expect(try page.isTrue("document.getElementById('approval').open"))
      // Without a reason nothing is sent.
      try page.evaluate("document.getElementById('approval-form').requestSubmit()")
      #expect(try page.isTrue("!document.getElementById('approval-fault').hidden"))
      try page.evaluate("document.getElementById('reason').value = 'seen'")
      try page.evaluate("document.getElementById('approval-form').requestSubmit()")
      try page.wait(until: "!document.getElementById('approval').open")
      #expect(
        try page.text("document.getElementById('headline').textContent")
          == "1 case of 3 needs a look.")
      try press("A")
      try page.evaluate("document.getElementById('approval-form').requestSubmit()")
      try page.wait(until: "!document.getElementById('approval').open")
      #expect(
        try page.text("document.getElementById('headline').textContent") == "All 3 cases passed.")
      #expect(try page.isTrue("document.getElementById('approve-all').hidden"))
    }
    #expect(
      outcome.error.contains("b/c: recorded (seen)") && outcome.error.contains("d: recorded (seen)")
    )
    let verified = try stage.run(["verify", "--progress", "none"], environment: ["CI": ""])
    #expect(verified.exitCode == 0, "\(verified.error)")
  }

  @Test func `a page that is written cannot approve, and where CI is set none is served`() throws {
    let stage = try Self.stage()
    let written = try stage.run(["report", "-o", "out/r.html"], environment: ["CI": ""])
    #expect(written.exitCode == 0)
    let page = String(decoding: try stage.folder.bytes("out/r.html"), as: UTF8.self)
    #expect(!page.contains(#""approval":{"#) && !page.contains("connect-src"))
    let refused = try stage.run(["report", "--serve"], environment: ["CI": "true"])
    #expect(
      refused.exitCode == 64 && refused.error.contains("goldens are not recorded where CI is set"))
    for words in [["--serve", "-o", "r.html"], ["--port", "80"], ["--serve", "--port", "0"]] {
      let outcome = try stage.run(["report"] + words, environment: ["CI": ""])
      #expect(outcome.exitCode == 64, "\(words): \(outcome.error)")
    }
  }
}
