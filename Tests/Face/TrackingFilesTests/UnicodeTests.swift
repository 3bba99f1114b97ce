import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Files in each of Unicode's forms.
@Suite struct UnicodeTests {
  static let text = Text.file(
    Text.sample(0),
    #"{"timestampMs": 1, "images": [{"name": "é 𝄞 中", "corners": [[0,0],[1,0],[1,1],[0,1]]}]}"#,
    Text.sample(2))

  private static func utf16(_ text: String, mark: Bool, bigEndian: Bool) -> [UInt8] {
    let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
    return units.flatMap {
      bigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
  }

  private func read(_ bytes: [UInt8]) throws -> [TrackingSample] {
    let reader = try TrackingReader(bytes: bytes)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return samples
  }

  @Test func `every form with and without its mark is read as UTF-8 is`() throws {
    let expected = try read(Array(Self.text.utf8))
    #expect(expected.count == 3)
    #expect(expected[1].images.first?.name == "é 𝄞 中")
    #expect(try read([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)) == expected)
    for (mark, bigEndian) in [(true, true), (true, false), (false, true), (false, false)] {
      let bytes = Self.utf16(Self.text, mark: mark, bigEndian: bigEndian)
      #expect(try read(bytes) == expected, "mark \(mark), big endian \(bigEndian)")
      #expect(try TrackingSkim(bytes: bytes).times == [0, 1, 2])
    }
  }

  /// Pieces of 64 KiB end within characters and within pairs.
  @Test func `characters that lie across two pieces are read`() throws {
    let name = String(repeating: "𝄞", count: 31)
    let line =
      #"{"timestampMs": N, "x": "\#(String(repeating: "𝄞é", count: 9000))","#
      + #" "images": [{"name": "\#(name)", "corners": [[0,0],[1,0],[1,1],[0,1]]}]}"#
    let text = Text.file(
      (0..<20).map { line.replacing("N", with: "\($0)") }.joined(separator: "\n"))
    let expected = try read(Array(text.utf8))
    #expect(expected.count == 20)
    #expect(try read(Self.utf16(text, mark: true, bigEndian: false)) == expected)
    #expect(try read(Self.utf16(" " + text, mark: false, bigEndian: true)) == expected)
  }

  @Test func `half of a pair is named with its byte`() throws {
    var bytes = Self.utf16(Self.text, mark: true, bigEndian: false)
    let place = try #require(bytes.indices.first { $0 % 2 == 0 && bytes[$0 + 1] == 0xD8 })
    bytes.removeSubrange(place..<place + 2)
    let fault = #expect(throws: TrackingFault.self) { try read(bytes) }
    #expect(fault?.description.contains("damaged UTF-16") == true)
    #expect(
      fault?.description.contains("byte \(place + 1),") == true, "\(fault?.description ?? "")")
  }

  @Test func `a byte that is lost is said to be damage`() {
    var bytes = Self.utf16(Self.text, mark: true, bigEndian: false)
    bytes.remove(at: 200)
    let fault = #expect(throws: TrackingFault.self) { try read(bytes) }
    #expect(fault?.description.contains("UTF-16") == true, "\(fault?.description ?? "")")
  }

  @Test func `a file that is cut within its last sample says where`() throws {
    for bytes in [
      Array(Self.text.utf8), Self.utf16(Self.text, mark: true, bigEndian: false),
      Self.utf16(Self.text, mark: true, bigEndian: true),
    ] {
      for cut in 3...9 {
        let reader = try TrackingReader(bytes: Array(bytes.dropLast(cut)))
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 2)
        let note = try #require(reader.cutOffNote)
        #expect(note.contains("line 4") && note.contains("byte \(bytes.count - cut),"))
      }
    }
  }

  @Test func `a line that is cut, and an array, name line and byte in plain words`() {
    let cut = #expect(throws: TrackingFault.self) {
      try read(Array(Text.file(Text.sample(0), #"{"timestampMs": 1, "fa"#, Text.sample(2)).utf8))
    }
    #expect(
      cut?.description
        == "tracking, line 3: found JSON that ends within a string, after 22 bytes, expected its rest"
    )
    let options = TrackingFileOptions(fallbackSize: PixelSize(width: 9, height: 9))
    let array = #expect(throws: TrackingFault.self) {
      let reader = try TrackingReader(
        bytes: Array("[{\"timestampMs\": 1},\n{\"timest".utf8), options: options)
      while try reader.next() != nil {}
    }
    #expect(array?.description.contains("line 2") == true)
    #expect(array?.description.contains("at byte 29") == true)
  }

  @Test(arguments: [
    (#"{"timestampMs": 1,}"#, "} at byte 19, expected a key"),
    (#"{"timestampMs" 1}"#, "1 at byte 16, expected a colon"),
    (#"{"timestampMs": 1.2.3}"#, "1.2.3 at byte 17, expected a value"),
    (#"{"timestampMs": 01}"#, "01 at byte 17, expected a value"),
    (#"{"timestampMs": 1} {}"#, "{ at byte 20, expected nothing after the object"),
    (#"{"timestampMs": 1 "faces": []}"#, "at byte 19, expected , or }"),
    (#"{"timestampMs": 1, 'faces': []}"#, "at byte 20, expected a key"),
  ])
  func `what is no JSON is named with its place`(sample: String, words: String) {
    let fault = #expect(throws: TrackingFault.self) { try read(Array(Text.file(sample).utf8)) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
  }
}
