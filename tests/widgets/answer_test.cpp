// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/demo_data.h"
#include "widgets/answer/answer_line.h"
#include "widgets/answer/pill.h"
#include "widgets/answer/plan_answer.h"
#include "widgets/answer/study_answer.h"

#include <QLabel>
#include <QtTest>

using namespace pipette;

namespace {

/// A candidate of 2 s whose second stage is the fullest.
PlanAnswered planned(double fullest = 0.5) {
    auto candidate = std::make_shared<Candidate>();
    candidate->iteration_time_s = 2, candidate->low_s = 1.8, candidate->high_s = 2.2;
    candidate->tokens_per_s = 349'600, candidate->mfu = 0.42;
    candidate->breakdown.compute = 1.2, candidate->breakdown.bubble = 0.48,
    candidate->breakdown.dp_exposed = 0.3, candidate->breakdown.optimizer = 0.02;
    for (const double share : {0.2, fullest, 0.1}) {
        DeviceMemory device;
        device.limit = 100, device.upper = device.estimate = 100 * share;
        device.verdict = verdict_of(device.upper, device.limit);
        candidate->memory.push_back(device);
    }
    PlanAnswered plan;
    plan.shown.cluster = std::make_shared<const Cluster>();
    plan.shown.candidate = candidate;
    return plan;
}

QStringList pillTexts(const Answer& answer) {
    QStringList texts;
    for (const AnswerPill& pill : answer.pills)
        texts << pill.text;
    return texts;
}

std::shared_ptr<const Candidate> inHostOrder(double step_s, double full = 0.5, int gpus = 1) {
    Candidate order = *planned(full).shown.candidate;
    order.planner = Planner::host_order;
    order.iteration_time_s = step_s;
    order.config.dp = gpus;
    return std::make_shared<const Candidate>(order);
}

QList<Pill*> pillsOf(const AnswerLine& line) {
    QList<Pill*> shown;
    for (Pill* pill : line.findChildren<Pill*>())
        if (!pill->isHidden())
            shown << pill;
    return shown;
}

} // namespace

class AnswerTest : public QObject {
    Q_OBJECT

private slots:
    void aPlanIsOneFigureAGainAndItsReasons() {
        PlanAnswered plan = planned();
        plan.host_order = inHostOrder(2.34);
        const Answer answer = answerOf(plan);
        QCOMPARE(answer.figure + QLatin1Char(' ') + answer.unit, QStringLiteral("2.00 s a step"));
        QCOMPARE(
            answer.gain + QLatin1Char(' ') + answer.facts,
            QStringLiteral("17 % faster than ranks in host order. 350 k tokens/s, 42 % of the GPUs' peak."));
        QCOMPARE(answer.reasons,
                 QStringLiteral("Real time should lie between 1.80 s and 2.20 s. Compute 60 %, "
                                "idle (bubble) 24 %, gradient exchange 15 %."));
        QCOMPARE(pillTexts(answer), QStringList{QStringLiteral("memory safe, 50 %")});
        plan.host_order = inHostOrder(2.001);
        QVERIFY(answerOf(plan).facts.startsWith(QLatin1String("ranks in host order.")));
        QCOMPARE(answerOf(plan).gain, QStringLiteral("level with"));
        plan.host_order = nullptr; // no such baseline
        QCOMPARE(answerOf(plan).gain, QString());
    }

    /// A plan that is slower than host order says what host order takes more of.
    void aSlowerPlanSaysWhatItSaves() {
        PlanAnswered plan = planned(0.5);
        plan.host_order = inHostOrder(1.9, 0.94);
        const Answer answer = answerOf(plan);
        QVERIFY(answer.gain.contains(QLatin1String("slower")));
        QVERIFY2(answer.facts.startsWith(
                     QLatin1String("than ranks in host order, whose memory is tight (94 % of a GPU). ")),
                 qPrintable(answer.facts));
        plan.host_order = inHostOrder(1.9, 0.5, 16);
        QVERIFY(
            answerOf(plan).facts.startsWith(QLatin1String("than ranks in host order on 16 GPUs, with 1. ")));
    }

    void nothingFitsIsAnAnswer() {
        Plan plan;
        plan.enumerated = 4000;
        QCOMPARE(nothingFoundAnswer(plan).figure, QStringLiteral("No plan"));
        QVERIFY(nothingFoundAnswer(plan).facts.contains(QLatin1String("4,000")));
        Rejection rejection;
        rejection.code = RejectionCode::out_of_memory;
        rejection.reason = "needs 90 GiB";
        plan.rejected = {rejection};
        plan.rejected_counts.of(RejectionCode::out_of_memory) = 1;
        const Answer full = nothingFoundAnswer(plan);
        QCOMPARE(full.figure, QStringLiteral("Nothing fits"));
        QVERIFY(full.facts.contains(QLatin1String("needs 90 GiB")));
        QCOMPARE(pillTexts(full), QStringList{QStringLiteral("1 rejected")});
        plan.rejected.front().code = RejectionCode::crosses_fault;
        QCOMPARE(nothingFoundAnswer(plan).figure, QStringLiteral("No plan"));
    }

    void pillsSayWhatMayNotHold() {
        PlanAnswered plan = planned(0.86);
        plan.ties = 5;
        QCOMPARE(pillTexts(answerOf(plan)), QStringList{QStringLiteral("memory tight, 86 % on stage 1")});
        const auto tied = std::make_shared<Candidate>(*plan.shown.candidate);
        tied->tie = true;
        plan.shown.candidate = tied;
        plan.assumptions = {QStringLiteral("a1 to a2: 5 GB/s"), QStringLiteral("no NIC is shared")};
        QCOMPARE(pillTexts(answerOf(plan)), QStringList({QStringLiteral("2 assumptions"),
                                                         QStringLiteral("memory tight, 86 % on stage 1"),
                                                         QStringLiteral("5 plans tie")}));
        QVERIFY(answerOf(plan).pills.front().details.contains(QLatin1String("a1 to a2")));
        plan.earlier = QStringLiteral("Plan of an earlier setup.");
        const Answer old = answerOf(plan);
        QVERIFY(old.outdated);
        QCOMPARE(old.pills.size(), most_pills);
        QCOMPARE(old.pills.front().text, QStringLiteral("out of date"));
        QCOMPARE(answerOf(planned(1.2)).pills.front().mark, Mark::error);
    }

    void aStoppedSearchSaysSo() {
        PlanAnswered plan = planned();
        plan.stopped = true;
        QCOMPARE(pillTexts(answerOf(plan)).front(), QStringLiteral("stopped early"));
        plan.assumptions = {QStringLiteral("a"), QStringLiteral("b")};
        plan.earlier = QStringLiteral("Plan of an earlier setup.");
        QCOMPARE(answerOf(plan).pills.size(), most_pills);
    }

    void beforeAndDuringASearch() {
        for (const NextStep next : {NextStep::open_cluster, NextStep::choose_model, NextStep::plan}) {
            const Answer answer = unplannedAnswer(next);
            QCOMPARE(answer.figure, QStringLiteral("Not planned yet"));
            QVERIFY(!answer.facts.isEmpty() && !answer.done);
        }
        const Answer nothing = searchAnswer({QStringLiteral("filter"), 0.1, 0, -1});
        QCOMPARE(nothing.lead + nothing.reasons, QString());
        const Answer best = searchAnswer({QStringLiteral("polish"), 0.5, 3.02, 4});
        QCOMPARE(best.lead + QLatin1Char(' ') + best.figure, QStringLiteral("Best so far 3.02 s"));
        QVERIFY(best.reasons.startsWith(QLatin1String("4 s left")));
        QCOMPARE(best.done.value_or(-1), 0.5);
    }

    /// First the second line loses sentences, then pills shorten, then the first line's last sentences move
    /// to the second: nothing is lost.
    void aNarrowLineKeepsAllInItsTip() {
        PlanAnswered plan = planned(0.86);
        plan.host_order = inHostOrder(2.34);
        AnswerLine line;
        line.setAnswer(answerOf(plan));
        line.show();
        const QString reasons = line.answer().reasons;
        const auto* first = line.findChild<QLabel*>(QStringLiteral("answer-facts"));
        const auto* second = line.findChild<QLabel*>(QStringLiteral("answer-reasons"));
        const auto at = [&](int width) {
            line.resize(width, line.height());
            QCoreApplication::processEvents();
        };
        at(1600);
        QCOMPARE(second->text(), reasons);
        QVERIFY(second->isVisible());
        QCOMPARE(pillsOf(line).front()->length(), Pill::Length::full);
        QStringList seconds;
        for (int width = 1600; width > 200; width -= 20) {
            at(width);
            const bool brief = pillsOf(line).front()->length() == Pill::Length::brief;
            const QString shown = second->isVisible() ? second->text() : QString();
            if (!seconds.contains(shown))
                seconds << shown;
            if (!brief)
                QVERIFY(reasons.startsWith(shown) && first->text() == line.answer().facts);
            else if (!shown.isEmpty())
                QVERIFY(line.answer().facts.endsWith(shown));
        }
        const QString range = QStringLiteral("Real time should lie between 1.80 s and 2.20 s.");
        QCOMPARE(seconds, QStringList({reasons, range, QString(),
                                       QStringLiteral("350 k tokens/s, 42 % of the GPUs' peak.")}));
        const Pill& pill = *pillsOf(line).front();
        QVERIFY(pill.width() < 80);
        QCOMPARE(pill.accessibleName(), QStringLiteral("memory tight, 86 % on stage 1"));
        QVERIFY(line.toolTip().contains(reasons) || line.accessibleDescription().contains(reasons));
        QCOMPARE(line.minimumSizeHint().width(), 0);
    }

    void aPillOpensItsReason() {
        AnswerLine line;
        line.setAnswer(answerOf(planned()));
        line.resize(900, line.height());
        line.show();
        QSignalSpy spy(&line, &AnswerLine::reasonRequested);
        QTest::mouseClick(pillsOf(line).front(), Qt::LeftButton);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.front().front().value<Reason>(), Reason::memory);
        QTest::keyClick(pillsOf(line).front(), Qt::Key_Space);
        QCOMPARE(spy.size(), 2);
    }

    void aStudyNamesWhatIsBestInTime() {
        Study study;
        StudyResult result;
        const auto point = [&](int gpus, double step, double days, Deadline deadline) {
            auto best = std::make_shared<Candidate>();
            best->config.dp = gpus;
            best->iteration_time_s = step;
            best->low_s = 0.9 * step, best->high_s = 1.2 * step;
            PointResult made;
            made.planned.best = best;
            made.outcome.days = days;
            made.deadline = deadline;
            made.meets_deadline = deadline != Deadline::missed;
            made.done = true;
            result.points.push_back(made);
        };
        QCOMPARE(answerOf(study, result, std::nullopt).figure, QStringLiteral("Not planned yet"));
        point(64, 4, 80, Deadline::missed);
        point(512, 1, 40, Deadline::met);
        point(256, 2, 55, Deadline::perhaps);
        QCOMPARE(answerOf(study, result, std::nullopt).figure, QStringLiteral("1.00 s"));
        study.base.goal.days = 60;
        const Answer answer = answerOf(study, result, std::nullopt);
        QCOMPARE(answer.figure + QLatin1Char(' ') + answer.unit,
                 QStringLiteral("256 GPUs are the fewest in time"));
        QCOMPARE(answer.pills.front().text, QStringLiteral("may miss the deadline"));
        QVERIFY2(answer.pills.front().details.contains(QLatin1String("60 days")),
                 qPrintable(answer.pills.front().details));
        QVERIFY2(answer.facts.startsWith(QLatin1String("Between ")), qPrintable(answer.facts));
        QVERIFY2(answer.reasons.startsWith(QLatin1String("64 GPUs would take 80 days. 512 GPUs are in time "
                                                         "even at the slow end of the range: 48 days.")),
                 qPrintable(answer.reasons));
        for (PointResult& priced : result.points)
            priced.outcome.currency = "USD", priced.outcome.cost = 8e6;
        result.points[1].outcome.cost = 6.5e6; // 512 GPUs are sooner and cheaper than 256, the fewest
        const Answer cheapest = answerOf(study, result, std::nullopt);
        QCOMPARE(cheapest.figure + QLatin1Char(' ') + cheapest.unit,
                 QStringLiteral("512 GPUs are in time for the least money"));
        QCOMPARE(cheapest.gain, QStringLiteral("40 days and 6.50 M USD."));
        QCOMPARE(pointOfAnswer(result, study.base.goal), 1);
        QVERIFY2(cheapest.reasons.startsWith(
                     QLatin1String("256 GPUs may be in time (likely, not sure): 55 days and 8.00 M USD.")),
                 qPrintable(cheapest.reasons));
        point(1, 1, 50, Deadline::met);
        result.points.back().outcome.currency = "USD", result.points.back().outcome.cost = 9e6;
        QVERIFY(answerOf(study, result, std::nullopt)
                    .reasons.startsWith(QLatin1String("1 GPU is the fewest in time: 50 days and ")));
        result.points.back().outcome.cost = 1e6;
        const Answer one = answerOf(study, result, std::nullopt);
        QCOMPARE(one.figure + QLatin1Char(' ') + one.unit,
                 QStringLiteral("1 GPU is in time for the least money"));
        result.points.resize(1);
        QCOMPARE(answerOf(study, result, std::nullopt).figure, QStringLiteral("No size"));
        QCOMPARE(answerOf(nullptr).figure, QStringLiteral("No runs yet"));
    }
};

QTEST_MAIN(AnswerTest)
#include "answer_test.moc"
