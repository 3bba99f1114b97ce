/// What a picture tells of a face's teeth.
package struct TeethReading: Equatable, Sendable {
  /// How far the teeth are shown: 0 for none, about 0.6 for a wide smile, 1 for a large bared row.
  ///
  /// It is the area of teeth by that of a band as wide as the inner lips and `TeethFinder.bandHeight` of the nose's
  /// length high, so that a wide open mouth shows as much as a smile with the same teeth, and a slit shows none.
  package var share: Float
  /// How sure that is, 0 to 1: little of small mouths, of dark, blown out or colourless pictures, behind what lies
  /// on the lips, and of pixels that are neither teeth nor anything else, as in motion.
  package var certainty: Float

  /// Makes a reading.
  package init(share: Float, certainty: Float) {
    (self.share, self.certainty) = (share, certainty)
  }

  /// From which certainty on a reading counts.
  package static let leastCertainty: Float = 0.5

  /// The share; nil where it is not sure: the teeth are unseen then, which is not the same as hidden by lips.
  package var toldShare: Double? { certainty >= Self.leastCertainty ? Double(share) : nil }
}
