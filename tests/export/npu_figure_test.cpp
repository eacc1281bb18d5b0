// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/evaluate/resolve.h"
#include "tests/export/figure_checks.h"
#include "views/figure/figure_export.h"
#include "views/support/base/view.h"

#include <map>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>
#include <tuple>

using namespace strata;
using namespace strata::views;

/// Figures of NPUs: a network's layers, cores over time, and components beside those of a baseline. Each is written,
/// equal to its numbers, searchable, inside the page, in light and dark.
class NpuFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        library_ = *library;
        const Json network{{"model", "resnet-18"}};
        add("network", {"Time", "in all layers"}, "latency_s", false,
            {{"kind", "model"},
             {"hardware", "eyeriss-like"},
             {"workload", network},
             {"plan", {{"network", {{"budget", 20}}}}}});
        add("cores", {"Core 1", "Memory", "Computes"}, "latency_s", false,
            {{"kind", "model"},
             {"method", "npu.event"},
             {"hardware", "gemmini"},
             {"workload", network},
             {"plan", {{"network", {{"budget", 20}, {"cores", 3}}}}}});
        add("components", {"Layer: ", "Energy (layer)", "Area", "Stated by the device"}, "energy_j", true,
            {{"kind", "layer"},
             {"hardware", "eyeriss-like"},
             {"workload", {{"model", "resnet-18"}, {"layer", "conv1"}}}});
        add("components-model", {"Model: ", "Energy (model)"}, "energy_j", true,
            {{"kind", "model"},
             {"hardware", "eyeriss-like"},
             {"workload", network},
             {"plan", {{"network", {{"budget", 20}}}}}});
    }

    void numbersAndTextAreInTheFile_data() { addIds(); }
    void numbersAndTextAreInTheFile() {
        QFETCH(QString, id);
        fixture::checkNumbersAndWords(*view(id), id, drawn_.at(id).words, folder_);
    }

    /// Sums of a model are not headed as those of a layer.
    void componentsAreHeadedByWhatWasEvaluated() {
        FigureSpec spec;
        spec.path = folder_.filePath(QStringLiteral("headed.svg")).toStdString();
        spec.width_mm = 177.8;
        for (const auto& [id, own, other] :
             {std::tuple("components", "layer", "model"), std::tuple("components-model", "model", "layer")}) {
            const auto svg = renderFigure(*view(QLatin1String(id)), spec);
            QVERIFY(svg);
            QVERIFY(svg->contains(QByteArray("Energy (") + own + ')'));
            QVERIFY(!svg->contains(QByteArray("Energy (") + other + ')'));
        }
    }

    void svgStaysInsideItsPage_data() {
        fixture::addPageWidths({"network", "cores", "components", "components-model"});
    }
    void svgStaysInsideItsPage() {
        QFETCH(QString, id);
        QFETCH(double, width);
        fixture::checkStaysInsideItsPage(*view(id), width, folder_);
    }

    void repeatsAreTheSameBytesInLightAndDark_data() { addIds(); }
    void repeatsAreTheSameBytesInLightAndDark() {
        QFETCH(QString, id);
        fixture::checkRepeats([this, id] { return view(id); }, folder_);
    }

private:
    struct Drawn {
        QStringList words;
        std::string metric;
        bool against_itself = false; ///< a second design is the baseline
        std::shared_ptr<const Json> request;
        std::shared_ptr<const Estimate> estimate;
    };

    void add(const QString& id, const QStringList& words, const char* metric, bool against_itself,
             const Json& request) {
        auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        drawn_[id] = {words, metric, against_itself, std::make_shared<const Json>(request),
                      std::make_shared<const Estimate>(*std::move(estimate))};
    }

    void addIds() const {
        QTest::addColumn<QString>("id");
        for (const auto& [id, drawn] : drawn_)
            QTest::newRow(qPrintable(id)) << id;
    }

    /// The view that the id begins with, of that design.
    std::unique_ptr<View> view(const QString& id) const {
        const Drawn& drawn = drawn_.at(id);
        const std::string name = id.section(QLatin1Char('-'), 0, 0).toStdString();
        std::unique_ptr<View> made(findView(name)->create(nullptr));
        Scene scene;
        scene.library = library_;
        for (const char letter : drawn.against_itself ? std::string("AB") : std::string("A"))
            scene.designs.push_back({{std::string("design-") + letter, letter, "a design", drawn.request},
                                     drawn.estimate,
                                     {},
                                     false,
                                     sharedResolved(*drawn.request, *library_)});
        scene.selected = 0;
        if (drawn.against_itself) scene.baseline = 1;
        scene.metric = drawn.metric;
        made->setScene(std::make_shared<const Scene>(std::move(scene)));
        return made;
    }

    QTemporaryDir folder_;
    std::shared_ptr<const Library> library_;
    std::map<QString, Drawn> drawn_;
};

QTEST_MAIN(NpuFiguresTest)
#include "npu_figure_test.moc"
