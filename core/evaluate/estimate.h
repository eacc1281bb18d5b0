// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/message.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace strata {

struct ObjectSchema;

/// The closed list of what time, energy or memory is spent on. Total is only for roots of part trees.
enum class Category {
    Total,
    Compute,
    Memory,
    Launch,
    Movement,
    Synchronisation,
    Allocation,
    Communication,
    Bubble,
    Queueing,
    Other
};
std::string_view name(Category category);

/// How children make up their parent.
enum class Combine { Sum, Max, Overlap };
std::string_view name(Combine combine);

/// A node of the tree of parts.
struct Part {
    std::string id; ///< unique among its siblings: "idle-power", or the name of an operator, a level or a tensor
    Message title;
    Category category = Category::Other;
    double value = 0.0;
    Combine combine = Combine::Sum;
    std::vector<Part> children;
    Message formula; ///< with the numbers that it takes
    Message source;  ///< where the coefficient or count comes from
};

/// A part with the title "part.<id>".
Part makePart(std::string id, Category category, double value, Message formula = {}, Message source = {});
/// A part that has a name of its own, as operators, levels and tensors have.
Part namedPart(std::string name, Category category, double value, Message formula = {}, Message source = {});

/// A number of the answer with its interval, in the SI unit of its quantity.
struct Metric {
    std::string name; ///< "latency_s": see findQuantity()
    double value = 0.0;
    double low = 0.0;
    double high = 0.0;
    double coverage = 1.0; ///< share of cases expected inside [low, high]; 1 for bounds
};

/// Empty, a count, a real number, a word, or a text (shared, so that cells of numbers stay small).
using Cell = std::variant<std::monostate, std::int64_t, double, std::string, std::shared_ptr<const Message>>;
/// A cell that holds a text.
Cell textCell(Message message);

/// Rows of the answer beside its parts; each row has one cell a column.
struct Table {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;
};

/// Something that the reader of an estimate should know.
struct Note {
    enum class Level { Info, Warning, Extrapolation };
    Level level = Level::Info;
    std::string code;                ///< "over-capacity", "bandwidth-limited", ...
    Message text;                    ///< one sentence
    std::string pointer;             ///< into the request: where it stands
    std::vector<Message> fixes = {}; ///< each of which would mend it, none when nothing is wrong
    bool decides = false;            ///< it says what decides the result
};

std::string_view name(Note::Level level);

/// A calibration that took part: measured points, quantiles of |predicted / measured - 1|.
struct CalibrationUse {
    std::string id;
    std::string data;
    std::int64_t points = 0;
    double residual_p50 = 0.0;
    double residual_p90 = 0.0;
};

/// The answer to a request: metrics, each with its tree of parts, tables, notes. Immutable once delivered.
struct Estimate {
    std::string kind;
    std::string method;
    std::string method_version{}; ///< see versionOf()
    std::string request_sha256;
    std::string facts_sha256{};  ///< see factsHash()
    bool valid = true;           ///< false: the design cannot exist; there are no metrics, and a note says why
    std::vector<Metric> metrics; ///< headline first
    std::vector<std::pair<std::string, Part>> parts; ///< by metric name
    std::vector<Table> tables;
    std::vector<CalibrationUse> calibrations;
    std::vector<Note> notes;

    const Metric* findMetric(std::string_view metric) const;
    const Part* findParts(std::string_view metric) const;
    const Table* findTable(std::string_view table) const;
};

/// Schema of the document that toJson() writes, printed by `strata-cli schema estimate`.
const ObjectSchema& estimateSchema();

/// The document of REQUESTS.md; writing and reading keep every bit of every number.
Json toJson(const Estimate& estimate);
Result<Estimate> estimateFromJson(const Json& document);

/// Largest relative difference between a parent and what its children make; for tests and assertions.
double worstImbalance(const Part& part);

/// CSV with full precision, "\n" line ends, quoted where needed.
std::string toCsv(const Table& table);

} // namespace strata
