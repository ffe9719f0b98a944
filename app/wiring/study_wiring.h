// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studies/studies.h"
#include "app/wiring/wiring.h"

namespace pipette {

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
    void savePoints(); ///< as a table
    /// The point that a person looks at, a row of the results; -1: none.
    int chosen() const { return chosen_; }
    bool mayOpenChosen() const; ///< it has a plan
    void openChosen();          ///< makes its plan the document's
    QString facts() const;      ///< what the open study is of, in a line; empty: there is none

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
    void choose(int point);
    void makePlan(int point);
    void wireNotes(); ///< what empty views offer
    void offer();     ///< the next step, in every empty view

    Studies studies_;
    int chosen_ = -1;
    bool person_chose_ = false; ///< else the answer's point is chosen
};

} // namespace pipette
