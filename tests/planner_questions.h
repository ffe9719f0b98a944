// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/pipette_process.h"

#include <cmath>
#include <nlohmann/json.hpp>

/// The questions of a capacity planner, as the command answers them: its own tests and those of the window
/// ask the same.
namespace pipette::test {

using Json = nlohmann::json;

inline QStringList words(std::initializer_list<const char*> texts) {
    QStringList list;
    for (const char* text : texts)
        list << QString::fromUtf8(text);
    return list;
}

inline Json answer_to(const QStringList& question) {
    const PipetteRun run = run_pipette(question + words({"--json", "-"}), 300'000);
    if (run.status != 0)
        qWarning("%s", run.messages.constData());
    return Json::parse(run.output.toStdString(), nullptr, false);
}

/// The model and the batch that every question is about.
inline QStringList asked_job() {
    return words({"--model", "gpt-3.6b", "--global-batch", "256"});
}

inline QStringList asked_sample() {
    return {QStringLiteral("--cluster"), sample_cluster("a100_hdr_16x8.json")};
}

/// A study of that job for 300 billion tokens.
inline QStringList study_question(const QStringList& what) {
    return words({"study"}) + what + asked_job() + words({"--tokens", "300B"});
}

inline QStringList lost_nodes_question() {
    return study_question(asked_sample() + words({"--vary", "lost_nodes=0,2"}));
}
inline QStringList half_links_question() {
    return study_question(asked_sample() + words({"--vary", "link_factor=1,0.5"}));
}
inline QStringList twice_hbm_question() {
    return study_question(asked_sample() + words({"--vary", "hbm_factor=1,2"}));
}
inline QString these_or_those() {
    return QStringLiteral("64 A100-SXM4-80GB@2,32 H100-SXM5-80GB@4");
}
inline QStringList these_or_those_question() {
    return study_question(words({"--gpu", "A100-SXM4-80GB", "--vary"})
                          << QStringLiteral("machine=") + these_or_those());
}
inline QString two_fabrics() {
    return QStringLiteral("64 A100-SXM4-80GB ndr@2.4,64 A100-SXM4-80GB edr@2.1");
}
inline QStringList two_fabrics_question() {
    return study_question(words({"--gpu", "A100-SXM4-80GB", "--vary"})
                          << QStringLiteral("machine=") + two_fabrics());
}
/// The fewest GPUs of the sample's kind, grown where it has too few, for so many tokens.
inline QStringList size_question() {
    return words({"size"}) + asked_sample() + asked_job() +
           words({"--tokens", "600B", "--days", "20", "--most-gpus", "16384"});
}
inline QStringList headroom_question() {
    return words({"plan"}) + asked_sample() + asked_job() + words({"--headroom", "--moves", "100"});
}

inline bool nearly(double a, double b) {
    return std::abs(a / b - 1) < 1e-9;
}

} // namespace pipette::test
