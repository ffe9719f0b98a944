// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/enlarger.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QBoxLayout>
#include <QFormLayout>
#include <QGridLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QToolBar>
#include <QWidget>

#include <cmath>
#include <functional>

namespace pipette {
namespace {

using Part = Enlarger::Part;
/// What a number of an object becomes.
using Scaled = std::function<int(const void*, int part, int value)>;

int numberOf(Part part) {
    return static_cast<int>(part);
}

QMargins scaledMargins(const void* object, const QMargins& now, const Scaled& scaled) {
    return {scaled(object, numberOf(Part::left), now.left()), scaled(object, numberOf(Part::top), now.top()),
            scaled(object, numberOf(Part::right), now.right()),
            scaled(object, numberOf(Part::bottom), now.bottom())};
}

/// A spacing, unless it is the style's, which grows by itself.
template <class Layout>
void scaleSpacing(Layout& layout, Part part, int (Layout::*get)() const, void (Layout::*set)(int),
                  const Scaled& scaled) {
    const int now = (layout.*get)();
    (layout.*set)(-1);
    if ((layout.*get)() != now)
        (layout.*set)(scaled(&layout, numberOf(part), now));
}

void scaleLayout(QLayout& layout, const Scaled& scaled) {
    if (auto* box = qobject_cast<QBoxLayout*>(&layout)) {
        scaleSpacing(*box, Part::spacing, &QBoxLayout::spacing, &QBoxLayout::setSpacing, scaled);
    } else if (auto* grid = qobject_cast<QGridLayout*>(&layout)) {
        scaleSpacing(*grid, Part::spacing, &QGridLayout::horizontalSpacing,
                     &QGridLayout::setHorizontalSpacing, scaled);
        scaleSpacing(*grid, Part::rows_spacing, &QGridLayout::verticalSpacing,
                     &QGridLayout::setVerticalSpacing, scaled);
    } else if (auto* form = qobject_cast<QFormLayout*>(&layout)) {
        scaleSpacing(*form, Part::spacing, &QFormLayout::horizontalSpacing,
                     &QFormLayout::setHorizontalSpacing, scaled);
        scaleSpacing(*form, Part::rows_spacing, &QFormLayout::verticalSpacing,
                     &QFormLayout::setVerticalSpacing, scaled);
    } else {
        return; // Qt's own, of main windows, docks and tool bars
    }
    const QMargins now = layout.contentsMargins();
    layout.unsetContentsMargins();
    if (layout.contentsMargins() != now)
        layout.setContentsMargins(scaledMargins(&layout, now, scaled));
}

/// Least and largest sizes where they are set.
void scaleSizes(QWidget& widget, const Scaled& scaled) {
    const auto bound = [&](Part part, int now) {
        return now <= 0 || now >= QWIDGETSIZE_MAX ? now : scaled(&widget, numberOf(part), now);
    };
    const QSize least(bound(Part::least_width, widget.minimumWidth()),
                      bound(Part::least_height, widget.minimumHeight()));
    const QSize most(bound(Part::most_width, widget.maximumWidth()),
                     bound(Part::most_height, widget.maximumHeight()));
    widget.setMinimumSize(least.boundedTo(most));
    widget.setMaximumSize(most);
    widget.setMinimumSize(least);
}

template <class WithIcon>
void scaleIcon(WithIcon* of, const Scaled& scaled) {
    if (!of || !of->iconSize().isValid())
        return;
    const QSize least = of->minimumSize(); // which a tool bar forgets
    of->setIconSize({scaled(of, numberOf(Part::icon_width), of->iconSize().width()),
                     scaled(of, numberOf(Part::icon_height), of->iconSize().height())});
    of->setMinimumSize(least);
}

void scaleHead(QHeaderView& head, const Scaled& scaled) {
    const int section = numberOf(Part::section);
    if (head.orientation() == Qt::Vertical)
        return head.setDefaultSectionSize(scaled(&head, section, head.defaultSectionSize()));
    for (int i = 0; i < head.count(); ++i)
        if (!head.isSectionHidden(i) && head.sectionResizeMode(i) == QHeaderView::Interactive)
            head.resizeSection(i, scaled(&head, section + 1 + i, head.sectionSize(i)));
}

void scaleWidget(QWidget& widget, const Scaled& scaled) {
    QFont font = widget.font();
    if (widget.testAttribute(Qt::WA_SetFont) && (font.resolveMask() & QFont::SizeResolved) != 0 &&
        font.pixelSize() > 0) {
        font.setPixelSize(scaled(&widget, numberOf(Part::type), font.pixelSize()));
        widget.setFont(font);
    }
    if (widget.contentsMargins() != QMargins() && !widget.inherits("QFrame"))
        widget.setContentsMargins(scaledMargins(&widget, widget.contentsMargins(), scaled));
    scaleSizes(widget, scaled);
    scaleIcon(qobject_cast<QAbstractButton*>(&widget), scaled);
    scaleIcon(qobject_cast<QToolBar*>(&widget), scaled);
    if (auto* head = qobject_cast<QHeaderView*>(&widget))
        scaleHead(*head, scaled);
    else
        scaleIcon(qobject_cast<QAbstractItemView*>(&widget), scaled);
}

void scaleAll(QWidget& top, const Scaled& scaled) {
    for (QLayout* layout : top.findChildren<QLayout*>())
        scaleLayout(*layout, scaled);
    for (QWidget* widget : top.findChildren<QWidget*>())
        scaleWidget(*widget, scaled);
}

} // namespace

void Enlarger::enlarge(QWidget& top, double factor) {
    factor_ = factor;
    changes_.clear();
    shares_.clear();
    for (QSplitter* splitter : top.findChildren<QSplitter*>())
        shares_.emplace_back(splitter, splitter->sizes());
    scaleAll(top, [this](const void* object, int part, int value) {
        const int after = static_cast<int>(std::lround(value * factor_));
        changes_[{object, part}] = {value, after};
        return after;
    });
}

void Enlarger::giveBack(QWidget& top) {
    scaleAll(top, [this](const void* object, int part, int value) {
        const auto change = changes_.find({object, part});
        return change != changes_.end() && change->second.after == value
                   ? change->second.before
                   : static_cast<int>(std::lround(value / factor_));
    });
    for (const auto& [splitter, sizes] : shares_)
        if (splitter)
            splitter->setSizes(sizes);
    changes_.clear();
    shares_.clear();
    factor_ = 1;
}

} // namespace pipette
