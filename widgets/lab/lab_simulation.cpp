// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lab_simulation.h"

#include "core/base/input_error.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/stage_times.h"
#include "widgets/lab/lab_moment.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>

namespace pipette {
namespace {

struct SimulationWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::LabSimulation)
};

constexpr long most_operations = 120'000; // whose bars are laid out between two frames

// Times in milliseconds. Lists with one value a device only fit schedules of as many devices.
Timeline timeline_of(const LabChoice& choice, const DeviceTimes& times, std::optional<P2p> p2p) {
    const ScheduleSize& size = choice.size;
    const long operations = choice.own ? choice.own->count()
                                       : (family_of(choice.kind).splits_backward ? 3L : 2L) * size.devices *
                                             size.microbatches * size.chunks * size.slices;
    if (operations > most_operations)
        throw InputError(
            "", "",
            SimulationWords::tr("is too large to step through; pipette simulate takes larger ones")
                .toStdString());
    const P2p usual = choice.own ? P2p::overlapped : family_of(choice.kind).default_p2p;
    return simulated(choice.own ? choice.own : make_schedule(choice.kind, size), in_seconds(times),
                     p2p.value_or(usual));
}

} // namespace

DeviceTimes in_seconds(DeviceTimes times) {
    constexpr double milli = 1e-3;
    for (auto* list : {&times.forward, &times.backward, &times.link})
        for (double& value : *list)
            value *= milli;
    for (double* value : {&times.overlapped, &times.recompute, &times.wrap_link}) // below 0: a default
        *value *= milli;
    return times;
}

LabAnswer simulate(const LabRequest& request, std::stop_token stop) {
    LabAnswer answer;
    QList<GanttEntry> made;
    for (std::size_t k = 0; k < request.choices.size(); ++k) {
        if (!request.choices[k] || stop.stop_requested())
            continue;
        try {
            auto timeline = std::make_shared<const Timeline>(
                timeline_of(*request.choices[k], request.times, request.p2p));
            made << GanttEntry{request.choices[k]->title, std::move(timeline)};
            answer.outcomes[k].entry = made.back();
        } catch (const InputError& error) {
            answer.outcomes[k].refusal = error.place().empty() || error.place().starts_with("schedule")
                                             ? ownText(error.reason())
                                             : ownText(error.place() + ": " + error.reason());
        }
    }
    answer.events = eventTimes(made);
    return answer;
}

} // namespace pipette
