import Foundation
import TestSupport
import Testing
import Webhooks

@Suite struct AddressTests {
  /// Random addresses, many of them at the edges of the special blocks.
  private func addresses() -> [String] {
    var random = SplitMix64(state: 9)
    var texts: [String] = []
    for _ in 0..<1500 {
      let first = [0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 239, 240, 255].randomElement(
        using: &random)
      let second = [0, 2, 15, 16, 18, 19, 20, 31, 32, 51, 63, 64, 88, 127, 128, 168, 254]
        .randomElement(
          using: &random)
      let ends = (0..<4).map { _ in Int.random(in: 0...255, using: &random) }
      texts.append(
        "\(first ?? 0).\(second ?? 0).\([0, 2, 99, 100, 113, ends[0]][ends[1] % 6]).\(ends[2])")
      texts.append(ends.map(String.init).joined(separator: "."))
      let heads = [
        "::", "::ffff:10.0.0.", "64:ff9b::8.8.", "64:ff9b:1::", "100::", "2001::", "2001:db8::",
        "2001:200::", "2002:a00::", "2606:2800::", "3fff::", "4000::", "fc00::", "fdff::", "fe80::",
        "febf::", "fec0::", "ff02::", "2a00::", "1fff::", "3ffe::",
      ]
      let head = heads[ends[3] % heads.count]
      let tail =
        head.hasSuffix("8.8.")
        ? "8.\(ends[0])" : head.hasSuffix(".") ? "\(ends[0])" : String(ends[0], radix: 16)
      texts.append(head + tail)
    }
    return texts
  }

  /// Python's `ipaddress` holds IANA's registries too.
  @Test func `addresses that webhooks go to are those that Python calls global`() throws {
    let folder = try ScratchFolder()
    let texts = addresses()
    try folder.write(texts.joined(separator: "\n"), to: "addresses")
    let script = """
      import ipaddress
      def is_global(a):
          mapped = getattr(a, "ipv4_mapped", None)
          if mapped is not None: return is_global(mapped)
          return a.is_global and not a.is_multicast and not a.is_reserved
      for line in open("addresses"):
          print(int(is_global(ipaddress.ip_address(line.strip()))))
      """
    let output = try Program.python.succeed(["-c", script], in: folder)
    let answers = String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0 == "1" }
    try #require(answers.count == texts.count)
    // Where Python and we differ on purpose: relays (RFC 7526, 6to4), the translator's addresses
    // that lead to public ones, and blocks that its version does not know or that are not assigned.
    let excepted = ["192.88.99.", "192.0.0.", "2002:", "64:ff9b", "3fff:", "2001:", "fec0:"]
    var compared = (global: 0, other: 0)
    for (text, isGlobal) in zip(texts, answers) where !excepted.contains(where: text.hasPrefix) {
      let host = text.contains(":") ? "[\(text)]" : text
      let isAllowed = (try? WebhookPolicy(host).check("https://\(host)/")) != nil
      #expect(isAllowed == isGlobal, "\(text)")
      if isGlobal { compared.global += 1 } else { compared.other += 1 }
    }
    #expect(compared.global > 500)
    #expect(compared.other > 500)
  }

  @Test(arguments: [
    ("2002:a00:1::1", false), ("2001::1", false), ("2001:1ff::1", false), ("2001:200::1", true),
    ("2001:db8::1", false), ("64:ff9b::8.8.8.8", true), ("64:ff9b::10.0.0.1", false),
    ("64:ff9b::7f00:1", false), ("64:ff9b:1::8.8.8.8", false), ("3fff::1", false),
    ("fec0::1", false),
    ("::8.8.8.8", false), ("192.88.99.1", false), ("192.0.0.9", false),
  ])
  func `addresses that webhooks go to are no ways round`(text: String, isAllowed: Bool) throws {
    let host = text.contains(":") ? "[\(text)]" : text
    let found = (try? WebhookPolicy(host).check("https://\(host)/")) != nil
    #expect(found == isAllowed)
  }
}
