internal import CFFmpeg
internal import ClipReading
internal import Foundation
internal import Frames
internal import Isolation

/// Files of sound, decoded as a whole.
package enum SoundFile {
  /// Decodes a file: the first track of sound that it has.
  ///
  /// - Parameter seconds: the longest that it may be.
  package static func read(path: String, seconds: Double) throws(SoundError) -> StereoSound {
    try read(path: path, named: path, seconds)
  }

  /// Decodes the bytes of a file.
  ///
  /// - Parameter name: what faults call it.
  package static func read(
    _ bytes: [UInt8], named name: String, seconds: Double
  ) throws(SoundError) -> StereoSound {
    // A container is a file: what checks it before FFmpeg does reads it by its name.
    try MemoryFile.with(bytes) { (path) throws(SoundError) in
      guard let path else { throw .unreadable(path: name, reason: "no memory for it") }
      return try read(path: path, named: name, seconds)
    }
  }

  private static func read(
    path: String, named name: String, _ seconds: Double
  ) throws(SoundError) -> StereoSound {
    do {
      let limits = VideoLimits()
      let demuxer = try Demuxer(path: path, limits: limits)
      guard let index = demuxer.firstSound, let stream = unsafe demuxer.stream(index) else {
        throw SoundError.empty(path: name)
      }
      guard let decoder = unsafe SampleDecoder(of: stream, limits: limits, keepsTimes: false)
      else {
        throw SoundError.unreadable(path: name, reason: "no decoder takes its codec or its rate")
      }
      demuxer.keepOnly { $0 == index }
      return try decoded(demuxer, index, decoder, named: name, seconds)
    } catch let error as SoundError {
      throw error
    } catch VideoError.inputNotFound {
      throw .notFound(path: name)
    } catch VideoError.notAClip(_, let reason) {
      throw .unreadable(path: name, reason: reason)
    } catch {
      let text = "\(error)"
      throw .unreadable(
        path: name,
        reason: text.hasPrefix("\(path): ") ? String(text.dropFirst(path.count + 2)) : text)
    }
  }

  private static func decoded(
    _ demuxer: Demuxer, _ track: Int, _ decoder: SampleDecoder, named name: String,
    _ seconds: Double
  ) throws -> StereoSound {
    let most = 2 * Int((seconds * Double(StereoSound.rate)).rounded())
    var samples: [Float] = []
    func collect() throws(SoundError) {
      while let piece = decoder.takePiece() { samples += piece.samples }
      guard samples.count <= most else { throw .tooLong(path: name, limit: seconds) }
    }
    reading: while true {
      switch demuxer.read() {
      // Others were read before they were left out.
      case .packet(let packet):
        if unsafe Int(packet.pointee.stream_index) == track { unsafe try decoder.take(packet) }
      case .fault(let reason): throw SoundError.unreadable(path: name, reason: reason)
      case .end: break reading
      }
      try collect()
    }
    unsafe try decoder.take(nil)
    try collect()
    if let from = decoder.damagedFromSeconds {
      throw SoundError.unreadable(
        path: name, reason: "it is damaged at \(Int((from * 1000).rounded())) ms")
    }
    guard !samples.isEmpty else { throw SoundError.empty(path: name) }
    return StereoSound(samples)
  }
}

extension Demuxer {
  /// The place of the first track of sound among the streams; nil where there is none.
  package var firstSound: Int? {
    guard !hidesSound else { return nil }
    return (0..<streamCount).first { index in
      unsafe stream(index)?.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        && LeftOutTrack(index, of: self) == nil
    }
  }
}
