/// The suite: cases, their thresholds, their goldens.
public struct GoldenSuite: Sendable {}
