// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/own_measurements_dialog.h"

#include "core/assess/own_catalog.h"
#include "core/assess/own_rows.h"
#include "core/base/normal.h"
#include "core/catalog/catalog.h"
#include "core/hardware/calibration/own_measurements.h"
#include "views/support/table/table_copy.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <cmath>
#include <QCheckBox>
#include <QComboBox>
#include <QDate>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace strata::app {
namespace {

constexpr std::size_t kNext = 3;

QString text(const std::string& from) { return QString::fromStdString(from); }

QString times(double log) { return QStringLiteral("× ") + QLocale().toString(std::exp(log), 'g', 3); }

QString range(double mean, double sigma) {
    return OwnMeasurementsDialog::tr("%1 to %2").arg(times(mean - kNormal90 * sigma), times(mean + kNormal90 * sigma));
}

QString percent(double share) { return QLocale().toString(100 * share, 'f', 1) + QStringLiteral(" %"); }

QTableWidget* table(const QStringList& titles, const char* name) {
    auto* made = new QTableWidget(0, int(titles.size()));
    made->setObjectName(QLatin1String(name));
    made->setHorizontalHeaderLabels(titles);
    made->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    made->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    made->verticalHeader()->hide();
    made->setEditTriggers(QAbstractItemView::NoEditTriggers);
    made->setSelectionBehavior(QAbstractItemView::SelectRows);
    return made;
}

std::filesystem::path pathOf(const QString& file) { return file.toStdU16String(); }

} // namespace

struct OwnMeasurementsDialog::Answer {
    assess::OwnInference found;
    std::vector<assess::OwnCandidate> next;
};

OwnMeasurementsDialog::OwnMeasurementsDialog(const Environment& environment, std::shared_ptr<const Library> library,
                                             QWidget* parent)
    : QDialog(parent), environment_(environment) {
    setWindowTitle(tr("Calibrate with your own measurements"));
    setLayout(new QVBoxLayout);
    buildRows();
    buildFactors();
    buildEntries();
    setLibrary(std::move(library));
    resize(820, 760);
}

void OwnMeasurementsDialog::buildRows() {
    auto* form = new QFormLayout;
    measured_ = new QComboBox;
    measured_->setObjectName(QStringLiteral("measured"));
    measured_->setToolTip(tr("The device or the cluster that the timings were taken on"));
    engine_ = new QComboBox;
    engine_->setObjectName(QStringLiteral("engine"));
    engine_->setToolTip(tr("Where an engine is named, what is inferred holds for it alone"));
    version_ = new QLineEdit;
    version_->setPlaceholderText(tr("any version"));
    model_ = new QLineEdit;
    model_->setPlaceholderText(tr("as the tool names it"));
    model_->setToolTip(tr("Id of the model that a serving benchmark or llama-bench ran"));
    form->addRow(tr("&Measured on"), measured_);
    form->addRow(tr("&Engine"), engine_);
    form->addRow(tr("&Version"), version_);
    form->addRow(tr("Mo&del"), model_);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
    text_ = new QPlainTextEdit;
    text_->setObjectName(QStringLiteral("timings"));
    text_->setPlaceholderText(
        tr("Paste timings: rows of Strata, a CSV table of kernels (operator, its sizes, latency_us), or "
           "what nccl-tests, vllm bench serve or llama-bench print"));
    layout()->addWidget(text_);
    auto* buttons = new QHBoxLayout;
    auto* open = new QPushButton(tr("&Open …"));
    infer_ = new QPushButton(tr("&Infer factors"));
    infer_->setObjectName(QStringLiteral("infer"));
    recognised_ = new QLabel;
    recognised_->setObjectName(QStringLiteral("recognised"));
    recognised_->setWordWrap(true);
    buttons->addWidget(open);
    buttons->addWidget(recognised_, 1);
    buttons->addWidget(infer_);
    static_cast<QVBoxLayout*>(layout())->addLayout(buttons);
    // Enter in a field ends the typing; it opens no file.
    for (QPushButton* button : {open, infer_})
        button->setAutoDefault(false);
    connect(open, &QPushButton::clicked, this, &OwnMeasurementsDialog::askForFile);
    connect(infer_, &QPushButton::clicked, this, &OwnMeasurementsDialog::infer);
    connect(text_, &QPlainTextEdit::textChanged, this, &OwnMeasurementsDialog::readText);
    connect(model_, &QLineEdit::textChanged, this, &OwnMeasurementsDialog::readText);
    connect(version_, &QLineEdit::textChanged, this, &OwnMeasurementsDialog::readText);
    for (QComboBox* box : {measured_, engine_})
        connect(box, &QComboBox::currentIndexChanged, this, &OwnMeasurementsDialog::readText);
}

void OwnMeasurementsDialog::buildFactors() {
    factors_ = table({tr("Factor on time"), tr("Before"), tr("After"), tr("80 % of what is left")}, "factors");
    views::copyOnRequest(*factors_, [this] { return views::modelAsTsv(*factors_->model()); });
    layout()->addWidget(factors_);
    summary_ = new QLabel;
    summary_->setObjectName(QStringLiteral("summary"));
    summary_->setWordWrap(true);
    next_ = new QLabel;
    next_->setObjectName(QStringLiteral("next"));
    next_->setWordWrap(true);
    next_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    keep_ = new QPushButton(tr("&Keep in the catalog"));
    keep_->setObjectName(QStringLiteral("keep"));
    keep_->setToolTip(tr("Estimates on this hardware then use the factors and name the entry"));
    layout()->addWidget(summary_);
    layout()->addWidget(next_);
    layout()->addWidget(keep_);
    layout()->setAlignment(keep_, Qt::AlignRight);
    keep_->setEnabled(false);
    keep_->setAutoDefault(false);
    connect(keep_, &QPushButton::clicked, this, &OwnMeasurementsDialog::keep);
}

void OwnMeasurementsDialog::buildEntries() {
    layout()->addWidget(new QLabel(tr("Kept in the catalog")));
    entries_ = table({tr("Entry"), tr("Rows"), tr("Date"), tr("Used"), QString()}, "entries");
    views::copyOnRequest(*entries_, [this] { return views::modelAsTsv(*entries_->model()); });
    layout()->addWidget(entries_);
}

void OwnMeasurementsDialog::setLibrary(std::shared_ptr<const Library> library) {
    library_ = std::move(library);
    const QString before = measured_->currentData().toString(), engine_before = engine_->currentData().toString();
    const QSignalBlocker quiet(measured_), quiet_engine(engine_);
    measured_->clear();
    engine_->clear();
    engine_->addItem(tr("any"), QString());
    for (const Entry& entry : library_->entries()) {
        if (entry.kind == EntryKind::Gpu || entry.kind == EntryKind::Cluster)
            measured_->addItem(text(entry.name), text(entry.id));
        if (entry.kind == EntryKind::Engine) engine_->addItem(text(entry.name), text(entry.id));
    }
    measured_->setCurrentIndex(std::max(0, measured_->findData(before)));
    engine_->setCurrentIndex(std::max(0, engine_->findData(engine_before)));
    showEntries();
    readText();
}

void OwnMeasurementsDialog::setMeasured(const QString& id) {
    if (const int at = measured_->findData(id); at >= 0) measured_->setCurrentIndex(at);
}

void OwnMeasurementsDialog::setText(const QString& pasted, const QString& name) {
    name_ = name;
    text_->setPlainText(pasted);
}

assess::OwnTarget OwnMeasurementsDialog::target() const {
    assess::OwnTarget target;
    const std::string id = measured_->currentData().toString().toStdString();
    const Entry* entry = library_->find(id);
    (entry != nullptr && entry->kind == EntryKind::Cluster ? target.cluster : target.hardware) = id;
    target.engine = engine_->currentData().toString().toStdString();
    if (!target.engine.empty()) target.engine_version = version_->text().toStdString();
    return target;
}

void OwnMeasurementsDialog::askForFile() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open measurements"), {}, tr("Measurements (*.csv *.jsonl *.json *.txt *.md);;All files (*)"));
    if (file.isEmpty()) return;
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly)) {
        recognised_->setText(tr("%1 cannot be read: %2").arg(file, source.errorString()));
        return;
    }
    constexpr qint64 kMostBytes = 16 << 20;
    setText(QString::fromUtf8(source.read(kMostBytes)), QFileInfo(file).fileName());
}

/// Says which rows the text holds, or what is wrong with it.
void OwnMeasurementsDialog::readText() {
    rows_.clear();
    version_->setEnabled(engine_->currentIndex() > 0);
    const std::string given = text_->toPlainText().toStdString();
    const bool empty = text_->toPlainText().trimmed().isEmpty();
    if (!empty) {
        const assess::OwnHints hints{target(), model_->text().toStdString(), {}, 0};
        const QString name = name_.isEmpty() ? tr("pasted text") : name_;
        std::vector<Message> left_out;
        auto rows = assess::readOwnRows(given, name.toStdString(), hints, *library_, &left_out);
        if (rows) {
            rows_ = *std::move(rows);
            const auto format = assess::formatOf(given);
            QStringList said{
                tr("%n row(s) of %1", nullptr, int(rows_.size())).arg(text(std::string(assess::title(*format))))};
            for (const Message& note : left_out)
                said << views::told(note, QLocale());
            recognised_->setText(said.join(QLatin1Char('\n')));
        } else {
            recognised_->setText(views::errorText(rows.error(), QLocale()));
        }
    } else {
        recognised_->clear();
    }
    infer_->setEnabled(!rows_.empty());
}

void OwnMeasurementsDialog::infer() {
    infer_->setEnabled(false);
    keep_->setEnabled(false);
    summary_->setText(tr("Comparing with the models …"));
    const assess::OwnTarget measured = target();
    const assess::OwnEntry entry{assess::ownEntryName(measured),
                                 QDate::currentDate().toString(Qt::ISODate).toStdString(),
                                 "Calibrate with your own measurements", name_.toStdString()};
    const auto work = [rows = rows_, measured, entry, library = library_]() -> Result<Answer> {
        constexpr unsigned kThreads = 1; // the others are the window's
        auto found = assess::inferOwn(rows, measured, entry, library, kThreads);
        if (!found) return found.error();
        auto next = assess::measureNext(found->entry, rows, assess::candidateKernels(measured, *library), {}, library,
                                        kThreads, kNext);
        if (!next) return next.error();
        return Answer{*std::move(found), *std::move(next)};
    };
    worker_.run(this, work, [this](const Result<Answer>& answer) { showAnswer(answer); });
}

void OwnMeasurementsDialog::showAnswer(const Result<Answer>& answer) {
    infer_->setEnabled(!rows_.empty());
    found_.reset();
    next_->clear();
    if (!answer) {
        summary_->setText(views::errorText(answer.error(), QLocale()));
        factors_->setRowCount(0);
        emit inferred();
        return;
    }
    found_ = answer->found;
    showFactors();
    QString said =
        tr("%n row(s): mean error %1 before, %2 after, %3 each by the others.", nullptr, int(found_->rows.size()))
            .arg(percent(found_->error_before), percent(found_->error_after), percent(found_->error_left_out));
    constexpr double kCountsLess = 0.5;
    for (const assess::OwnAnswer& row : found_->rows) {
        if (row.weight < kCountsLess)
            said += QLatin1Char('\n') + tr("%1 lies far from the others and counts less.").arg(text(row.id));
    }
    for (const assess::Refusal& refusal : found_->refused)
        said += QLatin1Char('\n') + tr("%1 is not answered: %2").arg(text(refusal.id), text(refusal.reason));
    summary_->setText(said);
    QStringList lines;
    for (const assess::OwnCandidate& own_candidate : answer->next)
        lines << tr("%1 would leave %2 of the expected variance")
                     .arg(text(own_candidate.row.id), percent(own_candidate.remaining));
    if (!lines.isEmpty())
        next_->setText(tr("What would help most next:") + QLatin1Char('\n') + lines.join(QLatin1Char('\n')));
    keep_->setEnabled(true);
    emit inferred();
}

void OwnMeasurementsDialog::showFactors() {
    const auto own = hardware::ownMeasurementsOf(found_->entry);
    factors_->setRowCount(own ? int(own->factors.size()) : 0);
    for (int row = 0; own && row < factors_->rowCount(); ++row) {
        const auto f = static_cast<std::size_t>(row);
        const hardware::OwnFactor& factor = own->factors[f];
        const double sigma = std::sqrt(std::max(own->covarianceOf(f, f), 0.0));
        const QStringList cells{text(factor.name), range(0, factor.prior_sigma), times(factor.log_mean),
                                range(factor.log_mean, sigma)};
        for (int column = 0; column < cells.size(); ++column)
            factors_->setItem(row, column, new QTableWidgetItem(cells[column]));
    }
}

void OwnMeasurementsDialog::showEntries() {
    entries_->setRowCount(0);
    for (const hardware::Calibration& calibration : library_->calibrations()) {
        const auto own = hardware::ownMeasurementsOf(calibration);
        if (!own) continue;
        const int row = entries_->rowCount();
        entries_->insertRow(row);
        entries_->setItem(row, 0, new QTableWidgetItem(text(calibration.id)));
        entries_->setItem(row, 1, new QTableWidgetItem(QLocale().toString(qlonglong(calibration.points))));
        entries_->setItem(row, 2, new QTableWidgetItem(text(own->date)));
        auto* used = new QCheckBox(tr("used"));
        used->setChecked(own->enabled);
        auto* remove = new QPushButton(tr("Remove"));
        remove->setAutoDefault(false);
        entries_->setCellWidget(row, 3, used);
        entries_->setCellWidget(row, 4, remove);
        connect(used, &QCheckBox::toggled, this, [this, id = calibration.id](bool on) {
            change([id, on](Catalog& catalog) { return assess::useOwn(catalog, id, on); });
        });
        connect(remove, &QPushButton::clicked, this,
                [this, id = calibration.id] { change([id](Catalog& catalog) { return catalog.removeEntry(id); }); });
    }
}

void OwnMeasurementsDialog::keep() {
    if (!found_) return;
    keep_->setEnabled(false);
    change([entry = found_->entry](Catalog& catalog) { return assess::keepOwn(catalog, entry); });
}

void OwnMeasurementsDialog::change(std::function<Result<void>(Catalog&)> what) {
    const auto work = [what = std::move(what), environment = environment_]() -> Result<void> {
        auto catalog = Catalog::open(pathOf(environment.state_folder + QStringLiteral("/catalog.sqlite")),
                                     pathOf(environment.data_root));
        if (!catalog) return catalog.error();
        return what(*catalog);
    };
    worker_.run(this, work, [this](const Result<void>& done) {
        if (done) return emit catalogChanged();
        summary_->setText(views::errorText(done.error(), QLocale()));
        showEntries();
    });
}

} // namespace strata::app
