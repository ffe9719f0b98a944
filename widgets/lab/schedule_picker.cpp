// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/schedule_picker.h"

#include "widgets/theme/plain_text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace pipette {
SchedulePicker::SchedulePicker(const QString& title, QWidget* parent)
    : QGroupBox(title, parent), kind_(new QComboBox), refusal_(plainLabel()), source_(plainLabel()) {
    kind_->setAccessibleName(tr("%1: kind").arg(title));
    kind_->view()->setAccessibleName(kind_->accessibleName());
    kind_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const ScheduleKind kind : all_schedules())
        kind_->addItem(ownText(family_of(kind).title));
    kind_->addItem(tr("From a file…"));
    devices_ = spin(tr("devices"), 256);
    microbatches_ = spin(tr("microbatches"), 4096);
    chunks_ = spin(tr("chunks a device"), 64);
    slices_ = spin(tr("token slices"), 256);
    for (QLabel* label : {refusal_, source_})
        label->setWordWrap(true);
    refusal_->setAccessibleName(tr("%1: why not").arg(title));
    refusal_->setObjectName(QStringLiteral("refusal"));
    refusal_->hide();
    source_->setAccessibleName(tr("%1: source").arg(title));
    source_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(8, 6, 8, 8);
    form->setVerticalSpacing(4);
    form->addRow(kind_);
    form->addRow(tr("Devices"), devices_);
    form->addRow(tr("Microbatches"), microbatches_);
    form->addRow(tr("Chunks a device"), chunks_);
    form->addRow(tr("Token slices"), slices_);
    form->addRow(refusal_);
    form->addRow(source_);
    connect(kind_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index == kind_->count() - 1) { // a wish, not a schedule: what was chosen stays until there is one
            const QSignalBlocker quiet(kind_);
            kind_->setCurrentIndex(chosen_);
            emit openRequested();
            return;
        }
        showKind();
        emit changed();
    });
    connect(this, &QGroupBox::toggled, this, &SchedulePicker::changed);
    setChosen(ScheduleKind::one_f_one_b, {8, 16, 1, 1});
}

QSpinBox* SchedulePicker::spin(const QString& name, int most) {
    auto* box = new QSpinBox;
    box->setRange(1, most);
    box->setAccessibleName(tr("%1: %2").arg(title(), name));
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this, &SchedulePicker::changed);
    return box;
}

bool SchedulePicker::ownChosen() const {
    return own_ && kind_->currentIndex() == static_cast<int>(all_schedules().size());
}

void SchedulePicker::showKind() {
    chosen_ = kind_->currentIndex();
    const bool own = ownChosen();
    for (QSpinBox* box : {devices_, microbatches_, chunks_, slices_}) // a file has its own sizes
        box->setEnabled(!own);
    const QSignalBlocker devices_quiet(devices_), microbatches_quiet(microbatches_), chunks_quiet(chunks_),
        slices_quiet(slices_);
    if (own) {
        devices_->setValue(own_->size().devices);
        microbatches_->setValue(own_->size().microbatches);
        chunks_->setValue(own_->size().chunks);
        slices_->setValue(1);
        source_->setText(own_title_);
        return;
    }
    const ScheduleFamily& family = family_of(all_schedules()[static_cast<std::size_t>(chosen_)]);
    chunks_->setValue(family.default_chunks);
    slices_->setValue(family.sample_slices);
    source_->setText(ownText(family.citation));
}

LabChoice SchedulePicker::choice() const {
    if (ownChosen())
        return {{}, own_->size(), own_, own_title_};
    const ScheduleFamily& family = family_of(all_schedules()[static_cast<std::size_t>(chosen_)]);
    return {family,
            {devices_->value(), microbatches_->value(), chunks_->value(), slices_->value()},
            nullptr,
            ownText(family.title)};
}

void SchedulePicker::setChosen(ScheduleKind kind, const ScheduleSize& size) {
    {
        const QSignalBlocker quiet(this);
        const auto kinds = all_schedules();
        kind_->setCurrentIndex(static_cast<int>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin()));
        devices_->setValue(size.devices);
        microbatches_->setValue(size.microbatches);
        chunks_->setValue(size.chunks);
        slices_->setValue(size.slices);
    }
    emit changed();
}

void SchedulePicker::setOwn(std::shared_ptr<const Schedule> schedule, const QString& title) {
    const int place = static_cast<int>(all_schedules().size());
    {
        const QSignalBlocker quiet(kind_);
        if (own_)
            kind_->setItemText(place, title);
        else
            kind_->insertItem(place, title);
        own_ = std::move(schedule), own_title_ = title;
        kind_->setCurrentIndex(place);
    }
    showKind();
    emit changed();
}

void SchedulePicker::setRefusal(const QString& text) {
    refusal_->setText(text.isEmpty() ? QString() : QStringLiteral("⚠ ") + text);
    refusal_->setVisible(!text.isEmpty());
}

QString SchedulePicker::refusalText() const {
    return refusal_->text();
}

} // namespace pipette
