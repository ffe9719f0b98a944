// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/axes/axis_values.h"

namespace pipette {
namespace {

const Registered<AxisKind>
    tokens_row({.name = "tokens",
                .title = "Tokens to train on",
                .unit = "tokens",
                .bounds = bounds::tokens,
                .replans = false,
                .condition = "for {} tokens",
                .set = [](StudySetting& s, const AxisValue& v) { s.goal.tokens = number_in(v); }});
const Registered<AxisKind>
    price_row({.name = "price_per_gpu_hour",
               .title = "Price of a GPU-hour",
               .bounds = bounds::price,
               .replans = false,
               .condition = "at a price of {} a GPU-hour",
               .set = [](StudySetting& s, const AxisValue& v) { s.goal.price_per_gpu_hour = number_in(v); }});
const Registered<AxisKind> price_factor_row({.name = "price_factor",
                                             .title = "Price",
                                             .unit = "x",
                                             .bounds = bounds::factor,
                                             .replans = false,
                                             .factor = true,
                                             .condition = "at {} times the price",
                                             .set = [](StudySetting& s, const AxisValue& v) {
                                                 s.goal.price_factor *= number_in(v);
                                             }});
const Registered<AxisKind>
    power_row({.name = "power_w",
               .title = "Power of a GPU with its share of the node",
               .unit = "W",
               .bounds = bounds::power,
               .replans = false,
               .set = [](StudySetting& s, const AxisValue& v) { s.goal.power_w = number_in(v); }});
const Registered<AxisKind>
    pue_row({.name = "pue",
             .title = "Power usage effectiveness",
             .bounds = bounds::pue,
             .replans = false,
             .set = [](StudySetting& s, const AxisValue& v) { s.goal.pue = number_in(v); }});
const Registered<AxisKind> mtbf_row({.name = "gpu_mtbf_hours",
                                     .title = "Time between interruptions of one GPU",
                                     .unit = "hours",
                                     .bounds = bounds::mtbf_hours,
                                     .replans = false,
                                     .set = [](StudySetting& s, const AxisValue& v) {
                                         s.goal.failures.gpu_mtbf_hours = number_in(v);
                                     }});
const Registered<AxisKind> failure_factor_row({.name = "failure_factor",
                                               .title = "Interruptions",
                                               .unit = "x",
                                               .bounds = bounds::factor,
                                               .replans = false,
                                               .factor = true,
                                               .condition = "with {} times as many interruptions",
                                               .set = [](StudySetting& s, const AxisValue& v) {
                                                   s.goal.failures.gpu_mtbf_hours /= number_in(v);
                                               }});

} // namespace
} // namespace pipette
