// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/sample_study.h"

#include "app/window/document/study_edits.h"

#include <nlohmann/json.hpp>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace strata::app {

namespace {

/// Names in the samples, which their files hold in English; a name that is not here stays as it is.
[[maybe_unused]] constexpr const char* kNames[] = {
    QT_TRANSLATE_NOOP("Sample", "3 x 3 layer on Eyeriss"),
    QT_TRANSLATE_NOOP("Sample", "A pruned pointwise layer of MobileNet on one PE of Eyeriss v2"),
    QT_TRANSLATE_NOOP("Sample", "All-reduce of 64 MiB on two nodes"),
    QT_TRANSLATE_NOOP("Sample", "Decode attention in the banks of HBM3"),
    QT_TRANSLATE_NOOP("Sample", "GPT-2 large on A100"),
    QT_TRANSLATE_NOOP("Sample", "GPT-2 large on A100, measured kernels"),
    QT_TRANSLATE_NOOP("Sample", "GPT-2 large on H100"),
    QT_TRANSLATE_NOOP("Sample", "Llama 3.1 70B on DGX H100, one batch"),
    QT_TRANSLATE_NOOP("Sample", "Llama 3.1 8B on one H100"),
    QT_TRANSLATE_NOOP("Sample", "Llama 3.1 8B on two A100"),
    QT_TRANSLATE_NOOP("Sample", "ResNet-18 on a Raspberry Pi 4"),
    QT_TRANSLATE_NOOP("Sample", "ResNet-18 on a board without measurements"),
    QT_TRANSLATE_NOOP("Sample", "at half the resolution"),
    QT_TRANSLATE_NOOP("Sample", "bf16 product on H100"),
    QT_TRANSLATE_NOOP("Sample", "conv1 on Eyeriss"),
    QT_TRANSLATE_NOOP("Sample", "conv1, default recipe"),
    QT_TRANSLATE_NOOP("Sample", "dot product on Golden Cove"),
    QT_TRANSLATE_NOOP("Sample", "dot product on Zen 3"),
    QT_TRANSLATE_NOOP("Sample", "int8 product in UPMEM modules"),
    QT_TRANSLATE_NOOP("Sample", "int8 product in digital memory macros"),
    QT_TRANSLATE_NOOP("Sample", "on a Raspberry Pi 5, not measured"),
    QT_TRANSLATE_NOOP("Sample", "twice the buffer bandwidth"),
    QT_TRANSLATE_NOOP("Sample", "two sums in turn on Golden Cove"),
    QT_TRANSLATE_NOOP("Sample", "Arrival rate and replicas of Llama 3.1 8B on H100"),
    QT_TRANSLATE_NOOP("Sample", "Engines for Llama 3.1 8B at 24 requests a second: cost against latency"),
    QT_TRANSLATE_NOOP("Sample", "Eyeriss-like arrays, ResNet-50 3 x 3 layer"),
    QT_TRANSLATE_NOOP("Sample", "Eyeriss-like arrays, ResNet-50 conv1"),
    QT_TRANSLATE_NOOP("Sample", "GPUs for a GPT-2 forward pass: time against power"),
    QT_TRANSLATE_NOOP("Sample", "Plans for Llama 3.1 70B on 64 H100: iteration time against memory"),
    QT_TRANSLATE_NOOP("Sample", "Schedulers of Llama 3.1 8B on H100, same arrivals"),
    QT_TRANSLATE_NOOP("Sample", "What matters on an Eyeriss-like array"),
};

std::string translated(const std::string& name) {
    return QCoreApplication::translate("Sample", name.c_str()).toStdString();
}

Result<Json> readResource(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{"unreadable-file", "", verbatim(file.errorString().toStdString()), {}, path.toStdString()};
    const QByteArray text = file.readAll();
    return parseJson({text.constData(), static_cast<std::size_t>(text.size())}, path.toStdString());
}

Error badSample(const QString& resource, Message text) {
    return {"bad-sample", "", std::move(text), {}, resource.toStdString()};
}

std::string idOfLetter(const Study& study, const std::string& letter) {
    for (const Design& design : study.designs)
        if (letter.size() == 1 && design.letter == letter.front()) return design.id;
    return {};
}

Result<Json> readBeside(const QString& resource, const std::string& file) {
    const QString path = QFileInfo(resource).path() + QLatin1Char('/') + QString::fromStdString(file);
    return readResource(QDir::cleanPath(path));
}

Result<Study> readStudy(const QString& resource, const Json& sample) {
    Study study;
    std::uint64_t last_number = 0;
    for (const Json& entry : sample.value("designs", Json::array())) {
        Result<Json> request = readBeside(resource, entry.value("request", std::string()));
        if (!request) return request.error();
        for (const Json& pointer : entry.value("remove", Json::array()))
            removePointer(*request, pointer.get<std::string>());
        const Json changes = entry.value("set", Json::object());
        for (const auto& [pointer, value] : changes.items())
            if (auto set = setPointer(*request, pointer, value); !set) return set.error();
        study = withDesign(study, nextDesignId(study, last_number), translated(entry.value("label", std::string())),
                           std::make_shared<const Json>(std::move(*request)));
    }
    if (study.designs.empty()) return badSample(resource, {"error.sample-study-has-no-designs"});
    study.selected = idOfLetter(study, sample.value("selected", std::string("A")));
    if (study.selected.empty()) return badSample(resource, {"error.selected-design-does-not-exist"});
    if (const std::string baseline = idOfLetter(study, sample.value("baseline", std::string())); !baseline.empty())
        study.baseline = baseline;
    return study;
}

} // namespace

Result<Session> readSampleSession(const QString& resource) {
    const Result<Json> sample = readResource(resource);
    if (!sample) return sample.error();
    Result<Study> study = readStudy(resource, *sample);
    if (!study) return study.error();
    Session session;
    session.study = *std::move(study);
    for (const Json& file : sample->value("explorations", Json::array())) {
        Result<Json> request = readBeside(resource, file.get<std::string>());
        if (!request) return request.error();
        if (const Json* label = findPointer(*request, "/label"); label && label->is_string())
            (*request)["label"] = translated(label->get<std::string>());
        const std::string id = "sample-" + std::to_string(session.explorations.size() + 1);
        session.explorations.push_back({id, std::make_shared<const Json>(*std::move(request)), {}, nullptr});
    }
    return session;
}

} // namespace strata::app
