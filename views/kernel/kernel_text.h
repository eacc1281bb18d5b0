// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

namespace strata {
struct Estimate;
}

namespace strata::views {

struct KernelLayout;
struct KernelOptions;
struct KernelPicture;

/// What stands at a point, and the answer to it; both empty beside everything.
struct KernelHit {
    QRectF place;
    QString text;
};
KernelHit kernelHit(const KernelPicture& picture, const KernelPicture* twin, const KernelLayout& layout,
                    const KernelOptions& options, const Estimate& estimate, const QPointF& position);

} // namespace strata::views
