// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/lab_look.h"
#include "core/schedule/schedule.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/theme.h"

#include <QBrush>

#include <cstdint>
#include <vector>

namespace pipette {

/// How a bar looks: the number of a brush of every BarPalette, whatever its theme.
using BarStyle = std::uint16_t;

/// The style of an operation. By kind, the chunks of a device (the pipelines, in bidirectional schedules)
/// shade from light to dark or back, as papers draw them.
BarStyle style_of(const Schedule& schedule, const Operation& operation, BarColours by);
/// The style of what is no operation: sends, the gradient exchange.
BarStyle style_of(OperationLook look);

/// Whether a style tells the kind of work, not the stage or the microbatch.
bool is_kind(BarStyle style);
OperationLook look_of(BarStyle style); ///< of one that tells the kind

/// The brushes of all styles in one theme.
class BarPalette {
public:
    explicit BarPalette(const Theme& theme);

    const QBrush& brush(BarStyle style) const { return brushes_[style]; }
    std::size_t count() const { return brushes_.size(); }

private:
    std::vector<QBrush> brushes_;
};

/// What the styles of a chart mean, for its legend; `styles` are those that it shows.
std::vector<LegendEntry> legend_of(const std::vector<BarStyle>& styles, const BarPalette& palette,
                                   BarColours by);

} // namespace pipette
