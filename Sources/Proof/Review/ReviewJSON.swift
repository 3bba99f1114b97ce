internal import Foundation

/// The review as JSON.
public enum ReviewJSON {
  /// A whole review: indented, keys sorted, so that two runs compare.
  ///
  /// Numbers that are none are the words "nan", "inf" and "-inf", as in the results of a suite.
  public static func text(of review: ReviewDocument) throws(ReviewError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return String(decoding: try encoder.encode(review), as: UTF8.self) + "\n"
    } catch {
      throw .unencodable(reason: "\(error)")
    }
  }
}
