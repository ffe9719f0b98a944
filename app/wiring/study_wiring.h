// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studies/studies.h"
#include "app/wiring/wiring.h"

#include <array>

namespace pipette {

class ShapesView;
struct OpenedStudy;
struct StudyQuestion;

/// Studies: questions that are asked of the plan, the document's studies, their views and what is made of
/// their points.
class StudyWiring : public Wiring {
    Q_OBJECT

public:
    explicit StudyWiring(const WindowContext& context);

    Studies& studies() { return studies_; }
    void newStudy();
    void ask(const StudyQuestion& question); ///< of the plan, as a study
    void saveStudy();
    void savePoints();          ///< as a table
    bool mayOpenChosen() const; ///< whether a point is chosen and has a plan
    void openChosen();          ///< makes the plan of the chosen point the document's plan
    QString facts() const;      ///< model and number of points of the open study; empty: no study is open

signals:
    void chosenChanged();

private:
    void wireDocument();
    void wireEditor();
    void wireAnswers();
    void wirePoints();
    void addStudy(StudyDocument study, const QString& what); ///< behind the others, and opens it
    void takeStudy(const OpenedStudy& opened);
    TrainingGoal goal() const; ///< of the study, else the usual one
    void openStudies();        ///< those of the document, with what was found for the open one
    void showResult();
    std::array<ShapesView*, 5> charts() const; ///< the charts whose dots are points of the study
    void choose(int point);
    void makePlan(int point);
    void wireNotes(); ///< what empty views offer
    void offer();     ///< the next step, in every empty view

    Studies studies_;
    int chosen_ = -1;           ///< the chosen point, a row of the results; -1: none
    bool person_chose_ = false; ///< a person chose the point; else it is the answer's point
};

} // namespace pipette
