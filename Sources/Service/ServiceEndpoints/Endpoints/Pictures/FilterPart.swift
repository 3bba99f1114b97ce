internal import Foundation
internal import HTTPMessages
internal import Problems
internal import Recipe
internal import Requests
internal import ServiceInterface
internal import Text

/// The parts of a request with the files of filters: `lut:NAME` for each filter `lut:NAME` of the options.
///
/// Processes of their own read them.
enum FilterPart {
  /// What the names of the parts begin with.
  static let lut = "lut:"

  /// The files that came, by their names.
  struct Given {
    fileprivate var files: [String: String] = [:]

    /// All of them, by the names of their parts.
    var all: [(name: String, path: String)] { files.map { (FilterPart.lut + $0.key, $0.value) } }

    /// Moves the files into the folder of a job, and names them in its request.
    func keep(in folder: String, for request: inout RenderRequest) throws {
      var kept: [String: String] = [:]
      for (number, file) in files.sorted(by: { $0.key < $1.key }).enumerated() {
        let name = "lut-\(number + 1)"
        try FileManager.default.moveItem(atPath: file.value, toPath: "\(folder)/\(name)")
        kept[file.key] = name
      }
      request.passes.moveFilterFiles { kept[$0] ?? $0 }
    }
  }

  /// The files of a request's parts, one for each that its options name, and no other.
  static func files(_ parts: RequestParts, of request: RenderRequest) throws -> Given {
    let named = Set(request.passes.filterFiles)
    if let name = named.sorted().first(where: { !PlainName.isFit($0) }) {
      throw fault(
        .invalidOptions, "/filter",
        "the filter lut:\(Shown.text(name)): expected \(PlainName.expected), which names the part"
          + " \(lut)NAME")
    }
    var given = Given()
    for part in parts.all(beginning: lut) {
      let name = String(part.name.dropFirst(lut.count))
      guard named.contains(name) else {
        throw fault(
          .unknownPart, part.name,
          "the part \"\(Shown.text(part.name))\": no filter \"\(Shown.text(part.name))\" in the options; add it, or"
            + " leave the part out")
      }
      given.files[name] = try part.filePath()
    }
    if let missing = named.subtracting(given.files.keys).min() {
      throw fault(
        .missingPart, lut + missing,
        "missing part \"\(lut)\(missing)\", the file of the filter \(lut)\(missing)")
    }
    return given
  }

  private static func fault(
    _ code: ProblemCode, _ pointer: String, _ detail: String
  ) -> ServiceProblem {
    ServiceProblem(
      code, detail, faults: [.init(pointer: Shown.text(pointer), detail: detail)])
  }
}
