// SPDX-License-Identifier: GPL-3.0-or-later
// Orders by hand, judged here a second time by a plain event loop that shares nothing with the simulator.
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/order_judge.h"
#include "core/schedule/schedule_family.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <set>

using namespace pipette;

namespace {

using Work = std::tuple<char, int, int>; // letter, stage, microbatch

Work work_of(const Operation& o) {
    return {letter_of(o.kind), o.stage, o.microbatch};
}

/// Times of one device pipeline, the same for all of its stages.
struct PlainTimes {
    double forward = 1, input = 1, weight = 1, link = 0;
    double of(const Operation& o) const {
        switch (o.kind) {
        case OperationKind::forward:
            return forward;
        case OperationKind::input_gradient:
            return input;
        case OperationKind::weight_gradient:
            return weight;
        default:
            return input + weight;
        }
    }
};

/// What a plain event loop finds.
struct Played {
    std::map<Work, double> end;
    std::vector<int> run; ///< [device] operations
    double makespan = 0, busy = 0;
    std::vector<double> held;                                 ///< [device] stages' microbatches at most
    std::vector<std::vector<std::pair<double, int>>> changes; ///< [device] time, +1 or -1
    bool all = true;
};

/// What an operation needs: work, and whether its output crosses a link.
std::vector<std::pair<Work, bool>> needs(const ScheduleDraft& draft, const Operation& o) {
    const auto crosses = [&](int from) {
        return draft.device_of_part[static_cast<std::size_t>(from)] != draft.device_of_part[o.stage];
    };
    std::vector<std::pair<Work, bool>> all;
    if (o.kind == OperationKind::forward && o.stage > 0)
        all.push_back({{'F', o.stage - 1, o.microbatch}, crosses(o.stage - 1)});
    if (letter_of(o.kind) == 'B') {
        all.push_back({{'F', o.stage, o.microbatch}, false});
        if (o.stage + 1 < draft.stages)
            all.push_back({{'B', o.stage + 1, o.microbatch}, crosses(o.stage + 1)});
    }
    if (o.kind == OperationKind::weight_gradient)
        all.push_back({{'B', o.stage, o.microbatch}, false});
    return all;
}

Played play(const ScheduleDraft& draft, const PlainTimes& times) {
    Played played;
    const std::size_t devices = draft.order.size();
    const double share = 1.0 / draft.size.chunks;
    std::vector<double> free(devices, 0);
    played.run.assign(devices, 0), played.held.assign(devices, 0), played.changes.resize(devices);
    std::vector<int> now(devices, 0);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t d = 0; d < devices; ++d) {
            if (static_cast<std::size_t>(played.run[d]) == draft.order[d].size())
                continue;
            const Operation& o = draft.order[d][static_cast<std::size_t>(played.run[d])];
            double start = free[d];
            bool ready = true;
            for (const auto& [work, crosses] : needs(draft, o)) {
                const auto found = played.end.find(work);
                ready = ready && found != played.end.end();
                if (ready)
                    start = std::max(start, found->second + (crosses ? times.link : 0));
            }
            if (!ready)
                continue;
            const double end = start + times.of(o) * share;
            played.end[work_of(o)] = free[d] = end;
            played.busy += end - start;
            played.makespan = std::max(played.makespan, end);
            if (o.kind == OperationKind::forward) {
                played.held[d] = std::max<double>(played.held[d], ++now[d]);
                played.changes[d].push_back({start, 1});
            }
            if (o.kind == OperationKind::backward || o.kind == OperationKind::weight_gradient)
                --now[d], played.changes[d].push_back({end, -1});
            ++played.run[d], moved = true;
        }
    }
    for (std::size_t d = 0; d < devices; ++d)
        played.all = played.all && static_cast<std::size_t>(played.run[d]) == draft.order[d].size();
    return played;
}

/// A valid schedule of a kind that a person may order, small.
ScheduleDraft random_draft(Random& random) {
    static const std::vector<const char*> names{"1f1b", "gpipe",       "zb-h1",      "zb-h2",
                                                "zb-v", "interleaved", "looped-bfs", "v-half"};
    for (;;) {
        const ScheduleKind kind =
            *schedule_named(names[random.below(static_cast<std::uint32_t>(names.size()))]);
        const ScheduleSize size{2 + static_cast<int>(random.below(4)), 1 + static_cast<int>(random.below(8)),
                                family_of(kind).default_chunks, 1};
        if (allows(kind, size))
            return draft_of(*make_schedule(kind, size));
    }
}

void move_any(Random& random, ScheduleDraft& draft) {
    auto& order = draft.order[random.below(static_cast<std::uint32_t>(draft.order.size()))];
    const auto below = [&](std::size_t count) { return random.below(static_cast<std::uint32_t>(count)); };
    const auto from = static_cast<std::ptrdiff_t>(below(order.size()));
    // Most moves are short, as a person's are.
    const std::ptrdiff_t by = random.uniform() < 0.7 ? 1 + below(3) : below(order.size());
    const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(random.uniform() < 0.5 ? from - by : from + by, 0,
                                                         static_cast<std::ptrdiff_t>(order.size()) - 1);
    const Operation moved = order[static_cast<std::size_t>(from)];
    order.erase(order.begin() + from);
    order.insert(order.begin() + to, moved);
}

/// Every step of the cycle is true, none of its operations runs, and it closes.
void check_cycle(const ScheduleDraft& draft, const Played& played, const std::vector<OrderWait>& cycle) {
    QVERIFY(!cycle.empty());
    for (std::size_t k = 0; k < cycle.size(); ++k) {
        const OrderWait& wait = cycle[k];
        QCOMPARE(cycle[(k + 1) % cycle.size()].operation, wait.awaited);
        QVERIFY(!played.end.contains(work_of(wait.operation)));
        QVERIFY(!played.end.contains(work_of(wait.awaited)));
        const auto& order = draft.order[wait.operation.device];
        const auto place = [&](const Operation& o) {
            return std::find_if(order.begin(), order.end(),
                                [&](const Operation& other) { return work_of(other) == work_of(o); });
        };
        const bool same_device = wait.operation.device == wait.awaited.device;
        if (wait.reason == WaitReason::order) {
            QVERIFY(same_device && place(wait.awaited) < place(wait.operation));
            continue;
        }
        QCOMPARE(same_device, wait.reason == WaitReason::own_work);
        if (same_device)
            QVERIFY(place(wait.awaited) > place(wait.operation));
        const auto all = needs(draft, wait.operation);
        QVERIFY(std::any_of(all.begin(), all.end(),
                            [&](const auto& need) { return need.first == work_of(wait.awaited); }));
        if (!same_device)
            QCOMPARE(letter_of(wait.awaited.kind), wait.reason == WaitReason::activation ? 'F' : 'B');
    }
}

DeviceTimes device_times(const PlainTimes& times) {
    DeviceTimes devices;
    devices.forward = {times.forward}, devices.backward = {times.input + times.weight};
    devices.weight_share = times.weight / (times.input + times.weight);
    devices.link = {times.link}, devices.wrap_link = times.link;
    return devices;
}

ScheduleDraft two_by_two() {
    return draft_of(*make_schedule(ScheduleKind::one_f_one_b, {2, 2, 1, 1}));
}

} // namespace

class OrderJudgeTest : public QObject {
    Q_OBJECT

private slots:
    void threeHundredOrdersByHand() {
        Random random(7);
        int deadlocks = 0, over = 0, good = 0;
        for (int i = 0; i < 300; ++i) {
            ScheduleDraft draft = random_draft(random);
            for (int moves = static_cast<int>(random.below(6)); moves > 0; --moves)
                move_any(random, draft);
            const PlainTimes times{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2),
                                   random.uniform() < 0.5 ? 0 : random.uniform(0, 1)};
            const Played played = play(draft, times);
            ActivationBudget budget{{random.uniform(1, 4)}, 0};
            budget.limit_bytes = budget.bytes.front() * (0.6 + random.below(5)); // between two counts
            const OrderVerdict verdict = judge_order(draft, device_times(times), P2p::overlapped, budget);
            QVERIFY(verdict.faults.empty());
            QCOMPARE(!verdict.deadlock, played.all);
            if (played.all)
                check_run(draft, played, verdict, budget), ++good, over += verdict.overrun.has_value();
            else
                check_stuck(draft, played, verdict), ++deadlocks;
            if (QTest::currentTestFailed())
                QFAIL(
                    qPrintable(QStringLiteral("case %1, %2").arg(i).arg(QString::fromStdString(draft.name))));
        }
        QVERIFY2(
            deadlocks > 60 && over > 30 && good > over + 30,
            qPrintable(QStringLiteral("%1 deadlocks, %2 over, %3 run").arg(deadlocks).arg(over).arg(good)));
    }

    // A missing, a double and a misplaced operation, each named, in one order.
    void everyFaultIsNamed() {
        ScheduleDraft draft = two_by_two();
        QCOMPARE(draft.order[0].size(), std::size_t{4});
        const Operation last = draft.order[0].back();
        draft.order[0].pop_back();
        draft.order[1].push_back(last);
        draft.order[1].push_back(draft.order[1][0]);
        draft.order[1][0].microbatch = 9;
        const OrderVerdict verdict = judge_order(draft, {}, P2p::overlapped);
        QVERIFY(!verdict.timeline && !verdict.runs());
        std::vector<std::string> texts;
        for (const OrderFault& fault : verdict.faults)
            texts.push_back(text_of(fault, 1));
        QCOMPARE(texts,
                 (std::vector<std::string>{"F9 on device 1: there is no such stage, microbatch or slice",
                                           "B1 is on device 1, but another device holds stage 0",
                                           "B1 is missing on device 0"}));
        draft = two_by_two();
        draft.order[1].push_back(draft.order[1][0]);
        const OrderVerdict twice = judge_order(draft, {}, P2p::overlapped);
        QCOMPARE(twice.faults.size(), std::size_t{1});
        QCOMPARE(text_of(twice.faults[0], 1), "F0 is there twice on device 1");
        QCOMPARE(twice.faults[0].place, 4);
    }

    void randomFaultsAreFound() {
        Random random(11);
        for (int i = 0; i < 100; ++i) {
            ScheduleDraft draft = random_draft(random);
            auto& order = draft.order[random.below(static_cast<std::uint32_t>(draft.order.size()))];
            const std::size_t at = random.below(static_cast<std::uint32_t>(order.size()));
            const Operation hit = order[at];
            const bool leaves = random.uniform() < 0.5;
            if (leaves)
                order.erase(order.begin() + static_cast<std::ptrdiff_t>(at));
            else
                order.insert(order.begin(), hit);
            const OrderVerdict verdict = judge_order(draft, {}, P2p::overlapped);
            QCOMPARE(verdict.faults.size(), std::size_t{1});
            QCOMPARE(verdict.faults[0].kind, leaves ? OrderFaultKind::missing : OrderFaultKind::twice);
            QCOMPARE(work_of(verdict.faults[0].operation), work_of(hit));
            QCOMPARE(verdict.faults[0].operation.device, hit.device);
        }
    }

    // Device 1 begins with F1, which device 0 sends only after B0: it waits for ever.
    void aDeadlockIsTheCycleItIs() {
        ScheduleDraft draft = two_by_two();
        draft.order[0] = {draft.order[0][0], draft.order[0][2], draft.order[0][1], draft.order[0][3]};
        std::swap(draft.order[1][0], draft.order[1][2]);
        const OrderVerdict verdict = judge_order(draft, {}, P2p::overlapped);
        QVERIFY(verdict.deadlock.has_value());
        QCOMPARE(verdict.deadlock->time, 1.0); // F0 of device 0 is all that runs
        std::vector<std::string> texts;
        for (const OrderWait& wait : verdict.deadlock->cycle)
            texts.push_back(text_of(wait, 1));
        QCOMPARE(texts, (std::vector<std::string>{"B0 on device 0 waits for the gradient of B0 on device 1",
                                                  "B0 comes after F1 in the order of device 1",
                                                  "F1 on device 1 waits for the activation of F1 on device 0",
                                                  "F1 comes after B0 in the order of device 0"}));
        // What never runs is drawn behind, in its order.
        const Timeline& timeline = *verdict.timeline;
        for (int i = 0; i < timeline.schedule->count(); ++i) {
            const Operation& o = timeline.schedule->operation(i);
            if (o.device == 1 && work_of(o) == Work{'F', 1, 1})
                QCOMPARE(timeline.start[static_cast<std::size_t>(i)], 1.0);
            if (o.device == 1 && work_of(o) == Work{'B', 1, 0})
                QCOMPARE(timeline.start[static_cast<std::size_t>(i)], 2.0);
        }
    }

    void theBudgetMustFitTheDevices() {
        const ScheduleDraft draft = two_by_two();
        QVERIFY_EXCEPTION_THROWN(judge_order(draft, {}, P2p::overlapped, {{1, 2, 3}, 4}), InputError);
        DeviceTimes times;
        times.forward = {1, 2, 3};
        QVERIFY_EXCEPTION_THROWN(judge_order(draft, times, P2p::overlapped), InputError);
        // Device 0 holds two microbatches of 3 from the second forward on, at 1.
        const OrderVerdict verdict = judge_order(draft, {}, P2p::overlapped, {{3, 5}, 5.5});
        QVERIFY(verdict.overrun.has_value());
        QCOMPARE(verdict.overrun->device, 0);
        QCOMPARE(verdict.overrun->time, 1.0);
        QCOMPARE(verdict.overrun->bytes, 6.0);
        QCOMPARE(verdict.held[1].bytes, 5.0);
        QVERIFY(!judge_order(draft, {}, P2p::overlapped, {{3}, 6}).overrun);
    }

    void aDraftIsItsScheduleAgain() {
        for (const ScheduleKind kind : all_schedules()) {
            const auto schedule = make_schedule(kind, {4, 8, family_of(kind).default_chunks, 1});
            const Schedule again(draft_of(*schedule));
            QCOMPARE(again.count(), schedule->count());
            for (int i = 0; i < again.count(); ++i)
                QCOMPARE(again.operation(i), schedule->operation(i));
            QCOMPARE(again.gradients_cross(), schedule->gradients_cross());
            QVERIFY(judge_order(draft_of(*schedule), {}, P2p::overlapped).runs());
        }
    }

    // A person drags: the chart follows between two frames.
    void judgingTakesMilliseconds() {
        const ScheduleDraft draft = draft_of(*make_schedule(*schedule_named("zb-h1"), {16, 64, 1, 1}));
        double best = 1e9;
        for (int i = 0; i < 5; ++i) {
            QElapsedTimer timer;
            timer.start();
            QVERIFY(judge_order(draft, {}, P2p::overlapped, {{1}, 8}).runs());
            best = std::min(best, static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        }
        qInfo("%d operations are judged in %.2f ms", 3 * 16 * 64, best);
        QVERIFY2(best < 100, "a judgement must not take as long as ten frames, even on a loaded machine");
    }

private:
    static void check_run(const ScheduleDraft& draft, const Played& played, const OrderVerdict& verdict,
                          const ActivationBudget& budget) {
        const auto close = [](double a, double b) { return std::abs(a - b) < 1e-9 * (1 + std::abs(b)); };
        const double devices = static_cast<double>(draft.order.size());
        QVERIFY(close(verdict.timeline->makespan, played.makespan));
        QVERIFY(close(verdict.idle, 1 - played.busy / (devices * played.makespan)));
        std::optional<Overrun> first;
        const double part = budget.bytes.front() / draft.size.chunks;
        for (std::size_t d = 0; d < draft.order.size(); ++d) {
            QVERIFY(close(verdict.held[d].microbatches, played.held[d] / draft.size.chunks));
            QVERIFY(close(verdict.held[d].bytes, played.held[d] * part));
            int held = 0;
            for (const auto& [time, change] : played.changes[d]) {
                held += change;
                if (held * part > budget.limit_bytes && (!first || time < first->time))
                    first = {static_cast<int>(d), time, held * part};
            }
        }
        QCOMPARE(verdict.overrun.has_value(), first.has_value());
        if (!first)
            return;
        QVERIFY(close(verdict.overrun->time, first->time));
        QVERIFY(close(verdict.overrun->bytes, first->bytes));
    }

    static void check_stuck(const ScheduleDraft& draft, const Played& played, const OrderVerdict& verdict) {
        check_cycle(draft, played, verdict.deadlock->cycle);
        QVERIFY(std::abs(verdict.deadlock->time - played.makespan) < 1e-9);
        // What runs, runs when it did in the plain loop; all else lies behind.
        const Timeline& timeline = *verdict.timeline;
        std::set<Work> drawn;
        for (int i = 0; i < timeline.schedule->count(); ++i) {
            const Work work = work_of(timeline.schedule->operation(i));
            drawn.insert(work);
            if (const auto end = played.end.find(work); end != played.end.end())
                QVERIFY(std::abs(timeline.end[static_cast<std::size_t>(i)] - end->second) < 1e-9);
            else
                QVERIFY(timeline.start[static_cast<std::size_t>(i)] >= played.makespan - 1e-9);
        }
        std::size_t all = 0;
        for (const auto& order : draft.order)
            all += order.size();
        QCOMPARE(drawn.size(), all);
    }
};

QTEST_GUILESS_MAIN(OrderJudgeTest)
#include "order_judge_test.moc"
