// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded into the launchers under test (LD_PRELOAD). The hosts of the tests exist in name only, and launchers
// look names up whether they need to or not: what a name server says of them, or how long it says nothing,
// must not decide a test. Addresses and the loopback are answered as ever, this machine's own name by the
// loopback, and every other name is unknown at once.
#include <cstring>
#include <dlfcn.h>
#include <netdb.h>
#include <string>
#include <unistd.h>

namespace {

/// The name to ask the C library for: one that needs no name server.
const char* asked(const char* name) {
    char own[256] = {};
    gethostname(own, sizeof own - 1);
    if (std::strcmp(name, own) == 0)
        return "127.0.0.1";
    return std::strcmp(name, "localhost") == 0 || std::strspn(name, "0123456789.") == std::strlen(name) ||
                   std::strchr(name, ':')
               ? name
               : nullptr;
}

template <class Function>
Function* next(const char* symbol) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, symbol));
}

} // namespace

extern "C" {

int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** found) {
    if (name && !(name = asked(name)))
        return EAI_NONAME;
    return next<int(const char*, const char*, const addrinfo*, addrinfo**)>("getaddrinfo")(name, service,
                                                                                           hints, found);
}

hostent* gethostbyname(const char* name) {
    if (!(name = asked(name))) {
        h_errno = HOST_NOT_FOUND;
        return nullptr;
    }
    return next<hostent*(const char*)>("gethostbyname")(name);
}

int getnameinfo(const sockaddr* address, socklen_t size, char* host, socklen_t host_size, char* service,
                socklen_t service_size, int flags) {
    return next<decltype(getnameinfo)>("getnameinfo")(address, size, host, host_size, service, service_size,
                                                      flags | NI_NUMERICHOST);
}
}
