<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>strata::app::MainWindow</name>
    <message numerus="yes">
        <source>Strata did not end by itself last time. %n unsaved study(s) can be recovered.</source>
        <translation>
            <numerusform>Strata did not end by itself last time. %n unsaved study can be recovered.</numerusform>
            <numerusform>Strata did not end by itself last time. %n unsaved studies can be recovered.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::app::ValidationFiles</name>
    <message numerus="yes">
        <source>%n predictions mean no row on show, or state another unit.</source>
        <translation>
            <numerusform>%n prediction means no row on show, or states another unit.</numerusform>
            <numerusform>%n predictions mean no row on show, or state another unit.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::app::ExplorationDialog</name>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n point</numerusform>
            <numerusform>%n points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::app::JobRow</name>
    <message numerus="yes">
        <source>%n s</source>
        <translation>
            <numerusform>%n s</numerusform>
            <numerusform>%n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n min</numerusform>
            <numerusform>%n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation>
            <numerusform>%n h</numerusform>
            <numerusform>%n h</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::views::SensitivityView</name>
    <message numerus="yes">
        <source>%1
Alone: %2 ± %3 of the variance of %4
With interactions: %5 ± %6
From %n group(s) of points</source>
        <translation>
            <numerusform>%1
Alone: %2 ± %3 of the variance of %4
With interactions: %5 ± %6
From %n group of points</numerusform>
            <numerusform>%1
Alone: %2 ± %3 of the variance of %4
With interactions: %5 ± %6
From %n groups of points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::app::OwnMeasurementsDialog</name>
    <message numerus="yes">
        <source>%n row(s) of %1</source>
        <translation>
            <numerusform>%n row of %1</numerusform>
            <numerusform>%n rows of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s): mean error %1 before, %2 after, %3 each by the others.</source>
        <translation>
            <numerusform>%n row: mean error %1 before, %2 after, %3 by the others.</numerusform>
            <numerusform>%n rows: mean error %1 before, %2 after, %3 each by the others.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::app::StructureDialog</name>
    <message numerus="yes">
        <source>%n part(s)</source>
        <translation>
            <numerusform>%n part</numerusform>
            <numerusform>%n parts</numerusform>
        </translation>
    </message>
</context>
</TS>
