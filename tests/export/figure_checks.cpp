// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/figure_checks.h"

#include "tests/export/svg_box.h"
#include "views/figure/figure_export.h"
#include "views/support/base/view.h"
#include "views/support/theme/theme.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace strata::fixture {
namespace {

using namespace strata::views;

/// PDFs and texts differ in which spaces may break a line.
QString plainSpaces(QString text) { return text.replace(QChar(0xa0), QLatin1Char(' ')); }

QString textOfPdf(const QString& path) {
    QProcess process;
    process.start(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), path, QStringLiteral("-")});
    process.waitForFinished();
    return plainSpaces(QString::fromUtf8(process.readAllStandardOutput()));
}

} // namespace

void checkNumbers(const View& view, const QString& id, const QTemporaryDir& folder, double width_mm) {
    FigureSpec spec;
    spec.path = folder.filePath(id + QStringLiteral(".pdf")).toStdString();
    spec.width_mm = width_mm;
    const auto paths = exportFigure(view, id.toStdString(), spec);
    QVERIFY2(paths, paths ? "" : describe(paths.error()).c_str());
    QFile csv(folder.filePath(id + QStringLiteral(".csv")));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll(), QByteArray::fromStdString(toCsv(view.figureData())));
}

void checkNumbersAndWords(const View& view, const QString& id, const QStringList& words, const QTemporaryDir& folder) {
    checkNumbers(view, id, folder, 177.8);
    if (QTest::currentTestFailed()) return;
    QVERIFY(view.figureData().rows.size() > 10);
    if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
        QSKIP("poppler-utils is not installed: text of the PDF is not checked");
    const QString text = textOfPdf(folder.filePath(id + QStringLiteral(".pdf")));
    for (const QString& word : words)
        QVERIFY2(text.contains(plainSpaces(word)), qPrintable(word + QStringLiteral(" is missing in:\n") + text));
}

void addPageWidths(std::initializer_list<const char*> ids) {
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("width");
    for (const char* id : ids) {
        for (const double width : {60.0, 82.55, 177.8})
            QTest::addRow("%s, %g mm", id, width) << QString::fromLatin1(id) << width;
    }
}

void checkPage(const QByteArray& svg) {
    const SvgBox box = readSvg(svg);
    QVERIFY2(box.view_box.adjusted(-0.6, -0.6, 0.6, 0.6).contains(box.rectangle),
             qPrintable(QStringLiteral("%1 %2 %3 %4 in %5 x %6")
                            .arg(box.rectangle.left())
                            .arg(box.rectangle.top())
                            .arg(box.rectangle.right())
                            .arg(box.rectangle.bottom())
                            .arg(box.view_box.width())
                            .arg(box.view_box.height())));
    QCOMPARE(box.fonts, QSet<QString>{figureStyle(false).font.family()});
}

void checkStaysInsideItsPage(const View& view, double width_mm, const QTemporaryDir& folder) {
    FigureSpec spec;
    spec.path = folder.filePath(QStringLiteral("page.svg")).toStdString();
    spec.width_mm = width_mm;
    const auto svg = renderFigure(view, spec);
    QVERIFY(svg);
    checkPage(*svg);
    QVERIFY(!svg->contains("nan"));
    QVERIFY2(svg->size() < 3'000'000, qPrintable(QString::number(svg->size())));
}

void checkRepeats(const std::function<std::unique_ptr<View>()>& create, const QTemporaryDir& folder) {
    FigureSpec spec;
    spec.path = folder.filePath(QStringLiteral("dark.svg")).toStdString();
    spec.dark = true;
    const auto first = renderFigure(*create(), spec);
    const auto second = renderFigure(*create(), spec);
    QVERIFY(first && second && *first == *second);
    spec.path.replace_extension(".png");
    spec.png_dpi = 150.0;
    const auto png = renderFigure(*create(), spec);
    QVERIFY(png);
    QCOMPARE(QImage::fromData(*png).pixelColor(1, 1), theme(true).surface);
}

} // namespace strata::fixture
