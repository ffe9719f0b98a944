// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"

#include "core/base/readable.h"

namespace pipette {
namespace {

std::string shown(const std::string& part) {
    return readable(part, longest_shown_sentence);
}

/// Only what is of no file and no place can be several complaints.
std::string shown_reason(const std::string& file, const std::string& place, const std::string& reason) {
    return file.empty() && place.empty() ? readable_lines(reason) : shown(reason);
}

std::string sentence(const std::string& file, const std::string& place, const std::string& reason) {
    std::string text;
    for (const std::string* part : {&file, &place})
        if (!part->empty())
            text += shown(*part) + ": ";
    return text + shown_reason(file, place, reason);
}

} // namespace

InputError::InputError(std::string file, std::string place, std::string reason)
    : std::runtime_error(sentence(file, place, reason)),
      file_(shown(file)),
      place_(shown(place)),
      reason_(shown_reason(file, place, reason)) {}

} // namespace pipette
