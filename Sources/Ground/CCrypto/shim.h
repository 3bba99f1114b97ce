#pragma once

// The one-shot and incremental SHA-256 without a context on the heap is declared for OpenSSL 1.1 only,
// and stays in 3.x; it cannot fail, which the newer interface can.
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
