// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/components/components_view.h"

#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/evaluate/kinds/npu/npu_model_query.h"
#include "core/evaluate/resolve.h"
#include "views/components/components_painter.h"
#include "views/components/components_text.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QPainter>

namespace strata::views {
namespace {

/// Nodes between which published components are scaled. @unit nm
constexpr std::array kNodes{3.0,  4.0,  5.0,  7.0,  10.0, 12.0, 14.0, 16.0,  20.0,
                            22.0, 28.0, 32.0, 40.0, 45.0, 65.0, 90.0, 130.0, 180.0};
constexpr double kLargestCapacity = 1 << 30; ///< to which a drag leads: bytes, or entries

/// The device of a layer or of a model, for the handles.
struct ShownDevice {
    std::shared_ptr<const void> owner; ///< keeps the query alive
    const hardware::NpuArchitecture* architecture = nullptr;
    const Json* hardware = nullptr;
};

template <class Query>
ShownDevice deviceOf(const std::shared_ptr<const Query>& query) {
    if (query == nullptr || query->hardware == nullptr) return {};
    return {query, &query->architecture, query->hardware.get()};
}

ShownDevice deviceOf(const DesignState& design) {
    const ShownDevice of_layer = deviceOf(queryOf<LayerQuery>(design));
    return of_layer.architecture != nullptr ? of_layer : deviceOf(queryOf<NpuModelQuery>(design));
}

/// The level whose capacity the handle changes: the chosen one, or else the outermost on the chip.
std::optional<std::size_t> sizedLevel(const ShownDevice& device, const ComponentBar* chosen) {
    std::optional<std::size_t> outermost;
    for (std::size_t i = 1; i < device.architecture->levels.size(); ++i) {
        const hardware::NpuLevel& level = device.architecture->levels[i];
        if (!level.stores || level.entries == 0) continue;
        if (chosen != nullptr && chosen->name == verbatim(level.name)) return i;
        if (!outermost) outermost = i;
    }
    return outermost;
}

/// The value times or divided by powers of two, as far as it stays whole.
std::vector<double> doublings(double value) {
    std::vector<double> values{value};
    while (std::fmod(values.front(), 2.0) == 0.0)
        values.insert(values.begin(), values.front() / 2.0);
    while (2.0 * values.back() <= kLargestCapacity)
        values.push_back(2.0 * values.back());
    return values;
}

DeviceNumber capacityOf(const ShownDevice& device, std::size_t level, const QString& title, const QLocale& locale) {
    const std::string place = "/levels/" + std::to_string(level);
    for (const char* member : {"/capacity_bytes", "/entries"}) {
        const Json* stated = findPointer(*device.hardware, place + member);
        if (stated == nullptr || !stated->is_number()) continue;
        const double value = stated->get<double>();
        if (value < 1.0 || value != std::floor(value)) continue;
        DeviceNumber number{"/hardware" + place + member, title, doublings(value), {}, 0, true};
        number.at = static_cast<std::size_t>(std::ranges::find(number.values, value) - number.values.begin());
        const auto& kept = device.architecture->levels[level];
        const double bytes = static_cast<double>(kept.entries) * (kept.entry_bits / 8.0) / value;
        for (const double each : number.values)
            number.texts << shortText(each * bytes, "B", locale);
        return number;
    }
    return {};
}

DeviceNumber technologyOf(const ShownDevice& device, const QString& title, const QString& unit, const QLocale& locale) {
    const double value = device.architecture->technology_nm;
    if (value <= 0) return {};
    DeviceNumber number{"/hardware/technology_nm", title, {kNodes.begin(), kNodes.end()}, {}, 0, false};
    const auto place = std::ranges::lower_bound(number.values, value);
    number.at = static_cast<std::size_t>(place - number.values.begin());
    if (place == number.values.end() || *place != value) number.values.insert(place, value);
    for (const double each : number.values)
        number.texts << unit.arg(locale.toString(each, 'g', 6));
    return number;
}

} // namespace

ComponentsView::ComponentsView(QWidget* parent) : PictureView(ViewToolBar::Compare, parent) {
    setAccessibleName(tr("Area and energy"));
    canvas_ = new ComponentsCanvas(this);
    setCanvas(canvas_, Room::Scrolls);
    connect(canvas_, &ComponentsCanvas::componentChosen, this, &ComponentsView::showChosen);
    technology_ = addHandle("device_technology");
    capacity_ = addHandle("device_capacity");
}

DeviceHandle* ComponentsView::addHandle(const char* name) {
    auto* handle = new DeviceHandle(QLatin1String(name), this);
    toolbar()->extras()->addWidget(handle);
    connect(handle, &DeviceHandle::chosen, this,
            [this, handle](std::size_t at, const QString& gesture) { change(handle->offered(), at, gesture); });
    return handle;
}

/// What the request does not resolve with stays as it is.
void ComponentsView::change(const DeviceNumber& number, std::size_t at, const QString& gesture) {
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr || !design->design.request || !scene().library) return;
    const double value = number.values[at];
    const Json json = number.whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
    auto changed = changeRequest(*design->design.request, number.pointer, json, *scene().library, *scene().registry);
    if (!changed) return;
    Edit edit;
    edit.design = design->design.id;
    edit.request = changed->document;
    edit.text = tr("%1 to %2").arg(number.title, number.texts[static_cast<qsizetype>(at)]);
    edit.gesture = gesture;
    edit.resolved = std::make_shared<const Request>(*std::move(changed));
    emit edited(edit);
}

ComponentDrawing ComponentsView::drawing() const {
    ComponentDrawing drawing;
    const DesignState* design = scene().selectedDesign();
    const Estimate* estimate = validEstimate(design);
    if (estimate == nullptr) return drawing;
    drawing.selected = makeComponentPicture(*estimate);
    if (drawing.empty()) return drawing;
    drawing.titles = levelTitles(*design);
    const Estimate* other = toolbar()->compare() ? validEstimate(scene().baselineDesign()) : nullptr;
    if (other != nullptr) {
        ComponentPicture twin = makeComponentPicture(*other);
        if (!twin.empty()) drawing.baseline = std::move(twin);
    }
    return drawing;
}

void ComponentsView::showHandles() {
    const DesignState* design = scene().selectedDesign();
    const ShownDevice device = design != nullptr ? deviceOf(*design) : ShownDevice{};
    DeviceNumber technology, capacity;
    if (device.architecture != nullptr && !canvas_->drawing().empty()) {
        technology = technologyOf(device, tr("Technology"), tr("%1 nm"), locale());
        if (const auto level = sizedLevel(device, canvas_->chosen())) {
            const std::string& name = device.architecture->levels[*level].name;
            capacity = capacityOf(device, *level, labelText(name, canvas_->drawing().titles), locale());
        }
    }
    technology_->setVisible(!technology.pointer.empty());
    technology_->show(std::move(technology));
    capacity_->setVisible(!capacity.pointer.empty());
    capacity_->show(std::move(capacity));
}

void ComponentsView::showChosen() {
    showHandles();
    const ComponentBar* chosen = canvas_->chosen();
    if (chosen == nullptr) return hideEvidence();
    showEvidence(componentTitle(*chosen, canvas_->drawing().titles), componentSources(*chosen, locale()));
}

void ComponentsView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    ComponentDrawing shown = drawing();
    const bool empty = shown.empty();
    canvas_->show(std::move(shown), look());
    if (design == nullptr) return showMessage(tr("No design yet"));
    if (empty) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("This view draws the components of an NPU that runs a layer or a "
                                                 "model. This answer lists none: its method counts no components.")
                                            : reason);
    }
    showMessage({});
}

void ComponentsView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const ComponentDrawing shown = drawing();
    if (shown.empty()) return;
    PictureLook figure = figureLook(style);
    figure.font = fontWithin(style.font, componentsSize(shown, style.font).width(), rectangle.width());
    constexpr double kMargins = 16.0;
    const Legend legend = componentsLegend(shown, figure, rectangle.width() - kMargins);
    painter.save();
    painter.translate(rectangle.topLeft());
    paintComponents(painter, shown, layOutComponents(shown, figure.font, rectangle.size(), legend.height()), legend,
                    figure, {});
    painter.restore();
}

double ComponentsView::figureHeight(double width, const FigureStyle& style) const {
    const ComponentDrawing shown = drawing();
    if (shown.empty()) return PictureView::figureHeight(width, style);
    const QFont font = fontWithin(style.font, componentsSize(shown, style.font).width(), width);
    return componentsSize(shown, font).height();
}

Table ComponentsView::figureData() const {
    const ComponentDrawing shown = drawing();
    return shown.empty() ? Table() : componentsTable(shown.selected, shown.baseline ? &*shown.baseline : nullptr);
}

std::string ComponentsView::saveState() const { return ViewState::write({{"compare", toolbar()->compare()}}); }

void ComponentsView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    toolbar()->setCompare(state.flag("compare", true));
    scheduleRefresh();
}

} // namespace strata::views
