// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/jobs.h"

#include <exception>
#include <utility>

namespace pipette {

Mailbox::Mailbox(std::function<void()> notify) : notify_(std::move(notify)) {}

void Mailbox::post(Item item) {
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = items_.empty();
        items_.push_back(std::move(item));
    }
    if (first && notify_)
        notify_();
}

int Mailbox::deliver() {
    std::vector<Item> items;
    {
        const std::lock_guard lock(mutex_);
        items.swap(items_);
    }
    for (const Item& item : items)
        item();
    return static_cast<int>(items.size());
}

bool Mailbox::empty() const {
    const std::lock_guard lock(mutex_);
    return items_.empty();
}

Worker::Worker(Mailbox& mailbox) : mailbox_(mailbox), thread_([this] { run(); }) {}

Worker::~Worker() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        waiting_.clear();
        running_.request_stop();
    }
    wake_.notify_all();
    thread_.join();
}

void Worker::submit(Job job) {
    put(std::unique_lock(mutex_), std::move(job));
}
void Worker::submit_latest(Job job) {
    std::unique_lock lock(mutex_);
    waiting_.clear();
    put(std::move(lock), std::move(job));
}

void Worker::put(std::unique_lock<std::mutex> lock, Job job) {
    waiting_.push_back({std::move(job), {}});
    lock.unlock();
    wake_.notify_one();
}

void Worker::stop() {
    const std::lock_guard lock(mutex_);
    for (Waiting& waiting : waiting_)
        waiting.stop.request_stop();
    running_.request_stop();
}

bool Worker::busy() const {
    const std::lock_guard lock(mutex_);
    return working_ || !waiting_.empty();
}

void Worker::run() {
    for (;;) {
        Job job;
        std::stop_token stop;
        {
            std::unique_lock lock(mutex_);
            working_ = false;
            wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
            if (ending_)
                return;
            job = std::move(waiting_.front().job);
            running_ = std::move(waiting_.front().stop);
            waiting_.pop_front();
            stop = running_.get_token();
            working_ = true;
        }
        try {
            if (Job::Finish finish = job.process(stop))
                mailbox_.post(std::move(finish));
        } catch (const std::exception& error) {
            if (job.failed)
                mailbox_.post(
                    [failed = std::move(job.failed), why = std::string(error.what())] { failed(why); });
        }
    }
}

} // namespace pipette
