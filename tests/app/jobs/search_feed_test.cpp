// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/jobs.h"
#include "app/jobs/search_feed.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <algorithm>
#include <chrono>

using namespace pipette;
using namespace std::chrono_literals;

namespace {

/// One search of the planner on a worker, watched from this thread as the window watches it.
struct Watched {
    Mailbox mailbox{{}};
    SearchFeed feed;
    std::optional<Plan> plan;
    std::vector<std::shared_ptr<const Candidate>> found;
    std::size_t curve = 0;
    double fraction = 0;
    Worker worker{mailbox}; ///< ends first

    explicit Watched(long moves) {
        PlanInputs inputs = random_inputs({16, 8, 2, 0.2, MatrixBetween::nodes}, 5);
        inputs.budget.moves = moves;
        Job job;
        job.process = [this, inputs](std::stop_token stop) -> Job::Finish {
            auto result = std::make_shared<Plan>(pipette::plan(inputs, some_knowledge(), feed.sinks(), stop));
            return [this, result] { plan = std::move(*result); };
        };
        worker.submit(std::move(job));
    }

    /// Reads the feed and delivers until `done`, as an event loop would; false after five minutes.
    bool until(const std::function<bool()>& done) {
        const auto end = std::chrono::steady_clock::now() + 5min;
        for (;;) {
            mailbox.deliver();
            SearchFeed::News news = feed.take();
            found.insert(found.end(), news.found.begin(), news.found.end());
            curve += news.annealing.size();
            if (news.progress)
                fraction = news.progress->fraction;
            if (done())
                return true;
            if (std::chrono::steady_clock::now() > end)
                return false;
            std::this_thread::sleep_for(1ms);
        }
    }
};

} // namespace

class SearchFeedTest : public QObject {
    Q_OBJECT

private slots:
    void whatASearchFindsArrivesFromItsThreads() {
        Watched search(20'000);
        QVERIFY(search.until([&] { return search.plan.has_value(); }));
        QVERIFY(!search.found.empty());
        QVERIFY(search.curve > 0);
        QCOMPARE(search.fraction, 1.0);
        const auto fastest =
            std::min_element(search.found.begin(), search.found.end(), [](const auto& a, const auto& b) {
                return a->iteration_time_s < b->iteration_time_s;
            });
        double best = 1e300;
        for (const Candidate& candidate : search.plan->candidates)
            best = std::min(best, candidate.iteration_time_s);
        QCOMPARE((*fastest)->iteration_time_s, best);
    }

    void aStoppedSearchHandsOverItsBest() {
        Watched search(200'000'000); // for hours, but for the request
        QVERIFY(search.until([&] { return search.curve > 0; }));
        search.worker.stop();
        QVERIFY(search.until([&] { return search.plan.has_value(); }));
        QVERIFY(!search.plan->candidates.empty());
    }
};

QTEST_GUILESS_MAIN(SearchFeedTest)
#include "search_feed_test.moc"
