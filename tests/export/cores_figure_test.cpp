// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "tests/export/figure_checks.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of the cores of an NPU over time: written, equal to their numbers, searchable, inside the page, in light and dark.
class CoresFigureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        library_ = *library;
        request_ = std::make_shared<const Json>(
            Json{{"kind", "model"},
                 {"method", "npu.event"},
                 {"hardware", "gemmini"},
                 {"workload", {{"model", "resnet-18"}}},
                 {"plan", {{"network", {{"budget", 20}, {"cores", 3}}}}}});
        auto estimate = evaluate(*request_, Context{*library_, {}, nullptr});
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        estimate_ = std::make_shared<const Estimate>(*std::move(estimate));
    }

    void numbersAndTextAreInTheFile() {
        const auto made = view();
        fixture::checkNumbersAndWords(*made, QStringLiteral("cores"), {"Core 1", "Memory", "Computes"},
                                      folder_);
    }

    void svgStaysInsideItsPage_data() { fixture::addPageWidths({"cores"}); }
    void svgStaysInsideItsPage() {
        QFETCH(double, width);
        fixture::checkStaysInsideItsPage(*view(), width, folder_);
    }

    void repeatsAreTheSameBytesInLightAndDark() {
        fixture::checkRepeats([this] { return view(); }, folder_);
    }

private:
    std::unique_ptr<View> view() const {
        std::unique_ptr<View> made(findView("cores")->create(nullptr));
        Scene scene;
        scene.library = library_;
        scene.designs = {{{"design-1", 'A', "ResNet-18", request_}, estimate_, {}, false}};
        scene.selected = 0;
        scene.metric = "latency_s";
        made->setScene(std::make_shared<const Scene>(std::move(scene)));
        return made;
    }

    QTemporaryDir folder_;
    std::shared_ptr<const Library> library_;
    std::shared_ptr<const Json> request_;
    std::shared_ptr<const Estimate> estimate_;
};

QTEST_MAIN(CoresFigureTest)
#include "cores_figure_test.moc"
