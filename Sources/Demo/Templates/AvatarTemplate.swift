import AvatarFiles
import Avatars
import Foundation
import Geometry
import Imaging
import JSON

/// A new avatar package: a curved mask with a relief, a glTF model, an animation, or a copy of another one.
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
  /// The width of an animation, and of the outline of a mask whose eyes are not found, in eye distances.
  public static let standardScale = 3.0

  /// Where the eyes are in the mask that was given; nil of anything else.
  public private(set) var eyes: EyePlace?
  private let package: TemplateFiles

  /// The names of its files, the manifest last.
  public var files: [String] { package.names }

  init(_ contents: [(name: String, bytes: [UInt8])]) {
    package = TemplateFiles(contents: contents)
  }

  /// Makes one of a mask.
  ///
  /// - Parameters:
  ///   - name: its name, of which people read the words.
  ///   - mask: a PNG file of the mask; nil for one that is drawn.
  public init(named name: String, from mask: String?) throws {
    let (picture, bytes) = try Self.mask(mask)
    let relief = try ReliefTemplate.picture(of: picture, path: mask ?? Self.maskFiles[0])
    let eyes = EyePlace(in: picture)
    let manifest = Self.manifest(named: name, picture, eyes)
    self.init([
      (Self.maskFiles[0], bytes), (Self.maskFiles[1], try PNG.encodeGrey(relief)),
      (Self.manifestName, Array(manifest.utf8)),
    ])
    self.eyes = mask == nil ? nil : eyes
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
    named name: String, _ picture: StraightRGBA8, _ eyes: EyePlace?
  ) -> String {
    var (scale, place) = (standardScale, "")
    if let eyes {
      let (width, height) = (Double(picture.width), Double(picture.height))
      scale = width / eyes.distance
      let (x, y) = (rounded(eyes.middle.x / width), rounded(eyes.middle.y / height))
      place = ", \"pivot\": {\"x\": \(x), \"y\": \(y)}"
      if eyes.turned != 0 { place += ", \"rotation\": \(rounded(-eyes.turned))" }
    }
    return """
      {
        "version": 1,
        "name": {"en": \(title(name))},
        "layers": [
          {"name": "mask", "image": "\(maskFiles[0])", "scale": \(rounded(scale)), "scaleReference": "pose",
           "offset": {"z": 0.1}\(place),
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
    try package.write(to: folder) { path in
      try AvatarPackage.lint(path: path).filter { $0.severity == .error }.map { "\($0)" }
    }
  }
}
