// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/core_sentences.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace pipette {
namespace {

// A long text takes several literals. NOLINTBEGIN(bugprone-suspicious-missing-comma)
constexpr const char* sentences[]{
    QT_TRANSLATE_NOOP("core", "stage %1 needs %2 GiB of %3 GiB"),
    QT_TRANSLATE_NOOP("core", "stage %1 needs %2 GiB on the host for each GPU, which has %3 GiB for it"),
    QT_TRANSLATE_NOOP("core",
                      "takes at least %1 ms on any mapping; the best plan took %2 ms before it was polished"),
    QT_TRANSLATE_NOOP("core", "takes at least %1 ms on any mapping; the best plan of as many GPUs took %2 ms "
                              "before it was polished"),
    QT_TRANSLATE_NOOP("core", "%1; it fits with %2 recomputation, which %3 of %4 stages need: +%5 %"),
    QT_TRANSLATE_NOOP("core", "computes all layers again though %1 fits safely with less repeated"),
    QT_TRANSLATE_NOOP("core", "computes %1 again though %2 fits safely with less repeated"),
    QT_TRANSLATE_NOOP("core", "every placement tried crosses %1"),
    QT_TRANSLATE_NOOP("core", "inside node %1"),
    QT_TRANSLATE_NOOP("core", "inside NVLink domain %1, on %2 of its %3 nodes"),
    QT_TRANSLATE_NOOP("core", "over %1 nodes of %2 NVLink domains"),
    QT_TRANSLATE_NOOP("core", "over %1 nodes, %2 domains"),
    QT_TRANSLATE_NOOP("core", "over %1 nodes"),
    QT_TRANSLATE_NOOP("core", "over %1 domains"),
    QT_TRANSLATE_NOOP("core", "inside nodes"),
    QT_TRANSLATE_NOOP("core", "in time"), // before "in %1"
    QT_TRANSLATE_NOOP("core", "in %1, %2 of %3 nodes"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 nodes"),
    QT_TRANSLATE_NOOP("core", "in %1"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs: inside one node"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs: each inside one node"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs: over up to %3 nodes"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs: each over up to %3 nodes"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs: %3 inside one node, %4 over up to %5 nodes"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs: each over up to %3 NVLink domains"),
    QT_TRANSLATE_NOOP("core",
                      "%1 of %2 GPUs: each inside one NVLink domain, on %3 of its %4 nodes, %5 to spare"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs: inside one NVLink domain, on %3 of its %4 nodes, %5 to spare"),
    QT_TRANSLATE_NOOP("core", "%1 expert groups"),
    QT_TRANSLATE_NOOP("core", "1 expert group"),
    QT_TRANSLATE_NOOP("core", "%1 expert data parallel groups"),
    QT_TRANSLATE_NOOP("core", "1 expert data parallel group"),
    QT_TRANSLATE_NOOP("core", "%1 expert tensor groups"),
    QT_TRANSLATE_NOOP("core", "1 expert tensor group"),
    QT_TRANSLATE_NOOP("core", "%1 shard groups"),
    QT_TRANSLATE_NOOP("core", "1 shard group"),
    QT_TRANSLATE_NOOP("core", "%1 shard replica groups"),
    QT_TRANSLATE_NOOP("core", "1 shard replica group"),
    QT_TRANSLATE_NOOP("core", "%1 tensor parallel groups"),
    QT_TRANSLATE_NOOP("core", "1 tensor parallel group"),
    QT_TRANSLATE_NOOP("core", "%1 context parallel groups"),
    QT_TRANSLATE_NOOP("core", "1 context parallel group"),
    QT_TRANSLATE_NOOP("core", "%1 data parallel groups"),
    QT_TRANSLATE_NOOP("core", "1 data parallel group"),
    QT_TRANSLATE_NOOP("core", "no calibration, not measured, plus or minus %1 %"),
    QT_TRANSLATE_NOOP("core", "%1: %2 calibration, %3 runs, plus or minus %4 %"),
    QT_TRANSLATE_NOOP("core", "%1: %2 calibration, not measured, plus or minus %3 %"),
    QT_TRANSLATE_NOOP("core", "%1: %2 calibration of %3, %4 runs, plus or minus %5 %"),
    QT_TRANSLATE_NOOP("core", "%1: no calibration, not measured, plus or minus %2 %"),
    QT_TRANSLATE_NOOP("core", "%1 is %2 % faster, which predictions cannot tell apart: it fills %3 % of its "
                              "fullest GPU, the best plan %4 %"),
    QT_TRANSLATE_NOOP(
        "core", "%1 is %2 % faster, which predictions cannot tell apart: it uses %3 GPUs, the best plan %4"),
    QT_TRANSLATE_NOOP("core",
                      "%1 is %2 % faster, which predictions cannot tell apart: the best plan is simpler"),
    QT_TRANSLATE_NOOP("core", "%1 is safe and takes %2 % longer than the best plan, which predictions cannot "
                              "tell apart: it fills %3 % of its fullest GPU, the best plan %4 %"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 nodes stays spare: no configuration uses all"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 nodes stay spare: no configuration uses all"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs stay spare: no configuration uses all"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 nodes stays spare: %3 instead of %4 on all"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 nodes stay spare: %3 instead of %4 on all"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs stay spare: %3 instead of %4 on all"),
    QT_TRANSLATE_NOOP("core", "%1 recomputation takes %2 of the iteration (%3 %)"),
    QT_TRANSLATE_NOOP(
        "core",
        "%1 recomputation takes %2 of the iteration (%3 %); the fastest plan with %4 takes %5 % longer"),
    QT_TRANSLATE_NOOP("core", "%1 recomputation takes %2 of the iteration (%3 %); the fastest plan with "
                              "%4 takes %5 % longer, with %6 %7 % longer"),
    QT_TRANSLATE_NOOP("core", "%1 can express any mapping"),
    QT_TRANSLATE_NOOP("core", "%1 takes %2x the time of the best mapping, which is %3"),
    QT_TRANSLATE_NOOP("core",
                      "no placement of any configuration that was tried is faster than the best plan"),
    QT_TRANSLATE_NOOP("core", "the best plan is at most %1 % above %2, which no placement of any "
                              "configuration that was tried goes below"),
    QT_TRANSLATE_NOOP("core", "step, idle share and memory are the same"),
    QT_TRANSLATE_NOOP("core", "the same step"),
    QT_TRANSLATE_NOOP("core", "step %1 %"),
    QT_TRANSLATE_NOOP("core", "step %1 %, idle %2 points"),
    QT_TRANSLATE_NOOP("core", "%1 on device %2: there is no such stage, microbatch or slice"),
    QT_TRANSLATE_NOOP("core", "%1 is on device %2, but another device holds stage %3"),
    QT_TRANSLATE_NOOP("core", "%1 is there twice on device %2"),
    QT_TRANSLATE_NOOP("core", "%1 is missing on device %2"),
    QT_TRANSLATE_NOOP("core", "%1 on device %2 waits for the activation of %3 on device %4"),
    QT_TRANSLATE_NOOP("core", "%1 on device %2 waits for the gradient of %3 on device %4"),
    QT_TRANSLATE_NOOP("core", "%1 on device %2 needs %3, which comes later on the same device"),
    QT_TRANSLATE_NOOP("core", "%1 comes after %2 in the order of device %3"),
    QT_TRANSLATE_NOOP("core", "Why %1 wins"),
    QT_TRANSLATE_NOOP("core", "%1: %2 % slower than the best plan"),
    QT_TRANSLATE_NOOP("core", "%1: %2 % faster than the best plan"),
    QT_TRANSLATE_NOOP("core", "%1: level with the best plan"),
    QT_TRANSLATE_NOOP("core", "Against the best plan (%1): %2."),
    QT_TRANSLATE_NOOP("core", "Against the runner-up (%1): %2."),
    QT_TRANSLATE_NOOP("core", "Against the best in host order (%1): %2."),
    QT_TRANSLATE_NOOP("core", "Against Megatron's rule (%1): %2."),
    QT_TRANSLATE_NOOP("core", "Against the published recipe (%1): %2."),
    QT_TRANSLATE_NOOP("core", "%1 less %2"),
    QT_TRANSLATE_NOOP("core", "%1 more %2"),
    QT_TRANSLATE_NOOP("core", "It sends nothing between nodes."),
    QT_TRANSLATE_NOOP("core",
                      "It keeps off the slowest link of the cluster, %1; the slowest that it uses is %2."),
    QT_TRANSLATE_NOOP("core", "It cannot do without the slowest link of the cluster, %1."),
    QT_TRANSLATE_NOOP("core", "Megatron's rule sends over %1."),
    QT_TRANSLATE_NOOP(
        "core", "It sends %1 GB a step across levels of the network that have a price (%2): %3 USD a step."),
    QT_TRANSLATE_NOOP("core", "%1 -> %2 (%3 GB/s a stream)"),
    QT_TRANSLATE_NOOP("core", "Stage %1 has %2 layers on %3: %4."),
    QT_TRANSLATE_NOOP("core", "Stage %1 has 1 layer on %2: %3."),
    QT_TRANSLATE_NOOP("core", "Stages %1 have %2 layers each on %3: %4."),
    QT_TRANSLATE_NOOP("core", "Stages %1 have 1 layer each on %2: %3."),
    QT_TRANSLATE_NOOP("core", "it computes for %1 ms a microbatch"),
    QT_TRANSLATE_NOOP("core", "it computes for %1 ms a microbatch, %2 times as long as on %3"),
    QT_TRANSLATE_NOOP("core", "each computes for %1 ms a microbatch"),
    QT_TRANSLATE_NOOP("core", "each computes for %1 ms a microbatch, %2 times as long as on %3"),
    QT_TRANSLATE_NOOP("core", "a microbatch takes %1 ms there, %2 ms of it for exchanges over links"),
    QT_TRANSLATE_NOOP("core", "its tp is %1"),
    QT_TRANSLATE_NOOP("core", "their tp is %1"),
    QT_TRANSLATE_NOOP("core", "its other GPUs wait for %1"),
    QT_TRANSLATE_NOOP("core", "no other stage has a layer to give"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GiB are full, and one layer more would need %3 GiB"),
    QT_TRANSLATE_NOOP("core", "one layer more, from stage %1, would make the iteration %2 ms longer"),
    QT_TRANSLATE_NOOP("core", "one layer more, from stage %1, would make the iteration %2 ms shorter"),
    QT_TRANSLATE_NOOP("core", "one layer more, from stage %1, would make the iteration no longer"),
    QT_TRANSLATE_NOOP("core", "changing places with stage %1 would make the iteration %2 ms longer"),
    QT_TRANSLATE_NOOP("core", "changing places with stage %1 would make the iteration %2 ms shorter"),
    QT_TRANSLATE_NOOP("core", "changing places with stage %1 would make the iteration no longer"),
    QT_TRANSLATE_NOOP("core", "changing places with stage %1 would not fit into memory"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 GPUs are pinned"),
    QT_TRANSLATE_NOOP("core", "%1 stay idle: they compute the model %2 times as long as %3; no candidate "
                              "uses them."),
    QT_TRANSLATE_NOOP("core", "%1 stay idle: they compute the model %2 times as long as %3; with some of "
                              "them the iteration is %4 ms longer at best (%5)."),
    QT_TRANSLATE_NOOP("core", "%1 stay idle: they compute the model %2 times as long as %3; with some of "
                              "them the iteration is %4 ms shorter at best (%5)."),
    QT_TRANSLATE_NOOP("core", "%1 stay idle: they compute the model %2 times as long as %3; with some of "
                              "them the iteration is no longer at best (%4)."),
    QT_TRANSLATE_NOOP("core", "%1 layers on %2"),
    QT_TRANSLATE_NOOP("core", "%1 layers with tp %2 on %3"),
    QT_TRANSLATE_NOOP("core", "computes on %1"),
    QT_TRANSLATE_NOOP("core", "best"),
    QT_TRANSLATE_NOOP("core", "runner-up"),
    QT_TRANSLATE_NOOP("core", "this plan"),
    QT_TRANSLATE_NOOP("core", "best plan"),
    QT_TRANSLATE_NOOP("core", "host order"),
    QT_TRANSLATE_NOOP("core", "Megatron's rule"),
    QT_TRANSLATE_NOOP("core", "published recipe"),
    QT_TRANSLATE_NOOP("core", "iteration"),
    QT_TRANSLATE_NOOP("core", "by the memory of the GPUs alone: %1"),
    QT_TRANSLATE_NOOP("core", "sequences up to %1 tokens"),
    QT_TRANSLATE_NOOP("core", "micro batches up to %1"),
    QT_TRANSLATE_NOOP("core", "up to %1 layers"),
    QT_TRANSLATE_NOOP("core", "from %1 GPU"),
    QT_TRANSLATE_NOOP("core", "from %1 GPUs"),
    QT_TRANSLATE_NOOP("core", "%1 (%2 recomputation)"),
    QT_TRANSLATE_NOOP("core", "no sequence fits"),
    QT_TRANSLATE_NOOP("core", "no micro batch fits"),
    QT_TRANSLATE_NOOP("core", "no layer fits"),
    QT_TRANSLATE_NOOP("core", "too few GPUs as it is"),
    QT_TRANSLATE_NOOP("core",
                      "nothing fits, however short the sequences, shallow the model or many of the GPUs"),
    QT_TRANSLATE_NOOP("core", "A step took %1, as planned: %2 (%3 to %4)."),
    QT_TRANSLATE_NOOP("core", "A step took %1, %2 % longer than planned: %3 (%4 to %5)."),
    QT_TRANSLATE_NOOP("core", "A step took %1, %2 % shorter than planned: %3 (%4 to %5)."),
    QT_TRANSLATE_NOOP("core", "That is within the planned range."),
    QT_TRANSLATE_NOOP("core", "The times left their level at step %1: %2 before, %3 since (%4 % longer)."),
    QT_TRANSLATE_NOOP("core", "The times left their level at step %1: %2 before, %3 since (%4 % shorter)."),
    QT_TRANSLATE_NOOP("core",
                      "The times left their level at step %1: %2 before, %3 up to step %4 (%5 % longer)."),
    QT_TRANSLATE_NOOP("core", "It did so from the first step that counts."),
    QT_TRANSLATE_NOOP("core", "Which part is slower cannot be told: the log has no timers."),
    QT_TRANSLATE_NOOP("core", "Every part that the log times is as planned."),
    QT_TRANSLATE_NOOP("core", "No part that the log times explains it."),
    QT_TRANSLATE_NOOP("core", "The part that grew is %1: %2 before, %3 since (%4 % longer). It is %5 % of "
                              "what all parts grew by."),
    QT_TRANSLATE_NOOP("core", "The part that is slower than planned is %1: %2 planned, %3 measured (%4 % "
                              "longer). It is %5 % of what all parts exceed their plans by."),
    QT_TRANSLATE_NOOP("core", "Tokens a second over GPUs; dashed: linear"),
    QT_TRANSLATE_NOOP("core", "%1 (assumed cluster); %2"),
    QT_TRANSLATE_NOOP("core", "Days, cost and efficiency over GPUs"),
    QT_TRANSLATE_NOOP("core", "Days, cost and efficiency over GPUs; %1"),
    QT_TRANSLATE_NOOP("core", "Days against money; the line joins what no other point beats in both"),
    QT_TRANSLATE_NOOP("core", "Days against money; the line joins what no other point beats in both; %1"),
    QT_TRANSLATE_NOOP("core", "Days and cost of each point"),
    QT_TRANSLATE_NOOP("core", "Days of each point"),
    QT_TRANSLATE_NOOP("core", "Time of a step at each point"),
    QT_TRANSLATE_NOOP("core", "What changes when one input moves by %1 %"),
    QT_TRANSLATE_NOOP("core", "days to train %1 tokens"),
    QT_TRANSLATE_NOOP("core", "Estimate as it is"),
    QT_TRANSLATE_NOOP("core", "After calibrating"),
    QT_TRANSLATE_NOOP("core", "%1 % off"),
    QT_TRANSLATE_NOOP("core", "predicted against measured, %"),
    QT_TRANSLATE_NOOP("core", "deadline %1 days"),
    QT_TRANSLATE_NOOP("core", "budget %1"),
    QT_TRANSLATE_NOOP("core", "%1 days"),
    QT_TRANSLATE_NOOP("core", "GPUs used"),
    QT_TRANSLATE_NOOP("core", "tokens/s"),
    QT_TRANSLATE_NOOP("core", "days"),
    QT_TRANSLATE_NOOP("core", "ms a step"),
    QT_TRANSLATE_NOOP("core", "efficiency, % of linear"),
    QT_TRANSLATE_NOOP("core", "cost, %1"),
    QT_TRANSLATE_NOOP("core", "% of time or cost"),
    QT_TRANSLATE_NOOP("core", "time, input lower"),
    QT_TRANSLATE_NOOP("core", "time, input higher"),
    QT_TRANSLATE_NOOP("core", "cost, input lower"),
    QT_TRANSLATE_NOOP("core", "cost, input higher"),
    QT_TRANSLATE_NOOP("core", "%1 (assumed cluster)"),
    QT_TRANSLATE_NOOP("core", "Soonest, %1."),
    QT_TRANSLATE_NOOP("core", "Cheapest, %1."),
    QT_TRANSLATE_NOOP("core", "Soonest and cheapest, %1."),
    QT_TRANSLATE_NOOP("core", "Cheapest of those that meet the deadline, %1."),
    QT_TRANSLATE_NOOP("core", "Cheapest of those that may meet the deadline, %1."),
    QT_TRANSLATE_NOOP("core", "Soonest and cheapest of those that meet the deadline, %1."),
    QT_TRANSLATE_NOOP("core", "Every point misses the deadline of %1 days."),
    QT_TRANSLATE_NOOP("core", "None of these numbers of GPUs trains %1 tokens within %2 days."),
    QT_TRANSLATE_NOOP("core", "Perhaps %1 are %2 that train %3 tokens within %4 days: %5; the deadline lies "
                              "inside the range of the estimate."),
    QT_TRANSLATE_NOOP("core", "Perhaps %1 is %2 that train %3 tokens within %4 days: %5; the deadline lies "
                              "inside the range of the estimate."),
    QT_TRANSLATE_NOOP("core", "%1 are %2 that train %3 tokens within %4 days: %5."),
    QT_TRANSLATE_NOOP("core", "%1 is %2 that train %3 tokens within %4 days: %5."),
    QT_TRANSLATE_NOOP("core", "the fewest of the sizes tried"),
    QT_TRANSLATE_NOOP("core", "the cheapest of the sizes tried"),
    QT_TRANSLATE_NOOP("core", "%1 GPUs (assumed)"),
    QT_TRANSLATE_NOOP("core", "%1 GPUs"),
    QT_TRANSLATE_NOOP("core", "1 GPU (assumed)"),
    QT_TRANSLATE_NOOP("core", "1 GPU"),
    QT_TRANSLATE_NOOP("core", "%1 days (range %2 to %3)"),
    QT_TRANSLATE_NOOP("core", "within the deadline of %1 days: %2"),
    QT_TRANSLATE_NOOP("core", "misses the deadline of %1 days: %2"),
    QT_TRANSLATE_NOOP("core", "on %1 GPUs"),
    QT_TRANSLATE_NOOP("core", "on %1 GPU"),
    QT_TRANSLATE_NOOP("core", "%1 (%2): %3 days (range %4 to %5)"),
    QT_TRANSLATE_NOOP("core", "%1 (%2): %3 a step"),
    QT_TRANSLATE_NOOP("core", "%1 at %2 a GPU-hour (%3"),
    QT_TRANSLATE_NOOP("core", "price as entered)"),
    QT_TRANSLATE_NOOP(
        "core", "%1 has the largest effect: with %2 % less the time changes by %3, with %4 % more by %5"),
    QT_TRANSLATE_NOOP("core", "%1 sequences of %2 tokens a step in %3, %4"),
    QT_TRANSLATE_NOOP("core", "%1 tokens a step (%2 sequences of %3 tokens) in %4, %5"),
    QT_TRANSLATE_NOOP("core", "swaps %1 and %2 inside their block"),
    QT_TRANSLATE_NOOP("core", "swaps %1 and %2"),
    QT_TRANSLATE_NOOP("core", "swaps the blocks %1 and %2"),
    QT_TRANSLATE_NOOP("core", "swaps the nodes %1 and %2"),
    QT_TRANSLATE_NOOP("core", "moves rank %1 from %2 to the spare %3"),
    QT_TRANSLATE_NOOP("core", "moves the block %1 to the spares %2"),
    QT_TRANSLATE_NOOP("core", "what was dragged is no longer there"),
    QT_TRANSLATE_NOOP("core", "%1 is excluded"),
    QT_TRANSLATE_NOOP("core", "%1 is pinned"),
    QT_TRANSLATE_NOOP("core", "nothing would change"),
    QT_TRANSLATE_NOOP("core", "both GPUs are spare: nothing would change"),
    QT_TRANSLATE_NOOP("core", "The best choice reaches %1 tokens after %2 hours (%3 days), %4."),
    QT_TRANSLATE_NOOP("core", "The best choice does %1 steps (%2 tokens, range %3 to %4) in %5 hours, %6."),
    QT_TRANSLATE_NOOP("core", "with %1 starts, %2"),
    QT_TRANSLATE_NOOP("core", "with %1 starts"),
    QT_TRANSLATE_NOOP("core", "with 1 start, %1"),
    QT_TRANSLATE_NOOP("core", "with 1 start"),
    QT_TRANSLATE_NOOP("core", "which is over the budget of %1"),
    QT_TRANSLATE_NOOP("core", "That is %1 % of the goal of %2 tokens."),
    QT_TRANSLATE_NOOP("core", "A run that always replans %1."),
    QT_TRANSLATE_NOOP("core", "A run that never replans %1."),
    QT_TRANSLATE_NOOP("core", "gets as much done"),
    QT_TRANSLATE_NOOP("core", "gets %1 % less done"),
    QT_TRANSLATE_NOOP("core", "reaches the goal as soon"),
    QT_TRANSLATE_NOOP("core", "reaches the goal %1 hours later"),
    QT_TRANSLATE_NOOP("core", "does not reach the goal"),
    QT_TRANSLATE_NOOP("core", "Replan at hour %1."),
    QT_TRANSLATE_NOOP("core", "Replan at hours %1."),
    QT_TRANSLATE_NOOP("core", "Keep the plan at hour %1: a new one does not pay."),
    QT_TRANSLATE_NOOP("core", "Keep the plan at hours %1: a new one does not pay."),
    QT_TRANSLATE_NOOP("core", "Wait at hour %1: no plan that could run there gets more done."),
    QT_TRANSLATE_NOOP("core", "Wait at hours %1: no plan that could run there gets more done."),
    QT_TRANSLATE_NOOP("core", "and %1 more"),
    QT_TRANSLATE_NOOP("core", "No plan fits on any of the sets of GPUs: %1."),
    QT_TRANSLATE_NOOP("core", "This study was stopped before every set of GPUs had its plan."),
    QT_TRANSLATE_NOOP("core", "no GPU is there"),
    QT_TRANSLATE_NOOP("core", "With replicas of their own on %1 a step takes %2 (range %3 to %4): %5 % "
                              "less than the best plan with like replicas, %6."),
    QT_TRANSLATE_NOOP("core", "With replicas of their own on %1 a step takes %2 (range %3 to %4): %5 % "
                              "more than the best plan with like replicas, %6."),
    QT_TRANSLATE_NOOP("core", "With replicas of their own on %1 a step takes %2 (range %3 to %4), as long "
                              "as the best plan with like replicas, %5."),
    QT_TRANSLATE_NOOP("core", "With replicas of their own on %1 a step takes %2 (range %3 to %4); all "
                              "GPUs together have no plan with like replicas."),
    QT_TRANSLATE_NOOP("core", "Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4): %5 "
                              "% less than the best plan with like replicas, %6."),
    QT_TRANSLATE_NOOP("core", "Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4): %5 "
                              "% more than the best plan with like replicas, %6."),
    QT_TRANSLATE_NOOP("core", "Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4), as "
                              "long as the best plan with like replicas, %5."),
    QT_TRANSLATE_NOOP("core", "Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4); "
                              "all GPUs together have no plan with like replicas."),
    QT_TRANSLATE_NOOP("core", "Only replicas on %1 have a plan: a step takes %2 (range %3 to %4): %5 % "
                              "less than the best plan with like replicas, %6."),
    QT_TRANSLATE_NOOP("core", "Only replicas on %1 have a plan: a step takes %2 (range %3 to %4): %5 % "
                              "more than the best plan with like replicas, %6."),
    QT_TRANSLATE_NOOP("core", "Only replicas on %1 have a plan: a step takes %2 (range %3 to %4), as long "
                              "as the best plan with like replicas, %5."),
    QT_TRANSLATE_NOOP("core", "Only replicas on %1 have a plan: a step takes %2 (range %3 to %4); all "
                              "GPUs together have no plan with like replicas."),
    QT_TRANSLATE_NOOP("core", "with this pool, no step is shorter"),
    QT_TRANSLATE_NOOP("core", "gradients would cross a broken link"),
    QT_TRANSLATE_NOOP("core", "no layout fits in memory without what is broken"),
    QT_TRANSLATE_NOOP("core", "With replicas of their own it sends %1 GB a step across levels of the network "
                              "that have a price (%2): %3 USD a step."),
    QT_TRANSLATE_NOOP("core", "With like replicas it sends %1 GB a step across levels of the network that "
                              "have a price (%2): %3 USD a step."),
    QT_TRANSLATE_NOOP("core", "one of %1 pools of a step, with %2 of its %3 sequences: the exchange of "
                              "gradients with the other pools comes on top"),
    QT_TRANSLATE_NOOP("core", "pools: the GPUs are of %1 kinds, expected %2 at most"),
    QT_TRANSLATE_NOOP("core", "pools: the GPUs are of %1 zones, expected %2 at most"),
    QT_TRANSLATE_NOOP("core",
                      "No pool has a plan of its own; there is the best plan with like replicas, %1."),
    QT_TRANSLATE_NOOP("core", "No pool has a plan, and all GPUs together have none."),
    QT_TRANSLATE_NOOP("core", "no layout divides the model and the GPUs"),
    QT_TRANSLATE_NOOP("core", "no layout fits in memory: %1"),
    QT_TRANSLATE_NOOP(
        "core", "stages have a tp of their own: a study, for none of the frameworks here runs such a plan"),
    QT_TRANSLATE_NOOP(
        "core", "replicas of unlike layouts: a study, for none of the frameworks here runs them in one job"),
    QT_TRANSLATE_NOOP("core", "gradients are added up between the pools after the last backward pass, and "
                              "nothing hides that exchange"),
    QT_TRANSLATE_NOOP("core",
                      "pools: all GPUs that can be used are of one kind of GPU: a plan has like replicas"),
    QT_TRANSLATE_NOOP("core", "pools: all GPUs that can be used are of one zone: a plan has like replicas"),
    QT_TRANSLATE_NOOP("core", "pools: host %1 has no zone"),
};
// NOLINTEND(bugprone-suspicious-missing-comma)

/// A sentence of the core, to be recognised, and what it is in the language of the window.
struct Sentence {
    QRegularExpression known;
    QString translated;
    bool has_separator;     ///< "," or ";" between its places, as lists have
    bool begins_with_place; ///< and may stand within another one
    qsizetype fixed; ///< characters between its places: the sentence with most of them is the one meant
};

const QRegularExpression& placeInSentence() {
    static const QRegularExpression place(QStringLiteral("%([1-9])"));
    return place;
}

std::vector<Sentence> translatedSentences() {
    static const QRegularExpression separator(QStringLiteral("[,;]"));
    std::vector<Sentence> all;
    for (const char* sentence : sentences) {
        const QString source = QString::fromUtf8(sentence), translated = wordText(sentence);
        if (translated == source)
            continue;
        QStringList between = source.split(placeInSentence());
        for (QString& part : between)
            part = QRegularExpression::escape(part);
        all.push_back(
            {QRegularExpression(QRegularExpression::anchoredPattern(between.join(QStringLiteral("(.+?)"))),
                                QRegularExpression::DotMatchesEverythingOption),
             translated, source.contains(separator), source.startsWith(QLatin1Char('%')),
             source.size() - 2 * (between.size() - 1)});
    }
    std::stable_sort(all.begin(), all.end(), [](const Sentence& a, const Sentence& b) {
        return std::pair(a.begins_with_place, -a.fixed) < std::pair(b.begins_with_place, -b.fixed);
    });
    return all;
}

/// Those of the language that the window speaks now.
const std::vector<Sentence>& knownSentences() {
    static std::mutex mutex;
    static std::map<QString, std::vector<Sentence>> of_language;
    const std::lock_guard lock(mutex);
    // A translated sentence tells the language: QLocale's default changes while figures are copied.
    const QString language = wordText(sentences[0]);
    const auto found = of_language.find(language);
    return found != of_language.end() ? found->second
                                      : of_language.emplace(language, translatedSentences()).first->second;
}

QString listText(const QString& list);

/// The text in the language of the window, if it is one of the sentences that `may` be meant.
std::optional<QString> recognised(const QString& text, bool (*may)(const Sentence& sentence)) {
    for (const Sentence& sentence : knownSentences()) {
        const QRegularExpressionMatch match =
            may(sentence) ? sentence.known.match(text) : QRegularExpressionMatch();
        if (!match.hasMatch())
            continue;
        QString filled;
        qsizetype told = 0;
        for (auto places = placeInSentence().globalMatch(sentence.translated); places.hasNext();) {
            const QRegularExpressionMatch place = places.next();
            filled += sentence.translated.mid(told, place.capturedStart() - told) +
                      listText(match.captured(place.captured(1).toInt()));
            told = place.capturedEnd();
        }
        return filled + sentence.translated.mid(told);
    }
    return std::nullopt;
}

/// What stands at a place of a sentence: a sentence itself, or a list such as "412 ms less compute, 33 ms
/// less idle; 20 ms more send".
QString listText(const QString& list) {
    if (const auto whole = recognised(list, [](const Sentence& sentence) { return sentence.has_separator; }))
        return *whole;
    for (const QString& between : {QStringLiteral("; "), QStringLiteral(", ")})
        if (list.contains(between)) {
            QStringList items = list.split(between);
            for (QString& item : items)
                item = listText(item);
            return items.join(between);
        }
    return sentenceText(list.toStdString());
}

} // namespace

QString sentenceText(std::string_view text) {
    QString shown = nameText(text);
    if (knownSentences().empty()) // English
        return shown;
    if (auto sentence = recognised(shown, [](const Sentence&) { return true; }))
        return *sentence;
    static const QRegularExpression figure(QStringLiteral("^[+-]?[0-9][0-9.,]*( [A-Za-zµ/%]+)?$"));
    if (figure.match(shown).hasMatch())
        return figuresText(text);
    return wordText(shown.toStdString());
}

} // namespace pipette
