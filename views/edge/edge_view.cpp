// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/edge_view.h"

#include "views/support/text/text.h"

#include <nlohmann/json.hpp>
#include <QLocale>
#include <QPainter>

namespace strata::views {
namespace {

/// How people write a number of a setting.
struct Wording {
    double factor = 1;
    const char* before = "";
    const char* after = "";
};
constexpr Wording kTimes{.before = "\u00d7"};
constexpr Wording kPercent{.factor = 100, .after = " %"};
constexpr Wording kSeconds{.after = " s"};

std::vector<SettingHandle::Value> worded(std::initializer_list<const char*> numbers, const Wording& wording) {
    std::vector<SettingHandle::Value> values;
    for (const char* number : numbers) {
        const QString digits = QLocale().toString(QByteArray(number).toDouble() * wording.factor, 'g', 6);
        values.emplace_back(number, QString::fromUtf8(wording.before) + digits + QString::fromUtf8(wording.after));
    }
    return values;
}

} // namespace

EdgeCanvas::EdgeCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Edge")); }

void EdgeCanvas::show(EdgePicture picture, const PictureLook& look) {
    picture_ = std::move(picture);
    setLook(look);
    repaintPicture();
}

EdgeLayout EdgeCanvas::places() const { return layOutEdge(picture_, look().font, size()); }

void EdgeCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintEdge(painter, picture_, places(), look());
}

PictureHit EdgeCanvas::hitAt(const QPointF& position) const {
    return picture_.empty() ? PictureHit() : edgeHit(picture_, places(), look(), position);
}

EdgeView::EdgeView(QWidget* parent) : PictureView(ViewToolBar::Items(), parent) {
    setAccessibleName(tr("Edge"));
    canvas_ = new EdgeCanvas(this);
    setCanvas(canvas_);
    const auto handle = [this](const char* pointer, const QString& title, std::vector<SettingHandle::Value> values,
                               std::size_t usual) {
        auto* added = new SettingHandle(pointer, title, std::move(values), usual, this);
        toolbar()->extras()->addWidget(added);
        handles_.push_back(added);
        connect(added, &SettingHandle::chosen, this, [this, added](const QString& value, const QString& gesture) {
            if (const auto edit = added->editOf(scene().selectedDesign(), value, gesture)) emit edited(*edit);
        });
    };
    handle("/workload/batch", tr("Batch"), {"1", "2", "4", "8", "16", "32"}, 0);
    handle("/workload/resolution", tr("Resolution"), worded({"0.25", "0.5", "0.75", "1.0", "1.5", "2.0"}, kTimes), 3);
    handle("/workload/dtype", tr("Format"), {"\"fp32\"", "\"int8\""}, 0);
    handle("/plan/clock_share", tr("Clock"), worded({"0.2", "0.4", "0.6", "0.8", "1.0"}, kPercent), 4);
    handle("/plan/load_s", tr("Under load"), worded({"0.0", "30.0", "60.0", "120.0", "300.0", "600.0"}, kSeconds), 0);
}

EdgePicture EdgeView::picture() const {
    const Estimate* estimate = validEstimate(scene().selectedDesign());
    return estimate != nullptr ? makeEdgePicture(*estimate) : EdgePicture();
}

void EdgeView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return showMessage(tr("No design yet"));
    // The handles are of requests that the view draws: those of an edge device.
    const bool drawn = !picture().empty();
    for (SettingHandle* handle : handles_) {
        handle->show(design->design.request);
        handle->setVisible(drawn);
    }
    EdgePicture shown = picture();
    if (shown.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty()
                               ? tr("This view draws the kernels of a network on an edge SoC. This design has none.")
                               : reason);
    }
    showMessage({});
    canvas_->show(std::move(shown), look());
}

void EdgeView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const EdgePicture shown = picture();
    if (shown.empty()) return;
    const PictureLook look = figureLook(style);
    painter.save();
    painter.translate(rectangle.topLeft());
    paintEdge(painter, shown, layOutEdge(shown, look.font, rectangle.size()), look);
    painter.restore();
}

Table EdgeView::figureData() const {
    const EdgePicture shown = picture();
    return shown.empty() ? Table() : edgeTable(shown);
}

} // namespace strata::views
