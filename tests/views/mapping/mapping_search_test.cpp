// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/mapping_fixture.h"
#include "views/mapping/shown_query.h"

#include <nlohmann/json.hpp>
#include <QPushButton>
#include <QTest>

using namespace strata;
using namespace strata::views;

namespace {

Json searchingRequest() {
    Json request = fixture::smallRequest();
    request["plan"]["search"] = {{"budget", 300}, {"dataflow", "free"}};
    return request;
}

double metricOf(const Scene& scene, const char* name) {
    return scene.selectedDesign()->estimate->findMetric(name)->value;
}

} // namespace

/// A design whose mapping is looked for: what was found is drawn, and becomes the design's own on demand.
class MappingSearchTest : public QObject {
    Q_OBJECT

private slots:
    void showsWhatWasFound() {
        fixture::Host host(searchingRequest());
        QVERIFY(host.canvas().model().query);
        const auto begun = resolveLayer(host.request(), *host.view.scene().library);
        QVERIFY(begun);
        // The start is the stated mapping; the search has found a better one, and that is drawn.
        QVERIFY(!(host.canvas().model().query->mapping == begun->mapping));
        QVERIFY(host.view.useFoundButton()->isVisible());
        QVERIFY(host.view.useFoundButton()->isEnabled());
        QVERIFY(!host.view.grab().isNull());
    }

    void useWritesItIntoTheDesign() {
        fixture::Host host(searchingRequest());
        const npu::Mapping found = host.canvas().model().query->mapping;
        const double edp = metricOf(host.view.scene(), "edp_js");
        QTest::mouseClick(host.view.useFoundButton(), Qt::LeftButton);
        host.settle();
        QCOMPARE(host.edits.size(), std::size_t{1});
        QCOMPARE(host.edits.back().text, QStringLiteral("Use the found mapping"));
        QVERIFY(!host.request()["plan"].contains("search"));
        QVERIFY(host.query().mapping == found);
        QCOMPARE(metricOf(host.view.scene(), "edp_js"), edp);
        QVERIFY(!host.view.useFoundButton()->isVisible());
        // Undo is the window's: the request before still searches.
        host.show(searchingRequest());
        QVERIFY(host.view.useFoundButton()->isVisible());
        QVERIFY(host.canvas().model().query->mapping == found);
    }

    void aDragEndsTheSearch() {
        fixture::Host host(searchingRequest());
        const auto& levels = host.canvas().model().levels;
        const LoopPlace* from = nullptr;
        for (const LevelModel& level : levels)
            if (!from && !level.temporal.empty()) from = &level.temporal.front().place;
        QVERIFY(from);
        const LoopPlace place = *from;
        host.drag(place, host.at(LoopZone{place.zone().level == 0 ? 1U : 0U, LoopKind::Temporal}));
        QVERIFY(!host.edits.empty());
        QVERIFY(!host.request()["plan"].contains("search"));
        QVERIFY(host.request()["plan"].contains("mapping"));
    }

    void statedMappingsHaveNoButton() {
        fixture::Host host;
        QVERIFY(!host.view.useFoundButton()->isVisible());
    }
};

QTEST_MAIN(MappingSearchTest)
#include "mapping_search_test.moc"
