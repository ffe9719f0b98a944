// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/changes_text.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace pipette {
namespace {

struct ChangeWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::ChangeWords)
};

} // namespace

QString changesText(const std::vector<TimeChange>& parts) {
    QStringList texts;
    bool some = false;
    for (const TimeChange& change : parts)
        for (const TimePart& part : time_parts())
            if (part.seconds == change.seconds) {
                const QString name = wordText(part.name());
                texts << (change.change_s == 0
                              ? ChangeWords::tr("%1 unchanged").arg(name)
                              : QStringLiteral("%1 %2").arg(name, changeText(change.change_s, 0)));
                some = some || change.change_s != 0;
            }
    return (some ? ChangeWords::tr("by part: ") : QString()) + texts.join(QStringLiteral(", "));
}

} // namespace pipette
