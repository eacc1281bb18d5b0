// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"
#include "core/evaluate/request_options.h"
#include "views/support/base/scene.h"
#include "views/support/base/view.h"

#include <memory>
#include <optional>
#include <QWidget>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace strata::views {

class ParameterGroup;
class ParameterRow;

/// Values of one parameter at which a metric is wanted for the curve behind its slider.
struct CurveQuery {
    std::string pointer;
    std::vector<double> values; ///< ascending
};

struct ParameterCurve {
    std::string pointer;
    std::vector<double> values;
    std::vector<double> metric; ///< at each value; NaN where the design cannot exist
};

/// Everything draggable in the selected design, generated from parametersOf(); every change comes out as an Edit.
class ParametersPanel : public QWidget {
    Q_OBJECT

public:
    explicit ParametersPanel(QWidget* parent = nullptr);
    ~ParametersPanel() override;

    void setScene(std::shared_ptr<const Scene> scene);

    /// Of the selected design, as shown.
    const std::vector<Parameter>& parameters() const { return parameters_; }
    ParameterRow* row(std::string_view pointer) const;
    /// Makes a parameter visible, whatever is filtered or folded, and gives it the keyboard.
    void reveal(std::string_view pointer);
    /// The catalog's value for the parameter that has the keyboard; false when none has.
    bool resetFocused();
    /// Pointer of the parameter that has the keyboard; empty when none has.
    std::string focusedPointer() const;

    /// What can be added to the selected design, and adding it; the new parameters come into view.
    std::vector<RequestOption> options() const;
    void addOption(const RequestOption& option);

    /// What the curves behind the sliders that can be seen need, so many points each; those in view first.
    std::vector<CurveQuery> curveQueries(int points) const;
    void showCurve(const ParameterCurve& curve);
    void markCurvesStale();
    void clearCurves();

signals:
    void edited(const strata::views::Edit& edit);
    /// Asks to vary this parameter.
    void exploreRequested(const QString& pointer);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void refresh();
    void rebuild();
    void showErrors(const DesignState& design);
    void applyFilter();
    void change(const Parameter& parameter, double value, const QString& gesture);
    void choose(const Parameter& parameter, const QString& word);
    void apply(const Parameter& parameter, const Json& value, const QString& text, const QString& gesture);
    void addRemovals(QMenu& menu, const std::string& pointer);
    Result<Request> changed(const std::string& pointer, const Json& value) const;
    void send(std::shared_ptr<const Json> request, std::shared_ptr<const Request> resolved, const QString& text,
              const QString& gesture);

    std::shared_ptr<const Scene> scene_;
    std::shared_ptr<const Json> shown_request_;
    std::shared_ptr<const Json> newest_request_; ///< what the newest edit made, until the scene has it
    std::shared_ptr<const Request> resolved_;    ///< the newest request with its query, where it resolves
    std::vector<Parameter> parameters_;
    QLineEdit* filter_;
    QToolButton* add_;
    QLabel* empty_;
    QScrollArea* scroll_;
    QVBoxLayout* groups_layout_;
    std::vector<ParameterGroup*> groups_;
    std::vector<ParameterRow*> rows_;
};

} // namespace strata::views
