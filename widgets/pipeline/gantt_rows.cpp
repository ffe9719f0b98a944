// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/gantt_rows.h"

#include "core/base/index.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace pipette {
namespace {

using Bar = TimelineBar;
using Row = TimelineRow;

OperationLook look_of(const TimelineTail& tail) {
    for (const OperationLook look : {OperationLook::optimizer, OperationLook::offload})
        if (tail.name == name_of(inkOf(look)))
            return look;
    return OperationLook::exchange;
}

} // namespace

QString name_of_operation(const Operation& o) {
    const QString name = QLatin1Char(letter_of(o.kind)) + QString::number(o.microbatch);
    return o.kind == OperationKind::overlapped
               ? filled(QStringLiteral("F%1 B%2"), o.microbatch, o.backward_microbatch)
               : name;
}

QString sharesText(const Timeline& timeline, int chunk) {
    QStringList parts;
    for (const TimelineShare& share : timeline.shares)
        if (index(chunk) < share.of_chunk.size() && share.of_chunk[index(chunk)] > 0)
            parts << QStringLiteral("%1 %2").arg(wordText(share.name),
                                                 shareText(share.of_chunk[index(chunk)]));
    return parts.isEmpty()
               ? QString()
               : QCoreApplication::translate("pipette::GanttBars", "\nof forward and backward: ") +
                     parts.join(QStringLiteral(", "));
}

void append_rows(std::vector<Row>& rows, const Timeline& timeline, int number, SendRows sent_rows,
                 BarColours colours) {
    const Schedule& schedule = *timeline.schedule;
    std::vector<bool> critical(index(schedule.count()), false);
    for (const std::int32_t i : timeline.critical_path)
        critical[index(i)] = true;
    std::vector<std::vector<Bar>> sends(index(schedule.devices()));
    for (const TimelineSend& send : timeline.sends)
        if (send.end > send.start)
            sends[schedule.operation(send.from).device].push_back(
                {send.start, send.end, send.from, style_of(OperationLook::communication), false});
    for (int d = 0; d < schedule.devices(); ++d) {
        Row row;
        row.timeline = number, row.device = d;
        for (const std::int32_t i : schedule.order(d))
            if (timeline.end[index(i)] > timeline.start[index(i)])
                row.bars.push_back({timeline.start[index(i)], timeline.end[index(i)], i,
                                    style_of(schedule, schedule.operation(i), colours), critical[index(i)]});
        const auto earlier = [](const Bar& a, const Bar& b) { return a.start < b.start; };
        if (!std::is_sorted(row.bars.begin(), row.bars.end(),
                            earlier)) // what never runs has places of its own
            std::stable_sort(row.bars.begin(), row.bars.end(), earlier);
        for (const TimelineTail& tail : timeline.tails)
            if (tail.device == d)
                row.bars.push_back({tail.start, tail.end, -1, style_of(look_of(tail)), false});
        rows.push_back(std::move(row));
        auto& sent = sends[index(d)];
        if (sent_rows == SendRows::none || sent.empty())
            continue;
        std::sort(sent.begin(), sent.end(), [](const Bar& a, const Bar& b) { return a.start < b.start; });
        Row thin;
        thin.timeline = number, thin.device = d, thin.thin = true;
        for (Bar bar : sent) {
            if (!thin.bars.empty()) // what still runs is cut where the next one starts
                thin.bars.back().end = std::min(thin.bars.back().end, bar.start);
            if (!thin.bars.empty() && thin.bars.back().end <= thin.bars.back().start)
                thin.bars.pop_back();
            thin.bars.push_back(bar);
        }
        rows.push_back(std::move(thin));
    }
}

std::vector<BarStyle> styles_of(const std::vector<Row>& rows, std::size_t count) {
    std::vector<bool> seen(count, false);
    for (const Row& row : rows)
        for (const Bar& bar : row.bars)
            seen[bar.style] = true;
    std::vector<BarStyle> styles;
    for (std::size_t style = 0; style < count; ++style)
        if (seen[style])
            styles.push_back(static_cast<BarStyle>(style));
    return styles;
}

std::vector<TimelineArrow> arrows_of(const std::vector<Row>& rows, const Row& row, const Bar& bar,
                                     const Timeline& timeline) {
    std::vector<TimelineArrow> arrows;
    if (bar.operation < 0)
        return arrows;
    const auto row_of = [&](std::int32_t operation) {
        int r = 0;
        while (rows[index(r)].timeline != row.timeline ||
               rows[index(r)].device != timeline.schedule->operation(operation).device)
            ++r;
        return r;
    };
    for (const TimelineSend& send : timeline.sends)
        if (send.to == bar.operation || send.from == bar.operation)
            arrows.push_back({timeline.end[index(send.from)], timeline.start[index(send.to)],
                              row_of(send.from), row_of(send.to)});
    return arrows;
}

} // namespace pipette
