internal import HTTPMessages
internal import Problems
internal import ServiceInterface

/// The entity tag of a package, or a fit profile: the hash of its bytes.
///
/// It is that of the package and not of a text about it, so that the answers of `GET` and `PUT` have the same one.
enum PackageTag {
  /// The tag, with its quotes.
  static func text(_ hash: String) -> String { "\"\(hash)\"" }

  /// Throws where a request that changes a package has conditions that this one does not meet.
  ///
  /// - Parameters:
  ///   - hash: of the package that is there; nil where there is none.
  ///   - noun: what it is.
  static func check(
    _ head: HTTPRequestHead, _ hash: String?, of noun: String = "package"
  ) throws {
    do throws(HTTPFault) {
      try Preconditions.check(head, tag: hash.map(text))
    } catch {
      throw ServiceProblem(
        .preconditionFailed,
        hash.map {
          "the name means a \(noun) with the ETag \(text($0)); the request's condition is not met"
        }
          ?? "the name means no \(noun) yet; the request's condition is not met")
    }
  }
}
