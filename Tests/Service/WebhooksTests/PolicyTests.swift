import Foundation
import TestSupport
import Testing
import Webhooks

@Suite struct PolicyTests {
  static let list = """
    hooks.example.org, *.example.net:8443, http://10.0.0.7:9000 private, 93.184.216.34,
    [2606:2800:220:1::1]:8443, http://[::1] private , HTTPS://Caps.Example.ORG, xn--bcher-kva.example.com
    """

  @Test(arguments: [
    ("https://hooks.example.org", "https://hooks.example.org/"),
    ("https://hooks.example.org:443?x=1", "https://hooks.example.org/?x=1"),
    ("HTTPS://HOOKS.Example.Org/A", "https://hooks.example.org/A"),
    ("https://a.example.net:8443/", "https://a.example.net:8443/"),
    ("https://a.b.example.net:8443/", "https://a.b.example.net:8443/"),
    ("http://10.0.0.7:9000/x", "http://10.0.0.7:9000/x"),
    ("https://93.184.216.34/", "https://93.184.216.34/"),
    ("https://[2606:2800:220:0001:0::1]:8443/", "https://[2606:2800:220:1::1]:8443/"),
    ("http://[::1]/", "http://[::1]/"),
    ("https://caps.example.org/", "https://caps.example.org/"),
    ("https://xn--bcher-kva.example.com/", "https://xn--bcher-kva.example.com/"),
  ])
  func `where webhooks may go is taken from the list`(text: String, kept: String) throws {
    #expect(try WebhookPolicy(Self.list).check(text).text == kept)
  }

  @Test(arguments: [
    "http://hooks.example.org/", "https://hooks.example.org:8443/", "https://example.net:8443/",
    "https://aexample.net:8443/", "https://a.example.net/", "https://10.0.0.7:9000/",
    "http://10.0.0.8:9000/", "https://hooks.example.org.evil.com/", "https://example.org/",
    "https://xhooks.example.org/", "https://[::1]/",
  ])
  func `where webhooks may go is nowhere else`(text: String) throws {
    let fault = #expect(throws: WebhookFault.self) { try WebhookPolicy(Self.list).check(text) }
    guard case .notAllowed = fault else {
      Issue.record("\(text): \(String(describing: fault))")
      return
    }
  }

  /// Every kind of URL that some program reads otherwise than another.
  static let odd: [(text: String, says: String)] = [
    ("", "must begin"), ("hooks.example.org", "must begin"),
    ("ftp://hooks.example.org", "must begin"),
    ("https:hooks.example.org", "must begin"), ("https:/hooks.example.org", "must begin"),
    ("file:///etc/passwd", "must begin"), ("//hooks.example.org", "must begin"),
    ("https://user@hooks.example.org/", "name or password"),
    ("https://a:b@hooks.example.org/", "name or password"),
    ("https://hooks.example.org@evil.com/", "name or password"),
    ("https://hooks.example.org/#x", "\"#\""), ("https://evil.com#@hooks.example.org/", "\"#\""),
    ("https://hooks.example.org\\@evil.com/", "character"),
    ("https://hooks.example.org/ x", "character"),
    ("https://hooks.example.org/\r\nX: y", "character"),
    ("https://hooks.example.org/\u{0}", "character"),
    ("https://b\u{FC}cher.example.com/", "punycode"),
    ("https://hooks\u{3002}example.org/", "punycode"), ("https://\u{2460}27.0.0.1/", "punycode"),
    ("https:///x", "is missing"), ("https://:443/", "is missing"), ("https://?x", "is missing"),
    ("https://hooks.example.org./", "ends in a dot"), ("https://./", "ends in a dot"),
    ("https://hooks..example.org/", "not a host name"),
    ("https://-a.example.org/", "not a host name"),
    ("https://hooks%2eexample.org/", "not a host name"),
    ("https://hooks_!.example.org/", "not a host name"),
    ("https://\(String(repeating: "a", count: 64)).example.net:8443/", "not a host name"),
    ("https://\(String(repeating: "a.", count: 127))example.net:8443/", "not a host name"),
    ("https://hooks.example.org:/", "port"), ("https://hooks.example.org:0/", "port"),
    ("https://hooks.example.org:65536/", "port"), ("https://hooks.example.org:+443/", "port"),
    ("https://hooks.example.org:44x/", "port"),
    ("https://hooks.example.org:99999999999999999999/", "port"),
    ("https://2130706433/", "four decimal"), ("https://0x7f.1/", "four decimal"),
    ("https://0x7f000001/", "four decimal"), ("https://127.1/", "four decimal"),
    ("https://0177.0.0.1/", "four decimal"), ("https://127.0.0.1.5/", "four decimal"),
    ("https://127.0.0.0x1/", "four decimal"), ("https://1.2.3.256/", "four decimal"),
    ("https://example.0/", "four decimal"), ("https://127.0.0.1./", "ends in a dot"),
    ("https://[::1/", "IPv6"), ("https://::1/", "IPv6"), ("https://[::1%25lo]/", "IPv6"),
    ("https://[fe80::1%lo]/", "IPv6"), ("https://[127.0.0.1]/", "IPv6"), ("https://[]/", "IPv6"),
    ("https://[::1]x/", "port"), ("https://[v1.x]/", "IPv6"), ("https://[[::1]]/", "IPv6"),
  ]

  @Test(arguments: odd)
  func `where webhooks may go is never a URL that can be read in two ways`(
    text: String, says: String
  ) throws {
    let policy = try WebhookPolicy(Self.list)
    let fault = #expect(throws: WebhookFault.self) { try policy.check(text) }
    #expect(fault?.description.contains(says) == true, "\(text): \(fault?.description ?? "")")
    #expect(fault?.description.contains("\n") == false)
  }

  @Test func `where webhooks may go is a URL of 2048 characters and no more`() throws {
    let policy = try WebhookPolicy("hooks.example.org")
    let start = "https://hooks.example.org/"
    let longest = start + String(repeating: "x", count: WebhookURL.maximumLength - start.count)
    try policy.check(longest)
    #expect(throws: WebhookFault.tooLong(limit: 2048)) { try policy.check(longest + "x") }
  }

  @Test
  func `where webhooks may go is no address of this network that the list does not call private`()
    throws
  {
    let policy = try WebhookPolicy("127.0.0.1, [::ffff:10.0.0.1], 8.8.8.8, [::]")
    try policy.check("https://8.8.8.8/")
    #expect(throws: WebhookFault.privateAddress("127.0.0.1")) {
      try policy.check("https://127.0.0.1/")
    }
    #expect(throws: WebhookFault.privateAddress("::ffff:10.0.0.1")) {
      try policy.check("https://[::ffff:a00:1]/")
    }
    // What is no single host stays out even then.
    let open = try WebhookPolicy("[::] private, 224.0.0.1 private, 0.0.0.0 private")
    for host in ["[::]", "224.0.0.1", "0.0.0.0"] {
      #expect(throws: WebhookFault.self) { try open.check("https://\(host)/") }
    }
  }

  @Test(arguments: [
    "*", "*.org", "*.1.2.3.4", "a b", "a private b", "a/b", "https://", "ftp://a.org", "a:0",
    "user@a.org", "a.org.", "*.*.a.org", "a.org:*", "0x7f.1", "b\u{FC}cher.example",
  ])
  func `where webhooks may go is told by entries that can be read`(entry: String) throws {
    let fault = #expect(throws: WebhookFault.self) { try WebhookPolicy("ok.org, \(entry)") }
    guard case .badEntry = fault else {
      Issue.record("\(entry): \(String(describing: fault))")
      return
    }
  }

  @Test func `where webhooks may go is nowhere without a list`() throws {
    for list in ["", " ", ",\n,"] {
      let policy = try WebhookPolicy(list)
      #expect(policy.isEmpty)
      #expect(throws: WebhookFault.notAllowed(origin: "https://a.org")) {
        try policy.check("https://a.org/")
      }
    }
  }
}
