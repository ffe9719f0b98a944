// SPDX-License-Identifier: GPL-3.0-or-later
// The controls around the charts of ScheduleLab.
#include "widgets/lab/lab_times.h"
#include "widgets/lab/schedule_lab.h"
#include "widgets/lab/schedule_picker.h"
#include "widgets/lab/schedule_presets.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace pipette {

QWidget* ScheduleLab::makeCurveSwitch() {
    auto* buttons = new QWidget;
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(plainLabel(tr("Curves")));
    row->addSpacing(tokens::space_2);
    const std::array<std::pair<QString, QString>, 3> names{
        {{tr("Memory"), tr("Activations that a device holds over time")},
         {tr("Idle"), tr("Devices that do not compute over time")},
         {tr("Links"), tr("Links that carry a transfer over time")}}};
    for (std::size_t k = 0; k < names.size(); ++k) {
        QToolButton* button = curve_buttons_[k] = new QToolButton;
        button->setText(names[k].first);
        button->setAccessibleName(tr("Curve: %1").arg(names[k].first));
        button->setToolTip(plainTip(names[k].second));
        button->setCheckable(true);
        button->setChecked(!curves_[k]->isHidden());
        connect(button, &QToolButton::toggled, curves_[k], &QWidget::setVisible);
        row->addWidget(button);
    }
    row->addStretch(1);
    return buttons;
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
    const std::array titles{tr("First schedule"), tr("Second schedule"), tr("Third schedule"),
                            tr("Fourth schedule")};
    groups->addWidget(makeCurveSwitch());
    for (std::size_t k = 0; k < pickers_.size(); ++k) {
        pickers_[k] = new SchedulePicker(titles[k]);
        pickers_[k]->setCheckable(k > 0);
        groups->addWidget(pickers_[k]);
        connect(pickers_[k], &SchedulePicker::changed, this, [this] {
            if (!quiet_)
                presets_->setCurrentIndex(-1);
            recompute();
        });
        connect(pickers_[k], &SchedulePicker::openRequested, this,
                [this, k] { emit openRequested(static_cast<int>(k)); });
        connect(pickers_[k], &SchedulePicker::orderByHandRequested, this,
                [this, k] { orderByHand(static_cast<int>(k)); });
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
    scroll->setFixedWidth(std::max(tokens::scaled(300), content->minimumSizeHint().width() + 24));
    return scroll;
}

QWidget* ScheduleLab::makeExports() {
    auto* exports = new QToolButton;
    exports->setText(tr("Export"));
    exports->setAccessibleName(exports->text());
    exports->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(exports);
    exports->setMenu(menu);
    menu->setTitle(tr("E&xport"));
    gantt_->addAction(menu->menuAction());
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        const auto add = [&](const QString& text, LabExport what, const GanttEntry& entry = {}) {
            return menu->addAction(text, this, [this, what, entry] { emit exportRequested(what, entry); });
        };
        const bool drawn = !entries_.isEmpty();
        add(tr("Page that p&lays…"), LabExport::page)->setEnabled(drawn);
        add(tr("Save as a &lesson…"), LabExport::lesson)->setEnabled(drawn);
        add(tr("&Picture…"), LabExport::picture)->setEnabled(drawn);
        add(tr("&Animated picture…"), LabExport::animation)->setEnabled(drawn);
        menu->addSeparator();
        add(tr("&Save the lab…"), LabExport::state);
        add(tr("Copy as &text"), LabExport::text);
        menu->addAction(tr("Paste a la&b"), this, [this] { emit pasteRequested(LabPaste::told); });
        menu->addSeparator();
        for (const GanttEntry& entry : entries_) {
            if (entry.stuck_from) // an iteration that never ends is no iteration
                continue;
            add(menuText(tr("Chrome trace of %1…").arg(entry.title)), LabExport::trace, entry);
            add(menuText(tr("CSV of %1…").arg(entry.title)), LabExport::csv, entry);
        }
    });
    return exports;
}

} // namespace pipette
