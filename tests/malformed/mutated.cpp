// SPDX-License-Identifier: GPL-3.0-or-later
// usage: mutated COUNT [PIPETTE [READER]]
// Every reader of files against COUNT damaged copies of the fuzz corpus: read in a process of its own, or,
// with PIPETTE, by that program. Each must be read or refused, in one line a complaint that a terminal can
// show, within 10 s of the processor and 2 GiB. What was not is left in the current folder.
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/logs/import_cluster.h"
#include "core/formats/text/text_file.h"
#include "tests/core/formats/launch_sample.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/malformed/mutations.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <optional>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pipette;

namespace {

namespace fs = std::filesystem;

constexpr itimerval longest{{}, {10, 0}}; // of the processor: other programs may keep it busy
constexpr rlim_t most_bytes = rlim_t{2} << 30;

std::vector<std::string> good_files(const std::string& reader) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(PIPETTE_SOURCE_DIR "/tests/fuzz/corpus/" + reader))
        paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const fs::path& path : paths)
        texts.push_back(read_text_file(path));
    return texts;
}

/// Why people could not read what is said of a file; empty where they can.
std::string fault_of_message(const std::string& message) {
    if (message.empty() || message.find("\n\n") != std::string::npos)
        return "an empty complaint";
    return readable_lines(message) == message ? "" : "control characters in " + in_quotes(message);
}

void limit_memory() {
#ifndef __SANITIZE_ADDRESS__ // its shadow takes more
    const rlimit limit{most_bytes, most_bytes};
    setrlimit(RLIMIT_AS, &limit);
#endif
}

/// Which copy is read, shared with the process that reads it, which may die.
class Counter {
public:
    Counter()
        : shared_(mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {}
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;
    ~Counter() { munmap(shared_, sizeof(int)); }
    int& value() { return *static_cast<int*>(shared_); }

private:
    void* shared_;
};

std::string status_text(int status) {
    return WIFSIGNALED(status) ? fmt::format("ended by {}", strsignal(WTERMSIG(status)))
                               : fmt::format("status {}", WEXITSTATUS(status));
}

/// Reads copies from `first` on; ends with status 0, or 1 where one was neither read nor refused as it
/// should.
[[noreturn]] void read_all(const FuzzTarget& target, Mutations copies, int first, int count, int& current) {
    limit_memory();
    for (current = 0; current < count; ++current) {
        const std::string text = copies.next();
        if (current < first)
            continue;
        setitimer(ITIMER_PROF, &longest, nullptr);
        std::string fault;
        try {
            target.read(text);
        } catch (const InputError& error) {
            fault = fault_of_message(error.what());
        } catch (const std::exception& error) {
            fault = error.what();
        }
        if (!fault.empty()) {
            fmt::print(stderr, "{} {}: {}\n", target.name, current, fault);
            std::_Exit(1);
        }
    }
    std::_Exit(0);
}

/// The number of copies that were neither read nor refused.
int faults_within(const FuzzTarget& target, const Mutations& copies, int count) {
    constexpr int enough = 20;
    Counter counter;
    int faults = 0;
    for (int first = 0; first < count && faults < enough; first = counter.value() + 1) {
        const pid_t child = fork();
        if (child == 0)
            read_all(target, copies, first, count, counter.value());
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            break;
        fmt::print(stderr, "{} {}: {}\n", target.name, counter.value(), status_text(status));
        Mutations again = copies;
        for (int skip = 0; skip < counter.value(); ++skip)
            again.next();
        std::ofstream(fmt::format("{}-{}", target.name, counter.value())) << again.next();
        ++faults;
    }
    return faults;
}

/// Arguments of a command that reads a file, {} in them; in a folder with starter.json and four.json. Nothing
/// for a reader that no command has for itself.
std::string command_of(const std::string& reader) {
    const std::string job = "--model gpt-1.7b --global-batch 8 --sequence-length 64 --config "
                            "pp=1,tp=1,dp=1,micro_batch=1";
    const std::map<std::string, std::string> commands{
        {"cluster", "estimate --precision fp16 --cluster {} " + job},
        {"model", "estimate --cluster starter.json --global-batch 8 --sequence-length 64 --config "
                  "pp=1,tp=1,dp=1,micro_batch=1 --model {}"},
        {"megatron", "estimate --cluster starter.json --global-batch 8 --sequence-length 64 --config "
                     "pp=1,tp=1,dp=1,micro_batch=1 --model {}"},
        {"plan", "export {} --format openmpi -o -"},
        {"study", "study {} --threads 1 --json -"},
        {"availability",
         "availability {} --cluster starter.json --model gpt-1.7b --global-batch 8 --sequence-length "
         "64 --moves 1 --json -"},
        {"mapping", "plan --top 1 --moves 1 --chains 1 --cluster four.json --model gpt-1.7b --global-batch 8 "
                    "--sequence-length 64 --pin {}"},
        {"schedule", "simulate --schedule-file {}"},
        {"runs", "validate --runs {}"},
        {"layer-profile", "estimate --cluster starter.json --layer-profile {} " + job},
        {"calibration", "estimate --cluster starter.json --calibration {} " + job}};
    if (const auto found = commands.find(reader); found != commands.end())
        return found->second;
    return Registry<ImportFormat>::find(reader)
               ? "import " + reader + " {} --gpu A100-SXM4-80GB -o cluster.json"
               : "";
}

/// What a run of the program on a file does wrong; empty for nothing.
std::string fault_of_run(const std::string& program, const std::string& command, const std::string& file) {
    const pid_t child = fork();
    if (child == 0) {
        for (const auto& [name, descriptor] : {std::pair("out", STDOUT_FILENO), {"err", STDERR_FILENO}})
            dup2(open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600), descriptor);
        limit_memory();
        setitimer(ITIMER_PROF, &longest, nullptr);
        std::vector<std::string> words{program};
        for (std::size_t start = 0; start < command.size();) {
            const std::size_t end = std::min(command.find(' ', start), command.size());
            const std::string word = command.substr(start, end - start);
            words.push_back(word == "{}" ? file : word);
            start = end + 1;
        }
        std::vector<char*> arguments;
        for (std::string& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        execv(program.c_str(), arguments.data());
        std::_Exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    const std::string out = read_text_file("out"), err = read_text_file("err");
    if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 2))
        return status_text(status) + ": " + in_quotes(err);
    if (WEXITSTATUS(status) == 0)
        return readable_lines(out) == out ? "" : "control characters in " + in_quotes(out);
    const bool several = command.starts_with("import ");
    if (!out.empty() || (!several && std::count(err.begin(), err.end(), '\n') != 1))
        return "refused in other than one line: " + in_quotes(out + err);
    return fault_of_message(err);
}

int faults_of_program(const FuzzTarget& target, Mutations copies, int count, const std::string& program) {
    const std::string command = command_of(target.name);
    const std::string file = target.name == "osu" ? "osu_bw_a_b.txt" : "mutated";
    int faults = 0;
    for (int i = 0; i < count && !command.empty(); ++i) {
        std::ofstream(file) << copies.next();
        const std::string fault = fault_of_run(program, command, file);
        if (fault.empty())
            continue;
        fmt::print(stderr, "{} {}: {}\n", target.name, i, fault);
        fs::rename(file, fmt::format("{}-{}", target.name, i));
        ++faults;
    }
    return faults;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const int count = words.empty() ? 0 : std::atoi(words[0].c_str());
    if (count < 1) {
        fmt::print(stderr, "usage: mutated COUNT [PIPETTE [READER]]\n");
        return 2;
    }
    if (words.size() > 1) {
        fs::copy_file(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json", "starter.json",
                      fs::copy_options::overwrite_existing);
        write_cluster(launch_sample::cluster({"a01", "a02", "b01", "b02"}, 2), "four.json");
    }
    int faults = 0, readers = 0;
    for (const FuzzTarget& target : fuzz_targets()) {
        if (words.size() > 2 && words[2] != target.name)
            continue;
        constexpr std::uint64_t seed = 21;
        const Mutations copies(good_files(target.name), seed);
        faults += words.size() > 1 ? faults_of_program(target, copies, count, words[1])
                                   : faults_within(target, copies, count);
        ++readers;
    }
    fmt::print("{} readers, {} damaged files each, {} faults\n", readers, count, faults);
    return faults == 0 ? 0 : 1;
}
