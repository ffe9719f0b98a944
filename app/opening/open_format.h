// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/opening/file_look.h"
#include "core/base/registry.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

class DocumentStore;

/// What was read, for the window's thread.
struct OpenedFiles {
    /// Tells the store's listeners. Empty: there is nothing to tell but `runs`.
    std::function<void(DocumentStore&)> tell;
    /// Files of measured runs: all that are opened at once are shown together.
    std::vector<std::filesystem::path> runs = {};
    bool is_cluster_of_logs = false;
};

/// A kind of file that somebody may open or drop. One file of the program each, which registers it; nothing
/// else knows its name.
struct OpenFormat {
    /// Which files of the format go together with others.
    enum class Together {
        alone, ///< it is whole by itself
        one,   ///< one of the kind, beside files of other kinds
        many,  ///< any number, which are read together
        always ///< any number, and files of a format that is `alone` may open beside them
    };

    std::string_view name; ///< what messages call a file of it: "plan"
    int order = 0;         ///< formats are asked, and files read, from the lowest to the highest
    Together together = Together::alone;
    bool is_cluster = false; ///< no log of a cluster goes together with it
    bool (*recognises)(const FileLook& look) = nullptr;
    /// `looks`: one at least, all recognised; exactly one where `together` is alone or one. `gpu`: the kind
    /// of GPU of logs that do not say it; empty: unknown. Throws InputError, and GpuKindNeeded where `gpu` is
    /// missing.
    OpenedFiles (*read)(const std::vector<FileLook>& looks, const std::string& gpu) = nullptr;
};

} // namespace pipette
