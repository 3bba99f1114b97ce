import Comparison
import Foundation
import Review
import TestSupport
import Testing

@Suite struct JUnitReportTests {
  /// What Jenkins' and GitLab's readers take, written anew from their documentation: the order of
  /// elements and the attributes that must be there.
  private static let schema = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:complexType name="outcome"><xs:simpleContent><xs:extension base="xs:string">
        <xs:attribute name="type" use="required"/><xs:attribute name="message" use="required"/>
      </xs:extension></xs:simpleContent></xs:complexType>
      <xs:element name="testsuites"><xs:complexType><xs:sequence>
        <xs:element name="testsuite"><xs:complexType><xs:sequence>
          <xs:element name="properties"><xs:complexType><xs:sequence>
            <xs:element name="property" maxOccurs="unbounded"><xs:complexType>
              <xs:attribute name="name" use="required"/><xs:attribute name="value" use="required"/>
            </xs:complexType></xs:element>
          </xs:sequence></xs:complexType></xs:element>
          <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
            <xs:choice minOccurs="0">
              <xs:element name="failure" type="outcome"/><xs:element name="error" type="outcome"/>
            </xs:choice>
            <xs:attribute name="classname" use="required"/><xs:attribute name="name" use="required"/>
          </xs:complexType></xs:element>
          <xs:element name="system-out" type="xs:string" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="name" use="required"/>
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="timestamp" type="xs:dateTime" use="required"/>
        </xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>
    """

  private static let xmllint = Program(named: "xmllint")

  /// What xmllint finds at an XPath of a report.
  private func find(_ xpath: String, in folder: ScratchFolder) throws -> String {
    let found = try Self.xmllint.succeed(["--xpath", xpath, "junit.xml"], in: folder)
    return String(decoding: found, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  @Test func `a report is what readers of JUnit XML take`() throws {
    let folder = try ScratchFolder()
    let review = try SampleReview().review(in: folder)
    try folder.write(Self.schema, to: "junit.xsd")
    try JUnitReport(review).write(to: folder.path("junit.xml"))
    let outcome = try Self.xmllint.run(
      ["--noout", "--schema", "junit.xsd", "junit.xml"], in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try find("string(//testsuite/@tests)", in: folder) == "9")
    #expect(try find("string(//testsuite/@failures)", in: folder) == "3")
    #expect(try find("string(//testsuite/@errors)", in: folder) == "4")
    #expect(try find("count(//failure)", in: folder) == "3")
    #expect(try find("count(//error)", in: folder) == "4")
    #expect(
      try find("string(//testcase[@name='dragon/yaw']/@classname)", in: folder)
        == "golden <suite> & more.dragon")
    let failure = try find("string(//testcase[@name='dragon/yaw']/failure)", in: folder)
    #expect(
      failure.split(separator: "\n") == [
        "layer mask: 7.0 px right", "Nothing outside of the overlay changed.",
        "over maxChannelDifference 181, allowed 0",
        "over maxChangedShare 0.0214, allowed 0.001",
        "ok   minStructuralSimilarity 0.913, allowed 0.9",
        "ok   maxMeanColourDifference 1.25",
      ])
    #expect(
      try find("string((//testcase)[9]/failure/@message)", in: folder) == SampleReview.hostile)
    #expect(try find("string(//system-out)", in: folder).contains("old/gone"))
  }

  @Test func `what XML cannot hold is replaced`() throws {
    let folder = try ScratchFolder()
    let one = ReviewCase(
      name: "a\u{0}b\u{1B}[31m\u{FFFE}\u{85}", verdict: .error,
      explanation: ["]]> two\nlines\r\u{8}"])
    try JUnitReport(
      ReviewDocument(title: "\u{7}t", createdAt: "x", rendererVersion: "1", cases: [one])
    ).write(to: folder.path("junit.xml"))
    #expect(
      try find("string(//testcase/@name)", in: folder)
        == "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}\u{FFFD}")
    #expect(try find("string(//error/@message)", in: folder) == "]]> two\nlines\u{FFFD}\u{FFFD}")
  }

  @Test func `an existing report is left alone unless told otherwise`() throws {
    let folder = try ScratchFolder()
    let report = JUnitReport(
      ReviewDocument(title: "t", createdAt: "", rendererVersion: "", cases: []))
    try folder.write("mine", to: "junit.xml")
    #expect {
      try report.write(to: folder.path("junit.xml"))
    } throws: { "\($0)".hasSuffix("junit.xml: exists already; --overwrite replaces it") }
    #expect(try folder.bytes("junit.xml") == Array("mine".utf8))
    try report.write(to: folder.path("junit.xml"), overwriting: true)
    #expect(try find("count(//testcase)", in: folder) == "0")
  }
}
