// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/hand/hand_order_words.h"

#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace pipette {
namespace {

constexpr std::size_t most_reasons = 8; // that are told one by one

struct OrderWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::HandOrderWords)
};

/// "8 microbatches on device 0 (8 GiB)"
QString fullestText(const OrderVerdict& verdict) {
    const auto more = [](const HeldAtMost& a, const HeldAtMost& b) {
        return a.bytes < b.bytes || (a.bytes == b.bytes && a.microbatches < b.microbatches);
    };
    const auto most = std::max_element(verdict.held.begin(), verdict.held.end(), more);
    const int device = static_cast<int>(most - verdict.held.begin());
    const QString count = numberText(most->microbatches, 'g', 3);
    return most->bytes > 0 ? filled(OrderWords::tr("%1 microbatches on device %2 (%3)"), count, device,
                                    memoryText(most->bytes))
                           : filled(OrderWords::tr("%1 microbatches on device %2"), count, device);
}

QStringList reasonsOf(const OrderVerdict& verdict, int stages_a_device) {
    QStringList reasons;
    if (verdict.deadlock)
        for (const OrderWait& wait : verdict.deadlock->cycle)
            reasons << filled(QStringLiteral("%1. %2"), static_cast<int>(reasons.size()) + 1,
                              sentenceText(text_of(wait, stages_a_device)));
    for (const OrderFault& fault : verdict.faults)
        if (reasons.size() < static_cast<qsizetype>(most_reasons))
            reasons << sentenceText(text_of(fault, stages_a_device));
    if (verdict.faults.size() > most_reasons)
        reasons << filled(OrderWords::tr("and %1 more"),
                          static_cast<int>(verdict.faults.size() - most_reasons));
    return reasons;
}

} // namespace

HandOrderWords wordsOf(const HandOrderEditor& editor) {
    HandOrderWords words;
    const OrderVerdict& verdict = editor.verdict();
    words.reasons = reasonsOf(verdict, editor.shown().order.size.chunks);
    words.mark = Mark::error;
    if (!editor.refusal().isEmpty()) {
        words.title = filled(OrderWords::tr("The times do not fit the order: %1"), editor.refusal());
    } else if (!verdict.faults.empty()) {
        words.title = OrderWords::tr("The order cannot run. These operations are wrong:");
    } else if (verdict.deadlock) {
        words.title =
            filled(OrderWords::tr("Deadlock after %1: %2 operations wait for each other"),
                   timeText(verdict.deadlock->time), static_cast<int>(verdict.deadlock->cycle.size()));
    } else {
        words.mark = verdict.overrun ? Mark::error : Mark::good;
        const QString takes = filled(OrderWords::tr("a step takes %1, %2 idle"),
                                     timeText(verdict.timeline->makespan), shareText(verdict.idle));
        words.title =
            verdict.overrun
                ? filled(OrderWords::tr("Too much memory: device %1 holds %2 at %3, the limit is %4"),
                         verdict.overrun->device, memoryText(verdict.overrun->bytes),
                         timeText(verdict.overrun->time), memoryText(editor.budget().limit_bytes))
                : filled(OrderWords::tr("Runs: %1"), takes);
        QStringList more{filled(OrderWords::tr("At most %1."), fullestText(verdict))};
        if (verdict.overrun)
            more.prepend(filled(OrderWords::tr("It runs: %1."), takes));
        if (const Timeline* reference = editor.reference())
            more << filled(OrderWords::tr("Against %1: %2."), editor.title(),
                           sentenceText(text_of(compare_orders(*verdict.timeline, *reference))));
        more << OrderWords::tr("Drag a block to another place of its device.");
        words.comparison = more.join(QLatin1Char(' '));
    }
    return words;
}

std::int32_t numberOf(const HandOrderEditor& editor, const Operation& operation) {
    if (!editor.active() || !editor.verdict().timeline)
        return -1;
    const auto all = editor.verdict().timeline->schedule->operations();
    const auto found = std::find(all.begin(), all.end(), operation);
    return found == all.end() ? -1 : static_cast<std::int32_t>(found - all.begin());
}

GanttMarks marksOf(const HandOrderEditor& editor, int number, const Operation* chosen) {
    GanttMarks marks;
    const OrderVerdict& verdict = editor.verdict();
    const auto shown = [&](const Operation& operation) {
        return GanttOperation{number, numberOf(editor, operation)};
    };
    if (verdict.deadlock)
        for (const OrderWait& wait : verdict.deadlock->cycle) {
            marks.outlines.push_back({shown(wait.operation), BarMark::stuck});
            marks.waits.push_back(
                {shown(wait.operation), shown(wait.awaited), QString::number(marks.waits.size() + 1)});
        }
    if (chosen != nullptr)
        marks.outlines.push_back({shown(*chosen), BarMark::chosen});
    if (verdict.overrun)
        marks.flag = GanttMarks::Flag{
            number, verdict.overrun->device, verdict.overrun->time,
            filled(OrderWords::tr("over the limit: %1"), memoryText(verdict.overrun->bytes))};
    return marks;
}

} // namespace pipette
