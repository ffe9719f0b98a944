// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/atomic_file.h"
#include "core/schedule/timeline.h"

#include <filesystem>

namespace pipette {

/// A timeline in the Chrome trace event format, which Perfetto and chrome://tracing read: microseconds to the
/// nanosecond, one lane (tid) a device and further ones for its sends so that slices on a lane never overlap,
/// flow arrows from sender to receiver, and a counter of held activations a device. `about`: what a reader
/// must know of it, kept beside the events; empty: nothing.
void stream_chrome_trace(const Timeline& timeline, const ByteSink& sink, const std::string& about = {});

/// The same into a file: whole or not at all. Throws InputError when it cannot be written.
void write_chrome_trace(const std::filesystem::path& path, const Timeline& timeline);

/// One line an operation, send and tail: device, kind, microbatch, chunk, stage, start, end (seconds).
void stream_timeline_csv(const Timeline& timeline, const ByteSink& sink);

} // namespace pipette
