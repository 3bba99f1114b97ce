extension RegionChange {
  /// The change in words and numbers: "3.1 px right, 0.4 deg clockwise, 1.02 x larger".
  public var words: String { kind.rawValue }
}
