import Placement
import Recipe
import Tracking

extension RequestTable {
  /// The most avatars that untrusted input may name.
  public static let mostRemoteAvatars = 16

  static let avatars: [RequestMember] = [
    RequestMember(
      "avatars", "--avatar", .avatars, in: [.placing, .service, .suite], \.avatars,
      .names(remoteMost: mostRemoteAvatars),
      "a name, a folder, a .zip, or none; repeat it to give faces different ones, left to right",
      .init(
        note: "names of avatars for the faces from left to right; none draws nothing",
        aliases: [
          .init(name: "avatar", contexts: .service, isSingle: true),
          .init(name: "avatar", contexts: .files),
        ], isBasic: true)),
    RequestMember(
      "swipeAvatars", "--swipe-avatars", .avatars,
      in: [.verbs, .snapshots, .renders, .suite], \.swipeAvatars, .avatarList,
      "a finger's swipe to the left puts on the next of these avatars, one to the right the one before;"
        + " a double tap near a face enlarges its avatar, or takes that back"),
    RequestMember(
      "avatarsFolder", "--avatars", .avatars, in: .placing, \.avatarsFolder, .path,
      "where names are looked up, before the built-in avatars",
      .init(placeholder: "DIR", defaultWords: "Avatars")),
  ]

  /// Where avatars go.
  static let placement: [RequestMember] = [
    RequestMember(
      "fitProfile", "--fit-profile", .placement, in: [.placing, .service, .suite], \.fitProfile,
      .pathOrName,
      "how avatars sit on faces, as avatar-fit/1: moved, scaled and turned as a whole",
      .init(
        placeholder: "FILE", note: "the name of a fit profile, which says how avatars sit on faces")
    ),
    RequestMember(
      "placement", "--placement", .placement, in: [.placing, .service, .suite], \.placement.mode,
      .choice("placement"), "how layers are placed: by the eyes, or by the pose matrix"),
    RequestMember(
      "snap", "--no-snap", .placement, in: [.placing, .service, .suite], \.placement.snap, .flag,
      "trust the matrix alone; do not move its result onto the landmarks",
      .init(
        isNegated: true, note: "move what the matrix placed onto the landmarks",
        aliases: [.init(name: "noSnap", contexts: .files, isInverted: true)])),
    RequestMember(
      "mirror", "--mirror", .placement, in: [.placing, .service, .suite], \.passes.mirrored,
      .flag,
      "a mirrored picture, as a selfie preview shows it", .init(isBasic: true)),
    RequestMember(
      "smoothing", "--smoothing", .placement, in: [.placing, .snapshots, .renders, .suite],
      \.smoothing.strategy, .choice("smoothing"), "how the tracker's jitter is smoothed"),
    RequestMember(
      "smoothingMs", "--smoothing-ms", .placement, in: [.placing, .renders, .suite],
      \.smoothing.milliseconds, .number(1...2000),
      "the smoothing's time constant in milliseconds, 1 to 2000"),
    RequestMember(
      "stick", "--stick", .placement, in: [.placing, .snapshots, .renders, .suite], \.stick,
      .choice("stick"),
      "the clip's own motion steadies what faces wear: where that comes nearer to the skin, always, or never"
    ),
    RequestMember(
      "lostFaces", "--lost-faces", .placement, in: [.placing, .renders, .suite], \.gaps.policy,
      .choice("policy for lost faces"), "a face that is lost: fade out, hold, or hide at once"),
    RequestMember(
      "newFaces", "--new-faces", .placement, in: [.placing, .renders, .suite], \.gaps.newFaces,
      .choice("policy for new faces"),
      "a face that comes after the first frame: fade in, or show at once"),
  ]
}
