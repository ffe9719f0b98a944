// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/jobs.h"

#include <QtTest>

#include <atomic>
#include <chrono>
#include <stdexcept>

using namespace pipette;
using namespace std::chrono_literals;

namespace {

/// Delivers until `done`, as an event loop would; false after two seconds.
bool deliver_until(Mailbox& mailbox, const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + 2s;
    while (!done()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        mailbox.deliver();
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

Job number_job(int number, std::vector<int>& results) {
    Job job;
    job.process = [number, &results](std::stop_token) -> Job::Finish {
        return [number, &results] { results.push_back(number); };
    };
    return job;
}

} // namespace

class JobsTest : public QObject {
    Q_OBJECT

private slots:
    void resultsComeInOrderOnTheAskingThread() {
        std::atomic<int> notified = 0;
        Mailbox mailbox([&] { ++notified; });
        std::vector<int> results;
        Worker worker(mailbox);
        for (int i = 0; i < 100; ++i)
            worker.submit(number_job(i, results));
        QVERIFY(deliver_until(mailbox, [&] { return results.size() == 100; }));
        for (int i = 0; i < 100; ++i)
            QCOMPARE(results[static_cast<std::size_t>(i)], i);
        QVERIFY(notified >= 1 && notified <= 100);
    }

    void whatAJobThrowsIsTold() {
        Mailbox mailbox({});
        Worker worker(mailbox);
        std::string why;
        Job job;
        job.process = [](std::stop_token) -> Job::Finish { throw std::runtime_error("no such file"); };
        job.failed = [&](const std::string& text) { why = text; };
        worker.submit(std::move(job));
        QVERIFY(deliver_until(mailbox, [&] { return !why.empty(); }));
        QCOMPARE(why, std::string("no such file"));
        std::vector<int> results; // and the worker goes on
        worker.submit(number_job(7, results));
        QVERIFY(deliver_until(mailbox, [&] { return results == std::vector<int>{7}; }));
    }

    void stopReachesWhatHasNotBegunAndItsResultArrives() {
        Mailbox mailbox({});
        std::vector<int> results;
        Worker worker(mailbox);
        std::atomic<bool> began = false;
        for (int number = 0; number < 2; ++number) {
            Job job;
            job.process = [&, number](std::stop_token stop) -> Job::Finish {
                began = true;
                while (!stop.stop_requested())
                    std::this_thread::sleep_for(1ms);
                return [&, number] { results.push_back(number); };
            };
            worker.submit(std::move(job));
        }
        QVERIFY(deliver_until(mailbox, [&] { return began.load(); }));
        worker.stop();
        QVERIFY(deliver_until(mailbox, [&] { return results.size() == 2; }));
        QCOMPARE(results, (std::vector<int>{0, 1}));
    }

    void onlyTheNewestWaits() {
        Mailbox mailbox({});
        std::vector<int> results;
        Worker worker(mailbox);
        std::atomic<bool> go = false, began = false;
        Job job;
        job.process = [&](std::stop_token) -> Job::Finish {
            began = true;
            while (!go)
                std::this_thread::sleep_for(1ms);
            return [&] { results.push_back(0); };
        };
        worker.submit(std::move(job));
        QVERIFY(deliver_until(mailbox, [&] { return began.load(); }));
        for (int i = 1; i <= 5; ++i)
            worker.submit_latest(number_job(i, results));
        go = true;
        QVERIFY(deliver_until(mailbox, [&] { return results.size() == 2; }));
        QCOMPARE(results, (std::vector<int>{0, 5}));
    }

    void theEndStopsAndJoins() {
        Mailbox mailbox({});
        std::atomic<bool> stopped = false, began = false;
        {
            Worker worker(mailbox);
            Job job;
            job.process = [&](std::stop_token stop) -> Job::Finish {
                began = true;
                while (!stop.stop_requested())
                    std::this_thread::sleep_for(1ms);
                stopped = true;
                return {};
            };
            worker.submit(std::move(job));
            QVERIFY(deliver_until(mailbox, [&] { return began.load(); }));
        }
        QVERIFY(stopped);
        QCOMPARE(mailbox.deliver(), 0);
    }
};

QTEST_GUILESS_MAIN(JobsTest)
#include "jobs_test.moc"
