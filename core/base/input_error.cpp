// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"

namespace pipette {
namespace {

std::string sentence(const std::string& file, const std::string& place, const std::string& reason) {
    std::string text;
    for (const std::string* part : {&file, &place})
        if (!part->empty())
            text += *part + ": ";
    return text + reason;
}

} // namespace

InputError::InputError(std::string file, std::string place, std::string reason)
    : std::runtime_error(sentence(file, place, reason)),
      file_(std::move(file)),
      place_(std::move(place)),
      reason_(std::move(reason)) {}

} // namespace pipette
