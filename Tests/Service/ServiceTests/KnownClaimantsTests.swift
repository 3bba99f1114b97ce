import HTTPMessages
import HTTPServer
import ServiceEndpoints
import Testing

/// Which claimant a request counts for, before anything of it is checked.
@Suite struct KnownClaimantsTests {
  private let known = KnownClaimants(most: 16)
  private let start = ContinuousClock.now

  private func head(
    key: String? = nil, path: String = "/v1/frames", link: String? = nil,
    from address: String = "192.0.2.7"
  ) -> HTTPRequestHead {
    let fields = ["expires": "17", "tenant": "ada", "key": "k", "signature": link ?? ""]
    return HTTPRequestHead(
      method: "GET", path: path,
      query: link == nil
        ? [] : fields.sorted { $0.key < $1.key }.map { HTTPField($0.key, $0.value) },
      headers: key.map { [HTTPField("Authorization", "Bearer \($0)")] } ?? [],
      remoteAddress: address)
  }

  @Test func `a key counts for its tenant once it was admitted, from wherever, and for a time`() {
    let address = "address 192.0.2.7"
    #expect(known.claimant(of: head(key: "a"), at: start) == address)
    known.note(head(key: "a"), tenant: "ada", at: start)
    #expect(known.claimant(of: head(key: "a", from: "2001:db8::1"), at: start) == "tenant ada")
    // However the field is written.
    var other = head()
    other.headers = [HTTPField("authorization", "BEARER  a")]
    #expect(known.claimant(of: other, at: start) == "tenant ada")
    for stranger in [head(), head(key: "b"), head(key: "A"), head(key: "")] {
      #expect(known.claimant(of: stranger, at: start) == address)
    }
    #expect(known.claimant(of: head(key: "a"), at: start + .seconds(599)) == "tenant ada")
    #expect(known.claimant(of: head(key: "a"), at: start + .seconds(601)) == address)
  }

  @Test func `a key that is refused counts for its address again`() {
    known.note(head(key: "a"), tenant: "ada", at: start)
    known.forget(head(key: "b"))
    #expect(known.claimant(of: head(key: "a"), at: start) == "tenant ada")
    known.forget(head(key: "a"))
    #expect(known.claimant(of: head(key: "a"), at: start) == "address 192.0.2.7")
  }

  @Test func `a link counts for its tenant at its path and with its signature alone`() {
    let path = "/v1/renders/1/output"
    #expect(known.claimant(of: head(path: path, link: "s"), at: start) == "address 192.0.2.7")
    known.note(head(path: path, link: "s"), tenant: "ada", byLink: true, at: start)
    #expect(known.claimant(of: head(path: path, link: "s"), at: start) == "tenant ada")
    for other in [
      head(path: path, link: "t"), head(path: "/v1/renders/2/output", link: "s"), head(path: path),
    ] { #expect(known.claimant(of: other, at: start) == "address 192.0.2.7") }
  }

  @Test func `a client with a key counts for its tenant, whatever fields of links stand beside it`()
  {
    let path = "/v1/renders/1/output"
    known.note(head(key: "a", path: path, link: "s"), tenant: "ada", at: start)
    for number in 0..<100 {
      let other = head(key: "a", path: "/v1/frames", link: "s\(number)")
      #expect(known.claimant(of: other, at: start) == "tenant ada")
      known.note(other, tenant: "ada", at: start)
    }
    #expect(known.count == 1)
    // The fields alone were not looked at.
    let link = head(path: path, link: "s")
    #expect(known.claimant(of: link, at: start) == "address 192.0.2.7")
    known.note(link, tenant: "bob", byLink: true, at: start)
    #expect(known.claimant(of: link, at: start) == "tenant bob")
    let both = head(key: "a", path: path, link: "s")
    #expect(known.claimant(of: both, at: start) == "tenant ada")
  }

  @Test func `a link is remembered once, whatever key stands beside it, and takes no key's place`()
  {
    known.note(head(key: "a"), tenant: "ada", at: start)
    for number in 0..<100 {
      let opened = head(key: "b\(number)", path: "/v1/renders/1/output", link: "s")
      known.note(opened, tenant: "bob", byLink: true, at: start)
      #expect(known.claimant(of: opened, at: start) == "tenant bob")
    }
    #expect(known.count == 2)
    for number in 0..<1000 {
      let link = head(path: "/v1/renders/1/output", link: "s\(number)")
      known.note(link, tenant: "bob", byLink: true, at: start + .seconds(1))
    }
    #expect(known.count <= 17)
    #expect(known.claimant(of: head(key: "a"), at: start + .seconds(1)) == "tenant ada")
  }

  @Test func `no more keys are remembered than may be, those that came last`() {
    known.note(head(key: "steady"), tenant: "ada", at: start)
    for number in 0..<1000 {
      let now = start + .milliseconds(number)
      known.note(head(key: "k\(number)"), tenant: "bob", at: now)
      known.note(head(key: "steady"), tenant: "ada", at: now + .microseconds(1))
      #expect(known.count <= 16)
    }
    #expect(known.claimant(of: head(key: "steady"), at: start + .seconds(2)) == "tenant ada")
    #expect(known.claimant(of: head(key: "k999"), at: start + .seconds(2)) == "tenant bob")
    #expect(known.claimant(of: head(key: "k0"), at: start + .seconds(2)) == "address 192.0.2.7")
  }
}
