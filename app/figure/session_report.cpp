// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/session_report.h"

#include "app/cli/input/input.h"
#include "app/figure/report_html.h"
#include "app/figure/session_figures.h"
#include "core/base/json.h"
#include "core/session/session.h"
#include "views/support/base/view.h"

#include <algorithm>
#include <filesystem>
#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QTranslator>

namespace strata::figure {
namespace {

namespace fs = std::filesystem;

/// Much higher than wide: a table, which the report has as text.
bool isList(const QByteArray& svg) {
    constexpr double kHigh = 1.5;
    const QSize size = QSvgRenderer(svg).defaultSize();
    return size.height() > kHigh * size.width();
}

/// As a picture of points: documents of Qt draw no SVG.
QByteArray asPng(const QByteArray& svg) {
    constexpr int kWidth = 1300; // about 200 points an inch on the page
    QSvgRenderer renderer(svg);
    const QSize size = renderer.defaultSize().scaled(kWidth, 2 * kWidth, Qt::KeepAspectRatio);
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    QByteArray png;
    QBuffer buffer(&png);
    image.save(&buffer, "PNG");
    return png;
}

/// Pictures whose names begin with `stem`, by the order of the views.
std::vector<ReportFigure> figuresOf(const std::vector<fs::path>& files, const std::string& stem, bool points) {
    std::vector<ReportFigure> figures;
    for (const views::ViewInfo& view : views::viewRegistry()) {
        const std::string name = stem + "-" + std::string(view.id) + ".svg";
        const auto found = std::ranges::find_if(files, [&](const fs::path& file) { return file.filename() == name; });
        if (found == files.end()) continue;
        QFile file(QString::fromStdString(found->string()));
        if (!file.open(QIODevice::ReadOnly)) continue;
        const QByteArray svg = file.readAll();
        if (isList(svg)) continue;
        const QByteArray bytes = points ? asPng(svg) : svg;
        figures.push_back(
            {QCoreApplication::translate("View", view.title).toStdString(),
             std::string("data:image/") + (points ? "png" : "svg+xml") + ";base64," + bytes.toBase64().toStdString()});
    }
    return figures;
}

Result<void> writePdf(const std::string& html, const fs::path& out) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setResolution(96);
    writer.setCreator("Strata");
    QTextDocument document;
    document.setHtml(QString::fromStdString(html));
    document.print(&writer);
    buffer.close();
    return writeFileWhole(out, buffer.data().toStdString());
}

Report reportOf(const Session& session, const DrawnSession& drawn, const fs::path& file, bool points) {
    Report report;
    report.title = file.stem().string();
    report.version = STRATA_VERSION;
    report.sources = session.inputs;
    const auto noteOn = [&](const std::string& id) {
        const auto note = session.study.notes.find(id);
        return note == session.study.notes.end() ? std::string() : note->second;
    };
    report.note = noteOn("");
    for (const Design& design : session.study.designs) {
        ReportDesign report_design{design.letter,
                                   design.label,
                                   noteOn(design.id),
                                   session.study.isBaseline(design.id),
                                   design.request,
                                   {},
                                   {},
                                   {}};
        const auto state = std::ranges::find_if(drawn.designs, [&](const auto& s) { return s.design.id == design.id; });
        if (state != drawn.designs.end()) report_design.estimate = state->estimate;
        if (const auto error = drawn.failed.find(design.id); error != drawn.failed.end())
            report_design.error = describe(error->second);
        report_design.figures = figuresOf(drawn.written, std::string(1, design.letter), points);
        report.designs.push_back(std::move(report_design));
    }
    for (std::size_t i = 0; i < session.explorations.size(); ++i)
        report.runs.push_back(
            {session.explorations[i].request, figuresOf(drawn.written, "run" + std::to_string(i + 1), points)});
    return report;
}

} // namespace

int reportSession(const cli::Arguments& arguments, cli::Streams& streams) {
    const fs::path out = *arguments.value("--report");
    const bool pdf = out.extension() == ".pdf";
    if (arguments.positional().size() != 1 || (!pdf && out.extension() != ".html"))
        return cli::fail({"bad-argument",
                          "",
                          {"error.field-is-word", {{"field", "--report"}, {"value", out.string()}}},
                          {"accepted.report-of-session"},
                          {}},
                         streams);
    auto session = openSession(arguments.positional().front());
    if (!session) return cli::fail(session.error(), streams);
    const auto catalog = cli::openLibrary(arguments, streams);
    if (!catalog) return cli::fail(catalog.error(), streams);
    const auto library = libraryWithInputs(**catalog, *session);
    if (!library) return cli::fail(library.error(), streams);
    embedInputs(*session, *library->library);
    const std::string language = arguments.value("--language").value_or("en");
    QTranslator texts;
    if (texts.load(QStringLiteral(":/i18n/strata_%1.qm").arg(QString::fromStdString(language))))
        QCoreApplication::installTranslator(&texts);
    const QTemporaryDir folder;
    if (!folder.isValid())
        return cli::fail({"unwritable-file", "", {"error.cannot-write-file"}, {}, folder.path().toStdString()},
                         streams);
    FigureBatch batch;
    batch.folder = folder.path().toStdString();
    batch.format = "svg";
    batch.width_mm = 160;
    batch.dark = arguments.has("--dark");
    const DrawnSession drawn = drawInto(*session, library->library, batch);
    for (const auto& [design, error] : drawn.failed)
        cli::fail(error, streams);
    const std::string html =
        reportHtml(reportOf(*session, drawn, arguments.positional().front(), pdf), {.language = language});
    const auto written = pdf ? writePdf(html, out) : writeFileWhole(out, html);
    if (!written) return cli::fail(written.error(), streams);
    streams.out << out.string() << '\n';
    return drawn.failed.empty() ? cli::kAnswered : cli::kFailed;
}

} // namespace strata::figure
