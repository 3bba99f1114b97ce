// Times that are written as texts: dates with a time of day (ISO 8601, and as languages print theirs), times of
// day, and numbers in quotation marks.
#include <charconv>

#include "document_reader.hpp"

namespace tracking {

namespace {

class TimeText {
 public:
  explicit TimeText(std::string_view text) : rest_(text) {}

  bool number(double &out) {
    const char *end = rest_.data() + rest_.size();
    const auto result = std::from_chars(rest_.data(), end, out);
    return result.ec == std::errc() && result.ptr == end;
  }

  // Milliseconds since 1970 in UTC, which a time without a zone is taken to be in.
  bool date(double &out) {
    int year, month, day;
    if (!digits(4, year)) return false;
    const bool has_marks = take("-") || take("/");
    if (!digits(2, month) || (has_marks && !take("-") && !take("/")) || !digits(2, day)) return false;
    if (month < 1 || month > 12 || day < 1 || day > 31) return false;
    double time_ms, zone_ms;
    if (!(take("T") || take("t") || take(" ")) || !time(false, time_ms) || !zone(zone_ms))
      return false;
    // Days of the proleptic Gregorian calendar, in years that begin with March.
    const int years = year - (month < 3 ? 1 : 0), months = (month + 9) % 12;
    const int days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1;
    out = (days - 719468) * 86'400'000.0 + time_ms - zone_ms;
    return true;
  }

  // Milliseconds of hours, minutes and seconds, with colons between them or, of a date, without.
  bool time(bool needs_seconds, double &out) {
    int hours, minutes, seconds = 0;
    double fraction = 0;
    if (!digits(2, hours)) return false;
    const bool has_colons = take(":");
    if (!digits(2, minutes)) return false;
    const bool has_seconds = has_colons ? take(":") && digits(2, seconds) : digits(2, seconds);
    if (needs_seconds && !(has_colons && has_seconds)) return false;
    if (has_seconds && (take(".") || take(","))) {
      double unit = 100;
      if (rest_.empty() || !is_digit(rest_[0])) return false;
      for (; !rest_.empty() && is_digit(rest_[0]); rest_.remove_prefix(1), unit /= 10)
        fraction += (rest_[0] - '0') * unit;
    }
    out = ((hours * 60 + minutes) * 60 + seconds) * 1000.0 + fraction;
    return hours < 24 && minutes < 60 && seconds <= 60;
  }

  bool is_at_end() const { return rest_.empty(); }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  bool take(std::string_view word) {
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool digits(size_t count, int &out) {
    out = 0;
    if (rest_.size() < count) return false;
    for (size_t i = 0; i < count; ++i) {
      if (!is_digit(rest_[i])) return false;
      out = 10 * out + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return true;
  }

  // What a zone is ahead of UTC: Z, +02:00, +0200, +02 or UTC, also behind a blank.
  bool zone(double &out) {
    out = 0;
    take(" ");
    const bool is_behind = take("-");
    if (is_behind || take("+")) {
      int hours, minutes = 0;
      if (!digits(2, hours)) return false;
      if (take(":") ? !digits(2, minutes) : (!rest_.empty() && is_digit(rest_[0]) && !digits(2, minutes)))
        return false;
      out = (is_behind ? -1 : 1) * (hours * 60 + minutes) * 60'000.0;
      take(" ");
    }
    (void)(take("Z") || take("z") || take("UTC") || take("GMT"));
    return is_at_end();
  }

  std::string_view rest_;
};

}  // namespace

bool read_time(
    std::string_view text, double &out, csj_time_key &key, bool *is_time_of_day) {
  if (TimeText(text).number(out)) return true;
  if (TimeText(text).date(out)) {
    key = csj_time_date;
    return true;
  }
  TimeText time(text);
  if (!time.time(true, out) || !time.is_at_end()) return false;
  key = csj_time_ms;
  if (is_time_of_day) *is_time_of_day = true;
  return true;
}

}  // namespace tracking
