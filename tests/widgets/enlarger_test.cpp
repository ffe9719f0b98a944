// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of widgets grow and come back.
#include "widgets/theme/enlarger.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

using namespace pipette;

class EnlargerTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { applyTheme(*qApp, ThemeKind::light); }

    void numbersGrowAndComeBack() {
        applyTheme(*qApp, ThemeKind::light);
        QWidget top;
        auto* box = new QHBoxLayout(&top);
        box->setContentsMargins(5, 0, 7, 1);
        box->setSpacing(3);
        auto* small = new QToolButton;
        small->setFont(smallFont(top.font()));
        small->setFixedSize(23, 21);
        small->setIconSize({13, 13});
        box->addWidget(small);
        auto* plain = new QPushButton(QStringLiteral("plain"));
        box->addWidget(plain);
        QStandardItemModel model(2, 2);
        auto* table = new QTableView;
        table->setModel(&model);
        table->verticalHeader()->setDefaultSectionSize(25);
        table->setColumnWidth(1, 71);
        box->addWidget(table);

        Enlarger enlarger;
        enlarger.enlarge(top, 1.5);
        QCOMPARE(box->contentsMargins(), QMargins(8, 0, 11, 2));
        QCOMPARE(box->spacing(), 5);
        QCOMPARE(small->font().pixelSize(), 17);
        QCOMPARE(small->minimumSize(), QSize(35, 32));
        QCOMPARE(small->maximumSize(), QSize(35, 32));
        QCOMPARE(small->iconSize(), QSize(20, 20));
        QCOMPARE(plain->minimumSize(), QSize(0, 0)); // not set: it follows the font and the style
        QCOMPARE(plain->maximumWidth(), QWIDGETSIZE_MAX);
        QCOMPARE(table->verticalHeader()->defaultSectionSize(), 38);
        QCOMPARE(table->columnWidth(1), 107);

        auto* late = new QToolButton; // made while type is large
        late->setFixedSize(48, 33);
        box->addWidget(late);
        table->setColumnWidth(1, 150); // the person has made it wider
        enlarger.giveBack(top);
        QCOMPARE(box->contentsMargins(), QMargins(5, 0, 7, 1));
        QCOMPARE(box->spacing(), 3);
        QCOMPARE(small->font().pixelSize(), 11);
        QCOMPARE(small->minimumSize(), QSize(23, 21));
        QCOMPARE(small->iconSize(), QSize(13, 13));
        QCOMPARE(table->verticalHeader()->defaultSectionSize(), 25);
        QCOMPARE(table->columnWidth(1), 100);
        QCOMPARE(late->minimumSize(), QSize(32, 22));
    }

    void lengthsFollowTheType() {
        applyTheme(*qApp, ThemeKind::light, 1.5);
        QCOMPARE(QApplication::font().pixelSize(), 20);
        QCOMPARE(int(tokens::caption), 17);
        QCOMPARE(int(tokens::row), 40);
        QCOMPARE(tokens::row.plain(), 26);
        QWidget heard;
        heard.show();
        applyTheme(*qApp, ThemeKind::dark);
        QCOMPARE(int(tokens::row), 26);
        QCOMPARE(heard.font().pixelSize(), 13); // at once
        QCOMPARE(tokens::typeScale(), 1.0);
    }
};

QTEST_MAIN(EnlargerTest)
#include "enlarger_test.moc"
