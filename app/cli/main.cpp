// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{"Plans parallel training of large language models on measured GPU clusters", "pipette"};
    app.set_version_flag("--version", PIPETTE_VERSION);
    app.require_subcommand(1);
    CLI11_PARSE(app, argc, argv);
    return 0;
}
