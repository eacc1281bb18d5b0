// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accesses/accesses_view.h"
#include "views/block/block_view.h"
#include "views/capacity/capacity_view.h"
#include "views/cluster/cluster_view.h"
#include "views/compare/compare_view.h"
#include "views/components/components_view.h"
#include "views/composition/composition_view.h"
#include "views/cores/cores_view.h"
#include "views/coverage/coverage_view.h"
#include "views/edge/edge_view.h"
#include "views/edge/matrix_view.h"
#include "views/edge/transfer_view.h"
#include "views/energy/energy_view.h"
#include "views/estimate/estimate_view.h"
#include "views/kernel/kernel_view.h"
#include "views/layers/layers_view.h"
#include "views/mapping/mapping_view.h"
#include "views/memory/memory_view.h"
#include "views/network/network_view.h"
#include "views/parallel/parallel_view.h"
#include "views/pareto/pareto_view.h"
#include "views/pipeline/pipeline_view.h"
#include "views/roofline/roofline_view.h"
#include "views/scaling/scaling_view.h"
#include "views/schedules/schedules_view.h"
#include "views/sensitivity/sensitivity_view.h"
#include "views/serving/serving_view.h"
#include "views/support/base/plain_view.h"
#include "views/support/base/view.h"
#include "views/timeline/timeline_view.h"
#include "views/tools/tools_view.h"
#include "views/validation/validation_view.h"
#include "views/waterfall/waterfall_view.h"

#include <algorithm>
#include <array>
#include <QtGlobal>

namespace strata::views {
namespace {

template <class Concrete>
View* create(QWidget* parent) {
    return new Concrete(parent);
}

template <class Concrete>
void compute(View& view, const Scene& scene, Executor& executor) {
    static_cast<Concrete&>(view).computeNow(scene, executor);
}

void explore(View& view, const std::shared_ptr<Exploration>& run) {
    static_cast<ExplorationView&>(view).setExploration(run);
}

void tune(View& view, std::shared_ptr<const exchange::TuningStudy> study) {
    static_cast<SchedulesView&>(view).setStudy(std::move(study));
}

void validate(View& view, std::vector<assess::ResultRecord> records) {
    static_cast<ValidationView&>(view).setHistory(std::move(records));
}

template <class Concrete>
void cover(View& view, std::shared_ptr<const coverage::Coverage> matrix) {
    static_cast<Concrete&>(view).setCoverage(std::move(matrix));
}

constexpr std::array kViews{
    ViewInfo{"mapping", QT_TRANSLATE_NOOP("View", "Mapping"),
             QT_TRANSLATE_NOOP(
                 "View", "The loop nest as nested levels from the outermost memory to the arithmetic. Drag a factor to "
                         "another level, drag a loop to reorder, click a tensor to bypass a level."),
             ":/icons/views/mapping.svg", &create<MappingView>},
    ViewInfo{"energy", QT_TRANSLATE_NOOP("View", "Breakdown"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Where the energy, or another metric that has parts, goes: one bar per level, split by tensor, "
                 "with the baseline as a hollow twin below it."),
             ":/icons/views/energy.svg", &create<EnergyView>},
    ViewInfo{"estimate", QT_TRANSLATE_NOOP("View", "Estimate"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Every metric with its interval and the tree of parts that add up to it. Rest the pointer on a row "
                 "for its formula and source; double click makes it the metric of all views."),
             ":/icons/views/estimate.svg", &create<EstimateView>},
    ViewInfo{"accesses", QT_TRANSLATE_NOOP("View", "Accesses"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "The tables of the estimate: words read, filled and updated per level and tensor, with differences "
                 "to the baseline. Copy takes exact numbers."),
             ":/icons/views/accesses.svg", &create<AccessesView>},
    ViewInfo{"roofline", QT_TRANSLATE_NOOP("View", "Roofline"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Operators under the roofs of the device: FLOP per byte against FLOP/s, the larger the mark the "
                 "longer it takes. Wheel and drag zoom and move the axes, double click shows everything, the arrow "
                 "keys walk through the operators."),
             ":/icons/views/roofline.svg", &create<RooflineView>},
    ViewInfo{"components", QT_TRANSLATE_NOOP("View", "Area and energy"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "The components of an NPU: what each memory, network and unit takes of the energy of the layer or of "
                 "all layers of the model and of the chip's area, what one action costs, and who states or estimates "
                 "the number. Click a component, or "
                 "press up and down, to read its sources; drag a handle for another technology or capacity."),
             ":/icons/views/components.svg", &create<ComponentsView>},
    ViewInfo{"kernel", QT_TRANSLATE_NOOP("View", "Kernel"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "One kernel on the device: the output cut into tiles, coloured by wave; the SMs in the last wave; "
                 "what limits the blocks on an SM; and where the time goes. The arrow keys walk through the "
                 "operators of a model."),
             ":/icons/views/kernel.svg", &create<KernelView>},
    ViewInfo{"waterfall", QT_TRANSLATE_NOOP("View", "Composition gap"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "What lies between the sum of kernels and the model: launch, movement, clock, synchronisation, "
                 "allocation, other requests; under load up to what users wait for. Double click or Enter opens a "
                 "bar, Escape goes back; the strip tells where the error comes from."),
             ":/icons/views/waterfall.svg", &create<WaterfallView>},
    ViewInfo{
        "layers",
        QT_TRANSLATE_NOOP("View", "Layers"),
        QT_TRANSLATE_NOOP(
            "View",
            "The layers that an answer passes, from kernels to serving: the method of each, how far it was off, and "
            "what it hands on. Click another method, or drag it to its layer, to put it in place; the arrow keys walk, "
            "Enter puts, Delete takes the usual method again."),
        ":/icons/views/layers.svg",
        &create<LayersView>,
        {.computed = &compute<LayersView>}},
    ViewInfo{"composition",
             QT_TRANSLATE_NOOP("View", "Composition analyses"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "What measurements say of composition: the gap by workload, phase, device and batch; how errors of "
                 "kernels propagate; sums of N kernels; what simple models capture; where fidelities of communication "
                 "break; how models transfer and age. Drag the line of the tolerance, or move it with the arrow keys."),
             ":/icons/views/composition.svg",
             &create<CompositionView>,
             {.computed = &compute<CompositionView>}},
    ViewInfo{"compare", QT_TRANSLATE_NOOP("View", "Compare"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Designs or methods in columns, metrics and parts in rows; differences to the baseline in colour "
                 "and sign. Double click a row to make its metric the metric of all views."),
             ":/icons/compare.svg", &create<CompareView>},
    ViewInfo{"sensitivity",
             QT_TRANSLATE_NOOP("View", "Sensitivity"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Sobol indices: how much of a metric's variance over a sweep each parameter causes, alone and with "
                 "all that it interacts with. Double click or Enter goes to the parameter."),
             ":/icons/views/sensitivity.svg",
             &create<SensitivityView>,
             {.explored = &explore}},
    ViewInfo{"validation", QT_TRANSLATE_NOOP("View", "Validation"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Predicted against measured for every row of a suite of reference data, errors by group and the "
                 "rows that are furthest off; or residuals over the measured value. Double click a point to open it "
                 "as a design."),
             ":/icons/views/validation.svg", &create<ValidationView>},
    ViewInfo{"edge", QT_TRANSLATE_NOOP("View", "Edge"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "A network on an edge SoC as the kernels that its runtime makes of it, in their order and by time; "
                 "fused operators are outlined. Drag a handle to change batch, resolution, number format, clock or "
                 "time under load."),
             ":/icons/views/edge.svg", &create<EdgeView>},
    ViewInfo{"matrix", QT_TRANSLATE_NOOP("View", "Device matrix"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Latencies of the network, and of further networks of the plan, on every device that was measured "
                 "with the same runtime. The line below a number is its interval."),
             ":/icons/views/matrix.svg", &create<MatrixView>},
    ViewInfo{"transfer", QT_TRANSLATE_NOOP("View", "Transfer"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "How the error on a device falls with the number of its measurements, and which network tells most "
                 "when it is measured next."),
             ":/icons/views/transfer.svg", &create<TransferView>},
    ViewInfo{
        "schedules",
        QT_TRANSLATE_NOOP("View", "Schedules"),
        QT_TRANSLATE_NOOP(
            "View",
            "How well a model that learned from a part of a kernel's tuning measurements orders the others, and which "
            "configuration to measure next. Drag the line of the samples, or move it with the arrow keys."),
        ":/icons/views/schedules.svg",
        &create<SchedulesView>,
        {.tuned = &tune}},
    ViewInfo{
        "block", QT_TRANSLATE_NOOP("View", "Basic block"),
        QT_TRANSLATE_NOOP(
            "View",
            "A basic block of machine code on the core of a CPU: which bound is the largest, and which instruction "
            "holds which port for how long. Click an instruction, or press up and down, to read about it; drag a "
            "handle to change how the block runs."),
        ":/icons/views/block.svg", &create<BlockView>},
    ViewInfo{"pareto",
             QT_TRANSLATE_NOOP("View", "Pareto"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Designs of a sweep or a search: any two columns, a third as colour, the front on top. Click opens "
                 "a design, Ctrl+click pins it as baseline; drag brushes, the triangles at the edges set bounds. "
                 "Arrows walk along the front, with Shift they move the upper bounds, with Ctrl and Shift the lower "
                 "ones; Alt and an arrow goes through the filters."),
             ":/icons/views/pareto.svg",
             &create<ParetoView>,
             {.explored = &explore}},
    ViewInfo{"parallel",
             QT_TRANSLATE_NOOP("View", "Parallel coordinates"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "Parameters and metrics of a sweep or a search as parallel axes. Drag along an axis to brush, drag "
                 "a title to reorder, double click it to invert. Left and right choose an axis, with Shift they "
                 "move it; up and down move its upper bound, with Shift the lower one; I inverts, L makes "
                 "logarithmic, Delete clears."),
             ":/icons/views/parallel.svg",
             &create<ParallelView>,
             {.explored = &explore}},
    ViewInfo{"serving",
             QT_TRANSLATE_NOOP("View", "Serving"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "How long users wait for the first token, each further one and the whole answer, as distributions "
                 "with the service level; and goodput over the arrival rate. Drag the level or the rate, the left "
                 "and right keys move them, Delete removes the level; the wheel zooms, double click shows "
                 "everything."),
             ":/icons/views/serving.svg",
             &create<ServingView>,
             {.computed = &compute<ServingView>}},
    ViewInfo{"timeline", QT_TRANSLATE_NOOP("View", "Timeline"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "What the stages of every replica do over time, with the KV cache and the queue below. Click shows "
                 "the life of a request, left and right go through the requests; the wheel and Shift with left and "
                 "right move the time, up and down the replicas."),
             ":/icons/views/timeline.svg", &create<TimelineView>},
    ViewInfo{"capacity",
             QT_TRANSLATE_NOOP("View", "Capacity"),
             QT_TRANSLATE_NOOP(
                 "View",
                 "A run over the arrival rate and the engines as a grid, with the line up to which the service "
                 "level is kept; a run over schedulers as bars. Click or Enter opens a cell as a design, with Ctrl "
                 "as baseline; the arrow keys walk."),
             ":/icons/views/capacity.svg",
             &create<CapacityView>,
             {.explored = &explore}},
    ViewInfo{"cluster", QT_TRANSLATE_NOOP("View", "Cluster"),
             QT_TRANSLATE_NOOP("View", "The fabric with the plan laid over it: devices, nodes and networks, links "
                                       "coloured by how long their bytes keep them busy, ranks tinted by the group "
                                       "that they form. Click a device to see its group, drag a degree to lay the "
                                       "plan anew; the wheel zooms, double click shows everything."),
             ":/icons/views/cluster.svg", &create<ClusterView>},
    ViewInfo{"pipeline", QT_TRANSLATE_NOOP("View", "Pipeline"),
             QT_TRANSLATE_NOOP("View", "Stages of a training step over time: forward and backward passes of every "
                                       "micro-batch, communication, bubbles, and the critical path. The wheel "
                                       "zooms, dragging moves, double click shows everything; rest the pointer on a "
                                       "block for what it waited for."),
             ":/icons/views/pipeline.svg", &create<PipelineView>},
    ViewInfo{"memory", QT_TRANSLATE_NOOP("View", "Memory"),
             QT_TRANSLATE_NOOP("View", "What one device of every pipeline stage holds: weights, gradients, "
                                       "optimizer states, activations and buffers against what the device leaves, "
                                       "with the baseline as a hollow twin. What does not fit is hatched, with the "
                                       "excess and with what would mend it."),
             ":/icons/views/memory.svg", &create<MemoryView>},
    ViewInfo{"network", QT_TRANSLATE_NOOP("View", "Network"),
             QT_TRANSLATE_NOOP("View", "The layers of a model as bars: time, energy, memory traffic or utilization, "
                                       "with groups that run tile by tile outlined. Drag over layers to show these "
                                       "alone, double click or Escape shows all; a click or Enter opens a layer of "
                                       "an NPU as a design of its own."),
             ":/icons/views/network.svg", &create<NetworkView>},
    ViewInfo{"cores", QT_TRANSLATE_NOOP("View", "Cores"),
             QT_TRANSLATE_NOOP("View",
                               "The cores of an NPU over time: which layer each works on and what it waits for, and "
                               "below how busy the memory is that they share. Click a layer, or press up and down, "
                               "to choose it, Enter opens it; the wheel zooms, dragging moves, double click shows "
                               "everything; drag a handle for another number of cores."),
             ":/icons/views/cores.svg", &create<CoresView>},
    ViewInfo{"scaling",
             QT_TRANSLATE_NOOP("View", "Scaling"),
             QT_TRANSLATE_NOOP("View", "A training step on growing numbers of devices, with the batch kept (strong) "
                                       "or grown (weak): the metric of all views with its interval and the ideal "
                                       "line, and what share of the iteration each kind of communication takes. "
                                       "Drag the mark, or use the arrow keys, for another number of devices."),
             ":/icons/views/scaling.svg",
             &create<ScalingView>,
             {.computed = &compute<ScalingView>}},
    ViewInfo{"coverage",
             QT_TRANSLATE_NOOP("View", "Coverage"),
             QT_TRANSLATE_NOOP("View", "Which scenarios the tools of the field state to answer, and which Strata's "
                                       "methods answer when they are run. Click a cell for its evidence, double click "
                                       "a scenario to open it as a design; drag a bar to weigh a group, the arrow "
                                       "keys walk through the cells."),
             ":/icons/views/coverage.svg",
             &create<CoverageView>,
             {.covered = &cover<CoverageView>}},
    ViewInfo{"tools",
             QT_TRANSLATE_NOOP("View", "Tools"),
             QT_TRANSLATE_NOOP("View", "The tools of the field and Strata's methods: ranked by grades, claimed errors "
                                       "beside those that others found, by year, when they fail, and as a table. Drag "
                                       "a weight to rank anew; Shift with up and down chooses a weight, left and "
                                       "right move it. Click a row for its sources."),
             ":/icons/views/tools.svg",
             &create<ToolsView>,
             {.covered = &cover<ToolsView>}},
};

constexpr std::array kPlainViews{PlainView{"composition"}, PlainView{"validation", nullptr, &validate},
                                 PlainView{"schedules", &tune}};

} // namespace

std::span<const PlainView> plainViews() { return kPlainViews; }

std::span<const ViewInfo> viewRegistry() { return kViews; }

const ViewInfo* findView(std::string_view id) {
    const auto found = std::ranges::find(kViews, id, &ViewInfo::id);
    return found == kViews.end() ? nullptr : &*found;
}

} // namespace strata::views
