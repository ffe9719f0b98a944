// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_view.h"

#include "widgets/cluster/topology/topology_key.h"
#include "widgets/cluster/topology/topology_labels.h"
#include "widgets/cluster/topology/topology_painter.h"
#include "widgets/cluster/topology/topology_table.h"
#include "widgets/theme/button_row.h"
#include "widgets/theme/floating_choice.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {

TopologyView::TopologyView(QWidget* parent)
    : GpuView(parent),
      tools_(new ViewTools(*this)),
      choice_(new FloatingChoice(this)),
      level_row_(new ButtonRow(this)) {
    setAccessibleName(tr("Topology: racks, nodes, GPUs and links"));
    choice_->setAccessibleName(tr("What the colours of the topology mean"));
    level_row_->setAccessibleName(tr("How much of the cluster is drawn"));
    tools_->add(choice_, [this](QMenu& menu) { choice_->addTo(menu); });
    tools_->add(level_row_, [this](QMenu& menu) { level_row_->addTo(menu); });
    connect(tools_, &ViewTools::roomWanted, this, &TopologyView::placeTools);
    connect(tools_, &ViewTools::moved, this, [this] {
        resizeEvent(nullptr);
        update();
    });
    connect(level_row_, &ButtonRow::chosen, this,
            [this](int level) { hold(static_cast<TopologyLevel>(level)); });
    connect(choice_, &FloatingChoice::activated, this, &TopologyView::chooseColouring);
    connect(&scanning_, &SlicedWork::done, this, &TopologyView::takeScan);
    shownChanged();
}

TopologyScene TopologyView::sceneIn(QSize size) const {
    return {content_, zoom_, mapArea(size), smallFont(font())};
}

std::unique_ptr<const GpuScene> TopologyView::scene() const {
    return std::make_unique<const TopologyScene>(sceneIn(size()));
}

GpuZoom& TopologyView::zoom() {
    zoom_.setArea(mapArea(size()));
    return zoom_;
}

void TopologyView::zoomed() {
    if (laid_)
        level_row_->choose(static_cast<int>(level()));
}

void TopologyView::hold(TopologyLevel level) {
    zoom_.hold(level);
    zoomed();
    announce(filled(tr("Topology: %1"), level_row_->textOf(static_cast<int>(level))));
    tellItemsChanged(*this);
    update();
}

void TopologyView::setColouring(TopologyColouring colouring) {
    content_.colours.set(colouring);
    fillChoice();
    update();
}

void TopologyView::fillChoice() {
    QStringList texts{tr("Colour: stage"), tr("Colour: replica"), tr("Colour: memory"),
                      tr("Colour: bandwidth")};
    const bool grouped = content_.colours.of() == TopologyColouring::group;
    int now = grouped ? 0 : static_cast<int>(content_.colours.of());
    for (const Axis& axis : gpus().axes()) {
        if (grouped && gpus().groups() && gpus().groups()->axis() == axis)
            now = static_cast<int>(texts.size());
        texts << filled(tr("Numbers: %1"), groupingText(gpus().shown(), axis));
    }
    choice_->showTexts(texts, now);
    placeTools();
}

void TopologyView::chooseColouring(int item) {
    const int first_group = static_cast<int>(TopologyColouring::group);
    setColouring(static_cast<TopologyColouring>(std::min(item, first_group)));
    if (item >= first_group)
        emit selectionRequested(
            gpus().groupedBy(gpus().axes()[static_cast<std::size_t>(item - first_group)]));
}

void TopologyView::shownChanged() {
    if (gpus().shown().cluster != laid_) {
        laid_ = gpus().shown().cluster;
        laid_aspect_ = 0;
        content_.links.setMeasured({});
        content_.boxes.clear();
        zoom_.fitAll();
        resizeEvent(nullptr);
        startScan();
    }
    content_.boxes.count(content_.links.measured());
    content_.colours.followGrouping();
    fillChoice();
    content_.links.findPlanLinks();
    chartTable()->setContent(topologyTable(content_));
}

void TopologyView::selectionChanged() {
    content_.links.findPlanLinks();
    linksChanged();
}

void TopologyView::linksChanged() {
    if (!laid_)
        return;
    const TopologyScene now = sceneIn(size());
    tellItemsChanged(*this, now.itemCount() - content_.links.count());
}

void TopologyView::startScan() {
    scanning_.drop();
    if (!laid_)
        return;
    scan_ = std::make_shared<LinkScan>(laid_);
    scanning_.start([scan = scan_] { return scan->advance(); });
}

void TopologyView::takeScan() {
    content_.links.setMeasured(scan_->result());
    content_.boxes.count(content_.links.measured());
    linksChanged();
    update();
}

QRectF TopologyView::mapArea(QSize size) const {
    const double line = QFontMetricsF(smallFont(font())).height();
    // The slow links have a line of their own.
    const double key = line + 10 + (content_.links.measured().anySlow() ? line + 5 : 0);
    const double top = tools_->homeHeight() > 0 ? tools_->homeHeight() + 8 : 4;
    return {4, top, std::max(size.width() - 8.0, 10.0), std::max(size.height() - top - key, 10.0)};
}

void TopologyView::placeTools() {
    laid_ ? tools_->offer(level_row_) : tools_->withdraw(level_row_);
    if (tools_->isHome())
        tools_->setGeometry(6, 4, std::min(tools_->sizeHint().width(), width() - 12),
                            tools_->sizeHint().height());
}

void TopologyView::fillLevels() {
    level_row_->clear();
    const bool by_order =
        content_.boxes.layout().boxes.front().kind == TopologyLayout::Kind::hosts; // no rack is known
    for (const TopologyLevel level : content_.boxes.levels()) {
        const QString text = content_.boxes.levelName(level);
        level_row_->add(static_cast<int>(level), text,
                        by_order && level == TopologyLevel::racks
                            ? tr("Nodes by the order of their names: no rack is known")
                            : filled(tr("Show %1 whatever the zoom"), text));
    }
}

void TopologyView::layOut() {
    const QRectF area = mapArea(size());
    const double aspect = area.width() / area.height();
    if (laid_aspect_ != 0 && std::abs(std::log(aspect / laid_aspect_)) <= 0.2)
        return;
    content_.boxes.lay(aspect);
    content_.boxes.count(content_.links.measured());
    if (std::exchange(laid_aspect_, aspect) == 0) {
        fillLevels();
        placeTools();
    }
}

void TopologyView::resizeEvent(QResizeEvent*) {
    placeTools();
    if (!laid_)
        return;
    layOut();
    zoomed();
}

void TopologyView::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_C)
        return GpuView::keyPressEvent(event);
    setColouring(content_.colours.next());
    announce(choice_->currentText());
}

/// The tip names the link whose line, or whose mark of a slow link, is under the pointer.
QString TopologyView::tipAt(const QPoint& point) const {
    if (!laid_)
        return {};
    const TopologyScene now = sceneIn(size());
    for (const TopologyLabel& label : topologyLabels(now))
        if (label.kind == TopologyLabel::Kind::badge && label.place.contains(point))
            return now.nameOf(spotOfLink(label.of));
    return now.textOf(now.itemAt(point));
}

void TopologyView::addItemActions(QMenu& menu, int item) {
    const Spot spot = laid_ && item >= 0 ? scene()->spotOfItem(item) : Spot{};
    if (spot.kind != Spot::Kind::link)
        return;
    const auto [from, to] = content_.links.ends(spot.link);
    if (laid_->node_of(from) != laid_->node_of(to))
        addLinkActions(menu, *laid_, laid_->node_of(from), laid_->node_of(to),
                       [this](const LinkIntent& intent) { emit linkRequested(intent); });
}

void TopologyView::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (!laid_)
        return paintEmpty(*painter, size, tr("No cluster yet. Open one to see its racks, nodes and links."));
    if (scanning_.running() && !isVisible())
        scanning_.finish(); // a picture for a file cannot wait
    const TopologyScene scene = sceneIn(size);
    paintTopology(*painter, scene, theme, numbers_);
    paintTopologyKey(*painter, scene, theme, size);
}

} // namespace pipette
