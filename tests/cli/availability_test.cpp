// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/resources.h"
#include "core/formats/text/text_file.h"
#include "tests/planner_questions.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <set>

using namespace pipette;
using namespace pipette::test;

namespace {

QStringList asked(const QString& file) {
    return words({"availability"}) << file << words({"--cluster"}) << sample_cluster("a100_hdr_16x8.json")
                                   << words(
                                          {"--model", "gpt-3.6b", "--global-batch", "256", "--moves", "500"});
}

QStringList sample_week() {
    return asked(sample_cluster("availability/spot_week_a100_16x8.json"));
}

/// Nothing may be worked in a period.
bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

void add_names(const Json& value, std::set<std::string>& names) {
    if (value.is_object())
        for (const auto& [name, child] : value.items()) {
            names.insert(name);
            if (name != "config")
                add_names(child, names);
        }
    else if (value.is_array())
        for (const Json& child : value)
            add_names(child, names);
}

} // namespace

/// GPUs that come and go, on the command line.
class AvailabilityTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString written(const char* text) {
        QFile file(folder_.filePath(QStringLiteral("availability.json")));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }

private slots:
    void the_week_adds_up() {
        const Json answer = answer_to(sample_week() + words({"--price", "2"}));
        QCOMPARE(answer["policies"].size(), std::size_t(3));
        QCOMPARE(answer["periods"].size(), std::size_t(10));
        QCOMPARE(double(answer["periods"].back()["end_hours"]), 168.0);
        const Json& best = answer["policies"][0];
        QCOMPARE(best["policy"], "best");
        for (const Json& policy : answer["policies"]) {
            double steps = 0, cost = 0;
            int starts = 0;
            for (std::size_t p = 0; p < policy["periods"].size(); ++p) {
                const Json& period = policy["periods"][p];
                steps += double(period["steps"]), cost += double(period["cost"]);
                starts += period["action"] == "start" || period["action"] == "replan" ? 1 : 0;
                if (period["plan"].is_null()) {
                    QCOMPARE(period["action"], "pause");
                    continue;
                }
                const Json& plan = answer["plans"][std::size_t(period["plan"])];
                QVERIFY(int(plan["gpus"]) <=
                        int(answer["sets"][std::size_t(answer["periods"][p]["set"])]["gpus"]));
                const double worked =
                    double(period["hours"]) - double(period["restart_hours"]) - double(period["lost_hours"]);
                QVERIFY(near(period["steps"],
                             3600 * worked * double(plan["goodput"]) / double(plan["iteration_time_s"])));
                QVERIFY(near(period["cost"], 2 * double(plan["gpus"]) * double(period["hours"]) *
                                                 double(answer["periods"][p]["price_factor"])));
            }
            QVERIFY(near(policy["steps"], steps));
            QVERIFY(near(policy["cost"], cost));
            QCOMPARE(int(policy["starts"]), starts);
            QVERIFY(double(best["steps"]) >= double(policy["steps"]) * (1 - 1e-12));
        }
    }

    void the_help_names_every_member() {
        const QString page = QString::fromStdString(read_text_file(find_resources() / "help/formats.md"));
        std::set<std::string> names;
        add_names(answer_to(sample_week() + words({"--tokens", "1T", "--days", "6", "--price", "1"})), names);
        QVERIFY(names.size() > 30);
        for (const std::string& name : names)
            QVERIFY2(page.contains(QLatin1Char('`') + QString::fromStdString(name) + QLatin1Char('`')),
                     name.c_str());
    }

    void a_goal_ends_the_run() {
        const Json answer = answer_to(sample_week() + words({"--tokens", "20B"}));
        const Json& best = answer["policies"][0];
        QVERIFY(best.contains("reached_hours"));
        QVERIFY(near(best["tokens"], 20e9));
        QCOMPARE(best["periods"].back()["action"], "done");
    }

    void text_and_json_come_from_one_run() {
        const QString json = folder_.filePath(QStringLiteral("answer.json"));
        const PipetteRun run = run_pipette(sample_week() << QStringLiteral("--json") << json);
        QCOMPARE(run.status, 0);
        QVERIFY(run.output.contains("always replan") &&
                run.output.contains("Assumed: a plan starts 12 minutes"));
        QVERIFY(QFile::exists(json));
        QVERIFY2(run.messages.contains("128 GPUs: "), run.messages.constData());
        QCOMPARE(run.messages.count("80 GPUs: "), 1);
    }

    void where_nothing_fits_the_status_says_so() {
        QStringList one = asked(written(R"({"format": "pipette-availability", "version": 1,
            "periods": [{"hours": 5, "off": ["a*"]}, {"hours": 2, "nodes": {"A100-SXM4-80GB": 0}}]})"));
        const PipetteRun run = run_pipette(one);
        QCOMPARE(run.status, 1);
        QVERIFY2(run.messages.contains("no plan fits"), run.messages.constData());
        QVERIFY(run.output.contains("no GPU is there"));
    }

    void bad_input_is_refused() {
        verify_refused(run_pipette(asked(written("{}"))), "availability.json: $");
        verify_refused(run_pipette(asked(sample_cluster("a100_hdr_16x8.json"))), "$.format");
        verify_refused(run_pipette(sample_week() + words({"--exclude", "b99"})), "--exclude");
        verify_refused(run_pipette(sample_week() << QStringLiteral("--json")
                                                 << sample_cluster("availability/spot_week_a100_16x8.json")),
                       "would write over");
        verify_refused(run_pipette(words({"availability"})), "availability");
    }
};

QTEST_GUILESS_MAIN(AvailabilityTest)
#include "availability_test.moc"
