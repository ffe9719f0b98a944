// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/host.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/base/units.h"
#include "core/cluster/cluster.h"

#include <fmt/format.h>

namespace pipette {

Host host_of(const NodeKind& kind) {
    Host host = kind.host;
    const Host& usual = kind.gpu.host;
    const auto or_usual = [](double& stated, double otherwise) {
        if (stated <= 0)
            stated = otherwise;
    };
    or_usual(host.memory_gib, usual.memory_gib * kind.gpus);
    or_usual(host.update_gparam_per_s, usual.update_gparam_per_s);
    if (host.up_gb_per_s <= 0 && host.down_gb_per_s <= 0) {
        host.all_up_gb_per_s = usual.all_up_gb_per_s, host.all_down_gb_per_s = usual.all_down_gb_per_s;
        host.up_gb_per_s = usual.up_gb_per_s, host.down_gb_per_s = usual.down_gb_per_s;
    }
    return host;
}

double host_bytes_of_gpu(const NodeKind& kind) {
    return host_of(kind).memory_gib * bytes_per_gib / kind.gpus;
}

bool can_offload(const NodeKind& kind) {
    const Host host = host_of(kind);
    return host.memory_gib > 0 && host.up_gb_per_s > 0 && host.down_gb_per_s > 0 &&
           host.update_gparam_per_s > 0;
}

void check_host(const NodeKind& kind) {
    if (!can_offload(kind))
        throw InputError(
            {}, "offload",
            fmt::format("needs a host that is known, but the node kind {} states no "
                        "host_memory_gib, host_link and host_update_gparam_per_s, and its GPU {} "
                        "has no usual ones",
                        in_quotes(kind.name), in_quotes(kind.gpu.name)));
}

std::string assumed_host_text(const NodeKind& kind) {
    const Host host = host_of(kind);
    if (host == kind.host)
        return {};
    return fmt::format("the host of {} has {:.0f} GiB, links of {:.4g} GB/s up to each GPU and {:.4g} GB/s "
                       "down, and updates {:.3g} G parameters/s ({})",
                       kind.name, host.memory_gib, host.up_at_once_gb_per_s(), host.down_at_once_gb_per_s(),
                       host.update_gparam_per_s, kind.gpu.host_source);
}

} // namespace pipette
