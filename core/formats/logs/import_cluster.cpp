// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/import_cluster.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/cluster/implausible.h"
#include "core/formats/logs/cluster_merge.h"
#include "core/formats/text/text_lines.h"
#include "core/formats/training/read_training_log.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace pipette {
namespace {

const ImportFormat& format_of(const ImportInput& input) {
    if (FileBeginning(input.text).text().empty())
        throw InputError(input.file, {}, "is empty");
    const ImportFormat* format = input.format ? input.format : detect_format(input.text);
    const bool is_sure = format && (input.format || format->likeness != Likeness::shape);
    if (!is_sure && is_training_log(input.text)) // its lines may have the shape of a list
        throw InputError(input.file, {},
                         "holds printed steps of a training run, no bandwidths: `pipette import training-log "
                         "FILE` or the window's Open makes a measured run of them");
    if (format)
        return *format;
    text_lines(input.text, input.file); // that it is no text says more
    throw InputError(input.file, {},
                     "is none of the formats that can be imported: " + Registry<ImportFormat>::names());
}

/// Figures that no link has are no measurement; the whole file is in doubt then.
void check_figures(const Measurements& file) {
    const auto check = [&](double value, const Bounds& bounds, int line, const std::string& what) {
        if (!std::isnan(value) && !(value > 0 && bounds.hold(value)))
            throw InputError(file.file, line > 0 ? fmt::format("line {}", line) : "",
                             fmt::format("{} is {:.4g}, expected {}", what, value, text_of(bounds)));
    };
    const auto name = [](const std::string& host, int gpu) {
        return gpu < 0 ? host : fmt::format("{}:{}", host, gpu);
    };
    for (const LinkMeasurement& link : file.links) {
        const std::string ends = name(link.from, link.from_gpu) + " -> " + name(link.to, link.to_gpu);
        check(link.gb_per_s, bounds::bandwidth, link.line, ends);
        check(link.latency_us, bounds::latency, link.line, ends);
    }
    for (const double flow : file.intra_flow_gb_per_s)
        check(flow, bounds::bandwidth, 0, "the bandwidth inside a node");
    for (std::size_t i = 0; i < file.intra_gb_per_s.cell_count(); ++i)
        check(file.intra_gb_per_s.cell(i), bounds::bandwidth, 0, "a bandwidth inside a node");
    for (std::size_t i = 0; i < file.intra_latency_us.cell_count(); ++i)
        check(file.intra_latency_us.cell(i), bounds::latency, 0, "a latency inside a node");
}

/// All that the inputs hold, and what of them cannot be used.
class Reading {
public:
    explicit Reading(const ImportOptions& options) : options_(options) {}

    void take(const ImportInput& input) {
        try {
            if (input.unreadable)
                throw InputError(*input.unreadable);
            const ImportFormat& format = format_of(input);
            if (format.series)
                series_of(format).add(input.text, input.file);
            else
                keep(format.read(input.text, input.file), format);
        } catch (const InputError& error) {
            skipped_.push_back(error);
        }
    }

    /// The files in the order in which they merge. Throws ImportRefused when none of them says anything.
    std::vector<Measurements> finish(ImportReport& report) {
        for (const auto& [format, series] : series_)
            for (Measurements& file : series->finish(skipped_))
                try {
                    keep(std::move(file), *format);
                } catch (const InputError& error) {
                    skipped_.push_back(error);
                }
        // Whole files before tests of files: they are the greater loss.
        std::stable_partition(skipped_.begin(), skipped_.end(),
                              [](const InputError& error) { return error.place().empty(); });
        std::vector<Measurements> all = std::move(ordering_);
        std::move(files_.begin(), files_.end(), std::back_inserter(all));
        if (std::none_of(all.begin(), all.end(), says_something))
            throw ImportRefused(complaints(all));
        report.skipped = skipped_;
        return all;
    }

private:
    /// Logs of tests may hold only what failed.
    static bool says_something(const Measurements& file) {
        return file.is_log ? !file.links.empty() || !file.intra_flow_gb_per_s.empty() : true;
    }

    FileSeries& series_of(const ImportFormat& format) {
        const auto known = std::find_if(series_.begin(), series_.end(),
                                        [&](const auto& entry) { return entry.first == &format; });
        return *(known != series_.end() ? *known : series_.emplace_back(&format, format.series(options_)))
                    .second;
    }

    void keep(Measurements file, const ImportFormat& format) {
        skipped_.insert(skipped_.end(), file.skipped.begin(), file.skipped.end());
        check_figures(file);
        (format.orders_nodes ? ordering_ : files_).push_back(std::move(file));
    }

    std::vector<InputError> complaints(const std::vector<Measurements>& files) const {
        std::vector<InputError> all;
        for (const Measurements& file : files) {
            for (const PairTest& test : file.failed)
                all.emplace_back(file.file, fmt::format("line {}", test.line),
                                 test.a.empty() ? test.words
                                                : fmt::format("{} between {} and {} failed: {}", test.test,
                                                              test.a, test.b, test.words));
            for (const std::string& note : file.notes)
                all.emplace_back("", "", note);
        }
        all.insert(all.end(), skipped_.begin(), skipped_.end());
        if (all.empty())
            all.emplace_back("import", "", "the files hold nothing that can be used");
        return all;
    }

    const ImportOptions& options_;
    std::vector<Measurements> ordering_, files_; ///< those that order the nodes come first
    std::vector<std::pair<const ImportFormat*, std::unique_ptr<FileSeries>>> series_;
    std::vector<InputError> skipped_;
};

std::string lines_of(const std::vector<InputError>& complaints) {
    std::string text;
    for (const InputError& complaint : complaints)
        text += (text.empty() ? "" : "\n") + std::string(complaint.what());
    return text;
}

} // namespace

ImportRefused::ImportRefused(const std::vector<InputError>& complaints)
    : InputError(complaints.front()), text_(lines_of(complaints)) {}

Cluster import_cluster(const std::vector<ImportInput>& inputs, const ImportOptions& options,
                       ImportReport& report) {
    if (inputs.empty())
        throw InputError("import", {}, "no files given");
    Reading reading(options);
    for (const ImportInput& input : inputs)
        reading.take(input);
    const std::vector<Measurements> files = reading.finish(report);
    const auto with_skipped = [&](const InputError& error) {
        std::vector<InputError> complaints{error};
        complaints.insert(complaints.end(), report.skipped.begin(), report.skipped.end());
        return complaints;
    };
    try {
        Cluster cluster = merge_measurements(files, options, report);
        const std::vector<std::string> assumptions = report.assumptions; // the plan finds the others again
        for (std::string& line : implausible_links(cluster))
            report.assumptions.push_back(std::move(line));
        cluster.assumptions = assumptions;
        return cluster;
    } catch (const GpuKindNeeded& needed) {
        throw GpuKindNeeded(with_skipped(needed));
    } catch (const InputError& error) {
        throw ImportRefused(with_skipped(error));
    }
}

} // namespace pipette
