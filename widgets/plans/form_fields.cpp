// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/form_fields.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

namespace pipette {
namespace {

constexpr int most_doublings = 3; // of a page up or down

class SizeBox : public QSpinBox {
public:
    using QSpinBox::QSpinBox;
    void stepBy(int steps) override {
        auto size = static_cast<unsigned>(std::max(value(), 1));
        for (int step = 0; step < std::min(std::abs(steps), most_doublings); ++step)
            size = steps > 0 ? std::bit_floor(size) * 2 : std::max(std::bit_ceil(size) / 2, 1u);
        setValue(static_cast<int>(std::min(size, static_cast<unsigned>(maximum()))));
        selectAll();
    }
};

class FigureBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    /// The shortest text that reads back equal, without zeros at its end.
    QString textFromValue(double value) const override {
        const QString text = locale().toString(value, 'f', QLocale::FloatingPointShortest);
        return isGroupSeparatorShown() ? text : QString(text).remove(locale().groupSeparator());
    }
    /// Else a field with many decimals would step from 0.25 by 0.05 to 0.30000000000000004.
    void stepBy(int steps) override {
        const double before = value();
        {
            const QSignalBlocker quiet(this);
            QDoubleSpinBox::stepBy(steps);
            setValue(QString::number(value(), 'g', std::numeric_limits<double>::digits10).toDouble());
        }
        if (value() == before)
            return;
        emit valueChanged(value());
        emit textChanged(text());
    }
};

/// Leaves the wheel to what lies behind a field that has no focus.
class WheelPassesBy : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* field, QEvent* event) override {
        if (event->type() != QEvent::Wheel || static_cast<QWidget*>(field)->hasFocus())
            return false;
        event->ignore();
        return true;
    }
};

void setUp(QSpinBox& box, const WholeBounds& bounds, const QString& name) {
    box.setRange(bounds.least, bounds.most);
    box.setAccessibleName(name);
    box.setKeyboardTracking(false);
    box.setGroupSeparatorShown(false);
}

} // namespace

QFormLayout* formLayout() {
    auto* layout = new QFormLayout;
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout->setRowWrapPolicy(QFormLayout::DontWrapRows);
    layout->setContentsMargins(8, 6, 8, 8);
    layout->setVerticalSpacing(4);
    return layout;
}

QFormLayout* cardForm(QWidget* body) {
    QFormLayout* layout = formLayout();
    layout->setContentsMargins(tokens::card_padding, 0, tokens::card_padding, tokens::space_2);
    body->setLayout(layout);
    return layout;
}

QGroupBox* formGroup(const QString& title, QLayout* layout) {
    auto* box = new QGroupBox(title);
    box->setLayout(layout);
    return box;
}

QWidget* pageScroll(QWidget* page, const QString& name) {
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(name);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    return scroll;
}

QLabel* formNote(const QString& name) {
    auto* label = plainLabel();
    label->setWordWrap(true);
    label->setAccessibleName(name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QSpinBox* formNumber(const WholeBounds& bounds, const QString& name) {
    auto* box = new QSpinBox;
    setUp(*box, bounds, name);
    return box;
}

QSpinBox* formSize(const WholeBounds& bounds, const QString& name) {
    auto* box = new SizeBox;
    setUp(*box, bounds, name);
    return box;
}

QDoubleSpinBox* formFigure() {
    return new FigureBox;
}

void keepFromWheel(QWidget& panel) {
    auto* filter = new WheelPassesBy(&panel);
    const auto keep = [filter](QWidget* field) {
        field->setFocusPolicy(Qt::StrongFocus); // else the wheel gives the focus first
        field->installEventFilter(filter);
    };
    for (QAbstractSpinBox* box : panel.findChildren<QAbstractSpinBox*>())
        keep(box);
    for (QComboBox* box : panel.findChildren<QComboBox*>())
        keep(box);
}

void enterTyped(QWidget& panel) {
    for (QAbstractSpinBox* box : panel.findChildren<QAbstractSpinBox*>())
        box->interpretText();
    for (QLineEdit* edit : panel.findChildren<QLineEdit*>())
        if (edit->isModified() && !qobject_cast<QAbstractSpinBox*>(edit->parentWidget())) {
            edit->setModified(false);
            emit edit->editingFinished();
        }
}

} // namespace pipette
