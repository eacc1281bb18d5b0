// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "tests/views/fixtures/training_fixture.h"

#include "core/catalog/library.h"
#include "core/evaluate/resolve.h"
#include "views/cluster/cluster_canvas.h"
#include "views/cluster/cluster_text.h"
#include "views/cluster/cluster_view.h"
#include "views/cluster/degree_handles.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QComboBox>
#include <QElapsedTimer>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>
#include <set>

using namespace strata;
using namespace strata::views;
using fixture::act;

class ClusterTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void groupsAreRanksAStrideApart() {
        const GroupKind data{"data", 2, 4, false}; // tp 4, dp 2: ranks 0 and 4, 1 and 5, ..., 8 and 12, ...
        QCOMPARE(data.coordinate(5), std::uint64_t{1});
        QCOMPARE(data.member(5, 0), std::uint64_t{1});
        QCOMPARE(data.group(5), data.group(1));
        QVERIFY(data.group(5) != data.group(2));
        QVERIFY(data.group(9) != data.group(1));
        QCOMPARE(data.group(13), data.group(9));
        std::set<std::uint64_t> groups;
        for (std::uint64_t rank = 0; rank < 64; ++rank)
            groups.insert(data.group(rank));
        QCOMPARE(groups.size(), std::size_t{32});
        QCOMPARE(*groups.rbegin(), std::uint64_t{31}); // numbered without gaps
    }

    void planAndFabricComeFromTheRequest() {
        const ClusterPicture picture = pictureOf(*request(), nullptr);
        QCOMPARE(picture.devices, std::uint64_t{64});
        QCOMPARE(picture.per_domain, std::uint64_t{8});
        QCOMPARE(picture.domains(), std::uint64_t{8});
        QCOMPARE(picture.kinds.size(), std::size_t{3});
        QCOMPARE(picture.kinds[2].name, std::string("pipeline"));
        QCOMPARE(picture.kinds[2].stride, std::uint64_t{8});
        QVERIFY(picture.kinds[2].crosses_nodes && !picture.kinds[0].crosses_nodes);
        QVERIFY(picture.scale_out && !picture.scale_out->use && !picture.scale_up[0].use);
    }

    void linksTellWhatTheEstimateTells() {
        const auto estimate = fixture::trainingEstimate();
        const double whole = estimate->findParts("iteration_s")->value;
        const ClusterPicture picture = pictureOf(*request(), estimate.get());
        QCOMPARE(*picture.scale_up[0].use, 0.25);
        QCOMPARE(*picture.scale_up[0].bytes, 9e9);
        QCOMPARE(*picture.scale_out->use, 0.125);
        // tp 4 and dp 2 meet inside nodes of eight, stages between them; the fixture has no messages between
        // stages.
        QVERIFY(std::abs(*picture.scale_up[0].waits - 5e-3 / whole) < 1e-12);
        QCOMPARE(*picture.scale_out->waits, 0.0);
        const QString link = levelText(picture.scale_up[0], QLocale::c());
        QVERIFY2(link.startsWith(QLatin1String("NVLink, switch, 450 GB/s: 8.38 GiB a device")), qPrintable(link));
        QVERIFY2(link.endsWith(QLatin1String(", 25.0 % busy")), qPrintable(link));
    }

    /// Every method of a collective says what the links carry, and the default one does.
    void collectivesColourTheirLinks() {
        for (const char* method : {"network.nccl", "network.alpha-beta", "network.step", "network.link"}) {
            Json collective{{"kind", "collective"},
                            {"hardware", "dgx-h100"},
                            {"method", method},
                            {"workload", {{"collective", "all_reduce"}, {"bytes", 1e9}, {"ranks", 32}}}};
            const auto estimate = evaluate(collective, Context{*library_, {}, nullptr});
            QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
            const ClusterPicture picture = pictureOf(collective, &*estimate);
            QVERIFY2(picture.scale_up[0].use && *picture.scale_up[0].use > 0.0, method);
            QVERIFY2(*picture.scale_up[0].use <= 1.0 && *picture.scale_out->use <= 1.0, method);
            const double sent = *picture.scale_up[0].bytes + *picture.scale_out->bytes;
            QVERIFY2(std::abs(sent / (2.0 * 31.0 / 32.0 * 1e9) - 1.0) < 1e-9, qPrintable(QString::number(sent)));
        }
    }

    /// 64 of a pod of 16 x 16 x 16 are 4 x 4 x 4.
    void partsOfATorusAreDrawnAsTheyAre() {
        const Json collective{{"kind", "collective"},
                              {"hardware", "tpu-v4-pod"},
                              {"workload", {{"collective", "all_reduce"}, {"bytes", 1e6}, {"ranks", 64}}}};
        const ClusterPicture picture = pictureOf(collective, nullptr);
        QCOMPARE(picture.scale_up.size(), std::size_t{3});
        for (const hardware::ScaleUpLevel& level : picture.cluster.scale_up)
            QCOMPARE(level.devices, 4u);
        QCOMPARE(picture.scale_up[2].devices, std::uint64_t{64});
        QVERIFY(groupSummary(picture, {0, 0}, QLocale::c()).contains(QLatin1String("all 64 ranks")));
    }

    void everyDeviceHasAPlaceOfItsOwn() {
        for (const char* hardware : {"dgx-h100", "gb200-nvl72", "tpu-v4-pod"}) {
            Json collective{{"kind", "collective"},
                            {"hardware", hardware},
                            {"workload", {{"collective", "all_reduce"}, {"bytes", 1e6}, {"ranks", 64}}}};
            const ClusterPicture picture = pictureOf(collective, nullptr);
            QVERIFY2(!picture.empty(), hardware);
            const ClusterLayout layout = layOutCluster(picture, QFont(), {900, 600}, 20);
            QCOMPARE(layout.detail, ClusterLayout::Detail::Devices);
            for (std::uint64_t rank = 0; rank < picture.devices; ++rank) {
                const auto cell = rank / picture.per_domain;
                const QRectF place = layout.devicePlace(cell, rank % picture.per_domain);
                QVERIFY(layout.cellPlace(cell).contains(place));
                QVERIFY(layout.shown.adjusted(-1, -1, 1, 1).contains(place));
                const auto found = clusterPlaceAt(picture, layout, place.center());
                QVERIFY(found && found->rank);
                QCOMPARE(*found->rank, rank);
            }
        }
    }

    void aHundredThousandDevicesCollapseAndAreDrawnInAFrame() {
        ClusterPicture picture = pictureOf(*request(), nullptr);
        picture.devices = 100'000;
        picture.kinds = {{"tensor", 8, 1, false}, {"data", 1250, 8, true}, {"pipeline", 10, 10'000, true}};
        PictureLook look;
        look.theme = theme(false);
        const Legend legend = clusterLegend(picture, look, 900);
        QImage image(1000, 700, QImage::Format_ARGB32_Premultiplied);
        qint64 best = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 5; ++i) {
            image.fill(look.theme.surface);
            QPainter painter(&image);
            QElapsedTimer timer;
            timer.start();
            const ClusterLayout layout = layOutCluster(picture, look.font, {1000, 700}, legend.height());
            paintCluster(painter, picture, layout, {2, 4321}, legend, look);
            best = std::min(best, timer.nsecsElapsed());
            QCOMPARE(layout.detail, ClusterLayout::Detail::Domains);
            QCOMPARE(layout.cells, std::uint64_t{12'500});
        }
        qInfo("100,000 devices: %.1f ms", static_cast<double>(best) * 1e-6);
        QVERIFY(best < 33'000'000);
        // In a small view many nodes share a square; zoomed in, devices have their own again.
        QCOMPARE(layOutCluster(picture, look.font, {300, 200}, 20).detail, ClusterLayout::Detail::Pods);
        QCOMPARE(layOutCluster(picture, look.font, {1000, 700}, 20, {0.5, 0.5, 0.1, 0.1}).detail,
                 ClusterLayout::Detail::Devices);
    }

    void clickAndHoverTellTheGroups() {
        ClusterView view;
        show(view, scene(fixture::trainingEstimate()));
        const ClusterLayout places = view.canvas().places();
        const QPoint at = places.devicePlace(3, 5).center().toPoint(); // rank 29: tensor 1, data 1, stage 3
        fixture::hover(canvas(view), at);
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Rank 29")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QLatin1String("Tensor: 1 of 4, with ranks 28, 29, 30, 31")),
                 qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QLatin1String("Data: 1 of 2, with ranks 25, 29")));
        QVERIFY(QToolTip::text().contains(QLatin1String("Pipeline group: 3 of 8, with ranks 5, 13, 21, 29")));
        fixture::hover(canvas(view), places.switchPlace(3).center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("8.38 GiB a device, 25.0 % busy")),
                     qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QLatin1String("waits for collectives on it")));
        fixture::hover(canvas(view), places.out_bar.center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("954 MiB a device, 12.5 % busy")),
                     qPrintable(QToolTip::text()));
        act(view, [&] { QTest::mouseClick(canvas(view), Qt::LeftButton, {}, at); });
        QVERIFY(view.saveState().find("\"rank\":29") != std::string::npos);
        auto* kinds = view.findChild<QComboBox*>(QStringLiteral("groups"));
        QCOMPARE(kinds->count(), 3);
        act(view, [&] {
            kinds->setCurrentIndex(2);
            emit kinds->activated(2);
        });
        // The chosen stage group is strong: one device in each node, the others tinted.
        const QImage image = canvas(view)->grab().toImage();
        const double ratio = image.devicePixelRatio();
        const auto color = [&](std::uint64_t cell, std::uint64_t device) {
            const QPointF corner = places.devicePlace(cell, device).topLeft() + QPointF(4, 4);
            return image.pixelColor((corner * ratio).toPoint());
        };
        QCOMPARE(color(0, 5), color(7, 5));
        QVERIFY(color(0, 5).saturation() > color(0, 4).saturation() + 40);
        ClusterView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
    }

    void wheelZoomsAndDragMoves() {
        ClusterView view;
        show(view, scene(fixture::trainingEstimate()));
        const QPointF middle = view.canvas().places().shown.center();
        QWheelEvent wheel(middle, canvas(view)->mapToGlobal(middle), {}, QPoint(0, 360), Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas(view), &wheel);
        const QRectF zoomed = view.canvas().zoom();
        QVERIFY(zoomed.width() < 0.6);
        QTest::mousePress(canvas(view), Qt::LeftButton, {}, middle.toPoint());
        fixture::drag(canvas(view), middle.toPoint() + QPoint(50, 30));
        QVERIFY(view.canvas().zoom().left() < zoomed.left());
        QTest::mouseRelease(canvas(view), Qt::LeftButton, {}, middle.toPoint() + QPoint(50, 30));
        QTest::mouseDClick(canvas(view), Qt::LeftButton, {}, middle.toPoint());
        QCOMPARE(view.canvas().zoom().width(), 1.0);
    }

    void draggingADegreeLaysThePlanAnew() {
        ClusterView view;
        show(view, scene(fixture::trainingEstimate()));
        std::vector<Edit> edits;
        connect(&view, &View::edited, this, [&](const Edit& edit) { edits.push_back(edit); });
        auto* handle = view.findChild<DegreeHandle*>(QStringLiteral("degree_tp"));
        QVERIFY(handle != nullptr && handle->isVisible());
        QCOMPARE(legalDegrees(*request(), *library_, "tp"), (std::vector<std::uint32_t>{1, 2, 4, 8}));
        QTest::mousePress(handle, Qt::LeftButton, {}, QPoint(10, 8));
        fixture::drag(handle, QPoint(10 + static_cast<int>(DegreeHandle::kStep), 8));
        QCOMPARE(edits.size(), std::size_t{1});
        QCOMPARE(degreeOf(*edits[0].request, "tp"), 8u);
        QCOMPARE(degreeOf(*edits[0].request, "dp"), 1u); // 64 devices, 8 stages
        fixture::drag(handle, QPoint(10 - static_cast<int>(DegreeHandle::kStep), 8));
        QCOMPARE(degreeOf(*edits[1].request, "tp"), 2u);
        QCOMPARE(edits[0].gesture, edits[1].gesture);
        QVERIFY(!edits[0].gesture.isEmpty());
        QTest::mouseRelease(handle, Qt::LeftButton);
        // The picture follows the request, before there is an answer to it.
        Scene next = *scene(fixture::trainingEstimate());
        next.designs[0].design.request = edits[0].request;
        next.designs[0].resolved = sharedResolved(*edits[0].request, *library_);
        next.designs[0].stale = true;
        act(view, [&] { view.setScene(std::make_shared<const Scene>(next)); });
        QCOMPARE(view.findChild<QComboBox*>(QStringLiteral("groups"))->count(), 2);
    }

    void otherKindsSayWhatIsNeeded() {
        ClusterView view;
        show(view, fixture::scene(false));
        const QString text = view.findChild<QLabel*>(QStringLiteral("message"))->text();
        QVERIFY2(text.contains(QLatin1String("cluster of a training step")), qPrintable(text));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    ClusterPicture pictureOf(const Json& request, const Estimate* estimate) const {
        const auto resolved = sharedResolved(request, *library_);
        return resolved ? makeClusterPicture(resolved->query, estimate) : ClusterPicture();
    }

    static std::shared_ptr<const Json> request() {
        return std::make_shared<const Json>(Json{
            {"kind", "training"},
            {"hardware", {{"cluster", "dgx-h100"}, {"devices", 64}}},
            {"workload", {{"model", "llama3.1-70b"}, {"sequence", 8192}, {"global_batch", 128}, {"precision", "bf16"}}},
            {"plan", {{"tp", 4}, {"pp", 8}, {"dp", 2}, {"micro_batch", 1}, {"zero", 1}}}});
    }

    std::shared_ptr<const Scene> scene(std::shared_ptr<const Estimate> estimate) const {
        Scene result = *fixture::trainingScene(std::move(estimate));
        result.designs[0].design.request = request();
        result.designs[0].resolved = sharedResolved(*request(), *library_);
        result.library = library_;
        return std::make_shared<const Scene>(std::move(result));
    }

    static QWidget* canvas(ClusterView& view) { return view.findChild<QWidget*>(QStringLiteral("canvas")); }

    static void show(ClusterView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {820, 560});
    }

    std::shared_ptr<const Library> library_;
};

QTEST_MAIN(ClusterTest)
#include "cluster_test.moc"
