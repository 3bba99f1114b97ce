#pragma once
#include <curl/curl.h>

// What Swift cannot import of libcurl: its variadic functions, one of each type of value.

static inline CURLcode avo_curl_set_number(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(curl, option, value);
}

/// libcurl copies the text.
static inline CURLcode avo_curl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_set_writer(
  CURL *curl, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_set_reader(
  CURL *curl, CURLoption option, curl_read_callback value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_set_seeker(
  CURL *curl, CURLoption option, curl_seek_callback value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_set_opener(
  CURL *curl, CURLoption option, curl_opensocket_callback value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_set_progress(
  CURL *curl, CURLoption option, curl_xferinfo_callback value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode avo_curl_number(CURL *curl, CURLINFO info, long *value) {
  return curl_easy_getinfo(curl, info, value);
}

static const curl_socket_t avo_curl_bad_socket = CURL_SOCKET_BAD;

/// What a read callback gives that has nothing to read.
static const size_t avo_curl_read_abort = CURL_READFUNC_ABORT;

/// The address that a socket is wanted for, which is longer than its type says.
static inline const struct sockaddr *avo_curl_address(const struct curl_sockaddr *address) {
  return &address->addr;
}
