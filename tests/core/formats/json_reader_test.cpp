// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/json_reader.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;

class JsonReaderTest : public QObject {
    Q_OBJECT

    static nlohmann::json parse(std::string_view text) { return parse_json(text, "f.json"); }

private slots:
    void readsEveryKindOfValue() {
        const auto document = parse(R"({"a": [1, -2, 2.5, true, null, "t"], "b": {"c": {}}})");
        QCOMPARE(document, nlohmann::json::parse(R"({"b": {"c": {}}, "a": [1, -2, 2.5, true, null, "t"]})"));
    }

    void duplicateKeysAreRefusedWithTheirPlace() {
        VERIFY_REFUSED(parse(R"({"a": [{}, {"x": 1, "x": 2}]})"), "f.json: $.a[1]: key \"x\" appears twice");
        VERIFY_REFUSED(parse(R"({"a": {"b": {"q": 1, "q": 1}}})"), "$.a.b: key \"q\" appears twice");
    }

    void brokenTextIsRefusedWithLineAndColumn() {
        VERIFY_REFUSED(parse("{\n  \"a\": ,\n}"), "f.json: line 2, column 8: is not valid JSON");
        VERIFY_REFUSED(parse("{\"a\": 1"), "line 1, column 7");
        VERIFY_REFUSED(parse(""), "is not valid JSON");
        VERIFY_REFUSED(parse("{} {}"), "is not valid JSON");
        VERIFY_REFUSED(parse(std::string("{}\n\0 {", 6)), "f.json: line 2, column 1: holds a NUL byte");
        VERIFY_REFUSED(parse("// note\n{}"), "is not valid JSON");
        VERIFY_REFUSED(parse("[NaN]"), "is not valid JSON");
        VERIFY_REFUSED(parse("[1e999]"), "is not valid JSON");
        VERIFY_REFUSED(parse("[\"\xff\xfe\"]"), "is not valid JSON");
    }

    void depthAndSizeAreBounded() {
        const std::string deep = std::string(1'000'000, '[');
        VERIFY_REFUSED(parse(deep), "nested deeper than 32 levels");
        VERIFY_REFUSED(parse_json("[1,2]", "f.json", {4, 32}), "has 5 bytes, more than the 4");
    }

    void gettersNamePlaceAndExpectation() {
        const auto document = parse(
            R"({"n": [{"gpus": 0, "big": 1e30, "host": 7, "huge": 18446744073709551615}], "odd key": 1})");
        const std::string file = "f.json";
        const JsonValue root(document, file);
        const JsonValue node = root.member("n").element(0);
        VERIFY_REFUSED(node.member("gpus").integer(1, 8),
                       "f.json: $.n[0].gpus: is 0, expected a whole number from 1 to 8");
        VERIFY_REFUSED(node.member("big").integer(1, 8), "$.n[0].big: is 1e+30");
        VERIFY_REFUSED(node.member("huge").integer(1, 8), "is 18446744073709551615");
        VERIFY_REFUSED(node.member("host").text(), "$.n[0].host: is 7, expected a text");
        VERIFY_REFUSED(node.member("none"), "$.n[0]: has no \"none\"");
        VERIFY_REFUSED(root.member("odd key").choice({"a", "b"}),
                       "$[\"odd key\"]: is 1, expected one of a, b");
        VERIFY_REFUSED(root.member("n").element(1), "$.n: has 1 entries");
        VERIFY_REFUSED(root.member("n").member("x"), "$.n: is a list of 1, expected an object");
        QCOMPARE(root.integer_or("none", 5, 0, 9), 5L);
    }

    void controlCharactersNeverReachAMessage() {
        const auto document = parse("{\"a\": \"\\u001b[31m\\n\"}");
        const std::string file = "f.json";
        VERIFY_REFUSED(JsonValue(document, file).member("a").number(0, 1), "is \"\\x1b[31m\\n\"");
    }
};

QTEST_GUILESS_MAIN(JsonReaderTest)
#include "json_reader_test.moc"
