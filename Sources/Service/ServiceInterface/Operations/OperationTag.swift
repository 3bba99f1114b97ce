/// What operations are about, in the order of the document.
package enum OperationTag: String, CaseIterable, Sendable {
  case pictures = "Pictures"
  case renders = "Renders"
  case avatars = "Avatars"
  case scenes = "Scenes"
  case fitProfiles = "Fit profiles"
  case service = "Service"
  case page = "Page"

  /// What the document says of them.
  package var description: String {
    switch self {
    case .pictures:
      "Pictures in, pictures out, answered at once. They need the scope `frames`."
    case .renders:
      "Recordings as jobs: send one, follow it, fetch the clip. They need the scope `renders`; a"
        + " finished render's files open by their signed links too."
    case .avatars:
      "The avatars, and avatars of your own as zip archives (Documentation/avatar-format.md). Reading"
        + " needs any key, changing needs the scope `avatars:write`."
    case .scenes:
      "What is drawn on printed cards, and scenes of your own as zip archives (Documentation/scenes.md)."
        + " Reading needs any key, changing needs the scope `scenes:write`."
    case .fitProfiles:
      "How avatars sit on a person's face, kept by name (Documentation/fit-profiles.md). Reading needs"
        + " any key, changing needs the scope `avatars:write`."
    case .service:
      "For operators and tools: health, figures, this document, the meaning of codes."
    case .page: "For people: a page that shows the service working."
    }
  }
}
