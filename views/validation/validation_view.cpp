// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/validation_view.h"

#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/plot/plot_navigation.h"
#include "views/support/plot/plot_style.h"
#include "views/support/table/table_model.h"
#include "views/support/text/text.h"
#include "views/validation/drift_canvas.h"
#include "views/validation/validation_chart.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QClipboard>
#include <qcustomplot.h>
#include <QGuiApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSplitter>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

namespace strata::views {
namespace {

constexpr int kRoomForTables = 560;

/// Keys of suites that are no quantities are plain words.
QString titleOf(const std::string& id) {
    QString title = quantityTitle(id);
    if (!title.isEmpty()) title[0] = title.at(0).toUpper();
    return title;
}

/// Fills a box and keeps `wanted` chosen where it is there.
void fill(QComboBox& box, const std::vector<std::string>& ids, const std::string& wanted) {
    const QSignalBlocker blocker(box);
    box.clear();
    for (const std::string& id : ids)
        box.addItem(id.empty() ? QString() : titleOf(id), toQString(id));
    box.setCurrentIndex(std::max(0, box.findData(toQString(wanted))));
}

} // namespace

ValidationView::ValidationView(QWidget* parent) : View(parent) {
    buildToolbar();
    plot_ = new QCustomPlot(this);
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->setAccessibleName(tr("Predicted against measured"));
    plot_->setMinimumWidth(120);
    chart_ = std::make_unique<ValidationChart>(*plot_);
    plot_->installEventFilter(this);
    navigation_ = new PlotNavigation(plot_, true, true);
    summary_ = new QLabel(this);
    summary_->setMargin(6);
    summary_->setWordWrap(true);
    buildTables();
    content_ = new QSplitter(Qt::Horizontal, this);
    content_->addWidget(plot_);
    content_->addWidget(tables_);
    content_->setStretchFactor(0, 3);
    content_->setStretchFactor(1, 2);
    content_->setSizes({600, 400}); // shares: the tables would take what their headings could use
    drift_ = new DriftCanvas(this);
    drift_->hide();
    message_ = new QLabel(this);
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar_);
    layout->addWidget(choices_);
    layout->addWidget(summary_);
    layout->addWidget(content_, 1);
    layout->addWidget(drift_, 1);
    layout->addWidget(message_, 1);
    setMinimumSize(280, 180);
    setFocusProxy(plot_);
    // Until the reader decides, the tables stand where there is room for both.
    connect(tables_shown_, &QToolButton::clicked, this, [this] { tables_decided_ = true; });
    connect(tables_shown_, &QToolButton::toggled, tables_, &QWidget::setVisible);
    tables_->hide();
    connect(navigation_, &PlotNavigation::moved, this, [this] { plot_->replot(QCustomPlot::rpQueuedReplot); });
    connect(navigation_, &PlotNavigation::clicked, this, [this](const QPointF& at) {
        if (const auto group = chart_->groupAt(at)) return stress(shown_.groups[*group].name);
        choose(chart_->rowAt(at));
    });
    connect(navigation_, &PlotNavigation::doubleClicked, this, [this](const QPointF& at) {
        if (const auto row = chart_->rowAt(at)) return openRow(*row);
        fitted_.reset();
        scheduleRefresh();
    });
}

ValidationView::~ValidationView() {
    plot_->removeEventFilter(this);
    delete plot_; // its items refer to the chart
}

void ValidationView::showMessage(const QString& text) {
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    content_->setVisible(text.isEmpty() && !drifts());
    choices_->setVisible(text.isEmpty() || drifts());
    summary_->setVisible(text.isEmpty() && !drifts());
    drift_->setVisible(text.isEmpty() && drifts());
    for (QWidget* widget : std::initializer_list<QWidget*>{quantity_, key_, tables_shown_})
        widget->setVisible(!drifts());
}

void ValidationView::setRunning(const QString& file) {
    running_ = file.isEmpty() ? QString() : tr("Every row of %1 is being predicted ...").arg(file);
    open_->setText(running_.isEmpty() ? tr("Open ...") : tr("Running ..."));
    open_->setEnabled(running_.isEmpty());
    scheduleRefresh();
}

ValidationOptions ValidationView::options() const {
    ValidationOptions result;
    result.plot = plot();
    result.theme = themeFor(palette());
    result.font = tabularFont(font());
    result.locale = locale();
    result.chosen = chosen_;
    result.only = only_;
    return result;
}

void ValidationView::refresh() {
    toolbar_->showScene(scene());
    const auto report = scene().validation;
    const bool any = report && !report->rows.empty();
    beside_->setEnabled(any && running_.isEmpty());
    if (drifts()) return showDrift();
    if (!report && !running_.isEmpty()) return showMessage(running_);
    if (!report) {
        return showMessage(tr("Open a file of measured values, each with its request: every row is predicted and "
                              "compared, and nothing is fitted to it. A table of predictions is shown as it is."));
    }
    if (!any) return showMessage(tr("No row was answered: %1").arg(toQString(report->summary)));
    showReport();
}

void ValidationView::showReport() {
    const auto report = scene().validation;
    const auto quantities = quantitiesOf(*report);
    if (std::find(quantities.begin(), quantities.end(), wanted_quantity_) == quantities.end())
        wanted_quantity_ = quantities.front();
    const auto keys = groupKeys(*report);
    if (std::find(keys.begin(), keys.end(), wanted_key_) == keys.end())
        wanted_key_ = keys.empty() ? std::string() : keys.front();
    fill(*quantity_, quantities, wanted_quantity_);
    fill(*key_, keys, wanted_key_);
    if (shown_.report != report) chosen_.reset();
    // A click changes what stands out, not the errors of hundreds of thousands of rows.
    if (shown_.report != report || shown_.quantity != wanted_quantity_ || shown_.key != wanted_key_) {
        shown_ = makeValidation(report, wanted_quantity_, wanted_key_);
    }
    showMessage({});
    summary_->setText(
        tr("%1: %2 rows, %3 within 10 %, MAPE %4, median %5; %6 refused%7")
            .arg(toQString(report->suite), locale().toString(static_cast<qulonglong>(shown_.all.n)),
                 shareText(static_cast<double>(shown_.in_band) / static_cast<double>(shown_.all.n), locale()),
                 shareText(shown_.all.mape, locale()), shareText(shown_.all.median, locale()),
                 locale().toString(static_cast<qulonglong>(report->refused.size())),
                 shown_.undrawable > 0 ? tr("; %1 without a place on logarithmic axes")
                                             .arg(locale().toString(static_cast<qulonglong>(shown_.undrawable)))
                                       : QString()));
    errors_->setTable(validationErrors(shown_), locale());
    outliers_->setTable(validationOutliers(shown_, locale()), locale());
    chart_->show(shown_, options(), fitted_ != report);
    fitted_ = report;
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

QString ValidationView::rowText(std::size_t index) const {
    const assess::SuiteRow& row = shown_.report->rows[index];
    Answer answer;
    answer.title = toQString(row.id);
    answer.value = row.predicted;
    answer.unit = shown_.report->rows[index].unit;
    answer.interval = Metric{row.quantity, row.predicted, row.low, row.high, 0.8};
    answer.details << tr("Measured %1, predicted %2")
                          .arg(shortText(row.measured, row.unit, locale()),
                               changeText(row.predicted, row.measured, locale()));
    for (const auto& [key, value] : row.group)
        answer.details << titleOf(key) + QStringLiteral(": ") + toQString(value);
    if (!row.request.empty()) answer.details << tr("Double click opens it as a design.");
    return answerHtml(answer, locale());
}

QString ValidationView::groupTip(std::size_t index) const {
    const ValidationGroup& group = shown_.groups[index];
    const auto error = [this](double ratio) { return changeText(ratio, 1.0, locale()); };
    const QStringList lines{
        tr("%1 rows").arg(locale().toString(static_cast<qulonglong>(group.rows.size()))),
        tr("Median error %1, the middle 80 % from %2 to %3")
            .arg(error(group.spread.median), error(group.spread.low), error(group.spread.high)),
        tr("Mean absolute error %1, 95 % of rows below %2")
            .arg(shareText(group.errors.mape, locale()), shareText(group.errors.p95, locale())),
        tr("%1 of the measured values lie in their 80 % interval").arg(shareText(group.errors.coverage80, locale()))};
    return QStringLiteral("<p style='margin:0 0 4px 0'><b>%1</b></p>%2")
        .arg(toQString(group.name).toHtmlEscaped(), lines.join(QStringLiteral("<br>")));
}

ValidationPlot ValidationView::plot() const {
    return drifts() ? ValidationPlot::Against : static_cast<ValidationPlot>(kind_->currentIndex());
}

/// A group stands out; the same again: all are alike.
void ValidationView::stress(const std::string& group) {
    only_ = only_ == group ? std::string() : group;
    scheduleRefresh();
}

void ValidationView::hover(const QPointF& position, const QPoint& global) {
    if (const auto group = navigation_->dragging() ? std::nullopt : chart_->groupAt(position)) {
        return QToolTip::showText(global, groupTip(*group), plot_);
    }
    const auto row = navigation_->dragging() ? std::nullopt : chart_->rowAt(position);
    if (row)
        QToolTip::showText(global, rowText(*row), plot_, QRect(position.toPoint() - QPoint(3, 3), QSize(6, 6)));
    else
        QToolTip::hideText();
}

void ValidationView::choose(std::optional<std::size_t> row) {
    chosen_ = row;
    scheduleRefresh();
}

void ValidationView::openRow(std::size_t index) {
    const assess::SuiteRow& row = shown_.report->rows[index];
    choose(index);
    if (row.request.empty()) return;
    Json request = Json::parse(row.request, nullptr, false);
    if (!request.is_discarded())
        emit designRequested(std::make_shared<const Json>(std::move(request)), toQString(row.id));
}

void ValidationView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    content_->setOrientation(width() >= kRoomForTables ? Qt::Horizontal : Qt::Vertical);
    if (!tables_decided_) tables_shown_->setChecked(width() >= kRoomForTables);
    if (plot() == ValidationPlot::Groups) fitted_.reset(); // as many groups as find room
    scheduleRefresh();
}

bool ValidationView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && event->type() == QEvent::MouseMove && shown_.report) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        hover(mouse->position(), mouse->globalPosition().toPoint());
    }
    return View::eventFilter(watched, event);
}

void ValidationView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(toQString(toCsv(validationErrors(shown_))));
        return;
    }
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && chosen_ && plot_->hasFocus()) return openRow(*chosen_); // tables tell of their own rows
    if (event->key() == Qt::Key_Home) {
        fitted_.reset();
        return scheduleRefresh();
    }
    View::keyPressEvent(event);
}

} // namespace strata::views
