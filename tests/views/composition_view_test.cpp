// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/resolve.h"
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/composition/composition_painter.h"
#include "views/composition/composition_view.h"
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

class CompositionViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    /// Every page of measured rows has what the laboratory kept, and says when and by which commit.
    void measuredPagesNeedNoDesign_data() {
        QTest::addColumn<QString>("page");
        for (const char* page : {"gamma", "roots", "capture", "transfer", "ageing"})
            QTest::newRow(page) << QString::fromLatin1(page);
    }
    void measuredPagesNeedNoDesign() {
        QFETCH(QString, page);
        CompositionView view;
        view.restoreState(QStringLiteral(R"({"page": "%1"})").arg(page).toStdString());
        show(view, {});
        const CompositionPicture& picture = view.canvas().picture();
        QVERIFY(!picture.empty());
        QVERIFY(picture.source.contains(QLatin1String("Computed on 20")));
        QVERIFY(!view.figureData().rows.empty());
        CompositionView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState()); // also before it knows the catalog
        show(other, {});
        QCOMPARE(other.saveState(), view.saveState());
    }

    void draggingTheToleranceCountsAnew() {
        CompositionView view;
        view.restoreState(R"({"page": "gamma", "grouping": "device"})");
        show(view, {});
        const std::size_t before = view.canvas().picture().beyond();
        const CompositionLayout layout = view.canvas().places();
        const QPointF from(layout.x(0.1), layout.plot.center().y());
        const QPointF to(layout.plot.left() + 0.995 * layout.plot.width(), from.y());
        QTest::mousePress(canvas(view), Qt::LeftButton, Qt::NoModifier, from.toPoint());
        fixture::drag(canvas(view), to.toPoint());
        QTest::mouseRelease(canvas(view), Qt::LeftButton, Qt::NoModifier, to.toPoint());
        fixture::settle();
        const double tolerance = view.canvas().picture().tolerance;
        QVERIFY2(tolerance > 0.11, std::to_string(tolerance).c_str());
        QVERIFY(view.canvas().picture().beyond() < before);
        std::size_t expected = 0;
        for (const CompositionRow& row : view.canvas().picture().rows)
            expected += row.judged > tolerance ? 1 : 0;
        QCOMPARE(view.canvas().picture().beyond(), expected);
        QTest::keyClick(canvas(view), Qt::Key_Left);
        QVERIFY(view.canvas().picture().tolerance < tolerance);
    }

    /// A model that accounts for all of the time is right: the tolerance is counted from there, to both sides.
    void theToleranceOfSharesIsCountedFromTheWhole() {
        CompositionView view;
        view.restoreState(R"({"page": "capture", "grouping": "class"})");
        show(view, {});
        const CompositionLayout layout = view.canvas().places();
        QVERIFY(layout.onTolerance(0.1, {layout.x(1.1), layout.plot.center().y()}));
        QVERIFY(layout.onTolerance(0.1, {layout.x(0.9), layout.plot.center().y()}));
        QVERIFY(!layout.onTolerance(0.1, {layout.x(0.1), layout.plot.center().y()}));
        const QPointF from(layout.x(0.9), layout.plot.center().y()), to(layout.x(0.7), from.y());
        QTest::mousePress(canvas(view), Qt::LeftButton, Qt::NoModifier, from.toPoint());
        fixture::drag(canvas(view), to.toPoint());
        QTest::mouseRelease(canvas(view), Qt::LeftButton, Qt::NoModifier, to.toPoint());
        fixture::settle();
        QVERIFY(std::abs(view.canvas().picture().tolerance - 0.3) < 0.02);
    }

    /// The measured curve lies between the two root laws; the line of the fall has the slope of one half.
    void rootsAreShownForWhatTheyAre() {
        CompositionView view;
        view.restoreState(R"({"page": "roots"})");
        show(view, {});
        const auto& lines = view.canvas().picture().lines;
        QCOMPARE(lines.size(), std::size_t{4});
        const auto& measured = lines[0].points;
        const auto& falls = lines[1].points;
        const auto& claimed = lines[3].points;
        QVERIFY(measured.back().y() >= 0.9 * falls.back().y());
        QVERIFY(measured.back().y() < claimed.back().y());
        const double slope =
            std::log(falls.back().y() / falls.front().y()) / std::log(falls.back().x() / falls.front().x());
        QVERIFY(std::abs(slope + 0.5) < 1e-3);
    }

    void pagesAboutADesignWaitForTheirAnswer() {
        CompositionView view;
        view.restoreState(R"({"page": "propagation"})");
        QCOMPARE(view.needs(), CompositionView::Needs::Propagation);
        const auto request = std::make_shared<const Json>(Json{{"kind", "model"}});
        show(view, request);
        auto* message = view.findChild<QLabel*>(QStringLiteral("message"));
        QVERIFY(message->text().contains(QLatin1String("Being computed")));
        using Level = composition::LevelError::Level;
        act(view, [&] {
            view.showPropagation(request, {{Level::Kernel, 1, 0.2, {}, {}}, {Level::Sum, 300, 0.05, 0.01, 0.2}});
        });
        QCOMPARE(view.canvas().picture().rows.size(), std::size_t{2});
        QCOMPARE(view.canvas().picture().rows[1].marks.size(), std::size_t{3});
        fixture::hover(canvas(view), view.canvas().places().rows[1].center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("300 kernels")), qPrintable(QToolTip::text()));
        act(view, [&] { view.restoreState(R"({"page": "communication"})"); });
        composition::CommunicationFidelity fidelity{
            "network.nccl", 4.0, 1.0, {{"none", 0.0, -1.0}, {"network.nccl", 1.0, 0.0}}};
        act(view, [&] { view.showCommunication(request, fidelity); });
        QCOMPARE(view.canvas().picture().lines.size(), std::size_t{1});
        QCOMPARE(*view.canvas().picture().marked, 4.0);
    }

    void theFigureIsPainted() {
        CompositionView view;
        view.restoreState(R"({"page": "capture"})");
        show(view, {});
        QImage image(700, 420, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        const FigureStyle style{theme(false), QFont(), 0.18, 4.0};
        view.paintFigure(painter, QRectF(0, 0, 700, 420), style);
        painter.end();
        int inked = 0;
        for (int x = 0; x < image.width(); x += 3)
            for (int y = 0; y < image.height(); y += 3)
                inked += image.pixelColor(x, y) == QColor(Qt::white) ? 0 : 1;
        QVERIFY(inked > 500);
        QVERIFY(view.figureHeight(700, style) > 50);
    }

private:
    static QWidget* canvas(CompositionView& view) { return view.findChild<QWidget*>(QStringLiteral("canvas")); }

    void show(CompositionView& view, std::shared_ptr<const Json> request) {
        Scene scene;
        scene.library = library_;
        if (request) {
            scene.designs = {{{"design-1", 'A', "design", request}, std::make_shared<const Estimate>(), {}, false}};
            scene.selected = 0;
        }
        fixture::show(view, std::make_shared<const Scene>(std::move(scene)), {720, 460});
    }

    std::shared_ptr<const Library> library_;
};

QTEST_MAIN(CompositionViewTest)
#include "composition_view_test.moc"
