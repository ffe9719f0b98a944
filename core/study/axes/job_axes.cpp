// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/framework/optimizer.h"
#include "core/study/axes/axis_values.h"

#include <fmt/format.h>

namespace pipette {
namespace {

constexpr Bounds whole_bounds(const WholeBounds& bounds) {
    return {static_cast<double>(bounds.least), static_cast<double>(bounds.most), bounds.unit};
}

template <class Kind>
Kind kind_named(const AxisValue& value, std::optional<Kind> (*lookup)(std::string_view), const char* axis) {
    const std::string& name = words_in(value);
    if (const std::optional<Kind> kind = lookup(name))
        return *kind;
    throw InputError({}, axis, in_quotes(name) + " is not known");
}

const Registered<AxisKind>
    sequence_row({.name = "sequence_length",
                  .title = "Sequence length",
                  .unit = "tokens",
                  .values = AxisKind::Values::whole,
                  .bounds = whole_bounds(bounds::sequence_length),
                  .set = [](StudySetting& s, const AxisValue& v) { s.job.sequence_length = whole_in(v); }});
const Registered<AxisKind> batch_row({.name = "global_batch",
                                      .title = "Global batch",
                                      .unit = "sequences",
                                      .values = AxisKind::Values::whole,
                                      .bounds = whole_bounds(bounds::global_batch),
                                      .set = [](StudySetting& s, const AxisValue& v) {
                                          s.job.global_batch = whole_in(v), s.tokens_per_step = 0;
                                      }});
const Registered<AxisKind> tokens_per_step_row({.name = "tokens_per_step",
                                                .title = "Tokens a step",
                                                .unit = "tokens",
                                                .bounds = {1, 1e12, "tokens"},
                                                .set = [](StudySetting& s, const AxisValue& v) {
                                                    s.tokens_per_step = number_in(v);
                                                }});
const Registered<AxisKind> micro_batch_row({.name = "micro_batch",
                                            .title = "Micro batch",
                                            .unit = "sequences",
                                            .values = AxisKind::Values::whole,
                                            .bounds = whole_bounds(bounds::parallel_size),
                                            .set = [](StudySetting& s, const AxisValue& v) {
                                                s.limits.micro_batches = {whole_in(v)};
                                            }});
const Registered<AxisKind> precision_row({.name = "precision",
                                          .title = "Precision",
                                          .values = AxisKind::Values::text,
                                          .set = [](StudySetting& s, const AxisValue& v) {
                                              s.job.precision = kind_named(v, precision_named, "precision");
                                          }});
const Registered<AxisKind> recompute_row({.name = "recompute",
                                          .title = "Recomputation",
                                          .values = AxisKind::Values::text,
                                          .set = [](StudySetting& s, const AxisValue& v) {
                                              s.limits.recompute = {
                                                  kind_named(v, recompute_named, "recompute")};
                                          }});
const Registered<AxisKind> schedule_row({.name = "schedule",
                                         .title = "Pipeline schedule",
                                         .values = AxisKind::Values::text,
                                         .set = [](StudySetting& s, const AxisValue& v) {
                                             s.limits.schedules = {kind_named(v, schedule_named, "schedule")};
                                         }});
const Registered<AxisKind>
    framework_row({.name = "framework",
                   .title = "Framework",
                   .values = AxisKind::Values::text,
                   .set = [](StudySetting& s, const AxisValue& v) { s.job.framework = words_in(v); }});
const Registered<AxisKind> optimizer_row({.name = "optimizer",
                                          .title = "Optimizer",
                                          .values = AxisKind::Values::text,
                                          .set = [](StudySetting& s, const AxisValue& v) {
                                              s.job.optimizer = words_in(v);
                                              optimizer_of(s.job);
                                          }});
const Registered<AxisKind> primary_weights_row({.name = "primary_weights",
                                                .title = "Primary weights",
                                                .values = AxisKind::Values::text,
                                                .set = [](StudySetting& s, const AxisValue& v) {
                                                    s.job.primary_weights = kind_named(
                                                        v, primary_weights_named, "primary_weights");
                                                }});
const Registered<AxisKind>
    offload_row({.name = "offload",
                 .title = "Share of the optimizer's state on the host",
                 .values = AxisKind::Values::number,
                 .bounds = {0, 1, {}},
                 .set = [](StudySetting& s, const AxisValue& v) { s.limits.offloads = {number_in(v)}; }});
const Registered<AxisKind>
    launcher_row({.name = "launcher",
                  .title = "Launcher",
                  .values = AxisKind::Values::text,
                  .names = AxisNames::launcher,
                  .set = [](StudySetting& s, const AxisValue& v) { s.launcher = words_in(v); }});
const Registered<AxisKind>
    model_row({.name = "model",
               .title = "Model",
               .values = AxisKind::Values::text,
               .names = AxisNames::model,
               .set = [](StudySetting& s, const AxisValue& v) { s.other_model = words_in(v); }});
const Registered<AxisKind>
    layers_row({.name = "layers",
                .title = "Model depth",
                .unit = "layers",
                .values = AxisKind::Values::whole,
                .bounds = {1, 10'000, "layers"},
                .set = [](StudySetting& s, const AxisValue& v) { s.layers = whole_in(v); }});

} // namespace
} // namespace pipette
