import Blobs
import Testing

@Suite struct BlobKeyTests {
  @Test(arguments: [
    "a", "jobs/4f2a/recording/video", "avatars/616461/.packages/x.zip", "a b/ü/長", "...", "a/.b",
    "x.partial", ".partial.x", "e\u{301}",
  ])
  func `plain names joined by slashes are a key`(text: String) throws {
    let key = try BlobKey(text)
    #expect(key.text == text && key.names.joined(separator: "/") == text)
  }

  @Test(arguments: [
    "", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/../b", "a/./b", "a\0b", "a\nb",
    "a\u{7f}", "a\\b", "../\u{301}x", "a/../\u{200d}b", "/\u{301}a", "a//\u{301}b",
    "..\u{2f}\u{fe0f}",
    "a/.\u{301}x.partial", ".x.partial/\u{301}",
    ".partial", ".x.partial", "a/.x.partial/b",
  ])
  func `anything else is none`(text: String) {
    #expect(throws: BlobError.badKey(text)) { try BlobKey(text) }
  }

  @Test func `the longest key and the longest name are taken, and none that is longer`() throws {
    let name = String(repeating: "n", count: 255)
    let rest = String(repeating: "r", count: BlobKey.longest - 3 * 256)
    let longest = "\(name)/\(name)/\(name)/\(rest)"
    #expect(try BlobKey(longest).text.utf8.count == BlobKey.longest)
    #expect(throws: BlobError.self) { try BlobKey(longest + "r") }
    #expect(throws: BlobError.self) { try BlobKey(name + "n") }
    // Bytes are what counts.
    #expect(throws: BlobError.self) { try BlobKey(String(repeating: "é", count: 128)) }
  }

  @Test func `a slash with an accent after it is a slash, and two spellings are two keys`() throws {
    let key = try BlobKey("a/\u{301}b")
    #expect(key.names.map { Array($0.utf8) } == [Array("a".utf8), Array("\u{301}b".utf8)])
    let (one, other) = (try BlobKey("é"), try BlobKey("e\u{301}"))
    #expect(one != other && Set([one, other]).count == 2)
    #expect(try one == BlobKey("é"))
  }

  @Test func `keys are in the order of their bytes`() throws {
    let keys = try ["a/b", "a-b", "é", "e\u{301}", "z", "Z"].map { try BlobKey($0) }
    #expect(keys.sorted().map(\.text) == ["Z", "a-b", "a/b", "e\u{301}", "z", "é"])
  }
}
