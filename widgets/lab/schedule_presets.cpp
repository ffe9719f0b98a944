// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/schedule_presets.h"

#include <QCoreApplication>

namespace pipette {
namespace {

struct PresetWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::SchedulePreset)
};

ScheduleKind kind(std::string_view name) {
    return schedule_named(name).value();
}

SchedulePreset with_links(SchedulePreset preset, double link) {
    preset.link = link;
    return preset;
}

/// A forward and a backward pass together take less time than one after the other.
SchedulePreset overlapping(SchedulePreset preset) {
    preset.overlapped = 2.5;
    return preset;
}

} // namespace

const std::vector<SchedulePreset>& schedule_presets() {
    using Choice = SchedulePreset::Choice;
    static const std::vector<SchedulePreset> presets{
        with_links({PresetWords::tr("1F1B and ZB-H1, 8 × 16"),
                    {ScheduleKind::one_f_one_b, {8, 16, 1, 1}},
                    Choice{kind("zb-h1"), {8, 16, 1, 1}}},
                   0.1),
        {PresetWords::tr("GPipe and 1F1B, 4 × 8 (Narayanan 2021)"),
         {kind("gpipe"), {4, 8, 1, 1}},
         Choice{ScheduleKind::one_f_one_b, {4, 8, 1, 1}}},
        {PresetWords::tr("1F1B and interleaved, 4 × 8 (Narayanan 2021)"),
         {ScheduleKind::one_f_one_b, {4, 8, 1, 1}},
         Choice{ScheduleKind::interleaved, {4, 8, 2, 1}}},
        with_links({PresetWords::tr("1F1B and eager, 4 × 12, slow links (Zhuang 2023)"),
                    {ScheduleKind::one_f_one_b, {4, 12, 1, 1}},
                    Choice{kind("eager-1f1b"), {4, 12, 1, 1}}},
                   0.8),
        {PresetWords::tr("Interleaved and breadth-first, 4 × 8 (Lamy-Poirier 2023)"),
         {ScheduleKind::interleaved, {4, 8, 4, 1}},
         Choice{kind("looped-bfs"), {4, 8, 4, 1}}},
        {PresetWords::tr("ZB-H1 and ZB-H2, 4 × 8 (Qi 2023)"),
         {kind("zb-h1"), {4, 8, 1, 1}},
         Choice{kind("zb-h2"), {4, 8, 1, 1}}},
        {PresetWords::tr("ZB-H2 and ZB-V, 4 × 8 (Qi 2023)"),
         {kind("zb-h2"), {4, 8, 1, 1}},
         Choice{kind("zb-v"), {4, 8, 2, 1}}},
        {PresetWords::tr("V-Half and V-Min, 4 × 8 (Qi 2024)"),
         {kind("v-half"), {4, 8, 2, 1}},
         Choice{kind("v-min"), {4, 8, 2, 1}}},
        overlapping({PresetWords::tr("DualPipe, 8 × 20 (DeepSeek-V3)"),
                     {kind("dualpipe"), {8, 20, 1, 1}},
                     std::nullopt}),
        overlapping({PresetWords::tr("DualPipe and DualPipeV, 8 × 20"),
                     {kind("dualpipe"), {8, 20, 1, 1}},
                     Choice{kind("dualpipe-v"), {8, 20, 2, 1}}}),
        {PresetWords::tr("1F1B and Chimera, 4 × 8, equal passes (Li and Hoefler 2021)"),
         {ScheduleKind::one_f_one_b, {4, 8, 1, 1}},
         Choice{kind("chimera"), {4, 8, 1, 1}},
         1,
         1},
        {PresetWords::tr("GPipe and TeraPipe, 4 × 4, 4 slices (Li 2021)"),
         {kind("gpipe"), {4, 4, 1, 1}},
         Choice{kind("terapipe"), {4, 4, 1, 4}}},
        {PresetWords::tr("1F1B and local updates, 4 × 8 (Laskin 2020)"),
         {ScheduleKind::one_f_one_b, {4, 8, 1, 1}},
         Choice{kind("local-updates"), {4, 8, 1, 1}}},
        {PresetWords::tr("1F1B and Varuna, 4 × 5 (Athlur 2022)"),
         {ScheduleKind::one_f_one_b, {4, 5, 1, 1}},
         Choice{kind("varuna"), {4, 5, 1, 1}}},
    };
    return presets;
}

} // namespace pipette
