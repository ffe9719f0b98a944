// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace pipette {

/// A heading inside a page and the anchor that links to it name: "Where the time goes" is
/// "where-the-time-goes".
struct HelpHeading {
    QString text, anchor;
};

/// One page of the help: a Markdown file of resources/help.
struct HelpPage {
    QString path;
    QString title;                     ///< its first heading
    QString text;                      ///< Markdown
    std::vector<HelpHeading> headings; ///< of the second level, in order
};

/// The folder of the pages. Throws InputError where the program's resources are not found.
QString helpFolder();

/// index.md and the pages that it links to, in its order. Empty where the folder has no index.md; a page that
/// cannot be read is left out.
std::vector<HelpPage> helpPages();

/// The anchor of a heading: lower case, spaces as hyphens, without punctuation, as web forges make it.
QString helpAnchor(const QString& heading);

} // namespace pipette
