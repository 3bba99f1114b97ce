package import Tracking

/// What a tracker saw in a whole recording, and what was found out about it.
package struct TrackedSamples {
  /// What is known of all samples.
  package let header: TrackingHeader
  /// The samples, from the recording's first on, whatever part of the clip is shown.
  package let samples: SharedSamples
  /// The median interval of the samples, in milliseconds, by which gaps are scaled; nil where it is unknown.
  package var intervalMs: Double?
  /// The identities that the samples give printed pictures anywhere, which others do not get.
  package var imageIdentities: Set<Int> = []
  /// Whether the samples may have printed pictures.
  package var showsImages = false
  /// The tracking file, for messages; nil where nothing was tracked.
  package var path: String?

  /// Makes it of samples about which nothing else is known.
  package init(_ header: TrackingHeader, _ samples: SharedSamples) {
    (self.header, self.samples) = (header, samples)
  }
}
