// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/mapping_fixture.h"
#include "views/figure/figure_export.h"
#include "views/mapping/locks.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QTest>

using namespace strata;
using namespace strata::views;

namespace {

const ChipModel& firstChip(const NestModel& model, std::size_t level) {
    for (const LoopKind kind : kLoopKinds)
        if (!model.levels[level].chips(kind).empty()) return model.levels[level].chips(kind).front();
    qFatal("no loop");
}

Json search(Json request, const char* algorithm) {
    request["plan"]["search"] = {{"algorithm", algorithm}, {"dataflow", "free"}, {"budget", 2000}};
    return request;
}

} // namespace

/// Locks of the mapping view: constraints of the request that searches keep to.
class MappingLocksTest : public QObject {
    Q_OBJECT

private slots:
    void ctrlClickLocksAndUnlocksAFactor() {
        fixture::Host host;
        const ChipModel chip = firstChip(host.canvas().model(), 1);
        QVERIFY(!chip.locked);
        const npu::Mapping before = host.query().mapping;
        QTest::mouseClick(&host.canvas(), Qt::LeftButton, Qt::ControlModifier, host.at(chip.place));
        host.settle();
        const Json& levels = host.request()["plan"]["constraints"]["levels"];
        QCOMPARE(levels.size(), std::size_t{1});
        QVERIFY(levels.dump().find(chip.dimension + "=" + std::to_string(chip.bound)) != std::string::npos);
        QVERIFY(firstChip(host.canvas().model(), 1).locked);
        QVERIFY(host.query().mapping == before);
        QTest::mouseClick(&host.canvas(), Qt::LeftButton, Qt::ControlModifier, host.at(chip.place));
        host.settle();
        QVERIFY(!host.request()["plan"].contains("constraints"));
        QVERIFY(!firstChip(host.canvas().model(), 1).locked);
    }

    void theKeyLLocksWhatIsFocused() {
        fixture::Host host;
        host.canvas().focusItem(NestItem::dot(1, 0));
        host.key(Qt::Key_L);
        host.settle();
        QVERIFY(host.canvas().model().levels[1].keeps[0].locked);
        QVERIFY(host.request()["plan"]["constraints"]["levels"][0].contains("keep"));
    }

    void searchesKeepWhatIsLocked() {
        for (const char* algorithm : {"pruned", "branch-and-bound"}) {
            fixture::Host host;
            const ChipModel chip = firstChip(host.canvas().model(), 0);
            const auto dimension = static_cast<std::uint32_t>(host.query().problem.findDimension(chip.dimension));
            QTest::mouseClick(&host.canvas(), Qt::LeftButton, Qt::ControlModifier, host.at(chip.place));
            host.settle();
            host.show(search(host.request(), algorithm));
            host.settle();
            const auto& found = host.canvas().model().query;
            QVERIFY(found);
            QCOMPARE(npu::boundAt(found->mapping, chip.place.zone(), dimension), chip.bound);
        }
    }

    void aLockedLevelStaysAsItIs() {
        fixture::Host host;
        const npu::LevelMapping before = host.query().mapping.levels[1];
        const Json locked = levelLockToggled(Json(), host.query(), 1);
        QVERIFY(!locked.is_null());
        Json request = host.request();
        request["plan"]["constraints"] = locked;
        host.show(request);
        QVERIFY(locksLevel(host.query(), 1));
        QVERIFY(levelLockToggled(locked, host.query(), 1).is_null());
        host.show(search(request, "branch-and-bound"));
        host.settle();
        const npu::Mapping& found = host.canvas().model().query->mapping;
        for (const auto* loops : {&before.temporal, &before.spatial_x, &before.spatial_y})
            for (const npu::Loop& loop : *loops) {
                const LoopKind kind = loops == &before.temporal    ? LoopKind::Temporal
                                      : loops == &before.spatial_x ? LoopKind::SpatialX
                                                                   : LoopKind::SpatialY;
                QCOMPARE(npu::boundAt(found, {1, kind}, loop.dimension), loop.bound);
            }
        QVERIFY(found.levels[1].keep == before.keep);
    }

    /// Locks come and go beside a constraint on the whole array.
    void theLeastUtilizationStays() {
        fixture::Host host;
        const Json stated{{"least_utilization", 0.5}};
        Json locked = levelLockToggled(stated, host.query(), 1);
        QCOMPARE(locked.at("least_utilization"), stated.at("least_utilization"));
        Json request = host.request();
        request["plan"]["constraints"] = locked;
        host.show(request);
        QVERIFY(locksLevel(host.query(), 1));
        QCOMPARE(levelLockToggled(locked, host.query(), 1), stated);
    }

    /// A drag leaves the locks where they are; a note then says whether the mapping still keeps them.
    void aDragLeavesLocks() {
        fixture::Host host;
        const ChipModel chip = firstChip(host.canvas().model(), 0);
        QTest::mouseClick(&host.canvas(), Qt::LeftButton, Qt::ControlModifier, host.at(chip.place));
        host.settle();
        host.drag(chip.place, host.at(LoopZone{1, LoopKind::Temporal}));
        QVERIFY(host.edits.size() >= 2);
        QVERIFY(host.request()["plan"].contains("constraints"));
        QVERIFY(host.request()["plan"].contains("mapping"));
    }

    void theGapAndTheCostliestLockAreTold() {
        fixture::Host host;
        Json request = search(host.request(), "branch-and-bound");
        host.show(request);
        host.settle();
        QVERIFY(host.view.searchLabel()->isVisible());
        QVERIFY2(host.view.searchLabel()->text().contains(QStringLiteral("best")),
                 qPrintable(host.view.searchLabel()->text()));
        const std::string outermost = host.query().architecture.levels[0].name;
        request["plan"]["constraints"] = {{"levels", {{{"level", outermost}, {"temporal", {"m=16", "n=16", "k=16"}}}}}};
        host.show(request);
        host.settle();
        QVERIFY2(host.view.searchLabel()->text().contains(QStringLiteral("costs")),
                 qPrintable(host.view.searchLabel()->text()));
    }

    void theFigureShowsPadlocks() {
        fixture::Host host;
        const auto picture = [&] {
            QImage image(800, 600, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            FigureStyle style = figureStyle(false);
            style.font.setPixelSize(22);
            style.units_per_mm = 8.0;
            host.view.paintFigure(painter, QRectF(0, 0, 800, 600), style);
            return image;
        };
        const QImage before = picture();
        host.canvas().focusItem(NestItem::chip(firstChip(host.canvas().model(), 1).place));
        host.key(Qt::Key_L);
        host.settle();
        QVERIFY(picture() != before);
    }
};

QTEST_MAIN(MappingLocksTest)
#include "mapping_locks_test.moc"
