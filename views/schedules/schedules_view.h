// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/schedules/schedules_canvas.h"
#include "views/support/plot/picture_view.h"

class QToolButton;

namespace strata::views {

/// What the measured configurations of a kernel teach a cost model: its order against the measured one, by the number
/// of samples, and what to measure next. It needs no design; the file is read and studied elsewhere, in the background.
class SchedulesView : public PictureView {
    Q_OBJECT

public:
    explicit SchedulesView(QWidget* parent = nullptr);

    void setStudy(std::shared_ptr<const exchange::TuningStudy> study);
    /// Says that the configurations of `file` are being studied; empty: none are.
    void setRunning(const QString& file);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    Table figureData() const override;
    /// The file's text.
    Json figureOrigin() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const SchedulesCanvas& canvas() const { return *canvas_; }

signals:
    /// Asks for a file of tuning configurations.
    void fileRequested();
    /// Asks for the measurements that come with the program.
    void sampleRequested();

protected:
    void refresh() override;

private:
    SchedulesPicture picture() const;

    SchedulesCanvas* canvas_;
    QToolButton *open_, *sample_;
    std::shared_ptr<const exchange::TuningStudy> study_;
    std::size_t samples_ = 0; ///< 0: as many as there are
    QString running_;
};

} // namespace strata::views
