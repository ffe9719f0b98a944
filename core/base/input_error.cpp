// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"

#include "core/base/readable.h"

namespace pipette {
namespace {

std::string shown(const std::string& part) {
    return readable(part, longest_shown_sentence);
}

std::string sentence(const std::string& file, const std::string& place, const std::string& reason) {
    std::string text;
    for (const std::string* part : {&file, &place})
        if (!part->empty())
            text += shown(*part) + ": ";
    return text + shown(reason);
}

} // namespace

InputError::InputError(std::string file, std::string place, std::string reason)
    : std::runtime_error(sentence(file, place, reason)),
      file_(shown(file)),
      place_(shown(place)),
      reason_(shown(reason)) {}

} // namespace pipette
