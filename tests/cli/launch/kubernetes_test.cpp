// SPDX-License-Identifier: GPL-3.0-or-later
// The manifest as a YAML parser sees it (python3-yaml; a cluster to apply it to is not at hand).
#include "tests/cli/launch/launched.h"

#include <QtTest>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

using namespace pipette;
using namespace launched;

namespace {

using nlohmann::json;

/// The documents of the exported manifest.
json parsed(const Folder& folder, const QString& manifest = "mpijob.yaml") {
    const Result result =
        folder.run("python3", {"-c", "import json, yaml; print(json.dumps(list(yaml.safe_load_all(open('" +
                                         manifest + "')))))"});
    return json::parse(result.output.toStdString(), nullptr, false);
}

std::string content(const Folder& folder, const char* name) {
    QFile file(folder.path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::set<std::string> names_of(const json& list) {
    std::set<std::string> names;
    for (const json& entry : list)
        names.insert(entry.at("name").get<std::string>());
    return names;
}

} // namespace

class KubernetesTest : public QObject {
    Q_OBJECT

    static Plan plan() {
        return plan_of(launch_sample::cluster({"gpu-b.example.org", "gpu-a", "1.2"}, 2), {4, 0, 1, 5, 2, 3});
    }

private slots:
    void initTestCase() {
        const Folder folder(plan(), "kubernetes");
        if (folder.run("python3", {"-c", "import yaml"}).status != 0)
            QSKIP("no YAML parser at hand (Debian: python3-yaml)");
    }

    void jobIsAnMpiJobOverTheHostsOfThePlan() {
        const json documents = parsed(Folder(plan(), "kubernetes"));
        QCOMPARE(documents.size(), 2u);
        const json& job = documents[1];
        QCOMPARE(job.at("apiVersion").get<std::string>(), std::string("kubeflow.org/v2beta1"));
        QCOMPARE(job.at("kind").get<std::string>(), std::string("MPIJob"));
        const json& spec = job.at("spec");
        QCOMPARE(spec.at("slotsPerWorker").get<int>(), 2);
        const json& worker = spec.at("mpiReplicaSpecs").at("Worker");
        QCOMPARE(worker.at("replicas").get<int>(), 3);
        QCOMPARE(spec.at("mpiReplicaSpecs").at("Launcher").at("replicas").get<int>(), 1);
        const json& pod = worker.at("template").at("spec");
        std::set<std::string> hosts;
        for (const json& term : pod.at("affinity")
                                    .at("nodeAffinity")
                                    .at("requiredDuringSchedulingIgnoredDuringExecution")
                                    .at("nodeSelectorTerms")) {
            const json& field = term.at("matchFields").at(0);
            QCOMPARE(field.at("key").get<std::string>(), std::string("metadata.name"));
            hosts.insert(field.at("values").at(0).get<std::string>()); // a text, even "1.2"
        }
        QCOMPARE(hosts, (std::set<std::string>{"1.2", "gpu-a", "gpu-b.example.org"}));
        const json& apart = pod.at("affinity")
                                .at("podAntiAffinity")
                                .at("requiredDuringSchedulingIgnoredDuringExecution")
                                .at(0);
        QCOMPARE(apart.at("labelSelector").at("matchLabels"),
                 worker.at("template").at("metadata").at("labels"));
        const json& container = pod.at("containers").at(0);
        QCOMPARE(container.at("resources").at("limits").at("nvidia.com/gpu").get<int>(), 2);
        QCOMPARE(
            container.at("env").at(0),
            json::parse(
                R"({"name": "PIPETTE_HOST", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}})"));
    }

    void podsOfOneDomainStandInForThePlansHosts() {
        Cluster parts = launch_sample::cluster({"gpu-b", "gpu-a", "other"}, 2);
        parts.node_kinds[0].domain_bandwidth_gb_per_s = 150;
        parts.nodes[0].domain = parts.nodes[1].domain = "d0";
        const Folder folder(plan_of(make_cluster(std::move(parts)), {2, 3, 0, 1}), "kubernetes");
        const json documents = parsed(folder, "mpijob-domain.yaml");
        const json& worker = documents.at(1).at("spec").at("mpiReplicaSpecs").at("Worker");
        QCOMPARE(worker.at("replicas").get<int>(), 2);
        const json& affinity = worker.at("template").at("spec").at("affinity");
        QVERIFY(!affinity.contains("nodeAffinity") && affinity.contains("podAntiAffinity"));
        const json& together =
            affinity.at("podAffinity").at("requiredDuringSchedulingIgnoredDuringExecution").at(0);
        QCOMPARE(together.at("topologyKey").get<std::string>(), std::string("nvidia.com/gpu.clique"));
        QCOMPARE(together.at("labelSelector").at("matchLabels"),
                 worker.at("template").at("metadata").at("labels"));

        write(folder.path("hosts"), QByteArray::fromStdString(documents[0].at("data").at("hosts")), false);
        write(folder.path("uname"), "#!/bin/sh\necho pipette-worker-1\n", true);
        QString start = QString::fromStdString(
            worker.at("template").at("spec").at("containers").at(0).at("command").at(2).get<std::string>());
        start.replace("/pipette/hosts", "hosts")
            .replace("/run/pipette/host", "host")
            .replace("exec /usr/sbin/sshd -De", "cat host");
        const Result result =
            folder.run("sh", {"-c", start}, {{"PATH", folder.path("") + ":" + qEnvironmentVariable("PATH")}});
        QVERIFY2(result.status == 0 && result.output == "gpu-b\n", qPrintable(explain(result)));
    }

    void filesOfTheFolderAreInTheConfigMapToTheByte() {
        const Folder folder(plan(), "kubernetes");
        const json map = parsed(folder).at(0);
        QCOMPARE(map.at("kind").get<std::string>(), std::string("ConfigMap"));
        QCOMPARE(map.at("apiVersion").get<std::string>(), std::string("v1"));
        for (const char* name : {"mapping.tsv", "rank_wrapper.sh", "probe.sh", "megatron_args.txt"})
            QCOMPARE(map.at("data").at(name).get<std::string>(), content(folder, name));
        const std::string launch = map.at("data").at("launch.sh");
        write(folder.path("in_pod.sh"), QByteArray::fromStdString(launch), true);
        QCOMPARE(folder.run("sh", {"-n", "in_pod.sh"}).status, 0);
    }

    void everyMountHasItsVolume() {
        const json documents = parsed(Folder(plan(), "kubernetes"));
        const std::string map = documents[0].at("metadata").at("name");
        for (const char* role : {"Launcher", "Worker"}) {
            const json& pod =
                documents[1].at("spec").at("mpiReplicaSpecs").at(role).at("template").at("spec");
            const auto volumes = names_of(pod.at("volumes"));
            for (const json& mount : pod.at("containers").at(0).at("volumeMounts"))
                QVERIFY(volumes.contains(mount.at("name").get<std::string>()));
            for (const json& volume : pod.at("volumes"))
                if (volume.contains("configMap")) {
                    QCOMPARE(volume.at("configMap").at("name").get<std::string>(), map);
                    QCOMPARE(volume.at("configMap").at("defaultMode").get<int>(), 0555);
                }
        }
    }

    void imagesAndProgramsAreTextsWhateverTheyHold() {
        LaunchOptions options;
        options.image = "registry/x: {a} # \"b\"\n- c";
        options.program = "train.py --name 'it''s' \"two words\" # {x}: [y]";
        const json job = parsed(Folder(plan(), "kubernetes", options)).at(1);
        const json& roles = job.at("spec").at("mpiReplicaSpecs");
        for (const char* role : {"Launcher", "Worker"})
            QCOMPARE(roles.at(role)
                         .at("template")
                         .at("spec")
                         .at("containers")
                         .at(0)
                         .at("image")
                         .get<std::string>(),
                     options.image);
        const json& command =
            roles.at("Launcher").at("template").at("spec").at("containers").at(0).at("command");
        QCOMPARE(command.at(2).get<std::string>(), "exec /pipette/launch.sh python " + options.program);
    }
};

QTEST_GUILESS_MAIN(KubernetesTest)
#include "kubernetes_test.moc"
