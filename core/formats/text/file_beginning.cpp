// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/file_beginning.h"

#include <algorithm>
#include <cstddef>

namespace pipette {

FileBeginning::FileBeginning(std::string_view text) : text_(text.substr(0, std::size_t{1} << 20)) {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n\xef\xbb\xbf"), text_.size()));
}

} // namespace pipette
