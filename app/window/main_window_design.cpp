// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/window/messages_panel.h"
#include "app/window/request_edits.h"
#include "core/evaluate/estimate.h"
#include "views/support/text.h"
#include "views/support/view.h"

#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <nlohmann/json.hpp>

namespace strata::app {

namespace {

QString nameOf(const Library& library, const QString& id) {
    const Entry* entry = library.find(id.toStdString());
    return entry ? views::toQString(entry->name) : id;
}

std::shared_ptr<const Json> changed(const Json& request, const QString& id, const QString& layer) {
    return layer.isEmpty() ? withHardware(request, id.toStdString())
                           : withLayer(request, id.toStdString(), layer.toStdString());
}

}  // namespace

void MainWindow::useEntry(const QString& id, const QString& layer) {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design) return addDesignWith(id, layer);
    views::Edit edit;
    edit.design = design->id;
    edit.request = changed(*design->request, id, layer);
    const QString name = nameOf(*controller_.library(), id);
    edit.text = layer.isEmpty() ? tr("use %1").arg(name) : tr("use %1 of %2").arg(layer, name);
    controller_.apply(edit);
}

void MainWindow::addDesignWith(const QString& id, const QString& layer) {
    const Design* design = controller_.study().find(controller_.study().selected);
    std::shared_ptr<const Json> start = design ? design->request : nullptr;
    if (!start) {
        const auto first = firstRequest(*controller_.library());
        if (!first) return notify(NoticeBar::Tone::Error, views::toQString(describe(first.error())));
        start = *first;
    }
    const QString name = nameOf(*controller_.library(), id);
    controller_.addDesign(changed(*start, id, layer), layer.isEmpty() ? name : tr("%1 of %2").arg(layer, name));
}

void MainWindow::addDesign() {
    if (!controller_.library()) return;
    const auto first = firstRequest(*controller_.library());
    if (!first) return notify(NoticeBar::Tone::Error, views::toQString(describe(first.error())));
    controller_.addDesign(*first, tr("new design"));
}

void MainWindow::copyDocument(bool estimate) {
    const auto scene = controller_.scene();
    const views::DesignState* design = scene->selectedDesign();
    if (!design) return;
    if (estimate && !design->estimate) return notify(NoticeBar::Tone::Info, views::absenceText(*design));
    const Json document = estimate ? toJson(*design->estimate) : *design->design.request;
    QGuiApplication::clipboard()->setText(views::toQString(document.dump(2)));
}

void MainWindow::copyView() {
    const QDockWidget* dock = currentViewDock();
    if (dock) QGuiApplication::clipboard()->setPixmap(dock->widget()->grab());
}

void MainWindow::notify(NoticeBar::Tone tone, const QString& text) {
    notice_->show(tone, text);
    messages_->add(tone, text);
}

/// The metric of all views travels with the session as a setting of the window.
std::string MainWindow::stateOfMetric(const QString& metric) { return Json{{"metric", metric.toStdString()}}.dump(); }

QString MainWindow::metricOfState(const std::string& state) {
    const Result<Json> document = parseJson(state);
    if (!document || !document->is_object()) return {};
    const auto metric = document->find("metric");
    return metric != document->end() && metric->is_string() ? views::toQString(metric->get<std::string>()) : QString();
}

}  // namespace strata::app
