// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/cost/iteration_time.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/reports/font_metrics.h"
#include "core/formats/reports/html_text.h"
#include "core/formats/reports/page_files.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/studies/study_json.h"
#include "core/formats/text/atomic_file.h"
#include "core/plan/plan_headline.h"
#include "core/search/rounds/planner.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

using namespace pipette;

namespace {

constexpr const char* hostile =
    "<script>alert('1')</script> & \"quoted\" \xc3\xa9t\xc3\xa9 (50 %) \\ very-"
    "long-name-that-no-line-can-hold-because-it-has-neither-space-nor-end-and-goes-on-and-on";

PlanInputs sample() {
    HypotheticalCluster choices;
    choices.gpu = gpu_kind_named("A100-SXM4-80GB");
    choices.nodes = 4, choices.name = hostile;
    choices.nic_gb_per_s = 25, choices.nics = 1, choices.gpu_link_gb_per_s = 300;
    PlanInputs inputs;
    inputs.cluster = share(hypothetical_cluster(choices));
    inputs.model = load_model("gpt-1.7b");
    inputs.job.global_batch = 128, inputs.job.sequence_length = 1024;
    inputs.budget.moves = 500, inputs.budget.chains = 1;
    return inputs;
}

const Plan& planned() {
    static const Plan found = plan(sample(), {shipped_calibration(), nullptr});
    return found;
}

Report of_plan() {
    const Plan& found = planned();
    return plan_report(found, found.candidates.front(), shipped_calibration());
}

Report of_study() {
    StudyDocument document;
    document.study.name = hostile;
    document.clusters["mine"] = sample().cluster;
    document.study.base = setting_of(sample(), "mine");
    document.study.base.goal.tokens = 1e11, document.study.base.goal.days = 20;
    document.study.base.goal.price_per_gpu_hour = 2;
    document.study.axes = {{"gpus", {8.0, 16.0, 32.0}}};
    document.study.sensitivity = {0.1, {"link_factor", "price_factor", "memory_factor"}};
    const StudySources sources = sources_of(document, {});
    static const StudyResult result = run_study(document.study, sources, {shipped_calibration(), nullptr});
    return study_report(document.study, sources, result, "1.0 (test)");
}

QByteArray bytes(const std::string& text) {
    return QByteArray::fromStdString(text);
}

/// Output of a program; empty where it is not there or failed.
QByteArray output_of(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        return {};
    return process.readAllStandardOutput() + process.readAllStandardError();
}

} // namespace

class ReportsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    static void add_reports() {
        QTest::addColumn<bool>("study");
        QTest::newRow("plan") << false;
        QTest::newRow("study") << true;
    }
    static Report report() {
        QFETCH_GLOBAL(bool, study);
        return study ? of_study() : of_plan();
    }

private slots:
    void initTestCase_data() { add_reports(); }

    void its_page_is_whole_and_holds_its_own_script_alone_and_nothing_from_elsewhere() {
        const QByteArray html = bytes(report_to_html(report()));
        QVERIFY(html.startsWith("<!DOCTYPE html>") && html.endsWith("</html>\n"));
        QVERIFY(!html.contains("http:") && !html.contains("https:") && !html.contains("url("));
        QCOMPARE(html.count("<script"), 2); // figures and player
        QCOMPARE(html.count("</script"), 2);
        QVERIFY(html.contains(bytes("script-src '" + script_digest(page_script()) + "'")));
        QVERIFY(html.contains(bytes("<script>" + std::string(page_script()) + "</script>")));
        QVERIFY(html.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;quoted&quot;"));
        QVERIFY(html.contains("prefers-color-scheme: dark"));
        const QByteArray body = html.left(html.indexOf("<script"));
        QVERIFY(body.count("<svg") >= 3);
        QVERIFY(body.count("role=\"img\"") == body.count("<svg"));
        const QByteArray answer = body.mid(body.indexOf(">Answer<"), 2000);
        QVERIFY(answer.contains("pp=") && answer.contains("GPUs"));
        // Void elements apart, it is XML: every element ends and every attribute is quoted.
        QByteArray xml = html.mid(html.indexOf("<html"));
        xml.replace(QByteArray("<meta charset=\"utf-8\">"), "");
        QString text = QString::fromUtf8(xml);
        text.remove(QRegularExpression("<(meta|link)[^>]*>"));
        text.remove(
            QRegularExpression("<script>.*</script>", QRegularExpression::DotMatchesEverythingOption));
        QXmlStreamReader reader(text);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }

    void its_charts_stay_inside_their_frames() {
        for (const ReportBlock& block : report().blocks) {
            const auto* chart = std::get_if<ReportChart>(&block);
            if (chart == nullptr)
                continue;
            QVERIFY(!chart->title.empty() && !chart->told.empty());
            for (const ChartShape& shape : chart->shapes) {
                if (const auto* bar = std::get_if<ChartBar>(&shape))
                    QVERIFY(bar->x >= 0 && bar->width >= 0 && bar->x + bar->width <= chart->width &&
                            bar->y + bar->height <= chart->height);
                const auto* label = std::get_if<ChartLabel>(&shape);
                if (label == nullptr)
                    continue;
                const double width = text_width(font_text(label->text), label->size);
                const double left = label->anchor == ChartLabel::Anchor::start    ? label->x
                                    : label->anchor == ChartLabel::Anchor::middle ? label->x - width / 2
                                                                                  : label->x - width;
                QVERIFY2(left >= -1 && left + width <= chart->width + 1, label->text.c_str());
                QVERIFY2(label->y <= chart->height, label->text.c_str());
            }
        }
    }

    /// One table names and colours the parts, in the page, the printed page and the window.
    void its_parts_are_named_and_coloured_by_the_table() {
        const QByteArray html = bytes(report_to_html(report()));
        for (const InkRow& row : ink_rows)
            for (const std::uint32_t colour : {row.light, row.dark})
                QVERIFY2(html.contains(bytes(fmt::format("#{:06x};", colour))),
                         std::string(row.name).c_str());
        for (const ReportBlock& block : report().blocks) {
            const auto* chart = std::get_if<ReportChart>(&block);
            if (chart == nullptr)
                continue;
            for (std::size_t i = 0; i + 1 < chart->shapes.size(); ++i) {
                const auto* sample = std::get_if<ChartBar>(&chart->shapes[i]);
                const auto* name = std::get_if<ChartLabel>(&chart->shapes[i + 1]);
                const bool of_legend = sample != nullptr && name != nullptr && sample->width == 12 &&
                                       sample->ink >= Ink::forward &&
                                       name->anchor == ChartLabel::Anchor::start;
                if (of_legend)
                    QCOMPARE(name->text, std::string(name_of(sample->ink)));
                if (sample != nullptr)
                    QVERIFY2(sample->ink != Ink::other_memory, chart->title.c_str());
            }
        }
    }

    void its_pdf_says_where_its_objects_are() {
        const QByteArray pdf = bytes(report_to_pdf(report()));
        QVERIFY(pdf.startsWith("%PDF-1.4\n") && pdf.endsWith("%%EOF\n"));
        const qsizetype table = pdf.mid(pdf.lastIndexOf("startxref") + 10).split('\n').front().toLongLong();
        QVERIFY(pdf.mid(table).startsWith("xref\n0 "));
        const QList<QByteArray> lines = pdf.mid(table).split('\n');
        const int count = lines[1].split(' ')[1].toInt();
        for (int object = 1; object < count; ++object)
            QVERIFY(pdf.mid(lines[2 + object].left(10).toLongLong())
                        .startsWith(QByteArray::number(object) + " 0 obj\n"));
    }

    /// As poppler reads it: every word lies on its page, and none is missing.
    void its_pdf_has_no_clipped_text() {
        if (QStandardPaths::findExecutable("pdftotext").isEmpty())
            QSKIP("pdftotext is not there");
        const QString path = folder_.filePath("report.pdf");
        write_atomically(path.toStdString(), report_to_pdf(report()));
        const QString boxes = QString::fromUtf8(output_of("pdftotext", {"-bbox", path, "-"}));
        const QRegularExpression box(
            R"re(<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)")re");
        int words = 0;
        for (auto found = box.globalMatch(boxes); found.hasNext(); ++words) {
            const auto word = found.next();
            QVERIFY2(word.captured(1).toDouble() > 20 && word.captured(3).toDouble() < 595 - 20 &&
                         word.captured(2).toDouble() > 20 && word.captured(4).toDouble() < 842 - 20,
                     qPrintable(word.captured(0)));
        }
        QVERIFY(words > 200);
        const QString text = QString::fromUtf8(output_of("pdftotext", {"-raw", path, "-"})).simplified();
        QVERIFY2(text.contains("<script>alert('1')</script>"), qPrintable(text.left(200)));
        for (const ReportBlock& block : report().blocks)
            if (const auto* paragraph = std::get_if<ReportParagraph>(&block))
                for (const QString& word : QString::fromStdString(paragraph->text).split(' '))
                    if (word.size() < 40)
                        QVERIFY2(text.contains(word), qPrintable(word));
    }

    void a_browser_has_nothing_to_say_of_it() {
        const QString browser = QStandardPaths::findExecutable("chromium");
        if (browser.isEmpty())
            QSKIP("chromium is not there");
        const QString path = folder_.filePath("report.html"), picture = folder_.filePath("report.png");
        write_atomically(path.toStdString(), report_to_html(report()));
        const QByteArray said = output_of(
            browser, {"--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
                      "--log-level=0", "--user-data-dir=" + folder_.filePath("browser"),
                      "--host-resolver-rules=MAP * ~NOTFOUND", "--screenshot=" + picture, "file://" + path});
        if (!QFile::exists(picture))
            QSKIP("chromium does not run here");
        QVERIFY2(!said.contains("CONSOLE"), said.constData());
    }

    void a_plan_says_what_it_was_made_with() {
        Plan found = plan(sample(), {shipped_calibration(), nullptr});
        auto cluster = std::make_shared<Cluster>(*found.inputs.cluster);
        cluster->assumptions = {"4 network cards a node, which nobody measured"};
        cluster->nodes[3].host = "left-out";
        found.inputs.cluster = cluster;
        for (int gpu = cluster->first_gpu(3); gpu < cluster->gpu_count(); ++gpu)
            found.inputs.faults.excluded_gpus.push_back(gpu);
        found.inputs.faults.degraded = {{cluster->nodes[0].host, cluster->nodes[1].host, 0.5}};
        found.inputs.start = found.candidates.front().mapping;
        found.inputs.pinned_ranks = {0};
        found.assumptions = assumptions_of(found.inputs, links_of(found.inputs), shipped_calibration());
        found.calibrations = calibrations_used(*cluster, found.inputs.job.framework, shipped_calibration());
        found.made = {"1.2.3 abc", "2026-11-25T12:00:00Z", "mine.json", "0123456789abcdef"};
        const Candidate& best = found.candidates.front();
        const QByteArray html =
            bytes(report_to_html(plan_report(found, best, shipped_calibration()))).replace("&#39;", "'");
        for (const char* part :
             {"without node left-out (8 GPUs)", "Excluded, so that no rank is there: node left-out (8 GPUs)",
              " at 0.5 times their bandwidth", "Pinned, so that they stay where they are: 1 rank: rank 0 on ",
              "Assumed: by the import of the cluster, 4 network cards a node, which nobody measured",
              "Cluster file: mine.json, SHA-256 0123456789abcdef",
              "Planned: 2026-11-25T12:00:00Z by Pipette Planner 1.2.3 abc", "Times: A100-SXM4-80GB: ampere"})
            QVERIFY2(html.contains(part), part);
    }

    /// A report of another row says nothing of the best plan as if it were the row's own.
    void a_report_of_another_row_names_the_best_plan() {
        const Plan& found = planned();
        QVERIFY(found.candidates.size() > 1);
        const auto html_of = [&](const Candidate& candidate) {
            return bytes(report_to_html(plan_report(found, candidate, shipped_calibration())));
        };
        const QByteArray best = html_of(found.candidates[0]), other = html_of(found.candidates[1]);
        QVERIFY(best.contains("Which configuration, on which GPUs, trains"));
        QVERIFY(!other.contains("Which configuration, on which GPUs, trains"));
        QVERIFY(other.contains("How fast does this configuration train"));
        const QByteArray named = "the best plan that the search found, " +
                                 QByteArray::fromStdString(short_name(found.candidates[0].config));
        QVERIFY(other.contains(named));
        QVERIFY(!best.contains("the best plan that the search found"));
        const QByteArray gap = QByteArray::fromStdString(gap_text(found)).mid(1);
        QVERIFY(!gap.isEmpty() && best.contains(gap) && !other.contains(gap));
        Plan baselines = found; // nothing of the planner's own fits
        baselines.candidates.clear();
        const Candidate* order = baseline_of(baselines, Planner::host_order);
        QVERIFY(order);
        QVERIFY(bytes(report_to_html(plan_report(baselines, *order, shipped_calibration())))
                    .contains("How fast does this configuration train"));
    }

    /// What a person pinned stands beside the plan, as plain text, in the table and among the bars.
    void pinned_plans_stand_beside_the_plan() {
        const Plan& found = planned();
        const Candidate &best = found.candidates[0], &other = found.candidates[1];
        const auto html_of = [&](const std::vector<PinnedCandidate>& pinned) {
            return bytes(report_to_html(plan_report(found, best, shipped_calibration(), pinned)));
        };
        QVERIFY(!html_of({}).contains("Beside pinned plans"));
        const QByteArray html =
            html_of({{"<b>Before</b> the new links", &other, found.inputs.cluster, "gpt-old"}});
        QVERIFY(html.contains("Beside pinned plans"));
        QVERIFY(html.contains("&lt;b&gt;Before&lt;/b&gt; the new links") && !html.contains("<b>Before"));
        QVERIFY(html.contains("gpt-old"));
        const ReportTable table =
            pinned_table(found, best, {{"before", &other, found.inputs.cluster, "gpt-old"}});
        QCOMPARE(table.rows.size(), std::size_t(2));
        QCOMPARE(table.rows[0][3], short_name(best.config));
        QCOMPARE(table.rows[1][0], std::string("before"));
        QCOMPARE(table.rows[1][3], short_name(other.config));
        QCOMPARE(table.rows[1].size(), table.titles.size());
    }

    void a_study_says_what_it_was_made_with_and_what_its_columns_mean() {
        const QByteArray html = bytes(report_to_html(of_study()));
        for (const char* part :
             {"change with GPUs (8, 16, 32 GPUs)", "What it was made with", "Cluster: ", "Written: 20",
              " by Pipette Planner 1.0 (test)", "Efficiency: ", "Goodput: ", "Range: four in five"})
            QVERIFY2(html.contains(part), part);
    }

    void a_study_that_has_not_run_does_not_say_that_nothing_can_be_planned() {
        StudyDocument document;
        document.clusters["mine"] = sample().cluster;
        document.study.base = setting_of(sample(), "mine");
        document.study.axes = {{"lost_nodes", {0.0, 2.0}}};
        const QByteArray html =
            bytes(report_to_html(study_report(document.study, sources_of(document, {}), {}, "1.0 (test)")));
        QVERIFY(html.contains("This study has not run"));
        QVERIFY(!html.contains("No point can be planned") && !html.contains("Every point"));
    }

    /// What shows days shows the deadline; what shows money says whose.
    void its_charts_hold_the_deadline_and_the_price() {
        int with_days = 0;
        for (const ReportBlock& block : of_study().blocks)
            if (const auto* chart = std::get_if<ReportChart>(&block);
                chart != nullptr && chart->title.starts_with("Days")) {
                ++with_days;
                QVERIFY2(chart->told.find("deadline 20 days") != std::string::npos, chart->title.c_str());
                QVERIFY2(chart->title.find("USD at 2 USD a GPU-hour (price as entered)") != std::string::npos,
                         chart->title.c_str());
            }
        QVERIFY(with_days >= 2);
    }

    void its_name_says_what_it_is() {
        QVERIFY(report_for_file({}, "a.html").starts_with("<!DOCTYPE"));
        QVERIFY(report_for_file({}, "a.pdf").starts_with("%PDF"));
        QVERIFY_EXCEPTION_THROWN(report_for_file({}, "a.docx"), InputError);
    }

    void text_is_wrapped_and_loses_nothing() {
        const std::string text = font_text(hostile);
        for (const double width : {40.0, 90.0, 300.0}) {
            std::string joined;
            for (const std::string& line : wrapped(text, 10, width)) {
                QVERIFY(text_width(line, 10) <= width);
                joined += line;
            }
            std::string words = text;
            std::erase(words, ' '), std::erase(joined, ' ');
            QCOMPARE(joined, words);
        }
        QVERIFY(text_width(font_text(fitted(hostile, 10, 100)), 10) <= 100);
        QCOMPARE(fitted("short", 10, 100), std::string("short"));
        QCOMPARE(font_text("\xe2\x80\x93\xe4\xb8\xad\xc3\xa9"), std::string("\x96?\xe9"));
    }
};

QTEST_GUILESS_MAIN(ReportsTest)
#include "reports_test.moc"
