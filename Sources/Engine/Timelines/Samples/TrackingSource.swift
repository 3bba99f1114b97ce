package import Geometry
package import Tracking
package import TrackingFiles

/// The samples of a recording's tracking file, and what is said about them at the end.
///
/// A recording without a tracking file, or with no face in it, is a recording without samples.
package final class TrackingSource {
  /// What the file says about all samples.
  package let header: TrackingHeader
  private let reader: TrackingReader?
  private var samples = 0
  private var sawFace = false
  private var sawHand = false

  /// Opens a tracking file.
  package convenience init(
    path: String?, options: TrackingFileOptions, clipSize: PixelSize<TrackerSpace>
  ) throws(TrackingFault) {
    try self.init(options, clipSize) { options throws(TrackingFault) in
      try path.map { path throws(TrackingFault) in
        try TrackingReader(path: path, options: options)
      }
    }
  }

  /// Takes a tracking file that lies in memory.
  package convenience init(
    bytes: [UInt8]?, options: TrackingFileOptions, clipSize: PixelSize<TrackerSpace>
  ) throws(TrackingFault) {
    try self.init(options, clipSize) { options throws(TrackingFault) in
      try bytes.map { bytes throws(TrackingFault) in
        try TrackingReader(bytes: bytes, options: options)
      }
    }
  }

  private init(
    _ options: TrackingFileOptions, _ clipSize: PixelSize<TrackerSpace>,
    open: (TrackingFileOptions) throws(TrackingFault) -> TrackingReader?
  ) throws(TrackingFault) {
    var options = options
    options.fallbackSize = options.fallbackSize ?? clipSize
    reader = try open(options)
    header = reader?.header ?? TrackingHeader(size: clipSize)
  }

  /// The samples for several readers.
  ///
  /// - Parameter reopened: opens the file once more, for a reader that falls far behind.
  package func shared(
    reopened: @escaping () throws(TrackingFault) -> TrackingSource
  ) -> SharedSamples {
    SharedSamples({ try self.next() }) {
      let again = try reopened()
      return { try again.next() }
    }
  }

  /// The next sample; nil at the end.
  package func next() throws(TrackingFault) -> TrackingSample? {
    guard let sample = try reader?.next() else { return nil }
    samples += 1
    sawFace = sawFace || !sample.faces.isEmpty
    sawHand = sawHand || !sample.hands.isEmpty
    return sample
  }

  /// Whether samples were read, and none of them shows a face.
  package var isWithoutFaces: Bool { samples > 0 && !sawFace }
  /// Whether samples were read, and none of them shows a hand.
  package var isWithoutHands: Bool { samples > 0 && !sawHand }

  /// What a person should know about the file after it was read.
  package var notes: [String] { reader?.notes ?? [] }
}
