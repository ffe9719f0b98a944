// SPDX-License-Identifier: GPL-3.0-or-later
// Every file of the corpus, each cut after every byte, and each with random bytes changed, is read or refused
// with InputError. The same targets run under libFuzzer with -DPIPETTE_FUZZ=ON (see CMakeLists.txt here).
#include "core/base/random.h"
#include "core/formats/text/text_file.h"
#include "tests/fuzz/fuzz_targets.h"

#include <QtTest>
#include <algorithm>
#include <filesystem>

using namespace pipette;

class CorpusTest : public QObject {
    Q_OBJECT

    static std::vector<std::string> files_of(const FuzzTarget& target) {
        std::vector<std::filesystem::path> paths;
        const std::filesystem::path corpus(PIPETTE_SOURCE_DIR "/tests/fuzz/corpus");
        for (const auto& entry : std::filesystem::directory_iterator(corpus / target.name))
            paths.push_back(entry.path());
        std::sort(paths.begin(), paths.end());
        std::vector<std::string> texts;
        for (const auto& path : paths)
            texts.push_back(read_text_file(path));
        return texts;
    }

    static void addTargets() {
        QTest::addColumn<int>("index");
        const auto targets = fuzz_targets();
        for (std::size_t i = 0; i < targets.size(); ++i)
            QTest::newRow(targets[i].name.c_str()) << static_cast<int>(i);
    }

    static FuzzTarget target() {
        QFETCH(int, index);
        return fuzz_targets()[static_cast<std::size_t>(index)];
    }

private slots:
    void oneFileOfEachTargetIsRead_data() { addTargets(); }
    void oneFileOfEachTargetIsRead() {
        const FuzzTarget here = target();
        const auto files = files_of(here);
        QVERIFY(std::any_of(files.begin(), files.end(),
                            [&](const std::string& text) { return read_or_refuse(here, text); }));
    }

    void cutFilesAreReadOrRefused_data() { addTargets(); }
    void cutFilesAreReadOrRefused() {
        const FuzzTarget here = target();
        for (const std::string& text : files_of(here))
            for (std::size_t length = 0; length < text.size(); ++length)
                read_or_refuse(here, std::string_view(text).substr(0, length));
    }

    void changedFilesAreReadOrRefused_data() { addTargets(); }
    void changedFilesAreReadOrRefused() {
        const FuzzTarget here = target();
        Random random(11);
        int refused = 0;
        for (const std::string& text : files_of(here))
            for (int round = 0; round < 300; ++round) {
                std::string changed = text;
                for (int change = 0; change < 3; ++change)
                    changed[random.below(static_cast<std::uint32_t>(changed.size()))] =
                        static_cast<char>(random.below(256));
                refused += read_or_refuse(here, changed) ? 0 : 1;
            }
        QVERIFY(refused > 0);
    }
};

QTEST_GUILESS_MAIN(CorpusTest)
#include "corpus_test.moc"
