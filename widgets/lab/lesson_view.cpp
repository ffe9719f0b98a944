// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lesson_view.h"

#include "widgets/charts/card_frame.h"
#include "widgets/charts/card_splitter.h"
#include "widgets/lab/lab_moment.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/lesson_curve_chart.h"
#include "widgets/lab/lesson_fields.h"
#include "widgets/lab/lesson_list.h"
#include "widgets/lab/lesson_page.h"
#include "widgets/lab/schedule_lab.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/pipeline/schedule_curve.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace pipette {
namespace {

constexpr int left_width = 216, page_width = 330;

QString idOf(const Lesson& lesson) {
    return QString::fromStdString(lesson.id);
}

} // namespace

LessonView::LessonView(LessonRunner runner, QWidget* parent)
    : QWidget(parent),
      runner_(std::move(runner)),
      player_(new LabPlayer),
      list_(new LessonList),
      fields_(new LessonFields),
      page_(new LessonPage),
      gantt_(new GanttView),
      memory_(new ScheduleCurve),
      bars_(new MemoryBars),
      curve_(new LessonCurveChart),
      picture_(new ScheduleLabPicture(gantt_, {memory_}, this)) {
    setAccessibleName(tr("Lessons"));
    setFocusPolicy(Qt::StrongFocus);
    auto* parts = new CardSplitter(Qt::Horizontal);
    parts->addCard(*makeLeft());
    parts->addCard(*page_);
    parts->addWidget(makeCharts());
    parts->setSizes({left_width, page_width, 700});
    for (int part = 0; part < 3; ++part)
        parts->setStretchFactor(part, part == 2 ? 1 : 0);
    page_->setMinimumWidth(tokens::scaled(240));
    player_->append(makeExports());
    player_->setContentsMargins(tokens::space_2, tokens::space_1, tokens::space_2, tokens::space_1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(player_);
    layout->addWidget(new CardLine);
    layout->addWidget(parts, 1);
    connect(list_, &LessonList::chosen, this, &LessonView::openRow);
    connect(fields_, &LessonFields::changed, this, [this] {
        changed_ = true;
        recompute();
    });
    connect(page_, &LessonPage::answerChecked, this, [this] {
        showFigures();
        gantt_->changeTimelines(entries_);
    });
    connect(page_, &LessonPage::helpRequested, this, &LessonView::helpRequested);
    connect(page_, &LessonPage::nextRequested, this, [this] { step(1); });
    connect(page_, &LessonPage::previousRequested, this, [this] { step(-1); });
    connect(page_, &LessonPage::finished, this, [this] {
        done_.insert(idOf(*lesson_));
        showRows();
        emit doneChanged(QStringList(done_.begin(), done_.end()));
    });
    wireCharts();
}

QWidget* LessonView::makeLeft() {
    auto* fields = new QScrollArea;
    fields->setWidget(fields_);
    fields->setWidgetResizable(true);
    fields->setFrameShape(QFrame::NoFrame);
    fields->setFocusPolicy(Qt::NoFocus);
    fields->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* left = new QSplitter(Qt::Vertical);
    left->addWidget(list_);
    left->addWidget(fields);
    left->setSizes({320, 260});
    left->setChildrenCollapsible(false);
    left->setMinimumWidth(tokens::scaled(216)); // fields with a scroll bar beside them
    list_->list().installEventFilter(this);
    auto* card = new QWidget; // the frame of a card would become a part of the splitter
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(0, 0, 0, tokens::space_1);
    layout->addWidget(left);
    return card;
}

QWidget* LessonView::makeCharts() {
    below_ = new CardSplitter(Qt::Horizontal);
    below_->addCard(plainLabel(tr("Microbatches held by the fullest GPU")), memory_);
    below_->addCard(plainLabel(tr("Memory of a GPU")), bars_);
    bars_->parentWidget()->hide();
    QLabel* over = plainLabel();
    over->setObjectName(QStringLiteral("curve-title"));
    below_->addCard(over, curve_);
    for (int part = 0; part < below_->count(); ++part)
        below_->setStretchFactor(part, 1);
    below_->setSizes({350, 350, 350});
    auto* charts = new CardSplitter(Qt::Vertical);
    charts->addCard(*gantt_);
    charts->addWidget(below_);
    predict_ = plainLabel(tr("Times and curves stand here once you have checked an answer."));
    predict_->setAlignment(Qt::AlignCenter);
    predict_->setWordWrap(true);
    predict_->setForegroundRole(QPalette::PlaceholderText);
    predict_->setMinimumHeight(tokens::scaled(56));
    predict_->setMaximumHeight(tokens::scaled(72));
    charts->addCard(*predict_);
    charts->setStretchFactor(0, 7);
    charts->setStretchFactor(1, 3);
    charts->setSizes({640, 300, 56});
    gantt_->setCriticalShown(false);
    gantt_->setEmptyText(tr("The lesson's schedules will be drawn here"));
    return charts;
}

QWidget* LessonView::makeExports() {
    auto* exports = new QToolButton;
    exports->setText(tr("Export"));
    exports->setAccessibleName(exports->text());
    exports->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(exports);
    exports->setMenu(menu);
    menu->setTitle(tr("E&xport"));
    gantt_->addAction(menu->menuAction());
    QAction* paper = menu->addAction(tr("&Hand-out…"), this, &LessonView::handOutRequested);
    menu->addAction(tr("&Picture…"), this, [this] { emit pictureRequested(picture_); });
    menu->addAction(tr("&Animated picture…"), this, &LessonView::animationRequested);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, paper] {
        for (QAction* action : menu->actions())
            action->setEnabled(action == paper ? answer_ != nullptr : !entries_.isEmpty());
    });
    return exports;
}

ChartView* LessonView::picture() {
    return picture_;
}

void LessonView::wireCharts() {
    gantt_->installEventFilter(this);
    connect(player_, &LabPlayer::cursorChanged, this, [this](std::optional<double> time) {
        gantt_->setPlayTime(time);
        memory_->setPlayTime(time);
        player_->setNow(momentText(entries_, time));
    });
    memory_->setTimeNumbers(ScheduleCurve::TimeNumbers::shown); // it does not stand below the same columns
    connect(gantt_, &GanttView::timeRangeChanged, memory_, &ScheduleCurve::setTimeRange);
    connect(gantt_, &GanttView::selectionRequested, this, [this](const Selection& selection) {
        gantt_->setSelection(selection);
        memory_->setDevice(selection.device);
    });
    connect(gantt_, &GanttView::pictureRequested, this, [this] { emit pictureRequested(gantt_); });
    connect(memory_, &ScheduleCurve::pictureRequested, this, [this] { emit pictureRequested(memory_); });
    for (ChartView* chart : {static_cast<ChartView*>(curve_), static_cast<ChartView*>(bars_)})
        connect(chart, &ChartView::pictureRequested, this, [this, chart] { emit pictureRequested(chart); });
}

void LessonView::setLessons(std::vector<std::shared_ptr<const Lesson>> lessons) {
    lessons_ = std::move(lessons);
    showRows();
    if (lesson_ || lessons_.empty())
        return;
    const auto next = std::find_if(lessons_.begin(), lessons_.end(),
                                   [&](const auto& one) { return !done_.contains(idOf(*one)); });
    openRow(next == lessons_.end() ? 0 : static_cast<int>(next - lessons_.begin()));
}

void LessonView::addLesson(std::shared_ptr<const Lesson> lesson) {
    const auto same = std::find_if(lessons_.begin(), lessons_.end(),
                                   [&](const auto& one) { return one->id == lesson->id; });
    const auto row = static_cast<int>(same - lessons_.begin());
    if (same == lessons_.end())
        lessons_.push_back(std::move(lesson));
    else
        *same = std::move(lesson);
    showRows();
    openRow(row);
}

void LessonView::setDone(const QStringList& ids) {
    done_ = QSet<QString>(ids.begin(), ids.end());
    showRows();
}

void LessonView::showRows() {
    std::vector<LessonList::Row> rows;
    for (const auto& lesson : lessons_)
        rows.push_back({nameText(lesson->title), done_.contains(idOf(*lesson))});
    list_->setRows(std::move(rows));
}

bool LessonView::open(const QString& id) {
    for (std::size_t row = 0; row < lessons_.size(); ++row)
        if (idOf(*lessons_[row]) == id) {
            openRow(static_cast<int>(row));
            return true;
        }
    return false;
}

void LessonView::openRow(int row) {
    if (row < 0 || row >= static_cast<int>(lessons_.size()))
        return;
    const auto at = static_cast<std::size_t>(row);
    list_->setCurrent(row);
    lesson_ = lessons_[at], answer_.reset();
    opening_ = true;
    changed_ = false;
    LessonPlace place{row + 1, static_cast<int>(lessons_.size()), {}};
    if (at + 1 < lessons_.size())
        place.next = QString::fromStdString(lessons_[at + 1]->title);
    page_->setLesson(lesson_, place);
    fields_->setExample(lesson_->values);
    recompute();
}

void LessonView::step(int lessons) {
    const auto here = std::find(lessons_.begin(), lessons_.end(), lesson_);
    openRow(static_cast<int>(here - lessons_.begin()) + lessons);
}

void LessonView::recompute() {
    if (!lesson_)
        return;
    player_->play(false);
    player_->setNow(tr("simulating…"));
    runner_(lesson_, fields_->values(),
            [self = QPointer(this), wish = ++wish_](const LessonOutcome& outcome) {
                if (self && self->wish_ == wish)
                    self->showOutcome(outcome);
            });
}

void LessonView::showOutcome(const LessonOutcome& outcome) {
    if (!outcome.answer) { // what was shown stays, beside the reason
        page_->setRefusal(outcome.refusal);
        player_->setNow(momentText(entries_, player_->cursor()));
        return;
    }
    answer_ = outcome.answer;
    page_->setAnswer(outcome.answer);
    showCharts(outcome.answer);
}

void LessonView::showCharts(const std::shared_ptr<const LessonAnswer>& answer) {
    entries_.clear();
    for (std::size_t k = 0; k < answer->cases.size(); ++k)
        if (lesson_->cases[k].shown == LessonCase::Shown::in_charts)
            entries_ << GanttEntry{nameText(lesson_->cases[k].title), answer->cases[k].timeline};
    showFigures();
    gantt_->setTimelines(entries_);
    showMemory(answer);
    curve_->setCurves(*lesson_, *answer);
    below_->findChild<QLabel*>(QStringLiteral("curve-title"))->setText(curve_->title());
    curve_->parentWidget()->setVisible(curve_->hasCurves());
    player_->setTimes(eventTimes(entries_), latestEnd(entries_));
    if (std::exchange(opening_, false)) // in the middle: what is done beside what is to come
        player_->moveTo(latestEnd(entries_) / 2);
}

void LessonView::showFigures() {
    const bool told = changed_ || page_->anyChecked() || done_.contains(idOf(*lesson_));
    for (GanttEntry& entry : entries_)
        entry.told = told;
    below_->setVisible(told);
    predict_->setVisible(!told);
}

void LessonView::showMemory(const std::shared_ptr<const LessonAnswer>& answer) {
    const bool pipeline = std::any_of(entries_.begin(), entries_.end(), [](const GanttEntry& entry) {
        return entry.timeline->schedule->devices() > 1; // one device holds one microbatch after another
    });
    std::vector<ComparedPlan> plans;
    for (std::size_t k = 0; k < answer->cases.size() && !pipeline; ++k)
        if (const auto& candidate = answer->cases[k].candidate;
            candidate && lesson_->cases[k].shown == LessonCase::Shown::in_charts)
            plans.push_back(
                {nameText(lesson_->cases[k].title), std::shared_ptr<const Candidate>(answer, &*candidate)});
    memory_->parentWidget()->setVisible(pipeline);
    memory_->setVisible(pipeline); // pictures leave out a curve that is hidden itself
    bars_->parentWidget()->setVisible(!plans.empty());
    if (pipeline)
        memory_->setTimelines(entries_);
    bars_->setCompared(std::move(plans));
}

bool LessonView::take(const QKeyEvent& event) {
    if (event.modifiers() == Qt::NoModifier &&
        (event.key() == Qt::Key_PageUp || event.key() == Qt::Key_PageDown)) {
        step(event.key() == Qt::Key_PageUp ? -1 : 1);
        return true;
    }
    return page_->take(event) || player_->take(event);
}

bool LessonView::event(QEvent* event) {
    return LabPlayer::overrides(*event) || QWidget::event(event);
}

void LessonView::keyPressEvent(QKeyEvent* event) {
    if (!take(*event))
        QWidget::keyPressEvent(event);
}

bool LessonView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && (watched == gantt_ || watched == &list_->list()) &&
        take(*static_cast<QKeyEvent*>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace pipette
