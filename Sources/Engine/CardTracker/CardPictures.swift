internal import AvatarFiles
internal import Digests
package import Features
internal import Foundation
internal import Geometry
public import Imaging
internal import JSON
internal import Text

/// The pictures in a folder that are looked for in clips: those of scene packages, of a list
/// (`pictures.json`), or all PNG and JPEG files.
public struct CardPictures: Sendable {
  /// A picture.
  public struct Picture: Sendable {
    /// Its name.
    public var name: String
    /// Width of the print in millimetres; nil where unknown.
    public var widthMm: Double?
    /// What messages call its file: the path, which may lead into an archive.
    public var file: String { source.name }
    /// The files of pictures of the same name in folders that come after, which are not looked for.
    public fileprivate(set) var hides: [String] = []
    /// The SHA-256 of the file, in hexadecimal digits.
    public var sha256: String
    /// Its columns and rows, such as `1240 x 1748`.
    public var pixels: String { "\(width) x \(height)" }
    /// Where its file lies.
    let source: CardFile
    /// Its columns and rows.
    let width, height: Int
    /// Its brightness, the shorter side at most 1,024 pixels.
    package var grey: GreyPicture

    /// As it is looked for.
    var reference: CardReference {
      CardReference(
        name: name, widthMm: widthMm, picture: grey, aspect: Double(height) / Double(width))
    }

    /// Decodes it, in its colours.
    public func decoded() throws(CardError) -> StraightRGBA8 {
      try CardPictures.decode(source.read(limit: ImageLimits.still.fileBytes), of: source)
    }
  }

  /// The pictures, by name.
  public let pictures: [Picture]

  /// How many pictures are looked for at once.
  public static let most = 64
  /// The shorter side of a picture, in pixels.
  public static let sides = 320...4096
  /// The longer side of a picture, in pixels.
  public static let longestSide = 8192
  /// The shorter side that is kept.
  private static let keptSide = 1024
  /// Bytes of a list or of a scene.
  static let textBytes = 256 << 10

  /// What is known of a picture before it is read.
  struct Entry {
    var name: String
    var widthMm: Double?
    var source: CardFile
    var file: String { source.name }
  }

  /// Reads the pictures of a folder, or the one of a scene package, a folder or an archive.
  public static func load(folder: String) throws(CardError) -> CardPictures {
    try load([entries(of: folder)], in: folder)
  }

  /// Reads the pictures of scene packages, whose paths are given by folder: of two with one name in different
  /// folders, that of the first.
  ///
  /// - Parameter places: the folders, in words.
  public static func load(scenes folders: [[String]], in places: String) throws(CardError)
    -> CardPictures
  {
    var entries: [[Entry]] = []
    for paths in folders {
      var scenes: [Entry] = []
      for path in paths {
        if let scene = try scene(at: path) { scenes.append(scene) }
      }
      entries.append(scenes)
    }
    return try load(entries, in: places)
  }

  private static func load(_ folders: [[Entry]], in places: String) throws(CardError)
    -> CardPictures
  {
    guard !folders.joined().isEmpty else { throw .noPictures(path: places) }
    var used: [String: (entry: Entry, folder: Int)] = [:]
    var hides: [String: [String]] = [:]
    for (number, folder) in folders.enumerated() {
      for entry in folder {
        if let fault = nameFault(entry.name) {
          throw .unfitName(entry.name, file: entry.file, fault)
        }
        guard let first = used[entry.name] else {
          used[entry.name] = (entry, number)
          continue
        }
        guard first.folder < number else {
          throw .sameName(entry.name, first: first.entry.file, second: entry.file)
        }
        hides[entry.name, default: []].append(entry.file)
      }
    }
    guard used.count <= most else { throw .tooMany(path: places, found: used.count) }
    var pictures: [Picture] = []
    for (name, (entry, _)) in used.sorted(by: { $0.key < $1.key }) {
      var picture = try read(entry)
      picture.hides = hides[name] ?? []
      pictures.append(picture)
    }
    return CardPictures(pictures: pictures)
  }

  /// Why a name can be none of a tracking file, and of a file beside it; nil where it can.
  private static func nameFault(_ name: String) -> String? {
    if name.utf8.count > longestName { return "at most \(longestName) bytes" }
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0 != "/" && $0.value != 127 }
    return isPlain && !name.hasPrefix(".") ? nil : "letters without / and without a . first"
  }

  /// UTF-8 bytes of a name, as a tracking file holds them.
  static let longestName = 127

  // MARK: - What is there

  private static func entries(of folder: String) throws(CardError) -> [Entry] {
    guard FileManager.default.fileExists(atPath: folder) else { throw .notFound(path: folder) }
    if let scene = try scene(at: folder) { return [scene] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw .notFound(path: folder)
    }
    if names.contains("pictures.json") { return try listed(in: folder) }
    let shown = names.filter { !$0.hasPrefix(".") }.sorted()
    var scenes: [Entry] = []
    for name in shown {
      if let scene = try scene(at: "\(folder)/\(name)") { scenes.append(scene) }
    }
    guard scenes.isEmpty else { return scenes }
    return shown.filter {
      ["png", "jpg", "jpeg"].contains(($0 as NSString).pathExtension.lowercased())
    }.map {
      Entry(name: ($0 as NSString).deletingPathExtension, source: CardFile($0, in: folder))
    }
  }

  private static func root(
    _ file: CardFile, _ log: JSONFaultLog<CardFileFault>
  ) throws(CardError) -> JSONField<CardFileFault>? {
    JSONField.root(of: try file.read(limit: textBytes), log: log)
  }

  private static func check(
    _ log: JSONFaultLog<CardFileFault>, _ file: CardFile
  ) throws(CardError) {
    guard let fault = log.faults.first else { return }
    throw .faulty(
      file: file.name,
      fault: "\(fault.place.line):\(fault.place.column): "
        + (fault.path.isEmpty ? "" : "\(fault.path): ") + fault.kind.fault.description)
  }

  private static func listed(in folder: String) throws(CardError) -> [Entry] {
    let file = CardFile("pictures.json", in: folder)
    let log = JSONFaultLog<CardFileFault>()
    let object = try root(file, log)?.object(keys: ["version", "pictures"])
    _ = object?.required("version")?.number("the number 1") { $0 == 1 }
    let entries = object?.required("pictures")?.list()?.compactMap { item -> Entry? in
      guard let picture = item.object(keys: ["name", "image", "widthMm"]),
        let name = picture.required("name")?.text(),
        let image = picture.required("image")?.text()
      else { return nil }
      let width = picture["widthMm"].flatMap { $0.widthMm() }
      return Entry(name: name, widthMm: width, source: CardFile(image, in: folder))
    }
    try check(log, file)
    return entries ?? []
  }

  /// The picture of the scene package at a path, if there is one: a folder with a manifest, or an archive.
  private static func scene(at path: String) throws(CardError) -> Entry? {
    if FileManager.default.fileExists(atPath: "\(path)/scene.json") {
      return try ofScene(URL(filePath: path).lastPathComponent, in: path)
    }
    guard FileNames.packageName(ofArchive: path) != nil else { return nil }
    return try ofScene(CardFile.sceneName(inArchive: path), in: path, isPacked: true)
  }

  /// The picture of a scene package in a folder or an archive.
  private static func ofScene(
    _ id: String, in holder: String, isPacked: Bool = false
  ) throws(CardError) -> Entry {
    let file = CardFile("scene.json", in: holder, isPacked: isPacked)
    let log = JSONFaultLog<CardFileFault>()
    let picture = try root(file, log)?.object(keys: nil)?.required("picture")?
      .object(keys: ["name", "image", "widthMm"])
    let image = picture?.required("image")?.text()
    let width = picture?.required("widthMm")?.widthMm()
    let name = picture.map { $0["name"] }?.map { $0.text() } ?? id
    try check(log, file)
    return Entry(
      name: name ?? id, widthMm: width,
      source: CardFile(image ?? "", in: holder, isPacked: isPacked))
  }

  // MARK: - Pictures

  private static func read(_ entry: Entry) throws(CardError) -> Picture {
    let bytes = try entry.source.read(limit: ImageLimits.still.fileBytes)
    let size: PixelSize<ArtworkSpace>
    do throws(ImagingError) {
      let found = try PictureFormat.size(of: bytes)
      size = PixelSize(clamping: found.width, found.height)
    } catch {
      throw .unreadable(file: entry.file, reason: "\(error)")
    }
    let (shorter, longer) = (min(size.width, size.height), max(size.width, size.height))
    guard sides.contains(shorter), longer <= longestSide else {
      throw .unfitSize(file: entry.file, width: size.width, height: size.height)
    }
    guard let grey = GreyPicture(try decode(bytes, of: entry.source)) else {
      throw .unreadable(file: entry.file, reason: "the picture has no pixels")
    }
    let scale = min(1, Double(keptSide) / Double(shorter))
    let kept = grey.reduced(
      width: max(Int((Double(grey.width) * scale).rounded()), 1),
      height: max(Int((Double(grey.height) * scale).rounded()), 1))
    return Picture(
      name: entry.name, widthMm: entry.widthMm, sha256: SHA256.hex(of: bytes),
      source: entry.source, width: grey.width, height: grey.height, grey: kept)
  }

  private static func decode(
    _ bytes: [UInt8], of file: CardFile
  ) throws(CardError) -> StraightRGBA8 {
    do throws(ImagingError) {
      return try PictureFormat.decode(
        bytes, limits: ImageLimits(width: longestSide, height: longestSide))
    } catch {
      throw .unreadable(file: file.name, reason: "\(error)")
    }
  }
}

extension GreyPicture {
  /// The luma of a picture on white paper.
  init?(_ picture: StraightRGBA8) {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(3 * picture.width * picture.height)
    unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      for pixel in 0..<(bytes.count / 4) {
        let alpha = unsafe Int(bytes[4 * pixel + 3])
        for channel in 0..<3 {
          let value = unsafe Int(bytes[4 * pixel + channel])
          rgb.append(UInt8((value * alpha + 255 * (255 - alpha) + 127) / 255))
        }
      }
    }
    self.init(width: picture.width, height: picture.height, rgb: rgb)
  }
}

/// What can be wrong with a value of a list of pictures.
struct CardFileFault: JSONFaultKind {
  var fault: JSONFault

  static func json(_ fault: JSONFault) -> CardFileFault { CardFileFault(fault: fault) }
}

extension JSONField where Kind == CardFileFault {
  fileprivate func widthMm() -> Double? {
    number("a width in millimetres above 0, at most 1e6") { $0 > 0 && $0 <= 1e6 }
  }
}
