// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <QtTest>

using namespace pipette;

/// Text from outside as people are shown it.
class ReadableTest : public QObject {
    Q_OBJECT

private slots:
    void whatBreaksOrTurnsALineIsEscaped_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("shown");
        const auto row = [](const char* name, const std::string& text, const char* shown) {
            QTest::newRow(name) << text << std::string(shown);
        };
        row("colour", "a\x1b[31mb", "a\\x1b[31mb");
        row("lines", "a\r\nb\tc", "a\\r\\nb\\tc");
        row("bell and delete", "\a\x7f", "\\x07\\x7f");
        row("NUL", std::string("a\0b", 3), "a\\x00b");
        row("second set",
            "\xc2\x9b"
            "31m",
            "\\u009b31m");
        row("right to left",
            "a\xe2\x80\xae"
            "b\xd8\x9c",
            "a\\u202eb\\u061c");
        row("line separator", "a\xe2\x80\xa8", "a\\u2028");
        row("isolate", "\xe2\x81\xa6", "\\u2066");
        row("cut short", "a\xe2\x80", "a\\xe2\\x80");
        row("no UTF-8", "\xff\x80", "\\xff\\x80");
        row("longer than needed", "\xc0\x9b", "\\xc0\\x9b");
        row("half of a pair", "\xed\xa0\x80", "\\xed\\xa0\\x80");
        row("beyond the last", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
        row("plain", "Größe 机器 \\n \xf0\x9f\x9a\x80", "Größe 机器 \\n \xf0\x9f\x9a\x80");
    }

    void whatBreaksOrTurnsALineIsEscaped() {
        QFETCH(std::string, text);
        QFETCH(std::string, shown);
        QCOMPARE(readable(text), shown);
        QCOMPARE(readable(shown), shown);
        QCOMPARE(is_printable(text), text == shown);
        QVERIFY(is_printable(shown));
    }

    void longNamesAreCutBetweenCharacters() {
        QCOMPARE(readable("ääää", 3), std::string("äää..."));
        QCOMPARE(readable("ääää", 4), std::string("ääää"));
        QCOMPARE(readable(std::string(1000, 'x')).size(), longest_shown_name + 3);
        QCOMPARE(in_quotes("a\nb"), std::string("\"a\\nb\""));
    }

    void linesStayWhereTheyAreMeant() {
        QCOMPARE(readable_lines("a\n\x1b\n\nb"), std::string("a\n\\x1b\n\nb"));
    }

    void anErrorIsOneLine() {
        const InputError error("fi\nle",
                               "pla\x1b"
                               "ce",
                               "rea\rson");
        QCOMPARE(error.what(), "fi\\nle: pla\\x1bce: rea\\rson");
        QCOMPARE(InputError({}, "host \n", error.reason()).what(), "host \\n: rea\\rson");
        QCOMPARE(InputError({}, {}, "a\nb").what(), "a\\nb");
    }
};

QTEST_GUILESS_MAIN(ReadableTest)
#include "readable_test.moc"
