public import Files
public import Imaging
public import Problems
internal import Text

/// What went wrong with a clip, one case a cause; `description` is one line for a person.
public enum VideoError: Error, Hashable, Sendable {
  // Opening.
  /// No file has this name.
  case inputNotFound(path: String)
  /// A folder, a pipe or a device where a file is expected.
  case notAFile(path: String)
  /// The file may not be read.
  case inputNotReadable(path: String, reason: String)
  /// The file has no bytes.
  case emptyFile(path: String)
  /// The file is of another kind, told by its first bytes.
  case otherKind(path: String, FileKind)
  /// The file is in no known format, or damaged where its structure is described.
  case notAClip(path: String, reason: String)
  /// A playlist or another format whose pictures lie in other files.
  case refersToOtherFiles(path: String, format: String)
  /// The file holds no moving picture, but something else, or nothing.
  case noVideoStream(path: String, found: String?)
  /// No decoder for the picture's codec, or a codec that is not known.
  case noDecoder(path: String, codec: String?)
  /// Not one picture could be decoded.
  case nothingDecodable(path: String, reason: String)
  /// A still cannot be decoded, or is damaged.
  case unreadablePicture(path: String, ImagingError)
  /// The colours are stored in a way from which they are not converted.
  case unreadableColours(path: String, colours: String, advice: String)
  /// A matrix was given that the pictures cannot have.
  case unfitMatrix(path: String, matrix: String, pixelFormat: String)
  /// The picture has more pixels than allowed.
  case pictureTooLarge(path: String, picture: String, limit: String)
  /// The pictures change their size more often, or have more sizes, than allowed.
  case tooManySizes(path: String, changes: Int, sizes: Int)
  /// The container has more streams than allowed.
  case tooManyStreams(path: String, maximum: Int)
  /// The container has more chapters, tags or the like than allowed.
  case tooManyHeaders(path: String, kind: String, maximum: Int)
  /// An edit list plays a track more often than allowed.
  case playedTooOften(path: String, track: Int, maximum: Int)
  /// An edit list plays the pictures at a speed that is not followed.
  case unfollowedSpeed(path: String, track: Int, speed: Double)

  /// Of numbered pictures, one between two others is not there.
  case pictureMissing(path: String, next: String)
  /// Nothing says how many frames a second numbered pictures are.
  case rateUnknown(path: String)

  /// More bytes came by standard input than are kept.
  case inputTooLong(limit: Int)

  // Reading.
  /// The stored picture changes its size in the middle of the clip.
  case pictureSizeChanged(path: String, from: String, to: String, atMs: Double)
  /// A frame's time is so far off that nothing can be made of it.
  case unbelievableTime(path: String, frame: Int, maximumYears: Int)
  /// A frame is shown for so long that it is not repeated at another rate.
  case frameTooLong(path: String, frame: Int, seconds: Double, maximum: Double)
  /// What makes whole pictures of fields is not there.
  case noDeinterlacer(path: String, library: String, package: String, reason: String)
  /// Faces are to be covered, and what of a picture is covered is not known.
  case uncovered(path: String, atMs: Double?, reason: String)
  /// No frame lies in the part that was asked for.
  case emptyRange(path: String, asked: String, available: String)

  // Writing.
  /// The output's extension names no container that can be written.
  case unknownContainer(path: String, known: String)
  /// The container cannot hold the codec.
  case codecDoesNotFit(codec: String, container: String, fitting: String)
  /// The codec keeps no transparency.
  case noTransparency(codec: String, fitting: String)
  /// The output's settings contradict themselves.
  case badSettings(reason: String)
  /// This build of FFmpeg lacks the encoder.
  case noEncoder(codec: String)
  case outputExists(path: String)
  /// The folder of the output is not there.
  case outputFolderMissing(path: String)
  /// The output cannot be created or written.
  case cannotWrite(path: String, reason: String)
  /// The disk is full.
  case noSpace(path: String)
  /// The output grows beyond the length that a file may have.
  case outputTooLarge(path: String)
  /// The output has more bytes than it may have, or would have.
  case overBytes(path: String, limit: Int)
  /// The encoder refused a picture or its settings.
  case encodingFailed(reason: String)

  /// A call into FFmpeg that should not fail did.
  case libraryFailure(call: String, reason: String)
}

extension VideoError: CustomStringConvertible {
  /// What failed, where, and what was found, on one line.
  public var description: String {
    switch self {
    case .inputNotFound(let path): "\(path): \(SystemReason.absence(of: path, "file"))"
    case .notAFile(let path): "\(path): not a file that can be read as a clip"
    case .inputNotReadable(let path, let reason): "\(path): cannot be read (\(reason))"
    case .emptyFile(let path):
      "\(path): the file is empty; expected a clip or a picture; copy or download it again"
    case .notAClip(let path, let reason): "\(path): not a readable clip (\(reason))"
    case .otherKind(let path, let kind):
      "\(path): this is \(kind.name); expected a clip or a picture"
        + (kind.advice.map { "; \($0)" } ?? "")
    case .refersToOtherFiles(let path, let format):
      "\(path): a \(format) file refers to other files, which are not opened; "
        + "give the clip itself"
    case .noVideoStream(let path, let found?): "\(path): no video in it, only \(found)"
    case .noVideoStream(let path, nil): "\(path): neither video nor sound in it"
    case .noDecoder(let path, let codec?):
      "\(path): its video is in \(codec), which cannot be decoded here; convert it to H.264"
    case .noDecoder(let path, nil):
      "\(path): its video is in an unknown codec; convert it to H.264"
    case .nothingDecodable(let path, let reason):
      "\(path): no frame could be decoded (\(reason))"
    case .unreadablePicture(let path, let error): "\(path): \(error)"
    case .unreadableColours(let path, let colours, let advice):
      "\(path): its colours are \(colours), which are not converted here; \(advice)"
    case .unfitMatrix(let path, let matrix, let format):
      "\(path): --colour-matrix \(matrix): its pixels are \(format), which cannot hold it; "
        + "it takes three planes of one size, as yuv444p has"
    case .pictureTooLarge(let path, let picture, let limit):
      "\(path): the picture is \(picture), more than the \(limit) allowed"
    case .tooManySizes(let path, let changes, let sizes):
      "\(path): the frame size changes more than \(changes) times, or have more than \(sizes) "
        + "sizes, which is over the limit"
    case .tooManyStreams(let path, let maximum):
      "\(path): more than \(maximum) streams, which is over the limit"
    case .tooManyHeaders(let path, let kind, let maximum):
      "\(path): more than \(maximum) \(kind), which is over the limit"
    case .playedTooOften(let path, let track, let maximum):
      "\(path): the edit list of track \(track) plays its samples more than \(maximum) times, "
        + "which is over the limit"
    case .unfollowedSpeed(let path, let track, let speed):
      "\(path): the edit list of track \(track) plays it at \(Shown.number(speed)) times its speed, "
        + "which is not supported; export the clip again at that speed"
    case .pictureMissing(let path, let next):
      "\(path): no such file, but \(next) is there; the numbers must have no gaps"
    case .rateUnknown(let path):
      "\(path): numbered pictures have no frame rate; add --fps, such as --fps 30"
    case .inputTooLong(let limit):
      "standard input: more than \(limit >> 30) GiB, which is over the limit; give the clip as a file"
    case .pictureSizeChanged(let path, let from, let to, let atMs):
      "\(path): the picture changes from \(from) to \(to) at \(milliseconds(atMs)) ms; "
        + "split the clip there"
    case .unbelievableTime(let path, let frame, let years):
      "\(path): frame \(frame) has a timestamp more than \(years) years after the clip's start, "
        + "the limit; the timestamps are damaged: remux the clip with FFmpeg and new timestamps"
    case .frameTooLong(let path, let frame, let seconds, let maximum):
      "\(path): frame \(frame) is shown for \(Shown.number(seconds.rounded(.up))) s, more than the "
        + "\(Shown.number(maximum)) s that a frame may be repeated for; leave out --fps"
    case .noDeinterlacer(let path, let library, let package, let reason):
      "\(path): its frames are interlaced, and \(library), which deinterlaces them, cannot be "
        + "loaded (\(reason)); install \(package), or keep them as stored by --deinterlace no"
    case .uncovered(let path, let atMs, let reason):
      "\(path): faces are to be covered, and are not in the picture"
        + (atMs.map { " at \(milliseconds($0)) ms" } ?? "s") + ": \(reason); nothing is written"
    case .emptyRange(let path, let asked, let available):
      "\(path): no frame in \(asked); the clip has \(available)"
    case .unknownContainer(let path, let known):
      "\(path): no container that can be written has this extension; use \(known)"
    case .codecDoesNotFit(let codec, let container, let fitting):
      "\(codec) cannot be stored in .\(container); use \(fitting)"
    case .noTransparency(let codec, let fitting):
      "\(codec) cannot store transparency; use --codec \(fitting)"
    case .badSettings(let reason): reason
    case .noEncoder(let codec): "this build of FFmpeg has no encoder for \(codec)"
    case .outputExists(let path): "\(path): exists already; --overwrite replaces it"
    case .outputFolderMissing(let path): "\(path): its folder does not exist"
    case .cannotWrite(let path, let reason): "\(path): cannot be written (\(reason))"
    case .noSpace(let path): "\(path): no space left to write it"
    case .outputTooLarge(let path): "\(path): the file exceeds the allowed file size"
    case .overBytes(let path, let limit):
      "\(path): the file has more than the \(limit) bytes allowed"
    case .encodingFailed(let reason): "encoding failed (\(reason))"
    case .libraryFailure(let call, let reason): "\(call) failed (\(reason))"
    }
  }

  private func milliseconds(_ value: Double) -> String {
    String((value * 1000).rounded() / 1000)
  }
}

extension VideoError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .inputNotFound, .notAFile, .inputNotReadable, .pictureMissing: .recordingNotFound
    case .emptyFile, .otherKind, .notAClip, .refersToOtherFiles, .noVideoStream, .noDecoder,
      .nothingDecodable,
      .pictureSizeChanged, .unbelievableTime, .unfollowedSpeed, .unreadableColours:
      .badRecording
    case .uncovered: .coverUnsure
    case .unreadablePicture(_, let error):
      error.problemCode == .badPicture ? .badRecording : error.problemCode
    case .rateUnknown, .unfitMatrix: .usage
    case .emptyRange: .noSuchFrame
    case .pictureTooLarge, .tooManySizes, .tooManyStreams, .tooManyHeaders, .playedTooOften,
      .frameTooLong, .inputTooLong:
      .recordingTooLarge
    case .unknownContainer, .codecDoesNotFit, .noTransparency, .badSettings: .unfitOutput
    case .noEncoder, .noDeinterlacer: .notInstalled
    case .outputExists: .outputExists
    case .outputFolderMissing, .cannotWrite: .cannotWrite
    case .noSpace: .diskFull
    case .outputTooLarge: .outputTooLarge
    case .overBytes: .overLimit
    case .encodingFailed, .libraryFailure: .internal
    }
  }
}

extension VideoError {
  /// Whether it is a damaged still, of which something may be left.
  public var isDamagedStill: Bool {
    if case .unreadablePicture(_, let error) = self { error.isDamage } else { false }
  }
}

extension VideoError {
  /// An output that could not be written.
  package init(_ fault: FileFault) {
    self =
      switch fault.reason {
      case .exists: .outputExists(path: fault.path)
      case .isFolder: .cannotWrite(path: fault.path, reason: "it is a folder")
      case .folderMissing: .outputFolderMissing(path: fault.path)
      case .diskFull: .noSpace(path: fault.path)
      case .tooLarge: .outputTooLarge(path: fault.path)
      case .failed(let reason): .cannotWrite(path: fault.path, reason: reason)
      }
  }
}
