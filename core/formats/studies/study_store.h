// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace pipette {

/// Where the finished points of a study file lie: beside it, "study.json" in "study.points.jsonl".
std::filesystem::path store_path(const std::filesystem::path& study);

/// Who plans, as part of every key: a plan of another program, with another calibration or other memory
/// estimators is another plan. `program`: its version and commit.
std::string planner_name(std::string_view program, const Knowledge& knowledge);

/// Finished plans in a file, one a line under the hash of planner and inputs, appended and flushed to the
/// disk as soon as each is done: what was planned survives the end of the program at any moment. A last line
/// that was cut off is left out.
class StudyStore {
public:
    enum class Start { resume, empty };

    /// Throws InputError when the file is something else or cannot be written.
    StudyStore(const std::filesystem::path& path, std::string planner, Start start);
    ~StudyStore();
    StudyStore(StudyStore&&) noexcept;
    StudyStore& operator=(StudyStore&&) = delete;

    /// Takes the plans of another such file, which a run may be writing; a line that is cut off is left out.
    void add_from(const std::filesystem::path& other);
    /// For run_study(); refers to this store.
    PlanStore plans();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace pipette
