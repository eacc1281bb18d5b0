// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/hint_bar.h"

#include <QStringList>

namespace strata::app {

HintBar::HintBar(QWidget* parent) : NoticeBar(parent) { connect(this, &NoticeBar::closed, this, &HintBar::finished); }

QStringList HintBar::hints() const {
    return {first_,
            tr("Design B with the star is the baseline: each view shows the difference to it. "
               "Press B to pin another one."),
            tr("Ctrl+D copies the selected design, so that the next drag changes the copy. "
               "Ctrl+K finds everything by its name.")};
}

void HintBar::start() { showHint(0); }

void HintBar::setFirst(const QString& hint) {
    first_ = hint;
    if (isVisible() && index_ == 0) showHint(0);
}

void HintBar::showHint(int index) {
    const QStringList all = hints();
    index_ = index;
    clearButtons();
    const bool last = index + 1 >= all.size();
    addButton(last ? tr("Done") : tr("Next"), [this, index, last] {
        if (!last) return showHint(index + 1);
        hide();
        emit finished();
    });
    show(Tone::Info, tr("%1 of %2: %3").arg(index + 1).arg(all.size()).arg(all.at(index)));
}

} // namespace strata::app
