// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/gpu_groups.h"

#include "core/base/index.h"
#include "core/plan/groups/group_places.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace pipette {
namespace {

struct GroupWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::GpuGroups)
};

} // namespace

GpuGroups::GpuGroups(const Shown& shown, const Axis& axis)
    : shown_(shown),
      axis_(axis),
      groups_(groups_along(shown.candidate->config, axis)),
      group_of_gpu_(index(shown.cluster->gpu_count()), -1) {
    const std::vector<int> of_rank = group_of_rank(groups_);
    const std::vector<int>& gpus = shown.candidate->mapping.gpu_of_rank;
    for (std::size_t rank = 0; rank < gpus.size(); ++rank)
        if (index(gpus[rank]) < group_of_gpu_.size())
            group_of_gpu_[index(gpus[rank])] = of_rank[rank];
}

std::vector<int> GpuGroups::gpus(int group) const {
    std::vector<int> gpus;
    for (const int rank : groups_.members(group))
        gpus.push_back(shown_.candidate->mapping.gpu_of_rank[index(rank)]);
    std::sort(gpus.begin(), gpus.end());
    return gpus;
}

int GpuGroups::of_gpus(const std::vector<int>& gpus) const {
    if (gpus.empty() || gpus.back() >= shown_.cluster->gpu_count())
        return -1;
    const int group = of_gpu(gpus.front());
    const bool one = std::all_of(gpus.begin(), gpus.end(), [&](int gpu) { return of_gpu(gpu) == group; });
    return one ? group : -1;
}

QString GpuGroups::name(int group) const {
    return filled(QStringLiteral("%1 %2"), wordText(group_title(axis_)), group);
}

QString GpuGroups::placeText(int group) const {
    return filled(GroupWords::tr("%1 of %2, %3 GPUs %4"), name(group), count(), size(group),
                  whereText(group));
}

QString GpuGroups::whereText(int group) const {
    const std::vector<int> members = gpus(group);
    return sentenceText(place_text(group_place(*shown_.cluster, members))) + slowestLink(members);
}

QString GpuGroups::placeBrief(int group) const {
    return sentenceText(place_brief(group_place(*shown_.cluster, gpus(group))));
}

QString GpuGroups::slowestLink(const std::vector<int>& gpus) const {
    constexpr std::size_t most = 256; // GPUs of whose pairs all are looked at
    double slowest = 0;
    for (std::size_t a = 0; a < gpus.size() && gpus.size() <= most; ++a)
        for (std::size_t b = 0; b < gpus.size(); ++b)
            if (const double link = a == b ? 0 : linkBandwidth(*shown_.cluster, gpus[a], gpus[b]);
                link > 0 && (slowest == 0 || link < slowest))
                slowest = link;
    return slowest > 0 ? filled(GroupWords::tr(", slowest link %1"), bandwidthText(slowest)) : QString();
}

QString GpuGroups::placesText() const {
    return sentenceText(group_places_text(*shown_.cluster, *shown_.candidate, axis_));
}

QString GpuGroups::placesBrief() const {
    return sentenceText(group_places_brief(*shown_.cluster, *shown_.candidate, axis_));
}

std::vector<Axis> groupedAxes(const Shown& shown) {
    return shown.cluster && shown.candidate ? grouped_axes(shown.candidate->config) : std::vector<Axis>{};
}

QString groupingText(const Shown& shown, const Axis& axis) {
    return filled(QStringLiteral("%1 (%2 %3)"), wordText(group_title(axis)), ownText(axis.name),
                  groups_along(shown.candidate->config, axis).largest());
}

} // namespace pipette
