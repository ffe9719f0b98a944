// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/study_list.h"

#include "app/document/document_study.h"

#include <algorithm>

namespace pipette {

bool StudyList::operator==(const StudyList& other) const {
    return open == other.open && std::equal(all.begin(), all.end(), other.all.begin(), other.all.end(),
                                            [](const auto& a, const auto& b) { return *a == *b; });
}

StudyList with_open(StudyList list, const DocumentStudy& study) {
    if (list.open < 0)
        return with_another(std::move(list), study);
    list.all[static_cast<std::size_t>(list.open)] = std::make_shared<const DocumentStudy>(study);
    return list;
}

StudyList with_another(StudyList list, const DocumentStudy& study) {
    auto place =
        std::find_if(list.all.begin(), list.all.end(), [&](const auto& known) { return *known == study; });
    if (place == list.all.end())
        place = list.all.insert(place, std::make_shared<const DocumentStudy>(study));
    list.open = static_cast<int>(place - list.all.begin());
    return list;
}

StudyList without_open(StudyList list) {
    if (list.open < 0)
        return list;
    list.all.erase(list.all.begin() + list.open);
    list.open = std::min(list.open, static_cast<int>(list.all.size()) - 1);
    return list;
}

} // namespace pipette
