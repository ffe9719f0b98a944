// SPDX-License-Identifier: GPL-3.0-or-later
// A measuring tool that the program does not know: everything about it stands in this file.
#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/logs/import_cluster.h"
#include "core/formats/text/text_lines.h"
#include "core/search/rounds/planner.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>

using namespace pipette;

namespace {

/// "flow a01 a02 21.5": one stream in GB/s, a line each.
Measurements read_flows(std::string_view text, const std::string& file) {
    Measurements result;
    result.file = file;
    result.tool = "flowmeter";
    result.meaning = BandwidthMeaning::flow;
    for (const TextLine& line : text_lines(text, file)) {
        const auto parts = words(line.text);
        if (parts.empty() || parts[0] != "flow")
            continue;
        if (parts.size() != 4)
            throw InputError(file, line.place(), "expected two hosts and a figure");
        for (const std::string_view host : {parts[1], parts[2]})
            result.host(std::string(host));
        result.links.push_back({.from = std::string(parts[1]),
                                .to = std::string(parts[2]),
                                .gb_per_s = parse_measure(parts[3], "GB/s", file, line),
                                .line = line.number});
    }
    return result;
}

/// "racer a01 a02 7": as many times the slowest of all files, which takes 10 GB/s.
class Races : public FileSeries {
public:
    void add(std::string_view text, const std::string& file) override {
        const auto parts = words(text_lines(text, file).front().text);
        slowest_ = std::min(slowest_, std::stod(std::string(parts[3])));
        Measurements& race = races_.emplace_back();
        race.file = file, race.tool = "racer", race.meaning = BandwidthMeaning::flow;
        for (const std::string_view host : {parts[1], parts[2]})
            race.host(std::string(host));
        for (const auto& [from, to] : {std::pair(parts[1], parts[2]), std::pair(parts[2], parts[1])})
            race.links.push_back({.from = std::string(from),
                                  .to = std::string(to),
                                  .gb_per_s = std::stod(std::string(parts[3]))});
    }
    std::vector<Measurements> finish(std::vector<InputError>& skipped) override {
        for (Measurements& race : races_)
            for (LinkMeasurement& link : race.links)
                link.gb_per_s *= 10 / slowest_;
        skipped.emplace_back("racer", "", "the winner was not measured");
        return races_;
    }

private:
    double slowest_ = 1e9;
    std::vector<Measurements> races_;
};

const char* const flows = "flowmeter 2.0\nflow b02 a01 21\nflow a01 b02 20\n"
                          "flow b02 c03 5\nflow c03 b02 5\nflow a01 c03 4\nflow c03 a01 4\n";

ImportFormat flowmeter() {
    return {.name = "flowmeter",
            .description = "one stream between two hosts, a line each",
            .recognises = [](const FileBeginning& beginning) { return beginning.has("flowmeter"); },
            .read = read_flows};
}

Cluster import(const std::vector<ImportInput>& inputs, ImportReport& report) {
    ImportOptions options;
    options.gpu = "A100-SXM4-80GB";
    return import_cluster(inputs, options, report);
}

} // namespace

class OwnImporterTest : public QObject {
    Q_OBJECT

private slots:
    void itsFilesAreRecognisedWhileItIsThere() {
        QVERIFY(!detect_format(flows));
        VERIFY_REFUSED(import_format_named("flowmeter"), "there is no \"flowmeter\", expected one of csv, ");
        {
            const Registered<ImportFormat> row(flowmeter());
            QCOMPARE(detect_format(flows), &import_format_named("flowmeter"));
            ImportReport report;
            VERIFY_REFUSED(import({{"f", "neither fish nor flesh\n"}}, report),
                           "is none of the formats that can be imported: csv, flowmeter, hostfile");
            VERIFY_REFUSED(import({{"f", "flowmeter\nflow a01\n"}}, report),
                           "f: line 2: expected two hosts and a figure");
        }
        QVERIFY(!detect_format(flows));
    }

    void aClusterOfItIsWrittenAndPlannedOn() {
        const Registered<ImportFormat> row(flowmeter());
        ImportReport report;
        const Cluster cluster = import({{"flows.txt", flows}}, report);
        QCOMPARE(cluster.origin, "measured: flowmeter");
        QCOMPARE(cluster.node_count(), 3);
        QCOMPARE(cluster.nodes[0].host, "b02");
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 0), 20.0);
        const std::string file = "again";
        const auto document = parse_json(cluster_to_json(cluster).dump(), file);
        QCOMPARE(cluster_from_json(JsonValue(document, file), {}), cluster);

        PlanInputs inputs;
        inputs.cluster = share(cluster);
        inputs.model = load_model("gpt-1.7b");
        inputs.job.global_batch = 64;
        inputs.job.sequence_length = 2048;
        inputs.limits.world_sizes = {16};
        inputs.limits.micro_batches = {4};
        inputs.budget = {.seed = 1, .chains = 1, .moves = 2000, .threads = 1};
        const Plan made = plan(inputs, {shipped_calibration(), nullptr});
        QVERIFY(!made.candidates.empty());
        // Of three nodes it takes the two with the fast link between them.
        for (const int gpu : made.candidates[0].mapping.gpu_of_rank)
            QVERIFY(cluster.nodes[std::size_t(cluster.node_of(gpu))].host != "c03");
    }

    void whatAPersonSaysOfTheNodesComesFirst() {
        const Registered<ImportFormat> row(flowmeter());
        ImportReport report;
        const std::vector<ImportInput> inputs{{"flows.txt", flows}, {"hosts", "a01\nb02\nc03\n"}};
        QCOMPARE(import(inputs, report).nodes[0].host, "a01");
        ImportFormat ordering = flowmeter();
        ordering.orders_nodes = true, ordering.name = "ordered-flowmeter";
        const Registered<ImportFormat> other(ordering);
        std::vector<ImportInput> given = inputs;
        given[0].format = &import_format_named("ordered-flowmeter");
        QCOMPARE(import(given, report).nodes[0].host, "b02");
    }

    void filesOfASeriesAreReadTogether() {
        const Registered<ImportFormat> row(
            {.name = "racer",
             .description = "how much faster than the slowest pair",
             .recognises = [](const FileBeginning& beginning) { return beginning.has("racer"); },
             .series = [](const ImportOptions&) -> std::unique_ptr<FileSeries> {
                 return std::make_unique<Races>();
             }});
        ImportReport report;
        const Cluster cluster = import(
            {{"1", "racer a01 b02 7\n"}, {"2", "racer b02 c03 3.5\n"}, {"3", "racer a01 c03 3.5\n"}}, report);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 20.0);
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 2), 10.0);
        QCOMPARE(report.skipped.size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(OwnImporterTest)
#include "own_importer_test.moc"
