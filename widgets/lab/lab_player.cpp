// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lab_player.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/window_style.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr double whole_play_s = 15; // of everything at speed 1
constexpr int frame_ms = 33;
constexpr int slider_steps = 1000;
constexpr tokens::Length least_slider{60}; // pixels

} // namespace

MomentLabel::MomentLabel() {
    setTextFormat(Qt::PlainText);
}

QSize MomentLabel::sizeHint() const {
    const QLatin1String widest("00.0 ms, 00 of 00 + 00 of 00 busy");
    return {fontMetrics().horizontalAdvance(widest), fontMetrics().height()};
}

QSize MomentLabel::minimumSizeHint() const {
    return {fontMetrics().horizontalAdvance(QLatin1String("00.0 ms, 00 of 00")), fontMetrics().height()};
}

void MomentLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width()));
}

LabPlayer::LabPlayer(QWidget* parent)
    : QWidget(parent),
      speed_(new QComboBox),
      slider_(new QSlider(Qt::Horizontal)),
      now_(new MomentLabel),
      row_(new QHBoxLayout(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    play_ = button(tr("Play"), tr("Play (space)"));
    play_->setCheckable(true);
    play_->setProperty(WindowStyle::main_action, true);
    play_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    play_->setIcon(glyphIcon(Glyph::play, GlyphGround::accent));
    connect(play_, &QToolButton::toggled, this, &LabPlayer::play);
    QToolButton *back = button({}, tr("Step back (left arrow)")), *on = button({}, tr("Step (right arrow)"));
    back->setIcon(glyphIcon(Glyph::step_back));
    on->setIcon(glyphIcon(Glyph::step_forward));
    connect(back, &QToolButton::clicked, this, &LabPlayer::stepBack);
    connect(on, &QToolButton::clicked, this, &LabPlayer::stepForward);
    connect(button(tr("All"), tr("Show everything (Esc)")), &QToolButton::clicked, this,
            &LabPlayer::showEverything);
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("Speed (, and . keys)"));
    speed_->view()->setAccessibleName(speed_->accessibleName());
    for (const double speed : {0.25, 0.5, 1.0, 2.0, 4.0})
        speed_->addItem(tr("%1×").arg(speed), speed);
    speed_->setCurrentIndex(2);
    row_->addWidget(speed_);
    slider_->setRange(0, slider_steps);
    slider_->setAccessibleName(tr("Time"));
    slider_->setValue(slider_steps);
    slider_->setMinimumWidth(least_slider);
    connect(slider_, &QSlider::sliderMoved, this, [this](int step) { moveTo(end_ * step / slider_steps); });
    row_->addWidget(slider_, 1);
    now_->setAccessibleName(tr("What runs now"));
    row_->addWidget(now_);
    timer_.setInterval(frame_ms);
    connect(&timer_, &QTimer::timeout, this, [this] {
        const double next =
            cursor_.value_or(0) + end_ * speed_->currentData().toDouble() * frame_ms / 1e3 / whole_play_s;
        moveTo(std::min(next, end_));
        if (next >= end_)
            play(false);
    });
}

QToolButton* LabPlayer::button(const QString& text, const QString& name) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setAccessibleName(name);
    made->setToolTip(name);
    row_->addWidget(made);
    return made;
}

void LabPlayer::append(QWidget* widget) {
    row_->addWidget(widget);
}

void LabPlayer::setTimes(std::vector<double> events, double end) {
    events_ = std::move(events);
    end_ = end;
    showEverything();
}

void LabPlayer::setNow(const QString& text) {
    now_->setText(text);
    setPlainTip(*now_, text);
}

void LabPlayer::moveTo(std::optional<double> time) {
    cursor_ = time;
    slider_->setValue(time && end_ > 0 ? static_cast<int>(std::lround(*time / end_ * slider_steps))
                                       : slider_steps);
    emit cursorChanged(time);
}

void LabPlayer::play(bool on) {
    on = on && end_ > 0;
    if (on && (!cursor_ || *cursor_ >= end_))
        moveTo(0);
    if (on)
        timer_.start();
    else
        timer_.stop();
    play_->setChecked(on);
    play_->setText(on ? tr("Pause") : tr("Play"));
    play_->setIcon(glyphIcon(on ? Glyph::pause : Glyph::play, GlyphGround::accent));
}

void LabPlayer::stepForward() {
    play(false);
    const double now = cursor_ && *cursor_ < end_ ? *cursor_ : -1;
    const auto next = std::upper_bound(events_.begin(), events_.end(), now);
    if (next != events_.end())
        moveTo(*next);
}

void LabPlayer::stepBack() {
    play(false);
    const auto here = std::lower_bound(events_.begin(), events_.end(), cursor_.value_or(end_));
    if (here != events_.begin())
        moveTo(*std::prev(here));
}

void LabPlayer::showEverything() {
    play(false);
    moveTo(std::nullopt);
}

bool LabPlayer::overrides(QEvent& event) {
    if (event.type() != QEvent::ShortcutOverride || static_cast<QKeyEvent&>(event).key() != Qt::Key_Escape)
        return false;
    event.accept();
    return true;
}

bool LabPlayer::take(const QKeyEvent& event) {
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
    case Qt::Key_Comma:
        speed_->setCurrentIndex(std::max(0, speed_->currentIndex() - 1));
        return true;
    case Qt::Key_Period:
        speed_->setCurrentIndex(std::min(speed_->count() - 1, speed_->currentIndex() + 1));
        return true;
    case Qt::Key_Escape:
        showEverything();
        return true;
    default:
        return false;
    }
}

} // namespace pipette
