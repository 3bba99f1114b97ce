import HTTPMessages
import HTTPServer
import Testing

/// Which addresses count as one client.
@Suite struct AddressTests {
  @Test(arguments: [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true),
    ("2001:db8:1:2::", "2001:0DB8:0001:0002:0:0:0:9", true),
    ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:3::", false),
    ("2001:db8:1:2::1", "2001:db8:1:1:ffff:ffff:ffff:ffff", false),
    ("2001:db8::1", "2001:db8:8000::1", false),
    ("fe80::1", "fe80::2", true),
    ("::1", "::2", true),
    // IPv4 within IPv6 is IPv4: else all of it would be one.
    ("::ffff:192.0.2.1", "192.0.2.1", true),
    ("::ffff:c000:201", "192.0.2.1", true),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
    ("::ffff:192.0.2.1", "::1", false),
    ("::fffe:192.0.2.1", "192.0.2.1", false),
    ("192.0.2.1", "192.0.2.2", false),
    ("192.0.2.1", "192.0.2.1", true),
    ("", "::", false),
  ])
  func `an address of IPv6 counts by its first 64 bits, one of IPv4 whole`(
    one: String, other: String, isSame: Bool
  ) {
    #expect((RemoteAddress.network(of: one) == RemoteAddress.network(of: other)) == isSame)
    var count = AddressCount()
    for address in [one, other, other] { count.add(1, from: address) }
    #expect(count[one] == (isSame ? 3 : 1))
    #expect(count[other] == (isSame ? 3 : 2))
    for address in [other, one, other] { count.add(-1, from: address) }
    #expect(count[one] == 0 && count[other] == 0 && count.networkCount == 0)
  }
}
