/// The product of two square matrices, row by row.
func product(_ a: [Double], _ b: [Double], side: Int) -> [Double] {
  var product = [Double](repeating: 0, count: side * side)
  for row in 0..<side {
    for column in 0..<side {
      for k in 0..<side {
        product[row * side + column] += a[row * side + k] * b[k * side + column]
      }
    }
  }
  return product
}
