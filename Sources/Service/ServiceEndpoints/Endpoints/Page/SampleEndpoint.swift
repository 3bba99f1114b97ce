internal import HTTPMessages
internal import HTTPServer
internal import Imaging
internal import ServiceInterface

/// `/sample`: the picture and the tracking that the page begins with.
enum SampleEndpoint {
  static let operations = [
    file(
      SampleStill.pictureName, id: "getSamplePicture", "The picture that the page begins with.",
      "Drawn when it is first asked for. Takes ranges and conditions.",
      .bytes(PictureFormat.jpeg.mediaType)),
    file(
      SampleStill.trackingName, id: "getSampleTracking", "What a tracker sees in that picture.",
      "In the format `avatar-tracking/1`: a header and one sample. Takes ranges and conditions.",
      .text("application/jsonl")),
    file(
      SampleClip.name, id: "getSampleClip", "Five seconds of the sample as frames.",
      "Pictures and their tracking in an archive as `POST /v1/clips` returns it, drawn when it is first asked"
        + " for. Takes ranges and conditions.", .bytes(MediaTypes.archive)
    ) { try SampleClip.make(in: $0) },
  ]

  /// A file of the sample, which is drawn when it is asked for the first time.
  private static func file(
    _ name: String, id: String, _ summary: String, _ description: String,
    _ content: OperationAnswer.Content,
    make: @escaping @Sendable (_ folder: String) throws -> Void = {
      try SampleStill(folder: $0).make()
    }
  ) -> Operation {
    Operation(
      .get, "/sample/\(name)", id: id, .page, summary, description, right: .open,
      negotiated: .nothing, answers: OperationAnswer.file("The file.", [content]), pool: .compute
    ) { context, _, _ in
      let folder = context.folders.sample
      try make(folder)
      return HTTPResponse(
        headers: [
          HTTPField("Content-Type", content.mediaType),
          HTTPField("Cache-Control", "public, max-age=300"),
        ], body: .file(path: "\(folder)/\(name)"))
    }
  }
}
