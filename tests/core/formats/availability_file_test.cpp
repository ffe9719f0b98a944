// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/cluster_json.h"
#include "core/formats/studies/availability_json.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>
#include <algorithm>
#include <numeric>

using namespace pipette;

namespace {

std::string with_periods(const std::string& periods, const std::string& more = {}) {
    return "{'format': 'pipette-availability', 'version': 1, " + more + "'periods': [" + periods + "]}";
}

/// Reads JSON that has ' in the place of each ".
Availability read(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return parse_availability(text, "a.json");
}

Availability read_periods(const std::string& periods, const std::string& more = {}) {
    return read(with_periods(periods, more));
}

Cluster sample(const char* name) {
    return read_cluster(std::string(PIPETTE_SOURCE_DIR "/sample_clusters/") + name);
}

} // namespace

/// Files that say which GPUs are there.
class AvailabilityFileTest : public QObject {
    Q_OBJECT

    Cluster cluster_ = sample("a100_hdr_16x8.json");

    std::size_t gone(const std::string& period, int set = 0) const {
        return gpu_sets(read_periods(period), cluster_, {}).excluded[std::size_t(set)].size();
    }

private slots:
    void every_member_is_read() {
        const Availability read =
            read_periods("{'hours': 12}, {'hours': 0.5, 'off': ['a[01-03]', 'a07'], 'price_factor': 0.4, "
                         "'announced': true}, {'hours': 6, 'nodes': {'A100-SXM4-80GB': 4}}",
                         "'name': 'week', 'restart_minutes': 5, 'lost_minutes': 20, 'rounds': 7, ");
        QCOMPARE(read.name, std::string("week"));
        QCOMPARE(read.restart_minutes, std::optional<double>(5));
        QCOMPARE(read.lost_minutes, std::optional<double>(20));
        QCOMPARE(read.rounds, 7);
        QCOMPARE(hours_of(read), 7 * 18.5);
        QCOMPARE(read.periods[1].off, (std::vector<std::string>{"a01", "a02", "a03", "a07"}));
        QCOMPARE(read.periods[1].price_factor, 0.4);
        QVERIFY(read.periods[1].announced && !read.periods[0].announced);
        QCOMPARE(read.periods[2].nodes.at("A100-SXM4-80GB"), 4);
    }

    void the_sample_is_read() {
        const Availability sample =
            read_availability(PIPETTE_SOURCE_DIR "/sample_clusters/availability/spot_week_a100_16x8.json");
        QCOMPARE(hours_of(sample), 168.0);
        QVERIFY(gpu_sets(sample, cluster_, {}).excluded.size() > 3);
    }

    void malformed_files_are_refused() {
        VERIFY_REFUSED(read(""), "a.json: line 1");
        VERIFY_REFUSED(read("[]"), "$");
        VERIFY_REFUSED(read(with_periods("{'hours': 1}").substr(0, 60)), "line 1");
        VERIFY_REFUSED(read("{'format': 'pipette-study', 'version': 1}"), "$.format");
        VERIFY_REFUSED(read("{'format': 'pipette-availability', 'version': 2, 'periods': []}"), "$.version");
        VERIFY_REFUSED(read("{'format': 'pipette-availability', 'version': 1}"), "periods");
        VERIFY_REFUSED(read_periods(""), "$.periods: has 0 periods, expected 1 to 2000");
        VERIFY_REFUSED(read_periods("{'hour': 1}"), "$.periods[0]: has \"hour\"");
        VERIFY_REFUSED(read_periods("{'hours': 1}, {}"), "$.periods[1]");
        VERIFY_REFUSED(read_periods("7"), "$.periods[0]");
        VERIFY_REFUSED(read_periods("{'hours': 1}", "'until': 9, "), "$: has \"until\"");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'off': 'a01'}"), "$.periods[0].off");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'off': [3]}"), "$.periods[0].off[0]");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'off': ['']}"), "$.periods[0].off[0]");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'nodes': {}}"), "$.periods[0].nodes");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'nodes': {'x': 1.5}}"), "$.periods[0].nodes.x");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'nodes': {'x': 1}, 'off': []}"), "expected one of both");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'announced': 1}"), "$.periods[0].announced");
    }

    void hostile_numbers_are_refused() {
        for (const char* hours : {"-1", "0", "1e999", "NaN", "1e6", "'1'", "null", "1e-9"})
            VERIFY_REFUSED(read_periods(std::string("{'hours': ") + hours + "}"), "a.json: ");
        VERIFY_REFUSED(read_periods("{'hours': -1}"), "$.periods[0].hours: is -1, expected 0.1 to");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'price_factor': -1}"), "$.periods[0].price_factor");
        VERIFY_REFUSED(read_periods("{'hours': 1, 'nodes': {'x': -1}}"), "$.periods[0].nodes.x");
        VERIFY_REFUSED(read_periods("{'hours': 1}", "'restart_minutes': -5, "), "$.restart_minutes");
        VERIFY_REFUSED(read_periods("{'hours': 1}", "'lost_minutes': 1e300, "), "$.lost_minutes");
        VERIFY_REFUSED(read_periods("{'hours': 1}", "'rounds': 0, "), "$.rounds");
        VERIFY_REFUSED(read_periods("{'hours': 1}, {'hours': 1}, {'hours': 1}", "'rounds': 1000, "),
                       "has 3 periods, expected 1 to 2 for 1000 rounds");
    }

    void a_million_periods_are_refused_at_once() {
        std::string periods = "{'hours': 1}";
        for (int i = 1; i < 1'000'000; ++i)
            periods += ",{'hours': 1}";
        VERIFY_REFUSED(read_periods(periods), "a.json: ");
        std::string few = "{'hours': 1}";
        for (int i = 1; i < 2001; ++i)
            few += ",{'hours': 1}";
        VERIFY_REFUSED(read_periods(few), "has 2001 periods");
    }

    void more_hosts_than_anybody_has_are_refused() {
        VERIFY_REFUSED(read_periods("{'hours': 1, 'off': ['a[0-999999999]']}"), "$.periods[0].off[0]");
        std::string periods;
        for (int i = 0; i < 12; ++i)
            periods += std::string(i == 0 ? "" : ",") + "{'hours': 1, 'off': ['a[00000-99999]']}";
        VERIFY_REFUSED(read_periods(periods), "$.periods[10].off[0]");
    }

    void hosts_must_be_of_the_cluster_and_stand_once() {
        VERIFY_REFUSED(gone("{'hours': 1}, {'hours': 1, 'off': ['b01']}"),
                       "a.json: $.periods[1].off: names \"b01\", which the cluster");
        VERIFY_REFUSED(gone("{'hours': 1, 'off': ['a[01-04]', 'a[04-06]']}"),
                       "$.periods[0].off: names \"a04\" twice");
        VERIFY_REFUSED(gone("{'hours': 1, 'off': ['a[01,01]']}"), "names \"a01\" twice");
        VERIFY_REFUSED(gone("{'hours': 1, 'off': ['a[02-01]']}"), "$.periods[0].off[0]");
        VERIFY_REFUSED(gone("{'hours': 1, 'off': ['a[01-']}"), "$.periods[0].off[0]");
        VERIFY_REFUSED(gone("{'hours': 1, 'off': ['$(ran) ']}"), "$.periods[0].off");
        VERIFY_REFUSED(gone("{'hours': 1, 'nodes': {'V100': 1}}"),
                       "$.periods[0].nodes: names \"V100\", expected one of A100-SXM4-80GB");
        VERIFY_REFUSED(gone("{'hours': 1, 'nodes': {'A100-SXM4-80GB': 17}}"),
                       "has 17 nodes of A100-SXM4-80GB, the cluster has 16 nodes");
    }

    void ranges_racks_and_first_nodes_are_found() {
        QCOMPARE(gone("{'hours': 1}"), std::size_t(0));
        QCOMPARE(gone("{'hours': 1, 'off': ['a[01-03]', 'a16']}"), std::size_t(32));
        QCOMPARE(gone("{'hours': 1, 'off': ['rack:r1']}"), std::size_t(64));
        const GpuSets sets =
            gpu_sets(read_periods("{'hours': 1, 'nodes': {'A100-SXM4-80GB': 15}}"), cluster_, {});
        QCOMPARE(sets.excluded[0].front(), 120); // the first nodes are there
        QCOMPARE(gone("{'hours': 1, 'nodes': {'A100-SXM4-80GB': 0}}"), std::size_t(128));
    }

    void a_kind_without_a_number_is_there() {
        const Cluster mixed = sample("mixed_a100_v100_2x8.json");
        const std::string kind = mixed.kind_of_node(1).gpu.name;
        const GpuSets sets = gpu_sets(read_periods("{'hours': 1, 'nodes': {'" + kind + "': 0}}"), mixed, {});
        QCOMPARE(sets.excluded[0].size(), std::size_t(8));
        QCOMPARE(sets.excluded[0].front(), 8);
    }

    void equal_sets_are_one() {
        const std::string periods = "{'hours': 1, 'off': ['a16']}, {'hours': 2}, {'hours': 3, 'nodes': "
                                    "{'A100-SXM4-80GB': 15}}, {'hours': 1, 'off': []}";
        const GpuSets sets = gpu_sets(read_periods(periods), cluster_, {});
        QCOMPARE(sets.of_period, (std::vector<int>{0, 1, 0, 1}));
        // With the last host excluded anyway all periods are alike.
        std::vector<int> last(8);
        std::iota(last.begin(), last.end(), 120);
        QCOMPARE(gpu_sets(read_periods(periods), cluster_, last).of_period, (std::vector<int>{0, 0, 0, 0}));
    }

    void too_many_sets_are_refused() {
        std::string periods;
        for (int i = 0; i < 101; ++i) { // each another choice of the first seven hosts
            periods += std::string(i == 0 ? "" : ",") + "{'hours': 1, 'off': [";
            bool first = true;
            for (int host = 0; host < 7; ++host)
                if ((i >> host) % 2 == 1) {
                    periods += std::string(first ? "" : ",") + "'a0" + std::to_string(host + 1) + "'";
                    first = false;
                }
            periods += "]}";
        }
        VERIFY_REFUSED(gone(periods), "$.periods[100]: is another set of GPUs: expected at most 100");
    }
};

QTEST_APPLESS_MAIN(AvailabilityFileTest)
#include "availability_file_test.moc"
