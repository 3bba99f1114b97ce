import Testing
import Tracker

/// How much may be decoded once more.
@Suite struct DecodingBudgetTests {
  @Test(arguments: [0, 1, 50])
  func `so many frames may be decoded again, and not one more`(frames: Int) {
    let budget = DecodingBudget()
    for _ in 0..<frames { budget.addFrame() }
    let (one, other) = (budget.stretch(), budget.stretch())
    let allowed = DecodingBudget.atStart + frames * DecodingBudget.perFrame
    for number in 0..<allowed {
      #expect(number % 2 == 0 ? one() : other(), "\(number)")
    }
    #expect(budget.cutStretches == 0)
    #expect(!one() && !one())
    // A stretch that is cut is one, however often it asks.
    #expect(budget.cutStretches == 1)
    #expect(!other())
    #expect(budget.cutStretches == 2)
  }

  @Test func `after a stretch that was cut the next one waits for twice as much`() {
    let budget = DecodingBudget()
    let cut = budget.stretch()
    while cut() {}
    let needed = 2 * DecodingBudget.atStart / DecodingBudget.perFrame
    for _ in 0..<needed - 1 { budget.addFrame() }
    #expect(!budget.stretch()())
    budget.addFrame()
    let next = budget.stretch()
    for _ in 0..<2 * DecodingBudget.atStart { #expect(next()) }
    #expect(!next() && !cut())
  }
}
