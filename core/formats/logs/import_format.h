// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/formats/logs/measurements.h"
#include "core/formats/text/file_beginning.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

struct ImportOptions; // core/formats/logs/import_cluster.h

/// How much it takes to recognise a format; of several that a file may be, the first of these it is.
enum class Likeness {
    words, ///< that no other tool writes
    table, ///< with a first line of its own
    shape  ///< of its lines, which other files may have, too
};

/// Files of one format that are read together, because what one holds decides what is taken of another.
class FileSeries {
public:
    virtual ~FileSeries() = default;
    /// Throws InputError for a file that is left out. `text` and `file` stay until the series has ended.
    virtual void add(std::string_view text, const std::string& file) = 0;
    /// One for each file, in their order; what cannot be used goes to `skipped`.
    virtual std::vector<Measurements> finish(std::vector<InputError>& skipped) = 0;
};

/// The output of a measuring tool, or another file that tells of a cluster. One file of the program each,
/// which registers it; nothing else knows its name.
struct ImportFormat {
    std::string_view name;        ///< on the command line: "nccl-tests"
    std::string_view description; ///< what it reads, for a person, half a line
    Likeness likeness = Likeness::words;
    bool is_json = false;
    /// Whether the beginning of a file shows that it is of this format; asked only where is_json holds.
    bool (*recognises)(const FileBeginning& beginning) = nullptr;
    /// One file. Throws InputError with the line for what it cannot use. Null: see `series`.
    Measurements (*read)(std::string_view text, const std::string& file) = nullptr;
    /// Of all files of an import. Null: each is read by itself.
    std::unique_ptr<FileSeries> (*series)(const ImportOptions& options) = nullptr;
    bool orders_nodes = false; ///< a person's list of the nodes: the cluster has them in its order
};

/// Throws InputError naming `option` and the formats there are.
const ImportFormat& import_format_named(std::string_view name, const std::string& option = "FORMAT");
/// By the content; null when it is none of them.
const ImportFormat* detect_format(std::string_view text);

} // namespace pipette
