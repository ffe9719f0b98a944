// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/model_picks.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <tuple>

namespace pipette {
namespace {

struct ModelPicks {
    Q_DECLARE_TR_FUNCTIONS(pipette::ModelPicks)
};

/// Families that are not called as the letters that their models' names begin with.
struct Family {
    const char *beginning, *name;
};
constexpr Family families[] = {{"gpt-oss-", "gpt-oss"},
                               {"gpt-", "GPT"},
                               {"deepseek-", "DeepSeek"},
                               {"mistral-", "Mistral, Mixtral"},
                               {"mixtral-", "Mistral, Mixtral"}};

QString sizeText(double all, double active) {
    return active < all ? filled(ModelPicks::tr("%1 B, %2 B active"), significant(all / 1e9),
                                 significant(active / 1e9))
                        : filled(ModelPicks::tr("%1 B"), significant(all / 1e9));
}

} // namespace

QString modelFamily(const QString& name) {
    for (const Family& family : families)
        if (name.startsWith(QLatin1String(family.beginning), Qt::CaseInsensitive))
            return QLatin1String(family.name);
    const auto end = std::find_if(name.begin(), name.end(), [](QChar one) { return !one.isLetter(); });
    const QString letters = name.left(end - name.begin());
    return letters.left(1).toUpper() + letters.mid(1);
}

std::vector<Pick> modelPicks(const std::vector<TransformerModel>& models) {
    struct Member {
        double parameters;
        Pick pick;
    };
    std::vector<Member> members;
    std::map<QString, int> sizes;
    for (const TransformerModel& model : models) {
        const QString name = nameText(model.name), family = modelFamily(name);
        const double all = total_parameters(model);
        members.push_back({all, {name, family, sizeText(all, active_parameters(model))}});
        ++sizes[family];
    }
    const auto alone = [&](const Member& member) {
        return member.pick.group.isEmpty() || sizes[member.pick.group] == 1;
    };
    const auto order = [&](const Member& member) {
        return std::tuple(alone(member), alone(member) ? QString() : member.pick.group.toLower(),
                          member.parameters, member.pick.text);
    };
    std::sort(members.begin(), members.end(),
              [&](const Member& a, const Member& b) { return order(a) < order(b); });
    std::vector<Pick> picks;
    for (Member& member : members) {
        if (alone(member))
            member.pick.group = ModelPicks::tr("Others");
        picks.push_back(std::move(member.pick));
    }
    return picks;
}

} // namespace pipette
