// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/processes/processes.h"

#include <cstdlib>
#include <mpi.h>
#include <numeric>

namespace pipette {
namespace {

/// Without a launcher MPI would start one of its own: slow, and for nothing.
bool launched() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
        if (std::getenv(name))
            return true;
    return false;
}

std::vector<std::string> gather_all(const std::string& mine, int size) {
    const int length = static_cast<int>(mine.size());
    std::vector<int> lengths(static_cast<std::size_t>(size)), starts(lengths);
    MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
    std::string together(static_cast<std::size_t>(starts.back() + lengths.back()), '\0');
    MPI_Allgatherv(mine.data(), length, MPI_CHAR, together.data(), lengths.data(), starts.data(), MPI_CHAR,
                   MPI_COMM_WORLD);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        all.push_back(
            together.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(lengths[i])));
    return all;
}

} // namespace

Processes::Processes() {
    if (!launched())
        return;
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided); // only this thread speaks MPI
    MPI_Comm_rank(MPI_COMM_WORLD, &peers_.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &peers_.size);
    peers_.gather = [size = peers_.size](const std::string& mine) { return gather_all(mine, size); };
}

Processes::~Processes() {
    if (peers_.gather)
        MPI_Finalize();
}

} // namespace pipette
