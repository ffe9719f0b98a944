// SPDX-License-Identifier: GPL-3.0-or-later
// How TopologyView draws: less and less detail the smaller a GPU is on screen.
#include "widgets/cluster/topology_view.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QComboBox>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {
namespace {

constexpr double text_side = 13;            // pixels of a GPU from which its number is drawn
constexpr double detail_side = 5;           // from which edges, names and NICs are drawn
constexpr int scale_length = 90;            // pixels of the bandwidth's key
constexpr double least_broken = 8;          // pixels of the cross on a broken GPU, however small
constexpr std::size_t crowd_of_faults = 24; // broken links from which lines and crosses become small
constexpr std::size_t crowd_of_routes = 10; // from which lines become thin, but for the selected GPU's own

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

} // namespace

QPainterPath TopologyView::bow(const QPointF& from, const QPointF& to) {
    const QPointF way = to - from;
    QPainterPath path(from);
    path.quadTo(from + way / 2 + QPointF(-way.y(), way.x()) * 0.12, to);
    return path;
}

QPainterPath TopologyView::linkPath(const Camera& view, int number) const {
    const auto index = static_cast<std::size_t>(number);
    const auto [from, to] = linkEnds(number);
    const bool worst = index < worst_.size();
    if (worst && !isSlow(worst_[index]))
        return {};
    const auto end = [&, by_node = worst && laid_->inter_node.between == MatrixBetween::nodes](int gpu) {
        return by_node ? view.map(layout_.nodes[static_cast<std::size_t>(laid_->node_of(gpu))]).center()
                       : view.map(layout_.gpus[static_cast<std::size_t>(gpu)]).center();
    };
    return bow(end(from), end(to));
}

QBrush TopologyView::gpuBrush(int gpu) const {
    const Theme& theme = themeOf(this);
    const GpuRole& at = role(gpu);
    switch (colouring_) {
    case Colouring::stage:
        return at.rank < 0 ? QBrush(theme.base) : stageBrush(at.place.stage, theme);
    case Colouring::replica:
        return at.rank < 0 ? QBrush(theme.base) : stageBrush(at.place.replica, theme);
    case Colouring::memory:
        return QBrush(theme.base); // a gauge is drawn into the square
    case Colouring::group: {
        const int group = groups() ? groups()->of_gpu(gpu) : at.place.stage;
        return at.rank < 0 ? QBrush(theme.base) : stageBrush(group, theme);
    }
    case Colouring::bandwidth: {
        const Selection& chosen = selection();
        double value = 0;
        if (chosen.gpus.size() == 1 && chosen.gpus[0] < laid_->gpu_count()) // from the selected one to this
            value = chosen.gpus[0] == gpu ? 0 : linkBandwidth(*laid_, chosen.gpus[0], gpu);
        else if (!slowest_of_node_.empty())
            value = slowest_of_node_[static_cast<std::size_t>(laid_->node_of(gpu))];
        return value > 0 ? QBrush(bandwidthColour(logPosition(value, low_, high_))) : QBrush(theme.base);
    }
    }
    return QBrush(theme.base);
}

void TopologyView::paintGpu(QPainter& painter, const QRectF& square, int gpu) const {
    const Theme& theme = themeOf(this);
    const GpuRole& at = role(gpu);
    const QBrush brush = at.excluded ? QBrush(theme.base) : gpuBrush(gpu);
    const bool chosen = selected(gpu);
    if (square.width() < detail_side)
        fillRect(painter, square, brush);
    else if (at.rank < 0 && square.width() >= text_side) { // a dotted edge: nothing runs here
        fillRect(painter, square, brush);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.outline, 0.8, Qt::DotLine));
        painter.drawRect(square);
    } else
        paintSquare(painter, square, brush, at.rank < 0 ? theme.grid : theme.outline);
    if (at.excluded)
        painter.fillRect(square, QBrush(theme.missing, Qt::BDiagPattern));
    if (colouring_ == Colouring::memory && at.rank >= 0 && !at.excluded &&
        static_cast<std::size_t>(at.place.stage) < shown().candidate->memory.size()) {
        const DeviceMemory& memory = shown().candidate->memory[static_cast<std::size_t>(at.place.stage)];
        const double share = memory.limit > 0 ? std::min(memory.estimate / memory.limit, 1.0) : 0;
        const double edge = square.width() < detail_side ? 0 : 1;
        painter.fillRect(
            square.adjusted(edge, edge + (square.height() - 2 * edge) * (1 - share), -edge, -edge),
            markColour(markOf(memory.verdict), theme));
    }
    if (chosen) {
        painter.setBrush(Qt::NoBrush);
        if (square.width() >= detail_side) {
            painter.setPen(QPen(theme.base, 4));
            painter.drawRect(square);
        }
        painter.setPen(QPen(theme.accent, tokens::selection));
        painter.drawRect(square);
    }
    if (square.width() < text_side)
        return;
    const bool plain = at.excluded || colouring_ == Colouring::memory || at.rank < 0;
    const bool grouped = colouring_ == Colouring::group && groups() && at.rank >= 0;
    const int number = grouped ? groups()->of_gpu(gpu) : laid_->place_of(gpu).local;
    if (colouring_ == Colouring::memory) { // keeps the gauge out of figures
        const QSizeF plate(painter.fontMetrics().averageCharWidth() + 4, painter.fontMetrics().height() - 2);
        painter.fillRect(QRectF(square.center() - QPointF(plate.width() / 2, plate.height() / 2), plate),
                         theme.base);
    }
    if (plain && colouring_ != Colouring::bandwidth) {
        painter.setPen(theme.text);
        paintNumber(painter, square, number);
    } else
        paintNumberOn(painter, square, number, brush);
    paintGpuMarks(painter, square, gpu);
}

void TopologyView::paintNode(QPainter& painter, const Camera& view, int node) const {
    const Theme& theme = themeOf(this);
    const QRectF box = view.map(layout_.nodes[static_cast<std::size_t>(node)]);
    const NodeKind& kind = laid_->kind_of_node(node);
    if (view.scale >= detail_side) {
        if (view.scale >= text_side) {
            painter.setPen(QPen(theme.grid, 1));
            painter.setBrush(theme.window);
            painter.drawRoundedRect(box, 3, 3);
        } else
            paintSquare(painter, box, theme.window, theme.grid);
        const double nic = 0.5 * view.scale;
        const double pitch = box.width() / (kind.nics + 1);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.outline);
        for (int i = 0; i < kind.nics; ++i)
            painter.drawRect(
                QRectF(box.left() + (i + 1) * pitch - nic / 2, box.bottom() - nic * 1.2, nic, nic * 0.7));
        const double line = TopologyLayout::header * view.scale;
        QFont name = smallFont(font());
        if (QFontMetricsF(name).height() <= line + 2) {
            painter.setFont(name);
            painter.setPen(theme.text);
            const QString host = nameText(laid_->nodes[static_cast<std::size_t>(node)].host);
            painter.drawText(
                QRectF(box.left() + 2, box.top(), box.width() - 4, line), Qt::AlignCenter,
                painter.fontMetrics().elidedText(host, Qt::ElideMiddle, static_cast<int>(box.width() - 4)));
        }
    }
    for (int gpu = laid_->first_gpu(node); gpu < laid_->first_gpu(node + 1); ++gpu)
        paintGpu(painter, view.map(layout_.gpus[static_cast<std::size_t>(gpu)]), gpu);
}

void TopologyView::paintRoutes(QPainter& painter, const Camera& view) const {
    const Theme& theme = themeOf(this);
    const bool any = selection().device >= 0 || selection().replica >= 0 || groupSelected();
    const bool crowd = routes_.size() > crowd_of_routes;
    const auto pipeline =
        std::count_if(routes_.begin(), routes_.end(), [](const Route& route) { return !route.ring; });
    const auto own = [&](const Route& route) { // of the one selected GPU, or its pipeline
        const std::vector<int>& chosen = selection().gpus;
        return chosen.size() == 1 && (route.from == chosen[0] || route.to == chosen[0] ||
                                      (!route.ring && pipeline <= long{crowd_of_routes}));
    };
    painter.setBrush(Qt::NoBrush);
    std::vector<const Route*> order; // the selected GPU's own links last: on top of the others
    for (const Route& route : routes_)
        if (any || laid_->node_of(route.from) != laid_->node_of(route.to))
            order.push_back(&route);
    std::stable_partition(order.begin(), order.end(), [&](const Route* route) { return !own(*route); });
    for (const Route* next : order) {
        const Route& route = *next;
        const bool faint = !any || (crowd && !own(route));
        painter.setOpacity(!faint ? 1 : crowd ? 0.45 : 0.55);
        const QPointF from = view.map(layout_.gpus[static_cast<std::size_t>(route.from)]).center();
        const QPointF to = view.map(layout_.gpus[static_cast<std::size_t>(route.to)]).center();
        const QPainterPath path = bow(from, to);
        const double value = linkBandwidth(*laid_, route.from, route.to);
        const QColor colour =
            std::isnan(value) ? theme.missing : bandwidthColour(logPosition(value, low_, high_));
        const double width = faint && crowd ? 1 : faint ? 1.6 : 2.6;
        if (!faint || !crowd) { // dark in both themes, so that the gaps of a ring's dashes are too
            painter.setPen(QPen(theme.kind == ThemeKind::light ? theme.text : theme.base, width + 2,
                                Qt::SolidLine, Qt::RoundCap));
            painter.drawPath(path);
        }
        painter.setPen(QPen(colour, width, route.ring ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(path);
        if (!route.ring && !(faint && crowd)) { // which way
            const double angle = -path.angleAtPercent(0.6) * M_PI / 180;
            const QPointF tip = path.pointAtPercent(0.6);
            const auto wing = [&](double turn) {
                return tip - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * (5 + width);
            };
            painter.setPen(QPen(theme.text, 1));
            painter.setBrush(colour);
            painter.drawPolygon(QPolygonF{tip, wing(0.5), wing(-0.5)});
            painter.setBrush(Qt::NoBrush);
        }
    }
    painter.setOpacity(1);
    if (!any)
        return;
    painter.setFont(smallFont(font()));
    for (const Route* route : order) // lines end at their GPUs, not on their numbers
        if (!crowd || own(*route))
            for (const int gpu : {route->from, route->to})
                paintGpu(painter, view.map(layout_.gpus[static_cast<std::size_t>(gpu)]), gpu);
}

/// Its nodes are framed: where a group lies shows however small its GPUs are drawn.
void TopologyView::paintChosenGroup(QPainter& painter, const Camera& view) const {
    if (!groupSelected())
        return;
    const Theme& theme = themeOf(this);
    painter.setBrush(Qt::NoBrush);
    int last = -1;
    for (const int gpu : selection().gpus) {
        const int node = laid_->node_of(gpu);
        if (node == std::exchange(last, node))
            continue;
        const QRectF box = view.map(layout_.nodes[static_cast<std::size_t>(node)]).adjusted(-1, -1, 1, 1);
        painter.setPen(QPen(theme.base, 5));
        painter.drawRect(box);
        painter.setPen(QPen(theme.accent, tokens::selection));
        painter.drawRect(box);
    }
}

bool TopologyView::isSlow(const Link& link) const {
    return link.gb_per_s <= 0.75 * std::sqrt(low_ * high_) || link.gb_per_s <= 0.8 * high_;
}

void TopologyView::paintWorst(QPainter& painter, const Camera& view) const {
    const Theme& theme = themeOf(this);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    std::vector<std::pair<QPainterPath, QString>> lines; // all of them below all that is said of them
    painter.setBrush(Qt::NoBrush);
    for (std::size_t number = 0; number < worst_.size(); ++number) {
        const Link& link = worst_[number];
        const QPainterPath path = linkPath(view, static_cast<int>(number));
        if (path.isEmpty())
            continue;
        painter.setPen(QPen(theme.base, 4));
        painter.drawPath(path);
        painter.setPen(QPen(theme.error, 2, Qt::DashDotLine));
        painter.drawPath(path);
        lines.emplace_back(path, bandwidthText(link.gb_per_s));
    }
    std::vector<QRectF> taken;
    for (const auto& [path, text] : lines) {
        QRectF plate(0, 0, small.horizontalAdvance(text) + small.height() + 8, small.height() + 2);
        for (const double along : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}) { // on its own line, and on no other's
            plate.moveCenter(path.pointAtPercent(along));
            if (std::none_of(taken.begin(), taken.end(),
                             [&](const QRectF& other) { return other.intersects(plate); }))
                break;
        }
        taken.push_back(plate.adjusted(-2, -2, 2, 2));
        painter.setPen(QPen(theme.error, 1));
        painter.setBrush(theme.base);
        painter.drawRoundedRect(plate, 3, 3);
        paintMark(painter, QRectF(plate.left() + 3, plate.top() + 2, small.height() - 2, small.height() - 2),
                  Mark::warning, theme);
        painter.setPen(theme.text);
        painter.drawText(plate.adjusted(small.height() + 4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

/// Broken links as dashed lines with a cross; a broken host is crossed out as a whole. Broken GPUs have their
/// mark already where they are large enough.
void TopologyView::paintFaults(QPainter& painter, const Camera& view) const {
    const Theme& theme = themeOf(this);
    const auto node = [&](int index) { return view.map(layout_.nodes[static_cast<std::size_t>(index)]); };
    const bool crowd = laid_->faults.size() > crowd_of_faults;
    painter.setBrush(Qt::NoBrush);
    for (const Fault& fault : laid_->faults) {
        if (!fault.is_link())
            continue;
        const QPainterPath path = bow(node(fault.node).center(), node(fault.other).center());
        painter.setPen(QPen(theme.base, crowd ? 2.6 : 4.5));
        painter.drawPath(path);
        painter.setPen(QPen(theme.error, crowd ? 1 : 2, Qt::DashLine, Qt::FlatCap));
        painter.drawPath(path);
    }
    const auto cross = [&](const QPointF& centre, double side) {
        paintBroken(painter, QRectF(centre - QPointF(side, side) / 2, QSizeF(side, side)), theme);
    };
    for (const Fault& fault : laid_->faults) {
        const QRectF box = node(fault.node);
        if (fault.is_link())
            cross(bow(box.center(), node(fault.other).center()).pointAtPercent(0.5), crowd ? 9 : 14);
        else if (fault.gpu < 0) {
            painter.setPen(QPen(theme.error, 2, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
            paintBroken(painter, box, theme);
        } else {
            const int gpu = laid_->first_gpu(fault.node) + fault.gpu;
            const QRectF square = view.map(layout_.gpus[static_cast<std::size_t>(gpu)]);
            if (square.width() < text_side)
                cross(square.center(), std::max(square.width(), least_broken));
        }
    }
}

/// What the colours mean.
QString TopologyView::keyText() const {
    switch (colouring_) {
    case Colouring::stage:
        return tr("colours: pipeline stages");
    case Colouring::replica:
        return tr("colours: data parallel replicas");
    case Colouring::group:
        return groups() ? filled(tr("colours: %1s"),
                                 groupingText(shown(), groups()->axis()).section(QStringLiteral(" ("), 0, 0))
                        : tr("colours: pipeline stages");
    case Colouring::memory:
        return tr("fill: memory used; green safe, amber tight, red over");
    case Colouring::bandwidth:
        return selection().gpus.size() == 1 ? tr("colours: bandwidth from the selected GPU")
                                            : tr("colours: slowest link of the node");
    }
    return {};
}

void TopologyView::paintKey(QPainter& painter, QSize size) const {
    const Theme& theme = themeOf(this);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    const double top = size.height() - small.height() - 5;
    painter.fillRect(QRectF(0, top - 4, size.width(), size.height() - top + 4), theme.base);
    painter.setPen(theme.muted);
    const QString text = keyText();
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
    if (std::any_of(worst_.begin(), worst_.end(), [this](const Link& link) { return isSlow(link); }))
        lines.push_back({{}, tr("slowest links"), QPen(theme.error, 2, Qt::DashDotLine)});
    double room = size.width() - scale_width - 20;
    const double said = small.horizontalAdvance(text) + 12;
    const double line = legendHeight(small, room, {LegendEntry{}});
    const auto fit = [&](double width) {
        return lines.empty() || (small.horizontalAdvance(lines.front().text) + 36 <= width &&
                                 legendHeight(small, width, lines) <= line);
    };
    const bool both = fit(room - said); // else the choice above says what the colours are
    if (both)
        painter.drawText(QPointF(8, top + small.ascent()),
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room)));
    while (lines.size() > 1 && !both && !fit(room))
        lines.pop_back();
    const bool scaled = both || fit(room); // else what the last look means matters more
    room = scaled ? room : size.width() - 16;
    paintLegend(painter, QRectF(8 + (both ? said : 0), top - 1, room - (both ? said : 0), line), lines,
                theme);
    painter.setPen(theme.muted);
    if (scaled)
        paintScale(painter, {size.width() - scale_width - 6, top}, low, high);
}

QString TopologyView::boxTitle(const QString& rack, const QString& domain) {
    if (domain.isEmpty())
        return rack.isEmpty() ? tr("no rack given") : rack;
    return rack.isEmpty() ? filled(tr("NVLink domain %1"), domain)
                          : filled(tr("%1, NVLink domain %2"), rack, domain);
}

void TopologyView::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (!laid_)
        return paintEmpty(*painter, size, tr("No cluster yet. Open one to see its racks, nodes and links."));
    if (scanning_.running() && !isVisible())
        scanning_.finish(); // a picture for a file cannot wait
    const Camera view = camera(size);
    const QRectF area = mapArea(size);
    painter->save();
    painter->setClipRect(area);
    painter->setFont(smallFont(font()));
    const QFontMetricsF small(painter->font());
    for (const TopologyLayout::Rack& rack : layout_.racks) {
        const QRectF box = view.map(rack.rect);
        const bool domain = !rack.domain.isEmpty();
        if (!box.intersects(area) || (rack.name.isEmpty() && !domain && layout_.racks.size() == 1))
            continue;
        painter->setPen(domain ? QPen(theme.muted, 2) : QPen(theme.grid, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(box, 4, 4);
        if (1.6 * view.scale >= small.height() - 2) {
            painter->setPen(theme.muted);
            painter->drawText(QRectF(box.left() + 6, box.top() + 1, box.width() - 8, 1.6 * view.scale),
                              Qt::AlignLeft | Qt::AlignVCenter, boxTitle(rack.name, rack.domain));
        }
    }
    for (int node = 0; node < laid_->node_count(); ++node)
        if (view.map(layout_.nodes[static_cast<std::size_t>(node)]).intersects(area)) {
            painter->setFont(smallFont(font()));
            paintNode(*painter, view, node);
        }
    painter->setRenderHint(QPainter::Antialiasing);
    paintRoutes(*painter, view);
    paintChosenGroup(*painter, view);
    paintWorst(*painter, view);
    paintFaults(*painter, view);
    painter->restore();
    paintKey(*painter, size);
    const double left = choice_->geometry().right() + 10;
    paintGroupLine(*painter, QRectF(left, 4, size.width() - left - 6, choice_->height()));
}

} // namespace pipette
