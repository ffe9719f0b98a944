// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/view_tools.h"

#include "widgets/theme/tokens.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace pipette {

ViewTools::ViewTools(QWidget& view) : QWidget(&view), view_(view), row_(new QHBoxLayout(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(tokens::space_2);
    view.installEventFilter(this);
    connect(&view, &QObject::destroyed, this, &QObject::deleteLater);
}

void ViewTools::add(QWidget* tool, std::function<void(QMenu&)> menu) {
    row_->addWidget(tool);
    tools_.push_back({tool, std::move(menu)});
}

void ViewTools::stayIn(QBoxLayout& layout, const QMargins& margins) {
    home_ = &layout;
    home_margins_ = margins;
    settle();
}

void ViewTools::settle() {
    row_->setContentsMargins(home_margins_);
    if (home_)
        home_->insertWidget(0, this);
}

ViewTools::Tool& ViewTools::toolOf(const QWidget* widget) {
    return *std::find_if(tools_.begin(), tools_.end(),
                         [&](const Tool& tool) { return tool.widget == widget; });
}

void ViewTools::offer(QWidget* tool) {
    if (!std::exchange(toolOf(tool).offered, true)) {
        tool->show();
        emit roomWanted();
    }
}

void ViewTools::withdraw(QWidget* tool) {
    if (std::exchange(toolOf(tool).offered, false)) {
        tool->hide();
        emit roomWanted(); // of tools behind it
    }
}

int ViewTools::homeHeight() const {
    const bool any = std::any_of(tools_.begin(), tools_.end(), [](const Tool& tool) { return tool.offered; });
    return isHome() && any ? sizeHint().height() : 0;
}

void ViewTools::showFirst(std::size_t count) {
    for (std::size_t at = 0; at < tools_.size(); ++at)
        tools_[at].widget->setVisible(tools_[at].offered && at < count);
}

/// Another parent takes the focus from the tool that had it.
void ViewTools::keepFocus(QWidget* tool) {
    if (tool && tool != this && isAncestorOf(tool))
        tool->setFocus();
}

int ViewTools::seat(QWidget& title, int right, int room) {
    int taken = 0;
    std::size_t fit = 0;
    const auto wide = [this](const Tool& tool) {
        return tool.offered ? tool.widget->sizeHint().width() + row_->spacing() : 0;
    };
    while (fit < tools_.size() && taken + wide(tools_[fit]) <= room)
        taken += wide(tools_[fit++]);
    const bool all_reachable =
        std::all_of(tools_.begin() + static_cast<std::ptrdiff_t>(fit), tools_.end(),
                    [](const Tool& tool) { return !tool.offered || tool.menu != nullptr; });
    if (!all_reachable) {
        goHome();
        return 0;
    }
    const bool was_home = isHome();
    const QPointer<QWidget> typed_into = focusWidget();
    if (parentWidget() != &title)
        setParent(&title);
    row_->setContentsMargins({});
    showFirst(fit);
    const int height = std::min(sizeHint().height(), title.height());
    setGeometry(right - taken, (title.height() - height) / 2, taken, height);
    setVisible(taken > 0);
    raise();
    keepFocus(typed_into);
    if (was_home)
        emit moved();
    return taken;
}

void ViewTools::goHome() {
    if (isHome())
        return;
    const QPointer<QWidget> typed_into = focusWidget();
    setParent(&view_);
    settle();
    showFirst(tools_.size());
    show();
    keepFocus(typed_into);
    emit moved();
}

void ViewTools::addMissing(QMenu& menu) const {
    for (const Tool& tool : tools_)
        if (tool.offered && tool.menu && tool.widget->isHidden())
            tool.menu(menu);
}

bool ViewTools::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest)
        emit roomWanted();
    return QWidget::event(event);
}

bool ViewTools::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &view_ && event->type() == QEvent::ParentChange)
        goHome();
    return QWidget::eventFilter(watched, event);
}

} // namespace pipette
