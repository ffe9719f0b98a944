// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/study_store.h"

#include "core/base/input_error.h"
#include "core/formats/documents/matrix_file.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/studies/study_points_json.h"
#include "core/formats/text/json_text.h"
#include "core/formats/text/sha256.h"
#include "core/formats/text/text_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view heading = R"({"format":"pipette-study-points","version":1})"
                                     "\n";

[[noreturn]] void refuse(const std::filesystem::path& path, const char* what) {
    throw InputError(name_of(path), {}, fmt::format("{}: {}", what, std::strerror(errno)));
}

void write_all(int file, std::string_view bytes, const std::filesystem::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            refuse(path, "cannot be written");
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(0, written)));
    }
    if (::fdatasync(file) != 0 && errno != EINVAL && errno != EROFS)
        refuse(path, "cannot be written");
}

/// Inputs but for the threads, which no plan depends on. Large matrices count by their digests: as text they
/// take seconds.
std::string key_of(PlanInputs inputs, const std::string& planner) {
    inputs.budget.threads = 0;
    std::string digests;
    if (const InterNode& links = inputs.cluster->inter_node;
        links.bandwidth.is_rounded() || links.latency.is_rounded()) {
        auto cluster = std::make_shared<Cluster>(*inputs.cluster);
        for (BandwidthMatrix* matrix : {&cluster->inter_node.bandwidth, &cluster->inter_node.latency})
            if (matrix->is_rounded())
                digests += matrix_sha256(std::exchange(*matrix, {}));
        inputs.cluster = std::move(cluster);
    }
    return sha256_hex(planner + digests + json_text(inputs_to_json(inputs)));
}

} // namespace

struct StudyStore::State {
    std::filesystem::path path;
    std::string planner;
    int file = -1;
    std::mutex mutex;
    std::unordered_map<std::string, std::string> lines; ///< by key
    std::string failure;                                ///< of the first line that could not be written

    State(const std::filesystem::path& where, std::string who) : path(where), planner(std::move(who)) {}
    ~State() {
        if (file >= 0)
            ::close(file);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    /// Nobody else reads or writes the file meanwhile.
    struct Lock {
        int file;
        explicit Lock(int of) : file(of) { ::flock(file, LOCK_EX); }
        ~Lock() { ::flock(file, LOCK_UN); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;
    };

    /// Reads what is there; returns how many bytes of it are whole lines.
    std::size_t read() {
        std::error_code error;
        if (!std::filesystem::exists(path, error) || std::filesystem::file_size(path, error) == 0)
            return 0;
        const std::string text = read_text_file(path);
        if (heading.starts_with(text))
            return 0; // cut off while it was begun
        if (!std::string_view(text).starts_with(heading))
            throw InputError(name_of(path), "line 1",
                             "is no file of a study's points: it would be written over; move it away");
        std::size_t from = heading.size();
        for (std::size_t end = text.find('\n', from); end != std::string::npos; end = text.find('\n', from)) {
            take(text.substr(from, end - from));
            from = end + 1;
        }
        return from;
    }

    void take(const std::string& line) {
        try {
            const nlohmann::json entry = parse_json(line, path.string());
            lines[JsonValue(entry, path.string()).member("key").text()] = line;
        } catch (const InputError&) {
            return; // damaged: that point is planned again
        }
    }

    std::optional<PlannedPoint> find(const PlanInputs& inputs) {
        const std::string key = key_of(inputs, planner);
        std::string line;
        {
            const std::lock_guard lock(mutex);
            const auto found = lines.find(key);
            if (found == lines.end())
                return std::nullopt;
            line = found->second;
        }
        try {
            const std::string name = path.string();
            const nlohmann::json entry = parse_json(line, name);
            return planned_from_json(JsonValue(entry, name).member("planned"), inputs);
        } catch (const InputError&) {
            return std::nullopt; // damaged: planned again
        }
    }

    void keep(const PlanInputs& inputs, const PlannedPoint& planned) {
        const std::string key = key_of(inputs, planner);
        const Json entry{{"key", key}, {"planned", planned_to_json(planned, *inputs.cluster)}};
        std::string line = json_text(entry);
        const std::lock_guard lock(mutex);
        lines[key] = line;
        if (!failure.empty())
            return; // what was cut off by the failure stays the last line
        try {
            const Lock alone(file);
            write_all(file, line + '\n', path);
        } catch (const InputError& error) {
            failure = error.what();
        }
    }
};

StudyStore::StudyStore(const std::filesystem::path& path, std::string planner, Start start)
    : state_(std::make_unique<State>(path, std::move(planner))) {
    std::error_code error;
    if (std::filesystem::exists(path, error))
        state_->read(); // refuses what is something else before anything is opened for writing
    state_->lines.clear();
    state_->file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (state_->file < 0)
        refuse(path, "cannot be opened");
    const State::Lock alone(state_->file);
    const std::size_t whole = state_->read();
    const bool anew = start == Start::empty || whole == 0;
    if (anew)
        state_->lines.clear();
    if (::ftruncate(state_->file, anew ? 0 : static_cast<off_t>(whole)) != 0)
        refuse(path, "cannot be written");
    if (anew)
        write_all(state_->file, heading, path);
}

StudyStore::~StudyStore() = default;
StudyStore::StudyStore(StudyStore&&) noexcept = default;

void StudyStore::add_from(const std::filesystem::path& other) {
    State there(other, {});
    there.read();
    const std::lock_guard lock(state_->mutex);
    std::string text;
    for (const auto& [key, line] : there.lines)
        if (state_->lines.emplace(key, line).second)
            text += line + '\n';
    write_all(state_->file, text, state_->path);
}

PlanStore StudyStore::plans() {
    State* state = state_.get();
    return {[state](const PlanInputs& inputs) { return state->find(inputs); },
            [state](const PlanInputs& inputs, const PlannedPoint& planned) { state->keep(inputs, planned); },
            [state] {
                const std::lock_guard lock(state->mutex);
                return state->failure;
            }};
}

std::filesystem::path store_path(const std::filesystem::path& study) {
    std::filesystem::path path = study;
    return path.replace_extension(".points.jsonl");
}

std::string planner_name(std::string_view program, const Knowledge& knowledge) {
    Json known{{"calibration", calibration_to_json(knowledge.calibration)}, {"memory", Json::array()}};
    if (knowledge.memory)
        for (const MemoryEstimator& estimator : *knowledge.memory)
            known["memory"].push_back(memory_estimator_to_json(estimator));
    return fmt::format("{} {} ", program, sha256_hex(json_text(known)));
}

} // namespace pipette
