// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/schedule_lab.h"

#include "core/base/input_error.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "widgets/memory_curve.h"
#include "widgets/schedule_picker.h"
#include "widgets/schedule_presets.h"
#include "widgets/theme.h"
#include "widgets/units_text.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSlider>
#include <QSplitter>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr double milli = 1e-3;
constexpr double whole_play_s = 15; // of everything at speed 1
constexpr int frame_ms = 33;
constexpr int slider_steps = 1000;
constexpr long most_operations = 60'000; // simulated on every change without a pause

QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::optional<std::vector<double>> values_of(const QString& text) {
    std::vector<double> values;
    for (const QString& word : text.split(QLatin1Char(','))) {
        bool good = false;
        values.push_back(word.trimmed().toDouble(&good));
        if (!good || !std::isfinite(values.back()) || values.back() < 0)
            return std::nullopt;
    }
    return values;
}

// Times of a schedule in seconds; lists with one value a device only fit schedules of as many devices.
Timeline simulate(const SchedulePicker& picker, DeviceTimes times, std::optional<P2p> p2p) {
    const ScheduleSize size = picker.size();
    if (3L * size.devices * size.microbatches * size.chunks * size.slices > most_operations)
        throw InputError("", "", "is too large to step through; pipette simulate takes larger ones");
    Simulator simulator(make_schedule(picker.kind(), size));
    for (auto* list : {&times.forward, &times.backward, &times.link})
        for (double& value : *list)
            value *= milli;
    times.overlapped *= milli;
    simulator.run(StageTimes(times, simulator.schedule()).view(),
                  p2p.value_or(family_of(picker.kind()).default_p2p));
    return simulator.timeline();
}

} // namespace

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
      p2p_(new QComboBox),
      speed_(new QComboBox),
      forward_(new QLineEdit),
      backward_(new QLineEdit),
      link_(new QLineEdit),
      weight_share_(new QDoubleSpinBox),
      overlapped_(new QDoubleSpinBox),
      times_refusal_(new QLabel),
      now_(new QLabel),
      play_(new QToolButton),
      slider_(new QSlider(Qt::Horizontal)),
      table_(new QTableWidget),
      gantt_(new GanttView),
      memory_(new MemoryCurve),
      picture_(new ScheduleLabPicture(gantt_, memory_, this)) {
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
    auto* right = new QVBoxLayout;
    right->addLayout(makePlayer());
    right->addWidget(charts, 1);
    right->addWidget(table_);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(makeControls());
    layout->addLayout(right, 1);

    gantt_->installEventFilter(this);
    timer_.setInterval(frame_ms);
    connect(&timer_, &QTimer::timeout, this, [this] {
        const double next = cursor_.value_or(0) +
                            duration() * speed_->currentData().toDouble() * frame_ms / 1e3 / whole_play_s;
        setCursorTime(std::min(next, duration()));
        if (next >= duration())
            play(false);
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
    presets_->view()->setAccessibleName(presets_->accessibleName());
    presets_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const SchedulePreset& preset : schedule_presets())
        presets_->addItem(preset.name);
    presets_->setPlaceholderText(tr("Your own"));
    groups->addWidget(presets_);
    connect(presets_, &QComboBox::activated, this, &ScheduleLab::setPreset);
    for (std::size_t k = 0; k < pickers_.size(); ++k) {
        pickers_[k] = new SchedulePicker(k == 0 ? tr("First schedule") : tr("Second schedule"));
        pickers_[k]->setCheckable(k == 1);
        groups->addWidget(pickers_[k]);
        connect(pickers_[k], &SchedulePicker::changed, this, [this] {
            if (!quiet_)
                presets_->setCurrentIndex(-1);
            recompute();
        });
    }
    auto* times = new QGroupBox(tr("Times (ms)"));
    auto* form = new QFormLayout(times);
    form->setContentsMargins(8, 6, 8, 8);
    form->setVerticalSpacing(4);
    const auto field = [&](QLineEdit* edit, const QString& label, const QString& help) {
        edit->setAccessibleName(tr("%1, milliseconds").arg(label));
        edit->setToolTip(help);
        form->addRow(label, edit);
        connect(edit, &QLineEdit::editingFinished, this, &ScheduleLab::recompute);
    };
    field(forward_, tr("Forward"),
          tr("One microbatch through a device: one number, or one a device with commas"));
    field(backward_, tr("Backward"), tr("The whole backward: one number, or one a device with commas"));
    field(link_, tr("Link"), tr("One transfer: one number, or one a boundary between neighbours"));
    weight_share_->setRange(0, 1);
    weight_share_->setSingleStep(0.05);
    weight_share_->setValue(0.5);
    weight_share_->setAccessibleName(tr("Share of the backward that is the weight gradient"));
    weight_share_->setToolTip(weight_share_->accessibleName());
    form->addRow(tr("Weight share"), weight_share_);
    overlapped_->setRange(0, 1e6);
    overlapped_->setSpecialValueText(tr("their sum"));
    overlapped_->setAccessibleName(tr("Forward and backward overlapped, milliseconds"));
    overlapped_->setToolTip(tr("DualPipe: a forward inside a backward"));
    form->addRow(tr("Overlapped"), overlapped_);
    for (QDoubleSpinBox* box : {weight_share_, overlapped_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ScheduleLab::recompute);
    p2p_->setAccessibleName(tr("Transfers"));
    p2p_->view()->setAccessibleName(p2p_->accessibleName());
    p2p_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    p2p_->addItem(tr("as usual for it"));
    p2p_->addItem(text_of(name_of(P2p::overlapped)), static_cast<int>(P2p::overlapped));
    p2p_->addItem(text_of(name_of(P2p::blocking)), static_cast<int>(P2p::blocking));
    p2p_->setToolTip(tr("Whether a device waits for its transfers"));
    connect(p2p_, &QComboBox::currentIndexChanged, this, &ScheduleLab::recompute);
    form->addRow(tr("Transfers"), p2p_);
    times_refusal_->setWordWrap(true);
    times_refusal_->setAccessibleName(tr("Why the times cannot be used"));
    times_refusal_->hide();
    form->addRow(times_refusal_);
    groups->addWidget(times);
    groups->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(std::max(300, content->minimumSizeHint().width() + 24));
    return scroll;
}

QLayout* ScheduleLab::makePlayer() {
    auto* row = new QHBoxLayout;
    const auto button = [&](QToolButton* made, const QString& text, const QString& name) {
        made->setText(text);
        made->setAccessibleName(name);
        made->setToolTip(name);
        row->addWidget(made);
        return made;
    };
    connect(button(new QToolButton, tr("◀|"), tr("Step back (left arrow)")), &QToolButton::clicked, this,
            &ScheduleLab::stepBack);
    play_->setCheckable(true);
    button(play_, tr("▶ Play"), tr("Play (space)"));
    connect(play_, &QToolButton::toggled, this, &ScheduleLab::play);
    connect(button(new QToolButton, tr("|▶"), tr("Step (right arrow)")), &QToolButton::clicked, this,
            &ScheduleLab::stepForward);
    connect(button(new QToolButton, tr("All"), tr("Show everything (Esc)")), &QToolButton::clicked, this,
            &ScheduleLab::showEverything);
    speed_->setAccessibleName(tr("Speed"));
    speed_->view()->setAccessibleName(speed_->accessibleName());
    for (const double speed : {0.25, 0.5, 1.0, 2.0, 4.0})
        speed_->addItem(tr("%1×").arg(speed), speed);
    speed_->setCurrentIndex(2);
    row->addWidget(speed_);
    slider_->setRange(0, slider_steps);
    slider_->setAccessibleName(tr("Time"));
    slider_->setValue(slider_steps);
    connect(slider_, &QSlider::sliderMoved, this,
            [this](int step) { setCursorTime(duration() * step / slider_steps); });
    row->addWidget(slider_, 1);
    now_->setAccessibleName(tr("What runs now"));
    now_->setMinimumWidth(
        now_->fontMetrics().horizontalAdvance(QStringLiteral("00.0 ms, 00 of 00 + 00 of 00 busy")));
    row->addWidget(now_);
    auto* exports = button(new QToolButton, tr("Export"), tr("Export"));
    exports->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(exports);
    exports->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addAction(tr("&Picture…"), this, &ScheduleLab::exportPictureRequested);
        for (int k = 0; k < entries_.size(); ++k) {
            menu->addAction(tr("Chrome trace of %1…").arg(entries_[k].title), this,
                            [this, k] { emit exportTraceRequested(k); });
            menu->addAction(tr("CSV of %1…").arg(entries_[k].title), this,
                            [this, k] { emit exportCsvRequested(k); });
        }
        menu->setEnabled(!entries_.isEmpty());
    });
    return row;
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
    forward_->setText(QString::number(preset.forward));
    backward_->setText(QString::number(preset.backward));
    link_->setText(QString::number(preset.link));
    overlapped_->setValue(std::max(0.0, preset.overlapped));
    weight_share_->setValue(0.5);
    p2p_->setCurrentIndex(0);
    quiet_ = false;
    recompute();
}

void ScheduleLab::setSchedule(int which, ScheduleKind kind, const ScheduleSize& size) {
    if (which == 1)
        pickers_[1]->setChecked(true);
    pickers_[static_cast<std::size_t>(which)]->setChosen(kind, size);
}

bool ScheduleLab::readTimes() {
    const std::array<std::pair<QLineEdit*, std::vector<double>*>, 3> fields{
        {{forward_, &times_.forward}, {backward_, &times_.backward}, {link_, &times_.link}}};
    QString refusal;
    for (const auto& [edit, values] : fields) {
        if (auto read = values_of(edit->text()))
            *values = std::move(*read);
        else
            refusal = tr("⚠ %1: \"%2\" is not a number of 0 or more, nor a list of such with commas")
                          .arg(edit->accessibleName(), edit->text());
    }
    times_.weight_share = weight_share_->value();
    times_.overlapped = overlapped_->value() > 0 ? overlapped_->value() : -1;
    times_refusal_->setText(refusal);
    times_refusal_->setVisible(!refusal.isEmpty());
    return refusal.isEmpty();
}

void ScheduleLab::recompute() {
    if (quiet_)
        return;
    play(false);
    const bool readable = readTimes();
    std::optional<P2p> p2p;
    if (p2p_->currentIndex() > 0)
        p2p = static_cast<P2p>(p2p_->currentData().toInt());
    entries_.clear();
    events_.clear();
    for (SchedulePicker* picker : pickers_) {
        picker->setRefusal({});
        if (!readable || (picker->isCheckable() && !picker->isChecked()))
            continue;
        try {
            auto timeline = std::make_shared<const Timeline>(simulate(*picker, times_, p2p));
            for (const auto* times : {&timeline->start, &timeline->end})
                events_.insert(events_.end(), times->begin(), times->end());
            entries_ << GanttEntry{text_of(family_of(picker->kind()).title), std::move(timeline)};
        } catch (const InputError& error) {
            picker->setRefusal(error.place().empty() || error.place().starts_with("schedule")
                                   ? text_of(error.reason())
                                   : text_of(error.place() + ": " + error.reason()));
        }
    }
    std::sort(events_.begin(), events_.end());
    const double near = duration() * 1e-9; // sums of the same times in another order
    events_.erase(
        std::unique(events_.begin(), events_.end(), [near](double a, double b) { return b - a <= near; }),
        events_.end());
    memory_->setTimelines(entries_);
    gantt_->setTimelines(entries_);
    showTable();
    showEverything();
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
                                shareText(timeline.bubble_fraction()),
                                tr("%1 microbatches").arg(significant(held)),
                                QString::number(kind ? family_of(*kind).parameter_copies : 1)};
        for (int column = 0; column < cells.size(); ++column)
            table_->setItem(k, column, new QTableWidgetItem(cells[column]));
    }
}

double ScheduleLab::duration() const {
    double longest = 0;
    for (const GanttEntry& entry : entries_)
        longest = std::max(longest, entry.timeline->total());
    return longest;
}

void ScheduleLab::setCursorTime(std::optional<double> time) {
    cursor_ = time;
    gantt_->setPlayTime(time);
    memory_->setPlayTime(time);
    const double end = duration();
    slider_->setValue(time && end > 0 ? static_cast<int>(std::lround(*time / end * slider_steps))
                                      : slider_steps);
    QStringList busy;
    for (const GanttEntry& entry : entries_) {
        const Timeline& timeline = *entry.timeline;
        int running = 0;
        for (std::size_t i = 0; time && i < timeline.start.size(); ++i)
            running += timeline.start[i] <= *time && timeline.end[i] > *time;
        busy << tr("%1 of %2").arg(running).arg(timeline.schedule->devices());
    }
    now_->setText(!time ? timeText(end)
                        : tr("%1, %2 busy").arg(timeText(*time), busy.join(QStringLiteral(" + "))));
}

void ScheduleLab::play(bool on) {
    if (on && entries_.isEmpty())
        on = false;
    if (on && (!cursor_ || *cursor_ >= duration()))
        setCursorTime(0);
    if (on)
        timer_.start();
    else
        timer_.stop();
    play_->setChecked(on);
    play_->setText(on ? tr("❚❚ Pause") : tr("▶ Play"));
}

void ScheduleLab::stepForward() {
    play(false);
    const double now = cursor_ && *cursor_ < duration() ? *cursor_ : -1;
    const auto next = std::upper_bound(events_.begin(), events_.end(), now);
    if (next != events_.end())
        setCursorTime(*next);
}

void ScheduleLab::stepBack() {
    play(false);
    const auto here = std::lower_bound(events_.begin(), events_.end(), cursor_.value_or(duration()));
    if (here != events_.begin())
        setCursorTime(*std::prev(here));
}

void ScheduleLab::showEverything() {
    play(false);
    setCursorTime(std::nullopt);
}

bool ScheduleLab::playKey(const QKeyEvent& event) {
    if (event.modifiers() != Qt::NoModifier && event.modifiers() != Qt::KeypadModifier)
        return false;
    switch (event.key()) {
    case Qt::Key_Space:
        play(!isPlaying());
        return true;
    case Qt::Key_Right:
        stepForward();
        return true;
    case Qt::Key_Left:
        stepBack();
        return true;
    case Qt::Key_Escape:
        showEverything();
        return true;
    default:
        return false;
    }
}

void ScheduleLab::keyPressEvent(QKeyEvent* event) {
    if (!playKey(*event))
        QWidget::keyPressEvent(event);
}

bool ScheduleLab::eventFilter(QObject* watched, QEvent* event) {
    if (watched == gantt_ && event->type() == QEvent::KeyPress && playKey(*static_cast<QKeyEvent*>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace pipette
