import Foundation
import Text

/// JSON for machines: keys sorted, so that two runs compare.
package enum IndentedJSON {
  package static func of(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Shown.json(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
