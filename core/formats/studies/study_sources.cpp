// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/studies/study_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

namespace fs = std::filesystem;

HypotheticalCluster machine_with(const KnownGpu& gpu) {
    HypotheticalCluster machine;
    machine.gpu = gpu.kind;
    machine.gpus_per_node = gpu.gpus_per_node;
    machine.nics = std::min(gpu.nics_per_node, gpu.gpus_per_node);
    machine.nic_gb_per_s = gpu.nic_gb_per_s;
    machine.nodes_per_domain = gpu.nodes_per_domain;
    machine.gpu_link_gb_per_s = gpu.nvlink_gb_per_s > 0 ? gpu.nvlink_gb_per_s : gpu.pcie_gb_per_s;
    return machine;
}

/// Reads what names of a study stand for, each once.
class Reader {
public:
    Reader(const StudyDocument& document, const fs::path& folder) : document_(document), folder_(folder) {
        for (const KnownGpu& gpu : known_gpus())
            for (const std::string& name : names_of(gpu))
                found_.machines.emplace(name, machine_with(gpu));
        for (const ExportFormat* format : Registry<ExportFormat>::all())
            if (format->is_launcher())
                found_.launchers.emplace(format->name, launcher_limit_named(format->name));
    }

    StudySources all() {
        const Study& study = document_.study;
        if (!study.base.cluster.empty())
            read_cluster_named(study.base.cluster);
        for (const std::string& gpu : {study.base.machine.gpu, study.base.gpu.kind})
            if (!gpu.empty())
                must_be_gpu(gpu, "gpu");
        for (const MachinePart& part : study.base.machine.parts)
            must_be_gpu(part.gpu, "gpu");
        if (!study.base.other_model.empty())
            read(AxisNames::model, study.base.other_model);
        for (const StudyAxis& axis : study.axes)
            for (const AxisValue& value : axis.values)
                if (const auto* name = std::get_if<std::string>(&value))
                    read(axis_named(axis.axis).names, *name);
        return std::move(found_);
    }

private:
    static std::vector<std::string> names_of(const KnownGpu& gpu) {
        std::vector<std::string> names = gpu.device_names;
        names.push_back(gpu.kind.name);
        return names;
    }

    void read(AxisNames names, const std::string& name) {
        switch (names) {
        case AxisNames::words:
            return;
        case AxisNames::cluster:
            return read_cluster_named(cluster_offer(name).cluster);
        case AxisNames::machine:
            for (const MachinePart& part : machine_offer(name))
                must_be_gpu(part.gpu, "machine");
            return;
        case AxisNames::gpu:
            return must_be_gpu(name, "gpu");
        case AxisNames::model:
            found_.models.emplace(name, load_model(beside(name)));
            return;
        case AxisNames::launcher:
            launcher_limit_named(name, "launcher");
            return;
        }
    }

    void must_be_gpu(const std::string& name, const char* axis) const {
        if (!found_.machines.contains(name))
            gpu_kind_named(name, axis, {}); // throws, with the names there are
    }

    void read_cluster_named(const std::string& name) {
        if (found_.clusters.contains(name))
            return;
        const auto own = document_.clusters.find(name);
        found_.clusters[name] = own != document_.clusters.end()
                                    ? own->second
                                    : std::make_shared<const Cluster>(read_cluster(beside(name)));
    }

    /// A file beside the study, where there is one; else as it is named.
    std::string beside(const std::string& name) const {
        std::error_code error;
        const fs::path path = folder_ / name;
        return fs::exists(path, error) ? path.string() : name;
    }

    const StudyDocument& document_;
    const fs::path& folder_;
    StudySources found_;
};

} // namespace

StudySources sources_of(const StudyDocument& document, const fs::path& folder) {
    return Reader(document, folder).all();
}

HypotheticalCluster reference_machine(const std::string& gpu, const std::string& option) {
    const auto known = known_gpus();
    if (const KnownGpu* found = find_gpu(known, gpu))
        return machine_with(*found);
    gpu_kind_named(gpu, {}, option); // throws, with the names there are
    return {};
}

} // namespace pipette
