import Avatars
import JSON
import Testing
import Text

/// The reader of manifests is strict; what RFC 8259 forbids is refused at the place where it stands.
@Suite struct JSONTests {
  @Test(arguments: [
    ("{\"a\": [1,\n 2", "cut off at byte 12, in line 2"),
    ("{\"a\": tr", "cut off at byte 8, in line 1"),
    ("{\"a\": \"x\n", "control character"), ("{\"a\": \"xy", "cut off at byte 9, in line 1"),
    ("{\"a", "cut off at byte 3, in line 1"), ("", "it is empty"), (" \n ", "it is empty"),
    ("{\"a\": 1}x", "unexpected text after"),
  ])
  func `a text that is cut off is told with its last byte and line`(text: String, words: String) {
    #expect {
      _ = try JSONReader.read(text.utf8)
    } throws: {
      ($0 as? JSONSyntaxError)?.reason.contains(words) == true
    }
  }

  @Test func `UTF-16 is told as what it is`() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B]] {
      #expect {
        _ = try JSONReader.read(bytes)
      } throws: {
        ($0 as? JSONSyntaxError)?.reason.contains("UTF-16") == true
      }
    }
  }

  /// Text, the place of the fault, and a part of the reason.
  static let broken: [(String, String, String)] = [
    ("", "1:1", "it is empty"),
    ("{", "1:2", "a key in quotes expected"),
    ("{\"a\": 1,}", "1:9", "a key in quotes expected, '}' found"),
    ("{\"a\" 1}", "1:6", "':' expected, '1' found"),
    ("[1 2]", "1:4", "',' or ']' expected, '2' found"),
    ("[1,]", "1:4", "a value expected, ']' found"),
    ("{\n  \"a\": tru\n}", "2:8", "'true' expected"),
    ("{} {}", "1:4", "unexpected text after"),
    ("[01]", "1:3", "does not begin with 0"),
    ("[.5]", "1:2", "a value expected, '.' found"),
    ("[1.]", "1:4", "a digit expected"),
    ("[1e]", "1:4", "a digit expected"),
    ("[+1]", "1:2", "a value expected"),
    ("[-]", "1:3", "a digit expected"),
    ("[NaN]", "1:2", "a value expected, 'N' found"),
    ("'a'", "1:1", "a value expected"),
    ("// a comment\n{}", "1:1", "a value expected, '/' found"),
    ("\"abc", "1:1", "unterminated"),
    ("\"a\nb\"", "1:3", "control character"),
    ("\"\\x\"", "1:3", "'u' expected, 'x' found"),
    ("\"\\u12g4\"", "1:4", "four hexadecimal digits"),
    ("\"\\ud800\"", "1:8", "half of a surrogate pair"),
    ("\"\\udc00\"", "1:8", "half of a surrogate pair"),
    ("\"\\", "1:3", "an unterminated escape"),
    // Columns count characters, not bytes.
    ("[\"龙面具\" 1]", "1:8", "',' or ']' expected"),
  ]

  @Test(arguments: broken)
  func `the syntax of a manifest is refused where it is broken`(
    text: String, place: String, reason: String
  ) throws {
    let fault = try #require(AvatarManifest(id: "x", text.utf8).faults.first)
    #expect(fault.place?.description == place)
    #expect(fault.description.contains("not JSON: "))
    #expect(fault.description.contains(reason))
  }

  @Test func `the syntax of a manifest is refused where a string is not UTF-8`() throws {
    let bytes = Array("{\"name\": \"".utf8) + [0xC0, 0xAF] + Array("\"}".utf8)
    let fault = try #require(AvatarManifest(id: "x", bytes).faults.first)
    #expect(fault.place == TextPlace(line: 1, column: 10))
    #expect(fault.kind == .json(.notJSON(reason: "a string that is not UTF-8")))
  }

  @Test func `the syntax of a manifest is refused where it is nested too deeply, however deeply`()
    throws
  {
    let text = String(repeating: "[", count: 100_000)
    let fault = try #require(AvatarManifest(id: "x", text.utf8).faults.first)
    #expect(fault.description.contains("nested more than 32 deep"))
  }

  @Test
  func `the syntax of a manifest allows escapes, a byte order mark and numbers of every form`()
    throws
  {
    let text = """
      \u{FEFF}{"version": 1.0e0, "author": "\\u9f99 \\ud83d\\udc09 \\"\\\\\\/\\t",
       "layers": [{"name": "a", "image": "a.png", "scale": 25e-1, "rotation": -0.5E+1}]}
      """
    let avatar = try Avatar(id: "x", manifest: text.utf8)
    #expect(avatar.author == "龙 🐉 \"\\/\t")
    #expect(avatar.layers[0].scale == 2.5)
    #expect(avatar.layers[0].rotation == -5)
  }

  @Test
  func
    `the syntax of a manifest never brings the reader down, wherever a manifest is cut off or damaged`()
  {
    let bytes = Array(Manifests.full.utf8)
    for length in bytes.indices {
      #expect(AvatarManifest(id: "x", bytes[..<length]).avatar == nil)
    }
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x22, 0x5C, 0x7B, 0x5D, 0x2D, 0xFF] {
        var damaged = bytes
        damaged[index] = byte
        let manifest = AvatarManifest(id: "x", damaged)
        #expect((manifest.avatar == nil) != manifest.faults.isEmpty)
      }
    }
  }
}
