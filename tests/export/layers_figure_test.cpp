// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/resolve.h"
#include "tests/export/figure_checks.h"
#include "tests/unit/evaluate/sample.h"
#include "views/layers/layers_view.h"

#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of the layers of an answer: written, equal to their numbers, searchable, inside the page.
class LayersFigureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        request_ = std::make_shared<const Json>(test::sampleRequest("train-llama3-70b-h100.json"));
        resolved_ = sharedResolved(*request_, *library_);
        QVERIFY(resolved_);
        const Context context{*library_, {}, nullptr};
        auto estimate = evaluate(*resolved_, context);
        QVERIFY(estimate);
        estimate_ = std::make_shared<const Estimate>(*std::move(estimate));
        const auto chain = layers::layerChain(*resolved_, *estimate_, *library_, builtinRegistry());
        effects_ = layers::layerEffects(*resolved_, chain, context);
        QVERIFY(effects_.size() >= 5);
    }

    void numbersAndTextAreInTheFiles() {
        fixture::checkNumbersAndWords(
            *view(), QStringLiteral("layers"),
            {"Kernels", "Collectives", "Training step", "gpu.roofline", "system.pipeline", "90 % within"}, folder_);
    }

    void svgStaysInsideItsPage_data() { fixture::addPageWidths({"layers"}); }
    void svgStaysInsideItsPage() {
        QFETCH(double, width);
        fixture::checkStaysInsideItsPage(*view(), width, folder_);
    }

    void repeatsAreTheSameBytesInLightAndDark() {
        fixture::checkRepeats([&] { return view(); }, folder_);
    }

private:
    std::unique_ptr<View> view() {
        auto view = std::make_unique<LayersView>();
        Scene scene;
        scene.library = library_;
        scene.designs = {{{"design-1", 'A', "step", request_}, estimate_, {}, false, resolved_}};
        scene.selected = 0;
        scene.metric = "iteration_s";
        view->setScene(std::make_shared<const Scene>(std::move(scene)));
        view->showEffects(request_, effects_, true);
        return view;
    }

    QTemporaryDir folder_;
    std::shared_ptr<const Library> library_;
    std::shared_ptr<const Json> request_;
    std::shared_ptr<const Request> resolved_;
    std::shared_ptr<const Estimate> estimate_;
    std::vector<layers::LayerEffect> effects_;
};

QTEST_MAIN(LayersFigureTest)
#include "layers_figure_test.moc"
