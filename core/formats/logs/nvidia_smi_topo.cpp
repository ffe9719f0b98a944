// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::size_t most_devices = 1024;
/// How far two devices are apart, nearest first.
constexpr std::array<std::string_view, 5> distances{"PIX", "PXB", "PHB", "NODE", "SYS"};

/// Without the terminal's underlining of the header.
std::string without_escapes(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text.substr(i, 2) == "\x1b[")
            i = std::min(text.find('m', i), text.size());
        else
            result += text[i];
    return result;
}

bool is_gpu(std::string_view name) {
    return name.substr(0, 3) == "GPU" && name.size() > 3 &&
           std::all_of(name.begin() + 3, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The columns of the header that are devices: "CPU Affinity", "NUMA Affinity" and "GPU NUMA ID" follow them.
std::vector<std::string_view> devices_of(const TextLine& header) {
    std::vector<std::string_view> devices;
    for (const std::string_view word : words(header.text)) {
        if (word == "CPU" || word == "NUMA" || word == "GPU")
            break;
        devices.push_back(word);
    }
    return devices;
}

/// Assigns every GPU its nearest NIC and keeps only NICs that some GPU is near to: others are for storage or
/// logins.
void assign_nics(NodeLayout& layout, const std::vector<std::vector<int>>& distance,
                 const std::vector<std::string_view>& names, std::vector<std::string>& notes,
                 const std::string& file) {
    if (names.empty())
        return;
    std::vector<int> load(names.size(), 0), chosen;
    for (const auto& row : distance) {
        std::size_t best = 0;
        for (std::size_t nic = 1; nic < names.size(); ++nic)
            if (std::pair(row[nic], load[nic]) < std::pair(row[best], load[best]))
                best = nic;
        ++load[best];
        chosen.push_back(static_cast<int>(best));
    }
    std::vector<int> kept(names.size(), -1);
    for (std::size_t nic = 0; nic < names.size(); ++nic) {
        if (load[nic] == 0) {
            notes.push_back(
                fmt::format("{}: {} is the nearest of no GPU: left out", file, in_quotes(names[nic])));
            continue;
        }
        kept[nic] = static_cast<int>(layout.nics.size());
        layout.nics.emplace_back(names[nic]);
    }
    for (const int nic : chosen)
        layout.nic_of_gpu.push_back(kept[static_cast<std::size_t>(nic)]);
}

/// What the table says before NICs are chosen.
struct LinkTable {
    NodeLayout layout;
    std::vector<std::vector<int>> nic_distance; ///< [gpu][nic] index into distances
};

/// One cell: a number of NVLinks, or 0 with the distance in `distance`.
int read_cell(std::string_view cell, bool may_be_nvlink, int& distance, const std::string& file,
              const TextLine& line) {
    if (may_be_nvlink && cell.substr(0, 2) == "NV")
        return static_cast<int>(parse_integer(cell.substr(2), "a number of NVLinks", file, line, 1, 1024));
    const auto found = std::find(distances.begin(), distances.end(), cell);
    if (found == distances.end())
        throw InputError(
            file, line.place(),
            fmt::format("{} is no link, expected NVn, PIX, PXB, PHB, NODE or SYS", in_quotes(cell)));
    distance = static_cast<int>(found - distances.begin());
    return 0;
}

void read_row(LinkTable& table, std::size_t gpu, const std::vector<std::string_view>& devices,
              const TextLine& line, const std::string& file) {
    const auto cells = words(line.text);
    const auto gpus = static_cast<std::size_t>(table.layout.gpus);
    if (cells.size() < devices.size() + 1 || cells[0] != devices[gpu])
        throw InputError(file, line.place(),
                         fmt::format("expected {} and its {} links", devices[gpu], devices.size()));
    auto& nics = table.nic_distance.emplace_back();
    for (std::size_t other = 0; other < devices.size(); ++other) {
        const std::string_view cell = cells[other + 1];
        if ((cell == "X") != (other == gpu))
            throw InputError(file, line.place(),
                             fmt::format("{} stands for {}, expected X only for a GPU itself",
                                         in_quotes(cell), devices[other]));
        if (other == gpu)
            continue;
        int distance = 0;
        const int links = read_cell(cell, other < gpus, distance, file, line);
        if (other < gpus)
            table.layout.nvlinks[gpu * gpus + other] = links;
        else
            nics.push_back(distance);
    }
}

/// Output of `nvidia-smi topo -m`: NVLinks between the GPUs of a node (NVn) and the nearest NIC of each GPU
/// (PIX, PXB, PHB, NODE, SYS, nearest first; among equals the one that fewest GPUs have). Throws InputError
/// with the line.
Measurements read_nvidia_smi_topo(std::string_view raw, const std::string& file) {
    const std::string text = without_escapes(raw);
    const auto lines = text_lines(text, file);
    const auto header = std::find_if(lines.begin(), lines.end(), [](const TextLine& line) {
        const auto parts = words(line.text);
        return !parts.empty() && parts[0] == "GPU0" && (parts.size() == 1 || parts[1] != "X");
    });
    if (header == lines.end())
        throw InputError(file, {}, "holds no table of nvidia-smi topo -m (a line of GPU0 GPU1 ...)");
    const auto devices = devices_of(*header);
    if (devices.size() > most_devices)
        throw InputError(file, header->place(),
                         fmt::format("names {} devices, more than {}", devices.size(), most_devices));
    const auto gpus =
        static_cast<std::size_t>(std::find_if_not(devices.begin(), devices.end(), is_gpu) - devices.begin());
    if (static_cast<std::size_t>(lines.end() - header) <= gpus)
        throw InputError(file, lines.back().place(),
                         fmt::format("the table ends after {} of {} GPUs: the output was cut off",
                                     lines.end() - header - 1, gpus));
    LinkTable table;
    table.layout.gpus = static_cast<int>(gpus);
    table.layout.nvlinks.assign(gpus * gpus, 0);
    for (std::size_t gpu = 0; gpu < gpus; ++gpu)
        read_row(table, gpu, devices, header[static_cast<std::ptrdiff_t>(gpu) + 1], file);

    Measurements result;
    result.file = file;
    result.tool = "nvidia-smi topo";
    assign_nics(table.layout, table.nic_distance,
                {devices.begin() + static_cast<std::ptrdiff_t>(gpus), devices.end()}, result.notes, file);
    result.layout = std::move(table.layout);
    return result;
}

const Registered<ImportFormat> nvidia_smi_topo_row({
    .name = "nvidia-smi-topo",
    .description = "nvidia-smi topo -m: links and NICs of a node",
    .likeness = Likeness::table,
    .recognises =
        [](const FileBeginning& beginning) {
            return beginning.first_line().find("GPU0") != std::string_view::npos;
        },
    .read = read_nvidia_smi_topo,
});

} // namespace
} // namespace pipette
