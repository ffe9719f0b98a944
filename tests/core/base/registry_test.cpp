// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/registry.h"

#include <QtTest>
#include <stdexcept>

using namespace pipette;

namespace {

struct Tool {
    std::string_view name;
    int size = 0;
};

} // namespace

/// Rows that register themselves.
class RegistryTest : public QObject {
    Q_OBJECT

private slots:
    void rowsAreSortedAndFoundByTheirNames() {
        const Registered<Tool> saw({"saw", 1});
        {
            const Registered<Tool> axe({"axe", 2});
            QCOMPARE(Registry<Tool>::names(), std::string("axe, saw"));
            QCOMPARE(Registry<Tool>::find("axe")->size, 2);
        }
        QCOMPARE(Registry<Tool>::names(), std::string("saw"));
        QVERIFY(!Registry<Tool>::find("axe"));
    }

    void aSecondRowOfOneNameIsRefused() {
        const Registered<Tool> saw({"saw", 1});
        QVERIFY_EXCEPTION_THROWN(Registered<Tool>({"saw", 2}), std::logic_error);
        QCOMPARE(Registry<Tool>::all().size(), std::size_t(1));
        QCOMPARE(Registry<Tool>::find("saw")->size, 1);
    }
};

QTEST_GUILESS_MAIN(RegistryTest)
#include "registry_test.moc"
