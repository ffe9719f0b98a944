// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/gpu_drag.h"

#include "core/plan/groups/parallel_groups.h"
#include "widgets/theme/theme.h"

#include <QByteArray>
#include <QDrag>
#include <QList>
#include <QPainter>
#include <QPixmap>
#include <QWidget>

namespace pipette {
namespace {
const QString mime_type = QStringLiteral("application/x-pipette-gpu");
}

std::unique_ptr<QMimeData> toMime(const Carried& carried) {
    auto data = std::make_unique<QMimeData>();
    QByteArray words = carried.node >= 0 ? "node " + QByteArray::number(carried.node)
                                         : "gpu " + QByteArray::number(carried.gpu);
    if (carried.along)
        words +=
            ' ' + QByteArray(carried.along->name.data(), static_cast<qsizetype>(carried.along->name.size()));
    data->setData(mime_type, words);
    return data;
}

std::optional<Carried> fromMime(const QMimeData* data, int gpu_count, int node_count) {
    if (!data || !data->hasFormat(mime_type))
        return std::nullopt;
    const QList<QByteArray> words = data->data(mime_type).split(' ');
    if (words.size() < 2 || words.size() > 3)
        return std::nullopt;
    std::optional<Axis> along;
    if (words.size() == 3) {
        along = grouped_axis_named({words[2].constData(), static_cast<std::size_t>(words[2].size())});
        if (!along || words[0] != "gpu")
            return std::nullopt;
    }
    bool number = false;
    const int index = words[1].toInt(&number);
    if (!number || index < 0)
        return std::nullopt;
    if (words[0] == "gpu" && index < gpu_count)
        return Carried{index, -1, along};
    if (words[0] == "node" && index < node_count)
        return Carried{-1, index};
    return std::nullopt;
}

void startDrag(QWidget& source, const Carried& carried, const QString& label) {
    auto* drag = new QDrag(&source);
    drag->setMimeData(toMime(carried).release());
    const QFontMetrics metrics(source.font());
    QPixmap plate(metrics.horizontalAdvance(label) + 12, metrics.height() + 6);
    const Theme& theme = themeOf(&source);
    plate.fill(theme.accent);
    QPainter painter(&plate);
    painter.setFont(source.font());
    painter.setPen(theme.accent_text);
    painter.drawText(plate.rect(), Qt::AlignCenter, label);
    painter.end();
    drag->setPixmap(plate);
    // Above the pointer: the target stays visible, and so does what the change would cost, below it.
    drag->setHotSpot({-12, plate.deviceIndependentSize().toSize().height() + 12});
    drag->exec(Qt::MoveAction);
}

} // namespace pipette
