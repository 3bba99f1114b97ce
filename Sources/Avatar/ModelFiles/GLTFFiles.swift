internal import Avatars
internal import Foundation
internal import Text

/// The files that a model names, within its package or as `data:`.
struct GLTFFiles {
  private let read: (String) throws -> [UInt8]?

  init(_ read: @escaping (String) throws -> [UInt8]?) { self.read = read }

  /// The bytes of a file, and its path where it lies in the package.
  func bytes(
    of value: GLTFValue, limits: ModelLimits
  ) throws(ModelFault) -> (bytes: [UInt8], path: String?) {
    let uri = try value.text
    if uri.lowercased().hasPrefix("data:") {
      guard let bytes = Self.content(ofData: uri) else {
        throw value.fault("the data: is not base64; export the model again")
      }
      return (bytes, nil)
    }
    let path = try Self.path(uri, value)
    let found: [UInt8]?
    do {
      found = try read(path)
    } catch {
      throw value.fault("\"\(Shown.text(path))\" cannot be read: \(error)")
    }
    guard let found else {
      throw value.fault(
        "there is no file \"\(Shown.text(path))\" beside the model; put it into the package, or"
          + " export the model as .glb")
    }
    guard found.count <= limits.fileBytes else {
      throw value.fault(
        .overLimit(
          what: "the file's size", found: "\(found.count) bytes",
          limit: "\(limits.fileBytes) bytes"))
    }
    return (found, path)
  }

  private static func path(_ uri: String, _ value: GLTFValue) throws(ModelFault) -> String {
    let first = uri.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
    let plain = uri.removingPercentEncoding ?? uri
    let path = plain.hasPrefix("./") ? String(plain.dropFirst(2)) : plain
    let reason = first.contains(":") ? "is an address" : PackagePath.fault(of: path)
    if let reason {
      throw value.fault(
        "\"\(Shown.text(uri))\" \(reason); the files of a model lie in its package")
    }
    return path
  }

  private static func content(ofData uri: String) -> [UInt8]? {
    guard let comma = uri.firstIndex(of: ",") else { return nil }
    let content = uri[uri.index(after: comma)...]
    guard uri[..<comma].lowercased().hasSuffix(";base64") else {
      return content.removingPercentEncoding.map { Array($0.utf8) }
    }
    return Data(base64Encoded: String(content)).map { Array($0) }
  }
}
