// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tools/tools_view.h"

#include "views/support/base/choice_box.h"
#include "views/support/base/toolbar.h"
#include "views/support/text/text.h"
#include "views/tools/tools_canvas.h"
#include "views/tools/tools_painter.h"
#include "views/tools/tools_text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <QPainter>
#include <set>

namespace strata::views {
namespace {

constexpr std::array kPages{"ranking", "claims", "timeline", "failures", "disagreements", "table"};

} // namespace

ToolsView::ToolsView(QWidget* parent) : PictureView({}, parent) {
    setAccessibleName(tr("Tools"));
    buildToolbar();
    canvas_ = new ToolsCanvas(this);
    setCanvas(canvas_, Room::Scrolls);
    connect(canvas_, &ToolsCanvas::rowChosen, this, [this](std::size_t row) {
        const ToolsEvidence evidence = toolsEvidence(canvas_->picture(), row, locale());
        showEvidence(evidence.title, evidence.lines);
    });
    connect(canvas_, &ToolsCanvas::weightDragged, this, &ToolsView::weigh);
}

void ToolsView::buildToolbar() {
    page_ = new ChoiceBox(tr("Page"), tr("What is shown of the tools"), toolbar());
    page_->setObjectName(QStringLiteral("page"));
    const std::array titles{tr("Ranking by grades"), tr("Claimed and verified errors"), tr("Timeline"),
                            tr("When they fail"),    tr("What sources disagree on"),    tr("All tools")};
    for (std::size_t i = 0; i < titles.size(); ++i)
        page_->addItem(titles[i], QLatin1String(kPages[i]));
    scheme_ = new ChoiceBox(tr("Weights"), tr("Weights of the protocol; drag a bar for others"), toolbar());
    scheme_->setObjectName(QStringLiteral("scheme"));
    scheme_->addItem(tr("Own weights"));
    for (const coverage::Scheme& scheme : coverage::builtinProtocol().schemes)
        scheme_->addItem(toQString(scheme.name));
    scheme_->setCurrentIndex(1);
    platform_ = new ChoiceBox(tr("Platform"), tr("Only tools for this platform"), toolbar());
    platform_->setObjectName(QStringLiteral("platform"));
    for (QComboBox* box : {page_, scheme_, platform_})
        toolbar()->extras()->addWidget(box);
    fillPlatforms();
    const auto changed = [this] {
        canvas_->choose({});
        hideEvidence();
        scheduleRefresh();
    };
    connect(page_, &QComboBox::currentIndexChanged, this, [this, changed](int index) {
        choice_.page = static_cast<ToolsPage>(std::max(0, index));
        scheme_->setVisible(choice_.page == ToolsPage::Ranking);
        changed();
    });
    connect(scheme_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index > 0)
            choice_.weights = coverage::builtinProtocol().schemes[static_cast<std::size_t>(index - 1)].weights;
        scheduleRefresh();
    });
    connect(platform_, &QComboBox::currentIndexChanged, this, [this, changed] {
        choice_.platform = platform_->currentData().toString().toStdString();
        changed();
    });
}

/// Platforms that the tools have; the choice stays.
void ToolsView::fillPlatforms() {
    std::set<std::string> platforms;
    if (!choice_.platform.empty()) platforms.insert(choice_.platform);
    if (coverage_)
        for (const Tool& tool : coverage_->tools)
            platforms.insert(tool.platforms.begin(), tool.platforms.end());
    const QSignalBlocker blocker(platform_);
    platform_->clear();
    platform_->addItem(tr("All platforms"), QString());
    for (const std::string& platform : platforms)
        platform_->addItem(toQString(platform), toQString(platform));
    platform_->setCurrentIndex(std::max(0, platform_->findData(toQString(choice_.platform))));
}

/// All weights at zero would rank nobody: the last one stays.
void ToolsView::weigh(std::size_t dimension, double weight) {
    std::vector<double> weights =
        choice_.weights.empty() ? coverage::builtinProtocol().schemes.front().weights : choice_.weights;
    weights.at(dimension) = weight;
    if (std::ranges::all_of(weights, [](double each) { return each <= 0.0; })) return;
    choice_.weights = std::move(weights);
    const QSignalBlocker blocker(scheme_);
    scheme_->setCurrentIndex(0);
    scheduleRefresh();
}

void ToolsView::setCoverage(std::shared_ptr<const coverage::Coverage> coverage) {
    coverage_ = std::move(coverage);
    fillPlatforms();
    scheduleRefresh();
}

void ToolsView::refresh() { canvas_->show(makeToolsPicture(coverage_, choice_), look()); }

void ToolsView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const ToolsPicture picture = makeToolsPicture(coverage_, choice_);
    if (picture.empty()) return;
    PictureLook figure = figureLook(style);
    figure.font = fontWithin(style.font, toolsWidth(picture, style.font), rectangle.width());
    painter.save();
    painter.translate(rectangle.topLeft());
    paintTools(painter, picture, layOutTools(picture, figure.font, rectangle.size()), figure, {}, {});
    painter.restore();
}

double ToolsView::figureHeight(double width, const FigureStyle& style) const {
    const ToolsPicture picture = makeToolsPicture(coverage_, choice_);
    return toolsHeight(picture, fontWithin(style.font, toolsWidth(picture, style.font), width));
}

Table ToolsView::figureData() const {
    if (!coverage_) return {};
    return makeToolsPicture(coverage_, choice_).table;
}

std::string ToolsView::saveState() const {
    Json state{{"page", kPages[static_cast<std::size_t>(choice_.page)]}, {"platform", choice_.platform}};
    if (!choice_.weights.empty()) state["weights"] = choice_.weights;
    return state.dump();
}

void ToolsView::restoreState(std::string_view json_text) {
    const auto document = parseJson(json_text);
    if (!document || !document->is_object()) return;
    const auto text = [&](const char* key) {
        const Json* value = findPointer(*document, std::string("/") + key);
        return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
    };
    choice_ = {};
    choice_.platform = text("platform");
    const auto& schemes = coverage::builtinProtocol().schemes;
    if (const Json* weights = findPointer(*document, "/weights"); weights != nullptr && weights->is_array()) {
        std::vector<double> read;
        double sum = 0.0, most = 1.0;
        for (const Json& weight : *weights) {
            read.push_back(weight.is_number() ? std::max(0.0, weight.get<double>()) : 0.0);
            sum += read.back();
            most = std::max(most, read.back());
        }
        for (double& weight : read)
            weight /= most; // a bar ends at 1; only proportions count
        if (read.size() == schemes.front().weights.size() && sum > 0.0) choice_.weights = std::move(read);
    }
    const auto scheme = std::ranges::find(schemes, choice_.weights, &coverage::Scheme::weights);
    const QSignalBlocker pages(page_), weights(scheme_);
    page_->setCurrentIndex(std::max(0, page_->findData(toQString(text("page")))));
    choice_.page = static_cast<ToolsPage>(page_->currentIndex());
    scheme_->setCurrentIndex(choice_.weights.empty()   ? 1
                             : scheme == schemes.end() ? 0
                                                       : 1 + static_cast<int>(scheme - schemes.begin()));
    scheme_->setVisible(choice_.page == ToolsPage::Ranking);
    fillPlatforms();
    scheduleRefresh();
}

} // namespace strata::views
