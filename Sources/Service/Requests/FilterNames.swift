/// The filters, by the names that requests know them by.
enum FilterNames {
  static let all = ["instant-photo", "comic", "oil-paint", "snow"]
}
