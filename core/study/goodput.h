// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

/// How often a training job is interrupted, and what that costs.
struct Failures {
    /// Mean time between unexpected interruptions of a job of one GPU, hours; of n GPUs it is an n-th.
    /// Default: 419 interruptions in 54 days on 16,384 GPUs (The Llama 3 herd of models, 2024, table 5).
    double gpu_mtbf_hours = 54.0 * 24 * 16384 / 419;
    double checkpoint_s = 30; ///< that training stands still for a checkpoint
    double restart_s = 180;   ///< from an interruption to the first step after it, lost work apart
    bool operator==(const Failures&) const = default;
};

/// What failures leave of a job's time.
struct Goodput {
    double share = 1;      ///< of the time, spent on steps that count
    double mtbf_s = 0;     ///< of the whole job
    double interval_s = 0; ///< work between two checkpoints
};

/// The interval between checkpoints that loses least: Young's (Communications of the ACM 17, 1974),
/// sqrt(2 checkpoint mtbf), while checkpoints are short, else Daly's (Future Generation Computer Systems 22,
/// 2006, equation 37).
double checkpoint_interval_s(double checkpoint_s, double mtbf_s);

/// Share of the time that counts with checkpoints after every `interval_s` of work, for interruptions that
/// come at random: what was done since the last checkpoint is done again (Daly 2006, equation 20).
double goodput_share(const Failures& failures, double mtbf_s, double interval_s);

/// Of a job of `gpus` GPUs, at the best interval.
Goodput goodput(const Failures& failures, int gpus);

} // namespace pipette
