// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/log_lines.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <string>

namespace pipette {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 16, block_bytes = std::size_t{1} << 18;
constexpr char escape = '\x1b';

/// Behind the escape sequence that begins at `at`: a control sequence up to its letter, an operating system
/// command up to BEL, else two characters.
std::size_t behind_escape(std::string_view text, std::size_t at) {
    if (at + 1 >= text.size())
        return text.size();
    std::size_t end = at + 2;
    if (text[at + 1] == '[')
        while (end < text.size() && (text[end] < '@' || text[end] > '~'))
            ++end;
    else if (text[at + 1] == ']')
        while (end < text.size() && text[end] != '\a' && text[end] != escape)
            ++end;
    else
        return end;
    return std::min(end + 1, text.size());
}

/// Cuts blocks of text into lines.
class LineCutter {
public:
    explicit LineCutter(const std::function<void(const LogLine&)>& take) : take_(take) {}

    void add(std::string_view block) {
        while (!block.empty()) {
            const std::size_t end = end_of_line(block);
            const std::string_view part = block.substr(0, end);
            const bool ends = end < block.size();
            if (ends && kept_.empty() && part.size() <= longest_line)
                give(part);
            else
                keep(part, ends);
            block.remove_prefix(ends ? end + 1 : end);
        }
    }
    LogLinesRead finish() {
        if (!kept_.empty())
            give_kept();
        return read_;
    }

private:
    /// Looks for both ends by themselves: most logs have no CR at all.
    std::size_t end_of_line(std::string_view block) {
        const std::size_t newline = std::min(block.find('\n'), block.size());
        return std::min(block.substr(0, newline).find('\r'), newline);
    }
    void keep(std::string_view part, bool ends) {
        while (kept_.size() + part.size() > longest_line) {
            const std::size_t fits = longest_line - kept_.size();
            kept_ += part.substr(0, fits);
            part.remove_prefix(fits);
            ++read_.cut_lines;
            give_kept();
        }
        kept_ += part;
        if (ends)
            give_kept();
    }
    void give_kept() {
        give(kept_);
        kept_.clear();
    }
    void give(std::string_view line) {
        ++read_.lines;
        if (line.empty())
            return;
        if (line.find(escape) != std::string_view::npos) {
            plain_.clear();
            for (std::size_t at = 0; at < line.size();) {
                const std::size_t colour = std::min(line.find(escape, at), line.size());
                plain_ += line.substr(at, colour - at);
                at = colour < line.size() ? behind_escape(line, colour) : colour;
            }
            line = plain_;
        }
        take_({line, read_.lines});
    }

    const std::function<void(const LogLine&)>& take_;
    std::string kept_, plain_;
    LogLinesRead read_;
};

} // namespace

LogLinesRead read_log_lines(const std::filesystem::path& path,
                            const std::function<void(const LogLine&)>& take, const std::stop_token& stop) {
    std::ifstream stream = open_file(path);
    LineCutter cutter(take);
    std::string block(block_bytes, '\0');
    while (stream && !stop.stop_requested()) {
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        cutter.add(std::string_view(block).substr(0, static_cast<std::size_t>(stream.gcount())));
    }
    if (stream.bad())
        throw InputError(path.string(), {}, "could not be read to its end");
    LogLinesRead read = cutter.finish();
    read.stopped = stop.stop_requested();
    return read;
}

LogLinesRead split_log_lines(std::string_view text, const std::function<void(const LogLine&)>& take) {
    LineCutter cutter(take);
    cutter.add(text);
    return cutter.finish();
}

} // namespace pipette
