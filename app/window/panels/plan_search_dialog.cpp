// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/plan_search_dialog.h"

#include "views/support/text/choice_text.h"
#include "views/support/text/sentence_case.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <cmath>
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
        titles << titleOf(choice).replace(QLatin1Char(' '), QLatin1Char('\n'));
    titles << QCoreApplication::translate("Field", "Data parallel").replace(QLatin1Char(' '), QLatin1Char('\n'))
           << views::quantityTitle("iteration_s") << views::quantityTitle("memory_bytes")
           << views::quantityTitle("energy_j") << tr("Why not");
    table_->setColumnCount(static_cast<int>(titles.size()));
    table_->setHorizontalHeaderLabels(titles);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setAccessibleName(tr("Plans that fit, the fastest first, then plans that do not fit, the smallest first"));
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignCenter | static_cast<Qt::Alignment>(Qt::TextWordWrap));
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
        if (static_cast<std::size_t>(row) >= ranking_.plans.size()) return; // it does not fit
        const RankedPlan& plan = ranking_.plans[static_cast<std::size_t>(row)];
        emit planWanted(std::make_shared<const Json>(withPlan(*request_, plan)), nameOf(plan));
    });
}

void PlanSearchDialog::setRequest(std::shared_ptr<const Json> request) {
    request_ = std::move(request);
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        const PlanChoice& choice = planChoices()[i];
        const Json now = chosenIn(*request_, choice);
        choices_[i]->setText(
            tr("%1 (now %2)").arg(titleOf(choice), now.is_null() ? tr("chosen by rule") : valueText(now)));
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

/// What keeps a plan from being the best: it does not fit, or a part of its iteration takes longer.
QString PlanSearchDialog::whyNot(const RankedPlan& plan, bool fits) const {
    const QLocale locale;
    if (!fits)
        return tr("needs %1, a device leaves %2")
            .arg(views::shortText(plan.memory_bytes, "B", locale), views::shortText(plan.available_bytes, "B", locale));
    if (plan.slower_by.empty()) return {};
    return tr("%1 takes %2 more")
        .arg(views::partTitle(std::string_view(plan.slower_by)), views::shortText(plan.slower_by_s, "s", locale));
}

void PlanSearchDialog::showPlan(int row, const RankedPlan& plan, bool fits) {
    const QLocale locale;
    int column = 0;
    const auto put = [&](const QString& text, Qt::Alignment side = Qt::AlignRight) {
        auto* item = new QTableWidgetItem(text);
        item->setTextAlignment(side | Qt::AlignVCenter);
        if (!fits) item->setFlags(Qt::NoItemFlags);
        table_->setItem(row, column++, item);
    };
    const auto quantity = [&](double value, std::string_view unit) {
        return std::isnan(value) ? QString(QChar(0x2013)) : views::shortText(value, unit, locale);
    };
    for (const std::string& value : plan.values)
        put(valueText(Json::parse(value)));
    put(valueText(Json::parse(plan.dp)));
    put(quantity(plan.iteration_s, "s"));
    put(quantity(plan.memory_bytes, "B"));
    put(quantity(plan.energy_j, "J"));
    put(whyNot(plan, fits), Qt::AlignLeft);
}

void PlanSearchDialog::showRanking(const PlanRanking& ranking) {
    search_->setEnabled(true);
    ranking_ = ranking;
    const QLocale locale;
    table_->setRowCount(static_cast<int>(ranking.plans.size() + ranking.too_large.size()));
    int row = 0;
    for (const RankedPlan& plan : ranking.plans)
        showPlan(row++, plan, true);
    for (const RankedPlan& plan : ranking.too_large)
        showPlan(row++, plan, false);
    // What is the same in all plans tells them apart from nothing.
    for (int column = 0; column <= static_cast<int>(planChoices().size()); ++column) {
        bool same = row > 1;
        for (int other = 1; same && other < row; ++other)
            same = table_->item(other, column)->text() == table_->item(0, column)->text();
        table_->setColumnHidden(column, same);
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
