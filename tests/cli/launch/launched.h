// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/launchers/export_plan.h"
#include "tests/core/formats/launch_sample.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QString>
#include <QTemporaryDir>
#include <map>
#include <string>
#include <vector>

/// Exported folders on disk, and programs that run in them.
namespace launched {

struct Result {
    int status = -1;
    QString output, errors;
};

/// This process's environment with more variables.
inline QProcessEnvironment environment_with(const QMap<QString, QString>& variables) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto it = variables.begin(); it != variables.end(); ++it)
        environment.insert(it.key(), it.value());
    return environment;
}

/// What a rank says of itself.
struct Report {
    QString host, local_rank, world, master, visible;
    bool operator==(const Report&) const = default;
};
using Reports = std::map<int, Report>; // by RANK

inline void write(const QString& path, const QByteArray& text, bool executable) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
    if (executable)
        file.setPermissions(file.permissions() | QFile::ExeOwner | QFile::ExeUser);
}

/// A plan of one data-parallel candidate whose ranks run on these GPUs.
inline pipette::Plan plan_of(const pipette::Cluster& cluster, const std::vector<int>& gpus) {
    pipette::Plan plan;
    plan.inputs.cluster = share(cluster);
    plan.inputs.model = launch_sample::model();
    plan.inputs.job.sequence_length = 1024;
    pipette::Candidate candidate = launch_sample::candidate(pipette::Planner::pipette, 1.5, 1);
    candidate.config = {};
    candidate.config.dp = static_cast<int>(gpus.size());
    candidate.config.global_batch = plan.inputs.job.global_batch = 2 * candidate.config.dp;
    candidate.config.layers_per_stage = {plan.inputs.model.layers};
    candidate.memory.resize(1);
    candidate.mapping.gpu_of_rank = gpus;
    plan.candidates = {candidate};
    return plan;
}

/// An exported folder, with report.sh in it: what each rank runs to say RANK, the host that the launcher
/// asked for, LOCAL_RANK, WORLD_SIZE, MASTER_ADDR and CUDA_VISIBLE_DEVICES.
class Folder {
public:
    Folder(const pipette::Plan& plan, std::string_view format, const pipette::LaunchOptions& options = {}) {
        for (const auto& file : pipette::export_plan(plan, plan.candidates.front(),
                                                     pipette::export_format_named(format), options))
            write(path(file.name.c_str()), QByteArray::fromStdString(file.text), file.executable);
        write(path("report.sh"),
              "#!/bin/sh\nprintf '%s|%s|%s|%s|%s|%s\\n' \"$RANK\" \"${ASKED_HOST-$PIPETTE_HOST}\" "
              "\"$LOCAL_RANK\" "
              "\"$WORLD_SIZE\" \"$MASTER_ADDR\" \"${CUDA_VISIBLE_DEVICES-all}\"\n",
              true);
        // In place of ssh: notes the host it was asked for and runs the rest here, with a folder for
        // temporary files that is this host's alone (daemons that share one trip over each other's).
        write(path("agent.sh"),
              "#!/bin/sh\nwhile :; do\n    case $1 in\n    -*) shift ;;\n    *) break ;;\n    esac\ndone\n"
              "ASKED_HOST=$1 PIPETTE_HOST=$1 TMPDIR=${0%/*}/tmp.$1\nexport ASKED_HOST PIPETTE_HOST TMPDIR\n"
              "mkdir -p \"$TMPDIR\"\nshift\nexec sh -c \"$*\"\n",
              true);
    }

    QString path(const char* name) const { return folder_.filePath(name); }

    Result run(const QString& program, const QStringList& arguments,
               const QMap<QString, QString>& variables = {}) const {
        QProcess process;
        process.setProcessEnvironment(environment_with(variables));
        process.setWorkingDirectory(folder_.path());
        process.start(program, arguments);
        Result result;
        if (process.waitForFinished(120'000))
            result.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
        else
            process.kill(), process.waitForFinished();
        result.output = process.readAllStandardOutput();
        result.errors = process.readAllStandardError();
        return result;
    }

private:
    QTemporaryDir folder_;
};

inline Reports reports_in(const QString& output) {
    Reports reports;
    for (const QString& line : output.split('\n', Qt::SkipEmptyParts)) {
        const QStringList parts = line.split('|');
        if (parts.size() != 6)
            continue;
        Report report{parts[1], parts[2], parts[3], parts[4], parts[5]};
        if (reports.contains(parts[0].toInt()))
            report.host = "two ranks of this number"; // equals no expectation
        reports[parts[0].toInt()] = report;
    }
    return reports;
}

/// What the plan's only candidate asks for.
inline Reports expected_reports(const pipette::Plan& plan) {
    const pipette::Cluster& cluster = *plan.inputs.cluster;
    const auto& gpus = plan.candidates.front().mapping.gpu_of_rank;
    const auto host = [&](int gpu) {
        return QString::fromStdString(cluster.nodes[static_cast<std::size_t>(cluster.node_of(gpu))].host);
    };
    Reports reports;
    for (std::size_t rank = 0; rank < gpus.size(); ++rank)
        reports[static_cast<int>(rank)] = {host(gpus[rank]),
                                           QString::number(cluster.place_of(gpus[rank]).local),
                                           QString::number(gpus.size()), host(gpus[0]), "all"};
    return reports;
}

/// A random mapping of some of the GPUs of a few hosts.
inline pipette::Plan random_plan(std::uint64_t seed, int gpus_per_node) {
    static const std::vector<std::string> names{"node-b", "node-a", "gpu17", "zeta.example.org", "c-3"};
    pipette::Random random(seed);
    const std::vector<std::string> hosts(names.begin(), names.begin() + 2 + random.below(4));
    const pipette::Cluster cluster = launch_sample::cluster(hosts, gpus_per_node);
    std::vector<int> gpus = launch_sample::shuffled_gpus(cluster.gpu_count(), seed);
    gpus.resize(gpus.size() - random.below(static_cast<std::uint32_t>(gpus.size() / 2)));
    return plan_of(cluster, gpus);
}

inline QString explain(const Result& result) {
    return QString("status %1\n%2\n%3").arg(result.status).arg(result.output, result.errors);
}

inline bool installed(const char* program) {
    return !QStandardPaths::findExecutable(program).isEmpty();
}

} // namespace launched
