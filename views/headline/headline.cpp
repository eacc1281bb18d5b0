// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/headline/headline.h"

#include "core/base/quantity.h"
#include "core/evaluate/kind.h"
#include "core/evaluate/presentation.h"
#include "views/catalog/catalog_model.h"
#include "views/headline/mend_row.h"
#include "views/headline/metric_card.h"
#include "views/support/text/comparison_text.h"
#include "views/support/text/extrapolation.h"
#include "views/support/text/field_titles.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/sentence_case.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QAction>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

namespace strata::views {

namespace {

constexpr std::size_t kMaximumCards = 4;
constexpr int kReadableWords = 260; // narrower, sentences beside the cards become columns of words
constexpr int kGlanceMs = 200;      // shorter evaluations never look stale
const QString kEntryMime = QString::fromLatin1(CatalogModel::kMimeType);

std::optional<Metric> metricOf(const DesignState* design, const std::string& name) {
    if (!design || !design->estimate || !design->estimate->valid) return std::nullopt;
    const Metric* metric = design->estimate->findMetric(name);
    return metric ? std::optional(*metric) : std::nullopt;
}

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

/// Notes are phrases; here each stands as a sentence of its own.
QString sentence(const QString& text) {
    QString words = noteSentence(text).toHtmlEscaped();
    words.replace(QStringLiteral(" %"), QStringLiteral("&nbsp;%"));
    return words;
}

QString badge(const Design& design, const Theme& colors) {
    const QColor fill = colors.design(design.letter);
    const QString ink = fill.lightness() > 150 ? QStringLiteral("#14171b") : QStringLiteral("#ffffff");
    return QStringLiteral("<span style='background:%1;color:%2;font-weight:600'>&nbsp;%3&nbsp;</span>&nbsp; ")
        .arg(fill.name(), ink, QString(QLatin1Char(design.letter)));
}

} // namespace

Headline::Headline(QWidget* parent)
    : QWidget(parent), scene_(std::make_shared<const Scene>()), title_(new QLabel), title_row_(new QHBoxLayout),
      more_(new QToolButton), status_(new QLabel), body_(new QBoxLayout(QBoxLayout::LeftToRight)),
      cards_layout_(new QHBoxLayout), mends_(new MendRow) {
    setAcceptDrops(true);
    title_->setTextFormat(Qt::RichText);
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    status_->setTextFormat(Qt::RichText);
    status_->setWordWrap(true);
    status_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    status_->setMinimumWidth(160);
    status_->setAccessibleName(tr("What limits the selected design"));
    cards_layout_->setSpacing(8);
    cards_layout_->addStretch(1);
    body_->setSpacing(4);
    body_->addLayout(cards_layout_);
    body_->addWidget(status_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 4);
    layout->setSpacing(4);
    title_row_->setSpacing(4);
    title_row_->addWidget(title_, 1);
    more_->setText(tr("What next"));
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(new QMenu(more_));
    more_->setFocusPolicy(Qt::TabFocus);
    more_->hide();
    title_row_->addWidget(more_);
    layout->addLayout(title_row_);
    layout->addLayout(body_);
    layout->addWidget(mends_);
    connect(mends_, &MendRow::edited, this, &Headline::edited);
    connect(mends_, &MendRow::catalogWanted, this, &Headline::catalogWanted);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    stale_timer_.setSingleShot(true);
    stale_timer_.setInterval(kGlanceMs);
    connect(&stale_timer_, &QTimer::timeout, this, [this] {
        for (MetricCard* card : cards_)
            card->setStale(true);
    });
}

void Headline::setActions(const QList<QAction*>& actions) {
    for (QAction* action : actions) {
        auto* button = new QToolButton;
        button->setText(action->text().remove(QLatin1Char('&')));
        button->setToolTip(action->toolTip());
        button->setFocusPolicy(Qt::TabFocus);
        button->hide();
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        title_row_->addWidget(button);
        buttons_[action] = button;
    }
}

void Headline::showActions(const QList<QAction*>& fitting) {
    if (fitting_ != fitting) {
        fitting_ = fitting;
        more_->menu()->clear();
        more_->menu()->addActions(fitting_);
    }
    arrangeTitle();
}

/// The title first: where it leaves no room for the buttons, they become one menu.
void Headline::arrangeTitle() {
    QTextDocument words;
    words.setDocumentMargin(0);
    words.setDefaultFont(title_->font());
    words.setHtml(whole_title_);
    const int title = qCeil(words.idealWidth());
    int needed = title + layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (QAction* action : fitting_)
        if (const auto found = buttons_.find(action); found != buttons_.end())
            needed += found->second->sizeHint().width() + title_row_->spacing();
    const bool fits = needed <= width();
    for (const auto& [action, button] : buttons_)
        button->setVisible(fits && fitting_.contains(action));
    more_->setVisible(!fits && !fitting_.isEmpty());
    int room = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    if (more_->isVisibleTo(this)) room -= more_->sizeHint().width() + title_row_->spacing();
    // Whole or without the designs that it is compared with, which the cards name by their letters.
    const QString shown = fits || title <= room ? whole_title_ : short_title_;
    if (title_->text() != shown) title_->setText(shown);
    title_->setToolTip(shown == whole_title_ ? QString() : words.toPlainText());
}

void Headline::setScene(std::shared_ptr<const Scene> scene) {
    scene_ = std::move(scene);
    std::erase_if(instant_, [this](const auto& answer) { // of designs that are gone
        return std::ranges::none_of(scene_->designs,
                                    [&](const DesignState& state) { return state.design.id == answer.first; });
    });
    refresh();
}

void Headline::refresh() {
    const DesignState* design = scene_->selectedDesign();
    const DesignState* baseline = scene_->baselineDesign();
    showTitle(design, baseline);
    showMetrics(design, baseline);
    showStatus(design);
    mends_->showFor(design, *scene_);
    if (design && design->stale && !showsInstant()) {
        if (!stale_timer_.isActive()) stale_timer_.start();
    } else {
        stale_timer_.stop();
        for (MetricCard* card : cards_)
            card->setStale(false);
    }
}

void Headline::setInstant(const std::string& design, const InstantAnswer& answer) {
    instant_[design] = answer;
    const DesignState* selected = scene_->selectedDesign();
    if (selected && selected->design.id == design) refresh();
}

/// While a drag goes on, the answer to a step before is closer than the simulation of any.
const InstantAnswer* Headline::instantOf(const DesignState* design) const {
    const auto found = design ? instant_.find(design->design.id) : instant_.end();
    if (found == instant_.end() || !found->second.request || !design->design.request) return nullptr;
    const bool same = found->second.request == design->design.request;
    return same || (design->stale && found->second.estimate) ? &found->second : nullptr;
}

bool Headline::showsInstant() const {
    const DesignState* design = scene_->selectedDesign();
    const InstantAnswer* instant = instantOf(design);
    return instant && design->stale && instant->estimate && instant->estimate->valid;
}

/// Which of the two is on screen, and how far apart they are.
QString Headline::instantLine(const DesignState& design) const {
    const InstantAnswer* instant = instantOf(&design);
    if (!instant) return {};
    if (showsInstant()) return tr("\u2248 Closed forms; the simulation is under way");
    if (design.stale || !design.estimate || !design.estimate->valid) return {};
    if (!instant->estimate)
        return tr("Simulated; closed forms do not answer: %1").arg(told(instant->refusal, locale()).toHtmlEscaped());
    QStringList differences;
    for (const std::string& name : metrics_) {
        const Metric* simulated = design.estimate->findMetric(name);
        const Metric* closed = instant->estimate->findMetric(name);
        if (!simulated || !closed || !(simulated->value > 0)) continue;
        differences << QStringLiteral("%1 %2 (%3)")
                           .arg(quantityTitle(name), shortText(closed->value, quantityUnit(name), locale()),
                                comparisonText(closed->value, simulated->value, quantityUnit(name), locale()));
    }
    if (differences.isEmpty()) return {};
    return tr("Simulated; closed forms: %1").arg(differences.join(QStringLiteral(", ")));
}

void Headline::showTitle(const DesignState* design, const DesignState* baseline) {
    const Theme colors = themeFor(palette());
    QString text;
    if (!design) {
        text = tr("No design. Drop an accelerator of the catalog here, or press Ctrl+N.");
    } else {
        text = badge(design->design, colors) + QStringLiteral("<b>%1</b>").arg(escaped(design->design.label));
        if (const DesignState* pinned = scene_->pinnedDesign(); pinned && !baseline) {
            text += QStringLiteral("&nbsp;&nbsp;<span style='color:%1'>%2</span>&nbsp; ")
                        .arg(colors.text_muted.name(), tr("a different workload from \u2605"));
            text += badge(pinned->design, colors) + escaped(pinned->design.label);
        } else if (baseline) {
            text += QStringLiteral("&nbsp;&nbsp;<span style='color:%1'>%2 \u2605</span>&nbsp; ")
                        .arg(colors.text_muted.name(), tr("against"));
            text += badge(baseline->design, colors) + escaped(baseline->design.label);
        }
        for (const DesignState* further : scene_->furtherBaselines())
            text += QStringLiteral("&nbsp;&nbsp;<span style='color:%1'>\u2606</span>&nbsp; ")
                        .arg(colors.text_muted.name()) +
                    badge(further->design, colors) + escaped(further->design.label);
    }
    if (whole_title_ == text && !title_->text().isEmpty()) return;
    whole_title_ = text;
    short_title_ =
        design ? badge(design->design, colors) + QStringLiteral("<b>%1</b>").arg(escaped(design->design.label)) : text;
    arrangeTitle();
}

void Headline::showMetrics(const DesignState* design, const DesignState* baseline) {
    if (design && design->estimate && design->estimate->valid)
        metrics_ = headlineMetrics(*design->estimate, kMaximumCards, *scene_->registry);
    else if (showsInstant() && metrics_.empty())
        metrics_ = headlineMetrics(*instantOf(design)->estimate, kMaximumCards, *scene_->registry);
    setCardCount(design ? metrics_.size() : 0);
    // Closed forms are compared with closed forms, never with the baseline's simulation.
    const bool instant = showsInstant();
    const auto shown = [&](const DesignState* state, const std::string& name) -> std::optional<Metric> {
        if (!instant) return metricOf(state, name);
        const InstantAnswer* answer = instantOf(state);
        const Metric* closed = answer && answer->estimate ? answer->estimate->findMetric(name) : nullptr;
        return closed ? std::optional(*closed) : std::nullopt;
    };
    const auto further = [&](const std::string& name) {
        std::vector<std::pair<char, Metric>> others;
        for (const DesignState* state : scene_->furtherBaselines())
            if (const auto metric = shown(state, name)) others.emplace_back(state->design.letter, *metric);
        return others;
    };
    const QString extrapolated = extrapolationText(design, locale());
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        cards_[i]->setApproximate(instant);
        // What is counted, such as bytes, has no interval and is no extrapolation.
        const std::optional<Metric> value = shown(design, metrics_[i]);
        cards_[i]->setExtrapolated(value && value->high > value->low ? extrapolated : QString());
        cards_[i]->show(QString::fromStdString(metrics_[i]), shown(design, metrics_[i]), shown(baseline, metrics_[i]),
                        baseline ? baseline->design.letter : ' ', further(metrics_[i]));
        cards_[i]->setChecked(metrics_[i] == scene_->metric);
    }
}

void Headline::showStatus(const DesignState* design) {
    const Theme colors = themeFor(palette());
    const auto line = [](const QColor& color, const QString& mark, const QString& text) {
        return QStringLiteral("<span style='color:%1'><b>%2</b></span>&nbsp;&nbsp;%3").arg(color.name(), mark, text);
    };
    QStringList lines;
    const LevelTitles titles = design ? levelTitles(*design) : LevelTitles();
    const auto said = [&](const auto& text) { return told(text, locale(), titles); };
    if (design && design->error) {
        QString text = designErrorText(*design, *scene_, locale()).toHtmlEscaped();
        // Commands belong to the command line: here the catalog stands beside.
        if (isForCommandLine(design->error->expected))
            text += tr("; choose another one in the catalog");
        else if (!design->error->expected.empty())
            text += tr("; accepted: %1")
                        .arg(told(design->error->expected, locale(), fieldTitles(*design, *scene_)).toHtmlEscaped());
        lines << line(colors.error, tr("Cannot be evaluated"), text);
    } else if (design && design->estimate && !design->estimate->valid) {
        for (const Note& note : design->estimate->notes) {
            if (note.fixes.empty()) continue;
            lines << line(colors.error, tr("\u2715 Does not fit"), sentence(said(note.text)));
            // What would mend a mapping, and all other notes, stand in the mapping where they belong.
            if (const RequestKind* kind = kindOf(*design->design.request); kind == nullptr || !kind->by_layer)
                lines << tr("What would fit: %1")
                             .arg(told(note.fixes, locale(), fieldTitles(*design, *scene_)).toHtmlEscaped());
            break;
        }
    } else if (design && design->estimate) {
        lines << line(colors.accent, tr("\u2713 Fits"), QString());
        for (const Note& note : design->estimate->notes) {
            if (note.decides)
                lines << sentence(said(note.text));
            else if (note.level != Note::Level::Info)
                lines << line(colors.warning, QStringLiteral("\u26a0"), sentence(said(note.text)));
        }
    }
    if (design && !design->error) {
        if (const QString instant = instantLine(*design); !instant.isEmpty())
            lines << QStringLiteral("<span style='color:%1'>%2</span>").arg(colors.text_muted.name(), instant);
    }
    status_lines_ = lines;
    arrange();
}

/// Beside the cards words must be readable and no higher than the cards are; else they stand below them, one line
/// behind the other: height is what the views need.
void Headline::arrange() {
    int cards_width = 0;
    int cards_height = 0;
    for (const MetricCard* card : cards_) {
        cards_width += card->sizeHint().width() + cards_layout_->spacing();
        cards_height = std::max(cards_height, card->sizeHint().height());
    }
    // A value that would be cut is no value: the last cards go first.
    int least_width = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        least_width += cards_[i]->minimumSizeHint().width() + cards_layout_->spacing();
        cards_[i]->setVisible(i == 0 || least_width <= width());
    }
    const int room = width() - cards_width - 3 * cards_layout_->spacing();
    const QString beside = status_lines_.join(QStringLiteral("<br>"));
    QTextDocument words;
    words.setDocumentMargin(0);
    words.setDefaultFont(status_->font());
    words.setHtml(beside);
    words.setTextWidth(room);
    const bool below = room < kReadableWords || words.size().height() > cards_height;
    status_->setContentsMargins(below ? 12 : 8, below ? 0 : 10, 0, 0);
    const QString text = below ? status_lines_.join(QStringLiteral("&nbsp;&nbsp; ")) : beside;
    if (status_->text() != text) status_->setText(text);
    const auto wanted = below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (body_->direction() == wanted) return;
    body_->setDirection(wanted);
    updateGeometry();
}

void Headline::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrangeTitle();
    arrange();
}

void Headline::setCardCount(std::size_t count) {
    while (cards_.size() > count) {
        delete cards_.back();
        cards_.pop_back();
    }
    while (cards_.size() < count) {
        auto* card = new MetricCard(this);
        connect(card, &QAbstractButton::clicked, this, [this, card] { emit metricChosen(card->metric()); });
        cards_layout_->insertWidget(static_cast<int>(cards_.size()), card, 0, Qt::AlignTop);
        cards_.push_back(card);
    }
}

void Headline::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refresh();
}

void Headline::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasFormat(kEntryMime)) event->acceptProposedAction();
}

void Headline::dropEvent(QDropEvent* event) {
    emit entryDropped(QString::fromUtf8(event->mimeData()->data(kEntryMime)));
    event->acceptProposedAction();
}

} // namespace strata::views
