<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>pipette::LayerStrip</name>
    <message numerus="yes">
        <source>Stage %1: %n layers</source>
        <translation>
            <numerusform>Stage %1: %n layer</numerusform>
            <numerusform>Stage %1: %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Chunk %1 on stage %2: %n layers</source>
        <translation>
            <numerusform>Chunk %1 on stage %2: %n layer</numerusform>
            <numerusform>Chunk %1 on stage %2: %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layers</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
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
</context>
<context>
    <name>pipette::PoolsWiring</name>
    <message numerus="yes">
        <source>%n pool(s) pinned as scenarios: take one up to see its placement and to export it</source>
        <translation>
            <numerusform>%n pool pinned as a scenario: take it up to see its placement and to export it</numerusform>
            <numerusform>%n pools pinned as scenarios: take one up to see its placement and to export it</numerusform>
        </translation>
    </message>
</context>
</TS>
