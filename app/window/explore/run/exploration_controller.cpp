// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/run/exploration_controller.h"

#include "app/window/explore/background_thread.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QUuid>

namespace strata::app {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double kRateWindow_s = 3.0;

QString newId() { return QUuid::createUuid().toString(QUuid::Id128); }

} // namespace

std::filesystem::path explorationFile(const QString& state_folder, const QString& id) {
    return (state_folder + QStringLiteral("/explorations/%1.results").arg(id)).toStdU16String();
}

ExplorationController::ExplorationController(QString state_folder, unsigned threads,
                                             std::shared_ptr<Precedence> precedence, QObject* parent)
    : QObject(parent), folder_(std::move(state_folder)), threads_(threads), precedence_(std::move(precedence)),
      worker_(std::make_unique<Worker>()) {
    publish_timer_.setInterval(kPublishMs);
    connect(&publish_timer_, &QTimer::timeout, this, &ExplorationController::publish);
}

ExplorationController::~ExplorationController() {
    for (const EntryPointer& entry : entries_) {
        entry->reading.request_stop();
        if (entry->runner) entry->runner->stop();
    }
}

std::filesystem::path ExplorationController::fileOf(const QString& id) const { return explorationFile(folder_, id); }

ExplorationController::EntryPointer ExplorationController::find(const QString& id) const {
    const auto found = std::ranges::find(entries_, id, [](const EntryPointer& entry) { return entry->id; });
    return found == entries_.end() ? nullptr : *found;
}

bool ExplorationController::reading() const {
    return std::ranges::any_of(entries_, [](const EntryPointer& entry) { return entry->state == State::Reading; });
}

bool ExplorationController::running() const {
    return std::ranges::any_of(entries_, [](const EntryPointer& entry) { return bool(entry->runner); });
}

ExplorationController::EntryPointer ExplorationController::add(const QString& id,
                                                               const std::shared_ptr<const Json>& request) {
    auto entry = std::make_shared<Entry>();
    entry->id = id;
    entry->request = request;
    entries_.push_back(entry);
    return entry;
}

void ExplorationController::start(std::shared_ptr<const Json> request) {
    const EntryPointer entry = add(newId(), request);
    selected_ = entry;
    read(entry, {}, true);
    tellAdded();
}

void ExplorationController::open(std::shared_ptr<const Json> request, std::filesystem::path results,
                                 std::string brush) {
    const EntryPointer entry = add(newId(), request);
    entry->brush = std::move(brush);
    selected_ = entry;
    const bool run = results.empty();
    read(entry, {.request = {}, .kept = {}, .opened = std::move(results)}, run);
    tellAdded();
}

void ExplorationController::tellAdded() {
    emit definitionsChanged();
    emit changed();
    emit listChanged();
    emit selectionChanged();
}

void ExplorationController::read(const EntryPointer& entry, ExplorationSource source, bool run) {
    source.request = entry->request;
    source.kept = fileOf(entry->id);
    // The worker is the first of this object's parts to go: what it posts finds the object or nobody. It holds no
    // entry, whose exploration must end on the window's thread.
    const ExplorationReader reader{[this, id = entry->id](const Parsed& request) {
                                       QMetaObject::invokeMethod(
                                           this,
                                           [this, id, request] {
                                               if (const EntryPointer read = find(id)) showRead(read, request);
                                           },
                                           Qt::QueuedConnection);
                                   },
                                   [this, id = entry->id](explore::ResultTable part) {
                                       QMetaObject::invokeMethod(
                                           this,
                                           [this, id, part = std::move(part)] {
                                               const EntryPointer read = find(id);
                                               if (!read) return; // removed meanwhile
                                               read->exploration->append(part);
                                               emit listChanged();
                                           },
                                           Qt::QueuedConnection);
                                   }};
    auto work = [source = std::move(source), library = library_, stop = entry->reading.get_token(), reader] {
        giveWayToWindow();
        return readExploration(source, library, stop, reader);
    };
    worker_->run(this, std::move(work), [this, id = entry->id, run](const Result<Parsed>& read) {
        if (const EntryPointer ended = find(id)) endReading(ended, read, run);
    });
}

/// An exploration whose points are about to come.
void ExplorationController::showRead(const EntryPointer& entry, const Parsed& request) {
    entry->parsed = request;
    entry->exploration = std::make_shared<views::Exploration>(request, library_.get());
    entry->exploration->setState(views::Exploration::State::Reading);
    if (entry == selected_) emit selectionChanged();
}

void ExplorationController::endReading(const EntryPointer& entry, const Result<Parsed>& read, bool run) {
    if (!read) {
        entry->state = State::Failed;
        entry->problem = views::errorText(read.error(), QLocale());
        // A run that went on behind a part of the points would file its own under wrong rows.
        entry->exploration.reset();
        entry->parsed.reset();
        if (entry == selected_) emit selectionChanged();
        emit failed(statusOf(*entry).label, entry->problem);
        emit listChanged();
        return;
    }
    if (!entry->exploration) showRead(entry, *read);
    const bool begun = entry->exploration->rows() > 0;
    const bool whole = entry->exploration->rows() >= entry->parsed->budget;
    if (!entry->brush.empty()) entry->exploration->restoreBrush(entry->brush);
    entry->state = whole ? State::Finished : run && !begun ? State::Waiting : State::Stopped;
    entry->exploration->setState(whole ? views::Exploration::State::Finished : views::Exploration::State::Stopped);
    if (entry == selected_) emit selectionChanged();
    runNext();
    emit listChanged();
}

void ExplorationController::runNext() {
    if (running()) return;
    const auto next =
        std::ranges::find(entries_, State::Waiting, [](const EntryPointer& entry) { return entry->state; });
    if (next != entries_.end()) begin(**next);
}

void ExplorationController::begin(Entry& entry) {
    entry.state = State::Running;
    entry.wanted = State::Stopped;
    entry.problem.clear();
    entry.begin = {Clock::now(), entry.exploration->rows()};
    entry.marks = {entry.begin};
    entry.exploration->setState(views::Exploration::State::Running);
    entry.runner = std::make_unique<ExplorationRunner>(
        ExplorationRunner::Setup{entry.parsed, library_, fileOf(entry.id), threads_, precedence_},
        entry.exploration->table(),
        [this] { QMetaObject::invokeMethod(this, &ExplorationController::publish, Qt::QueuedConnection); });
    publish_timer_.start();
}

void ExplorationController::publish() {
    for (const EntryPointer& entry : std::vector(entries_))
        if (entry->runner) take(entry);
    if (!running()) publish_timer_.stop();
    emit listChanged();
}

void ExplorationController::take(const EntryPointer& entry) {
    const ExplorationRunner::News news = entry->runner->fetch();
    for (const explore::PointBlock& block : news.blocks)
        entry->exploration->append(block);
    if (!news.blocks.empty()) {
        entry->marks.push_back({Clock::now(), entry->exploration->rows()});
        while (entry->marks.size() > 2 &&
               entry->marks.back().when - entry->marks.front().when > std::chrono::duration<double>(kRateWindow_s))
            entry->marks.pop_front();
        emit changed();
    }
    if (!news.ended) return;
    entry->runner.reset();
    entry->marks = {entry->begin, {Clock::now(), entry->exploration->rows()}};
    using Shown = views::Exploration::State;
    if (news.error) {
        entry->state = State::Failed;
        entry->problem = views::errorText(*news.error, QLocale());
        entry->exploration->setState(Shown::Failed);
        emit failed(statusOf(*entry).label, entry->problem);
    } else if (entry->exploration->rows() >= entry->parsed->budget) {
        entry->state = State::Finished;
        entry->exploration->setState(Shown::Finished);
    } else {
        entry->state = entry->wanted;
        entry->exploration->setState(entry->wanted == State::Paused ? Shown::Paused : Shown::Stopped);
    }
    runNext();
}

void ExplorationController::stopAs(const EntryPointer& entry, State state) {
    if (!entry) return;
    if (entry->runner) {
        entry->wanted = state;
        entry->runner->stop(); // its end arrives by itself
    } else if (entry->state == State::Waiting || entry->state == State::Paused) {
        entry->state = state;
        emit listChanged();
    }
}

void ExplorationController::pause(const QString& id) { stopAs(find(id), State::Paused); }
void ExplorationController::cancel(const QString& id) { stopAs(find(id), State::Stopped); }

void ExplorationController::resume(const QString& id) {
    const EntryPointer entry = find(id);
    if (!entry || entry->runner || !entry->exploration) return;
    if (entry->state != State::Paused && entry->state != State::Stopped && entry->state != State::Failed) return;
    entry->state = State::Waiting;
    runNext();
    emit listChanged();
}

void ExplorationController::dropFile(const EntryPointer& entry) {
    // The runner is joined before the file goes; both off the window's thread, which waits for nobody.
    entry->reading.request_stop();
    std::shared_ptr<ExplorationRunner> runner = std::move(entry->runner);
    if (runner) runner->stop();
    worker_->run(
        this,
        [runner = std::move(runner), file = fileOf(entry->id)]() mutable {
            runner.reset();
            std::error_code ignored;
            for (const char* suffix : {"", "-journal", "-wal", "-shm"}) {
                std::filesystem::path part = file;
                part += suffix;
                std::filesystem::remove(part, ignored);
            }
            return true;
        },
        [](bool) {});
}

void ExplorationController::remove(const QString& id) {
    const EntryPointer entry = find(id);
    if (!entry) return;
    dropFile(entry);
    std::erase(entries_, entry);
    if (selected_ == entry) {
        selected_ = entries_.empty() ? nullptr : entries_.back();
        emit selectionChanged();
    }
    runNext();
    emit definitionsChanged();
    emit changed();
    emit listChanged();
}

void ExplorationController::select(const QString& id) {
    const EntryPointer entry = find(id);
    if (!entry || entry == selected_) return;
    selected_ = entry;
    emit selectionChanged();
    emit listChanged();
}

void ExplorationController::reset(const std::vector<SessionExploration>& explorations, bool run) {
    for (const EntryPointer& entry : entries_)
        dropFile(entry);
    entries_.clear();
    for (const SessionExploration& stored : explorations) {
        // A file of its own for this window, whoever else has the same session open.
        const EntryPointer entry = add(newId(), stored.request);
        entry->brush = stored.view_state;
        read(entry, {.request = {}, .kept = {}, .opened = {}, .bytes = stored.results}, run);
    }
    selected_ = entries_.empty() ? nullptr : entries_.front();
    emit selectionChanged();
    emit listChanged();
}

std::vector<SessionExploration> ExplorationController::forSession() const {
    std::vector<SessionExploration> stored;
    for (const EntryPointer& entry : entries_) {
        const bool read =
            entry->exploration && entry->state != State::Reading; // what is brushed comes after the points
        const std::string brush = read ? entry->exploration->saveBrush() : entry->brush;
        stored.push_back({entry->id.toStdString(), entry->request, brush, nullptr});
    }
    return stored;
}

ExplorationStatus ExplorationController::statusOf(const Entry& entry) const {
    ExplorationStatus status;
    status.id = entry.id;
    const Json* label = findPointer(*entry.request, "/label");
    if (label != nullptr && label->is_string()) status.label = views::toQString(label->get<std::string>());
    const Json* kind = findPointer(*entry.request, "/kind");
    if (status.label.isEmpty()) status.label = kind != nullptr && *kind == "search" ? tr("Search") : tr("Sweep");
    status.state = entry.state;
    status.problem = entry.problem;
    status.selected = selected_.get() == &entry;
    status.done = entry.exploration ? entry.exploration->rows() : 0;
    status.budget = entry.parsed ? entry.parsed->budget : 0;
    if (entry.marks.size() > 1) {
        const double seconds =
            std::chrono::duration<double>(entry.marks.back().when - entry.marks.front().when).count();
        if (seconds > 0)
            status.rate_per_s = static_cast<double>(entry.marks.back().points - entry.marks.front().points) / seconds;
    }
    if (entry.state == State::Running && status.rate_per_s > 0)
        status.remaining_s = static_cast<double>(status.budget - status.done) / status.rate_per_s;
    return status;
}

std::vector<ExplorationStatus> ExplorationController::list() const {
    std::vector<ExplorationStatus> list;
    for (const EntryPointer& entry : entries_)
        list.push_back(statusOf(*entry));
    return list;
}

} // namespace strata::app
