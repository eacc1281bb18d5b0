// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "views/support/base/scene.h"

#include <memory>
#include <QString>
#include <QWidget>
#include <span>
#include <string_view>

class QPainter;
class QRectF;

namespace strata {
class Executor;
namespace coverage {
struct Coverage;
}
namespace exchange {
struct TuningStudy;
}
} // namespace strata

namespace strata::views {

class Exploration;
struct FigureStyle;

/// A change that an architect makes by hand: JSON pointers into the request of one design, and values.
struct Edit {
    std::string design;                        ///< id
    std::shared_ptr<const Json> request;       ///< the whole request after the change
    QString text;                              ///< for undo: "PE array columns 14 to 12"
    QString gesture;                           ///< edits of the same non-empty gesture merge into one undo step
    std::shared_ptr<const Request> resolved{}; ///< `request` with its query, where the edit resolved it
};

/// One dock: draws the scene it is given, tells of edits, knows nothing of files, threads or undo.
class View : public QWidget {
    Q_OBJECT

public:
    explicit View(QWidget* parent = nullptr);

    /// Takes the new scene; refresh() follows once per event-loop turn and only while the view is seen.
    void setScene(std::shared_ptr<const Scene> scene);
    const Scene& scene() const { return *scene_; }

    /// A dock behind another tab counts as visible for Qt although nobody sees it: the window tells. Without a window
    /// views are seen while they are visible.
    void setBehind(bool behind);
    bool seen() const { return isVisible() && !behind_; }
    /// While its figure is being exported, a view counts as wanted although nobody may see it.
    void setExported(bool exported);
    /// What is computed for the view in the background is worth its time.
    bool wanted() const { return seen() || exported_; }

    /// Paints the figure that is exported, into a rectangle of the painter's coordinates; independent of the widget's
    /// size.
    virtual void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const = 0;
    /// Height that suits a figure of that width, both in the painter's units; a golden rectangle unless overridden.
    virtual double figureHeight(double width, const FigureStyle& style) const;
    /// The numbers behind the figure.
    virtual Table figureData() const = 0;
    /// What the figure is drawn from besides the scene, for the JSON beside it; an object without members where that is
    /// nothing.
    virtual Json figureOrigin() const;

    /// View settings for the session (scale, unit, ...); `{}` when there are none.
    virtual std::string saveState() const;
    virtual void restoreState(std::string_view json_text);

signals:
    void edited(const strata::views::Edit& edit);
    void metricChosen(const QString& metric);
    /// Asks for a further design with this request, selected.
    void designRequested(const std::shared_ptr<const strata::Json>& request, const QString& label);
    /// Emitted after refresh() and the repaint that it asked for have been done; of a view that is exported unseen,
    /// after what it would draw has changed.
    void refreshed();
    /// wanted() may have changed.
    void attentionChanged();
    void exportRequested();
    void helpRequested();

protected:
    bool event(QEvent* event) override;
    /// Rebuilds what is shown from scene().
    virtual void refresh() = 0;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

    /// Asks for refresh() at the end of this event-loop turn, or when the view is seen next.
    void scheduleRefresh();

private:
    void refreshNow();
    void attend();

    std::shared_ptr<const Scene> scene_;
    bool refresh_pending_ = false; ///< a call of refreshNow() is queued
    bool dirty_ = true;            ///< what is shown is older than scene()
    bool behind_ = false, exported_ = false;
};

/// What a view is given besides the designs of a scene, each by a function of its row; nullptr: it takes no such thing.
struct ViewFeeds {
    /// Computes at once what the window computes in the background for the designs of a scene.
    void (*computed)(View& view, const Scene& scene, Executor& executor) = nullptr;
    /// A run of many points, which the view draws instead of designs.
    void (*explored)(View& view, const std::shared_ptr<Exploration>& run) = nullptr;
    /// A study of tuning measurements.
    void (*tuned)(View& view, std::shared_ptr<const exchange::TuningStudy> study) = nullptr;
    /// The matrix of scenarios and of who answers them.
    void (*covered)(View& view, std::shared_ptr<const coverage::Coverage> matrix) = nullptr;
};

/// A row of the view table: menus, docks, session storage, export and help are drawn from it.
struct ViewInfo {
    std::string_view id;   ///< "mapping"
    const char* title;     ///< translated with QCoreApplication::translate("View", title)
    const char* help;      ///< one sentence, translated likewise
    std::string_view icon; ///< resource path of an SVG
    View* (*create)(QWidget* parent) = nullptr;
    ViewFeeds feeds{};
};

/// Every view that there is, and the one of an id; nullptr where there is none.
std::span<const ViewInfo> viewRegistry();
const ViewInfo* findView(std::string_view id);

} // namespace strata::views
