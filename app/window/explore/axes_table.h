// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/exploration_draft.h"

#include <QTableWidget>
#include <vector>

namespace strata::app {

/// What varies, one parameter a row: from, to and steps, or a list of values. Numbers are typed with units,
/// as in the parameters panel; what cannot be read stays and is marked (cell_problems.h). Delete takes the current row
/// out.
class AxesTable : public QTableWidget {
    Q_OBJECT

public:
    enum Column { kParameter, kForm, kFrom, kTo, kSteps, kValues, kColumns };

    explicit AxesTable(QWidget* parent = nullptr);

    /// A parameter that is there already is only shown.
    void addAxis(const AxisDraft& axis);
    void removeCurrent();
    void clearAxes();
    const std::vector<AxisDraft>& axes() const { return axes_; }

    QSize sizeHint() const override;

signals:
    void changed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showAxis(int row);
    void setText(int row, Column column, const QString& text, bool editable);
    void setForm(int row, AxisDraft::Form form);
    void read(QTableWidgetItem* item);
    QString readCell(AxisDraft& axis, int column, const QString& text);
    QString readValues(AxisDraft& axis, const QString& text);
    int rowOf(const QObject* combo) const;

    std::vector<AxisDraft> axes_;
    bool showing_ = false;
};

} // namespace strata::app
