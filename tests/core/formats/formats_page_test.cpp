// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/estimate_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/lab/lab_state.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/formats/logs/import_cluster.h"
#include "core/formats/models/model_json.h"
#include "core/formats/studies/availability_json.h"
#include "core/formats/text/text_file.h"
#include "core/framework/framework.h"
#include "tests/core/formats/launch_sample.h"
#include "tests/core/own_cluster.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace pipette;

namespace {

/// Names of all members of a document, but for those that its author chose.
void add_members(const nlohmann::json& value, bool names_chosen, std::set<std::string>& members) {
    if (value.is_object())
        for (const auto& [name, child] : value.items()) {
            if (!names_chosen)
                members.insert(name);
            add_members(child, name == "node_kinds" || name == "peak_tflops", members);
        }
    else if (value.is_array())
        for (const auto& child : value)
            add_members(child, false, members);
}

} // namespace

/// The help page of formats against the formats.
class FormatsPageTest : public QObject {
    Q_OBJECT

    QString page_;

    bool says(std::string_view name) const {
        const QString quoted =
            QRegularExpression::escape(QString::fromUtf8(name.data(), qsizetype(name.size())));
        return page_.contains(QRegularExpression(QStringLiteral("[`\"]%1[`\"]").arg(quoted)));
    }

private slots:
    void initTestCase() {
        page_ = QString::fromStdString(read_text_file(find_resources() / "help/formats.md"));
    }

    void everyMemberIsNamed() {
        Plan plan = launch_sample::plan();
        Cluster& cluster = own_cluster(plan.inputs);
        for (NodeKind& kind : cluster.node_kinds)
            kind.domain_bandwidth_gb_per_s = 450;
        for (Node& node : cluster.nodes)
            node.domain = "d1";
        std::set<std::string> members;
        add_members(nlohmann::json::parse(plan_to_text(plan)), false, members);
        add_members(nlohmann::json::parse(estimate_to_text(plan.inputs, plan.candidates[0], plan.assumptions,
                                                           plan.calibrations)),
                    false, members);
        add_members(calibration_to_json(shipped_calibration()), false, members);
        LabState lab;
        lab.schedules[0] = {ScheduleKind::one_f_one_b, {8, 16, 1, 1}};
        lab.times_ms.wrap_link = lab.times_ms.recompute = lab.times_ms.overlapped = 1;
        lab.p2p = P2p::blocking;
        add_members(nlohmann::json::parse(lab_state_to_json(lab, "lab.json")), false, members);
        QVERIFY(members.size() > 100);
        for (const std::string& name : members)
            QVERIFY2(says(name), name.c_str());
    }

    void everyFormatIsNamed() {
        for (const ImportFormat* format : Registry<ImportFormat>::all())
            QVERIFY2(says(format->name), format->name.data());
        for (const ExportFormat* format : Registry<ExportFormat>::all())
            QVERIFY2(says(format->name), format->name.data());
    }

    /// Each with the number of runs that its entries were fitted to.
    void everyFrameworkIsAmongTheWords() {
        const QString words = QString::fromStdString(read_text_file(find_resources() / "help/glossary.md"));
        for (const Framework* framework : Registry<Framework>::all()) {
            const QRegularExpression line(
                QStringLiteral("\n\\| `%1`[^\n]*")
                    .arg(QString::fromUtf8(framework->name.data(), qsizetype(framework->name.size()))));
            const QString row = line.match(words).captured();
            QVERIFY2(!row.isEmpty(), framework->name.data());
            for (const KindCalibration& entry : shipped_calibration().kinds)
                if (entry.framework == framework->name)
                    QVERIFY2(row.contains(QString::number(entry.runs)), framework->name.data());
        }
    }

    void examplesAreRead() {
        int clusters = 0, models = 0, schedules = 0, lessons = 0, availabilities = 0, labs = 0;
        static const QRegularExpression fence(QStringLiteral("\n```\n(\\{.*?)\n```"),
                                              QRegularExpression::DotMatchesEverythingOption);
        for (auto match = fence.globalMatch(page_); match.hasNext();) {
            const std::string text = match.next().captured(1).toStdString();
            const nlohmann::json document = parse_json(text, "example");
            const std::string format = document.at("format");
            const JsonValue root(document, "example");
            if (format == "pipette-cluster")
                clusters += int(cluster_from_json(root, {}).faults.size());
            else if (format == "pipette-model")
                models += model_from_json(root).layers > 0;
            else if (format == "pipette-availability")
                availabilities += parse_availability(text, "example").periods.size() == 3;
            else if (format == lab_state_format)
                labs += read_lab_state(text, "example").schedules[1].has_value();
            else if (format == lesson_format)
                written("own.json", text);
            else if (format == lesson_text_format) // the texts of the lesson that the page shows before
                lessons +=
                    written("de/own.json", text) &&
                    read_lesson(folder_.filePath(QStringLiteral("own.json")).toStdString(), "de").title ==
                        document.at("title").get<std::string>();
            else
                schedules += read_schedule(text, "example").devices() > 0;
        }
        QCOMPARE(clusters, 1);
        QCOMPARE(models, 1);
        QCOMPARE(schedules, 1);
        QCOMPARE(lessons, 1);
        QCOMPARE(availabilities, 1);
        QCOMPARE(labs, 1);
    }

    /// The page shows one lab in both forms.
    void textsOfLabsAreRead() {
        static const QRegularExpression text(QStringLiteral("\n(pipette-lab:\\S+)\n")),
            json(QStringLiteral("\n```\n(\\{ \"format\": \"pipette-lab\".*?)\n```"),
                 QRegularExpression::DotMatchesEverythingOption);
        const auto shown = [&](const QRegularExpression& form) {
            return form.match(page_).captured(1).toStdString();
        };
        QVERIFY(lab_state_from_text(shown(text)) == read_lab_state(shown(json), "example"));
    }

private:
    QTemporaryDir folder_;
    bool written(const char* name, const std::string& text) {
        const std::filesystem::path path = folder_.filePath(QLatin1String(name)).toStdString();
        std::filesystem::create_directories(path.parent_path());
        return static_cast<bool>(std::ofstream(path) << text);
    }
};

QTEST_APPLESS_MAIN(FormatsPageTest)
#include "formats_page_test.moc"
