// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

namespace pipette {

struct DocumentStudy;

/// The studies of a document, in the order in which they were asked, and which of them is open.
struct StudyList {
    std::vector<std::shared_ptr<const DocumentStudy>> all; ///< none is null
    int open = -1;                                         ///< -1: there is none

    /// The open one; null: there is none.
    std::shared_ptr<const DocumentStudy> current() const {
        return open < 0 ? nullptr : all[static_cast<std::size_t>(open)];
    }
    bool operator==(const StudyList& other) const; ///< studies by value
};

/// With that study in the place of the open one.
StudyList with_open(StudyList list, const DocumentStudy& study);
/// With that study behind all others, and open; where it is among them already, only open.
StudyList with_another(StudyList list, const DocumentStudy& study);
/// Without the open one; its neighbour is open then.
StudyList without_open(StudyList list);

} // namespace pipette
