// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/study/study_model.h"

#include "core/evaluate/presentation.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QLocale>

namespace strata::views {

namespace {

StudyModel::State stateOf(const DesignState& design) {
    if (design.error) return StudyModel::State::Failed;
    if (!design.estimate) return StudyModel::State::Stale;
    return design.estimate->valid ? StudyModel::State::Good : StudyModel::State::Invalid;
}

/// The design's metric that all designs are read by; where it has none, as a collective among training steps, the one
/// which is read first in its own kind.
const Metric* listedMetric(const DesignState& design, const std::string& metric) {
    if (!design.estimate) return nullptr;
    const Metric* const common = design.estimate->findMetric(metric);
    return common ? common : design.estimate->findMetric(plottedMetric(*design.estimate));
}

QString valueOf(const DesignState& design, const std::string& metric) {
    const Metric* const shown = listedMetric(design, metric);
    return shown ? shortText(shown->value, quantityUnit(shown->name), QLocale()) : QStringLiteral("\u2013");
}

/// The value as it is read aloud: with its metric where that is another one than the metric of all designs.
QString spokenValueOf(const DesignState& design, const std::string& metric) {
    const Metric* const shown = listedMetric(design, metric);
    const QString value = valueOf(design, metric);
    return shown && shown->name != metric ? QStringLiteral("%1 %2").arg(quantityTitle(shown->name), value) : value;
}

bool sameIds(const Scene& a, const Scene& b) {
    return std::ranges::equal(
        a.designs, b.designs, {}, [](const DesignState& state) { return state.design.id; },
        [](const DesignState& state) { return state.design.id; });
}

} // namespace

StudyModel::StudyModel(QObject* parent) : QAbstractListModel(parent), scene_(std::make_shared<const Scene>()) {}

void StudyModel::setScene(std::shared_ptr<const Scene> scene) {
    if (sameIds(*scene_, *scene)) {
        scene_ = std::move(scene);
        if (rowCount() > 0) emit dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    scene_ = std::move(scene);
    endResetModel();
}

int StudyModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(scene_->designs.size());
}

QVariant StudyModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const DesignState& design = scene_->designs[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return QString::fromStdString(design.design.label);
    case Qt::ToolTipRole: return toolTip(design);
    case Qt::AccessibleTextRole:
        return tr("Design %1, %2, %3")
            .arg(QLatin1Char(design.design.letter))
            .arg(QString::fromStdString(design.design.label), spokenValueOf(design, scene_->metric));
    case LetterRole: return QString(QLatin1Char(design.design.letter));
    case BaselineRole: return index.row() == scene_->baseline;
    case FurtherBaselineRole:
        return std::ranges::find(scene_->further_baselines, index.row()) != scene_->further_baselines.end();
    case ValueRole: return valueOf(design, scene_->metric);
    case StateRole: return static_cast<int>(stateOf(design));
    case IdRole: return QString::fromStdString(design.design.id);
    default: return {};
    }
}

QString StudyModel::toolTip(const DesignState& design) const {
    QString tip = QStringLiteral("<b>%1</b> %2")
                      .arg(QLatin1Char(design.design.letter))
                      .arg(QString::fromStdString(design.design.label).toHtmlEscaped());
    if (const QString absence = absenceText(design); !absence.isEmpty())
        return tip + QStringLiteral("<br>") + absence.toHtmlEscaped();
    const Metric* const shown = listedMetric(design, scene_->metric);
    for (const Metric& metric : design.estimate->metrics)
        tip += (&metric == shown ? QStringLiteral("<br><b>%1: %2</b>") : QStringLiteral("<br>%1: %2"))
                   .arg(quantityTitle(metric.name), shortText(metric.value, quantityUnit(metric.name), QLocale()));
    return tip;
}

bool StudyModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString label = value.toString().trimmed();
    if (role != Qt::EditRole || !index.isValid() || label.isEmpty()) return false;
    emit renamed(index.data(IdRole).toString(), label);
    return true;
}

Qt::ItemFlags StudyModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemNeverHasChildren;
}

} // namespace strata::views
