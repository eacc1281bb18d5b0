// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/plot_panel.h"

#include "views/support/base/view.h"

#include <qcustomplot.h>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>

namespace strata::views {

PlotPanel addPlotPanel(View& view, QWidget* toolbar, const QString& accessible_name) {
    auto* plot = new QCustomPlot(&view);
    plot->setObjectName(QStringLiteral("plot"));
    plot->setFocusPolicy(Qt::StrongFocus);
    plot->setAccessibleName(accessible_name);
    plot->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* message = new QLabel(&view);
    message->setObjectName(QStringLiteral("message"));
    message->setAlignment(Qt::AlignCenter);
    message->setWordWrap(true);
    message->setMargin(16);
    auto* layout = new QVBoxLayout(&view);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar);
    layout->addWidget(plot, 1);
    layout->addWidget(message, 1);
    message->hide();
    return {plot, message};
}

void showInstead(const PlotPanel& panel, const QString& words) {
    panel.message->setText(words);
    panel.message->setVisible(!words.isEmpty());
    panel.plot->setVisible(words.isEmpty());
}

bool react(const QEvent& event, const PlotReactions& reactions) {
    switch (event.type()) {
    case QEvent::MouseMove: {
        const auto& mouse = static_cast<const QMouseEvent&>(event);
        reactions.hover(mouse.position(), mouse.globalPosition().toPoint());
        break;
    }
    case QEvent::ToolTip: return true;
    case QEvent::Leave: reactions.leave(); break;
    case QEvent::Resize: reactions.resize(); break;
    default: break;
    }
    return false;
}

} // namespace strata::views
