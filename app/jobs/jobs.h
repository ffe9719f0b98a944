// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace pipette {

/// Closures on their way to the window's thread. Handed over through std primitives alone, so that a race
/// detector sees all that is ours; `notify` only says that something waits.
class Mailbox {
public:
    using Item = std::function<void()>;

    /// `notify` is called, from any thread, when something arrives in an empty box.
    explicit Mailbox(std::function<void()> notify);

    void post(Item item);
    /// Runs what has arrived, in order; returns how many. Call on the window's thread.
    int deliver();
    bool empty() const;

private:
    std::function<void()> notify_;
    mutable std::mutex mutex_;
    std::vector<Item> items_;
};

/// Long work, told from its result: `process` runs on a worker and returns what is to be done with the result
/// on the window's thread. What it throws is caught there and its text goes to `failed`, on the window's
/// thread too.
struct Job {
    using Finish = std::function<void()>;
    std::function<Finish(std::stop_token)> process;
    std::function<void(const std::string& why)> failed;
};

/// One thread that does jobs in order. Its end asks the running job to stop and waits for it; jobs that wait
/// are dropped.
class Worker {
public:
    explicit Worker(Mailbox& mailbox);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void submit(Job job);
    /// Only the newest matters: drops what waits, lets the running one end.
    void submit_latest(Job job);
    /// Asks the running job and those that wait to stop: these begin with the request made. All results
    /// arrive, for those who wait for one.
    void stop();
    bool busy() const; ///< a job runs or waits

private:
    struct Waiting {
        Job job;
        std::stop_source stop;
    };
    void run();
    void put(std::unique_lock<std::mutex> lock, Job job);

    Mailbox& mailbox_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Waiting> waiting_;
    std::stop_source running_{std::nostopstate};
    bool working_ = false, ending_ = false;
    std::thread thread_;
};

} // namespace pipette
