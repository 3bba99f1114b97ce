import Access
import Foundation
import Store
import TestSupport
import Testing
import Webhooks

/// What the documentation tells receivers to do, done to what they are sent.
@Suite struct DocumentationTests {
  /// The first block of code of a language.
  private func snippet(_ language: String) throws -> String {
    let file = SharedData.packageRoot.appending(path: "Documentation/webhooks.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let parts = text.components(separatedBy: "```\(language)\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
  }

  /// A webhook as it was sent with the present time, and the secrets that sign it.
  private func delivered(
    rotating: Bool = false
  ) throws -> (request: Receiver.Request, secrets: [String]) {
    let receiver = try Receiver(["200"])
    let stage = try WebhookStage()
    stage.wait(seconds: Date().timeIntervalSince1970 - Double(stage.now) / 1000)
    let tenant = SigningPurpose.webhooks(tenant: "ada")
    var keys = try stage.store.signingKeys(for: tenant, at: stage.now)
    if rotating {
      keys = try stage.store.rotateSigningKeys(
        for: tenant, at: stage.now, oldUntil: stage.now + 1000)
    }
    let host = "http://127.0.0.1:\(receiver.port)"
    try stage.end("a1", webhook: host + "/")
    #expect(try stage.dispatcher(allowing: host + " private").deliverNext())
    return (try #require(receiver.requests.first), keys.all.map(\.secret))
  }

  @Test(arguments: [false, true])
  func
    `the documentation of webhooks has a check in Python that takes what is ours and nothing else`(
      rotating: Bool
    ) throws
  {
    let (request, secrets) = try delivered(rotating: rotating)
    let header = try #require(request.headers["avataroverlay-signature"])
    #expect(header.components(separatedBy: "v1=").count == (rotating ? 3 : 2))
    let folder = try ScratchFolder()
    try folder.write(try snippet("python"), to: "check.py")
    try folder.write(request.body, to: "body")
    let script = """
      import sys, time, check
      header, *secrets = sys.argv[1:]
      body = open("body", "rb").read()
      for secret in secrets:
          assert check.is_ours(secret, header, body)
          assert not check.is_ours(secret + "x", header, body)
          assert not check.is_ours(secret, header, body + b" ")
          assert not check.is_ours(secret, header.replace("v1=", "v0="), body)
          assert not check.is_ours(secret, "t=" + str(int(time.time())), body)
          for bad in ["", "t=1", "v1=", ",", "t=x,v1=y", header + "," + header]:
              assert not check.is_ours(secret, bad, body), bad
          now = time.time
          time.time = lambda: now() + 400
          assert not check.is_ours(secret, header, body)
          time.time = now
      """
    let python = Program.python
    try python.succeed(["-B", "-c", script, header] + secrets, in: folder)
  }

  @Test func `the documentation of webhooks has a check for the shell that gives the same code`()
    throws
  {
    let (request, secrets) = try delivered()
    let header = try #require(request.headers["avataroverlay-signature"])
    let parts = header.split(separator: ",").map { $0.split(separator: "=")[1] }
    let folder = try ScratchFolder()
    try folder.write(request.body, to: "body.json")
    let script = "t=\(parts[0]) secret=\(secrets[0])\n" + (try snippet("sh"))
    let output = try Program.shell.succeed(["-c", script], in: folder)
    #expect(String(decoding: output, as: UTF8.self) == "\(parts[1])\n")
  }
}
