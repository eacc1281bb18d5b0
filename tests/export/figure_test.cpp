// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/base/json.h"
#include "tests/export/svg_box.h"
#include "tests/views/fixtures/scene_fixture.h"
#include "views/accesses/accesses_view.h"
#include "views/energy/energy_view.h"
#include "views/estimate/estimate_view.h"
#include "views/figure/figure_export.h"
#include "views/figure/figure_latex.h"
#include "views/support/theme/theme.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <unistd.h>

using namespace strata;
using namespace strata::views;
using strata::fixture::readSvg;
using strata::fixture::SvgBox;

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray outputOf(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished();
    return process.readAllStandardOutput();
}

FigureSpec spec(const QTemporaryDir& folder, const char* name) {
    FigureSpec result;
    result.path = folder.filePath(QLatin1String(name)).toStdString();
    return result;
}

} // namespace

class FigureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { view_.setScene(fixture::scene(true)); }

    /// The export creates a missing folder; the snippet names the file, its width and the designs.
    void foldersAreMadeAndLatexIsWritten() {
        FigureSpec wanted = spec(folder_, "made/for/this.pdf");
        wanted.note = "tuned by hand, 5 % left";
        const auto paths = exportFigure(view_, "energy", wanted);
        QVERIFY2(paths, paths ? "" : describe(paths.error()).c_str());
        const QString latex = QString::fromStdString(figureLatex(view_, "energy", wanted));
        for (const char* part : {"\\includegraphics[width=82.55mm]{this}", "\\label{fig:this}", "\\caption{", " of A (",
                                 "tuned by hand, 5 \\% left}"})
            QVERIFY2(latex.contains(QLatin1String(part)), qPrintable(latex));
    }

    /// The letters of a picture are explained above it.
    void seriesAreNamed() {
        const auto svg = renderFigure(view_, spec(folder_, "named.svg"));
        QVERIFY(bool(svg));
        for (const auto* design : {view_.scene().selectedDesign(), view_.scene().baselineDesign()})
            QVERIFY2(svg->contains(design->design.label.c_str()), design->design.label.c_str());
    }

    void pdfHasItsSizeAndSearchableText() {
        const auto paths = exportFigure(view_, "energy", spec(folder_, "energy.pdf"));
        QVERIFY2(paths, paths ? "" : describe(paths.error()).c_str());
        QCOMPARE(paths->size(), std::size_t{3});
        const QString file = folder_.filePath(QStringLiteral("energy.pdf"));
        const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]"));
        const auto match = box.match(QString::fromLatin1(contents(file)));
        QVERIFY(match.hasMatch());
        QVERIFY2(qAbs(match.captured(1).toDouble() - 82.55 / 25.4 * 72) <= 0.51, qPrintable(match.captured(1)));
        if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty() ||
            QStandardPaths::findExecutable(QStringLiteral("pdffonts")).isEmpty())
            QSKIP("poppler-utils is not installed: fonts and text of the PDF are not checked");
        const QByteArray text =
            outputOf(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), file, QStringLiteral("-")});
        for (const char* word : {"DRAM", "global buffer", "MAC", "Weights", "360 \u00b5J", "355 \u00b5J", "+30 %"})
            QVERIFY2(text.contains(word), (QByteArray(word) + " is missing in:\n" + text).constData());
        const QList<QByteArray> fonts = outputOf(QStringLiteral("pdffonts"), {file}).trimmed().split('\n');
        QVERIFY(fonts.size() > 2);
        for (qsizetype i = 2; i < fonts.size(); ++i) {
            QVERIFY2(!fonts[i].contains("Type 3"), fonts[i].constData());
            // The column emb: embedded. (Qt embeds only the used glyphs, but does not name the font as a subset.)
            QVERIFY2(QRegularExpression(QStringLiteral("\\byes +(yes|no) +yes\\b"))
                         .match(QString::fromLatin1(fonts[i]))
                         .hasMatch(),
                     fonts[i].constData());
        }
    }

    void svgStaysInsideItsPage_data() {
        QTest::addColumn<int>("view");
        QTest::addColumn<double>("width");
        for (int view = 0; view < 3; ++view)
            for (const double width : {60.0, 82.55, 177.8})
                QTest::addRow("view %d, %g mm", view, width) << view << width;
    }
    void svgStaysInsideItsPage() {
        QFETCH(int, view);
        QFETCH(double, width);
        EstimateView estimate;
        AccessesView accesses;
        View* views[] = {&view_, &estimate, &accesses};
        estimate.setScene(fixture::scene(true));
        accesses.setScene(fixture::scene(true));
        FigureSpec wanted = spec(folder_, "page.svg");
        wanted.width_mm = width;
        const auto svg = renderFigure(*views[view], wanted);
        QVERIFY(svg);
        const SvgBox box = readSvg(*svg);
        QCOMPARE(box.width, QStringLiteral("%1mm").arg(width));
        QVERIFY(box.height.endsWith(QLatin1String("mm")));
        QVERIFY2(box.view_box.adjusted(-0.6, -0.6, 0.6, 0.6).contains(box.rectangle),
                 qPrintable(QStringLiteral("%1 %2 %3 %4")
                                .arg(box.rectangle.left())
                                .arg(box.rectangle.top())
                                .arg(box.rectangle.right())
                                .arg(box.rectangle.bottom())));
        QVERIFY(svg->contains("clip-path=\"url(#page)\""));
        QCOMPARE(box.fonts, QSet<QString>{figureStyle(false).font.family()});
        QVERIFY2(box.texts.contains(QLatin1String("DRAM")) && box.texts.contains(QLatin1String("PE spads")),
                 qPrintable(box.texts.join(QLatin1Char('|'))));
    }

    void svgTextIsEightPoints() {
        const auto svg = renderFigure(view_, spec(folder_, "text.svg"));
        QVERIFY(svg);
        const SvgBox box = readSvg(*svg);
        const double units_per_point = box.view_box.width() / (82.55 / 25.4 * 72.0);
        bool eight = false;
        for (const QString& size : box.font_sizes) {
            // The letters in the marks are the only smaller ones.
            eight = eight || qAbs(size.toDouble() / units_per_point - 8.0) < 0.01;
            QVERIFY(size.toDouble() / units_per_point < 8.01);
        }
        QVERIFY(eight);
    }

    void pngHasItsPixels() {
        FigureSpec wanted = spec(folder_, "energy.png");
        wanted.width_mm = 88.9;
        wanted.height_mm = 50.8;
        const auto png = renderFigure(view_, wanted);
        QVERIFY(png);
        const QImage image = QImage::fromData(*png);
        QCOMPARE(image.size(), QSize(2100, 1200));
        QCOMPARE(image.dotsPerMeterX(), 23622);
        QCOMPARE(image.pixelColor(2, 2), theme(false).surface);
    }

    void darkIsDark() {
        FigureSpec wanted = spec(folder_, "dark.png");
        wanted.dark = true;
        const auto png = renderFigure(view_, wanted);
        QVERIFY(png);
        QCOMPARE(QImage::fromData(*png).pixelColor(2, 2), theme(true).surface);
        wanted.path.replace_extension(".svg");
        const auto dark = renderFigure(view_, wanted);
        wanted.dark = false;
        const auto light = renderFigure(view_, wanted);
        QVERIFY(dark && light);
        QVERIFY(dark->contains(theme(true).surface.name().toLatin1()));
        QVERIFY(!light->contains(theme(true).surface.name().toLatin1()));
    }

    void repeatsAreTheSameBytes_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"a.pdf", "a.svg", "a.png"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void repeatsAreTheSameBytes() {
        QFETCH(QString, name);
        const FigureSpec wanted = spec(folder_, name.toLatin1().constData());
        const auto first = renderFigure(view_, wanted);
        if (name.endsWith(QLatin1String("pdf"))) QTest::qWait(1100); // the next second of the clock
        EnergyView other;
        other.resize(900, 200); // the window's size does not matter
        other.setScene(fixture::scene(true));
        const auto second = renderFigure(other, wanted);
        QVERIFY(first && second);
        QVERIFY(*first == *second);
    }

    void numbersAndProvenanceStandBeside() {
        FigureSpec wanted = spec(folder_, "beside.svg");
        wanted.note = "tuned by hand";
        QVERIFY(exportFigure(view_, "energy", wanted));
        const QByteArray csv = contents(folder_.filePath(QStringLiteral("beside.csv")));
        QVERIFY(csv.startsWith("design,level,part,energy_j\n"));
        QVERIFY(csv.contains("selected,DRAM,weights,1.2e-05\n"));
        QVERIFY(csv.contains("baseline,DRAM,inputs,2.2e-05\n"));
        const auto json = parseJson(contents(folder_.filePath(QStringLiteral("beside.json"))).toStdString());
        QVERIFY(json);
        QCOMPARE(QString::fromStdString((*json)["selected"]["request"]["hardware"].get<std::string>()),
                 QStringLiteral("eyeriss-v1"));
        QCOMPARE(QString::fromStdString((*json)["baseline"]["letter"].get<std::string>()), QStringLiteral("B"));
        QVERIFY((*json)["csv_sha256"] == sha256(csv.toStdString()));
        QVERIFY((*json)["note"] == "tuned by hand");
        QVERIFY((*json)["figure_sha256"] ==
                sha256(contents(folder_.filePath(QStringLiteral("beside.svg"))).toStdString()));
    }

    /// Whoever reads numbers with commas writes the same files.
    void filesKnowNoLanguage() {
        const QLocale own = view_.locale(), before;
        QVERIFY(exportFigure(view_, "energy", spec(folder_, "own.svg")));
        view_.setLocale(QLocale(QLocale::German, QLocale::Germany));
        QLocale::setDefault(view_.locale());
        const auto written = exportFigure(view_, "energy", spec(folder_, "german.svg"));
        view_.setLocale(own);
        QLocale::setDefault(before);
        QVERIFY(written);
        for (const char* ending : {"svg", "csv"})
            QVERIFY2(contents(folder_.filePath(QStringLiteral("own.%1").arg(QLatin1String(ending)))) ==
                         contents(folder_.filePath(QStringLiteral("german.%1").arg(QLatin1String(ending)))),
                     ending);
    }

    void refusesWhatItCannotDo() {
        FigureSpec wanted = spec(folder_, "figure.bmp");
        auto refused = exportFigure(view_, "energy", wanted);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("unknown-format"));
        wanted = spec(folder_, "figure.pdf");
        wanted.width_mm = 3.0;
        refused = exportFigure(view_, "energy", wanted);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("bad-value"));
        EnergyView empty;
        refused = exportFigure(empty, "energy", spec(folder_, "empty.pdf"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("no-figure"));
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("empty.csv"))));
    }

    void allFilesOrNone() {
        // A folder where the figure should go: nothing may be left, whoever runs the test.
        QDir(folder_.path()).mkdir(QStringLiteral("taken.pdf"));
        const auto refused = exportFigure(view_, "energy", spec(folder_, "taken.pdf"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("unwritable-file"));
        const QStringList left =
            QDir(folder_.path()).entryList({QStringLiteral("*taken*")}, QDir::Files | QDir::Hidden);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char(' '))));
        QFile file(folder_.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly)); // below a file no folder can be made
        const auto nowhere = exportFigure(view_, "energy", spec(folder_, "file/folder/a.pdf"));
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.error().code, std::string("unwritable-file"));
    }

    void readOnlyFolder() {
        QFile::setPermissions(folder_.path(), QFile::Permissions(0x7755));
        QDir(folder_.path()).mkdir(QStringLiteral("closed"));
        const QString closed = folder_.filePath(QStringLiteral("closed"));
        QFile::setPermissions(closed, QFile::Permissions(0x5555));
        // The administrator may write everywhere: try as somebody else.
        const uid_t self = geteuid();
        constexpr uid_t kNobody = 65534;
        if (self == 0) QCOMPARE(seteuid(kNobody), 0);
        const auto refused = exportFigure(view_, "energy", spec(folder_, "closed/a.pdf"));
        QCOMPARE(seteuid(self), 0);
        QFile::setPermissions(closed, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("unwritable-file"));
        QVERIFY(QDir(closed).isEmpty());
    }

private:
    QTemporaryDir folder_;
    EnergyView view_;
};

QTEST_MAIN(FigureTest)
#include "figure_test.moc"
