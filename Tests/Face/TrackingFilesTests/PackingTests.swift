import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Files packed by other programs, and files that are not what they seem.
@Suite struct PackingTests {
  private static let text = Text.file(Text.sample(0), Text.sample(40), Text.sample(80))

  @Test(arguments: [
    ["gzip", "-k"], ["zstd", "-q"], ["gzip", "-k1"], ["zstd", "-q", "--long=25"],
  ])
  func `files packed by gzip and zstd are read like plain ones`(command: [String]) throws {
    let scratch = try ScratchFolder()
    let plain = try scratch.file(Self.text)
    try Program(named: command[0]).succeed(command.dropFirst() + [plain])
    let packed = plain + (command[0] == "gzip" ? ".gz" : ".zst")
    // Recognised by the first bytes, not by the name.
    let renamed = scratch.path("packed.jsonl")
    try FileManager.default.moveItem(atPath: packed, toPath: renamed)
    #expect(try samples(renamed) == samples(plain))
    // Twice the same stream is one file to both programs.
    let whole = try Data(contentsOf: URL(filePath: renamed))
    let twice = try samples(
      scratch.file(whole + whole), TrackingFileOptions(skipsBadSamples: true))
    #expect(twice.count == 3)

    for length in stride(from: 4, to: whole.count, by: 7) {
      let fault = try #require(firstFault(scratch.file(whole.prefix(length))))
      #expect([.damagedCompression, .empty].contains(fault.problem) || fault.problem == .notJSON)
    }
  }

  @Test func `a damaged byte in a packed file is a fault`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("t.jsonl.gz")
    let header = TrackingHeader(size: try #require(PixelSize(width: 9, height: 9)))
    let writer = try TrackingWriter(path: path, header: header)
    for time in 0..<50 { try writer.write(TrackingSample(timestampMs: Double(time))) }
    try writer.finish()
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count / 2] ^= 0xFF
    let survey = Survey(try scratch.file(bytes))
    #expect(survey.faults.last?.problem == .damagedCompression)
  }

  @Test func `a small packed file cannot unpack into a huge line`() throws {
    let scratch = try ScratchFolder()
    let plain = try scratch.file(String(repeating: " ", count: 4 << 20) + "x", name: "bomb")
    try Program(named: "gzip").succeed([plain])
    let packed = plain + ".gz"
    let size = try FileManager.default.attributesOfItem(atPath: packed)[.size] as? Int ?? .max
    #expect(size < 100_000)
    // Leading white space is stepped over without being kept; a line of it is not.
    #expect(firstFault(packed)?.problem == .notJSON)
    let line = try scratch.file("x" + String(repeating: " ", count: 24 << 20), name: "line")
    try Program(named: "gzip").succeed([line])
    #expect(firstFault(line + ".gz")?.problem == .tooLong)
  }

  /// Blanks before a header are stepped over, so nothing but time would bound them.
  @Test(arguments: ["gzip -9", "zstd -q"], [(64, false), (160, true)])
  func `a small packed file cannot unpack for minutes`(
    packer: String, blanks: (mebibytes: Int, isOver: Bool)
  ) throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("t.jsonl")
    try Program.shell.succeed([
      "-c", "head -c \(blanks.mebibytes << 20) /dev/zero | tr '\\0' ' ' | \(packer) > \(path)",
    ])
    let fault = try #require(firstFault(path))
    #expect(fault.problem == (blanks.isOver ? .tooMany : .empty))
    #expect(fault.problem.isLimit == blanks.isOver)
    #expect(!blanks.isOver || fault.expected.contains("64 MiB and 200 times"))
  }

  /// 2 to the power of 25 bytes are the largest window that is given memory.
  @Test(arguments: [(25, true), (26, false)])
  func `a packed file cannot ask for any window`(log: Int, isGood: Bool) throws {
    let scratch = try ScratchFolder()
    let plain = try scratch.file(Self.text)
    // From a pipe zstd does not know the size and announces the whole window.
    try Program.shell.succeed(["-c", "cat \(plain) | zstd -q --long=\(log) > \(plain).zst"])
    // The file is whole, and more than is read.
    #expect(firstFault(plain + ".zst")?.problem == (isGood ? nil : .tooMany))
  }

  @Test func `a zstd file may begin with what is passed over`() throws {
    let scratch = try ScratchFolder()
    let plain = try scratch.file(Self.text)
    try Program(named: "zstd").succeed(["-q", plain])
    let packed = try Data(contentsOf: URL(filePath: plain + ".zst"))
    // Three bytes of a skippable frame (RFC 8878, 3.1.2).
    let skipped = Data([0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3])
    #expect(try samples(scratch.file(skipped + packed)) == samples(plain))
  }

  @Test func `a byte order mark, carriage returns and empty lines do no harm`() throws {
    let scratch = try ScratchFolder()
    let crlf = Self.text.replacing("\n", with: "\r\n")
    let expected = try samples(scratch.file(Self.text))
    for text in ["\u{FEFF}" + Self.text, crlf, "\u{FEFF}\r\n\n" + crlf + "\r\n \t\r\n"] {
      #expect(try samples(scratch.file(text)) == expected)
    }
    // No newline at the end.
    #expect(try samples(scratch.file(Self.text.dropLast().utf8)) == expected)
  }

  @Test func `an array may stand in lines or in one, and must end`() throws {
    let scratch = try ScratchFolder()
    let options = TrackingFileOptions(fallbackSize: PixelSize(width: 9, height: 9))
    let elements = [#"{"timestampMs":0,"faceLandmarks":[],"x":"],[{\"}"}"#, #"{"timestampMs":1}"#]
    for separator in [",", ",\n", "\n ,\r\n\t"] {
      let text = "[" + elements.joined(separator: separator) + "]"
      #expect(try samples(scratch.file(text), options).map(\.timestampMs) == [0, 1])
      #expect(try samples(scratch.file(" \n[ \n" + text.dropFirst() + "\n"), options).count == 2)
    }
    let open = "[" + elements.joined(separator: ",\n")
    for (text, line) in [(open, 2), (open + ",", 2), (open + "] x", 2)] {
      let fault = try #require(firstFault(scratch.file(text), options))
      #expect(fault.problem == .notJSON)
      #expect(fault.line == line)
    }
    let long = String(repeating: " ", count: TrackingLimits.documentBytes)
    #expect(firstFault(try scratch.file("[{\(long)}]"), options)?.problem == .tooLong)
    let bad = try scratch.file(#"[{"timestampMs":0}, {"timestampMs":-1}]"#)
    #expect(firstFault(bad, options)?.description.contains("line 1, sample 2") == true)
  }
}
