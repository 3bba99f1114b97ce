import Avatars
import Files
import Foundation
import Geometry
import Imaging
import JSON
import Problems

/// A new avatar package: a curved mask with a relief, or a glTF model.
public struct AvatarTemplate {
  /// What it shows.
  public enum Kind: String, CaseIterable, Sendable {
    /// A curved mask with a relief.
    case mask
    /// A glTF model.
    case model
  }

  private static let maskFiles = ["mask.png", "mask-relief.png"]
  static let manifestName = AvatarManifest.fileName
  /// How far white of its relief is out of the face, in eye distances.
  public static let depth = 0.45
  /// The width of a mask without eye holes, in eye distances.
  public static let standardScale = 3.0

  /// Whether the mask's eye holes were found, so that it lies on the face as it should; true of a model.
  public let fitsEyes: Bool
  private let contents: [(name: String, bytes: [UInt8])]

  /// The names of its files, the manifest last.
  public var files: [String] { contents.map(\.name) }

  init(_ contents: [(name: String, bytes: [UInt8])], fitsEyes: Bool = true) {
    (self.contents, self.fitsEyes) = (contents, fitsEyes)
  }

  /// Makes one of a mask.
  ///
  /// - Parameters:
  ///   - name: its name, of which people read the words.
  ///   - mask: a PNG file of the mask; nil for one that is drawn.
  public init(named name: String, from mask: String?) throws {
    let (picture, bytes) = try Self.mask(mask)
    let relief = try ReliefTemplate.picture(of: picture, path: mask ?? Self.maskFiles[0])
    let eyes = EyeHoles(in: picture)
    let manifest = Self.manifest(named: name, picture, eyes)
    self.init(
      [
        (Self.maskFiles[0], bytes), (Self.maskFiles[1], try PNG.encodeGrey(relief)),
        (Self.manifestName, Array(manifest.utf8)),
      ], fitsEyes: eyes != nil)
  }

  /// Whether a text can be a package's name: letters, digits, `-` and `_`.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-")
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  private static func mask(_ path: String?) throws -> (StraightRGBA8, [UInt8]) {
    guard let path else {
      let picture = try MaskDrawing.picture()
      return (picture, try PNG.encode(picture, compression: .small))
    }
    do throws(ImagingError) {
      let limits = ImageLimits.artwork
      let bytes = try FileBytes.read(path: path, limit: limits.fileBytes)
      return (try PNG.decode(bytes, limits: limits), bytes)
    } catch {
      throw ImagingError.file(path: path, error)
    }
  }

  private static func manifest(
    named name: String, _ picture: StraightRGBA8, _ eyes: EyeHoles?
  ) -> String {
    var (scale, pivot) = (standardScale, "")
    if let eyes {
      let (width, height) = (Double(picture.width), Double(picture.height))
      scale = width / eyes.left.distance(to: eyes.right)
      let x = rounded((eyes.left.x + eyes.right.x) / 2 / width)
      let y = rounded((eyes.left.y + eyes.right.y) / 2 / height)
      pivot = ", \"pivot\": {\"x\": \(x), \"y\": \(y)}"
    }
    return """
      {
        "version": 1,
        "name": {"en": \(title(name))},
        "layers": [
          {"name": "mask", "image": "\(maskFiles[0])", "scale": \(rounded(scale)), "scaleReference": "pose",
           "offset": {"z": 0.1}\(pivot),
           "surface": {"type": "curved", "radius": {"x": 2.2, "y": 4}},
           "relief": {"image": "\(maskFiles[1])", "depth": \(depth), "zero": 0}, "lit": 0.8}
        ]
      }

      """
  }

  /// The words of a name, as a text of JSON.
  static func title(_ name: String) -> String {
    let words = name.replacing(/[-_]+/, with: " ").trimmingCharacters(in: .whitespaces)
    return JSONValue.string(words.prefix(1).uppercased() + words.dropFirst()).text
  }

  /// To three places, as people write it.
  private static func rounded(_ value: Double) -> String {
    JSONValue.number((value * 1000).rounded() / 1000).text
  }

  /// Writes the package, whose folder appears when all its files are in it.
  public func write(to folder: String) throws(TemplateError) {
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard !FilePath.isThere(folder) else { throw .packageExists(path: folder) }
    let parent = FilePath.split(folder).folder
    let hidden = "\(parent)/.\(UUID().uuidString)"
    let files = FileManager.default
    defer { try? files.removeItem(atPath: hidden) }
    do {
      try files.createDirectory(atPath: hidden, withIntermediateDirectories: true)
      for (name, bytes) in contents { try AtomicFile.write(bytes, to: "\(hidden)/\(name)") }
      try files.moveItem(atPath: hidden, toPath: folder)
    } catch let fault as FileFault {
      throw .unwritable(path: folder, reason: "\(fault.reason)")
    } catch {
      throw .unwritable(path: folder, reason: SystemReason.words(of: error))
    }
  }
}
