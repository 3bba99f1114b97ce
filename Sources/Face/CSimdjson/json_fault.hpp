#pragma once
#include <cstddef>
#include <string>

namespace tracking {

// Where a text is no JSON, and why.
struct JSONFault {
  std::string found;
  const char *expected;
  // Whether the text ends before what began in it does.
  bool is_cut_off;
};

// Finds the first place at which a text is no JSON object; false where there is none.
//
// It is asked of texts alone that the parser has refused, whose codes name neither place nor reason, so it
// reads byte by byte. What stands for numbers that are not finite passes, as it passes the reader.
bool find_json_fault(const char *text, size_t length, JSONFault &out);

}  // namespace tracking
