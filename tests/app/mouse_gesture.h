// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"

#include <QApplication>
#include <QDockWidget>
#include <QEventLoop>
#include <QMainWindow>
#include <QTabBar>
#include <QTimer>
#include <QWindow>
#include <QtTest>

#include <functional>
#include <vector>

namespace pipette::test {

/// What a hand on the mouse does to a window, one step after another. Each step is a timer's: a drag or a
/// dialog runs an event loop of its own, in which the next step must come.
class MouseGesture {
public:
    using Step = std::function<void()>;

    /// Presses at `from` in `window`, moves to each of `stops`, and releases there. `before_release` comes
    /// while the button is down.
    MouseGesture(QWidget& window, QPoint from, const std::vector<QPoint>& stops, const Step& before_release) {
        QWindow* handle = window.windowHandle();
        const QRect inside = window.rect().adjusted(1, 1, -2, -2);
        const auto within = [inside](QPoint at) {
            return QPoint(std::clamp(at.x(), inside.left(), inside.right()),
                          std::clamp(at.y(), inside.top(), inside.bottom()));
        };
        const QPoint last = within(stops.back());
        steps_.push_back([=] { QTest::mousePress(handle, Qt::LeftButton, {}, within(from)); });
        for (const QPoint& stop : stops)
            steps_.push_back([=] { QTest::mouseMove(handle, within(stop)); });
        steps_.push_back(before_release);
        steps_.push_back([=] { QTest::mouseRelease(handle, Qt::LeftButton, {}, last); });
        steps_.push_back([] { // nobody is there to answer what it has opened
            while (QWidget* popup = QApplication::activePopupWidget())
                popup->close();
            while (QWidget* dialog = QApplication::activeModalWidget())
                dialog->close();
        });
    }

    void run() {
        QEventLoop loop;
        next(loop);
        loop.exec();
    }

private:
    void next(QEventLoop& loop) {
        QTimer::singleShot(0, &loop, [this, &loop] {
            const Step step = steps_[done_++];
            if (done_ < steps_.size())
                next(loop);
            step();
            if (++ended_ == steps_.size())
                loop.quit();
        });
    }

    std::vector<Step> steps_;
    std::size_t done_ = 0, ended_ = 0;
};

/// A place to press: on a dock's title, where docks meet, on a tab, or anywhere. In coordinates of `window`.
inline QPoint any_place(const QMainWindow& window, Random& random) {
    const auto below = [&random](qsizetype count) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(std::max<qsizetype>(count, 1))));
    };
    const auto any_of = [&]<class Widget>(QList<Widget*> all) {
        all.removeIf([&](const Widget* one) { return !one->isVisible() || one->window() != &window; });
        return all.isEmpty() ? nullptr : all[below(all.size())];
    };
    const int kind = below(4);
    if (const auto* tabs = any_of(window.findChildren<QTabBar*>()); tabs && kind == 0)
        return tabs->mapTo(&window, tabs->tabRect(below(tabs->count())).center());
    if (const auto* dock = any_of(window.findChildren<QDockWidget*>()); dock && kind < 3) {
        const int across = below(dock->width()), down = below(dock->height());
        const QPoint edges[] = {{dock->width() + 2, down}, {across, dock->height() + 2}};
        return dock->mapTo(&window, kind == 1 ? QPoint(across, 10) : edges[below(2)]);
    }
    return {below(window.width()), below(window.height())};
}

} // namespace pipette::test
