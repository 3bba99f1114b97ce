import Compositing
import Testing

/// Which instruction sets there are; that all give the same bytes, `RandomHomographyTests` say.
@Suite struct InstructionSetTests {
  static let others = Compositor.instructionSets.filter { $0 != "scalar" }

  @Test func `the plain kernels are always there`() {
    #expect(Compositor.instructionSets.last == "scalar")
  }

  @Test func `an unknown name says which ones there are`() {
    #expect {
      try Compositor(instructionSet: "mmx")
    } throws: {
      "\($0)".contains("\"mmx\"") && "\($0)".contains("scalar")
    }
  }
}
