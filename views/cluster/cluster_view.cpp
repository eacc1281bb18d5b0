// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/cluster_view.h"

#include "core/evaluate/kind.h"
#include "views/cluster/cluster_canvas.h"
#include "views/cluster/cluster_text.h"
#include "views/cluster/degree_handles.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QHBoxLayout>
#include <QPainter>

namespace strata::views {
namespace {

constexpr std::uint64_t kMostRanks = 65'536; // in the numbers beside a figure

} // namespace

ClusterView::ClusterView(QWidget* parent) : PictureView({}, parent) {
    setAccessibleName(tr("Cluster"));
    const auto handle = [this](const char* degree, const QString& help) {
        auto* added = new DegreeHandle(degree, help, this);
        handles_.push_back(added);
        toolbar()->extras()->addWidget(added);
        connect(added, &DegreeHandle::chosen, this, [this, added](std::uint32_t value, const QString& gesture) {
            setDegree(added->degree(), value, gesture);
        });
    };
    handle("tp", tr("Tensor parallelism: drag to the right for more"));
    handle("cp", tr("Context parallelism: drag to the right for more"));
    handle("pp", tr("Pipeline parallelism: drag to the right for more"));
    handle("ep", tr("Expert parallelism: drag to the right for more"));
    kind_ = new ChoiceBox(tr("Groups"), tr("Which ranks are shown as belonging together"), this);
    kind_->setObjectName(QStringLiteral("groups"));
    toolbar()->extras()->addWidget(kind_);
    canvas_ = new ClusterCanvas(this);
    setCanvas(canvas_);
    connect(kind_, &QComboBox::activated, this, [this] {
        wanted_ = kind_->currentData().toString().toStdString();
        scheduleRefresh();
    });
    connect(canvas_, &ClusterCanvas::rankChosen, this, [this](quint64 rank) {
        rank_ = rank;
        scheduleRefresh();
    });
}

ClusterPicture ClusterView::picture() const {
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr || !design->resolved) return {};
    return makeClusterPicture(design->resolved->query, design->estimate.get(), design->stale);
}

ChosenGroup ClusterView::chosen(const ClusterPicture& picture) const {
    const auto found = std::ranges::find(picture.kinds, wanted_, &GroupKind::name);
    ChosenGroup result;
    if (found != picture.kinds.end()) result.kind = static_cast<std::size_t>(found - picture.kinds.begin());
    result.rank = picture.empty() ? 0 : std::min(rank_, picture.devices - 1);
    return result;
}

void ClusterView::showKinds(const ClusterPicture& picture) {
    bool same = kind_->count() == static_cast<int>(picture.kinds.size());
    for (std::size_t i = 0; same && i < picture.kinds.size(); ++i)
        same = kind_->itemData(static_cast<int>(i)).toString() == toQString(picture.kinds[i].name);
    if (!same) {
        kind_->clear();
        for (const GroupKind& kind : picture.kinds)
            kind_->addItem(groupKindText(kind.name), toQString(kind.name));
    }
    kind_->setCurrentIndex(picture.kinds.empty() ? -1 : static_cast<int>(chosen(picture).kind));
    kind_->setVisible(picture.kinds.size() > 1);
}

void ClusterView::setDegree(const std::string& degree, std::uint32_t value, const QString& gesture) {
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr || !design->design.request) return;
    const std::uint32_t before = degreeOf(*design->design.request, degree);
    if (before == value) return;
    Edit edit;
    edit.design = design->design.id;
    edit.request = std::make_shared<const Json>(withDegree(*design->design.request, degree, value));
    edit.text = tr("%1 %2 to %3").arg(toQString(degree), locale().toString(before), locale().toString(value));
    edit.gesture = gesture;
    emit edited(edit);
}

void ClusterView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    const RequestKind* kind =
        design != nullptr && design->design.request ? kindOf(*design->design.request, *scene().registry) : nullptr;
    const bool training = kind != nullptr && kind->devices != nullptr; // it has degrees to divide them by
    for (DegreeHandle* handle : handles_) {
        handle->setVisible(training);
        if (training) handle->show(design->design.request, scene().library);
    }
    if (design == nullptr) return showMessage(tr("No design yet"));
    auto shown = std::make_shared<const ClusterPicture>(picture());
    showKinds(*shown);
    if (shown->empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("This view draws the cluster of a training step or of a "
                                                 "collective. This design has none.")
                                            : reason);
    }
    showMessage({});
    canvas_->show(shown, chosen(*shown), look());
}

void ClusterView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const ClusterPicture shown = picture();
    if (shown.empty()) return;
    const PictureLook figure = figureLook(style);
    const Legend legend = clusterLegend(shown, figure, rectangle.width() - 16.0);
    const ClusterLayout layout = layOutCluster(shown, figure.font, rectangle.size(), legend.height(), canvas_->zoom());
    painter.save();
    painter.translate(rectangle.topLeft());
    paintCluster(painter, shown, layout, chosen(shown), legend, figure);
    painter.restore();
}

Table ClusterView::figureData() const { return clusterTable(picture(), kMostRanks); }

std::string ClusterView::saveState() const {
    return ViewState::write({{"groups", wanted_},
                             {"rank", static_cast<double>(rank_)},
                             {"left", canvas_->zoom().left()},
                             {"top", canvas_->zoom().top()},
                             {"side", canvas_->zoom().width()}});
}

void ClusterView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    wanted_ = state.text("groups", "");
    rank_ = static_cast<std::uint64_t>(std::clamp(state.number("rank", 0.0), 0.0, 1e9));
    const double side = state.number("side", 1.0);
    canvas_->setZoom({state.number("left", 0.0), state.number("top", 0.0), side, side});
    scheduleRefresh();
}

} // namespace strata::views
