import Drawing
import Geometry
import Imaging

extension ShareCard {
  /// The smallest share of the card that the picture may have, with every field filled.
  static let smallestPicture = 0.2

  /// What does not fit: every layout is laid out with long texts in every field, with short ones,
  /// and with none, and with faces in a portrait and a landscape picture.
  func crowding() throws(ShareCardError) -> [ShareCardFault] {
    var faults: [ShareCardFault] = []
    for ratio in ShareCardRatio.allCases {
      let boxes = layout.boxes[ratio] ?? []
      for (index, box) in boxes.enumerated() {
        let path = "layouts.\(ratio.rawValue)" + (boxes.count > 1 ? "[\(index)]" : "")
        var found: [ShareCardFault.Kind] = []
        for fields in ShareCardFields.trials {
          let contents = try layout.contents(fields, artwork: artwork)
          do throws(DrawingError) {
            for kind in try plan(box, ratio, contents).crowding(ratio) where !found.contains(kind) {
              found.append(kind)
            }
          } catch {
            throw .drawing(error)
          }
        }
        faults += found.map { ShareCardFault($0, file: ShareCardLayout.fileName, path: path) }
      }
      faults += try covering(ratio).map {
        ShareCardFault($0, file: ShareCardLayout.fileName, path: "layouts.\(ratio.rawValue)")
      }
    }
    return faults
  }

  /// Ornaments that have no place beside the faces of the trial pictures, and windows that cut these faces.
  private func covering(_ ratio: ShareCardRatio) throws(ShareCardError) -> [ShareCardFault.Kind] {
    var found: [ShareCardFault.Kind] = []
    let contents = try layout.contents(ShareCardFields(), artwork: artwork)
    for trial in TrialPicture.all {
      do throws(DrawingError) {
        var plan = try plan(ratio, contents, around: trial.subject, in: trial.picture).plan
        guard
          let view = plan.settle(
            trial.picture, around: trial.subject, on: ratio.rect, showing: [])
        else { continue }
        if view.leftOut > 0 {
          found.append(
            .covering(
              ratio: ratio.rawValue,
              what: "an ornament on the picture lies over \(trial.name) at every place"))
        }
        if view.cut > PictureView.worthNoting {
          found.append(
            .covering(ratio: ratio.rawValue, what: "the picture's window cuts off \(trial.name)"))
        }
      } catch {
        throw .drawing(error)
      }
    }
    return found
  }
}

/// A picture with faces that a card is tried with.
private struct TrialPicture {
  /// What it shows.
  var name: String
  var picture: StraightRGBA8
  var subject: ShareCardSubject

  /// A portrait with high headgear, and two faces in a landscape picture.
  static let all: [TrialPicture] = {
    func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double)
      -> Rectangle<OutputSpace>
    { Rectangle(Point2(left, top), Point2(right, bottom)) }
    func picture(_ width: Int, _ height: Int) -> StraightRGBA8 {
      StraightRGBA8(
        size: PixelSize<OutputSpace>(clamping: width, height), filledWith: RGBA8(0, 0, 0))
    }
    return [
      TrialPicture(
        name: "a face with high headgear in a portrait picture", picture: picture(90, 120),
        subject: ShareCardSubject(faces: [box(25, 45, 65, 95)], worn: [box(15, 3, 75, 60)])),
      TrialPicture(
        name: "two faces in a landscape picture", picture: picture(160, 90),
        subject: ShareCardSubject(
          faces: [box(20, 30, 45, 62), box(105, 30, 130, 62)],
          worn: [box(15, 10, 50, 40), box(100, 10, 135, 40)])),
    ]
  }()
}
