// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/progress_feed.h"

#include "widgets/theme/core_sentences.h"

#include <mutex>

namespace pipette {

struct ProgressFeed::Latest {
    std::mutex mutex;
    Progress progress;
};

ProgressFeed::ProgressFeed(QObject* parent) : QObject(parent) {
    timer_.setInterval(100);
    connect(&timer_, &QTimer::timeout, this, &ProgressFeed::read);
}

ProgressSink ProgressFeed::begin() {
    latest_ = std::make_shared<Latest>();
    timer_.start();
    return [latest = latest_](const Progress& progress) {
        const std::lock_guard lock(latest->mutex);
        latest->progress = progress;
    };
}

void ProgressFeed::end() {
    latest_ = nullptr;
    timer_.stop();
}

void ProgressFeed::read() {
    Progress progress;
    {
        const std::lock_guard lock(latest_->mutex);
        progress = latest_->progress;
    }
    if (!progress.step.empty()) // the worker has told something
        emit progressed(progress.fraction, sentenceText(progress.step));
}

} // namespace pipette
