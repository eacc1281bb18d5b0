// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/evaluate/resolve.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/scene_fixture.h"
#include "tests/views/fixtures/shown.h"
#include "views/components/components_painter.h"
#include "views/components/components_text.h"
#include "views/components/components_view.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;

namespace {

/// Registers and units are stated, the buffer is estimated by a made-up SRAM, a made-up wire leads to the registers.
const char* const kRequest = R"({"kind": "layer", "hardware": {"id": "small", "kind": "npu", "name": "Small",
  "source": {"*": "fixture", "technology_nm": "the paper of the chip"}, "clock_hz": 1e9, "technology_nm": 65,
  "levels": [
    {"name": "dram", "entry_bits": 64, "word_bits": 16, "energy_pj": {"read": 512, "write": 512, "update": 512},
     "source": "fixture"},
    {"name": "buffer", "title": "Shared buffer", "capacity_bytes": 65536, "entry_bits": 64, "word_bits": 16,
     "component": "made-up-sram", "network": "made-up-wire", "source": "fixture"},
    {"name": "array", "stores": false, "fanout_x": 8, "fanout_y": 8, "source": "fixture"},
    {"name": "register", "entries": 4, "entry_bits": 16, "word_bits": 16, "area_um2": 100,
     "energy_pj": {"read": 0.1, "update": 0.1}, "component": "made-up-sram", "source": "fixture"}],
  "compute": {"name": "mac", "word_bits": 16, "mac_pj": 1, "area_um2": 500, "source": "a table of units"}},
  "workload": {"operator": "matmul", "m": 64, "n": 64, "k": 64}})";

const char* const kSram = R"({"id": "made-up-sram", "kind": "component", "name": "Made-up SRAM", "source": "made up",
  "class": "sram", "energy": {"capacity": 0.5, "width": 1, "technology": 1}, "area": {"capacity": 1, "width": 0, "technology": 2},
  "points": [{"technology_nm": 65, "capacity_bits": 524288, "width_bits": 64, "read_pj": 20, "write_pj": 24,
              "area_um2": 400000, "source": "table 3 of the paper"}]})";
const char* const kWire = R"({"id": "made-up-wire", "kind": "component", "name": "Made-up wire", "source": "made up",
  "class": "network", "points": [{"technology_nm": 65, "read_pj": 0.1, "source": "figure 7"}]})";

std::shared_ptr<const Library> library() {
    const auto entry = [](const char* text) {
        const Json document = Json::parse(text);
        return Entry{document["id"],
                     EntryKind::Component,
                     document["name"],
                     "",
                     0,
                     {},
                     "user",
                     true,
                     std::make_shared<const Json>(document)};
    };
    static const auto kept = std::make_shared<const Library>(std::vector<Entry>{entry(kSram), entry(kWire)});
    return kept;
}

DesignState answered(char letter, const Json& request) {
    DesignState state;
    state.design = fixture::design(letter, "layer");
    state.design.request = std::make_shared<const Json>(request);
    state.resolved = sharedResolved(request, *library());
    const auto estimate = evaluate(request, Context{*library(), {}, nullptr});
    if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
    state.estimate = std::make_shared<const Estimate>(*estimate);
    return state;
}

std::shared_ptr<const Scene> sceneOf(const Json& request, const std::optional<Json>& baseline = {}) {
    Scene scene;
    scene.library = library();
    scene.designs.push_back(answered('A', request));
    if (baseline) scene.designs.push_back(answered('B', *baseline));
    scene.selected = 0;
    if (baseline) scene.baseline = 1;
    scene.metric = "energy_j";
    return std::make_shared<const Scene>(std::move(scene));
}

const ComponentBar& named(const ComponentPicture& picture, const char* name) {
    const ComponentBar* bar = picture.find(verbatim(name));
    if (bar == nullptr) qFatal("no component %s", name);
    return *bar;
}

} // namespace

class ComponentsTest : public QObject {
    Q_OBJECT

private slots:
    /// Bars add up to the answer, and each number says who made it.
    void barsAreTheComponentsOfTheEstimate() {
        const auto scene = sceneOf(Json::parse(kRequest));
        const Estimate& estimate = *scene->designs[0].estimate;
        const ComponentPicture picture = makeComponentPicture(estimate);
        QCOMPARE(picture.bars.size(), std::size_t{5}); // memory, buffer, wire, registers, units
        const double energy = estimate.findMetric("energy_j")->value;
        QVERIFY(std::abs(picture.energy_j - energy) < 1e-9 * energy);
        QVERIFY(std::abs(picture.area_m2 - estimate.findMetric("area_m2")->value) < 1e-18);
        QVERIFY(picture.area_complete);
        const ComponentBar& buffer = named(picture, "buffer");
        QCOMPARE(buffer.energy_j.origin, ComponentOrigin::Estimated);
        QCOMPARE(buffer.energy_j.estimator, std::string("Made-up SRAM"));
        QCOMPARE(buffer.energy_j.cited, verbatim("table 3 of the paper"));
        QCOMPARE(buffer.component_class, std::string("sram"));
        QCOMPARE(*buffer.capacity_bytes, 65536.0);
        const ComponentBar& units = named(picture, "mac");
        QCOMPARE(units.energy_j.origin, ComponentOrigin::Stated);
        QCOMPARE(units.energy_j.cited, verbatim("a table of units"));
        QCOMPARE(units.instances, 64.0);
        QCOMPARE(named(picture, "dram").area_m2.value, std::optional<double>());
    }

    /// The way into a level is a component: what fills cost without it, times the fills, is what the level keeps.
    void aNetworkIsARowOfItsOwn() {
        Json without = Json::parse(kRequest);
        without["hardware"]["levels"][1].erase("network");
        const ComponentPicture plain = makeComponentPicture(*sceneOf(without)->designs[0].estimate);
        const ComponentPicture picture = makeComponentPicture(*sceneOf(Json::parse(kRequest))->designs[0].estimate);
        const ComponentBar* wire = picture.find({"part.network-into-level", {{"level", "register"}}});
        QVERIFY(wire != nullptr && *wire->energy_j.value > 0);
        const double alone = *named(plain, "register").energy_j.value,
                     beside = *named(picture, "register").energy_j.value;
        QVERIFY2(std::abs(alone - beside) < 1e-9 * alone, qPrintable(QString::number(beside / alone)));
        QVERIFY(std::abs(picture.energy_j - plain.energy_j - *wire->energy_j.value) < 1e-9 * picture.energy_j);
        QCOMPARE(wire->energy_j.cited, verbatim("figure 7"));
    }

    void barsAreAsLongAsTheirShare() {
        ComponentsView view;
        fixture::show(view, sceneOf(Json::parse(kRequest)), {760, 460});
        const ComponentDrawing& drawing = view.canvas().drawing();
        const ComponentLayout layout = view.canvas().places();
        const double scale = layout.rows[0].energy_bar.width() / *drawing.selected.bars[0].energy_j.value;
        for (std::size_t i = 0; i < layout.rows.size(); ++i)
            QVERIFY(std::abs(layout.rows[i].energy_bar.width() - scale * *drawing.selected.bars[i].energy_j.value) <
                    1e-6);
        QVERIFY(layout.rows[0].area_bar.isNull());
        QCOMPARE(view.figureData().rows.size(), std::size_t{5});
    }

    /// A drag of the capacity lengthens the buffer's bars; one of the technology shortens what is estimated.
    void draggingAHandleChangesABar() {
        ComponentsView view;
        const Json request = Json::parse(kRequest);
        fixture::show(view, sceneOf(request), {760, 460});
        const ComponentPicture before = view.canvas().drawing().selected;
        auto* handle = view.findChild<QWidget*>(QStringLiteral("device_capacity"));
        QVERIFY(handle != nullptr && handle->isVisible());
        QSignalSpy edits(&view, &View::edited);
        const QPoint at = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, at);
        fixture::drag(handle, at + QPoint(static_cast<int>(2 * DeviceHandle::kStep), 0));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, at);
        QVERIFY(edits.size() >= 1);
        const auto edit = edits.back().front().value<Edit>();
        QCOMPARE(edit.request->at("hardware").at("levels").at(1).at("capacity_bytes").get<int>(), 4 * 65536);
        QVERIFY(!edit.gesture.isEmpty() && edit.resolved);
        fixture::show(view, sceneOf(*edit.request, request), {760, 460});
        const ComponentDrawing& after = view.canvas().drawing();
        QVERIFY(std::abs(*named(after.selected, "buffer").area_m2.value / *named(before, "buffer").area_m2.value -
                         4.0) < 1e-6);
        QVERIFY(*named(after.selected, "buffer").read_pj > 1.9 * *named(before, "buffer").read_pj);
        const ComponentLayout layout = view.canvas().places();
        QVERIFY(std::abs(layout.rows[1].area_bar.width() - 4.0 * layout.rows[1].area_twin.width()) < 1e-3);
        QTest::keyClick(view.findChild<QWidget*>(QStringLiteral("device_technology")), Qt::Key_Left);
        QCOMPARE(edits.back().front().value<Edit>().request->at("hardware").at("technology_nm").get<double>(), 45.0);
    }

    void clicksAndKeysTellTheSources() {
        ComponentsView view;
        fixture::show(view, sceneOf(Json::parse(kRequest)), {760, 460});
        auto* canvas = view.findChild<ComponentsCanvas*>();
        auto* evidence = view.findChild<QLabel*>(QStringLiteral("evidence"));
        QVERIFY(!evidence->isVisible());
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->places().rows[1].place.center().toPoint());
        QVERIFY2(evidence->isVisible() && evidence->text().contains(QStringLiteral("table 3 of the paper")),
                 qPrintable(evidence->text()));
        QTest::keyClick(canvas, Qt::Key_Up);
        QVERIFY2(evidence->text().contains(QStringLiteral("the device (fixture)")), qPrintable(evidence->text()));
        QTest::keyClick(canvas, Qt::Key_Escape);
        QVERIFY(!evidence->isVisible());
    }

    void hoverAnswers() {
        ComponentsView view;
        Json smaller = Json::parse(kRequest);
        smaller["hardware"]["technology_nm"] = 32;
        fixture::show(view, sceneOf(Json::parse(kRequest), smaller), {760, 460});
        auto* canvas = view.findChild<ComponentsCanvas*>();
        fixture::hover(canvas, canvas->places().rows[1].energy.center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("estimator Made-up SRAM")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("baseline B")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("Shared buffer")), qPrintable(QToolTip::text()));
    }

    /// On paper every bar stands in its colour, on light and on dark.
    void theFigureHasItsBars() {
        ComponentsView view;
        fixture::show(view, sceneOf(Json::parse(kRequest)), {760, 460});
        for (const bool dark : {false, true}) {
            const FigureStyle style{theme(dark), view.font(), 0.18, 4.0};
            QImage image(760, static_cast<int>(view.figureHeight(760, style)), QImage::Format_RGB32);
            image.fill(style.theme.surface);
            QPainter painter(&image);
            view.paintFigure(painter, QRectF(0, 0, image.width(), image.height()), style);
            painter.end();
            const PictureLook look{style.theme, style.font, QLocale::c()};
            const ComponentDrawing& drawing = view.canvas().drawing();
            const Legend legend = componentsLegend(drawing, look, image.width() - 16);
            const ComponentLayout layout = layOutComponents(drawing, style.font, QSizeF(image.size()), legend.height());
            QVERIFY(layout.rows.back().place.bottom() <= image.height());
            for (const ComponentRow& row : layout.rows)
                if (row.energy_bar.width() > 3.0)
                    QVERIFY(image.pixelColor(row.energy_bar.center().toPoint()) != style.theme.surface);
        }
    }

    void otherDesignsGetASentence() {
        ComponentsView view;
        fixture::show(view, fixture::scene(false), {640, 400});
        QVERIFY(
            view.findChild<QLabel*>(QStringLiteral("message"))->text().contains(QLatin1String("components of an NPU")));
        QVERIFY(!view.findChild<QWidget*>(QStringLiteral("device_capacity"))->isVisible());
        QVERIFY(view.figureData().rows.empty());
    }
};

QTEST_MAIN(ComponentsTest)
#include "components_test.moc"
