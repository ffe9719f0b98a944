// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/sliced_work.h"
#include "widgets/cluster/gpu_view.h"
#include "widgets/cluster/link_menu.h"
#include "widgets/cluster/topology_layout.h"
#include "widgets/cluster/topology_level.h"

#include <QPainterPath>

#include <memory>
#include <utility>

class QComboBox;

namespace pipette {

class ButtonRow;

/// Racks, nodes, GPUs and NICs as they stand, with the links that the selection uses and the slowest links
/// between them. How much is drawn depends on the zoom: see TopologyLevel. Interaction: see GpuView; C
/// changes what the colours mean, and GPUs that are grouped are coloured by their groups at once.
class TopologyView : public GpuView {
    Q_OBJECT

public:
    /// group: by which GPUs are grouped in all views; the stage where they are not.
    enum class Colouring { stage, replica, memory, bandwidth, group };

    explicit TopologyView(QWidget* parent = nullptr);
    void setColouring(Colouring colouring);
    Colouring colouring() const { return colouring_; }

    void renderTo(QPainter* painter, QSize size) override;
    void chooseDrawn(int item) override;

    /// A measured link between nodes, by GPUs (their nodes' first where the matrix is between nodes).
    struct Link {
        int from = 0, to = 0; ///< GPUs
        double gb_per_s = 0;
    };
    /// The slowest measured links, slowest first, one a pair; known soon after the cluster is shown.
    const std::vector<Link>& worstLinks() const { return worst_; }

    /// The level that is drawn: by the size of the view and the zoom, unless one is held.
    TopologyLevel level() const { return sceneOf(size()).level; }
    void hold(TopologyLevel level); ///< whatever the zoom, until that changes
    /// The levels that the cluster has, the farthest first.
    const std::vector<TopologyLevel>& levels() const { return levels_; }
    const TopologyLayout& layout() const { return layout_; }
    const BoxFigures& figuresOf(int box) const { return figures_[static_cast<std::size_t>(box)]; }
    /// What is written beside chips in a picture of this size: names, figures and the marks of slow links.
    std::vector<TopologyLabel> labels(QSize size) const;

signals:
    void linkRequested(const pipette::LinkIntent& intent);

protected:
    Spot spotAt(const QPointF& point) const override;
    QRectF rectOf(const Spot& spot) const override;
    void shownChanged() override;
    void selectionChanged() override;
    void zoomAt(const QPointF& point, double factor) override;
    void panBy(const QPointF& delta) override;
    void fitAll() override;
    Spot stopOf(int gpu) const override;
    int stopItem(int gpu) const override;
    std::vector<int> boxGpus(int box) const override;
    QString boxText(int box) const override;
    bool opens(const Spot& spot) const override;
    void open(const Spot& spot) override;
    void goOut() override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QString tipAt(const QPoint& point) const override;
    /// Nodes, boxes of nodes, the slowest links, and the links that the plan uses.
    int furtherCount() const override;
    DrawnItem furtherItem(int item) const override;
    Spot furtherSpot(int item) const override;
    int furtherItemAt(const QPointF& point) const override;
    bool isLink(int item) const override;
    void addItemActions(QMenu& menu, int item) override;

private:
    struct Route { ///< a link that the plan uses
        int from, to;
        bool ring;        ///< gradient exchange or a chosen group; else pipeline
        bool own = false; ///< of the one GPU that is selected, or of its pipeline
    };
    struct Scan; ///< of the bandwidth matrix for its slowest links
    struct Camera {
        double scale = 1; ///< pixels a unit
        QPointF offset;   ///< of the plane's origin on screen
        QRectF map(const QRectF& rect) const {
            return {rect.topLeft() * scale + offset, rect.size() * scale};
        }
    };

    /// What a picture shows of the plane.
    struct Scene {
        Camera view;
        TopologyLevel level = TopologyLevel::gpus;
        QRectF area; ///< on screen
    };
    /// Routes between the same two ends: one line.
    struct Bundle {
        QRectF from, to; ///< on screen
        int count = 0;
        bool ring = false, own = false; ///< own: of the one GPU that is selected
        double slowest = 0;             ///< GB/s; NaN: not measured
    };

    QRectF mapArea(QSize size) const;
    Camera camera(QSize size) const;
    Scene sceneOf(QSize size) const;
    TopologyLevel levelFor(const Camera& view) const;
    void findLevels();
    void findFigures();
    void findCommonNames();
    void showLevel();                            ///< on the buttons
    static constexpr double chip_text_side = 13; ///< pixels of a GPU from which its number is drawn
    static constexpr double least_zoom = 0.5;
    static constexpr double largest_gpu = 56; ///< pixels of a GPU where the whole cluster is small
    double mostZoom() const;
    void fitControls();
    void frame(const QRectF& rect, double share); ///< fills this share of the view with a part of the plane
    int boxOf(int node, TopologyLevel level) const;
    QRectF nodeRect(const Scene& scene, int node) const; ///< on screen
    QRectF boxRect(const Scene& scene, int box) const;
    /// Where a line at a GPU ends: at the GPU itself, its node or its box.
    QRectF endOf(const Scene& scene, int gpu, TopologyLevel at) const;
    TopologyLevel endLevel(const Scene& scene, const Route& route) const;
    bool anySelected() const; ///< a stage, a replica or a group
    std::vector<Bundle> bundles(const Scene& scene) const;
    QString shortName(int node) const; ///< the name of a node without what all have in common
    void addNodeLabels(std::vector<TopologyLabel>& labels, const Scene& scene) const;
    void addBoxLabels(std::vector<TopologyLabel>& labels, const Scene& scene) const;
    void addBadges(std::vector<TopologyLabel>& labels, const Scene& scene) const;
    enum class NameLength { full, brief };
    QString boxName(int box, NameLength length) const;
    QStringList figureLines(int box, const QFontMetricsF& metrics, double room) const;
    void startScan();
    void takeScan(const Scan& scan);
    void findRoutes(); ///< of the plan or of the selected group
    void findPlanRoutes();
    void findGroupRoutes();
    ChartTable::Content tableContent();
    void fillChoice();
    void choose(int item); ///< of the list of colourings
    void followGrouping(); ///< what all views group by, when that changes
    bool groupSelected() const;
    QString faultsMet(int gpu) const;
    int colourKey(int gpu) const; ///< stage, replica or group; -1: none
    QBrush gpuBrush(int gpu) const;
    void paintBoxes(QPainter& painter, const Scene& scene) const;
    void paintNode(QPainter& painter, const Scene& scene, int node) const;
    void paintCell(QPainter& painter, const Scene& scene, int node) const; ///< a node as one square
    void paintGpu(QPainter& painter, const QRectF& square, int gpu) const;
    void paintGauge(QPainter& painter, const QRectF& square, int gpu) const; ///< of memory
    void paintRoutes(QPainter& painter, const Scene& scene) const;
    void paintChosen(QPainter& painter, const QRectF& square) const; ///< frames it
    QRectF cellRect(const Scene& scene, int node) const;             ///< of a node that is one cell
    void paintChosenNodes(QPainter& painter, const Scene& scene) const;
    void paintWorst(QPainter& painter, const Scene& scene) const;
    void paintFaultLines(QPainter& painter, const Scene& scene) const;
    void paintFaults(QPainter& painter, const Scene& scene) const;
    void paintLabels(QPainter& painter, const Scene& scene, QSize size) const;
    void paintBadge(QPainter& painter, const QRectF& circle, int number) const;
    void paintSlowLinks(QPainter& painter, const QRectF& line) const;
    void linksChanged(); ///< those that are drawn
    /// The GPUs at the ends of link `number` of those that are drawn; the slowest links come first.
    std::pair<int, int> linkEnds(int number) const;
    int linkOf(int item) const; ///< its number; -1: the item is no link
    QString linkName(int number) const;
    std::vector<int> linkGpus(int number) const; ///< of both ends, sorted
    /// Empty: the link is not drawn.
    QPainterPath linkPath(const Scene& scene, int number) const;
    int firstLink() const; ///< of the further items
    /// A gentle bow between two points, so that lines over the same nodes stay apart.
    static QPainterPath bow(const QPointF& from, const QPointF& to);
    bool isSlow(const Link& link) const; ///< enough to warn of
    bool anySlow() const;
    /// What stands over the nodes of a rack or domain.
    static QString boxTitle(const QString& rack, const QString& domain);
    QStringList keyTexts() const; ///< what the colours mean, the longest first
    void paintKey(QPainter& painter, QSize size) const;

    TopologyLayout layout_;
    std::vector<TopologyLevel> levels_;
    std::optional<TopologyLevel> held_;
    std::vector<BoxFigures> figures_; ///< by box
    QString common_;                  ///< what all host names begin with
    QString common_box_;              ///< the same of the names of boxes
    double laid_aspect_ = 0;
    std::shared_ptr<const Cluster> laid_;
    Colouring colouring_ = Colouring::stage;
    double zoom_ = 1;
    QPointF pan_;
    SlicedWork scanning_;
    std::shared_ptr<Scan> scan_;
    std::vector<Link> worst_;
    std::vector<double> slowest_of_node_; ///< GB/s from or to each node; 0: nothing measured
    double low_ = 1, high_ = 10;          ///< of the measured links
    std::vector<Route> routes_;
    std::optional<Axis> followed_; ///< by which GPUs were grouped last
    QComboBox* choice_;
    ButtonRow* level_row_;
};

} // namespace pipette
