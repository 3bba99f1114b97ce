internal import JSON
internal import ServiceInterface

// What the header of a picture says of it.
extension AnswerHeader {
  static let faces = Self(
    "Avatar-Overlay-Faces", as: "Faces", "Faces of the tracking.", .whole(from: 0), example: 1)
  static let frame = Self(
    "Avatar-Overlay-Frame", as: "Frame", "The frame that was taken.", .whole(from: 0), example: 42)
  static let alternativeText = Self(
    "Avatar-Overlay-Alt-Text", as: "AltText",
    "What the picture shows in words, percent-encoded UTF-8 as decodeURIComponent reads it.",
    example: "a%20face%20with%20a%20dragon%20mask")
  static let notes = Self(
    "Avatar-Overlay-Notes", as: "Notes",
    "What is to be known of the picture, a line each, percent-encoded UTF-8 as decodeURIComponent reads"
      + " it; missing where there is nothing. As many whole lines as"
      + " \(HeaderText.maximumLineBytes) bytes take.",
    example: "the%20tracking%20shows%20no%20face%20in%20what%20was%20made")
}
