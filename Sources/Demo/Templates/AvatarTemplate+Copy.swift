internal import AvatarFiles
import Avatars

extension AvatarTemplate {
  /// Makes a copy of an avatar under another name, without the sources of its art.
  ///
  /// - Parameters:
  ///   - path: the package, a folder or an archive.
  ///   - name: the new name, of which people read the words.
  /// - Throws: `TemplateError.unreadable`.
  public init(copying path: String, named name: String) throws(TemplateError) {
    let files: any PackageFiles
    var contents: [(name: String, bytes: [UInt8])] = []
    var total = 0
    do throws(PackageFileError) {
      files =
        path.lowercased().hasSuffix(".zip") ? try ZipFiles(path: path) : try FolderFiles(path: path)
      for file in files.paths where file != Self.manifestName && !PackageFolder.isSource(file) {
        let bytes = try files.read(file, limit: PackageLimits.fileBytes - total)
        total += bytes.count
        contents.append((file, bytes))
      }
      let manifest = try files.read(Self.manifestName, limit: AvatarManifest.byteLimit)
      contents.append(
        (
          Self.manifestName,
          ManifestName.replaced(in: manifest, by: "{\"en\": \(Self.title(name))}")
        ))
    } catch {
      throw .unreadable(path: path, reason: error.explanation)
    }
    self.init(contents)
  }
}

/// The member `name` of a manifest, which is replaced where it stands, so that all else stays as it was written.
enum ManifestName {
  /// The manifest with another value of its `name`; the same where it has none.
  static func replaced(in manifest: [UInt8], by value: String) -> [UInt8] {
    guard let range = range(in: manifest) else { return manifest }
    return manifest[..<range.lowerBound] + Array(value.utf8) + manifest[range.upperBound...]
  }

  /// Where the value of the outermost object's `name` stands; of valid JSON.
  private static func range(in text: [UInt8]) -> Range<Int>? {
    var (at, depth) = (0, 0)
    var key: ArraySlice<UInt8>?
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): (at, depth) = (at + 1, depth + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): (at, depth) = (at + 1, depth - 1)
      case UInt8(ascii: "\""):
        let end = end(ofString: at, in: text)
        if depth == 1 { key = text[at..<end] }
        at = end
      case UInt8(ascii: ":")
      where depth == 1 && key.map { $0.elementsEqual("\"name\"".utf8) } == true:
        at += 1
        while at < text.count, [0x20, 0x0A, 0x0D, 0x09].contains(text[at]) { at += 1 }
        return at..<end(ofValue: at, in: text)
      default: at += 1
      }
    }
    return nil
  }

  private static func end(ofString start: Int, in text: [UInt8]) -> Int {
    var at = start + 1
    while at < text.count, text[at] != UInt8(ascii: "\"") {
      at += text[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at + 1, text.count)
  }

  private static func end(ofValue start: Int, in text: [UInt8]) -> Int {
    var (at, depth) = (start, 0)
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\""): at = end(ofString: at, in: text)
      case UInt8(ascii: "{"), UInt8(ascii: "["): (at, depth) = (at + 1, depth + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): (at, depth) = (at + 1, depth - 1)
      default: at += 1
      }
      if depth <= 0 { break }
    }
    return min(at, text.count)
  }
}
