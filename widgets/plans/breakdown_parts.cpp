// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/breakdown_parts.h"

#include <QCoreApplication>

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

} // namespace pipette
