// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/scene_fixture.h"
#include "tests/views/fixtures/shown.h"

#include "core/catalog/library.h"
#include "views/edge/edge_view.h"
#include "views/edge/matrix_view.h"
#include "views/edge/transfer_view.h"
#include "views/schedules/schedules_view.h"
#include "views/support/theme/theme.h"

#include <algorithm>
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

std::shared_ptr<const Estimate> answer() {
    Estimate estimate;
    estimate.kind = "edge";
    estimate.metrics = {{"latency_s", 0.01, 0.008, 0.013, 0.8}};
    estimate.parts.emplace_back("latency_s", fixture::leaf("network", Category::Total, 0.01));
    estimate.tables = {
        {"edge_kernels",
         {"kernel", "class", "rule", "operators", "macs", "elements", "latency_s", "share"},
         {{std::string("stem"), std::string("conv"), std::string("convolution with activation"),
           std::string("stem + relu"), 1e6, 1e5, 6e-3, 0.6},
          {std::string("pool"), std::string("pool"), std::string(), std::string("pool"), 0.0, 1e5, 1e-3, 0.1},
          {std::string("head"), std::string("linear"), std::string(), std::string("head"), 1e6, 1e3, 3e-3, 0.3}}},
        {"edge_matrix",
         {"device", "network", "distance", "latency_s", "low_s", "high_s"},
         {{std::string("slow"), std::string("net"), std::string("same device"), 0.04, 0.03, 0.06},
          {std::string("fast"), std::string("net"), std::string("same device"), 0.01, 0.008, 0.013}}},
        {"edge_learning",
         {"measurements", "error_p50", "error_p90", "covered"},
         {{std::int64_t{2}, 0.3, 0.6, 0.7}, {std::int64_t{3}, 0.1, 0.2, 0.8}}},
        {"edge_next",
         {"order", "network", "latency_s", "low_s", "high_s"},
         {{std::int64_t{1}, std::string("wide"), 0.02, 0.01, 0.04}}}};
    return std::make_shared<const Estimate>(std::move(estimate));
}

std::shared_ptr<const Scene> sceneOf(std::shared_ptr<const Estimate> estimate) {
    Scene scene;
    DesignState state;
    state.design = fixture::design('A', "edge");
    state.design.request =
        std::make_shared<const Json>(Json{{"kind", "edge"}, {"hardware", "board"}, {"workload", {{"batch", 1}}}});
    state.estimate = std::move(estimate);
    scene.designs = {state};
    scene.selected = 0;
    scene.metric = "latency_s";
    return std::make_shared<const Scene>(std::move(scene));
}

/// Times of an invented kernel, studied as a user's file is; every third configuration was not run.
std::shared_ptr<const exchange::TuningStudy> tuningStudy() {
    std::string text = "tile,block,layout,time_ms\n";
    for (int tile = 1; tile <= 12; ++tile)
        for (int block = 1; block <= 12; ++block)
            for (const char* layout : {"row", "column"}) {
                const double time =
                    1.0 + 0.1 * (tile - block) * (tile - block) + 3.0 / tile + (layout[0] == 'r' ? 0.0 : 0.7);
                text += std::to_string(tile) + "," + std::to_string(block) + "," + layout + "," +
                        ((tile + block) % 3 == 0 ? std::string() : std::to_string(time)) + "\n";
            }
    schedule::StudyOptions options;
    options.samples = {20, 60};
    options.model.trees = 60;
    auto study = exchange::studyTuningText(text, "kernel.csv", options);
    if (!study) qFatal("%s", describe(study.error()).c_str());
    return std::make_shared<const exchange::TuningStudy>(*std::move(study));
}

template <class Shown>
QImage figureOf(const Shown& view) {
    QImage image(800, 600, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    FigureStyle style;
    style.theme = theme(false);
    view.paintFigure(painter, QRectF(0, 0, 800, 600), style);
    return image;
}

int inked(const QImage& image) {
    int pixels = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            pixels += image.pixelColor(x, y) != QColor(Qt::white) ? 1 : 0;
    return pixels;
}

} // namespace

class EdgeTest : public QObject {
    Q_OBJECT

private slots:
    void widthsAreTimes() {
        const EdgePicture picture = makeEdgePicture(*answer());
        const EdgeLayout layout = layOutEdge(picture, QFont(), {600, 400});
        QCOMPARE(layout.pieces.size(), std::size_t{3});
        QVERIFY(std::abs(layout.pieces[0].width() / layout.strip.width() - 0.6) < 1e-9);
        QCOMPARE(layout.listed.front(), std::size_t{0});
        QCOMPARE(layout.listed.back(), std::size_t{1}); // the shortest stands last
        QVERIFY(picture.kernels[0].fused() && !picture.kernels[1].fused());
    }

    void draggingAHandleEditsTheRequest() {
        EdgeView view;
        fixture::show(view, sceneOf(answer()), {800, 500});
        auto* batch = view.findChild<QWidget*>(QStringLiteral("setting_workload_batch"));
        QVERIFY(batch != nullptr && batch->isVisible());
        QSignalSpy edits(&view, &View::edited);
        const QPoint at = batch->rect().center();
        QTest::mousePress(batch, Qt::LeftButton, {}, at);
        fixture::drag(batch, at + QPoint(static_cast<int>(2 * SettingHandle::kStep), 0));
        QTest::mouseRelease(batch, Qt::LeftButton, {}, at);
        QCOMPARE(edits.size(), 1);
        const Edit edit = edits[0][0].value<Edit>();
        QCOMPARE(edit.request->at("workload").at("batch").get<int>(), 4); // two steps of 1, 2, 4
        QVERIFY(!edit.gesture.isEmpty());
        auto* format = view.findChild<QWidget*>(QStringLiteral("setting_workload_dtype"));
        format->setFocus();
        QTest::keyClick(format, Qt::Key_Right);
        QCOMPARE(edits.size(), 2);
        QCOMPARE(edits[1][0].value<Edit>().request->at("workload").at("dtype").get<std::string>(), std::string("int8"));
    }

    void hoverAnswersWithTheFusedOperators() {
        EdgeView view;
        fixture::show(view, sceneOf(answer()), {800, 500});
        auto* canvas = view.findChild<EdgeCanvas*>();
        fixture::hover(canvas, canvas->places().pieces[0].center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("stem + relu")), qPrintable(QToolTip::text()));
    }

    void fastDevicesStandFirst() {
        const MatrixPicture picture = makeMatrixPicture(*answer());
        QCOMPARE(picture.devices, (std::vector<std::string>{"fast", "slow"}));
        QCOMPARE(picture.cell(1, 0).seconds, 0.04);
        MatrixView view;
        fixture::show(view, sceneOf(answer()), {600, 400});
        auto* canvas = view.findChild<MatrixCanvas*>();
        fixture::hover(canvas, canvas->places().cell(1, 0).center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("60.0 ms")), qPrintable(QToolTip::text()));
    }

    /// Rows and columns are called as the catalog calls them; headings break into lines instead of being cut.
    void theMatrixHasNames() {
        Entry fast, net;
        fast.id = "fast";
        fast.name = "A Fast Board (with a fan)";
        net.id = "net";
        net.name = "Some-Network V2 large";
        const Library library({fast, net});
        const MatrixPicture picture = makeMatrixPicture(*answer(), &library);
        QCOMPARE(picture.device_names, (std::vector<std::string>{"A Fast Board (with a fan)", "slow"}));
        QCOMPARE(picture.network_names, (std::vector<std::string>{"Some-Network V2 large"}));
        const double word = QFontMetricsF(QFont()).horizontalAdvance(QStringLiteral("Network WW"));
        MatrixLayout layout = layOutMatrix(picture, QFont(), {word / 0.62, 300});
        QVERIFY2(layout.headings.front().size() > 1, qPrintable(layout.headings.front().join(u'|')));
        QVERIFY(!layout.headings.front().join(QString()).contains(QChar(0x2026)));
        QVERIFY(layout.area.top() > layout.header.bottom());
        // A column that is narrower than the longest word gets a smaller font before anything is cut.
        const double narrow = 0.85 * QFontMetricsF(QFont()).horizontalAdvance(QStringLiteral("Network")) + 6.0;
        layout = layOutMatrix(picture, QFont(), {(narrow + 24.0) / 0.65, 300});
        QVERIFY(!layout.headings.front().join(QString()).contains(QChar(0x2026)));
        QVERIFY(QFontInfo(layout.heading_font).pixelSize() < QFontInfo(QFont()).pixelSize());
        layout = layOutMatrix(picture, QFont(), {1200, 300});
        QCOMPARE(layout.headings.front(), QStringList{QStringLiteral("Some-Network V2 large")});
        QCOMPARE(layout.heading_font, QFont());
    }

    /// Versions of one network stand at the ends of long names, and narrow headings still tell them apart.
    void narrowHeadingsDiffer() {
        MatrixPicture picture = makeMatrixPicture(*answer());
        picture.networks = {"v1", "v2"};
        picture.network_names = {"MobileNetV1 (1.0, 224)", "MobileNetV2 (1.0, 224)"};
        const double word = QFontMetricsF(QFont()).horizontalAdvance(QStringLiteral("Mobile"));
        const MatrixLayout layout = layOutMatrix(picture, QFont(), {1.8 * word / 0.62, 300});
        QVERIFY2(layout.headings[0].front().contains(QChar(0x2026)), qPrintable(layout.headings[0].front()));
        QVERIFY2(layout.headings[0] != layout.headings[1], qPrintable(layout.headings[0].join(u'|')));
    }

    /// Where not all devices have room, the wheel and the keys reach them all, and the corner says which are seen.
    void theMatrixScrolls() {
        Estimate estimate = *answer();
        Table& table = *std::ranges::find(estimate.tables, std::string("edge_matrix"), &Table::name);
        for (int i = 0; i < 60; ++i)
            table.rows.push_back(
                {"board " + std::to_string(i), std::string("net"), std::string("same device"), 0.1 + i, 0.1, 100.0});
        MatrixView view;
        fixture::show(view, sceneOf(std::make_shared<const Estimate>(estimate)), {600, 300});
        auto* canvas = view.findChild<MatrixCanvas*>();
        const std::size_t seen = canvas->places().rows;
        QVERIFY(seen > 3 && seen < 62);
        QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(canvas->places().first, std::size_t{1});
        QTest::keyClick(canvas, Qt::Key_End);
        QCOMPARE(canvas->places().first, 62 - seen);
        const QRectF last = canvas->places().cell(61, 0);
        QVERIFY(QRectF(canvas->rect()).contains(last));
        fixture::hover(canvas, last.center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("board 59")), qPrintable(QToolTip::text()));
        QWheelEvent up(QPointF(100, 100), canvas->mapToGlobal(QPointF(100, 100)), {}, {0, 120}, Qt::NoButton,
                       Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas, &up);
        QCOMPARE(canvas->places().first, 62 - seen - 3);
        QTest::keyClick(canvas, Qt::Key_Home);
        QCOMPARE(canvas->places().first, std::size_t{0});
    }

    void errorsFallWithMeasurements() {
        const TransferPicture picture = makeTransferPicture(*answer());
        const TransferLayout layout = layOutTransfer(picture, QFont(), {600, 400});
        QVERIFY(layout.at(3, 0.1).y() > layout.at(2, 0.3).y());
        QVERIFY(layout.at(3, 0.1).x() > layout.at(2, 0.3).x());
        QCOMPARE(picture.next.front().network, std::string("wide"));
    }

    void figuresDrawWhatTheViewsDraw() {
        EdgeView edge;
        MatrixView matrix;
        TransferView transfer;
        for (View* view : std::initializer_list<View*>{&edge, &matrix, &transfer})
            fixture::show(*view, sceneOf(answer()), {600, 400});
        QVERIFY(inked(figureOf(edge)) > 5000);
        QVERIFY(inked(figureOf(matrix)) > 5000);
        QVERIFY(inked(figureOf(transfer)) > 1000);
        QCOMPARE(edge.figureData().rows.size(), std::size_t{3});
        QCOMPARE(matrix.figureData().rows.size(), std::size_t{2});
        QCOMPARE(transfer.figureData().rows.size(), std::size_t{3});
    }

    /// The number of samples is dragged along the curves; the order of both ways follows.
    void draggingTheSamplesShowsTheirOrder() {
        SchedulesView view;
        view.setStudy(tuningStudy());
        fixture::show(view, sceneOf(answer()), {900, 500});
        const SchedulesPicture before = view.canvas().picture();
        QCOMPARE(before.learning.size(), std::size_t{3});
        QCOMPARE(before.chosen, std::size_t{2});
        QVERIFY(before.learning.back().rank > before.learning.front().rank);
        auto* canvas = view.findChild<SchedulesCanvas*>();
        const SchedulesLayout layout = canvas->places();
        const auto at = [&](double samples) { return layout.quality(samples, 0.3).toPoint(); };
        QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, at(static_cast<double>(before.point().samples)));
        fixture::drag(canvas, at(22));
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, at(22));
        fixture::settle();
        const SchedulesPicture after = view.canvas().picture();
        QCOMPARE(after.point().samples, std::size_t{20});
        QCOMPARE(after.ranks.size(), before.ranks.size());
        bool moved = false;
        for (std::size_t i = 0; i < after.ranks.size(); ++i) {
            QCOMPARE(after.ranks[i].configuration, before.ranks[i].configuration); // the same configurations
            moved = moved || after.ranks[i].predicted_rank != before.ranks[i].predicted_rank;
        }
        QVERIFY(moved);
        QTest::keyClick(canvas, Qt::Key_Right);
        fixture::settle();
        QCOMPARE(view.canvas().picture().point().samples, std::size_t{60});
        SchedulesView restored;
        restored.restoreState(view.saveState());
        restored.setStudy(tuningStudy());
        fixture::show(restored, sceneOf(answer()), {900, 500});
        QCOMPARE(restored.canvas().picture().point().samples, std::size_t{60});
    }

    /// A negative rank correlation stands below 0, and a median error above 100 % gets an arrow.
    void valuesOutsideOfTheAxisAreSeen() {
        auto study = *tuningStudy();
        const auto placesAndFigure = [](const exchange::TuningStudy& shown) {
            SchedulesView view;
            view.setStudy(std::make_shared<const exchange::TuningStudy>(shown));
            fixture::show(view, sceneOf(answer()), {900, 500});
            return std::pair(view.findChild<SchedulesCanvas*>()->places(), figureOf(view));
        };
        study.study.fits.front().rank = -0.4;
        study.study.fits.front().error = 1.0;
        const auto [layout, at_the_top] = placesAndFigure(study);
        QCOMPARE(layout.least_share, -0.4);
        QCOMPARE(layout.quality(20, -0.4).y(), layout.learning.bottom());
        QCOMPARE(layout.quality(20, 1.0).y(), layout.learning.top());
        QVERIFY(layout.quality(20, 0.0).y() < layout.learning.bottom() - 10.0);
        study.study.fits.front().error = 1.7;
        const auto [same, above] = placesAndFigure(study);
        QCOMPARE(same.quality(20, 1.7), same.quality(20, 1.0));
        QVERIFY(above != at_the_top);
    }

    void aPointTellsItsConfiguration() {
        SchedulesView view;
        view.setStudy(tuningStudy());
        fixture::show(view, sceneOf(answer()), {900, 500});
        auto* canvas = view.findChild<SchedulesCanvas*>();
        const RankPoint& point = view.canvas().picture().ranks.front();
        QCOMPARE(point.measured_rank, 1.0);
        const PictureHit hit = schedulesHit(view.canvas().picture(), canvas->places(), canvas->look(),
                                            canvas->places().order(point.predicted_rank, 1.0));
        QVERIFY2(hit.text.contains(QLatin1String("tile=")), qPrintable(hit.text));
        for (const std::string& next : view.canvas().picture().next)
            QVERIFY2(next.starts_with("tile="), next.c_str());
        const SchedulesLayout narrow = layOutSchedules(view.canvas().picture(), QFont(), {300, 400});
        QVERIFY(narrow.ranks.top() > narrow.learning.bottom()); // one below the other
        QCOMPARE(narrow.legend.size(), std::size_t{4});
        for (const QRectF& entry : narrow.legend)
            QVERIFY(entry.left() < 300 && entry.bottom() < narrow.learning.top());
        QVERIFY(canvas->places().ranks.left() > canvas->places().learning.right());
    }

    void schedulesAreExported() {
        SchedulesView view;
        fixture::show(view, sceneOf(answer()), {600, 400});
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->isVisible());
        QVERIFY(view.figureData().rows.empty());
        QCOMPARE(inked(figureOf(view)), 0);
        view.setStudy(tuningStudy());
        fixture::settle();
        QVERIFY(!view.findChild<QLabel*>(QStringLiteral("message"))->isVisible());
        QVERIFY(inked(figureOf(view)) > 3000);
        const SchedulesPicture picture = view.canvas().picture();
        QCOMPARE(view.figureData().rows.size(), picture.learning.size() + picture.ranks.size() + picture.next.size());
    }

    void otherDesignsGetASentence() {
        EdgeView view;
        fixture::show(view, sceneOf(fixture::designA()), {600, 400});
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->isVisible());
        QVERIFY(!view.findChild<QWidget*>(QStringLiteral("setting_workload_batch"))->isVisible());
    }
};

QTEST_MAIN(EdgeTest)
#include "edge_test.moc"
