// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help_window.h"

#include "app/window/help_browser.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/plain_text.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace pipette {
namespace {

constexpr int url_role = Qt::UserRole;

QToolButton* button(Glyph glyph, const QString& name, const QKeySequence& keys) {
    auto* made = new QToolButton;
    made->setIcon(glyphIcon(glyph));
    made->setAccessibleName(name);
    made->setToolTip(plainTip(QStringLiteral("%1 (%2)").arg(name, keys.toString(QKeySequence::NativeText))));
    made->setFocusPolicy(Qt::StrongFocus);
    return made;
}

QUrl urlOf(const HelpPage& page, const QString& anchor = {}) {
    QUrl url = QUrl::fromLocalFile(page.path);
    if (!anchor.isEmpty())
        url.setFragment(anchor);
    return url;
}

} // namespace

HelpWindow::HelpWindow(std::vector<HelpPage> pages, QWidget* parent)
    : QDialog(parent), pages_(std::move(pages)), text_(new HelpBrowser), contents_(new QTreeWidget) {
    setObjectName(QStringLiteral("help"));
    setWindowTitle(tr("Help"));
    setAccessibleName(tr("Help"));
    resize(980, 680);
    text_->setAccessibleName(tr("Help page"));
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeSearchBar());
    column->addWidget(text_);
    auto* splitter = new QSplitter;
    splitter->addWidget(makeContents());
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    splitter->setSizes({245, 735});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(splitter);
    connect(text_, &QTextBrowser::sourceChanged, this, &HelpWindow::followSource);
    addKeys();
    text_->setFocus();
}

QWidget* HelpWindow::makeContents() {
    contents_->setAccessibleName(tr("Help pages"));
    contents_->setHeaderHidden(true);
    const auto entry = [](QTreeWidgetItem* item, const QUrl& url) {
        item->setData(0, url_role, url);
        item->setData(0, Qt::ToolTipRole, plainTip(item->text(0)));
    };
    for (const HelpPage& page : pages_) {
        auto* item = new QTreeWidgetItem(contents_, {page.title});
        entry(item, urlOf(page));
        for (const HelpHeading& heading : page.headings)
            entry(new QTreeWidgetItem(item, {heading.text}), urlOf(page, heading.anchor));
    }
    connect(contents_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (item)
            text_->setSource(item->data(0, url_role).toUrl());
    });
    return contents_;
}

QWidget* HelpWindow::makeSearchBar() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    QToolButton* back = button(Glyph::back, tr("Back"), QKeySequence::Back);
    QToolButton* forward = button(Glyph::forward, tr("Forward"), QKeySequence::Forward);
    back->setEnabled(false), forward->setEnabled(false);
    connect(back, &QToolButton::clicked, text_, &QTextBrowser::backward);
    connect(forward, &QToolButton::clicked, text_, &QTextBrowser::forward);
    connect(text_, &QTextBrowser::backwardAvailable, back, &QToolButton::setEnabled);
    connect(text_, &QTextBrowser::forwardAvailable, forward, &QToolButton::setEnabled);
    words_ = new QLineEdit;
    words_->setObjectName(QStringLiteral("help-words"));
    words_->setAccessibleName(tr("Search all help pages"));
    words_->setPlaceholderText(tr("Search all pages (Ctrl+F)"));
    words_->setClearButtonEnabled(true);
    found_ = plainLabel();
    found_->setObjectName(QStringLiteral("help-found"));
    connect(words_, &QLineEdit::returnPressed, this, &HelpWindow::findNext);
    connect(words_, &QLineEdit::textChanged, found_, &QLabel::clear);
    for (QWidget* part : std::initializer_list<QWidget*>{back, forward, words_, found_})
        row->addWidget(part);
    return bar;
}

void HelpWindow::addKeys() {
    const auto key = [this](const QKeySequence& keys, auto run) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, run);
    };
    key(QKeySequence::Find, [this] {
        words_->setFocus();
        words_->selectAll();
    });
    key(QKeySequence(Qt::Key_F3), [this] { findNext(); });
    key(QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { findPrevious(); });
    key(QKeySequence::Back, [this] { text_->backward(); });
    key(QKeySequence::Forward, [this] { text_->forward(); });
}

void HelpWindow::showPage(int page) {
    if (pages_.empty())
        return;
    const int last = static_cast<int>(pages_.size()) - 1;
    contents_->setCurrentItem(contents_->topLevelItem(std::clamp(page, 0, last)));
}

int HelpWindow::pageOf(const QUrl& source) const {
    const QString name = source.fileName();
    for (std::size_t page = 0; page < pages_.size(); ++page)
        if (QFileInfo(pages_[page].path).fileName() == name)
            return static_cast<int>(page);
    return -1;
}

/// The contents show where a link, Back or a search has led, without leading there themselves.
void HelpWindow::followSource(const QUrl& source) {
    const int page = pageOf(source);
    if (page < 0)
        return;
    const QSignalBlocker quiet(contents_);
    QTreeWidgetItem* item = contents_->topLevelItem(page);
    item->setExpanded(true);
    for (int i = 0; source.hasFragment() && i < item->childCount(); ++i)
        if (item->child(i)->data(0, url_role).toUrl().fragment() == source.fragment()) {
            contents_->setCurrentItem(item->child(i));
            return;
        }
    contents_->setCurrentItem(item);
}

bool HelpWindow::findNext() {
    return find(1);
}

bool HelpWindow::findPrevious() {
    return find(-1);
}

bool HelpWindow::find(int step) {
    const QString words = words_->text();
    const int count = static_cast<int>(pages_.size()), start = std::max(0, pageOf(text_->source()));
    const auto flags = step < 0 ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (words.isEmpty() || count == 0)
        return false;
    for (int tried = 0; tried <= count; ++tried) {
        if (tried > 0) {
            const int page = ((start + step * tried) % count + count) % count;
            text_->setSource(urlOf(pages_[static_cast<std::size_t>(page)]));
            text_->moveCursor(step < 0 ? QTextCursor::End : QTextCursor::Start);
        }
        if (text_->find(words, flags)) {
            found_->setText({});
            return true;
        }
    }
    found_->setText(tr("⚠ on no page"));
    return false;
}

void showHelp(QWidget* parent, int page) {
    auto* window = new HelpWindow(helpPages(), parent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->showPage(page);
    window->show();
}

} // namespace pipette
