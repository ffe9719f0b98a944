// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/selection_panel.h"

#include "core/base/index.h"
#include "core/plan/edits/mapping_edit.h"
#include "core/plan/stages/stage_tp.h"
#include "core/plan/stages/unlike_gpus.h"
#include "core/plan/time_parts.h"
#include "widgets/charts/split_text.h"
#include "widgets/cluster/gpus/gpu_groups.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/cluster/known_faults.h"
#include "widgets/plans/candidates_model.h"
#include "widgets/plans/reliance_text.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QGuiApplication>
#include <QPushButton>
#include <QTextBrowser>

#include <algorithm>
#include <set>

namespace pipette {
namespace {

constexpr int most_faults = 30; // told one by one

QString heading(const QString& title) {
    return QStringLiteral("<h4 style='margin:6px 0 2px 0'>%1</h4>").arg(title.toHtmlEscaped());
}

/// Words of a paragraph, taken as plain text.
QString paragraph(const QString& text) {
    return QStringLiteral("<p style='white-space:pre-wrap; margin:4px 0'>%1</p>").arg(text.toHtmlEscaped());
}

/// Plain text in the colour of secondary text.
QString muted(const QString& text) {
    return QStringLiteral("<span style='color:%1'>%2</span>")
        .arg(themeOf(QGuiApplication::palette()).muted.name(), text.toHtmlEscaped());
}

/// Heading and two columns of names and figures, as HTML; takes plain text.
class Section {
public:
    explicit Section(const QString& title, const QString& line = {})
        : html_(heading(title) + line + QStringLiteral("<table>")) {}
    void row(const QString& name, const QString& value) { add(name, value.toHtmlEscaped()); }
    void row(const QString& name, const QString& strong, const QString& rest) {
        add(name, QStringLiteral("<b>%1</b> %2").arg(strong.toHtmlEscaped(), muted(rest)));
    }
    QString html() const { return html_ + QStringLiteral("</table>"); }

private:
    void add(const QString& name, const QString& value) {
        html_ +=
            QStringLiteral("<tr><td style='padding-right:10px; white-space:nowrap'>%1</td><td>%2</td></tr>")
                .arg(muted(name), value);
    }

    QString html_;
};

/// The faults that the selected GPUs meet; of all the cluster where none is selected.
QString fault_section(const Cluster& cluster, const std::vector<int>& gpus) {
    std::set<int> nodes;
    for (const int gpu : gpus)
        nodes.insert(cluster.node_of(gpu));
    const auto meets = [&](const Fault& fault) {
        if (nodes.empty())
            return true;
        if (!fault.is_link())
            return fault.gpu < 0 ? nodes.contains(fault.node)
                                 : std::binary_search(gpus.begin(), gpus.end(),
                                                      cluster.first_gpu(fault.node) + fault.gpu);
        const bool here = nodes.contains(fault.node), there = nodes.contains(fault.other);
        return nodes.size() == 1 ? here || there : here && there;
    };
    std::vector<int> faults;
    for (int i = 0; i < static_cast<int>(cluster.faults.size()); ++i)
        if (meets(cluster.faults[index(i)]))
            faults.push_back(i);
    return faults.empty() ? QString()
                          : heading(SelectionPanel::tr("⚠ Known faults")) +
                                paragraph(faultsText(cluster, faults, most_faults));
}

QString candidate_section(const Cluster& cluster, const Candidate& candidate) {
    Section section(SelectionPanel::tr("Candidate"));
    section.row(SelectionPanel::tr("planner"), plannerTitle(candidate.planner));
    section.row(SelectionPanel::tr("configuration"), splitLine(short_name(candidate.config)));
    if (const std::string layers = layers_on_kinds_text(cluster, candidate); !layers.empty())
        section.row(SelectionPanel::tr("stages"), sentenceText(layers));
    section.row(SelectionPanel::tr("time per step"), timeText(candidate.iteration_time_s),
                SelectionPanel::tr("(%1 to %2)").arg(timeText(candidate.low_s), timeText(candidate.high_s)));
    section.row(SelectionPanel::tr("microbatches"),
                SelectionPanel::tr("%1 a pipeline").arg(candidate.config.microbatches()));
    section.row(SelectionPanel::tr("throughput"),
                SelectionPanel::tr("%1 tokens/s, %2 MFU")
                    .arg(countText(candidate.tokens_per_s), shareText(candidate.mfu)));
    section.row(SelectionPanel::tr("memory"), wordOf(verdict_of(candidate)));
    const QString reliance = relianceText(candidate);
    return reliance.isEmpty() ? section.html()
                              : section.html() + heading(QStringLiteral("⚠ ") + reliance) +
                                    paragraph(relianceDetails(cluster, candidate, most_faults));
}

QString breakdown_section(const Candidate& candidate) {
    const Breakdown& parts = candidate.breakdown;
    if (parts.total() <= 0)
        return {};
    Section section(SelectionPanel::tr("Where the time goes"));
    for (const TimePart& part : time_parts())
        if (const double seconds = parts.*part.seconds; seconds > 0)
            section.row(wordText(part.name()),
                        QStringLiteral("%1 (%2)").arg(timeText(seconds), shareText(seconds / parts.total())));
    return section.html();
}

QString stage_section(const Candidate& candidate, int device) {
    if (device < 0 || device >= static_cast<int>(candidate.memory.size()))
        return {};
    const DeviceMemory& memory = candidate.memory[index(device)];
    Section section(SelectionPanel::tr("Memory of a GPU of stage %1").arg(device));
    for (const MemoryPart& part : memory.parts)
        section.row(wordText(part.name),
                    memoryText(part.bytes) +
                        (part.place == MemoryPlace::host ? SelectionPanel::tr(" on the host") : QString()));
    section.row(
        SelectionPanel::tr("estimate"),
        SelectionPanel::tr("%1, at most %2").arg(memoryText(memory.estimate), memoryText(memory.upper)));
    section.row(
        SelectionPanel::tr("limit"),
        SelectionPanel::tr("%1: %2 full, %3")
            .arg(memoryText(memory.limit), shareText(memory.upper / memory.limit), wordOf(memory.verdict)));
    if (memory.host_limit > 0)
        section.row(SelectionPanel::tr("host"), SelectionPanel::tr("%1 for each GPU: %2 full")
                                                    .arg(memoryText(memory.host_limit),
                                                         shareText(host_bytes(memory) / memory.host_limit)));
    return section.html();
}

/// What the hardware is.
void add_hardware(Section& section, const Cluster& cluster, int gpu) {
    const NodeKind& kind = cluster.kind_of_node(cluster.node_of(gpu));
    section.row(SelectionPanel::tr("kind"), filled(SelectionPanel::tr("%1, %2\u00a0GiB"),
                                                   nameText(kind.gpu.name), numberText(kind.gpu.memory_gib)));
    section.row(SelectionPanel::tr("NIC"), filled(SelectionPanel::tr("%1 of %2"),
                                                  kind.nic_near(cluster.place_of(gpu).local) + 1, kind.nics));
}

/// The links to the peers of the next stage and replica.
void add_links(Section& section, const Shown& shown, const RankGrid& grid, const RankPlace& where) {
    const std::vector<int>& gpu_of_rank = shown.candidate->mapping.gpu_of_rank;
    const auto link = [&](const QString& name, const RankPlace& peer) {
        const int gpu = gpu_of_rank[index(grid.rank(where))], other = gpu_of_rank[index(grid.rank(peer))];
        section.row(name, bandwidthText(linkBandwidth(*shown.cluster, gpu, other)),
                    filled(shown.cluster->node_of(gpu) == shown.cluster->node_of(other)
                               ? SelectionPanel::tr("to %1, same node")
                               : SelectionPanel::tr("to %1"),
                           nameText(shown.cluster->gpu_name(other))));
    };
    RankPlace peer = where;
    if (where.stage + 1 < grid.size(Spread::stages)) {
        ++peer.stage;
        link(SelectionPanel::tr("to next stage"), peer);
    }
    if (const int replicas = grid.size(Spread::replicas); replicas > 1) {
        peer = where;
        peer.replica = (where.replica + 1) % replicas;
        link(SelectionPanel::tr("to next replica"), peer);
    }
}

/// The rank of a GPU in the plan; -1: it is spare, or there is no plan.
int rankOf(const Shown& shown, int gpu) {
    if (!shown.candidate)
        return -1;
    const std::vector<int>& gpu_of_rank = shown.candidate->mapping.gpu_of_rank;
    const auto rank = std::find(gpu_of_rank.begin(), gpu_of_rank.end(), gpu);
    return rank == gpu_of_rank.end() ? -1 : static_cast<int>(rank - gpu_of_rank.begin());
}

/// What the plan has the GPU of a rank do.
void add_role(Section& section, const Shown& shown, int gpu, int rank) {
    const Candidate& candidate = *shown.candidate;
    const RankGrid grid(candidate.config);
    const RankPlace where = grid.place(rank);
    add_links(section, shown, grid, where);
    if (where.stage < static_cast<int>(candidate.memory.size())) {
        const DeviceMemory& memory = candidate.memory[index(where.stage)];
        section.row(SelectionPanel::tr("memory"), memoryText(memory.upper),
                    SelectionPanel::tr("at most, of %1").arg(memoryText(memory.limit)));
    }
    for (const Axis& axis : groupedAxes(shown)) {
        const GpuGroups groups(shown, axis);
        if (const int group = groups.of_gpu(gpu); groups.size(group) > 1)
            section.row(ownText(axis.name), groups.placeText(group));
    }
    if (candidate.config.tp_x > 1)
        section.row(
            SelectionPanel::tr("place along x, y"),
            filled(SelectionPanel::tr("%1, %2"), grid.along(rank, axis::x), grid.along(rank, axis::y)));
    else
        section.row(SelectionPanel::tr("tensor rank"),
                    QString::number(RankGrid(as_stage(candidate.config, where.stage)).along(rank, axis::tp)));
}

/// "■ stage 0, replica 0, rank 0 · rack r1", the square in the colour of the stage.
QString placeLine(const Shown& shown, int gpu, int rank) {
    QString line;
    if (rank >= 0) {
        const RankPlace where = RankGrid(shown.candidate->config).place(rank);
        line = QStringLiteral("<span style='color:%1'>\u25a0</span> ").arg(stageColour(where.stage).name()) +
               filled(SelectionPanel::tr("stage %1, replica %2, rank %3"), where.stage, where.replica, rank)
                   .toHtmlEscaped();
    } else if (shown.candidate)
        line = SelectionPanel::tr("spare: the plan does not use the GPU").toHtmlEscaped();
    const Node& node = shown.cluster->nodes[index(shown.cluster->node_of(gpu))];
    QStringList where;
    if (!node.zone.empty())
        where << filled(SelectionPanel::tr("zone %1"), nameText(node.zone));
    if (!node.rack.empty())
        where << filled(SelectionPanel::tr("rack %1"), nameText(node.rack));
    if (!where.isEmpty())
        line += muted((line.isEmpty() ? QString() : QStringLiteral(" \u00b7 ")) +
                      where.join(QStringLiteral(" \u00b7 ")));
    return line;
}

/// What the GPU does stands before what it is.
QString gpu_section(const Shown& shown, int gpu) {
    const int rank = rankOf(shown, gpu);
    Section section(filled(SelectionPanel::tr("GPU %1"), nameText(shown.cluster->gpu_name(gpu))),
                    placeLine(shown, gpu, rank));
    if (std::binary_search(shown.pinned_gpus.begin(), shown.pinned_gpus.end(), gpu))
        section.row(SelectionPanel::tr("state"), SelectionPanel::tr("pinned: does not move"));
    if (std::binary_search(shown.excluded_gpus.begin(), shown.excluded_gpus.end(), gpu))
        section.row(SelectionPanel::tr("state"), SelectionPanel::tr("excluded: not used"));
    if (rank >= 0)
        add_role(section, shown, gpu, rank);
    add_hardware(section, *shown.cluster, gpu);
    return section.html();
}

/// A line of the group that the selected GPUs are in, of those by which they are grouped; else empty.
QString group_text(const Shown& shown, const Selection& selection) {
    const std::vector<Axis> axes = groupedAxes(shown);
    if (!selection.grouping || std::find(axes.begin(), axes.end(), *selection.grouping) == axes.end())
        return {};
    const GpuGroups groups(shown, *selection.grouping);
    const int group = groups.of_gpus(selection.gpus);
    if (group < 0)
        return {};
    QString text = groups.placeText(group) + QLatin1Char('\n');
    text[0] = text[0].toUpper();
    return text;
}

} // namespace

SelectionPanel::SelectionPanel(QWidget* parent)
    : QWidget(parent),
      text_(new QTextBrowser),
      actions_(new QWidget),
      pin_(new QPushButton),
      exclude_(new QPushButton) {
    setAccessibleName(tr("Selection"));
    text_->setAccessibleName(tr("What is selected, where, what it costs and why"));
    text_->setOpenLinks(false);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setTabChangesFocus(true);
    text_->document()->setDocumentMargin(8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text_, 1);
    auto* row = new QHBoxLayout(actions_);
    row->setContentsMargins(tokens::space_2, tokens::space_1, tokens::space_2, tokens::space_2);
    row->setSpacing(tokens::space_1);
    pin_->setObjectName(QStringLiteral("pin-selected"));
    pin_->setIcon(glyphIcon(Glyph::pin));
    exclude_->setObjectName(QStringLiteral("exclude-selected"));
    exclude_->setIcon(glyphIcon(Glyph::close));
    for (QPushButton* button : {pin_, exclude_})
        row->addWidget(button);
    row->addStretch(1);
    layout->addWidget(actions_);
    connect(pin_, &QPushButton::clicked, this, &SelectionPanel::pinToggled);
    connect(exclude_, &QPushButton::clicked, this, &SelectionPanel::excludeToggled);
    setFocusProxy(text_);
    refresh();
}

QString SelectionPanel::plainText() const {
    return text_->toPlainText();
}

void SelectionPanel::setShown(const Shown& shown) {
    shown_ = shown;
    refresh();
}

void SelectionPanel::setSelection(const Selection& selection) {
    if (selection == selection_)
        return;
    selection_ = selection;
    refresh();
}

void SelectionPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        drawn_.clear(); // the same words in other colours
        refresh();
    }
    QWidget::changeEvent(event);
}

void SelectionPanel::showActions() {
    const auto all_in = [this](const std::vector<int>& gpus) {
        return std::includes(gpus.begin(), gpus.end(), selection_.gpus.begin(), selection_.gpus.end());
    };
    actions_->setVisible(shown_.cluster && !selection_.gpus.empty());
    const bool pinned = all_in(shown_.pinned_gpus), excluded = all_in(shown_.excluded_gpus);
    pin_->setText(pinned ? tr("Let move") : tr("Keep here"));
    setPlainTip(*pin_, pinned ? tr("A search may move the selected GPUs again")
                              : tr("No search moves the selected GPUs"));
    exclude_->setText(excluded ? tr("Use again") : tr("Exclude"));
    setPlainTip(*exclude_, excluded ? tr("The next plan may use the selected GPUs again")
                                    : tr("The next plan does without the selected GPUs"));
}

void SelectionPanel::refresh() {
    showActions();
    const QString html = explanation();
    if (html == drawn_) // a running search refreshes often, and laying out costs more than all else here
        return;
    drawn_ = html;
    text_->setHtml(html);
}

QString SelectionPanel::explanation() const {
    if (!shown_.cluster)
        return tr("<p>Open a cluster and choose a model to begin. What you select in any view is "
                  "explained here.</p>");
    QString html;
    if (selection_.gpus.empty() && shown_.candidate)
        html += tr("<p>Click a GPU, a stage or a link to see it here. Drag a GPU or a node onto another, or "
                   "press M on it (Ctrl+M anywhere), to see what exchanging them changes. G chooses "
                   "which groups of GPUs are numbered and move together.</p>");
    const int gpus = static_cast<int>(selection_.gpus.size());
    if (gpus == 2) {
        const int a = selection_.gpus[0], b = selection_.gpus[1];
        Section link(tr("Link"));
        link.row(tr("between"), QStringLiteral("%1, %2").arg(nameText(shown_.cluster->gpu_name(a)),
                                                             nameText(shown_.cluster->gpu_name(b))));
        link.row(tr("there"), bandwidthText(linkBandwidth(*shown_.cluster, a, b)));
        link.row(tr("back"), bandwidthText(linkBandwidth(*shown_.cluster, b, a)));
        html += link.html();
    }
    if (gpus == 1 || gpus == 2)
        for (const int gpu : selection_.gpus)
            html += gpu_section(shown_, gpu);
    else if (gpus > 2)
        html += paragraph(
            group_text(shown_, selection_) +
            filled(tr("%1 GPUs: %2"), gpus, nameText(gpu_list_name(*shown_.cluster, selection_.gpus))));
    html += fault_section(*shown_.cluster, selection_.gpus);
    if (shown_.candidate) {
        if (const QString why = stageReasonNote(shown_, selection_.device).trimmed(); !why.isEmpty())
            html += heading(tr("Why stage %1 is there").arg(selection_.device)) + paragraph(why);
        html += stage_section(*shown_.candidate, selection_.device);
        html += candidate_section(*shown_.cluster, *shown_.candidate);
        html += breakdown_section(*shown_.candidate);
    } else {
        html += paragraph(filled(
            tr("%1 has %2 nodes and %3 GPUs.\nPlan (F5) to find the best configuration."),
            nameText(shown_.cluster->name), shown_.cluster->node_count(), shown_.cluster->gpu_count()));
    }
    return html;
}

} // namespace pipette
