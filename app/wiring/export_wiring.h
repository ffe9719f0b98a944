// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/planner_calls.h"
#include "app/wiring/wiring.h"

#include <memory>
#include <optional>

namespace pipette {

class PlanViews;
class Studies;
class ViewSlots;
class WhyWiring;
struct ExportFormat;

/// What is written of a plan for others: launch files, pages and pictures.
class ExportWiring : public Wiring {
    Q_OBJECT

public:
    ExportWiring(const WindowContext& context, Studies& studies, WhyWiring& why);

    void fillMenu(QMenu* menu);
    void askForPage(); ///< where to, and writes it
    /// Writes the candidate on the board as the export format of that name: a file, or a launcher's folder.
    void exportPlan(const QString& format, const QString& path);
    /// A page of the study or of the schedules in their workspaces, else of the candidate on the board; HTML
    /// or PDF by the end of `path`.
    void writeReport(const QString& path);
    /// Writes the picture of a view (its id); the end of `path` chooses PNG, SVG or PDF.
    void exportPicture(const QString& view, const QString& path);

private:
    void serve(PlanViews& views); ///< of a window that has come
    /// What is written, whatever is on the board by then.
    struct Exported {
        std::shared_ptr<const PlanRecord> record;
        std::shared_ptr<const Candidate> candidate;
        const ExportFormat* format;
    };
    std::optional<Exported> shownAs(const ExportFormat& format) const; ///< empty: there is no plan yet
    void write(const Exported& exported, const QString& path);
    /// Shows a launcher's files, asks where to, and writes them.
    void askToLaunch(const ExportFormat& format);
    /// Empty: not now. A folder that holds such files already is asked for twice.
    QString askLaunchFolder(const ExportFormat& format);
    void askForPicture(ViewSlots& views, const QString& view); ///< where to, and writes it
    void writePictureOf(ViewSlots& views, const QString& view, const QString& path);
    void writeLabPage(const QString& path);
    QString assumedNote() const; ///< empty: the cluster on the board is there

    decltype(PlannerCalls::report) report_;
    Studies& studies_;
    WhyWiring& why_;
};

} // namespace pipette
