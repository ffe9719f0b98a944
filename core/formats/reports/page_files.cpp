// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/page_files.h"

#include "report_page_text.h" // made from resources/report when the build is configured

namespace pipette {

std::string_view page_script() {
    return report_page_script;
}

std::string_view page_style() {
    return report_page_style;
}

} // namespace pipette
