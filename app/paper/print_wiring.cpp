// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paper/print_wiring.h"

#include "app/document/plan_document.h"
#include "app/paper/paper.h"
#include "app/paper/print_dialog.h"
#include "app/paper/printed_view.h"
#include "app/wiring/why_wiring.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "widgets/answer/answer_line.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <QTextCursor>
#include <QTextDocument>

#include <memory>

namespace pipette {
namespace {

/// The answer as the window words it, its first line large.
void printAnswer(Paper& paper, const Answer& answer) {
    QTextDocument document;
    document.setDocumentMargin(0);
    QTextCursor cursor(&document);
    bool first = true;
    for (const QString& line : answer.whole().split(QLatin1Char('\n'))) {
        QTextCharFormat type;
        const QFont usual = sizedFont(QApplication::font(), tokens::text.plain());
        type.setFont(first ? strongFont(sizedFont(usual, tokens::answer_text.plain())) : usual);
        type.setForeground(lightTheme().text);
        if (!first)
            cursor.insertBlock();
        cursor.insertText(line, type);
        first = false;
    }
    paper.words(document);
}

} // namespace

void PrintWiring::fillMenu(QMenu* menu) {
    actions_.add(menu, QStringLiteral("print"), tr("&Print…"), tr("Ctrl+Alt+P"), [this] { ask(); })
        ->setStatusTip(
            tr("Prints a view, or the answer with all views of the workspace, or writes them as PDF"));
}

/// With the margins that letters have.
void PrintWiring::setUsualMargins(QPrinter& printer) {
    constexpr double millimetres = 15;
    printer.setPageMargins({millimetres, millimetres, millimetres, millimetres}, QPageLayout::Millimeter);
}

QString PrintWiring::viewAtHand() const {
    const QWidget* focus = QApplication::focusWidget();
    if (!focus || focus == &window_)
        focus = window_.focusWidget();
    for (const ViewSlot& slot : views_.all())
        if (focus && (slot.widget == focus || slot.widget->isAncestorOf(focus)))
            return slot.id;
    return {};
}

QStringList PrintWiring::shownViews() const {
    QStringList ids;
    for (const ViewSlot& slot : views_.all())
        if (workspaces_.shows(slot.id) && slot.id != QLatin1String("setup") &&
            (slot.id != QLatin1String("selection") || !document_.selection().gpus.empty()) &&
            hasToPrint(*slot.widget))
            ids << slot.id;
    return ids;
}

void PrintWiring::ask() {
    std::vector<std::pair<QString, QString>> views;
    for (const ViewSlot& slot : views_.all())
        if (workspaces_.shows(slot.id))
            views.emplace_back(slot.id, slot.title);
    auto* dialog = new PrintDialog(views, viewAtHand(), &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PrintDialog::previewRequested, this, &PrintWiring::openPreview);
    connect(dialog, &PrintDialog::printRequested, this, &PrintWiring::openPrinters);
    dialog->open();
}

void PrintWiring::openPreview(const QString& view) {
    auto* preview = new QPrintPreviewDialog(&window_);
    setUsualMargins(*preview->printer());
    preview->setAttribute(Qt::WA_DeleteOnClose);
    preview->setAccessibleName(tr("Preview"));
    connect(preview, &QPrintPreviewDialog::paintRequested, this,
            [this, view](QPrinter* printer) { print(*printer, view); });
    preview->open();
}

void PrintWiring::openPrinters(const QString& view) {
    const auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
    setUsualMargins(*printer);
    auto* dialog = new QPrintDialog(printer.get(), &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, qOverload<QPrinter*>(&QPrintDialog::accepted), this,
            [this, view, printer](QPrinter*) { print(*printer, view); });
    dialog->open();
}

void PrintWiring::print(QPrinter& printer, const QString& view) {
    const PaperColours light;
    views_.refreshAll();
    try {
        why_.showWhyNow();
    } catch (const InputError&) {
        // There is no plan to explain, and the view says so.
    }
    const QString name = nameText(document_.title());
    printer.setDocName(name);
    Paper paper(printer, filled(tr("%1 – Pipette Planner"), name));
    if (!paper.ready())
        return tellProblem(tr("Nothing is printed: the printer, or the file, cannot be written"));
    if (!view.isEmpty()) {
        if (const ViewSlot* slot = views_.find(view))
            printView(paper, *slot->widget, slot->title);
    } else {
        if (const auto* answer = window_.findChild<AnswerLine*>(); answer && answer->isVisibleTo(&window_))
            printAnswer(paper, answer->answer());
        for (const QString& id : shownViews())
            printView(paper, *views_.find(id)->widget, views_.find(id)->title);
    }
    tell(tr("Sheets: %1").arg(paper.sheets()));
}

} // namespace pipette
