// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/plan_search_dialog.h"

#include "views/support/text/choice_text.h"
#include "views/support/text/sentence_case.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QCheckBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace strata::app {
namespace {

constexpr int kColumns = 4; // of check boxes

QString titleOf(const PlanChoice& choice) { return QCoreApplication::translate("Field", choice.title); }

QString valueText(const Json& value) {
    if (value.is_string()) return views::choiceText(value.get<std::string>());
    return value.is_number() ? QLocale().toString(value.get<double>(), 'g', 6) : QString(QChar(0x2013));
}

} // namespace

PlanSearchDialog::PlanSearchDialog(QWidget* parent)
    : QDialog(parent), search_(new QPushButton(tr("&Search"))), table_(new QTableWidget), told_(new QLabel) {
    setWindowTitle(tr("Find the best plan"));
    auto* boxes = new QGridLayout;
    for (const PlanChoice& choice : planChoices()) {
        auto* box = new QCheckBox;
        box->setObjectName(QLatin1String(choice.name));
        box->setChecked(true);
        const int at = static_cast<int>(choices_.size());
        boxes->addWidget(box, at / kColumns, at % kColumns);
        choices_.push_back(box);
    }
    QStringList titles;
    for (const PlanChoice& choice : planChoices())
        titles << titleOf(choice);
    titles << QCoreApplication::translate("Field", "Data parallel") << views::quantityTitle("iteration_s")
           << views::quantityTitle("memory_bytes") << views::quantityTitle("energy_j");
    table_->setColumnCount(static_cast<int>(titles.size()));
    table_->setHorizontalHeaderLabels(titles);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setAccessibleName(tr("Plans that fit, the fastest first"));
    table_->setMinimumSize(760, 260);
    told_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(new QLabel(tr("Free; what is not checked stays as it is:")));
    layout->addLayout(boxes);
    layout->addWidget(search_, 0, Qt::AlignLeft);
    layout->addWidget(table_, 1);
    layout->addWidget(told_);
    connect(search_, &QPushButton::clicked, this, &PlanSearchDialog::searchWanted);
    connect(table_, &QTableWidget::cellActivated, this, [this](int row) {
        const RankedPlan& plan = ranking_.plans[static_cast<std::size_t>(row)];
        emit planWanted(std::make_shared<const Json>(withPlan(*request_, plan)), nameOf(plan));
    });
}

void PlanSearchDialog::setRequest(std::shared_ptr<const Json> request) {
    request_ = std::move(request);
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        const PlanChoice& choice = planChoices()[i];
        choices_[i]->setText(tr("%1 (now %2)").arg(titleOf(choice), valueText(chosenIn(*request_, choice))));
    }
}

std::vector<std::string> PlanSearchDialog::free() const {
    std::vector<std::string> free;
    for (std::size_t i = 0; i < choices_.size(); ++i)
        if (choices_[i]->isChecked()) free.emplace_back(planChoices()[i].name);
    return free;
}

void PlanSearchDialog::setFree(const std::vector<std::string>& free) {
    for (std::size_t i = 0; i < choices_.size(); ++i)
        choices_[i]->setChecked(std::ranges::find(free, planChoices()[i].name) != free.end());
}

QString PlanSearchDialog::told() const { return told_->text(); }

void PlanSearchDialog::showSearching() {
    search_->setEnabled(false);
    told_->setText(tr("Searching \u2026"));
}

void PlanSearchDialog::showFailure(const QString& reason) {
    search_->setEnabled(true);
    ranking_ = {};
    table_->setRowCount(0);
    told_->setText(reason);
}

QString PlanSearchDialog::nameOf(const RankedPlan& plan) const {
    QStringList parts;
    for (std::size_t i = 0; i < plan.values.size(); ++i)
        if (plan.values[i] != chosenIn(*request_, planChoices()[i]).dump())
            parts << QStringLiteral("%1 %2").arg(titleOf(planChoices()[i]).toLower(),
                                                 valueText(Json::parse(plan.values[i])));
    return parts.isEmpty() ? tr("the plan as it is") : parts.join(QStringLiteral(", "));
}

void PlanSearchDialog::showRanking(const PlanRanking& ranking) {
    search_->setEnabled(true);
    ranking_ = ranking;
    const QLocale locale;
    table_->setRowCount(static_cast<int>(ranking.plans.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const RankedPlan& plan = ranking.plans[static_cast<std::size_t>(row)];
        int column = 0;
        const auto put = [&](const QString& text) {
            auto* item = new QTableWidgetItem(text);
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, column++, item);
        };
        for (const std::string& value : plan.values)
            put(valueText(Json::parse(value)));
        put(valueText(Json::parse(plan.dp)));
        put(views::shortText(plan.iteration_s, "s", locale));
        put(views::shortText(plan.memory_bytes, "B", locale));
        put(views::shortText(plan.energy_j, "J", locale));
    }
    QString text = views::noteSentence(views::told(ranking.told, locale));
    if (*ranking.request == *request_)
        text += QLatin1Char(' ') + tr("None is faster than the plan as it is.");
    else if (ranking.present_s)
        text += QLatin1Char(' ') + tr("The best takes %1, the plan before it %2.")
                                       .arg(views::shortText(ranking.plans.front().iteration_s, "s", locale),
                                            views::shortText(*ranking.present_s, "s", locale));
    told_->setText(text);
}

} // namespace strata::app
