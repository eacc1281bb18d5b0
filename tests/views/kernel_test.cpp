// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/gpu_fixture.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/kernel/kernel_canvas.h"
#include "views/kernel/kernel_view.h"
#include "views/support/theme/color_map.h"
#include "views/support/theme/theme.h"

#include <cmath>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;
using fixture::act;
using fixture::settle;

class KernelTest : public QObject {
    Q_OBJECT

private slots:
    void pictureHasTheNumbersOfTheEstimate() {
        const auto estimate = fixture::kernelEstimate();
        const KernelPicture picture = makeKernelPicture(*estimate, {});
        QCOMPARE(picture.seconds, estimate->findParts("latency_s")->value);
        const auto grid = picture.tiling.grid();
        QVERIFY(grid.has_value());
        QCOMPARE(grid->rows, 8);
        QCOMPARE(grid->cols, 17);
        QCOMPARE(picture.tiling.waveCount(), 2);
        QCOMPARE(*picture.tiling.tailBlocks(), 4.0);
        QCOMPARE(picture.occupancy.size(), std::size_t{4});
        QCOMPARE(picture.occupancy[0].used, 168.0 * 384.0 * 4.0);
        QVERIFY(picture.occupancy[0].binds && !picture.occupancy[1].binds);
        double sum = 0.0;
        for (const KernelTimePiece& piece : picture.pieces)
            sum += piece.seconds;
        QCOMPARE(sum, picture.seconds);
    }

    void drawnTilesAndIdleSmsEqualTheNumbers() {
        const KernelPicture picture = makeKernelPicture(*fixture::kernelEstimate(), {});
        const KernelLayout layout = layOutKernel(picture, nullptr, QFont(), 720);
        QCOMPARE(layout.tiles.size(), std::size_t{136});
        QCOMPARE(std::ranges::count_if(layout.tiles, &TileCell::in_tail), 4);
        QCOMPARE(std::ranges::count_if(layout.tiles, [](const TileCell& cell) { return cell.wave == 0.0; }), 132);
        QCOMPARE(layout.sms.size(), std::size_t{132});
        QCOMPARE(std::ranges::count_if(layout.sms, [](const SmCell& sm) { return sm.tail_blocks > 0.0; }), 4);
        double width = 0.0;
        for (const QRectF& piece : layout.time_pieces)
            width += piece.width();
        QVERIFY(std::abs(width - layout.time_bar.width()) < 1e-6);
        QVERIFY(std::abs(layout.time_pieces[0].width() / layout.time_pieces[2].width() - 20.0 / 12.0) < 1e-9);
    }

    void manyTilesArePooled() {
        KernelPicture picture = makeKernelPicture(*fixture::kernelEstimate(), {});
        picture.tiling.output_rows = 128.0 * 3000;
        picture.tiling.output_cols = 128.0 * 700;
        picture.tiling.tiles = 3000.0 * 700.0;
        picture.tiling.waves = 3000.0 * 700.0 / 132.0;
        const KernelLayout layout = layOutKernel(picture, nullptr, QFont(), 720);
        QVERIFY(static_cast<std::int64_t>(layout.tiles.size()) <= kMostCells);
        std::int64_t tiles = 0;
        for (const TileCell& cell : layout.tiles) {
            tiles += cell.rows * cell.cols;
            QVERIFY(layout.tiles_area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(cell.place));
        }
        QCOMPARE(tiles, 3000 * 700);
    }

    void tilesThatDoNotMakeUpTheNumberAreNotDrawn() {
        KernelPicture picture = makeKernelPicture(*fixture::kernelEstimate(), {});
        picture.tiling.tiles = 137.0;
        QVERIFY(!picture.tiling.grid());
        QVERIFY(layOutKernel(picture, nullptr, QFont(), 720).tiles.empty());
    }

    void viridisIsThePublishedMap() {
        QCOMPARE(viridis(0.0), QColor(68, 1, 84));
        QCOMPARE(viridis(1.0), QColor(253, 231, 37));
        QVERIFY(viridis(0.3).lightness() < viridis(0.7).lightness());
    }

    void operatorsOfAModelTheLongestFirst() {
        KernelView view;
        show(view, fixture::gpuScene(fixture::modelEstimate(), fixture::modelEstimate(0.5)));
        auto* box = view.findChild<QComboBox*>(QStringLiteral("operator"));
        QCOMPARE(box->count(), 9);
        QCOMPARE(box->itemData(0).toString(), QStringLiteral("layers.mlp.up"));
        QCOMPARE(view.canvas().picture().seconds, 12.0e-3);
        act(view, [&] { QTest::keyClick(view.findChild<QWidget*>(QStringLiteral("canvas")), Qt::Key_Down); });
        QCOMPARE(view.canvas().picture().name, std::string("layers.mlp.down"));
        QVERIFY(!view.canvas().boxes().twin_pieces.empty());
        KernelView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
        show(other, fixture::gpuScene(fixture::modelEstimate()));
        QCOMPARE(other.canvas().picture().name, std::string("layers.mlp.down"));
    }

    void hoverAnswers() {
        KernelView view;
        show(view, fixture::gpuScene(fixture::kernelEstimate(), fixture::kernelEstimate(0.5)));
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("canvas"));
        const KernelLayout& boxes = view.canvas().boxes();
        const auto over = [&](const QRectF& place) { fixture::hover(canvas, place.center().toPoint()); };
        over(boxes.tiles.back().place);
        QTRY_VERIFY(QToolTip::isVisible());
        QVERIFY2(QToolTip::text().contains(QLatin1String("Wave 2 of 2")), qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QLatin1String("row 8, column 17")));
        over(boxes.sms.back().place);
        QTRY_VERIFY(QToolTip::text().contains(QLatin1String("0 of 1 blocks in the last wave")));
        over(boxes.occupancy[0].bar);
        QTRY_VERIFY(QToolTip::text().contains(QLatin1String("Another block would not fit")));
        over(boxes.time_pieces[0]);
        QTRY_VERIFY(QToolTip::text().contains(QLatin1String("18.3 GFLOP / 0.9 PFLOP/s")));
        QVERIFY2(QToolTip::text().contains(QLatin1String("Baseline B")), qPrintable(QToolTip::text()));
    }

    void aDragRefreshesOnceATurn() {
        KernelView view;
        show(view, fixture::gpuScene(fixture::kernelEstimate()));
        QSignalSpy told(&view, &View::refreshed);
        for (int i = 1; i <= 8; ++i)
            view.setScene(fixture::gpuScene(fixture::kernelEstimate(1.0 + i)));
        QTRY_VERIFY(told.count() > 0);
        settle();
        QCOMPARE(told.count(), 1);
        QCOMPARE(view.canvas().picture().seconds, fixture::kernelEstimate(9.0)->findParts("latency_s")->value);
    }

    void otherKindsSayWhatIsNeeded() {
        KernelView view;
        show(view, fixture::scene(false));
        const QString text = view.findChild<QLabel*>(QStringLiteral("message"))->text();
        QVERIFY2(text.contains(QLatin1String("draws kernels on a GPU")), qPrintable(text));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    static void show(KernelView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {720, 640});
    }
};

QTEST_MAIN(KernelTest)
#include "kernel_test.moc"
