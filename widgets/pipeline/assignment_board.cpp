// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/assignment_board.h"

#include "core/plan/edits/mapping_edit.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>

#include <algorithm>
#include <optional>

namespace pipette {

AssignmentBoard::AssignmentBoard(QWidget* parent) : GpuView(parent), choice_(new QComboBox(this)) {
    setAccessibleName(tr("Assignment board: stages across, replicas down"));
    choice_->setAccessibleName(tr("By which groups GPUs are shown and carried"));
    choice_->setFont(smallFont(font()));
    choice_->move(6, 3);
    connect(choice_, &QComboBox::activated, this, [this](int item) {
        requestGrouping(item == 0 ? std::nullopt : std::optional(axes()[static_cast<std::size_t>(item - 1)]));
    });
    shownChanged();
}

void AssignmentBoard::fillChoice() {
    QStringList texts{tr("By block")};
    int now = 0;
    for (const Axis& axis : axes()) {
        if (groups() && groups()->axis() == axis)
            now = static_cast<int>(texts.size());
        texts << filled(tr("By %1"), groupingText(shown(), axis));
    }
    showChoices(*choice_, texts, now);
    choice_->setVisible(!axes().empty());
    resizeEvent(nullptr);
}

void AssignmentBoard::resizeEvent(QResizeEvent*) {
    fitChoice(*choice_, width() - 12);
}

void AssignmentBoard::shownChanged() {
    const std::shared_ptr<const Cluster> cluster = shown().cluster;
    cell_gpus_.clear();
    cell_names_.clear();
    longest_host_.clear();
    spares_.clear();
    index_of_gpu_.assign(roles().size(), 0);
    stages_ = replicas_ = 0;
    if (cluster && shown().candidate) {
        const RankGrid grid(shown().candidate->config);
        stages_ = grid.size(Spread::stages), replicas_ = grid.size(Spread::replicas),
        block_ = grid.size(Spread::peers);
        for (int device = 0; device < stages_; ++device)
            for (int replica = 0; replica < replicas_; ++replica) {
                std::vector<int> block;
                for (int peer = 0; peer < block_; ++peer) {
                    const auto rank = static_cast<std::size_t>(grid.rank({device, replica, peer}));
                    const int gpu = shown().candidate->mapping.gpu_of_rank[rank];
                    index_of_gpu_[static_cast<std::size_t>(gpu)] = static_cast<int>(cell_gpus_.size());
                    cell_gpus_.push_back(gpu);
                    block.push_back(gpu);
                }
                std::sort(block.begin(), block.end());
                cell_names_.push_back(nameText(gpu_list_name(*cluster, block)));
                if (const QString host = cell_names_.back().section(u':', 0, 0);
                    host.size() > longest_host_.size())
                    longest_host_ = host;
            }
    }
    for (std::size_t gpu = 0; gpu < roles().size(); ++gpu)
        if (roles()[gpu].rank < 0) {
            index_of_gpu_[gpu] = -1 - static_cast<int>(spares_.size());
            spares_.push_back(static_cast<int>(gpu));
        }
    fillChoice();
    chartTable()->setContent(tableContent());
}

Spot AssignmentBoard::furtherSpot(int item) const {
    return {Spot::Kind::cell, -1, -1, item / replicas_, item % replicas_};
}

int AssignmentBoard::furtherItemAt(const QPointF& point) const {
    const Spot spot = spotAt(point);
    return spot.kind == Spot::Kind::cell ? spot.device * replicas_ + spot.replica : -1;
}

ChartTable::Content AssignmentBoard::tableContent() const {
    ChartTable::Content content;
    content.columns = {tr("GPU"), tr("Rank"), tr("Stage"), tr("Replica"), tr("State")};
    std::optional<GpuGroups> grouped;
    if (groups()) {
        grouped = *groups();
        content.columns << groupingText(shown(), grouped->axis());
    }
    content.rows = static_cast<int>(roles().size());
    content.cell = [cluster = shown().cluster, all = roles(), grouped](int gpu, int column) {
        const GpuRole& role = all[static_cast<std::size_t>(gpu)];
        const auto number = [&role](int value) {
            return role.rank < 0 ? ChartTable::Cell{} : ChartTable::Cell{QString::number(value), value};
        };
        switch (column) {
        case 0:
            return ChartTable::Cell{nameText(cluster->gpu_name(gpu)), {}};
        case 1:
            return number(role.rank);
        case 2:
            return number(role.place.stage);
        case 3:
            return number(role.place.replica);
        case 5:
            return number(grouped ? grouped->of_gpu(gpu) : -1);
        default:
            return ChartTable::Cell{role.excluded   ? tr("excluded")
                                    : role.pinned   ? tr("pinned")
                                    : role.rank < 0 ? tr("spare")
                                                    : tr("in use"),
                                    {}};
        }
    };
    return content;
}

} // namespace pipette
