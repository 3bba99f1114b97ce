public import Problems

/// Something wrong with a tracking file: where, what was found, what was expected.
public struct TrackingFault: Error, Hashable, Sendable {
  /// The kinds of faults.
  public enum Problem: String, Sendable, CaseIterable {
    /// There is no such file.
    case notFound
    /// The system cannot open or read the file.
    case unreadable
    /// The compressed data is damaged or ends too early.
    case damagedCompression
    /// The file holds nothing.
    case empty
    /// A line or an element of the array is longer than `TrackingLimits.documentBytes`.
    case tooLong
    /// The file is neither `avatar-tracking/1` nor a dump of MediaPipe's results.
    case unrecognised
    /// The header names another format or version.
    case wrongFormat
    /// The header is not there, or says something impossible.
    case wrongHeader
    /// Times count the frames of a clip, and there is none, or none that can be read.
    case needsClip
    /// A dump does not say the picture's size, and the caller did not either.
    case unknownPictureSize
    /// A line or an element of the array is no JSON.
    case notJSON
    /// A value is of another type, or a word that means nothing here.
    case wrongType
    /// NaN, an infinity or `null` where a number should stand.
    case notFinite
    /// A number outside what can be meant.
    case outOfRange
    /// What the samples show stands under a key that is nearly a known one, and none shows anything.
    case misspeltKey
    /// A key that every such object has is not there.
    case missingKey
    /// A key stands twice in an object.
    case duplicateKey
    /// More of something than `TrackingLimits` allows.
    case tooMany
    /// A list whose length does not fit the list beside it.
    case listMismatch
    /// The corners of a card are not those of a convex shape.
    case cornersNotConvex
    /// An identity is that of two cards.
    case repeatedIdentity
    /// A number of landmarks that no model of MediaPipe gives.
    case landmarkCount
    /// A face with neither landmarks nor matrix.
    case emptyFace
    /// A matrix that is not 4 x 4 or whose last row is not 0 0 0 1 in either order.
    case matrixShape
    /// A matrix that is no rotation times a uniform scale.
    case matrixNotRigid
    /// A matrix with tz >= 0: the face would stand behind the camera.
    case matrixBehindCamera
    /// A time that is not after the one before.
    case timeNotIncreasing
    /// The times are in another unit than the file says, beside its clip.
    case wrongTimeUnit
    /// The times are of another clock than the clip's, or of another clip.
    case otherClock
    /// The landmarks are pixels where the file says parts of the picture, or the other way.
    case wrongCoordinates
    /// The translations of face matrices are in another unit than the file says.
    case wrongMatrixUnit
    /// The file says how faces move and not where they are in the picture.
    case withoutPlace
    /// The tracker's picture is the clip's turned, or flipped left to right.
    case wrongTurn
    /// The clip's pictures move as the landmarks do at other times.
    case wrongTimes
    /// Landmarks or matrices of faces are flipped left to right, and not both.
    case matricesApart

    /// Whether the file is over a limit, rather than wrong.
    public var isLimit: Bool { self == .tooLong || self == .tooMany }
  }

  /// The smallest part of a sample that a fault is in, and that is left out for it.
  public enum Part: Hashable, Sendable {
    /// The sample, or the file as a whole.
    case sample
    /// A face, by its place.
    case face(Int)
    /// Blendshapes of the face at this place.
    case blendshapes(face: Int)
    /// A matrix of a dump's list, by its place, as long as it is not known whose it is.
    case matrix(Int)
    /// A hand, by its place.
    case hand(Int)
    /// The world points of the hand at this place.
    case worldPoints(hand: Int)
    /// A known picture, by its place.
    case image(Int)
  }

  /// The file, as the caller named it.
  public var file: String
  /// The line, counted from 1; nil for the file as a whole.
  public var line: Int?
  /// The sample within a JSON array, counted from 1; nil where the file has one object a line.
  public var element: Int?
  /// What kind of fault it is.
  public var problem: Problem
  /// The smallest part of the sample that it is in.
  public var part: Part
  /// Where within the object, such as `faces[0].landmarks`; empty for the object as a whole.
  public var place: String
  /// What was found.
  public var found: String
  /// What was expected.
  public var expected: String

  /// Makes a fault.
  public init(
    file: String, line: Int? = nil, element: Int? = nil, problem: Problem,
    part: Part = .sample, place: String = "", found: String, expected: String
  ) {
    (self.file, self.line, self.element, self.problem) = (file, line, element, problem)
    (self.part, self.place, self.found, self.expected) = (part, place, found, expected)
  }
}

extension TrackingFault: CustomStringConvertible {
  /// One line: `clip.jsonl, line 5: faces[0].landmarks: found 477 landmarks, expected 468 or 478`.
  public var description: String {
    var parts = file
    if let line { parts += ", line \(line)" }
    if let element { parts += ", sample \(element)" }
    parts += ": "
    if !place.isEmpty { parts += "\(place): " }
    return parts + "found \(found), expected \(expected)"
  }
}

/// A fault before it is known in which file and line it stands.
struct Finding: Error {
  var problem: TrackingFault.Problem
  var part = TrackingFault.Part.sample
  var place = ""
  var found: String
  var expected: String

  /// Whether there is no object whose keys could be looked at.
  var isFatal: Bool { problem == .notJSON || problem == .wrongType && place.isEmpty }
}

extension TrackingFault: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch problem {
    case .notFound, .unreadable: .trackingNotFound
    default: problem.isLimit ? .trackingTooLarge : .badTracking
    }
  }
}
