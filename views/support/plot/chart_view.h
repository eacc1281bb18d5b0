// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/toolbar.h"
#include "views/support/base/view.h"
#include "views/support/theme/theme.h"

#include <optional>
#include <QLocale>
#include <QPointF>
#include <string>

class QCustomPlot;
class QLabel;
class QMenu;

namespace strata::views {

class PlotNavigation;

/// The axes of a chart: those that the reader locked, zoomed or panned to; else, while something is compared, the
/// widest that was needed so far, so that no run rescales the comparison; else those that fit.
template <class Range>
class KeptRange {
public:
    const std::optional<Range>& fixed() const { return fixed_; }
    void fix(std::optional<Range> range) { fixed_ = std::move(range); }
    void free() {
        fixed_.reset();
        widest_.reset();
    }
    /// As a session has it: what was seen before does not count.
    void restore(std::optional<Range> range) {
        free();
        fixed_ = std::move(range);
    }
    /// `comparison`: what is compared, or empty. `united(a, b)` holds both ranges.
    template <class Unite>
    Range now(const Range& fitting, const std::string& comparison, Unite united) const {
        if (fixed_) return *fixed_;
        return widest_ && !comparison.empty() && comparison == widest_for_ ? united(*widest_, fitting) : fitting;
    }
    /// The range is shown for that comparison.
    void note(const Range& shown, const std::string& comparison) {
        if (comparison != widest_for_) widest_.reset();
        widest_for_ = comparison;
        if (!fixed_ && !comparison.empty()) widest_ = shown;
    }

private:
    std::optional<Range> fixed_, widest_;
    std::string widest_for_;
};

/// A view of one chart on a plot: tool bar, plot, or words in its place. It knows hover and keys; a chart says what
/// they mean. Left, right, up and down step through what it shows, Escape takes the latest choice back, plus and minus
/// zoom, Home shows everything.
class ChartView : public View {
    Q_OBJECT

protected:
    ChartView(ViewToolBar::Items items, QWidget* parent);

    /// Which directions the reader may zoom and pan.
    struct Moves {
        bool horizontal = false, vertical = false;
    };
    /// Makes the plot; call once, in the constructor.
    QCustomPlot& makePlot(const QString& accessible_name, Moves moves);
    /// Call in the destructor: the plot's items refer to the chart, so the plot goes first.
    void dropPlot();

    ViewToolBar* toolbar() const { return toolbar_; }
    QCustomPlot* plot() const { return plot_; }
    PlotNavigation* navigation() const { return navigation_; } ///< nullptr where nothing moves
    /// Words in place of the plot; empty: the plot.
    void showMessage(const QString& words);

    /// Marks what stands there. Returns the answer in rich text; empty: nothing stands there.
    virtual QString hoverAt(const QPointF& position) = 0;
    virtual void endHover() = 0;
    virtual void clickAt(const QPointF& position) = 0;
    virtual void doubleClickAt(const QPointF&) { showEverything(); }
    /// The next of what can be chosen (+1), or the one before (-1).
    virtual void step(int) {}
    /// Enter: what is chosen opens. Backspace: back. Escape: the latest choice is taken back. False: nothing did.
    virtual bool open() { return false; }
    virtual bool goBack() { return false; }
    virtual bool takeBack() { return false; }
    virtual void showEverything() {}
    /// Actions of the menu at a place, above those that every chart has.
    virtual void addActions(QMenu&, const QPointF&) {}

    /// Letters, colours and type of the screen into what a chart is drawn with.
    template <class Options>
    Options onScreen(Options options) const {
        if (const DesignState* design = scene().selectedDesign()) options.letter = design->design.letter;
        if (const DesignState* design = scene().baselineDesign()) options.baseline_letter = design->design.letter;
        options.theme = themeFor(palette());
        options.font = tabularFont(font());
        options.locale = locale();
        return options;
    }
    /// The same on paper.
    template <class Options>
    static Options onPaper(Options options, const FigureStyle& style) {
        options.theme = style.theme;
        options.font = style.font;
        options.line_width = style.line_width_mm * style.units_per_mm;
        options.locale = QLocale::c();
        return options;
    }

    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void hover(const QPointF& position, const QPoint& global);
    void showMenu(const QPoint& at);
    void copyNumbers() const;

    ViewToolBar* toolbar_;
    QCustomPlot* plot_ = nullptr;
    QLabel* message_ = nullptr;
    PlotNavigation* navigation_ = nullptr;
};

/// The place that a step leads to from `at`, around; `at` = `count` where nothing is chosen yet.
std::size_t steppedTo(std::size_t at, std::size_t count, int direction);

} // namespace strata::views
