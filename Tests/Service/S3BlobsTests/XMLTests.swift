import HTTPMessages
import S3Blobs
import TestSupport
import Testing

@Suite struct XMLTests {
  private static let list = """
    <?xml version="1.0" encoding="UTF-8"?>
    <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>abc</Name><Prefix/>
      <IsTruncated >false</IsTruncated><Contents a='1' b = "&quot;>">
      <Key>a &lt;&amp;&gt;&#x9577;&#246;\u{301}</Key><Size>5</Size></Contents></ListBucketResult>
    """

  private static func read(_ text: String) -> XMLTree? { XMLTree(Array(text.utf8)) }

  @Test func `elements, texts and entities are read`() throws {
    let tree = try #require(Self.read(Self.list))
    #expect(tree.name == "ListBucketResult")
    #expect(tree.children.map(\.name) == ["Name", "Prefix", "IsTruncated", "Contents"])
    #expect(tree.children[1].text == "" && tree.children[2].text == "false")
    #expect(tree.children[3].children.map(\.text) == ["a <&>長ö\u{301}", "5"])
  }

  @Test func `no beginning of a document is one`() {
    let bytes = Array(Self.list.utf8)
    for count in 0..<bytes.count { #expect(XMLTree(Array(bytes[..<count])) == nil) }
    #expect(XMLTree(bytes) != nil)
  }

  @Test(arguments: [
    "", " ", "x", "<", "<a", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a/>x", "<a><b></a></b>",
    "<a>&x;</a>", "<a>&#xD800;</a>", "<a>&#;</a>", "<a>&</a>", "<a b/>", "<a b=c/>", "<a b=\"c/>",
    "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "<a><![CDATA[x]]></a>", "<a><!-- x --></a>",
    "<?xml <a/>", "< a/>", "<a></a >x",
  ])
  func `what is not well-formed, or not what S3 sends, is refused`(text: String) {
    #expect(Self.read(text) == nil)
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    #expect(XMLTree(Array("<a>".utf8) + [0xFF] + Array("</a>".utf8)) == nil)
  }

  @Test func `the deepest and the longest document is read, and none beyond`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(Self.read(nested(XMLTree.deepest)) != nil)
    #expect(Self.read(nested(XMLTree.deepest + 1)) == nil)
    func wide(_ count: Int) -> String {
      "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>"
    }
    #expect(Self.read(wide(XMLTree.mostElements)) != nil)
    #expect(Self.read(wide(XMLTree.mostElements + 1)) == nil)
  }

  @Test(arguments: [
    ("2009-10-12T17:50:30.000Z", Int64(1_255_369_830)), ("1970-01-01T00:00:00Z", 0),
    ("2024-02-29T23:59:59.9Z", 1_709_251_199),
  ])
  func `times of lists are read`(text: String, seconds: Int64) {
    #expect(UTCTime.listed(text) == seconds)
  }

  @Test(arguments: [
    "", "Z", "2009-10-12", "2009-10-12T17:50Z", "2009-13-12T17:50:30Z", "2009-10-12T25:50:30Z",
    "2009-10-12T17:50:30+01:00", "99999-10-12T17:50:30Z", "2009-10-12T17:50:30.0.0Z",
  ])
  func `what is no time is none`(text: String) {
    #expect(UTCTime.listed(text) == nil)
    #expect(HTTPDate.lenientSeconds(text) == nil)
  }

  @Test func `times of headers are read`() {
    #expect(HTTPDate.lenientSeconds("Mon, 12 Oct 2009 17:50:30 GMT") == 1_255_369_830)
    #expect(HTTPDate.lenientSeconds("Mon, 12 Okt 2009 17:50:30 GMT") == nil)
    // As servers write that leave out a zero, or do not know the day of the week.
    #expect(HTTPDate.lenientSeconds("Mon, 2 Oct 2009 17:50:30 GMT") == 1_254_505_830)
    #expect(HTTPDate.seconds("Mon, 2 Oct 2009 17:50:30 GMT") == nil)
    #expect(UTCTime.stamp(1_255_369_830) == "20091012T175030Z")
  }
}
