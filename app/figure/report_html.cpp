// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/report_html.h"

#include "core/base/quantity.h"
#include "core/evaluate/presentation.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace strata::figure {
namespace {

constexpr std::size_t kComparedMetrics = 12; // of a design; its own table has all
constexpr std::size_t kPartDepth = 2;
constexpr double kSmallPart = 0.01; // of the whole: smaller parts are summed up in their parent

constexpr std::string_view kStyle =
    "body{font:15px/1.5 'DejaVu Sans',sans-serif;max-width:62em;margin:2em auto;padding:0 1em;color:#1c1f23}"
    "table{border-collapse:collapse;margin:.8em 0}th,td{padding:.2em .8em .2em 0;text-align:left;vertical-align:top;"
    "border-bottom:1px solid #dfe3e8}td.n{text-align:right;font-variant-numeric:tabular-nums}"
    "h2{margin-top:2em;border-bottom:2px solid #0072b2}figure{margin:1em 0}figcaption{color:#57606a}"
    "pre{background:#f4f6f8;padding:.8em;white-space:pre-wrap}.warning{border-left:4px solid "
    "#d55e00;padding-left:.6em}";

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
    return out;
}

class Page {
public:
    Page(const Report& report, const Wording& wording) : report_(report), wording_(wording) {}

    std::string html() {
        out_ = "<!DOCTYPE html>\n<html lang=\"" + std::string(wording_.language) +
               "\"><head><meta charset=\"utf-8\"><title>" + escaped(report_.title) + "</title><style>" +
               std::string(kStyle) + "</style></head><body>\n<h1>" + escaped(report_.title) + "</h1>\n";
        paragraph(text({"report.made-by", {{"version", report_.version}}}));
        if (!report_.note.empty()) paragraph(report_.note);
        overview();
        comparison();
        for (const ReportDesign& design : report_.designs)
            one(design);
        for (std::size_t i = 0; i < report_.runs.size(); ++i)
            run(report_.runs[i], i + 1);
        sources();
        return std::move(out_) + "</body></html>\n";
    }

private:
    std::string text(const Message& message) const { return messageText(message, wording_); }
    void paragraph(std::string_view words) { out_ += "<p>" + escaped(words) + "</p>\n"; }
    void heading(int level, const std::string& words) {
        const std::string tag = "h" + std::to_string(level);
        out_ += "<" + tag + ">" + escaped(words) + "</" + tag + ">\n";
    }
    void row(const std::vector<std::string>& cells, std::size_t numbers_from, bool header = false) {
        out_ += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i)
            out_ += (header              ? "<th>"
                     : i >= numbers_from ? "<td class=\"n\">"
                                         : "<td>") +
                    escaped(cells[i]) + (header ? "</th>" : "</td>");
        out_ += "</tr>\n";
    }

    std::string title(const std::string& metric) const {
        const Quantity* quantity = findQuantity(metric);
        if (quantity == nullptr) return metric;
        return QCoreApplication::translate("Quantity", std::string(quantity->title).c_str()).toStdString();
    }
    static std::string amount(const std::string& metric, double value) {
        const Quantity* quantity = findQuantity(metric);
        return quantity == nullptr || quantity->unit.empty() ? formatCount(value)
                                                             : formatQuantity(value, quantity->unit, 4);
    }
    static std::string interval(const Metric& metric) {
        return metric.low == metric.high ? std::string()
                                         : amount(metric.name, metric.low) + " – " + amount(metric.name, metric.high);
    }
    static std::string nameAt(const Json& request, std::initializer_list<const char*> pointers) {
        for (const char* pointer : pointers) {
            const Json* found = findPointer(request, pointer);
            if (found != nullptr && found->is_string()) return found->get<std::string>();
        }
        return {};
    }

    void overview() {
        heading(2, text({"report.designs"}));
        out_ += "<table>";
        row({"", text({"report.name"}), text({"report.kind"}), text({"report.hardware"}), text({"report.workload"}),
             ""},
            9, true);
        for (const ReportDesign& design : report_.designs) {
            row({std::string(1, design.letter), design.label, nameAt(*design.request, {"/kind"}),
                 nameAt(*design.request,
                        {"/hardware", "/hardware/base", "/hardware/cluster", "/hardware/cluster/base"}),
                 nameAt(*design.request, {"/workload/model", "/workload/layer", "/workload/operator"}),
                 design.baseline ? text({"report.baseline"}) : std::string()},
                9);
        }
        out_ += "</table>\n";
    }

    /// Metrics that at least two designs have, beside each other; changes against the baseline where the work is the
    /// same.
    void comparison() {
        std::vector<const ReportDesign*> answered;
        for (const ReportDesign& design : report_.designs)
            if (design.estimate && design.estimate->valid) answered.push_back(&design);
        std::vector<std::string> metrics;
        for (const ReportDesign* design : answered) {
            for (const std::string& metric : headlineMetrics(*design->estimate, kComparedMetrics)) {
                const auto has = [&](const ReportDesign* other) {
                    return other->estimate->findMetric(metric) != nullptr;
                };
                if (std::ranges::count_if(answered, has) > 1 && std::ranges::find(metrics, metric) == metrics.end())
                    metrics.push_back(metric);
            }
        }
        if (metrics.empty()) return;
        const auto baseline =
            std::ranges::find_if(answered, [](const ReportDesign* design) { return design->baseline; });
        heading(2, text({"report.comparison"}));
        out_ += "<table>";
        std::vector<std::string> header{""};
        for (const ReportDesign* design : answered)
            header.emplace_back(1, design->letter);
        row(header, 1, true);
        for (const std::string& metric : metrics) {
            std::vector<std::string> cells{title(metric)};
            for (const ReportDesign* design : answered) {
                const Metric* found = design->estimate->findMetric(metric);
                cells.push_back(found == nullptr
                                    ? std::string()
                                    : amount(metric, found->value) +
                                          change(*design, *found, baseline == answered.end() ? nullptr : *baseline));
            }
            row(cells, 1);
        }
        out_ += "</table>\n";
    }

    /// The same work: a change between others says nothing.
    static bool alike(const Json& a, const Json& b) {
        for (const char* place :
             {"/kind", "/workload/model", "/workload/layer", "/workload/operator", "/workload/phase"}) {
            const Json *in_a = findPointer(a, place), *in_b = findPointer(b, place);
            if ((in_a == nullptr) != (in_b == nullptr) || (in_a != nullptr && *in_a != *in_b)) return false;
        }
        return true;
    }

    std::string change(const ReportDesign& design, const Metric& metric, const ReportDesign* baseline) const {
        if (baseline == nullptr || baseline == &design || !alike(*baseline->request, *design.request)) return {};
        const Metric* before = baseline->estimate->findMetric(metric.name);
        if (before == nullptr || before->value == 0) return {};
        const double ratio = metric.value / before->value - 1;
        if (!std::isfinite(ratio)) return {};
        return " (" + std::string(ratio > 0 ? "+" : "") + formatQuantity(ratio, "1") + ")";
    }

    void parts(const Part& part, double whole, std::size_t depth, const std::string& metric) {
        if (depth > 0) {
            const std::string share = whole == 0 ? "" : formatQuantity(part.value / whole, "1");
            row({std::string(depth - 1, '\t') + text(part.title), amount(metric, part.value), share,
                 text(part.formula)},
                1);
        }
        if (depth == kPartDepth) return;
        for (const Part& child : part.children)
            if (std::abs(child.value) >= kSmallPart * std::abs(whole)) parts(child, whole, depth + 1, metric);
    }

    void figures(const std::vector<ReportFigure>& all) {
        for (const ReportFigure& figure : all)
            out_ += "<figure><img width=\"605\" alt=\"" + escaped(figure.title) + "\" src=\"" + figure.image +
                    "\"><figcaption>" + escaped(figure.title) + "</figcaption></figure>\n";
    }

    void requestOf(const Json& request) {
        heading(3, text({"report.request"}));
        out_ += "<pre>" + escaped(request.dump(2, ' ', false, Json::error_handler_t::replace)) + "</pre>\n";
    }

    void one(const ReportDesign& design) {
        heading(2, std::string(1, design.letter) + "  " + design.label);
        if (!design.note.empty()) paragraph(design.note);
        if (!design.estimate) {
            paragraph(design.error);
            return requestOf(*design.request);
        }
        const Estimate& estimate = *design.estimate;
        paragraph(text({"report.method", {{"method", estimate.method}, {"hash", estimate.request_sha256}}}));
        if (!estimate.valid) paragraph(text({"report.cannot-exist"}));
        out_ += "<table>";
        for (const Metric& metric : estimate.metrics)
            row({title(metric.name), amount(metric.name, metric.value), interval(metric)}, 1);
        out_ += "</table>\n";
        for (const Note& note : estimate.notes)
            out_ += std::string(note.level == Note::Level::Info ? "<p>" : "<p class=\"warning\">") +
                    escaped(text(note.text)) + "</p>\n";
        for (const auto& [metric, root] : estimate.parts) {
            heading(3, text({"report.parts", {{"metric", title(metric)}, {"value", amount(metric, root.value)}}}));
            out_ += "<table>";
            parts(root, root.value, 0, metric);
            out_ += "</table>\n";
        }
        figures(design.figures);
        if (!estimate.calibrations.empty()) {
            heading(3, text({"report.calibrations"}));
            out_ += "<table>";
            row({text({"report.calibration"}), text({"report.data"}), text({"report.points"}),
                 text({"report.median-error"})},
                9, true);
            for (const CalibrationUse& use : estimate.calibrations)
                row({use.id, use.data, formatCount(static_cast<double>(use.points)),
                     formatQuantity(use.residual_p50, "1")},
                    2);
            out_ += "</table>\n";
        }
        requestOf(*design.request);
    }

    void run(const ReportRun& run, std::size_t number) {
        heading(2,
                text({"report.run", {{"number", number}, {"label", nameAt(*run.request, {"/label", "/base/label"})}}}));
        figures(run.figures);
        requestOf(*run.request);
    }

    void sources() {
        if (report_.sources.empty()) return;
        heading(2, text({"report.sources"}));
        for (const auto& [id, entry] : report_.sources) {
            const auto document = parseJson(entry);
            if (!document || !document->contains("source")) continue;
            const Json& source = document->at("source");
            out_ += "<h3>" + escaped(document->value("name", id)) + "</h3><table>";
            if (source.is_string()) row({"", source.get<std::string>()}, 9);
            if (source.is_object())
                for (const auto& [field, words] : source.items())
                    if (words.is_string())
                        row({field == "*" ? text({"report.all-else"}) : field, words.get<std::string>()}, 9);
            out_ += "</table>\n";
        }
    }

    const Report& report_;
    Wording wording_;
    std::string out_;
};

} // namespace

std::string reportHtml(const Report& report, const Wording& wording) { return Page(report, wording).html(); }

} // namespace strata::figure
