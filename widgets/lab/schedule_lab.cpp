// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/schedule_lab.h"

#include "widgets/lab/hand/hand_order_bar.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/lab/hand/order_drag.h"
#include "widgets/lab/lab_moment.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/lab_table.h"
#include "widgets/lab/lab_times.h"
#include "widgets/lab/schedule_picker.h"
#include "widgets/lab/schedule_presets.h"
#include "widgets/pipeline/gantt_plot.h"
#include "widgets/pipeline/schedule_curve.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QPainter>
#include <QPointer>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pipette {

ScheduleLabPicture::ScheduleLabPicture(GanttView* gantt, std::vector<ScheduleCurve*> curves, QWidget* parent)
    : ChartView(parent), gantt_(gantt), curves_(std::move(curves)) {
    setAccessibleName(tr("Pipeline schedules"));
    hide();
}

void ScheduleLabPicture::renderTo(QPainter* painter, QSize size) {
    std::vector<ScheduleCurve*> drawn;
    std::copy_if(curves_.begin(), curves_.end(), std::back_inserter(drawn),
                 [](const ScheduleCurve* curve) { return !curve->isHidden(); });
    const int count = static_cast<int>(drawn.size());
    const int upper = size.height() * (10 - 3 * std::min(count, 1) - std::max(count - 1, 0)) / 10;
    gantt_->renderTo(painter, {size.width(), upper});
    for (int k = 0; k < count; ++k) {
        const int height = (size.height() - upper) / count;
        painter->save();
        painter->translate(0, upper + k * height);
        drawn[static_cast<std::size_t>(k)]->renderTo(painter, {size.width(), height});
        painter->restore();
    }
}

ScheduleLab::ScheduleLab(QWidget* parent)
    : QWidget(parent),
      presets_(new QComboBox),
      colours_(new QComboBox),
      times_(new LabTimes),
      player_(new LabPlayer),
      table_(new LabTable),
      gantt_(new GanttView),
      curves_{new ScheduleCurve(CurveOf::held), new ScheduleCurve(CurveOf::idle),
              new ScheduleCurve(CurveOf::links)},
      picture_(new ScheduleLabPicture(gantt_, {curves_.begin(), curves_.end()}, this)),
      hand_(new HandOrderEditor(this)),
      hand_bar_(new HandOrderBar(*hand_)),
      runner_([](const LabRequest& request, const std::function<void(LabAnswer)>& done) {
          done(simulate(request));
      }) {
    setAccessibleName(tr("Schedule lab"));
    setFocusPolicy(Qt::StrongFocus);
    charts_ = new QSplitter(Qt::Vertical);
    QSplitter* const charts = charts_;
    charts->addWidget(gantt_);
    charts->setStretchFactor(0, 7);
    for (ScheduleCurve* curve : curves_) {
        charts->addWidget(curve);
        charts->setStretchFactor(charts->count() - 1, 2);
        curve->setVisible(curve == curves_.front());
    }
    charts->setSizes({600, 200, 130, 130});
    charts->setChildrenCollapsible(false);
    player_->append(makeExports());
    auto* right = new QVBoxLayout;
    right->addWidget(player_);
    right->addWidget(hand_bar_);
    right->addWidget(charts, 1);
    right->addWidget(table_);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(makeControls());
    layout->addLayout(right, 1);

    gantt_->installEventFilter(this);
    connect(player_, &LabPlayer::cursorChanged, this, [this](std::optional<double> time) {
        gantt_->setPlayTime(time);
        for (ScheduleCurve* curve : curves_)
            curve->setPlayTime(time);
        showNow(time);
    });
    const auto want_picture = [this] { emit exportRequested(LabExport::picture, {}); };
    for (ScheduleCurve* curve : curves_) {
        connect(gantt_, &GanttView::timeRangeChanged, curve, &ScheduleCurve::setTimeRange);
        connect(curve, &ScheduleCurve::pictureRequested, this, want_picture);
    }
    connect(gantt_, &GanttView::pictureRequested, this, want_picture);
    connect(gantt_, &GanttView::selectionRequested, this, [this](const Selection& selection) {
        gantt_->setSelection(selection);
        curves_.front()->setDevice(selection.device);
    });
    wireHandOrder();
    setPreset(0);
}

void ScheduleLab::setPreset(int number) {
    const SchedulePreset& preset = schedule_presets()[static_cast<std::size_t>(number)];
    quiet_ = true;
    presets_->setCurrentIndex(number);
    for (std::size_t k = 2; k < pickers_.size(); ++k)
        pickers_[k]->setChecked(false);
    pickers_[0]->setChosen(preset.first.kind, preset.first.size);
    pickers_[1]->setChecked(preset.second.has_value());
    if (preset.second)
        pickers_[1]->setChosen(preset.second->kind, preset.second->size);
    DeviceTimes times{{preset.forward}, {preset.backward}, {preset.link}};
    times.overlapped = preset.overlapped;
    times_->set(times, std::nullopt);
    quiet_ = false;
    recompute();
}

LabSettings ScheduleLab::settings() const {
    LabSettings settings{request_, {}, gantt_->colours()};
    for (std::size_t k = 0; k < curve_buttons_.size(); ++k)
        if (curve_buttons_[k]->isChecked())
            settings.curves.push_back(static_cast<CurveOf>(k));
    return settings;
}

void ScheduleLab::setSettings(const LabSettings& settings) {
    hand_->end();
    quiet_ = true;
    presets_->setCurrentIndex(-1);
    for (std::size_t k = 0; k < pickers_.size(); ++k) {
        const auto& choice = settings.request.choices[k];
        if (choice)
            pickers_[k]->setChosen(choice->kind, choice->size);
        if (pickers_[k]->isCheckable())
            pickers_[k]->setChecked(choice.has_value());
    }
    times_->set(settings.request.times, settings.request.p2p);
    setCurves(settings.curves);
    gantt_->setColours(settings.colours);
    quiet_ = false;
    recompute();
}

void ScheduleLab::setShown(int which, Shown shown) {
    if (which > 0)
        pickers_[static_cast<std::size_t>(which)]->setChecked(shown == Shown::yes);
}

void ScheduleLab::setCurves(const std::vector<CurveOf>& shown) {
    for (std::size_t k = 0; k < curve_buttons_.size(); ++k)
        curve_buttons_[k]->setChecked(std::find(shown.begin(), shown.end(), static_cast<CurveOf>(k)) !=
                                      shown.end());
}

void ScheduleLab::setSchedule(int which, ScheduleKind kind, const ScheduleSize& size) {
    setShown(which, Shown::yes);
    pickers_[static_cast<std::size_t>(which)]->setChosen(kind, size);
}

void ScheduleLab::setOwnSchedule(int which, std::shared_ptr<const Schedule> schedule, const QString& title) {
    setShown(which, Shown::yes);
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
        hand_->setTimes(request.times, request.p2p);
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
    for (std::size_t k = 0; k < pickers_.size(); ++k) {
        pickers_[k]->setRefusal(answer.outcomes[k].refusal);
        answers_[k] = answer.outcomes[k].entry;
    }
    showHandRefusals();
    showEntries(InSight::all);
}

void ScheduleLab::showEntries(InSight in_sight) {
    entries_.clear();
    hand_number_ = -1;
    const auto by_hand = hand_->entry();
    const auto all =
        std::count_if(answers_.begin(), answers_.end(), [](const auto& a) { return a.has_value(); });
    for (std::size_t k = 0; k < answers_.size(); ++k) {
        const bool of_this = by_hand && static_cast<int>(k) == hand_of_;
        const bool room = all + 1 <= GanttView::most_timelines; // else it stands in the place of its origin
        if (answers_[k] && (!of_this || room))
            entries_ << *answers_[k];
        if (!of_this)
            continue;
        hand_number_ = static_cast<int>(entries_.size());
        entries_ << *by_hand;
    }
    QList<GanttEntry> that_end; // curves of an iteration that never ends mean nothing
    std::copy_if(entries_.begin(), entries_.end(), std::back_inserter(that_end),
                 [](const GanttEntry& entry) { return !entry.stuck_from; });
    for (ScheduleCurve* curve : curves_)
        curve->setTimelines(that_end);
    if (in_sight == InSight::all || (gantt_->canvas().showsAll() && !drag_->dragging()))
        gantt_->setTimelines(entries_);
    else
        gantt_->changeTimelines(entries_);
    roomForRows();
    drag_->setTimeline(hand_number_, hand_number_ >= 0 ? by_hand->timeline : nullptr);
    showHandMarks();
    table_->showEntries(entries_);
    player_->setTimes(eventTimes(entries_), latestEnd(entries_));
}

/// Rows that are a few pixels high say nothing: where they are, the curves become as low as they can.
void ScheduleLab::roomForRows() {
    constexpr tokens::Length row{10}, heading{22}, around{80}; // around: numbers of the axis, legend
    int needed = around, least = 0, shown = 0;
    for (const GanttEntry& entry : entries_)
        needed += heading + row * entry.timeline->schedule->devices();
    for (const ScheduleCurve* curve : curves_)
        if (!curve->isHidden())
            ++shown, least += curve->minimumHeight() + charts_->handleWidth();
    const int room = charts_->height() - least;
    if (shown == 0 || room <= 0 || gantt_->height() >= std::min(needed, room))
        return;
    const int rows = std::min(needed, room), each = (charts_->height() - rows) / shown;
    QList<int> sizes{rows};
    for (const ScheduleCurve* curve : curves_)
        sizes << (curve->isHidden() ? 0 : each);
    charts_->setSizes(sizes);
}

void ScheduleLab::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    roomForRows();
}

void ScheduleLab::showNow(std::optional<double> time) {
    player_->setNow(momentText(entries_, time));
}

bool ScheduleLab::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && undoOf(*static_cast<QKeyEvent*>(event)) != nullptr) {
        event->accept(); // the window around has the same keys for its own undo
        return true;
    }
    return LabPlayer::overrides(*event) || QWidget::event(event);
}

void ScheduleLab::keyPressEvent(QKeyEvent* event) {
    if (const auto turn = undoOf(*event))
        (hand_->undoStack().*turn)();
    else if (event->matches(QKeySequence::Paste))
        emit pasteRequested(LabPaste::quiet);
    else if (!player_->take(*event))
        QWidget::keyPressEvent(event);
}

bool ScheduleLab::eventFilter(QObject* watched, QEvent* event) {
    if (watched == gantt_ && event->type() == QEvent::KeyPress &&
        player_->take(*static_cast<QKeyEvent*>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace pipette
