#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The hidden name of a file that is being written: `.NAME.PROCESS-BOOT-UNIQUE.partial`.
///
/// Hidden, so that an unfinished file is not taken for the result. The process's number and the kernel's start
/// say whose it is: of one writer at least one file in each folder is locked as long as any of them is there.
struct UnfinishedName: Hashable {
  /// Whose it is: process and boot.
  var writer: Substring
  /// The start of the writer's kernel, `unknownBoot` where it could not be read.
  var boot: Substring

  private static let ending = ".partial"
  /// Of a long name only so many bytes: with what is added it must stay within the 255 of a file system.
  static let longestStem = 160

  /// A name for a file that nothing else has: the process's number keeps two runs apart, the random one two
  /// writers in a run.
  static func new(for name: String) -> String {
    let stem = String(decoding: name.utf8.prefix(longestStem), as: Unicode.UTF8.self)
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    return ".\(stem).\(getpid())-\(thisBoot)-\(unique)\(ending)"
  }

  /// Reads a name; nil where it is of another shape, so that other programs' files are left alone.
  init?(_ name: String) {
    guard name.hasPrefix("."), name.hasSuffix(Self.ending) else { return nil }
    let rest = name.dropLast(Self.ending.count)
    guard let dot = rest.lastIndex(of: "."), dot > rest.startIndex else { return nil }
    let parts = rest[rest.index(after: dot)...].split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isWord(parts[0], of: "0"..."9"),
      parts[1].utf8.count == Self.bootLength,
      parts[1...].allSatisfy({ Self.isWord($0, of: "0"..."9", "a"..."z") })
    else { return nil }
    (writer, boot) = (parts[0].base[parts[0].startIndex..<parts[1].endIndex], parts[1])
  }

  private static func isWord(_ text: Substring, of ranges: ClosedRange<Character>...) -> Bool {
    !text.isEmpty && text.allSatisfy { letter in ranges.contains { $0.contains(letter) } }
  }

  private static let bootLength = 8
  private static let unknownBoot = "xxxxxxxx"

  /// Whether the writer runs, or ran, under this kernel since its start: then its locks are seen here.
  var isOfThisBoot: Bool { boot == Self.thisBoot && boot != Self.unknownBoot }

  /// The start of this kernel, which all of its containers share.
  private static let thisBoot: String = {
    let found = try? OpenFolder.bytes(ofFile: "/proc/sys/kernel/random/boot_id", limit: bootLength)
    let text = String(decoding: found ?? [], as: UTF8.self)
    return text.utf8.count == bootLength && isWord(text[...], of: "0"..."9", "a"..."f")
      ? text : unknownBoot
  }()
}
