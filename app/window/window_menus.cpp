// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_menus.h"

#include "app/document/document_store.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/files/file_dialogs.h"
#include "app/files/recent_files.h"
#include "app/keys/keys_wiring.h"
#include "app/paper/print_wiring.h"
#include "app/pools/pools_wiring.h"
#include "app/second/second_wiring.h"
#include "app/tour/tour_wiring.h"
#include "app/window/help_window.h"
#include "app/window/language.h"
#include "app/window/screen_modes.h"
#include "app/wiring/commands.h"
#include "app/wiring/evidence_wiring.h"
#include "app/wiring/export_wiring.h"
#include "app/wiring/file_wiring.h"
#include "app/wiring/headroom_wiring.h"
#include "app/wiring/log_wiring.h"
#include "app/wiring/placement_wiring.h"
#include "app/wiring/scenario_wiring.h"
#include "app/wiring/setup_wiring.h"
#include "app/wiring/study_wiring.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/formats/launchers/export_format.h"
#include "core/study/question.h"
#include "widgets/evidence/validation_view.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/studies/study_editor.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QActionGroup>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QTabBar>

namespace pipette {

WindowMenus::WindowMenus(const WindowContext& context, const Offers& offers)
    : Wiring(context), offers_(offers), remember_(context.remembers) {
    QMenuBar* bar = window_.menuBar();
    bar->setNativeMenuBar(false); // a menu bar outside of the window would lose the row of workspaces
    bar->setCornerWidget(workspaces_.row());
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    makePlanMenu();
    makeAskMenu();
    makeHelpMenu();
}

void WindowMenus::enableActions() {
    const bool searching = planning_.running();
    const bool row =
        document_.selection().candidate >= 0 && document_.state().record() && !document_.table()->live();
    action(QStringLiteral("plan"))->setEnabled(!searching && document_.setup().complete());
    action(QStringLiteral("cancel"))->setEnabled(searching);
    action(QStringLiteral("improve"))->setEnabled(row && !searching);
    const Studies& studies = offers_.studies.studies();
    action(QStringLiteral("run-study"))->setEnabled(studies.any() && !studies.running());
    action(QStringLiteral("fewest-gpus"))->setEnabled(studies.any() && !studies.running());
    action(QStringLiteral("stop-study"))->setEnabled(studies.running());
    action(QStringLiteral("save-study"))->setEnabled(studies.any());
    action(QStringLiteral("open-point"))->setEnabled(offers_.studies.mayOpenChosen());
    action(QStringLiteral("save-points"))->setEnabled(!studies.result()->points.empty());
    action(QStringLiteral("open-run"))->setEnabled(views_.validation->mayLoad());
    action(QStringLiteral("shipped-estimator"))->setEnabled(document_.setup().estimator != nullptr);
    action(QStringLiteral("shipped-calibration"))->setEnabled(document_.setup().calibration != nullptr);
}

void WindowMenus::makeFileMenu() {
    QMenu* file = window_.menuBar()->addMenu(tr("&File"));
    addAction(file, QStringLiteral("new"), tr("&New"), QKeySequence::New, [this] {
        const auto start = [this] {
            DocumentState state;
            state.setup.model = document_.setup().model;
            state.setup.job = document_.setup().job;
            document_.load(state, {});
        };
        if (offers_.files.mayDiscard(start))
            start();
    });
    addAction(file, QStringLiteral("new-cluster"), tr("New &cluster, assumed…"), tr("Ctrl+Shift+N"), [this] {
        offers_.setup.describeCluster();
    })->setStatusTip(tr("Describes a cluster that is not there yet, to plan on it"));
    addAction(file, QStringLiteral("new-study"), tr("New s&tudy of this plan"), tr("Ctrl+T"), [this] {
        views_.setup->enterTyped();
        offers_.studies.newStudy();
    })->setStatusTip(tr("Plans this job on more and on fewer GPUs: days, money, energy"));
    addOpening(file);
    addWriting(file);
}

void WindowMenus::addOpening(QMenu* file) {
    addAction(file, QStringLiteral("open"), tr("&Open…"), QKeySequence::Open, [this] {
        const QStringList paths =
            askOpenPaths(&window_, tr("Open a plan, a cluster, a model, measured logs or runs"),
                         tr("All files (*);;Plans and clusters (*.json);;Logs (*.txt *.log *.out);;"
                            "Tables (*.csv)"),
                         FileKind::plan);
        if (!paths.isEmpty())
            store_.open(paths);
    });
    addAction(file, QStringLiteral("import-folder"), tr("&Import a folder of logs…"), tr("Ctrl+I"), [this] {
        const QString folder = askFolder(&window_, tr("Import a folder of measured logs"), FileKind::runs);
        if (!folder.isEmpty())
            store_.open({folder});
    })->setStatusTip(tr("Makes a cluster of all logs in a folder; single logs open with Open"));
    QMenu* recent = file->addMenu(tr("Open &recent"));
    recent->setToolTipsVisible(true);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { offers_.files.fillRecent(*recent); });
    QMenu* samples = file->addMenu(tr("Open sa&mple"));
    for (const SampleCluster& sample : sampleClusters())
        connect(samples->addAction(menuText(nameText(sample.title))), &QAction::triggered, this,
                [this, path = sample.path] { store_.open({path}); });
}

void WindowMenus::addWriting(QMenu* file) {
    file->addSeparator();
    addAction(file, QStringLiteral("save"), tr("&Save"), QKeySequence::Save,
              [this] { offers_.files.save(); });
    addAction(file, QStringLiteral("save-as"), tr("Save &as…"), QKeySequence::SaveAs,
              [this] { offers_.files.saveAs(); });
    addAction(file, QStringLiteral("save-study"), tr("Save the st&udy as…"), {},
              [this] { offers_.studies.saveStudy(); });
    addAction(file, QStringLiteral("report"), tr("S&hare a page…"), tr("Ctrl+R"),
              [this] { offers_.exports.askForPage(); })
        ->setStatusTip(
            tr("One page to send to somebody: of the plan, or of the study or the schedules in their "
               "workspace"));
    offers_.exports.fillMenu(file->addMenu(tr("&Export")));
    offers_.print.fillMenu(file);
    file->addSeparator();
    addAction(file, QStringLiteral("quit"), tr("&Quit"), QKeySequence::Quit, [this] { window_.close(); });
}

void WindowMenus::makeEditMenu() {
    QMenu* edit = window_.menuBar()->addMenu(tr("&Edit"));
    edit->setObjectName(QStringLiteral("menu-edit"));
    makeStepActions(edit);
    edit->addSeparator();
    addAction(edit, QStringLiteral("move"), tr("&Move selected GPU to…"), tr("Ctrl+M"),
              [this] { offers_.placement.moveSelected(); })
        ->setStatusTip(
            tr("Exchanges the selected GPU or its node with another; the change in time shows first. "
               "On the board: M, aim with the arrows, Enter"));
    addAction(edit, QStringLiteral("pin"), tr("&Pin selected GPUs"), tr("Ctrl+P"),
              [this] { document_.setPinned(offers_.placement.gpusToChange(), true); });
    addAction(edit, QStringLiteral("unpin"), tr("U&npin selected GPUs"), tr("Ctrl+Shift+P"),
              [this] { document_.setPinned(offers_.placement.gpusToChange(), false); });
    addAction(edit, QStringLiteral("exclude"), tr("E&xclude selected GPUs"), tr("Ctrl+E"),
              [this] { document_.setExcluded(offers_.placement.gpusToChange(), true); });
    addAction(edit, QStringLiteral("include"), tr("&Include selected GPUs"), tr("Ctrl+Shift+E"),
              [this] { document_.setExcluded(offers_.placement.gpusToChange(), false); });
    edit->addSeparator();
    addAction(edit, QStringLiteral("clear-selection"), tr("&Clear the selection"), tr("Esc"), [this] {
        const Selection now = document_.selection();
        document_.select({now.candidate, {}, -1, -1, now.grouping});
    });
    offers_.keys.fillMenu(edit);
}

/// Undo and redo, which name the step that they take back or repeat: the stack's own actions would take names
/// of clusters and hosts in it for HTML and keys.
void WindowMenus::makeStepActions(QMenu* menu) {
    QUndoStack& stack = document_.undoStack();
    QAction* undo =
        addAction(menu, QStringLiteral("undo"), tr("&Undo"), QKeySequence::Undo, [&stack] { stack.undo(); });
    QAction* redo =
        addAction(menu, QStringLiteral("redo"), tr("&Redo"), QKeySequence::Redo, [&stack] { stack.redo(); });
    const auto naming = [](QAction* action, const QString& word) {
        action->setEnabled(false);
        action->setIconText(QString(word).remove(QLatin1Char('&'))); // the tool bar keeps its width
        return [action, word](const QString& step) {
            const QString named = step.isEmpty() ? QString() : QLatin1Char(' ') + nameText(step);
            action->setText(word + menuText(named));
            action->setToolTip(plainTip(action->iconText() + named));
        };
    };
    connect(&stack, &QUndoStack::undoTextChanged, undo, naming(undo, tr("&Undo")));
    connect(&stack, &QUndoStack::redoTextChanged, redo, naming(redo, tr("&Redo")));
    connect(&stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(&stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
}

void WindowMenus::makeViewMenu() {
    QMenu* view = window_.menuBar()->addMenu(tr("&View"));
    addAction(view, QStringLiteral("commands"), tr("&Commands"), tr("Ctrl+K"), [this] {
        offers_.commands.show();
    })->setStatusTip(tr("Finds actions, sample clusters, models and help pages by their words"));
    view->addSeparator();
    makeWorkspaceActions(view);
    view->addActions(workspaces_.viewActions());
    view->addSeparator();
    addAction(view, QStringLiteral("reset-layout"), tr("&Reset layout"), {}, [this] {
        workspaces_.reset();
    })->setStatusTip(tr("Gives this workspace the layout that it had at first"));
    offers_.second.fillMenu(view);
    offers_.screen.fillMenu(view);
    makeThemeActions(view->addMenu(tr("&Theme")));
    makeLanguageActions(view->addMenu(tr("&Language")));
}

/// Every text is made in the language in which the program begins, so that another one comes with the next
/// start, and nothing that is open is lost.
void WindowMenus::makeLanguageActions(QMenu* menu) {
    const QString chosen = rememberedLanguage();
    auto* group = new QActionGroup(&window_);
    for (const QString& name : languageChoices()) {
        const bool system = name == languageChoices().front();
        const QString title = languageNamed(name).title;
        QAction* action = addAction(menu, QStringLiteral("language-") + name,
                                    system ? tr("As the &system") : menuText(title), {}, [=, this] {
                                        if (remember_)
                                            rememberLanguage(name);
                                        notices_.tellNote(tr("Language: %1").arg(title),
                                                          tr("The window speaks it from the next start on."));
                                    });
        action->setCheckable(true);
        action->setChecked(name == chosen || (system && !languageChoices().contains(chosen)));
        group->addAction(action);
    }
}

void WindowMenus::makeThemeActions(QMenu* menu) {
    auto* group = new QActionGroup(&window_);
    for (const auto& [text, choice] : {std::pair{tr("&Light"), ThemeChoice::light},
                                       {tr("&Dark"), ThemeChoice::dark},
                                       {tr("As the &system"), ThemeChoice::system}}) {
        QAction* action =
            addAction(menu, QStringLiteral("theme-") + nameOf(choice), text, {}, [this, choice = choice] {
                offers_.themes.choose(choice);
                if (remember_)
                    QSettings().setValue(QStringLiteral("theme"), nameOf(choice));
            });
        action->setCheckable(true);
        action->setChecked(choice == offers_.themes.choice());
        group->addAction(action);
    }
}

void WindowMenus::makeWorkspaceActions(QMenu* menu) {
    auto* group = new QActionGroup(&window_);
    int number = 0;
    for (const Workspace& workspace : allWorkspaces()) {
        const QString id = QString::fromLatin1(workspace.id);
        QAction* action =
            addAction(menu, QStringLiteral("workspace-") + id,
                      QCoreApplication::translate("Workspaces", workspace.title),
                      QKeySequence(tr("Ctrl+%1").arg(++number)), [this, id] { workspaces_.show(id); });
        action->setStatusTip(QCoreApplication::translate("Workspaces", workspace.tip));
        action->setCheckable(true);
        action->setChecked(id == workspaces_.current());
        group->addAction(action);
    }
    connect(&workspaces_, &WorkspaceSwitch::shown, this,
            [this](const QString& id) { action(QStringLiteral("workspace-") + id)->setChecked(true); });
}

void WindowMenus::makePlanMenu() {
    QMenu* plan = window_.menuBar()->addMenu(tr("&Plan"));
    plan->setObjectName(QStringLiteral("menu-plan"));
    addAction(plan, QStringLiteral("plan"), tr("&Plan"), tr("F5"), [this] {
        views_.setup->enterTyped();
        planning_.plan();
    });
    addAction(plan, QStringLiteral("cancel"), tr("&Cancel"), tr("Shift+F5"), [this] { planning_.cancel(); });
    addAction(plan, QStringLiteral("improve"), tr("&Improve from here"), tr("F6"), [this] {
        views_.setup->enterTyped();
        planning_.improve(document_.selection().candidate);
    });
    plan->addSeparator();
    addAction(plan, QStringLiteral("pin-plan"), tr("Pi&n this plan as a scenario"), tr("Ctrl+D"), [this] {
        offers_.scenarios.pinPlan();
    })->setStatusTip(tr("Keeps this plan beside the next plans, to compare them"));
    addAction(plan, QStringLiteral("pin-before"), tr("Pin this plan as it was &before the edits"),
              tr("Ctrl+Shift+D"), [this] { offers_.scenarios.pinBefore(); });
    plan->addSeparator();
    addAction(plan, QStringLiteral("why"), tr("&Why is this plan the best?"), {}, [this] {
        workspaces_.reveal(QStringLiteral("why"));
    })->setStatusTip(tr("Where its time goes beside the next best plans, and which links it does without"));
    addAction(plan, QStringLiteral("schedule-lab"), tr("&Schedule lab"), tr("F7"),
              [this] { workspaces_.reveal(QStringLiteral("lab")); });
    plan->addSeparator();
    addAction(plan, QStringLiteral("validate"), tr("&Validate on measured runs…"), {}, [this] {
        workspaces_.reveal(QStringLiteral("validation"));
        offers_.evidence.openRuns();
    });
    addAction(plan, QStringLiteral("open-log"), tr("Compare a trainin&g log…"), {}, [this] {
        workspaces_.reveal(QStringLiteral("log"));
        offers_.logs.openLogs();
    })->setStatusTip(tr("Holds the log of your own training against the plan, and calibrates on it"));
    addAction(plan, QStringLiteral("open-run"), tr("Open the measured &run as a plan"), {},
              [this] { views_.validation->loadChosen(); });
    connect(views_.validation, &ValidationView::chosenChanged, this, &WindowMenus::enableActions);
    addAction(plan, QStringLiteral("train-memory"), tr("&Train the memory estimator"), {},
              [this] { workspaces_.reveal(QStringLiteral("training")); });
    addAction(plan, QStringLiteral("shipped-estimator"), tr("Plan without your &own memory estimator"), {},
              [this] { offers_.evidence.useEstimator(nullptr); });
    addAction(plan, QStringLiteral("shipped-calibration"), tr("Plan without your own &calibration"), {},
              [this] { offers_.logs.useCalibration(nullptr, tr("return to the program's calibration")); });
}

void WindowMenus::makeAskMenu() {
    QMenu* menu = window_.menuBar()->addMenu(tr("&Ask"));
    addAction(menu, QStringLiteral("ask-size"), tr("How many &GPUs do I need, and what do they cost?"),
              tr("Ctrl+G"),
              [this] {
                  views_.setup->enterTyped();
                  offers_.studies.newStudy();
              })
        ->setStatusTip(tr("Enter tokens and deadline, perhaps a price; then Fewest GPUs"));
    addAction(menu, QStringLiteral("headroom"), tr("How &long a sequence still fits?"), tr("Ctrl+H"), [this] {
        offers_.headroom.find(views_);
    })->setStatusTip(tr("Also finds the largest micro batch, the deepest model and the fewest GPUs"));
    addAction(menu, QStringLiteral("pools"), tr("Would replicas of &unlike layouts pay?"), {},
              [this] { offers_.pools.find(); })
        ->setStatusTip(
            tr("Plans each kind of GPU, or each zone, with replicas of its own, and shares out the batch"));
    menu->addSeparator();
    for (const StudyQuestion* question : all_questions())
        addAction(menu, QStringLiteral("ask-") + ownText(question->name), wordText(question->text), {},
                  [this, question] { offers_.studies.ask(*question); });
    views_.study->setQuestions(menu);
    addQuestionCards();
    menu->addSeparator();
    addAction(menu, QStringLiteral("run-study"), tr("&Run the study"), {}, [this] { views_.study->run(); });
    addAction(menu, QStringLiteral("fewest-gpus"), tr("&Fewest GPUs for the deadline"), {}, [this] {
        views_.study->findSize();
    })->setStatusTip(tr("Finds the fewest GPUs that meet the deadline of the study, whatever is varied"));
    addAction(menu, QStringLiteral("stop-study"), tr("Stop the s&tudy"), {},
              [this] { offers_.studies.studies().cancel(); });
    addAction(menu, QStringLiteral("open-point"), tr("Open point as a p&lan"), {},
              [this] { offers_.studies.openChosen(); })
        ->setStatusTip(
            tr("The plan of the chosen point becomes this document's; Undo brings back what was here"));
    addAction(menu, QStringLiteral("save-points"), tr("Sa&ve the points as a table…"), {},
              [this] { offers_.studies.savePoints(); });
    connect(&offers_.studies, &StudyWiring::chosenChanged, this, &WindowMenus::enableActions);
    const Studies* studies = &offers_.studies.studies();
    for (const auto signal : {&Studies::changed, &Studies::resultChanged})
        connect(studies, signal, this, &WindowMenus::enableActions);
    connect(studies, &Studies::progressed, this, &WindowMenus::enableActions);
    connect(studies, &Studies::finished, this, &WindowMenus::enableActions);
    connect(studies, &Studies::failed, this, &WindowMenus::enableActions);
}

// The questions that most people begin with; the menu has the others, too.
void WindowMenus::addQuestionCards() {
    const auto add = [this](const char* name, Glyph glyph, const QString& sentence) {
        QAction* ask = actions_.find(QLatin1String(name));
        views_.study->addCard({glyph, ask->iconText(), sentence, ask});
    };
    add("ask-size", Glyph::studies,
        tr("Days and money over the number of GPUs, with your deadline and price."));
    add("ask-these-or-those", Glyph::evidence,
        tr("The same job on two machines, each with its price, side by side."));
    add("ask-lost-nodes", Glyph::plan, tr("The best plan without them, and how much longer a step takes."));
    add("ask-what-matters", Glyph::improve,
        tr("Prices, links, GPUs and failures, each moved a little, sorted by what they change."));
}

void WindowMenus::makeHelpMenu() {
    QMenu* help = window_.menuBar()->addMenu(tr("&Help"));
    const auto pages = helpPages();
    for (int page = 0; page < static_cast<int>(pages.size()); ++page) {
        const HelpPage& shown = pages[static_cast<std::size_t>(page)];
        addAction(help, QStringLiteral("help-") + QFileInfo(shown.path).baseName(), shown.title,
                  page == 0 ? QKeySequence(QKeySequence::HelpContents) : QKeySequence(),
                  [this, page] { showHelp(&window_, page); });
    }
    if (pages.empty())
        help->addAction(tr("No help pages in %1").arg(helpFolder()))->setEnabled(false);
    help->addSeparator();
    offers_.tour.fillMenu(help);
    addAction(help, QStringLiteral("about"), tr("&About Pipette Planner"), {}, [this] {
        QMessageBox::about(
            &window_, tr("About Pipette Planner"),
            tr("<h3>Pipette Planner %1</h3><p>Plans parallel training of large language "
               "models on measured GPU clusters.</p>"
               "<p>After Pipette (Yim et al., DATE 2024, arXiv:2405.18093)<br>and the memory of "
               "Fujii et al. (2024, arXiv:2411.06465).</p>"
               "<p>Free software without any warranty: GPL-3.0-or-later.</p>")
                .arg(QStringLiteral(PIPETTE_VERSION)));
    });
}

} // namespace pipette
