// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/text.h"
#include "views/validation/drift_canvas.h"
#include "views/validation/validation_view.h"

#include <QComboBox>

namespace strata::views {

bool ValidationView::drifts() const { return kind_->currentData().toString() == QLatin1String("drift"); }

PictureLook ValidationView::driftLook() const {
    PictureLook look;
    look.theme = themeFor(palette());
    look.font = tabularFont(font());
    look.locale = locale();
    return look;
}

void ValidationView::setHistory(std::vector<assess::ResultRecord> records) {
    history_ = std::move(records);
    if (!scene().validation && !history_.empty()) kind_->setCurrentIndex(kind_->findData(QStringLiteral("drift")));
    scheduleRefresh();
}

void ValidationView::showDrift() {
    if (history_.empty())
        return showMessage(
            tr("Open results that were kept by validate --keep: their errors are drawn as they drift from "
               "run to run."));
    showMessage({});
    drift_->show(history_, driftLook());
}

} // namespace strata::views
