/// The version of what renders: of the engine, and so of the program.
public enum RendererVersion {
  /// The version, by semver.org.
  public static let number = "0.2.0"
}
