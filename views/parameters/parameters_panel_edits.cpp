// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows and the menu of additions make of the selected design.
#include "core/evaluate/resolve.h"
#include "views/parameters/option_menu.h"
#include "views/parameters/parameter_row.h"
#include "views/parameters/parameters_panel.h"
#include "views/parameters/quantity_text.h"
#include "views/support/text/choice_text.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QCoreApplication>
#include <QMenu>

namespace strata::views {

namespace {

constexpr double kLargestExactInteger = 9007199254740992.0; // 2^53

Json number(double value) {
    if (value == std::floor(value) && std::abs(value) < kLargestExactInteger)
        return Json(static_cast<std::int64_t>(value));
    return Json(value);
}

} // namespace

void ParametersPanel::change(const Parameter& parameter, double value, const QString& gesture) {
    apply(parameter, number(value), editText(value, parameter.unit, locale()), gesture);
}

void ParametersPanel::choose(const Parameter& parameter, const QString& word) {
    const Json value = parameter.flag ? Json(word == QLatin1String("yes")) : Json(word.toStdString());
    apply(parameter, value, choiceText(word.toStdString()), {});
}

void ParametersPanel::apply(const Parameter& parameter, const Json& value, const QString& text,
                            const QString& gesture) {
    if (!scene_->selectedDesign() || !newest_request_) return;
    ParameterRow* row = this->row(parameter.pointer);
    Result<Request> next = changed(parameter.pointer, value);
    if (!next) {
        row->setError(errorText({{}, {}, next.error().text, next.error().expected, {}}, locale()));
        row->showAgain();
        return;
    }
    row->setError({});
    auto resolved = std::make_shared<const Request>(*std::move(next));
    send(resolved->document, resolved,
         tr("%1, %2: %3")
             .arg(QCoreApplication::translate("Field", parameter.group.c_str()),
                  QCoreApplication::translate("Field", parameter.title.c_str()), text),
         gesture);
}

/// The newest request with one value changed, resolved: the only time that this edit is.
Result<Request> ParametersPanel::changed(const std::string& pointer, const Json& value) const {
    if (resolved_) return changeRequest(*resolved_, pointer, value, *scene_->library, *scene_->registry);
    return changeRequest(*newest_request_, pointer, value, *scene_->library, *scene_->registry);
}

void ParametersPanel::send(std::shared_ptr<const Json> request, std::shared_ptr<const Request> resolved,
                           const QString& text, const QString& gesture) {
    newest_request_ = std::move(request);
    resolved_ = std::move(resolved);
    Edit edit;
    edit.design = scene_->selectedDesign()->design.id;
    edit.request = newest_request_;
    edit.resolved = resolved_;
    edit.gesture = gesture;
    edit.text = text;
    emit edited(edit);
}

std::vector<RequestOption> ParametersPanel::options() const {
    if (!newest_request_ || !scene_->library) return {};
    return optionsOf(*newest_request_, *scene_->library, *scene_->registry);
}

void ParametersPanel::addOption(const RequestOption& option) {
    if (!newest_request_ || !scene_->selectedDesign()) return;
    Result<Request> next = changed(option.pointer, *option.start);
    if (!next) return; // the design changed since it was offered
    auto resolved = std::make_shared<const Request>(*std::move(next));
    send(resolved->document, resolved, tr("Add %1").arg(optionTitle(option)), {});
    const auto shown = std::ranges::find_if(
        rows_, [&](const ParameterRow* row) { return row->parameter().pointer.starts_with(option.pointer); });
    if (shown != rows_.end()) reveal((*shown)->parameter().pointer);
}

void ParametersPanel::addRemovals(QMenu& menu, const std::string& pointer) {
    if (!newest_request_ || !scene_->library) return;
    for (const RequestOption& part : removableAround(*newest_request_, pointer, *scene_->library, *scene_->registry)) {
        const QString text = tr("Remove \u201c%1\u201d").arg(QCoreApplication::translate("Field", part.title.c_str()));
        menu.addAction(text, this, [this, text, place = part.pointer] {
            if (Result<Json> next = withoutOption(*newest_request_, place, *scene_->library, *scene_->registry))
                send(std::make_shared<const Json>(*std::move(next)), nullptr, text, {});
        });
    }
}

} // namespace strata::views
