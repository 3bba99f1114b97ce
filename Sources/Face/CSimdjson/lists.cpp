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
  if (skims_) return true;
  od::json_type type;
  if (auto error = value.type().get(type)) return not_json(error);
  if (type == od::json_type::object) {
    od::object object;
    if (auto error = value.get_object().get(object)) return not_json(error);
    bool found = false;
    if (!fields(object, [&](std::string_view key, od::value item) {
          if (key == "data" || key == "packed_data") {
            found = true;
            return matrix(item, out);
          }
          if (key == "rows" || key == "columns" || key == "cols" || key == "layout") return true;
          return skip_unknown(key, item);
        })) {
      return false;
    }
    if (!found) issue(csj_issue_missing, "no data", "the matrix's sixteen numbers as data");
    return true;
  }
  od::array array;
  bool is_list = false;
  if (!list(value, array, is_list)) return false;
  if (!is_list) return true;
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
