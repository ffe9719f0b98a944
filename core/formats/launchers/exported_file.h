// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pipette {

/// A file to write, in memory.
struct ExportedFile {
    std::string name; ///< no folder in it
    std::string text;
    bool executable = false;
};

/// Writes the files into a folder, which is made where it is missing: all of them or, on a full disk, none
/// and no folder. Throws InputError with what could not be made or written.
void write_folder(const std::filesystem::path& folder, const std::vector<ExportedFile>& files);

/// How exported launchers start the ranks.
struct LaunchOptions {
    bool one_visible = false; ///< each rank sees its GPU alone, as LOCAL_RANK 0 (older frameworks want that)
    int master_port = 29500;
    int cores_per_gpu = 1;            ///< CPU cores a rank is bound to, where slots are cores (rank files)
    std::string image = "YOUR_IMAGE"; ///< container image of the Kubernetes job
    std::string domain_label = "nvidia.com/gpu.clique"; ///< of Kubernetes nodes: alike in one NVLink domain
    /// The training program and its arguments as they stand on a shell's command line.
    std::string program = "pretrain_gpt.py $(cat megatron_args.txt)";
};

/// What one launcher needs: its own files, the one a person asks for first, and what the README says of them.
struct LauncherFiles {
    std::vector<ExportedFile> files;
    std::string launch; ///< command line that runs the training program in every rank
    std::string check;  ///< command line that compares where the ranks run with the plan
    std::string note;   ///< what a person must know, one sentence or two
    /// Where the command lines are run, and what for.
    std::string place = "bring this folder to the same path on every host and run in it";
};

} // namespace pipette
