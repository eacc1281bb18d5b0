// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/working_copy.h"

#include "app/window/document/document_store.h"

#include <utility>

namespace strata::app {

namespace {

constexpr int kKeepDragMs = 200;

} // namespace

WorkingCopy::WorkingCopy(DocumentStore& store, std::function<Session()> session)
    : store_(store), session_(std::move(session)) {
    timer_.setSingleShot(true);
    timer_.setInterval(kKeepDragMs);
    connect(&timer_, &QTimer::timeout, this, &WorkingCopy::keep);
    connect(&store_, &DocumentStore::workingCopyFailed, this, [this](const QString& reason) {
        if (!std::exchange(failed_, true)) emit failed(reason);
    });
}

void WorkingCopy::keep() { store_.keepWorkingCopy(session_()); }

void WorkingCopy::keepStep(int step) {
    if (std::exchange(kept_step_, step) == step) {
        if (!timer_.isActive()) timer_.start();
        return;
    }
    timer_.stop();
    keep();
}

void WorkingCopy::drop() {
    timer_.stop();
    kept_step_ = -1;
    store_.dropWorkingCopy();
}

} // namespace strata::app
