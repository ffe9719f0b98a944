// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"
#include "core/study/goodput.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pipette {

/// Energy that a data centre draws over what its computers draw, the mean of those asked (Uptime Institute,
/// Global Data Center Survey 2024).
inline constexpr double usual_pue = 1.56;

/// The currency of the prices that GPU kinds have.
inline constexpr const char* list_currency = "USD";

/// What a training run has to reach, and what its time costs.
struct TrainingGoal {
    double tokens = 0;             ///< to train on; 0: none said, and nothing but speed is known
    double days = 0;               ///< that it may take; 0: as few as can be
    double price_per_gpu_hour = 0; ///< 0: that of each GPU kind, where one is known
    double price_factor = 1;       ///< times that price
    double power_w = 0;            ///< of a GPU with its share of the node; 0: that of each GPU kind
    double pue = usual_pue;        ///< power usage effectiveness: energy of the data centre over the nodes'
    Failures failures;
    /// Of all money. Prices of GPU kinds are in `list_currency` and count in no other.
    std::string currency{list_currency};
    double budget = 0; ///< in that currency: what the run may cost; 0: none
    bool operator==(const TrainingGoal&) const = default;
};

/// What a run takes on one plan.
struct Outcome {
    Goodput goodput;
    double days = 0;            ///< tokens / (tokens/s * goodput)
    double gpu_hours = 0;       ///< of the GPUs that the plan uses
    std::optional<double> cost; ///< gpu_hours * price, and what transfers cost; empty: no price is known
    double transfer_cost = 0;   ///< of it: bytes over levels of the fabric that have a price
    std::string currency;       ///< of the cost
    std::string price_text; ///< "2.5 USD a GPU-hour (price as entered)": of the cost, and who says so; empty
                            ///< without it
    std::optional<double> energy_kwh; ///< gpu_hours * power * pue; empty: no power is known
};

/// Days, money and energy stay 0 or empty for a goal without tokens. The candidate's GPUs are those of
/// `cluster`.
Outcome outcome_of(const Candidate& candidate, const Cluster& cluster, const TrainingGoal& goal);

/// The days at both ends of the range of the step's time; {0, 0} where nobody knows them.
std::pair<double, double> days_range(const Candidate& candidate, const Outcome& outcome);

/// Whether a run with this outcome is within the goal's days; so is every one where there is no deadline, and
/// none where nobody knows its days.
bool meets(const Outcome& outcome, const TrainingGoal& goal);

/// Whether a run with this outcome costs no more than the goal's budget; so does every one where there is no
/// budget, and none where nobody knows its cost.
bool affordable(const Outcome& outcome, const TrainingGoal& goal);

/// How a run stands to the goal's days by the whole range of its estimate.
enum class Deadline {
    none, ///< there is no deadline, or nobody knows the days
    met,
    perhaps, ///< the deadline lies inside the range
    missed
};
std::string_view name_of(Deadline deadline); ///< "", "met", "perhaps", "missed"
Deadline deadline_of(const Candidate& candidate, const Outcome& outcome, const TrainingGoal& goal);

/// "4,258,000 USD"
std::string money_text(double amount, const std::string& currency);
/// money_text() of the cost. The outcome has a cost.
std::string cost_text(const Outcome& outcome);

/// What outcome_of() took that nobody measured: interruptions, prices and power with their sources.
std::vector<std::string> assumptions_of(const TrainingGoal& goal, const Cluster& cluster);

/// Sequences a step for about so many tokens: of those within a sixteenth a multiple of the largest power of
/// two, so that many sizes divide it. Throws InputError (place: tokens_per_step) for more than a batch may
/// have.
int batch_of(double tokens_a_step, int sequence_length);

/// "15T", "300B", "16M", "2.5e9": a number of tokens. Throws InputError(option).
double tokens_from_text(const std::string& option, const std::string& text);

/// A currency as people write it: "EUR". Throws InputError(option) for what is no short word.
std::string currency_from_text(const std::string& option, const std::string& text);

/// A number of tokens for a person: "15T", "2.5B", "4.19M", "1000".
std::string tokens_words(double tokens);

namespace bounds {

inline constexpr std::size_t most_currency = 12; // characters
inline constexpr Bounds tokens{1, 1e18, "tokens", true};
inline constexpr Bounds days{1e-3, 1e5, "days", true};
inline constexpr Bounds budget{1e-3, 1e15, {}, true}; // 0: none
inline constexpr Bounds pue{1, 10, {}};
inline constexpr Bounds mtbf_hours{1, 1e9, "hours"};
inline constexpr Bounds checkpoint_s{1e-3, 1e5, "s"};
inline constexpr Bounds restart_s{0, 1e5, "s"};

} // namespace bounds

} // namespace pipette
