// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/schedule_lab.h"

#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"
#include "widgets/charts/copy_table.h"
#include "widgets/lab/lab_moment.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/lab_times.h"
#include "widgets/lab/schedule_picker.h"
#include "widgets/lab/schedule_presets.h"
#include "widgets/pipeline/memory_curve.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QScrollArea>
#include <QSplitter>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>

namespace pipette {

ScheduleLabPicture::ScheduleLabPicture(GanttView* gantt, MemoryCurve* memory, QWidget* parent)
    : ChartView(parent), gantt_(gantt), memory_(memory) {
    setAccessibleName(tr("Pipeline schedules"));
    hide();
}

void ScheduleLabPicture::renderTo(QPainter* painter, QSize size) {
    const int upper = size.height() * 7 / 10;
    gantt_->renderTo(painter, {size.width(), upper});
    painter->save();
    painter->translate(0, upper);
    memory_->renderTo(painter, {size.width(), size.height() - upper});
    painter->restore();
}

ScheduleLab::ScheduleLab(QWidget* parent)
    : QWidget(parent),
      presets_(new QComboBox),
      colours_(new QComboBox),
      times_(new LabTimes),
      player_(new LabPlayer),
      table_(new QTableWidget),
      gantt_(new GanttView),
      memory_(new MemoryCurve),
      picture_(new ScheduleLabPicture(gantt_, memory_, this)),
      runner_([](LabRequest request, std::function<void(LabAnswer)> done) { done(simulate(request)); }) {
    setAccessibleName(tr("Schedule lab"));
    setFocusPolicy(Qt::StrongFocus);
    makeTable();
    auto* charts = new QSplitter(Qt::Vertical);
    charts->addWidget(gantt_);
    charts->addWidget(memory_);
    charts->setStretchFactor(0, 7);
    charts->setStretchFactor(1, 3);
    charts->setSizes({700, 300});
    charts->setChildrenCollapsible(false);
    player_->append(makeExports());
    auto* right = new QVBoxLayout;
    right->addWidget(player_);
    right->addWidget(charts, 1);
    right->addWidget(table_);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(makeControls());
    layout->addLayout(right, 1);

    gantt_->installEventFilter(this);
    connect(player_, &LabPlayer::cursorChanged, this, [this](std::optional<double> time) {
        gantt_->setPlayTime(time);
        memory_->setPlayTime(time);
        showNow(time);
    });
    connect(gantt_, &GanttView::timeRangeChanged, memory_, &MemoryCurve::setTimeRange);
    connect(gantt_, &GanttView::selectionRequested, this, [this](const Selection& selection) {
        gantt_->setSelection(selection);
        memory_->setDevice(selection.device);
    });
    setPreset(0);
}

QWidget* ScheduleLab::makeControls() {
    auto* content = new QWidget;
    auto* groups = new QVBoxLayout(content);
    groups->setContentsMargins(0, 0, 4, 0);
    presets_->setAccessibleName(tr("Preset"));
    colours_->setAccessibleName(tr("What colours tell"));
    for (QComboBox* box : {presets_, colours_}) {
        box->view()->setAccessibleName(box->accessibleName());
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        groups->addWidget(box);
    }
    for (const SchedulePreset& preset : schedule_presets())
        presets_->addItem(preset.name);
    presets_->setPlaceholderText(tr("Your own"));
    connect(presets_, &QComboBox::activated, this, &ScheduleLab::setPreset);
    colours_->addItems({tr("Colour by kind of work"), tr("Colour by stage"), tr("Colour by microbatch")});
    colours_->setToolTip(tr("What colours tell (C in the chart)"));
    connect(colours_, &QComboBox::currentIndexChanged, this,
            [this](int index) { gantt_->setColours(static_cast<BarColours>(index)); });
    connect(gantt_, &GanttView::coloursChanged, this,
            [this](BarColours colours) { colours_->setCurrentIndex(static_cast<int>(colours)); });
    for (std::size_t k = 0; k < pickers_.size(); ++k) {
        pickers_[k] = new SchedulePicker(k == 0 ? tr("First schedule") : tr("Second schedule"));
        pickers_[k]->setCheckable(k == 1);
        groups->addWidget(pickers_[k]);
        connect(pickers_[k], &SchedulePicker::changed, this, [this] {
            if (!quiet_)
                presets_->setCurrentIndex(-1);
            recompute();
        });
        connect(pickers_[k], &SchedulePicker::openRequested, this,
                [this, k] { emit openRequested(static_cast<int>(k)); });
    }
    groups->addWidget(times_);
    connect(times_, &LabTimes::changed, this, &ScheduleLab::recompute);
    groups->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    keepFromWheel(*content);
    scroll->setFixedWidth(std::max(300, content->minimumSizeHint().width() + 24));
    return scroll;
}

QWidget* ScheduleLab::makeExports() {
    auto* exports = new QToolButton;
    exports->setText(tr("Export"));
    exports->setAccessibleName(exports->text());
    exports->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(exports);
    exports->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addAction(tr("Page that p&lays…"), this, &ScheduleLab::exportPageRequested);
        menu->addAction(tr("Save as a &lesson…"), this, &ScheduleLab::exportLessonRequested);
        menu->addAction(tr("&Picture…"), this, &ScheduleLab::exportPictureRequested);
        for (int k = 0; k < entries_.size(); ++k) {
            menu->addAction(menuText(tr("Chrome trace of %1…").arg(entries_[k].title)), this,
                            [this, k] { emit exportTraceRequested(k); });
            menu->addAction(menuText(tr("CSV of %1…").arg(entries_[k].title)), this,
                            [this, k] { emit exportCsvRequested(k); });
        }
        menu->setEnabled(!entries_.isEmpty());
    });
    return exports;
}

void ScheduleLab::makeTable() {
    table_->setAccessibleName(tr("Figures of the schedules"));
    table_->setColumnCount(6);
    table_->setHorizontalHeaderLabels({tr("Schedule"), tr("Iteration"), tr("Without any bubble"),
                                       tr("Bubble"), tr("Most activations held"), tr("Parameter copies")});
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::NoSelection);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    addCopyActions(*table_);
    table_->setRowCount(2);
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() +
                           2 * table_->verticalHeader()->defaultSectionSize() + 4);
}

void ScheduleLab::setPreset(int number) {
    const SchedulePreset& preset = schedule_presets()[static_cast<std::size_t>(number)];
    quiet_ = true;
    presets_->setCurrentIndex(number);
    pickers_[0]->setChosen(preset.first.kind, preset.first.size);
    pickers_[1]->setChecked(preset.second.has_value());
    if (preset.second)
        pickers_[1]->setChosen(preset.second->kind, preset.second->size);
    times_->set(preset.forward, preset.backward, preset.link, preset.overlapped);
    quiet_ = false;
    recompute();
}

void ScheduleLab::setSchedule(int which, ScheduleKind kind, const ScheduleSize& size) {
    if (which == 1)
        pickers_[1]->setChecked(true);
    pickers_[static_cast<std::size_t>(which)]->setChosen(kind, size);
}

void ScheduleLab::setOwnSchedule(int which, std::shared_ptr<const Schedule> schedule, const QString& title) {
    if (which == 1)
        pickers_[1]->setChecked(true);
    pickers_[static_cast<std::size_t>(which)]->setOwn(std::move(schedule), title);
}

void ScheduleLab::recompute() {
    if (quiet_)
        return;
    player_->play(false);
    LabRequest request;
    if (auto times = times_->read()) {
        request.times = std::move(*times);
        request.p2p = times_->p2p();
        for (std::size_t k = 0; k < pickers_.size(); ++k)
            if (!pickers_[k]->isCheckable() || pickers_[k]->isChecked())
                request.choices[k] = pickers_[k]->choice();
    }
    player_->setNow(tr("simulating…"));
    request_ = request;
    runner_(std::move(request), [self = QPointer(this), wish = ++wish_](const LabAnswer& answer) {
        if (self && self->wish_ == wish)
            self->showAnswer(answer);
    });
}

void ScheduleLab::showAnswer(const LabAnswer& answer) {
    entries_.clear();
    for (std::size_t k = 0; k < pickers_.size(); ++k) {
        const LabAnswer::Outcome& outcome = answer.outcomes[k];
        pickers_[k]->setRefusal(outcome.refusal);
        if (!outcome.entry)
            continue;
        entries_ << *outcome.entry;
    }
    memory_->setTimelines(entries_);
    gantt_->setTimelines(entries_);
    showTable();
    player_->setTimes(answer.events, latestEnd(entries_));
}

void ScheduleLab::showTable() {
    table_->setRowCount(static_cast<int>(entries_.size()));
    for (int k = 0; k < entries_.size(); ++k) {
        const Timeline& timeline = *entries_[k].timeline;
        double ideal = 0, held = 0;
        for (int d = 0; d < timeline.schedule->devices(); ++d) {
            ideal = std::max(ideal, timeline.devices[static_cast<std::size_t>(d)].busy);
            held = std::max(held, peak_share(timeline, d));
        }
        const auto kind = schedule_named(timeline.schedule->name());
        const QStringList cells{entries_[k].title,
                                timeText(timeline.total()),
                                timeText(ideal),
                                shareText(idle_share(timeline)),
                                tr("%1 microbatches").arg(QString::number(held, 'g', 3)),
                                QString::number(kind ? family_of(*kind).pipelines() : 1)};
        for (int column = 0; column < cells.size(); ++column)
            table_->setItem(k, column, new QTableWidgetItem(cells[column]));
    }
}

void ScheduleLab::showNow(std::optional<double> time) {
    player_->setNow(momentText(entries_, time));
}

bool ScheduleLab::event(QEvent* event) {
    return LabPlayer::overrides(*event) || QWidget::event(event);
}

void ScheduleLab::keyPressEvent(QKeyEvent* event) {
    if (!player_->take(*event))
        QWidget::keyPressEvent(event);
}

bool ScheduleLab::eventFilter(QObject* watched, QEvent* event) {
    if (watched == gantt_ && event->type() == QEvent::KeyPress &&
        player_->take(*static_cast<QKeyEvent*>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace pipette
