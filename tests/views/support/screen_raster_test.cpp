// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/screen_raster.h"

#include <QTest>

using namespace strata::views;

namespace {

QImage filled(const QSize& size, QRgb premultiplied) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x)
            reinterpret_cast<QRgb*>(image.scanLine(y))[x] = premultiplied;
    return image;
}

QRgb at(const QImage& image, int x, int y) { return reinterpret_cast<const QRgb*>(image.constScanLine(y))[x]; }

double alphaOf(const QImage& image) {
    double sum = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            sum += qAlpha(at(image, x, y)) / 255.0;
    return sum;
}

} // namespace

/// Pictures that are made by hand for the screen.
class ScreenRasterTest : public QObject {
    Q_OBJECT

private slots:
    void oneColourStaysOneColour() {
        const QRgb color = qPremultiply(qRgba(10, 120, 250, 180));
        const QImage large = enlarged(filled({5, 4}, color), {61, 47});
        QCOMPARE(large.size(), QSize(61, 47));
        for (int y = 0; y < large.height(); ++y)
            for (int x = 0; x < large.width(); ++x) {
                for (const int shift : {0, 8, 16, 24}) {
                    const int is = static_cast<int>(at(large, x, y) >> shift & 255U);
                    QVERIFY(std::abs(is - static_cast<int>(color >> shift & 255U)) <= 2);
                }
            }
    }

    void stepsBecomeRamps() {
        QImage image = filled({2, 1}, qRgba(0, 0, 0, 0));
        reinterpret_cast<QRgb*>(image.scanLine(0))[1] = qRgba(200, 200, 200, 200);
        const QImage large = enlarged(image, {40, 3});
        QCOMPARE(at(large, 0, 1), qRgba(0, 0, 0, 0));
        QCOMPARE(qAlpha(at(large, 39, 1)), 200);
        for (int x = 1; x < 40; ++x)
            QVERIFY(qAlpha(at(large, x, 1)) >= qAlpha(at(large, x - 1, 1)));
        QVERIFY(std::abs(qAlpha(at(large, 20, 1)) - 100) <= 10);
    }

    /// A column, or in steep ones a line, is covered by as much as the line is thick.
    void linesCoverTheirLength_data() {
        QTest::addColumn<QPointF>("to");
        QTest::addColumn<int>("width");
        QTest::newRow("flat") << QPointF(50, 12) << 1;
        QTest::newRow("upwards") << QPointF(50, 2) << 1;
        QTest::newRow("steep") << QPointF(20, 50) << 1;
        QTest::newRow("backwards") << QPointF(1, 30) << 1;
        QTest::newRow("thick") << QPointF(50, 20) << 2;
    }
    void linesCoverTheirLength() {
        QFETCH(QPointF, to);
        QFETCH(int, width);
        QImage image = filled({60, 60}, 0);
        const QPointF from(10, 12);
        blendLine(image, from, to, qRgba(255, 0, 0, 255), width);
        const double length = std::max(std::abs(to.x() - from.x()), std::abs(to.y() - from.y()));
        QVERIFY2(std::abs(alphaOf(image) - length * width) < 0.05 * length * width,
                 qPrintable(QString::number(alphaOf(image))));
    }

    void translucentLinesAddUp() {
        QImage image = filled({20, 3}, 0);
        const QRgb faint = qPremultiply(qRgba(0, 114, 178, 90));
        blendLine(image, {0, 1.5}, {20, 1.5}, faint, 1);
        const int once = qAlpha(at(image, 10, 1));
        blendLine(image, {0, 1.5}, {20, 1.5}, faint, 1);
        const int twice = qAlpha(at(image, 10, 1));
        QVERIFY(std::abs(once - 90) <= 2);
        QVERIFY(std::abs(twice - 148) <= 4); // 1 - (1 - 90 / 255)^2
        for (int i = 0; i < 60; ++i)
            blendLine(image, {0, 1.5}, {20, 1.5}, qRgba(255, 255, 255, 255), 1);
        QCOMPARE(at(image, 10, 1), qRgba(255, 255, 255, 255));
    }

    void nothingIsDrawnOutside() {
        QImage image = filled({10, 10}, 0);
        blendLine(image, {-30, -20}, {40, 45}, qRgba(255, 255, 255, 255), 3);
        QVERIFY(alphaOf(image) > 0);
        blendLine(image, {20, 20}, {30, 25}, qRgba(255, 255, 255, 255), 1);
        blendLine(image, {5, 5}, {5, 5}, qRgba(255, 255, 255, 255), 1);
    }
};

QTEST_MAIN(ScreenRasterTest)
#include "screen_raster_test.moc"
