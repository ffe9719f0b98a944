// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/measure_script.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>
#include <set>

using namespace pipette;

class MeasureScriptTest : public QObject {
    Q_OBJECT

private slots:
    void everyPairIsMeasuredOnceInTheFewestRounds() {
        for (int count = 2; count <= 65; ++count) {
            const auto rounds = disjoint_rounds(count);
            QCOMPARE(static_cast<int>(rounds.size()), count % 2 == 0 ? count - 1 : count);
            std::set<std::pair<int, int>> pairs;
            for (const auto& round : rounds) {
                std::set<int> busy;
                for (const auto& [a, b] : round) {
                    QVERIFY(0 <= a && a < b && b < count);
                    QVERIFY2(busy.insert(a).second && busy.insert(b).second, "a node twice in a round");
                    QVERIFY2(pairs.insert({a, b}).second, "a pair twice");
                }
            }
            QCOMPARE(static_cast<int>(pairs.size()), count * (count - 1) / 2);
        }
    }

    void namesThatAScriptCannotHoldAreRefused() {
        for (const char* host :
             {"$(reboot)", "a b", "a\nb", "-x", "a'b", "a\"b", "a;b", "`x`", "a,b", "a:b", ""})
            VERIFY_REFUSED(measure_script({"a", host}, {}), "host \"");
        VERIFY_REFUSED(measure_script({"a"}, {}), "hosts: are 1, expected 2 to 1024");
        VERIFY_REFUSED(measure_script({"a", "b", "a"}, {}), "host \"a\": is named twice");
        VERIFY_REFUSED(measure_script(std::vector<std::string>(1025, "a"), {}), "expected 2 to 1024");
    }

    void foldersOfProgramsAreQuoted() {
        MeasureOptions options;
        options.programs = "/opt/it's here; $(reboot)";
        const std::string text = measure_script({"a", "b"}, options).text;
        QVERIFY(text.find("'/opt/it'\\''s here; $(reboot)/'\"${operation}_perf\"") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(MeasureScriptTest)
#include "measure_script_test.moc"
