// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/figure/figure_export.h"

#include <QPointer>
#include <QWidget>
#include <string>
#include <utility>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;

namespace strata::views {

class FigurePreview;
class View;

/// Asks for format, size and name of a figure and shows it at true size; never blocks the window. The window writes the
/// file when exportRequested() comes, and tells the outcome with showOutcome().
class FigurePanel : public QWidget {
    Q_OBJECT

public:
    explicit FigurePanel(QWidget* parent = nullptr);

    /// The view that is exported; the preview follows it.
    void setView(View* view, const QString& view_id);
    View* view() const { return view_; }
    QString viewId() const { return view_id_; }
    /// The note on the selected design, which goes with the figure.
    void setNote(std::string note) { note_ = std::move(note); }

    FigureSpec spec() const;
    void showOutcome(const QString& text, bool failed);

signals:
    void exportRequested(const strata::views::FigureSpec& spec);
    void closeRequested(); ///< Escape

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildForm();
    void updatePreview();
    void choosePath();
    void applyFormat();

    QPointer<View> view_;
    QString view_id_;
    std::string note_;
    QComboBox* format_;
    QComboBox* preset_;
    QDoubleSpinBox* width_;
    QDoubleSpinBox* height_;
    QComboBox* theme_;
    QLineEdit* path_;
    QLabel* outcome_;
    FigurePreview* preview_;
};

} // namespace strata::views
