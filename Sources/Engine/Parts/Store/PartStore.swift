/// Where the parts of renders are kept until they are joined: a folder that all workers share, or a bucket.
///
/// Files lie under the fingerprint of their plan, so that those of other plans are no matter. A file is there
/// whole or not at all, whichever worker is killed, and may be written by two workers at one time, which write
/// the same bytes. All calls may come from any thread.
///
/// Whatever the store is, its faults are of three kinds: `PartsError.spoiled` where something else lies in the place
/// of a file, so that its part is made anew; `.storeUnavailable` for what passes; others for what stays.
public protocol PartStore: Sendable {
  /// Where it is, for messages.
  var place: String { get }

  /// The path at which a file is written before it is published; its folder is there, and nothing in its place but
  /// a file that is replaced.
  func localPath(of name: PartFileName) throws(PartsError) -> String

  /// Makes the file that was written at its local path available to all.
  func publish(_ name: PartFileName) throws(PartsError)

  /// The bytes of a small file; nil where there is none.
  ///
  /// - Parameter limit: of a file with more bytes, so many and one more are given.
  func bytes(of name: PartFileName, upTo limit: Int) throws(PartsError) -> [UInt8]?

  /// A path at which a file can be read until `release`; nil where there is none.
  func readablePath(of name: PartFileName) throws(PartsError) -> String?

  /// Says that a file is not read any more.
  func release(_ name: PartFileName)

  /// Removes what there is of a plan.
  func removeAll(of fingerprint: String) throws(PartsError)
}

/// The name of a file of a part.
public struct PartFileName: Hashable, Sendable {
  /// What a file holds.
  public enum Kind: String, CaseIterable, Sendable {
    /// The packets of a clip, or the files of pictures.
    case data
    /// The lines of the placements sidecar.
    case placements = "jsonl"
    /// What the part came to, with the hashes of the others; written last.
    case receipt = "json"
  }

  /// The fingerprint of the plan.
  public var fingerprint: String
  /// The number of the part.
  public var part: Int
  /// What the file holds.
  public var kind: Kind

  /// Makes the name of a file.
  public init(fingerprint: String, part: Int, kind: Kind) {
    (self.fingerprint, self.part, self.kind) = (fingerprint, part, kind)
  }

  /// The name in the folder of the plan, such as `part-00003.data`.
  public var text: String {
    let number = String(part)
    let zeros = String(repeating: "0", count: max(0, 5 - number.count))
    return "part-\(zeros)\(number).\(kind.rawValue)"
  }
}
