// SPDX-License-Identifier: GPL-3.0-or-later
// The key below a topology: colours, lines, the scale of the bandwidth, and the slow links by number.
#include "widgets/cluster/topology/topology_key.h"
#include "core/base/index.h"
#include "widgets/cluster/topology/topology_lines.h"
#include "widgets/cluster/topology/topology_painter.h"
#include "widgets/cluster/topology/topology_scene.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace pipette {
namespace {

constexpr int scale_length = 90; // pixels of the bandwidth's key

struct KeyWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::TopologyKey)
};

/// The colours of the bandwidth between its two ends.
void paintScale(QPainter& painter, const QPointF& corner, const QString& low, const QString& high) {
    const QFontMetricsF small(painter.font());
    painter.drawText(corner + QPointF(0, small.ascent()), low);
    const double x = corner.x() + small.horizontalAdvance(low) + 5;
    for (int i = 0; i < scale_length; ++i)
        painter.fillRect(QRectF(x + i, corner.y() + 2, 1.5, small.height() - 4),
                         bandwidthColour((i + 0.5) / scale_length));
    painter.drawText(QPointF(x + scale_length + 5, corner.y() + small.ascent()), high);
}

constexpr double badge_gap = 3, link_gap = 10; // from a mark to its words, and from these to the next mark

QString slowHeading() {
    return KeyWords::tr("Slowest, GB/s");
}

double linkWidth(const TopologyLinks& links, int number, const QFontMetricsF& metrics) {
    return metrics.height() + badge_gap + metrics.horizontalAdvance(links.brief(number));
}

/// The slow links that the key explains, each with its mark.
void paintSlowLinks(QPainter& painter, const QRectF& line, const TopologyScene& scene, const Theme& theme) {
    const TopologyLinks& links = scene.content().links;
    const QFontMetricsF small(painter.font());
    painter.setPen(theme.error);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, slowHeading());
    double left = line.left() + small.horizontalAdvance(slowHeading()) + link_gap;
    for (int number = 0; number < scene.toldLinks(); ++number) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        paintBadge(painter, QRectF(left, line.top() + 0.5, line.height() - 1, line.height() - 1), number + 1,
                   theme);
        painter.restore();
        painter.setPen(theme.text);
        painter.drawText(QRectF(left + small.height() + badge_gap, line.top(), line.right(), line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, links.brief(number));
        left += linkWidth(links, number, small) + link_gap;
    }
}

/// The looks of the lines in the picture; the first matter most. `plan`: its lines are drawn.
std::vector<LegendEntry> lineEntries(const TopologyScene& scene, bool plan, const Theme& theme) {
    std::vector<LegendEntry> lines;
    if (!scene.cluster().faults.empty())
        lines.push_back({{}, KeyWords::tr("broken"), QPen(theme.error, 2, Qt::DashLine), true});
    const std::vector<PlanLink>& links = scene.content().links.ofPlan();
    const auto has = [&links, plan](bool ring) {
        return plan && std::any_of(links.begin(), links.end(),
                                   [ring](const PlanLink& link) { return link.ring == ring; });
    };
    if (has(false))
        lines.push_back({{}, KeyWords::tr("pipeline"), QPen(theme.text, 2)});
    if (has(true))
        lines.push_back({{},
                         scene.gpus().groupSelected() ? KeyWords::tr("links of the group")
                                                      : KeyWords::tr("gradient ring"),
                         QPen(theme.text, 2, Qt::DashLine)});
    return lines;
}

/// What the colours mean, the longest text first.
QStringList colourTexts(const TopologyScene& scene) {
    const QString colours = scene.content().colours.text();
    if (scene.level() == TopologyLevel::gpus)
        return {colours};
    return {filled(KeyWords::tr("each cell is a node; %1"), colours), KeyWords::tr("each cell is a node")};
}

} // namespace

int linksInKey(const TopologyLinks& links, const QFontMetricsF& metrics, double width) {
    const MeasuredLinks& measured = links.measured();
    double left = metrics.horizontalAdvance(slowHeading()) + link_gap;
    int told = 0;
    while (index(told) < measured.worst.size() && measured.isSlow(measured.worst[index(told)])) {
        left += linkWidth(links, told, metrics);
        if (left > width - 8 && told > 0)
            break;
        left += link_gap;
        ++told;
    }
    return told;
}

void paintTopologyKey(QPainter& painter, const TopologyScene& scene, const Theme& theme, QSize size) {
    const TopologyLinks& links = scene.content().links;
    painter.setFont(scene.small());
    const QFontMetricsF small(painter.font());
    const double top = size.height() - small.height() - 5;
    painter.fillRect(QRectF(0, scene.area().bottom(), size.width(), size.height()), theme.base);
    painter.setPen(theme.muted);
    if (links.measured().anySlow())
        paintSlowLinks(painter, QRectF(8, top - small.height() - 4, size.width() - 16, small.height() + 1),
                       scene, theme);
    const QString low = significant(links.measured().low, 2);
    const QString high = significant(links.measured().high, 2) + QStringLiteral(" GB/s");
    const bool plan = drawsPlan(scene);
    const bool coloured = plan || scene.content().colours.of() == TopologyColouring::bandwidth;
    const double scale_width = coloured ? small.horizontalAdvance(low + high) + scale_length + 14 : 0;
    std::vector<LegendEntry> lines = lineEntries(scene, plan, theme);
    double room = size.width() - scale_width - 20;
    const double line = legendHeight(small, room, {LegendEntry{}});
    const auto fit = [&](double width) {
        return lines.empty() || (small.horizontalAdvance(lines.front().text) + 36 <= width &&
                                 legendHeight(small, width, lines) <= line);
    };
    const QStringList texts = colourTexts(scene);
    const auto told = std::find_if(texts.begin(), texts.end(), [&](const QString& text) {
        return small.horizontalAdvance(text) <= room && fit(room - small.horizontalAdvance(text) - 12);
    });
    const bool both = told != texts.end(); // else the choice above says what the colours are
    if (both)
        painter.drawText(QPointF(8, top + small.ascent()), *told);
    const double said = both ? small.horizontalAdvance(*told) + 12 : 0;
    while (lines.size() > 1 && !both && !fit(room))
        lines.pop_back();
    const bool scaled = both || fit(room); // else what the last look means matters more
    room = scaled ? room : size.width() - 16;
    paintLegend(painter, QRectF(8 + said, top - 1, room - said, line), lines, theme);
    painter.setPen(theme.muted);
    if (scaled && coloured)
        paintScale(painter, {size.width() - scale_width - 6, top}, low, high);
}

} // namespace pipette
