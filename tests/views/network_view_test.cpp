// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "tests/views/fixtures/gpu_fixture.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/network/network_painter.h"
#include "views/network/network_view.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;
using fixture::settle;

namespace {

/// Two products and a sum of their branches on a small array.
const char* const kRequest = R"({"kind": "model", "hardware": {"id": "small", "kind": "npu", "name": "Small",
  "source": "fixture", "clock_hz": 1e9,
  "levels": [
    {"name": "dram", "entry_bits": 64, "word_bits": 16, "read_words_per_cycle": 8, "write_words_per_cycle": 8,
     "energy_pj": {"read": 512, "write": 512, "update": 512}, "source": "fixture"},
    {"name": "buffer", "capacity_bytes": 65536, "entry_bits": 64, "word_bits": 16,
     "energy_pj": {"read": 32, "write": 32, "update": 32}, "source": "fixture"},
    {"name": "array", "stores": false, "fanout_x": 8, "fanout_y": 8, "source": "fixture"},
    {"name": "register", "entries": 4, "entry_bits": 16, "word_bits": 16,
     "energy_pj": {"read": 0.1, "write": 0.1, "update": 0.1}, "source": "fixture"}],
  "compute": {"name": "mac", "word_bits": 16, "mac_pj": 1, "source": "fixture"}},
  "workload": {"model": {"id": "net", "kind": "cnn", "name": "Net", "source": "fixture", "layers": [
    {"name": "first", "operator": "conv2d", "in_channels": 8, "in_height": 16, "in_width": 16, "out_channels": 16,
     "out_height": 16, "out_width": 16, "kernel_height": 3, "kernel_width": 3, "pad": 1},
    {"name": "second", "operator": "conv2d", "in_channels": 16, "in_height": 16, "in_width": 16, "out_channels": 32,
     "out_height": 16, "out_width": 16, "kernel_height": 1, "kernel_width": 1},
    {"name": "third", "operator": "conv2d", "in_channels": 32, "in_height": 16, "in_width": 16, "out_channels": 32,
     "out_height": 16, "out_width": 16, "kernel_height": 1, "kernel_width": 1}]}}})";

std::shared_ptr<const Scene> networkScene() {
    Scene scene;
    scene.library = std::make_shared<const Library>(std::vector<Entry>{});
    const Json request = Json::parse(kRequest);
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

class NetworkViewTest : public QObject {
    Q_OBJECT

private slots:
    void barsAreTheLayersOfTheEstimate() {
        NetworkView view;
        show(view, networkScene());
        const NetworkDrawing& drawing = view.canvas().drawing();
        QCOMPARE(drawing.selected.layers.size(), std::size_t{3});
        QCOMPARE(drawing.selected.layers[1].name, std::string("second"));
        const NetworkLayout layout = view.canvas().places();
        const double per_second = layout.area.height() / layout.most;
        for (std::size_t i = 0; i < 3; ++i) {
            const double seconds = *drawing.selected.layers[i].value(LayerQuantity::Time);
            QVERIFY(std::abs(layout.bars[i].height() - seconds * per_second) < 1e-6);
        }
        QCOMPARE(view.figureData().rows.size(), std::size_t{3});
    }

    void draggingShowsTheLayersThatItPasses() {
        NetworkView view;
        show(view, networkScene());
        const NetworkLayout layout = view.canvas().places();
        const auto at = [&](std::size_t slot) {
            return QPointF(layout.columns[slot].center().x(), layout.area.center().y()).toPoint();
        };
        QSignalSpy told(&view, &View::refreshed);
        QTest::mousePress(canvas(view), Qt::LeftButton, Qt::NoModifier, at(1));
        QTest::mouseMove(canvas(view), at(2));
        QTest::mouseRelease(canvas(view), Qt::LeftButton, Qt::NoModifier, at(2));
        QTRY_VERIFY(told.count() > 0);
        QCOMPARE(view.canvas().drawing().range, (LayerRange{1, 2}));
        QCOMPARE(view.canvas().places().bars.size(), std::size_t{2});
        told.clear();
        QTest::mouseDClick(canvas(view), Qt::LeftButton, Qt::NoModifier, at(1));
        QTRY_VERIFY(told.count() > 0);
        QCOMPARE(view.canvas().drawing().range, (LayerRange{0, 2}));
    }

    void aClickOpensTheLayer() {
        NetworkView view;
        show(view, networkScene());
        QSignalSpy opened(&view, &View::designRequested);
        const QRectF slot = view.canvas().places().columns[0];
        QTest::mouseClick(canvas(view), Qt::LeftButton, Qt::NoModifier, slot.center().toPoint());
        QCOMPARE(opened.count(), 1);
        const auto request = opened.first().first().value<std::shared_ptr<const Json>>();
        QVERIFY(request);
        QCOMPARE((*request)["kind"].get<std::string>(), std::string("layer"));
        QCOMPARE((*request)["workload"]["c"].get<int>(), 8);
        // The layer that opens is one that can be asked about.
        QVERIFY(evaluate(*request, Context{*view.scene().library, {}, nullptr}));
        // Keys do the same.
        QTest::keyClick(canvas(view), Qt::Key_Right);
        QTest::keyClick(canvas(view), Qt::Key_Right);
        QTest::keyClick(canvas(view), Qt::Key_Return);
        QCOMPARE(opened.count(), 2);
        QCOMPARE((*opened.last().first().value<std::shared_ptr<const Json>>())["workload"]["c"].get<int>(), 16);
    }

    void hoverAnswers() {
        NetworkView view;
        show(view, networkScene());
        const QRectF slot = view.canvas().places().columns[1];
        fixture::hover(canvas(view), slot.center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("second")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QLatin1String("Limited by")), qPrintable(QToolTip::text()));
    }

    void stateSurvivesAndChoosesTheQuantity() {
        NetworkView view;
        view.restoreState(R"({"quantity": "energy_j", "compare": false})");
        QCOMPARE(view.saveState(), std::string(R"({"compare":false,"quantity":"energy_j"})"));
        show(view, networkScene());
        QCOMPARE(view.canvas().drawing().quantity, LayerQuantity::Energy);
    }

    /// A figure paints the same layers on paper.
    void theFigureHasItsBars() {
        NetworkView view;
        show(view, networkScene());
        QImage image(600, 360, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        FigureStyle style{theme(false), QFont(), 0.18, 4.0};
        view.paintFigure(painter, QRectF(0, 0, 600, 360), style);
        painter.end();
        PictureLook look{style.theme, style.font, QLocale::c()};
        const Legend legend = networkLegend(view.canvas().drawing(), look, 600 - 16);
        const NetworkLayout layout =
            layOutNetwork(view.canvas().drawing(), style.font, QSizeF(600, 360), legend.height());
        for (const QRectF& bar : layout.bars)
            QVERIFY(image.pixelColor(bar.center().toPoint()) != QColor(Qt::white));
    }

    void otherKindsSayWhatIsNeeded() {
        NetworkView view;
        show(view, fixture::scene(false));
        QVERIFY(
            view.findChild<QLabel*>(QStringLiteral("message"))->text().contains(QLatin1String("layers of a model")));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    static QWidget* canvas(NetworkView& view) { return view.findChild<QWidget*>(QStringLiteral("canvas")); }

    static void show(NetworkView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {640, 420});
    }
};

QTEST_MAIN(NetworkViewTest)
#include "network_view_test.moc"
