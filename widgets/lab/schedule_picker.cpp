// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/schedule_picker.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyleOptionGroupBox>
#include <QStylePainter>
#include <QVBoxLayout>

#include <algorithm>

namespace pipette {
SchedulePicker::SchedulePicker(const QString& title, QWidget* parent)
    : QGroupBox(title, parent),
      kind_(new QComboBox),
      refusal_(plainLabel()),
      source_(plainLabel()),
      hand_(new QPushButton) {
    kind_->setAccessibleName(tr("%1: kind").arg(title));
    kind_->view()->setAccessibleName(kind_->accessibleName());
    kind_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const ScheduleKind kind : all_schedules())
        kind_->addItem(wordText(family_of(kind).title));
    kind_->addItem(tr("From a file…"));
    devices_ = spin(tr("devices"), bounds::lab_devices);
    microbatches_ = spin(tr("microbatches"), bounds::lab_microbatches);
    chunks_ = spin(tr("chunks a device"), bounds::lab_chunks);
    slices_ = spin(tr("token slices"), bounds::lab_slices);
    for (QLabel* label : {refusal_, source_})
        label->setWordWrap(true);
    refusal_->setAccessibleName(tr("%1: why not").arg(title));
    refusal_->setObjectName(QStringLiteral("refusal"));
    refusal_->hide();
    source_->setAccessibleName(tr("%1: idea and source").arg(title));
    source_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    hand_->setText(tr("Order by hand"));
    hand_->setAccessibleName(tr("%1: order by hand").arg(title));
    setHandRefusal({});
    connect(hand_, &QPushButton::clicked, this, &SchedulePicker::orderByHandRequested);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(8, 6, 8, 8);
    QWidget* body = makeBody();
    outer->addWidget(body);
    connect(this, &QGroupBox::toggled, this, [this, body](bool shown) {
        body->setVisible(shown);
        // Folded, it is its title alone.
        setMaximumHeight(shown ? QWIDGETSIZE_MAX : fontMetrics().height() + tokens::space_1);
    });
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
    showKind(); // the first of the list, which was chosen before anybody listened
    setChosen(ScheduleKind::one_f_one_b, {8, 16, 1, 1});
}

/// Folded, it has no frame: there is nothing to go around.
void SchedulePicker::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionGroupBox option;
    initStyleOption(&option);
    option.subControls.setFlag(QStyle::SC_GroupBoxFrame, !isCheckable() || isChecked());
    painter.drawComplexControl(QStyle::CC_GroupBox, option);
}

QWidget* SchedulePicker::makeBody() {
    auto* body = new QWidget;
    auto* form = new QFormLayout(body);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    form->addRow(kind_);
    form->addRow(tr("Devices"), devices_);
    form->addRow(tr("Microbatches"), microbatches_);
    form->addRow(tr("Chunks a device"), chunks_);
    form->addRow(tr("Token slices"), slices_);
    form->addRow(refusal_);
    form->addRow(source_);
    form->addRow(hand_);
    return body;
}

void SchedulePicker::setHandRefusal(const QString& text) {
    hand_->setEnabled(text.isEmpty());
    setPlainTip(*hand_, text.isEmpty() ? tr("Drag the operations of this schedule to other places, and see "
                                            "what comes of it")
                                       : text);
}

QSpinBox* SchedulePicker::spin(const QString& name, const WholeBounds& bounds) {
    auto* box = new QSpinBox;
    box->setRange(bounds.least, bounds.most);
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
    // One paragraph: the idea, when it helps, where it comes from.
    source_->setText(filled(tr("%1 %2 Source: %3."), wordText(family.idea), wordText(family.helps),
                            ownText(family.citation)));
}

LabChoice SchedulePicker::choice() const {
    if (ownChosen())
        return {{}, own_->size(), own_, own_title_};
    const ScheduleFamily& family = family_of(all_schedules()[static_cast<std::size_t>(chosen_)]);
    return {family,
            {devices_->value(), microbatches_->value(), chunks_->value(), slices_->value()},
            nullptr,
            wordText(family.title)};
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
