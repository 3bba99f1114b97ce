#include "json_fault.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>

namespace tracking {

namespace {

class Finder {
 public:
  Finder(const char *text, size_t length, JSONFault &out) : text_(text, length), out_(out) {}

  bool find() {
    blank();
    if (at_ == text_.size() || text_[at_] != '{') return here("an object");
    enum class Next { value, key_or_end, key, value_or_end, comma_or_end } next = Next::value;
    do {
      blank();
      if (at_ == text_.size()) return cut();
      const char c = text_[at_];
      switch (next) {
        case Next::value_or_end:
          if (c == ']') {
            close();
            next = Next::comma_or_end;
            break;
          }
          [[fallthrough]];
        case Next::value:
          if (c == '{' || c == '[') {
            open_.push_back(c);
            at_ += 1;
            next = c == '{' ? Next::key_or_end : Next::value_or_end;
          } else {
            if (c == '"' ? string() : word()) return true;
            next = Next::comma_or_end;
          }
          break;
        case Next::key_or_end:
          if (c == '}') {
            close();
            next = Next::comma_or_end;
            break;
          }
          [[fallthrough]];
        case Next::key:
          if (c != '"') return here(next == Next::key ? "a key" : "a key or }");
          if (string()) return true;
          blank();
          if (at_ == text_.size()) return cut();
          if (text_[at_] != ':') return here("a colon");
          at_ += 1;
          next = Next::value;
          break;
        case Next::comma_or_end:
          if (c == ',') {
            at_ += 1;
            next = open_.back() == '{' ? Next::key : Next::value;
          } else if (c == (open_.back() == '{' ? '}' : ']')) {
            close();
          } else {
            return here(open_.back() == '{' ? ", or }" : ", or ]");
          }
          break;
      }
    } while (!open_.empty());
    blank();
    return at_ < text_.size() && here("nothing after the object");
  }

 private:
  void blank() {
    while (at_ < text_.size() && std::strchr(" \t\r\n", text_[at_]) && text_[at_]) at_ += 1;
  }

  void close() {
    open_.pop_back();
    at_ += 1;
  }

  // A string from its first quotation mark on; true for a fault in it.
  bool string() {
    at_ += 1;
    while (at_ < text_.size()) {
      const unsigned char c = static_cast<unsigned char>(text_[at_]);
      if (c == '"') {
        at_ += 1;
        return false;
      }
      if (c < ' ') return here("a string without control characters");
      if (c == '\\') {
        if (at_ + 1 == text_.size()) break;
        at_ += 1;
        if (!std::strchr("\"\\/bfnrtu", text_[at_]) || !text_[at_]) return here("an escape");
        at_ += 1;
      } else if (c < 0x80) {
        at_ += 1;
      } else if (!character(c)) {
        return here("UTF-8");
      }
    }
    return cut("a string");
  }

  // A character of several bytes.
  bool character(unsigned char first) {
    const size_t count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at_ + count > text_.size()) return false;
    for (size_t i = 1; i < count; ++i) {
      if ((static_cast<unsigned char>(text_[at_ + i]) & 0xC0) != 0x80) return false;
    }
    at_ += count;
    return true;
  }

  // A number, true, false, null, or what stands for no finite number; true for a fault in it.
  bool word() {
    const size_t end = std::min(text_.find_first_of(" \t\r\n,:]}[{\"", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    static constexpr std::string_view known[] = {
        "true", "false", "null", "NaN", "nan", "-NaN", "Infinity", "-Infinity", "inf", "-inf"};
    bool begins = false;
    for (const auto each : known) {
      if (word == each) {
        at_ = end;
        return false;
      }
      begins = begins || each.substr(0, word.size()) == word;
    }
    if (number(word)) {
      at_ = end;
      return false;
    }
    // What may still become a value if the text went on.
    if (end == text_.size() && !word.empty() && (begins || number(std::string(word) + "0"))) {
      at_ = end;
      return cut();
    }
    return here("a value");
  }

  static bool number(std::string_view word) {
    size_t at = 0;
    const auto digits = [&] {
      const size_t first = at;
      while (at < word.size() && word[at] >= '0' && word[at] <= '9') at += 1;
      return at > first;
    };
    if (at < word.size() && word[at] == '-') at += 1;
    const bool has_zero = at < word.size() && word[at] == '0';
    const size_t whole = at;
    if (!digits() || (has_zero && at - whole > 1)) return false;
    if (at < word.size() && word[at] == '.') {
      at += 1;
      if (!digits()) return false;
    }
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
      at += 1;
      if (at < word.size() && (word[at] == '+' || word[at] == '-')) at += 1;
      if (!digits()) return false;
    }
    return at == word.size();
  }

  bool here(const char *expected) {
    if (at_ >= text_.size()) return cut();
    const size_t end = text_.find_first_of(" \t\r\n,:]}", at_ + 1);
    std::string shown(text_.substr(at_, std::min<size_t>(end - at_, 20)));
    for (char &c : shown) {
      if (c < ' ' || c > '~') c = '?';
    }
    out_ = {"no JSON: " + shown + " at byte " + std::to_string(at_ + 1), expected, false};
    return true;
  }

  bool cut(const char *within = nullptr) {
    if (!within) within = open_.empty() ? "nothing" : open_.back() == '{' ? "an object" : "a list";
    out_ = {
        "JSON that ends within " + std::string(within) + ", after " + std::to_string(text_.size())
            + " bytes",
        "its rest", true};
    return true;
  }

  std::string_view text_;
  JSONFault &out_;
  size_t at_ = 0;
  std::vector<char> open_;
};

}  // namespace

bool find_json_fault(const char *text, size_t length, JSONFault &out) {
  return Finder(text, length, out).find();
}

}  // namespace tracking
