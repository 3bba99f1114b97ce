internal import Foundation
internal import Geometry
internal import Imaging

/// A picture as it is written for the library.
struct LottiePicture {
  /// Its number among the assets.
  var asset: Int
  /// Its pixels.
  var columns, rows: Double
  /// How large it is drawn, in pixels of its layer.
  var width, height: Double
}

extension LottieReader {
  /// A layer that shows a picture of the file; one that is not there, or cannot be read, is left out.
  mutating func shownPicture(_ layer: LottieValue) throws(LottieFault) -> LottieBody {
    let name = try layer["refId"]?.identifier() ?? ""
    if drawnPictures[name] == nil { drawnPictures[name] = .some(try picture(name, of: layer)) }
    guard case .some(.some(let picture)) = drawnPictures[name] else { return LottieBody() }
    var body = LottieBody(type: 2)
    body.members.name("refId")
    body.members.text("a\(picture.asset)")
    body.cost = LottieCost(paints: 1, points: 4)
    body.paints = [
      LottiePaint(kind: .gradient, outline: .box(picture.columns, picture.rows))
    ]
    let scale = (x: picture.width / picture.columns, y: picture.height / picture.rows)
    if scale != (1, 1) {
      // The library draws it as large as its pixels are.
      var entry = LottieEntry(body: body)
      entry.place.spatial = LottieText()
      entry.place.spatial.raw(
        "\"a\":{\"k\":[0,0]},\"p\":{\"k\":[0,0]},\"s\":{\"k\":[\(100 * scale.x),\(100 * scale.y)]},"
          + "\"r\":{\"k\":0}")
      entry.place.scale.most = max(scale.x, scale.y)
      body = try group([entry], at: layer)
    }
    body.extent = LottieExtent(x: 0, y: 0, width: picture.width, height: picture.height)
    return body
  }

  /// Decodes a picture and encodes it anew, so that the library's decoder sees nothing of a stranger's.
  private mutating func picture(
    _ name: String, of layer: LottieValue
  ) throws(LottieFault) -> LottiePicture? {
    guard let asset = pictures[name], let file = asset["p"], let bytes = try bytes(of: asset) else {
      note("pictures", layer)
      return nil
    }
    do throws(ImagingError) {
      let size = try PictureFormat.size(of: bytes, limits: .artwork)
      readPixels += size.width * size.height
      if readPixels <= LottieLimits.readPixels {
        return try written(PictureFormat.decode(bytes, limits: .artwork), of: asset)
      }
    } catch {
      if case .tooLarge(let width, let height, let limits) = error {
        throw file.fault(
          .overLimit(what: "a picture", found: "\(width) x \(height)", limit: "\(limits)"))
      }
      note("pictures that cannot be read", file)
      return nil
    }
    throw file.fault(
      .overLimit(
        what: "the pixels of all pictures", found: "\(readPixels)",
        limit: "\(LottieLimits.readPixels)"))
  }

  /// The bytes of a picture that lies in the file, or in its archive; nil of others.
  private func bytes(of asset: LottieValue) throws(LottieFault) -> [UInt8]? {
    let name = try asset.required("p").text()
    guard name.hasPrefix("data:") else {
      return archived((try asset["u"]?.text() ?? "") + name)
    }
    let text = name.utf8.drop { $0 != UInt8(ascii: ",") }.dropFirst()
    return [UInt8](Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters) ?? Data())
  }

  /// Writes a picture of at most as many pixels as it is drawn large, and all pictures together may have.
  private mutating func written(
    _ picture: StraightRGBA8, of asset: LottieValue
  ) throws(ImagingError) -> LottiePicture {
    let width = statedSide("w", of: asset) ?? Double(picture.width)
    let height = statedSide("h", of: asset) ?? Double(picture.height)
    let scale = min(1, (Double(LottieLimits.drawnPixels) / max(statedPixels, 1)).squareRoot())
    let small = picture.downscaled(
      width: Int((width * scale).rounded()), height: Int((height * scale).rounded()))
    drawnPixels += Double(small.width * small.height)
    let png = Data(try PNG.encode(small)).base64EncodedString()
    var members = LottieText()
    for (name, side) in [("w", small.width), ("h", small.height), ("e", 1)] {
      members.name(name)
      members.number(Double(side))
    }
    members.name("p")
    members.text("data:image/png;base64," + png)
    return LottiePicture(
      asset: make(members), columns: Double(small.width), rows: Double(small.height),
      width: width, height: height)
  }

  /// A side of a picture that the file states; nil where it states none.
  func statedSide(_ name: String, of asset: LottieValue) -> Double? {
    try? asset[name]?.number(in: 1...LottieLimits.coordinate)
  }
}
