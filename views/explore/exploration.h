// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/result_table.h"
#include "views/explore/filter.h"
#include "views/explore/row_states.h"

#include <limits>
#include <memory>
#include <optional>
#include <QObject>
#include <QString>
#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::views {

class FrontMemory;
struct Aim;

/// One column of a run as people read it.
struct ExploreColumn {
    std::string name; ///< as in the table
    QString title;
    std::string unit;
    bool axis = false;        ///< a parameter; else a metric
    bool whole = false;       ///< of a parameter: whole numbers only
    bool logarithmic = false; ///< varied by equal ratios, so that a logarithmic axis suits it
    bool maximize = false;    ///< of a metric: more is better
    bool objective = false;
    std::vector<QString> words; ///< of a parameter of words: what its numbers mean
};

/// Ends of a column over the feasible rows; none: least > most.
struct ColumnExtent {
    double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
    std::size_t seen = 0; ///< rows

    /// Positive values over more than a decade: read better on a logarithmic axis.
    bool spansADecade() const { return least > 0.0 && most > 10.0 * least; }
};

/// How many points are where; shown + hidden + infeasible = points.
struct ExploreCounts {
    std::size_t points = 0;
    std::size_t shown = 0;
    std::size_t hidden = 0; ///< feasible, but outside the filter
    std::size_t infeasible = 0;
    std::vector<std::pair<QString, std::size_t>> reasons; ///< of the infeasible ones, most frequent first
};

/// A run as views and tables share it: its points, which grow while it runs, what is brushed, and which row is pointed
/// at. All of it belongs to the thread of the window: who runs the work hands blocks over by a queued call. Views
/// listen to its signals.
class Exploration : public QObject {
    Q_OBJECT

public:
    enum class State { Reading, Running, Paused, Finished, Stopped, Failed };
    using enum views::RowState;

    /// `library` tells what parameters are called; may be null.
    Exploration(std::shared_ptr<const explore::ExploreRequest> request, const Library* library,
                QObject* parent = nullptr);
    ~Exploration() override;

    const explore::ExploreRequest& request() const { return *request_; }
    const explore::ResultTable& table() const { return table_; }
    std::size_t rows() const { return table_.rows(); }
    /// Another number where rows were replaced, not only added.
    unsigned generation() const { return generation_; }
    const std::vector<ExploreColumn>& columns() const { return columns_; }
    /// Index of a column; -1 where there is none of that name.
    int columnNamed(std::string_view name) const;
    State state() const { return state_; }

    /// New points at the end. Call it for many blocks in one event-loop turn: views redraw once.
    void append(const explore::PointBlock& block);
    /// The same for points of this run that a file holds.
    void append(const explore::ResultTable& part);
    /// All points at once.
    void setTable(explore::ResultTable table);
    void setState(State state);

    /// What passes is shown. Changes of one gesture (a drag) are one step of the history.
    const Filter& filter() const { return history_.current(); }
    void setFilter(Filter filter, std::string_view gesture = {});
    const FilterHistory& history() const { return history_; }
    void goBack();
    void goForward();
    const ColumnExtent& extent(std::size_t column) const;
    /// The states of all rows as they are now, and what the last change of the filter changed.
    const RowStates& filtered() const;
    /// A RowState for every row.
    const std::vector<unsigned char>& rowStates() const { return filtered().states(); }
    /// Shown rows that no other shown row beats in some aims, ascending; see FrontMemory.
    const std::vector<std::uint32_t>& frontRows(const std::vector<Aim>& aims) const;
    ExploreCounts counts() const;

    std::optional<std::size_t> hovered() const { return hovered_; }
    void setHovered(std::optional<std::size_t> row);
    std::optional<std::size_t> chosen() const { return chosen_; } ///< the row that is the selected design
    void setChosen(std::optional<std::size_t> row);
    std::optional<std::size_t> baseline() const { return baseline_; } ///< the row that is the pinned baseline
    void setBaseline(std::optional<std::size_t> row);
    /// Rows that are further baselines, with the letters of their designs.
    struct FurtherMark {
        std::size_t row = 0;
        char letter = 0;
        bool operator==(const FurtherMark&) const = default;
    };
    const std::vector<FurtherMark>& furtherBaselines() const { return further_; }
    void setFurtherBaselines(std::vector<FurtherMark> marks);

    /// A row's design: the base request with all of the row's parameters, also where they cannot exist together.
    /// Errors: those of setValues().
    Result<Json> requestOf(std::size_t row, const Library& library) const;
    /// "point 1,204".
    QString nameOf(std::size_t row) const;
    /// "tp 4, pp 8": the values of the axes, for the label of its design.
    QString designNameOf(std::size_t row) const;

    /// Filter and rows for the session, as JSON text; columns by name. What does not fit this run is left out.
    std::string saveBrush() const;
    void restoreBrush(std::string_view json_text);

signals:
    void grown(); ///< points were added; at most once an event-loop turn
    void stateChanged();
    void filterChanged(); ///< what is brushed, and with it the history
    void zoomChanged();   ///< the history, but nothing that is brushed
    void marksChanged();  ///< hovered, chosen or baseline
    /// Asks for a row as the selected design, or as the pinned baseline.
    void openRequested(qulonglong row);
    void baselineRequested(qulonglong row);

private:
    void tellGrown();
    void tellFilter(const Filter& before);

    std::shared_ptr<const explore::ExploreRequest> request_;
    std::vector<ExploreColumn> columns_;
    explore::ResultTable table_;
    unsigned generation_ = 0;
    State state_ = State::Running;
    FilterHistory history_;
    bool growing_ = false; ///< grown() is on its way
    std::optional<std::size_t> hovered_, chosen_, baseline_;
    std::vector<FurtherMark> further_;
    mutable RowStates row_states_; ///< of the filter and the rows when they were last asked for
    mutable std::unique_ptr<FrontMemory> fronts_;
    mutable std::vector<std::size_t> reason_counts_; ///< of the first counted_ rows
    mutable std::size_t counted_ = 0;
    mutable std::vector<ColumnExtent> extents_;
};

} // namespace strata::views
