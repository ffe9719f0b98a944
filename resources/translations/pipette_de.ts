<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ClusterTitle</name>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1 (angenommen)</translation>
    </message>
</context>
<context>
    <name>GapWords</name>
    <message>
        <source>the model&apos;s shape</source>
        <translation>die Form des Modells</translation>
    </message>
    <message>
        <source>the GPUs</source>
        <translation>die GPUs</translation>
    </message>
    <message>
        <source>the parallel layout</source>
        <translation>die parallele Aufteilung</translation>
    </message>
    <message>
        <source>the batch</source>
        <translation>den Batch</translation>
    </message>
    <message>
        <source>the log does not tell %1</source>
        <translation>das Log sagt nichts über: %1</translation>
    </message>
    <message>
        <source>the precision</source>
        <translation>die Genauigkeit</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>die Neuberechnung</translation>
    </message>
    <message>
        <source>the experts</source>
        <translation>die Experten</translation>
    </message>
    <message>
        <source>the links between nodes</source>
        <translation>die Verbindungen zwischen Knoten</translation>
    </message>
    <message>
        <source>its steps are more than %1 times as long or as short as predicted, so its job is another than the one predicted</source>
        <translation>seine Schritte sind mehr als %1-mal so lang oder so kurz wie vorhergesagt, also ist sein Job ein anderer als der vorhergesagte</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Pipette Planner</source>
        <translation>Pipette Planner</translation>
    </message>
    <message>
        <source>%1. Note: %2</source>
        <translation>%1. Hinweis: %2</translation>
    </message>
</context>
<context>
    <name>QMenu</name>
    <message>
        <source>Select its group</source>
        <translation>Seine Gruppe auswählen</translation>
    </message>
</context>
<context>
    <name>QWidget</name>
    <message>
        <source>not possible</source>
        <translation>nicht möglich</translation>
    </message>
</context>
<context>
    <name>Workspaces</name>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>One plan: where its GPUs go, how long a step takes, whether it fits</source>
        <translation>Ein Plan: wo seine GPUs liegen, wie lange ein Schritt dauert, ob er passt</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>Many plans, one question: sizes, prices, slower links, other machines</source>
        <translation>Viele Pläne, eine Frage: Größen, Preise, langsamere Verbindungen, andere Maschinen</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Measured runs: how good the estimates are, and learning from them</source>
        <translation>Gemessene Läufe: wie gut die Schätzungen sind, und was sich daraus lernen lässt</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Pipeline schedules side by side, without a cluster</source>
        <translation>Pipeline-Schedules nebeneinander, ohne Cluster</translation>
    </message>
    <message>
        <source>Second window</source>
        <translation>Zweites Fenster</translation>
    </message>
    <message>
        <source>Views of the plan for another screen</source>
        <translation>Ansichten des Plans für einen weiteren Bildschirm</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>stage %1 needs %2 GiB of %3 GiB</source>
        <translation>Stufe %1 braucht %2 GiB von %3 GiB</translation>
    </message>
    <message>
        <source>stage %1 needs %2 GiB on the host for each GPU, which has %3 GiB for it</source>
        <translation>Stufe %1 braucht auf dem Host %2 GiB je GPU, der %3 GiB dafür hat</translation>
    </message>
    <message>
        <source>%1; it fits with %2 recomputation, which %3 of %4 stages need: +%5 %</source>
        <translation>%1; passt mit Neuberechnung (%2), die %3 von %4 Stufen brauchen: +%5 %</translation>
    </message>
    <message>
        <source>computes all layers again though %1 fits safely with less repeated</source>
        <translation>berechnet alle Schichten neu, obwohl %1 mit weniger Wiederholung sicher passt</translation>
    </message>
    <message>
        <source>computes %1 again though %2 fits safely with less repeated</source>
        <translation>berechnet %1 neu, obwohl %2 mit weniger Wiederholung sicher passt</translation>
    </message>
    <message>
        <source>every placement tried crosses %1</source>
        <translation>jede versuchte Platzierung führt über %1</translation>
    </message>
    <message>
        <source>inside node %1</source>
        <translation>im Knoten %1</translation>
    </message>
    <message>
        <source>inside NVLink domain %1, on %2 of its %3 nodes</source>
        <translation>in der NVLink-Domäne %1, auf %2 von %3 Knoten</translation>
    </message>
    <message>
        <source>over %1 nodes of %2 NVLink domains</source>
        <translation>über %1 Knoten von %2 NVLink-Domänen</translation>
    </message>
    <message>
        <source>over %1 nodes, %2 domains</source>
        <translation>über %1 Knoten, %2 Domänen</translation>
    </message>
    <message>
        <source>over %1 nodes</source>
        <translation>über %1 Knoten</translation>
    </message>
    <message>
        <source>over %1 domains</source>
        <translation>über %1 Domänen</translation>
    </message>
    <message>
        <source>inside nodes</source>
        <translation>in Knoten</translation>
    </message>
    <message>
        <source>in %1, %2 of %3 nodes</source>
        <translation>in %1, %2 von %3 Knoten</translation>
    </message>
    <message>
        <source>%1 of %2 nodes</source>
        <translation>%1 von %2 Knoten</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: inside one node</source>
        <translation>%1 mit %2 GPUs: in einem Knoten</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: each inside one node</source>
        <translation>%1 mit %2 GPUs: jede in einem Knoten</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: over up to %3 nodes</source>
        <translation>%1 mit %2 GPUs: über bis zu %3 Knoten</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: each over up to %3 nodes</source>
        <translation>%1 mit %2 GPUs: jede über bis zu %3 Knoten</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: %3 inside one node, %4 over up to %5 nodes</source>
        <translation>%1 mit %2 GPUs: %3 in einem Knoten, %4 über bis zu %5 Knoten</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: each over up to %3 NVLink domains</source>
        <translation>%1 mit %2 GPUs: jede über bis zu %3 NVLink-Domänen</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: each inside one NVLink domain, on %3 of its %4 nodes, %5 to spare</source>
        <translation>%1 mit %2 GPUs: jede in einer NVLink-Domäne, auf %3 von %4 Knoten, %5 übrig</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: inside one NVLink domain, on %3 of its %4 nodes, %5 to spare</source>
        <translation>%1 mit %2 GPUs: in einer NVLink-Domäne, auf %3 von %4 Knoten, %5 übrig</translation>
    </message>
    <message>
        <source>%1 expert groups</source>
        <translation>%1 Expertengruppen</translation>
    </message>
    <message>
        <source>1 expert group</source>
        <translation>1 Expertengruppe</translation>
    </message>
    <message>
        <source>%1 expert data parallel groups</source>
        <translation>%1 datenparallele Expertengruppen</translation>
    </message>
    <message>
        <source>1 expert data parallel group</source>
        <translation>1 datenparallele Expertengruppe</translation>
    </message>
    <message>
        <source>%1 expert tensor groups</source>
        <translation>%1 Experten-Tensorgruppen</translation>
    </message>
    <message>
        <source>1 expert tensor group</source>
        <translation>1 Experten-Tensorgruppe</translation>
    </message>
    <message>
        <source>%1 shard groups</source>
        <translation>%1 Shard-Gruppen</translation>
    </message>
    <message>
        <source>1 shard group</source>
        <translation>1 Shard-Gruppe</translation>
    </message>
    <message>
        <source>%1 shard replica groups</source>
        <translation>%1 Shard-Replikatgruppen</translation>
    </message>
    <message>
        <source>1 shard replica group</source>
        <translation>1 Shard-Replikatgruppe</translation>
    </message>
    <message>
        <source>%1 tensor parallel groups</source>
        <translation>%1 tensorparallele Gruppen</translation>
    </message>
    <message>
        <source>1 tensor parallel group</source>
        <translation>1 tensorparallele Gruppe</translation>
    </message>
    <message>
        <source>%1 context parallel groups</source>
        <translation>%1 kontextparallele Gruppen</translation>
    </message>
    <message>
        <source>1 context parallel group</source>
        <translation>1 kontextparallele Gruppe</translation>
    </message>
    <message>
        <source>%1 data parallel groups</source>
        <translation>%1 datenparallele Gruppen</translation>
    </message>
    <message>
        <source>1 data parallel group</source>
        <translation>1 datenparallele Gruppe</translation>
    </message>
    <message>
        <source>no calibration, not measured, plus or minus %1 %</source>
        <translation>keine Kalibrierung, nicht gemessen, ±%1 %</translation>
    </message>
    <message>
        <source>%1: %2 calibration, %3 runs, plus or minus %4 %</source>
        <translation>%1: Kalibrierung %2, %3 Läufe, ±%4 %</translation>
    </message>
    <message>
        <source>%1: %2 calibration, not measured, plus or minus %3 %</source>
        <translation>%1: Kalibrierung %2, nicht gemessen, ±%3 %</translation>
    </message>
    <message>
        <source>%1: %2 calibration of %3, %4 runs, plus or minus %5 %</source>
        <translation>%1: Kalibrierung %2 aus %3, %4 Läufe, ±%5 %</translation>
    </message>
    <message>
        <source>%1: no calibration, not measured, plus or minus %2 %</source>
        <translation>%1: keine Kalibrierung, nicht gemessen, ±%2 %</translation>
    </message>
    <message>
        <source>%1 is %2 % faster, which predictions cannot tell apart: it fills %3 % of its fullest GPU, the best plan %4 %</source>
        <translation>%1 ist %2 % schneller, ununterscheidbar: füllt %3 % der vollsten GPU, der beste Plan %4 %</translation>
    </message>
    <message>
        <source>%1 is %2 % faster, which predictions cannot tell apart: it uses %3 GPUs, the best plan %4</source>
        <translation>%1 ist %2 % schneller, ununterscheidbar: nutzt %3 GPUs, der beste Plan %4</translation>
    </message>
    <message>
        <source>%1 is %2 % faster, which predictions cannot tell apart: the best plan is simpler</source>
        <translation>%1 ist %2 % schneller, ununterscheidbar: der beste Plan ist einfacher</translation>
    </message>
    <message>
        <source>%1 is safe and takes %2 % longer than the best plan, which predictions cannot tell apart: it fills %3 % of its fullest GPU, the best plan %4 %</source>
        <translation>%1 ist sicher und dauert %2 % länger als der beste Plan, für Vorhersagen ununterscheidbar: füllt %3 % der vollsten GPU, der beste Plan %4 %</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stays spare: no configuration uses all</source>
        <translation>%1 von %2 Knoten bleibt in Reserve: keine Konfiguration nutzt alle</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stay spare: no configuration uses all</source>
        <translation>%1 von %2 Knoten bleiben in Reserve: keine Konfiguration nutzt alle</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs stay spare: no configuration uses all</source>
        <translation>%1 von %2 GPUs bleiben in Reserve: keine Konfiguration nutzt alle</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stays spare: %3 instead of %4 on all</source>
        <translation>%1 von %2 Knoten bleibt in Reserve: %3 statt %4 auf allen</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stay spare: %3 instead of %4 on all</source>
        <translation>%1 von %2 Knoten bleiben in Reserve: %3 statt %4 auf allen</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs stay spare: %3 instead of %4 on all</source>
        <translation>%1 von %2 GPUs bleiben in Reserve: %3 statt %4 auf allen</translation>
    </message>
    <message>
        <source>%1 recomputation takes %2 of the iteration (%3 %)</source>
        <translation>Neuberechnung (%1) nimmt %2 der Iteration (%3 %)</translation>
    </message>
    <message>
        <source>%1 recomputation takes %2 of the iteration (%3 %); the fastest plan with %4 takes %5 % longer</source>
        <translation>Neuberechnung (%1) nimmt %2 der Iteration (%3 %); der schnellste Plan mit %4 dauert %5 % länger</translation>
    </message>
    <message>
        <source>%1 recomputation takes %2 of the iteration (%3 %); the fastest plan with %4 takes %5 % longer, with %6 %7 % longer</source>
        <translation>Neuberechnung (%1) nimmt %2 der Iteration (%3 %); der schnellste Plan mit %4 dauert %5 % länger, mit %6 %7 % länger</translation>
    </message>
    <message>
        <source>%1 can express any mapping</source>
        <translation>%1 kann jede Zuordnung ausdrücken</translation>
    </message>
    <message>
        <source>%1 takes %2x the time of the best mapping, which is %3</source>
        <translation>%1 braucht das %2-fache der Zeit der besten Zuordnung von %3</translation>
    </message>
    <message>
        <source>no placement of any configuration that was tried is faster than the best plan</source>
        <translation>keine Platzierung einer versuchten Konfiguration ist schneller als der beste Plan</translation>
    </message>
    <message>
        <source>the best plan is at most %1 % above %2, which no placement of any configuration that was tried goes below</source>
        <translation>der beste Plan liegt höchstens %1 % über %2, die keine Platzierung einer versuchten Konfiguration unterschreitet</translation>
    </message>
    <message>
        <source>step, idle share and memory are the same</source>
        <translation>Schritt, Leerlauf und Speicher sind gleich</translation>
    </message>
    <message>
        <source>the same step</source>
        <translation>derselbe Schritt</translation>
    </message>
    <message>
        <source>step %1 %</source>
        <translation>Schritt %1 %</translation>
    </message>
    <message>
        <source>step %1 %, idle %2 points</source>
        <translation>Schritt %1 %, Leerlauf %2 Punkte</translation>
    </message>
    <message>
        <source>%1 on device %2: there is no such stage, microbatch or slice</source>
        <translation>%1 auf Gerät %2: es gibt keine solche Stufe, keinen solchen Micro-Batch oder keine solche Scheibe</translation>
    </message>
    <message>
        <source>%1 is on device %2, but another device holds stage %3</source>
        <translation>%1 ist auf Gerät %2, aber ein anderes Gerät hält Stufe %3</translation>
    </message>
    <message>
        <source>%1 is there twice on device %2</source>
        <translation>%1 steht zweimal auf Gerät %2</translation>
    </message>
    <message>
        <source>%1 is missing on device %2</source>
        <translation>%1 fehlt auf Gerät %2</translation>
    </message>
    <message>
        <source>%1 on device %2 waits for the activation of %3 on device %4</source>
        <translation>%1 auf Gerät %2 wartet auf die Aktivierung von %3 auf Gerät %4</translation>
    </message>
    <message>
        <source>%1 on device %2 waits for the gradient of %3 on device %4</source>
        <translation>%1 auf Gerät %2 wartet auf den Gradienten von %3 auf Gerät %4</translation>
    </message>
    <message>
        <source>%1 on device %2 needs %3, which comes later on the same device</source>
        <translation>%1 auf Gerät %2 braucht %3, das später auf demselben Gerät kommt</translation>
    </message>
    <message>
        <source>%1 comes after %2 in the order of device %3</source>
        <translation>%1 kommt in der Reihenfolge von Gerät %3 nach %2</translation>
    </message>
    <message>
        <source>Why %1 wins</source>
        <translation>Warum %1 gewinnt</translation>
    </message>
    <message>
        <source>Against the runner-up (%1): %2.</source>
        <translation>Gegenüber dem Zweiten (%1): %2.</translation>
    </message>
    <message>
        <source>Against the best in host order (%1): %2.</source>
        <translation>Gegenüber dem besten in Host-Reihenfolge (%1): %2.</translation>
    </message>
    <message>
        <source>Against Megatron&apos;s rule (%1): %2.</source>
        <translation>Gegenüber Megatrons Regel (%1): %2.</translation>
    </message>
    <message>
        <source>Against the published recipe (%1): %2.</source>
        <translation>Gegenüber dem veröffentlichten Rezept (%1): %2.</translation>
    </message>
    <message>
        <source>%1 less %2</source>
        <translation>%1 weniger für %2</translation>
    </message>
    <message>
        <source>%1 more %2</source>
        <translation>%1 mehr für %2</translation>
    </message>
    <message>
        <source>It sends nothing between nodes.</source>
        <translation>Er sendet nichts zwischen Knoten.</translation>
    </message>
    <message>
        <source>It keeps off the slowest link of the cluster, %1; the slowest that it uses is %2.</source>
        <translation>Er meidet die langsamste Verbindung des Clusters, %1; die langsamste, die er nutzt, ist %2.</translation>
    </message>
    <message>
        <source>It cannot do without the slowest link of the cluster, %1.</source>
        <translation>Er kommt nicht ohne die langsamste Verbindung des Clusters aus, %1.</translation>
    </message>
    <message>
        <source>Megatron&apos;s rule sends over %1.</source>
        <translation>Megatrons Regel sendet über %1.</translation>
    </message>
    <message>
        <source>%1 -&gt; %2 (%3 GB/s a stream)</source>
        <translation>%1 → %2 (%3 GB/s je Strom)</translation>
    </message>
    <message>
        <source>best</source>
        <translation>bester</translation>
    </message>
    <message>
        <source>runner-up</source>
        <translation>Zweiter</translation>
    </message>
    <message>
        <source>host order</source>
        <translation>Host-Reihenfolge</translation>
    </message>
    <message>
        <source>Megatron&apos;s rule</source>
        <translation>Megatrons Regel</translation>
    </message>
    <message>
        <source>published recipe</source>
        <translation>veröff. Rezept</translation>
    </message>
    <message>
        <source>sequences up to %1 tokens</source>
        <translation>Sequenzen bis %1 Tokens</translation>
    </message>
    <message>
        <source>micro batches up to %1</source>
        <translation>Micro-Batches bis %1</translation>
    </message>
    <message>
        <source>up to %1 layers</source>
        <translation>bis %1 Schichten</translation>
    </message>
    <message>
        <source>from %1 GPU</source>
        <translation>ab %1 GPU</translation>
    </message>
    <message>
        <source>from %1 GPUs</source>
        <translation>ab %1 GPUs</translation>
    </message>
    <message>
        <source>%1 (%2 recomputation)</source>
        <translation>%1 (Neuberechnung: %2)</translation>
    </message>
    <message>
        <source>no sequence fits</source>
        <translation>keine Sequenz passt</translation>
    </message>
    <message>
        <source>no micro batch fits</source>
        <translation>kein Micro-Batch passt</translation>
    </message>
    <message>
        <source>no layer fits</source>
        <translation>keine Schicht passt</translation>
    </message>
    <message>
        <source>too few GPUs as it is</source>
        <translation>schon jetzt zu wenige GPUs</translation>
    </message>
    <message>
        <source>nothing fits, however short the sequences, shallow the model or many of the GPUs</source>
        <translation>nichts passt, wie kurz die Sequenzen, wie flach das Modell oder wie viele der GPUs auch immer</translation>
    </message>
    <message>
        <source>A step took %1, as planned: %2 (%3 to %4).</source>
        <translation>Ein Schritt dauerte %1, wie geplant: %2 (%3 bis %4).</translation>
    </message>
    <message>
        <source>A step took %1, %2 % longer than planned: %3 (%4 to %5).</source>
        <translation>Ein Schritt dauerte %1, %2 % länger als geplant: %3 (%4 bis %5).</translation>
    </message>
    <message>
        <source>A step took %1, %2 % shorter than planned: %3 (%4 to %5).</source>
        <translation>Ein Schritt dauerte %1, %2 % kürzer als geplant: %3 (%4 bis %5).</translation>
    </message>
    <message>
        <source>That is within the planned range.</source>
        <translation>Das liegt in der geplanten Spanne.</translation>
    </message>
    <message>
        <source>The times left their level at step %1: %2 before, %3 since (%4 % longer).</source>
        <translation>Die Zeiten verließen ihr Niveau bei Schritt %1: %2 zuvor, %3 seitdem (%4 % länger).</translation>
    </message>
    <message>
        <source>The times left their level at step %1: %2 before, %3 since (%4 % shorter).</source>
        <translation>Die Zeiten verließen ihr Niveau bei Schritt %1: %2 zuvor, %3 seitdem (%4 % kürzer).</translation>
    </message>
    <message>
        <source>The times left their level at step %1: %2 before, %3 up to step %4 (%5 % longer).</source>
        <translation>Die Zeiten verließen ihr Niveau bei Schritt %1: %2 zuvor, %3 bis Schritt %4 (%5 % länger).</translation>
    </message>
    <message>
        <source>It did so from the first step that counts.</source>
        <translation>Das tat er ab dem ersten Schritt, der zählt.</translation>
    </message>
    <message>
        <source>Which part is slower cannot be told: the log has no timers.</source>
        <translation>Welcher Teil langsamer ist, lässt sich nicht sagen: das Log hat keine Zeitnehmer.</translation>
    </message>
    <message>
        <source>Every part that the log times is as planned.</source>
        <translation>Jeder Teil, den das Log misst, ist wie geplant.</translation>
    </message>
    <message>
        <source>No part that the log times explains it.</source>
        <translation>Kein Teil, den das Log misst, erklärt es.</translation>
    </message>
    <message>
        <source>The part that grew is %1: %2 before, %3 since (%4 % longer). It is %5 % of what all parts grew by.</source>
        <translation>Gewachsen ist %1: %2 zuvor, %3 seitdem (%4 % länger). Das sind %5 % des Zuwachses aller Teile.</translation>
    </message>
    <message>
        <source>The part that is slower than planned is %1: %2 planned, %3 measured (%4 % longer). It is %5 % of what all parts exceed their plans by.</source>
        <translation>Langsamer als geplant ist %1: %2 geplant, %3 gemessen (%4 % länger). Das sind %5 % dessen, was alle Teile über ihrem Plan liegen.</translation>
    </message>
    <message>
        <source>Tokens a second over GPUs; dashed: linear</source>
        <translation>Tokens je Sekunde über GPUs; gestrichelt: linear</translation>
    </message>
    <message>
        <source>Days, cost and efficiency over GPUs</source>
        <translation>Tage, Kosten und Effizienz über GPUs</translation>
    </message>
    <message>
        <source>Days and cost of each point</source>
        <translation>Tage und Kosten jedes Punkts</translation>
    </message>
    <message>
        <source>Days of each point</source>
        <translation>Tage jedes Punkts</translation>
    </message>
    <message>
        <source>Time of a step at each point</source>
        <translation>Schrittzeit jedes Punkts</translation>
    </message>
    <message>
        <source>What changes when one input moves by %1 %</source>
        <translation>Was sich ändert, wenn sich eine Eingabe um %1 % bewegt</translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation>genutzte GPUs</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>ms a step</source>
        <translation>ms je Schritt</translation>
    </message>
    <message>
        <source>efficiency, % of linear</source>
        <translation>Effizienz, % von linear</translation>
    </message>
    <message>
        <source>cost, %1</source>
        <translation>Kosten, %1</translation>
    </message>
    <message>
        <source>% of time or cost</source>
        <translation>% der Zeit oder Kosten</translation>
    </message>
    <message>
        <source>time, input lower</source>
        <translation>Zeit, Eingabe kleiner</translation>
    </message>
    <message>
        <source>time, input higher</source>
        <translation>Zeit, Eingabe größer</translation>
    </message>
    <message>
        <source>cost, input lower</source>
        <translation>Kosten, Eingabe kleiner</translation>
    </message>
    <message>
        <source>cost, input higher</source>
        <translation>Kosten, Eingabe größer</translation>
    </message>
    <message>
        <source>%1 (assumed cluster)</source>
        <translation>%1 (angenommener Cluster)</translation>
    </message>
    <message>
        <source>Soonest, %1.</source>
        <translation>Am frühesten: %1.</translation>
    </message>
    <message>
        <source>Cheapest, %1.</source>
        <translation>Am billigsten: %1.</translation>
    </message>
    <message>
        <source>Soonest and cheapest, %1.</source>
        <translation>Am frühesten und billigsten: %1.</translation>
    </message>
    <message>
        <source>Cheapest of those that meet the deadline, %1.</source>
        <translation>Am billigsten von denen, die die Frist halten: %1.</translation>
    </message>
    <message>
        <source>Cheapest of those that may meet the deadline, %1.</source>
        <translation>Am billigsten von denen, die die Frist vielleicht halten: %1.</translation>
    </message>
    <message>
        <source>Soonest and cheapest of those that meet the deadline, %1.</source>
        <translation>Am frühesten, und am billigsten von denen, die die Frist halten: %1.</translation>
    </message>
    <message>
        <source>Every point misses the deadline of %1 days.</source>
        <translation>Jeder Punkt verfehlt die Frist von %1 Tagen.</translation>
    </message>
    <message>
        <source>None of these numbers of GPUs trains %1 tokens within %2 days.</source>
        <translation>Keine dieser GPU-Zahlen trainiert %1 Tokens in %2 Tagen.</translation>
    </message>
    <message>
        <source>within the deadline of %1 days: %2</source>
        <translation>innerhalb der Frist von %1 Tagen: %2</translation>
    </message>
    <message>
        <source>misses the deadline of %1 days: %2</source>
        <translation>verfehlt die Frist von %1 Tagen: %2</translation>
    </message>
    <message>
        <source>on %1 GPUs</source>
        <translation>auf %1 GPUs</translation>
    </message>
    <message>
        <source>on %1 GPU</source>
        <translation>auf %1 GPU</translation>
    </message>
    <message>
        <source>%1 (%2): %3 days (range %4 to %5)</source>
        <translation>%1 (%2): %3 Tage (Spanne %4 bis %5)</translation>
    </message>
    <message>
        <source>%1 (%2): %3 a step</source>
        <translation>%1 (%2): %3 je Schritt</translation>
    </message>
    <message>
        <source>%1 at %2 a GPU-hour (%3</source>
        <translation>%1 bei %2 je GPU-Stunde (%3</translation>
    </message>
    <message>
        <source>price as entered)</source>
        <translation>Preis wie eingegeben)</translation>
    </message>
    <message>
        <source>%1 has the largest effect: with %2 % less the time changes by %3, with %4 % more by %5</source>
        <translation>%1 wirkt am stärksten: mit %2 % weniger ändert sich die Zeit um %3, mit %4 % mehr um %5</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens a step in %3, %4</source>
        <translation>%1 Sequenzen zu %2 Tokens je Schritt in %3, %4</translation>
    </message>
    <message>
        <source>%1 tokens a step (%2 sequences of %3 tokens) in %4, %5</source>
        <translation>%1 Tokens je Schritt (%2 Sequenzen zu %3 Tokens) in %4, %5</translation>
    </message>
    <message>
        <source>swaps %1 and %2 inside their block</source>
        <translation>tauscht %1 und %2 in ihrem Block</translation>
    </message>
    <message>
        <source>swaps %1 and %2</source>
        <translation>tauscht %1 und %2</translation>
    </message>
    <message>
        <source>swaps the blocks %1 and %2</source>
        <translation>tauscht die Blöcke %1 und %2</translation>
    </message>
    <message>
        <source>swaps the nodes %1 and %2</source>
        <translation>tauscht die Knoten %1 und %2</translation>
    </message>
    <message>
        <source>moves rank %1 from %2 to the spare %3</source>
        <translation>verschiebt Rang %1 von %2 auf die Reserve %3</translation>
    </message>
    <message>
        <source>moves the block %1 to the spares %2</source>
        <translation>verschiebt den Block %1 auf die Reserven %2</translation>
    </message>
    <message>
        <source>what was dragged is no longer there</source>
        <translation>das Gezogene ist nicht mehr da</translation>
    </message>
    <message>
        <source>%1 is excluded</source>
        <translation>%1 ist ausgeschlossen</translation>
    </message>
    <message>
        <source>%1 is pinned</source>
        <translation>%1 ist fixiert</translation>
    </message>
    <message>
        <source>nothing would change</source>
        <translation>nichts würde sich ändern</translation>
    </message>
    <message>
        <source>both GPUs are spare: nothing would change</source>
        <translation>beide GPUs sind Reserve: nichts würde sich ändern</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>Forward</translation>
    </message>
    <message>
        <source>forward again (recomputation)</source>
        <translation>Forward erneut (Neuberechnung)</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>Backward</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>Eingangsgradient</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>forward and backward overlapped</source>
        <translation>Forward und Backward überlappt</translation>
    </message>
    <message>
        <source>send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>tensor parallel</source>
        <translation>tensorparallel</translation>
    </message>
    <message>
        <source>context parallel</source>
        <translation>kontextparallel</translation>
    </message>
    <message>
        <source>expert parallel</source>
        <translation>expertenparallel</translation>
    </message>
    <message>
        <source>pipeline transfers</source>
        <translation>Pipeline-Transfers</translation>
    </message>
    <message>
        <source>idle (bubble)</source>
        <translation>Leerlauf (Bubble)</translation>
    </message>
    <message>
        <source>gradient exchange</source>
        <translation>Gradientenaustausch</translation>
    </message>
    <message>
        <source>host (offload)</source>
        <translation>Host (Offload)</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>gathered layers</source>
        <translation>gesammelte Schichten</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporär</translation>
    </message>
    <message>
        <source>run-ahead</source>
        <translation>Vorlauf</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>Fragmentierung</translation>
    </message>
    <message>
        <source>other memory</source>
        <translation>anderer Speicher</translation>
    </message>
    <message>
        <source>sharded parameters</source>
        <translation>verteilte Parameter</translation>
    </message>
    <message>
        <source>safe</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>over</source>
        <translation>zu viel</translation>
    </message>
    <message>
        <source>blocking</source>
        <translation>blockierend</translation>
    </message>
    <message>
        <source>in-turn</source>
        <translation>nacheinander</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>überlappt</translation>
    </message>
    <message>
        <source>expert group</source>
        <translation>Expertengruppe</translation>
    </message>
    <message>
        <source>expert data parallel group</source>
        <translation>datenparallele Expertengruppe</translation>
    </message>
    <message>
        <source>expert tensor group</source>
        <translation>Experten-Tensorgruppe</translation>
    </message>
    <message>
        <source>shard group</source>
        <translation>Shard-Gruppe</translation>
    </message>
    <message>
        <source>shard replica group</source>
        <translation>Shard-Replikatgruppe</translation>
    </message>
    <message>
        <source>tensor parallel group</source>
        <translation>tensorparallele Gruppe</translation>
    </message>
    <message>
        <source>x group</source>
        <translation>x-Gruppe</translation>
    </message>
    <message>
        <source>y group</source>
        <translation>y-Gruppe</translation>
    </message>
    <message>
        <source>context parallel group</source>
        <translation>kontextparallele Gruppe</translation>
    </message>
    <message>
        <source>data parallel group</source>
        <translation>datenparallele Gruppe</translation>
    </message>
    <message>
        <source>forward and backward (compute and pipeline)</source>
        <translation>Forward und Backward (Rechnen und Pipeline)</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>gradient exchange (data parallel)</source>
        <translation>Gradientenaustausch (datenparallel)</translation>
    </message>
    <message>
        <source>outside of the timers</source>
        <translation>außerhalb der Zeitnehmer</translation>
    </message>
    <message>
        <source>Chimera</source>
        <translation>Chimera</translation>
    </message>
    <message>
        <source>DualPipe</source>
        <translation>DualPipe</translation>
    </message>
    <message>
        <source>DualPipeV</source>
        <translation>DualPipeV</translation>
    </message>
    <message>
        <source>Eager 1F1B</source>
        <translation>Eager 1F1B</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation>Interleaved 1F1B</translation>
    </message>
    <message>
        <source>Local updates</source>
        <translation>Lokale Updates</translation>
    </message>
    <message>
        <source>Looped breadth-first</source>
        <translation>Looped Breadth-First</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>TeraPipe</source>
        <translation>TeraPipe</translation>
    </message>
    <message>
        <source>V-Half</source>
        <translation>V-Half</translation>
    </message>
    <message>
        <source>V-Min</source>
        <translation>V-Min</translation>
    </message>
    <message>
        <source>Varuna</source>
        <translation>Varuna</translation>
    </message>
    <message>
        <source>ZB-H1</source>
        <translation>ZB-H1</translation>
    </message>
    <message>
        <source>ZB-H2</source>
        <translation>ZB-H2</translation>
    </message>
    <message>
        <source>ZB-V</source>
        <translation>ZB-V</translation>
    </message>
    <message>
        <source>Two 1F1B pipelines run in opposite directions and fill each other&apos;s gaps.</source>
        <translation>Zwei 1F1B-Pipelines laufen in entgegengesetzte Richtungen und füllen einander die Lücken.</translation>
    </message>
    <message>
        <source>It helps with as many microbatches as devices and passes of equal length, for two copies of the parameters.</source>
        <translation>Er hilft bei so vielen Micro-Batches wie Geräten und gleich langen Durchläufen, für zwei Kopien der Parameter.</translation>
    </message>
    <message>
        <source>Microbatches enter at both ends. Each device holds two stages and runs a forward of one direction inside a backward of the other.</source>
        <translation>Micro-Batches treten an beiden Enden ein. Jedes Gerät hält zwei Stufen und führt ein Forward der einen Richtung in einem Backward der anderen aus.</translation>
    </message>
    <message>
        <source>It helps mixtures of experts: messages between experts hide behind the overlapped passes, for two copies of the parameters.</source>
        <translation>Er hilft Mixtures of Experts: Nachrichten zwischen Experten verbergen sich hinter den überlappten Durchläufen, für zwei Kopien der Parameter.</translation>
    </message>
    <message>
        <source>It is one half of DualPipe folded into a V: two chunks a device, and forwards run inside backwards.</source>
        <translation>Er ist eine zum V gefaltete Hälfte von DualPipe: zwei Chunks je Gerät, und Forwards laufen in Backwards.</translation>
    </message>
    <message>
        <source>It helps mixtures of experts as DualPipe does, without the second copy of the parameters.</source>
        <translation>Er hilft Mixtures of Experts wie DualPipe, ohne die zweite Kopie der Parameter.</translation>
    </message>
    <message>
        <source>It is 1F1B with about twice as many forwards ahead, so that transfers run while devices compute.</source>
        <translation>Er ist 1F1B mit etwa doppelt so vielen Forwards im Voraus, sodass Transfers laufen, während Geräte rechnen.</translation>
    </message>
    <message>
        <source>It helps when links are slow and memory is free.</source>
        <translation>Er hilft, wenn Verbindungen langsam sind und Speicher frei ist.</translation>
    </message>
    <message>
        <source>All forwards run first, then all backwards. Each device holds every microbatch until its backward.</source>
        <translation>Erst laufen alle Forwards, dann alle Backwards. Jedes Gerät hält jeden Micro-Batch bis zu dessen Backward.</translation>
    </message>
    <message>
        <source>It is the simplest order, and good with few microbatches and full recomputation.</source>
        <translation>Er ist die einfachste Reihenfolge und gut bei wenigen Micro-Batches und voller Neuberechnung.</translation>
    </message>
    <message>
        <source>Each device holds several chunks of the model that lie one round of devices apart. The pipeline fills in smaller steps.</source>
        <translation>Jedes Gerät hält mehrere Chunks des Modells, die eine Runde der Geräte auseinander liegen. Die Pipeline füllt sich in kleineren Schritten.</translation>
    </message>
    <message>
        <source>It helps when links are fast and the microbatches are a multiple of the devices: the bubble shrinks by the number of chunks, and transfers grow by it.</source>
        <translation>Er hilft bei schnellen Verbindungen und Micro-Batches, die ein Vielfaches der Geräte sind: die Bubble schrumpft um die Zahl der Chunks, und die Transfers wachsen um sie.</translation>
    </message>
    <message>
        <source>Each stage learns from a loss of its own and starts its backward at once. No gradient crosses a boundary.</source>
        <translation>Jede Stufe lernt aus einem eigenen Loss und beginnt ihr Backward sofort. Kein Gradient überquert eine Grenze.</translation>
    </message>
    <message>
        <source>It is for research: it trains another objective than the other schedules.</source>
        <translation>Er ist für die Forschung: er trainiert ein anderes Ziel als die anderen Schedules.</translation>
    </message>
    <message>
        <source>All microbatches go through one chunk of the model before the next chunk begins.</source>
        <translation>Alle Micro-Batches gehen durch einen Chunk des Modells, bevor der nächste beginnt.</translation>
    </message>
    <message>
        <source>It helps when memory is free: the bubble is that of the interleaved schedule for any number of microbatches, and gradients of a chunk are complete early.</source>
        <translation>Er hilft, wenn Speicher frei ist: die Bubble ist die des Interleaved-Schedules für jede Zahl von Micro-Batches, und Gradienten eines Chunks sind früh vollständig.</translation>
    </message>
    <message>
        <source>A device runs a few forwards ahead, as many as devices follow it. From then on it runs one forward and one backward in turn, so that each backward frees what a forward took.</source>
        <translation>Ein Gerät führt einige Forwards im Voraus aus, so viele, wie Geräte ihm folgen. Dann wechseln Forward und Backward einander ab, sodass jedes Backward freigibt, was ein Forward belegt hat.</translation>
    </message>
    <message>
        <source>It is the default: the bubble of GPipe in the memory of as many microbatches as there are devices. Every framework has it.</source>
        <translation>Er ist die Voreinstellung: die Bubble von GPipe im Speicher von so vielen Micro-Batches, wie es Geräte gibt. Jedes Framework hat ihn.</translation>
    </message>
    <message>
        <source>Each sequence is cut into slices of tokens, which follow each other through the pipeline.</source>
        <translation>Jede Sequenz wird in Scheiben von Tokens geschnitten, die einander durch die Pipeline folgen.</translation>
    </message>
    <message>
        <source>It helps with very long sequences and few microbatches: the bubble shrinks by the number of slices.</source>
        <translation>Er hilft bei sehr langen Sequenzen und wenigen Micro-Batches: die Bubble schrumpft um die Zahl der Scheiben.</translation>
    </message>
    <message>
        <source>Two chunks lie on the devices like a V, and a tight rhythm lets each backward follow its forward soon.</source>
        <translation>Zwei Chunks liegen wie ein V auf den Geräten, und ein enger Rhythmus lässt jedes Backward seinem Forward bald folgen.</translation>
    </message>
    <message>
        <source>It helps when activations do not fit: about half the memory of 1F1B for a longer bubble.</source>
        <translation>Er hilft, wenn Aktivierungen nicht passen: etwa der halbe Speicher von 1F1B bei längerer Bubble.</translation>
    </message>
    <message>
        <source>It is the V with the tightest rhythm: a device holds as little as can be.</source>
        <translation>Er ist das V mit dem engsten Rhythmus: ein Gerät hält so wenig wie möglich.</translation>
    </message>
    <message>
        <source>It helps when activations still do not fit: about a third of the memory of 1F1B.</source>
        <translation>Er hilft, wenn Aktivierungen noch immer nicht passen: etwa ein Drittel des Speichers von 1F1B.</translation>
    </message>
    <message>
        <source>Forwards run as they come, and a device repeats a forward just before its gradient arrives.</source>
        <translation>Forwards laufen, wie sie kommen, und ein Gerät wiederholt ein Forward, kurz bevor dessen Gradient eintrifft.</translation>
    </message>
    <message>
        <source>It was made for slow networks of cloud machines, always with recomputation.</source>
        <translation>Er ist für langsame Netze von Cloud-Maschinen gemacht, immer mit Neuberechnung.</translation>
    </message>
    <message>
        <source>The backward is split. The gradient that others wait for goes out at once, and weight gradients fill the gaps.</source>
        <translation>Das Backward ist geteilt. Der Gradient, auf den andere warten, geht sofort hinaus, und Gewichtsgradienten füllen die Lücken.</translation>
    </message>
    <message>
        <source>It helps when memory is short: less bubble than 1F1B in the same memory.</source>
        <translation>Er hilft bei knappem Speicher: weniger Bubble als 1F1B im selben Speicher.</translation>
    </message>
    <message>
        <source>It splits the backward as ZB-H1 does and runs more forwards ahead, so that no device waits between its first and its last operation.</source>
        <translation>Er teilt das Backward wie ZB-H1 und führt mehr Forwards im Voraus aus, sodass kein Gerät zwischen seiner ersten und letzten Operation wartet.</translation>
    </message>
    <message>
        <source>It helps when links cost time or the weight gradient is short, and there is memory for twice as many microbatches.</source>
        <translation>Er hilft, wenn Verbindungen Zeit kosten oder der Gewichtsgradient kurz ist und Speicher für doppelt so viele Micro-Batches da ist.</translation>
    </message>
    <message>
        <source>Each device holds two chunks that lie down the devices and back up, like a V, and the backward is split. The first and the last layers share a device.</source>
        <translation>Jedes Gerät hält zwei Chunks, die die Geräte hinab und wieder hinauf liegen wie ein V, und das Backward ist geteilt. Die ersten und die letzten Schichten teilen ein Gerät.</translation>
    </message>
    <message>
        <source>It has the least bubble in the memory of 1F1B, best where forward, input gradient and weight gradient take equally long.</source>
        <translation>Er hat im Speicher von 1F1B die kleinste Bubble, am besten bei gleich langem Forward, Eingangsgradienten und Gewichtsgradienten.</translation>
    </message>
    <message>
        <source>Tokens to train on</source>
        <translation>Trainings-Tokens</translation>
    </message>
    <message>
        <source>Price of a GPU-hour</source>
        <translation>Preis der GPU-Stunde</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Power of a GPU with its share of the node</source>
        <translation>Leistung je GPU mit Knotenanteil</translation>
    </message>
    <message>
        <source>Power usage effectiveness</source>
        <translation>Energieeffizienz (PUE)</translation>
    </message>
    <message>
        <source>Time between interruptions of one GPU</source>
        <translation>Zeit zwischen Ausfällen einer GPU</translation>
    </message>
    <message>
        <source>Interruptions</source>
        <translation>Ausfälle</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Tokens a step</source>
        <translation>Tokens je Schritt</translation>
    </message>
    <message>
        <source>Micro batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>Pipeline-Schedule</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Primary weights</source>
        <translation>Primärgewichte</translation>
    </message>
    <message>
        <source>Share of the optimizer&apos;s state on the host</source>
        <translation>Optimizer-Anteil auf dem Host</translation>
    </message>
    <message>
        <source>Launcher</source>
        <translation>Launcher</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model depth</source>
        <translation>Modelltiefe</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>GPU kind</source>
        <translation>GPU-Art</translation>
    </message>
    <message>
        <source>Network cards</source>
        <translation>Netzwerkkarten</translation>
    </message>
    <message>
        <source>Oversubscription of a leaf</source>
        <translation>Überbuchung eines Leaf</translation>
    </message>
    <message>
        <source>Nodes lost</source>
        <translation>Verlorene Knoten</translation>
    </message>
    <message>
        <source>Bandwidth between nodes</source>
        <translation>Bandbreite zwischen Knoten</translation>
    </message>
    <message>
        <source>Bandwidth inside nodes</source>
        <translation>Bandbreite in Knoten</translation>
    </message>
    <message>
        <source>Bandwidth of switches above the nodes</source>
        <translation>Bandbreite der Switches über den Knoten</translation>
    </message>
    <message>
        <source>HBM bandwidth</source>
        <translation>HBM-Bandbreite</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>Peak of matrix products</source>
        <translation>Spitze der Matrixprodukte</translation>
    </message>
    <message>
        <source>to 1</source>
        <translation>zu 1</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>What if I lose two nodes?</source>
        <translation>Was, wenn ich zwei Knoten verliere?</translation>
    </message>
    <message>
        <source>Is half the bandwidth between nodes enough?</source>
        <translation>Reicht die halbe Bandbreite zwischen Knoten?</translation>
    </message>
    <message>
        <source>What if these GPUs had twice the HBM bandwidth?</source>
        <translation>Was, wenn diese GPUs doppelte HBM-Bandbreite hätten?</translation>
    </message>
    <message>
        <source>These GPUs, or fewer of a stronger kind?</source>
        <translation>Diese GPUs, oder weniger einer stärkeren Art?</translation>
    </message>
    <message>
        <source>Which of two networks is worth its price?</source>
        <translation>Welches von zwei Netzen ist seinen Preis wert?</translation>
    </message>
    <message>
        <source>What changes most when an input moves by 10 %?</source>
        <translation>Was ändert am meisten, wenn sich eine Eingabe um 10 % bewegt?</translation>
    </message>
    <message>
        <source>GPUs, their kind, and the price of a GPU-hour behind @</source>
        <translation>GPUs, ihre Art und hinter @ den Preis der GPU-Stunde</translation>
    </message>
    <message>
        <source>GPUs, their kind, network cards, and the price of a GPU-hour behind @</source>
        <translation>GPUs, ihre Art, Netzwerkkarten und hinter @ den Preis der GPU-Stunde</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>Chunks a GPU</source>
        <translation>Chunks je GPU</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Forward</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Backward</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Both at once</source>
        <translation>Beides zugleich</translation>
    </message>
    <message>
        <source>Weight share</source>
        <translation>Anteil Gewichte</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Slow link</source>
        <translation>Langsame Verbindung</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Zeit eines Schritts</translation>
    </message>
    <message>
        <source>Idle share</source>
        <translation>Leerlaufanteil</translation>
    </message>
    <message>
        <source>Work of the busiest GPU</source>
        <translation>Arbeit der meistbeschäftigten GPU</translation>
    </message>
    <message>
        <source>Microbatches held by the first GPU</source>
        <translation>Micro-Batches der ersten GPU</translation>
    </message>
    <message>
        <source>Microbatches held by the last GPU</source>
        <translation>Micro-Batches der letzten GPU</translation>
    </message>
    <message>
        <source>Transfers between GPUs</source>
        <translation>Transfers zwischen GPUs</translation>
    </message>
    <message>
        <source>Copies of the parameters</source>
        <translation>Kopien der Parameter</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU</source>
        <translation>Speicher der vollsten GPU</translation>
    </message>
    <message>
        <source>Memory that the fullest GPU has</source>
        <translation>Speicher, den die vollste GPU hat</translation>
    </message>
    <message>
        <source>Parameters of the fullest GPU</source>
        <translation>Parameter der vollsten GPU</translation>
    </message>
    <message>
        <source>Gradients of the fullest GPU</source>
        <translation>Gradienten der vollsten GPU</translation>
    </message>
    <message>
        <source>Optimizer state of the fullest GPU</source>
        <translation>Optimizer-Zustand der vollsten GPU</translation>
    </message>
    <message>
        <source>Activations of the fullest GPU</source>
        <translation>Aktivierungen der vollsten GPU</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Tensor parallel messages</source>
        <translation>Tensorparallele Nachrichten</translation>
    </message>
    <message>
        <source>Messages to experts</source>
        <translation>Nachrichten an Experten</translation>
    </message>
    <message>
        <source>Waits for links between stages</source>
        <translation>Warten auf Verbindungen zwischen Stufen</translation>
    </message>
    <message>
        <source>Exchange of gradients and parameters</source>
        <translation>Austausch von Gradienten und Parametern</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>Tokens je Sekunde</translation>
    </message>
    <message>
        <source>Share of the peak that is used</source>
        <translation>Genutzter Anteil der Spitze</translation>
    </message>
    <message>
        <source>where each rank runs, and the configuration (JSON)</source>
        <translation>wo jeder Rang läuft, und die Konfiguration (JSON)</translation>
    </message>
    <message>
        <source>where each rank runs: rank, host, local_gpu (TSV)</source>
        <translation>wo jeder Rang läuft: rank, host, local_gpu (TSV)</translation>
    </message>
    <message>
        <source>AxoNN&apos;s ax.init: a grid of x, y and z and its replicas</source>
        <translation>ax.init von AxoNN: ein Gitter aus x, y und z und seine Replikate</translation>
    </message>
    <message>
        <source>all candidates of the plan as a table</source>
        <translation>alle Kandidaten des Plans als Tabelle</translation>
    </message>
    <message>
        <source>DeepSpeed hostfile; whole nodes in order only</source>
        <translation>DeepSpeed-Hostfile; nur ganze Knoten der Reihe nach</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s JSON: batch, precision, ZeRO</source>
        <translation>JSON von DeepSpeed: Batch, Präzision, ZeRO</translation>
    </message>
    <message>
        <source>Kubernetes MPIJob (v2beta1) with its ConfigMap</source>
        <translation>Kubernetes MPIJob (v2beta1) mit ConfigMap</translation>
    </message>
    <message>
        <source>Megatron-LM flags of the whole configuration</source>
        <translation>Megatron-LM-Argumente der ganzen Konfiguration</translation>
    </message>
    <message>
        <source>MPICH and other users of Hydra (Intel MPI)</source>
        <translation>MPICH und andere Nutzer von Hydra (Intel MPI)</translation>
    </message>
    <message>
        <source>Open MPI with a sequential hostfile</source>
        <translation>Open MPI mit sequenziellem Hostfile</translation>
    </message>
    <message>
        <source>Open MPI with a rankfile, ranks bound to CPU cores</source>
        <translation>Open MPI mit Rankfile, Ränge an CPU-Kerne gebunden</translation>
    </message>
    <message>
        <source>SLURM batch script with an arbitrary distribution</source>
        <translation>SLURM-Batchskript mit beliebiger Verteilung</translation>
    </message>
    <message>
        <source>torchrun, a command line a node; whole nodes in order only</source>
        <translation>torchrun, eine Befehlszeile je Knoten; nur ganze Knoten der Reihe nach</translation>
    </message>
    <message>
        <source>torchtitan&apos;s TOML: training, parallelism, activation checkpoints</source>
        <translation>TOML von torchtitan: Training, Parallelität, Aktivierungs-Checkpoints</translation>
    </message>
    <message>
        <source>timeline of one iteration as Chrome trace, for Perfetto</source>
        <translation>Zeitachse einer Iteration als Chrome-Trace, für Perfetto</translation>
    </message>
    <message>
        <source>Listing configurations</source>
        <translation>Konfigurationen auflisten</translation>
    </message>
    <message>
        <source>Checking memory</source>
        <translation>Speicher prüfen</translation>
    </message>
    <message>
        <source>Bounding times</source>
        <translation>Zeiten abschätzen</translation>
    </message>
    <message>
        <source>Placing</source>
        <translation>Platzieren</translation>
    </message>
    <message>
        <source>Ordering nodes</source>
        <translation>Knoten ordnen</translation>
    </message>
    <message>
        <source>Refining</source>
        <translation>Verfeinern</translation>
    </message>
    <message>
        <source>Improving</source>
        <translation>Verbessern</translation>
    </message>
    <message>
        <source>Comparing with other planners</source>
        <translation>Mit anderen Planern vergleichen</translation>
    </message>
    <message>
        <source>Stage %1 has %2 layers on %3: %4.</source>
        <translation>Stufe %1 hat %2 Schichten auf %3: %4.</translation>
    </message>
    <message>
        <source>Stage %1 has 1 layer on %2: %3.</source>
        <translation>Stufe %1 hat 1 Schicht auf %2: %3.</translation>
    </message>
    <message>
        <source>Stages %1 have %2 layers each on %3: %4.</source>
        <translation>Die Stufen %1 haben je %2 Schichten auf %3: %4.</translation>
    </message>
    <message>
        <source>Stages %1 have 1 layer each on %2: %3.</source>
        <translation>Die Stufen %1 haben je 1 Schicht auf %2: %3.</translation>
    </message>
    <message>
        <source>it computes for %1 ms a microbatch</source>
        <translation>sie rechnet %1 ms je Micro-Batch</translation>
    </message>
    <message>
        <source>it computes for %1 ms a microbatch, %2 times as long as on %3</source>
        <translation>sie rechnet %1 ms je Micro-Batch, %2-mal so lange wie auf %3</translation>
    </message>
    <message>
        <source>each computes for %1 ms a microbatch</source>
        <translation>jede rechnet %1 ms je Micro-Batch</translation>
    </message>
    <message>
        <source>each computes for %1 ms a microbatch, %2 times as long as on %3</source>
        <translation>jede rechnet %1 ms je Micro-Batch, %2-mal so lange wie auf %3</translation>
    </message>
    <message>
        <source>a microbatch takes %1 ms there, %2 ms of it for exchanges over links</source>
        <translation>ein Micro-Batch dauert dort %1 ms, davon %2 ms für Austausch über Verbindungen</translation>
    </message>
    <message>
        <source>its other GPUs wait for %1</source>
        <translation>ihre anderen GPUs warten auf %1</translation>
    </message>
    <message>
        <source>no other stage has a layer to give</source>
        <translation>keine andere Stufe kann eine Schicht abgeben</translation>
    </message>
    <message>
        <source>%1 of %2 GiB are full, and one layer more would need %3 GiB</source>
        <translation>%1 von %2 GiB sind belegt, und eine Schicht mehr bräuchte %3 GiB</translation>
    </message>
    <message>
        <source>one layer more, from stage %1, would make the iteration %2 ms longer</source>
        <translation>eine Schicht mehr, von Stufe %1, würde die Iteration um %2 ms verlängern</translation>
    </message>
    <message>
        <source>one layer more, from stage %1, would make the iteration %2 ms shorter</source>
        <translation>eine Schicht mehr, von Stufe %1, würde die Iteration um %2 ms verkürzen</translation>
    </message>
    <message>
        <source>one layer more, from stage %1, would make the iteration no longer</source>
        <translation>eine Schicht mehr, von Stufe %1, würde die Iteration nicht verlängern</translation>
    </message>
    <message>
        <source>changing places with stage %1 would make the iteration %2 ms longer</source>
        <translation>ein Platztausch mit Stufe %1 würde die Iteration um %2 ms verlängern</translation>
    </message>
    <message>
        <source>changing places with stage %1 would make the iteration %2 ms shorter</source>
        <translation>ein Platztausch mit Stufe %1 würde die Iteration um %2 ms verkürzen</translation>
    </message>
    <message>
        <source>changing places with stage %1 would make the iteration no longer</source>
        <translation>ein Platztausch mit Stufe %1 würde die Iteration nicht verlängern</translation>
    </message>
    <message>
        <source>changing places with stage %1 would not fit into memory</source>
        <translation>ein Platztausch mit Stufe %1 würde nicht in den Speicher passen</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs are pinned</source>
        <translation>%1 von %2 GPUs sind fixiert</translation>
    </message>
    <message>
        <source>%1 stay idle: they compute the model %2 times as long as %3; no candidate uses them.</source>
        <translation>%1 bleiben ungenutzt: sie rechnen am Modell %2-mal so lange wie %3; kein Kandidat nutzt sie.</translation>
    </message>
    <message>
        <source>%1 stay idle: they compute the model %2 times as long as %3; with some of them the iteration is %4 ms longer at best (%5).</source>
        <translation>%1 bleiben ungenutzt: sie rechnen am Modell %2-mal so lange wie %3; mit einigen von ihnen ist die Iteration bestenfalls %4 ms länger (%5).</translation>
    </message>
    <message>
        <source>%1 stay idle: they compute the model %2 times as long as %3; with some of them the iteration is %4 ms shorter at best (%5).</source>
        <translation>%1 bleiben ungenutzt: sie rechnen am Modell %2-mal so lange wie %3; mit einigen von ihnen ist die Iteration bestenfalls %4 ms kürzer (%5).</translation>
    </message>
    <message>
        <source>%1 stay idle: they compute the model %2 times as long as %3; with some of them the iteration is no longer at best (%4).</source>
        <translation>%1 bleiben ungenutzt: sie rechnen am Modell %2-mal so lange wie %3; mit einigen von ihnen ist die Iteration bestenfalls nicht länger (%4).</translation>
    </message>
    <message>
        <source>%1 layers on %2</source>
        <translation>%1 Schichten auf %2</translation>
    </message>
    <message>
        <source>computes on %1</source>
        <translation>rechnet auf %1</translation>
    </message>
    <message>
        <source>It sends %1 GB a step across levels of the network that have a price (%2): %3 USD a step.</source>
        <translation>Er sendet in jedem Schritt %1 GB über Ebenen des Netzes, die einen Preis haben (%2): %3 USD je Schritt.</translation>
    </message>
    <message>
        <source>its tp is %1</source>
        <translation>ihr tp ist %1</translation>
    </message>
    <message>
        <source>their tp is %1</source>
        <translation>ihr tp ist je %1</translation>
    </message>
    <message>
        <source>%1 layers with tp %2 on %3</source>
        <translation>%1 Schichten mit tp %2 auf %3</translation>
    </message>
    <message>
        <source>No pool has a plan of its own; there is the best plan with like replicas, %1.</source>
        <translation>Kein Pool hat einen eigenen Plan; es gibt den besten Plan mit gleichen Replikaten, %1.</translation>
    </message>
    <message>
        <source>No pool has a plan, and all GPUs together have none.</source>
        <translation>Kein Pool hat einen Plan, und alle GPUs zusammen haben auch keinen.</translation>
    </message>
    <message>
        <source>no layout divides the model and the GPUs</source>
        <translation>keine Aufteilung geht im Modell und in den GPUs auf</translation>
    </message>
    <message>
        <source>no layout fits in memory: %1</source>
        <translation>keine Aufteilung passt in den Speicher: %1</translation>
    </message>
    <message>
        <source>replicas of unlike layouts: a study, for none of the frameworks here runs them in one job</source>
        <translation>Replikate mit verschiedenen Aufteilungen: eine Studie, denn keines der Frameworks hier führt sie in einem Auftrag aus</translation>
    </message>
    <message>
        <source>pools: all GPUs that can be used are of one kind of GPU: a plan has like replicas</source>
        <translation>Pools: Alle nutzbaren GPUs sind von einer Art: Ein Plan hat gleiche Replikate</translation>
    </message>
    <message>
        <source>pools: all GPUs that can be used are of one zone: a plan has like replicas</source>
        <translation>Pools: Alle nutzbaren GPUs liegen in einer Zone: Ein Plan hat gleiche Replikate</translation>
    </message>
    <message>
        <source>pools: host %1 has no zone</source>
        <translation>Pools: Host %1 hat keine Zone</translation>
    </message>
    <message>
        <source>stages have a tp of their own: a study, for none of the frameworks here runs such a plan</source>
        <translation>Stufen haben ein eigenes tp: eine Studie, denn keines der Frameworks hier führt einen solchen Plan aus</translation>
    </message>
    <message>
        <source>gradients are added up between the pools after the last backward pass, and nothing hides that exchange</source>
        <translation>Gradienten werden nach dem letzten Rückwärtslauf zwischen den Pools addiert, und nichts verdeckt diesen Austausch</translation>
    </message>
    <message>
        <source>The best choice reaches %1 tokens after %2 hours (%3 days), %4.</source>
        <translation>Die beste Wahl erreicht %1 Tokens nach %2 Stunden (%3 Tagen), %4.</translation>
    </message>
    <message>
        <source>The best choice does %1 steps (%2 tokens, range %3 to %4) in %5 hours, %6.</source>
        <translation>Die beste Wahl schafft %1 Schritte (%2 Tokens, Bereich %3 bis %4) in %5 Stunden, %6.</translation>
    </message>
    <message>
        <source>with %1 starts, %2</source>
        <translation>mit %1 Starts, %2</translation>
    </message>
    <message>
        <source>with %1 starts</source>
        <translation>mit %1 Starts</translation>
    </message>
    <message>
        <source>with 1 start, %1</source>
        <translation>mit 1 Start, %1</translation>
    </message>
    <message>
        <source>with 1 start</source>
        <translation>mit 1 Start</translation>
    </message>
    <message>
        <source>which is over the budget of %1</source>
        <translation>was über dem Budget von %1 liegt</translation>
    </message>
    <message>
        <source>That is %1 % of the goal of %2 tokens.</source>
        <translation>Das sind %1 % des Ziels von %2 Tokens.</translation>
    </message>
    <message>
        <source>A run that always replans %1.</source>
        <translation>Ein Lauf, der immer neu plant, %1.</translation>
    </message>
    <message>
        <source>A run that never replans %1.</source>
        <translation>Ein Lauf, der nie neu plant, %1.</translation>
    </message>
    <message>
        <source>gets as much done</source>
        <translation>schafft ebenso viel</translation>
    </message>
    <message>
        <source>gets %1 % less done</source>
        <translation>schafft %1 % weniger</translation>
    </message>
    <message>
        <source>reaches the goal as soon</source>
        <translation>erreicht das Ziel ebenso früh</translation>
    </message>
    <message>
        <source>reaches the goal %1 hours later</source>
        <translation>erreicht das Ziel %1 Stunden später</translation>
    </message>
    <message>
        <source>does not reach the goal</source>
        <translation>erreicht das Ziel nicht</translation>
    </message>
    <message>
        <source>Replan at hour %1.</source>
        <translation>Planen Sie in Stunde %1 neu.</translation>
    </message>
    <message>
        <source>Replan at hours %1.</source>
        <translation>Planen Sie in den Stunden %1 neu.</translation>
    </message>
    <message>
        <source>Keep the plan at hour %1: a new one does not pay.</source>
        <translation>Behalten Sie den Plan in Stunde %1: ein neuer lohnt sich nicht.</translation>
    </message>
    <message>
        <source>Keep the plan at hours %1: a new one does not pay.</source>
        <translation>Behalten Sie den Plan in den Stunden %1: ein neuer lohnt sich nicht.</translation>
    </message>
    <message>
        <source>Wait at hour %1: no plan that could run there gets more done.</source>
        <translation>Warten Sie in Stunde %1: kein Plan, der dort laufen könnte, schafft mehr.</translation>
    </message>
    <message>
        <source>Wait at hours %1: no plan that could run there gets more done.</source>
        <translation>Warten Sie in den Stunden %1: kein Plan, der dort laufen könnte, schafft mehr.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>No plan fits on any of the sets of GPUs: %1.</source>
        <translation>Auf keine der GPU-Mengen passt ein Plan: %1.</translation>
    </message>
    <message>
        <source>This study was stopped before every set of GPUs had its plan.</source>
        <translation>Diese Studie wurde beendet, bevor jede GPU-Menge ihren Plan hatte.</translation>
    </message>
    <message>
        <source>no GPU is there</source>
        <translation>keine GPU ist da</translation>
    </message>
    <message>
        <source>start</source>
        <translation>starten</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>replan</source>
        <translation>neu planen</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>pausieren</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>best choice</source>
        <translation>beste Wahl</translation>
    </message>
    <message>
        <source>always replan</source>
        <translation>immer neu</translation>
    </message>
    <message>
        <source>never replan</source>
        <translation>nie neu</translation>
    </message>
    <message>
        <source>GPUs there</source>
        <translation>GPUs da</translation>
    </message>
    <message>
        <source>T tokens</source>
        <translation>T Tokens</translation>
    </message>
    <message>
        <source>B tokens</source>
        <translation>B Tokens</translation>
    </message>
    <message>
        <source>M tokens</source>
        <translation>M Tokens</translation>
    </message>
    <message>
        <source>Tokens over hours on GPUs that come and go</source>
        <translation>Tokens über Stunden auf GPUs, die kommen und gehen</translation>
    </message>
    <message>
        <source>With replicas of their own on %1 a step takes %2 (range %3 to %4): %5 % less than the best plan with like replicas, %6.</source>
        <translation>Mit eigenen Replikaten auf %1 dauert ein Schritt %2 (Bereich %3 bis %4): %5 % weniger als mit dem besten Plan mit gleichen Replikaten, %6.</translation>
    </message>
    <message>
        <source>With replicas of their own on %1 a step takes %2 (range %3 to %4): %5 % more than the best plan with like replicas, %6.</source>
        <translation>Mit eigenen Replikaten auf %1 dauert ein Schritt %2 (Bereich %3 bis %4): %5 % mehr als mit dem besten Plan mit gleichen Replikaten, %6.</translation>
    </message>
    <message>
        <source>With replicas of their own on %1 a step takes %2 (range %3 to %4), as long as the best plan with like replicas, %5.</source>
        <translation>Mit eigenen Replikaten auf %1 dauert ein Schritt %2 (Bereich %3 bis %4), so lange wie mit dem besten Plan mit gleichen Replikaten, %5.</translation>
    </message>
    <message>
        <source>With replicas of their own on %1 a step takes %2 (range %3 to %4); all GPUs together have no plan with like replicas.</source>
        <translation>Mit eigenen Replikaten auf %1 dauert ein Schritt %2 (Bereich %3 bis %4); alle GPUs zusammen haben keinen Plan mit gleichen Replikaten.</translation>
    </message>
    <message>
        <source>Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4): %5 % less than the best plan with like replicas, %6.</source>
        <translation>Replikate auf %1 allein sind am schnellsten: Ein Schritt dauert %2 (Bereich %3 bis %4): %5 % weniger als mit dem besten Plan mit gleichen Replikaten, %6.</translation>
    </message>
    <message>
        <source>Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4): %5 % more than the best plan with like replicas, %6.</source>
        <translation>Replikate auf %1 allein sind am schnellsten: Ein Schritt dauert %2 (Bereich %3 bis %4): %5 % mehr als mit dem besten Plan mit gleichen Replikaten, %6.</translation>
    </message>
    <message>
        <source>Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4), as long as the best plan with like replicas, %5.</source>
        <translation>Replikate auf %1 allein sind am schnellsten: Ein Schritt dauert %2 (Bereich %3 bis %4), so lange wie mit dem besten Plan mit gleichen Replikaten, %5.</translation>
    </message>
    <message>
        <source>Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4); all GPUs together have no plan with like replicas.</source>
        <translation>Replikate auf %1 allein sind am schnellsten: Ein Schritt dauert %2 (Bereich %3 bis %4); alle GPUs zusammen haben keinen Plan mit gleichen Replikaten.</translation>
    </message>
    <message>
        <source>Only replicas on %1 have a plan: a step takes %2 (range %3 to %4): %5 % less than the best plan with like replicas, %6.</source>
        <translation>Nur Replikate auf %1 haben einen Plan: Ein Schritt dauert %2 (Bereich %3 bis %4): %5 % weniger als mit dem besten Plan mit gleichen Replikaten, %6.</translation>
    </message>
    <message>
        <source>Only replicas on %1 have a plan: a step takes %2 (range %3 to %4): %5 % more than the best plan with like replicas, %6.</source>
        <translation>Nur Replikate auf %1 haben einen Plan: Ein Schritt dauert %2 (Bereich %3 bis %4): %5 % mehr als mit dem besten Plan mit gleichen Replikaten, %6.</translation>
    </message>
    <message>
        <source>Only replicas on %1 have a plan: a step takes %2 (range %3 to %4), as long as the best plan with like replicas, %5.</source>
        <translation>Nur Replikate auf %1 haben einen Plan: Ein Schritt dauert %2 (Bereich %3 bis %4), so lange wie mit dem besten Plan mit gleichen Replikaten, %5.</translation>
    </message>
    <message>
        <source>Only replicas on %1 have a plan: a step takes %2 (range %3 to %4); all GPUs together have no plan with like replicas.</source>
        <translation>Nur Replikate auf %1 haben einen Plan: Ein Schritt dauert %2 (Bereich %3 bis %4); alle GPUs zusammen haben keinen Plan mit gleichen Replikaten.</translation>
    </message>
    <message>
        <source>with this pool, no step is shorter</source>
        <translation>mit diesem Pool ist kein Schritt kürzer</translation>
    </message>
    <message>
        <source>gradients would cross a broken link</source>
        <translation>Gradienten gingen über eine defekte Verbindung</translation>
    </message>
    <message>
        <source>no layout fits in memory without what is broken</source>
        <translation>keine Aufteilung passt ohne das Defekte in den Speicher</translation>
    </message>
    <message>
        <source>pools: the GPUs are of %1 kinds, expected %2 at most</source>
        <translation>Pools: Die GPUs sind von %1 Arten, höchstens %2 erwartet</translation>
    </message>
    <message>
        <source>pools: the GPUs are of %1 zones, expected %2 at most</source>
        <translation>Pools: Die GPUs liegen in %1 Zonen, höchstens %2 erwartet</translation>
    </message>
    <message>
        <source>With replicas of their own it sends %1 GB a step across levels of the network that have a price (%2): %3 USD a step.</source>
        <translation>Mit eigenen Replikaten werden je Schritt %1 GB über Netzebenen gesendet, die etwas kosten (%2): %3 USD je Schritt.</translation>
    </message>
    <message>
        <source>With like replicas it sends %1 GB a step across levels of the network that have a price (%2): %3 USD a step.</source>
        <translation>Mit gleichen Replikaten werden je Schritt %1 GB über Netzebenen gesendet, die etwas kosten (%2): %3 USD je Schritt.</translation>
    </message>
    <message>
        <source>one of %1 pools of a step, with %2 of its %3 sequences: the exchange of gradients with the other pools comes on top</source>
        <translation>einer von %1 Pools eines Schritts, mit %2 seiner %3 Sequenzen: der Austausch der Gradienten mit den anderen Pools kommt hinzu</translation>
    </message>
    <message>
        <source>by the memory of the GPUs alone: %1</source>
        <translation>nach dem Speicher der GPUs allein: %1</translation>
    </message>
    <message>
        <source>takes at least %1 on any mapping; the best plan took %2 before it was polished</source>
        <translation>braucht bei jeder Platzierung mindestens %1; der beste Plan brauchte vor dem Feinschliff %2</translation>
    </message>
    <message>
        <source>days to train %1 tokens</source>
        <translation>Tage, um %1 Tokens zu trainieren</translation>
    </message>
    <message>
        <source>deadline %1 days</source>
        <translation>Frist %1 Tage</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>Budget %1</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>a plan starts</source>
        <translation>ein Plan beginnt</translation>
    </message>
    <message>
        <source>Days over GPUs</source>
        <translation>Tage über GPUs</translation>
    </message>
    <message>
        <source>Cost over GPUs</source>
        <translation>Kosten über GPUs</translation>
    </message>
    <message>
        <source>in time</source>
        <translation>rechtzeitig</translation>
    </message>
    <message>
        <source>within budget</source>
        <translation>im Budget</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>range of the estimate</source>
        <translation>Spanne der Schätzung</translation>
    </message>
    <message>
        <source>misses it</source>
        <translation>verfehlt sie</translation>
    </message>
    <message>
        <source>takes at least %1 on any mapping; the best plan of as many GPUs took %2 before it was polished</source>
        <translation>braucht bei jeder Platzierung mindestens %1; der beste Plan mit so vielen GPUs brauchte vor dem Feinschliff %2</translation>
    </message>
    <message>
        <source>Estimate as it is</source>
        <translation>Schätzung wie sie ist</translation>
    </message>
    <message>
        <source>After calibrating</source>
        <translation>Nach dem Kalibrieren</translation>
    </message>
    <message>
        <source>%1 % off</source>
        <translation>%1 % daneben</translation>
    </message>
    <message>
        <source>predicted against measured, %</source>
        <translation>geschätzt gegen gemessen, %</translation>
    </message>
    <message>
        <source>Activations held at most</source>
        <translation>Höchstens gehaltene Aktivierungen</translation>
    </message>
    <message>
        <source>%1: %2 % slower than the best plan</source>
        <translation>%1: %2 % langsamer als der beste Plan</translation>
    </message>
    <message>
        <source>%1: %2 % faster than the best plan</source>
        <translation>%1: %2 % schneller als der beste Plan</translation>
    </message>
    <message>
        <source>%1: level with the best plan</source>
        <translation>%1: gleichauf mit dem besten Plan</translation>
    </message>
    <message>
        <source>Against the best plan (%1): %2.</source>
        <translation>Gegenüber dem besten Plan (%1): %2.</translation>
    </message>
    <message>
        <source>%1 (assumed cluster); %2</source>
        <translation>%1 (angenommener Cluster); %2</translation>
    </message>
    <message>
        <source>Days, cost and efficiency over GPUs; %1</source>
        <translation>Tage, Kosten und Effizienz über GPUs; %1</translation>
    </message>
    <message>
        <source>Days against money; the line joins what no other point beats in both</source>
        <translation>Tage gegen Geld; die Linie verbindet, was kein anderer Punkt in beidem schlägt</translation>
    </message>
    <message>
        <source>Days against money; the line joins what no other point beats in both; %1</source>
        <translation>Tage gegen Geld; die Linie verbindet, was kein anderer Punkt in beidem schlägt; %1</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>dieser Plan</translation>
    </message>
    <message>
        <source>best plan</source>
        <translation>bester Plan</translation>
    </message>
    <message>
        <source>Perhaps %1 are %2 that train %3 tokens within %4 days: %5; the deadline lies inside the range of the estimate.</source>
        <translation>Vielleicht sind %1 %2, die %3 Tokens in %4 Tagen trainieren: %5; die Frist liegt in der Spanne der Schätzung.</translation>
    </message>
    <message>
        <source>%1 are %2 that train %3 tokens within %4 days: %5.</source>
        <translation>%1 sind %2, die %3 Tokens in %4 Tagen trainieren: %5.</translation>
    </message>
    <message>
        <source>the fewest of the sizes tried</source>
        <translation>die wenigsten der geprüften Größen</translation>
    </message>
    <message>
        <source>the cheapest of the sizes tried</source>
        <translation>die günstigsten der geprüften Größen</translation>
    </message>
    <message>
        <source>%1 GPUs (assumed)</source>
        <translation>%1 GPUs (angenommen)</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPUs</translation>
    </message>
    <message>
        <source>%1 days (range %2 to %3)</source>
        <translation>%1 Tage (Spanne %2 bis %3)</translation>
    </message>
    <message>
        <source>Perhaps %1 is %2 that train %3 tokens within %4 days: %5; the deadline lies inside the range of the estimate.</source>
        <translation>Vielleicht trainiert %1, %2, %3 Tokens in %4 Tagen: %5; die Frist liegt in der Spanne der Schätzung.</translation>
    </message>
    <message>
        <source>%1 is %2 that train %3 tokens within %4 days: %5.</source>
        <translation>%1, %2, trainiert %3 Tokens in %4 Tagen: %5.</translation>
    </message>
    <message>
        <source>1 GPU (assumed)</source>
        <translation>1 GPU (angenommen)</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 GPU</translation>
    </message>
    <message>
        <source>%1 faster in all</source>
        <translation>insgesamt %1 schneller</translation>
    </message>
    <message>
        <source>%1 slower in all</source>
        <translation>insgesamt %1 langsamer</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>So far from the plan, the run is of another job.</source>
        <translation>So weit vom Plan entfernt gehört der Lauf zu einem anderen Job.</translation>
    </message>
</context>
<context>
    <name>pipette::AnimatedPicture</name>
    <message>
        <source>is no animated picture this program writes: expected .gif</source>
        <translation>ist kein animiertes Bild, das dieses Programm schreibt: .gif erwartet</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>unbekannter Fehler</translation>
    </message>
</context>
<context>
    <name>pipette::AnimationDialog</name>
    <message>
        <source>Animated picture</source>
        <translation>Animiertes Bild</translation>
    </message>
    <message>
        <source>Frames that are drawn</source>
        <translation>Gezeichnete Einzelbilder</translation>
    </message>
    <message>
        <source>The frames are drawn…</source>
        <translation>Die Einzelbilder werden gezeichnet…</translation>
    </message>
</context>
<context>
    <name>pipette::AnnealingCurve</name>
    <message>
        <source>Annealing: iteration time against moves</source>
        <translation>Annealing: Iterationszeit über Züge</translation>
    </message>
    <message>
        <source>Annealing: iteration time against seconds</source>
        <translation>Annealing: Iterationszeit über Sekunden</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Kette</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>Züge</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Beste</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>moves of a chain (cost: the quick bound of the time per step)</source>
        <translation>Züge einer Kette (Kosten: die schnelle Schranke der Schrittzeit)</translation>
    </message>
    <message>
        <source>seconds since the search began</source>
        <translation>Sekunden seit Beginn der Suche</translation>
    </message>
    <message>
        <source>chain %1</source>
        <translation>Kette %1</translation>
    </message>
    <message>
        <source>Nothing annealed yet. While a plan is searched, its cost shows here live. Where placements are few, all of them are looked at instead.</source>
        <translation>Noch kein Annealing. Während ein Plan gesucht wird, erscheinen hier laufend seine Kosten. Gibt es nur wenige Platzierungen, werden alle betrachtet.</translation>
    </message>
    <message>
        <source>%1: lowest cost %2</source>
        <translation>%1: niedrigste Kosten %2</translation>
    </message>
    <message>
        <source>best of all</source>
        <translation>Beste von allen</translation>
    </message>
    <message>
        <source>best %1 after %2 moves, %3</source>
        <translation>beste %1 nach %2 Zügen, %3</translation>
    </message>
    <message>
        <source>best %1 after %2 moves</source>
        <translation>beste %1 nach %2 Zügen</translation>
    </message>
    <message>
        <source>moves of a chain</source>
        <translation>Züge einer Kette</translation>
    </message>
    <message>
        <source>%1 was annealed for so few moves that there is no curve. Its lowest cost is %2.</source>
        <translation>%1 wurde mit so wenigen Zügen angelassen, dass es keine Kurve gibt. Die niedrigsten Kosten sind %2.</translation>
    </message>
</context>
<context>
    <name>pipette::AnswerLine</name>
    <message>
        <source>The answer</source>
        <translation>Die Antwort</translation>
    </message>
    <message>
        <source>&amp;Why?</source>
        <translation>&amp;Warum?</translation>
    </message>
    <message>
        <source>Why is this plan the best?</source>
        <translation>Warum ist dieser Plan der beste?</translation>
    </message>
    <message>
        <source>is %1 of it, from the first step that counts.</source>
        <translation>sind %1 davon, ab dem ersten Schritt, der zählt.</translation>
    </message>
    <message>
        <source>is %1 of it, from step %2 to %3.</source>
        <translation>sind %1 davon, von Schritt %2 bis %3.</translation>
    </message>
    <message>
        <source>is %1 of it, since step %2.</source>
        <translation>sind %1 davon, seit Schritt %2.</translation>
    </message>
    <message>
        <source>1 run of yours</source>
        <translation>1 Lauf von Ihnen</translation>
    </message>
    <message>
        <source>%1 runs of yours</source>
        <translation>%1 Läufe von Ihnen</translation>
    </message>
    <message>
        <source>Open the plan that they were started with to see whether they are as fast as planned.</source>
        <translation>Öffnen Sie den Plan, mit dem sie gestartet wurden, um zu sehen, ob sie so schnell sind wie geplant.</translation>
    </message>
    <message>
        <source>As planned</source>
        <translation>Wie geplant</translation>
    </message>
    <message>
        <source>As predicted</source>
        <translation>Wie vorhergesagt</translation>
    </message>
    <message>
        <source>than planned</source>
        <translation>als geplant</translation>
    </message>
    <message>
        <source>than predicted</source>
        <translation>als vorhergesagt</translation>
    </message>
    <message>
        <source>%1: %2 a step, expected %3 (%4 to %5).</source>
        <translation>%1: %2 je Schritt, erwartet %3 (%4 bis %5).</translation>
    </message>
    <message>
        <source>, %1 runs in the mean</source>
        <translation>, %1 Läufe im Mittel</translation>
    </message>
    <message>
        <source>The slowest, %1: %2 a step, expected %3 (%4 to %5).</source>
        <translation>Der langsamste, %1: %2 je Schritt, erwartet %3 (%4 bis %5).</translation>
    </message>
    <message>
        <source>They are of other jobs than the plan.</source>
        <translation>Sie gehören zu anderen Jobs als der Plan.</translation>
    </message>
</context>
<context>
    <name>pipette::AnswerWiring</name>
    <message>
        <source>The new search runs.</source>
        <translation>Die neue Suche läuft.</translation>
    </message>
    <message>
        <source>Plan again.</source>
        <translation>Planen Sie neu.</translation>
    </message>
    <message>
        <source>The answer rests on 1 assumption</source>
        <translation>Die Antwort beruht auf 1 Annahme</translation>
    </message>
    <message>
        <source>The answer rests on %1 assumptions</source>
        <translation>Die Antwort beruht auf %1 Annahmen</translation>
    </message>
    <message>
        <source>Plan of an earlier setup. Changed since: %1. %2</source>
        <translation>Plan einer früheren Einstellung. Seither geändert: %1. %2</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>job</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>what is excluded or slow</source>
        <translation>was ausgeschlossen oder langsam ist</translation>
    </message>
    <message>
        <source>search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>own calibration</source>
        <translation>eigene Kalibrierung</translation>
    </message>
    <message>
        <source>setup</source>
        <translation>Einstellung</translation>
    </message>
</context>
<context>
    <name>pipette::AssignmentBoard</name>
    <message>
        <source>Assignment board: stages across, replicas down</source>
        <translation>Zuordnungstafel: Stufen nebeneinander, Replikate untereinander</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>Replikat</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>No plan yet. Plan, then drag GPUs here to see what each change would cost.</source>
        <translation>Noch kein Plan. Planen Sie, dann ziehen Sie hier GPUs, um zu sehen, was jede Änderung kostet.</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>r%1</source>
        <translation>r%1</translation>
    </message>
    <message>
        <source>%1 spare GPUs</source>
        <translation>%1 GPUs in Reserve</translation>
    </message>
    <message>
        <source> (%1 shown; all are in the topology)</source>
        <translation> (%1 gezeigt; alle stehen in der Topologie)</translation>
    </message>
    <message>
        <source>By node</source>
        <translation>Nach Knoten</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 racks</source>
        <translation>%1 Racks</translation>
    </message>
    <message>
        <source>no rack given</source>
        <translation>kein Rack angegeben</translation>
    </message>
    <message>
        <source>%1 excluded GPUs</source>
        <translation>%1 ausgeschlossene GPUs</translation>
    </message>
    <message>
        <source>%1 spare and %2 excluded GPUs</source>
        <translation>%1 freie und %2 ausgeschlossene GPUs</translation>
    </message>
    <message>
        <source>Groups of GPUs that are numbered and move together</source>
        <translation>Gruppen von GPUs, die nummeriert sind und sich zusammen bewegen</translation>
    </message>
    <message>
        <source>stages (slices of the layers) across, replicas down</source>
        <translation>Stufen (Teile der Schichten) nebeneinander, Replikate untereinander</translation>
    </message>
    <message>
        <source>stages across, replicas down</source>
        <translation>Stufen nebeneinander, Replikate untereinander</translation>
    </message>
</context>
<context>
    <name>pipette::Autosave</name>
    <message>
        <source>Unsaved work is not kept for a crash: %1</source>
        <translation>Ungespeicherte Arbeit wird nicht für einen Absturz aufbewahrt: %1</translation>
    </message>
    <message>
        <source>Unsaved work of a session that ended unexpectedly could not be read and is kept as %1: %2</source>
        <translation>Ungespeicherte Arbeit einer unerwartet beendeten Sitzung war nicht lesbar und bleibt als %1: %2</translation>
    </message>
</context>
<context>
    <name>pipette::AvailabilityAnswer</name>
    <message>
        <source>No plan fits</source>
        <translation>Kein Plan passt</translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 Stunden</translation>
    </message>
    <message>
        <source>to %1 tokens</source>
        <translation>bis %1 Tokens</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>in %1 hours</source>
        <translation>in %1 Stunden</translation>
    </message>
</context>
<context>
    <name>pipette::AvailabilityRunner</name>
    <message>
        <source>Cancelled before every set of GPUs was planned</source>
        <translation>Abgebrochen, bevor jede GPU-Menge geplant war</translation>
    </message>
</context>
<context>
    <name>pipette::AvailabilityView</name>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>Periods of the best choice</source>
        <translation>Zeiträume der besten Wahl</translation>
    </message>
    <message>
        <source>What the answer is of</source>
        <translation>Wovon die Antwort handelt</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>Die Antwort</translation>
    </message>
    <message>
        <source>What is assumed</source>
        <translation>Was angenommen ist</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>Sta&amp;rt</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>GPUs that come and go</source>
        <translation>GPUs, die kommen und gehen</translation>
    </message>
    <message>
        <source>Planning each set of GPUs</source>
        <translation>Jede GPU-Menge wird geplant</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>Angenommen: %1</translation>
    </message>
    <message>
        <source>Open a file that says which GPUs are there, hour by hour (File, Open). The answer tells what this job gets done, when to replan and when to wait.</source>
        <translation>Öffnen Sie eine Datei, die Stunde für Stunde sagt, welche GPUs da sind (Datei, Öffnen). Die Antwort sagt, was dieser Auftrag schafft, wann neu zu planen und wann zu warten ist.</translation>
    </message>
    <message>
        <source>Not answered yet: Run plans each set of GPUs.</source>
        <translation>Noch nicht beantwortet: Start plant jede GPU-Menge.</translation>
    </message>
    <message>
        <source>This is of an earlier setup: Run answers for what is entered now.</source>
        <translation>Dies gehört zu früheren Eingaben: Start antwortet für die jetzigen.</translation>
    </message>
    <message>
        <source>Each set of GPUs is being planned.</source>
        <translation>Jede GPU-Menge wird gerade geplant.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>From (h)</source>
        <translation>Von (h)</translation>
    </message>
    <message>
        <source>To (h)</source>
        <translation>Bis (h)</translation>
    </message>
    <message>
        <source>GPUs there</source>
        <translation>GPUs da</translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation>Genutzte GPUs</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>Tun</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Lost work</source>
        <translation>Verlorene Arbeit</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Cost (%1)</source>
        <translation>Kosten (%1)</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>With a file that says which GPUs are there, hour by hour, you learn when to replan and when to wait.</source>
        <translation>Eine Datei, die Stunde für Stunde sagt, welche GPUs da sind, zeigt, wann neu zu planen und wann zu warten ist.</translation>
    </message>
</context>
<context>
    <name>pipette::AvailabilityWiring</name>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>Opened %1: it is answered once there is a cluster and a model</source>
        <translation>%1 geöffnet: die Antwort kommt, sobald Cluster und Modell da sind</translation>
    </message>
    <message>
        <source>Open a cluster and choose a model first</source>
        <translation>Öffnen Sie zuerst einen Cluster und wählen Sie ein Modell</translation>
    </message>
    <message>
        <source>%1: %2 hours</source>
        <translation>%1: %2 Stunden</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
</context>
<context>
    <name>pipette::BarPalette</name>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>microbatch %1</source>
        <translation>Micro-Batch %1</translation>
    </message>
    <message>
        <source>%1 (each chunk or direction)</source>
        <translation>%1 (je Chunk oder Richtung)</translation>
    </message>
</context>
<context>
    <name>pipette::BreakdownView</name>
    <message>
        <source>range of the estimate</source>
        <translation>Spanne der Schätzung</translation>
    </message>
    <message>
        <source> (%1 to %2)</source>
        <translation> (%1 bis %2)</translation>
    </message>
    <message>
        <source>Where the iteration time goes</source>
        <translation>Wohin die Iterationszeit geht</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>Iteration time</source>
        <translation>Iterationszeit</translation>
    </message>
    <message>
        <source>No plan yet. Choose a candidate to see where its time goes.</source>
        <translation>Noch kein Plan. Wählen Sie einen Kandidaten, um zu sehen, wohin seine Zeit geht.</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>Millisekunden</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
</context>
<context>
    <name>pipette::BudgetEditor</name>
    <message>
        <source>Put first</source>
        <translation>Zuerst</translation>
    </message>
    <message>
        <source>S&amp;eed</source>
        <translation>S&amp;tartwert</translation>
    </message>
    <message>
        <source>C&amp;hains</source>
        <translation>&amp;Ketten</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>Züge</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>Momentaufn.</translation>
    </message>
    <message>
        <source>Seed of the annealer</source>
        <translation>Startwert des Annealings</translation>
    </message>
    <message>
        <source>Annealing chains</source>
        <translation>Annealing-Ketten</translation>
    </message>
    <message>
        <source>Moves a chain at most</source>
        <translation>Züge je Kette höchstens</translation>
    </message>
    <message>
        <source>Quantile over bandwidth snapshots</source>
        <translation>Quantil über Bandbreiten-Momentaufnahmen</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>With bandwidth snapshots: plan for the expected time over them, or for a bad day (0.9)</source>
        <translation>Mit Bandbreiten-Momentaufnahmen: für die erwartete Zeit planen oder für einen schlechten Tag (0,9)</translation>
    </message>
    <message>
        <source>Candidate that comes first</source>
        <translation>Kandidat, der zuerst kommt</translation>
    </message>
    <message>
        <source>Safe and simple</source>
        <translation>Sicher, einfach</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Schnellster</translation>
    </message>
    <message>
        <source>Predictions cannot tell the candidates within 2 % of the fastest apart. Safe and simple: of these the one whose memory is safe comes first, then the one on fewer GPUs, then the one with fewer kinds of parallelism</source>
        <translation>Vorhersagen können Kandidaten innerhalb von 2 % des schnellsten nicht unterscheiden. Sicher, einfach: von diesen kommt der mit sicherem Speicher zuerst, dann der auf weniger GPUs, dann der mit weniger Arten von Parallelität</translation>
    </message>
</context>
<context>
    <name>pipette::CandidatesFilter</name>
    <message>
        <source>Other planners, for comparison</source>
        <translation>Andere Planer, zum Vergleich</translation>
    </message>
</context>
<context>
    <name>pipette::CandidatesModel</name>
    <message>
        <source>Host order</source>
        <translation>Host-Reihenfolge</translation>
    </message>
    <message>
        <source>Published recipe</source>
        <translation>Veröffentlichtes Rezept</translation>
    </message>
    <message>
        <source>Compare: up to four candidates side by side</source>
        <translation>Vergleichen: bis zu vier Kandidaten nebeneinander</translation>
    </message>
    <message>
        <source>pp, tp, dp, cp, ep: pipeline, tensor, data, context and expert parallel sizes. v (vpp): model chunks a GPU. mb: sequences in a micro batch</source>
        <translation>pp, tp, dp, cp, ep: Größen der Pipeline-, Tensor-, Daten-, Kontext- und Expertenparallelität. v (vpp): Modell-Chunks je GPU. mb: Sequenzen in einem Micro-Batch</translation>
    </message>
    <message>
        <source>How much faster or slower than the baseline; both are simulated on this cluster</source>
        <translation>Um wie viel schneller oder langsamer als die Basislinie; beide sind auf diesem Cluster simuliert</translation>
    </message>
    <message>
        <source>Model FLOPs without recomputation over the peak of all GPUs</source>
        <translation>Modell-FLOPs ohne Neuberechnung, geteilt durch die Spitzenleistung aller GPUs</translation>
    </message>
    <message>
        <source>Fullest GPU: upper estimate as a share of its memory. Safe: below 80 %. Tight: up to 100 %. Over: above</source>
        <translation>Vollste GPU: obere Schätzung als Anteil ihres Speichers. Sicher: unter 80 %. Knapp: bis 100 %. Zu viel: darüber</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>Planer</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Time a step</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>ties with best</source>
        <translation>gleichauf mit Bestem</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>wird berechnet…</translation>
    </message>
    <message>
        <source>edited by hand</source>
        <translation>von Hand geändert</translation>
    </message>
    <message>
        <source>GPU not calibrated</source>
        <translation>GPU nicht kalibriert</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>over</source>
        <translation>zu viel</translation>
    </message>
    <message>
        <source>the yardstick</source>
        <translation>der Maßstab</translation>
    </message>
    <message>
        <source>%1, between %2 and %3 by the calibration&apos;s error</source>
        <translation>%1, durch den Fehler der Kalibrierung zwischen %2 und %3</translation>
    </message>
    <message>
        <source>Fullest GPU: %1 estimated, %2 at most, of %3</source>
        <translation>Vollste GPU: %1 geschätzt, höchstens %2, von %3</translation>
    </message>
    <message>
        <source>Compare this candidate with others</source>
        <translation>Diesen Kandidaten mit anderen vergleichen</translation>
    </message>
    <message>
        <source>compare %1</source>
        <translation>%1 vergleichen</translation>
    </message>
    <message>
        <source>level</source>
        <translation>gleichauf</translation>
    </message>
    <message>
        <source>Split and options</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Simulated time of one step</source>
        <translation>Simulierte Zeit eines Schritts</translation>
    </message>
    <message>
        <source>Where the time lies by the error of the calibration; all rows have one scale. The dashed line is where the range of the chosen plan ends: a range that reaches it cannot be told from the chosen plan</source>
        <translation>Wo die Zeit nach dem Fehler der Kalibrierung liegt; alle Zeilen haben eine Skala. Die gestrichelte Linie steht dort, wo der Bereich des gewählten Plans endet: Was bis zu ihr reicht, lässt sich vom gewählten Plan nicht unterscheiden</translation>
    </message>
</context>
<context>
    <name>pipette::CandidatesView</name>
    <message>
        <source>Show &amp;rejected</source>
        <translation>&amp;Verworfene zeigen</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Filter candidates</source>
        <translation>Kandidaten filtern</translation>
    </message>
    <message>
        <source>Configurations that were rejected: those that were nearest to being chosen, each with the reason</source>
        <translation>Verworfene Konfigurationen: die, die einer Wahl am nächsten waren, jede mit ihrem Grund</translation>
    </message>
    <message>
        <source>How many configurations</source>
        <translation>Wie viele Konfigurationen</translation>
    </message>
    <message>
        <source>Candidate table</source>
        <translation>Tabelle der Kandidaten</translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>Noch kein Plan</translation>
    </message>
    <message>
        <source>Candidates show here once there is a plan</source>
        <translation>Kandidaten erscheinen hier, sobald es einen Plan gibt</translation>
    </message>
    <message>
        <source>%1 plans, %2 rejected</source>
        <translation>%1 Pläne, %2 verworfen</translation>
    </message>
    <message>
        <source>%1 plans</source>
        <translation>%1 Pläne</translation>
    </message>
    <message>
        <source>%1 candidates, %2 rejected (the nearest %3 are listed), %4 do not divide.</source>
        <translation>%1 Kandidaten, %2 verworfen (die nächsten %3 sind aufgeführt), %4 gehen nicht auf.</translation>
    </message>
    <message>
        <source>%1 candidates, %2 rejected, %3 do not divide.</source>
        <translation>%1 Kandidaten, %2 verworfen, %3 gehen nicht auf.</translation>
    </message>
    <message>
        <source>Rejected: too much memory, surely slower, or across a fault. Combinations that do not divide the model, the batch or the nodes are not planned.</source>
        <translation>Verworfen: zu viel Speicher, sicher langsamer oder über eine Störung hinweg. Kombinationen, die das Modell, den Batch oder die Knoten nicht teilen, werden nicht geplant.</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Improve from here</source>
        <translation>Von hier &amp;verbessern</translation>
    </message>
    <message>
        <source>Filter, e.g. tp 8</source>
        <translation>Filtern, z. B. tp 8</translation>
    </message>
    <message>
        <source>Rows that hold all of these words: a planner, tp 8, interleaved, over …</source>
        <translation>Zeilen, in denen alle diese Wörter stehen: ein Planer, tp 8, interleaved, zu viel …</translation>
    </message>
    <message>
        <source>&amp;Why not this one?</source>
        <translation>&amp;Warum nicht diese?</translation>
    </message>
</context>
<context>
    <name>pipette::CandidatesWiring</name>
    <message>
        <source>No Gantt chart: %1</source>
        <translation>Kein Gantt-Diagramm: %1</translation>
    </message>
    <message>
        <source>With these layers</source>
        <translation>Mit diesen Schichten</translation>
    </message>
    <message>
        <source>The plan does not say which calibration its times are from.</source>
        <translation>Der Plan sagt nicht, aus welcher Kalibrierung seine Zeiten stammen.</translation>
    </message>
    <message>
        <source>Times: %1</source>
        <translation>Zeiten: %1</translation>
    </message>
    <message>
        <source>. 1 assumption</source>
        <translation>. 1 Annahme</translation>
    </message>
    <message>
        <source>. %1 assumptions</source>
        <translation>. %1 Annahmen</translation>
    </message>
    <message>
        <source>Assumed: %1
</source>
        <translation>Angenommen: %1
</translation>
    </message>
    <message>
        <source>Your own calibration has no runs of these GPUs and this framework. </source>
        <translation>Ihre eigene Kalibrierung hat keine Läufe dieser GPUs mit diesem Framework. </translation>
    </message>
    <message>
        <source>Calibrated on 1 run of yours. </source>
        <translation>Kalibriert an 1 Lauf von Ihnen. </translation>
    </message>
    <message>
        <source>Calibrated on %1 runs of yours. </source>
        <translation>Kalibriert an %1 Läufen von Ihnen. </translation>
    </message>
    <message>
        <source>⚠ These times, edits and the Gantt chart use the plan&apos;s own calibration, not that of this program. Plan again to compare. </source>
        <translation>⚠ Diese Zeiten, Änderungen und das Gantt-Diagramm nutzen die Kalibrierung des Plans, nicht die dieses Programms. Planen Sie neu, um zu vergleichen. </translation>
    </message>
    <message>
        <source>⚠ These times use another calibration than this program. Edits use that of this program. Plan again to compare. </source>
        <translation>⚠ Diese Zeiten nutzen eine andere Kalibrierung als dieses Programm. Änderungen nutzen die dieses Programms. Planen Sie neu, um zu vergleichen. </translation>
    </message>
    <message>
        <source>end of comparing</source>
        <translation>Ende des Vergleichs</translation>
    </message>
    <message>
        <source>No plan of this search can take less than %1 a step</source>
        <translation>Kein Plan dieser Suche kann weniger als %1 je Schritt brauchen</translation>
    </message>
    <message>
        <source>times ± %1</source>
        <translation>Zeiten ± %1</translation>
    </message>
    <message>
        <source>Times of layers: %1. </source>
        <translation>Zeiten der Schichten: %1. </translation>
    </message>
</context>
<context>
    <name>pipette::CardDock</name>
    <message>
        <source>Views of this place</source>
        <translation>Ansichten dieses Platzes</translation>
    </message>
    <message>
        <source>More views of this place</source>
        <translation>Weitere Ansichten dieses Platzes</translation>
    </message>
    <message>
        <source>Menu of %1</source>
        <translation>Menü von %1</translation>
    </message>
    <message>
        <source>Takes the view out of the window, closes it, and what else has no room here</source>
        <translation>Nimmt die Ansicht aus dem Fenster, schließt sie, und was hier sonst keinen Platz hat</translation>
    </message>
    <message>
        <source>&amp;Put back into the window</source>
        <translation>&amp;Zurück ins Fenster</translation>
    </message>
    <message>
        <source>&amp;Take out of the window</source>
        <translation>Aus dem Fenster &amp;nehmen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
</context>
<context>
    <name>pipette::ChangeWords</name>
    <message>
        <source>%1 unchanged</source>
        <translation>%1 unverändert</translation>
    </message>
    <message>
        <source>by part: </source>
        <translation>nach Teilen: </translation>
    </message>
</context>
<context>
    <name>pipette::ChartView</name>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>&amp;Bild speichern…</translation>
    </message>
</context>
<context>
    <name>pipette::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Type what to do: plan, dark, sample, experts…</source>
        <translation>Tippen Sie, was zu tun ist: Plan, dunkel, Beispiel, Experten…</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Commands that match</source>
        <translation>Passende Befehle</translation>
    </message>
</context>
<context>
    <name>pipette::Commands</name>
    <message>
        <source>Recent: %1</source>
        <translation>Zuletzt: %1</translation>
    </message>
    <message>
        <source>Sample clusters</source>
        <translation>Beispiel-Cluster</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
</context>
<context>
    <name>pipette::CompareModel</name>
    <message>
        <source>cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>global batch</source>
        <translation>globaler Batch</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation>Fine-Tuning</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>time per step</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>tokens/s of a GPU</source>
        <translation>Tokens/s je GPU</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>fullest GPU</source>
        <translation>vollste GPU</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>pipeline (pp)</source>
        <translation>Pipeline (pp)</translation>
    </message>
    <message>
        <source>tensor (tp)</source>
        <translation>Tensor (tp)</translation>
    </message>
    <message>
        <source>%1 = %2·%3</source>
        <translation>%1 = %2·%3</translation>
    </message>
    <message>
        <source>context (cp)</source>
        <translation>Kontext (cp)</translation>
    </message>
    <message>
        <source>data (dp)</source>
        <translation>Daten (dp)</translation>
    </message>
    <message>
        <source>chunks a device (vpp)</source>
        <translation>Chunks je Gerät (vpp)</translation>
    </message>
    <message>
        <source>micro batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>optimizer on the host</source>
        <translation>Optimizer auf dem Host</translation>
    </message>
    <message>
        <source>activations on the host</source>
        <translation>Aktivierungen auf dem Host</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>best of these</source>
        <translation>Bester von diesen</translation>
    </message>
    <message>
        <source>, best of these</source>
        <translation>, Bester von diesen</translation>
    </message>
</context>
<context>
    <name>pipette::CompareView</name>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Differences between the compared plans</source>
        <translation>Unterschiede zwischen den verglichenen Plänen</translation>
    </message>
    <message>
        <source>Tick up to four candidates in the table, or pin the plan as a scenario (Ctrl+D) and change anything, to compare here, in the Gantt chart and in the memory bars.</source>
        <translation>Haken Sie in der Tabelle bis zu vier Kandidaten an, oder fixieren Sie den Plan als Szenario (Strg+D) und ändern Sie etwas, um hier, im Gantt-Diagramm und in den Speicherbalken zu vergleichen.</translation>
    </message>
    <message>
        <source>How to compare</source>
        <translation>So vergleicht man</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Vergleich beenden</translation>
    </message>
</context>
<context>
    <name>pipette::CopyTable</name>
    <message>
        <source>Copy the &amp;table</source>
        <translation>&amp;Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy the table as &amp;Markdown</source>
        <translation>Tabelle als &amp;Markdown kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Copy the &amp;value</source>
        <translation>&amp;Wert kopieren</translation>
    </message>
    <message>
        <source>Copy the &amp;row</source>
        <translation>&amp;Zeile kopieren</translation>
    </message>
</context>
<context>
    <name>pipette::DeviceTable</name>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Begins, ms</source>
        <translation>Beginnt, ms</translation>
    </message>
    <message>
        <source>Ends, ms</source>
        <translation>Endet, ms</translation>
    </message>
    <message>
        <source>Computes, ms</source>
        <translation>Rechnet, ms</translation>
    </message>
    <message>
        <source>Idle, % of the pipeline&apos;s time</source>
        <translation>Leerlauf, % der Pipeline-Zeit</translation>
    </message>
    <message>
        <source>Most activations held</source>
        <translation>Meiste gehaltene Aktivierungen</translation>
    </message>
</context>
<context>
    <name>pipette::EvidenceWiring</name>
    <message>
        <source>Open measured runs</source>
        <translation>Gemessene Läufe öffnen</translation>
    </message>
    <message>
        <source>Measured runs (*.csv);;All files (*)</source>
        <translation>Gemessene Läufe (*.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Memory of %1 jobs is estimated with what was learned; the document keeps it</source>
        <translation>Der Speicher von Jobs mit %1 wird mit dem Gelernten geschätzt; das Dokument behält es</translation>
    </message>
    <message>
        <source>Memory is estimated with what comes with the planner</source>
        <translation>Der Speicher wird mit dem geschätzt, was der Planer mitbringt</translation>
    </message>
    <message>
        <source>Reading measured runs…</source>
        <translation>Gemessene Läufe werden gelesen…</translation>
    </message>
    <message>
        <source>Read 1 measured run</source>
        <translation>1 gemessener Lauf gelesen</translation>
    </message>
    <message>
        <source>Read %1 measured runs</source>
        <translation>%1 gemessene Läufe gelesen</translation>
    </message>
    <message>
        <source>A measured run as a plan: change it, or plan with F5 to see what would be faster</source>
        <translation>Ein gemessener Lauf als Plan: ändern Sie ihn, oder planen Sie mit F5, um zu sehen, was schneller wäre</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Save the memory estimator</source>
        <translation>Speicherschätzer sichern</translation>
    </message>
    <message>
        <source>Memory estimators (*.json)</source>
        <translation>Speicherschätzer (*.json)</translation>
    </message>
    <message>
        <source>The training was cancelled</source>
        <translation>Das Training wurde abgebrochen</translation>
    </message>
    <message>
        <source>The estimator is trained</source>
        <translation>Der Schätzer ist trainiert</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>choice of the memory estimator</source>
        <translation>Wahl des Speicherschätzers</translation>
    </message>
    <message>
        <source>The %1 published runs come with the program: add your own log to test the estimates on your cluster</source>
        <translation>Die %1 veröffentlichten Läufe gehören zum Programm: Mit einem eigenen Log prüfen Sie die Schätzungen an Ihrem Cluster</translation>
    </message>
</context>
<context>
    <name>pipette::ExportWiring</name>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>&amp;Picture of</source>
        <translation>&amp;Bild von</translation>
    </message>
    <message>
        <source>Export a picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Share a page</source>
        <translation>Seite teilen</translation>
    </message>
    <message>
        <source>Pages (*.html *.pdf)</source>
        <translation>Seiten (*.html *.pdf)</translation>
    </message>
    <message>
        <source>Nothing to export yet: plan first</source>
        <translation>Noch nichts zu exportieren: planen Sie zuerst</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>%1 exportiert</translation>
    </message>
    <message>
        <source>There is no study yet</source>
        <translation>Es gibt noch keine Studie</translation>
    </message>
    <message>
        <source>Nothing to report yet: plan first</source>
        <translation>Noch nichts zu berichten: planen Sie zuerst</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>Assumed cluster: %1</source>
        <translation>Angenommener Cluster: %1</translation>
    </message>
    <message>
        <source>Export %1: the folder for its files</source>
        <translation>%1 exportieren: der Ordner für die Dateien</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Replace the launch files in %1?</source>
        <translation>Die Startdateien in %1 ersetzen?</translation>
    </message>
</context>
<context>
    <name>pipette::FaultsEditor</name>
    <message>
        <source>Excluded GPUs</source>
        <translation>Ausgeschlossene GPUs</translation>
    </message>
    <message>
        <source>Include all</source>
        <translation>Alle einschließen</translation>
    </message>
    <message>
        <source>Pinned GPUs</source>
        <translation>Fixierte GPUs</translation>
    </message>
    <message>
        <source>Unpin all</source>
        <translation>Alle freigeben</translation>
    </message>
    <message>
        <source>Degraded links</source>
        <translation>Verlangsamte Verbindungen</translation>
    </message>
    <message>
        <source>Links that run at a fraction of their measured bandwidth</source>
        <translation>Verbindungen, die nur einen Bruchteil ihrer gemessenen Bandbreite erreichen</translation>
    </message>
    <message>
        <source>First host of the slow link</source>
        <translation>Erster Host der langsamen Verbindung</translation>
    </message>
    <message>
        <source>Second host of the slow link</source>
        <translation>Zweiter Host der langsamen Verbindung</translation>
    </message>
    <message>
        <source>Share of the measured bandwidth</source>
        <translation>Anteil der gemessenen Bandbreite</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add the slow link</source>
        <translation>Langsame Verbindung hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the chosen slow link</source>
        <translation>Gewählte langsame Verbindung entfernen</translation>
    </message>
    <message>
        <source>Slow links</source>
        <translation>Langsame Verbindungen</translation>
    </message>
    <message>
        <source>No GPU is excluded</source>
        <translation>Keine GPU ist ausgeschlossen</translation>
    </message>
    <message>
        <source>Excluded: %1</source>
        <translation>Ausgeschlossen: %1</translation>
    </message>
    <message>
        <source>%1 – %2 at %3</source>
        <translation>%1 – %2 bei %3</translation>
    </message>
    <message>
        <source>No GPU is pinned</source>
        <translation>Keine GPU ist fixiert</translation>
    </message>
    <message>
        <source>%1 GPUs pinned</source>
        <translation>%1 GPUs fixiert</translation>
    </message>
</context>
<context>
    <name>pipette::FileWiring</name>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>Cluster %1: plan with F5</source>
        <translation>Cluster %1: planen Sie mit F5</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Not saved. %1</source>
        <translation>Nicht gespeichert. %1</translation>
    </message>
    <message>
        <source>Read %1 again; Undo brings back what was here</source>
        <translation>%1 neu gelesen; Rückgängig holt zurück, was hier war</translation>
    </message>
    <message>
        <source>Recovered the unsaved work of a session that ended unexpectedly</source>
        <translation>Ungespeicherte Arbeit einer unerwartet beendeten Sitzung ist wiederhergestellt</translation>
    </message>
    <message>
        <source>Recovered unsaved changes of %1</source>
        <translation>Ungespeicherte Änderungen von %1 sind wiederhergestellt</translation>
    </message>
    <message>
        <source>choice of the model %1</source>
        <translation>Wahl des Modells %1</translation>
    </message>
    <message>
        <source>The logs are read: take the cluster, or cancel</source>
        <translation>Die Logs sind gelesen: übernehmen Sie den Cluster, oder brechen Sie ab</translation>
    </message>
    <message>
        <source>Nothing was imported</source>
        <translation>Nichts wurde importiert</translation>
    </message>
    <message>
        <source>Imported %1: plan with F5</source>
        <translation>%1 importiert: planen Sie mit F5</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert…</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save the changes to “%1” first?</source>
        <translation>Änderungen an „%1“ zuerst speichern?</translation>
    </message>
    <message>
        <source>Save the plan</source>
        <translation>Plan speichern</translation>
    </message>
    <message>
        <source>Pipette plans (*.json)</source>
        <translation>Pipette-Pläne (*.json)</translation>
    </message>
    <message>
        <source>%1 has been deleted or moved</source>
        <translation>%1 wurde gelöscht oder verschoben</translation>
    </message>
    <message>
        <source>%1 has been changed by another program</source>
        <translation>%1 wurde von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>File deleted</source>
        <translation>Datei gelöscht</translation>
    </message>
    <message>
        <source>File changed</source>
        <translation>Datei geändert</translation>
    </message>
    <message>
        <source>“%1” has been deleted or moved since it was opened or saved here.</source>
        <translation>„%1“ wurde gelöscht oder verschoben, seit es hier geöffnet oder gespeichert wurde.</translation>
    </message>
    <message>
        <source>“%1” has been changed by another program or window since it was opened or saved here.</source>
        <translation>„%1“ wurde von einem anderen Programm oder Fenster geändert, seit es hier geöffnet oder gespeichert wurde.</translation>
    </message>
    <message>
        <source>Save writes what this window holds under the same name again.</source>
        <translation>Speichern schreibt den Inhalt dieses Fensters wieder unter demselben Namen.</translation>
    </message>
    <message>
        <source>Overwrite puts what this window holds in the place of the other version. Reload shows the other version; Undo brings yours back.</source>
        <translation>Überschreiben setzt den Inhalt dieses Fensters an die Stelle der anderen Fassung. Neu laden zeigt die andere Fassung; Rückgängig holt Ihre zurück.</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>&amp;Überschreiben</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>&amp;Forget these files</source>
        <translation>Diese Dateien &amp;vergessen</translation>
    </message>
    <message>
        <source>Cluster %1: plan with F5, in %2, for not all of its GPUs compute in %3</source>
        <translation>Cluster %1: planen mit F5, in %2, denn nicht alle seiner GPUs rechnen in %3</translation>
    </message>
</context>
<context>
    <name>pipette::GanttBars</name>
    <message>
        <source>%1 to %2 (%3)</source>
        <translation>%1 bis %2 (%3)</translation>
    </message>
    <message>
        <source>device %1 waits for the one that ends last on other snapshots
%2</source>
        <translation>Gerät %1 wartet auf das, das bei anderen Momentaufnahmen zuletzt endet
%2</translation>
    </message>
    <message>
        <source>device %1, gradient exchange and optimizer
%2</source>
        <translation>Gerät %1, Gradientenaustausch und Optimizer
%2</translation>
    </message>
    <message>
        <source>device %1 sends the output of %2
%3</source>
        <translation>Gerät %1 sendet die Ausgabe von %2
%3</translation>
    </message>
    <message>
        <source>device %1, %2, stage %3
never runs: the devices wait for each other</source>
        <translation>Gerät %1, %2, Stufe %3
läuft nie: die Geräte warten aufeinander</translation>
    </message>
    <message>
        <source>device %1, %2, stage %3
%4%5
idle before: %6%7</source>
        <translation>Gerät %1, %2, Stufe %3
%4%5
Leerlauf davor: %6%7</translation>
    </message>
    <message>
        <source>
on the critical path</source>
        <translation>
auf dem kritischen Pfad</translation>
    </message>
    <message>
        <source>
of forward and backward: </source>
        <translation>
von Forward und Backward: </translation>
    </message>
</context>
<context>
    <name>pipette::GanttPlot</name>
    <message>
        <source>critical path</source>
        <translation>kritischer Pfad</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>Millisekunden</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
</context>
<context>
    <name>pipette::GanttShares</name>
    <message>
        <source>idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>pipette::GanttView</name>
    <message>
        <source>%1: deadlock, nothing runs after %2</source>
        <translation>%1: Deadlock, nach %2 läuft nichts mehr</translation>
    </message>
    <message>
        <source>Gantt chart</source>
        <translation>Gantt-Diagramm</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>&amp;Bild speichern…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Colour by &amp;kind of work</source>
        <translation>Farbe nach &amp;Art der Arbeit</translation>
    </message>
    <message>
        <source>Colour by &amp;stage</source>
        <translation>Farbe nach &amp;Stufe</translation>
    </message>
    <message>
        <source>Colour by &amp;microbatch</source>
        <translation>Farbe nach &amp;Micro-Batch</translation>
    </message>
    <message>
        <source>%1: %2, idle %3</source>
        <translation>%1: %2, Leerlauf %3</translation>
    </message>
</context>
<context>
    <name>pipette::GpuCarrying</name>
    <message>
        <source>%1 (%2 GPUs)</source>
        <translation>%1 (%2 GPUs)</translation>
    </message>
</context>
<context>
    <name>pipette::GpuGroups</name>
    <message>
        <source>%1 of %2, %3 GPUs %4</source>
        <translation>%1 von %2, %3 GPUs %4</translation>
    </message>
    <message>
        <source>, slowest link %1</source>
        <translation>, langsamste Verbindung %1</translation>
    </message>
</context>
<context>
    <name>pipette::GpuKindDialog</name>
    <message>
        <source>Import of logs</source>
        <translation>Import von Logs</translation>
    </message>
    <message>
        <source>GPUs of the nodes</source>
        <translation>GPUs der Knoten</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>&amp;Importieren</translation>
    </message>
    <message>
        <source>&amp;GPUs of the nodes</source>
        <translation>&amp;GPUs der Knoten</translation>
    </message>
    <message>
        <source>The logs do not say which of the known GPUs they were measured on.</source>
        <translation>Die Logs sagen nicht, auf welchen der bekannten GPUs sie gemessen wurden.</translation>
    </message>
    <message>
        <source>Left out:</source>
        <translation>Ausgelassen:</translation>
    </message>
    <message>
        <source>What of the logs is left out</source>
        <translation>Was von den Logs ausgelassen ist</translation>
    </message>
</context>
<context>
    <name>pipette::GpuRoles</name>
    <message>
        <source>excluded</source>
        <translation>ausgeschlossen</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>fixiert</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>GPU %1 of %2</source>
        <translation>GPU %1 von %2</translation>
    </message>
    <message>
        <source>%1 assumed</source>
        <translation>%1 angenommen</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>%1 gemessen</translation>
    </message>
    <message>
        <source>%1 inside the node</source>
        <translation>%1 im Knoten</translation>
    </message>
    <message>
        <source>%1 inside the NVLink domain</source>
        <translation>%1 in der NVLink-Domäne</translation>
    </message>
    <message>
        <source>rank %1, stage %2, replica %3</source>
        <translation>Rang %1, Stufe %2, Replikat %3</translation>
    </message>
    <message>
        <source>; pinned</source>
        <translation>; fixiert</translation>
    </message>
    <message>
        <source>; excluded</source>
        <translation>; ausgeschlossen</translation>
    </message>
</context>
<context>
    <name>pipette::GpuView</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 GPUs: %2</source>
        <translation>%1 GPUs: %2</translation>
    </message>
    <message>
        <source>Select %1 alone</source>
        <translation>Nur %1 auswählen</translation>
    </message>
    <message>
        <source>Zoom in	PgDown</source>
        <translation>Vergrößern	PgDown</translation>
    </message>
    <message>
        <source>Pick up to move	M</source>
        <translation>Aufnehmen zum Verschieben	M</translation>
    </message>
    <message>
        <source>Moving. Aim with the arrows, Enter drops, Esc lets go.</source>
        <translation>Verschieben. Mit den Pfeiltasten zielen, Enter legt ab, Esc lässt los.</translation>
    </message>
    <message>
        <source>Unpin	P</source>
        <translation>Freigeben	P</translation>
    </message>
    <message>
        <source>Pin	P</source>
        <translation>Fixieren	P</translation>
    </message>
    <message>
        <source>Include	X</source>
        <translation>Einschließen	X</translation>
    </message>
    <message>
        <source>Exclude	X</source>
        <translation>Ausschließen	X</translation>
    </message>
    <message>
        <source>Moving %1. Aim with the arrows, Enter drops, Esc lets go.</source>
        <translation>%1 wird verschoben. Mit den Pfeiltasten zielen, Enter legt ab, Esc lässt los.</translation>
    </message>
    <message>
        <source>Nothing to group GPUs by</source>
        <translation>Nichts, wonach GPUs gruppiert werden könnten</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Let go; nothing was moved.</source>
        <translation>Losgelassen; nichts wurde verschoben.</translation>
    </message>
</context>
<context>
    <name>pipette::HandEdits</name>
    <message>
        <source>; %1 then lies %2</source>
        <translation>; %1 liegt dann %2</translation>
    </message>
    <message>
        <source>would not fit: stage %1 needs %2 of %3</source>
        <translation>passt nicht: Stufe %1 braucht %2 von %3</translation>
    </message>
    <message>
        <source>The mapping can be edited when the plan is complete</source>
        <translation>Die Zuordnung lässt sich ändern, wenn der Plan fertig ist</translation>
    </message>
</context>
<context>
    <name>pipette::HandOrderBar</name>
    <message>
        <source>Order by hand</source>
        <translation>Von Hand ordnen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take the last move back (Ctrl+Z)</source>
        <translation>Den letzten Zug zurücknehmen (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Make the move again (Ctrl+Shift+Z)</source>
        <translation>Den Zug erneut machen (Strg+Umschalt+Z)</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the order that this one came from</source>
        <translation>Zurück zur Reihenfolge, aus der diese entstand</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Read an order from a schedule file</source>
        <translation>Eine Reihenfolge aus einer Schedule-Datei lesen</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Write the order to a schedule file, which pipette simulate reads, too</source>
        <translation>Die Reihenfolge in eine Schedule-Datei schreiben, die auch pipette simulate liest</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Leave the order; Order by hand on the same schedule takes it up again</source>
        <translation>Die Reihenfolge verlassen; Von Hand ordnen auf demselben Schedule nimmt sie wieder auf</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Activations of a microbatch</source>
        <translation>Aktivierungen eines Micro-Batch</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>What one microbatch keeps on a device between its forward and its backward</source>
        <translation>Was ein Micro-Batch auf einem Gerät zwischen Forward und Backward hält</translation>
    </message>
    <message>
        <source>Memory limit for activations</source>
        <translation>Speichergrenze für Aktivierungen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>How much of its memory a device has for activations</source>
        <translation>Wie viel Speicher ein Gerät für Aktivierungen hat</translation>
    </message>
    <message>
        <source>A microbatch holds</source>
        <translation>Je Micro-Batch</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>does not run as it should</source>
        <translation>läuft nicht wie gewünscht</translation>
    </message>
</context>
<context>
    <name>pipette::HandOrderEditor</name>
    <message>
        <source>Move %1 on device %2</source>
        <translation>%1 auf Gerät %2 verschieben</translation>
    </message>
    <message>
        <source>Reset the order</source>
        <translation>Reihenfolge zurücksetzen</translation>
    </message>
    <message>
        <source>%1 by hand</source>
        <translation>%1 von Hand</translation>
    </message>
</context>
<context>
    <name>pipette::HandOrderWords</name>
    <message>
        <source>%1 microbatches on device %2 (%3)</source>
        <translation>%1 Micro-Batches auf Gerät %2 (%3)</translation>
    </message>
    <message>
        <source>%1 microbatches on device %2</source>
        <translation>%1 Micro-Batches auf Gerät %2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>The times do not fit the order: %1</source>
        <translation>Die Zeiten passen nicht zur Reihenfolge: %1</translation>
    </message>
    <message>
        <source>The order cannot run. These operations are wrong:</source>
        <translation>Die Reihenfolge kann nicht laufen. Diese Operationen sind falsch:</translation>
    </message>
    <message>
        <source>Deadlock after %1: %2 operations wait for each other</source>
        <translation>Deadlock nach %1: %2 Operationen warten aufeinander</translation>
    </message>
    <message>
        <source>a step takes %1, %2 idle</source>
        <translation>ein Schritt dauert %1, %2 Leerlauf</translation>
    </message>
    <message>
        <source>Too much memory: device %1 holds %2 at %3, the limit is %4</source>
        <translation>Zu viel Speicher: Gerät %1 hält %2 bei %3, die Grenze ist %4</translation>
    </message>
    <message>
        <source>Runs: %1</source>
        <translation>Läuft: %1</translation>
    </message>
    <message>
        <source>At most %1.</source>
        <translation>Höchstens %1.</translation>
    </message>
    <message>
        <source>It runs: %1.</source>
        <translation>Sie läuft: %1.</translation>
    </message>
    <message>
        <source>Against %1: %2.</source>
        <translation>Gegenüber %1: %2.</translation>
    </message>
    <message>
        <source>over the limit: %1</source>
        <translation>über der Grenze: %1</translation>
    </message>
    <message>
        <source>Drag a block to another place of its device.</source>
        <translation>Ziehen Sie einen Block an eine andere Stelle seines Geräts.</translation>
    </message>
</context>
<context>
    <name>pipette::HeadroomFinder</name>
    <message>
        <source>Cancelled before the headroom was found</source>
        <translation>Abgebrochen, bevor der Spielraum gefunden war</translation>
    </message>
    <message>
        <source>Headroom: %1</source>
        <translation>Spielraum: %1</translation>
    </message>
</context>
<context>
    <name>pipette::HeadroomView</name>
    <message>
        <source>Headroom</source>
        <translation>Spielraum</translation>
    </message>
    <message>
        <source>What headroom is</source>
        <translation>Was Spielraum ist</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Looking for the headroom</source>
        <translation>Der Spielraum wird gesucht</translation>
    </message>
    <message>
        <source>The headroom says how far this job can grow before nothing fits in memory. It has not been looked for yet.</source>
        <translation>Der Spielraum sagt, wie weit dieser Job wachsen kann, bis nichts mehr in den Speicher passt. Er ist noch nicht gesucht.</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>Längste Sequenz</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Largest micro batch</source>
        <translation>Größter Micro-Batch</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Deepest model</source>
        <translation>Tiefstes Modell</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>Wenigste GPUs</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Mit</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Find the headroom</source>
        <translation>Spielraum suchen</translation>
    </message>
    <message>
        <source>Each figure is moved alone, over every configuration that the limits allow. The upper estimate of the GPUs&apos; memory decides: times do not count, and nothing lies on the host.</source>
        <translation>Jede Zahl wird allein verändert, über alle Konfigurationen, die die Grenzen erlauben. Die obere Schätzung des GPU-Speichers entscheidet: Zeiten zählen nicht, und nichts liegt auf dem Host.</translation>
    </message>
    <message>
        <source>The headroom is being looked for.</source>
        <translation>Der Spielraum wird gesucht.</translation>
    </message>
</context>
<context>
    <name>pipette::HeadroomWiring</name>
    <message>
        <source>Open a cluster and choose a model first</source>
        <translation>Öffnen Sie zuerst einen Cluster und wählen Sie ein Modell</translation>
    </message>
</context>
<context>
    <name>pipette::HeatmapCells</name>
    <message>
        <source>the GPU itself</source>
        <translation>die GPU selbst</translation>
    </message>
    <message>
        <source>%1 inside the node</source>
        <translation>%1 im Knoten</translation>
    </message>
    <message>
        <source>broken, %1</source>
        <translation>defekt, %1</translation>
    </message>
    <message>
        <source>%1 itself</source>
        <translation>%1 selbst</translation>
    </message>
    <message>
        <source> (inside the node)</source>
        <translation> (im Knoten)</translation>
    </message>
</context>
<context>
    <name>pipette::HeatmapView</name>
    <message>
        <source>GB/s, log</source>
        <translation>GB/s, log.</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>defekt</translation>
    </message>
    <message>
        <source>in a node</source>
        <translation>im Knoten</translation>
    </message>
    <message>
        <source>links between nodes</source>
        <translation>Verbindungen zwischen Knoten</translation>
    </message>
    <message>
        <source>links between GPUs</source>
        <translation>Verbindungen zwischen GPUs</translation>
    </message>
    <message>
        <source>- - median %1</source>
        <translation>- - Median %1</translation>
    </message>
    <message>
        <source>, slowest %1</source>
        <translation>, langsamste %1</translation>
    </message>
    <message>
        <source>receiver</source>
        <translation>Empfänger</translation>
    </message>
    <message>
        <source>sender</source>
        <translation>Sender</translation>
    </message>
    <message>
        <source>Bandwidth heatmap: sender down, receiver across</source>
        <translation>Bandbreiten-Heatmap: Sender nach unten, Empfänger nach rechts</translation>
    </message>
    <message>
        <source>Snapshot of the measured bandwidth</source>
        <translation>Momentaufnahme der gemessenen Bandbreite</translation>
    </message>
    <message>
        <source>used for planning</source>
        <translation>für die Planung genutzt</translation>
    </message>
    <message>
        <source>broken (%1); %2</source>
        <translation>defekt (%1); %2</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 nach %2: %3</translation>
    </message>
    <message>
        <source>Reading the bandwidth...</source>
        <translation>Bandbreite wird gelesen...</translation>
    </message>
    <message>
        <source>No cluster yet. Open one to see its measured bandwidth.</source>
        <translation>Noch kein Cluster. Öffnen Sie einen, um seine gemessene Bandbreite zu sehen.</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>langsamste</translation>
    </message>
    <message>
        <source>number of links</source>
        <translation>Anzahl der Verbindungen</translation>
    </message>
    <message>
        <source>every link between nodes</source>
        <translation>jeder Link zwischen Knoten</translation>
    </message>
    <message>
        <source>every link</source>
        <translation>jeder Link</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
</context>
<context>
    <name>pipette::HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Help page</source>
        <translation>Hilfeseite</translation>
    </message>
    <message>
        <source>Help pages</source>
        <translation>Hilfeseiten</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Search all help pages</source>
        <translation>Alle Hilfeseiten durchsuchen</translation>
    </message>
    <message>
        <source>Search all pages (Ctrl+F)</source>
        <translation>Alle Seiten durchsuchen (Strg+F)</translation>
    </message>
    <message>
        <source>⚠ on no page</source>
        <translation>⚠ auf keiner Seite</translation>
    </message>
</context>
<context>
    <name>pipette::ImportDialog</name>
    <message>
        <source>What became of the logs</source>
        <translation>Was aus den Logs wurde</translation>
    </message>
    <message>
        <source>Import of logs</source>
        <translation>Import von Logs</translation>
    </message>
    <message>
        <source>Name of the cluster</source>
        <translation>Name des Clusters</translation>
    </message>
    <message>
        <source>&amp;Take the cluster</source>
        <translation>Cluster &amp;übernehmen</translation>
    </message>
    <message>
        <source>C&amp;opy the list</source>
        <translation>&amp;Liste kopieren</translation>
    </message>
    <message>
        <source>&amp;Name of the cluster</source>
        <translation>&amp;Name des Clusters</translation>
    </message>
    <message>
        <source>pairs measured</source>
        <translation>Paare gemessen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>none to measure</source>
        <translation>nichts zu messen</translation>
    </message>
    <message>
        <source>pairs failed</source>
        <translation>Paare fehlgeschlagen</translation>
    </message>
    <message>
        <source>pairs missing</source>
        <translation>Paare fehlen</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>conflicts</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>&amp;Read the logs again</source>
        <translation>Logs &amp;neu lesen</translation>
    </message>
    <message>
        <source>as read</source>
        <translation>wie gelesen</translation>
    </message>
    <message>
        <source>NICs a node</source>
        <translation>NICs je Knoten</translation>
    </message>
    <message>
        <source>Inside a node, a stream</source>
        <translation>Im Knoten, je Strom</translation>
    </message>
    <message>
        <source> GB/s</source>
        <translation> GB/s</translation>
    </message>
    <message>
        <source>Between nodes, if not measured</source>
        <translation>Zwischen Knoten, falls ungemessen</translation>
    </message>
    <message>
        <source>Latency, if not measured</source>
        <translation>Latenz, falls ungemessen</translation>
    </message>
    <message>
        <source> µs</source>
        <translation> µs</translation>
    </message>
</context>
<context>
    <name>pipette::JobEditor</name>
    <message>
        <source>Global batch in sequences</source>
        <translation>Globaler Batch in Sequenzen</translation>
    </message>
    <message>
        <source> seq</source>
        <translation> Seq.</translation>
    </message>
    <message>
        <source>Sequence length in tokens</source>
        <translation>Sequenzlänge in Tokens</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Tokens</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Training framework</source>
        <translation>Trainings-Framework</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Primary weights</source>
        <translation>Primärgewichte</translation>
    </message>
    <message>
        <source>How weights are kept whose products cast them to 8 or 4 bits: as the framework does, in 16 bits, or as the products take them</source>
        <translation>Wie Gewichte gehalten werden, deren Produkte sie auf 8 oder 4 Bit umwandeln: wie das Framework es tut, in 16 Bit, oder wie die Produkte sie nehmen</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash Attention</translation>
    </message>
    <message>
        <source>Fused attention kernels where the GPU has them; without them the scores of every head go through memory</source>
        <translation>Fusionierte Attention-Kernel, wo die GPU sie hat; ohne sie gehen die Scores jedes Heads durch den Speicher</translation>
    </message>
    <message>
        <source>Overlap gradient exchange</source>
        <translation>Gradienten überlappen</translation>
    </message>
    <message>
        <source>The gradient exchange hides behind the remaining backward passes</source>
        <translation>Der Gradientenaustausch verbirgt sich hinter den übrigen Backward-Durchläufen</translation>
    </message>
    <message>
        <source>Overlap parameter gather</source>
        <translation>Parameter überlappen</translation>
    </message>
    <message>
        <source>With it, ZeRO&apos;s parameters come back beside the next forward pass</source>
        <translation>Damit kommen die Parameter von ZeRO neben dem nächsten Forward zurück</translation>
    </message>
    <message>
        <source>Overlap tensor parallelism</source>
        <translation>Tensor-Par. überlappen</translation>
    </message>
    <message>
        <source>Gathers and scatters of sequence parallelism go on beside the matrix products; in tensor grids (AxoNN), sums of input gradients beside the products of weight gradients</source>
        <translation>Gathers und Scatters der Sequenzparallelität laufen neben den Matrixprodukten; in Tensorgittern (AxoNN) Summen der Eingangsgradienten neben den Produkten der Gewichtsgradienten</translation>
    </message>
    <message>
        <source>Rank of LoRA&apos;s adapters</source>
        <translation>Rang der LoRA-Adapter</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Fine-tuning with frozen weights: adapters of this rank are trained. Off: all weights are trained</source>
        <translation>Fine-Tuning mit eingefrorenen Gewichten: Adapter dieses Rangs werden trainiert. Aus: alle Gewichte werden trainiert</translation>
    </message>
    <message>
        <source>Matrices that carry adapters</source>
        <translation>Matrizen mit Adaptern</translation>
    </message>
    <message>
        <source>Matrices that carry adapters: all of every layer, or those of attention</source>
        <translation>Matrizen mit Adaptern: alle jeder Schicht oder die der Attention</translation>
    </message>
    <message>
        <source>Mean length of packed sequences in tokens</source>
        <translation>Mittlere Länge gepackter Sequenzen in Tokens</translation>
    </message>
    <message>
        <source>not packed</source>
        <translation>nicht gepackt</translation>
    </message>
    <message>
        <source>Length of the short sequences that are packed into one: the mean over tokens, sum of squares over sum. Attention stays inside each</source>
        <translation>Länge der kurzen Sequenzen, die zu einer gepackt werden: Mittel über Tokens, Summe der Quadrate durch Summe. Attention bleibt innerhalb jeder</translation>
    </message>
    <message>
        <source>&amp;Global batch</source>
        <translation>&amp;Batch</translation>
    </message>
    <message>
        <source>&amp;Sequence</source>
        <translation>&amp;Sequenz</translation>
    </message>
    <message>
        <source>P&amp;recision</source>
        <translation>P&amp;räzision</translation>
    </message>
    <message>
        <source>Frame&amp;work</source>
        <translation>Frame&amp;work</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA-Rang</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Packed sequences</source>
        <translation>Gepackte Seq.</translation>
    </message>
    <message>
        <source>Activation inputs in 8 bits</source>
        <translation>Aktivierungseingaben in 8 Bit</translation>
    </message>
    <message>
        <source>The input of a gated activation is kept in 8 bits for the backward pass, where the framework can</source>
        <translation>Die Eingabe einer Aktivierung mit Gate wird für den Rückwärtspass in 8 Bit behalten, wo das Framework es kann</translation>
    </message>
</context>
<context>
    <name>pipette::KeysDialog</name>
    <message>
        <source>&amp;No keys</source>
        <translation>&amp;Keine Tasten</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Take them away</source>
        <translation>&amp;Wegnehmen</translation>
    </message>
    <message>
        <source>&amp;Leave them there</source>
        <translation>Dort &amp;lassen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Search: an action, a menu or keys</source>
        <translation>Suche: eine Aktion, ein Menü oder Tasten</translation>
    </message>
    <message>
        <source>Search the actions</source>
        <translation>Die Aktionen durchsuchen</translation>
    </message>
    <message>
        <source>Reset &amp;all</source>
        <translation>&amp;Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>Aktionen und ihre Tasten</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>At first</source>
        <translation>Anfangs</translation>
    </message>
    <message>
        <source>Keys of the chosen action</source>
        <translation>Tasten der gewählten Aktion</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 belongs to fields and views. Take a function key, or one with Ctrl or Alt.</source>
        <translation>%1 gehört Feldern und Ansichten. Nehmen Sie eine Funktionstaste oder eine mit Strg oder Alt.</translation>
    </message>
    <message>
        <source>%1 starts already: %2.</source>
        <translation>%1 startet schon: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be taken away from: %2.</source>
        <translation>%1 lässt sich nicht wegnehmen von: %2.</translation>
    </message>
</context>
<context>
    <name>pipette::KeysWiring</name>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>&amp;Tastenkürzel…</translation>
    </message>
    <message>
        <source>Shows the keys of every action, and gives it others</source>
        <translation>Zeigt die Tasten jeder Aktion und gibt ihr andere</translation>
    </message>
</context>
<context>
    <name>pipette::KnownFaults</name>
    <message>
        <source>link %1 – %2 is broken</source>
        <translation>Verbindung %1 – %2 ist defekt</translation>
    </message>
    <message>
        <source>GPU %1 is broken</source>
        <translation>GPU %1 ist defekt</translation>
    </message>
    <message>
        <source>host %1 is broken</source>
        <translation>Host %1 ist defekt</translation>
    </message>
    <message>
        <source>and %1 more faults</source>
        <translation>und %1 weitere Störungen</translation>
    </message>
</context>
<context>
    <name>pipette::LabAnimation</name>
    <message>
        <source>cannot be written: there is no schedule to play</source>
        <translation>kann nicht geschrieben werden: Es gibt keinen Schedule zum Abspielen</translation>
    </message>
</context>
<context>
    <name>pipette::LabMoment</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, %2 busy</source>
        <translation>%1, %2 beschäftigt</translation>
    </message>
</context>
<context>
    <name>pipette::LabPanel</name>
    <message>
        <source>Open an order</source>
        <translation>Reihenfolge öffnen</translation>
    </message>
    <message>
        <source>Schedules (*.json *.csv);;All files (*)</source>
        <translation>Schedules (*.json *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the order</source>
        <translation>Reihenfolge speichern</translation>
    </message>
    <message>
        <source>Export a picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>Open a schedule</source>
        <translation>Schedule öffnen</translation>
    </message>
    <message>
        <source>Export a page</source>
        <translation>Seite exportieren</translation>
    </message>
    <message>
        <source>Save as a lesson</source>
        <translation>Als Lektion speichern</translation>
    </message>
    <message>
        <source>Export a Chrome trace</source>
        <translation>Chrome-Trace exportieren</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Export a hand-out</source>
        <translation>Handout exportieren</translation>
    </message>
    <message>
        <source>Export an animated picture</source>
        <translation>Animiertes Bild exportieren</translation>
    </message>
    <message>
        <source>Save the lab</source>
        <translation>Labor speichern</translation>
    </message>
    <message>
        <source>Copy the lab</source>
        <translation>Labor kopieren</translation>
    </message>
    <message>
        <source>Paste a lab</source>
        <translation>Labor einfügen</translation>
    </message>
    <message>
        <source>cannot hold a schedule of a file: a lesson names a kind</source>
        <translation>kann keinen Schedule aus einer Datei aufnehmen: Eine Lektion nennt eine Art</translation>
    </message>
    <message>
        <source>cannot be written: no lesson is shown yet</source>
        <translation>kann nicht geschrieben werden: Noch wird keine Lektion gezeigt</translation>
    </message>
    <message>
        <source>cannot hold times that are no numbers</source>
        <translation>kann keine Zeiten aufnehmen, die keine Zahlen sind</translation>
    </message>
    <message>
        <source>cannot hold an order by hand, which has a schedule file of its own</source>
        <translation>kann keine Reihenfolge von Hand aufnehmen; dafür gibt es eine eigene Schedule-Datei</translation>
    </message>
    <message>
        <source>cannot hold a schedule of a file: a lab names kinds</source>
        <translation>kann keinen Schedule aus einer Datei aufnehmen: Ein Labor nennt nur Arten</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>der Text</translation>
    </message>
</context>
<context>
    <name>pipette::LabPlayer</name>
    <message>
        <source>Step back (left arrow)</source>
        <translation>Schritt zurück (Pfeil links)</translation>
    </message>
    <message>
        <source>Play (space)</source>
        <translation>Abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>Step (right arrow)</source>
        <translation>Schritt (Pfeil rechts)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Show everything (Esc)</source>
        <translation>Alles zeigen (Esc)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Speed (, and . keys)</source>
        <translation>Tempo (Tasten , und .)</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What runs now</source>
        <translation>Was jetzt läuft</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
</context>
<context>
    <name>pipette::LabSimulation</name>
    <message>
        <source>is too large to step through; pipette simulate takes larger ones</source>
        <translation>ist zu groß, um es schrittweise zu zeigen; pipette simulate nimmt größere</translation>
    </message>
</context>
<context>
    <name>pipette::LabTable</name>
    <message>
        <source>Figures of the schedules</source>
        <translation>Kennzahlen der Schedules</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Without any bubble</source>
        <translation>Ohne jede Bubble</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Parameter copies</source>
        <translation>Kopien der Parameter</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>Deadlock</translation>
    </message>
    <message>
        <source>Most microbatches held</source>
        <translation>Meiste gehaltene Micro-Batches</translation>
    </message>
</context>
<context>
    <name>pipette::LabTimes</name>
    <message>
        <source>Times (ms)</source>
        <translation>Zeiten (ms)</translation>
    </message>
    <message>
        <source>%1, milliseconds</source>
        <translation>%1, Millisekunden</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Forward</translation>
    </message>
    <message>
        <source>One microbatch through a device: one number, or one for each device with commas</source>
        <translation>Ein Micro-Batch durch ein Gerät: eine Zahl, oder mit Semikolons eine für jedes Gerät</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Backward</translation>
    </message>
    <message>
        <source>The whole backward: one number, or one for each device with commas</source>
        <translation>Das ganze Backward: eine Zahl, oder mit Semikolons eine für jedes Gerät</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>One transfer: one number, or one for each boundary between neighbours</source>
        <translation>Ein Transfer: eine Zahl, oder eine für jede Grenze zwischen Nachbarn</translation>
    </message>
    <message>
        <source>Wrap link</source>
        <translation>Rückweg</translation>
    </message>
    <message>
        <source>Link from the last device to the first, milliseconds</source>
        <translation>Verbindung vom letzten Gerät zum ersten, Millisekunden</translation>
    </message>
    <message>
        <source>as the slowest</source>
        <translation>wie die langsamste</translation>
    </message>
    <message>
        <source>Where chunks go round: interleaved, breadth-first</source>
        <translation>Wo Chunks im Kreis laufen: interleaved, breadth-first</translation>
    </message>
    <message>
        <source>Weight share</source>
        <translation>Anteil Gewichte</translation>
    </message>
    <message>
        <source>Share of the backward that is the weight gradient</source>
        <translation>Anteil des Backward, den der Gewichtsgradient nimmt</translation>
    </message>
    <message>
        <source>Where a schedule splits the backward</source>
        <translation>Wo ein Schedule das Backward teilt</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>Überlappt</translation>
    </message>
    <message>
        <source>Forward and backward overlapped, milliseconds</source>
        <translation>Forward und Backward überlappt, Millisekunden</translation>
    </message>
    <message>
        <source>their sum</source>
        <translation>ihre Summe</translation>
    </message>
    <message>
        <source>DualPipe: a forward inside a backward</source>
        <translation>DualPipe: ein Forward in einem Backward</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Repeated forward before a backward, milliseconds</source>
        <translation>Wiederholtes Forward vor einem Backward, Millisekunden</translation>
    </message>
    <message>
        <source>as the schedule does</source>
        <translation>wie der Schedule</translation>
    </message>
    <message>
        <source>Usually none; Varuna repeats the forward</source>
        <translation>Meist keine; Varuna wiederholt das Forward</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>Transfers</translation>
    </message>
    <message>
        <source>Whether a device waits for its transfers: not at all, for both ways at once, or for one after the other</source>
        <translation>Ob ein Gerät auf seine Transfers wartet: gar nicht, auf beide Richtungen zugleich, oder auf eine nach der anderen</translation>
    </message>
    <message>
        <source>Why the times cannot be used</source>
        <translation>Warum die Zeiten nicht nutzbar sind</translation>
    </message>
    <message>
        <source>⚠ %1: &quot;%2&quot; is not a number of %3, nor a list of such with commas</source>
        <translation>⚠ %1: „%2“ ist keine Zahl von %3 und keine Liste solcher mit Semikolons</translation>
    </message>
</context>
<context>
    <name>pipette::LabWiring</name>
    <message>
        <source>Opened the lesson %1</source>
        <translation>Lektion %1 geöffnet</translation>
    </message>
    <message>
        <source>Opened the order %1</source>
        <translation>Reihenfolge %1 geöffnet</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Opened the lab %1</source>
        <translation>Labor %1 geöffnet</translation>
    </message>
</context>
<context>
    <name>pipette::LaunchDialog</name>
    <message>
        <source>Text of the file</source>
        <translation>Text der Datei</translation>
    </message>
    <message>
        <source>Launch files: %1</source>
        <translation>Startdateien: %1</translation>
    </message>
    <message>
        <source>Files of the folder</source>
        <translation>Dateien des Ordners</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>&amp;Write into a folder…</source>
        <translation>In einen Ordner &amp;schreiben…</translation>
    </message>
    <message>
        <source>C&amp;opy this file</source>
        <translation>Diese Datei k&amp;opieren</translation>
    </message>
    <message>
        <source>
… The file goes on; it is written whole.</source>
        <translation>
… Die Datei geht weiter; geschrieben wird sie ganz.</translation>
    </message>
</context>
<context>
    <name>pipette::LayerStrip</name>
    <message numerus="yes">
        <source>Stage %1: %n layers</source>
        <translation>
            <numerusform>Stufe %1: %n Schicht</numerusform>
            <numerusform>Stufe %1: %n Schichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Chunk %1 on stage %2: %n layers</source>
        <translation>
            <numerusform>Chunk %1 auf Stufe %2: %n Schicht</numerusform>
            <numerusform>Chunk %1 auf Stufe %2: %n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>Border between: %1; %2</source>
        <translation>Grenze zwischen: %1; %2</translation>
    </message>
    <message>
        <source>Layers by stage</source>
        <translation>Schichten je Stufe</translation>
    </message>
    <message numerus="yes">
        <source>%n layers</source>
        <translation>
            <numerusform>%n Schicht</numerusform>
            <numerusform>%n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Type a layout…</source>
        <translation>&amp;Aufteilung eingeben…</translation>
    </message>
    <message>
        <source>As &amp;usual</source>
        <translation>Wie &amp;üblich</translation>
    </message>
    <message>
        <source>The layers of each stage show here. Choose a plan with more than one stage.</source>
        <translation>Hier erscheinen die Schichten jeder Stufe. Wählen Sie einen Plan mit mehr als einer Stufe.</translation>
    </message>
    <message>
        <source>%1: %2
%3</source>
        <translation>%1: %2
%3</translation>
    </message>
    <message>
        <source>Layers of each stage; the chip above tells the stage. Drag a border to give a layer to another stage.</source>
        <translation>Schichten jeder Stufe; das Feld darüber nennt die Stufe. Ziehen Sie eine Grenze, um eine Schicht einer anderen Stufe zu geben.</translation>
    </message>
</context>
<context>
    <name>pipette::LessonCurveChart</name>
    <message>
        <source>Curve of the lesson</source>
        <translation>Kurve der Lektion</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>This lesson has no curve</source>
        <translation>Diese Lektion hat keine Kurve</translation>
    </message>
    <message>
        <source>%1, %2 %3: %4</source>
        <translation>%1, %2 %3: %4</translation>
    </message>
</context>
<context>
    <name>pipette::LessonFields</name>
    <message>
        <source>Reset the numbers</source>
        <translation>Zahlen zurücksetzen</translation>
    </message>
    <message>
        <source>Change the example</source>
        <translation>Beispiel ändern</translation>
    </message>
    <message>
        <source>Sets every number of the example as the lesson has it</source>
        <translation>Setzt jede Zahl des Beispiels auf den Wert der Lektion</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
</context>
<context>
    <name>pipette::LessonList</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Lesson %1, done: %2</source>
        <translation>Lektion %1, erledigt: %2</translation>
    </message>
    <message>
        <source>Lesson %1: %2</source>
        <translation>Lektion %1: %2</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>%1 von %2 erledigt</translation>
    </message>
</context>
<context>
    <name>pipette::LessonPage</name>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>The rule to take away</source>
        <translation>Die Regel zum Mitnehmen</translation>
    </message>
    <message>
        <source>The question before, or the lesson before</source>
        <translation>Die vorige Frage oder die vorige Lektion</translation>
    </message>
    <message>
        <source>Goes on (Enter)</source>
        <translation>Weiter (Enter)</translation>
    </message>
    <message>
        <source>Lesson %1 of %2</source>
        <translation>Lektion %1 von %2</translation>
    </message>
    <message>
        <source>%1 · about %2 minutes</source>
        <translation>%1 · etwa %2 Minuten</translation>
    </message>
    <message>
        <source>Predict first · question %1 of %2</source>
        <translation>Erst vorhersagen · Frage %1 von %2</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>Nächste Frage</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>Nächste Lektion</translation>
    </message>
    <message>
        <source>Next lesson: %1</source>
        <translation>Nächste Lektion: %1</translation>
    </message>
    <message>
        <source>You predicted all %1 questions right.</source>
        <translation>Sie haben alle %1 Fragen richtig vorhergesagt.</translation>
    </message>
    <message>
        <source>You predicted %1 of %2 questions right. Previous leads back to them.</source>
        <translation>Sie haben %1 von %2 Fragen richtig vorhergesagt. Zurück führt wieder zu ihnen.</translation>
    </message>
</context>
<context>
    <name>pipette::LessonQuestionCard</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Choose with its number</source>
        <translation>Mit der Nummer wählen</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>Richtig.</translation>
    </message>
    <message>
        <source>With these numbers no single answer is right.</source>
        <translation>Mit diesen Zahlen ist keine einzelne Antwort richtig.</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>not right</source>
        <translation>nicht richtig</translation>
    </message>
    <message>
        <source>Not quite. Right is: “%1”.</source>
        <translation>Nicht ganz. Richtig ist: „%1“.</translation>
    </message>
</context>
<context>
    <name>pipette::LessonView</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Microbatches held by the fullest GPU</source>
        <translation>Micro-Batches, die die vollste GPU hält</translation>
    </message>
    <message>
        <source>Memory of a GPU</source>
        <translation>Speicher einer GPU</translation>
    </message>
    <message>
        <source>The lesson&apos;s schedules will be drawn here</source>
        <translation>Die Schedules der Lektion werden hier gezeichnet</translation>
    </message>
    <message>
        <source>simulating…</source>
        <translation>wird simuliert…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xport</translation>
    </message>
    <message>
        <source>&amp;Hand-out…</source>
        <translation>&amp;Handout…</translation>
    </message>
    <message>
        <source>&amp;Picture…</source>
        <translation>&amp;Bild…</translation>
    </message>
    <message>
        <source>&amp;Animated picture…</source>
        <translation>A&amp;nimiertes Bild…</translation>
    </message>
    <message>
        <source>Times and curves stand here once you have checked an answer.</source>
        <translation>Zeiten und Kurven stehen hier, sobald Sie eine Antwort geprüft haben.</translation>
    </message>
</context>
<context>
    <name>pipette::LimitsEditor</name>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Numbers of GPUs to try, such as 64, 128</source>
        <translation>Zu versuchende GPU-Zahlen, etwa 64, 128</translation>
    </message>
    <message>
        <source>Numbers of GPUs to use</source>
        <translation>Anzahl zu nutzender GPUs</translation>
    </message>
    <message>
        <source>1, 2, 4, 8</source>
        <translation>1, 2, 4, 8</translation>
    </message>
    <message>
        <source>Micro batches to try</source>
        <translation>Zu versuchende Micro-Batches</translation>
    </message>
    <message>
        <source>Largest tensor parallel size</source>
        <translation>Größte Tensor-Parallelität</translation>
    </message>
    <message>
        <source>GPUs of a node</source>
        <translation>GPUs eines Knotens</translation>
    </message>
    <message>
        <source>Largest context parallel size</source>
        <translation>Größte Kontext-Parallelität</translation>
    </message>
    <message>
        <source>by the sequence</source>
        <translation>nach der Sequenz</translation>
    </message>
    <message>
        <source>By the sequence: from 16384 tokens on, up to one GPU for every 4096 tokens</source>
        <translation>Nach der Sequenz: ab 16384 Tokens, bis zu einer GPU je 4096 Tokens</translation>
    </message>
    <message>
        <source>Most model chunks a device</source>
        <translation>Meiste Modell-Chunks je Gerät</translation>
    </message>
    <message>
        <source>Recomputation to try; none ticked: all</source>
        <translation>Zu versuchende Neuberechnung; nichts angehakt: alle</translation>
    </message>
    <message>
        <source>None ticked: all three are tried</source>
        <translation>Nichts angehakt: alle drei werden versucht</translation>
    </message>
    <message>
        <source>Schedules to try; none ticked: 1f1b and interleaved</source>
        <translation>Zu versuchende Schedules; nichts angehakt: 1f1b und interleaved</translation>
    </message>
    <message>
        <source>None ticked: 1f1b and interleaved</source>
        <translation>Nichts angehakt: 1f1b und interleaved</translation>
    </message>
    <message>
        <source>GP&amp;Us</source>
        <translation>GP&amp;Us</translation>
    </message>
    <message>
        <source>&amp;Micro batch</source>
        <translation>&amp;Micro-Batch</translation>
    </message>
    <message>
        <source>Max &amp;tp</source>
        <translation>Max. &amp;tp</translation>
    </message>
    <message>
        <source>Max &amp;cp</source>
        <translation>Max. &amp;cp</translation>
    </message>
    <message>
        <source>Max &amp;vpp</source>
        <translation>Max. &amp;vpp</translation>
    </message>
    <message>
        <source>Recomp&amp;ute</source>
        <translation>&amp;Neuberechnung</translation>
    </message>
    <message>
        <source>none ticked: all three</source>
        <translation>nichts angehakt: alle drei</translation>
    </message>
    <message>
        <source>Sche&amp;dules</source>
        <translation>Sche&amp;dules</translation>
    </message>
    <message>
        <source>none ticked: 1f1b and interleaved</source>
        <translation>nichts angehakt: 1f1b und interleaved</translation>
    </message>
    <message>
        <source>0: nothing is spread</source>
        <translation>0: nichts wird verteilt</translation>
    </message>
    <message>
        <source>1: optimizer state</source>
        <translation>1: Optimizer-Zustand</translation>
    </message>
    <message>
        <source>2: gradients, too</source>
        <translation>2: auch Gradienten</translation>
    </message>
    <message>
        <source>3: parameters, too (FSDP)</source>
        <translation>3: auch Parameter (FSDP)</translation>
    </message>
    <message>
        <source>ZeRO stages to try; none ticked: as the framework does</source>
        <translation>Zu versuchende ZeRO-Stufen; nichts angehakt: wie das Framework</translation>
    </message>
    <message>
        <source>Context parallelism to try; none ticked: all whose causal mask is balanced</source>
        <translation>Zu versuchende Kontext-Parallelität; nichts angehakt: alle mit ausgeglichener kausaler Maske</translation>
    </message>
    <message>
        <source>&amp;ZeRO</source>
        <translation>&amp;ZeRO</translation>
    </message>
    <message>
        <source>none ticked: as the framework does</source>
        <translation>nichts angehakt: wie das Framework</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>25 % of the optimizer</source>
        <translation>25 % des Optimizers</translation>
    </message>
    <message>
        <source>50 % of the optimizer</source>
        <translation>50 % des Optimizers</translation>
    </message>
    <message>
        <source>75 % of the optimizer</source>
        <translation>75 % des Optimizers</translation>
    </message>
    <message>
        <source>all of the optimizer</source>
        <translation>der ganze Optimizer</translation>
    </message>
    <message>
        <source>What the host keeps; none ticked: nothing, or what it takes for something to fit</source>
        <translation>Was der Host hält; nichts angehakt: nichts, oder was nötig ist, damit etwas passt</translation>
    </message>
    <message>
        <source>&amp;Host keeps</source>
        <translation>&amp;Host hält</translation>
    </message>
    <message>
        <source>none ticked: only what must not be on the GPUs</source>
        <translation>nichts angehakt: nur was nicht auf die GPUs darf</translation>
    </message>
    <message>
        <source>Cp &amp;kind</source>
        <translation>C&amp;p-Art</translation>
    </message>
    <message>
        <source>none ticked: all that are balanced</source>
        <translation>nichts angehakt: alle ausgeglichenen</translation>
    </message>
    <message>
        <source>Launcher that must be able to start the plan</source>
        <translation>Launcher, der den Plan starten können muss</translation>
    </message>
    <message>
        <source>Plans only mappings that this launcher can express, and says what that costs</source>
        <translation>Plant nur Zuordnungen, die dieser Launcher ausdrücken kann, und sagt, was das kostet</translation>
    </message>
    <message>
        <source>Launche&amp;r</source>
        <translation>Launche&amp;r</translation>
    </message>
    <message>
        <source>Use what is &amp;broken</source>
        <translation>&amp;Defektes nutzen</translation>
    </message>
    <message>
        <source>Use links, GPUs and hosts that are known to be broken</source>
        <translation>Verbindungen, GPUs und Hosts nutzen, die als defekt bekannt sind</translation>
    </message>
    <message>
        <source>Plan over links, GPUs and hosts that the cluster file calls broken, links as if nobody had measured them</source>
        <translation>Plant über Verbindungen, GPUs und Hosts, die die Cluster-Datei defekt nennt; Verbindungen gelten als nie gemessen</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>&amp;Own tp for each stage</source>
        <translation>&amp;Eigenes tp je Stufe</translation>
    </message>
    <message>
        <source>Stages on unlike GPUs may have a tensor parallel size of their own</source>
        <translation>Stufen auf ungleichen GPUs dürfen eine eigene Tensor-Parallelität haben</translation>
    </message>
    <message>
        <source>A study: on unlike GPUs, stages may have a tensor parallel size of their own. None of the frameworks runs such a plan.</source>
        <translation>Eine Studie: Auf ungleichen GPUs dürfen Stufen eine eigene Tensor-Parallelität haben. Keines der Frameworks führt einen solchen Plan aus.</translation>
    </message>
</context>
<context>
    <name>pipette::LinkMenu</name>
    <message>
        <source>Slow by &amp;half</source>
        <translation>Um die &amp;Hälfte langsamer</translation>
    </message>
    <message>
        <source>What if the link were &amp;twice as fast?</source>
        <translation>Was, wenn die Verbindung &amp;doppelt so schnell wäre?</translation>
    </message>
    <message>
        <source>As &amp;measured</source>
        <translation>Wie &amp;gemessen</translation>
    </message>
    <message>
        <source>&amp;Works again</source>
        <translation>&amp;Funktioniert wieder</translation>
    </message>
    <message>
        <source>&amp;Broken</source>
        <translation>&amp;Defekt</translation>
    </message>
</context>
<context>
    <name>pipette::LogView</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Steps that count</source>
        <translation>Zählende Schritte</translation>
    </message>
    <message>
        <source>Median step</source>
        <translation>Median-Schritt</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Predicted memory</source>
        <translation>Vorhergesagter Speicher</translation>
    </message>
    <message>
        <source>Steps left out</source>
        <translation>Ausgelassene Schritte</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Zuvor</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Share of growth</source>
        <translation>Anteil am Zuwachs</translation>
    </message>
    <message>
        <source>Timers of the log</source>
        <translation>Zeitnehmer des Logs</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>wie zuvor</translation>
    </message>
    <message>
        <source>as planned</source>
        <translation>wie geplant</translation>
    </message>
    <message>
        <source>The log tells no time of its steps.</source>
        <translation>Das Log nennt keine Zeit seiner Schritte.</translation>
    </message>
    <message>
        <source>There is no plan to hold the log against: open the plan that the run was started with, or plan with F5.</source>
        <translation>Es gibt keinen Plan, an dem das Log zu messen wäre: öffnen Sie den Plan, mit dem der Lauf gestartet wurde, oder planen Sie mit F5.</translation>
    </message>
    <message>
        <source>Nothing can be predicted of this run: %1.</source>
        <translation>Zu diesem Lauf lässt sich nichts vorhersagen: %1.</translation>
    </message>
    <message>
        <source>Not predicted: %1.</source>
        <translation>Nicht vorhergesagt: %1.</translation>
    </message>
    <message>
        <source>From the plan: %1.</source>
        <translation>Aus dem Plan: %1.</translation>
    </message>
    <message>
        <source>In doubt: %1.</source>
        <translation>Zweifelhaft: %1.</translation>
    </message>
    <message>
        <source>The log and the plan differ: %1.</source>
        <translation>Log und Plan weichen ab: %1.</translation>
    </message>
    <message>
        <source>Runs of the logs, measured beside predicted</source>
        <translation>Läufe der Logs, Gemessenes neben Vorhergesagtem</translation>
    </message>
    <message>
        <source>Parts of the step, planned and measured</source>
        <translation>Teile des Schritts, geplant und gemessen</translation>
    </message>
    <message>
        <source>Open &amp;logs…</source>
        <translation>Logs ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Take the &amp;rest from the plan</source>
        <translation>&amp;Rest aus dem Plan nehmen</translation>
    </message>
    <message>
        <source>Log against plan: what is slower than planned, since when, and why</source>
        <translation>Log gegen Plan: was langsamer ist als geplant, seit wann, und warum</translation>
    </message>
    <message>
        <source>What is slower than planned</source>
        <translation>Was langsamer ist als geplant</translation>
    </message>
    <message>
        <source>What the log does not tell</source>
        <translation>Was das Log nicht sagt</translation>
    </message>
    <message>
        <source>against the plan</source>
        <translation>gegen den Plan</translation>
    </message>
    <message>
        <source>against its prediction</source>
        <translation>gegen seine Vorhersage</translation>
    </message>
    <message>
        <source>What the run is held against</source>
        <translation>Woran der Lauf gemessen wird</translation>
    </message>
    <message>
        <source>What trainings print, as it is (help: Training logs)</source>
        <translation>Was Trainings ausgeben, so wie es ist (Hilfe: Training logs)</translation>
    </message>
    <message>
        <source>What the log does not say (GPU kind, nodes, shape of the model) is that of the plan on the board</source>
        <translation>Was das Log nicht sagt (GPU-Art, Knoten, Form des Modells), kommt aus dem Plan auf der Tafel</translation>
    </message>
    <message>
        <source>&amp;Calibrate on these runs</source>
        <translation>An diesen Läufen &amp;kalibrieren</translation>
    </message>
    <message>
        <source>&amp;Calibrate on this run</source>
        <translation>An diesem Lauf &amp;kalibrieren</translation>
    </message>
    <message>
        <source>&amp;Calibrate on these %1 runs</source>
        <translation>An diesen %1 Läufen &amp;kalibrieren</translation>
    </message>
    <message>
        <source>Fits the calibration to these runs and plans again; Undo takes it back</source>
        <translation>Passt die Kalibrierung an diese Läufe an und plant neu; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Open the log of a training, or drop it on the window: its steps show here beside the planned time.</source>
        <translation>Öffnen Sie das Log eines Trainings, oder ziehen Sie es auf das Fenster: seine Schritte erscheinen hier neben der geplanten Zeit.</translation>
    </message>
    <message>
        <source>Skipped: %1</source>
        <translation>Übersprungen: %1</translation>
    </message>
    <message>
        <source>The log says nothing of its job: neither the model nor the batch nor the GPUs. If it is of this plan, take the rest from the plan.</source>
        <translation>Das Log sagt nichts über seinen Auftrag: weder das Modell noch den Batch noch die GPUs. Gehört es zu diesem Plan, nehmen Sie den Rest vom Plan.</translation>
    </message>
    <message>
        <source>Not calibrated on: %1.</source>
        <translation>Nicht zum Kalibrieren genommen: %1.</translation>
    </message>
    <message>
        <source>&amp;Calibrate on %1 of the %2 runs</source>
        <translation>Auf %1 der %2 Läufe &amp;kalibrieren</translation>
    </message>
    <message>
        <source>No run can be calibrated on: see below what each lacks</source>
        <translation>Auf keinen Lauf kann kalibriert werden: unten steht, was jedem fehlt</translation>
    </message>
</context>
<context>
    <name>pipette::LogWiring</name>
    <message>
        <source>Calibrating…</source>
        <translation>Wird kalibriert…</translation>
    </message>
    <message>
        <source>calibration on 1 run of yours</source>
        <translation>Kalibrierung an 1 Lauf von Ihnen</translation>
    </message>
    <message>
        <source>calibration on %1 runs of yours</source>
        <translation>Kalibrierung an %1 Läufen von Ihnen</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Open training logs</source>
        <translation>Trainings-Logs öffnen</translation>
    </message>
    <message>
        <source>Logs (*.log *.out *.txt);;All files (*)</source>
        <translation>Logs (*.log *.out *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Calibrated on 1 of your runs; Undo takes it back</source>
        <translation>An 1 Ihrer Läufe kalibriert; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Calibrated on %1 of your runs; Undo takes it back</source>
        <translation>An %1 Ihrer Läufe kalibriert; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Times of layers are of one model on one kind of GPU: open a cluster and choose a model first</source>
        <translation>Zeiten von Schichten gehören zu einem Modell auf einer GPU-Art: öffnen Sie zuerst einen Cluster und wählen Sie ein Modell</translation>
    </message>
    <message>
        <source>layer times of %1</source>
        <translation>Schichtzeiten aus %1</translation>
    </message>
    <message>
        <source>Plans with the layer times of %1; Undo takes it back</source>
        <translation>Plant mit den Schichtzeiten aus %1; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>The next plan counts with the layer times of %1; Undo takes it back</source>
        <translation>Der nächste Plan rechnet mit den Schichtzeiten aus %1; Rückgängig nimmt es zurück</translation>
    </message>
</context>
<context>
    <name>pipette::LossCurve</name>
    <message>
        <source>Loss of each epoch of the training</source>
        <translation>Loss jeder Epoche des Trainings</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Mean loss</source>
        <translation>Mittlerer Loss</translation>
    </message>
    <message>
        <source>The loss of each epoch shows here while the estimator trains.</source>
        <translation>Der Loss jeder Epoche erscheint hier, während der Schätzer trainiert.</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>mean loss: %1 after epoch %2 of %3</source>
        <translation>mittlerer Loss: %1 nach Epoche %2 von %3</translation>
    </message>
</context>
<context>
    <name>pipette::MainWindow</name>
    <message>
        <source>Pipette Planner</source>
        <translation>Pipette Planner</translation>
    </message>
    <message>
        <source>%1[*] – Pipette Planner</source>
        <translation>%1[*] – Pipette Planner</translation>
    </message>
</context>
<context>
    <name>pipette::MemoryBars</name>
    <message>
        <source>Memory per GPU of each pipeline stage</source>
        <translation>Speicher je GPU jeder Pipeline-Stufe</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Upper</source>
        <translation>Obere</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>On the host</source>
        <translation>Auf dem Host</translation>
    </message>
    <message>
        <source>Of the host</source>
        <translation>Vom Host</translation>
    </message>
    <message>
        <source> in host memory</source>
        <translation> im Host-Speicher</translation>
    </message>
    <message>
        <source>host: %1 of %2 for each GPU, %3 full</source>
        <translation>Host: %1 von %2 je GPU, %3 voll</translation>
    </message>
    <message>
        <source>%1 full, %2</source>
        <translation>%1 voll, %2</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>Host %1</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>80 %</source>
        <translation>80 %</translation>
    </message>
    <message>
        <source>No plan yet. Memory of each stage shows here once a candidate is chosen.</source>
        <translation>Noch kein Plan. Der Speicher jeder Stufe erscheint hier, sobald ein Kandidat gewählt ist.</translation>
    </message>
    <message>
        <source>Stage %1: %2, at most %3 of %4 (estimate %5)</source>
        <translation>Stufe %1: %2, höchstens %3 von %4 (Schätzung %5)</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
</context>
<context>
    <name>pipette::ModeSwitch</name>
    <message>
        <source>What the lab is for</source>
        <translation>Wozu das Labor dient</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Lessons with questions</source>
        <translation>Lektionen mit Fragen</translation>
    </message>
    <message>
        <source>Free play</source>
        <translation>Freies Spiel</translation>
    </message>
    <message>
        <source>Up to four schedules, in their own order or ordered by hand</source>
        <translation>Bis zu vier Schedules, in eigener oder von Hand gesetzter Reihenfolge</translation>
    </message>
</context>
<context>
    <name>pipette::ModelPicks</name>
    <message>
        <source>%1 B, %2 B active</source>
        <translation>%1 Mrd., %2 Mrd. aktiv</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 Mrd.</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Weitere</translation>
    </message>
</context>
<context>
    <name>pipette::MoveDialog</name>
    <message>
        <source>Move to</source>
        <translation>Verschieben nach</translation>
    </message>
    <message>
        <source>What moves</source>
        <translation>Was verschoben wird</translation>
    </message>
    <message>
        <source>GPU %1 (with its block)</source>
        <translation>GPU %1 (mit ihrem Block)</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>Knoten %1</translation>
    </message>
    <message>
        <source>The %1 (%2 GPUs)</source>
        <translation>%1 (%2 GPUs)</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>Wohin</translation>
    </message>
    <message>
        <source>The change in time</source>
        <translation>Die Änderung der Zeit</translation>
    </message>
    <message>
        <source>What it would change</source>
        <translation>Was es ändern würde</translation>
    </message>
    <message>
        <source>&amp;Move</source>
        <translation>&amp;Verschieben</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>Wh&amp;ere to</source>
        <translation>W&amp;ohin</translation>
    </message>
    <message>
        <source>node %1 and those after it</source>
        <translation>Knoten %1 und die danach</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>stage %1, replica %2</source>
        <translation>Stufe %1, Replikat %2</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>nicht möglich</translation>
    </message>
</context>
<context>
    <name>pipette::NewClusterDialog</name>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>GPUs of a node</source>
        <translation>GPUs eines Knotens</translation>
    </message>
    <message>
        <source>Network cards of a node</source>
        <translation>Netzwerkkarten eines Knotens</translation>
    </message>
    <message>
        <source>Nodes of an NVLink domain</source>
        <translation>Knoten einer NVLink-Domäne</translation>
    </message>
    <message>
        <source>Nodes below a leaf switch</source>
        <translation>Knoten unter einem Leaf-Switch</translation>
    </message>
    <message>
        <source>Seed of the spread</source>
        <translation>Startwert der Streuung</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>Überbuchung</translation>
    </message>
    <message>
        <source>Spread of links</source>
        <translation>Streuung der Verbindungen</translation>
    </message>
    <message>
        <source>The cluster that results</source>
        <translation>Der Cluster, der entsteht</translation>
    </message>
    <message>
        <source>New cluster, assumed</source>
        <translation>Neuer Cluster, angenommen</translation>
    </message>
    <message>
        <source>%1 (%2 GB/s)</source>
        <translation>%1 (%2 GB/s)</translation>
    </message>
    <message>
        <source>GPU kind</source>
        <translation>GPU-Art</translation>
    </message>
    <message>
        <source>Network card</source>
        <translation>Netzwerkkarte</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>&amp;Make the cluster</source>
        <translation>Cluster &amp;erstellen</translation>
    </message>
    <message>
        <source>&amp;Nodes</source>
        <translation>K&amp;noten</translation>
    </message>
    <message>
        <source>&amp;GPU kind</source>
        <translation>&amp;GPU-Art</translation>
    </message>
    <message>
        <source>GPUs of a n&amp;ode</source>
        <translation>GPUs eines Kn&amp;otens</translation>
    </message>
    <message>
        <source>Network &amp;card</source>
        <translation>Netzwerk&amp;karte</translation>
    </message>
    <message>
        <source>Network cards of a no&amp;de</source>
        <translation>Netzwerkkarten eines &amp;Knotens</translation>
    </message>
    <message>
        <source>Nodes of an NVL&amp;ink domain</source>
        <translation>Knoten einer NVL&amp;ink-Domäne</translation>
    </message>
    <message>
        <source>Nodes below a &amp;leaf switch</source>
        <translation>Knoten unter einem &amp;Leaf-Switch</translation>
    </message>
    <message>
        <source>O&amp;versubscription, to 1</source>
        <translation>Ü&amp;berbuchung, zu 1</translation>
    </message>
    <message>
        <source>&amp;Spread of links</source>
        <translation>&amp;Streuung der Verbindungen</translation>
    </message>
    <message>
        <source>S&amp;eed of the spread</source>
        <translation>Startwert &amp;der Streuung</translation>
    </message>
    <message>
        <source>Standard deviation of the logarithm of each link&apos;s bandwidth: 0.1 is some 10 %</source>
        <translation>Standardabweichung des Logarithmus der Bandbreite jeder Verbindung: 0,1 sind etwa 10 %</translation>
    </message>
    <message>
        <source>Nodes whose GPUs reach each other over NVLink, past the network cards</source>
        <translation>Knoten, deren GPUs einander über NVLink erreichen, an den Netzwerkkarten vorbei</translation>
    </message>
    <message>
        <source>Line rate into a leaf switch, divided by the line rate out of the leaf switch</source>
        <translation>Leitungsrate in einen Leaf-Switch, geteilt durch die Rate aus ihm heraus</translation>
    </message>
    <message>
        <source>%1 GPUs. One stream between nodes reaches %2 GB/s of %3, between GPUs of a node %4 GB/s of %5: shares that were measured elsewhere. Plans on it say “assumed”.</source>
        <translation>%1 GPUs. Ein Strom zwischen Knoten erreicht %2 GB/s von %3, zwischen GPUs eines Knotens %4 GB/s von %5: Anteile, die anderswo gemessen wurden. Pläne darauf nennen sich „angenommen“.</translation>
    </message>
    <message>
        <source>A node has no more network cards than GPUs.</source>
        <translation>Ein Knoten hat nicht mehr Netzwerkkarten als GPUs.</translation>
    </message>
</context>
<context>
    <name>pipette::NodeNames</name>
    <message>
        <source>%1 means node %2</source>
        <translation>%1 ist Knoten %2</translation>
    </message>
</context>
<context>
    <name>pipette::OwnRunsCard</name>
    <message>
        <source>The estimates are %1 too short, run after run.</source>
        <translation>Die Schätzungen sind %1 zu kurz, Lauf für Lauf.</translation>
    </message>
    <message>
        <source>The estimates are %1 too long, run after run.</source>
        <translation>Die Schätzungen sind %1 zu lang, Lauf für Lauf.</translation>
    </message>
    <message>
        <source>The estimates are %1 off your runs.</source>
        <translation>Die Schätzungen liegen %1 neben Ihren Läufen.</translation>
    </message>
    <message>
        <source>Calibrated on this one run they are %1 off. No other run of yours can judge that.</source>
        <translation>An diesem einen Lauf kalibriert, liegen sie %1 daneben. Kein anderer Lauf kann das prüfen.</translation>
    </message>
    <message>
        <source>Calibrating leaves %1 on runs that its fit did not see.</source>
        <translation>Kalibrieren lässt %1 an Läufen, die nicht in die Anpassung gingen.</translation>
    </message>
    <message>
        <source>Calibrating would not help: %1 on runs that its fit did not see.</source>
        <translation>Kalibrieren hülfe nicht: %1 an Läufen, die nicht in die Anpassung gingen.</translation>
    </message>
    <message>
        <source>Show the numbers</source>
        <translation>Zahlen zeigen</translation>
    </message>
    <message>
        <source>Your own runs</source>
        <translation>Ihre eigenen Läufe</translation>
    </message>
    <message>
        <source>Errors of your own runs, before and after calibrating</source>
        <translation>Fehler Ihrer eigenen Läufe, vor und nach dem Kalibrieren</translation>
    </message>
    <message>
        <source>What your own runs say</source>
        <translation>Was Ihre eigenen Läufe sagen</translation>
    </message>
    <message>
        <source>Fits the calibration to these runs and plans again; Undo takes it back</source>
        <translation>Passt die Kalibrierung an diese Läufe an und plant neu; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Each run&apos;s steps beside the plan: what is slower, and since when</source>
        <translation>Die Schritte jedes Laufs neben dem Plan: was langsamer ist, und seit wann</translation>
    </message>
    <message>
        <source>Take the rest from the plan</source>
        <translation>Den Rest vom Plan nehmen</translation>
    </message>
    <message>
        <source>Add my own log…</source>
        <translation>Eigenes Log hinzufügen…</translation>
    </message>
    <message>
        <source>Calibrate with this run</source>
        <translation>Mit diesem Lauf kalibrieren</translation>
    </message>
    <message>
        <source>Calibrate with these %1 runs</source>
        <translation>Mit diesen %1 Läufen kalibrieren</translation>
    </message>
    <message>
        <source>Add a log of your own to test the estimates and to calibrate them.</source>
        <translation>Fügen Sie ein eigenes Log hinzu, um die Schätzungen zu prüfen und zu kalibrieren.</translation>
    </message>
    <message>
        <source>No run of yours can be calibrated on: %1.</source>
        <translation>Auf keinen Ihrer Läufe kann kalibriert werden: %1.</translation>
    </message>
</context>
<context>
    <name>pipette::Picker</name>
    <message>
        <source>Recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
</context>
<context>
    <name>pipette::PictureExport</name>
    <message>
        <source>is no picture this program writes: expected .png, .svg or .pdf</source>
        <translation>ist kein Bild, das dieses Programm schreibt: .png, .svg oder .pdf erwartet</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>kann nicht geschrieben werden</translation>
    </message>
</context>
<context>
    <name>pipette::PlacementWiring</name>
    <message>
        <source>Layers by stage</source>
        <translation>Schichten je Stufe</translation>
    </message>
    <message>
        <source>As Megatron-LM writes it: E embedding, t layer, m predicted token, L loss, | the end of a chunk</source>
        <translation>Wie Megatron-LM es schreibt: E Embedding, t Schicht, m vorhergesagtes Token, L Loss, | Ende eines Chunks</translation>
    </message>
    <message>
        <source>The layout %1</source>
        <translation>Die Aufteilung %1</translation>
    </message>
    <message>
        <source>Select a GPU first: click it, or reach it with Tab and the arrows</source>
        <translation>Wählen Sie zuerst eine GPU: klicken Sie sie an, oder erreichen Sie sie mit Tab und den Pfeiltasten</translation>
    </message>
</context>
<context>
    <name>pipette::PlanAnswer</name>
    <message>
        <source>memory %1, %2</source>
        <translation>Speicher %1, %2</translation>
    </message>
    <message>
        <source> on stage %1</source>
        <translation> auf Stufe %1</translation>
    </message>
    <message>
        <source>Memory %1: the fullest GPU, of stage %2, is %3 full by the upper estimate. Shows its stage in Memory per GPU</source>
        <translation>Speicher %1: die vollste GPU, in Stufe %2, ist nach der oberen Schätzung %3 voll. Zeigt ihre Stufe in Speicher je GPU</translation>
    </message>
    <message>
        <source>assumed cluster</source>
        <translation>angenommener Cluster</translation>
    </message>
    <message>
        <source>1 assumption</source>
        <translation>1 Annahme</translation>
    </message>
    <message>
        <source>%1 assumptions</source>
        <translation>%1 Annahmen</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>%1 plans tie</source>
        <translation>%1 Pläne gleichauf</translation>
    </message>
    <message>
        <source>The ranges of %1 plans overlap: predictions cannot tell which is the fastest. Shows them in Candidates</source>
        <translation>Die Spannen von %1 Plänen überlappen: Vorhersagen können nicht sagen, welcher der schnellste ist. Zeigt sie in Kandidaten</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>je Schritt</translation>
    </message>
    <message>
        <source>ranks in host order. </source>
        <translation>Rängen in Host-Reihenfolge. </translation>
    </message>
    <message>
        <source>than ranks in host order. </source>
        <translation>als in Host-Reihenfolge. </translation>
    </message>
    <message>
        <source>%1 tokens/s, %2 of the GPUs&apos; peak.</source>
        <translation>%1 Tokens/s, %2 der GPU-Spitze.</translation>
    </message>
    <message>
        <source>Real time should lie between %1 and %2. </source>
        <translation>Spanne %1 bis %2. </translation>
    </message>
    <message>
        <source>Not planned yet</source>
        <translation>Noch nicht geplant</translation>
    </message>
    <message>
        <source>Open a cluster to begin: File &gt; Open, or choose a sample in Setup.</source>
        <translation>Öffnen Sie zum Beginn einen Cluster: Datei &gt; Öffnen, oder wählen Sie ein Beispiel in den Einstellungen.</translation>
    </message>
    <message>
        <source>Choose a model in Setup, and how many sequences a step has.</source>
        <translation>Wählen Sie in den Einstellungen ein Modell und wie viele Sequenzen ein Schritt hat.</translation>
    </message>
    <message>
        <source>Press Plan (F5) to search all configurations of this job.</source>
        <translation>Drücken Sie Planen (F5), um alle Konfigurationen dieses Jobs zu durchsuchen.</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>Bisher bester</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Planung läuft…</translation>
    </message>
    <message>
        <source>%1 left. Stop keeps the best so far.</source>
        <translation>Noch %1. Stopp behält den bisher besten.</translation>
    </message>
    <message>
        <source>than ranks in host order, whose memory is %1 (%2 of a GPU). </source>
        <translation>als Ränge in Host-Reihenfolge, deren Speicher %1 ist (%2 einer GPU). </translation>
    </message>
    <message>
        <source>than ranks in host order on %1 GPUs, with %2. </source>
        <translation>als Ränge in Host-Reihenfolge auf %1 GPUs, mit %2. </translation>
    </message>
    <message>
        <source>No plan</source>
        <translation>Kein Plan</translation>
    </message>
    <message>
        <source>None of the %L1 configurations divides the model, the batch and the GPUs.</source>
        <translation>Keine der %L1 Konfigurationen teilt Modell, Batch und GPUs ohne Rest.</translation>
    </message>
    <message>
        <source>Another batch, or another number of GPUs, may.</source>
        <translation>Ein anderer Batch oder eine andere Zahl von GPUs kann es.</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>Nichts passt</translation>
    </message>
    <message>
        <source>The nearest is %1: %2.</source>
        <translation>Am nächsten kommt %1: %2.</translation>
    </message>
    <message>
        <source>No plan can do without what is known to be broken. Fewer GPUs may.</source>
        <translation>Kein Plan kommt ohne das aus, was als defekt bekannt ist. Mit weniger GPUs kann es gehen.</translation>
    </message>
    <message>
        <source>What changes most, behind Ask, tries more memory, more GPUs and other settings.</source>
        <translation>Was ändert am meisten, unter Fragen, probiert mehr Speicher, mehr GPUs und andere Einstellungen.</translation>
    </message>
    <message>
        <source>%L1 rejected</source>
        <translation>%L1 verworfen</translation>
    </message>
    <message>
        <source>Shows them in Candidates, each with its reason</source>
        <translation>Zeigt sie unter Kandidaten, jede mit ihrem Grund</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>vorzeitig beendet</translation>
    </message>
    <message>
        <source>The search was stopped: this is the best that it had found. Plan again searches all</source>
        <translation>Die Suche wurde beendet: dies ist das Beste, was sie gefunden hatte. Erneut planen sucht alles ab</translation>
    </message>
</context>
<context>
    <name>pipette::PlanDocument</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>open the cluster %1</source>
        <translation>Öffnen des Clusters %1</translation>
    </message>
    <message>
        <source>pin of %1</source>
        <translation>Fixieren von %1</translation>
    </message>
    <message>
        <source>unpin of %1</source>
        <translation>Freigeben von %1</translation>
    </message>
    <message>
        <source>exclusion of %1</source>
        <translation>Ausschluss von %1</translation>
    </message>
    <message>
        <source>inclusion of %1</source>
        <translation>Einschluss von %1</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>reading %1 again</source>
        <translation>erneutes Lesen von %1</translation>
    </message>
</context>
<context>
    <name>pipette::PlanViews</name>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topologie</translation>
    </message>
    <message>
        <source>Assignment board</source>
        <translation>Zuordnungstafel</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>Speicher je GPU</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Spielraum</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>Aufschlüsselung</translation>
    </message>
    <message>
        <source>Gantt chart</source>
        <translation>Gantt-Diagramm</translation>
    </message>
    <message>
        <source>No plan yet. Choose a candidate to see what each device does when.</source>
        <translation>Noch kein Plan. Wählen Sie einen Kandidaten, um zu sehen, was jedes Gerät wann tut.</translation>
    </message>
    <message>
        <source>Layers by stage</source>
        <translation>Schichten je Stufe</translation>
    </message>
    <message>
        <source>Annealing</source>
        <translation>Annealing</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Why this plan</source>
        <translation>Warum dieser Plan</translation>
    </message>
</context>
<context>
    <name>pipette::Planning</name>
    <message>
        <source>Stopped: what was searched for has changed</source>
        <translation>Angehalten: das Gesuchte hat sich geändert</translation>
    </message>
    <message>
        <source>Cancelled before anything was found</source>
        <translation>Abgebrochen, bevor etwas gefunden war</translation>
    </message>
    <message>
        <source>No configuration fits: %1 rejected, see the reasons in the table</source>
        <translation>Keine Konfiguration passt: %1 verworfen, siehe die Gründe in der Tabelle</translation>
    </message>
    <message>
        <source>No plan does without what is known to be broken: %1 rejected, see the reasons in the table</source>
        <translation>Kein Plan kommt ohne das aus, was als defekt bekannt ist: %1 verworfen, siehe die Gründe in der Tabelle</translation>
    </message>
    <message>
        <source>Cancelled: best so far %1 per step</source>
        <translation>Abgebrochen: bisher bester %1 je Schritt</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>Planung</translation>
    </message>
    <message>
        <source>No better mapping found</source>
        <translation>Keine bessere Zuordnung gefunden</translation>
    </message>
    <message>
        <source>improvement</source>
        <translation>Verbesserung</translation>
    </message>
    <message>
        <source>Improved to %1 per step (%2)</source>
        <translation>Verbessert auf %1 je Schritt (%2)</translation>
    </message>
    <message>
        <source>Improving</source>
        <translation>Verbesserung läuft</translation>
    </message>
    <message>
        <source>Planned in %1. Of %2 configurations, %3 fit, %4 were rejected, and the others do not divide the model or the batch</source>
        <translation>In %1 geplant. Von %2 Konfigurationen passen %3, %4 wurden verworfen, die übrigen teilen Modell oder Batch nicht</translation>
    </message>
</context>
<context>
    <name>pipette::PoolsFinder</name>
    <message>
        <source>Cancelled before the pools were planned</source>
        <translation>Abgebrochen, bevor die Pools geplant waren</translation>
    </message>
</context>
<context>
    <name>pipette::PoolsView</name>
    <message>
        <source>What pools gain</source>
        <translation>Was Pools bringen</translation>
    </message>
    <message>
        <source>What pools assume</source>
        <translation>Was bei Pools angenommen wird</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>A&amp;bbrechen</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>Pools</translation>
    </message>
    <message>
        <source>What the GPUs of a pool have in common</source>
        <translation>Was die GPUs eines Pools gemeinsam haben</translation>
    </message>
    <message>
        <source>Replicas of each kind of GPU</source>
        <translation>Replikate jeder GPU-Art</translation>
    </message>
    <message>
        <source>Replicas of each zone</source>
        <translation>Replikate jeder Zone</translation>
    </message>
    <message>
        <source>Planning the pools</source>
        <translation>Pools werden geplant</translation>
    </message>
    <message>
        <source>Exchange of gradients between the pools: %1</source>
        <translation>Austausch von Gradienten zwischen den Pools: %1</translation>
    </message>
    <message>
        <source>Left out: %1 (%2 GPUs): %3</source>
        <translation>Ausgelassen: %1 (%2 GPUs): %3</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>Angenommen: %1</translation>
    </message>
    <message>
        <source>Replicas with a layout of their own on each kind of GPU, or in each zone, may use unlike GPUs better than like replicas do. They have not been planned yet.</source>
        <translation>Replikate mit eigener Aufteilung auf jeder GPU-Art oder in jeder Zone nutzen ungleiche GPUs vielleicht besser als gleiche Replikate. Sie sind noch nicht geplant.</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>Pool</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Time/step</source>
        <translation>Zeit/Schritt</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>&amp;Keep as scenarios</source>
        <translation>Als Szenarien &amp;behalten</translation>
    </message>
    <message>
        <source>Pins the plan of each pool as a scenario, to look at, to go on from and to export</source>
        <translation>Fixiert den Plan jedes Pools als Szenario, um ihn anzusehen, mit ihm weiterzuarbeiten und ihn zu exportieren</translation>
    </message>
    <message>
        <source>Plan the pools</source>
        <translation>Pools planen</translation>
    </message>
</context>
<context>
    <name>pipette::PoolsWiring</name>
    <message>
        <source>Open a cluster and choose a model first</source>
        <translation>Öffnen Sie zuerst einen Cluster und wählen Sie ein Modell</translation>
    </message>
    <message>
        <source>%1 scenarios are pinned, no more fit: unpin one first</source>
        <translation>%1 Szenarien sind fixiert, mehr passen nicht: geben Sie zuerst eines frei</translation>
    </message>
    <message>
        <source>pin of the pools</source>
        <translation>Fixieren der Pools</translation>
    </message>
    <message numerus="yes">
        <source>%n pool(s) pinned as scenarios: take one up to see its placement and to export it</source>
        <translation>
            <numerusform>%n Pool als Szenario fixiert: übernehmen Sie ihn, um seine Platzierung zu sehen und ihn zu exportieren</numerusform>
            <numerusform>%n Pools als Szenarien fixiert: übernehmen Sie einen, um seine Platzierung zu sehen und ihn zu exportieren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pipette::PrintDialog</name>
    <message>
        <source>Print</source>
        <translation>Drucken</translation>
    </message>
    <message>
        <source>What is printed</source>
        <translation>Was gedruckt wird</translation>
    </message>
    <message>
        <source>The answer and all views of this workspace</source>
        <translation>Die Antwort und alle Ansichten dieses Arbeitsbereichs</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>&amp;Drucken…</translation>
    </message>
    <message>
        <source>Pre&amp;view…</source>
        <translation>&amp;Vorschau…</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>Charts are drawn as sharp as the printer is, tables with all their rows.</source>
        <translation>Diagramme werden so scharf wie der Drucker gezeichnet, Tabellen mit allen Zeilen.</translation>
    </message>
</context>
<context>
    <name>pipette::PrintWiring</name>
    <message>
        <source>&amp;Print…</source>
        <translation>&amp;Drucken…</translation>
    </message>
    <message>
        <source>Ctrl+Alt+P</source>
        <translation>Ctrl+Alt+P</translation>
    </message>
    <message>
        <source>Prints a view, or the answer with all views of the workspace, or writes them as PDF</source>
        <translation>Druckt eine Ansicht oder die Antwort mit allen Ansichten des Arbeitsbereichs, oder schreibt sie als PDF</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>%1 – Pipette Planner</source>
        <translation>%1 – Pipette Planner</translation>
    </message>
    <message>
        <source>Sheets: %1</source>
        <translation>Blätter: %1</translation>
    </message>
    <message>
        <source>Nothing is printed: the printer, or the file, cannot be written</source>
        <translation>Nichts wird gedruckt: Der Drucker oder die Datei lässt sich nicht beschreiben</translation>
    </message>
</context>
<context>
    <name>pipette::QuestionCards</name>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask: %1</source>
        <translation>Fragen: %1</translation>
    </message>
</context>
<context>
    <name>pipette::RecentFiles</name>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Measured runs</source>
        <translation>Gemessene Läufe</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
</context>
<context>
    <name>pipette::Reliance</name>
    <message>
        <source>crosses 1 fault</source>
        <translation>führt über 1 Störung</translation>
    </message>
    <message>
        <source>crosses %1 faults</source>
        <translation>führt über %1 Störungen</translation>
    </message>
    <message>
        <source>relies on 1 link not measured</source>
        <translation>stützt sich auf 1 nicht gemessene Verbindung</translation>
    </message>
    <message>
        <source>relies on %1 links not measured</source>
        <translation>stützt sich auf %1 nicht gemessene Verbindungen</translation>
    </message>
    <message>
        <source>%1 to %2: not measured, its bandwidth is assumed</source>
        <translation>%1 nach %2: nicht gemessen, die Bandbreite ist angenommen</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>pipette::ScatterChart</name>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source>%1: %2 %3, %4 %5 (%6)</source>
        <translation>%1: %2 %3, %4 %5 (%6)</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>20 % off</source>
        <translation>20 % daneben</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>estimate too slow</source>
        <translation>Schätzung zu langsam</translation>
    </message>
    <message>
        <source>estimate too high</source>
        <translation>Schätzung zu hoch</translation>
    </message>
    <message>
        <source>estimate too fast</source>
        <translation>Schätzung zu schnell</translation>
    </message>
    <message>
        <source>estimate too low</source>
        <translation>Schätzung zu niedrig</translation>
    </message>
    <message>
        <source>within 10 %</source>
        <translation>höchstens 10 % daneben</translation>
    </message>
</context>
<context>
    <name>pipette::ScenarioWiring</name>
    <message>
        <source>unpin of %1</source>
        <translation>Freigeben von %1</translation>
    </message>
    <message>
        <source>renaming of %1</source>
        <translation>Umbenennen von %1</translation>
    </message>
    <message>
        <source>showing of %1</source>
        <translation>Zeigen von %1</translation>
    </message>
    <message>
        <source>Nothing to pin yet: plan first</source>
        <translation>Noch nichts zu fixieren: planen Sie zuerst</translation>
    </message>
    <message>
        <source>This candidate is as it was found: drag a GPU first</source>
        <translation>Dieser Kandidat ist, wie er gefunden wurde: ziehen Sie zuerst eine GPU</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Zuvor</translation>
    </message>
    <message>
        <source>%1 scenarios are pinned, no more fit: unpin one first</source>
        <translation>%1 Szenarien sind fixiert, mehr passen nicht: geben Sie zuerst eines frei</translation>
    </message>
    <message>
        <source>pin of %1</source>
        <translation>Fixieren von %1</translation>
    </message>
    <message>
        <source>Pinned as %1: change anything, it stays beside the plan</source>
        <translation>Fixiert als %1: ändern Sie etwas, es bleibt neben dem Plan</translation>
    </message>
    <message>
        <source>going on from %1</source>
        <translation>Weitermachen ab %1</translation>
    </message>
    <message>
        <source>Going on from %1; Undo brings back what was here</source>
        <translation>Weiter ab %1; Rückgängig holt zurück, was hier war</translation>
    </message>
</context>
<context>
    <name>pipette::ScenariosModel</name>
    <message>
        <source>Ticked ones stand beside the plan where plans are compared</source>
        <translation>Angehakte stehen beim Vergleichen neben dem Plan</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Time/step</source>
        <translation>Zeit/Schritt</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
</context>
<context>
    <name>pipette::ScenariosView</name>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>&amp;Go on from it</source>
        <translation>Davon aus&amp;gehen</translation>
    </message>
    <message>
        <source>&amp;Unpin</source>
        <translation>&amp;Freigeben</translation>
    </message>
    <message>
        <source>Pin the plan as a scenario (Ctrl+D), then change the cluster, the model or anything else: the pinned plan stays beside the new one in Compare, the Gantt chart, the memory bars and the breakdown.</source>
        <translation>Fixieren Sie den Plan als Szenario (Strg+D) und ändern Sie dann den Cluster, das Modell oder anderes: der fixierte Plan bleibt neben dem neuen in Vergleich, Gantt-Diagramm, Speicherbalken und Aufschlüsselung.</translation>
    </message>
    <message>
        <source>Brings back its cluster, model, job and plan; Undo takes it back</source>
        <translation>Holt Cluster, Modell, Job und Plan zurück; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Pin this plan</source>
        <translation>Diesen Plan fixieren</translation>
    </message>
</context>
<context>
    <name>pipette::ScheduleCurve</name>
    <message>
        <source>Activations over time</source>
        <translation>Aktivierungen über der Zeit</translation>
    </message>
    <message>
        <source>Idle devices over time</source>
        <translation>Untätige Geräte über der Zeit</translation>
    </message>
    <message>
        <source>Links in use over time</source>
        <translation>Genutzte Verbindungen über der Zeit</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>&amp;Bild speichern…</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>device %1: at most %2</source>
        <translation>Gerät %1: höchstens %2</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 untätig</translation>
    </message>
    <message>
        <source>no link is used</source>
        <translation>keine Verbindung ist genutzt</translation>
    </message>
    <message>
        <source>%1 links, %2 used</source>
        <translation>%1 Verbindungen, %2 genutzt</translation>
    </message>
    <message>
        <source>microbatches held</source>
        <translation>gehaltene Micro-Batches</translation>
    </message>
    <message>
        <source>idle devices</source>
        <translation>untätige Geräte</translation>
    </message>
    <message>
        <source>links in use</source>
        <translation>genutzte Verbindungen</translation>
    </message>
    <message>
        <source>time (ms)</source>
        <translation>Zeit (ms)</translation>
    </message>
    <message>
        <source>time (s)</source>
        <translation>Zeit (s)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>pipette::ScheduleLab</name>
    <message>
        <source>There is no schedule to order yet</source>
        <translation>Es gibt noch keinen Schedule zum Ordnen</translation>
    </message>
    <message>
        <source>Another schedule is ordered by hand: Done ends that</source>
        <translation>Ein anderer Schedule wird von Hand geordnet: Fertig beendet das</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 operations are too many to be moved one by one</source>
        <translation>%1 Operationen sind zu viele, um sie einzeln zu bewegen</translation>
    </message>
    <message>
        <source>Schedule lab</source>
        <translation>Schedule-Labor</translation>
    </message>
    <message>
        <source>simulating…</source>
        <translation>wird simuliert…</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Activations that a device holds over time</source>
        <translation>Aktivierungen, die ein Gerät hält, über der Zeit</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Devices that do not compute over time</source>
        <translation>Geräte, die nicht rechnen, über der Zeit</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Transfers</translation>
    </message>
    <message>
        <source>Links that carry a transfer over time</source>
        <translation>Verbindungen mit einem Transfer über der Zeit</translation>
    </message>
    <message>
        <source>Curve: %1</source>
        <translation>Kurve: %1</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>What colours tell</source>
        <translation>Was Farben sagen</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Colour by kind of work</source>
        <translation>Farbe nach Art der Arbeit</translation>
    </message>
    <message>
        <source>Colour by stage</source>
        <translation>Farbe nach Stufe</translation>
    </message>
    <message>
        <source>Colour by microbatch</source>
        <translation>Farbe nach Micro-Batch</translation>
    </message>
    <message>
        <source>What colours tell (C in the chart)</source>
        <translation>Was Farben sagen (C im Diagramm)</translation>
    </message>
    <message>
        <source>First schedule</source>
        <translation>Erster Schedule</translation>
    </message>
    <message>
        <source>Second schedule</source>
        <translation>Zweiter Schedule</translation>
    </message>
    <message>
        <source>Third schedule</source>
        <translation>Dritter Schedule</translation>
    </message>
    <message>
        <source>Fourth schedule</source>
        <translation>Vierter Schedule</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xport</translation>
    </message>
    <message>
        <source>Page that p&amp;lays…</source>
        <translation>Seite zum &amp;Abspielen…</translation>
    </message>
    <message>
        <source>Save as a &amp;lesson…</source>
        <translation>Als &amp;Lektion speichern…</translation>
    </message>
    <message>
        <source>&amp;Picture…</source>
        <translation>&amp;Bild…</translation>
    </message>
    <message>
        <source>Chrome trace of %1…</source>
        <translation>Chrome-Trace von %1…</translation>
    </message>
    <message>
        <source>CSV of %1…</source>
        <translation>CSV von %1…</translation>
    </message>
    <message>
        <source>&amp;Animated picture…</source>
        <translation>A&amp;nimiertes Bild…</translation>
    </message>
    <message>
        <source>&amp;Save the lab…</source>
        <translation>Labor &amp;speichern…</translation>
    </message>
    <message>
        <source>Copy as &amp;text</source>
        <translation>Als &amp;Text kopieren</translation>
    </message>
    <message>
        <source>Paste a la&amp;b</source>
        <translation>La&amp;bor einfügen</translation>
    </message>
</context>
<context>
    <name>pipette::ScheduleLabPicture</name>
    <message>
        <source>Pipeline schedules</source>
        <translation>Pipeline-Schedules</translation>
    </message>
</context>
<context>
    <name>pipette::SchedulePicker</name>
    <message>
        <source>%1: kind</source>
        <translation>%1: Art</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei…</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>chunks a device</source>
        <translation>Chunks je Gerät</translation>
    </message>
    <message>
        <source>token slices</source>
        <translation>Token-Scheiben</translation>
    </message>
    <message>
        <source>%1: why not</source>
        <translation>%1: warum nicht</translation>
    </message>
    <message>
        <source>%1: idea and source</source>
        <translation>%1: Idee und Quelle</translation>
    </message>
    <message>
        <source>Order by hand</source>
        <translation>Von Hand ordnen</translation>
    </message>
    <message>
        <source>%1: order by hand</source>
        <translation>%1: von Hand ordnen</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>Chunks a device</source>
        <translation>Chunks je Gerät</translation>
    </message>
    <message>
        <source>Token slices</source>
        <translation>Token-Scheiben</translation>
    </message>
    <message>
        <source>Drag the operations of this schedule to other places, and see what comes of it</source>
        <translation>Ziehen Sie die Operationen dieses Schedules an andere Stellen und sehen Sie, was daraus wird</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 %2 Source: %3.</source>
        <translation>%1 %2 Quelle: %3.</translation>
    </message>
</context>
<context>
    <name>pipette::SchedulePreset</name>
    <message>
        <source>1F1B and ZB-H1, 8 × 16</source>
        <translation>1F1B und ZB-H1, 8 × 16</translation>
    </message>
    <message>
        <source>GPipe and 1F1B, 4 × 8 (Narayanan 2021)</source>
        <translation>GPipe und 1F1B, 4 × 8 (Narayanan 2021)</translation>
    </message>
    <message>
        <source>1F1B and interleaved, 4 × 8 (Narayanan 2021)</source>
        <translation>1F1B und interleaved, 4 × 8 (Narayanan 2021)</translation>
    </message>
    <message>
        <source>1F1B and eager, 4 × 12, slow links (Zhuang 2023)</source>
        <translation>1F1B und eager, 4 × 12, langsame Verbindungen (Zhuang 2023)</translation>
    </message>
    <message>
        <source>Interleaved and breadth-first, 4 × 8 (Lamy-Poirier 2023)</source>
        <translation>Interleaved und breadth-first, 4 × 8 (Lamy-Poirier 2023)</translation>
    </message>
    <message>
        <source>ZB-H1 and ZB-H2, 4 × 8 (Qi 2023)</source>
        <translation>ZB-H1 und ZB-H2, 4 × 8 (Qi 2023)</translation>
    </message>
    <message>
        <source>ZB-H2 and ZB-V, 4 × 8 (Qi 2023)</source>
        <translation>ZB-H2 und ZB-V, 4 × 8 (Qi 2023)</translation>
    </message>
    <message>
        <source>V-Half and V-Min, 4 × 8 (Qi 2024)</source>
        <translation>V-Half und V-Min, 4 × 8 (Qi 2024)</translation>
    </message>
    <message>
        <source>DualPipe, 8 × 20 (DeepSeek-V3)</source>
        <translation>DualPipe, 8 × 20 (DeepSeek-V3)</translation>
    </message>
    <message>
        <source>DualPipe and DualPipeV, 8 × 20</source>
        <translation>DualPipe und DualPipeV, 8 × 20</translation>
    </message>
    <message>
        <source>1F1B and Chimera, 4 × 8, equal passes (Li and Hoefler 2021)</source>
        <translation>1F1B und Chimera, 4 × 8, gleiche Durchläufe (Li und Hoefler 2021)</translation>
    </message>
    <message>
        <source>GPipe and TeraPipe, 4 × 4, 4 slices (Li 2021)</source>
        <translation>GPipe und TeraPipe, 4 × 4, 4 Scheiben (Li 2021)</translation>
    </message>
    <message>
        <source>1F1B and local updates, 4 × 8 (Laskin 2020)</source>
        <translation>1F1B und lokale Updates, 4 × 8 (Laskin 2020)</translation>
    </message>
    <message>
        <source>1F1B and Varuna, 4 × 5 (Athlur 2022)</source>
        <translation>1F1B und Varuna, 4 × 5 (Athlur 2022)</translation>
    </message>
</context>
<context>
    <name>pipette::ScreenModes</name>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>F11</source>
        <translation>F11</translation>
    </message>
    <message>
        <source>The window takes the whole screen; F11 gives it back</source>
        <translation>Das Fenster nimmt den ganzen Bildschirm ein; F11 gibt ihn zurück</translation>
    </message>
    <message>
        <source>Presentatio&amp;n</source>
        <translation>Präsentatio&amp;n</translation>
    </message>
    <message>
        <source>Ctrl+F11</source>
        <translation>Ctrl+F11</translation>
    </message>
    <message>
        <source>Large type for a projector; afterwards the window is as it was</source>
        <translation>Große Schrift für einen Beamer; danach ist das Fenster, wie es war</translation>
    </message>
</context>
<context>
    <name>pipette::SearchWiring</name>
    <message>
        <source>%1, %2 of %3%4</source>
        <translation>%1, %2 von %3%4</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1, best so far %2</source>
        <translation>%1, bisher bester %2</translation>
    </message>
    <message>
        <source>Not done: %1</source>
        <translation>Nicht ausgeführt: %1</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
</context>
<context>
    <name>pipette::SecondWindow</name>
    <message>
        <source>Second window</source>
        <translation>Zweites Fenster</translation>
    </message>
    <message>
        <source>What the views show</source>
        <translation>Was die Ansichten zeigen</translation>
    </message>
    <message>
        <source>Whose placement, memory and times the views of this window show</source>
        <translation>Wessen Platzierung, Speicher und Zeiten die Ansichten dieses Fensters zeigen</translation>
    </message>
</context>
<context>
    <name>pipette::SecondWiring</name>
    <message>
        <source>New &amp;window</source>
        <translation>Neues Fens&amp;ter</translation>
    </message>
    <message>
        <source>Shift+F11</source>
        <translation>Shift+F11</translation>
    </message>
    <message>
        <source>Shows views of the same plan in a second window, for another screen</source>
        <translation>Zeigt Ansichten desselben Plans in einem zweiten Fenster, für einen weiteren Bildschirm</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Close this window</source>
        <translation>Dieses Fenster s&amp;chließen</translation>
    </message>
    <message>
        <source>Ctrl+W</source>
        <translation>Ctrl+W</translation>
    </message>
    <message>
        <source>%1[*] – Second window – Pipette Planner</source>
        <translation>%1[*] – Zweites Fenster – Pipette Planner</translation>
    </message>
    <message>
        <source>No Gantt chart: %1</source>
        <translation>Kein Gantt-Diagramm: %1</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>Der Plan</translation>
    </message>
    <message>
        <source>Scenario: %1</source>
        <translation>Szenario: %1</translation>
    </message>
</context>
<context>
    <name>pipette::SelectionPanel</name>
    <message>
        <source>⚠ Known faults</source>
        <translation>⚠ Bekannte Störungen</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>planner</source>
        <translation>Planer</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>time per step</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>(%1 to %2)</source>
        <translation>(%1 bis %2)</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>%1 a pipeline</source>
        <translation>%1 je Pipeline</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>%1 tokens/s, %2 MFU</source>
        <translation>%1 Tokens/s, %2 MFU</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>Wohin die Zeit geht</translation>
    </message>
    <message>
        <source>Memory of a GPU of stage %1</source>
        <translation>Speicher einer GPU der Stufe %1</translation>
    </message>
    <message>
        <source> on the host</source>
        <translation> auf dem Host</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>%1, at most %2</source>
        <translation>%1, höchstens %2</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>%1: %2 full, %3</source>
        <translation>%1: %2 voll, %3</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>%1 for each GPU: %2 full</source>
        <translation>%1 je GPU: %2 voll</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>%1, %2&#xa0;GiB</source>
        <translation>%1, %2&#xa0;GiB</translation>
    </message>
    <message>
        <source>NIC</source>
        <translation>NIC</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>pinned: does not move</source>
        <translation>fixiert: bewegt sich nicht</translation>
    </message>
    <message>
        <source>excluded: not used</source>
        <translation>ausgeschlossen: nicht genutzt</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>place along x, y</source>
        <translation>Platz entlang x, y</translation>
    </message>
    <message>
        <source>tensor rank</source>
        <translation>Tensor-Rang</translation>
    </message>
    <message>
        <source>to next stage</source>
        <translation>→ Stufe</translation>
    </message>
    <message>
        <source>to next replica</source>
        <translation>→ Replikat</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>What is selected, where, what it costs and why</source>
        <translation>Was ausgewählt ist, wo, was es kostet und warum</translation>
    </message>
    <message>
        <source>&lt;p&gt;Open a cluster and choose a model to begin. What you select in any view is explained here.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Öffnen Sie zum Beginn einen Cluster und wählen Sie ein Modell. Was Sie in einer Ansicht auswählen, wird hier erklärt.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>between</source>
        <translation>zwischen</translation>
    </message>
    <message>
        <source>there</source>
        <translation>hin</translation>
    </message>
    <message>
        <source>back</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>%1 GPUs: %2</source>
        <translation>%1 GPUs: %2</translation>
    </message>
    <message>
        <source>%1 has %2 nodes and %3 GPUs.
Plan (F5) to find the best configuration.</source>
        <translation>%1 hat %2 Knoten und %3 GPUs.
Planen Sie (F5), um die beste Konfiguration zu finden.</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Why stage %1 is there</source>
        <translation>Warum Stufe %1 dort liegt</translation>
    </message>
    <message>
        <source>Let move</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Keep here</source>
        <translation>Hier behalten</translation>
    </message>
    <message>
        <source>A search may move the selected GPUs again</source>
        <translation>Eine Suche darf die gewählten GPUs wieder verschieben</translation>
    </message>
    <message>
        <source>No search moves the selected GPUs</source>
        <translation>Keine Suche verschiebt die gewählten GPUs</translation>
    </message>
    <message>
        <source>Use again</source>
        <translation>Wieder nutzen</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Ausschließen</translation>
    </message>
    <message>
        <source>The next plan may use the selected GPUs again</source>
        <translation>Der nächste Plan darf die gewählten GPUs wieder nutzen</translation>
    </message>
    <message>
        <source>The next plan does without the selected GPUs</source>
        <translation>Der nächste Plan kommt ohne die gewählten GPUs aus</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>zu %1</translation>
    </message>
    <message>
        <source>&lt;p&gt;Click a GPU, a stage or a link to see it here. Drag a GPU or a node onto another, or press M on it (Ctrl+M anywhere), to see what exchanging them changes. G chooses which groups of GPUs are numbered and move together.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Klicken Sie auf eine GPU, eine Stufe oder eine Verbindung, um sie hier zu sehen. Ziehen Sie eine GPU oder einen Knoten auf eine andere, oder drücken Sie M darauf (überall Strg+M), um zu sehen, was der Tausch ändert. G wählt, welche Gruppen von GPUs nummeriert sind und sich zusammen bewegen.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>to %1, same node</source>
        <translation>zu %1, gleicher Knoten</translation>
    </message>
    <message>
        <source>stage %1, replica %2, rank %3</source>
        <translation>Stufe %1, Replikat %2, Rang %3</translation>
    </message>
    <message>
        <source>spare: the plan does not use the GPU</source>
        <translation>frei: der Plan nutzt die GPU nicht</translation>
    </message>
    <message>
        <source>zone %1</source>
        <translation>Zone %1</translation>
    </message>
    <message>
        <source>rack %1</source>
        <translation>Rack %1</translation>
    </message>
    <message>
        <source>at most, of %1</source>
        <translation>höchstens, von %1</translation>
    </message>
</context>
<context>
    <name>pipette::SetupPanel</name>
    <message>
        <source>Setup</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>More of the job</source>
        <translation>Mehr zum Job</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>Fine-Tuning</translation>
    </message>
    <message>
        <source>Whether the plan is up to date</source>
        <translation>Ob der Plan aktuell ist</translation>
    </message>
    <message>
        <source>What the plan leaves spare, its launcher and the calibration of its times</source>
        <translation>Was der Plan in Reserve lässt, sein Launcher und die Kalibrierung seiner Zeiten</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>set</source>
        <translation>gesetzt</translation>
    </message>
    <message>
        <source>1 GPU out</source>
        <translation>1 GPU aus</translation>
    </message>
    <message>
        <source>%1 GPUs out</source>
        <translation>%1 GPUs aus</translation>
    </message>
    <message>
        <source>1 link slow</source>
        <translation>1 Verbindung langsam</translation>
    </message>
    <message>
        <source>%1 links slow</source>
        <translation>%1 Verbindungen langsam</translation>
    </message>
    <message>
        <source>%1 pinned</source>
        <translation>%1 fixiert</translation>
    </message>
    <message>
        <source>nothing excluded</source>
        <translation>nichts ausgeschlossen</translation>
    </message>
    <message>
        <source>A cluster file, or logs of nccl-tests, mpiGraph, p2pBandwidthLatencyTest, nvidia-smi topo</source>
        <translation>Eine Cluster-Datei oder Logs von nccl-tests, mpiGraph, p2pBandwidthLatencyTest, nvidia-smi topo</translation>
    </message>
    <message>
        <source>Open a cluster</source>
        <translation>Cluster öffnen</translation>
    </message>
    <message>
        <source>Sample clusters</source>
        <translation>Beispiel-Cluster</translation>
    </message>
    <message>
        <source>Model preset</source>
        <translation>Modell-Vorgabe</translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation>Modelldatei öffnen</translation>
    </message>
    <message>
        <source>A Hugging Face config.json or a model file</source>
        <translation>Eine config.json von Hugging Face oder eine Modelldatei</translation>
    </message>
    <message>
        <source>Model dimensions</source>
        <translation>Modellgrößen</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>No cluster yet. Open a cluster file or measured logs, or drop them on the window.</source>
        <translation>Noch kein Cluster. Öffnen Sie eine Cluster-Datei oder gemessene Logs, oder ziehen Sie sie auf das Fenster.</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPUs</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 Knoten</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>
%1 bandwidth snapshots</source>
        <translation>
%1 Bandbreiten-Momentaufnahmen</translation>
    </message>
    <message>
        <source>
⚠ 1 known fault</source>
        <translation>
⚠ 1 bekannte Störung</translation>
    </message>
    <message>
        <source>
⚠ %1 known faults</source>
        <translation>
⚠ %1 bekannte Störungen</translation>
    </message>
    <message>
        <source>No model yet.</source>
        <translation>Noch kein Modell.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>%1 B parameters, %2 B active</source>
        <translation>%1 Mrd. Parameter, %2 Mrd. aktiv</translation>
    </message>
    <message>
        <source>%1 B parameters</source>
        <translation>%1 Mrd. Parameter</translation>
    </message>
    <message>
        <source>%1 layers, hidden %2, %3 heads%4, feed-forward %5, vocabulary %6</source>
        <translation>%1 Schichten, Hidden %2, %3 Heads%4, FFN %5, Vokabular %6</translation>
    </message>
    <message>
        <source> (%1 key-value)</source>
        <translation> (%1 KV)</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>%1 Tokens je Schritt</translation>
    </message>
    <message>
        <source>LoRA rank %1</source>
        <translation>LoRA-Rang %1</translation>
    </message>
    <message>
        <source>packed sequences</source>
        <translation>gepackte Sequenzen</translation>
    </message>
    <message>
        <source>%1 chains, %2 moves</source>
        <translation>%1 Ketten, %2 Züge</translation>
    </message>
    <message>
        <source>About this plan</source>
        <translation>Über diesen Plan</translation>
    </message>
    <message>
        <source>Find a cluster</source>
        <translation>Cluster suchen</translation>
    </message>
    <message>
        <source>No cluster is called “%1”.</source>
        <translation>Kein Cluster heißt „%1“.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Modell suchen</translation>
    </message>
    <message>
        <source>No model is called “%1”.</source>
        <translation>Kein Modell heißt „%1“.</translation>
    </message>
    <message>
        <source>New cluster…</source>
        <translation>Neuer Cluster …</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>Nicht gemessen</translation>
    </message>
    <message>
        <source>nodes, GPUs and links of your own</source>
        <translation>eigene Knoten, GPUs und Verbindungen</translation>
    </message>
</context>
<context>
    <name>pipette::SetupWiring</name>
    <message>
        <source>Open a model</source>
        <translation>Modell öffnen</translation>
    </message>
    <message>
        <source>Model files (*.json);;All files (*)</source>
        <translation>Modelldateien (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>change of the faults</source>
        <translation>Änderung der Störungen</translation>
    </message>
    <message>
        <source>Made %1: plan with F5</source>
        <translation>%1 erstellt: planen Sie mit F5</translation>
    </message>
    <message>
        <source>change of the job</source>
        <translation>Änderung des Jobs</translation>
    </message>
    <message>
        <source>change of the limits</source>
        <translation>Änderung der Grenzen</translation>
    </message>
    <message>
        <source>change of the annealing budget</source>
        <translation>Änderung des Annealing-Budgets</translation>
    </message>
</context>
<context>
    <name>pipette::ShapesView</name>
    <message>
        <source>Point</source>
        <translation>Punkt</translation>
    </message>
</context>
<context>
    <name>pipette::ShownGpus</name>
    <message>
        <source>Stage %1, replica %2: %3</source>
        <translation>Stufe %1, Replikat %2: %3</translation>
    </message>
    <message>
        <source>Stage %1: %2 GPUs</source>
        <translation>Stufe %1: %2 GPUs</translation>
    </message>
    <message>
        <source>Replica %1: %2 GPUs</source>
        <translation>Replikat %1: %2 GPUs</translation>
    </message>
    <message>
        <source>Node %1: %2 GPUs</source>
        <translation>Knoten %1: %2 GPUs</translation>
    </message>
    <message>
        <source>, stage %1</source>
        <translation>, Stufe %1</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>Replikat %1</translation>
    </message>
    <message>
        <source>%1 full</source>
        <translation>%1 voll</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>fixiert</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>ausgeschlossen</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>defekt</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <translation>Stufe %1: %2</translation>
    </message>
    <message>
        <source>Node %1: %2</source>
        <translation>Knoten %1: %2</translation>
    </message>
</context>
<context>
    <name>pipette::SplitText</name>
    <message>
        <source>uneven</source>
        <translation>ungleich</translation>
    </message>
</context>
<context>
    <name>pipette::StatusHint</name>
    <message>
        <source>A click selects. A drag shows what the change would cost.</source>
        <translation>Ein Klick wählt. Ziehen zeigt, was die Änderung kosten würde.</translation>
    </message>
    <message>
        <source>A click marks a point in every view. A double click on its row opens it as a plan.</source>
        <translation>Ein Klick markiert einen Punkt in allen Ansichten. Ein Doppelklick auf seine Zeile öffnet ihn als Plan.</translation>
    </message>
    <message>
        <source>A click on a run marks it in the chart and in the table.</source>
        <translation>Ein Klick auf einen Lauf markiert ihn im Diagramm und in der Tabelle.</translation>
    </message>
    <message>
        <source>Space plays. The arrow keys step.</source>
        <translation>Die Leertaste spielt ab. Die Pfeiltasten gehen schrittweise.</translation>
    </message>
</context>
<context>
    <name>pipette::StepChart</name>
    <message>
        <source>Time of each step, and the planned range</source>
        <translation>Zeit jedes Schritts und die geplante Spanne</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Zählt</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>nicht genannt</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>time of a step (ms)</source>
        <translation>Zeit eines Schritts (ms)</translation>
    </message>
    <message>
        <source>time of a step (s)</source>
        <translation>Zeit eines Schritts (s)</translation>
    </message>
    <message>
        <source>since step %1</source>
        <translation>seit Schritt %1</translation>
    </message>
    <message>
        <source>The log tells no time of its steps.</source>
        <translation>Das Log nennt keine Zeit seiner Schritte.</translation>
    </message>
    <message>
        <source>median: %1</source>
        <translation>Median: %1</translation>
    </message>
    <message>
        <source>planned: %1</source>
        <translation>geplant: %1</translation>
    </message>
    <message>
        <source>planned range</source>
        <translation>geplante Spanne</translation>
    </message>
    <message>
        <source>no time is told</source>
        <translation>keine Zeit genannt</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>Step %1: %2, left out</source>
        <translation>Schritt %1: %2, ausgelassen</translation>
    </message>
</context>
<context>
    <name>pipette::Studies</name>
    <message>
        <source>Planning the points…</source>
        <translation>Die Punkte werden geplant…</translation>
    </message>
    <message>
        <source>%1 of %2 points planned, which are not kept: %3</source>
        <translation>%1 von %2 Punkten geplant, die nicht aufbewahrt werden: %3</translation>
    </message>
    <message>
        <source>Cancelled: %1 of %2 points; Run goes on from there</source>
        <translation>Abgebrochen: %1 von %2 Punkten; Start macht von dort weiter</translation>
    </message>
    <message>
        <source>Trying sizes…</source>
        <translation>Größen werden versucht…</translation>
    </message>
    <message>
        <source>%1 GPUs: %2</source>
        <translation>%1 GPUs: %2</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>Cancelled before the fewest GPUs were found</source>
        <translation>Abgebrochen, bevor die wenigsten GPUs gefunden waren</translation>
    </message>
    <message>
        <source>This point is not planned yet: Run</source>
        <translation>Dieser Punkt ist noch nicht geplant: Start</translation>
    </message>
    <message>
        <source>%1 points planned</source>
        <translation>%1 Punkte geplant</translation>
    </message>
    <message>
        <source>Say how many tokens and the deadline, under Goal: then the fewest GPUs that meet it are found</source>
        <translation>Unter Ziel angeben, wie viele Tokens und welche Frist: Dann werden die wenigsten GPUs gefunden, die sie einhalten</translation>
    </message>
</context>
<context>
    <name>pipette::StudyAnswer</name>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>No size</source>
        <translation>Keine Größe</translation>
    </message>
    <message>
        <source>meets %1</source>
        <translation>hält %1</translation>
    </message>
    <message>
        <source>misses the deadline</source>
        <translation>verfehlt die Frist</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPUs</translation>
    </message>
    <message>
        <source>in time</source>
        <translation>rechtzeitig</translation>
    </message>
    <message>
        <source>may miss the deadline</source>
        <translation>verfehlen vielleicht die Frist</translation>
    </message>
    <message>
        <source>Not planned yet</source>
        <translation>Noch nicht geplant</translation>
    </message>
    <message>
        <source>No study yet</source>
        <translation>Noch keine Studie</translation>
    </message>
    <message>
        <source>A study plans a job many times: New study of this plan, or a question of the menu Ask, begins one.</source>
        <translation>Eine Studie plant einen Job viele Male: Neue Studie dieses Plans oder eine Frage des Menüs Fragen beginnt eine.</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>Bisher</translation>
    </message>
    <message>
        <source>assumed cluster</source>
        <translation>angenommener Cluster</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>Noch keine Läufe</translation>
    </message>
    <message>
        <source>Open measured runs to see how far the estimates are from them.</source>
        <translation>Öffnen Sie gemessene Läufe, um zu sehen, wie weit die Schätzungen davon liegen.</translation>
    </message>
    <message>
        <source>median error of the time</source>
        <translation>Medianfehler der Zeit</translation>
    </message>
    <message>
        <source>%1 measured runs</source>
        <translation>%1 gemessene Läufe</translation>
    </message>
    <message>
        <source>of sources that no calibration has seen.</source>
        <translation>von Quellen, die keine Kalibrierung gesehen hat.</translation>
    </message>
    <message>
        <source>%1 GPUs are in time even at the slow end of the range: %2.</source>
        <translation>%1 GPUs sind auch am langsamen Ende der Spanne rechtzeitig: %2.</translation>
    </message>
    <message>
        <source>Between %1 and %2 by the range of the estimate.</source>
        <translation>Zwischen %1 und %2 nach der Spanne der Schätzung.</translation>
    </message>
    <message>
        <source>are in time for the least money</source>
        <translation>sind rechtzeitig fertig, am billigsten</translation>
    </message>
    <message>
        <source>are the fewest in time</source>
        <translation>sind die wenigsten, die rechtzeitig fertig werden</translation>
    </message>
    <message>
        <source>so far meets %1</source>
        <translation>erreicht bisher %1</translation>
    </message>
    <message>
        <source>of sources that calibrations were fitted on. Runs of your own are a better test.</source>
        <translation>aus Quellen, an die Kalibrierungen angepasst wurden. Eigene Läufe prüfen besser.</translation>
    </message>
    <message>
        <source>%1 of the measured times lie in the range that is shown. Of %3 runs that worked, %2 would be rejected for their memory.</source>
        <translation>%1 der gemessenen Zeiten liegen in der gezeigten Spanne. Von %3 Läufen, die funktionierten, würden %2 wegen ihres Speichers verworfen.</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 GPU</translation>
    </message>
    <message>
        <source>%1 is the fewest in time: %2.</source>
        <translation>Die kleinste Zahl, die rechtzeitig fertig wird, ist %1: %2.</translation>
    </message>
    <message>
        <source>%1 are the fewest in time: %2.</source>
        <translation>%1 sind die wenigsten, die rechtzeitig fertig werden: %2.</translation>
    </message>
    <message>
        <source>%1 would take %2.</source>
        <translation>Mit %1 dauert es %2.</translation>
    </message>
    <message>
        <source>is in time for the least money</source>
        <translation>ist rechtzeitig fertig, am billigsten</translation>
    </message>
    <message>
        <source>is the fewest in time</source>
        <translation>ist die kleinste Zahl, die rechtzeitig fertig wird</translation>
    </message>
    <message>
        <source>a step on %1</source>
        <translation>je Schritt auf %1</translation>
    </message>
    <message>
        <source>%1 may be in time (likely, not sure): %2.</source>
        <translation>%1 schaffen es wahrscheinlich, aber nicht sicher: %2.</translation>
    </message>
</context>
<context>
    <name>pipette::StudyEditor</name>
    <message>
        <source>What is studied</source>
        <translation>Was untersucht wird</translation>
    </message>
    <message>
        <source>State of the study</source>
        <translation>Stand der Studie</translation>
    </message>
    <message>
        <source>As&amp;k</source>
        <translation>&amp;Fragen</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Progress of the study</source>
        <translation>Fortschritt der Studie</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Was gefragt wird</translation>
    </message>
    <message>
        <source>Studies of this document</source>
        <translation>Studien dieses Dokuments</translation>
    </message>
    <message>
        <source>Remove this study</source>
        <translation>Diese Studie entfernen</translation>
    </message>
    <message>
        <source>Remove this study; Undo brings it back with its points</source>
        <translation>Diese Studie entfernen; Rückgängig holt sie mit ihren Punkten zurück</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Tokens: 15T, 300B or 16M</source>
        <translation>Tokens: 15T, 300B oder 16M</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>nicht genannt</translation>
    </message>
    <message>
        <source>Tokens a step</source>
        <translation>Tokens/Schritt</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source> days</source>
        <translation> Tage</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source> /GPU-hour</source>
        <translation> /GPU-Stunde</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>Currency of the price and of all money. The prices of GPU kinds are in %1; a study in another currency does not use them.</source>
        <translation>Währung des Preises und aller Beträge. Die Preise der GPU-Arten sind in %1; eine Studie in anderer Währung nutzt sie nicht.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source> W a GPU</source>
        <translation> W je GPU</translation>
    </message>
    <message>
        <source>PUE</source>
        <translation>PUE</translation>
    </message>
    <message>
        <source> GPU-h</source>
        <translation> GPU-h</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Move factors by</source>
        <translation>Faktoren um</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>nicht gefragt</translation>
    </message>
    <message>
        <source>What is varied</source>
        <translation>Was variiert wird</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Values, with commas between them</source>
        <translation>Werte, mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>Remove this axis</source>
        <translation>Diese Achse entfernen</translation>
    </message>
    <message>
        <source>Add a cluster file</source>
        <translation>Cluster-Datei hinzufügen</translation>
    </message>
    <message>
        <source>Add a cluster file; the price of its GPU-hour may stand behind it: @2.4</source>
        <translation>Cluster-Datei hinzufügen; der Preis ihrer GPU-Stunde kann dahinter stehen: @2.4</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>as the GPU</source>
        <translation>wie die GPU</translation>
    </message>
    <message>
        <source>as the batch</source>
        <translation>wie der Batch</translation>
    </message>
    <message>
        <source>Failure every</source>
        <translation>Ausfall alle</translation>
    </message>
    <message>
        <source>A new study takes the cluster, the model and the job of the plan, and varies the number of GPUs.</source>
        <translation>Eine neue Studie nimmt Cluster, Modell und Aufgabe des Plans und variiert die Zahl der GPUs.</translation>
    </message>
    <message>
        <source>What is trained</source>
        <translation>Was trainiert wird</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Price and power</source>
        <translation>Preis und Leistung</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Ausfälle</translation>
    </message>
    <message>
        <source>What the training may cost, in the currency of the price</source>
        <translation>Was das Training kosten darf, in der Währung des Preises</translation>
    </message>
    <message>
        <source>Vary something else &amp;too</source>
        <translation>&amp;Noch etwas variieren</translation>
    </message>
    <message>
        <source>1 list</source>
        <translation>1 Liste</translation>
    </message>
    <message>
        <source>%1 lists</source>
        <translation>%1 Listen</translation>
    </message>
    <message>
        <source>%1 %2 a GPU-hour</source>
        <translation>%1 %2 je GPU-Stunde</translation>
    </message>
    <message>
        <source>every %1 GPU-hours</source>
        <translation>alle %1 GPU-Stunden</translation>
    </message>
</context>
<context>
    <name>pipette::StudyPoints</name>
    <message>
        <source>not planned yet</source>
        <translation>noch nicht geplant</translation>
    </message>
    <message>
        <source>assumed cluster</source>
        <translation>angenommener Cluster</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Cost: at %1</source>
        <translation>Kosten: bei %1</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>Angenommen: %1</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>Range of days</source>
        <translation>Spanne der Tage</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>MWh</source>
        <translation>MWh</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>another is sooner and cheaper</source>
        <translation>ein anderer ist früher und billiger</translation>
    </message>
    <message>
        <source>sure</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>misses</source>
        <translation>verfehlt</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>wahrscheinlich</translation>
    </message>
    <message>
        <source>unlikely</source>
        <translation>unwahrscheinlich</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>Zwischen</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>Cost, %1</source>
        <translation>Kosten, %1</translation>
    </message>
    <message>
        <source>Step, ms</source>
        <translation>Schritt, ms</translation>
    </message>
    <message>
        <source>Step, s</source>
        <translation>Schritt, s</translation>
    </message>
    <message>
        <source>★ best for its days</source>
        <translation>★ die beste für ihre Tage</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPUs</translation>
    </message>
    <message>
        <source>%1 days (%2)</source>
        <translation>%1 Tage (%2)</translation>
    </message>
    <message>
        <source>%1 MWh</source>
        <translation>%1 MWh</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Trade-off</source>
        <translation>Abwägung</translation>
    </message>
    <message>
        <source>Cost, M %1</source>
        <translation>Kosten, Mio. %1</translation>
    </message>
</context>
<context>
    <name>pipette::StudyTable</name>
    <message>
        <source>Points of the study</source>
        <translation>Punkte der Studie</translation>
    </message>
    <message>
        <source>The plan of every point, its days and its money stand here once a study has run.</source>
        <translation>Der Plan jedes Punkts, seine Tage und seine Kosten stehen hier, sobald eine Studie gelaufen ist.</translation>
    </message>
</context>
<context>
    <name>pipette::StudyWiring</name>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1 (angenommen)</translation>
    </message>
    <message>
        <source>, %1 GPUs at most</source>
        <translation>, höchstens %1 GPUs</translation>
    </message>
    <message>
        <source>%1%2; %3; %4</source>
        <translation>%1%2; %3; %4</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>Wrote %1, as the study was then</source>
        <translation>%1 geschrieben, wie die Studie dann war</translation>
    </message>
    <message>
        <source>file of the study</source>
        <translation>Datei der Studie</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>plan of the study&apos;s point %1</source>
        <translation>Plan des Punkts %1 der Studie</translation>
    </message>
    <message>
        <source>The plan of %1; Undo brings back what was here</source>
        <translation>Der Plan von %1; Rückgängig holt zurück, was hier war</translation>
    </message>
    <message>
        <source>change of the study</source>
        <translation>Änderung der Studie</translation>
    </message>
    <message>
        <source>removal of the study</source>
        <translation>Entfernen der Studie</translation>
    </message>
    <message>
        <source>A cluster to compare with</source>
        <translation>Ein Cluster zum Vergleichen</translation>
    </message>
    <message>
        <source>Clusters (*.json);;All files (*)</source>
        <translation>Cluster (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a cluster and choose a model first</source>
        <translation>Öffnen Sie zuerst einen Cluster und wählen Sie ein Modell</translation>
    </message>
    <message>
        <source>new study</source>
        <translation>neue Studie</translation>
    </message>
    <message>
        <source>A study of %1: Run plans every point</source>
        <translation>Eine Studie von %1: Start plant jeden Punkt</translation>
    </message>
    <message>
        <source>Enter %1; then Run</source>
        <translation>Geben Sie ein: %1; dann Start</translation>
    </message>
    <message>
        <source>There is no study yet</source>
        <translation>Es gibt noch keine Studie</translation>
    </message>
    <message>
        <source>Save the study</source>
        <translation>Studie speichern</translation>
    </message>
    <message>
        <source>Pipette studies (*.json)</source>
        <translation>Pipette-Studien (*.json)</translation>
    </message>
    <message>
        <source>opening of a study</source>
        <translation>Öffnen einer Studie</translation>
    </message>
    <message>
        <source>Opened the study %1</source>
        <translation>Studie %1 geöffnet</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Run the study</source>
        <translation>Studie ausführen</translation>
    </message>
    <message>
        <source>New study of this plan</source>
        <translation>Neue Studie</translation>
    </message>
    <message>
        <source>1 point</source>
        <translation>1 Punkt</translation>
    </message>
    <message>
        <source>Save the points of the study</source>
        <translation>Die Punkte der Studie speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
</context>
<context>
    <name>pipette::ToolBars</name>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Tool bar: %1</source>
        <translation>Werkzeugleiste: %1</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fixieren</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Run study</source>
        <translation>Studie ausführen</translation>
    </message>
    <message>
        <source>New study</source>
        <translation>Neue Studie</translation>
    </message>
    <message>
        <source>Open measured runs</source>
        <translation>Gemessene Läufe öffnen</translation>
    </message>
    <message>
        <source>Launch files</source>
        <translation>Startdateien</translation>
    </message>
    <message>
        <source>Writes the files that a launcher starts this plan with</source>
        <translation>Schreibt die Dateien, mit denen ein Launcher diesen Plan startet</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>Wenigste GPUs</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>What the study is of</source>
        <translation>Wovon die Studie handelt</translation>
    </message>
    <message>
        <source>Add my own log</source>
        <translation>Eigenes Log hinzufügen</translation>
    </message>
    <message>
        <source>Open run as a plan</source>
        <translation>Lauf als Plan öffnen</translation>
    </message>
    <message>
        <source>What the plan is of</source>
        <translation>Worum es im Plan geht</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens</source>
        <translation>%1 Sequenzen zu %2 Tokens</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyBoxes</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>no rack given</source>
        <translation>kein Rack angegeben</translation>
    </message>
    <message>
        <source>NVLink domain %1</source>
        <translation>NVLink-Domäne %1</translation>
    </message>
    <message>
        <source>%1, NVLink domain %2</source>
        <translation>%1, NVLink-Domäne %2</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Domains</source>
        <translation>Domänen</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>%1: %2 nodes, %3 GPUs</source>
        <translation>%1: %2 Knoten, %3 GPUs</translation>
    </message>
    <message>
        <source>, stage %1</source>
        <translation>, Stufe %1</translation>
    </message>
    <message>
        <source>, stages %1</source>
        <translation>, Stufen %1</translation>
    </message>
    <message>
        <source>, %1 GPUs spare</source>
        <translation>, %1 GPUs in Reserve</translation>
    </message>
    <message>
        <source>, slowest link %1</source>
        <translation>, langsamste Verbindung %1</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyColours</name>
    <message>
        <source>colours: data parallel replicas</source>
        <translation>Farben: datenparallele Replikate</translation>
    </message>
    <message>
        <source>fill: memory used; green safe, amber tight, red over</source>
        <translation>Füllung: Speicher; grün sicher, gelb knapp, rot zu viel</translation>
    </message>
    <message>
        <source>colours: bandwidth from the selected GPU</source>
        <translation>Farben: Bandbreite ab der gewählten GPU</translation>
    </message>
    <message>
        <source>colours: slowest link of the node</source>
        <translation>Farben: langsamste Verbindung des Knotens</translation>
    </message>
    <message>
        <source>colours: pipeline stages</source>
        <translation>Farben: Pipeline-Stufen</translation>
    </message>
    <message>
        <source>numbers: %1s, colours: stages</source>
        <translation>Zahlen: %1, Farben: Stufen</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyKey</name>
    <message>
        <source>broken</source>
        <translation>defekt</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>links of the group</source>
        <translation>Verbindungen der Gruppe</translation>
    </message>
    <message>
        <source>gradient ring</source>
        <translation>Gradientenring</translation>
    </message>
    <message>
        <source>each cell is a node; %1</source>
        <translation>jede Zelle ist ein Knoten; %1</translation>
    </message>
    <message>
        <source>each cell is a node</source>
        <translation>jede Zelle ist ein Knoten</translation>
    </message>
    <message>
        <source>Slowest, GB/s</source>
        <translation>Langsamste, GB/s</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyLabel</name>
    <message>
        <source>%1 nodes, %2 GPUs</source>
        <translation>%1 Knoten, %2 GPUs</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>Stufen %1</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 Stufen</translation>
    </message>
    <message>
        <source>slowest link %1</source>
        <translation>langsamste Verbindung %1</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyLinks</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>, one of the slowest links</source>
        <translation>, eine der langsamsten Verbindungen</translation>
    </message>
    <message>
        <source>, gradient exchange</source>
        <translation>, Gradientenaustausch</translation>
    </message>
    <message>
        <source>, pipeline</source>
        <translation>, Pipeline</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyScene</name>
    <message>
        <source>Topology: %1</source>
        <translation>Topologie: %1</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyTable</name>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>NIC</source>
        <translation>NIC</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>Replikat</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Slowest link of its node</source>
        <translation>Langsamste Verbindung des Knotens</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>Störungen</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyView</name>
    <message>
        <source>Topology: racks, nodes, GPUs and links</source>
        <translation>Topologie: Racks, Knoten, GPUs und Verbindungen</translation>
    </message>
    <message>
        <source>What the colours of the topology mean</source>
        <translation>Was die Farben der Topologie bedeuten</translation>
    </message>
    <message>
        <source>How much of the cluster is drawn</source>
        <translation>Wie viel vom Cluster gezeichnet ist</translation>
    </message>
    <message>
        <source>Topology: %1</source>
        <translation>Topologie: %1</translation>
    </message>
    <message>
        <source>Colour: stage</source>
        <translation>Farbe: Stufe</translation>
    </message>
    <message>
        <source>Colour: replica</source>
        <translation>Farbe: Replikat</translation>
    </message>
    <message>
        <source>Colour: memory</source>
        <translation>Farbe: Speicher</translation>
    </message>
    <message>
        <source>Colour: bandwidth</source>
        <translation>Farbe: Bandbreite</translation>
    </message>
    <message>
        <source>Nodes by the order of their names: no rack is known</source>
        <translation>Knoten nach der Ordnung ihrer Namen: kein Rack ist bekannt</translation>
    </message>
    <message>
        <source>Show %1 whatever the zoom</source>
        <translation>%1 bei jedem Zoom zeigen</translation>
    </message>
    <message>
        <source>No cluster yet. Open one to see its racks, nodes and links.</source>
        <translation>Noch kein Cluster. Öffnen Sie einen, um seine Racks, Knoten und Verbindungen zu sehen.</translation>
    </message>
    <message>
        <source>Numbers: %1</source>
        <translation>Zahlen: %1</translation>
    </message>
</context>
<context>
    <name>pipette::TourBubble</name>
    <message>
        <source>&amp;Skip</source>
        <translation>Ü&amp;berspringen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>&amp;Fertig</translation>
    </message>
    <message>
        <source>Tour, %1 of %2: %3</source>
        <translation>Rundgang, %1 von %2: %3</translation>
    </message>
</context>
<context>
    <name>pipette::TourWiring</name>
    <message>
        <source>&amp;Tour of the window</source>
        <translation>&amp;Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>Five bubbles show where to begin</source>
        <translation>Fünf Sprechblasen zeigen, wo es losgeht</translation>
    </message>
    <message>
        <source>Describe the job</source>
        <translation>Den Auftrag beschreiben</translation>
    </message>
    <message>
        <source>In the Setup you choose the cluster, the model and the batch. A sample cluster is there already. Open reads your own files and measured logs.</source>
        <translation>In den Einstellungen wählen Sie Cluster, Modell und Batch. Ein Beispielcluster ist schon da. Öffnen liest Ihre eigenen Dateien und gemessene Logs.</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>This button searches for the fastest way to spread the job over the GPUs. The best plan so far shows at once, and better ones follow.</source>
        <translation>Dieser Knopf sucht den schnellsten Weg, den Auftrag auf die GPUs zu verteilen. Der bisher beste Plan erscheint sofort, bessere folgen.</translation>
    </message>
    <message>
        <source>Read the answer</source>
        <translation>Die Antwort lesen</translation>
    </message>
    <message>
        <source>This line says how long a step takes, what the plan gains over ranks in host order, and whether the job fits into memory. Why? tells the reasons.</source>
        <translation>Diese Zeile sagt, wie lange ein Schritt dauert, was der Plan gegenüber Rängen in Host-Reihenfolge gewinnt und ob der Auftrag in den Speicher passt. Warum? nennt die Gründe.</translation>
    </message>
    <message>
        <source>Move GPUs</source>
        <translation>GPUs verschieben</translation>
    </message>
    <message>
        <source>The board shows what each GPU does. Drag a GPU or a node onto another one: the change in time shows before you drop.</source>
        <translation>Die Zuordnungstafel zeigt, was jede GPU tut. Ziehen Sie eine GPU oder einen Knoten auf einen anderen Platz: Die Änderung der Zeit erscheint vor dem Loslassen.</translation>
    </message>
    <message>
        <source>Ask and learn</source>
        <translation>Fragen und lernen</translation>
    </message>
    <message>
        <source>Studies ask one question of many plans, such as how many GPUs you need. Evidence compares with measured runs. The Lab has lessons on pipeline schedules.</source>
        <translation>Studien stellen vielen Plänen eine Frage, etwa wie viele GPUs Sie brauchen. Belege vergleicht mit gemessenen Läufen. Das Labor hat Lektionen zu Pipeline-Ablaufplänen.</translation>
    </message>
</context>
<context>
    <name>pipette::TrainingView</name>
    <message>
        <source>Open &amp;runs…</source>
        <translation>Läufe ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Sa&amp;ve the estimator…</source>
        <translation>Schätzer &amp;sichern…</translation>
    </message>
    <message>
        <source>Plan &amp;with it</source>
        <translation>&amp;Damit planen</translation>
    </message>
    <message>
        <source>Training of the memory estimator</source>
        <translation>Training des Speicherschätzers</translation>
    </message>
    <message>
        <source>Framework whose runs are learned from</source>
        <translation>Framework, aus dessen Läufen gelernt wird</translation>
    </message>
    <message>
        <source>What the network learns</source>
        <translation>Was das Netz lernt</translation>
    </message>
    <message>
        <source>corrects the physics</source>
        <translation>korrigiert die Physik</translation>
    </message>
    <message>
        <source>from the configuration (Pipette)</source>
        <translation>aus der Konfiguration (Pipette)</translation>
    </message>
    <message>
        <source>What came out of the training</source>
        <translation>Was das Training ergab</translation>
    </message>
    <message>
        <source>Predicted against measured memory shows here after the training.</source>
        <translation>Vorhergesagter gegen gemessenen Speicher erscheint hier nach dem Training.</translation>
    </message>
    <message>
        <source>Plans again; jobs of the framework take their memory from this estimator</source>
        <translation>Plant neu; Jobs des Frameworks nehmen ihren Speicher aus diesem Schätzer</translation>
    </message>
    <message>
        <source>Runs of the training, the worst predicted first</source>
        <translation>Läufe des Trainings, die am schlechtesten vorhergesagten zuerst</translation>
    </message>
    <message>
        <source>%1 (%2 runs)</source>
        <translation>%1 (%2 Läufe)</translation>
    </message>
    <message>
        <source>Every fifth run is kept out of the training and judges it.</source>
        <translation>Jeder fünfte Lauf bleibt dem Training fern und beurteilt es.</translation>
    </message>
    <message>
        <source>Open a CSV of measured runs to train on.</source>
        <translation>Öffnen Sie eine CSV gemessener Läufe zum Trainieren.</translation>
    </message>
    <message>
        <source>None of these runs has a measured peak memory.</source>
        <translation>Keiner dieser Läufe hat einen gemessenen Spitzenspeicher.</translation>
    </message>
    <message>
        <source>Training…</source>
        <translation>Training läuft…</translation>
    </message>
    <message>
        <source>learned from</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <source>kept out</source>
        <translation>zurückgehalten</translation>
    </message>
    <message>
        <source>%1 mean error on %2 runs of %3 that were kept out; %4 of them stay within the upper estimate.</source>
        <translation>%1 mittlerer Fehler an %2 zurückgehaltenen Läufen von %3; %4 davon bleiben unter der oberen Schätzung.</translation>
    </message>
    <message>
        <source>Cancelled; what it had learned: </source>
        <translation>Abgebrochen; was gelernt war: </translation>
    </message>
</context>
<context>
    <name>pipette::Units</name>
    <message>
        <source>no change</source>
        <translation>keine Änderung</translation>
    </message>
    <message>
        <source>level with</source>
        <translation>gleichauf mit</translation>
    </message>
    <message>
        <source>%1 % faster</source>
        <translation>%1 % schneller</translation>
    </message>
    <message>
        <source>%1 % slower</source>
        <translation>%1 % langsamer</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
</context>
<context>
    <name>pipette::ValidationView</name>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Sources that the calibration never saw: %1 mean error over %2 runs, bias %3; the range held %4. </source>
        <translation>Quellen, die die Kalibrierung nie sah: %1 mittlerer Fehler über %2 Läufe, Bias %3; die Spanne hielt %4. </translation>
    </message>
    <message>
        <source>Sources that it was fitted on: %1 mean error over %2 runs, bias %3. </source>
        <translation>Quellen, an die sie angepasst ist: %1 mittlerer Fehler über %2 Läufe, Bias %3. </translation>
    </message>
    <message>
        <source>%1 mean error over %2 runs, bias %3. </source>
        <translation>%1 mittlerer Fehler über %2 Läufe, Bias %3. </translation>
    </message>
    <message>
        <source>Rank correlation %1. </source>
        <translation>Rangkorrelation %1. </translation>
    </message>
    <message>
        <source>%1 of the runs stay within the upper estimate. </source>
        <translation>%1 der Läufe bleiben unter der oberen Schätzung. </translation>
    </message>
    <message>
        <source>The memory filter refuses %1 of %2 runs that worked and %3 of %4 that failed.</source>
        <translation>Der Speicherfilter verwirft %1 von %2 Läufen, die funktionierten, und %3 von %4, die scheiterten.</translation>
    </message>
    <message>
        <source>Regret</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Ranked first</source>
        <translation>Als Erste gereiht</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Schnellster</translation>
    </message>
    <message>
        <source>Runs of</source>
        <translation>Läufe von</translation>
    </message>
    <message>
        <source>Layout ranked first</source>
        <translation>Als Erste gereihte Aufteilung</translation>
    </message>
    <message>
        <source>Layout of the fastest</source>
        <translation>Aufteilung des Schnellsten</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>The run ranked first took %1 longer than the fastest, in the mean of %2 groups of runs that share model, sequence, batch and GPUs (median %3); in %4 it was the fastest.</source>
        <translation>Der als Erster gereihte Lauf dauerte %1 länger als der schnellste, im Mittel über %2 Gruppen von Läufen mit gleichem Modell, gleicher Sequenz, gleichem Batch und gleichen GPUs (Median %3); in %4 war er der schnellste.</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Errors by group</source>
        <translation>Fehler nach Gruppe</translation>
    </message>
    <message>
        <source>Runs, the worst predicted first</source>
        <translation>Läufe, die am schlechtesten vorhergesagten zuerst</translation>
    </message>
    <message>
        <source>%1 (fitted)</source>
        <translation>%1 (angepasst)</translation>
    </message>
    <message>
        <source>Mean error</source>
        <translation>Mittlerer Fehler</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>%1 mean error over %2 runs of fine-tuning, bias %3. They count in no other figure: calibrations are of pre-training.</source>
        <translation>%1 mittlerer Fehler über %2 Läufe von Fine-Tuning, Bias %3. Sie zählen in keiner anderen Zahl: Kalibrierungen gelten dem Vortraining.</translation>
    </message>
    <message>
        <source>Regret by group</source>
        <translation>Verlust nach Gruppe</translation>
    </message>
    <message>
        <source>Rankings, the largest regret first</source>
        <translation>Rangfolgen, größter Verlust zuerst</translation>
    </message>
    <message>
        <source>Mean regret</source>
        <translation>Mittlerer Verlust</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Rankings</source>
        <translation>Rangfolgen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Validation: predicted against measured runs</source>
        <translation>Validierung: vorhergesagte gegen gemessene Läufe</translation>
    </message>
    <message>
        <source>Open a CSV of measured runs to see how near the estimates come.</source>
        <translation>Öffnen Sie eine CSV gemessener Läufe, um zu sehen, wie nah die Schätzungen kommen.</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>Rangfolge</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>Fine-Tuning</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>by source</source>
        <translation>nach Quelle</translation>
    </message>
    <message>
        <source>by model</source>
        <translation>nach Modell</translation>
    </message>
    <message>
        <source>by GPU</source>
        <translation>nach GPU</translation>
    </message>
    <message>
        <source>by number of GPUs</source>
        <translation>nach Zahl der GPUs</translation>
    </message>
    <message>
        <source>How runs are grouped</source>
        <translation>Wie Läufe gruppiert sind</translation>
    </message>
    <message>
        <source>Figures of all runs</source>
        <translation>Zahlen aller Läufe</translation>
    </message>
    <message>
        <source>up to 8 GPUs</source>
        <translation>bis 8 GPUs</translation>
    </message>
    <message>
        <source>9 to 64 GPUs</source>
        <translation>9 bis 64 GPUs</translation>
    </message>
    <message>
        <source>65 to 512 GPUs</source>
        <translation>65 bis 512 GPUs</translation>
    </message>
    <message>
        <source>more than 512 GPUs</source>
        <translation>mehr als 512 GPUs</translation>
    </message>
    <message>
        <source> Not counted: %1 runs that are marked as unclean.</source>
        <translation> Nicht gezählt: %1 Läufe, die als unsauber markiert sind.</translation>
    </message>
    <message>
        <source> Not counted: %1 runs that no configuration can express.</source>
        <translation> Nicht gezählt: %1 Läufe, die keine Konfiguration ausdrücken kann.</translation>
    </message>
    <message>
        <source>No measured runs yet.</source>
        <translation>Noch keine gemessenen Läufe.</translation>
    </message>
    <message>
        <source>No two timed runs share model, sequence, batch and GPUs: there is nothing to rank.</source>
        <translation>Keine zwei Läufe mit Zeiten teilen Modell, Sequenz, Batch und GPUs: es gibt nichts zu reihen.</translation>
    </message>
    <message>
        <source>None of these runs has such a figure.</source>
        <translation>Keiner dieser Läufe hat eine solche Zahl.</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no, tested</source>
        <translation>nein, geprüft</translation>
    </message>
    <message>
        <source>Too fast or too slow</source>
        <translation>Zu schnell oder zu langsam</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Too little or too much</source>
        <translation>Zu wenig oder zu viel</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>Alle zusammen</translation>
    </message>
    <message>
        <source>Fitted</source>
        <translation>Angepasst</translation>
    </message>
    <message>
        <source> Not counted: 1 run that is marked as unclean.</source>
        <translation> Nicht gezählt: 1 Lauf, der als unsauber markiert ist.</translation>
    </message>
    <message>
        <source> Not counted: 1 run that no configuration can express.</source>
        <translation> Nicht gezählt: 1 Lauf, den keine Konfiguration ausdrücken kann.</translation>
    </message>
    <message>
        <source>How far off</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Runs, worst first</source>
        <translation>Läufe, die schlechtesten zuerst</translation>
    </message>
    <message>
        <source>Your own runs</source>
        <translation>Ihre eigenen Läufe</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>Vorhergesagt gegen gemessen</translation>
    </message>
</context>
<context>
    <name>pipette::ViewMenu</name>
    <message>
        <source>Copy the &amp;value</source>
        <translation>&amp;Wert kopieren</translation>
    </message>
    <message>
        <source>Copy the &amp;row</source>
        <translation>&amp;Zeile kopieren</translation>
    </message>
</context>
<context>
    <name>pipette::ViewMenus</name>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>&amp;Bild speichern…</translation>
    </message>
    <message>
        <source>S&amp;how in</source>
        <translation>&amp;Zeigen in</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>The link %1 runs as measured</source>
        <translation>Die Verbindung %1 läuft wie gemessen</translation>
    </message>
    <message>
        <source>the link %1 at half its bandwidth</source>
        <translation>die Verbindung %1 mit halber Bandbreite</translation>
    </message>
    <message>
        <source>the link %1 at twice its bandwidth</source>
        <translation>die Verbindung %1 mit doppelter Bandbreite</translation>
    </message>
    <message>
        <source>the link %1 as measured</source>
        <translation>die Verbindung %1 wie gemessen</translation>
    </message>
    <message>
        <source>Plan with F5 to see what changes: %1. Undo takes the change back</source>
        <translation>Planen Sie mit F5, um zu sehen, was sich ändert: %1. Rückgängig nimmt die Änderung zurück</translation>
    </message>
    <message>
        <source>the link %1 as broken</source>
        <translation>die Verbindung %1 als defekt</translation>
    </message>
    <message>
        <source>the link %1 as whole again</source>
        <translation>die Verbindung %1 wieder als heil</translation>
    </message>
    <message>
        <source>Plan with F5: %1. Undo brings back the plan</source>
        <translation>Planen Sie mit F5: %1. Rückgängig holt den Plan zurück</translation>
    </message>
</context>
<context>
    <name>pipette::WhyView</name>
    <message>
        <source>Where the time goes, beside other plans</source>
        <translation>Wohin die Zeit geht, neben anderen Plänen</translation>
    </message>
    <message>
        <source>Stages on unlike GPUs</source>
        <translation>Stufen auf ungleichen GPUs</translation>
    </message>
    <message>
        <source>Why is this plan the best?</source>
        <translation>Warum ist dieser Plan der beste?</translation>
    </message>
    <message>
        <source>The reasons</source>
        <translation>Die Gründe</translation>
    </message>
    <message>
        <source>Its stages, and what one microbatch computes for on each kind of GPUs</source>
        <translation>Seine Stufen, und wie lange ein Micro-Batch auf jeder Art von GPUs rechnet</translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>Noch kein Plan</translation>
    </message>
    <message>
        <source>Plan first. Then this page tells why the best plan wins.</source>
        <translation>Planen Sie zuerst. Dann sagt diese Seite, warum der beste Plan gewinnt.</translation>
    </message>
    <message>
        <source>Of which plan the reasons are</source>
        <translation>Von welchem Plan die Gründe sind</translation>
    </message>
</context>
<context>
    <name>pipette::WhyWiring</name>
    <message>
        <source>Why not %1?</source>
        <translation>Warum nicht %1?</translation>
    </message>
</context>
<context>
    <name>pipette::WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>New &amp;cluster, assumed…</source>
        <translation>Neuer &amp;Cluster, angenommen…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+N</source>
        <translation>Ctrl+Shift+N</translation>
    </message>
    <message>
        <source>Describes a cluster that is not there yet, to plan on it</source>
        <translation>Beschreibt einen Cluster, den es noch nicht gibt, um darauf zu planen</translation>
    </message>
    <message>
        <source>New s&amp;tudy of this plan</source>
        <translation>Neue S&amp;tudie dieses Plans</translation>
    </message>
    <message>
        <source>Ctrl+T</source>
        <translation>Ctrl+T</translation>
    </message>
    <message>
        <source>Plans this job on more and on fewer GPUs: days, money, energy</source>
        <translation>Plant diesen Job auf mehr und auf weniger GPUs: Tage, Geld, Energie</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open a plan, a cluster, a model, measured logs or runs</source>
        <translation>Einen Plan, einen Cluster, ein Modell, Mess-Logs oder Läufe öffnen</translation>
    </message>
    <message>
        <source>All files (*);;Plans and clusters (*.json);;Logs (*.txt *.log *.out);;Tables (*.csv)</source>
        <translation>Alle Dateien (*);;Pläne und Cluster (*.json);;Logs (*.txt *.log *.out);;Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Import a folder of logs…</source>
        <translation>&amp;Ordner mit Logs importieren…</translation>
    </message>
    <message>
        <source>Ctrl+I</source>
        <translation>Ctrl+I</translation>
    </message>
    <message>
        <source>Import a folder of measured logs</source>
        <translation>Einen Ordner mit Mess-Logs importieren</translation>
    </message>
    <message>
        <source>Makes a cluster of all logs in a folder; single logs open with Open</source>
        <translation>Macht aus allen Logs eines Ordners einen Cluster; einzelne öffnet Öffnen</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open sa&amp;mple</source>
        <translation>&amp;Beispiel öffnen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Save the st&amp;udy as…</source>
        <translation>St&amp;udie speichern unter…</translation>
    </message>
    <message>
        <source>S&amp;hare a page…</source>
        <translation>Seite &amp;teilen…</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>One page to send to somebody: of the plan, or of the study or the schedules in their workspace</source>
        <translation>Eine Seite zum Verschicken: des Plans, oder in ihrem Arbeitsbereich der Studie oder der Schedules</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Move selected GPU to…</source>
        <translation>Gewählte GPU &amp;verschieben…</translation>
    </message>
    <message>
        <source>Ctrl+M</source>
        <translation>Ctrl+M</translation>
    </message>
    <message>
        <source>Exchanges the selected GPU or its node with another; the change in time shows first. On the board: M, aim with the arrows, Enter</source>
        <translation>Tauscht die gewählte GPU oder ihren Knoten mit einer anderen; zuerst erscheint die Änderung der Zeit. Auf der Tafel: M, mit den Pfeiltasten zielen, Enter</translation>
    </message>
    <message>
        <source>&amp;Pin selected GPUs</source>
        <translation>Gewählte GPUs &amp;fixieren</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>U&amp;npin selected GPUs</source>
        <translation>Gewählte GPUs f&amp;reigeben</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Ctrl+Shift+P</translation>
    </message>
    <message>
        <source>E&amp;xclude selected GPUs</source>
        <translation>Gewählte GPUs &amp;ausschließen</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>&amp;Include selected GPUs</source>
        <translation>Gewählte GPUs e&amp;inschließen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>&amp;Clear the selection</source>
        <translation>Auswahl auf&amp;heben</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Commands</source>
        <translation>&amp;Befehle</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>Finds actions, sample clusters, models and help pages by their words</source>
        <translation>Findet Aktionen, Beispiel-Cluster, Modelle und Hilfeseiten nach ihren Wörtern</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Gives this workspace the layout that it had at first</source>
        <translation>Gibt diesem Arbeitsbereich die Anordnung, die er anfangs hatte</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>Sprache: %1</translation>
    </message>
    <message>
        <source>The window speaks it from the next start on.</source>
        <translation>Das Fenster spricht sie ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Ctrl+%1</source>
        <translation>Ctrl+%1</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Planen</translation>
    </message>
    <message>
        <source>F5</source>
        <translation>F5</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Shift+F5</source>
        <translation>Shift+F5</translation>
    </message>
    <message>
        <source>&amp;Improve from here</source>
        <translation>Von hier &amp;verbessern</translation>
    </message>
    <message>
        <source>F6</source>
        <translation>F6</translation>
    </message>
    <message>
        <source>Pi&amp;n this plan as a scenario</source>
        <translation>Diesen Plan als &amp;Szenario fixieren</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>Keeps this plan beside the next plans, to compare them</source>
        <translation>Behält diesen Plan neben den nächsten, um sie zu vergleichen</translation>
    </message>
    <message>
        <source>Pin this plan as it was &amp;before the edits</source>
        <translation>Diesen Plan fixieren, wie er &amp;vor den Änderungen war</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>&amp;Why is this plan the best?</source>
        <translation>&amp;Warum ist dieser Plan der beste?</translation>
    </message>
    <message>
        <source>Where its time goes beside the next best plans, and which links it does without</source>
        <translation>Wohin seine Zeit geht, neben den nächstbesten Plänen, und ohne welche Verbindungen er auskommt</translation>
    </message>
    <message>
        <source>&amp;Schedule lab</source>
        <translation>Schedule-&amp;Labor</translation>
    </message>
    <message>
        <source>F7</source>
        <translation>F7</translation>
    </message>
    <message>
        <source>&amp;Validate on measured runs…</source>
        <translation>An &amp;gemessenen Läufen prüfen…</translation>
    </message>
    <message>
        <source>&amp;Train the memory estimator</source>
        <translation>Speicherschätzer &amp;trainieren</translation>
    </message>
    <message>
        <source>Plan without your &amp;own memory estimator</source>
        <translation>&amp;Ohne eigenen Speicherschätzer planen</translation>
    </message>
    <message>
        <source>Plan without your own &amp;calibration</source>
        <translation>Ohne eigene &amp;Kalibrierung planen</translation>
    </message>
    <message>
        <source>return to the program&apos;s calibration</source>
        <translation>Rückkehr zur Kalibrierung des Programms</translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>&amp;Fragen</translation>
    </message>
    <message>
        <source>How many &amp;GPUs do I need, and what do they cost?</source>
        <translation>Wie viele &amp;GPUs brauche ich, und was kosten sie?</translation>
    </message>
    <message>
        <source>Ctrl+G</source>
        <translation>Ctrl+G</translation>
    </message>
    <message>
        <source>Enter tokens and deadline, perhaps a price; then Fewest GPUs</source>
        <translation>Geben Sie Tokens und Frist ein, vielleicht einen Preis; dann Wenigste GPUs</translation>
    </message>
    <message>
        <source>How &amp;long a sequence still fits?</source>
        <translation>Wie &amp;lang darf eine Sequenz noch sein?</translation>
    </message>
    <message>
        <source>Ctrl+H</source>
        <translation>Ctrl+H</translation>
    </message>
    <message>
        <source>Also finds the largest micro batch, the deepest model and the fewest GPUs</source>
        <translation>Findet auch den größten Micro-Batch, das tiefste Modell und die wenigsten GPUs</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>No help pages in %1</source>
        <translation>Keine Hilfeseiten in %1</translation>
    </message>
    <message>
        <source>&amp;About Pipette Planner</source>
        <translation>&amp;Über Pipette Planner</translation>
    </message>
    <message>
        <source>About Pipette Planner</source>
        <translation>Über Pipette Planner</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Pipette Planner %1&lt;/h3&gt;&lt;p&gt;Plans parallel training of large language models on measured GPU clusters.&lt;/p&gt;&lt;p&gt;After Pipette (Yim et al., DATE 2024, arXiv:2405.18093)&lt;br&gt;and the memory of Fujii et al. (2024, arXiv:2411.06465).&lt;/p&gt;&lt;p&gt;Free software without any warranty: GPL-3.0-or-later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Pipette Planner %1&lt;/h3&gt;&lt;p&gt;Plant paralleles Training großer Sprachmodelle auf gemessenen GPU-Clustern.&lt;/p&gt;&lt;p&gt;Nach Pipette (Yim et al., DATE 2024, arXiv:2405.18093)&lt;br&gt;und dem Speichermodell von Fujii et al. (2024, arXiv:2411.06465).&lt;/p&gt;&lt;p&gt;Freie Software ohne jede Gewähr: GPL-3.0-or-later.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Would replicas of &amp;unlike layouts pay?</source>
        <translation>Lohnen sich Replikate mit &amp;verschiedenen Aufteilungen?</translation>
    </message>
    <message>
        <source>Plans each kind of GPU, or each zone, with replicas of its own, and shares out the batch</source>
        <translation>Plant jede GPU-Art oder jede Zone mit eigenen Replikaten und teilt den Batch auf</translation>
    </message>
    <message>
        <source>Days and money over the number of GPUs, with your deadline and price.</source>
        <translation>Tage und Geld über der Zahl der GPUs, mit Ihrer Frist und Ihrem Preis.</translation>
    </message>
    <message>
        <source>The same job on two machines, each with its price, side by side.</source>
        <translation>Derselbe Auftrag auf zwei Maschinen, jede mit ihrem Preis, nebeneinander.</translation>
    </message>
    <message>
        <source>The best plan without them, and how much longer a step takes.</source>
        <translation>Der beste Plan ohne sie, und wie viel länger ein Schritt dauert.</translation>
    </message>
    <message>
        <source>Prices, links, GPUs and failures, each moved a little, sorted by what they change.</source>
        <translation>Preise, Verbindungen, GPUs und Ausfälle, jeweils ein wenig verschoben, nach ihrer Wirkung sortiert.</translation>
    </message>
    <message>
        <source>&amp;Run the study</source>
        <translation>Studie aus&amp;führen</translation>
    </message>
    <message>
        <source>&amp;Fewest GPUs for the deadline</source>
        <translation>&amp;Wenigste GPUs für die Frist</translation>
    </message>
    <message>
        <source>Finds the fewest GPUs that meet the deadline of the study, whatever is varied</source>
        <translation>Findet die wenigsten GPUs, die die Frist der Studie einhalten, was auch variiert wird</translation>
    </message>
    <message>
        <source>Stop the s&amp;tudy</source>
        <translation>S&amp;tudie stoppen</translation>
    </message>
    <message>
        <source>Compare a trainin&amp;g log…</source>
        <translation>Trainin&amp;gs-Log vergleichen…</translation>
    </message>
    <message>
        <source>Holds the log of your own training against the plan, and calibrates on it</source>
        <translation>Hält das Log des eigenen Trainings gegen den Plan und kalibriert daran</translation>
    </message>
    <message>
        <source>Open the measured &amp;run as a plan</source>
        <translation>Den gemessenen Lauf als Plan öffnen (&amp;R)</translation>
    </message>
    <message>
        <source>Open point as a p&amp;lan</source>
        <translation>Punkt als P&amp;lan öffnen</translation>
    </message>
    <message>
        <source>The plan of the chosen point becomes this document&apos;s; Undo brings back what was here</source>
        <translation>Der Plan des gewählten Punkts wird der dieses Dokuments; Rückgängig holt zurück, was hier war</translation>
    </message>
    <message>
        <source>Sa&amp;ve the points as a table…</source>
        <translation>Punkte als Tabelle &amp;speichern…</translation>
    </message>
</context>
<context>
    <name>pipette::WindowViews</name>
    <message>
        <source>Schedule lab</source>
        <translation>Schedule-Labor</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Over GPUs</source>
        <translation>Über GPUs</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Days and money</source>
        <translation>Tage und Geld</translation>
    </message>
    <message>
        <source>What changes most</source>
        <translation>Was am meisten ändert</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Log against plan</source>
        <translation>Log gegen Plan</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>Pools</translation>
    </message>
    <message>
        <source>Tokens over hours</source>
        <translation>Tokens über Stunden</translation>
    </message>
    <message>
        <source>Availability</source>
        <translation>Verfügbarkeit</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens pro Sekunde</translation>
    </message>
    <message>
        <source>Every point&apos;s days and cost stand here once two points are planned.</source>
        <translation>Tage und Kosten jedes Punkts stehen hier, sobald zwei Punkte geplant sind.</translation>
    </message>
    <message>
        <source>Days against money stand here once two points are planned for a number of tokens and a price.</source>
        <translation>Tage gegen Geld stehen hier, sobald zwei Punkte für eine Zahl von Tokens und einen Preis geplant sind.</translation>
    </message>
    <message>
        <source>What changes most, when each price, link and failure moves a little, stands here once you ask.</source>
        <translation>Was sich am meisten ändert, wenn sich Preise, Verbindungen und Ausfälle ein wenig verschieben, steht hier, sobald Sie fragen.</translation>
    </message>
    <message>
        <source>Tokens over hours on GPUs that come and go stand here once a file says which GPUs are there.</source>
        <translation>Tokens über Stunden auf GPUs, die kommen und gehen, stehen hier, sobald eine Datei sagt, welche GPUs da sind.</translation>
    </message>
    <message>
        <source>Once a study has planned two numbers of GPUs, its answer over GPUs stands here.</source>
        <translation>Sobald eine Studie zwei Zahlen von GPUs geplant hat, steht hier ihre Antwort über den GPUs.</translation>
    </message>
    <message>
        <source>Once a study has planned two numbers of GPUs, tokens a second over GPUs stand here.</source>
        <translation>Sobald eine Studie zwei Zahlen von GPUs geplant hat, stehen hier die Tokens je Sekunde über den GPUs.</translation>
    </message>
    <message>
        <source>Once a study has planned two numbers of GPUs, days, cost and efficiency stand here.</source>
        <translation>Sobald eine Studie zwei Zahlen von GPUs geplant hat, stehen hier Tage, Kosten und Effizienz.</translation>
    </message>
</context>
<context>
    <name>pipette::Wiring</name>
    <message>
        <source>Something has changed since %1 was asked for: ask for it again</source>
        <translation>Etwas hat sich geändert, seit %1 verlangt wurde: verlangen Sie es erneut</translation>
    </message>
    <message>
        <source>Nothing is changed in a window that shows a scenario: let it show the plan, or go on from the scenario</source>
        <translation>In einem Fenster, das ein Szenario zeigt, wird nichts geändert: Lassen Sie es den Plan zeigen, oder arbeiten Sie mit dem Szenario weiter</translation>
    </message>
</context>
<context>
    <name>pipette::WorkspaceSwitch</name>
    <message>
        <source>Workspaces</source>
        <translation>Arbeitsbereiche</translation>
    </message>
</context>
</TS>
