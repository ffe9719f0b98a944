// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/sliced_work.h"

#include <QElapsedTimer>
#include <QTimer>

#include <utility>

namespace pipette {
namespace {
constexpr qint64 slice_ms = 4; // leaves the rest of a 16 ms frame to painting
}

void SlicedWork::start(std::function<bool()> step) {
    step_ = std::move(step);
    ++ticket_;
    slice();
}

void SlicedWork::drop() {
    step_ = nullptr;
    ++ticket_;
}

void SlicedWork::finish() {
    if (!step_)
        return;
    while (step_())
        ;
    drop();
    emit done();
}

void SlicedWork::slice() {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < slice_ms)
        if (!step_()) {
            drop();
            emit done();
            return;
        }
    QTimer::singleShot(0, this, [this, ticket = ticket_] {
        if (ticket == ticket_)
            slice();
    });
}

} // namespace pipette
