// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/exploration_dialog.h"

#include "app/window/explore/axes_table.h"
#include "app/window/explore/background_thread.h"
#include "app/window/explore/cell_problems.h"
#include "app/window/explore/goals_table.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace strata::app {

namespace {

using explore::Algorithm;

constexpr int kPauseMs = 150;
constexpr int kMostBudget = 100'000'000;
constexpr int kUsualBudget = 1000;
constexpr int kGuidedBudget = 200; ///< of searches with a surrogate
constexpr double kMuchMemory = 512.0 * 1024 * 1024;

QString titleOf(const Parameter& parameter) {
    const auto translated = [](const std::string& text) { return QCoreApplication::translate("Field", text.c_str()); };
    return QStringLiteral("%1: %2").arg(translated(parameter.group), translated(parameter.title));
}

} // namespace

ExplorationDialog::ExplorationDialog(std::shared_ptr<const Library> library, unsigned threads, QWidget* parent)
    : QDialog(parent), library_(std::move(library)), threads_(threads), label_(new QLineEdit),
      parameter_(new QComboBox), axes_(new AxesTable), goals_(new GoalsTable), algorithm_(new QComboBox),
      budget_(new QSpinBox), seed_(new QSpinBox), summary_(new QLabel),
      search_mapping_(new QCheckBox(tr("The mapping is pinned; search one at each point instead"))),
      scale_energies_(
          new QCheckBox(tr("Energies of these memories do not grow with their sizes; let them grow with the "
                           "root of the size"))),
      worker_(std::make_unique<Worker>()) {
    setWindowTitle(tr("New exploration"));
    parameter_->setEditable(true);
    parameter_->setInsertPolicy(QComboBox::NoInsert);
    parameter_->completer()->setFilterMode(Qt::MatchContains);
    parameter_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    parameter_->lineEdit()->setPlaceholderText(tr("Add a parameter"));
    parameter_->setAccessibleName(tr("Add a parameter"));
    const std::pair<Algorithm, QString> algorithms[] = {
        {Algorithm::Grid, tr("Grid: every combination")},
        {Algorithm::Sobol, tr("Sobol sequence: even samples")},
        {Algorithm::LatinHypercube, tr("Latin hypercube")},
        {Algorithm::Random, tr("Random samples")},
        {Algorithm::Saltelli, tr("Sensitivity: Sobol indices")},
        {Algorithm::Nsga2, tr("Search the front: NSGA-II")},
        {Algorithm::Genetic, tr("Search one optimum: genetic")},
        {Algorithm::Annealing, tr("Search one optimum: annealing")},
        {Algorithm::Ants, tr("Search the front: ant colony")},
        {Algorithm::Bayesian, tr("Search with few points: Gaussian process")},
        {Algorithm::Forest, tr("Search with few points: forest")}};
    for (const auto& [algorithm, title] : algorithms)
        algorithm_->addItem(title, static_cast<int>(algorithm));
    budget_->setRange(1, kMostBudget);
    budget_->setValue(kUsualBudget);
    budget_->setGroupSeparatorShown(true);
    seed_->setRange(0, std::numeric_limits<int>::max());
    summary_->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Name"), label_);
    form->addRow(tr("&Parameter"), parameter_);
    form->addRow(axes_);
    for (QCheckBox* box : {search_mapping_, scale_energies_}) {
        box->hide();
        form->addRow(box);
        connect(box, &QCheckBox::toggled, this, &ExplorationDialog::changed);
    }
    form->addRow(goals_);
    form->addRow(tr("&Method"), algorithm_);
    form->addRow(tr("P&oints"), budget_);
    form->addRow(tr("See&d"), seed_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    start_ = buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole);
    start_->setToolTip(tr("Ctrl+Enter"));
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form, 1);
    layout->addWidget(summary_);
    layout->addWidget(buttons);
    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExplorationDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ExplorationDialog::reject);
    connect(&pause_, &QTimer::timeout, this, &ExplorationDialog::probeNow);
    connect(parameter_, &QComboBox::activated, this, [this](int index) {
        if (index >= 0) addParameter(parameter_->itemData(index).toString().toStdString());
        parameter_->setCurrentIndex(-1);
        parameter_->clearEditText();
    });
    connect(axes_, &AxesTable::changed, this, &ExplorationDialog::changed);
    connect(goals_, &GoalsTable::changed, this, &ExplorationDialog::changed);
    connect(algorithm_, &QComboBox::currentIndexChanged, this, [this] {
        // A step of a search with a surrogate costs more than most answers.
        const bool guided = explore::hasSurrogate(static_cast<Algorithm>(algorithm_->currentData().toInt()));
        if (guided && budget_->value() > kGuidedBudget) budget_->setValue(kGuidedBudget);
        changed();
    });
    connect(budget_, &QSpinBox::valueChanged, this, &ExplorationDialog::changed);
    connect(seed_, &QSpinBox::valueChanged, this, &ExplorationDialog::changed);
    changed();
}

void ExplorationDialog::setDesign(const views::DesignState& design, const std::vector<Parameter>& parameters) {
    if (base_ && *base_ == *design.design.request) return;
    base_ = design.design.request;
    parameters_ = parameters;
    label_->setText(tr("%1, explored").arg(views::toQString(design.design.label)));
    parameter_->clear();
    for (const Parameter& parameter : parameters_)
        parameter_->addItem(titleOf(parameter), views::toQString(parameter.pointer));
    parameter_->setCurrentIndex(-1);
    axes_->clearAxes();
    goals_->setMetrics(design.estimate ? design.estimate->metrics : std::vector<Metric>{});
}

void ExplorationDialog::addParameter(std::string_view pointer) {
    const auto found = std::ranges::find(parameters_, pointer, &Parameter::pointer);
    if (found == parameters_.end()) return;
    axes_->addAxis(axisFor(*found));
    axes_->setFocus(Qt::OtherFocusReason);
}

void ExplorationDialog::setAlgorithm(Algorithm algorithm) {
    algorithm_->setCurrentIndex(algorithm_->findData(static_cast<int>(algorithm)));
}

ExplorationDraft ExplorationDialog::draft() const {
    ExplorationDraft draft;
    draft.label = label_->text().toStdString();
    draft.base = base_;
    draft.axes = axes_->axes();
    draft.metrics = goals_->goals();
    draft.search_mapping = search_mapping_->isChecked() && pinsMapping(draft);
    if (scale_energies_->isChecked()) draft.followers = unscaledEnergies(draft, parameters_);
    draft.algorithm = static_cast<Algorithm>(algorithm_->currentData().toInt());
    draft.budget = static_cast<std::uint64_t>(budget_->value());
    draft.seed = static_cast<std::uint64_t>(seed_->value());
    return draft;
}

QString ExplorationDialog::summary() const { return summary_->text(); }
bool ExplorationDialog::ready() const { return start_->isEnabled(); }

void ExplorationDialog::changed() {
    ++probe_; // what is under way is about an older draft
    start_->setEnabled(false);
    const ExplorationDraft now = draft();
    budget_->setEnabled(now.algorithm != Algorithm::Grid);
    search_mapping_->setVisible(pinsMapping(now));
    scale_energies_->setVisible(!unscaledEnergies(now, parameters_).empty());
    if (!base_ || axes_->axes().empty()) {
        pause_.stop();
        return summary_->setText(tr("Add the parameters that vary."));
    }
    for (const QTableWidget* table :
         {static_cast<const QTableWidget*>(axes_), static_cast<const QTableWidget*>(goals_)})
        if (const QString problem = firstProblem(*table); !problem.isEmpty()) {
            pause_.stop();
            return summary_->setText(problem);
        }
    pause_.start();
}

void ExplorationDialog::probeNow() {
    auto work = [document = documentOf(draft()), library = library_] {
        giveWayToWindow();
        return probe(document, library);
    };
    worker_->run(this, std::move(work), [this, number = probe_](const Result<ExplorationProbe>& probe) {
        if (number == probe_) showProbe(probe);
    });
}

void ExplorationDialog::showProbe(const Result<ExplorationProbe>& probe) {
    start_->setEnabled(bool(probe));
    if (!probe) {
        summary_->setText(views::errorText(probe.error(), QLocale()));
    } else {
        const QString points =
            tr("%n point(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(probe->points, kMostBudget)));
        const double seconds = probe->point_s * static_cast<double>(probe->points) / std::max(1U, threads_);
        QString text = tr("%1, about %2").arg(points, views::shortText(seconds, "s", locale()));
        if (probe->memory_bytes > kMuchMemory)
            text += QLatin1Char(' ') +
                    tr("\u26a0 The points take %1 of memory; fewer steps or a sampling method take less.")
                        .arg(views::shortText(probe->memory_bytes, "B", locale()));
        summary_->setText(text);
    }
    emit probed();
}

void ExplorationDialog::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers() & Qt::ControlModifier) return accept();
    if (enter && !qobject_cast<QPushButton*>(focusWidget())) return event->accept();
    QDialog::keyPressEvent(event);
}

void ExplorationDialog::accept() {
    if (!ready()) return;
    emit startRequested(std::make_shared<const Json>(documentOf(draft())));
    QDialog::accept();
}

} // namespace strata::app
