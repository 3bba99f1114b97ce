import Foundation
import TestSupport
import Testing

/// What files state of where they come from, read by other programs.
@Suite struct ProvenanceTests {
  /// Prints what a file's packet of XMP states, found by Pillow in pictures and box by box in an MP4.
  private static let reader = """
    import sys, struct, xml.etree.ElementTree as tree
    path = sys.argv[1]
    def boxes(data):
        at, found = 0, {}
        while at < len(data):
            size, name = struct.unpack(">I4s", data[at:at + 8])
            found.setdefault(name, []).append(data[at + 8:at + size])
            at += size
        assert at == len(data), "the last box is cut off"
        return found
    if path.endswith(".mp4"):
        kind = bytes.fromhex("BE7ACFCB97A942E89C71999491E3AFAC")
        packets = [b[16:] for b in boxes(open(path, "rb").read()).get(b"uuid", []) if b[:16] == kind]
    else:
        from PIL import Image
        image = Image.open(path)
        image.load()
        start = b"http://ns.adobe.com/xap/1.0/\\0"
        packets = [d[len(start):] for n, d in getattr(image, "applist", []) if n == "APP1" and d.startswith(start)]
        packets += [image.info[k] for k in ("XML:com.adobe.xmp", "xmp") if k in image.info][:1] if not packets else []
    for packet in packets:
        text = packet if isinstance(packet, str) else packet.decode("utf-8")
        for name, value in next(tree.fromstring(text).iter("{http://www.w3.org/1999/02/22-rdf-syntax-ns#}Description")).items():
            print(name.split("}")[1], value)
    """

  private static let expected = """
    about 
    DigitalSourceType http://cv.iptc.org/newscodes/digitalsourcetype/composite
    CreatorTool Avatar Overlay
    """

  private func succeed(_ stage: ToolStage, _ arguments: [String]) throws {
    try Program.product.succeed(arguments, in: stage.folder)
  }

  private func stated(_ file: String, _ stage: ToolStage) throws -> String {
    let output = try Program.python.succeed(["-c", Self.reader, file], in: stage.folder)
    return String(decoding: output, as: UTF8.self)
      .replacing(/Overlay [0-9.]+/, with: "Overlay").trimmingCharacters(in: .newlines)
  }

  @Test(arguments: ["png", "jpg", "webp"]) func `a picture states it where that is asked for`(
    format: String
  ) throws {
    let stage = try ToolStage(clip: SyntheticClip(frames: 2))
    let options = ["snapshot", "in.mkv", "--avatar", "mask", "--at", "0", "-o"]
    try succeed(stage, options + ["plain.\(format)"])
    try succeed(stage, options + ["told.\(format)", "--provenance"])
    #expect(try stated("plain.\(format)", stage) == "")
    #expect(try stated("told.\(format)", stage) == Self.expected)
    let pixels = """
      import sys
      from PIL import Image
      print(*(Image.open(p).convert("RGBA").tobytes() for p in sys.argv[1:]), sep="\\n")
      """
    let both = try Program.python.succeed(
      ["-c", pixels, "plain.\(format)", "told.\(format)"], in: stage.folder
    ).split(separator: UInt8(ascii: "\n"))
    #expect(both.count == 2 && both[0] == both[1])
  }

  @Test func `a transparent WebP states it, and stays transparent`() throws {
    let stage = try ToolStage(clip: SyntheticClip(frames: 1))
    try succeed(
      stage,
      [
        "snapshot", "in.mkv", "--avatar", "mask", "--at", "0", "--overlay-only", "--provenance",
        "-o", "a.webp",
      ])
    #expect(try stated("a.webp", stage) == Self.expected)
    let alpha = try Program.python.succeed(
      ["-c", "from PIL import Image; print(Image.open('a.webp').getextrema()[3])"], in: stage.folder
    )
    #expect(String(decoding: alpha, as: UTF8.self) == "(0, 255)\n")
  }

  @Test func `a clip states it where that is asked for, whole and put together of parts`() throws {
    let stage = try ToolStage(clip: SyntheticClip(frames: 8))
    let options = ["--avatar", "mask", "--provenance"]
    try succeed(stage, ["render", "in.mkv", "--avatar", "mask", "-o", "plain.mp4"])
    try succeed(stage, ["render", "in.mkv", "-o", "told.mp4"] + options)
    #expect(try stated("plain.mp4", stage) == "")
    #expect(try stated("told.mp4", stage) == Self.expected)
    try succeed(
      stage,
      ["plan", "in.mkv", "-o", "joined.mp4", "--parts", "2", "--plan", "plan.json"] + options)
    for part in 0..<2 { try succeed(stage, ["part", "plan.json", "\(part)", "--store", "store"]) }
    try succeed(stage, ["join", "plan.json", "--store", "store"])
    #expect(try stated("joined.mp4", stage) == Self.expected)
    // FFmpeg reads QuickTime's place for it.
    try succeed(stage, ["render", "in.mkv", "-o", "told.mov"] + options)
    let told = try Program(named: "ffprobe").succeed(
      ["-v", "error", "-export_xmp", "1", "-show_format", "told.mov"], in: stage.folder)
    #expect(String(decoding: told, as: UTF8.self).contains("digitalsourcetype/composite"))
  }

  @Test(arguments: ["a.mkv", "a.gif", "%03d.png"]) func `a file without a place for it is refused`(
    output: String
  ) throws {
    let stage = try ToolStage(clip: SyntheticClip(frames: 1))
    let outcome = try stage.run([
      "render", "in.mkv", "--avatar", "mask", "--provenance", "-o", output,
    ])
    #expect(outcome.exitCode == 64 && outcome.error.contains("--provenance is written into .mp4"))
  }

  /// A manifest's bytes are of no importance: what is bound to the file is left out.
  @Test(arguments: ["mp4", "jpg", "png"]) func `content credentials that are left out are a note`(
    format: String
  ) throws {
    let stage = try ToolStage(clip: SyntheticClip(frames: 2))
    let make = ["-v", "error", "-i", "in.mkv", "-frames:v", "1", "plain.\(format)"]
    try Program.ffmpeg.succeed(make, in: stage.folder)
    let script = """
      import struct, sys, zlib
      name = sys.argv[1]
      data = open("plain." + name, "rb").read()
      jumbf = struct.pack(">I4s", 24, b"jumb") + b"manifest of c2pa"
      if name == "mp4":
          data += struct.pack(">I4s", 48, b"uuid") + bytes.fromhex("D8FEC3D61B0E483C92975828877EC481") + jumbf
      elif name == "jpg":
          data = data[:2] + b"\\xff\\xeb" + struct.pack(">H", 34) + b"JP\\0\\x01\\0\\0\\0\\x01" + jumbf + data[2:]
      else:
          chunk = b"caBX" + jumbf
          data = data[:33] + struct.pack(">I", len(jumbf)) + chunk + struct.pack(">I", zlib.crc32(chunk)) + data[33:]
      open("signed." + name, "wb").write(data)
      """
    _ = try Program.python.succeed(["-c", script, format], in: stage.folder)
    for (name, isTold) in [("plain", false), ("signed", true)] {
      let outcome = try stage.run([
        "snapshot", "--video", "\(name).\(format)", "--tracking", "in.jsonl", "--avatar", "mask",
        "-o", "\(name)-out.png",
      ])
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      #expect(outcome.error.contains("content credentials (C2PA)") == isTold, "\(outcome.error)")
    }
  }
}
