// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/sliced_work.h"
#include "widgets/cluster/gpu_view.h"
#include "widgets/cluster/link_menu.h"
#include "widgets/cluster/topology_layout.h"

#include <QPainterPath>

#include <memory>
#include <utility>

class QComboBox;

namespace pipette {

/// Racks, nodes, GPUs and NICs as they stand, with the links that the selection uses drawn over them and the
/// slowest links marked. Interaction: see GpuView; C changes what the colours mean, and GPUs that are grouped
/// are coloured by their groups at once.
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
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Nodes, the slowest links, and the links that the plan uses.
    int furtherCount() const override;
    DrawnItem furtherItem(int item) const override;
    Spot furtherSpot(int item) const override;
    int furtherItemAt(const QPointF& point) const override;
    bool isLink(int item) const override;
    void addItemActions(QMenu& menu, int item) override;

private:
    struct Route { ///< a link that the plan uses
        int from, to;
        bool ring; ///< gradient exchange or a chosen group; else pipeline
    };
    struct Scan; ///< of the bandwidth matrix for its slowest links
    struct Camera {
        double scale = 1; ///< pixels a unit
        QPointF offset;   ///< of the plane's origin on screen
        QRectF map(const QRectF& rect) const {
            return {rect.topLeft() * scale + offset, rect.size() * scale};
        }
    };

    QRectF mapArea(QSize size) const;
    Camera camera(QSize size) const;
    void startScan();
    void takeScan(const Scan& scan);
    void findRoutes();
    void findGroupRoutes();
    ChartTable::Content tableContent();
    void fillChoice();
    void choose(int item); ///< of the list of colourings
    void followGrouping(); ///< what all views group by, when that changes
    bool groupSelected() const;
    QString faultsMet(int gpu) const;
    QBrush gpuBrush(int gpu) const;
    void paintNode(QPainter& painter, const Camera& camera, int node) const;
    void paintGpu(QPainter& painter, const QRectF& square, int gpu) const;
    void paintRoutes(QPainter& painter, const Camera& camera) const;
    void paintChosenGroup(QPainter& painter, const Camera& camera) const;
    void paintWorst(QPainter& painter, const Camera& camera) const;
    void paintFaults(QPainter& painter, const Camera& camera) const;
    void linksChanged(); ///< those that are drawn
    /// The GPUs at the ends of link `number` of those that are drawn; the slowest links come first.
    std::pair<int, int> linkEnds(int number) const;
    int linkOf(int item) const; ///< its number; -1: the item is no link
    QString linkName(int number) const;
    std::vector<int> linkGpus(int number) const; ///< of both ends, sorted
    /// Empty: the link is not drawn.
    QPainterPath linkPath(const Camera& camera, int number) const;
    /// A gentle bow between two points, so that lines over the same nodes stay apart.
    static QPainterPath bow(const QPointF& from, const QPointF& to);
    bool isSlow(const Link& link) const; ///< enough to warn of
    /// What stands over the nodes of a rack or domain.
    static QString boxTitle(const QString& rack, const QString& domain);
    QString keyText() const;
    void paintKey(QPainter& painter, QSize size) const;

    TopologyLayout layout_;
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
};

} // namespace pipette
