import Foundation
import TestSupport
import Testing

@Suite struct `The command line` {
  @Test func `without words tells what there is and ends as a usage error`() throws {
    let outcome = try Program.product.run([], in: ScratchFolder())
    #expect(outcome.exitCode == 64)
    #expect(outcome.text.isEmpty)
    #expect(outcome.error.contains("Verbs:"))
  }
}
