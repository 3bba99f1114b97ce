/// The commands of documents that no test runs, each kind with its reason.
///
/// All others are run.
enum UnrunCommands {
  /// How such a command begins, and why it is not run.
  static let reasons: [(beginning: String, reason: String)] = [
    ("make ", "installs packages, builds, and runs these very tests"),
    (
      "avatar-overlay track ",
      "needs MediaPipe's library and models"
    ),
    (
      "avatar-overlay tracker install",
      "fetches from the network; Scripts/check-packages.sh runs it"
    ),
    ("avatar-overlay tracker status", "needs MediaPipe's library and models to end with 0"),
    (
      "avatar-overlay render hair.mp4 ",
      "needs MediaPipe's library and a model of hair"
    ),
    ("sudo ", "changes the machine; Scripts/check-packages.sh runs it in a bare root"),
    ("podman ", "needs a container engine; Scripts/check-packages.sh runs the README's"),
    ("kubectl ", "needs a cluster; Scripts/check-deployment.sh checks the manifests"),
    ("pip install openapi-", "installs from the network"),
    (
      "openapi-python-client ",
      "needs a generator from the network; Scripts/check-clients.sh runs it"
    ),
    ("docker ", "needs a container engine, and builds an image from the network"),
  ]

  static func contain(_ command: String) -> Bool {
    // Faces that are covered are looked for with MediaPipe.
    if command.contains(" --cover ") { return true }
    // Printed pictures alone are tracked without MediaPipe.
    return reasons.contains { command.hasPrefix($0.beginning) } && !command.contains("--no-faces")
  }
}
