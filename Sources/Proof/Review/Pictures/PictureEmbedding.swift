internal import Imaging
internal import Threads

/// Embeds the pictures of a review within its budget, a few at a time.
struct PictureEmbedding: ~Copyable {
  private let review: ReviewDocument
  private let source: PictureSource
  private let limits: ReviewLimits
  private var spent = 0

  init(_ review: ReviewDocument, source: PictureSource, limits: ReviewLimits) {
    (self.review, self.source, self.limits) = (review, source, limits)
  }

  /// Hands all pictures out in the plan's order.
  mutating func embed(
    _ output: ([UInt8]) throws(ImagingError) -> Void
  ) throws(ImagingError) {
    let items = PicturePlan(review).items
    let group = 4 * Parallel.width
    for start in stride(from: 0, to: items.count, by: group) {
      let batch = Array(items[start..<min(items.count, start + group)])
      let (source, review, limits) = (self.source, self.review, self.limits)
      let open = Room(full: limits.pictureBudget / 4 * 3 - spent, all: limits.pictureBudget - spent)
      let made = Parallel.map(batch) { item in
        Self.pictures(of: item, review, source, limits, room: open)
      }
      for (item, pictures) in zip(batch, made) {
        let room = Room(
          full: limits.pictureBudget / 4 * 3 - spent, all: limits.pictureBudget - spent)
        // What fitted when the batch began may not fit any more.
        let fitting =
          room.holds(pictures)
          ? pictures : Self.pictures(of: item, review, source, limits, room: room)
        for picture in fitting {
          spent += EmbeddedPicture.cost(picture.bytes.count)
          try output(picture.element)
        }
      }
    }
  }

  /// How many bytes are left, for full pictures and for all.
  private struct Room: Sendable {
    var full, all: Int

    func holds(_ pictures: [EmbeddedPicture]) -> Bool {
      let cost = pictures.reduce(0) { $0 + EmbeddedPicture.cost($1.bytes.count) }
      return cost <= (pictures.contains(where: \.isExact) ? full : all)
    }
  }

  private static func pictures(
    of item: PicturePlan.Item, _ review: ReviewDocument, _ source: PictureSource,
    _ limits: ReviewLimits,
    room: Room
  ) -> [EmbeddedPicture] {
    let frame = review.cases[item.caseIndex].frames[item.frameIndex]
    func place(_ side: EmbeddedPicture.Side) -> EmbeddedPicture {
      EmbeddedPicture(caseIndex: item.caseIndex, frameIndex: item.frameIndex, side: side)
    }
    let wanted: [(path: String, place: EmbeddedPicture)] =
      if item.passed {
        [(frame.actual ?? frame.expected).map { ($0, place(.both)) }].compactMap { $0 }
      } else {
        [
          frame.expected.map { ($0, place(.expected)) }, frame.actual.map { ($0, place(.actual)) },
        ].compactMap { $0 }
      }
    if !item.passed, room.full > 0 {
      let full = wanted.map { source.full($0.path, $0.place) }
      if room.holds(full) { return full }
    }
    if room.all > 0 {
      var reduced = wanted.map {
        source.reduced($0.path, $0.place, side: limits.passedPictureSide)
      }
      if !item.passed {
        for i in reduced.indices where !reduced[i].bytes.isEmpty {
          reduced[i].note += "; the full one would exceed the page's limit"
        }
      }
      if room.holds(reduced) { return reduced }
    }
    return wanted.map {
      var picture = $0.place
      picture.note =
        "left out: the page's limit of \(limits.pictureBudget >> 20) MiB for pictures is reached"
      return picture
    }
  }
}
