// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/composition_runner.h"
#include "app/window/explore/layers_runner.h"
#include "core/evaluate/resolve.h"
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/shown.h"
#include "views/composition/composition_view.h"
#include "views/layers/layers_view.h"

#include <nlohmann/json.hpp>
#include <QSignalSpy>
#include <QTest>

using namespace strata;
using namespace strata::app;

/// What views ask for in the background: begun where somebody looks, stopped by changes, and told to the right design.
class WindowBackgroundTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        small_ = sceneOf(
            {{"kind", "model"},
             {"hardware", "h100-sxm5-80gb"},
             {"workload",
              {{"model", "llama3.1-8b"}, {"phase", "decode"}, {"batch", 8}, {"sequence", 1024}, {"dtype", "bf16"}}}});
        large_ = sceneOf(test::sampleRequest("llama3.1-70b-inference-dgx-h100.json"));
    }

    void otherMethodsAreTriedForAViewThatIsSeen() {
        views::LayersView view;
        LayersRunner runner(view);
        QSignalSpy finished(&runner, &LayersRunner::finished);
        runner.setScene(small_);
        QTest::qWait(LayersRunner::kQuiet_ms + 200);
        QCOMPARE(finished.count(), 0); // nobody looks
        fixture::show(view, small_, {820, 460});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        QTRY_VERIFY(!view.canvas().drawing().computing);
        QVERIFY(view.canvas().drawing().effects.size() >= 3);
        runner.setScene(small_); // the same design is known
        QTest::qWait(LayersRunner::kQuiet_ms + 200);
        QCOMPARE(finished.count(), 1);
    }

    /// Another design, and back before its methods were all tried: the first one is asked again, for the view let it
    /// go.
    void aDesignThatComesBackIsAskedAgain() {
        views::LayersView view;
        LayersRunner runner(view);
        QSignalSpy finished(&runner, &LayersRunner::finished);
        fixture::show(view, small_, {820, 460});
        runner.setScene(small_);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        bool back = false;
        connect(&view, &views::View::refreshed, this, [&] {
            const views::LayersDrawing& drawing = view.canvas().drawing();
            if (back || drawing.effects.empty() || !drawing.computing) return;
            back = true; // some methods have been tried, others not yet
            view.setScene(small_);
            runner.setScene(small_);
        });
        view.setScene(large_);
        runner.setScene(large_);
        QTRY_VERIFY_WITH_TIMEOUT(back, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(!view.canvas().drawing().computing, 60'000);
        QVERIFY(view.canvas().drawing().effects.size() >= 3);
    }

    void levelsOfAModelAreComputedForTheirPage() {
        views::CompositionView view;
        view.restoreState(R"({"page": "propagation"})");
        CompositionRunner runner(view);
        QSignalSpy finished(&runner, &CompositionRunner::finished);
        fixture::show(view, small_, {720, 460});
        runner.setScene(small_);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        QTRY_VERIFY(view.canvas().picture().rows.size() >= 3);
        const auto other = sceneOf(
            {{"kind", "model"},
             {"hardware", "a100-sxm4-40gb"},
             {"workload",
              {{"model", "gpt2-small"}, {"phase", "inference"}, {"batch", 4}, {"sequence", 256}, {"dtype", "fp16"}}}});
        view.setScene(other);
        runner.setScene(other);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 60'000);
    }

    /// Closing a view while its work is under way waits for the work and drops it.
    void viewsCloseWhileTheyWait() {
        for (int after_ms : {0, LayersRunner::kQuiet_ms + 5, LayersRunner::kQuiet_ms + 60}) {
            views::LayersView view;
            auto runner = std::make_unique<LayersRunner>(view);
            QSignalSpy finished(runner.get(), &LayersRunner::finished);
            fixture::show(view, large_, {820, 460});
            runner->setScene(large_);
            QTest::qWait(after_ms);
            const auto told = finished.count();
            runner.reset();
            QTest::qWait(100);
            QCOMPARE(finished.count(), told);
        }
    }

private:
    std::shared_ptr<const views::Scene> sceneOf(Json document) {
        const auto request = std::make_shared<const Json>(std::move(document));
        const auto resolved = sharedResolved(*request, *library_);
        if (!resolved) qFatal("the request does not resolve");
        auto estimate = evaluate(*resolved, Context{*library_, {}, nullptr});
        if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
        views::Scene scene;
        scene.library = library_;
        scene.designs = {{{"design-1", 'A', "decode", request},
                          std::make_shared<const Estimate>(*std::move(estimate)),
                          {},
                          false,
                          resolved}};
        scene.selected = 0;
        scene.metric = "latency_s";
        return std::make_shared<const views::Scene>(std::move(scene));
    }

    std::shared_ptr<const Library> library_;
    std::shared_ptr<const views::Scene> small_, large_;
};

QTEST_MAIN(WindowBackgroundTest)
#include "window_background_test.moc"
