// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/compare_view.h"
#include "views/compare/multiples_canvas.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/toolbar.h"
#include "views/support/theme/theme.h"

#include <QCheckBox>
#include <QKeyEvent>

namespace strata::views {

void CompareView::buildMultiples() {
    form_ = new ChoiceBox(tr("Shown as"), tr("A table, or small multiples of the metric of all views with one axis"),
                          toolbar_);
    form_->setObjectName(QStringLiteral("form"));
    form_->addItem(tr("Table"), QStringLiteral("table"));
    form_->addItem(tr("Panel per workload"), QStringLiteral("workload"));
    form_->addItem(tr("Panel per machine"), QStringLiteral("machine"));
    form_->addItem(tr("Panel per question"), QStringLiteral("question"));
    toolbar_->extras()->addWidget(form_);
    multiples_ = new MultiplesCanvas(this);
    multiples_->hide();
    connect(form_, &QComboBox::activated, this, [this] {
        axis_.reset();
        scheduleRefresh();
    });
    connect(multiples_, &MultiplesCanvas::axisMoved, this, [this](double most) {
        axis_ = most > 0.0 ? std::optional(most) : std::nullopt;
        scheduleRefresh();
    });
    connect(multiples_, &PictureCanvas::copyRequested, this, [this] {
        QKeyEvent copy(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
        keyPressEvent(&copy);
    });
}

std::optional<MultiplesBy> CompareView::shownBy() const {
    const QString form = form_->currentData().toString();
    if (form == QLatin1String("workload")) return MultiplesBy::Workload;
    if (form == QLatin1String("machine")) return MultiplesBy::Machine;
    if (form == QLatin1String("question")) return MultiplesBy::Question;
    return std::nullopt;
}

Multiples CompareView::drawnMultiples() const {
    return makeMultiples(scene(), shownBy().value_or(MultiplesBy::Workload), axis_);
}

PictureLook CompareView::pictureLook() const {
    PictureLook look;
    look.theme = themeFor(palette());
    look.font = tabularFont(font());
    look.locale = locale();
    return look;
}

bool CompareView::showMultiples() {
    differing_->setVisible(!shownBy());
    if (!shownBy()) return false;
    Multiples drawn = drawnMultiples();
    if (drawn.empty()) {
        showMessage(tr("No design has the metric of all views. Choose another one, or show a table."));
        return true;
    }
    showMessage({});
    multiples_->show(std::move(drawn), pictureLook());
    return true;
}

} // namespace strata::views
