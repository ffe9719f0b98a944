// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace pipette::test {

/// A line of results of a made-up log.
struct LogRow {
    double bytes, time_us, algbw, busbw;
};

/// The head of a run as nccl-tests 2.17 writes it: the test, the ranks and the names of the columns.
inline std::string nccl_head(const std::string& test, const std::vector<std::string>& hosts,
                             int ranks_a_node) {
    std::string text = fmt::format(
        "# nccl-tests version 2.17.8 nccl-headers=22902 nccl-library=22902\n"
        "# Collective test starting: {}_perf\n"
        "# nThread 1 nGpus 1 minBytes 8 maxBytes 34359738368 step: 2(factor)\n#\n# Using devices\n",
        test);
    int rank = 0;
    for (const std::string& host : hosts)
        for (int i = 0; i < ranks_a_node; ++i)
            text += fmt::format(
                "#  Rank {:2} Group  0 Pid {} on {} device {:2} [0000:1b:00] NVIDIA H100 80GB HBM3\n", rank++,
                4000 + i, host, i);
    return text +
           "#\n#       size         count      type   redop    root     time   algbw   busbw  #wrong     "
           "time   algbw   "
           "busbw  #wrong \n";
}

/// A whole run; in place a little slower.
inline std::string nccl_run(const std::string& test, const std::vector<std::string>& hosts, int ranks_a_node,
                            const std::vector<LogRow>& rows) {
    std::string text = nccl_head(test, hosts, ranks_a_node);
    for (const LogRow& row : rows)
        text += fmt::format(
            "  {:.0f}  {:.0f}    double    none      -1  {}   {}   {}       0  {}   {}   {}    N/A\n",
            row.bytes, row.bytes / 8, row.time_us, row.algbw, row.busbw, row.time_us,
            std::max(0.0, row.algbw - 0.5), std::max(0.0, row.busbw - 0.5));
    return text + fmt::format("# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 1.5\n#\n"
                              "# Collective test concluded: {}_perf\n#\n\n",
                              test);
}

/// Large messages of a sendrecv: peak 46.5 GB/s.
inline const std::vector<LogRow> large_rows{
    {4294967296, 93681.5, 45.25, 45.25}, {8589934592, 187260, 46.5, 46.5}, {17179869184, 374556, 46, 46}};

/// What a script that measures all pairs leaves of one pair: alltoall, then sendrecv, 8 GPUs a node.
inline std::string nccl_pair_log(const std::string& a, const std::string& b) {
    return nccl_run("alltoall", {a, b}, 8, {{4294967296, 43852.6, 98.25, 92.1}}) +
           nccl_run("sendrecv", {a, b}, 8, large_rows);
}

/// What nccl-tests writes when a link fails, one line of it a rank.
inline std::string nccl_failure_text(const std::string& host) {
    return host +
           ": Test NCCL failure common.cu:1019 'unhandled system error (run with NCCL_DEBUG=INFO for "
           "details) "
           "/ network error '\n .. " +
           host + " pid 1234: Test failure common.cu:891\n";
}

} // namespace pipette::test
