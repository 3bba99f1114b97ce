public import Problems

/// Why a Lottie that was read cannot be drawn.
public enum LottieError: Error, Hashable, Sendable {
  /// The library is not installed, or is another one than is expected.
  case noLibrary(reason: String)
  /// The library refuses what the reader has checked.
  case refused
  /// The process that draws ended over this animation, without an answer.
  case crashed(how: String)
  /// The process that draws asks for more memory than it may have.
  case outOfMemory
  /// The process that draws gives no answer for this animation.
  case silent(seconds: Double)
  /// The process that draws cannot be started.
  case cannotStart(reason: String)
}

extension LottieError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .noLibrary(let reason):
      "\(LottieLibrary.fileName) cannot be loaded (\(reason)); Lottie animations are drawn by it:"
        + " install the package \(LottieLibrary.package)"
    case .refused:
      "\(LottieLibrary.fileName) refuses a Lottie animation that was read; simplify the animation"
    case .crashed(let how):
      "the process that draws Lottie animations \(how); simplify the animation"
    case .outOfMemory:
      "the process that draws Lottie animations asked for more memory than it may have; simplify the animation"
    case .silent(let seconds):
      "the process that draws Lottie animations gave no answer for \(Int(seconds)) s; simplify the animation"
    case .cannotStart(let reason):
      "the process that draws Lottie animations cannot be started (\(reason))"
    }
  }
}

extension LottieError {
  /// Whether the animation is at fault, and not the machine.
  var isOfAnimation: Bool {
    switch self {
    case .refused, .crashed, .outOfMemory, .silent: true
    case .noLibrary, .cannotStart: false
    }
  }

  /// Whether nothing can be asked of the process any more.
  var endsProcess: Bool {
    switch self {
    case .crashed, .outOfMemory, .silent, .cannotStart: true
    case .noLibrary, .refused: false
    }
  }
}

extension LottieError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .noLibrary: .notInstalled
    case .refused, .crashed: .badAvatar
    case .outOfMemory, .silent: .avatarTooLarge
    case .cannotStart: .internal
    }
  }
}
