// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/breakdown_parts.h"

#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace pipette {

const std::array<BreakdownPart, 9> breakdown_parts{
    {{QT_TRANSLATE_NOOP("Breakdown", "compute"), &Breakdown::compute},
     {QT_TRANSLATE_NOOP("Breakdown", "recompute"), &Breakdown::recompute},
     {QT_TRANSLATE_NOOP("Breakdown", "tensor parallel"), &Breakdown::tp},
     {QT_TRANSLATE_NOOP("Breakdown", "context parallel"), &Breakdown::cp},
     {QT_TRANSLATE_NOOP("Breakdown", "pipeline links"), &Breakdown::pp_exposed},
     {QT_TRANSLATE_NOOP("Breakdown", "idle (bubble)"), &Breakdown::bubble},
     {QT_TRANSLATE_NOOP("Breakdown", "gradient exchange"), &Breakdown::dp_exposed},
     {QT_TRANSLATE_NOOP("Breakdown", "optimizer"), &Breakdown::optimizer},
     {QT_TRANSLATE_NOOP("Breakdown", "expert parallel"), &Breakdown::ep}}};

QString BreakdownPart::text() const {
    return QCoreApplication::translate("Breakdown", name);
}

QString changesText(const std::vector<TimeChange>& parts) {
    QStringList texts;
    bool some = false;
    for (const TimeChange& change : parts)
        for (const BreakdownPart& part : breakdown_parts)
            if (part.seconds == change.seconds) {
                texts << (change.change_s == 0
                              ? QStringLiteral("%1 unchanged").arg(part.text())
                              : QStringLiteral("%1 %2").arg(part.text(), changeText(change.change_s, 0)));
                some = some || change.change_s != 0;
            }
    return (some ? QStringLiteral("of it ") : QString()) + texts.join(QStringLiteral(", "));
}

} // namespace pipette
