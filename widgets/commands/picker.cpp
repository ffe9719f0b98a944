// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/picker.h"

#include "widgets/commands/picker_popup.h"
#include "widgets/theme/plain_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace pipette {

Picker::Picker(PickerWords words, QWidget* parent) : QComboBox(parent), words_(std::move(words)) {
    setAccessibleName(words_.name);
    connect(this, &QComboBox::activated, this, [this](int entry) {
        const QVariant data = itemData(entry);
        if (data.typeId() == QMetaType::QString)
            emit fileRequested(data.toString());
        else
            emit picked(data.toInt(), itemText(entry));
    });
}

void Picker::setPicks(std::vector<Pick> picks) {
    picks_ = std::move(picks);
    fill();
}

void Picker::setRecentFiles(std::vector<RecentFile> files) {
    files_ = std::move(files);
    fill();
}

void Picker::showPick(const QString& text) {
    shown_ = text;
    int entry = count() - 1; // picks come last: a file of the same name is none of them
    while (entry >= static_cast<int>(files_.size()) && itemText(entry) != text)
        --entry;
    setCurrentIndex(entry >= static_cast<int>(files_.size()) ? entry : -1);
}

void Picker::fill() {
    clear();
    for (const RecentFile& file : files_) {
        add({file.name, tr("Recent")}, file.path);
        setItemData(count() - 1, plainTip(nameText(file.path)), Qt::ToolTipRole);
    }
    for (int pick = 0; pick < static_cast<int>(picks_.size()); ++pick)
        add(picks_[static_cast<std::size_t>(pick)], pick);
    showPick(shown_);
}

void Picker::add(const Pick& pick, const QVariant& data) {
    addItem(pick.text, data);
    setItemData(count() - 1, pick.group, pick_group_role);
    setItemData(count() - 1, pick.side, pick_side_role);
}

void Picker::showPopup() {
    open({});
}

void Picker::hidePopup() {
    if (popup_)
        popup_->close();
}

void Picker::open(const QString& typed) {
    if (popup_ && popup_->isVisible())
        return;
    emit aboutToOpen();
    popup_ = new PickerPopup(*this, words_); // deletes itself when it is closed
    connect(popup_, &PickerPopup::chosen, this, [this](int entry) {
        emit textActivated(itemText(entry)); // first, for what follows may give the entries other numbers
        emit activated(entry);
    });
    popup_->openWith(typed);
}

/// Keys that change a plain choice open this one: nothing is chosen unseen.
void Picker::keyPressEvent(QKeyEvent* event) {
    const auto held = event->modifiers() & ~Qt::KeypadModifier;
    switch (held == Qt::NoModifier || held == Qt::AltModifier ? event->key() : 0) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Space:
    case Qt::Key_F4:
        return showPopup();
    default:
        break;
    }
    const bool plain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    if (const QString typed = event->text(); plain && !typed.isEmpty() && typed[0].isPrint())
        return open(typed);
    event->ignore(); // Tab and shortcuts are for others
}

void Picker::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        showPopup();
    else
        event->ignore();
}

/// The wheel scrolls the panel, with the focus too: each entry that it went over would be opened.
void Picker::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace pipette
