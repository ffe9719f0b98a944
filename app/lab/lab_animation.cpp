// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_animation.h"

#include "app/lab/lab_panel.h"
#include "app/window/picture_export.h"
#include "core/base/input_error.h"
#include "widgets/charts/chart_view.h"
#include "widgets/lab/lab_player.h"
#include "widgets/theme/plain_text.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QMessageBox>
#include <QProgressBar>

#include <utility>

namespace pipette {
namespace {

constexpr QSize animation_size(960, 600);
constexpr std::chrono::milliseconds frame_seen(80), last_seen(800); // the end is seen before the next round
constexpr std::chrono::milliseconds frame_wait(10);                 // the simulation may need the processor

/// Of what a panel shows.
std::unique_ptr<LabAnimation> animation_of(LabPanel& panel, const QString& path) {
    if (panel.mode() == LabMode::lesson)
        return std::make_unique<LabAnimation>(panel.lessons().player(), *panel.lessons().picture(), path);
    return std::make_unique<LabAnimation>(panel.lab().player(), *panel.lab().picture(), path);
}

} // namespace

LabAnimation::LabAnimation(LabPlayer& player, ChartView& charts, const QString& path)
    : player_(player), charts_(charts), path_(path), picture_(path, animation_size) {
    requireSchedule();
    player.play(false);
}

void LabAnimation::requireSchedule() const {
    if (player_.end() <= 0)
        throw InputError(path_.toStdString(), {},
                         tr("cannot be written: there is no schedule to play").toStdString());
}

void LabAnimation::drawNext() {
    requireSchedule(); // a simulation that ran when the animation began may have been refused
    const std::optional<double> before = player_.cursor();
    player_.moveTo(player_.end() * drawn_ / (frames - 1));
    const QImage frame = pictureOf(charts_, animation_size);
    player_.moveTo(before);
    picture_.add(frame, drawn_ + 1 < frames ? frame_seen : last_seen);
    if (drawn_ + 1 == frames)
        picture_.write();
    ++drawn_;
}

void animate(LabPanel& panel, const QString& path) {
    auto* dialog = new AnimationDialog(animation_of(panel, path), panel);
    QObject::connect(dialog, &AnimationDialog::failed, &panel,
                     [&panel, title = dialog->windowTitle()](const QString& why) {
                         plainBox(&panel, QMessageBox::Warning, title, why)->open();
                     });
    dialog->show();
}

AnimationDialog::AnimationDialog(std::unique_ptr<LabAnimation> animation, LabPanel& panel)
    : QDialog(&panel), animation_(std::move(animation)), panel_(panel), progress_(new QProgressBar) {
    setObjectName(QStringLiteral("animation"));
    setAttribute(Qt::WA_DeleteOnClose);
    // No other window may change what is drawn meanwhile.
    setWindowModality(Qt::ApplicationModal);
    setWindowTitle(tr("Animated picture"));
    setAccessibleName(windowTitle());
    progress_->setRange(0, LabAnimation::frames);
    progress_->setAccessibleName(tr("Frames that are drawn"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(plainLabel(tr("The frames are drawn…")));
    layout->addWidget(progress_);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::finished, &timer_, &QTimer::stop);
    connect(&timer_, &QTimer::timeout, this, &AnimationDialog::drawNext);
    timer_.start(frame_wait);
}

void AnimationDialog::drawNext() {
    if (!panel_.idle()) // all frames are of the same schedules
        return;
    try {
        animation_->drawNext();
    } catch (const InputError& error) {
        reject();
        emit failed(messageText(std::string_view(error.what())));
        return;
    }
    progress_->setValue(animation_->drawn());
    if (animation_->complete())
        accept();
}

} // namespace pipette
