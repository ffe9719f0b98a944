// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/bar_palette.h"

#include "widgets/theme/plain_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace pipette {
namespace {

constexpr int shades = 4;  // of one kind, over the chunks of a device
constexpr int numbers = 8; // plain stage colours; numbers past them repeat, the labels tell them apart
constexpr int tones = 5;   // of one number: forward, its recomputation, backward, weight gradient, overlapped
constexpr int kind_styles = static_cast<int>(operation_look_count) * shades;

BarStyle shaded(OperationLook look, int shade) {
    return static_cast<BarStyle>(static_cast<int>(look) * shades + shade);
}

OperationLook look_of(OperationKind kind) {
    switch (kind) {
    case OperationKind::weight_gradient:
        return OperationLook::weight;
    case OperationKind::overlapped:
        return OperationLook::overlapped;
    case OperationKind::backward:
    case OperationKind::input_gradient:
        return OperationLook::backward;
    case OperationKind::recompute:
        return OperationLook::recomputation;
    case OperationKind::forward:
        break;
    }
    return OperationLook::forward;
}

QColor towards(const QColor& from, const QColor& to, double part) {
    const auto mix = [part](int a, int b) { return static_cast<int>(a + part * (b - a)); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

// Light colours get lighter, dark ones darker: the chunks of forward and backward never come near each other.
QColor shaded(const QColor& colour, int shade) {
    return towards(colour, textOn(colour) == Qt::white ? Qt::black : Qt::white, 0.13 * shade);
}

struct PaletteWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::BarPalette)
};

QString said(Ink ink) {
    return wordText(name_of(ink));
}

QString name_of(OperationLook look, bool splits) {
    if (look == OperationLook::backward && splits)
        return QStringLiteral("%1, %2").arg(said(Ink::backward), said(Ink::input_gradient));
    return said(inkOf(look));
}

} // namespace

bool is_kind(BarStyle style) {
    return style < kind_styles;
}

OperationLook look_of(BarStyle style) {
    return static_cast<OperationLook>(style / shades);
}

BarStyle style_of(OperationLook look) {
    return shaded(look, 0);
}

BarStyle style_of(const Schedule& schedule, const Operation& operation, BarColours by) {
    if (by == BarColours::kind) {
        const int last = std::max(schedule.size().chunks, schedule.pipelines()) - 1;
        const int shade = last > 0 ? std::min(schedule.chunk_of(operation), last) * (shades - 1) / last : 0;
        return shaded(look_of(operation.kind), shade);
    }
    const int number = by == BarColours::stage ? operation.stage : operation.microbatch;
    const int tone = static_cast<int>(look_of(operation.kind));
    return static_cast<BarStyle>(kind_styles + number % numbers * tones + tone);
}

BarPalette::BarPalette(const Theme& theme) {
    for (std::size_t look = 0; look < operation_look_count; ++look)
        for (int shade = 0; shade < shades; ++shade)
            brushes_.emplace_back(shaded(operationColour(static_cast<OperationLook>(look), theme), shade));
    for (int number = 0; number < numbers; ++number) {
        const QColor plain = stageColour(number), light = towards(plain, Qt::white, 0.55),
                     dark = towards(plain, Qt::black, 0.35);
        brushes_.emplace_back(light);
        brushes_.emplace_back(towards(light, plain, 0.25));
        brushes_.emplace_back(plain);
        brushes_.emplace_back(dark);
        brushes_.emplace_back(towards(light, plain, 0.5));
    }
}

std::vector<LegendEntry> legend_of(const std::vector<BarStyle>& styles, const BarPalette& palette,
                                   BarColours by) {
    std::vector<bool> seen(palette.count(), false);
    for (const BarStyle style : styles)
        seen[style] = true;
    const auto shown = [&](int style) { return bool(seen[static_cast<std::size_t>(style)]); };
    const auto brush = [&](int style) { return palette.brush(static_cast<BarStyle>(style)); };
    std::vector<LegendEntry> entries;
    const int weight = static_cast<int>(OperationLook::weight);
    const bool splits = std::any_of(seen.begin() + weight * shades, seen.begin() + (weight + 1) * shades,
                                    [](bool s) { return s; });
    for (int look = 0; look < static_cast<int>(operation_look_count); ++look) {
        const QString name = name_of(static_cast<OperationLook>(look), splits);
        int count = 0;
        for (int shade = 0; shade < shades; ++shade)
            if (shown(look * shades + shade)) {
                const QBrush one = brush(look * shades + shade);
                if (count++ == 0)
                    entries.push_back({one, name});
                else
                    entries.back().further.push_back(one);
            }
        if (count > 1)
            entries.back().text = filled(PaletteWords::tr("%1 (each chunk or direction)"), name);
    }
    if (by == BarColours::kind)
        return entries;
    int first = -1;
    for (int number = 0; number < numbers; ++number) {
        const int style = kind_styles + number * tones;
        const auto any = std::find(seen.begin() + style, seen.begin() + style + tones, true);
        if (any == seen.begin() + style + tones)
            continue;
        if (first < 0)
            first = style;
        entries.push_back(
            {brush(style + static_cast<int>(OperationLook::backward)),
             (by == BarColours::stage ? PaletteWords::tr("stage %1") : PaletteWords::tr("microbatch %1"))
                 .arg(number)});
    }
    const std::array<QString, tones> names{said(Ink::forward), said(Ink::forward_again), said(Ink::backward),
                                           said(Ink::weight_gradient), said(Ink::overlapped)};
    for (int tone = 0; first >= 0 && tone < tones; ++tone)
        if (shown(first + tone))
            entries.push_back({brush(first + tone), names[static_cast<std::size_t>(tone)]});
    return entries;
}

} // namespace pipette
