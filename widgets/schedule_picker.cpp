// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/schedule_picker.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

namespace pipette {
namespace {

QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

SchedulePicker::SchedulePicker(const QString& title, QWidget* parent)
    : QGroupBox(title, parent), kind_(new QComboBox), refusal_(new QLabel), source_(new QLabel) {
    kind_->setAccessibleName(tr("%1: kind").arg(title));
    kind_->view()->setAccessibleName(kind_->accessibleName());
    kind_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const ScheduleFamily& family : schedule_families())
        kind_->addItem(text_of(family.title));
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
    connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
        const QSignalBlocker chunks_quiet(chunks_), slices_quiet(slices_);
        chunks_->setValue(family_of(kind()).default_chunks);
        slices_->setValue(kind() == ScheduleKind::terapipe ? 4 : 1);
        source_->setText(text_of(family_of(kind()).citation));
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

ScheduleKind SchedulePicker::kind() const {
    return schedule_families()[static_cast<std::size_t>(std::max(0, kind_->currentIndex()))].kind;
}

ScheduleSize SchedulePicker::size() const {
    return {devices_->value(), microbatches_->value(), chunks_->value(), slices_->value()};
}

void SchedulePicker::setChosen(ScheduleKind kind, const ScheduleSize& size) {
    {
        const QSignalBlocker quiet(this);
        kind_->setCurrentIndex(static_cast<int>(&family_of(kind) - schedule_families().data()));
        devices_->setValue(size.devices);
        microbatches_->setValue(size.microbatches);
        chunks_->setValue(size.chunks);
        slices_->setValue(size.slices);
    }
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
