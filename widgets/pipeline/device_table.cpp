// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/device_table.h"

#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <memory>
#include <vector>

namespace pipette {
namespace {

struct DeviceTable {
    Q_DECLARE_TR_FUNCTIONS(pipette::DeviceTable)
};

} // namespace

ChartTable::Content deviceTable(const QList<GanttEntry>& entries) {
    struct Line {
        QString plan;
        int device;
        DeviceUse use;
        double makespan;
    };
    auto lines = std::make_shared<std::vector<Line>>();
    for (const GanttEntry& entry : entries)
        for (std::size_t device = 0; device < entry.timeline->devices.size(); ++device)
            lines->push_back({entry.title, static_cast<int>(device), entry.timeline->devices[device],
                              entry.timeline->makespan});
    ChartTable::Content content;
    content.columns = {DeviceTable::tr("Plan"),
                       DeviceTable::tr("Device"),
                       DeviceTable::tr("Begins, ms"),
                       DeviceTable::tr("Ends, ms"),
                       DeviceTable::tr("Computes, ms"),
                       DeviceTable::tr("Idle, % of the pipeline's time"),
                       DeviceTable::tr("Most activations held")};
    content.rows = static_cast<int>(lines->size());
    content.cell = [lines](int row, int column) -> ChartTable::Cell {
        const Line& line = (*lines)[static_cast<std::size_t>(row)];
        const auto figure = [](double value) { return ChartTable::Cell{numberText(value, 'g', 6), value}; };
        switch (column) {
        case 0:
            return {line.plan, {}};
        case 1:
            return {QString::number(line.device), line.device};
        case 2:
            return figure(1000 * line.use.start);
        case 3:
            return figure(1000 * line.use.end);
        case 4:
            return figure(1000 * line.use.busy);
        case 5:
            return figure(line.makespan > 0 ? 100 * line.use.bubble() / line.makespan : 0);
        default:
            return figure(line.use.peak_activations);
        }
    };
    return content;
}

} // namespace pipette
