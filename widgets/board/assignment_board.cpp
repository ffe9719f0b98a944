// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/assignment_board.h"

#include "widgets/board/board_painter.h"
#include "widgets/theme/fitting_text.h"
#include "widgets/theme/floating_choice.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <optional>

namespace pipette {

AssignmentBoard::AssignmentBoard(QWidget* parent)
    : GpuView(parent), tools_(new ViewTools(*this)), choice_(new FloatingChoice(this)) {
    setAccessibleName(tr("Assignment board: stages across, replicas down"));
    choice_->setAccessibleName(tr("Groups of GPUs that are numbered and move together"));
    tools_->add(choice_, [this](QMenu& menu) { choice_->addTo(menu); });
    connect(tools_, &ViewTools::roomWanted, this, &AssignmentBoard::placeTools);
    connect(tools_, &ViewTools::moved, this, [this] {
        placeTools();
        update();
    });
    connect(choice_, &FloatingChoice::activated, this, [this](int item) {
        emit selectionRequested(gpus().groupedBy(
            item == 0 ? std::nullopt : std::optional(gpus().axes()[static_cast<std::size_t>(item - 1)])));
    });
    shownChanged();
}

BoardScene AssignmentBoard::sceneIn(QSize size) const {
    return {gpus(), cells_, sight_, size, font(), headHeight()};
}

std::unique_ptr<const GpuScene> AssignmentBoard::scene() const {
    return std::make_unique<const BoardScene>(sceneIn(size()));
}

double AssignmentBoard::headHeight() const {
    if (gpus().axes().empty())
        return 0;
    return std::max<double>(tools_->homeHeight(), QFontMetricsF(smallFont(font())).height());
}

void AssignmentBoard::fillChoice() {
    QStringList texts{tr("By node")};
    int now = 0;
    for (const Axis& axis : gpus().axes()) {
        if (gpus().groups() && gpus().groups()->axis() == axis)
            now = static_cast<int>(texts.size());
        texts << filled(tr("By %1"), groupingText(gpus().shown(), axis));
    }
    choice_->showTexts(texts, now);
    gpus().axes().empty() ? tools_->withdraw(choice_) : tools_->offer(choice_);
    placeTools();
}

void AssignmentBoard::placeTools() {
    if (tools_->isHome())
        tools_->setGeometry(6, 3, std::min(tools_->sizeHint().width(), width() - 12),
                            tools_->sizeHint().height());
}

void AssignmentBoard::resizeEvent(QResizeEvent*) {
    placeTools();
}

void AssignmentBoard::shownChanged() {
    cells_ = boardCells(gpus());
    fillChoice();
    chartTable()->setContent(tableContent());
}

void AssignmentBoard::zoomAt(const QPointF& point, double factor) {
    const BoardScene before = sceneIn(size());
    const int band = before.bandAt(point.x());
    const QPointF at((point.x() - before.origin.x() - band * before.band_step) / before.cell_width,
                     (point.y() - before.origin.y()) / before.cell_height);
    sight_.zoom = std::clamp(sight_.zoom * factor, 1.0, 24.0);
    const BoardScene after = sceneIn(size());
    sight_.scroll = point -
                    QPointF(band * after.band_step + at.x() * after.cell_width, at.y() * after.cell_height) -
                    after.cells.topLeft();
    panBy({});
}

void AssignmentBoard::panBy(const QPointF& delta) {
    sight_.scroll += delta;
    const BoardScene now = sceneIn(size());
    sight_.scroll = now.origin - now.cells.topLeft(); // as far as there is something to see
}

ChartTable::Content AssignmentBoard::tableContent() const {
    ChartTable::Content content;
    content.columns = {tr("GPU"), tr("Rank"), tr("Stage"), tr("Replica"), tr("State")};
    if (gpus().groups())
        content.columns << groupingText(gpus().shown(), gpus().groups()->axis());
    content.rows = gpus().count();
    content.cell = [&all = gpus()](int gpu, int column) {
        const GpuRole& role = all.role(gpu);
        const auto number = [&role](int value) {
            return role.rank < 0 ? ChartTable::Cell{} : ChartTable::Cell{QString::number(value), value};
        };
        switch (column) {
        case 0:
            return ChartTable::Cell{nameText(all.cluster()->gpu_name(gpu)), {}};
        case 1:
            return number(role.rank);
        case 2:
            return number(role.place.stage);
        case 3:
            return number(role.place.replica);
        case 5:
            return number(all.groups() ? all.groups()->of_gpu(gpu) : -1);
        default:
            return ChartTable::Cell{useText(role), {}};
        }
    };
    return content;
}

void AssignmentBoard::renderTo(QPainter* painter, QSize size) {
    painter->fillRect(QRect(QPoint(), size), themeOf(this).base);
    if (cells_.stages == 0)
        return paintEmpty(*painter, size,
                          tr("No plan yet. Plan, then drag GPUs here to see what each change would cost."));
    if (!gpus().axes().empty()) {
        const double left = tools_->homeHeight() > 0 ? tools_->geometry().right() + 10 : BoardScene::margin;
        painter->setFont(smallFont(font()));
        painter->setPen(themeOf(this).muted);
        const QRectF line(left, 3, size.width() - left - BoardScene::margin, headHeight());
        const QStringList axes{tr("stages (slices of the layers) across, replicas down"),
                               tr("stages across, replicas down")};
        const QFontMetricsF metrics(painter->font());
        if (!gpus().placeTexts().isEmpty())
            paintLongest(*painter, line, gpus().placeTexts());
        else if (const QString fits = longestFit(axes, metrics, line.width()); !fits.isEmpty())
            painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fits);
    }
    paintBoard(*painter, sceneIn(size), *this, numbers_);
}

} // namespace pipette
