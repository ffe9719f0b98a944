// SPDX-License-Identifier: GPL-3.0-or-later
// What TopologyView writes: names, figures of boxes, the marks of slow links, and the key below.
#include "core/base/index.h"
#include "widgets/cluster/topology_view.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QPainter>

#include <algorithm>
#include <map>

namespace pipette {
namespace {

constexpr int scale_length = 90;   // pixels of the bandwidth's key
constexpr double badge_side = 14;  // of the mark of a slow link
constexpr double least_badge = 11; // the same where a box is small

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

/// The longest of some texts that fits; empty: none does.
QString longestFit(const QStringList& texts, const QFontMetricsF& metrics, double room) {
    const auto fits = std::find_if(texts.begin(), texts.end(), [&](const QString& text) {
        return metrics.horizontalAdvance(text) <= room;
    });
    return fits == texts.end() ? QString() : *fits;
}

} // namespace

/// What is left of "n0017" where all names begin with "n0" is "17".
QString TopologyView::shortName(int node) const {
    QString own = nameText(laid_->nodes[index(node)].host).mid(common_.size());
    while (own.size() > 1 && own[0] == u'0')
        own.remove(0, 1);
    return own;
}

void TopologyView::addBadges(std::vector<TopologyLabel>& labels, const Scene& scene) const {
    std::map<std::pair<TopologyLevel, int>, int> taken; // marks by what they stand on
    for (std::size_t number = 0; number < worst_.size(); ++number) {
        if (!isSlow(worst_[number]))
            continue;
        const auto [from, to] = linkEnds(static_cast<int>(number));
        int before = -1;
        for (const int gpu : {from, to}) {
            const TopologyLevel at = std::min(scene.level, TopologyLevel::nodes);
            const int node = laid_->node_of(gpu);
            const int unit = at == TopologyLevel::nodes ? node : boxOf(node, at);
            if (unit == std::exchange(before, unit))
                continue; // both ends stand here: one mark
            const QRectF rect = endOf(scene, gpu, at);
            const double side = std::min(badge_side, std::max(rect.height() / 3, least_badge));
            const double right = rect.right() - 1 - taken[{at, unit}]++ * (side + 1);
            const QRectF place(right - side, rect.top() + 1, side, side);
            if ((place.left() >= rect.left() || taken[{at, unit}] == 1) &&
                std::none_of(labels.begin(), labels.end(), [&](const TopologyLabel& other) {
                    return other.place.intersects(place); // of a small neighbour
                }))
                labels.push_back({TopologyLabel::Kind::badge, static_cast<int>(number), place,
                                  QString::number(number + 1)});
        }
    }
}

void TopologyView::addNodeLabels(std::vector<TopologyLabel>& labels, const Scene& scene) const {
    if (scene.level < TopologyLevel::nodes)
        return;
    const QFontMetricsF small(smallFont(font()));
    const bool cells = scene.level == TopologyLevel::nodes;
    std::map<int, double> left_of_marks;
    for (const TopologyLabel& badge : labels)
        for (const int gpu : {worst_[index(badge.of)].from, worst_[index(badge.of)].to}) {
            const int node = laid_->node_of(gpu);
            if (nodeRect(scene, node).contains(badge.place.center()))
                left_of_marks[node] =
                    std::min(left_of_marks.try_emplace(node, 1e9).first->second, badge.place.left() - 1);
        }
    const std::size_t first = labels.size();
    QStringList full;
    for (int node = 0; node < laid_->node_count(); ++node) {
        const QRectF box = nodeRect(scene, node);
        const double line =
            cells ? cellRect(scene, node).top() - box.top() : TopologyLayout::header * scene.view.scale;
        if (!box.intersects(scene.area) || line < small.height() - 2)
            continue;
        const auto marked = left_of_marks.find(node);
        const double right = marked == left_of_marks.end() ? box.right() - 2 : marked->second;
        full << nameText(laid_->nodes[index(node)].host);
        labels.push_back({TopologyLabel::Kind::node, node,
                          QRectF(box.left() + 2, box.top(), right - box.left() - 2, line), shortName(node)});
    }
    bool fit = true; // all names in full, or none
    for (std::size_t i = first; i < labels.size(); ++i)
        fit = fit &&
              small.horizontalAdvance(full[static_cast<qsizetype>(i - first)]) <= labels[i].place.width();
    for (std::size_t i = first; i < labels.size(); ++i) {
        TopologyLabel& label = labels[i];
        if (fit)
            label.text = full[static_cast<qsizetype>(i - first)];
        const double width = small.horizontalAdvance(label.text);
        if (width > label.place.width())
            label.text.clear();
        label.place = QRectF(label.place.center().x() - width / 2,
                             label.place.center().y() - small.height() / 2, width, small.height());
    }
    std::erase_if(labels, [](const TopologyLabel& label) { return label.text.isEmpty(); });
}

/// The name of a box; `brief`: without what all of them have in common.
QString TopologyView::boxName(int box, NameLength length) const {
    const TopologyLayout::Box& at = layout_.boxes[index(box)];
    if (length == NameLength::full)
        return boxTitle(at.name, at.domain);
    if (at.kind == TopologyLayout::Kind::hosts)
        return shortName(at.nodes.front());
    const QString name = at.name.isEmpty() ? at.domain : at.name;
    return name.startsWith(common_box_) ? name.mid(common_box_.size()) : name;
}

/// Below the name, the most important first; each as long as there is room.
QStringList TopologyView::figureLines(int box, const QFontMetricsF& metrics, double room) const {
    const BoxFigures& figures = figures_[index(box)];
    const QString stages = rangesText(figures.stages);
    QStringList lines{longestFit(
        {filled(tr("%1 nodes, %2 GPUs"), figures.nodes, figures.gpus), filled(tr("%1 nodes"), figures.nodes)},
        metrics, room)};
    if (!stages.isEmpty())
        lines << longestFit({filled(figures.stages.size() == 1 ? tr("stage %1") : tr("stages %1"), stages),
                             filled(tr("%1 stages"), figures.stages.size())},
                            metrics, room);
    if (figures.slowest > 0)
        lines << longestFit(
            {filled(tr("slowest link %1"), bandwidthText(figures.slowest)), bandwidthText(figures.slowest)},
            metrics, room);
    lines.removeAll(QString());
    return lines;
}

void TopologyView::addBoxLabels(std::vector<TopologyLabel>& labels, const Scene& scene) const {
    const QFontMetricsF small(smallFont(font()));
    std::vector<QRectF> rooms(layout_.boxes.size()), heads(layout_.boxes.size());
    for (std::size_t b = 0; b < layout_.boxes.size(); ++b) {
        const QRectF rect = scene.view.map(layout_.boxes[b].rect);
        const double left = std::min(6.0, rect.width() / 12);
        rooms[b] = QRectF(rect.left() + left, rect.top() + 1, rect.width() - 2 * left,
                          layout_.boxes[b].title * scene.view.scale);
        heads[b] = QRectF(rooms[b].topLeft(), QSizeF(rooms[b].width(), small.height()));
    }
    if (scene.level < TopologyLevel::nodes)
        for (const TopologyLabel& badge : labels)
            for (QRectF& head : heads)
                if (head.intersects(badge.place))
                    head.setRight(std::min(head.right(), badge.place.left() - 1));
    const auto seen = [&](std::size_t b) {
        return rooms[b].height() >= small.height() + 1 && rooms[b].intersects(scene.area) &&
               (layout_.boxes.size() > 1 || layout_.boxes[b].title >= 1);
    };
    bool fit = true; // all names in full, or none
    for (std::size_t b = 0; b < heads.size(); ++b)
        fit = fit && (!seen(b) || small.horizontalAdvance(boxName(static_cast<int>(b), NameLength::full)) <=
                                      heads[b].width());
    for (std::size_t b = 0; b < rooms.size(); ++b) {
        if (!seen(b))
            continue;
        const int box = static_cast<int>(b);
        const auto most = static_cast<qsizetype>(rooms[b].height() / (small.height() + 1));
        const QString name = boxName(box, fit ? NameLength::full : NameLength::brief);
        if (small.horizontalAdvance(name) > heads[b].width())
            continue;
        const QStringList lines = QStringList{name} + figureLines(box, small, rooms[b].width());
        for (qsizetype i = 0; i < std::min(most, lines.size()); ++i)
            labels.push_back(
                {i == 0 ? TopologyLabel::Kind::box : TopologyLabel::Kind::figures, box,
                 QRectF(rooms[b].left(), rooms[b].top() + static_cast<double>(i) * (small.height() + 1),
                        small.horizontalAdvance(lines[i]), small.height()),
                 lines[i]});
    }
}

std::vector<TopologyLabel> TopologyView::labels(QSize size) const {
    std::vector<TopologyLabel> labels;
    if (!laid_)
        return labels;
    const Scene scene = sceneOf(size);
    addBadges(labels, scene); // names leave them room
    addNodeLabels(labels, scene);
    addBoxLabels(labels, scene);
    std::erase_if(labels, [&](const TopologyLabel& label) { return !label.place.intersects(scene.area); });
    return labels;
}

void TopologyView::paintBadge(QPainter& painter, const QRectF& circle, int number) const {
    const Theme& theme = themeOf(this);
    painter.setPen(QPen(theme.error, 1.2));
    painter.setBrush(theme.base);
    painter.drawEllipse(circle);
    painter.setPen(theme.error);
    painter.drawText(circle, Qt::AlignCenter, QString::number(number));
}

void TopologyView::paintLabels(QPainter& painter, const Scene& scene, QSize size) const {
    const Theme& theme = themeOf(this);
    const bool cards = scene.level < TopologyLevel::nodes;
    for (const TopologyLabel& label : labels(size)) {
        if (label.kind == TopologyLabel::Kind::badge) {
            paintBadge(painter, label.place, label.of + 1);
            continue;
        }
        const bool node = label.kind == TopologyLabel::Kind::node;
        // The background is painted below the name first, so that no line goes through the name.
        painter.fillRect(label.place.adjusted(-2, 1, 2, -1), node || cards ? theme.window : theme.base);
        painter.setPen(label.kind == TopologyLabel::Kind::figures ? theme.muted : theme.text);
        painter.drawText(label.place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, label.text);
    }
}

/// As many of the slow links as there is room for, each with its mark.
void TopologyView::paintSlowLinks(QPainter& painter, const QRectF& line) const {
    const Theme& theme = themeOf(this);
    const QFontMetricsF small(painter.font());
    double left = line.left();
    for (std::size_t number = 0; number < worst_.size() && isSlow(worst_[number]); ++number) {
        const QString text = filled(QStringLiteral("%1: %2"), linkName(static_cast<int>(number)),
                                    bandwidthText(worst_[number].gb_per_s));
        const double width = line.height() + 3 + small.horizontalAdvance(text);
        if (left + width > line.right())
            break;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        paintBadge(painter, QRectF(left, line.top() + 0.5, line.height() - 1, line.height() - 1),
                   static_cast<int>(number) + 1);
        painter.restore();
        painter.setPen(theme.text);
        painter.drawText(QRectF(left + line.height() + 3, line.top(), line.right(), line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        left += width + 12;
    }
}

/// What the colours mean.
QStringList TopologyView::keyTexts() const {
    QString colours;
    switch (colouring_) {
    case Colouring::stage:
        colours = tr("colours: pipeline stages");
        break;
    case Colouring::replica:
        colours = tr("colours: data parallel replicas");
        break;
    case Colouring::group:
        colours = groups()
                      ? filled(tr("colours: %1s"),
                               groupingText(shown(), groups()->axis()).section(QStringLiteral(" ("), 0, 0))
                      : tr("colours: pipeline stages");
        break;
    case Colouring::memory:
        colours = tr("fill: memory used; green safe, amber tight, red over");
        break;
    case Colouring::bandwidth:
        colours = selection().gpus.size() == 1 ? tr("colours: bandwidth from the selected GPU")
                                               : tr("colours: slowest link of the node");
        break;
    }
    if (level() == TopologyLevel::gpus)
        return {colours};
    return {filled(tr("each cell is a node; %1"), colours), tr("each cell is a node")};
}

void TopologyView::paintKey(QPainter& painter, QSize size) const {
    const Theme& theme = themeOf(this);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    const double top = size.height() - small.height() - 5;
    painter.fillRect(QRectF(0, mapArea(size).bottom(), size.width(), size.height()), theme.base);
    painter.setPen(theme.muted);
    if (anySlow())
        paintSlowLinks(painter, QRectF(8, top - small.height() - 4, size.width() - 16, small.height() + 1));
    const QString low = significant(low_, 2);
    const QString high = significant(high_, 2) + QStringLiteral(" GB/s");
    const double scale_width = small.horizontalAdvance(low + high) + scale_length + 14;
    std::vector<LegendEntry> lines;
    if (!laid_->faults.empty()) // first: what does not fit is left out from the end
        lines.push_back({{}, tr("broken"), QPen(theme.error, 2, Qt::DashLine), true});
    const auto has = [this](bool ring) {
        return std::any_of(routes_.begin(), routes_.end(),
                           [&](const Route& route) { return route.ring == ring; });
    };
    if (has(false))
        lines.push_back({{}, tr("pipeline"), QPen(theme.text, 2)});
    if (has(true))
        lines.push_back({{},
                         groupSelected() ? tr("links of the group") : tr("gradient ring"),
                         QPen(theme.text, 2, Qt::DashLine)});
    double room = size.width() - scale_width - 20;
    const double line = legendHeight(small, room, {LegendEntry{}});
    const auto fit = [&](double width) {
        return lines.empty() || (small.horizontalAdvance(lines.front().text) + 36 <= width &&
                                 legendHeight(small, width, lines) <= line);
    };
    const QStringList texts = keyTexts();
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
    if (scaled)
        paintScale(painter, {size.width() - scale_width - 6, top}, low, high);
}

} // namespace pipette
