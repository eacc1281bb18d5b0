// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/evaluate/resolve.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/scene_fixture.h"
#include "tests/views/fixtures/shown.h"
#include "views/cores/cores_painter.h"
#include "views/cores/cores_text.h"
#include "views/cores/cores_view.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

using namespace strata;
using namespace strata::views;

namespace {

/// Three layers on two small cores that share a narrow memory.
const char* const kRequest = R"({"kind": "model", "method": "npu.event", "hardware": {"id": "small", "kind": "npu",
  "name": "Small", "source": "fixture", "clock_hz": 1e9,
  "levels": [
    {"name": "dram", "entry_bits": 64, "word_bits": 16, "read_words_per_cycle": 4, "write_words_per_cycle": 4,
     "energy_pj": {"read": 512, "write": 512, "update": 512}, "source": "fixture"},
    {"name": "buffer", "capacity_bytes": 65536, "entry_bits": 64, "word_bits": 16,
     "energy_pj": {"read": 32, "write": 32, "update": 32}, "source": "fixture"},
    {"name": "array", "stores": false, "fanout_x": 8, "fanout_y": 8, "source": "fixture"},
    {"name": "register", "entries": 4, "entry_bits": 16, "word_bits": 16,
     "energy_pj": {"read": 0.1, "write": 0.1, "update": 0.1}, "source": "fixture"}],
  "compute": {"name": "mac", "word_bits": 16, "mac_pj": 1, "source": "fixture"}},
  "plan": {"network": {"cores": 2, "budget": 50}},
  "workload": {"model": {"id": "net", "kind": "cnn", "name": "Net", "source": "fixture", "layers": [
    {"name": "first", "operator": "conv2d", "in_channels": 8, "in_height": 16, "in_width": 16, "out_channels": 16,
     "out_height": 16, "out_width": 16, "kernel_height": 3, "kernel_width": 3, "pad": 1},
    {"name": "second", "operator": "conv2d", "in_channels": 16, "in_height": 16, "in_width": 16, "out_channels": 32,
     "out_height": 16, "out_width": 16, "kernel_height": 1, "kernel_width": 1},
    {"name": "third", "operator": "conv2d", "in_channels": 32, "in_height": 16, "in_width": 16, "out_channels": 32,
     "out_height": 16, "out_width": 16, "kernel_height": 1, "kernel_width": 1}]}}})";

std::shared_ptr<const Scene> coresScene(const Json& request) {
    Scene scene;
    scene.library = std::make_shared<const Library>(std::vector<Entry>{});
    const auto estimate = evaluate(request, Context{*scene.library, {}, nullptr});
    if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
    scene.designs = {{{"design-1", 'A', "net", std::make_shared<const Json>(request)},
                      std::make_shared<const Estimate>(*estimate),
                      {},
                      false}};
    scene.selected = 0;
    scene.metric = "latency_s";
    return std::make_shared<const Scene>(std::move(scene));
}

} // namespace

class CoresViewTest : public QObject {
    Q_OBJECT

private slots:
    /// Lanes are as long as the run, what a block is made of is its length, and the memory is drawn to its end.
    void blocksAreTheSpansOfTheEstimate() {
        CoresView view;
        fixture::show(view, coresScene(Json::parse(kRequest)), {900, 420});
        const CoreDrawing& drawing = view.canvas().drawing();
        QCOMPARE(drawing.picture.cores.size(), std::size_t{2});
        QVERIFY(drawing.picture.blocks.size() >= 6);
        const CoreLayout layout = view.canvas().places();
        for (const CoreBlock& block : drawing.picture.blocks) {
            if (block.works())
                QVERIFY(std::abs(block.compute_s + block.reads_s + block.writes_s - block.seconds()) <
                        1e-6 * drawing.picture.end_s);
            const QRectF place = layout.place(block);
            QVERIFY(place.left() >= layout.area.left() - 1e-6 && place.right() <= layout.area.right() + 1e-6);
            const double wide = block.seconds() / drawing.picture.end_s * layout.area.width();
            QVERIFY(std::abs(place.width() - wide) < 1e-6);
        }
        QVERIFY(std::abs(drawing.picture.memory.back().end_s - drawing.picture.end_s) < 1e-9 * drawing.picture.end_s);
        QCOMPARE(view.figureData().rows.size(), drawing.picture.blocks.size());
    }

    void draggingMovesWhatIsShown() {
        CoresView view;
        fixture::show(view, coresScene(Json::parse(kRequest)), {900, 420});
        auto* canvas = view.findChild<CoresCanvas*>();
        const QPointF middle = canvas->places().area.center();
        QWheelEvent wheel(middle, canvas->mapToGlobal(middle), {}, QPoint(0, 4 * 120), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas, &wheel);
        const CoreWindow zoomed = canvas->drawing().window;
        QVERIFY(zoomed.to - zoomed.from < 0.5);
        QVERIFY(std::abs((zoomed.from + zoomed.to) / 2 - 0.5) < 1e-9);
        const double wide = canvas->places().area.width();
        QTest::mousePress(canvas, Qt::LeftButton, {}, middle.toPoint());
        fixture::drag(canvas, middle.toPoint() - QPoint(static_cast<int>(wide / 4), 0));
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, middle.toPoint() - QPoint(static_cast<int>(wide / 4), 0));
        const CoreWindow moved = canvas->drawing().window;
        const double by = (moved.from - zoomed.from) / (zoomed.to - zoomed.from);
        QVERIFY2(std::abs(by - 0.25) < 0.01, qPrintable(QString::number(by)));
        QVERIFY(canvas->drawing().chosen.empty()); // a drag is no click
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, middle.toPoint());
        QCOMPARE(canvas->drawing().window, CoreWindow());
    }

    void draggingTheHandleChangesTheCores() {
        CoresView view;
        fixture::show(view, coresScene(Json::parse(kRequest)), {900, 420});
        auto* handle = view.findChild<QWidget*>(QStringLiteral("setting_plan_network_cores"));
        QVERIFY(handle != nullptr && handle->isVisible());
        QSignalSpy edits(&view, &View::edited);
        const QPoint at = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, at);
        fixture::drag(handle, at + QPoint(static_cast<int>(2 * SettingHandle::kStep), 0));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, at);
        QVERIFY(edits.size() >= 1);
        const auto edit = edits.back().front().value<Edit>();
        QCOMPARE(edit.request->at("plan").at("network").at("cores").get<int>(), 4);
        fixture::show(view, coresScene(*edit.request), {900, 420});
        QCOMPARE(view.canvas().drawing().picture.cores.size(), std::size_t{4});
        QCOMPARE(view.canvas().places().lanes.size(), std::size_t{4});
    }

    void clicksAndKeysChooseALayer() {
        CoresView view;
        fixture::show(view, coresScene(Json::parse(kRequest)), {900, 420});
        auto* canvas = view.findChild<CoresCanvas*>();
        auto* evidence = view.findChild<QLabel*>(QStringLiteral("evidence"));
        const CoreDrawing& drawing = canvas->drawing();
        const auto second = std::ranges::find(drawing.picture.blocks, "second", &CoreBlock::layer);
        QVERIFY(second != drawing.picture.blocks.end());
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->places().place(*second).center().toPoint());
        QCOMPARE(drawing.chosen, std::string("second"));
        QVERIFY2(evidence->isVisible() && evidence->text().contains(QStringLiteral("Cores that work on it: 2")),
                 qPrintable(evidence->text()));
        QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(drawing.chosen, std::string("third"));
        QSignalSpy opened(&view, &View::designRequested);
        QTest::keyClick(canvas, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QCOMPARE((*opened.first().first().value<std::shared_ptr<const Json>>())["workload"]["c"].get<int>(), 32);
        QTest::keyClick(canvas, Qt::Key_Escape);
        QVERIFY(drawing.chosen.empty() && !evidence->isVisible());
    }

    void hoverAnswers() {
        CoresView view;
        fixture::show(view, coresScene(Json::parse(kRequest)), {900, 420});
        auto* canvas = view.findChild<CoresCanvas*>();
        const CoreLayout layout = canvas->places();
        fixture::hover(canvas, layout.place(canvas->drawing().picture.blocks[0]).center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("first")), qPrintable(QToolTip::text()));
        fixture::hover(canvas, layout.strip.center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("Read port")), qPrintable(QToolTip::text()));
    }

    /// A pipeline tells its inputs apart, and a core that waits for another's results says so.
    void pipelinesShowWaiting() {
        CoresView view;
        Json request = Json::parse(kRequest);
        request["plan"]["network"]["split"] = "pipeline";
        fixture::show(view, coresScene(request), {900, 420});
        const CorePicture& picture = view.canvas().drawing().picture;
        QVERIFY(picture.severalInputs());
        const auto waiting = std::ranges::find_if(
            picture.blocks, [](const CoreBlock& block) { return !block.works() && !block.waitsForRoom(); });
        QVERIFY(waiting != picture.blocks.end());
        QCOMPARE(waiting->waits_for, std::string("results"));
        QVERIFY(blockTitle(*waiting).contains(QStringLiteral("Waits for results of")));
        CoreBlock full = *waiting;
        full.waits_for = "room";
        QVERIFY(blockTitle(full).contains(QStringLiteral("Waits for room until")));
    }

    void theFigureHasItsBlocksInLightAndDark() {
        CoresView view;
        fixture::show(view, coresScene(Json::parse(kRequest)), {900, 420});
        for (const bool dark : {false, true}) {
            const FigureStyle style{theme(dark), view.font(), 0.18, 4.0};
            QImage image(800, static_cast<int>(view.figureHeight(800, style)), QImage::Format_RGB32);
            image.fill(style.theme.surface);
            QPainter painter(&image);
            view.paintFigure(painter, QRectF(0, 0, image.width(), image.height()), style);
            painter.end();
            const PictureLook look{style.theme, style.font, QLocale::c()};
            const CoreDrawing& drawing = view.canvas().drawing();
            const CoreLayout layout = layOutCores(drawing, style.font, QSizeF(image.size()),
                                                  legendWithin(drawing, look, image.width()).height());
            QVERIFY(layout.strip.bottom() < image.height());
            for (const CoreBlock& block : drawing.picture.blocks) {
                const QRectF place = layout.place(block);
                if (place.width() > 4) QVERIFY(image.pixelColor(place.center().toPoint()) != style.theme.surface);
            }
        }
    }

    void otherDesignsGetASentence() {
        CoresView view;
        fixture::show(view, fixture::scene(false), {640, 400});
        const auto text = [&view] { return view.findChild<QLabel*>(QStringLiteral("message"))->text(); };
        QVERIFY2(text().contains(QLatin1String("cores of an NPU")), qPrintable(text()));
        QVERIFY2(!text().contains(QLatin1String("Choose")), qPrintable(text())); // no method does it for a layer
        QVERIFY(!view.findChild<QWidget*>(QStringLiteral("setting_plan_network_cores"))->isVisible());
        QVERIFY(view.figureData().rows.empty());
        Json request = Json::parse(kRequest);
        request["method"] = "npu.network";
        Scene counted = *coresScene(request);
        counted.designs[0].resolved = sharedResolved(request, *counted.library);
        fixture::show(view, std::make_shared<const Scene>(counted), {640, 400});
        QVERIFY2(text().contains(QLatin1String("Choose a method that does: npu.event.")), qPrintable(text()));
    }
};

QTEST_MAIN(CoresViewTest)
#include "cores_view_test.moc"
