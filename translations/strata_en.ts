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
</TS>
