// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/mapping_fixture.h"

#include <nlohmann/json.hpp>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QVBoxLayout>

using namespace strata;
using namespace strata::views;

namespace {

constexpr LoopZone kDram{0, LoopKind::Temporal};
constexpr LoopZone kBuffer{1, LoopKind::Temporal};
constexpr LoopZone kColumns{2, LoopKind::SpatialX};
constexpr LoopZone kRows{2, LoopKind::SpatialY};

QAction* findAction(const QMenu& menu, const QString& text) {
    for (QAction* action : menu.actions()) {
        if (action->text() == text) return action;
        if (action->menu() != nullptr)
            if (QAction* found = findAction(*action->menu(), text)) return found;
    }
    return nullptr;
}

} // namespace

/// Everything that a mouse does, without one.
class MappingKeysTest : public QObject {
    Q_OBJECT

private slots:
    void tabWalksThroughTheItems() {
        fixture::Host host;
        host.canvas().focusItem(NestItem::chip({0, LoopKind::Temporal, 0}));
        host.key(Qt::Key_Tab);
        QVERIFY(host.canvas().state().focus == NestItem::chip({0, LoopKind::Temporal, 1}));
        QVERIFY(host.canvas().accessibleDescription().contains(QStringLiteral("n 2 in time at DRAM")));
        QVERIFY(host.canvas().accessibleDescription().contains(QStringLiteral("Reuses inputs")));
        host.key(Qt::Key_Tab);
        QVERIFY(host.canvas().state().focus == NestItem::chip({1, LoopKind::Temporal, 0}));
        host.key(Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(host.canvas().state().focus == NestItem::chip({0, LoopKind::Temporal, 1}));
    }

    void tabLeavesAtTheEnd() {
        fixture::Host host;
        const auto& levels = host.canvas().model().levels;
        host.canvas().focusItem(NestItem::dot(levels.size() - 1, levels.back().keeps.size() - 1));
        QVERIFY(host.canvas().hasFocus());
        host.key(Qt::Key_Tab);
        QVERIFY(!host.canvas().hasFocus());
    }

    void arrowsWalkAsTheyPoint() {
        fixture::Host host;
        host.canvas().focusItem(NestItem::chip({0, LoopKind::Temporal, 0}));
        host.key(Qt::Key_Right);
        QVERIFY(host.canvas().state().focus == NestItem::chip({0, LoopKind::Temporal, 1}));
        host.key(Qt::Key_Down);
        QCOMPARE(host.canvas().state().focus->place.level, std::size_t{1});
        host.key(Qt::Key_Up);
        QCOMPARE(host.canvas().state().focus->place.level, std::size_t{0});
    }

    void altUpAndDownMoveTheFactor() {
        fixture::Host host;
        host.canvas().focusItem(NestItem::chip({0, LoopKind::Temporal, 0}));
        host.key(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(host.loops(kDram), std::string("n2"));
        QCOMPARE(host.loops(kBuffer), std::string("m4 k4 n2"));
        QCOMPARE(host.edits.size(), std::size_t{1});
        QVERIFY(host.edits.back().gesture.isEmpty());
        QVERIFY(host.canvas().state().focus == NestItem::chip({1, LoopKind::Temporal, 0}));
        host.key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(host.loops(kDram), std::string("n2 m4"));
    }

    void altLeftAndRightReorder() {
        fixture::Host host;
        host.canvas().focusItem(NestItem::chip({1, LoopKind::Temporal, 0}));
        host.key(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(host.loops(kBuffer), std::string("n2 k4"));
        host.key(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(host.loops(kBuffer), std::string("k4 n2"));
    }

    void altRightCrossesTheAxes() {
        fixture::Host host;
        host.canvas().focusItem(NestItem::chip({2, LoopKind::SpatialX, 0}));
        host.key(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(host.loops(kColumns), std::string());
        QCOMPARE(host.loops(kRows), std::string("n2 k2"));
    }

    void spaceTogglesAKeepDot() {
        fixture::Host host;
        host.canvas().focusItem(NestItem::dot(1, 0));
        const bool before = host.query().mapping.levels[1].keep[0];
        const auto traffic = [&] {
            return host.view.scene().selectedDesign()->estimate->findMetric("energy_j")->value;
        };
        const double energy = traffic();
        host.key(Qt::Key_Space);
        QCOMPARE(static_cast<bool>(host.query().mapping.levels[1].keep[0]), !before);
        QVERIFY(traffic() != energy);
        QVERIFY(host.edits.back().text.startsWith(QStringLiteral("Bypass")));
        host.key(Qt::Key_Space);
        QCOMPARE(static_cast<bool>(host.query().mapping.levels[1].keep[0]), before);
        QVERIFY(host.edits.back().text.startsWith(QStringLiteral("Keep")));
    }

    void theOutermostLevelKeepsEverything() {
        fixture::Host host;
        const Json before = host.request();
        for (const DotBox& dot : host.canvas().boxes().dots)
            if (dot.level == 0) QTest::mouseClick(&host.canvas(), Qt::LeftButton, {}, dot.rect.center().toPoint());
        host.settle();
        QVERIFY(host.edits.empty());
        QVERIFY(host.request() == before);
    }

    void theMenuListsLegalFactors() {
        fixture::Host host;
        auto menu = host.canvas().menuFor(NestItem::chip({0, LoopKind::Temporal, 0}));
        QVERIFY(findAction(*menu, QStringLiteral("Move m 4 from DRAM to Buffer")) != nullptr);
        QVERIFY(findAction(*menu, QStringLiteral("Move m 2 from DRAM to Array")) != nullptr);
        QVERIFY(findAction(*menu, QStringLiteral("Move m 4 from DRAM to Array")) == nullptr);
        QAction* const split = findAction(*menu, QStringLiteral("Split m 4 into 2 × 2"));
        QVERIFY(split != nullptr);
        split->trigger();
        host.settle();
        QCOMPARE(host.loops(kDram), std::string("m2 m2 n2"));
        QCOMPARE(host.edits.back().text, QStringLiteral("Split m 4 into 2 × 2"));
    }

    void doubleClickOffersTheSplits() {
        fixture::Host host;
        const QPoint chip = host.at(LoopPlace{0, LoopKind::Temporal, 0});
        QTest::mouseDClick(&host.canvas(), Qt::LeftButton, {}, chip);
        host.settle();
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        QVERIFY(findAction(*menu, QStringLiteral("Split m 4 into 2 × 2")) != nullptr);
        menu->close();
    }
};

QTEST_MAIN(MappingKeysTest)
#include "mapping_keys_test.moc"
