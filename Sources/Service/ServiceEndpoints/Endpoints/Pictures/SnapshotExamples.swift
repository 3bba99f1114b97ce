internal import JSON
internal import Problems
internal import ServiceInterface

/// What the document shows of snapshots.
enum SnapshotExamples {
  static let forms: [NamedExample] = [
    .init(
      "still", "A still, cropped around its faces.",
      [
        "picture": "picture.jpg", "tracking": "tracking.jsonl",
        "options": ["avatar": "dragon", "crop": "1:1", "format": "jpeg"],
      ]),
    .init(
      "best", "The best frame of a recording.",
      [
        "video": "clip.mp4", "tracking": "clip.jsonl",
        "options": ["avatar": "dragon", "best": true, "maxSize": 480],
      ]),
    .init(
      "game", "The brushing game's points on a card.",
      [
        "video": "clip.mp4", "tracking": "clip.jsonl", "session": ["mode": "short"],
        "options": [
          "avatar": "bear-hood", "at": .number(0.1), "annotate": "hud", "language": "de",
          "card": ["name": "brushing"],
        ],
      ]),
    .init(
      "card", "A share card with snow.",
      [
        "picture": "picture.jpg", "tracking": "tracking.jsonl",
        "options": ["avatar": "bear-hood", "filter": "snow:seed=7", "card": card],
      ]),
  ]

  private static let card: JSONValue = [
    "name": "plain", "ratio": "4:5", "title": "Two minutes, every morning", "date": "2026-02-04",
    "link": "https://example.org/s/1",
  ]
}

extension ProblemResponse {
  static let unprocessableSnapshot = unprocessable(
    "Snapshot",
    ofForms + ofAvatars + [
      .badPicture, .pictureTooLarge, .badTracking, .trackingTooLarge, .noTracker, .tooManyFaces,
      .tooManyLayers, .unfitOutput, .overLimit, .badLUT, .badAvatar, .unknownCard, .noFace,
      .coverUnsure,
    ] + ofRecordings,
    details: [
      .overLimit: "the card's link has 214 bytes; at most 213 are allowed"
    ].merging(ofScenes) { own, _ in own })
}
