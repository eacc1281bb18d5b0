// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/hint_bar.h"

#include <algorithm>
#include <iterator>
#include <QStringList>

namespace strata::app {

HintBar::HintBar(QWidget* parent) : NoticeBar(parent) { connect(this, &NoticeBar::closed, this, &HintBar::finished); }

namespace {

struct FirstHint {
    const char* workspace;
    const char* text;
};

/// What a hand does first in each workspace; that of NPUs stands for any other.
constexpr FirstHint kFirst[] = {
    {"npu", QT_TRANSLATE_NOOP("strata::app::HintBar",
                              "Drag a slider on the right, or a factor in the mapping: every view follows while you "
                              "drag. Ctrl+Z takes it back.")},
    {"gpu", QT_TRANSLATE_NOOP("strata::app::HintBar",
                              "Drag a slider on the right: every view follows. Double click a bar of the composition "
                              "gap to see what it holds.")},
    {"cluster", QT_TRANSLATE_NOOP("strata::app::HintBar",
                                  "Drag tp or pp above the cluster, or the number of devices in Scaling. “Find best "
                                  "plan” searches the fastest plan that fits.")},
    {"serving", QT_TRANSLATE_NOOP("strata::app::HintBar",
                                  "Drag the vertical line of the load curve: that is the arrival rate. “Find highest "
                                  "rate” searches the rate at which the service level ends.")},
    {"edge", QT_TRANSLATE_NOOP("strata::app::HintBar",
                               "Drag batch, resolution or clock above the kernels. The matrix shows the same network "
                               "on every device that was measured.")},
    {"cpu", QT_TRANSLATE_NOOP("strata::app::HintBar",
                              "Drag “Loop” or “Copies” above the instructions. Click an instruction to read what it "
                              "holds; the framed ports are the busiest.")},
    {"pim", QT_TRANSLATE_NOOP("strata::app::HintBar",
                              "Drag a slider on the right: every view follows. Click a number of the headline to see "
                              "where that metric goes.")},
    {"explore",
     QT_TRANSLATE_NOOP("strata::app::HintBar",
                       "Drag the triangles at the edges of the Pareto plot to set bounds. A click on a point "
                       "opens it as a design.")},
    {"assess", QT_TRANSLATE_NOOP("strata::app::HintBar",
                                 "Coverage shows which methods answer which scenario, and how far they were off. "
                                 "Validation opens measurements of your own.")},
};

} // namespace

QStringList HintBar::hints() const {
    const auto first = std::ranges::find_if(
        kFirst, [&](const FirstHint& hint) { return workspace_ == QLatin1String(hint.workspace); });
    return {tr(first == std::end(kFirst) ? kFirst[0].text : first->text),
            tr("Design B with the star is the baseline: each view shows the difference to it. "
               "Press B to pin another one."),
            tr("Ctrl+D copies the selected design, so that the next drag changes the copy. "
               "Ctrl+K finds everything by its name.")};
}

void HintBar::start() { showHint(0); }

void HintBar::setWorkspace(const QString& id) {
    workspace_ = id;
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
