// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/read_training_log.h"

#include "core/base/input_error.h"
#include "core/formats/training/training_log_format.h"
#include "core/formats/training/word_finder.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace pipette {
namespace {

/// Shows each line to the formats whose words it holds.
class Readers {
public:
    explicit Readers(const std::string& file) : file_(file), finder_(words_of_all()) {
        for (const TrainingLogFormat* format : Registry<TrainingLogFormat>::all())
            readers_.push_back({format, RunCollector(file, format->name, format->framework)});
    }

    void read(const LogLine& line) {
        std::uint32_t bits = finder_.bits_in(line.text);
        for (std::size_t i = 0; bits != 0; ++i, bits >>= 2) {
            RunCollector& runs = readers_[i].runs;
            if (bits & word_bit)
                runs.recognise();
            if (!(bits & mark_bit) || is_given_up(readers_[i]))
                continue;
            runs.at_line(line.number);
            readers_[i].format->read(line, runs);
        }
    }

    bool has_steps() const {
        return std::any_of(readers_.begin(), readers_.end(),
                           [](const Reader& reader) { return is_sure(reader) && reader.runs.has_steps(); });
    }

    /// Of runs whose lines interleave, those of the format with the highest precedence.
    std::vector<LogRun> take() {
        std::stable_sort(readers_.begin(), readers_.end(), [](const Reader& a, const Reader& b) {
            return a.format->precedence > b.format->precedence;
        });
        std::vector<LogRun> all;
        for (Reader& reader : readers_) {
            if (!is_sure(reader))
                continue;
            std::vector<LogRun> runs = reader.runs.take();
            const std::size_t before = all.size();
            for (LogRun& run : runs) {
                if (reader.format->finish)
                    reader.format->finish(run);
                const auto same = std::find_if(
                    all.begin(), all.begin() + static_cast<std::ptrdiff_t>(before), [&](const LogRun& other) {
                        return run.first_line <= other.last_line && other.first_line <= run.last_line;
                    });
                if (same == all.begin() + static_cast<std::ptrdiff_t>(before))
                    all.push_back(std::move(run));
                else
                    for (auto& [column, text] : run.told) // the other's own words come first
                        same->told.emplace(column, std::move(text));
            }
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const LogRun& a, const LogRun& b) { return a.first_line < b.first_line; });
        return all;
    }

    TrainingLog finish(const LogLinesRead& read) {
        TrainingLog log{file_, read.lines, read.cut_lines, take()};
        if (log.runs.empty())
            throw InputError(file_, {},
                             fmt::format("holds no step of a training run: expected lines as {} print them",
                                         Registry<TrainingLogFormat>::names()));
        return log;
    }

private:
    struct Reader {
        const TrainingLogFormat* format;
        RunCollector runs;
    };
    static constexpr std::uint32_t mark_bit = 1, word_bit = 2; ///< of the first format; two each

    static std::vector<WordFinder::Word> words_of_all() {
        std::vector<WordFinder::Word> words;
        std::size_t shift = 0;
        constexpr std::size_t bits = 32;
        for (const TrainingLogFormat* format : Registry<TrainingLogFormat>::all()) {
            if (shift >= bits)
                throw std::logic_error("more formats of training logs than one pass can tell apart");
            for (const std::string_view mark : format->marks)
                words.push_back({mark, mark_bit << shift});
            for (const std::string_view word : format->words)
                words.push_back({word, word_bit << shift});
            shift += 2;
        }
        return words;
    }
    static bool is_sure(const Reader& reader) {
        return !is_given_up(reader) && (reader.format->words.empty() || reader.runs.recognised());
    }
    /// So many steps without a word of the framework are another's.
    static bool is_given_up(const Reader& reader) {
        constexpr std::size_t enough = 1000;
        return !reader.format->words.empty() && reader.runs.unrecognised_steps() > enough;
    }

    std::string file_;
    WordFinder finder_;
    std::vector<Reader> readers_;
};

} // namespace

TrainingLog read_training_log(const std::filesystem::path& path, const std::stop_token& stop) {
    Readers readers(path.string());
    const LogLinesRead read = read_log_lines(
        path, [&](const LogLine& line) { readers.read(line); }, stop);
    return readers.finish(read);
}

TrainingLog parse_training_log(std::string_view text, const std::string& file) {
    Readers readers(file);
    const LogLinesRead read = split_log_lines(text, [&](const LogLine& line) { readers.read(line); });
    return readers.finish(read);
}

bool is_training_log(std::string_view text) {
    Readers readers{std::string()};
    split_log_lines(text, [&](const LogLine& line) { readers.read(line); });
    return readers.has_steps();
}

bool is_training_log_file(const std::filesystem::path& path) {
    Readers readers(path.string());
    std::stop_source found;
    try {
        read_log_lines(
            path,
            [&](const LogLine& line) {
                if (found.stop_requested())
                    return; // the rest of the block
                readers.read(line);
                if (readers.has_steps())
                    found.request_stop();
            },
            found.get_token());
    } catch (const InputError&) {
        return false;
    }
    return readers.has_steps();
}

} // namespace pipette
