import Access
import AvatarFiles
import Cards
import Compositing
import Drawing
import Filters
import Goldens
import HTTPServer
import Imaging
import Isolation
import Rendering
import Review
import SampleRecording
import Service
import Store
import TrackingFiles
import Verification
import Video

/// The one table from what may go wrong to what the process says and how it ends.
enum Failure {
  /// The error in one line.
  static func line(of error: any Error) -> String {
    "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The error's exit code.
  static func exitCode(of error: any Error) -> ExitCode {
    switch error {
    case is UsageError, is ServiceSettingsError: .usage
    case let error as HTTPServerError: exitCode(of: error)
    case let error as RenderingError: exitCode(of: error)
    case let error as VideoError: exitCode(of: error.kind)
    case let error as TrackingFault: exitCode(of: error)
    case let error as AvatarPackageError: exitCode(of: error)
    case let error as ImagingError: exitCode(of: error)
    case is CompositingError, is FilterError: .usage
    case is DrawingError: .internalError
    case let error as CardError: exitCode(of: error)
    case let error as ReviewError: exitCode(of: error)
    case let error as GoldenError: exitCode(of: error)
    case let error as SampleRecordingError: exitCode(of: error)
    case let error as VerificationError: exitCode(of: error)
    case let error as AlignError: exitCode(of: error)
    case is AccessFault: .usage
    case let error as KeysError: error.exitCode
    case let error as StoreError: exitCode(of: error)
    case is IsolationError: .internalError
    case is ServiceFolderError: .cannotWrite
    default: .internalError
    }
  }

  private static func exitCode(of error: HTTPServerError) -> ExitCode {
    switch error {
    case .badSetting, .badAddress: .usage
    case .cannotListen, .cannotSpool: .cannotWrite
    default: .internalError
    }
  }

  private static func exitCode(of error: StoreError) -> ExitCode {
    switch error {
    case .queueFull: .overLimit
    case .locked, .diskFull: .cannotWrite
    case .unusable: .dataError
    }
  }

  private static func exitCode(of error: VerificationError) -> ExitCode {
    switch error {
    case .notFound, .unreadableFolder: .inputNotFound
    case .kindsDiffer, .unfitRequest: .usage
    case .noPictures, .noSuchPart, .noPlacements: .dataError
    case .tooManyPictures: .overLimit
    }
  }

  private static func exitCode(of error: GoldenError) -> ExitCode {
    switch error {
    case .notFound, .unreadable, .noResults, .nothingChosen: .inputNotFound
    case .faulty(let faults):
      faults.contains { if case .overLimit = $0.kind { true } else { false } }
        ? .overLimit : .dataError
    case .badName, .unknownCase, .unfitCase, .recordingForbidden: .usage
    case .stale, .damagedProvenance: .dataError
    case .goldenTooLarge: .overLimit
    case .file(let error): exitCode(of: error)
    case .interrupted: .interrupted
    }
  }

  private static func exitCode(of error: RenderingError) -> ExitCode {
    switch error {
    case .recordingNotFound: .inputNotFound
    case .notARecording, .noSuchFrame: .dataError
    case .unfitOutput: .usage
    case .frameTooLarge, .overLimit: .overLimit
    case .cannotWriteStream: .cannotWrite
    case .interrupted: .interrupted
    }
  }

  private static func exitCode(of error: ReviewError) -> ExitCode {
    switch error {
    case .unencodable: .dataError
    case .unwritable(_, let error): exitCode(of: error)
    }
  }

  private static func exitCode(of error: AlignError) -> ExitCode {
    switch error {
    case .noFrames, .otherTimes, .notARun: .dataError
    case .otherPicture, .otherPlacements: .mismatch
    case .tooLarge: .overLimit
    }
  }

  private static func exitCode(of error: SampleRecordingError) -> ExitCode {
    switch error {
    case .drawing: .internalError
    case .video(let error): exitCode(of: error.kind)
    case .tracking, .recordingExists, .cannotWrite: .cannotWrite
    }
  }

  private static func exitCode(of kind: VideoError.Kind) -> ExitCode {
    switch kind {
    case .usage: .usage
    case .badData: .dataError
    case .notFound: .inputNotFound
    case .internalFailure: .internalError
    case .cannotWrite: .cannotWrite
    case .overLimit: .overLimit
    }
  }

  private static func exitCode(of fault: TrackingFault) -> ExitCode {
    switch fault.problem {
    case .notFound, .unreadable: .inputNotFound
    case let problem where problem.isLimit: .overLimit
    default: .dataError
    }
  }

  private static func exitCode(of error: AvatarPackageError) -> ExitCode {
    switch error {
    case .unknownAvatar, .notFound: .inputNotFound
    case .notAPackage, .faulty: .dataError
    }
  }

  private static func exitCode(of error: CardError) -> ExitCode {
    switch error {
    case .unknownCard, .notFound: .inputNotFound
    case .notACard, .faulty: .dataError
    case .unfitDate, .unfitField: .usage
    case .overLimit: .overLimit
    case .drawing: .internalError
    }
  }

  private static func exitCode(of error: ImagingError) -> ExitCode {
    switch error {
    case .notAPNG, .truncated, .damaged, .notAPicture, .notA, .cutOff, .broken, .unsupported:
      .dataError
    case .tooLarge, .tooManyScans, .fileTooLarge, .outOfMemory: .overLimit
    case .unreadable: .inputNotFound
    case .outputExists, .folderMissing, .diskFull, .unwritable: .cannotWrite
    case .file(_, let inner): exitCode(of: inner)
    }
  }
}
