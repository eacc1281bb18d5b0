// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "tests/views/fixtures/training_fixture.h"
#include "views/memory/memory_painter.h"
#include "views/memory/memory_view.h"
#include "views/support/theme/theme.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;
using fixture::settle;

class MemoryTest : public QObject {
    Q_OBJECT

private slots:
    void barsAreTheRowsOfEitherTable() {
        const MemoryPicture picture = makeMemoryPicture(*fixture::trainingEstimate());
        QCOMPARE(picture.stages.size(), std::size_t{4});
        QCOMPARE(picture.stages[0].total_bytes, 60e9);
        QCOMPARE(picture.fullest()->stage, 0);
        QCOMPARE(*picture.stages[3].capacity_bytes, 80e9);
        QCOMPARE(picture.stages[3].overBytes(), 0.0);
        Estimate renamed = *fixture::trainingEstimate();
        renamed.tables[0].name = "memory_by_stage";
        renamed.tables[0].columns[6] = "total_bytes";
        renamed.tables[0].columns[7] = "capacity_bytes";
        QCOMPARE(*makeMemoryPicture(renamed).stages[3].capacity_bytes, 80e9);
        QCOMPARE(makeMemoryPicture(renamed).stages[0].total_bytes, 60e9);
    }

    void heightsAreBytes() {
        const MemoryPicture picture = makeMemoryPicture(*fixture::trainingEstimate());
        const MemoryLayout layout = layOutMemory(picture, nullptr, QFont(), {600, 400}, 20);
        const StagePlace& place = layout.stages[0];
        const double per_byte = layout.area.height() / layout.most;
        QVERIFY(std::abs(place.bar.height() - 60e9 * per_byte) < 1e-6);
        QVERIFY(std::abs(place.pieces[0].height() - 0.2 * 36e9 * per_byte) < 1e-6);
        QVERIFY(place.over.isEmpty());
        QVERIFY(layout.advice.isEmpty());
    }

    void whatDoesNotFitIsHatchedWithItsRemedy() {
        fixture::TrainingShape shape;
        shape.memory_bytes = 90e9;
        MemoryView view;
        show(view, fixture::trainingScene(fixture::trainingEstimate(shape)));
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->isHidden());
        const MemoryLayout layout = view.canvas().places();
        QVERIFY(!layout.advice.isEmpty());
        QVERIFY(!layout.stages[0].over.isEmpty());
        QVERIFY(std::abs(layout.stages[0].over.bottom() - layout.y(80e9)) < 1e-6);
        const QImage image = view.grab().toImage();
        const QRectF over = layout.stages[0].over.translated(canvas(view)->pos());
        const double ratio = image.devicePixelRatio();
        int red = 0;
        for (int y = static_cast<int>(over.top() * ratio); y < static_cast<int>(over.bottom() * ratio); ++y)
            for (int x = static_cast<int>(over.left() * ratio); x < static_cast<int>(over.right() * ratio); ++x) {
                const QColor pixel = image.pixelColor(x, y);
                red += pixel.red() > 150 && pixel.green() < 130 && pixel.blue() < 130 ? 1 : 0;
            }
        QVERIFY2(red > 20, qPrintable(QString::number(red)));
        fixture::hover(canvas(view), layout.stages[0].pieces[3].center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("9.31 GiB over")), qPrintable(QToolTip::text()));
    }

    void hoverAnswersWithTheBaseline() {
        MemoryView view;
        fixture::TrainingShape fewer;
        fewer.stages = 2;
        fewer.memory_bytes = 70e9;
        show(view, fixture::trainingScene(fixture::trainingEstimate(), fixture::trainingEstimate(fewer)));
        const MemoryLayout layout = view.canvas().places();
        QVERIFY(layout.stages[2].twin.isEmpty());
        fixture::hover(canvas(view), layout.stages[1].pieces[2].center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Optimizer states")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QLatin1String("Baseline B: 19.6 GiB")), qPrintable(QToolTip::text()));
        fixture::hover(canvas(view), layout.stages[0].twin_pieces[3].center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Stage 0 holds 65.2 GiB")), qPrintable(QToolTip::text()));
        QCOMPARE(view.figureData().rows.size(), std::size_t{6 * (4 + 2)});
        MemoryView other;
        other.restoreState(R"({"compare": false})");
        QCOMPARE(other.saveState(), std::string(R"({"compare":false})"));
    }

    void aDragRefreshesOnceATurn() {
        MemoryView view;
        show(view, fixture::trainingScene(fixture::trainingEstimate()));
        QSignalSpy told(&view, &View::refreshed);
        for (int i = 1; i <= 8; ++i) {
            fixture::TrainingShape shape;
            shape.memory_bytes = i * 10e9;
            view.setScene(fixture::trainingScene(fixture::trainingEstimate(shape)));
        }
        QTRY_VERIFY(told.count() > 0);
        settle();
        QCOMPARE(told.count(), 1);
        QCOMPARE(view.canvas().picture().stages[0].total_bytes, 80e9);
    }

    void otherKindsSayWhatIsNeeded() {
        MemoryView view;
        show(view, fixture::scene(false));
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->text().contains(QLatin1String("training step")));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    static QWidget* canvas(MemoryView& view) { return view.findChild<QWidget*>(QStringLiteral("canvas")); }

    static void show(MemoryView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {640, 420});
    }
};

QTEST_MAIN(MemoryTest)
#include "memory_test.moc"
