// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help_pages.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QDialog>
#include <QListWidget>
#include <QSplitter>
#include <QTextBrowser>

#include <algorithm>

namespace pipette {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Help", text);
}

} // namespace

std::vector<HelpPage> helpPages() {
    return {
        {tr("First steps"),
         tr("<h2>First steps</h2>"
            "<ol><li><b>Cluster.</b> Open a cluster file, drop measured logs (nccl-tests, mpiGraph, "
            "p2pBandwidthLatencyTest, "
            "nvidia-smi topo -m) on the window, or choose a sample.</li>"
            "<li><b>Model and job.</b> Choose a preset or open a Hugging Face config.json; give the global "
            "batch.</li>"
            "<li><b>Plan</b> (F5). Candidates appear as they are found; Cancel keeps the best so far.</li>"
            "<li><b>Look.</b> What you select in one view is shown in all: the Gantt chart says where the "
            "time goes, the "
            "memory bars whether it fits, the heatmap which links are slow.</li>"
            "<li><b>Adjust.</b> Drag a GPU or a node onto another (or Edit &gt; Move to…): the change shows "
            "before you drop. "
            "Pin what must stay, exclude what is broken, then Improve from here (F6).</li>"
            "<li><b>Export</b> (File &gt; Export): launcher files, the mapping, pictures, a Chrome "
            "trace.</li></ol>"
            "<p>Every edit can be undone. Unsaved work is kept while you work and recovered after a "
            "crash.</p>")},
        {tr("Time per step"),
         tr("<h2>Time per step</h2>"
            "<p>The time of one iteration, simulated: every schedule is a fixed order of operations per "
            "device plus "
            "dependencies, and the time is the longest path through it. With F and B the forward and "
            "backward of one "
            "microbatch on a stage (compute, tensor and context parallel communication) and P the transfer "
            "to the next:</p>"
            "<p align='center'>T = max over stages (end of its last backward + its gradient exchange) + "
            "optimizer</p><p>of the slowest replica.</p>"
            "<p><b>Range.</b> From the calibration's own error: four in five of the measured runs lay within "
            "it when they were held out of the fit. Candidates closer than that are marked as ties. Setup "
            "names "
            "the calibration that a plan's times are from, and says when it is not this planner's.</p>"
            "<p><b>Bound.</b> Never above the exact time: max over stages s ≤ t of R<sub>0</sub> + k "
            "R<sub>st</sub> + a X<sub>s</sub> + "
            "b max(F<sub>s</sub>, B<sub>s</sub>), with R<sub>st</sub> the round trip through stages s to t. "
            "It orders the search.</p>"
            "<p><b>Pipette's model</b> (Yim et al., DATE 2024, arXiv:2405.18093, section V): "
            "T = (n/pp)(ΣX + 2ΣP) + (pp−1) max X + T<sub>DP</sub>.</p>"
            "<p><b>AMP's model</b> (Li et al., NeurIPS 2022): T = (n−1) max X + ΣX + 2ΣP + T<sub>DP</sub>, "
            "on uniform bandwidth, "
            "without a memory filter.</p>"
            "<p><b>× AMP.</b> Simulated time of AMP's choice over this candidate's, on the same "
            "cluster.</p>")},
        {tr("Where the time goes"),
         tr("<h2>Where the time goes</h2><p>On the device that ends last; the parts sum to the time per "
            "step.</p>"
            "<table cellpadding='4'>"
            "<tr><td><b>compute</b></td><td>forward and backward: matrix products at peak × fitted "
            "efficiency, memory-bound "
            "operations at memory bandwidth × fitted efficiency, launch overhead (roofline, Williams et al. "
            "2009)</td></tr>"
            "<tr><td><b>recompute</b></td><td>forward work repeated in the backward pass (Korthikanti et al. "
            "2022)</td></tr>"
            "<tr><td><b>tensor parallel</b></td><td>all-reduce or all-gather and reduce-scatter inside each "
            "layer "
            "(Shoeybi et al. 2019)</td></tr>"
            "<tr><td><b>context parallel</b></td><td>exchange of keys and values between parts of the "
            "sequence</td></tr>"
            "<tr><td><b>pipeline links</b></td><td>exact time less the exact time with free links</td></tr>"
            "<tr><td><b>bubble</b></td><td>what is left idle (Narayanan et al. SC21, section 2.2)</td></tr>"
            "<tr><td><b>gradient exchange</b></td><td>what does not hide: a hierarchical ring, 2 (g−1)/g × "
            "bytes / "
            "slowest link</td></tr>"
            "<tr><td><b>optimizer</b></td><td>the parameter update</td></tr></table>")},
        {tr("Memory"),
         tr("<h2>Memory</h2><p>Per GPU of each pipeline stage (Fujii et al. 2024, arXiv:2411.06465).</p>"
            "<p><b>Model state.</b> 2 bytes a parameter, 2 to 6 for its gradient, 12 for the optimizer, the "
            "12 divided by "
            "dp·cp with the distributed optimizer.</p>"
            "<p><b>Parameters</b> of a Llama layer: 2h²(1 + k/a) + 3hf + 2h.</p>"
            "<p><b>Activations</b> of one layer: s·b·h·(12 + 4k/a + 8f/h)/(tp·cp) bytes; other styles and "
            "recomputation as in "
            "Korthikanti et al. 2022. How many microbatches a stage holds comes from the schedule's own "
            "simulation.</p>"
            "<p><b>Temporary</b>: libraries' workspace and what the layer at work needs. <b>Run-ahead</b> "
            "(nanotron): what is used up but not yet given back while the host is ahead of the GPU; it gives "
            "way where the GPU is full. <b>Fragmentation</b>: what a trained estimator adds to the "
            "formulas.</p>"
            "<p><b>Learned.</b> Plan &gt; Train the memory estimator learns from your measured runs what "
            "the formulas miss. A plan made with it keeps it in its document.</p>"
            "<p><b>Upper estimate</b> (the whisker of a bar): what 995 of 1000 jobs like those learned from "
            "stay below, and no less than run-ahead was seen to reach.</p>"
            "<p><b>Verdict</b> on the upper estimate: ✓ safe below 80 % of the GPU (the paper's finding), ⚠ "
            "tight to 100 %, "
            "✗ over above.</p>")},
        {tr("Bandwidth"),
         tr("<h2>Bandwidth</h2><p>GB/s are 10⁹ bytes a second, memory GiB are 2³⁰ bytes. Rows send, columns "
            "receive. Hatched "
            "cells were not measured; the plan says what it assumed. Crossed out is what is known to be "
            "broken: a link, "
            "a GPU or a host, with the words of the log where the pointer rests and in Selection.</p>"
            "<p>A measured figure is either what <b>one flow</b> reaches or <b>all that two nodes reach "
            "together</b>: they differ "
            "by the number of network cards. What crosses one card at the same time shares it.</p>"
            "<p>With <b>snapshots</b> (links drift over days: Pipette, DATE 2024, figure 3) plans are made "
            "for the expected time over them, "
            "or for a quantile: the last snapshot counts as much as the history shows that a link's good or "
            "bad days last, all of them alike for the rest.</p>")},
        {tr("Search"), tr("<h2>Search</h2><p>Every configuration that divides is considered. What does not "
                          "fit in memory is rejected with the "
                          "reason; what the bound proves slower than the best exact time is rejected too; "
                          "the rest is annealed.</p>"
                          "<p><b>Annealing</b> moves blocks of tp·cp GPUs (they stay inside a node) and "
                          "spare GPUs: swap, node swap, reverse, "
                          "insert (Kirkpatrick et al. 1983). The result depends on seed and chains, never on "
                          "threads or the clock.</p>"
                          "<p><b>Pinned</b> GPUs keep their ranks. <b>Excluded</b> GPUs are not used.</p>")},
        {tr("Keys"),
         tr("<h2>Keys</h2><table cellpadding='3'>"
            "<tr><td>F5, Shift+F5</td><td>plan, cancel</td></tr><tr><td>F6</td><td>improve from "
            "here</td></tr>"
            "<tr><td>Ctrl+M</td><td>move the selected GPU to…</td></tr>"
            "<tr><td>Ctrl+P, Ctrl+Shift+P</td><td>pin, unpin the selected GPUs</td></tr>"
            "<tr><td>Ctrl+E, Ctrl+Shift+E</td><td>exclude, include them</td></tr>"
            "<tr><td>Ctrl+Z, Ctrl+Shift+Z</td><td>undo, redo</td></tr>"
            "<tr><td>Esc</td><td>clear the selection</td></tr>"
            "<tr><td>F7</td><td>schedule lab</td></tr>"
            "<tr><td>Tab, arrows, Enter</td><td>move between and inside the views, select</td></tr>"
            "<tr><td>+, −, 0</td><td>in a view: nearer, farther, all of it</td></tr>"
            "<tr><td>M, Shift+M</td><td>on the board and in the topology: carry the GPU, its node; arrows "
            "aim, "
            "Enter drops, Esc lets go</td></tr>"
            "<tr><td>P, X</td><td>there: pin or unpin, exclude or include</td></tr>"
            "<tr><td>Home, C</td><td>in the Gantt chart: all of it, what its colours tell</td></tr>"
            "<tr><td>Page up, Page down</td><td>in the bandwidth heatmap: snapshot before, after</td></tr>"
            "<tr><td>F1</td><td>this help</td></tr></table>")},
    };
}

void showHelp(QWidget* parent, int page) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("help"));
    dialog->setWindowTitle(tr("Help"));
    dialog->setAccessibleName(tr("Help"));
    dialog->resize(860, 560);
    auto* list = new QListWidget;
    list->setAccessibleName(tr("Help pages"));
    auto* text = new QTextBrowser;
    text->setAccessibleName(tr("Help page"));
    text->document()->setDocumentMargin(14);
    const auto pages = helpPages();
    for (const HelpPage& one : pages)
        list->addItem(one.title);
    QObject::connect(list, &QListWidget::currentRowChanged, text,
                     [text, pages](int row) { text->setHtml(pages[static_cast<std::size_t>(row)].html); });
    auto* splitter = new QSplitter;
    splitter->addWidget(list);
    splitter->addWidget(text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({190, 650});
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(splitter);
    list->setCurrentRow(std::clamp(page, 0, static_cast<int>(pages.size()) - 1));
    dialog->show();
}

} // namespace pipette
