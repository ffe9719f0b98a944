// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/measurements.h"
#include "core/formats/logs/nccl_log.h"

#include <string>

namespace pipette {

/// What the runs of `operation` in a log say. Two hosts: sendrecv gives the flow (its ring crosses once each
/// way, whatever the ranks a node), alltoall the aggregate: algbw * ranks of one node * share of a rank's
/// bytes that crosses, all_reduce the aggregate of its ring, busbw. One host: sendrecv and all_reduce give
/// the stream inside a node. Latency only from sendrecv of at most 1 KiB. Tests of every operation tell which
/// pairs of hosts passed and which failed.
Measurements nccl_measurements(const NcclLog& log, NcclOperation operation, Statistic statistic,
                               const std::string& file);

} // namespace pipette
