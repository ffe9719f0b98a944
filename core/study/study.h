// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "core/base/registry.h"
#include "core/study/setting.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pipette {

/// What an axis can stand at: a number or a name.
using AxisValue = std::variant<double, std::string>;
std::string text_of(const AxisValue& value); ///< "128", "0.5", "a100.json"

/// What the names of an axis are, for who has to find them.
enum class AxisNames { words, cluster, machine, gpu, model, launcher };

/// Something of a setting that a study can vary. A file of core/study/axes registers a row; nothing else
/// lists them.
struct AxisKind {
    std::string_view name;   ///< in files and options: "link_factor"
    std::string_view title;  ///< for a person: "Bandwidth between nodes"
    std::string_view unit{}; ///< "GPUs", "x", "GB/s"; empty: none
    enum class Values { whole, number, text } values = Values::number;
    Bounds bounds{};                    ///< of numbers
    AxisNames names = AxisNames::words; ///< of texts
    bool replans = true;                ///< false: what a plan costs changes, not the plan
    bool factor = false;                ///< 1 is as it is: can be moved by a share
    std::optional<double> as_is{};      ///< where nothing changes; factors: 1
    /// A value as a sentence says it, "{}" in its place: "without {} nodes". Empty: "with TITLE VALUE UNIT".
    std::string_view condition{};
    /// Throws InputError (place: the axis) for a text that is not understood. `value` is of the row's kind
    /// and within its bounds.
    void (*set)(StudySetting& setting, const AxisValue& value) = nullptr;
};

/// Throws InputError that lists the axes there are.
const AxisKind& axis_named(std::string_view name);

/// Applies one value. Throws InputError (place: the axis) for one of the wrong kind or out of bounds.
void set_axis(StudySetting& setting, std::string_view axis, const AxisValue& value);

/// A value as it is typed: "64", "15T" where tokens are meant, a name. Throws InputError (place: the axis).
AxisValue axis_value(std::string_view axis, const std::string& text);

/// What stands where on one axis.
struct StudyAxis {
    std::string axis; ///< name of an AxisKind
    std::vector<AxisValue> values;
    bool operator==(const StudyAxis&) const = default;
};

/// Each factor moved down and up by a share, all others as they are: what changes most?
struct SensitivityAsked {
    double share = 0;              ///< 0.1: by 10 %; 0: not asked
    std::vector<std::string> axes; ///< factors; empty: all there are
    bool operator==(const SensitivityAsked&) const = default;
};

/// Many plans, one question.
struct Study {
    std::string name;
    StudySetting base;
    std::vector<StudyAxis> axes; ///< a point for each combination of their values; the last moves fastest
    SensitivityAsked sensitivity;
    bool operator==(const Study&) const = default;
};

/// One combination: the axes that are set and where; empty: the base.
using StudyPoint = std::vector<std::pair<std::string, AxisValue>>;
std::string text_of(const StudyPoint& point); ///< "gpus 128, link_factor 0.5"; "base"

/// For a reader who does not know the axes' names: "128 GPUs, Bandwidth between nodes 0.5 x".
std::string words_of(const StudyPoint& point);

/// The same as a part of a sentence: "on 128 GPUs, with 0.5 times the bandwidth between nodes"; "as it is"
/// for the base.
std::string condition_of(const StudyPoint& point);

/// Where an axis changes nothing: 1 of a factor, 0 lost nodes; empty: it has no such value.
std::optional<double> as_is(const AxisKind& kind);

inline constexpr std::size_t most_study_points = 10'000;

/// Every point in order: the combinations, then the base and the moved factors where sensitivity is asked
/// for. No point stands twice. Throws InputError for unknown axes, values out of bounds, too many points, and
/// axes of which one sets what the other has set.
std::vector<StudyPoint> points_of(const Study& study);

/// How many of points_of(), the first, are combinations of the axes; the rest only tell what changes most.
std::size_t own_points(const Study& study);

/// The base with the point's values.
StudySetting setting_at(const Study& study, const StudyPoint& point);

/// Every factor's name, sorted.
std::vector<std::string> factor_axes();

/// A value of axis "cluster": a cluster of the sources and perhaps its price, "a100.json@1.8".
struct ClusterOffer {
    std::string cluster;
    double price = 0; ///< of a GPU-hour; 0: not said
};
ClusterOffer cluster_offer(const std::string& text);

/// A value of axis "machine": "128 H100-SXM5-80GB", with network cards and a price: "128 H100-SXM5-80GB
/// ndr@2.5", or several kinds of nodes: "16 A100-SXM4-80GB@1.8 + 32 V100-SXM2-32GB". The rest is as in the
/// maker's reference system. Never empty; throws InputError.
std::vector<MachinePart> machine_offer(const std::string& text);

} // namespace pipette
