// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/protocol.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/figure/figure_export.h"
#include "views/tools/tools_canvas.h"
#include "views/tools/tools_text.h"
#include "views/tools/tools_view.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QComboBox>
#include <QLabel>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;

namespace {

/// The catalog's tools, and the error of one own method in a validation.
std::shared_ptr<const coverage::Coverage> sample(double error) {
    static const auto library = *Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    coverage::OwnEvidence own;
    own.accuracies.push_back({"gpu.tile", {}});
    own.accuracies.back().record.mape = error;
    own.accuracies.back().record.n = 100;
    own.accuracies.back().record.suite = "sample";
    return std::make_shared<const coverage::Coverage>(
        coverage::makeCoverage(*library, builtinRegistry(), own, coverage::builtinProtocol().worstError()));
}

void show(ToolsView& view, const char* page) {
    view.restoreState(Json{{"page", page}}.dump());
    view.setCoverage(sample(0.08));
    fixture::show(view, std::make_shared<const Scene>(), QSize(1200, 800));
    fixture::settle();
}

ToolsCanvas* canvasOf(ToolsView& view) { return view.findChild<ToolsCanvas*>(); }

std::string first(const ToolsPicture& picture) { return picture.graded[picture.ranking.front().tool].name; }

std::size_t rowOf(const ToolsPicture& picture, const QString& tool) {
    for (std::size_t row = 0; row < picture.rows(); ++row)
        if (toolsRowText(picture, row) == tool) return row;
    return picture.rows();
}

} // namespace

class ToolsViewTest : public QObject {
    Q_OBJECT

private slots:
    void aDraggedWeightRanksAnew() {
        ToolsView view;
        show(view, "ranking");
        ToolsCanvas* canvas = canvasOf(view);
        const std::string before = first(canvas->picture());
        const auto note = toolsNoteText(canvas->picture(), 0, QLocale::c());
        // All weight to composition: other tools compose best.
        const auto dragTo = [&](std::size_t dimension, double share) {
            const QRectF bar = canvas->places().weights[dimension];
            const QPoint end(static_cast<int>(bar.left() + share * bar.width()), bar.center().toPoint().y());
            QTest::mousePress(canvas, Qt::LeftButton, {}, bar.center().toPoint());
            fixture::act(view, [&] { fixture::drag(canvas, end); });
            QTest::mouseRelease(canvas, Qt::LeftButton, {}, end);
        };
        dragTo(0, 0.0);
        dragTo(1, 1.0);
        const ToolsPicture& picture = canvas->picture();
        QVERIFY(picture.weights[0] < 0.02 && picture.weights[1] > 0.98);
        QVERIFY2(first(picture) != before, before.c_str());
        QVERIFY(std::ranges::is_sorted(picture.ranking, std::ranges::greater(), &coverage::Ranked::score));
        QVERIFY(toolsNoteText(picture, 0, QLocale::c()) != note); // the sensitivity follows
        ToolsView again;
        again.restoreState(view.saveState());
        QCOMPARE(again.choice().weights, view.choice().weights);
        again.restoreState(R"({"page": "ranking", "weights": [1, 5, 1, 1, 1]})"); // proportions count
        QCOMPARE(again.choice().weights, (std::vector<double>{0.2, 1.0, 0.2, 0.2, 0.2}));
    }

    void theLastWeightStays() {
        ToolsView view;
        show(view, "ranking");
        ToolsCanvas* canvas = canvasOf(view);
        const auto toZero = [&](std::size_t dimension) {
            const QRectF bar = canvas->places().weights[dimension];
            QTest::mouseClick(canvas, Qt::LeftButton, {}, QPoint(qCeil(bar.left()), bar.center().toPoint().y()));
        };
        const std::size_t last = canvas->picture().weights.size() - 1;
        for (std::size_t d = 0; d < last; ++d)
            fixture::act(view, [&] { toZero(d); });
        QCOMPARE(std::ranges::count(canvas->picture().weights, 0.0), static_cast<std::ptrdiff_t>(last));
        toZero(last);
        fixture::settle();
        QVERIFY(canvas->picture().weights[last] > 0.0);
        QCOMPARE(canvas->picture().share(last), 1.0);
        // The keyboard moves weights too.
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Up, Qt::ShiftModifier);
        fixture::act(view, [&] { QTest::keyClick(canvas, Qt::Key_Right); });
        QVERIFY(canvas->picture().share(last) < 1.0);
    }

    void claimsKeepToTheirDomain() {
        ToolsView view;
        show(view, "claims");
        ToolsCanvas* canvas = canvasOf(view);
        const ToolsPicture& picture = canvas->picture();
        std::string domain;
        for (const ToolsClaim& row : picture.claim_rows) {
            if (row.heading) domain = picture.claims[row.claim].domain;
            QCOMPARE(picture.claims[row.claim].domain, domain);
        }
        const std::size_t row = rowOf(picture, QStringLiteral("NeuSight"));
        QVERIFY(row < picture.rows());
        const ToolsLayout places = canvas->places();
        fixture::hover(canvas, places.row(places.plot, row).center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Claimed: 2.3")), qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QLatin1String("Verified by others: ")));
        QTest::mouseClick(canvas, Qt::LeftButton, {}, places.row(places.plot, row).center().toPoint());
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("evidence"))->isVisibleTo(&view));
        // What we found of ourselves stands there too, and follows the validation.
        const auto own = [&] {
            const auto at = std::ranges::find(canvas->picture().claims, true, &coverage::ClaimRow::own);
            return at == canvas->picture().claims.end() ? -1.0 : at->verifications.front().low;
        };
        QCOMPARE(own(), 8.0);
        fixture::act(view, [&] { view.setCoverage(sample(0.2)); });
        QCOMPARE(own(), 20.0);
    }

    void onePlatformAtATime() {
        ToolsView view;
        show(view, "timeline");
        const std::size_t all = canvasOf(view)->picture().rows();
        auto* platform = view.findChild<QComboBox*>(QStringLiteral("platform"));
        fixture::act(view, [&] { platform->setCurrentIndex(platform->findData(QStringLiteral("edge"))); });
        const ToolsPicture& picture = canvasOf(view)->picture();
        QVERIFY(!picture.empty() && picture.rows() < all);
        int year = 0;
        for (const std::size_t tool : picture.timeline) {
            QVERIFY(picture.coverage->tools[tool].year >= year);
            year = picture.coverage->tools[tool].year;
        }
    }

    void figuresHaveTheirNumbers() {
        QTemporaryDir folder;
        FigureSpec spec;
        spec.path = folder.filePath(QStringLiteral("tools.svg")).toStdString();
        spec.width_mm = 177.8;
        for (const char* page : {"ranking", "claims", "timeline", "failures", "disagreements", "table"}) {
            ToolsView view;
            view.setCoverage(sample(0.08));
            view.restoreState(Json{{"page", page}}.dump());
            const auto svg = renderFigure(view, spec);
            QVERIFY2(svg, svg ? "" : describe(svg.error()).c_str());
            static const QRegularExpression no_number(QStringLiteral("\\bnan\\b"));
            QVERIFY(!QString::fromUtf8(*svg).contains(no_number));
            QVERIFY2(view.figureData().rows.size() > 5, page);
        }
        const ToolsView none;
        QVERIFY(!renderFigure(none, spec));
    }
};

QTEST_MAIN(ToolsViewTest)
#include "tools_test.moc"
