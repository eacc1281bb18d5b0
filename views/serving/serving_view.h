// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/serving/cdf_painter.h"
#include "views/serving/load_painter.h"
#include "views/serving/serving_edits.h"
#include "views/support/base/view.h"

#include <map>

class QComboBox;
class QLabel;
class QSplitter;
class QToolButton;

namespace strata::views {

class PlotCanvas;
class ViewToolBar;

/// What users get: distributions of their waits against the service level, and goodput over the arrival rate. Service
/// level and rate are dragged.
class ServingView : public View {
    Q_OBJECT

public:
    explicit ServingView(QWidget* parent = nullptr);

    /// Computes at once what the window computes in the background for the designs of a scene.
    void computeNow(const Scene& scene, Executor& executor);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    /// The curve of a design's request, as far as it is there; the request tells whether it is still about the design.
    void setLoad(const std::string& design, std::shared_ptr<const Json> request, std::vector<LoadPoint> points,
                 bool whole);
    /// What has finished of a simulation that goes on: drawn until the design's estimate comes. Null: nothing.
    void setPartial(const std::string& design, std::shared_ptr<const Estimate> estimate);

    const CdfPicture& distribution() const { return cdf_; }
    const LoadPicture& load() const { return load_; }
    QRectF distributionArea() const { return cdf_area_; }
    QRectF loadArea() const { return load_area_; }

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Curve {
        std::shared_ptr<const Json> request;
        std::vector<LoadPoint> points;
        bool whole = false;
    };
    Latency latency() const;
    bool logarithmic() const;
    ServingLook look() const;
    CdfSide cdfSide(const DesignState& design) const;
    LoadSide loadSide(const DesignState& design) const;
    CdfPicture makeCdf() const;
    LoadPicture makeLoad() const;
    void showMessage(const QString& text);
    void connectCanvases();
    void layOut();
    void setLevel(std::optional<double> seconds);
    void setRate(double rate_per_s);
    void addLevel();
    void showAll();
    void copyTable() const;

    ViewToolBar* toolbar_;
    QComboBox* latency_;
    QToolButton* level_;
    QSplitter* content_;
    PlotCanvas* cdf_canvas_;
    PlotCanvas* load_canvas_;
    QLabel* message_;
    CdfPicture cdf_;
    LoadPicture load_;
    QRectF cdf_area_, load_area_;
    std::optional<PlotAxis> chosen_, chosen_rate_; ///< by the reader
    std::map<std::string, Curve> curves_;
    std::map<std::string, std::shared_ptr<const Estimate>> partial_;
    ServingEdits edits_;
};

/// Whether two requests have the same curve over the rate: they differ in rate and label at most.
bool sameLoadCurve(const Json& a, const Json& b);

} // namespace strata::views
