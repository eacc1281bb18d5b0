// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/evaluate/resolve.h"
#include "tests/export/figure_checks.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of the components of an NPU: written, equal to their numbers, searchable, inside the page, in light and dark.
class ComponentsFigureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        library_ = *library;
        request_ = std::make_shared<const Json>(
            Json{{"kind", "layer"}, {"hardware", "eyeriss-like"}, {"workload", {{"model", "resnet-18"}, {"layer", "conv1"}}}});
        auto estimate = evaluate(*request_, Context{*library_, {}, nullptr});
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        estimate_ = std::make_shared<const Estimate>(*std::move(estimate));
    }

    void numbersAndTextAreInTheFile() {
        const auto made = view();
        fixture::checkNumbersAndWords(*made, QStringLiteral("components"), {"Energy of the layer", "Area", "Stated by the device"},
                                      folder_);
    }

    void svgStaysInsideItsPage_data() { fixture::addPageWidths({"components"}); }
    void svgStaysInsideItsPage() {
        QFETCH(double, width);
        fixture::checkStaysInsideItsPage(*view(), width, folder_);
    }

    void repeatsAreTheSameBytesInLightAndDark() {
        fixture::checkRepeats([this] { return view(); }, folder_);
    }

private:
    std::unique_ptr<View> view() const {
        std::unique_ptr<View> made(findView("components")->create(nullptr));
        Scene scene;
        scene.library = library_;
        for (const char letter : {'A', 'B'})
            scene.designs.push_back({{std::string("design-") + letter, letter, "conv1", request_}, estimate_, {}, false,
                                     sharedResolved(*request_, *library_)});
        scene.selected = 0;
        scene.baseline = 1;
        scene.metric = "energy_j";
        made->setScene(std::make_shared<const Scene>(std::move(scene)));
        return made;
    }

    QTemporaryDir folder_;
    std::shared_ptr<const Library> library_;
    std::shared_ptr<const Json> request_;
    std::shared_ptr<const Estimate> estimate_;
};

QTEST_MAIN(ComponentsFigureTest)
#include "components_figure_test.moc"
