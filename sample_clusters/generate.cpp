// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the sample clusters. README.md beside it states the distribution.
#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/text_file.h"
#include "sample_clusters/drawing.h"

#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

std::vector<MeasuredSite> sites() {
    return {{"a100_vtrain_64x8.json",
             "vTrain's cluster, 64 nodes of 8 A100",
             "A100-SXM4-80GB",
             "vTrain validation set (multi-node)",
             "a",
             64,
             4,
             25,
             {240, 3, {}, {}},
             4},
            {"h100_ultrascale_64x8.json",
             "Hugging Face's cluster, 64 nodes of 8 H100",
             "H100-SXM5-80GB",
             "HF ultrascale-playbook benchmark sweep (nanotron)",
             "h",
             64,
             8,
             50,
             {360, 3, {}, {}},
             4}};
}

/// Files by name, and what belongs in them.
std::vector<std::pair<std::string, Cluster>> all_samples() {
    std::vector<std::pair<std::string, Cluster>> all;
    for (const Sample& sample : samples())
        all.emplace_back(sample.file, draw(sample));
    for (const MeasuredSite& site : sites())
        all.emplace_back(site.file, nominal(site));
    return all;
}

} // namespace

int main(int argc, char** argv) {
    const bool check = argc == 3 && std::string(argv[1]) == "--check";
    if (argc != 2 && !check) {
        std::fputs("usage: generate_sample_clusters [--check] FOLDER\n", stderr);
        return 2;
    }
    try {
        int different = 0;
        for (const auto& [file, cluster] : all_samples()) {
            const std::filesystem::path path = std::filesystem::path(argv[argc - 1]) / file;
            const std::string text = pretty_json(cluster_to_json(cluster));
            if (!check)
                write_atomically(path, text);
            else if (read_text_file(path) != text)
                fmt::print("{} differs from what its seed gives\n", path.string()), ++different;
        }
        return different == 0 ? 0 : 1;
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
