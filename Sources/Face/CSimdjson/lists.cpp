// Points, matrices and categories: what all formats' lists are made of.
#include "document_reader.hpp"

namespace tracking {

bool DocumentReader::point(od::value value, size_t dimensions, double *out) {
  size_t count = 0;
  od::array array;
  auto error = value.get_array().get(array);
  if (!error) [[likely]] {
    for (auto element : array) {
      od::value item;
      if (auto fault = element.get(item)) return not_json(fault);
      double coordinate;
      if (!number(item, coordinate)) return false;
      if (count < dimensions) out[count] = coordinate;
      count += 1;
    }
  } else if (error == simdjson::INCORRECT_TYPE) {
    od::object object;
    bool is_map = false;
    if (!map(value, object, is_map)) return false;
    if (!is_map) return true;
    unsigned seen = 0;
    for (auto field : object) {
      // The raw key spares an unescaping for each of 478 x 4 keys a face.
      od::raw_json_string key;
      if (auto fault = field.key().get(key)) return not_json(fault);
      const char letter = key.raw()[0];
      if (key.raw()[1] != '"' || letter < 'x' || letter > 'z') continue;
      const size_t axis = static_cast<size_t>(letter - 'x');
      od::value item;
      if (auto fault = field.value().get(item)) return not_json(fault);
      double coordinate;
      if (!number(item, coordinate)) return false;
      if (axis < dimensions) out[axis] = coordinate;
      seen |= 1u << axis;
    }
    while (count < dimensions && (seen >> count & 1u)) count += 1;
  } else {
    return not_json(error);
  }
  const bool fits = count == dimensions;
  if (!fits) {
    for (size_t axis = 0; axis < dimensions; ++axis) out[axis] = 0;
    issue(
        csj_issue_type, std::to_string(count) + " coordinates",
        dimensions == 2 ? "x and y" : "x, y and z");
  }
  return true;
}

bool DocumentReader::points(od::value value, size_t dimensions, csj_points &out) {
  out = {numbers_.size(), 0};
  od::array array;
  bool is_list = false;
  if (!list(value, array, is_list)) return false;
  return !is_list || points_of(array, dimensions, out);
}

bool DocumentReader::points_of(od::array array, size_t dimensions, csj_points &out) {
  out = {numbers_.size(), 0};
  for (auto element : array) {
    if (skims_ && out.count == csj_skimmed_points) break;
    od::value item;
    if (auto error = element.get(item)) return not_json(error);
    place_.index = static_cast<long>(out.count);
    if (out.count < csj_max_points) {
      double coordinates[3] = {0, 0, 0};
      if (!point(item, dimensions, coordinates)) return false;
      numbers_.insert(numbers_.end(), coordinates, coordinates + dimensions);
    }
    out.count += 1;
  }
  place_.index = -1;
  return true;
}

bool DocumentReader::matrix(od::value value, csj_matrix &out) {
  out.count = 0;
  od::json_type type;
  if (auto error = value.type().get(type)) return not_json(error);
  if (type == od::json_type::object) {
    od::object object;
    if (auto error = value.get_object().get(object)) return not_json(error);
    return matrix_of(object, out);
  }
  od::array array;
  bool is_list = false;
  if (!list(value, array, is_list)) return false;
  return !is_list || matrix_of(array, out);
}

bool DocumentReader::matrix_of(od::array array, csj_matrix &out) {
  out.count = 0;
  for (auto element : array) {
    od::value item;
    if (auto error = element.get(item)) return not_json(error);
    // Numpy's tolist() gives four rows of four.
    od::array row;
    if (!item.get_array().get(row)) {
      for (auto cell : row) {
        od::value entry;
        if (auto error = cell.get(entry)) return not_json(error);
        double number_of_cell;
        if (!number(entry, number_of_cell)) return false;
        if (out.count < 16) out.values[out.count] = number_of_cell;
        out.count += 1;
      }
      continue;
    }
    double entry;
    if (!number(item, entry)) return false;
    if (out.count < 16) out.values[out.count] = entry;
    out.count += 1;
  }
  return true;
}

// A matrix as an object: one that holds the list, a typed array of JavaScript's with a key for each number, or
// one with a key for each row and column, counted from 0 (Unity: e00, m00) or from 1 (m11).
bool DocumentReader::matrix_of(od::object object, csj_matrix &out) {
  out.count = 0;
  double cells[25] = {}, listed[16] = {};
  uint32_t seen_cells = 0, seen_listed = 0;
  bool found = false;
  const bool readable = fields(object, [&](std::string_view key, od::value item) {
    static constexpr std::string_view lists[] = {
        "data", "packed_data", "value", "values", "elements", "rows", "columns", "cols"};
    if (std::find(std::begin(lists), std::end(lists), key) != std::end(lists)) {
      // How many rows and columns there are says nothing new.
      od::json_type type;
      if (item.type().get(type) || type == od::json_type::number) return true;
      constexpr size_t most = 2;
      if (type == od::json_type::object && matrix_depth_ == most) return skip_unknown(key, item);
      found = true;
      matrix_depth_ += 1;
      const bool readable = matrix(item, out);
      matrix_depth_ -= 1;
      return readable;
    }
    const auto digit = [&](size_t at) { return at < key.size() ? unsigned(key[at] - '0') : 99u; };
    const bool is_cell = key.size() == 3 && (key[0] == 'e' || key[0] == 'm') && digit(1) < 5 && digit(2) < 5;
    const size_t place = is_cell            ? 5 * digit(1) + digit(2)
                         : key.size() == 1  ? digit(0)
                         : key.size() == 2 && digit(0) == 1 && digit(1) < 6 ? 10 + digit(1)
                                            : 99;
    if (!is_cell && (place > 15 || (key.size() == 1 && place > 9)))
      return key == "layout" || skip_unknown(key, item);
    (is_cell ? seen_cells : seen_listed) |= uint32_t{1} << place;
    return number(item, is_cell ? cells[place] : listed[place]);
  });
  if (!readable || found) return readable;
  if (seen_cells == 0) {
    while (out.count < 16 && (seen_listed >> out.count & 1u)) out.count += 1;
    std::copy(listed, listed + 16, out.values);
  } else {
    const bool counts_from_one = !(seen_cells & 0x10843f);
    for (size_t place = 0; place < 16; ++place) {
      const size_t cell = 5 * (place / 4) + place % 4 + (counts_from_one ? 6 : 0);
      out.values[place] = cells[cell];
      out.count += seen_cells >> cell & 1u;
    }
  }
  if (out.count == 0) issue(csj_issue_missing, "no data", "the matrix's sixteen numbers as data");
  return true;
}

bool DocumentReader::category(od::object object, csj_category &out) {
  out = {};
  bool named = false;
  if (!fields(object, [&](std::string_view key, od::value value) {
        if (key == "categoryName" || key == "category_name" || key == "label") {
          named = true;
          return name(value, out.name);
        }
        if (key == "score") return number(value, out.score);
        if (key == "index" || key == "displayName" || key == "display_name") return true;
        return skip_unknown(key, value);
      })) {
    return false;
  }
  if (!named) issue(csj_issue_missing, "no categoryName", "a categoryName");
  return true;
}

bool DocumentReader::categories(od::value value, size_t &start, size_t &count) {
  start = gestures_.size();
  count = 0;
  if (skims_) return true;
  long index = -1;
  const bool readable = each(value, csj_max_gestures, index, [&](od::value item) {
    place_.index = index;
    od::object object;
    bool is_map = false;
    if (!map(item, object, is_map)) return false;
    if (!is_map) return true;
    csj_category entry;
    if (!category(object, entry)) return false;
    gestures_.push_back(entry);
    return true;
  });
  place_.index = -1;
  count = gestures_.size() - start;
  return readable;
}

}  // namespace tracking
