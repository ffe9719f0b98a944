// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/lesson/lesson_text.h"
#include "core/lesson/measure.h"

#include <QtTest>

using namespace pipette;

class LessonTextTest : public QObject {
    Q_OBJECT

    /// "strong(words) plain( rest)": the spans as one line.
    static QString spans(const char* text) {
        static const char* const looks[]{"plain", "strong", "emphasis", "code", "link"};
        const TextBlock block = lesson_text(text);
        QStringList parts;
        if (block.kind == TextBlock::Kind::item)
            parts << QStringLiteral("item");
        for (const TextSpan& span : block.spans)
            parts << QStringLiteral("%1(%2)").arg(QLatin1String(looks[static_cast<int>(span.look)]),
                                                  QString::fromStdString(span.text));
        return parts.join(QLatin1Char('|'));
    }

private slots:
    void readsTheSubset_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("read");
        const auto row = [](const char* text, const char* read) {
            QTest::newRow(text) << QByteArray(text) << QString::fromUtf8(read);
        };
        row("plain words", "plain(plain words)");
        row("a **bubble** grows", "plain(a )|strong(bubble)|plain( grows)");
        row("*so* `pp=4`", "emphasis(so)|plain( )|code(pp=4)");
        row("- an item", "item|plain(an item)");
        row("see [schedules](schedules.md#plain-pipelines).", "plain(see )|link(schedules)|plain(.)");
        // What only looks like it is text.
        row("2 * 3 * 4", "plain(2 * 3 * 4)");
        row("**open", "plain(**open)");
        row("a [list] (of words)", "plain(a [list] (of words))");
        row("<b>no</b> <img src=x>", "plain(<b>no</b> <img src=x>)");
        row("", "");
    }

    void readsTheSubset() {
        QFETCH(QByteArray, text);
        QFETCH(QString, read);
        QCOMPARE(spans(text.constData()), read);
    }

    void refusesLinksToOtherPlaces() {
        for (const char* text : {"[x](https://example.org)", "[x](file:///etc/passwd)", "[x](../a.md)",
                                 "[x](A.md)", "[x](.md)", "[x](a.md?b)", "[x](a.md#B)"})
            QVERIFY_EXCEPTION_THROWN(lesson_text(text), InputError);
        QCOMPARE(lesson_text("[x](zero-bubble.md)").spans.front().page, std::string("zero-bubble.md"));
    }

    void writesFiguresForAPerson() {
        const auto text = [](double value, Dimension dimension) {
            return QString::fromStdString(text_of(Measure{value, dimension}));
        };
        QCOMPARE(text(0.033, Dimension::time), QStringLiteral("33 ms"));
        QCOMPARE(text(1.5, Dimension::time), QStringLiteral("1.5 s"));
        QCOMPARE(text(2e-6, Dimension::time), QStringLiteral("2 µs"));
        QCOMPARE(text(3.0 / 11, Dimension::share), QStringLiteral("27 %"));
        QCOMPARE(text(0.0352, Dimension::share), QStringLiteral("3.5 %"));
        QCOMPARE(text(12.5 * 1024 * 1024 * 1024, Dimension::memory), QStringLiteral("12.5 GiB"));
        QCOMPARE(text(11.5, Dimension::number), QStringLiteral("11.5"));
        QCOMPARE(text(4096, Dimension::number), QStringLiteral("4096"));
        QCOMPARE(text(0, Dimension::number), QStringLiteral("0"));
        QVERIFY(are_level(100, 100.4) && !are_level(100, 101) && are_level(0, 0));
    }
};

QTEST_APPLESS_MAIN(LessonTextTest)
#include "lesson_text_test.moc"
