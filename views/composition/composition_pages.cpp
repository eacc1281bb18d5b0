// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/composition/composition_pages.h"

#include "core/composition/kept_analysis.h"
#include "views/support/text/text.h"
#include "views/support/text/word_table.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>

namespace strata::views {
namespace {

using composition::KeptAnalysis;
using composition::keptAnalysis;
using composition::keyOf;
using composition::valueOf;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString sourceText(const KeptAnalysis& analysis, const QLocale& locale) {
    return tr("Computed on %1 by %2 from %3 points: %4")
        .arg(toQString(analysis.date), toQString(analysis.commit.substr(0, 10)),
             locale.toString(static_cast<qlonglong>(analysis.kept->points)), toQString(analysis.kept->data));
}

QString pointsText(const hardware::CalibrationGroup& group, const QLocale& locale) {
    return tr("%1 points").arg(locale.toString(static_cast<qlonglong>(group.points)));
}

std::optional<double> known(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

CompositionMark markOf(std::size_t series, const hardware::CalibrationGroup& group, const std::string& name) {
    return {series, valueOf(group, name), known(valueOf(group, name + "_p10")), known(valueOf(group, name + "_p90"))};
}

/// A number that stands in the key; 0 where the key has none.
double numberOf(const hardware::CalibrationGroup& group, std::string_view name) {
    return toQString(keyOf(group, name)).toDouble();
}

/// Words of keys that stand in texts: phases, ages, engines keep their spelling.
QString groupText(const std::string& key) {
    static constexpr WordTitle kTitles[]{
        {"all", QT_TRANSLATE_NOOP("strata::views", "all")},
        {"training", QT_TRANSLATE_NOOP("strata::views", "training")},
        {"inference", QT_TRANSLATE_NOOP("strata::views", "inference")},
        {"decode", QT_TRANSLATE_NOOP("strata::views", "decode")},
        {"same release", QT_TRANSLATE_NOOP("strata::views", "same release")},
        {"convolutions", QT_TRANSLATE_NOOP("strata::views", "convolutions")},
        {"transformers", QT_TRANSLATE_NOOP("strata::views", "transformers")},
        {"up to 1 month", QT_TRANSLATE_NOOP("strata::views", "up to 1 month")},
        {"2-3 months", QT_TRANSLATE_NOOP("strata::views", "2-3 months")},
        {"4-6 months", QT_TRANSLATE_NOOP("strata::views", "4-6 months")},
        {"7-12 months", QT_TRANSLATE_NOOP("strata::views", "7-12 months")},
        {"over a year", QT_TRANSLATE_NOOP("strata::views", "over a year")},
    };
    if (const auto title = titleIn(kTitles, key)) return *title;
    return labelText(key);
}

/// A group with the number of its points behind it: one of few says little.
QString rowLabel(const QString& text, const hardware::CalibrationGroup& group, const QLocale& locale) {
    return QStringLiteral("%1 (%2)").arg(text, locale.toString(static_cast<qlonglong>(group.points)));
}

/// Parts of one category are one piece of the stack.
void addTo(std::vector<std::pair<Category, double>>& stack, Category category, double value) {
    const auto found = std::ranges::find(stack, category, &std::pair<Category, double>::first);
    if (found != stack.end())
        found->second += value;
    else
        stack.emplace_back(category, value);
}

CompositionPicture gammaPage(const CompositionInput& input) {
    CompositionPicture picture;
    const KeptAnalysis analysis = keptAnalysis(input.calibrations, composition::kGamma);
    if (!analysis) return picture;
    picture.series = {{tr("measured"), false}, {tr("predicted"), true}};
    picture.axis = tr("Composition gap, share of the sum of kernels");
    picture.judged = tr("mean distance of predicted from measured gap");
    picture.source = sourceText(analysis, input.locale);
    picture.table = composition::tableOf(analysis);
    constexpr std::array kParts{std::pair{"launch", Category::Launch},
                                std::pair{"movement", Category::Movement},
                                std::pair{"synchronisation", Category::Synchronisation},
                                std::pair{"allocation", Category::Allocation},
                                std::pair{"prefill", Category::Queueing},
                                std::pair{"hidden_starts", Category::Other},
                                std::pair{"clock", Category::Other}};
    for (const auto* group : composition::groupsWith(analysis, "by", input.grouping)) {
        CompositionRow row;
        row.label = rowLabel(groupText(keyOf(*group, "of")), *group, input.locale);
        row.marks = {markOf(0, *group, "measured"), markOf(1, *group, "predicted")};
        row.judged = valueOf(*group, "apart");
        for (const auto& [part, category] : kParts)
            if (const double value = valueOf(*group, part); std::isfinite(value) && value != 0.0)
                addTo(row.stack, category, value);
        row.details = {pointsText(*group, input.locale),
                       tr("measured gap %1, predicted %2")
                           .arg(shareText(valueOf(*group, "measured"), input.locale),
                                shareText(valueOf(*group, "predicted"), input.locale)),
                       tr("predicted sum of kernels against the measured one: %1")
                           .arg(shareText(valueOf(*group, "kernel_error"), input.locale))};
        if (const double hidden = valueOf(*group, "hidden_starts"); std::isfinite(hidden) && hidden != 0.0)
            row.details << tr("starts hidden behind the kernels before: %1").arg(shareText(hidden, input.locale));
        for (const auto& [category, value] : row.stack)
            row.details << QStringLiteral("%1: %2").arg(categoryText(category), shareText(value, input.locale));
        picture.rows.push_back(std::move(row));
    }
    picture.headline = tr("Composition gap, measured where the kernels of a model or step were timed one by one");
    return picture;
}

QString levelText(composition::LevelError::Level level) {
    using enum composition::LevelError::Level;
    switch (level) {
    case Kernel: return tr("one kernel");
    case Sum: return tr("sum of kernels");
    case Model: return tr("model");
    case Request: return tr("one batch of requests");
    case Service: break;
    }
    return tr("loaded engine");
}

CompositionPicture propagationPage(const CompositionInput& input) {
    CompositionPicture picture;
    if (input.levels == nullptr || input.levels->empty()) return picture;
    picture.series = {
        {tr("correlated as measured"), false}, {tr("if all erred by chance"), true}, {tr("if all erred alike"), true}};
    picture.axis = tr("Relative error, one standard deviation");
    picture.judged = tr("error of a level");
    picture.table = composition::tableOf(*input.levels);
    picture.source = tr("selected design; correlations of kernel errors as the calibrations measured them");
    for (const composition::LevelError& level : *input.levels) {
        CompositionRow row;
        row.label = levelText(level.level);
        row.judged = level.sigma;
        row.marks = {{0, level.sigma, {}, {}}};
        if (level.independent) row.marks.push_back({1, *level.independent, {}, {}});
        if (level.alike) row.marks.push_back({2, *level.alike, {}, {}});
        if (level.kernels > 0.0)
            row.details
                << tr("%1 kernels").arg(input.locale.toString(static_cast<qlonglong>(std::llround(level.kernels))));
        row.details << tr("correlated as measured: %1").arg(shareText(level.sigma, input.locale));
        if (level.independent)
            row.details << tr("if all erred by chance: %1").arg(shareText(*level.independent, input.locale));
        if (level.alike) row.details << tr("if all erred alike: %1").arg(shareText(*level.alike, input.locale));
        picture.rows.push_back(std::move(row));
    }
    picture.headline = tr("From one kernel to a loaded engine: %1 to %2")
                           .arg(shareText(input.levels->front().sigma, input.locale),
                                shareText(input.levels->back().sigma, input.locale));
    return picture;
}

CompositionPicture rootsPage(const CompositionInput& input) {
    CompositionPicture picture;
    const KeptAnalysis analysis = keptAnalysis(input.calibrations, composition::kRoots);
    if (!analysis) return picture;
    auto groups = composition::groupsWith(analysis, "of", input.grouping.empty() ? "all classes" : input.grouping);
    std::ranges::sort(groups, {}, [](const auto* group) { return numberOf(*group, "kernels"); });
    if (groups.empty()) return picture;
    picture.axis = tr("Relative error of the sum");
    picture.across = tr("Number of kernels");
    picture.logarithmic = true;
    picture.judged = tr("measured error of a sum");
    picture.source = sourceText(analysis, input.locale);
    picture.table = composition::tableOf(analysis);
    const auto add = [&](const char* value, const QString& label, bool strong, const QString& detail) {
        CompositionLine line{label, {}, strong, detail};
        for (const auto* group : groups)
            line.points.emplace_back(numberOf(*group, "kernels"), valueOf(*group, value));
        picture.lines.push_back(std::move(line));
    };
    add("measured", tr("measured"), true, tr("Root mean square error of sums of N equal kernels of one device"));
    add("independent", tr("falls with the root of N"), false, tr("If kernels erred independently of each other"));
    add("correlated", tr("as correlated as measured"), false,
        tr("With the share of the error that all kernels of a device have in common"));
    add("claimed", tr("grows with the root of N"), false,
        tr("The claim: it adds absolute errors and reads the sum as a relative one"));
    picture.headline = tr("%1 of the squared error is common to all kernels of a device and does not average out")
                           .arg(shareText(valueOf(*groups.front(), "common"), input.locale));
    return picture;
}

CompositionPicture capturePage(const CompositionInput& input) {
    CompositionPicture picture;
    const KeptAnalysis analysis = keptAnalysis(input.calibrations, composition::kCapture);
    if (!analysis) return picture;
    picture.series = {
        {tr("full model"), false}, {tr("bandwidth alone"), true}, {tr("compute alone"), true}, {tr("roofline"), true}};
    picture.axis = tr("Predicted share of the measured time");
    picture.right = 1.0;
    picture.judged = tr("distance of the full model's share from 100 %");
    picture.source = sourceText(analysis, input.locale);
    picture.table = composition::tableOf(analysis);
    constexpr std::array kNames{"full", "bandwidth", "compute", "roofline"};
    for (const auto* group : composition::groupsWith(analysis, "by", input.grouping)) {
        CompositionRow row;
        row.label = rowLabel(groupText(keyOf(*group, "of")), *group, input.locale);
        row.judged = std::abs(valueOf(*group, "full") - 1.0);
        row.details << pointsText(*group, input.locale);
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            row.marks.push_back({i, valueOf(*group, kNames[i]), {}, {}});
            row.details << QStringLiteral("%1: %2").arg(picture.series[i].label,
                                                        shareText(row.marks.back().value, input.locale));
        }
        row.details << tr("full model within 10 % of the measured time: %1 of the kernels")
                           .arg(shareText(valueOf(*group, "full_within_10"), input.locale));
        picture.rows.push_back(std::move(row));
    }
    picture.headline = tr("How much of the kernels' measured time each model accounts for");
    return picture;
}

CompositionPicture communicationPage(const CompositionInput& input) {
    CompositionPicture picture;
    const composition::CommunicationFidelity* fidelity = input.communication;
    if (fidelity == nullptr) return picture;
    picture.axis = tr("Relative error of the end-to-end time");
    picture.across = tr("Computing over communication");
    picture.logarithmic = true;
    picture.judged = tr("error of the end-to-end time");
    picture.marked = fidelity->ratio();
    picture.table = composition::tableOf(*fidelity, input.tolerance);
    picture.source = tr("selected design; its messages with more or less computing beside them, against %1")
                         .arg(toQString(fidelity->reference));
    QStringList breaks;
    for (const composition::FidelityError& method : fidelity->methods) {
        if (method.method == fidelity->reference) continue;
        CompositionLine line{method.method == "none" ? tr("no communication") : toQString(method.method),
                             {},
                             method.method != "none",
                             {}};
        for (double ratio = 0.03; ratio <= 300.0; ratio *= 1.26)
            line.points.emplace_back(ratio, std::abs(method.errorAt(ratio)));
        const double breaks_at = method.breaksBelow(input.tolerance);
        line.detail = breaks_at > 0.0
                          ? tr("beyond the tolerance below a ratio of %1").arg(input.locale.toString(breaks_at, 'g', 3))
                          : tr("within the tolerance at every ratio");
        if (breaks_at > 0.0)
            breaks << QStringLiteral("%1 < %2").arg(line.label, input.locale.toString(breaks_at, 'g', 3));
        picture.lines.push_back(std::move(line));
    }
    picture.headline = tr("Computing over communication of this design: %1; beyond the tolerance: %2")
                           .arg(input.locale.toString(fidelity->ratio(), 'g', 3),
                                breaks.isEmpty() ? QStringLiteral("\u2013") : breaks.join(QStringLiteral(", ")));
    return picture;
}

CompositionPicture transferPage(const CompositionInput& input) {
    CompositionPicture picture;
    const KeptAnalysis analysis = keptAnalysis(input.calibrations, composition::kTransfer);
    if (!analysis) return picture;
    picture.series = {{tr("mean error, with its middle 80 %"), false}};
    picture.axis = tr("Relative error");
    picture.judged = tr("mean error");
    picture.source = sourceText(analysis, input.locale);
    picture.table = composition::tableOf(analysis);
    for (const auto* group :
         composition::groupsWith(analysis, "device", input.grouping.empty() ? "all" : input.grouping)) {
        CompositionRow row;
        row.label = rowLabel(tr("%1 \u2192 %2").arg(groupText(keyOf(*group, "fitted")), groupText(keyOf(*group, "on"))),
                             *group, input.locale);
        row.marks = {markOf(0, *group, "error")};
        row.judged = valueOf(*group, "error");
        row.details = {
            pointsText(*group, input.locale),
            tr("fitted to %1, applied to %2").arg(groupText(keyOf(*group, "fitted")), groupText(keyOf(*group, "on"))),
            tr("mean error %1, half within %2")
                .arg(shareText(row.judged, input.locale), shareText(valueOf(*group, "error_p50"), input.locale)),
            tr("mean signed error %1").arg(shareText(valueOf(*group, "bias"), input.locale))};
        picture.rows.push_back(std::move(row));
    }
    picture.headline = tr("Three constants fitted to one family of kernels, applied to the other");
    return picture;
}

CompositionPicture ageingPage(const CompositionInput& input) {
    CompositionPicture picture;
    const KeptAnalysis analysis = keptAnalysis(input.calibrations, composition::kAgeing);
    if (!analysis) return picture;
    picture.series = {{tr("mean error, with its middle 80 %"), false}, {tr("median"), true}};
    picture.axis = tr("Error where the time of an older release stands in for that of a newer one");
    picture.judged = tr("mean error");
    picture.source = sourceText(analysis, input.locale);
    picture.table = composition::tableOf(analysis);
    constexpr std::array kAges{"same release", "up to 1 month", "2-3 months",
                               "4-6 months",   "7-12 months",   "over a year"};
    auto groups = composition::groupsWith(analysis, "by", input.grouping);
    if (input.grouping == "age")
        std::ranges::stable_sort(groups, {}, [&](const auto* group) {
            return std::ranges::find(kAges, keyOf(*group, "of")) - kAges.begin();
        });
    for (const auto* group : groups) {
        CompositionRow row;
        row.label = rowLabel(groupText(keyOf(*group, "of")), *group, input.locale);
        row.marks = {markOf(0, *group, "error"), {1, valueOf(*group, "error_p50"), {}, {}}};
        row.judged = valueOf(*group, "error");
        row.details = {
            pointsText(*group, input.locale),
            tr("mean error %1, half within %2")
                .arg(shareText(row.judged, input.locale), shareText(valueOf(*group, "error_p50"), input.locale)),
            tr("the newer release is faster by %1 on average").arg(shareText(valueOf(*group, "faster"), input.locale))};
        picture.rows.push_back(std::move(row));
    }
    picture.headline = tr("The same model on the same devices under engine releases of different age");
    return picture;
}

} // namespace

std::size_t CompositionPicture::beyond() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows, [this](const CompositionRow& row) { return row.judged > tolerance; }));
}

std::string_view idOf(CompositionPage page) {
    constexpr std::array<std::string_view, kCompositionPages.size()> kIds{
        "gamma", "propagation", "roots", "capture", "communication", "transfer", "ageing"};
    return kIds[static_cast<std::size_t>(page)];
}

CompositionPage pageNamed(std::string_view id) {
    for (const CompositionPage page : kCompositionPages)
        if (idOf(page) == id) return page;
    return kCompositionPages.front();
}

QString titleOf(CompositionPage page) {
    switch (page) {
    case CompositionPage::Gamma: return tr("Gap");
    case CompositionPage::Propagation: return tr("Propagation");
    case CompositionPage::Roots: return tr("Root of N");
    case CompositionPage::Capture: return tr("Simple models");
    case CompositionPage::Communication: return tr("Communication");
    case CompositionPage::Transfer: return tr("Transfer");
    case CompositionPage::Ageing: break;
    }
    return tr("Ageing");
}

std::vector<std::string_view> groupingsOf(CompositionPage page) {
    switch (page) {
    case CompositionPage::Gamma: return {"workload", "phase", "device", "batch", "all"};
    case CompositionPage::Capture: return {"class", "device", "all"};
    case CompositionPage::Ageing: return {"age", "engine", "all"};
    default: return {};
    }
}

QString groupingText(std::string_view grouping) {
    static constexpr WordTitle kTitles[]{
        {"workload", QT_TRANSLATE_NOOP("strata::views", "by workload")},
        {"phase", QT_TRANSLATE_NOOP("strata::views", "by phase")},
        {"device", QT_TRANSLATE_NOOP("strata::views", "by device")},
        {"batch", QT_TRANSLATE_NOOP("strata::views", "by batch")},
        {"class", QT_TRANSLATE_NOOP("strata::views", "by class of kernel")},
        {"age", QT_TRANSLATE_NOOP("strata::views", "by age")},
        {"engine", QT_TRANSLATE_NOOP("strata::views", "by engine")},
    };
    if (const auto title = titleIn(kTitles, grouping)) return *title;
    return tr("all together");
}

CompositionPicture makeCompositionPicture(CompositionPage page, const CompositionInput& input) {
    const auto made = [&] {
        switch (page) {
        case CompositionPage::Gamma: return gammaPage(input);
        case CompositionPage::Propagation: return propagationPage(input);
        case CompositionPage::Roots: return rootsPage(input);
        case CompositionPage::Capture: return capturePage(input);
        case CompositionPage::Communication: return communicationPage(input);
        case CompositionPage::Transfer: return transferPage(input);
        case CompositionPage::Ageing: break;
        }
        return ageingPage(input);
    };
    CompositionPicture picture = made();
    picture.tolerance = input.tolerance;
    return picture;
}

} // namespace strata::views
