// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology_view.h"

#include "widgets/theme/button_row.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QComboBox>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {
namespace {
constexpr std::size_t worst_count = 5;
} // namespace

/// Walks over the matrix row by row and keeps the few slowest pairs.
struct TopologyView::Scan {
    std::shared_ptr<const Cluster> cluster;
    int row = 0;
    double low = 0, high = 0;
    std::vector<double> slowest_of_node;
    std::vector<Link> worst;

    bool advance() {
        const InterNode& links = cluster->inter_node;
        const bool nodes = links.between == MatrixBetween::nodes;
        const int size = links.bandwidth.size();
        for (int done = 0; done < 8 && row < size; ++done, ++row) {
            const int from_node = nodes ? row : cluster->node_of(row);
            for (int to = 0; to < size; ++to) {
                const double value = links.bandwidth.at(row, to);
                if (!(value > 0))
                    continue;
                const int to_node = nodes ? to : cluster->node_of(to);
                if (from_node == to_node)
                    continue;
                low = low > 0 ? std::min(low, value) : value;
                high = std::max(high, value);
                for (const int node : {from_node, to_node}) {
                    double& slowest = slowest_of_node[static_cast<std::size_t>(node)];
                    if (slowest == 0 || value < slowest)
                        slowest = value;
                }
                if (worst.size() < worst_count || value < worst.back().gb_per_s)
                    keep({nodes ? cluster->first_gpu(row) : row, nodes ? cluster->first_gpu(to) : to, value});
            }
        }
        return row < size;
    }

    void keep(const Link& link) {
        const int a = cluster->node_of(link.from);
        const int b = cluster->node_of(link.to);
        const auto same = std::find_if(worst.begin(), worst.end(), [&](const Link& known) {
            const int c = cluster->node_of(known.from);
            const int d = cluster->node_of(known.to);
            return (a == c && b == d) || (a == d && b == c);
        });
        if (same != worst.end()) {
            if (same->gb_per_s <= link.gb_per_s)
                return;
            worst.erase(same);
        }
        const auto place =
            std::upper_bound(worst.begin(), worst.end(), link,
                             [](const Link& x, const Link& y) { return x.gb_per_s < y.gb_per_s; });
        worst.insert(place, link);
        if (worst.size() > worst_count)
            worst.pop_back();
    }
};

/// What all names begin with; empty where it is all of one.
static QString commonBeginning(const QStringList& names) {
    QString common = names.value(0);
    qsizetype shortest = common.size();
    for (const QString& name : names) {
        const auto differs = std::mismatch(common.begin(), common.end(), name.begin(), name.end());
        common.truncate(differs.first - common.begin());
        shortest = std::min(shortest, name.size());
    }
    return common.size() == shortest ? QString() : common;
}

void TopologyView::findCommonNames() {
    QStringList hosts, boxes;
    for (const Node& node : laid_->nodes)
        hosts << nameText(node.host);
    for (const TopologyLayout::Box& box : layout_.boxes)
        if (box.around >= 0 || !layout_.nested())
            boxes << (box.name.isEmpty() ? box.domain : box.name);
    common_ = commonBeginning(hosts);
    common_box_ = commonBeginning(boxes);
}

TopologyView::TopologyView(QWidget* parent)
    : GpuView(parent), choice_(new QComboBox(this)), level_row_(new ButtonRow(this)) {
    setAccessibleName(tr("Topology: racks, nodes, GPUs and links"));
    choice_->setAccessibleName(tr("What the colours of the topology mean"));
    level_row_->setAccessibleName(tr("How much of the cluster is drawn"));
    connect(level_row_, &ButtonRow::chosen, this,
            [this](int level) { hold(static_cast<TopologyLevel>(level)); });
    choice_->setFont(smallFont(font()));
    connect(choice_, &QComboBox::activated, this, &TopologyView::choose);
    connect(&scanning_, &SlicedWork::done, this, [this] {
        takeScan(*scan_);
        linksChanged();
        update();
    });
    shownChanged();
}

void TopologyView::setColouring(Colouring colouring) {
    if (colouring_ == colouring)
        return;
    colouring_ = colouring;
    fillChoice();
    update();
}

void TopologyView::fillChoice() {
    QStringList texts{tr("Colour: stage"), tr("Colour: replica"), tr("Colour: memory"),
                      tr("Colour: bandwidth")};
    int now = static_cast<int>(colouring_);
    if (colouring_ == Colouring::group)
        now = 0;
    for (const Axis& axis : axes()) {
        if (colouring_ == Colouring::group && groups() && groups()->axis() == axis)
            now = static_cast<int>(texts.size());
        texts << filled(tr("Colour: %1"), groupingText(shown(), axis));
    }
    showChoices(*choice_, texts, now);
    fitControls();
}

void TopologyView::choose(int item) {
    const int first_group = static_cast<int>(Colouring::group);
    if (item < first_group)
        return setColouring(static_cast<Colouring>(item));
    setColouring(Colouring::group);
    requestGrouping(axes()[static_cast<std::size_t>(item - first_group)]);
}

void TopologyView::followGrouping() {
    const std::optional<Axis> now = groups() ? std::optional(groups()->axis()) : std::nullopt;
    if (now != std::exchange(followed_, now) && now)
        colouring_ = Colouring::group;
    if (!now && colouring_ == Colouring::group)
        colouring_ = Colouring::stage;
    fillChoice();
}

bool TopologyView::groupSelected() const {
    return groups() && static_cast<int>(selection().gpus.size()) == groups()->size() &&
           groups()->of_gpus(selection().gpus) >= 0;
}

void TopologyView::shownChanged() {
    const std::shared_ptr<const Cluster> cluster = shown().cluster;
    if (cluster != laid_) {
        laid_ = cluster;
        laid_aspect_ = 0;
        held_.reset();
        worst_.clear();
        slowest_of_node_.clear();
        layout_ = {};
        resizeEvent(nullptr);
        fitAll();
        startScan();
    }
    findFigures();
    followGrouping();
    findRoutes();
    chartTable()->setContent(tableContent());
}

ChartTable::Content TopologyView::tableContent() {
    ChartTable::Content content;
    content.columns = {tr("GPU"),   tr("Rack"),    tr("NIC"),   tr("Rank"),
                       tr("Stage"), tr("Replica"), tr("State"), tr("Slowest link of its node"),
                       tr("Faults")};
    if (groups())
        content.columns << groupingText(shown(), groups()->axis());
    content.rows = static_cast<int>(roles().size());
    content.cell = [cluster = laid_, all = roles(), this](int gpu, int column) {
        const GpuRole& at = all[static_cast<std::size_t>(gpu)];
        const GpuPlace place = cluster->place_of(gpu);
        const auto number = [&at](int value) {
            return at.rank < 0 ? ChartTable::Cell{} : ChartTable::Cell{QString::number(value), value};
        };
        switch (column) {
        case 0:
            return ChartTable::Cell{nameText(cluster->gpu_name(gpu)), {}};
        case 1: {
            const Node& node = cluster->nodes[static_cast<std::size_t>(place.node)];
            const QString rack = nameText(node.rack), domain = nameText(node.domain);
            return ChartTable::Cell{domain.isEmpty() ? rack : boxTitle(rack, domain), {}};
        }
        case 2: {
            const int nic = cluster->kind_of_node(place.node).nic_near(place.local);
            return ChartTable::Cell{QString::number(nic), nic};
        }
        case 3:
            return number(at.rank);
        case 4:
            return number(at.place.stage);
        case 5:
            return number(at.place.replica);
        case 6:
            return ChartTable::Cell{at.excluded   ? tr("excluded")
                                    : at.pinned   ? tr("pinned")
                                    : at.rank < 0 ? tr("spare")
                                                  : tr("in use"),
                                    {}};
        case 8:
            return ChartTable::Cell{faultsMet(gpu), {}};
        case 9:
            return number(groups() ? groups()->of_gpu(gpu) : -1);
        default: {
            const auto node = static_cast<std::size_t>(place.node);
            const double slowest = node < slowest_of_node_.size() ? slowest_of_node_[node] : 0;
            return slowest > 0 ? ChartTable::Cell{bandwidthText(slowest), slowest}
                               : ChartTable::Cell{tr("not measured"), {}};
        }
        }
    };
    return content;
}

/// Of a GPU, its host and the links of its node, but not of the GPUs beside it.
QString TopologyView::faultsMet(int gpu) const {
    const GpuPlace place = laid_->place_of(gpu);
    std::vector<int> met = faults().ofNode(place.node);
    std::erase_if(met, [&](int i) {
        const Fault& fault = laid_->faults[static_cast<std::size_t>(i)];
        return fault.gpu >= 0 && fault.gpu != place.local;
    });
    return faultsText(*laid_, met);
}

void TopologyView::selectionChanged() {
    findRoutes();
    linksChanged();
}

void TopologyView::startScan() {
    scanning_.drop();
    if (!laid_)
        return;
    scan_ = std::make_shared<Scan>();
    scan_->cluster = laid_;
    scan_->slowest_of_node.assign(static_cast<std::size_t>(laid_->node_count()), 0);
    scanning_.start([scan = scan_] { return scan->advance(); });
}

void TopologyView::takeScan(const Scan& scan) {
    worst_ = scan.worst;
    slowest_of_node_ = scan.slowest_of_node;
    low_ = scan.low > 0 ? scan.low : 1;
    high_ = std::max(scan.high, low_);
    low_ = std::min(low_, high_ / 2); // noise of a few per cent must not look like a slow link
    findFigures();
}

QRectF TopologyView::mapArea(QSize size) const {
    const double line = QFontMetricsF(smallFont(font())).height();
    const double key = line + 10 + (anySlow() ? line + 5 : 0); // the slow links have a line of their own
    const double top = std::max(choice_->geometry().bottom(), level_row_->geometry().bottom()) + 5;
    return {4, top, std::max(size.width() - 8.0, 10.0), std::max(size.height() - top - key, 10.0)};
}

void TopologyView::fitControls() {
    const QSize row = level_row_->sizeHint();
    fitChoice(*choice_, width() - 12);
    choice_->move(6, 4);
    level_row_->setVisible(laid_ != nullptr);
    const QRect beside(choice_->geometry().right() + 9, 4, row.width(), choice_->height());
    level_row_->setGeometry(beside.right() < width() - 6
                                ? beside
                                : QRect(6, choice_->geometry().bottom() + 3, row.width(), choice_->height()));
}

void TopologyView::resizeEvent(QResizeEvent*) {
    fitControls();
    if (!laid_)
        return;
    const QRectF area = mapArea(size());
    const double aspect = area.width() / area.height();
    if (laid_aspect_ == 0 || std::abs(std::log(aspect / laid_aspect_)) > 0.2) {
        layout_ = topologyLayout(*laid_, aspect);
        findFigures();
        if (std::exchange(laid_aspect_, aspect) == 0) {
            findLevels();
            findCommonNames();
            fitControls();
        }
    }
    showLevel();
}

TopologyView::Camera TopologyView::camera(QSize size) const {
    const QRectF area = mapArea(size);
    const double fit =
        std::min(area.width() / layout_.bounds.width(), area.height() / layout_.bounds.height());
    Camera camera;
    camera.scale = std::min(fit, largest_gpu) * zoom_;
    camera.offset = area.center() - layout_.bounds.center() * camera.scale + pan_;
    return camera;
}

/// However large the cluster is: until its GPUs are as large as those of the smallest.
double TopologyView::mostZoom() const {
    return std::max(60.0, zoom_ * largest_gpu / camera(size()).scale);
}

void TopologyView::zoomAt(const QPointF& point, double factor) {
    if (!laid_)
        return;
    const Camera before = camera(size());
    const QPointF fixed = (point - before.offset) / before.scale;
    held_.reset();
    zoom_ = std::clamp(zoom_ * factor, least_zoom, mostZoom());
    const Camera after = camera(size());
    pan_ += point - (fixed * after.scale + after.offset);
    panBy({});
    showLevel();
}

void TopologyView::panBy(const QPointF& delta) {
    pan_ += delta;
    const QRectF area = mapArea(size());
    const QSizeF drawn = layout_.bounds.size() * camera(size()).scale; // never lose the cluster out of sight
    const QPointF most((drawn.width() + area.width()) / 2 - 40, (drawn.height() + area.height()) / 2 - 40);
    pan_ = {std::clamp(pan_.x(), -std::max(most.x(), 0.0), std::max(most.x(), 0.0)),
            std::clamp(pan_.y(), -std::max(most.y(), 0.0), std::max(most.y(), 0.0))};
}

void TopologyView::fitAll() {
    held_.reset();
    zoom_ = 1;
    pan_ = {};
    showLevel();
}

void TopologyView::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_C)
        return GpuView::keyPressEvent(event);
    const int colourings = static_cast<int>(Colouring::group) + (groups() ? 1 : 0);
    setColouring(static_cast<Colouring>((static_cast<int>(colouring_) + 1) % colourings));
    announce(choice_->currentText());
}

} // namespace pipette
