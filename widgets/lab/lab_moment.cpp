// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lab_moment.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace pipette {
namespace {

struct MomentWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::LabMoment)
};

} // namespace

double latestEnd(const QList<GanttEntry>& entries) {
    double end = 0;
    for (const GanttEntry& entry : entries)
        end = std::max(end, entry.timeline->total());
    return end;
}

std::vector<double> eventTimes(const QList<GanttEntry>& entries) {
    std::vector<double> events;
    for (const GanttEntry& entry : entries)
        for (const auto* times : {&entry.timeline->start, &entry.timeline->end})
            events.insert(events.end(), times->begin(), times->end());
    std::sort(events.begin(), events.end());
    const double near = latestEnd(entries) * 1e-9; // sums of the same times in another order
    events.erase(
        std::unique(events.begin(), events.end(), [near](double a, double b) { return b - a <= near; }),
        events.end());
    return events;
}

QString momentText(const QList<GanttEntry>& entries, std::optional<double> time) {
    if (!time)
        return timeText(latestEnd(entries));
    QStringList busy;
    const bool alike = std::all_of(entries.begin(), entries.end(), [&](const GanttEntry& entry) {
        return entry.timeline->schedule->devices() == entries.front().timeline->schedule->devices();
    });
    for (const GanttEntry& entry : entries) {
        const Timeline& timeline = *entry.timeline;
        int running = 0;
        for (std::size_t i = 0; i < timeline.start.size(); ++i)
            running += timeline.start[i] <= *time && timeline.end[i] > *time;
        busy << (alike && entries.size() > 2
                     ? QString::number(running)
                     : filled(MomentWords::tr("%1 of %2"), running, timeline.schedule->devices()));
    }
    if (alike && entries.size() > 2) // the number of devices once
        busy.back() =
            filled(MomentWords::tr("%1 of %2"), busy.back(), entries.front().timeline->schedule->devices());
    return filled(MomentWords::tr("%1, %2 busy"), timeText(*time), busy.join(QStringLiteral(" + ")));
}

} // namespace pipette
