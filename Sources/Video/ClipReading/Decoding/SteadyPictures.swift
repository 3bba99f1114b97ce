internal import CFFmpeg
internal import Frames

/// The pictures of a clip, which depend on its file alone: not on threads, nor on the run.
///
/// Threads of a decoder that meet damage show what their neighbours have just decoded, and say so late
/// or never (FFmpeg 5.1, one file of H.264 read five times: 16, 21, 17, 23 and 21 damaged frames).
/// So a clip is decoded quickly up to the first damage, and then again from the start with care;
/// the pictures that were handed out already are whole, and the same. A clip that is whole is
/// decoded once.
@safe final class SteadyPictures {
  private let path: String
  private let options: ReadingOptions
  private var pictures: DecodedPictures
  /// The pictures handed out since the start or, for a part, since its beginning was sought.
  private var handedOut = 0
  private var part: (dts: Int64, pts: Int64)?

  /// Opens a clip.
  init(path: String, options: ReadingOptions) throws(VideoError) {
    (self.path, self.options) = (path, options)
    pictures = try DecodedPictures(path: path, options: options)
  }

  /// Goes on from pictures of which one was taken.
  init(_ pictures: DecodedPictures, path: String, options: ReadingOptions) {
    (self.path, self.options, self.pictures) = (path, options, pictures)
    handedOut = 1
  }

  var demuxer: Demuxer { pictures.demuxer }
  var stream: UnsafeMutablePointer<AVStream> { unsafe pictures.stream }
  var streamIndex: Int { pictures.streamIndex }
  var damage: DamageReport { pictures.damage }

  /// The next picture; nil at the end.
  func next() throws(VideoError) -> FrameHandle? {
    if let picture = try pictures.next() {
      handedOut += 1
      return picture
    }
    guard pictures.needsCare else { return nil }
    try startAgain()
    guard let picture = try pictures.next() else { return nil }
    handedOut += 1
    return picture
  }

  /// Continues from a key packet; see `DecodedPictures`.
  func seek(toDecodingTime dts: Int64, showingFrom pts: Int64) -> Bool {
    part = (dts, pts)
    handedOut = 0
    return pictures.seek(toDecodingTime: dts, showingFrom: pts)
  }

  /// Decodes with care what was decoded quickly.
  private func startAgain() throws(VideoError) {
    pictures = try DecodedPictures(path: path, options: options, care: .careful)
    if let part {
      // As it was done quickly: the first picture says what the later ones do not repeat.
      _ = try pictures.next()
      _ = pictures.seek(toDecodingTime: part.dts, showingFrom: part.pts)
    }
    for _ in 0..<handedOut {
      guard try pictures.next() != nil else { return }
    }
  }
}
