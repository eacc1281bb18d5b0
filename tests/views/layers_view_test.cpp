// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/resolve.h"
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/gpu_fixture.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/layers/layers_painter.h"
#include "views/layers/layers_text.h"
#include "views/layers/layers_view.h"
#include "views/support/theme/theme.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;
using fixture::act;

class LayersViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        request_ = std::make_shared<const Json>(test::sampleRequest("llama3.1-70b-inference-dgx-h100.json"));
        resolved_ = sharedResolved(*request_, *library_);
        QVERIFY(resolved_);
        auto estimate = evaluate(*resolved_, Context{*library_, {}, nullptr});
        QVERIFY(estimate);
        estimate_ = std::make_shared<const Estimate>(*std::move(estimate));
        const auto chain = layers::layerChain(*resolved_, *estimate_, *library_, builtinRegistry());
        // Ends as the background computes them, without the slow ones.
        Metric shorter = chain.end, longer = chain.end;
        shorter.value *= 0.8, shorter.low *= 0.8, shorter.high *= 0.8;
        longer.value *= 1.1, longer.low *= 1.1, longer.high *= 1.1;
        effects_ = {{layers::Layer::Kernel, "gpu.roofline", shorter, {}},
                    {layers::Layer::Kernel, "gpu.hierarchy", longer, {}},
                    {layers::Layer::Network, "network.alpha-beta", shorter, {}}};
    }

    /// The bar of a layer ends at what it hands on, and the last one at the metric.
    void barsEndAtWhatIsHandedOn() {
        LayersView view;
        show(view);
        const LayersDrawing& drawing = view.canvas().drawing();
        QCOMPARE(drawing.chain.steps.size(), std::size_t{4});
        QCOMPARE(drawing.chain.steps.back().handed->value, estimate_->findMetric("e2e_s")->value);
        const LayersLayout layout = view.canvas().places();
        const double per_second = layout.plot.width() / layout.most;
        for (const LayersRow& row : layout.rows) {
            if (row.effect) continue;
            const auto& handed = *drawing.chain.steps[row.step].handed;
            QVERIFY(std::abs(layout.x(handed.value) - layout.plot.left() - per_second * handed.value) < 1e-6);
            QVERIFY(layout.x(handed.value) <= layout.plot.right());
        }
        QCOMPARE(layout.rows.size(), std::size_t{4 + 3});
    }

    void draggingAMethodToItsLayerPutsItThere() {
        LayersView view;
        show(view);
        QSignalSpy edits(&view, &View::edited);
        const LayersRow effect = row(view, 0, 0), layer = row(view, 0), other = row(view, 2);
        // Dropped on another layer nothing happens.
        drag(view, effect, other);
        QCOMPARE(edits.count(), 0);
        drag(view, effect, layer);
        QCOMPARE(edits.count(), 1);
        const Edit edit = edits.first().first().value<Edit>();
        QCOMPARE(edit.request->at("plan").at("methods").at("device").get<std::string>(), std::string("gpu.roofline"));
        QCOMPARE(edit.design, std::string("design-1"));
        QVERIFY(evaluate(*edit.request, Context{*library_, {}, nullptr}));
        // Escape lets go.
        QTest::mousePress(canvas(view), Qt::LeftButton, Qt::NoModifier, effect.words.center().toPoint());
        fixture::drag(canvas(view), layer.words.center().toPoint());
        QTest::keyClick(canvas(view), Qt::Key_Escape);
        QTest::mouseRelease(canvas(view), Qt::LeftButton, Qt::NoModifier, layer.words.center().toPoint());
        QCOMPARE(edits.count(), 1);
    }

    void clicksAndKeysPutAMethodToo() {
        LayersView view;
        show(view);
        QSignalSpy edits(&view, &View::edited);
        QTest::mouseClick(canvas(view), Qt::LeftButton, Qt::NoModifier, row(view, 2, 2).words.center().toPoint());
        QCOMPARE(edits.count(), 1);
        QCOMPARE(edits.last().first().value<Edit>().request->at("plan").at("methods").at("network").get<std::string>(),
                 std::string("network.alpha-beta"));
        LayersView walked;
        show(walked);
        QSignalSpy chosen(&walked, &View::edited);
        for (int i = 0; i < 3; ++i) // the layer, its first method, its second
            QTest::keyClick(canvas(walked), Qt::Key_Down);
        QTest::keyClick(canvas(walked), Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.last().first().value<Edit>().request->at("plan").at("methods").at("device").get<std::string>(),
                 std::string("gpu.hierarchy"));
        // What stands there already is no change.
        QTest::keyClick(canvas(walked), Qt::Key_Delete);
        QCOMPARE(chosen.count(), 1);
    }

    void hoverTellsTheErrorAndItsSource() {
        LayersView view;
        show(view);
        fixture::hover(canvas(view), row(view, 0).words.center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Calibration gpu-tensor-matmul")),
                     qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QLatin1String("Hands on")));
        fixture::hover(canvas(view), row(view, 0, 0).words.center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("End with this method")), qPrintable(QToolTip::text()));
    }

    void keptResultsReplaceTheCalibrations() {
        LayersView view;
        show(view);
        const layers::LayerStep& step = view.canvas().drawing().chain.steps.front();
        QVERIFY(layerErrorText(step, QLocale::c()).contains(QLatin1String("90 % within")));
        assess::ResultRecord record{"2026-11-01", "c", "gpu-kernels", "gpu.tile", "latency_s", "", 1234, 0.09};
        act(view, [&] { view.setResults({{"gpu.tile", record}}); });
        const QString text = layerErrorText(view.canvas().drawing().chain.steps.front(), QLocale::c());
        QVERIFY2(text.contains(QLatin1String("9.0 % on 1234 rows of gpu-kernels")), qPrintable(text));
    }

    /// Ends of another request are not shown beside this one.
    void effectsBelongToTheirRequest() {
        LayersView view;
        show(view);
        act(view, [&] { view.showEffects(std::make_shared<const Json>(Json{{"kind", "model"}}), effects_, true); });
        QVERIFY(view.canvas().drawing().effects.empty());
        QVERIFY(view.canvas().drawing().computing);
    }

    void aLowDockShowsTheMethodsOfOneLayer() {
        LayersView view;
        show(view, {560, 220});
        QVERIFY(view.canvas().places().folded);
        const auto shown = [&](std::size_t step) {
            const LayersLayout layout = view.canvas().places();
            return std::ranges::count_if(
                layout.rows, [&](const LayersRow& layers_row) { return layers_row.effect && layers_row.step == step; });
        };
        QCOMPARE(shown(0), 2);
        QCOMPARE(shown(2), 0);
        QTest::mouseClick(canvas(view), Qt::LeftButton, Qt::NoModifier, row(view, 2).words.center().toPoint());
        QCOMPARE(shown(0), 0);
        QCOMPARE(shown(2), 1);
        LayersView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
    }

    void theFigureHasItsRows() {
        LayersView view;
        show(view);
        const Table table = view.figureData();
        QCOMPARE(table.rows.size(), std::size_t{4 + 4 + 3});
        QImage image(900, 420, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        const FigureStyle style{theme(false), QFont(), 0.18, 4.0};
        view.paintFigure(painter, QRectF(0, 0, 900, 420), style);
        painter.end();
        const LayersLayout layout = layOutLayers(view.canvas().drawing(), 0, style.font, QSizeF(900, 420));
        const auto& first = *view.canvas().drawing().chain.steps.front().handed;
        QVERIFY(image.pixelColor(QPointF(layout.x(0.3 * first.value), layout.rows.front().y + 3.0).toPoint()) !=
                QColor(Qt::white));
    }

    void otherAnswersSayWhyThereAreNone() {
        LayersView view;
        Scene scene;
        scene.library = library_;
        fixture::show(view, std::make_shared<const Scene>(std::move(scene)), {500, 300});
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->text().contains(QLatin1String("No design yet")));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    static QWidget* canvas(LayersView& view) { return view.findChild<QWidget*>(QStringLiteral("canvas")); }

    void show(LayersView& view, const QSize& size = {820, 460}) {
        Scene scene;
        scene.library = library_;
        scene.designs = {{{"design-1", 'A', "request", request_}, estimate_, {}, false, resolved_}};
        scene.selected = 0;
        scene.metric = "e2e_s";
        fixture::show(view, std::make_shared<const Scene>(std::move(scene)), size);
        act(view, [&] { view.showEffects(request_, effects_, true); });
    }

    LayersRow row(LayersView& view, std::size_t step, std::optional<std::size_t> effect = std::nullopt) {
        for (const LayersRow& one : view.canvas().places().rows)
            if (one.step == step && one.effect == effect) return one;
        qFatal("no such row");
    }

    void drag(LayersView& view, const LayersRow& from, const LayersRow& to) {
        QTest::mousePress(canvas(view), Qt::LeftButton, Qt::NoModifier, from.words.center().toPoint());
        fixture::drag(canvas(view), (from.words.center() + QPointF(20, 5)).toPoint());
        fixture::drag(canvas(view), to.words.center().toPoint());
        QTest::mouseRelease(canvas(view), Qt::LeftButton, Qt::NoModifier, to.words.center().toPoint());
    }

    std::shared_ptr<const Library> library_;
    std::shared_ptr<const Json> request_;
    std::shared_ptr<const Request> resolved_;
    std::shared_ptr<const Estimate> estimate_;
    std::vector<layers::LayerEffect> effects_;
};

QTEST_MAIN(LayersViewTest)
#include "layers_view_test.moc"
