// SPDX-License-Identifier: GPL-3.0-or-later
// States of the lab as files and as texts.
#include "../refusal.h"
#include "core/base/bounds.h"
#include "core/base/random.h"
#include "core/formats/lab/lab_state.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;
using Json = nlohmann::json;

namespace {

std::vector<double> random_times(Random& random) {
    std::vector<double> times(random.below(4) == 0 ? 1 + random.below(8) : 1);
    for (double& time : times)
        time = random.below(3) == 0 ? random.below(100) : 1000 * random.uniform();
    return times;
}

LabState random_state(Random& random) {
    const auto kinds = all_schedules();
    const auto size = [&](const WholeBounds& bounds) {
        return bounds.least + static_cast<int>(random.below(static_cast<std::uint32_t>(bounds.most)));
    };
    const auto often = [&] { return random.below(2) == 0; };
    LabState state;
    for (std::size_t place = 0; place < state.schedules.size(); ++place)
        if (place == 0 || often())
            state.schedules[place] = {kinds[random.below(static_cast<std::uint32_t>(kinds.size()))],
                                      {size(bounds::lab_devices), size(bounds::lab_microbatches),
                                       size(bounds::lab_chunks), size(bounds::lab_slices)}};
    state.times_ms.forward = random_times(random);
    state.times_ms.backward = random_times(random);
    state.times_ms.link = random_times(random);
    for (double* time : {&state.times_ms.wrap_link, &state.times_ms.recompute, &state.times_ms.overlapped})
        if (often())
            *time = random.below(4) == 0 ? 0 : random.uniform();
    if (often())
        state.times_ms.weight_share = random.uniform();
    if (often())
        state.p2p = all_p2ps()[random.below(static_cast<std::uint32_t>(all_p2ps().size()))];
    state.curves.clear();
    for (const CurveOf curve : {CurveOf::held, CurveOf::idle, CurveOf::links})
        if (often())
            state.curves.push_back(curve);
    state.colours = static_cast<BarColours>(random.below(3));
    return state;
}

/// A small state that is right in every part.
Json good() {
    return Json::parse(R"({
        "format": "pipette-lab", "version": 1,
        "schedules": [{"schedule": "1f1b", "devices": 8, "microbatches": 16, "chunks": 1, "slices": 1}, null,
                      {"schedule": "zb-h1", "devices": 4, "microbatches": 8, "chunks": 1, "slices": 1}],
        "times_ms": {"forward": [1], "backward": [2], "link": [0, 0.5, 0]},
        "weight_share": 0.4, "p2p": "blocking", "curves": ["links", "held"], "colours": "stage"})");
}

LabState read(const Json& document) {
    return read_lab_state(document.dump(), "lab.json");
}

constexpr const char* good_text = "pipette-lab:1f1b,8x16x1x1;f=1;b=2;l=0";

} // namespace

class LabStateTest : public QObject {
    Q_OBJECT

private slots:
    void everyStateComesBackAsItWas() {
        Random random(17);
        for (int round = 0; round < 500; ++round) {
            const LabState state = random_state(random);
            QVERIFY(read_lab_state(lab_state_to_json(state, "lab.json"), "lab.json") == state);
            const std::string text = lab_state_to_text(state);
            QVERIFY2(lab_state_from_text(text) == state, text.c_str());
            QVERIFY2(text.find_first_of(" \n\t\"") == std::string::npos, text.c_str());
        }
    }

    void filesHoldWhatTheySay() {
        const LabState state = read(good());
        QCOMPARE(state.schedules[0]->kind, ScheduleKind(ScheduleKind::one_f_one_b));
        QCOMPARE(state.schedules[0]->size, (ScheduleSize{8, 16, 1, 1}));
        QVERIFY(!state.schedules[1] && !state.schedules[3]);
        QCOMPARE(state.schedules[2]->kind, *schedule_named("zb-h1"));
        QCOMPARE(state.times_ms.link, (std::vector<double>{0, 0.5, 0}));
        QCOMPARE(state.times_ms.weight_share, 0.4);
        QCOMPARE(state.times_ms.overlapped, -1.);
        QCOMPARE(state.p2p, std::optional(P2p::blocking));
        QCOMPARE(state.curves, (std::vector{CurveOf::held, CurveOf::links}));
        QCOMPARE(state.colours, BarColours::stage);
        Json least = good();
        for (const char* member : {"weight_share", "p2p", "curves", "colours"})
            least.erase(member);
        QCOMPARE(read(least).times_ms.weight_share, 0.5);
        QVERIFY(!read(least).p2p);
        QCOMPARE(read(least).curves, std::vector{CurveOf::held});
    }

    void textsAreShort() {
        LabState state;
        state.schedules[0] = {ScheduleKind::one_f_one_b, {8, 16, 1, 1}};
        QCOMPARE(lab_state_to_text(state), std::string(good_text));
        state.schedules[2] = {*schedule_named("zb-h1"), {8, 16, 1, 1}};
        state.times_ms.link = {0.1, 2.5};
        state.curves = {CurveOf::held, CurveOf::idle};
        state.p2p = P2p::overlapped;
        QCOMPARE(lab_state_to_text(state),
                 std::string("pipette-lab:1f1b,8x16x1x1;-;zb-h1,8x16x1x1;f=1;b=2;l=0.1,2.5;p2p=overlapped;"
                             "curves=held,idle"));
        state.curves.clear();
        QVERIFY(lab_state_to_text(state).ends_with(";curves=none"));
    }

    /// As a person types it, or a mail carries it.
    void textsWithBlanksAroundAndWithoutTimesAreRead() {
        QVERIFY(lab_state_from_text("\n  pipette-lab:1f1b,8x16x1x1\r\n") == lab_state_from_text(good_text));
        QVERIFY(is_lab_text(" pipette-lab:") && !is_lab_text("a pipette-lab:") && !is_lab_text(""));
    }

    void wrongFilesAreRefusedAtTheirPlace_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* pointer, const char* value, const char* why) {
            QTest::addRow("%s = %s", pointer, value)
                << QString::fromUtf8(pointer) << QString::fromUtf8(value) << QString::fromUtf8(why);
        };
        row("/format", R"("pipette-plan")", "$.format");
        row("/version", "2", "$.version");
        row("/more", "1", R"(has "more")");
        row("/schedules", "[]", "$.schedules");
        row("/schedules", "[null]", "$.schedules[0]");
        row("/schedules", "{}", "$.schedules");
        row("/schedules/3", "null", "accepted");
        row("/schedules/1/schedule", R"("nothing")", "$.schedules[1]");
        row("/schedules/0/schedule", R"("2f2b")", "$.schedules[0].schedule: is \"2f2b\", expected one of");
        row("/schedules/0/schedule", "7", "$.schedules[0].schedule");
        row("/schedules/0/devices", "257", "$.schedules[0].devices");
        row("/schedules/0/devices", "0", "$.schedules[0].devices");
        row("/schedules/0/microbatches", "99999999999999999999", "$.schedules[0].microbatches");
        row("/schedules/0/chunks", "65", "$.schedules[0].chunks");
        row("/schedules/0/slices", "1.5", "$.schedules[0].slices");
        row("/schedules/0/title", R"("x")", R"(has "title")");
        row("/times_ms", "[1, 2]", "$.times_ms");
        row("/times_ms/forward", "1", "$.times_ms.forward");
        row("/times_ms/forward", "[]", "$.times_ms.forward");
        row("/times_ms/link/0", "-1", "$.times_ms.link[0]");
        row("/times_ms/backward", "[1e300]", "$.times_ms.backward[0]");
        row("/times_ms/recompute", "-1", "$.times_ms.recompute");
        row("/weight_share", "1.5", "$.weight_share");
        row("/p2p", R"("sometimes")", "$.p2p");
        row("/curves", R"(["held", "held"])", "$.curves[1]");
        row("/curves", R"(["heat"])", "$.curves[0]");
        row("/colours", R"("red")", "$.colours");
    }

    void wrongFilesAreRefusedAtTheirPlace() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, why);
        Json document = good();
        document[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        VERIFY_REFUSED(read(document), why.toStdString());
    }

    void hostileFilesAreRefused() {
        Json five = good();
        five["schedules"] = Json::array({five["schedules"][0], nullptr, nullptr, nullptr, nullptr});
        VERIFY_REFUSED(read(five), "lab.json: $.schedules");
        Json long_list = good();
        long_list["times_ms"]["forward"] = std::vector<double>(257, 1.0);
        VERIFY_REFUSED(read(long_list), "lab.json: $.times_ms.forward");
        VERIFY_REFUSED(read_lab_state(std::string(1 << 19, ' ') + good().dump(), "lab.json"), "lab.json");
        VERIFY_REFUSED(read_lab_state(std::string(1000, '['), "lab.json"), "lab.json");
        VERIFY_REFUSED(read_lab_state("", "lab.json"), "lab.json");
        VERIFY_REFUSED(read_lab_state(good_text, "lab.json"), "lab.json");
    }

    void wrongTextsAreRefusedAtTheirPart_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* text, const char* why) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(why);
        };
        row("", "\"\" is no lab");
        row("hello", "\"hello\" is no lab, expected a text that begins with pipette-lab:");
        row("pipette-lab:", "is no schedule");
        row("pipette-lab:f=1", "\"f=1\": expected a schedule in front");
        row("pipette-lab:-;1f1b,8x16x1x1", "\"-\" is no schedule");
        row("pipette-lab:2f2b,8x16x1x1", "\"2f2b\" is no schedule, expected one of");
        row("pipette-lab:1f1b", "\"1f1b\": expected the sizes");
        row("pipette-lab:1f1b,8x16", "\"1f1b,8x16\": expected the sizes");
        row("pipette-lab:1f1b,8x16x1x1x1", "expected the sizes");
        row("pipette-lab:1f1b,257x16x1x1", "\"257\" is no number of 1 to 256 devices");
        row("pipette-lab:1f1b,8x0x1x1", "1 to 4096 microbatches");
        row("pipette-lab:1f1b,8x16x1x", "1 to 256 token slices");
        row("pipette-lab:1f1b,8x16x99999999999999x1", "1 to 64 chunks a device");
        row("pipette-lab:1f1b,8x16x 1x1", "1 to 64 chunks a device");
        row("pipette-lab:1f1b,8x16x1x1;f=", "\"f=\"");
        row("pipette-lab:1f1b,8x16x1x1;f=1,,2", "\"f=1,,2\"");
        row("pipette-lab:1f1b,8x16x1x1;f=1,5ms", "\"5ms\" is no number of");
        row("pipette-lab:1f1b,8x16x1x1;b=-1", "\"-1\" is no number of");
        row("pipette-lab:1f1b,8x16x1x1;l=inf", "\"inf\" is no number of");
        row("pipette-lab:1f1b,8x16x1x1;l=nan", "\"nan\" is no number of");
        row("pipette-lab:1f1b,8x16x1x1;w=2", "\"w=2\"");
        row("pipette-lab:1f1b,8x16x1x1;r=1,2", "\"r=1,2\"");
        row("pipette-lab:1f1b,8x16x1x1;p2p=slow", "\"p2p=slow\": expected blocking");
        row("pipette-lab:1f1b,8x16x1x1;curves=", "\"curves=\"");
        row("pipette-lab:1f1b,8x16x1x1;curves=held,held", "each once");
        row("pipette-lab:1f1b,8x16x1x1;colours=red", "\"colours=red\"");
        row("pipette-lab:1f1b,8x16x1x1;f=1;f=2", "\"f\" is there twice");
        row("pipette-lab:1f1b,8x16x1x1;z=1", "\"z\" is not known");
        row("pipette-lab:1f1b,8x16x1x1;=1", "is not known");
        row("pipette-lab:1f1b,8x16x1x1;;f=1", "is no schedule");
        row("pipette-lab:1f1b,8x16x1x1;f=1;zb-h1,8x16x1x1", "in front of all else");
        row("pipette-lab:1f1b,8x16x1x1;-;-;-;-", "expected 4 schedules at most");
        row("pipette-lab:1f1b,8x16x1x1\nf=1", "expected a schedule in front");
        row("pipette-lab:1f1b,8x16x1x1;\x1b[2J=\xff", "is not known");
    }

    void wrongTextsAreRefusedAtTheirPart() {
        QFETCH(QString, text);
        QFETCH(QString, why);
        VERIFY_REFUSED(lab_state_from_text(text.toStdString()), why.toStdString());
    }

    void longTextsAreRefusedInAFewWords() {
        const std::string long_text = std::string(good_text) + ";o=" + std::string(1 << 20, '1');
        VERIFY_REFUSED(lab_state_from_text(long_text), "characters, expected 32768 at most");
        QVERIFY(refusal([&] { lab_state_from_text(long_text); }).size() < 300);
        std::string many(good_text);
        for (int k = 0; k < 257; ++k)
            many.insert(many.find("f=") + 2, "1,");
        VERIFY_REFUSED(lab_state_from_text(many), "has 258 numbers");
    }

    /// Nothing is written that could not be read again.
    void whatAStateCannotHoldIsNotWritten() {
        LabState state;
        VERIFY_REFUSED(lab_state_to_json(state, "lab.json"), "lab.json: $.schedules");
        VERIFY_REFUSED(lab_state_to_text(state), "expected a schedule");
        state.schedules[0] = {ScheduleKind::one_f_one_b, {300, 16, 1, 1}};
        VERIFY_REFUSED(lab_state_to_json(state, "lab.json"), "lab.json: $.schedules[0].devices");
        VERIFY_REFUSED(lab_state_to_text(state), "1 to 256 devices");
    }
};

QTEST_GUILESS_MAIN(LabStateTest)
#include "lab_state_test.moc"
