// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/text/json_reader.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

Calibration calibration(const std::string& text) {
    const nlohmann::json json = parse_json(text, "c.json");
    return calibration_from_json(JsonValue(json, "c.json"));
}

} // namespace

class CalibrationFileTest : public QObject {
    Q_OBJECT

private slots:
    void aCalibrationSurvivesItsFile() {
        const Calibration shipped = shipped_calibration();
        QVERIFY(!shipped.kinds.empty() && !shipped.common.source.empty() && !shipped.sites.empty());
        QVERIFY(calibration(calibration_to_json(shipped).dump()) == shipped);
    }

    void aBrokenCalibrationIsRefused() {
        const std::string good = calibration_to_json(shipped_calibration()).dump(1);
        for (std::size_t length = 0; length < good.size(); length += 97)
            VERIFY_REFUSED(calibration(good.substr(0, length)), "c.json");
        for (const std::string& text :
             {std::string("[]"), std::string(R"({"format":"pipette-calibration","version":6,"kinds":[]})"),
              std::string(R"({"format":"pipette-cluster","version":7,"kinds":[]})"),
              std::string(R"({"format":"pipette-calibration","version":9,"kinds":[7]})"),
              std::string(200'000, '[')})
            VERIFY_REFUSED(calibration(text), "c.json");
        const auto changed = [&](const char* field, const nlohmann::json& value) {
            nlohmann::json json = nlohmann::json::parse(good);
            json["kinds"][0][field] = value;
            return json.dump();
        };
        QCOMPARE(calibration(changed("runs", 7)).kinds[0].runs, 7);
        VERIFY_REFUSED(calibration(changed("memory_efficiency", -1)), "memory_efficiency");
        VERIFY_REFUSED(calibration(changed("memory_efficiency", 1.01)), "memory_efficiency");
        VERIFY_REFUSED(calibration(changed("memory_efficiency", "much")), "memory_efficiency");
        VERIFY_REFUSED(calibration(changed("not_told", {1})), "not_told");
        VERIFY_REFUSED(calibration(changed("runs", 1e99)), "runs");
    }

    void aCalibrationHoldsEveryParameterOnceForEachKind() {
        const nlohmann::json good = nlohmann::json::parse(calibration_to_json(shipped_calibration()).dump());
        int parameters = 0;
        for (const auto& [field, value] : good["kinds"][0].items()) {
            if ((!value.is_number_float() && !value.is_boolean()) || field == "foreign_error")
                continue;
            nlohmann::json without = good;
            without["kinds"][0].erase(field);
            VERIFY_REFUSED(calibration(without.dump()), field);
            ++parameters;
        }
        QCOMPARE(parameters, 16);     // thirteen that are fitted, how it was fitted, and two ranges
        nlohmann::json before = good; // files of this version had one range for all that is borrowed
        before["kinds"][0].erase("foreign_error"), before["kinds"][0].erase("fewest_gpus");
        const KindCalibration known = calibration(before.dump()).kinds.at(0);
        QCOMPARE(known.foreign_error, known.borrowed_error);
        QCOMPARE(known.fewest_gpus, 0);
        nlohmann::json twice = good;
        twice["kinds"].push_back(good["kinds"][0]);
        VERIFY_REFUSED(calibration(twice.dump()), "second entry");
    }

    /// Until version 8 efficiencies stood for overlap, too, and an entry held what its cluster's fabric did.
    void olderCalibrationsAreReadAsFarAsTheyTellAMachine() {
        nlohmann::json json = nlohmann::json::parse(calibration_to_json(shipped_calibration()).dump());
        nlohmann::json entry = json["kinds"][0];
        for (const char* later :
             {"not_told", "precisions", "most_gpus", "borrowed_error", "fp8_efficiency", "straggler_share"})
            entry.erase(later);
        entry["launches_ahead"] = true, entry["exchange_efficiency"] = 3.04, entry["intra_efficiency"] = 1.26;
        entry["relative_error"] = 0.026, entry["split_launch_slowdown"] = 2;
        json = {{"format", "pipette-calibration"}, {"version", 8}, {"kinds", {entry}}};
        const KindCalibration kind = calibration(json.dump()).kinds.at(0);
        QCOMPARE(kind.matmul_efficiency, entry["matmul_efficiency"].get<double>());
        QCOMPARE(kind.intra_efficiency, 1.0);
        QCOMPARE(kind.straggler_share, 0.0);
        QCOMPARE(kind.relative_error, KindCalibration{}.relative_error); // it came from its own runs
        json["version"] = 9;
        VERIFY_REFUSED(calibration(json.dump()), "$.kinds[0]");
    }

    void theFabricOfASiteKeepsItsBounds() {
        nlohmann::json json = nlohmann::json::parse(calibration_to_json(shipped_calibration()).dump());
        json["sites"][0]["congestion"]["send_wait_s"] = -1;
        VERIFY_REFUSED(calibration(json.dump()), "$.sites[0].congestion.send_wait_s");
        json["sites"][0]["congestion"] = {{"send_wait_s", 1}};
        VERIFY_REFUSED(calibration(json.dump()), "measured_on");
    }

    /// Megatron-LM was measured on A100 alone, its kernels in NeMo on H100 too; nobody knows "other".
    void kindredKernelsComeBeforeStrangers() {
        const Calibration shipped = shipped_calibration();
        GpuKind gpu;
        gpu.architecture = "hopper";
        QCOMPARE(shipped.nearest(gpu, "megatron").framework, std::string("nemo"));
        QVERIFY(is_of(shipped.nearest(gpu, "megatron"), gpu));
        const KindCalibration& other = shipped.nearest(gpu, "other");
        QCOMPARE(other.architecture, gpu.architecture);
        for (const KindCalibration& kind : shipped.kinds)
            QVERIFY(kind.architecture != gpu.architecture || other.runs >= kind.runs);
    }

    /// Nobody measured a V100 (volta): whatever is shown of it must say so.
    void anArchitectureThatNobodyMeasuredIsNotExact() {
        const Calibration shipped = shipped_calibration();
        GpuKind gpu;
        gpu.architecture = "volta";
        QVERIFY(!is_of(shipped.nearest(gpu, "megatron"), gpu));
        gpu.architecture = "ampere";
        QVERIFY(is_of(shipped.nearest(gpu, "megatron"), gpu));
    }
};

QTEST_GUILESS_MAIN(CalibrationFileTest)
#include "calibration_file_test.moc"
