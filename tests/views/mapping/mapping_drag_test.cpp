// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/factors.h"
#include "tests/views/fixtures/mapping_fixture.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::views;

namespace {

constexpr LoopZone kDram{0, LoopKind::Temporal};
constexpr LoopZone kBuffer{1, LoopKind::Temporal};
constexpr LoopZone kColumns{2, LoopKind::SpatialX};
constexpr LoopZone kRows{2, LoopKind::SpatialY};

LoopPlace first(const LoopZone& zone) { return {zone.level, zone.kind, 0}; }
LoopPlace second(const LoopZone& zone) { return {zone.level, zone.kind, 1}; }

std::uint64_t covered(const fixture::Host& host, const std::string& dimension) {
    const LayerQuery query = host.query();
    return npu::coveredIterations(query.mapping, static_cast<std::uint32_t>(query.problem.findDimension(dimension)));
}

} // namespace

/// Real mouse events on the picture; the host evaluates every edit, as the window does.
class MappingDragTest : public QObject {
    Q_OBJECT

private slots:
    void aFactorMovesToAnotherLevel() {
        fixture::Host host;
        const QPoint target = host.at(kBuffer);
        host.drag(first(kDram), target);
        QCOMPARE(host.loops(kDram), std::string("n2"));
        QVERIFY(host.loops(kBuffer).find("m4") != std::string::npos);
        QCOMPARE(covered(host, "m"), std::uint64_t{16});
        QVERIFY(!host.edits.empty());
        QCOMPARE(host.edits.back().text, QStringLiteral("Move m 4 from DRAM to Buffer"));
        QCOMPARE(host.edits.back().design, std::string("design-1"));
    }

    void oneDragHasOneGesture() {
        fixture::Host host;
        host.press(host.at(first(kDram)));
        host.hover(host.at(kBuffer));
        host.hover(host.at(LoopZone{3, LoopKind::Temporal}));
        host.release(host.at(LoopZone{3, LoopKind::Temporal}));
        QVERIFY(host.edits.size() >= 2);
        for (const Edit& edit : host.edits) {
            QVERIFY(!edit.gesture.isEmpty());
            QCOMPARE(edit.gesture, host.edits.front().gesture);
        }
        const QString before = host.edits.front().gesture;
        host.edits.clear();
        host.drag(second(kBuffer), host.at(kDram));
        QVERIFY(!host.edits.empty());
        QVERIFY(host.edits.front().gesture != before);
    }

    void whileHoveringTheChangeIsAlreadyThere() {
        fixture::Host host;
        host.press(host.at(first(kDram)));
        host.hover(host.at(kBuffer));
        QVERIFY(host.canvas().dragging());
        QVERIFY(host.loops(kBuffer).find("m4") != std::string::npos);
        QCOMPARE(host.canvas().state().drag->target.value_or(kRows), kBuffer);
        QVERIFY(host.canvas().state().drag->landed.has_value());
        host.release(host.at(kBuffer));
    }

    void aPartOfAFactorMoves() {
        fixture::Host host;
        host.press(host.at(first(kDram)));
        host.hover(host.at(kBuffer));
        host.key(Qt::Key_Down);
        QCOMPARE(host.canvas().state().drag->label, QStringLiteral("m 2 of 4"));
        host.release(host.at(kBuffer));
        QVERIFY(host.loops(kDram).find("m2") != std::string::npos);
        QVERIFY(host.loops(kBuffer).find("m2") != std::string::npos);
        QCOMPARE(covered(host, "m"), std::uint64_t{16});
    }

    void theWheelChoosesTheDivisor() {
        fixture::Host host;
        const QPoint target = host.at(kBuffer);
        host.press(host.at(first(kDram)));
        host.hover(target);
        QWheelEvent down(target, host.canvas().mapToGlobal(target), {}, QPoint(0, -120), Qt::NoButton, {},
                         Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&host.canvas(), &down);
        host.settle();
        QCOMPARE(host.canvas().state().drag->label, QStringLiteral("m 2 of 4"));
        QWheelEvent up(target, host.canvas().mapToGlobal(target), {}, QPoint(0, 120), Qt::NoButton, {},
                       Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&host.canvas(), &up);
        host.settle();
        QCOMPARE(host.canvas().state().drag->label, QStringLiteral("m 4"));
        host.release(target);
    }

    void whereThereIsNoRoomNothingDrops() {
        fixture::Host host;
        const Json before = host.request();
        // Two of four columns are taken: a further factor of 4 does not fit, 2 does.
        host.press(host.at(first(kDram)));
        host.hover(host.at(kColumns));
        QVERIFY(!host.canvas().state().drag->target);
        QVERIFY(host.canvas().state().drag->label.contains(QStringLiteral("room for 2")));
        host.release(host.at(kColumns));
        QVERIFY(host.request() == before);
        host.press(host.at(first(kDram)));
        host.hover(host.at(kColumns));
        host.key(Qt::Key_Down);
        host.release(host.at(kColumns));
        QVERIFY(host.loops(kColumns).find("m2") != std::string::npos);
    }

    void outsideOfEverythingNothingDrops() {
        fixture::Host host;
        const Json before = host.request();
        const QPoint nowhere = host.canvas().boxes().array.center().toPoint();
        host.press(host.at(first(kDram)));
        host.hover(host.at(kBuffer));
        host.hover(nowhere);
        QVERIFY(host.request() == before);
        host.release(nowhere);
        QVERIFY(host.request() == before);
    }

    void escapeBringsTheOriginalBack() {
        fixture::Host host;
        const auto before = host.query().mapping;
        host.press(host.at(first(kDram)));
        host.hover(host.at(kBuffer));
        QVERIFY(host.query().mapping != before);
        host.key(Qt::Key_Escape);
        QVERIFY(!host.canvas().dragging());
        QCOMPARE(host.query().mapping == before, true);
        QCOMPARE(host.edits.back().gesture, host.edits.front().gesture);
        const std::size_t count = host.edits.size();
        host.release(host.at(kBuffer));
        QCOMPARE(host.edits.size(), count);
    }

    void loopsChangeTheirOrder() {
        fixture::Host host;
        const QRectF outermost = host.canvas().boxes().find(first(kBuffer))->rect;
        host.drag(second(kBuffer),
                  QPoint(static_cast<int>(outermost.left()) + 2, static_cast<int>(outermost.center().y())));
        QCOMPARE(host.loops(kBuffer), std::string("n2 k4"));
        QCOMPARE(host.edits.back().text, QStringLiteral("Reorder n 2 at Buffer"));
    }

    void aSpatialLoopChangesItsAxis() {
        fixture::Host host;
        host.drag(first(kRows), host.at(kColumns));
        QCOMPARE(host.loops(kRows), std::string());
        QVERIFY(host.loops(kColumns).find("k2") != std::string::npos);
        QCOMPARE(host.canvas().model().array.x.used, std::uint64_t{4});
        QCOMPARE(host.canvas().model().array.y.used, std::uint64_t{1});
    }

    void joiningALoopOfTheSameDimension() {
        fixture::Host host;
        host.drag(second(kDram), host.at(kBuffer));
        QCOMPARE(host.loops(kDram), std::string("m4"));
        QCOMPARE(host.loops(kBuffer), std::string("k4 n4"));
    }

    void remaindersOnlyWhenAllowed() {
        Json request = fixture::smallRequest();
        request["workload"]["m"] = 20;
        request["plan"]["mapping"]["levels"][0]["temporal"] = Json::parse(R"([["m", 5], ["n", 2]])");
        fixture::Host host(request);
        FactorDrag strict(host.canvas().model().query, first(kDram), false);
        QVERIFY(!strict.step(-1));
        host.view.restoreState(R"({"remainders": true})");
        host.press(host.at(first(kDram)));
        host.hover(host.at(kColumns));
        host.key(Qt::Key_Down);
        host.key(Qt::Key_Down);
        host.release(host.at(kColumns));
        QVERIFY(host.loops(kColumns).find("m2") != std::string::npos);
        QCOMPARE(covered(host, "m"), std::uint64_t{20});
    }
};

QTEST_MAIN(MappingDragTest)
#include "mapping_drag_test.moc"
