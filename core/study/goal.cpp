// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/goal.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace pipette {
namespace {

constexpr double seconds_a_day = 24 * 3600.0, hours_a_day = 24, w_per_kw = 1000;

/// The mean over the plan's GPUs of what is said of each kind; empty where it is not known of one of them.
std::optional<double> mean_of(const Candidate& candidate, const Cluster& cluster, double GpuKind::*member) {
    double sum = 0;
    for (const int gpu : candidate.mapping.gpu_of_rank) {
        const double value = cluster.kind_of_gpu(gpu).gpu.*member;
        if (value <= 0)
            return std::nullopt;
        sum += value;
    }
    return sum / static_cast<double>(candidate.mapping.gpu_of_rank.size());
}

std::string source_of(const std::string& source) {
    return source.empty() ? "as the cluster file says" : source;
}

/// A GPU kind's own number and its source, or that it is not known.
std::string own_number(const GpuKind& gpu, const char* what, const std::string& unit, double value,
                       const std::string& source) {
    if (value <= 0)
        return fmt::format("the {} of one {} in {} is not known", what, gpu.name, unit);
    return fmt::format("the {} of one {} is {:g} {} ({})", what, gpu.name, value, unit, source_of(source));
}

/// The price of a GPU-hour and who says so.
struct Price {
    double value = 0;
    std::string text;
};

/// As a person entered it, else the mean of what is known of the plan's GPUs; empty where it is not known of
/// one of them, or not in the goal's currency.
std::optional<Price> price_of(const Candidate& candidate, const Cluster& cluster, const TrainingGoal& goal) {
    const auto said = [&](double price, const std::string& source) {
        return Price{
            price * goal.price_factor,
            fmt::format("{:.4g} {} a GPU-hour ({})", price * goal.price_factor, goal.currency, source)};
    };
    if (goal.price_per_gpu_hour > 0)
        return said(goal.price_per_gpu_hour, "price as entered");
    const auto mean = mean_of(candidate, cluster, &GpuKind::price_per_hour);
    if (!mean || goal.currency != list_currency)
        return std::nullopt;
    std::string sources;
    std::set<std::string> told;
    for (const int gpu : candidate.mapping.gpu_of_rank)
        if (const std::string source = source_of(cluster.kind_of_gpu(gpu).gpu.price_source);
            told.insert(source).second)
            sources += (sources.empty() ? "" : "; ") + source.substr(0, source.find(": ")); // who says so
    return said(*mean, sources);
}

/// What each level of the fabric with a price costs, and whether the cost counts it.
void add_transfer_prices(std::vector<std::string>& lines, const Cluster& cluster, const TrainingGoal& goal) {
    for (const FabricLevel& level : cluster.fabric.levels)
        if (level.price_per_gb > 0)
            lines.push_back(fmt::format(
                "{:g} {} for each GB that leaves a group of the level {}, as the cluster "
                "file says{}",
                level.price_per_gb, list_currency, level.name,
                goal.currency == list_currency ? ""
                                               : ": not counted, because the cost is in " + goal.currency));
}

} // namespace

Outcome outcome_of(const Candidate& candidate, const Cluster& cluster, const TrainingGoal& goal) {
    Outcome outcome;
    const int used = candidate.config.world();
    outcome.goodput = goodput(goal.failures, used);
    if (goal.tokens <= 0)
        return outcome;
    outcome.days = goal.tokens / (candidate.tokens_per_s * outcome.goodput.share) / seconds_a_day;
    outcome.gpu_hours = used * hours_a_day * outcome.days;
    if (const auto price = price_of(candidate, cluster, goal)) {
        outcome.cost = outcome.gpu_hours * price->value;
        outcome.currency = goal.currency;
        outcome.price_text = price->text;
        if (const double usd = candidate.transfer_usd; usd > 0) {
            const double tokens_a_step = candidate.tokens_per_s * candidate.iteration_time_s,
                         all = usd * goal.tokens / tokens_a_step;
            const bool counts = goal.currency == list_currency;
            outcome.transfer_cost = counts ? all : 0;
            *outcome.cost += outcome.transfer_cost;
            outcome.price_text += fmt::format(", {}{} for transfers", counts ? "" : "without ",
                                              money_text(all, list_currency)) +
                                  (counts ? " included" : "");
        }
    }
    if (const auto power =
            goal.power_w > 0 ? std::optional(goal.power_w) : mean_of(candidate, cluster, &GpuKind::power_w))
        outcome.energy_kwh = outcome.gpu_hours * *power / w_per_kw * goal.pue;
    return outcome;
}

std::pair<double, double> days_range(const Candidate& candidate, const Outcome& outcome) {
    const double days_a_second = outcome.days / candidate.iteration_time_s;
    return {days_a_second * candidate.low_s, days_a_second * candidate.high_s};
}

bool meets(const Outcome& outcome, const TrainingGoal& goal) {
    return goal.days == 0 || (outcome.days > 0 && outcome.days <= goal.days);
}

bool affordable(const Outcome& outcome, const TrainingGoal& goal) {
    return goal.budget == 0 || (outcome.cost && *outcome.cost <= goal.budget);
}

std::string_view name_of(Deadline deadline) {
    constexpr std::string_view names[]{"", "met", "perhaps", "missed"};
    return names[static_cast<int>(deadline)];
}

Deadline deadline_of(const Candidate& candidate, const Outcome& outcome, const TrainingGoal& goal) {
    if (goal.days == 0 || outcome.days <= 0)
        return Deadline::none;
    const auto [least, most] = days_range(candidate, outcome);
    return std::max(most, outcome.days) <= goal.days   ? Deadline::met
           : std::min(least, outcome.days) > goal.days ? Deadline::missed
                                                       : Deadline::perhaps;
}

std::string money_text(double amount, const std::string& currency) {
    std::string digits = fmt::format("{:.0f}", amount);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return fmt::format("{} {}", digits, currency);
}

std::string cost_text(const Outcome& outcome) {
    return money_text(*outcome.cost, outcome.currency);
}

std::vector<std::string> assumptions_of(const TrainingGoal& goal, const Cluster& cluster) {
    std::vector<std::string> lines;
    const Failures& failures = goal.failures;
    const Failures usual;
    lines.push_back(fmt::format(
        "one GPU is interrupted every {:.0f} hours, n GPUs n times as often{}", failures.gpu_mtbf_hours,
        failures.gpu_mtbf_hours == usual.gpu_mtbf_hours
            ? " (419 interruptions in 54 days on 16,384 GPUs: The Llama 3 herd of models, 2024, table 5)"
            : ""));
    const bool ours = failures.checkpoint_s == usual.checkpoint_s && failures.restart_s == usual.restart_s;
    lines.push_back(fmt::format("a checkpoint takes {:g} s, a restart {:g} s{}", failures.checkpoint_s,
                                failures.restart_s,
                                ours ? " (nobody published them: this program's own assumption, with which "
                                       "Llama 3's training counts 91 % of its time)"
                                     : ""));
    if (goal.tokens <= 0)
        return lines;
    if (goal.price_per_gpu_hour > 0)
        lines.push_back(fmt::format("the price of an hour of one GPU is {:g} {}, as entered",
                                    goal.price_per_gpu_hour * goal.price_factor, goal.currency));
    if (goal.power_w > 0)
        lines.push_back(fmt::format("the power of one GPU is {:g} W, as entered", goal.power_w));
    std::set<std::string> told;
    add_transfer_prices(lines, cluster, goal);
    for (const NodeKind& node : cluster.node_kinds) {
        if (!told.insert(node.gpu.name).second)
            continue;
        const GpuKind& gpu = node.gpu;
        if (goal.price_per_gpu_hour <= 0)
            lines.push_back(own_number(gpu, "price of an hour", goal.currency,
                                       goal.currency == list_currency ? gpu.price_per_hour : 0,
                                       gpu.price_source));
        if (goal.power_w <= 0)
            lines.push_back(own_number(gpu, "power", "W", gpu.power_w, gpu.power_source));
    }
    lines.push_back(fmt::format(
        "every GPU draws that power all the time, and the data centre {:g} times as "
        "much{}",
        goal.pue,
        goal.pue == usual_pue ? " (mean PUE of Uptime Institute's Global Data Center Survey 2024)" : ""));
    return lines;
}

int batch_of(double tokens_a_step, int sequence_length) {
    constexpr double near = 1 / 16.0; // of what was asked for: what divides well is worth as much
    const double sequences = std::max(1.0, tokens_a_step / sequence_length);
    constexpr double most = bounds::global_batch.most / (1 + near);
    if (!(sequences <= most))
        throw InputError({}, "tokens_per_step",
                         fmt::format("makes {:g} sequences of {} tokens, expected at most {:.0f}", sequences,
                                     sequence_length, most));
    for (int exponent = static_cast<int>(std::ceil(std::log2(sequences))); exponent > 0; --exponent) {
        const double power = std::exp2(exponent), batch = std::round(sequences / power) * power;
        if (std::abs(batch / sequences - 1) <= near)
            return static_cast<int>(batch);
    }
    return static_cast<int>(std::round(sequences));
}

double tokens_from_text(const std::string& option, const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string unit(end, text.data() + text.size());
    const double factor = unit.empty() ? 1 : unit == "M" ? 1e6 : unit == "B" ? 1e9 : unit == "T" ? 1e12 : 0;
    if (error != std::errc{} || factor == 0 || !(value * factor >= 1 && bounds::tokens.hold(value * factor)))
        throw InputError(
            option, {},
            fmt::format("{} is no number of tokens, expected 1 to 1e18, with M, B or T for 1e6, 1e9 and 1e12",
                        in_quotes(text)));
    return value * factor;
}

std::string currency_from_text(const std::string& option, const std::string& text) {
    if (text.empty() || text.size() > bounds::most_currency || !is_printable(text) ||
        text.find(' ') != std::string::npos)
        throw InputError(option, option.empty() ? "currency" : "",
                         fmt::format("is {}, expected a word of at most {} characters, such as EUR",
                                     in_quotes(text), bounds::most_currency));
    return text;
}

std::string tokens_words(double tokens) {
    for (const auto& [unit, letter] : {std::pair(1e12, 'T'), {1e9, 'B'}, {1e6, 'M'}})
        if (tokens >= unit)
            return fmt::format("{:.15g}{}", tokens / unit, letter);
    return fmt::format("{:.15g}", tokens);
}

} // namespace pipette
