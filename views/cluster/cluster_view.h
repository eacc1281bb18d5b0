// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cluster/cluster_painter.h"
#include "views/support/plot/picture_view.h"

#include <memory>
#include <vector>

class QComboBox;

namespace strata::views {

class ClusterCanvas;
class DegreeHandle;

/// The fabric of a cluster with the plan of a training step, or the ranks of a collective, laid over it.
class ClusterView : public PictureView {
    Q_OBJECT

public:
    explicit ClusterView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const ClusterCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    ClusterPicture picture() const;
    ChosenGroup chosen(const ClusterPicture& picture) const;
    void showKinds(const ClusterPicture& picture);
    void setDegree(const std::string& degree, std::uint32_t value, const QString& gesture);

    ClusterCanvas* canvas_;
    QComboBox* kind_;
    std::vector<DegreeHandle*> handles_;
    std::string wanted_; ///< name of the kind that the reader chose
    std::uint64_t rank_ = 0;
};

} // namespace strata::views
