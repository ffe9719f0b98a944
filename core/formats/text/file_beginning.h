// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace pipette {

/// The beginning of a file, as its format is recognised by it: 1 MiB, from its first letter on.
class FileBeginning {
public:
    explicit FileBeginning(std::string_view text);

    std::string_view text() const { return text_; }
    std::string_view first_line() const { return text_.substr(0, text_.find('\n')); }
    bool is_json() const { return text_.starts_with('{'); }
    bool has(std::string_view words) const { return text_.find(words) != std::string_view::npos; }

private:
    std::string_view text_;
};

} // namespace pipette
