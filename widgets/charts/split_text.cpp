// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/split_text.h"

#include "core/plan/schedule_kind.h"
#include "widgets/charts/table_look.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace pipette {
namespace {

struct SplitWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::SplitText)
};

bool isSize(const QString& key) {
    static const QStringList sizes{QStringLiteral("pp"), QStringLiteral("tp"), QStringLiteral("cp"),
                                   QStringLiteral("dp"), QStringLiteral("ep")};
    return sizes.contains(key);
}

} // namespace

QStringList splitText(const std::string& name) {
    QStringList split, options;
    bool uneven = false;
    const QStringList parts = nameText(name).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const bool chunked = std::any_of(parts.begin(), parts.end(), [](const QString& part) {
        return part.startsWith(QLatin1String("vpp="));
    });
    const QString usual =
        nameText(name_of(ScheduleKind(chunked ? ScheduleKind::interleaved : ScheduleKind::one_f_one_b)));
    for (const QString& part : parts) {
        const QString name_of = part.section(QLatin1Char('='), 0, 0),
                      value = part.section(QLatin1Char('='), 1);
        const QString key = name_of == QLatin1String("vpp") ? QStringLiteral("v") : name_of;
        if (part == usual)
            continue;
        if (key == QLatin1String("layers"))
            uneven = true;
        else if (value.isEmpty())
            options << part;
        else
            (isSize(key) ? split : options) << key + QLatin1Char(' ') + value;
    }
    if (uneven) // last: most rows say so, and a narrow column leaves out the end
        options << SplitWords::tr("uneven");
    const QString between = QStringLiteral(" · ");
    return {split.join(between), options.join(between)};
}

QString splitLine(const std::string& name) {
    return toldLine(splitText(name));
}

} // namespace pipette
