// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/schedule_file.h"

#include "core/base/input_error.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/json_text.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"
#include "core/schedule/order_faults.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace pipette {
namespace {

constexpr std::size_t most_schedule_bytes = std::size_t{1} << 26;
constexpr long most_published = 4'000'000; // operations of a schedule that is made for comparison
constexpr long most_devices = 4096, most_stages = 16384, most_microbatches = 1 << 20;

struct Written { // an operation as it stands in the file
    char kind = 'F';
    int microbatch = 0;
    std::optional<int> stage;
    std::string place;
};

struct WrittenSchedule {
    std::string name;
    std::vector<int> device_of_stage; // empty: stage s on device s
    std::vector<std::vector<Written>> order;
};

ScheduleDraft made(const WrittenSchedule& written, const std::string& file) {
    ScheduleDraft draft;
    draft.name = written.name;
    draft.size.devices = static_cast<int>(written.order.size());
    std::vector<int> device_of_stage = written.device_of_stage;
    for (int d = 0; written.device_of_stage.empty() && d < draft.size.devices; ++d)
        device_of_stage.push_back(d);
    draft.stages = static_cast<int>(device_of_stage.size());
    std::vector<std::vector<int>> stages_of(written.order.size());
    for (int s = 0; s < draft.stages; ++s) {
        const int device = device_of_stage[static_cast<std::size_t>(s)];
        if (device >= draft.size.devices)
            throw InputError(file, "device_of_stage",
                             fmt::format("stage {} is on device {}, but there are {} orders", s, device,
                                         draft.size.devices));
        draft.device_of_part.push_back(static_cast<std::uint16_t>(device));
        stages_of[static_cast<std::size_t>(device)].push_back(s);
    }
    bool splits = false;
    int microbatches = 0;
    for (const auto& order : written.order)
        for (const Written& o : order) {
            splits = splits || o.kind == 'W';
            microbatches = std::max(microbatches, o.microbatch + 1);
        }
    draft.size.microbatches = microbatches;
    for (const auto& stages : stages_of)
        draft.size.chunks = std::max(draft.size.chunks, static_cast<int>(stages.size()));
    draft.order.resize(written.order.size());
    for (std::size_t d = 0; d < written.order.size(); ++d)
        for (const Written& o : written.order[d]) {
            if (!o.stage && stages_of[d].size() != 1)
                throw InputError(
                    file, o.place,
                    fmt::format("device {} holds {} stages; say which, as in F0@2", d, stages_of[d].size()));
            const int stage = o.stage.value_or(stages_of[d].empty() ? 0 : stages_of[d].front());
            if (stage >= draft.stages)
                throw InputError(file, o.place,
                                 fmt::format("there is no stage {}, only 0 to {}", stage, draft.stages - 1));
            Operation operation;
            operation.kind = o.kind == 'F'   ? OperationKind::forward
                             : o.kind == 'W' ? OperationKind::weight_gradient
                             : splits        ? OperationKind::input_gradient
                                             : OperationKind::backward;
            operation.stage = static_cast<std::uint16_t>(stage);
            operation.microbatch = o.microbatch;
            draft.order[d].push_back(operation);
        }
    return draft;
}

/// The schedule that the order came from: one that holds the same stages in the same sizes.
ScheduleKind published(const JsonValue& value, const ScheduleDraft& draft) {
    const auto kind = schedule_named(value.text());
    if (!kind)
        value.expected("the name of a schedule, such as 1f1b");
    if (!allows(*kind, draft.size) || operation_count(draft.size) > most_published)
        value.refuse(fmt::format("names {}, which cannot have the sizes of the order: {}", name_of(*kind),
                                 refusal(*kind, draft.size)));
    const auto schedule = make_schedule(*kind, draft.size);
    if (draft_of(*schedule).device_of_part != draft.device_of_part)
        value.refuse(fmt::format("names {}, whose stages are on other devices", name_of(*kind)));
    return *kind;
}

Written operation(std::string_view word, const std::string& file, const std::string& place) {
    Written written;
    written.place = place;
    const auto refuse = [&] {
        throw InputError(file, place,
                         in_quotes(word) + ", expected F, B or W and a microbatch, as in F0 or B3@2");
    };
    if (word.size() < 2 || std::string_view("FBW").find(word[0]) == std::string_view::npos)
        refuse();
    written.kind = word[0];
    const auto number = [&](std::string_view digits, long most) {
        int value = -1;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size() || value < 0 || value >= most)
            refuse();
        return value;
    };
    const std::size_t sign = word.find('@');
    written.microbatch =
        number(word.substr(1, sign == std::string_view::npos ? sign : sign - 1), most_microbatches);
    if (sign != std::string_view::npos)
        written.stage = number(word.substr(sign + 1), most_stages);
    return written;
}

HandOrder read_json_schedule(std::string_view text, const std::string& file) {
    JsonLimits limits;
    limits.max_bytes = most_schedule_bytes, limits.max_depth = 8;
    const nlohmann::json document = parse_json(text, file, limits);
    const JsonValue root(document, file);
    root.expect_format("pipette-schedule", 1);
    WrittenSchedule written;
    written.name = root.text_or("name", "own");
    if (const auto places = root.find("device_of_stage"))
        for (std::size_t s = 0; s < std::min<std::size_t>(places->size(), most_stages); ++s)
            written.device_of_stage.push_back(
                static_cast<int>(places->element(s).integer(0, most_devices - 1)));
    const JsonValue order = root.member("order");
    if (order.size() == 0 || order.size() > static_cast<std::size_t>(most_devices))
        order.expected(fmt::format("1 to {} lists of operations", most_devices));
    for (std::size_t d = 0; d < order.size(); ++d) {
        const JsonValue device = order.element(d);
        auto& operations = written.order.emplace_back();
        for (std::size_t k = 0; k < device.size(); ++k) {
            const JsonValue element = device.element(k);
            operations.push_back(operation(element.text(), file, element.path()));
        }
    }
    HandOrder hand{made(written, file), {}};
    if (const auto name = root.find("published"))
        hand.published = published(*name, hand.order);
    return hand;
}

HandOrder read_csv_schedule(std::string_view text, const std::string& file) {
    WrittenSchedule written;
    written.name = "own";
    bool header = true;
    for (const TextLine& line : text_lines(text, file)) {
        if (trimmed(line.text).empty())
            continue;
        std::vector<std::string_view> cells;
        for (std::string_view rest = line.text;;) {
            const std::size_t comma = rest.find(',');
            cells.push_back(trimmed(rest.substr(0, comma)));
            if (comma == std::string_view::npos)
                break;
            rest.remove_prefix(comma + 1);
        }
        if (header) {
            header = false;
            if (cells.size() < 3 || cells[0] != "device" || cells[1] != "kind" || cells[2] != "microbatch")
                throw InputError(file, line.place(), "expected the header device,kind,microbatch[,stage]");
            continue;
        }
        if (cells.size() < 3)
            throw InputError(file, line.place(), "expected device,kind,microbatch[,stage]");
        const long device = parse_integer(cells[0], "device", file, line, 0, most_devices - 1);
        if (static_cast<std::size_t>(device) >= written.order.size())
            written.order.resize(static_cast<std::size_t>(device) + 1);
        std::string word = fmt::format("{}{}", cells[1], cells[2]);
        if (cells.size() > 3 && !cells[3].empty())
            word += fmt::format("@{}", cells[3]);
        written.order[static_cast<std::size_t>(device)].push_back(operation(word, file, line.place()));
    }
    if (written.order.empty())
        throw InputError(file, "", "holds no operations; expected lines of device,kind,microbatch[,stage]");
    // A stage lives where its operations are.
    for (std::size_t d = 0; d < written.order.size(); ++d)
        for (const Written& o : written.order[d])
            if (o.stage) {
                const auto s = static_cast<std::size_t>(*o.stage);
                if (s >= written.device_of_stage.size())
                    written.device_of_stage.resize(s + 1, static_cast<int>(d));
                written.device_of_stage[s] = static_cast<int>(d);
            }
    return {made(written, file), {}};
}

} // namespace

HandOrder read_hand_order(std::string_view text, const std::string& file) {
    const std::string_view start = trimmed(text.substr(0, 4096));
    return !start.empty() && start.front() == '{' ? read_json_schedule(text, file)
                                                  : read_csv_schedule(text, file);
}

HandOrder read_hand_order_file(const std::filesystem::path& path) {
    return read_hand_order(read_text_file(path, most_schedule_bytes), path.string());
}

std::shared_ptr<const Schedule> checked_schedule(const HandOrder& hand, const std::string& file) {
    try {
        return std::make_shared<const Schedule>(hand.order);
    } catch (const InputError& error) { // the same words, with the file in front
        throw InputError(file, error.place(), error.reason());
    }
}

Schedule read_schedule(std::string_view text, const std::string& file) {
    return *checked_schedule(read_hand_order(text, file), file);
}

Schedule read_schedule_file(const std::filesystem::path& path) {
    return *checked_schedule(read_hand_order_file(path), path.string());
}

std::string hand_order_to_text(const HandOrder& hand) {
    const ScheduleDraft& draft = hand.order;
    nlohmann::ordered_json head{{"format", "pipette-schedule"}, {"version", 1}, {"name", draft.name}};
    if (hand.published)
        head["published"] = name_of(*hand.published);
    head["device_of_stage"] = draft.device_of_part;
    std::string text = json_text(head);
    text.pop_back(); // the brace that closes it
    text += ",\n \"order\": [";
    for (std::size_t d = 0; d < draft.order.size(); ++d) {
        nlohmann::ordered_json words = nlohmann::ordered_json::array();
        for (const Operation& operation : draft.order[d])
            words.push_back(word_of(operation, draft.size.chunks));
        text += (d == 0 ? "\n  " : ",\n  ") + json_text(words);
    }
    return text + "\n ]}\n";
}

} // namespace pipette
