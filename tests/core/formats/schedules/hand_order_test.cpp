// SPDX-License-Identifier: GPL-3.0-or-later
#include "../refusal.h"
#include "core/base/random.h"
#include "core/formats/documents/schedule_file.h"
#include "core/schedule/hand_order.h"
#include "core/schedule/order_judge.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"

#include <QtTest>

using namespace pipette;

namespace {

HandOrder hand_of(ScheduleKind kind, const ScheduleSize& size) {
    return {draft_of(*make_schedule(kind, size)), kind};
}

std::string order_file(const std::string& members) {
    return R"({"format":"pipette-schedule","version":1,)" + members + "}";
}

} // namespace

class HandOrderTest : public QObject {
    Q_OBJECT

private slots:
    void aMoveTurnsTheOperationsBetween() {
        HandOrder hand = hand_of(ScheduleKind::one_f_one_b, {1, 3, 1, 1}); // F0 B0 F1 B1 F2 B2
        const auto words = [&] {
            std::string text;
            for (const Operation& o : hand.order.order[0])
                text += word_of(o, 1) + " ";
            return text;
        };
        apply(hand.order, {0, 1, 3});
        QCOMPARE(words(), "F0 F1 B1 B0 F2 B2 ");
        apply(hand.order, {0, 3, 1});
        QCOMPARE(words(), "F0 B0 F1 B1 F2 B2 ");
        apply(hand.order, {0, 2, 99});
        QCOMPARE(words(), "F0 B0 B1 F2 B2 F1 ");
        apply(hand.order, {0, 5, -4});
        QCOMPARE(words(), "F1 F0 B0 B1 F2 B2 ");
    }

    // Every schedule that can be ordered by hand comes back from its file as it was, orders that deadlock
    // too.
    void filesComeBackAsTheyWere() {
        Random random(3);
        int written = 0;
        for (const ScheduleKind kind : all_schedules()) {
            HandOrder hand = hand_of(kind, {4, 8, family_of(kind).default_chunks, 1});
            const auto schedule = make_schedule(kind, hand.order.size);
            if (!hand_order_refusal(*schedule).empty())
                continue;
            for (int moves = 0; moves < 3; ++moves) {
                const HandOrder again = read_hand_order(hand_order_to_text(hand), "own.json");
                QCOMPARE(again.order.name, hand.order.name);
                QCOMPARE(again.published, hand.published);
                QCOMPARE(again.order.size, hand.order.size);
                QCOMPARE(again.order.device_of_part, hand.order.device_of_part);
                for (std::size_t d = 0; d < hand.order.order.size(); ++d) {
                    QCOMPARE(again.order.order[d].size(), hand.order.order[d].size());
                    for (std::size_t k = 0; k < hand.order.order[d].size(); ++k)
                        QCOMPARE(word_of(again.order.order[d][k], 2), word_of(hand.order.order[d][k], 2));
                }
                apply(hand.order, {static_cast<int>(random.below(4)), static_cast<int>(random.below(16)),
                                   static_cast<int>(random.below(16))});
            }
            ++written;
        }
        QVERIFY(written >= 10);
    }

    void whatAFileCannotHoldIsTold() {
        for (const char* name :
             {"dualpipe", "chimera", "terapipe", "varuna", "local-updates", "dualpipe-v"}) {
            const ScheduleKind kind = *schedule_named(name);
            const auto schedule =
                make_schedule(kind, {4, 8, family_of(kind).default_chunks, family_of(kind).sample_slices});
            QVERIFY2(!hand_order_refusal(*schedule).empty(), name);
        }
        QVERIFY(hand_order_refusal(*make_schedule(ScheduleKind::interleaved, {4, 8, 2, 1})).empty());
    }

    void orderWithFaultsAreReadAndNotRun() {
        const std::string file = order_file(R"("order":[["B0","F0","F1"],["F0","B0","F1","B1","B1"]])");
        const HandOrder hand = read_hand_order(file, "own.json");
        QCOMPARE(judge_order(hand.order, {}, P2p::overlapped).faults.size(), std::size_t{2});
        VERIFY_REFUSED(read_schedule(file, "own.json"), "own.json");
    }

    void publishedIsChecked() {
        const std::string order = R"("order":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]])";
        const auto read = [&](const std::string& member) {
            return read_hand_order(order_file(member + "," + order), "own.json");
        };
        QCOMPARE(*read(R"("published":"gpipe")").published, *schedule_named("gpipe"));
        VERIFY_REFUSED(read(R"("published":"none")"), "own.json: $.published");
        VERIFY_REFUSED(read(R"("published":["1f1b"])"), "own.json: $.published");
        VERIFY_REFUSED(read(R"("published":"zb-v")"), "cannot have the sizes");
        VERIFY_REFUSED(read(R"("published":"1f1b","device_of_stage":[1,0])"), "on other devices");
    }

    void comparedInWords() {
        const HandOrder hand = hand_of(ScheduleKind::one_f_one_b, {2, 4, 1, 1});
        const auto timeline = [](const ScheduleDraft& draft) {
            return *judge_order(draft, {}, P2p::overlapped).timeline;
        };
        const Timeline published = timeline(draft_of(*published_of(hand)));
        QCOMPARE(text_of(compare_orders(timeline(hand.order), published)),
                 "step, idle share and memory are the same");
        const Timeline gpipe = timeline(hand_of(*schedule_named("gpipe"), {2, 4, 1, 1}).order);
        QCOMPARE(text_of(compare_orders(gpipe, published)),
                 "the same step, 2 microbatches more on device 0, 3 microbatches more on device 1");
        HandOrder slow = hand;
        apply(slow.order, {0, 1, 2}); // F1 after B0: device 0 waits
        QCOMPARE(text_of(compare_orders(timeline(slow.order), published)), "step +20 %, idle +13.3 points");
    }
};

QTEST_GUILESS_MAIN(HandOrderTest)
#include "hand_order_test.moc"
