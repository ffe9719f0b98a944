// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/study_editor.h"

#include "core/base/input_error.h"
#include "widgets/plans/form_fields.h"
#include "widgets/studies/tokens_box.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>

namespace pipette {
namespace {

/// Parts between commas; one that holds a comma itself stands in quotes.
QStringList values_in(const QString& text) {
    QStringList values(1);
    bool quoted = false;
    for (const QChar character : text)
        if (character == QLatin1Char('"'))
            quoted = !quoted;
        else if (character == QLatin1Char(',') && !quoted)
            values << QString();
        else
            values.back() += character;
    values.removeIf([](const QString& value) { return value.trimmed().isEmpty(); });
    return values;
}

QString in_quotes_where_needed(const QString& value) {
    return value.contains(QLatin1Char(',')) ? QLatin1Char('"') + value + QLatin1Char('"') : value;
}

/// "64, 128" as values of the axis. Throws InputError.
StudyAxis axis_of(const std::string& name, const QString& text) {
    StudyAxis axis{name, {}};
    for (const QString& part : values_in(text))
        axis.values.push_back(axis_value(name, part.trimmed().toStdString()));
    return axis;
}

// A field shows two decimals: a number that nobody has touched stays what it is.
constexpr const char* given = "given";

void fill(QDoubleSpinBox& box, double value) {
    box.setValue(value);
    box.setProperty(given, box.value());
}

void take(const QDoubleSpinBox& box, double& value, double unit) {
    if (box.value() != box.property(given).toDouble())
        value = box.value() * unit;
}

QString text_of(const StudyAxis& axis) {
    QStringList values;
    for (const AxisValue& value : axis.values)
        values << in_quotes_where_needed(nameText(pipette::text_of(value)));
    return values.join(QStringLiteral(", "));
}

} // namespace

StudyEditor::StudyEditor(QWidget* parent)
    : QWidget(parent),
      cards_(new QuestionCards),
      actions_(new QWidget),
      of_(formNote(tr("What is studied"))),
      note_(formNote(tr("State of the study"))),
      run_(new QPushButton(tr("&Run"))),
      size_(new QPushButton(tr("Fewest &GPUs"))),
      cancel_(new QPushButton(tr("Canc&el"))),
      ask_(new QPushButton(tr("As&k"))),
      progress_(new QProgressBar) {
    setAccessibleName(tr("Study"));
    auto* fresh = new QPushButton(tr("&New study of this plan"));
    fresh->setObjectName(QStringLiteral("new-study"));
    run_->setObjectName(QStringLiteral("run-study"));
    size_->setObjectName(QStringLiteral("size-study"));
    size_->setToolTip(tr("Finds the fewest GPUs that meet the deadline, whatever is varied"));
    progress_->setAccessibleName(tr("Progress of the study"));
    progress_->setRange(0, 1000);
    progress_->hide();
    auto* buttons = new QHBoxLayout(actions_);
    buttons->setContentsMargins(0, 0, 0, 0);
    for (QPushButton* button : {run_, size_, cancel_})
        buttons->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, tokens::space_2);
    layout->addWidget(makeFields(*fresh), 1);
    layout->addWidget(note_);
    layout->addWidget(progress_);
    layout->addWidget(actions_);
    connect(fresh, &QPushButton::clicked, this, &StudyEditor::newRequested);
    connect(run_, &QPushButton::clicked, this, &StudyEditor::run);
    connect(size_, &QPushButton::clicked, this, &StudyEditor::findSize);
    connect(cancel_, &QPushButton::clicked, this, &StudyEditor::cancelRequested);
    keepFromWheel(*this);
    setStudy({}, {});
    setResting(
        tr("New takes the cluster, the model and the job of the plan, and varies the number of GPUs."));
}

QWidget* StudyEditor::makeFields(QPushButton& fresh) {
    auto* fields = new QWidget;
    auto* column = new QVBoxLayout(fields);
    auto* start = new QHBoxLayout;
    start->addWidget(&fresh, 1);
    start->addWidget(ask_);
    column->addLayout(start);
    column->addWidget(makeList());
    column->addWidget(cards_);
    column->addWidget(of_);
    varied_ = makeAxes();
    column->addWidget(varied_);
    goals_ = makeGoals();
    column->addWidget(goals_);
    column->addStretch();
    auto* scroll = new QScrollArea;
    scroll->setWidget(fields);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // what is wide wraps or shrinks
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("What is asked"));
    return scroll;
}

QWidget* StudyEditor::makeList() {
    list_ = new QWidget;
    auto* row = new QHBoxLayout(list_);
    row->setContentsMargins(0, 0, 0, 0);
    studies_ = new QComboBox;
    studies_->setObjectName(QStringLiteral("studies"));
    studies_->setAccessibleName(tr("Studies of this document"));
    studies_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* remove = new QToolButton;
    remove->setObjectName(QStringLiteral("remove-study"));
    remove->setText(QStringLiteral("×"));
    remove->setAccessibleName(tr("Remove this study"));
    setPlainTip(*remove, tr("Remove this study; Undo brings it back with its points"));
    row->addWidget(studies_, 1);
    row->addWidget(remove);
    connect(studies_, &QComboBox::activated, this, &StudyEditor::studyChosen);
    connect(remove, &QToolButton::clicked, this, &StudyEditor::removeRequested);
    list_->hide();
    return list_;
}

void StudyEditor::setStudies(const QStringList& names, int open) {
    studies_->clear();
    for (const QString& name : names)
        studies_->addItem(filled(tr("%1. %2"), studies_->count() + 1, name));
    studies_->setCurrentIndex(open);
    list_->setVisible(names.size() > 1);
}

QDoubleSpinBox* StudyEditor::connected(QDoubleSpinBox* box, const QString& name, const QString& none) {
    box->setAccessibleName(name);
    box->setSpecialValueText(none);
    box->setKeyboardTracking(false);
    box->setMinimumWidth(box->fontMetrics().averageCharWidth() * 14);
    box->setMaximumWidth(box->fontMetrics().averageCharWidth() * 20);
    connect(box, &QDoubleSpinBox::valueChanged, this, &StudyEditor::enter);
    return box;
}

QWidget* StudyEditor::makeGoals() {
    QFormLayout* form = formLayout();
    const auto row = [&](const QString& name, const QString& unit, double most, const QString& none = {}) {
        auto* box = new QDoubleSpinBox;
        box->setRange(0, most);
        box->setSuffix(unit);
        form->addRow(name, connected(box, name, none));
        return box;
    };
    const auto tokens = [&](const QString& name, const QString& none) {
        QDoubleSpinBox* box = connected(new TokensBox, name, none);
        setPlainTip(*box, tr("Tokens: 15T, 300B or 16M"));
        form->addRow(name, box);
        return box;
    };
    const QString of_kind = tr("as the GPU");
    tokens_ = tokens(tr("Tokens"), tr("not said"));
    step_tokens_ = tokens(tr("Tokens a step"), tr("as the batch"));
    days_ = row(tr("Deadline"), tr(" days"), 1e5, tr("none"));
    price_ = row(tr("Price"), tr(" /GPU-hour"), 1e4, of_kind);
    budget_ = row(tr("Budget"), {}, bounds::budget.most, tr("none"));
    budget_->setDecimals(0);
    budget_->setGroupSeparatorShown(true);
    setPlainTip(*budget_, tr("What the training may cost, in the currency below"));
    currency_ = new QLineEdit;
    currency_->setAccessibleName(tr("Currency"));
    currency_->setMaxLength(bounds::most_currency);
    currency_->setMinimumWidth(price_->minimumWidth());
    currency_->setMaximumWidth(price_->maximumWidth());
    setPlainTip(*currency_,
                tr("Currency of the price and of all money. The prices of GPU kinds are in %1; a study in "
                   "another currency does not use them.")
                    .arg(ownText(list_currency)));
    connect(currency_, &QLineEdit::editingFinished, this, &StudyEditor::enter);
    form->addRow(tr("Currency"), currency_);
    power_ = row(tr("Power"), tr(" W a GPU"), 1e5, of_kind);
    pue_ = row(tr("PUE"), {}, 10);
    pue_->setMinimum(1);
    mtbf_ = row(tr("Failure every"), tr(" GPU-h"), 1e9);
    mtbf_->setMinimum(1);
    mtbf_->setDecimals(0);
    checkpoint_ = row(tr("Checkpoint"), tr(" s"), 1e5);
    checkpoint_->setMinimum(0.01);
    restart_ = row(tr("Restart"), tr(" s"), 1e5);
    share_ = row(tr("Move factors by"), tr(" %"), 99, tr("not asked"));
    return formGroup(tr("Goals and failures"), form);
}

QWidget* StudyEditor::makeAxes() {
    axes_ = new QVBoxLayout;
    add_ = new QPushButton(tr("Add an a&xis"));
    axes_->addWidget(add_);
    connect(add_, &QPushButton::clicked, this, [this] {
        addAxis({"link_factor", {1.0, 0.5}});
        enter();
    });
    return formGroup(tr("What is varied"), axes_);
}

void StudyEditor::addAxis(const StudyAxis& axis) {
    auto* whole = new QWidget;
    auto* grid = new QGridLayout(whole);
    grid->setContentsMargins(0, 0, 0, 0);
    auto* kinds = new QComboBox;
    kinds->setAccessibleName(tr("Axis"));
    kinds->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    for (const AxisKind* kind : Registry<AxisKind>::all())
        kinds->addItem(kind->unit.empty() || kind->unit == kind->title
                           ? wordText(kind->title)
                           : QStringLiteral("%1, %2").arg(wordText(kind->title), wordText(kind->unit)),
                       ownText(kind->name));
    kinds->setCurrentIndex(kinds->findData(nameText(axis.axis)));
    auto* values = new QLineEdit(text_of(axis));
    values->setAccessibleName(tr("Values, with commas between them"));
    auto* remove = new QToolButton;
    remove->setText(QStringLiteral("×"));
    remove->setAccessibleName(tr("Remove this axis"));
    setPlainTip(*remove, tr("Remove this axis"));
    grid->addWidget(kinds, 0, 0);
    grid->addWidget(remove, 0, 1);
    auto* file = new QToolButton;
    file->setObjectName(QStringLiteral("cluster-file"));
    file->setText(QStringLiteral("…"));
    file->setAccessibleName(tr("Add a cluster file"));
    setPlainTip(*file, tr("Add a cluster file; the price of its GPU-hour may stand behind it: @2.4"));
    grid->addWidget(values, 1, 0);
    grid->addWidget(file, 1, 1);
    axes_->insertWidget(axes_->count() - 1, whole);
    rows_.push_back({whole, kinds, values, file});
    showFileButtons();
    connect(file, &QToolButton::clicked, this, [this, values] {
        asking_ = values;
        emit clusterFileRequested();
    });
    connect(kinds, &QComboBox::activated, this, &StudyEditor::enter);
    connect(kinds, &QComboBox::activated, this, &StudyEditor::showFileButtons);
    connect(values, &QLineEdit::editingFinished, this, &StudyEditor::enter);
    connect(remove, &QToolButton::clicked, this, [this, whole] { removeAxis(whole); });
}

void StudyEditor::showFileButtons() {
    for (const AxisRow& row : rows_)
        row.file->setVisible(axis_named(row.axis->currentData().toString().toStdString()).names ==
                             AxisNames::cluster);
}

void StudyEditor::addValue(const QString& value) {
    if (!asking_)
        return;
    const QString before = asking_->text().trimmed();
    asking_->setText((before.isEmpty() ? before : before + QStringLiteral(", ")) +
                     in_quotes_where_needed(value));
    enter();
}

void StudyEditor::removeAxis(const QWidget* whole) {
    std::erase_if(rows_, [whole](const AxisRow& row) {
        if (row.whole == whole)
            row.whole->deleteLater();
        return row.whole == whole;
    });
    enter();
}

void StudyEditor::run() {
    if (enter())
        emit runRequested();
}

void StudyEditor::findSize() {
    if (enter())
        emit sizeRequested();
}

bool StudyEditor::enter() {
    if (filling_)
        return false;
    Study next = study_;
    try {
        next.axes.clear();
        for (const AxisRow& row : rows_)
            next.axes.push_back(
                axis_of(row.axis->currentData().toString().toStdString(), row.values->text()));
        TrainingGoal& goal = next.base.goal;
        take(*tokens_, goal.tokens, 1);
        take(*step_tokens_, next.base.tokens_per_step, 1);
        take(*days_, goal.days, 1);
        take(*price_, goal.price_per_gpu_hour, 1);
        take(*budget_, goal.budget, 1);
        goal.currency = currency_from_text({}, currency_->text().trimmed().toStdString());
        take(*power_, goal.power_w, 1);
        take(*pue_, goal.pue, 1);
        take(*mtbf_, goal.failures.gpu_mtbf_hours, 1);
        take(*checkpoint_, goal.failures.checkpoint_s, 1);
        take(*restart_, goal.failures.restart_s, 1);
        take(*share_, next.sensitivity.share, 0.01);
        (void)points_of(next);
    } catch (const InputError& error) {
        refused_ = messageText(error.place() + ": " + error.reason());
        say(said_);
        return false;
    }
    for (QDoubleSpinBox* box : goals_->findChildren<QDoubleSpinBox*>())
        box->setProperty(given, box->value());
    refused_.clear();
    say(said_);
    if (next != study_) {
        study_ = next;
        emit edited(study_);
    }
    return true;
}

void StudyEditor::say(const QString& text) {
    said_ = text;
    note_->setText(refused_.isEmpty() ? said_ : refused_);
}

void StudyEditor::setStudy(const Study& study, const QString& of) {
    if (study == study_ && of == of_->text() && !rows_.empty())
        return; // entered here: the fields keep the focus
    filling_ = true;
    refused_.clear();
    study_ = study;
    of_->setText(of);
    for (const AxisRow& row : rows_)
        row.whole->deleteLater();
    rows_.clear();
    for (const StudyAxis& axis : study.axes)
        addAxis(axis);
    const TrainingGoal& goal = study.base.goal;
    fill(*tokens_, goal.tokens);
    fill(*step_tokens_, study.base.tokens_per_step);
    fill(*days_, goal.days);
    fill(*price_, goal.price_per_gpu_hour);
    fill(*budget_, goal.budget);
    currency_->setText(nameText(goal.currency));
    fill(*power_, goal.power_w);
    fill(*pue_, goal.pue);
    fill(*mtbf_, goal.failures.gpu_mtbf_hours);
    fill(*checkpoint_, goal.failures.checkpoint_s);
    fill(*restart_, goal.failures.restart_s);
    fill(*share_, study.sensitivity.share * 100);
    const bool any = !of.isEmpty();
    cards_->setHidden(any);
    for (QWidget* part : {static_cast<QWidget*>(of_), varied_, goals_, actions_})
        part->setVisible(any);
    run_->setEnabled(any);
    size_->setEnabled(any);
    filling_ = false;
}

void StudyEditor::setQuestions(QMenu* questions) {
    ask_->setMenu(questions);
}

void StudyEditor::enterGoals() {
    tokens_->setFocus();
    tokens_->selectAll();
}

void StudyEditor::enterValues() {
    if (rows_.empty())
        return;
    rows_.front().values->setFocus();
    rows_.front().values->selectAll();
}

void StudyEditor::setRunning(double fraction, const QString& step) {
    progress_->setRange(0, fraction < 0 ? 0 : 1000);
    progress_->setValue(static_cast<int>(fraction * 1000));
    progress_->show();
    say(step);
    run_->setEnabled(false);
    size_->setEnabled(false);
    cancel_->setEnabled(true);
}

void StudyEditor::setResting(const QString& summary) {
    progress_->hide();
    say(summary);
    run_->setEnabled(!of_->text().isEmpty());
    size_->setEnabled(run_->isEnabled());
    cancel_->setEnabled(false);
}

} // namespace pipette
