// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/coverage/coverage_view.h"

#include "core/coverage/tables.h"
#include "views/coverage/coverage_canvas.h"
#include "views/coverage/coverage_painter.h"
#include "views/coverage/coverage_text.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/toolbar.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <QPainter>
#include <QToolButton>
#include <set>

namespace strata::views {
namespace {

constexpr std::array kOrders{"catalog", "answered", "clustered"};

/// Periods of publication that the filter offers: first and last year.
constexpr std::array<std::pair<int, int>, 4> kPeriods{{{0, 2016}, {2017, 2019}, {2020, 2022}, {2023, 9999}}};

void select(QComboBox* box, const QString& id) { box->setCurrentIndex(std::max(0, box->findData(id))); }

std::string chosen(const QComboBox* box) { return box->currentData().toString().toStdString(); }

} // namespace

CoverageView::CoverageView(QWidget* parent) : PictureView({}, parent) {
    setAccessibleName(tr("Coverage"));
    buildToolbar();
    canvas_ = new CoverageCanvas(this);
    setCanvas(canvas_, Room::Scrolls);
    connect(canvas_, &CoverageCanvas::cellChosen, this, [this](std::size_t row, std::size_t cell) {
        const CoverageEvidence evidence = coverageEvidence(canvas_->picture(), row, cell, locale());
        showEvidence(evidence.title, evidence.lines);
    });
    connect(canvas_, &CoverageCanvas::rowChosen, this, [this](std::size_t row) {
        const CoverageEvidence evidence = coverageRowEvidence(canvas_->picture(), row, locale());
        showEvidence(evidence.title, evidence.lines);
    });
    connect(canvas_, &CoverageCanvas::rowOpened, this, &CoverageView::open);
    connect(canvas_, &CoverageCanvas::valueDragged, this, [this](const QString& group, double value) {
        choice_.values[group.toStdString()] = value;
        scheduleRefresh();
    });
}

void CoverageView::buildToolbar() {
    run_ = new QToolButton(toolbar());
    run_->setObjectName(QStringLiteral("run"));
    connect(run_, &QToolButton::clicked, this, &CoverageView::runRequested);
    auto* results = new QToolButton(toolbar());
    results->setText(tr("Results ..."));
    results->setToolTip(tr("Opens results of validations: a history or a table of predictions"));
    connect(results, &QToolButton::clicked, this, &CoverageView::resultsRequested);
    by_ = new ChoiceBox(tr("Rows"), tr("What stands in the rows"), toolbar());
    by_->setObjectName(QStringLiteral("by"));
    const std::array titles{tr("By scenario"), tr("By category"), tr("By era of the technique"),
                            tr("Methodology by platform")};
    for (std::size_t i = 0; i < titles.size(); ++i)
        by_->addItem(titles[i], toQString(coverage::name(static_cast<coverage::By>(i))));
    order_ = new ChoiceBox(tr("Order"), tr("How rows and columns are put in order"), toolbar());
    order_->setObjectName(QStringLiteral("order"));
    const std::array orders{tr("Order of the catalog"), tr("Most answered first"), tr("Like beside like")};
    for (std::size_t i = 0; i < orders.size(); ++i)
        order_->addItem(orders[i], QLatin1String(kOrders[i]));
    who_ = new ChoiceBox(tr("Columns"), tr("Who answers"), toolbar());
    who_->addItem(tr("Tools and methods"), QString());
    who_->addItem(tr("Tools of the field"), QStringLiteral("tools"));
    who_->addItem(tr("Strata's methods"), QStringLiteral("own"));
    platform_ = new ChoiceBox(tr("Platform"), tr("Only columns for this platform"), toolbar());
    platform_->setObjectName(QStringLiteral("platform"));
    methodology_ = new ChoiceBox(tr("Methodology"), tr("Only columns of this methodology"), toolbar());
    era_ = new ChoiceBox(tr("Published"), tr("Only tools that were published in this period"), toolbar());
    era_->addItem(tr("All years"), QString());
    for (const auto& [from, to] : kPeriods)
        era_->addItem(from == 0    ? tr("Until %1").arg(to)
                      : to == 9999 ? tr("From %1").arg(from)
                                   : tr("%1 to %2").arg(from).arg(to),
                      QStringLiteral("%1-%2").arg(from).arg(to));
    for (QWidget* widget :
         std::initializer_list<QWidget*>{run_, results, by_, order_, who_, platform_, methodology_, era_})
        toolbar()->extras()->addWidget(widget);
    fillFilters();
    setRunning(false);
    for (QComboBox* box : {by_, order_, who_, platform_, methodology_, era_})
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            readChoice();
            scheduleRefresh();
        });
}

/// Platforms and methodologies that the answerers have; the choice stays.
void CoverageView::fillFilters() {
    std::set<std::string> platforms, methodologies;
    if (coverage_)
        for (const coverage::Answerer& answerer : coverage_->answerers) {
            platforms.insert(answerer.platforms.begin(), answerer.platforms.end());
            if (!answerer.methodology.empty()) methodologies.insert(answerer.methodology);
        }
    const auto fill = [](QComboBox* box, const QString& all, const std::set<std::string>& names,
                         const std::string& kept) {
        const QSignalBlocker blocker(box);
        box->clear();
        box->addItem(all, QString());
        for (const std::string& name : names)
            box->addItem(toQString(name), toQString(name));
        select(box, toQString(kept));
    };
    fill(platform_, tr("All platforms"), platforms, choice_.filter.platform);
    fill(methodology_, tr("All methodologies"), methodologies, choice_.filter.methodology);
}

void CoverageView::readChoice() {
    choice_.by = coverage::byNamed(chosen(by_)).value_or(coverage::By::Scenario);
    choice_.order = static_cast<CoverageOrder>(std::max(0, order_->currentIndex()));
    choice_.filter.own = chosen(who_) != "tools";
    choice_.filter.tools = chosen(who_) != "own";
    choice_.filter.platform = chosen(platform_);
    choice_.filter.methodology = chosen(methodology_);
    const int period = era_->currentIndex() - 1;
    choice_.filter.from_year = period < 0 ? 0 : kPeriods[static_cast<std::size_t>(period)].first;
    choice_.filter.to_year = period < 0 ? 9999 : kPeriods[static_cast<std::size_t>(period)].second;
    canvas_->choose({});
    hideEvidence();
}

void CoverageView::setCoverage(std::shared_ptr<const coverage::Coverage> coverage) {
    coverage_ = std::move(coverage);
    fillFilters();
    scheduleRefresh();
}

void CoverageView::setRunning(bool running, int percent) {
    run_->setEnabled(!running);
    run_->setText(running ? tr("Running: %1 %").arg(percent) : tr("Run the scenarios"));
    run_->setToolTip(tr("Asks every scenario of every method of Strata that answers its kind; takes about a minute"));
}

void CoverageView::refresh() { canvas_->show(makeCoveragePicture(coverage_, choice_), look()); }

void CoverageView::showProblem(const QString& text) { showEvidence(tr("The results cannot be read"), {text}); }

/// The scenario of a row as a design; by the method of the column where one of ours was clicked.
void CoverageView::open(std::size_t row, std::optional<std::size_t> column) {
    const CoveragePicture& picture = canvas_->picture();
    const coverage::Question* question = picture.question(picture.rows[row]);
    if (question == nullptr) return;
    Json request = *question->request;
    const coverage::Answerer* answerer = column ? picture.answerer(picture.columns[*column]) : nullptr;
    const coverage::Cell* cell = column ? picture.cell(picture.rows[row], picture.columns[*column]) : nullptr;
    if (answerer != nullptr && answerer->own && !cell->method.empty()) request["method"] = cell->method;
    emit designRequested(std::make_shared<const Json>(std::move(request)), scenarioTitle(*question));
}

void CoverageView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const CoveragePicture picture = makeCoveragePicture(coverage_, choice_);
    if (picture.empty()) return;
    PictureLook figure = figureLook(style);
    // Every column keeps its name: the font gives way to the width.
    figure.font = fontWithin(style.font, coverageWidth(picture, style.font), rectangle.width());
    painter.save();
    painter.translate(rectangle.topLeft());
    paintCoverage(painter, picture, layOutCoverage(picture, figure.font, rectangle.size()), figure, {});
    painter.restore();
}

double CoverageView::figureHeight(double width, const FigureStyle& style) const {
    const CoveragePicture picture = makeCoveragePicture(coverage_, choice_);
    return coverageHeight(picture, fontWithin(style.font, coverageWidth(picture, style.font), width));
}

Table CoverageView::figureData() const {
    if (!coverage_) return {};
    const CoveragePicture picture = makeCoveragePicture(coverage_, choice_);
    if (choice_.by == coverage::By::Scenario) return coverage::cellTable(*picture.coverage, choice_.filter);
    return coverage::summaryTable(picture.summary);
}

std::string CoverageView::saveState() const {
    Json values = Json::object();
    for (const auto& [group, value] : choice_.values)
        values[group] = value;
    return Json{{"by", chosen(by_)},
                {"order", chosen(order_)},
                {"who", chosen(who_)},
                {"platform", choice_.filter.platform},
                {"methodology", choice_.filter.methodology},
                {"published", chosen(era_)},
                {"values", values}}
        .dump();
}

void CoverageView::restoreState(std::string_view json_text) {
    const auto document = parseJson(json_text);
    if (!document || !document->is_object()) return;
    const auto text = [&](const char* key) {
        const Json* value = findPointer(*document, std::string("/") + key);
        return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
    };
    choice_.filter.platform = text("platform");
    choice_.filter.methodology = text("methodology");
    choice_.values.clear();
    if (const Json* values = findPointer(*document, "/values"); values != nullptr && values->is_object())
        for (const auto& [group, value] : values->items())
            if (value.is_number()) choice_.values[group] = std::clamp(value.get<double>(), 0.0, kMostValue);
    const coverage::Filter kept = choice_.filter;
    for (const auto& [box, key] :
         {std::pair(by_, "by"), std::pair(order_, "order"), std::pair(who_, "who"), std::pair(era_, "published")}) {
        const QSignalBlocker blocker(box);
        select(box, toQString(text(key)));
    }
    // Filters by name may come before the names do.
    for (const auto& [box, name] : {std::pair(platform_, kept.platform), std::pair(methodology_, kept.methodology)}) {
        const QSignalBlocker blocker(box);
        if (!name.empty() && box->findData(toQString(name)) < 0) box->addItem(toQString(name), toQString(name));
        select(box, toQString(name));
    }
    readChoice();
    scheduleRefresh();
}

} // namespace strata::views
