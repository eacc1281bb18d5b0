<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Choice</name>
    <message>
        <source>component</source>
        <translation>Bauteil</translation>
    </message>
    <message>
        <source>memory module</source>
        <translation>Speichermodul</translation>
    </message>
    <message>
        <source>memory macro</source>
        <translation>Speichermakro</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>Gatter</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>MAC</source>
        <translation>MAC</translation>
    </message>
    <message>
        <source>register file</source>
        <translation>Registersatz</translation>
    </message>
    <message>
        <source>SRAM</source>
        <translation>SRAM</translation>
    </message>
    <message>
        <source>digital</source>
        <translation>digital</translation>
    </message>
    <message>
        <source>analog</source>
        <translation>analog</translation>
    </message>
    <message>
        <source>unfused</source>
        <translation>nicht verschmolzen</translation>
    </message>
    <message>
        <source>flash, older kernels</source>
        <translation>flash, ältere Kernel</translation>
    </message>
    <message>
        <source>floating point</source>
        <translation>Gleitkomma</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>ganze Zahlen</translation>
    </message>
    <message>
        <source>flash</source>
        <translation>flash</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>Adafactor</source>
        <translation>Adafactor</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>AdamW, 8 bits</source>
        <translation>AdamW, 8 Bit</translation>
    </message>
    <message>
        <source>Bruck</source>
        <translation>Bruck</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>EAGLE</source>
        <translation>EAGLE</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>LLMServingSim</source>
        <translation>LLMServingSim</translation>
    </message>
    <message>
        <source>chunked prefill</source>
        <translation>Prefill in Stücken</translation>
    </message>
    <message>
        <source>prompts first</source>
        <translation>Prompts zuerst</translation>
    </message>
    <message>
        <source>stall-free</source>
        <translation>ohne Stocken</translation>
    </message>
    <message>
        <source>iteration-level</source>
        <translation>je Iteration</translation>
    </message>
    <message>
        <source>by peak memory</source>
        <translation>nach größtem Speicherbedarf</translation>
    </message>
    <message>
        <source>prompts first, in chunks</source>
        <translation>Prompts zuerst, in Stücken</translation>
    </message>
    <message>
        <source>without eviction</source>
        <translation>ohne Verdrängung</translation>
    </message>
    <message>
        <source>LLMServingSim v0</source>
        <translation>LLMServingSim v0</translation>
    </message>
    <message>
        <source>Latin hypercube</source>
        <translation>Lateinischer Hyperwürfel</translation>
    </message>
    <message>
        <source>MIG</source>
        <translation>MIG</translation>
    </message>
    <message>
        <source>MPS</source>
        <translation>MPS</translation>
    </message>
    <message>
        <source>Medusa</source>
        <translation>Medusa</translation>
    </message>
    <message>
        <source>Muon</source>
        <translation>Muon</translation>
    </message>
    <message>
        <source>NSGA-II</source>
        <translation>NSGA-II</translation>
    </message>
    <message>
        <source>Poisson</source>
        <translation>Poisson</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>PyTorch 2.0</source>
        <translation>PyTorch 2.0</translation>
    </message>
    <message>
        <source>PyTorch, compiled</source>
        <translation>PyTorch, übersetzt</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>SGLang</source>
        <translation>SGLang</translation>
    </message>
    <message>
        <source>Saltelli</source>
        <translation>Saltelli</translation>
    </message>
    <message>
        <source>Sobol</source>
        <translation>Sobol</translation>
    </message>
    <message>
        <source>TensorRT-LLM</source>
        <translation>TensorRT-LLM</translation>
    </message>
    <message>
        <source>VIDUR</source>
        <translation>VIDUR</translation>
    </message>
    <message>
        <source>VIDUR profile</source>
        <translation>VIDUR-Profil</translation>
    </message>
    <message>
        <source>Zipf</source>
        <translation>Zipf</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>All-Gather</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>All-Reduce</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>All-to-All</translation>
    </message>
    <message>
        <source>annealing</source>
        <translation>simuliertes Abkühlen</translation>
    </message>
    <message>
        <source>attention context</source>
        <translation>Attention-Kontext</translation>
    </message>
    <message>
        <source>attention scores</source>
        <translation>Attention-Gewichte</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>ausgewogen</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>Broadcast</translation>
    </message>
    <message>
        <source>closed loop</source>
        <translation>geschlossene Schleife</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Verbraucher</translation>
    </message>
    <message>
        <source>cube mesh</source>
        <translation>Würfelgitter</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>eigener</translation>
    </message>
    <message>
        <source>data centre</source>
        <translation>Rechenzentrum</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>direkt</translation>
    </message>
    <message>
        <source>double binary tree</source>
        <translation>doppelter Binärbaum</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>dragonfly</source>
        <translation>Dragonfly</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>embedded</source>
        <translation>eingebettet</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>energy-delay product</source>
        <translation>Energie-Zeit-Produkt</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>even</source>
        <translation>gleichmäßig</translation>
    </message>
    <message>
        <source>exhaustive</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>fat tree</source>
        <translation>Fat Tree</translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation>Feinabstimmung</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>fest</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>fully connected</source>
        <translation>voll vermascht</translation>
    </message>
    <message>
        <source>gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>genetic</source>
        <translation>genetisch</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>halving and doubling</source>
        <translation>Halbieren und Verdoppeln</translation>
    </message>
    <message>
        <source>in the network</source>
        <translation>im Netz</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source>integrated</source>
        <translation>integriert</translation>
    </message>
    <message>
        <source>interleaved</source>
        <translation>verschränkt</translation>
    </message>
    <message>
        <source>iteration time</source>
        <translation>Zeit je Iteration</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>least outstanding</source>
        <translation>wenigste offene</translation>
    </message>
    <message>
        <source>least queued</source>
        <translation>kürzeste Warteschlange</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>log-normal</source>
        <translation>lognormal</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>mobile</source>
        <translation>mobil</translation>
    </message>
    <message>
        <source>n-gram</source>
        <translation>N-Gramm</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>pipelined</source>
        <translation>verschachtelt</translation>
    </message>
    <message>
        <source>power of two choices</source>
        <translation>bessere von zweien</translation>
    </message>
    <message>
        <source>pre-training</source>
        <translation>Vortraining</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>prefix-affine</source>
        <translation>nach Präfix</translation>
    </message>
    <message>
        <source>priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>beschnitten</translation>
    </message>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>neu berechnen</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>Reduce-Scatter</translation>
    </message>
    <message>
        <source>reinforcement learning</source>
        <translation>bestärkendes Lernen</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>ring, both ways</source>
        <translation>Ring in beide Richtungen</translation>
    </message>
    <message>
        <source>round robin</source>
        <translation>reihum</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>auswählend</translation>
    </message>
    <message>
        <source>send and receive</source>
        <translation>Senden und Empfangen</translation>
    </message>
    <message>
        <source>sequential</source>
        <translation>nacheinander</translation>
    </message>
    <message>
        <source>shortest first</source>
        <translation>kürzeste zuerst</translation>
    </message>
    <message>
        <source>static</source>
        <translation>statisch</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>swap</source>
        <translation>auslagern</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>TensorRT</source>
        <translation>TensorRT</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>gleichverteilt</translation>
    </message>
    <message>
        <source>vLLM</source>
        <translation>vLLM</translation>
    </message>
    <message>
        <source>workstation</source>
        <translation>Workstation</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>zero bubble</source>
        <translation>ohne Lücken</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>recomputed</source>
        <translation>neu berechnet</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>built network</source>
        <translation>gebautes Netz</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>output-stationary</source>
        <translation>ausgabestationär</translation>
    </message>
    <message>
        <source>weight-stationary</source>
        <translation>gewichtsstationär</translation>
    </message>
    <message>
        <source>input-stationary</source>
        <translation>eingabestationär</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>big</source>
        <translation>große</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>DSP</source>
        <translation>DSP</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>little</source>
        <translation>kleine</translation>
    </message>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>decoders</source>
        <translation>Decoder</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Buffer of sums</source>
        <translation>Summenpuffer</translation>
    </message>
    <message>
        <source>Line buffer</source>
        <translation>Zeilenpuffer</translation>
    </message>
    <message>
        <source>Operand registers</source>
        <translation>Operandenregister</translation>
    </message>
    <message>
        <source>Register file</source>
        <translation>Registersatz</translation>
    </message>
    <message>
        <source>Spread of responses</source>
        <translation>Streuung der Antworten</translation>
    </message>
    <message>
        <source>Longest response</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Standard deviation of the lengths of the responses, divided by their mean. All copies wait for the longest response of the batch.</source>
        <translation>Standardabweichung der Längen der Antworten, geteilt durch ihr Mittel. Alle Kopien warten auf die längste Antwort des Batches.</translation>
    </message>
    <message>
        <source>Number of tokens at which a response is cut. It matters only where responses differ in length.</source>
        <translation>Zahl der Tokens, bei der eine Antwort abgeschnitten wird. Sie zählt nur, wo Antworten verschieden lang sind.</translation>
    </message>
    <message>
        <source>Mean number of tokens of a sequence that a rollout generates; the rest is its prompt.</source>
        <translation>Mittlere Zahl der Tokens einer Sequenz, die ein Rollout erzeugt; der Rest ist ihr Prompt.</translation>
    </message>
    <message>
        <source>Rate to a processor</source>
        <translation>Rate zu einem Prozessor</translation>
    </message>
    <message>
        <source>Rate to a rank</source>
        <translation>Rate zu einem Rang</translation>
    </message>
    <message>
        <source>Rate from a processor</source>
        <translation>Rate von einem Prozessor</translation>
    </message>
    <message>
        <source>Rate from a rank</source>
        <translation>Rate von einem Rang</translation>
    </message>
    <message>
        <source>Receiving</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Bandwidth from the host to one processor alone.</source>
        <translation>Bandbreite vom Host zu einem einzelnen Prozessor.</translation>
    </message>
    <message>
        <source>Bandwidth from the host to all processors of one rank at the same time.</source>
        <translation>Bandbreite vom Host zu allen Prozessoren eines Rangs zugleich.</translation>
    </message>
    <message>
        <source>Bandwidth from one processor alone to the host.</source>
        <translation>Bandbreite von einem einzelnen Prozessor zum Host.</translation>
    </message>
    <message>
        <source>Bandwidth from all processors of one rank at the same time to the host.</source>
        <translation>Bandbreite von allen Prozessoren eines Rangs zugleich zum Host.</translation>
    </message>
    <message>
        <source>Methods of the layers</source>
        <translation>Methoden der Schichten</translation>
    </message>
    <message>
        <source>Method of kernels</source>
        <translation>Methode der Kernel</translation>
    </message>
    <message>
        <source>Method of collectives</source>
        <translation>Methode der Kollektive</translation>
    </message>
    <message>
        <source>Methods that answer the layers below this request. `strata-cli methods` lists them.</source>
        <translation>Methoden, die die Schichten unter dieser Anfrage beantworten. `strata-cli methods` listet sie auf.</translation>
    </message>
    <message>
        <source>Id of the method that predicts the kernels.</source>
        <translation>Kennung der Methode, die die Kernel vorhersagt.</translation>
    </message>
    <message>
        <source>Id of the method that predicts the collectives.</source>
        <translation>Kennung der Methode, die die Kollektive vorhersagt.</translation>
    </message>
    <message>
        <source>network.nccl; within a serving node the engine&apos;s own all-reduce where it is faster</source>
        <translation>network.nccl; innerhalb eines Serving-Knotens das All-Reduce der Engine, wo es schneller ist</translation>
    </message>
    <message>
        <source>Voltage across a cell that is read.</source>
        <translation>Spannung an einer Zelle, die gelesen wird.</translation>
    </message>
    <message>
        <source>Read voltage</source>
        <translation>Lesespannung</translation>
    </message>
    <message>
        <source>Input lines take -1, 0 and 1, so that the sign of an input needs no step of its own.</source>
        <translation>Eingangsleitungen nehmen -1, 0 und 1 an, sodass das Vorzeichen eines Eingangs keinen eigenen Schritt braucht.</translation>
    </message>
    <message>
        <source>Sign with the bit</source>
        <translation>Vorzeichen mit dem Bit</translation>
    </message>
    <message>
        <source>npu.data-centric: the mapping as data-centric directives, such as &quot;SpatialMap(1,1) K; TemporalMap(64,64) C; Cluster(64,P); SpatialMap(1,1) C;&quot;.</source>
        <translation>npu.data-centric: das Mapping als datenzentrierte Direktiven, etwa „SpatialMap(1,1) K; TemporalMap(64,64) C; Cluster(64,P); SpatialMap(1,1) C;“.</translation>
    </message>
    <message>
        <source>the mapping of the plan, or the recipe of the hardware</source>
        <translation>das Mapping des Plans oder das Rezept der Hardware</translation>
    </message>
    <message>
        <source>Directives</source>
        <translation>Direktiven</translation>
    </message>
    <message>
        <source>Bits of one conversion.</source>
        <translation>Bits einer Wandlung.</translation>
    </message>
    <message>
        <source>Columns that share one converter, one after the other.</source>
        <translation>Spalten, die sich einen Wandler nacheinander teilen.</translation>
    </message>
    <message>
        <source>Capacitance that each bit of a conversion switches.</source>
        <translation>Kapazität, die jedes Bit einer Wandlung umschaltet.</translation>
    </message>
    <message>
        <source>Capacitance that is multiplied by four for each bit, against thermal noise.</source>
        <translation>Kapazität, die sich gegen thermisches Rauschen mit jedem Bit vervierfacht.</translation>
    </message>
    <message>
        <source>Area of one converter.</source>
        <translation>Fläche eines Wandlers.</translation>
    </message>
    <message>
        <source>Year of the publication.</source>
        <translation>Jahr der Veröffentlichung.</translation>
    </message>
    <message>
        <source>Feature size.</source>
        <translation>Strukturgröße.</translation>
    </message>
    <message>
        <source>Voltage of logic and converters.</source>
        <translation>Spannung der Logik und der Wandler.</translation>
    </message>
    <message>
        <source>One step of the macro is one period of this clock.</source>
        <translation>Ein Schritt des Makros ist eine Periode dieses Takts.</translation>
    </message>
    <message>
        <source>Products of a column are added as charges or currents and converted, or by adders.</source>
        <translation>Produkte einer Spalte werden als Ladungen oder Ströme addiert und gewandelt, oder von Addierern addiert.</translation>
    </message>
    <message>
        <source>Macros that work at the same time, each on its own weights.</source>
        <translation>Makros, die gleichzeitig an je eigenen Gewichten arbeiten.</translation>
    </message>
    <message>
        <source>Rows of cells of one macro.</source>
        <translation>Zeilen von Zellen eines Makros.</translation>
    </message>
    <message>
        <source>Columns of cells of one macro.</source>
        <translation>Spalten von Zellen eines Makros.</translation>
    </message>
    <message>
        <source>Cells that together hold one bit of a weight.</source>
        <translation>Zellen, die zusammen ein Bit eines Gewichts halten.</translation>
    </message>
    <message>
        <source>Bits of a weight that one cell holds.</source>
        <translation>Bits eines Gewichts, die eine Zelle hält.</translation>
    </message>
    <message>
        <source>Rows that are added in one step; the other rows follow.</source>
        <translation>Zeilen, die in einem Schritt addiert werden; die übrigen folgen.</translation>
    </message>
    <message>
        <source>all rows</source>
        <translation>alle Zeilen</translation>
    </message>
    <message>
        <source>Bits of an input that enter in one step.</source>
        <translation>Bits eines Eingangs, die in einem Schritt eintreten.</translation>
    </message>
    <message>
        <source>Largest number of bits of an input.</source>
        <translation>Größte Zahl der Bits eines Eingangs.</translation>
    </message>
    <message>
        <source>Largest number of bits of a weight.</source>
        <translation>Größte Zahl der Bits eines Gewichts.</translation>
    </message>
    <message>
        <source>A weight takes, beside its own columns, one for each bit by which the sum of a column is wider.</source>
        <translation>Ein Gewicht belegt neben seinen eigenen Spalten eine für jedes Bit, um das die Summe einer Spalte breiter ist.</translation>
    </message>
    <message>
        <source>Share of the gates and inputs that switch in a step.</source>
        <translation>Anteil der Gatter und Eingänge, die in einem Schritt umschalten.</translation>
    </message>
    <message>
        <source>Capacitance per bit of an input converter of more than one bit.</source>
        <translation>Kapazität je Bit eines Eingangswandlers mit mehr als einem Bit.</translation>
    </message>
    <message>
        <source>Capacitance of the word line at one cell.</source>
        <translation>Kapazität der Wortleitung an einer Zelle.</translation>
    </message>
    <message>
        <source>that of a gate</source>
        <translation>die eines Gatters</translation>
    </message>
    <message>
        <source>Swing of the word line.</source>
        <translation>Hub der Wortleitung.</translation>
    </message>
    <message>
        <source>the supply</source>
        <translation>die Versorgung</translation>
    </message>
    <message>
        <source>What turns analog sums into numbers.</source>
        <translation>Was analoge Summen in Zahlen wandelt.</translation>
    </message>
    <message>
        <source>Pipeline registers of one column.</source>
        <translation>Pipelineregister einer Spalte.</translation>
    </message>
    <message>
        <source>Capacitance that one gate switches.</source>
        <translation>Kapazität, die ein Gatter umschaltet.</translation>
    </message>
    <message>
        <source>by the usual component of class gate</source>
        <translation>nach dem üblichen Bauteil der Klasse gate</translation>
    </message>
    <message>
        <source>Area of one gate.</source>
        <translation>Fläche eines Gatters.</translation>
    </message>
    <message>
        <source>Area of one cell.</source>
        <translation>Fläche einer Zelle.</translation>
    </message>
    <message>
        <source>Number format of the operands.</source>
        <translation>Zahlenformat der Operanden.</translation>
    </message>
    <message>
        <source>Instructions of one addition.</source>
        <translation>Befehle einer Addition.</translation>
    </message>
    <message>
        <source>Instructions of one multiplication.</source>
        <translation>Befehle einer Multiplikation.</translation>
    </message>
    <message>
        <source>Ranks of all modules together.</source>
        <translation>Ränge aller Module zusammen.</translation>
    </message>
    <message>
        <source>Processors of one rank.</source>
        <translation>Prozessoren eines Rangs.</translation>
    </message>
    <message>
        <source>Memory of one processor.</source>
        <translation>Speicher eines Prozessors.</translation>
    </message>
    <message>
        <source>Scratchpad of one processor.</source>
        <translation>Zwischenspeicher eines Prozessors.</translation>
    </message>
    <message>
        <source>Clock of the processors.</source>
        <translation>Takt der Prozessoren.</translation>
    </message>
    <message>
        <source>Clocks between two instructions of one tasklet.</source>
        <translation>Takte zwischen zwei Befehlen eines Tasklets.</translation>
    </message>
    <message>
        <source>Largest number of tasklets of one processor.</source>
        <translation>Größte Zahl der Tasklets eines Prozessors.</translation>
    </message>
    <message>
        <source>Clocks before the first byte of a transfer into the scratchpad.</source>
        <translation>Takte vor dem ersten Byte einer Übertragung in den Zwischenspeicher.</translation>
    </message>
    <message>
        <source>Clocks before the first byte of a transfer out of the scratchpad.</source>
        <translation>Takte vor dem ersten Byte einer Übertragung aus dem Zwischenspeicher.</translation>
    </message>
    <message>
        <source>Bytes that a transfer moves in one clock.</source>
        <translation>Bytes, die eine Übertragung in einem Takt bewegt.</translation>
    </message>
    <message>
        <source>Largest number of bytes of one transfer.</source>
        <translation>Größte Zahl der Bytes einer Übertragung.</translation>
    </message>
    <message>
        <source>Time in which the host starts a kernel on all processors and sees its end.</source>
        <translation>Zeit, in der der Host einen Kernel auf allen Prozessoren startet und sein Ende sieht.</translation>
    </message>
    <message>
        <source>What the host sends.</source>
        <translation>Was der Host sendet.</translation>
    </message>
    <message>
        <source>What the host receives.</source>
        <translation>Was der Host empfängt.</translation>
    </message>
    <message>
        <source>Instructions of arithmetic by number format.</source>
        <translation>Befehle der Arithmetik nach Zahlenformat.</translation>
    </message>
    <message>
        <source>pim.macro: bits of an input.</source>
        <translation>pim.macro: Bits eines Eingangs.</translation>
    </message>
    <message>
        <source>those of the inputs&apos; type</source>
        <translation>die des Typs der Eingänge</translation>
    </message>
    <message>
        <source>pim.macro: bits of a weight.</source>
        <translation>pim.macro: Bits eines Gewichts.</translation>
    </message>
    <message>
        <source>those of the weights&apos; type</source>
        <translation>die des Typs der Gewichte</translation>
    </message>
    <message>
        <source>pim.processors: number of processors that share the kernel.</source>
        <translation>pim.processors: Zahl der Prozessoren, die sich den Kernel teilen.</translation>
    </message>
    <message>
        <source>all of the module</source>
        <translation>alle des Moduls</translation>
    </message>
    <message>
        <source>pim.processors: number of tasklets of each processor.</source>
        <translation>pim.processors: Zahl der Tasklets jedes Prozessors.</translation>
    </message>
    <message>
        <source>pim.processors: operands are in the module already, and results stay there.</source>
        <translation>pim.processors: Die Operanden sind schon im Modul, und die Ergebnisse bleiben dort.</translation>
    </message>
    <message>
        <source>Converter</source>
        <translation>Wandler</translation>
    </message>
    <message>
        <source>Columns of a converter</source>
        <translation>Spalten eines Wandlers</translation>
    </message>
    <message>
        <source>Capacitance per bit</source>
        <translation>Kapazität je Bit</translation>
    </message>
    <message>
        <source>Noise capacitance</source>
        <translation>Rauschkapazität</translation>
    </message>
    <message>
        <source>Memory macro that computes</source>
        <translation>Speichermakro, das rechnet</translation>
    </message>
    <message>
        <source>Supply</source>
        <translation>Versorgung</translation>
    </message>
    <message>
        <source>Sums</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Macros</source>
        <translation>Makros</translation>
    </message>
    <message>
        <source>Cells of a bit</source>
        <translation>Zellen eines Bits</translation>
    </message>
    <message>
        <source>Bits of a cell</source>
        <translation>Bits einer Zelle</translation>
    </message>
    <message>
        <source>Rows at once</source>
        <translation>Zeilen zugleich</translation>
    </message>
    <message>
        <source>Input bits of a step</source>
        <translation>Eingangsbits eines Schritts</translation>
    </message>
    <message>
        <source>Widest input</source>
        <translation>Breitester Eingang</translation>
    </message>
    <message>
        <source>Widest weight</source>
        <translation>Breitestes Gewicht</translation>
    </message>
    <message>
        <source>Sums take columns</source>
        <translation>Summen belegen Spalten</translation>
    </message>
    <message>
        <source>Toggle rate</source>
        <translation>Umschaltrate</translation>
    </message>
    <message>
        <source>Input converter</source>
        <translation>Eingangswandler</translation>
    </message>
    <message>
        <source>Word line</source>
        <translation>Wortleitung</translation>
    </message>
    <message>
        <source>Word line voltage</source>
        <translation>Spannung der Wortleitung</translation>
    </message>
    <message>
        <source>Registers of a column</source>
        <translation>Register einer Spalte</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Gatter</translation>
    </message>
    <message>
        <source>Gate area</source>
        <translation>Gatterfläche</translation>
    </message>
    <message>
        <source>Cell area</source>
        <translation>Zellfläche</translation>
    </message>
    <message>
        <source>Addition</source>
        <translation>Addition</translation>
    </message>
    <message>
        <source>Multiplication</source>
        <translation>Multiplikation</translation>
    </message>
    <message>
        <source>Memory module with processors</source>
        <translation>Speichermodul mit Prozessoren</translation>
    </message>
    <message>
        <source>Processors of a rank</source>
        <translation>Prozessoren eines Rangs</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Most tasklets</source>
        <translation>Meiste Tasklets</translation>
    </message>
    <message>
        <source>Read setup</source>
        <translation>Vorlauf beim Lesen</translation>
    </message>
    <message>
        <source>Write setup</source>
        <translation>Vorlauf beim Schreiben</translation>
    </message>
    <message>
        <source>Bytes per clock</source>
        <translation>Bytes je Takt</translation>
    </message>
    <message>
        <source>Longest transfer</source>
        <translation>Längste Übertragung</translation>
    </message>
    <message>
        <source>Transfers to the processors</source>
        <translation>Übertragungen zu den Prozessoren</translation>
    </message>
    <message>
        <source>Transfers from the processors</source>
        <translation>Übertragungen von den Prozessoren</translation>
    </message>
    <message>
        <source>Input bits</source>
        <translation>Eingangsbits</translation>
    </message>
    <message>
        <source>Weight bits</source>
        <translation>Gewichtsbits</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>Prozessoren</translation>
    </message>
    <message>
        <source>Tasklets</source>
        <translation>Tasklets</translation>
    </message>
    <message>
        <source>Data stay</source>
        <translation>Daten bleiben</translation>
    </message>
    <message>
        <source>Id of a component of the catalog that estimates the energies and the area that the level does not state.</source>
        <translation>Kennung eines Bauteils des Katalogs, das die Energien und die Fläche schätzt, die die Ebene nicht nennt.</translation>
    </message>
    <message>
        <source>areas by the usual component of the size</source>
        <translation>Flächen nach dem üblichen Bauteil dieser Größe</translation>
    </message>
    <message>
        <source>Id of a component of the catalog: the network that carries words to the levels inside, whose energy is added to their fills.</source>
        <translation>Kennung eines Bauteils des Katalogs: das Netz, das Wörter zu den inneren Ebenen trägt und dessen Energie zu ihren Füllungen hinzukommt.</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>as the component estimates it</source>
        <translation>wie das Bauteil sie schätzt</translation>
    </message>
    <message>
        <source>Id of a component of the catalog that estimates the energy and the area that the unit does not state.</source>
        <translation>Kennung eines Bauteils des Katalogs, das die Energie und die Fläche schätzt, die die Einheit nicht nennt.</translation>
    </message>
    <message>
        <source>areas by the usual unit</source>
        <translation>Flächen nach der üblichen Einheit</translation>
    </message>
    <message>
        <source>Power of the capacity with which the quantity grows.</source>
        <translation>Potenz der Kapazität, mit der die Größe wächst.</translation>
    </message>
    <message>
        <source>Power of the width with which the quantity grows.</source>
        <translation>Potenz der Breite, mit der die Größe wächst.</translation>
    </message>
    <message>
        <source>Power of the feature size with which the quantity grows.</source>
        <translation>Potenz der Strukturgröße, mit der die Größe wächst.</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht genannt</translation>
    </message>
    <message>
        <source>Feature size of the published component.</source>
        <translation>Strukturgröße des veröffentlichten Bauteils.</translation>
    </message>
    <message>
        <source>Storage of the published component.</source>
        <translation>Speicher des veröffentlichten Bauteils.</translation>
    </message>
    <message>
        <source>Bits of one access, or of one operand.</source>
        <translation>Bits eines Zugriffs oder eines Operanden.</translation>
    </message>
    <message>
        <source>Energy of one read, operation, or bit and millimetre of a network.</source>
        <translation>Energie eines Lesezugriffs, einer Operation oder eines Bits je Millimeter eines Netzes.</translation>
    </message>
    <message>
        <source>Energy of one write.</source>
        <translation>Energie eines Schreibzugriffs.</translation>
    </message>
    <message>
        <source>Leakage in one clock cycle.</source>
        <translation>Leckenergie eines Taktes.</translation>
    </message>
    <message>
        <source>Area of the published component.</source>
        <translation>Fläche des veröffentlichten Bauteils.</translation>
    </message>
    <message>
        <source>Document or table that states the component.</source>
        <translation>Dokument oder Tabelle mit dem Bauteil.</translation>
    </message>
    <message>
        <source>Lower-case name by which devices refer to the component.</source>
        <translation>Name in Kleinbuchstaben, mit dem Geräte das Bauteil nennen.</translation>
    </message>
    <message>
        <source>Year of the newest source.</source>
        <translation>Jahr der neuesten Quelle.</translation>
    </message>
    <message>
        <source>Further names that devices may use.</source>
        <translation>Weitere Namen, die Geräte verwenden dürfen.</translation>
    </message>
    <message>
        <source>What the estimates leave out or assume.</source>
        <translation>Was die Schätzungen auslassen oder annehmen.</translation>
    </message>
    <message>
        <source>What the component is.</source>
        <translation>Was das Bauteil ist.</translation>
    </message>
    <message>
        <source>Devices that name no component of this class take this one.</source>
        <translation>Geräte, die kein Bauteil dieser Klasse nennen, nehmen dieses.</translation>
    </message>
    <message>
        <source>Smallest memory for which it is the usual component.</source>
        <translation>Kleinster Speicher, für den es das übliche Bauteil ist.</translation>
    </message>
    <message>
        <source>Largest memory for which it is the usual component.</source>
        <translation>Größter Speicher, für den es das übliche Bauteil ist.</translation>
    </message>
    <message>
        <source>any capacity</source>
        <translation>jede Kapazität</translation>
    </message>
    <message>
        <source>How energies grow with the size.</source>
        <translation>Wie Energien mit der Größe wachsen.</translation>
    </message>
    <message>
        <source>How leakage grows with the size.</source>
        <translation>Wie die Leckenergie mit der Größe wächst.</translation>
    </message>
    <message>
        <source>How areas grow with the size.</source>
        <translation>Wie Flächen mit der Größe wachsen.</translation>
    </message>
    <message>
        <source>What is published of components of this class.</source>
        <translation>Was von Bauteilen dieser Klasse veröffentlicht ist.</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Bauteil</translation>
    </message>
    <message>
        <source>Component of a chip</source>
        <translation>Bauteil eines Chips</translation>
    </message>
    <message>
        <source>Exponent of the capacity</source>
        <translation>Exponent der Kapazität</translation>
    </message>
    <message>
        <source>Exponent of the width</source>
        <translation>Exponent der Breite</translation>
    </message>
    <message>
        <source>Exponent of the technology</source>
        <translation>Exponent der Technologie</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Published component</source>
        <translation>Veröffentlichtes Bauteil</translation>
    </message>
    <message>
        <source>Published components</source>
        <translation>Veröffentlichte Bauteile</translation>
    </message>
    <message>
        <source>Scaling of energies</source>
        <translation>Skalierung der Energien</translation>
    </message>
    <message>
        <source>Scaling of leakage</source>
        <translation>Skalierung der Leckenergie</translation>
    </message>
    <message>
        <source>Scaling of areas</source>
        <translation>Skalierung der Flächen</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>Üblich</translation>
    </message>
    <message>
        <source>Least capacity</source>
        <translation>Kleinste Kapazität</translation>
    </message>
    <message>
        <source>Largest capacity</source>
        <translation>Größte Kapazität</translation>
    </message>
    <message>
        <source>Write energy</source>
        <translation>Schreibenergie</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>File format</source>
        <translation>Dateiformat</translation>
    </message>
    <message>
        <source>Bits a weight</source>
        <translation>Bits je Gewicht</translation>
    </message>
    <message>
        <source>Context before</source>
        <translation>Kontext davor</translation>
    </message>
    <message>
        <source>Format of the weights&apos; file on edge and desktop devices, as the runtime calls it.</source>
        <translation>Format der Gewichtsdatei auf Edge- und Desktop-Geräten, so wie die Laufzeit es nennt.</translation>
    </message>
    <message>
        <source>Mean size of a weight on edge and desktop devices, its share of the scales included; it replaces the file format.</source>
        <translation>Mittlere Größe eines Gewichts auf Edge- und Desktop-Geräten mit seinem Anteil an den Skalen; sie ersetzt das Dateiformat.</translation>
    </message>
    <message>
        <source>Number of tokens of each request that stand in the cache before its prompt, on edge and desktop devices.</source>
        <translation>Anzahl der Token jeder Anfrage, die vor ihrem Prompt im Cache stehen, auf Edge- und Desktop-Geräten.</translation>
    </message>
    <message>
        <source>Id of a runtime of edge and desktop devices.</source>
        <translation>Kennung einer Laufzeit für Edge- und Desktop-Geräte.</translation>
    </message>
    <message>
        <source>Part of an edge or desktop device that computes.</source>
        <translation>Teil eines Edge- oder Desktop-Geräts, der rechnet.</translation>
    </message>
    <message>
        <source>Number of threads on the CPU of an edge or desktop device.</source>
        <translation>Anzahl der Threads auf der CPU eines Edge- oder Desktop-Geräts.</translation>
    </message>
    <message>
        <source>Attention runs in one kernel on an edge or desktop device, as its runtime&apos;s flash attention.</source>
        <translation>Attention läuft auf einem Edge- oder Desktop-Gerät in einem Kernel, wie die Flash-Attention seiner Laufzeit.</translation>
    </message>
    <message>
        <source>Compiled context</source>
        <translation>Übersetzter Kontext</translation>
    </message>
    <message>
        <source>Bits of the cache</source>
        <translation>Bits des Caches</translation>
    </message>
    <message>
        <source>Context for which the runtime of an edge device compiles its graphs: every pass reads all of it.</source>
        <translation>Kontext, für den die Laufzeit eines Edge-Geräts ihre Graphen übersetzt: Jeder Durchgang liest ihn ganz.</translation>
    </message>
    <message>
        <source>as the runtime has it</source>
        <translation>wie die Laufzeit es hat</translation>
    </message>
    <message>
        <source>that of the runtime</source>
        <translation>der der Laufzeit</translation>
    </message>
    <message>
        <source>Port to memory</source>
        <translation>Anschluss an den Speicher</translation>
    </message>
    <message>
        <source>Bandwidth that the unit&apos;s own ports carry from memory, where it is less than the memory&apos;s.</source>
        <translation>Bandbreite, die die eigenen Anschlüsse der Einheit aus dem Speicher tragen, wo sie kleiner ist als die des Speichers.</translation>
    </message>
    <message>
        <source>Clock of an edge or desktop device, divided by its highest clock.</source>
        <translation>Takt eines Edge- oder Desktop-Geräts, geteilt durch seinen höchsten Takt.</translation>
    </message>
    <message>
        <source>Time for which an edge or desktop device has been fully loaded; its clocks fall as its case warms.</source>
        <translation>Zeit, die ein Edge- oder Desktop-Gerät schon voll ausgelastet ist; seine Takte sinken, wenn sein Gehäuse warm wird.</translation>
    </message>
    <message>
        <source>the first that the runtime names</source>
        <translation>das erste, das die Laufzeit nennt</translation>
    </message>
    <message>
        <source>the first of the device that reads language models</source>
        <translation>die erste des Geräts, die Sprachmodelle liest</translation>
    </message>
    <message>
        <source>the first that the runtime and the device have</source>
        <translation>der erste, den Laufzeit und Gerät haben</translation>
    </message>
    <message>
        <source>Memory that computes</source>
        <translation>Rechnender Speicher</translation>
    </message>
    <message>
        <source>Banks</source>
        <translation>Bänke</translation>
    </message>
    <message>
        <source>Pseudo channels</source>
        <translation>Pseudokanäle</translation>
    </message>
    <message>
        <source>Bank groups</source>
        <translation>Bankgruppen</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Columns of a row</source>
        <translation>Spalten einer Zeile</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Column interval</source>
        <translation>Spaltenabstand</translation>
    </message>
    <message>
        <source>Row open</source>
        <translation>Zeile öffnen</translation>
    </message>
    <message>
        <source>Row close</source>
        <translation>Zeile schließen</translation>
    </message>
    <message>
        <source>Read to close</source>
        <translation>Lesen bis Schließen</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Refresh interval</source>
        <translation>Auffrischabstand</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Auffrischung</translation>
    </message>
    <message>
        <source>Banks of a unit</source>
        <translation>Bänke einer Einheit</translation>
    </message>
    <message>
        <source>Vectors of a pass</source>
        <translation>Vektoren eines Durchgangs</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Number formats</source>
        <translation>Zahlenformate</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Bank to group</source>
        <translation>Bank bis Gruppe</translation>
    </message>
    <message>
        <source>Group to channel</source>
        <translation>Gruppe bis Kanal</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Host bandwidth</source>
        <translation>Hostbandbreite</translation>
    </message>
    <message>
        <source>Attention in memory</source>
        <translation>Attention im Speicher</translation>
    </message>
    <message>
        <source>Stacks</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Channels of all stacks or chips together; each obeys its own commands.</source>
        <translation>Kanäle aller Stapel oder Chips zusammen; jeder folgt eigenen Befehlen.</translation>
    </message>
    <message>
        <source>Halves of a channel that obey the same commands.</source>
        <translation>Hälften eines Kanals, die denselben Befehlen folgen.</translation>
    </message>
    <message>
        <source>Ranks of a pseudo channel.</source>
        <translation>Ranks eines Pseudokanals.</translation>
    </message>
    <message>
        <source>Bank groups of a rank.</source>
        <translation>Bankgruppen eines Ranks.</translation>
    </message>
    <message>
        <source>Banks of a bank group.</source>
        <translation>Bänke einer Bankgruppe.</translation>
    </message>
    <message>
        <source>Bytes that one column command reads from one bank.</source>
        <translation>Bytes, die ein Spaltenbefehl aus einer Bank liest.</translation>
    </message>
    <message>
        <source>Columns that can be read while one row is open.</source>
        <translation>Spalten, die gelesen werden können, solange eine Zeile offen ist.</translation>
    </message>
    <message>
        <source>Clock of the command bus.</source>
        <translation>Takt des Befehlsbusses.</translation>
    </message>
    <message>
        <source>Clocks between two column commands that all units of a channel obey; where power limits how many banks may work at once, it is longer than that of plain reads.</source>
        <translation>Takte zwischen zwei Spaltenbefehlen, denen alle Einheiten eines Kanals folgen; wo die Leistung begrenzt, wie viele Bänke zugleich arbeiten, mehr als bei gewöhnlichem Lesen.</translation>
    </message>
    <message>
        <source>Clocks from the activation of a row to its first column.</source>
        <translation>Takte vom Aktivieren einer Zeile bis zu ihrer ersten Spalte.</translation>
    </message>
    <message>
        <source>Clocks from the precharge of a bank to its next activation.</source>
        <translation>Takte vom Vorladen einer Bank bis zu ihrer nächsten Aktivierung.</translation>
    </message>
    <message>
        <source>Clocks from the last column command to the precharge.</source>
        <translation>Takte vom letzten Spaltenbefehl bis zum Vorladen.</translation>
    </message>
    <message>
        <source>Clocks in which a channel carries one column to or from its units.</source>
        <translation>Takte, in denen ein Kanal eine Spalte zu oder von seinen Einheiten trägt.</translation>
    </message>
    <message>
        <source>Time between two refreshes.</source>
        <translation>Zeit zwischen zwei Auffrischungen.</translation>
    </message>
    <message>
        <source>Time that one refresh takes.</source>
        <translation>Zeit, die eine Auffrischung dauert.</translation>
    </message>
    <message>
        <source>Banks that one unit serves, one at a time: 1 for units in the banks, the banks of a group for units at the groups, all banks of a pseudo channel for units on the buffer die.</source>
        <translation>Bänke, die eine Einheit nacheinander bedient: 1 für Einheiten in den Bänken, die Bänke einer Gruppe für Einheiten an den Gruppen, alle Bänke eines Pseudokanals für Einheiten auf dem Puffer-Die.</translation>
    </message>
    <message>
        <source>Input vectors that one pass over the data serves.</source>
        <translation>Eingabevektoren, denen ein Durchgang durch die Daten dient.</translation>
    </message>
    <message>
        <source>Columns that a unit holds of operands which are stored in different rows.</source>
        <translation>Spalten, die eine Einheit von Operanden hält, die in verschiedenen Zeilen liegen.</translation>
    </message>
    <message>
        <source>Clocks of the softmax of one head&apos;s scores.</source>
        <translation>Takte der Softmax über die Bewertungen eines Kopfes.</translation>
    </message>
    <message>
        <source>Formats of stored operands.</source>
        <translation>Formate gespeicherter Operanden.</translation>
    </message>
    <message>
        <source>Energy of a bit for activating its row and reading its column.</source>
        <translation>Energie eines Bits, um seine Zeile zu aktivieren und seine Spalte zu lesen.</translation>
    </message>
    <message>
        <source>Energy of a bit from its bank to the port of the bank group.</source>
        <translation>Energie eines Bits von seiner Bank bis zum Anschluss der Bankgruppe.</translation>
    </message>
    <message>
        <source>Energy of a bit from the bank group to the edge of the die.</source>
        <translation>Energie eines Bits von der Bankgruppe bis zum Rand des Dies.</translation>
    </message>
    <message>
        <source>Energy of a bit through the stack to the buffer die.</source>
        <translation>Energie eines Bits durch den Stapel bis zum Puffer-Die.</translation>
    </message>
    <message>
        <source>Energy of a bit between the memory and the host.</source>
        <translation>Energie eines Bits zwischen Speicher und Host.</translation>
    </message>
    <message>
        <source>Capacity of all channels.</source>
        <translation>Kapazität aller Kanäle.</translation>
    </message>
    <message>
        <source>Bandwidth through the pins, as a host without units in the memory has it.</source>
        <translation>Bandbreite durch die Anschlüsse, wie ein Host ohne Einheiten im Speicher sie hat.</translation>
    </message>
    <message>
        <source>How the banks are arranged.</source>
        <translation>Wie die Bänke angeordnet sind.</translation>
    </message>
    <message>
        <source>When commands may follow each other.</source>
        <translation>Wann Befehle aufeinander folgen dürfen.</translation>
    </message>
    <message>
        <source>What computes on the columns that a command reads.</source>
        <translation>Was auf den Spalten rechnet, die ein Befehl liest.</translation>
    </message>
    <message>
        <source>Energy of a bit on each part of its way.</source>
        <translation>Energie eines Bits auf jedem Teil seines Wegs.</translation>
    </message>
    <message>
        <source>The memory that computes, as an id, {&quot;base&quot;, &quot;set&quot;}, or inline.</source>
        <translation>Der rechnende Speicher als Id, {&quot;base&quot;, &quot;set&quot;} oder ausgeschrieben.</translation>
    </message>
    <message>
        <source>Number of such memories; they hold all caches together.</source>
        <translation>Zahl solcher Speicher; zusammen halten sie alle Caches.</translation>
    </message>
    <message>
        <source>Decode: a memory beside the device holds the KV cache and computes attention on it, while the device computes everything else.</source>
        <translation>Decode: Ein Speicher neben dem Gerät hält den KV-Cache und rechnet die Attention darauf, das Gerät rechnet alles andere.</translation>
    </message>
    <message>
        <source>no refresh</source>
        <translation>keine Auffrischung</translation>
    </message>
    <message>
        <source>not modelled</source>
        <translation>nicht modelliert</translation>
    </message>
    <message>
        <source>yes where the device&apos;s runtime is a serving engine with fused kernels</source>
        <translation>ja, wo die Laufzeitumgebung des Geräts eine Serving-Engine mit verschmolzenen Kernels ist</translation>
    </message>
    <message>
        <source>Own measurements</source>
        <translation>Eigene Messungen</translation>
    </message>
    <message>
        <source>Whether your own measurements of this hardware, which the catalog keeps, adjust the answer.</source>
        <translation>Ob eigene Messungen dieser Hardware, die der Katalog aufbewahrt, die Antwort anpassen.</translation>
    </message>
    <message>
        <source>Scheduling policy.</source>
        <translation>Strategie des Schedulers.</translation>
    </message>
    <message>
        <source>Exponentials that one SM computes in a clock cycle; they limit the softmax of attention.</source>
        <translation>Exponentialfunktionen, die ein SM in einem Takt berechnet; sie begrenzen den Softmax der Attention.</translation>
    </message>
    <message>
        <source>Exponentials</source>
        <translation>Exponentialfunktionen</translation>
    </message>
    <message>
        <source>Die area</source>
        <translation>Chipfläche</translation>
    </message>
    <message>
        <source>Attention kernel</source>
        <translation>Attention-Kernel</translation>
    </message>
    <message>
        <source>Number format of operand A, the inputs or the queries, instead of dtype.</source>
        <translation>Zahlenformat des Operanden A, der Eingaben oder der Anfragevektoren, anstelle von dtype.</translation>
    </message>
    <message>
        <source>Number format of the weights as they are stored.</source>
        <translation>Zahlenformat der Gewichte, wie sie gespeichert sind.</translation>
    </message>
    <message>
        <source>Number format of the stored weights; formats narrower than the activations are widened when they are loaded.</source>
        <translation>Zahlenformat der gespeicherten Gewichte; schmalere Formate als die Aktivierungen werden beim Laden verbreitert.</translation>
    </message>
    <message>
        <source>Number format of operand B, the weights, or the keys and values, instead of dtype.</source>
        <translation>Zahlenformat des Operanden B, der Gewichte oder der Schlüssel und Werte, anstelle von dtype.</translation>
    </message>
    <message>
        <source>Probability that a guess is kept if those before it were; a list states one for each position.</source>
        <translation>Wahrscheinlichkeit, dass ein Vorschlag behalten wird, wenn es die vor ihm wurden; eine Liste nennt eine je Position.</translation>
    </message>
    <message>
        <source>Number of columns of a tensor.</source>
        <translation>Zahl der Spalten eines Tensors.</translation>
    </message>
    <message>
        <source>Number format of the result, instead of dtype.</source>
        <translation>Zahlenformat des Ergebnisses, anstelle von dtype.</translation>
    </message>
    <message>
        <source>Mean time for which a turn waits for a tool.</source>
        <translation>Mittlere Zeit, die eine Runde auf ein Werkzeug wartet.</translation>
    </message>
    <message>
        <source>Mean time that the user waits between two turns.</source>
        <translation>Mittlere Zeit, die der Nutzer zwischen zwei Runden wartet.</translation>
    </message>
    <message>
        <source>Number format of all operands; results of 8-bit and 4-bit products are bf16.</source>
        <translation>Zahlenformat aller Operanden; Ergebnisse von Produkten mit 8 und 4 Bit sind bf16.</translation>
    </message>
    <message>
        <source>mps, mig: number of SMs of the neighbour.</source>
        <translation>mps, mig: Zahl der SMs des Nachbarn.</translation>
    </message>
    <message>
        <source>Number format of the inputs of matrix products.</source>
        <translation>Zahlenformat der Eingaben von Matrixprodukten.</translation>
    </message>
    <message>
        <source>Number format of the inputs of matrix products; below 16 bits everything else is bf16.</source>
        <translation>Zahlenformat der Eingaben von Matrixprodukten; unter 16 Bit ist alles andere bf16.</translation>
    </message>
    <message>
        <source>mps, mig: number of SMs of the model.</source>
        <translation>mps, mig: Zahl der SMs des Modells.</translation>
    </message>
    <message>
        <source>Number format of weights, activations and cache, where these state none of their own.</source>
        <translation>Zahlenformat von Gewichten, Aktivierungen und Cache, soweit diese kein eigenes angeben.</translation>
    </message>
    <message>
        <source>Time of each request outside the engine: the tokenizer, the way to the scheduler, and the way back of the first token.</source>
        <translation>Zeit jeder Anfrage außerhalb der Engine: der Tokenizer, der Weg zum Scheduler und der Rückweg des ersten Tokens.</translation>
    </message>
    <message>
        <source>Number of rows of a tensor; softmax and norms reduce over its columns.</source>
        <translation>Zahl der Zeilen eines Tensors; Softmax und Normen reduzieren über seine Spalten.</translation>
    </message>
    <message>
        <source>Number format of the arithmetic; fp32 operands use tensor cores only with tf32.</source>
        <translation>Zahlenformat der Arithmetik; fp32-Operanden nutzen Tensorkerne nur mit tf32.</translation>
    </message>
    <message>
        <source>Number format of the KV cache.</source>
        <translation>Zahlenformat des KV-Caches.</translation>
    </message>
    <message>
        <source>Time until a new replica accepts requests.</source>
        <translation>Zeit, bis eine neue Replik Anfragen annimmt.</translation>
    </message>
    <message>
        <source>Time until the replica runs again.</source>
        <translation>Zeit, bis die Replik wieder läuft.</translation>
    </message>
    <message>
        <source>attention: number of heads of the keys and values, a divisor of the query heads.</source>
        <translation>attention: Zahl der Köpfe der Schlüssel und Werte, ein Teiler der Anfrageköpfe.</translation>
    </message>
    <message>
        <source>attention: number of heads of the keys and values, a divisor of the heads.</source>
        <translation>attention: Zahl der Köpfe der Schlüssel und Werte, ein Teiler der Köpfe.</translation>
    </message>
    <message>
        <source>attention: longest context in a batch of unequal ones whose mean is the context.</source>
        <translation>attention: längster Kontext in einem Batch ungleicher, deren Mittel der Kontext ist.</translation>
    </message>
    <message>
        <source>attention: new tokens of each sequence, 1 in a decode step; scan: number of tokens.</source>
        <translation>attention: neue Tokens jeder Sequenz, 1 in einem Decode-Schritt; scan: Zahl der Tokens.</translation>
    </message>
    <message>
        <source>attention: width of a head of the queries and keys.</source>
        <translation>attention: Breite eines Kopfes der Anfragevektoren und Schlüssel.</translation>
    </message>
    <message>
        <source>attention: width of a head of the values where it differs from that of the keys; scan: columns of a head&apos;s state.</source>
        <translation>attention: Breite eines Kopfes der Werte, wo sie von der der Schlüssel abweicht; scan: Spalten des Zustands eines Kopfes.</translation>
    </message>
    <message>
        <source>attention: number of tokens in the context, including the new ones.</source>
        <translation>attention: Zahl der Tokens im Kontext, einschließlich der neuen.</translation>
    </message>
    <message>
        <source>attention: number of tokens in the context.</source>
        <translation>attention: Zahl der Tokens im Kontext.</translation>
    </message>
    <message>
        <source>attention: number of query tokens.</source>
        <translation>attention: Zahl der anfragenden Tokens.</translation>
    </message>
    <message>
        <source>attention: number of query heads; scan: number of heads of the state.</source>
        <translation>attention: Zahl der Anfrageköpfe; scan: Zahl der Köpfe des Zustands.</translation>
    </message>
    <message>
        <source>Number format of the neighbour.</source>
        <translation>Zahlenformat des Nachbarn.</translation>
    </message>
    <message>
        <source>conv2d: number of groups, a divisor of both channel counts; a depthwise convolution has as many as input channels.</source>
        <translation>conv2d: Zahl der Gruppen, ein Teiler beider Kanalzahlen; eine tiefenweise Faltung hat so viele wie Eingabekanäle.</translation>
    </message>
    <message>
        <source>conv2d: number of filters over all groups; matmul: rows of the product.</source>
        <translation>conv2d: Zahl der Filter über alle Gruppen; matmul: Zeilen des Produkts.</translation>
    </message>
    <message>
        <source>conv2d: number of groups of channels; a depthwise convolution has as many as input channels.</source>
        <translation>conv2d: Zahl der Gruppen von Kanälen; eine tiefenweise Faltung hat so viele wie Eingabekanäle.</translation>
    </message>
    <message>
        <source>conv2d: number of images; matmul: columns of the product.</source>
        <translation>conv2d: Zahl der Bilder; matmul: Spalten des Produkts.</translation>
    </message>
    <message>
        <source>conv2d: input channels over all groups.</source>
        <translation>conv2d: Eingabekanäle über alle Gruppen.</translation>
    </message>
    <message>
        <source>conv2d: input channels over all groups; pool: channels.</source>
        <translation>conv2d: Eingabekanäle über alle Gruppen; pool: Kanäle.</translation>
    </message>
    <message>
        <source>matmul, linear: columns of the product; conv2d, pool: number of images.</source>
        <translation>matmul, linear: Spalten des Produkts; conv2d, pool: Zahl der Bilder.</translation>
    </message>
    <message>
        <source>matmul, linear: rows of the product (tokens); conv2d: number of filters.</source>
        <translation>matmul, linear: Zeilen des Produkts (Tokens); conv2d: Zahl der Filter.</translation>
    </message>
    <message>
        <source>matmul, linear: the dimension over which the product sums.</source>
        <translation>matmul, linear: die Dimension, über die das Produkt summiert.</translation>
    </message>
    <message>
        <source>matmul: number of independent products; attention, scan: number of sequences.</source>
        <translation>matmul: Zahl der unabhängigen Produkte; attention, scan: Zahl der Sequenzen.</translation>
    </message>
    <message>
        <source>matmul: number of independent products; attention: number of sequences.</source>
        <translation>matmul: Zahl der unabhängigen Produkte; attention: Zahl der Sequenzen.</translation>
    </message>
    <message>
        <source>matmul: the dimension over which the product sums.</source>
        <translation>matmul: die Dimension, über die das Produkt summiert.</translation>
    </message>
    <message>
        <source>mig: share of the bandwidth and of the L2 cache.</source>
        <translation>mig: Anteil an der Bandbreite und am L2-Cache.</translation>
    </message>
    <message>
        <source>moe: number of tokens before each is sent to its experts.</source>
        <translation>moe: Zahl der Tokens, bevor jedes an seine Experten geht.</translation>
    </message>
    <message>
        <source>moe: width of a token.</source>
        <translation>moe: Breite eines Tokens.</translation>
    </message>
    <message>
        <source>moe: number of experts of the model.</source>
        <translation>moe: Zahl der Experten des Modells.</translation>
    </message>
    <message>
        <source>moe: number of experts on this device.</source>
        <translation>moe: Zahl der Experten auf diesem Gerät.</translation>
    </message>
    <message>
        <source>scan: number of rows of a head&apos;s state.</source>
        <translation>scan: Zahl der Zeilen des Zustands eines Kopfes.</translation>
    </message>
    <message>
        <source>Arithmetic of fp32 operands; tf32 lets them use tensor cores.</source>
        <translation>Arithmetik von fp32-Operanden; mit tf32 nutzen sie Tensorkerne.</translation>
    </message>
    <message>
        <source>Used by attention.</source>
        <translation>Für attention.</translation>
    </message>
    <message>
        <source>Used by moe.</source>
        <translation>Für moe.</translation>
    </message>
    <message>
        <source>Vector clock</source>
        <translation>Takt der Vektoreinheiten</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Feed-forward width</source>
        <translation>Breite des Feed-Forward-Netzes</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Width of one expert</source>
        <translation>Breite eines Experten</translation>
    </message>
    <message>
        <source>Width of the shared experts</source>
        <translation>Breite der gemeinsamen Experten</translation>
    </message>
    <message>
        <source>Rank of the KV projection</source>
        <translation>Rang der KV-Projektion</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Layers with a window</source>
        <translation>Schichten mit Fenster</translation>
    </message>
    <message>
        <source>Number of blocks; of each stack where there are two.</source>
        <translation>Zahl der Blöcke; je Stapel, wo es zwei gibt.</translation>
    </message>
    <message>
        <source>Width of all shared experts together; every token passes them.</source>
        <translation>Breite aller gemeinsamen Experten zusammen; jedes Token durchläuft sie.</translation>
    </message>
    <message>
        <source>Failures of devices and their different speeds.</source>
        <translation>Ausfälle von Geräten und ihre verschiedenen Geschwindigkeiten.</translation>
    </message>
    <message>
        <source>network.nccl: number of parallel rings.</source>
        <translation>network.nccl: Zahl der parallelen Ringe.</translation>
    </message>
    <message>
        <source>network.nccl: NVLink SHARP where the switch has it.</source>
        <translation>network.nccl: NVLink SHARP, wo der Switch es hat.</translation>
    </message>
    <message>
        <source>How the devices of one group of this level are wired; a torus has one ring per dimension.</source>
        <translation>Wie die Geräte einer Gruppe dieser Ebene verbunden sind; ein Torus hat einen Ring je Dimension.</translation>
    </message>
    <message>
        <source>Number of devices, or of groups of the level below, that one group of this level joins.</source>
        <translation>Zahl der Geräte oder der Gruppen der Ebene darunter, die eine Gruppe dieser Ebene verbindet.</translation>
    </message>
    <message>
        <source>Bandwidth of one device in one direction over all its links of this level.</source>
        <translation>Bandbreite eines Geräts in einer Richtung über alle seine Verbindungen dieser Ebene.</translation>
    </message>
    <message>
        <source>Latency of one hop, without the time for the bytes.</source>
        <translation>Latenz eines Sprungs, ohne die Zeit für die Bytes.</translation>
    </message>
    <message>
        <source>The switch can add up what passes it.</source>
        <translation>Der Switch kann addieren, was durch ihn geht.</translation>
    </message>
    <message>
        <source>Bandwidth that all devices of a group share in one direction, for example an upstream port of PCIe switches. From three devices on, each device gets its share of it.</source>
        <translation>Bandbreite, die sich alle Geräte einer Gruppe in einer Richtung teilen, zum Beispiel der Anschluss von PCIe-Switches an den Host. Ab drei Geräten erhält jedes seinen Anteil davon.</translation>
    </message>
    <message>
        <source>How the nodes are connected.</source>
        <translation>Wie die Knoten verbunden sind.</translation>
    </message>
    <message>
        <source>Bandwidth of one network adapter in one direction.</source>
        <translation>Bandbreite eines Netzadapters in einer Richtung.</translation>
    </message>
    <message>
        <source>Latency of one message from end to end, without the time for its bytes.</source>
        <translation>Latenz einer Nachricht von Ende zu Ende, ohne die Zeit für ihre Bytes.</translation>
    </message>
    <message>
        <source>Bandwidth of the adapters divided by that of the upper stages of the network.</source>
        <translation>Bandbreite der Adapter geteilt durch die der oberen Stufen des Netzes.</translation>
    </message>
    <message>
        <source>Network adapters read and write device memory directly (GPUDirect RDMA); otherwise bytes pass through the host&apos;s memory.</source>
        <translation>Netzadapter lesen und schreiben den Gerätespeicher unmittelbar (GPUDirect RDMA); sonst gehen die Bytes durch den Speicher des Hosts.</translation>
    </message>
    <message>
        <source>Bandwidth of the link in one direction.</source>
        <translation>Bandbreite der Verbindung in einer Richtung.</translation>
    </message>
    <message>
        <source>Latency of the link, without the time for the bytes.</source>
        <translation>Latenz der Verbindung, ohne die Zeit für die Bytes.</translation>
    </message>
    <message>
        <source>Largest number of nodes that were built or are sold.</source>
        <translation>Größte Zahl von Knoten, die gebaut wurden oder verkauft werden.</translation>
    </message>
    <message>
        <source>Highest power that one node draws.</source>
        <translation>Höchste Leistung, die ein Knoten aufnimmt.</translation>
    </message>
    <message>
        <source>Id of the accelerator, or {&quot;base&quot;, &quot;set&quot;} for an accelerator with changed facts. Requests change facts below /device.</source>
        <translation>Id des Beschleunigers, oder {&quot;base&quot;, &quot;set&quot;} für einen Beschleuniger mit geänderten Angaben. Anfragen ändern Angaben unter /device.</translation>
    </message>
    <message>
        <source>Clusters of CPU cores from the fastest to the slowest, GPU, NPUs and DSPs.</source>
        <translation>Gruppen von CPU-Kernen von der schnellsten zur langsamsten, GPU, NPUs und DSPs.</translation>
    </message>
    <message>
        <source>Measured read bandwidth of the whole L2 cache, divided by the clock of the SMs, which the L2 cache follows.</source>
        <translation>Gemessene Lesebandbreite des ganzen L2-Caches, geteilt durch den Takt der SMs, dem der L2-Cache folgt.</translation>
    </message>
    <message>
        <source>Memory of the host in one node.</source>
        <translation>Speicher des Hosts in einem Knoten.</translation>
    </message>
    <message>
        <source>Number of devices of the cluster that train together.</source>
        <translation>Zahl der Geräte des Clusters, die gemeinsam trainieren.</translation>
    </message>
    <message>
        <source>Number of tokens of each sequence.</source>
        <translation>Zahl der Tokens jeder Sequenz.</translation>
    </message>
    <message>
        <source>Number of sequences in one optimizer step.</source>
        <translation>Zahl der Sequenzen in einem Optimierungsschritt.</translation>
    </message>
    <message>
        <source>Kind of training; &quot;rl&quot; adds generation and scoring.</source>
        <translation>Art des Trainings; „rl“ fügt Generieren und Bewerten hinzu.</translation>
    </message>
    <message>
        <source>Number format of linear layers. Below 16 bits everything else is bf16.</source>
        <translation>Zahlenformat der linearen Schichten. Unter 16 Bit ist alles andere bf16.</translation>
    </message>
    <message>
        <source>Number of tokens of each sequence that a rollout generates; the rest is its prompt.</source>
        <translation>Zahl der Tokens jeder Sequenz, die generiert werden; der Rest ist ihr Prompt.</translation>
    </message>
    <message>
        <source>Number of reference and reward models of the size of the model.</source>
        <translation>Zahl der Referenz- und Belohnungsmodelle von der Größe des Modells.</translation>
    </message>
    <message>
        <source>Tokens of the rank with the busiest experts divided by the mean.</source>
        <translation>Tokens des Rangs mit den am stärksten belasteten Experten geteilt durch das Mittel.</translation>
    </message>
    <message>
        <source>Number of devices that share each layer.</source>
        <translation>Zahl der Geräte, die sich jede Schicht teilen.</translation>
    </message>
    <message>
        <source>Number of pipeline stages, each with a part of the layers.</source>
        <translation>Zahl der Pipelinestufen, jede mit einem Teil der Schichten.</translation>
    </message>
    <message>
        <source>Number of copies of the model.</source>
        <translation>Zahl der Kopien des Modells.</translation>
    </message>
    <message>
        <source>Number of devices that share each sequence.</source>
        <translation>Zahl der Geräte, die sich jede Sequenz teilen.</translation>
    </message>
    <message>
        <source>Number of ranks of a stage that share the experts.</source>
        <translation>Zahl der Ränge einer Stufe, die sich die Experten teilen.</translation>
    </message>
    <message>
        <source>Number of devices in one copy that generates.</source>
        <translation>Zahl der Geräte in einer Kopie, die generiert.</translation>
    </message>
    <message>
        <source>Number of sequences that pass a stage at once.</source>
        <translation>Zahl der Sequenzen, die zugleich durch eine Stufe gehen.</translation>
    </message>
    <message>
        <source>Number of chunks per stage in the interleaved schedule.</source>
        <translation>Zahl der Abschnitte je Stufe im verschränkten Ablauf.</translation>
    </message>
    <message>
        <source>Order in which a pipeline runs forward and backward passes.</source>
        <translation>Reihenfolge, in der eine Pipeline Vorwärts- und Rückwärtsläufe ausführt.</translation>
    </message>
    <message>
        <source>The devices of a tensor-parallel group share norms and residuals.</source>
        <translation>Die Geräte einer tensorparallelen Gruppe teilen sich Normen und Residuen.</translation>
    </message>
    <message>
        <source>Activations that backward passes compute again instead of keeping them.</source>
        <translation>Aktivierungen, die Rückwärtsläufe neu berechnen, statt sie aufzubewahren.</translation>
    </message>
    <message>
        <source>Stage 1 shards the optimizer, stage 2 also the gradients, stage 3 also the weights (FSDP).</source>
        <translation>Stufe 1 verteilt den Optimierer, Stufe 2 auch die Gradienten, Stufe 3 auch die Gewichte (FSDP).</translation>
    </message>
    <message>
        <source>Rank of the adapters; with 0 all weights are trained.</source>
        <translation>Rang der Adapter; bei 0 werden alle Gewichte trainiert.</translation>
    </message>
    <message>
        <source>Weights that do not learn are stored in NF4 (QLoRA).</source>
        <translation>Gewichte, die nicht lernen, liegen in NF4 (QLoRA).</translation>
    </message>
    <message>
        <source>Algorithm that updates the weights.</source>
        <translation>Verfahren, das die Gewichte aktualisiert.</translation>
    </message>
    <message>
        <source>Most tokens that an expert takes, divided by the mean; further tokens are dropped. With 0 all tokens are taken.</source>
        <translation>Höchste Zahl von Tokens, die ein Experte annimmt, geteilt durch das Mittel; weitere fallen weg. Bei 0 werden alle angenommen.</translation>
    </message>
    <message>
        <source>The states of the optimizer lie in host memory, and the host updates the weights.</source>
        <translation>Die Zustände des Optimierers liegen im Speicher des Hosts, und der Host aktualisiert die Gewichte.</translation>
    </message>
    <message>
        <source>Activations are kept in host memory between the forward and the backward pass.</source>
        <translation>Aktivierungen liegen zwischen Vorwärts- und Rückwärtslauf im Speicher des Hosts.</translation>
    </message>
    <message>
        <source>Bandwidth between a device and its host in one direction.</source>
        <translation>Bandbreite zwischen einem Gerät und seinem Host in einer Richtung.</translation>
    </message>
    <message>
        <source>Bandwidth that copies between a device and its host reach in one direction.</source>
        <translation>Bandbreite, die Kopien zwischen einem Gerät und seinem Host in einer Richtung erreichen.</translation>
    </message>
    <message>
        <source>Gradients are summed beside the backward pass.</source>
        <translation>Gradienten werden neben dem Rückwärtslauf summiert.</translation>
    </message>
    <message>
        <source>The gathers of ZeRO-3 run beside the kernels.</source>
        <translation>Das Einsammeln von ZeRO-3 läuft neben den Kerneln.</translation>
    </message>
    <message>
        <source>All-to-alls run beside kernels of another micro-batch.</source>
        <translation>All-to-alls laufen neben Kerneln eines anderen Mikrostapels.</translation>
    </message>
    <message>
        <source>Mean time between two failures of one device with its share of the node.</source>
        <translation>Mittlere Zeit zwischen zwei Ausfällen eines Geräts mit seinem Anteil am Knoten.</translation>
    </message>
    <message>
        <source>Time to write a checkpoint while nothing trains.</source>
        <translation>Zeit, um eine Sicherung zu schreiben, während nichts trainiert.</translation>
    </message>
    <message>
        <source>Time between two checkpoints.</source>
        <translation>Zeit zwischen zwei Sicherungen.</translation>
    </message>
    <message>
        <source>Time from a failure to the first step.</source>
        <translation>Zeit von einem Ausfall bis zum ersten Schritt.</translation>
    </message>
    <message>
        <source>Standard deviation of one device&apos;s iteration time divided by its mean.</source>
        <translation>Standardabweichung der Iterationszeit eines Geräts geteilt durch ihr Mittel.</translation>
    </message>
    <message>
        <source>The collective operation that the ranks perform.</source>
        <translation>Die kollektive Operation, die die Ränge ausführen.</translation>
    </message>
    <message>
        <source>Size of the message, counted as for the first collective.</source>
        <translation>Größe der Nachricht, gezählt wie beim ersten Kollektiv.</translation>
    </message>
    <message>
        <source>Time after the start of the first collective.</source>
        <translation>Zeit nach dem Beginn des ersten Kollektivs.</translation>
    </message>
    <message>
        <source>Number of devices that take part.</source>
        <translation>Zahl der Geräte, die teilnehmen.</translation>
    </message>
    <message>
        <source>Number of ranks in one scale-up domain; 1 for a group with one device per node.</source>
        <translation>Zahl der Ränge in einer Scale-up-Domäne; 1 für eine Gruppe mit einem Gerät je Knoten.</translation>
    </message>
    <message>
        <source>Size of the message. all_reduce: buffer of one rank; all_gather: gathered output; reduce_scatter: input of one rank; all_to_all: data that one rank holds. Not needed where &quot;sends&quot; lists the bytes.</source>
        <translation>Größe der Nachricht. all_reduce: Puffer eines Rangs; all_gather: gesammeltes Ergebnis; reduce_scatter: Eingabe eines Rangs; all_to_all: Daten, die ein Rang hält. Entfällt, wo „sends“ die Bytes aufzählt.</translation>
    </message>
    <message>
        <source>all_to_all: bytes of the most loaded rank divided by the mean.</source>
        <translation>all_to_all: Bytes des am stärksten belasteten Rangs geteilt durch das Mittel.</translation>
    </message>
    <message>
        <source>Algorithm on every level that supports it. network.nccl chooses the algorithm itself.</source>
        <translation>Algorithmus auf jeder Ebene, die ihn beherrscht. network.nccl wählt den Algorithmus selbst.</translation>
    </message>
    <message>
        <source>How chunks pass the levels: level after level, chunk after chunk, or each chunk starting at the least loaded level.</source>
        <translation>Wie Abschnitte die Ebenen durchlaufen: Ebene nach Ebene, Abschnitt nach Abschnitt, oder jeder Abschnitt ab der am wenigsten belasteten Ebene.</translation>
    </message>
    <message>
        <source>Number of pieces into which the message is split; they follow one another.</source>
        <translation>Zahl der Stücke, in die die Nachricht geteilt wird; sie folgen aufeinander.</translation>
    </message>
    <message>
        <source>network.step: number of pieces that are at work in one level at the same time.</source>
        <translation>network.step: Zahl der Stücke, die zugleich in einer Ebene unterwegs sind.</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Leakage</source>
        <translation>Leckstrom</translation>
    </message>
    <message>
        <source>Energy of a MAC</source>
        <translation>Energie eines MAC</translation>
    </message>
    <message>
        <source>Operand width</source>
        <translation>Operandenbreite</translation>
    </message>
    <message>
        <source>Instances per entry</source>
        <translation>Exemplare je Eintrag</translation>
    </message>
    <message>
        <source>Read energy</source>
        <translation>Leseenergie</translation>
    </message>
    <message>
        <source>Update energy</source>
        <translation>Änderungsenergie</translation>
    </message>
    <message>
        <source>Fill energy</source>
        <translation>Füllenergie</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Entry width</source>
        <translation>Eintragsbreite</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Read bandwidth</source>
        <translation>Lese-Bandbreite</translation>
    </message>
    <message>
        <source>Write bandwidth</source>
        <translation>Schreib-Bandbreite</translation>
    </message>
    <message>
        <source>Word width</source>
        <translation>Wortbreite</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Zahlenformat</translation>
    </message>
    <message>
        <source>Type of activations</source>
        <translation>Format der Aktivierungen</translation>
    </message>
    <message>
        <source>Type of weights</source>
        <translation>Format der Gewichte</translation>
    </message>
    <message>
        <source>Type of the result</source>
        <translation>Format des Ergebnisses</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Experts here</source>
        <translation>Experten hier</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>Experten je Token</translation>
    </message>
    <message>
        <source>Width of an expert</source>
        <translation>Breite eines Experten</translation>
    </message>
    <message>
        <source>Input channels</source>
        <translation>Eingangskanäle</translation>
    </message>
    <message>
        <source>Rows or output channels</source>
        <translation>Zeilen oder Ausgangskanäle</translation>
    </message>
    <message>
        <source>Columns or batch</source>
        <translation>Spalten oder Batch</translation>
    </message>
    <message>
        <source>Contracted</source>
        <translation>Summiert</translation>
    </message>
    <message>
        <source>Output rows</source>
        <translation>Ergebniszeilen</translation>
    </message>
    <message>
        <source>Output columns</source>
        <translation>Ergebnisspalten</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>Filterzeilen</translation>
    </message>
    <message>
        <source>Filter columns</source>
        <translation>Filterspalten</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>Schrittweite</translation>
    </message>
    <message>
        <source>Dilation</source>
        <translation>Dehnung</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>Breite eines Kopfes</translation>
    </message>
    <message>
        <source>Narrow products</source>
        <translation>Schmale Produkte</translation>
    </message>
    <message>
        <source>Checkpoints in blocks of FP8</source>
        <translation>Checkpoints mit Blöcken in FP8</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>Query-Köpfe</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV-Köpfe</translation>
    </message>
    <message>
        <source>Key width</source>
        <translation>Breite der Keys</translation>
    </message>
    <message>
        <source>Value width</source>
        <translation>Breite der Values</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>Längster Kontext</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>Neue Token</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Gleitfenster</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>Schiefe</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>Kausal</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Gated</source>
        <translation>Gegattert</translation>
    </message>
    <message>
        <source>Tensors read</source>
        <translation>Gelesene Tensoren</translation>
    </message>
    <message>
        <source>Tensors written</source>
        <translation>Geschriebene Tensoren</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Block scales</source>
        <translation>Blockskalen</translation>
    </message>
    <message>
        <source>Quantizes its input</source>
        <translation>Quantisiert die Eingabe</translation>
    </message>
    <message>
        <source>Channels first</source>
        <translation>Kanäle zuerst</translation>
    </message>
    <message>
        <source>Weights in turn</source>
        <translation>Gewichte im Wechsel</translation>
    </message>
    <message>
        <source>Latent cache</source>
        <translation>Latenter Cache</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Betrieb</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Disaggregated</source>
        <translation>Getrennt</translation>
    </message>
    <message>
        <source>Accumulate gradients</source>
        <translation>Gradienten aufsummieren</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Cached tokens</source>
        <translation>Token im Cache</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>Experten-parallel</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorparallel</translation>
    </message>
    <message>
        <source>Fused attention</source>
        <translation>Verschmolzene Attention</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>Verschmolzen</translation>
    </message>
    <message>
        <source>Fusion rules</source>
        <translation>Fusionsregeln</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlustfunktion</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Query length</source>
        <translation>Länge der Query</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Output channels or rows</source>
        <translation>Ausgangskanäle oder Zeilen</translation>
    </message>
    <message>
        <source>Batch or columns</source>
        <translation>Batch oder Spalten</translation>
    </message>
    <message>
        <source>Stride of rows</source>
        <translation>Schrittweite der Zeilen</translation>
    </message>
    <message>
        <source>Stride of columns</source>
        <translation>Schrittweite der Spalten</translation>
    </message>
    <message>
        <source>Dilation of rows</source>
        <translation>Dehnung der Zeilen</translation>
    </message>
    <message>
        <source>Dilation of columns</source>
        <translation>Dehnung der Spalten</translation>
    </message>
    <message>
        <source>Base clock</source>
        <translation>Grundtakt</translation>
    </message>
    <message>
        <source>Blocks per SM</source>
        <translation>Blöcke je SM</translation>
    </message>
    <message>
        <source>Board power</source>
        <translation>Leistungsgrenze</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Idle power</source>
        <translation>Ruheleistung</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2-Cache</translation>
    </message>
    <message>
        <source>L2 bandwidth</source>
        <translation>L2-Bandbreite</translation>
    </message>
    <message>
        <source>Link bandwidth</source>
        <translation>Verbindungs-Bandbreite</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>Speicher-Bandbreite</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>Shared memory per block</source>
        <translation>Shared Memory je Block</translation>
    </message>
    <message>
        <source>SMs</source>
        <translation>SMs</translation>
    </message>
    <message>
        <source>Reached bandwidth</source>
        <translation>Erreichte Bandbreite</translation>
    </message>
    <message>
        <source>Threads per SM</source>
        <translation>Threads je SM</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Burstiness</source>
        <translation>Stoßhaftigkeit</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>Ankünfte</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Längen</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>Kürzeste</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längste</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Repliken</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>Verteiler</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>Größtes Bündel</translation>
    </message>
    <message>
        <source>Token budget</source>
        <translation>Tokenbudget</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Stück</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Watermark</source>
        <translation>Wasserstand</translation>
    </message>
    <message>
        <source>Prefix cache</source>
        <translation>Präfixcache</translation>
    </message>
    <message>
        <source>Service level</source>
        <translation>Dienstgüte</translation>
    </message>
    <message>
        <source>First token within</source>
        <translation>Erstes Token innerhalb</translation>
    </message>
    <message>
        <source>Token every</source>
        <translation>Token alle</translation>
    </message>
    <message>
        <source>Answer within</source>
        <translation>Antwort innerhalb</translation>
    </message>
    <message>
        <source>Percentile of first tokens</source>
        <translation>Perzentil der ersten Token</translation>
    </message>
    <message>
        <source>Percentile of tokens</source>
        <translation>Perzentil der Token</translation>
    </message>
    <message>
        <source>Percentile of answers</source>
        <translation>Perzentil der Antworten</translation>
    </message>
    <message>
        <source>Skew of the routing</source>
        <translation>Schiefe der Verteilung</translation>
    </message>
    <message>
        <source>Percentile of the requests that must keep this limit, for serving.capacity: 99 asks that 99 of 100 requests keep it, whatever the other limits do.</source>
        <translation>Perzentil der Anfragen, die diese Grenze halten müssen, für serving.capacity: 99 verlangt, dass 99 von 100 Anfragen sie halten, gleich was die anderen Grenzen tun.</translation>
    </message>
    <message>
        <source>How unevenly the trained router loads its experts: the exponent of the power law that their loads follow. Requests that state no routing take it.</source>
        <translation>Wie ungleich der trainierte Router seine Experten belastet: der Exponent des Potenzgesetzes, dem ihre Lasten folgen. Anfragen, die keine Verteilung angeben, übernehmen ihn.</translation>
    </message>
    <message>
        <source>the limit holds together with the others, for the share of plan.capacity.kept</source>
        <translation>die Grenze gilt zusammen mit den anderen, für den Anteil plan.capacity.kept</translation>
    </message>
    <message>
        <source>tokens choose their experts independently of each other</source>
        <translation>Token wählen ihre Experten unabhängig voneinander</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>Pipelineparallel</translation>
    </message>
    <message>
        <source>Endpoint delay</source>
        <translation>Verzögerung am Endpunkt</translation>
    </message>
    <message>
        <source>network.step: time that a rank spends before each message and after the last one.</source>
        <translation>network.step: Zeit, die ein Rang vor jeder Nachricht und nach der letzten aufwendet.</translation>
    </message>
    <message>
        <source>Rate of sums</source>
        <translation>Rate der Summen</translation>
    </message>
    <message>
        <source>network.step: rate at which a rank adds up the data that arrives.</source>
        <translation>network.step: Rate, mit der ein Rang die ankommenden Daten summiert.</translation>
    </message>
    <message>
        <source>Scatter over levels</source>
        <translation>Über Ebenen verteilen</translation>
    </message>
    <message>
        <source>network.step: an all-reduce scatters over the levels and gathers back.</source>
        <translation>network.step: Ein All-Reduce verteilt über die Ebenen und sammelt wieder ein.</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>Wettbewerb um Verbindungen</translation>
    </message>
    <message>
        <source>network.step, on one level: each hop stores a message before it passes it on, and messages wait for their links. Otherwise a message takes its hops and its bytes, whatever else is on its way.</source>
        <translation>network.step, auf einer Ebene: Jede Station speichert eine Nachricht, bevor sie sie weitergibt, und Nachrichten warten auf ihre Verbindungen. Sonst braucht eine Nachricht die Zeit ihrer Stationen und ihrer Bytes, was auch sonst unterwegs ist.</translation>
    </message>
    <message>
        <source>Messages share links</source>
        <translation>Nachrichten teilen Verbindungen</translation>
    </message>
    <message>
        <source>network.step: the messages of a direct exchange over several levels share the links of their rank. ASTRA-sim lets them pass each other.</source>
        <translation>network.step: Die Nachrichten eines direkten Austauschs über mehrere Ebenen teilen sich die Verbindungen ihres Rangs. ASTRA-sim lässt sie aneinander vorbei.</translation>
    </message>
    <message>
        <source>Active chunks</source>
        <translation>Chunks zugleich</translation>
    </message>
    <message>
        <source>Adapter bandwidth</source>
        <translation>Adapter-Bandbreite</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Adapters per device</source>
        <translation>Adapter je Gerät</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Adapters per node</source>
        <translation>Adapter je Knoten</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>Chunks per stage</source>
        <translation>Abschnitte je Stufe</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>Kollektiv</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontextparallel</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Datenparallel</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Devices per node</source>
        <translation>Geräte je Knoten</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Imbalance</source>
        <translation>Ungleichgewicht</translation>
    </message>
    <message>
        <source>Direct</source>
        <translation>Direkt</translation>
    </message>
    <message>
        <source>Shared bandwidth</source>
        <translation>Gemeinsame Bandbreite</translation>
    </message>
    <message>
        <source>Bandwidth of a channel</source>
        <translation>Bandbreite eines Kanals</translation>
    </message>
    <message>
        <source>GPU libraries</source>
        <translation>Bibliotheken für GPUs</translation>
    </message>
    <message>
        <source>What one channel of NCCL or RCCL carries over this level, which is about one link.</source>
        <translation>Was ein Kanal von NCCL oder RCCL über diese Ebene trägt, etwa eine Verbindung.</translation>
    </message>
    <message>
        <source>NCCL and RCCL run over these links. Other accelerators have libraries of their own.</source>
        <translation>NCCL und RCCL laufen über diese Verbindungen. Andere Beschleuniger haben eigene Bibliotheken.</translation>
    </message>
    <message>
        <source>20 GB/s, over PCIe 12 GB/s</source>
        <translation>20 GB/s, über PCIe 12 GB/s</translation>
    </message>
    <message>
        <source>4,096, or what 99 % of the tokens of lognormal lengths lie below</source>
        <translation>4.096, oder die Länge, unter der 99 % der Token lognormaler Längen liegen</translation>
    </message>
    <message>
        <source>In-network reduction</source>
        <translation>Reduktion im Netz</translation>
    </message>
    <message>
        <source>In-switch reduction</source>
        <translation>Reduktion im Switch</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA-Rang</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>Mikrostapel</translation>
    </message>
    <message>
        <source>Node power</source>
        <translation>Knotenleistung</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Order of levels</source>
        <translation>Reihenfolge der Ebenen</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>Überbuchung</translation>
    </message>
    <message>
        <source>Part of the cluster</source>
        <translation>Teil des Clusters</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Scale-out</source>
        <translation>Netz zwischen Knoten</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Ablaufplan</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>Sequenzparallel</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topologie</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Wraps at</source>
        <translation>Ring ab</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO-Stufe</translation>
    </message>
    <message>
        <source>Static scales</source>
        <translation>Feste Skalen</translation>
    </message>
    <message>
        <source>Channels last</source>
        <translation>Kanäle zuletzt</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>Nutzer</translation>
    </message>
    <message>
        <source>Think time</source>
        <translation>Bedenkzeit</translation>
    </message>
    <message>
        <source>Attention copies</source>
        <translation>Kopien der Attention</translation>
    </message>
    <message>
        <source>Power limit</source>
        <translation>Leistungsgrenze</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Time between failures</source>
        <translation>Zeit zwischen Ausfällen</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Sicherung</translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation>Abstand der Sicherungen</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Spread of devices</source>
        <translation>Streuung der Geräte</translation>
    </message>
    <message>
        <source>4-bit base</source>
        <translation>Basis in 4 Bit</translation>
    </message>
    <message>
        <source>Optimizer on the host</source>
        <translation>Optimierer im Host</translation>
    </message>
    <message>
        <source>Activations on the host</source>
        <translation>Aktivierungen im Host</translation>
    </message>
    <message>
        <source>Requests each</source>
        <translation>Anfragen je Nutzer</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Memory share</source>
        <translation>Speicheranteil</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Betriebsart</translation>
    </message>
    <message>
        <source>Tool turns</source>
        <translation>Werkzeugrunden</translation>
    </message>
    <message>
        <source>Shared prompt</source>
        <translation>Gemeinsame Eingabe</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Vorrang</translation>
    </message>
    <message>
        <source>Host link</source>
        <translation>Verbindung zum Host</translation>
    </message>
    <message>
        <source>Buffering</source>
        <translation>Pufferung</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>Annahme</translation>
    </message>
    <message>
        <source>Expert capacity</source>
        <translation>Kapazität der Experten</translation>
    </message>
    <message>
        <source>Expert skew</source>
        <translation>Schiefe der Experten</translation>
    </message>
    <message>
        <source>Fewest replicas</source>
        <translation>Wenigste Repliken</translation>
    </message>
    <message>
        <source>Guesses</source>
        <translation>Vermutungen</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>Im Speicher</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Layer by layer</source>
        <translation>Schicht für Schicht</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Link share</source>
        <translation>Anteil der Verbindung</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Overlap expert exchange</source>
        <translation>Expertenaustausch überlappen</translation>
    </message>
    <message>
        <source>Overlap gradient sync</source>
        <translation>Gradientenabgleich überlappen</translation>
    </message>
    <message>
        <source>Overlap tensor collectives</source>
        <translation>Tensor-Kollektive überlappen</translation>
    </message>
    <message>
        <source>With sequence parallelism, the collectives of the tensor group run piece by piece beside the products that make or need their data.</source>
        <translation>Mit Sequenzparallelität laufen die Kollektive der Tensorgruppe stückweise neben den Produkten, die ihre Daten erzeugen oder brauchen.</translation>
    </message>
    <message>
        <source>Overlap stage messages</source>
        <translation>Nachrichten zwischen Stufen überlappen</translation>
    </message>
    <message>
        <source>Neither host nor device waits for a message between stages before it continues.</source>
        <translation>Weder Host noch Gerät wartet auf eine Nachricht zwischen Stufen, bevor es weiterarbeitet.</translation>
    </message>
    <message>
        <source>in the interleaved schedule</source>
        <translation>im Zeitplan interleaved</translation>
    </message>
    <message>
        <source>Narrow saved inputs</source>
        <translation>Eingaben schmal aufbewahren</translation>
    </message>
    <message>
        <source>Below 16 bits, linear layers keep their inputs for the backward pass in the format that they multiply.</source>
        <translation>Unter 16 Bit bewahren lineare Schichten ihre Eingaben für den Rückwärtslauf in dem Format auf, in dem sie multiplizieren.</translation>
    </message>
    <message>
        <source>Overlap weight gathers</source>
        <translation>Einsammeln der Gewichte überlappen</translation>
    </message>
    <message>
        <source>Preemption</source>
        <translation>Verdrängung</translation>
    </message>
    <message>
        <source>Ranks per domain</source>
        <translation>Ränge je Domäne</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwortlänge</translation>
    </message>
    <message>
        <source>Rollout tensor parallel</source>
        <translation>Tensor-parallel bei der Erzeugung</translation>
    </message>
    <message>
        <source>Scoring models</source>
        <translation>Bewertende Modelle</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>Einrichtung</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Skew of experts</source>
        <translation>Ungleiche Experten</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Tool time</source>
        <translation>Zeit der Werkzeuge</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Operator tables</source>
        <translation>Operatortabellen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Host work</source>
        <translation>Arbeit des Hosts</translation>
    </message>
    <message>
        <source>Requests of VIDUR</source>
        <translation>Anfragen wie VIDUR</translation>
    </message>
    <message>
        <source>Prompt over answer</source>
        <translation>Prompt je Antwort</translation>
    </message>
    <message>
        <source>Schedules ahead</source>
        <translation>Plant voraus</translation>
    </message>
    <message>
        <source>Iterations between two looks</source>
        <translation>Iterationen zwischen zwei Blicken</translation>
    </message>
    <message>
        <source>As VIDUR does it</source>
        <translation>Wie VIDUR</translation>
    </message>
    <message>
        <source>Capacity search</source>
        <translation>Suche der Kapazität</translation>
    </message>
    <message>
        <source>Replications</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Kept by</source>
        <translation>Gehalten von</translation>
    </message>
    <message>
        <source>Price of a device</source>
        <translation>Preis eines Geräts</translation>
    </message>
    <message>
        <source>Way of a request</source>
        <translation>Weg einer Anfrage</translation>
    </message>
    <message>
        <source>Autoscaling</source>
        <translation>Automatisch skalieren</translation>
    </message>
    <message>
        <source>Cache offload</source>
        <translation>Auslagern des Cache</translation>
    </message>
    <message>
        <source>Co-location</source>
        <translation>Gemeinsame Nutzung</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Ausfälle</translation>
    </message>
    <message>
        <source>Failures and stragglers</source>
        <translation>Ausfälle und Nachzügler</translation>
    </message>
    <message>
        <source>Neighbour</source>
        <translation>Nachbar</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Search for a plan</source>
        <translation>Suche nach einem Plan</translation>
    </message>
    <message>
        <source>Separate pools</source>
        <translation>Getrennte Pools</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>Spekulatives Dekodieren</translation>
    </message>
    <message>
        <source>Tenants</source>
        <translation>Mandanten</translation>
    </message>
    <message>
        <source>Network between the nodes.</source>
        <translation>Netz zwischen den Knoten.</translation>
    </message>
    <message>
        <source>Accumulation buffer</source>
        <translation>Akkumulationspuffer</translation>
    </message>
    <message>
        <source>Accumulator</source>
        <translation>Akkumulator</translation>
    </message>
    <message>
        <source>Accumulators</source>
        <translation>Akkumulatoren</translation>
    </message>
    <message>
        <source>Convolution buffer</source>
        <translation>Faltungspuffer</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>Filter scratchpad</source>
        <translation>Filter-Scratchpad</translation>
    </message>
    <message>
        <source>Functional unit (NFU)</source>
        <translation>Funktionseinheit (NFU)</translation>
    </message>
    <message>
        <source>Global PE buffer</source>
        <translation>Globaler PE-Puffer</translation>
    </message>
    <message>
        <source>Global buffer</source>
        <translation>Globaler Puffer</translation>
    </message>
    <message>
        <source>Input buffer</source>
        <translation>Eingabepuffer</translation>
    </message>
    <message>
        <source>Input neuron buffer</source>
        <translation>Eingabeneuronen-Puffer</translation>
    </message>
    <message>
        <source>Input neuron buffer (NBin)</source>
        <translation>Eingabeneuronen-Puffer (NBin)</translation>
    </message>
    <message>
        <source>Input scratchpad</source>
        <translation>Eingabe-Scratchpad</translation>
    </message>
    <message>
        <source>MAC array</source>
        <translation>MAC-Feld</translation>
    </message>
    <message>
        <source>Matrix unit</source>
        <translation>Matrixeinheit</translation>
    </message>
    <message>
        <source>Output neuron buffer</source>
        <translation>Ausgabeneuronen-Puffer</translation>
    </message>
    <message>
        <source>Output neuron buffer (NBout)</source>
        <translation>Ausgabeneuronen-Puffer (NBout)</translation>
    </message>
    <message>
        <source>PE array</source>
        <translation>PE-Feld</translation>
    </message>
    <message>
        <source>PE array columns</source>
        <translation>Spalten des PE-Felds</translation>
    </message>
    <message>
        <source>PE array rows</source>
        <translation>Zeilen des PE-Felds</translation>
    </message>
    <message>
        <source>PE buffer</source>
        <translation>PE-Puffer</translation>
    </message>
    <message>
        <source>PE input buffer</source>
        <translation>PE-Eingabepuffer</translation>
    </message>
    <message>
        <source>PE partial-sum buffer</source>
        <translation>PE-Teilsummenpuffer</translation>
    </message>
    <message>
        <source>PE weight buffer</source>
        <translation>PE-Gewichtspuffer</translation>
    </message>
    <message>
        <source>Partial-sum scratchpad</source>
        <translation>Teilsummen-Scratchpad</translation>
    </message>
    <message>
        <source>Scratchpad</source>
        <translation>Scratchpad</translation>
    </message>
    <message>
        <source>Synapse buffer</source>
        <translation>Synapsenpuffer</translation>
    </message>
    <message>
        <source>Synapse buffer (SB)</source>
        <translation>Synapsenpuffer (SB)</translation>
    </message>
    <message>
        <source>Systolic mesh</source>
        <translation>Systolisches Feld</translation>
    </message>
    <message>
        <source>Unified buffer</source>
        <translation>Gemeinsamer Puffer</translation>
    </message>
    <message>
        <source>Vector MAC units</source>
        <translation>Vektor-MAC-Einheiten</translation>
    </message>
    <message>
        <source>Weight FIFO</source>
        <translation>Gewichts-FIFO</translation>
    </message>
    <message>
        <source>Weight buffer</source>
        <translation>Gewichtspuffer</translation>
    </message>
    <message>
        <source>Weight memory and host</source>
        <translation>Gewichtsspeicher und Host</translation>
    </message>
    <message>
        <source>Weight register</source>
        <translation>Gewichtsregister</translation>
    </message>
    <message>
        <source>Weight scratchpad</source>
        <translation>Gewichts-Scratchpad</translation>
    </message>
    <message>
        <source>Number of SMs of the client. Streams have none of their own.</source>
        <translation>Zahl der SMs des Clients. Streams haben keine eigenen.</translation>
    </message>
    <message>
        <source>MIG: share of the bandwidth, the L2 cache and the capacity.</source>
        <translation>MIG: Anteil an Bandbreite, L2-Cache und Kapazität.</translation>
    </message>
    <message>
        <source>Number of tokens in the prompt of each of the other requests.</source>
        <translation>Zahl der Tokens im Prompt jeder anderen Anfrage.</translation>
    </message>
    <message>
        <source>Number of tokens that each request produces.</source>
        <translation>Zahl der Tokens, die jede Anfrage erzeugt.</translation>
    </message>
    <message>
        <source>Time of each iteration in which the device waits for the host. Engines prepare the next iteration meanwhile.</source>
        <translation>Zeit jeder Iteration, in der das Gerät auf den Host wartet. Engines bereiten unterdessen die nächste Iteration vor.</translation>
    </message>
    <message>
        <source>The requests that VIDUR draws for the same rate, number and seed: gaps of at most three times the mean, and uniform total lengths.</source>
        <translation>Die Anfragen, die VIDUR für dieselbe Rate, Zahl und denselben Startwert zieht: Abstände bis zum Dreifachen des Mittels und gleichverteilte Gesamtlängen.</translation>
    </message>
    <message>
        <source>Smallest total length of prompt and answer.</source>
        <translation>Kleinste Gesamtlänge von Prompt und Antwort.</translation>
    </message>
    <message>
        <source>Largest total length of prompt and answer.</source>
        <translation>Größte Gesamtlänge von Prompt und Antwort.</translation>
    </message>
    <message>
        <source>Length of the prompt divided by that of the answer.</source>
        <translation>Länge des Prompts geteilt durch die der Antwort.</translation>
    </message>
    <message>
        <source>Settings of the method serving.capacity.</source>
        <translation>Einstellungen der Methode serving.capacity.</translation>
    </message>
    <message>
        <source>Share of the requests that must keep the service level.</source>
        <translation>Anteil der Anfragen, die die Dienstgüte halten müssen.</translation>
    </message>
    <message>
        <source>The fixed length, or the mean of lognormal lengths.</source>
        <translation>Die feste Länge oder das Mittel lognormal verteilter Längen.</translation>
    </message>
    <message>
        <source>lognormal: standard deviation of the lengths divided by their mean.</source>
        <translation>lognormal: Standardabweichung der Längen geteilt durch ihr Mittel.</translation>
    </message>
    <message>
        <source>zipf: exponent; the larger it is, the more frequent the shortest lengths are.</source>
        <translation>zipf: Exponent; je größer er ist, desto häufiger sind die kürzesten Längen.</translation>
    </message>
    <message>
        <source>Mean number of requests per second.</source>
        <translation>Mittlere Zahl von Anfragen je Sekunde.</translation>
    </message>
    <message>
        <source>gamma: standard deviation of the gaps divided by their mean.</source>
        <translation>gamma: Standardabweichung der Abstände geteilt durch ihr Mittel.</translation>
    </message>
    <message>
        <source>Closed loop: largest number of requests in flight.</source>
        <translation>Geschlossener Kreis: größte Zahl von Anfragen, die unterwegs sind.</translation>
    </message>
    <message>
        <source>Number of requests that arrive.</source>
        <translation>Zahl der Anfragen, die eintreffen.</translation>
    </message>
    <message>
        <source>Time during which requests arrive, where their number is not stated.</source>
        <translation>Zeit, in der Anfragen eintreffen, soweit ihre Zahl nicht angegeben ist.</translation>
    </message>
    <message>
        <source>Largest number of requests that run at the same time.</source>
        <translation>Größte Zahl von Anfragen, die zugleich laufen.</translation>
    </message>
    <message>
        <source>Largest number of tokens in one iteration.</source>
        <translation>Größte Zahl von Tokens in einer Iteration.</translation>
    </message>
    <message>
        <source>sarathi: number of tokens in one iteration.</source>
        <translation>sarathi: Zahl der Tokens in einer Iteration.</translation>
    </message>
    <message>
        <source>Scheduling policy; the names that engines of the catalog give their schedulers are accepted too.</source>
        <translation>Regel des Schedulers; auch die Namen, die Laufzeitsysteme des Katalogs ihren Schedulern geben, gelten.</translation>
    </message>
    <message>
        <source>stall-free: number of tokens in one iteration.</source>
        <translation>stall-free: Zahl der Tokens einer Iteration.</translation>
    </message>
    <message>
        <source>Requests of the longest run that is tried: runs double until the capacity moves by less than 2 %.</source>
        <translation>Anfragen des längsten Laufs, der versucht wird: Läufe verdoppeln sich, bis sich die Kapazität um weniger als 2 % ändert.</translation>
    </message>
    <message>
        <source>what the memory leaves</source>
        <translation>was der Speicher lässt</translation>
    </message>
    <message>
        <source>Number of blocks in the KV cache of a replica, as the engine prints it when it starts.</source>
        <translation>Zahl der Blöcke im KV-Cache einer Replik, wie die Engine sie beim Start ausgibt.</translation>
    </message>
    <message>
        <source>Number of tokens in a block of the paged KV cache.</source>
        <translation>Zahl der Tokens in einem Block des seitenweisen KV-Caches.</translation>
    </message>
    <message>
        <source>Share of the blocks that must stay free when a request is admitted.</source>
        <translation>Anteil der Blöcke, der frei bleiben muss, wenn eine Anfrage zugelassen wird.</translation>
    </message>
    <message>
        <source>What happens to the cache of a preempted request; &quot;swap&quot; moves it to host memory.</source>
        <translation>Was mit dem Cache einer verdrängten Anfrage geschieht; „swap“ verschiebt ihn in den Speicher des Hosts.</translation>
    </message>
    <message>
        <source>Exponent of the power law of expert popularity; 0 for balanced experts.</source>
        <translation>Exponent des Potenzgesetzes der Beliebtheit von Experten; 0 für ausgeglichene.</translation>
    </message>
    <message>
        <source>Number of pipeline stages: devices that compute the layers in turn.</source>
        <translation>Zahl der Pipelinestufen: Geräte, die die Schichten nacheinander berechnen.</translation>
    </message>
    <message>
        <source>Data-parallel copies of the attention in each replica: each copy has requests of its own, and all copies share the experts.</source>
        <translation>Datenparallele Kopien der Attention in jeder Replik: Jede Kopie hat eigene Anfragen, und alle teilen sich die Experten.</translation>
    </message>
    <message>
        <source>Number of devices that share the experts: 1, or tp times dp.</source>
        <translation>Zahl der Geräte, die sich die Experten teilen: 1 oder tp mal dp.</translation>
    </message>
    <message>
        <source>Rule by which requests are given to replicas.</source>
        <translation>Regel, nach der Anfragen auf Repliken verteilt werden.</translation>
    </message>
    <message>
        <source>vllm: blocks of the cache stay findable by their content.</source>
        <translation>vllm: Blöcke des Caches bleiben nach ihrem Inhalt auffindbar.</translation>
    </message>
    <message>
        <source>Limits that a request must keep to count as good.</source>
        <translation>Grenzen, die eine Anfrage halten muss, um als gut zu zählen.</translation>
    </message>
    <message>
        <source>Blocks of the cache stay findable by their content.</source>
        <translation>Blöcke des Caches bleiben nach ihrem Inhalt auffindbar.</translation>
    </message>
    <message>
        <source>Price of one device for an hour; tokens then have a cost.</source>
        <translation>Preis eines Geräts für eine Stunde; Tokens haben dann Kosten.</translation>
    </message>
    <message>
        <source>Power limit of each board, below the board&apos;s own.</source>
        <translation>Leistungsgrenze jeder Karte, unter deren eigener.</translation>
    </message>
    <message>
        <source>Several tokens are guessed and then checked in one pass.</source>
        <translation>Mehrere Tokens werden vermutet und dann in einem Durchgang geprüft.</translation>
    </message>
    <message>
        <source>Source of the guesses: a small model, a look-up in the text so far, one more layer, or more heads.</source>
        <translation>Herkunft der Vorschläge: ein kleines Modell, ein Nachschlagen im bisherigen Text, eine weitere Schicht oder weitere Köpfe.</translation>
    </message>
    <message>
        <source>Number of guesses in a chain.</source>
        <translation>Zahl der Vorschläge in einer Kette.</translation>
    </message>
    <message>
        <source>Number of tokens in the prompt of each request.</source>
        <translation>Zahl der Tokens im Prompt jeder Anfrage.</translation>
    </message>
    <message>
        <source>Number of tokens that each request produces; the prefill produces the first.</source>
        <translation>Zahl der Tokens, die jede Anfrage erzeugt; das Prefill erzeugt das erste.</translation>
    </message>
    <message>
        <source>Number of requests that enter together.</source>
        <translation>Zahl der Anfragen, die gemeinsam eintreten.</translation>
    </message>
    <message>
        <source>Devices that share the experts of a mixture. Up to the tensor-parallel degree they are those devices; beyond it, groups of them attend to requests of their own.</source>
        <translation>Geräte, die sich die Experten einer Mischung teilen. Bis zum tensorparallelen Grad sind es diese Geräte; darüber bedienen Gruppen von ihnen eigene Anfragen.</translation>
    </message>
    <message>
        <source>Largest number of tokens in one iteration; longer prompts come in chunks.</source>
        <translation>Größte Zahl von Tokens in einer Iteration; längere Prompts kommen in Abschnitten.</translation>
    </message>
    <message>
        <source>Number of replicas of this pool.</source>
        <translation>Zahl der Repliken dieses Pools.</translation>
    </message>
    <message>
        <source>Some replicas compute prompts, others decode.</source>
        <translation>Manche Repliken berechnen Prompts, andere dekodieren.</translation>
    </message>
    <message>
        <source>Bandwidth from one device to the other pool.</source>
        <translation>Bandbreite von einem Gerät zum anderen Pool.</translation>
    </message>
    <message>
        <source>Share of the link&apos;s bandwidth that large messages reach.</source>
        <translation>Anteil der Bandbreite der Verbindung, den große Nachrichten erreichen.</translation>
    </message>
    <message>
        <source>Time to set up each transfer.</source>
        <translation>Zeit, um eine Übertragung einzurichten.</translation>
    </message>
    <message>
        <source>The cache of a layer is sent while later layers are computed.</source>
        <translation>Der Cache einer Schicht wird gesendet, während spätere Schichten berechnet werden.</translation>
    </message>
    <message>
        <source>Mean time between two failures of one replica.</source>
        <translation>Mittlere Zeit zwischen zwei Ausfällen einer Replik.</translation>
    </message>
    <message>
        <source>Replicas start and stop with the load, between the fewest and the stated number.</source>
        <translation>Repliken starten und enden mit der Last, zwischen der kleinsten und der angegebenen Zahl.</translation>
    </message>
    <message>
        <source>Smallest number of replicas; as many run at the start.</source>
        <translation>Kleinste Zahl von Repliken; so viele laufen zu Beginn.</translation>
    </message>
    <message>
        <source>Number of waiting and running requests that each replica should have.</source>
        <translation>Zahl der wartenden und laufenden Anfragen, die jede Replik haben soll.</translation>
    </message>
    <message>
        <source>Time between two decisions.</source>
        <translation>Zeit zwischen zwei Entscheidungen.</translation>
    </message>
    <message>
        <source>Prefixes that left the device memory are kept elsewhere and found again.</source>
        <translation>Präfixe, die den Gerätespeicher verließen, werden anderswo aufbewahrt und wiedergefunden.</translation>
    </message>
    <message>
        <source>Capacity of the host or remote memory for cached prefixes.</source>
        <translation>Kapazität des Speichers im Host oder in der Ferne für Präfixe im Cache.</translation>
    </message>
    <message>
        <source>Bandwidth from this memory to a device.</source>
        <translation>Bandbreite von diesem Speicher zu einem Gerät.</translation>
    </message>
    <message>
        <source>Low-rank adapters of all matrix products of a layer; each request uses one of them.</source>
        <translation>Adapter niedrigen Rangs für alle Matrixprodukte einer Schicht; jede Anfrage nutzt einen davon.</translation>
    </message>
    <message>
        <source>Number of adapters that requests ask for.</source>
        <translation>Zahl der Adapter, die Anfragen verlangen.</translation>
    </message>
    <message>
        <source>Rank of the adapters.</source>
        <translation>Rang der Adapter.</translation>
    </message>
    <message>
        <source>Number of adapters in the device memory of each replica.</source>
        <translation>Zahl der Adapter im Gerätespeicher jeder Replik.</translation>
    </message>
    <message>
        <source>Skew of the adapters&apos; popularity by Zipf&apos;s law; 0 makes all equally popular.</source>
        <translation>Schiefe der Beliebtheit der Adapter nach dem Zipfschen Gesetz; bei 0 sind alle gleich beliebt.</translation>
    </message>
    <message>
        <source>Number of sequences that the neighbour decodes at the same time.</source>
        <translation>Zahl der Sequenzen, die der Nachbar zugleich dekodiert.</translation>
    </message>
    <message>
        <source>Number of tokens in the context of each sequence.</source>
        <translation>Zahl der Tokens im Kontext jeder Sequenz.</translation>
    </message>
    <message>
        <source>Share of the time in which the neighbour runs.</source>
        <translation>Anteil der Zeit, in der der Nachbar läuft.</translation>
    </message>
    <message>
        <source>Another model runs on the same devices.</source>
        <translation>Ein anderes Modell läuft auf denselben Geräten.</translation>
    </message>
    <message>
        <source>How the models share the device.</source>
        <translation>Wie die Modelle sich das Gerät teilen.</translation>
    </message>
    <message>
        <source>Conversations: each prompt continues where the last answer ended. The stated lengths are those of one turn.</source>
        <translation>Gespräche: Jeder Prompt setzt fort, wo die letzte Antwort endete. Die angegebenen Längen sind die einer Runde.</translation>
    </message>
    <message>
        <source>Number of turns in each session.</source>
        <translation>Zahl der Runden in jeder Sitzung.</translation>
    </message>
    <message>
        <source>Share of the turns that follow the result of a tool.</source>
        <translation>Anteil der Runden, die auf das Ergebnis eines Werkzeugs folgen.</translation>
    </message>
    <message>
        <source>Number of tokens with which all prompts of a tenant begin.</source>
        <translation>Zahl der Tokens, mit denen alle Prompts eines Mandanten beginnen.</translation>
    </message>
    <message>
        <source>Weight of the tenant&apos;s requests relative to the other tenants.</source>
        <translation>Gewicht der Anfragen des Mandanten gegenüber den anderen Mandanten.</translation>
    </message>
    <message>
        <source>Requests of higher priority come first under the policy &quot;priority&quot;.</source>
        <translation>Anfragen höherer Priorität kommen unter der Strategie „priority“ zuerst.</translation>
    </message>
    <message>
        <source>One forward pass, one training step, a prompt, or one new token for each sequence.</source>
        <translation>Ein Vorwärtsdurchgang, ein Trainingsschritt, ein Prompt oder ein neues Token für jede Sequenz.</translation>
    </message>
    <message>
        <source>Number of sequences or images.</source>
        <translation>Zahl der Sequenzen oder Bilder.</translation>
    </message>
    <message>
        <source>Number of tokens of each sequence; when decoding, its context including the new token.</source>
        <translation>Zahl der Tokens jeder Sequenz; beim Dekodieren ihr Kontext einschließlich des neuen Tokens.</translation>
    </message>
    <message>
        <source>Tokens of each sequence that a prompt finds in the cache: a shared prefix or earlier chunks.</source>
        <translation>Tokens jeder Sequenz, die ein Prompt im Cache findet: ein gemeinsames Präfix oder frühere Abschnitte.</translation>
    </message>
    <message>
        <source>Edge of the picture in pixels, for diffusion models.</source>
        <translation>Kante des Bilds in Pixeln, bei Diffusionsmodellen.</translation>
    </message>
    <message>
        <source>Chains of small operators run as one kernel.</source>
        <translation>Ketten kleiner Operatoren laufen als ein Kernel.</translation>
    </message>
    <message>
        <source>Images store the channels of a pixel together. Otherwise eager convolutions on tensor cores transpose images on the way in and out, as PyTorch does.</source>
        <translation>Bilder speichern die Kanäle eines Pixels beieinander. Sonst drehen einzeln aufgerufene Faltungen auf Tensorkernen die Bilder auf dem Weg hinein und heraus, wie in PyTorch.</translation>
    </message>
    <message>
        <source>Scores are never written to memory.</source>
        <translation>Attention-Werte werden nie in den Speicher geschrieben.</translation>
    </message>
    <message>
        <source>Number of devices that share the experts.</source>
        <translation>Zahl der Geräte, die sich die Experten teilen.</translation>
    </message>
    <message>
        <source>Used by conv2d and pool.</source>
        <translation>Für conv2d und pool.</translation>
    </message>
    <message>
        <source>Used by conv2d.</source>
        <translation>Für conv2d.</translation>
    </message>
    <message>
        <source>attention: a token sees no token after itself.</source>
        <translation>attention: Ein Token sieht kein Token nach sich.</translation>
    </message>
    <message>
        <source>attention: only this many last tokens are seen; 0 shows all of them.</source>
        <translation>attention: Nur so viele letzte Tokens werden gesehen; bei 0 alle.</translation>
    </message>
    <message>
        <source>elementwise: elements of one tensor, stated instead of rows and columns.</source>
        <translation>elementwise: Elemente eines Tensors, anstelle von Zeilen und Spalten angegeben.</translation>
    </message>
    <message>
        <source>moe: exponent of the power law of expert popularity, 0 for balanced experts.</source>
        <translation>moe: Exponent des Potenzgesetzes der Beliebtheit von Experten, 0 für ausgeglichene.</translation>
    </message>
    <message>
        <source>copy: bytes that are read; as many are written.</source>
        <translation>copy: gelesene Bytes; ebenso viele werden geschrieben.</translation>
    </message>
    <message>
        <source>Software that launches the kernels; the runtime is part of the device.</source>
        <translation>Software, die die Kernel startet; die Laufzeitumgebung gehört zum Gerät.</translation>
    </message>
    <message>
        <source>Number of streaming multiprocessors or compute units, which run the thread blocks.</source>
        <translation>Zahl der Streaming-Multiprozessoren oder Recheneinheiten, die die Threadblöcke ausführen.</translation>
    </message>
    <message>
        <source>Clock for which the vendor states the peak rates.</source>
        <translation>Takt, für den der Hersteller die Spitzenwerte angibt.</translation>
    </message>
    <message>
        <source>Shared memory of one SM, which its thread blocks divide among them.</source>
        <translation>Gemeinsamer Speicher eines SM, den sich seine Threadblöcke teilen.</translation>
    </message>
    <message>
        <source>Capacity of the cache that all SMs share.</source>
        <translation>Kapazität des Caches, den sich alle SMs teilen.</translation>
    </message>
    <message>
        <source>Capacity of the device memory; for an integrated GPU, that of the system.</source>
        <translation>Kapazität des Gerätespeichers; bei einer integrierten GPU die des Systems.</translation>
    </message>
    <message>
        <source>Peak bandwidth of the device memory.</source>
        <translation>Höchste Bandbreite des Gerätespeichers.</translation>
    </message>
    <message>
        <source>Power limit that the board enforces.</source>
        <translation>Leistungsgrenze, die die Karte einhält.</translation>
    </message>
    <message>
        <source>Bandwidth to the host&apos;s memory in one direction.</source>
        <translation>Bandbreite zum Speicher des Hosts in einer Richtung.</translation>
    </message>
    <message>
        <source>Energy of reading one entry.</source>
        <translation>Energie für das Lesen eines Eintrags.</translation>
    </message>
    <message>
        <source>Energy of writing one entry that comes from the level outside.</source>
        <translation>Energie für das Schreiben eines Eintrags, der von der äußeren Ebene kommt.</translation>
    </message>
    <message>
        <source>Energy of writing one entry that comes from the level inside.</source>
        <translation>Energie für das Schreiben eines Eintrags, der von der inneren Ebene kommt.</translation>
    </message>
    <message>
        <source>Storage of one instance, stated instead of the number of entries.</source>
        <translation>Speicher eines Exemplars, anstelle der Zahl der Einträge angegeben.</translation>
    </message>
    <message>
        <source>Entries of one instance; a level with neither entries nor capacity is unbounded.</source>
        <translation>Einträge eines Exemplars; eine Ebene ohne Einträge und ohne Kapazität ist unbegrenzt.</translation>
    </message>
    <message>
        <source>Width of one word; an entry holds a whole number of words.</source>
        <translation>Breite eines Worts; ein Eintrag hält eine ganze Zahl von Wörtern.</translation>
    </message>
    <message>
        <source>Number of buffers: 2 for double buffering. One tile may take this fraction of the capacity.</source>
        <translation>Zahl der Puffer: 2 für doppelte Pufferung. Eine Kachel darf diesen Bruchteil der Kapazität nehmen.</translation>
    </message>
    <message>
        <source>Words of all tensors that one instance can deliver in a clock cycle.</source>
        <translation>Wörter aller Tensoren, die ein Exemplar in einem Takt liefern kann.</translation>
    </message>
    <message>
        <source>Words of all tensors that one instance can accept in a clock cycle.</source>
        <translation>Wörter aller Tensoren, die ein Exemplar in einem Takt aufnehmen kann.</translation>
    </message>
    <message>
        <source>Copies of the next inner level along X for each instance of this one.</source>
        <translation>Exemplare der nächsten inneren Ebene entlang X für jedes Exemplar dieser.</translation>
    </message>
    <message>
        <source>Copies of the next inner level along Y for each instance of this one.</source>
        <translation>Exemplare der nächsten inneren Ebene entlang Y für jedes Exemplar dieser.</translation>
    </message>
    <message>
        <source>Energy of one multiply-accumulate.</source>
        <translation>Energie einer Multiplikation mit Addition.</translation>
    </message>
    <message>
        <source>One cycle of the loop nest is one period of this clock.</source>
        <translation>Ein Takt des Schleifennests ist eine Periode dieses Takts.</translation>
    </message>
    <message>
        <source>Exponent of the power law of expert popularity; 0 makes all experts equally likely.</source>
        <translation>Exponent des Potenzgesetzes, nach dem Experten beliebt sind; bei 0 sind alle gleich wahrscheinlich.</translation>
    </message>
    <message>
        <source>Number format in which weight gradients are stored and summed over the data-parallel copies.</source>
        <translation>Zahlenformat, in dem Gradienten der Gewichte gespeichert und über die datenparallelen Kopien summiert werden.</translation>
    </message>
    <message>
        <source>Network adapters of each device, stated instead of adapters per node.</source>
        <translation>Netzadapter jedes Geräts, anstelle der Adapter je Knoten angegeben.</translation>
    </message>
    <message>
        <source>Attention never writes its scores to memory.</source>
        <translation>Attention schreibt ihre Bewertungen nie in den Speicher.</translation>
    </message>
    <message>
        <source>Network adapters that the devices of a node share.</source>
        <translation>Netzadapter, die sich die Geräte eines Knotens teilen.</translation>
    </message>
    <message>
        <source>Shortest time of any collective on these devices, however few bytes it moves: the launch and the first flags.</source>
        <translation>Kürzeste Zeit einer kollektiven Operation auf diesen Geräten, so wenig Bytes sie auch bewegt: der Start und die ersten Signale.</translation>
    </message>
    <message>
        <source>Kind of numbers that the collective adds up. Switches add up floating-point numbers of 16 and 32 bits.</source>
        <translation>Art der Zahlen, die das Kollektiv summiert. Vermittlungen summieren Gleitkommazahlen von 16 und 32 Bit.</translation>
    </message>
    <message>
        <source>&quot;flash&quot; never writes scores to memory, &quot;unfused&quot; does. &quot;flash-2&quot; is flash by kernels that do not use asynchronous tensor cores where the device has them.</source>
        <translation>„flash“ schreibt Bewertungen nie in den Speicher, „unfused“ schon. „flash-2“ ist flash mit Kernels, die asynchrone Tensorkerne nicht nutzen, wo das Gerät sie hat.</translation>
    </message>
    <message>
        <source>moe: exponent of the power law of expert popularity; 0 makes all experts equally likely.</source>
        <translation>moe: Exponent des Potenzgesetzes, nach dem Experten beliebt sind; bei 0 sind alle gleich wahrscheinlich.</translation>
    </message>
    <message>
        <source>network.nccl: the switch adds up the data (NVLink SHARP) where it can.</source>
        <translation>network.nccl: Die Vermittlung summiert die Daten (NVLink SHARP), wo sie es kann.</translation>
    </message>
    <message>
        <source>Area of the compute dies. The power of an idle device grows with it.</source>
        <translation>Fläche der Rechenchips. Mit ihr wächst die Leistung eines untätigen Geräts.</translation>
    </message>
    <message>
        <source>An iteration is scheduled while the previous one runs, so that a new request waits for one more. This also hides the host&apos;s work behind the device&apos;s.</source>
        <translation>Eine Iteration wird geplant, während die vorige läuft, sodass eine neue Anfrage eine weitere abwartet. Das verbirgt auch die Arbeit des Hosts hinter der des Geräts.</translation>
    </message>
    <message>
        <source>Number of decode iterations before the engine looks for new requests (SGLang&apos;s scheduler-recv-interval). After an iteration with prompts it looks at once.</source>
        <translation>Zahl der dekodierenden Iterationen, bevor die Engine nach neuen Anfragen sieht (scheduler-recv-interval von SGLang). Nach einer Iteration mit Prompts sieht sie sofort nach.</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>the nodes are not joined</source>
        <translation>die Knoten sind nicht verbunden</translation>
    </message>
    <message>
        <source>no such limit</source>
        <translation>keine solche Grenze</translation>
    </message>
    <message>
        <source>the fastest of each level</source>
        <translation>der schnellste jeder Ebene</translation>
    </message>
    <message>
        <source>as many as the links feed</source>
        <translation>so viele, wie die Verbindungen versorgen</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>as many as fit</source>
        <translation>so viele, wie hineinpassen</translation>
    </message>
    <message>
        <source>that of the activations, 16 bits at least</source>
        <translation>das der Aktivierungen, mindestens 16 Bit</translation>
    </message>
    <message>
        <source>the share of the SMs</source>
        <translation>der Anteil der SMs</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>as many as on this device</source>
        <translation>so viele wie auf diesem Gerät</translation>
    </message>
    <message>
        <source>the number of query heads</source>
        <translation>die Zahl der Anfrageköpfe</translation>
    </message>
    <message>
        <source>that of operand A</source>
        <translation>das des Operanden A</translation>
    </message>
    <message>
        <source>as the device&apos;s runtime does</source>
        <translation>wie die Laufzeitumgebung des Geräts</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>that of the plan</source>
        <translation>der Wert des Plans</translation>
    </message>
    <message>
        <source>that of the fabric</source>
        <translation>die des Netzes</translation>
    </message>
    <message>
        <source>that of the device</source>
        <translation>die des Geräts</translation>
    </message>
    <message>
        <source>79 % of the device&apos;s host link; 25 GB/s where the device states none</source>
        <translation>79 % der Verbindung des Geräts zum Host; 25 GB/s, wo das Gerät keine angibt</translation>
    </message>
    <message>
        <source>that of the device&apos;s host link</source>
        <translation>die der Verbindung des Geräts zum Host</translation>
    </message>
    <message>
        <source>as calibrated for the runtime of the hardware; 0 without a runtime or with operator tables</source>
        <translation>wie für die Laufzeitumgebung der Hardware kalibriert; 0 ohne Laufzeitumgebung oder mit Operatortabellen</translation>
    </message>
    <message>
        <source>as the engine does in its version</source>
        <translation>wie die Engine in ihrer Version</translation>
    </message>
    <message>
        <source>that of the engine</source>
        <translation>die der Engine</translation>
    </message>
    <message>
        <source>the devices that the other degrees leave</source>
        <translation>die Geräte, die die anderen Grade übrig lassen</translation>
    </message>
    <message>
        <source>chunks of two layers each</source>
        <translation>Abschnitte von je zwei Schichten</translation>
    </message>
    <message>
        <source>in pipelines</source>
        <translation>in Pipelines</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>the interval with the smallest loss</source>
        <translation>der Abstand mit dem kleinsten Verlust</translation>
    </message>
    <message>
        <source>that of the training</source>
        <translation>der Grad des Trainings</translation>
    </message>
    <message>
        <source>1f1b, or interleaved where chunks are stated</source>
        <translation>1f1b, mit angegebenen Abschnitten interleaved</translation>
    </message>
    <message>
        <source>flash if the tensor cores multiply bf16; the interval covers both</source>
        <translation>flash, wenn die Tensorkerne bf16 multiplizieren; das Intervall umfasst beides</translation>
    </message>
    <message>
        <source>Requests of the longest run that is tried: runs double until the rate that they answer moves by less than 2 %; 16,384 where absent.</source>
        <translation>Anfragen des längsten Laufs, der versucht wird: Läufe verdoppeln sich, bis sich die Rate um weniger als 2 % ändert; 16.384, wenn nichts angegeben ist.</translation>
    </message>
    <message>
        <source>Longest run</source>
        <translation>Längster Lauf</translation>
    </message>
    <message>
        <source>Layers on an NPU</source>
        <translation>Schichten auf einer NPU</translation>
    </message>
    <message>
        <source>Layer fusion</source>
        <translation>Schichtfusion</translation>
    </message>
    <message>
        <source>Split over cores</source>
        <translation>Aufteilung auf Kerne</translation>
    </message>
    <message>
        <source>Vector unit</source>
        <translation>Vektoreinheit</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>Vektor</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Energy of an operation</source>
        <translation>Energie einer Operation</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Dataflow</source>
        <translation>Datenfluss</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>The quantity that the mapping of each layer makes smallest.</source>
        <translation>Die Größe, die das Mapping jeder Schicht minimiert.</translation>
    </message>
    <message>
        <source>Least utilization</source>
        <translation>Kleinste Auslastung</translation>
    </message>
    <message>
        <source>Mappings use at least this share of the units in space.</source>
        <translation>Mappings nutzen mindestens diesen Anteil der Einheiten im Raum.</translation>
    </message>
    <message>
        <source>Number of mappings that are evaluated for each layer.</source>
        <translation>Zahl der Mappings, die für jede Schicht ausgewertet werden.</translation>
    </message>
    <message>
        <source>Activations stay in the shared buffer where they fit, or all go through the memory outside.</source>
        <translation>Aktivierungen bleiben im gemeinsamen Puffer, wo sie hineinpassen, oder laufen alle durch den äußeren Speicher.</translation>
    </message>
    <message>
        <source>Consecutive layers run tile by tile; rows that two tiles share are kept or computed again.</source>
        <translation>Aufeinanderfolgende Schichten laufen kachelweise; Zeilen, die sich zwei Kacheln teilen, bleiben erhalten oder werden neu berechnet.</translation>
    </message>
    <message>
        <source>Number of cores, each with all levels on the chip, that share the memory outside.</source>
        <translation>Zahl der Kerne, jeder mit allen Ebenen auf dem Chip, die sich den äußeren Speicher teilen.</translation>
    </message>
    <message>
        <source>All cores work on one layer at a time, or each runs layers of its own.</source>
        <translation>Alle Kerne arbeiten zugleich an einer Schicht, oder jeder führt eigene Schichten aus.</translation>
    </message>
    <message>
        <source>NPUs: how the layers are mapped, what stays on the chip, and how cores divide the work.</source>
        <translation>NPUs: wie die Schichten abgebildet werden, was auf dem Chip bleibt und wie Kerne die Arbeit teilen.</translation>
    </message>
    <message>
        <source>npu.systolic: the operand that stays in the units.</source>
        <translation>npu.systolic: der Operand, der in den Einheiten bleibt.</translation>
    </message>
    <message>
        <source>Elementwise operations of all lanes together in a clock cycle.</source>
        <translation>Elementweise Operationen aller Spuren zusammen in einem Takt.</translation>
    </message>
    <message>
        <source>Energy of one elementwise operation.</source>
        <translation>Energie einer elementweisen Operation.</translation>
    </message>
    <message>
        <source>The unit that computes activations, norms, softmax and sums of branches of a network.</source>
        <translation>Die Einheit, die Aktivierungen, Normen, Softmax und Summen von Zweigen eines Netzes berechnet.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>Zahlenformat</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>Time under load</source>
        <translation>Zeit unter Last</translation>
    </message>
    <message>
        <source>Peak power</source>
        <translation>Spitzenleistung</translation>
    </message>
    <message>
        <source>Sustained power</source>
        <translation>Dauerleistung</translation>
    </message>
    <message>
        <source>Time constant</source>
        <translation>Zeitkonstante</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>Wärme</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Operations per clock</source>
        <translation>Operationen je Takt</translation>
    </message>
    <message>
        <source>Number of inputs that are computed together.</source>
        <translation>Zahl der Eingaben, die gemeinsam berechnet werden.</translation>
    </message>
    <message>
        <source>Edge of the input image divided by that of the network.</source>
        <translation>Kante des Eingabebilds geteilt durch die des Netzes.</translation>
    </message>
    <message>
        <source>Number format of the products. Runtimes that compute in 16 bits where they can count as fp32.</source>
        <translation>Zahlenformat der Produkte. Laufzeiten, die wo möglich in 16 Bit rechnen, zählen als fp32.</translation>
    </message>
    <message>
        <source>Part of the chip that computes.</source>
        <translation>Teil des Chips, der rechnet.</translation>
    </message>
    <message>
        <source>Clusters of CPU cores that take part.</source>
        <translation>Gruppen von CPU-Kernen, die mitrechnen.</translation>
    </message>
    <message>
        <source>Number of threads on the CPU.</source>
        <translation>Zahl der Threads auf der CPU.</translation>
    </message>
    <message>
        <source>Clock that the unit is set to, divided by its highest clock.</source>
        <translation>Takt, auf den die Einheit eingestellt ist, geteilt durch den höchsten Takt.</translation>
    </message>
    <message>
        <source>Time for which the chip has been fully loaded; it lowers its clocks as its case warms.</source>
        <translation>Zeit, seit der der Chip voll belastet ist; er senkt den Takt, wenn das Gehäuse wärmer wird.</translation>
    </message>
    <message>
        <source>Number of equal cores.</source>
        <translation>Zahl der gleichen Kerne.</translation>
    </message>
    <message>
        <source>Highest clock.</source>
        <translation>Höchster Takt.</translation>
    </message>
    <message>
        <source>Peak bandwidth of the memory that all units share.</source>
        <translation>Spitzenbandbreite des Speichers, den sich alle Einheiten teilen.</translation>
    </message>
    <message>
        <source>Power of the chip at full load while its case is cold.</source>
        <translation>Leistung des Chips unter Volllast, solange das Gehäuse kalt ist.</translation>
    </message>
    <message>
        <source>Power that the case carries off for any time.</source>
        <translation>Leistung, die das Gehäuse beliebig lange abführt.</translation>
    </message>
    <message>
        <source>Time in which the case comes within 37 % of its final temperature.</source>
        <translation>Zeit, in der das Gehäuse seiner Endtemperatur bis auf 37 % nahe kommt.</translation>
    </message>
    <message>
        <source>one for each core</source>
        <translation>einer je Kern</translation>
    </message>
    <message>
        <source>Array of units</source>
        <translation>Feld von Einheiten</translation>
    </message>
    <message>
        <source>Chiplets</source>
        <translation>Chiplets</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Cores with one matrix unit each</source>
        <translation>Kerne mit je einer Matrixeinheit</translation>
    </message>
    <message>
        <source>Deep SRAM</source>
        <translation>Tiefer SRAM</translation>
    </message>
    <message>
        <source>HBM</source>
        <translation>HBM</translation>
    </message>
    <message>
        <source>Hexagon cores</source>
        <translation>Hexagon-Kerne</translation>
    </message>
    <message>
        <source>Inference compute engines</source>
        <translation>Rechenwerke für Inferenz</translation>
    </message>
    <message>
        <source>L1 buffer</source>
        <translation>L1-Puffer</translation>
    </message>
    <message>
        <source>LPDDR memory</source>
        <translation>LPDDR-Speicher</translation>
    </message>
    <message>
        <source>Local memory</source>
        <translation>Lokaler Speicher</translation>
    </message>
    <message>
        <source>Matrix engines</source>
        <translation>Matrix-Rechenwerke</translation>
    </message>
    <message>
        <source>Matrix execution modules</source>
        <translation>Matrix-Ausführungsmodule</translation>
    </message>
    <message>
        <source>Matrix units</source>
        <translation>Matrixeinheiten</translation>
    </message>
    <message>
        <source>Memory of the host</source>
        <translation>Speicher des Hosts</translation>
    </message>
    <message>
        <source>NeuronCores</source>
        <translation>NeuronCores</translation>
    </message>
    <message>
        <source>Processing elements</source>
        <translation>Verarbeitungselemente</translation>
    </message>
    <message>
        <source>Shared buffer</source>
        <translation>Gemeinsamer Puffer</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>Two cores with four matrix units each</source>
        <translation>Zwei Kerne mit je vier Matrixeinheiten</translation>
    </message>
    <message>
        <source>Two cores with two matrix units each</source>
        <translation>Zwei Kerne mit je zwei Matrixeinheiten</translation>
    </message>
    <message>
        <source>Memory outside</source>
        <translation>Speicher außerhalb</translation>
    </message>
    <message>
        <source>Input register</source>
        <translation>Eingaberegister</translation>
    </message>
    <message>
        <source>Backing storage</source>
        <translation>Hintergrundspeicher</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Sum register</source>
        <translation>Summenregister</translation>
    </message>
    <message>
        <source>CPU core</source>
        <translation>CPU-Kern</translation>
    </message>
    <message>
        <source>Front end</source>
        <translation>Frontend</translation>
    </message>
    <message>
        <source>Decoders</source>
        <translation>Decoder</translation>
    </message>
    <message>
        <source>Decoded bytes</source>
        <translation>Decodierte Byte</translation>
    </message>
    <message>
        <source>Cached micro-operations</source>
        <translation>Mikrobefehle aus dem Cache</translation>
    </message>
    <message>
        <source>Rename width</source>
        <translation>Breite der Umbenennung</translation>
    </message>
    <message>
        <source>Retire width</source>
        <translation>Breite des Abschlusses</translation>
    </message>
    <message>
        <source>Loop ends group</source>
        <translation>Schleife beendet Gruppe</translation>
    </message>
    <message>
        <source>Folded constant</source>
        <translation>Gemerkte Konstante</translation>
    </message>
    <message>
        <source>Loads and stores</source>
        <translation>Laden und Speichern</translation>
    </message>
    <message>
        <source>Load latency</source>
        <translation>Ladelatenz</translation>
    </message>
    <message>
        <source>Vector load latency</source>
        <translation>Ladelatenz von Vektoren</translation>
    </message>
    <message>
        <source>Splits indexed loads</source>
        <translation>Teilt indizierte Lader</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Counted loop</source>
        <translation>Zählschleife</translation>
    </message>
    <message>
        <source>Instructions from</source>
        <translation>Befehle aus</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>Assembler</translation>
    </message>
    <message>
        <source>Groups of ports</source>
        <translation>Portgruppen</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Own instructions</source>
        <translation>Eigene Befehle</translation>
    </message>
    <message>
        <source>Fused pairs</source>
        <translation>Verschmolzene Paare</translation>
    </message>
    <message>
        <source>Instructions that the decoders take in one cycle.</source>
        <translation>Befehle, die die Decoder in einem Takt annehmen.</translation>
    </message>
    <message>
        <source>Bytes of code that the decoders take in one cycle.</source>
        <translation>Byte Code, die die Decoder in einem Takt annehmen.</translation>
    </message>
    <message>
        <source>Micro-operations that the cache of decoded code delivers in one cycle.</source>
        <translation>Mikrobefehle, die der Cache des decodierten Codes in einem Takt liefert.</translation>
    </message>
    <message>
        <source>Slots that are renamed in one cycle.</source>
        <translation>Plätze, die in einem Takt umbenannt werden.</translation>
    </message>
    <message>
        <source>Slots that retire in one cycle.</source>
        <translation>Plätze, die in einem Takt abgeschlossen werden.</translation>
    </message>
    <message>
        <source>The last slots of one pass of a loop and the first of the next never share a cycle.</source>
        <translation>Die letzten Plätze eines Durchlaufs der Schleife und die ersten des nächsten teilen sich nie einen Takt.</translation>
    </message>
    <message>
        <source>Largest magnitude of the constant that the rename stage remembers beside a register.</source>
        <translation>Größter Betrag der Konstanten, die sich die Umbenennung neben einem Register merkt.</translation>
    </message>
    <message>
        <source>constants are added by ports</source>
        <translation>Konstanten werden von Ports addiert</translation>
    </message>
    <message>
        <source>Cycles from an address to a value in the first-level cache.</source>
        <translation>Takte von einer Adresse bis zu einem Wert im Cache der ersten Ebene.</translation>
    </message>
    <message>
        <source>Cycles from an address to a vector in the first-level cache.</source>
        <translation>Takte von einer Adresse bis zu einem Vektor im Cache der ersten Ebene.</translation>
    </message>
    <message>
        <source>Instructions of three operands take two slots where their address has an index.</source>
        <translation>Befehle mit drei Operanden belegen zwei Plätze, wenn ihre Adresse einen Index hat.</translation>
    </message>
    <message>
        <source>Clock of the core, by which cycles become seconds.</source>
        <translation>Takt des Kerns, mit dem aus Takten Sekunden werden.</translation>
    </message>
    <message>
        <source>cycles alone are told</source>
        <translation>es werden nur Takte genannt</translation>
    </message>
    <message>
        <source>How fast instructions enter the core.</source>
        <translation>Wie schnell Befehle in den Kern gelangen.</translation>
    </message>
    <message>
        <source>Ports and latencies of loads and stores.</source>
        <translation>Ports und Latenzen von Lade- und Speicherbefehlen.</translation>
    </message>
    <message>
        <source>Bytes of the instructions in hexadecimal; blanks are skipped.</source>
        <translation>Byte der Befehle in hexadezimaler Schreibweise; Leerzeichen werden übergangen.</translation>
    </message>
    <message>
        <source>The instructions as text in Intel or AT&amp;T syntax, in place of their bytes.</source>
        <translation>Die Befehle als Text in Intel- oder AT&amp;T-Syntax anstelle ihrer Bytes.</translation>
    </message>
    <message>
        <source>Name of the block.</source>
        <translation>Name des Blocks.</translation>
    </message>
    <message>
        <source>Number of copies of the block that follow each other in one pass of the loop.</source>
        <translation>Zahl der Kopien des Blocks, die in einem Durchlauf der Schleife aufeinander folgen.</translation>
    </message>
    <message>
        <source>A counter and a branch behind the last copy close the loop.</source>
        <translation>Ein Zähler und ein Sprung hinter der letzten Kopie schließen die Schleife.</translation>
    </message>
    <message>
        <source>Instructions come from the cache of micro-operations, or from the decoders.</source>
        <translation>Die Befehle kommen aus dem Cache der Mikrobefehle oder aus den Decodern.</translation>
    </message>
</context>
<context>
    <name>FigurePanel</name>
    <message>
        <source>DATE column, 3.25 in</source>
        <translation>DATE-Spalte, 3,25 in</translation>
    </message>
    <message>
        <source>ACM column, 3.33 in</source>
        <translation>ACM-Spalte, 3,33 in</translation>
    </message>
    <message>
        <source>IEEE column, 3.5 in</source>
        <translation>IEEE-Spalte, 3,5 in</translation>
    </message>
    <message>
        <source>Two columns, 7 in</source>
        <translation>Zwei Spalten, 7 in</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>Design-space explorer for machine-learning hardware</source>
        <translation>Entwurfsraum-Erkundung für Hardware des maschinellen Lernens</translation>
    </message>
    <message>
        <source>A session to open, or a model to import</source>
        <translation>Eine Sitzung zum Öffnen oder ein Modell zum Importieren</translation>
    </message>
    <message>
        <source>A session, the results of a sweep, a request, the description of a figure, or a device or model to import</source>
        <translation>Eine Sitzung, die Ergebnisse eines Durchlaufs, eine Anfrage, die Beschreibung einer Abbildung oder ein Gerät oder Modell, das importiert wird</translation>
    </message>
</context>
<context>
    <name>MappingText</name>
    <message>
        <source>The method of this design lays the layer out by itself. No mapping takes part in its answer.</source>
        <translation>Das Verfahren dieses Entwurfs legt die Schicht selbst aus. An seiner Antwort hat kein Mapping teil.</translation>
    </message>
    <message>
        <source>columns (X)</source>
        <translation>Spalten (X)</translation>
    </message>
    <message>
        <source>rows (Y)</source>
        <translation>Zeilen (Y)</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Reorder %1 at %2</source>
        <translation>%1 bei %2 umordnen</translation>
    </message>
    <message>
        <source>Move %1 from %2 to %3 at %4</source>
        <translation>%1 von %2 nach %3 bei %4 verschieben</translation>
    </message>
    <message>
        <source>Move %1 from %2 to %3</source>
        <translation>%1 von %2 nach %3 verschieben</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>alone in its place</source>
        <translation>allein an seinem Platz</translation>
    </message>
    <message>
        <source>holds no data</source>
        <translation>hält keine Daten</translation>
    </message>
    <message>
        <source>room for %1</source>
        <translation>Platz für %1</translation>
    </message>
    <message>
        <source>Split %1 into %2 × %3</source>
        <translation>%1 in %2 × %3 teilen</translation>
    </message>
    <message>
        <source>Keep %1 at %2</source>
        <translation>%1 bei %2 halten</translation>
    </message>
    <message>
        <source>Bypass %1 at %2</source>
        <translation>%1 an %2 vorbeiführen</translation>
    </message>
    <message>
        <source>used</source>
        <translation>benutzt</translation>
    </message>
    <message>
        <source>idle in the last round</source>
        <translation>in der letzten Runde untätig</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>updating …</source>
        <translation>wird aktualisiert …</translation>
    </message>
    <message>
        <source>%1, columns (X)</source>
        <translation>%1, Spalten (X)</translation>
    </message>
    <message>
        <source>%1, rows (Y)</source>
        <translation>%1, Zeilen (Y)</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>%1 × %2 copies</source>
        <translation>%1 × %2 Kopien</translation>
    </message>
    <message>
        <source>%1 bit</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>unbounded · %1</source>
        <translation>unbegrenzt · %1</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 buffers</source>
        <translation>%1 Puffer</translation>
    </message>
    <message>
        <source>%1 of %2 words</source>
        <translation>%1 von %2 Wörtern</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>no loops</source>
        <translation>keine Schleifen</translation>
    </message>
    <message>
        <source>%1 of %2 PEs (%3 %)</source>
        <translation>%1 von %2 PEs (%3 %)</translation>
    </message>
    <message>
        <source>No design is selected. Choose a layer and a device in the catalog.</source>
        <translation>Kein Entwurf ausgewählt. Eine Schicht und ein Gerät im Katalog wählen.</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 in time at %2</source>
        <translation>%1 in der Zeit bei %2</translation>
    </message>
    <message>
        <source>%1 across columns (X) at %2</source>
        <translation>%1 über Spalten (X) bei %2</translation>
    </message>
    <message>
        <source>%1 across rows (Y) at %2</source>
        <translation>%1 über Zeilen (Y) bei %2</translation>
    </message>
    <message>
        <source>. Walks along %1</source>
        <translation>. Läuft entlang %1</translation>
    </message>
    <message>
        <source>. Reuses %1</source>
        <translation>. Verwendet %1 wieder</translation>
    </message>
    <message>
        <source>%1 keeps %2</source>
        <translation>%1 hält %2</translation>
    </message>
    <message>
        <source>%1 bypasses %2</source>
        <translation>%1 lässt %2 vorbei</translation>
    </message>
    <message>
        <source>: a tile of %1 words</source>
        <translation>: eine Kachel von %1 Wörtern</translation>
    </message>
    <message>
        <source>. The outermost level keeps everything</source>
        <translation>. Die äußerste Ebene hält alles</translation>
    </message>
    <message>
        <source>. The hardware cannot hold it here</source>
        <translation>. Die Hardware kann es hier nicht halten</translation>
    </message>
    <message>
        <source>. The baseline does otherwise</source>
        <translation>. Der Bezug macht es anders</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 words</source>
        <translation>%1: %2 Wörter</translation>
    </message>
    <message>
        <source>Baseline %1: %2 of %3 words</source>
        <translation>Bezug %1: %2 von %3 Wörtern</translation>
    </message>
    <message>
        <source>+%1 B over</source>
        <translation>+%1 B zu viel</translation>
    </message>
    <message>
        <source>+%1 over</source>
        <translation>+%1 zu viel</translation>
    </message>
    <message>
        <source>reads need %1 % of %2 words/cycle</source>
        <translation>Lesen braucht %1 % von %2 Wörtern/Takt</translation>
    </message>
    <message>
        <source>writes need %1 % of %2 words/cycle</source>
        <translation>Schreiben braucht %1 % von %2 Wörtern/Takt</translation>
    </message>
    <message>
        <source>%1; accepted: %2</source>
        <translation>%1; erlaubt: %2</translation>
    </message>
    <message>
        <source>This view draws the mapping of one layer on an NPU. This design has none.</source>
        <translation>Diese Ansicht zeichnet das Mapping einer Schicht auf eine NPU. Dieser Entwurf hat keines.</translation>
    </message>
    <message>
        <source>. Locked: searches keep it</source>
        <translation>. Festgehalten: Suchen behalten ihn</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>The folders hwlib and workloads were found neither in the installation nor above the program; STRATA_ROOT names their place.</source>
        <translation>Die Ordner hwlib und workloads wurden weder in der Installation noch oberhalb des Programms gefunden; STRATA_ROOT gibt ihren Ort an.</translation>
    </message>
</context>
<context>
    <name>Quantity</name>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Energy-delay product</source>
        <translation>Energie-Zeit-Produkt</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>MACs</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Composition gap</source>
        <translation>Kompositionslücke</translation>
    </message>
    <message>
        <source>Token rate</source>
        <translation>Token-Rate</translation>
    </message>
    <message>
        <source>Sum of kernels</source>
        <translation>Summe der Kernel</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>Arithmetic rate</source>
        <translation>Rechenrate</translation>
    </message>
    <message>
        <source>Memory traffic</source>
        <translation>Speicherverkehr</translation>
    </message>
    <message>
        <source>L2 traffic</source>
        <translation>L2-Verkehr</translation>
    </message>
    <message>
        <source>Latency timed alone</source>
        <translation>Latenz, einzeln gemessen</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Bus bandwidth</source>
        <translation>Busbandbreite</translation>
    </message>
    <message>
        <source>Request rate</source>
        <translation>Anfragenrate</translation>
    </message>
    <message>
        <source>MAC rate</source>
        <translation>MAC-Rate</translation>
    </message>
    <message>
        <source>Iteration time</source>
        <translation>Zeit je Iteration</translation>
    </message>
    <message>
        <source>Iteration, median</source>
        <translation>Iteration, Median</translation>
    </message>
    <message>
        <source>Iteration, 95 %</source>
        <translation>Iteration, 95 %</translation>
    </message>
    <message>
        <source>Useful token rate</source>
        <translation>Nutzbare Token-Rate</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Offene Kommunikation</translation>
    </message>
    <message>
        <source>Compute over communication</source>
        <translation>Rechnen je Kommunikation</translation>
    </message>
    <message>
        <source>Waste of the KV cache</source>
        <translation>Verschnitt des KV-Caches</translation>
    </message>
    <message>
        <source>Neighbour&apos;s token alone</source>
        <translation>Token des Nachbarn allein</translation>
    </message>
    <message>
        <source>Neighbour&apos;s token beside</source>
        <translation>Token des Nachbarn daneben</translation>
    </message>
    <message>
        <source>Useful time</source>
        <translation>Nutzbare Zeit</translation>
    </message>
    <message>
        <source>Model FLOP utilization</source>
        <translation>FLOP-Auslastung des Modells</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>Zeit je ausgegebenem Token</translation>
    </message>
    <message>
        <source>End-to-end latency</source>
        <translation>Latenz von Anfang bis Ende</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Gehalten</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>Kachel</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>Fills</source>
        <translation>Gefüllt</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Reductions</source>
        <translation>Reduktionen</translation>
    </message>
    <message>
        <source>Instances used</source>
        <translation>Benutzte Exemplare</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Benutzt</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Belegung</translation>
    </message>
    <message>
        <source>Used along X</source>
        <translation>Benutzt entlang X</translation>
    </message>
    <message>
        <source>Available along X</source>
        <translation>Vorhanden entlang X</translation>
    </message>
    <message>
        <source>Used along Y</source>
        <translation>Benutzt entlang Y</translation>
    </message>
    <message>
        <source>Available along Y</source>
        <translation>Vorhanden entlang Y</translation>
    </message>
    <message>
        <source>Read demand</source>
        <translation>Lesebedarf</translation>
    </message>
    <message>
        <source>Read limit</source>
        <translation>Lesegrenze</translation>
    </message>
    <message>
        <source>Write demand</source>
        <translation>Schreibbedarf</translation>
    </message>
    <message>
        <source>Write limit</source>
        <translation>Schreibgrenze</translation>
    </message>
    <message>
        <source>Throttle</source>
        <translation>Drosselung</translation>
    </message>
    <message>
        <source>Leakage</source>
        <translation>Leckstrom</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Begrenzt</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Durchgang</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Lower end</source>
        <translation>Untere Grenze</translation>
    </message>
    <message>
        <source>Upper end</source>
        <translation>Obere Grenze</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>Wellen</translation>
    </message>
    <message>
        <source>Blocks per SM</source>
        <translation>Blöcke je SM</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Nominal</source>
        <translation>Nennwert</translation>
    </message>
    <message>
        <source>Sustained</source>
        <translation>Dauerwert</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Zahlenformat</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teilmenge</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>MAPE</source>
        <translation>MAPE</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Verzerrung</translation>
    </message>
    <message>
        <source>Rank correlation</source>
        <translation>Rangkorrelation</translation>
    </message>
    <message>
        <source>Inside interval</source>
        <translation>Im Intervall</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Predicted / measured</source>
        <translation>Vorhergesagt / gemessen</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>End-to-end, median</source>
        <translation>Ende zu Ende, Median</translation>
    </message>
    <message>
        <source>End-to-end, 90 %</source>
        <translation>Ende zu Ende, 90 %</translation>
    </message>
    <message>
        <source>End-to-end, 95 %</source>
        <translation>Ende zu Ende, 95 %</translation>
    </message>
    <message>
        <source>End-to-end, 99 %</source>
        <translation>Ende zu Ende, 99 %</translation>
    </message>
    <message>
        <source>First token, median</source>
        <translation>Erstes Token, Median</translation>
    </message>
    <message>
        <source>First token, 90 %</source>
        <translation>Erstes Token, 90 %</translation>
    </message>
    <message>
        <source>First token, 95 %</source>
        <translation>Erstes Token, 95 %</translation>
    </message>
    <message>
        <source>First token, 99 %</source>
        <translation>Erstes Token, 99 %</translation>
    </message>
    <message>
        <source>Output token, median</source>
        <translation>Ausgabetoken, Median</translation>
    </message>
    <message>
        <source>Output token, 90 %</source>
        <translation>Ausgabetoken, 90 %</translation>
    </message>
    <message>
        <source>Output token, 95 %</source>
        <translation>Ausgabetoken, 95 %</translation>
    </message>
    <message>
        <source>Output token, 99 %</source>
        <translation>Ausgabetoken, 99 %</translation>
    </message>
    <message>
        <source>Queueing</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Queueing, median</source>
        <translation>Warten, Median</translation>
    </message>
    <message>
        <source>Queueing, 90 %</source>
        <translation>Warten, 90 %</translation>
    </message>
    <message>
        <source>Queueing, 95 %</source>
        <translation>Warten, 95 %</translation>
    </message>
    <message>
        <source>Queueing, 99 %</source>
        <translation>Warten, 99 %</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Gutdurchsatz</translation>
    </message>
    <message>
        <source>Service level kept</source>
        <translation>Dienstgüte gehalten</translation>
    </message>
    <message>
        <source>Device hours per million tokens</source>
        <translation>Gerätestunden je Million Token</translation>
    </message>
    <message>
        <source>Preemptions</source>
        <translation>Verdrängungen</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Ausgelastet</translation>
    </message>
    <message>
        <source>Prefix hits</source>
        <translation>Präfixtreffer</translation>
    </message>
    <message>
        <source>Token rate of a device</source>
        <translation>Token-Rate eines Geräts</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>Größter Batch</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Energy per token</source>
        <translation>Energie je Token</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Laufend</translation>
    </message>
    <message>
        <source>Capacity of a device</source>
        <translation>Kapazität eines Geräts</translation>
    </message>
    <message>
        <source>Slowdown</source>
        <translation>Verlangsamung</translation>
    </message>
    <message>
        <source>Algorithm bandwidth</source>
        <translation>Algorithmusbandbreite</translation>
    </message>
    <message>
        <source>Tokens of a pass</source>
        <translation>Token je Durchgang</translation>
    </message>
    <message>
        <source>KV transfer</source>
        <translation>KV-Übertragung</translation>
    </message>
    <message>
        <source>Swaps</source>
        <translation>Auslagerungen</translation>
    </message>
    <message>
        <source>Offloaded prefix hits</source>
        <translation>Ausgelagerte Präfixtreffer</translation>
    </message>
    <message>
        <source>Mean replicas</source>
        <translation>Repliken im Mittel</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Ausfälle</translation>
    </message>
    <message>
        <source>Time from the start to the last result.</source>
        <translation>Zeit vom Beginn bis zum letzten Ergebnis.</translation>
    </message>
    <message>
        <source>Energy of all actions, with leakage where it is known.</source>
        <translation>Energie aller Vorgänge, mit Leckstrom, wo er bekannt ist.</translation>
    </message>
    <message>
        <source>Clock cycles from the start to the last result.</source>
        <translation>Takte vom Beginn bis zum letzten Ergebnis.</translation>
    </message>
    <message>
        <source>Share of the multiply-accumulate slots that do useful work.</source>
        <translation>Anteil der MAC-Plätze, die nützliche Arbeit tun.</translation>
    </message>
    <message>
        <source>Energy times latency.</source>
        <translation>Energie mal Latenz.</translation>
    </message>
    <message>
        <source>Multiply-accumulate operations of the layer.</source>
        <translation>Multiplikationen mit Addition der Schicht.</translation>
    </message>
    <message>
        <source>Memory that must be held at once.</source>
        <translation>Speicher, der zugleich gehalten werden muss.</translation>
    </message>
    <message>
        <source>Energy divided by latency.</source>
        <translation>Energie durch Latenz.</translation>
    </message>
    <message>
        <source>Time of the model beyond the sum of its kernels, as a share of that sum; may be negative.</source>
        <translation>Zeit des Modells über die Summe seiner Kernel hinaus, als Anteil dieser Summe; kann negativ sein.</translation>
    </message>
    <message>
        <source>Tokens processed per second.</source>
        <translation>Verarbeitete Token je Sekunde.</translation>
    </message>
    <message>
        <source>Tokens per second divided by the number of devices.</source>
        <translation>Tokens je Sekunde geteilt durch die Zahl der Geräte.</translation>
    </message>
    <message>
        <source>Largest number of requests of these lengths that fit into memory.</source>
        <translation>Größte Zahl von Anfragen dieser Längen, die in den Speicher passen.</translation>
    </message>
    <message>
        <source>Number of devices that run the model together.</source>
        <translation>Zahl der Geräte, die das Modell gemeinsam ausführen.</translation>
    </message>
    <message>
        <source>Energy of all devices divided by the number of output tokens.</source>
        <translation>Energie aller Geräte geteilt durch die Zahl der ausgegebenen Tokens.</translation>
    </message>
    <message>
        <source>Time of all kernels, each timed by itself.</source>
        <translation>Zeit aller Kernel, jeder einzeln gemessen.</translation>
    </message>
    <message>
        <source>Floating-point operations that the shape demands; a multiply-add counts 2.</source>
        <translation>Gleitkommaoperationen, die die Form verlangt; Multiplikation mit Addition zählt 2.</translation>
    </message>
    <message>
        <source>Operations that the shape demands, per second.</source>
        <translation>Operationen, die die Form verlangt, je Sekunde.</translation>
    </message>
    <message>
        <source>Bytes between device memory and L2 cache.</source>
        <translation>Bytes zwischen Gerätespeicher und L2-Cache.</translation>
    </message>
    <message>
        <source>Bytes between L2 cache and SMs.</source>
        <translation>Bytes zwischen L2-Cache und SMs.</translation>
    </message>
    <message>
        <source>Time of one call as a stopwatch around it measures it, including the least time that the host needs.</source>
        <translation>Zeit eines Aufrufs, wie ihn eine Stoppuhr misst, mit der Mindestzeit des Hosts.</translation>
    </message>
    <message>
        <source>Time beside other kernels divided by the time without them.</source>
        <translation>Zeit neben anderen Kernels geteilt durch die Zeit ohne sie.</translation>
    </message>
    <message>
        <source>Silicon area of the levels whose area is known.</source>
        <translation>Siliziumfläche der Ebenen, deren Fläche bekannt ist.</translation>
    </message>
    <message>
        <source>Bytes moved per second.</source>
        <translation>Bewegte Bytes je Sekunde.</translation>
    </message>
    <message>
        <source>Bytes of a collective divided by its time.</source>
        <translation>Bytes einer kollektiven Operation geteilt durch ihre Zeit.</translation>
    </message>
    <message>
        <source>Collective bandwidth per link.</source>
        <translation>Bandbreite des Kollektivs je Verbindung.</translation>
    </message>
    <message>
        <source>Requests finished per second.</source>
        <translation>Beendete Anfragen je Sekunde.</translation>
    </message>
    <message>
        <source>Multiply-accumulates per second.</source>
        <translation>Multiplikationen mit Addition je Sekunde.</translation>
    </message>
    <message>
        <source>Time of one training step.</source>
        <translation>Zeit eines Trainingsschritts.</translation>
    </message>
    <message>
        <source>Median of the iteration time, including the spread of all devices.</source>
        <translation>Median der Iterationszeit, mit der Streuung aller Geräte.</translation>
    </message>
    <message>
        <source>Time that the links of one device are busy in a training step, hidden behind kernels or not.</source>
        <translation>Zeit, in der die Verbindungen eines Geräts in einem Trainingsschritt belegt sind, von Kerneln verdeckt oder nicht.</translation>
    </message>
    <message>
        <source>Communication time of a training step that no kernel hides.</source>
        <translation>Zeit der Kommunikation eines Trainingsschritts, die kein Kernel verdeckt.</translation>
    </message>
    <message>
        <source>Time of the kernels of a training step divided by that of its communication, hidden or not.</source>
        <translation>Zeit der Kernel eines Trainingsschritts geteilt durch die seiner Kommunikation, verdeckt oder nicht.</translation>
    </message>
    <message>
        <source>Share of the token slots in allocated blocks that hold no token, averaged over the iterations.</source>
        <translation>Anteil der Tokenplätze belegter Blöcke, die kein Token halten, gemittelt über die Iterationen.</translation>
    </message>
    <message>
        <source>Kernel time of a decode step of the neighbouring model when it has the device for itself.</source>
        <translation>Kernelzeit eines Dekodierschritts des Nachbarmodells, wenn es das Gerät für sich hat.</translation>
    </message>
    <message>
        <source>Kernel time of a decode step of the neighbouring model beside the model that shares the device.</source>
        <translation>Kernelzeit eines Dekodierschritts des Nachbarmodells neben dem Modell, das sich das Gerät teilt.</translation>
    </message>
    <message>
        <source>95th percentile of the iteration time.</source>
        <translation>95. Perzentil der Iterationszeit.</translation>
    </message>
    <message>
        <source>Tokens of steps that no failure undoes, over a long run.</source>
        <translation>Token von Schritten, die kein Ausfall zunichtemacht, über einen langen Lauf.</translation>
    </message>
    <message>
        <source>Share of a long run that goes to steps that no failure undoes.</source>
        <translation>Anteil eines langen Laufs für Schritte, die kein Ausfall zunichtemacht.</translation>
    </message>
    <message>
        <source>Share of the peak arithmetic rate that the model uses.</source>
        <translation>Anteil der höchsten Rechenrate, den das Modell nutzt.</translation>
    </message>
    <message>
        <source>Time from the arrival of a request to its first token.</source>
        <translation>Zeit von der Ankunft einer Anfrage bis zu ihrem ersten Token.</translation>
    </message>
    <message>
        <source>Mean time between the tokens of a request.</source>
        <translation>Mittlere Zeit zwischen den Token einer Anfrage.</translation>
    </message>
    <message>
        <source>Time from the arrival of a request to its last token.</source>
        <translation>Zeit von der Ankunft einer Anfrage bis zu ihrem letzten Token.</translation>
    </message>
    <message>
        <source>Median of the end-to-end latency.</source>
        <translation>Median der Gesamtlatenz.</translation>
    </message>
    <message>
        <source>90th percentile of the end-to-end latency.</source>
        <translation>90. Perzentil der Gesamtlatenz.</translation>
    </message>
    <message>
        <source>95th percentile of the end-to-end latency.</source>
        <translation>95. Perzentil der Gesamtlatenz.</translation>
    </message>
    <message>
        <source>99th percentile of the end-to-end latency.</source>
        <translation>99. Perzentil der Gesamtlatenz.</translation>
    </message>
    <message>
        <source>Median of the time to first token.</source>
        <translation>Median der Zeit bis zum ersten Token.</translation>
    </message>
    <message>
        <source>90th percentile of the time to first token.</source>
        <translation>90. Perzentil der Zeit bis zum ersten Token.</translation>
    </message>
    <message>
        <source>95th percentile of the time to first token.</source>
        <translation>95. Perzentil der Zeit bis zum ersten Token.</translation>
    </message>
    <message>
        <source>99th percentile of the time to first token.</source>
        <translation>99. Perzentil der Zeit bis zum ersten Token.</translation>
    </message>
    <message>
        <source>Median of the time per output token.</source>
        <translation>Median der Zeit je ausgegebenem Token.</translation>
    </message>
    <message>
        <source>90th percentile of the time per output token.</source>
        <translation>90. Perzentil der Zeit je ausgegebenem Token.</translation>
    </message>
    <message>
        <source>95th percentile of the time per output token.</source>
        <translation>95. Perzentil der Zeit je ausgegebenem Token.</translation>
    </message>
    <message>
        <source>99th percentile of the time per output token.</source>
        <translation>99. Perzentil der Zeit je ausgegebenem Token.</translation>
    </message>
    <message>
        <source>Time from the arrival of a request to its first iteration.</source>
        <translation>Zeit von der Ankunft einer Anfrage bis zu ihrer ersten Iteration.</translation>
    </message>
    <message>
        <source>Median of the queueing time.</source>
        <translation>Median der Wartezeit.</translation>
    </message>
    <message>
        <source>90th percentile of the queueing time.</source>
        <translation>90. Perzentil der Wartezeit.</translation>
    </message>
    <message>
        <source>95th percentile of the queueing time.</source>
        <translation>95. Perzentil der Wartezeit.</translation>
    </message>
    <message>
        <source>99th percentile of the queueing time.</source>
        <translation>99. Perzentil der Wartezeit.</translation>
    </message>
    <message>
        <source>Requests per second that keep the service level.</source>
        <translation>Anfragen je Sekunde, die die Dienstgüte halten.</translation>
    </message>
    <message>
        <source>Share of the requests that keep the service level.</source>
        <translation>Anteil der Anfragen, die die Dienstgüte halten.</translation>
    </message>
    <message>
        <source>Hours for which all devices together are occupied by one million output tokens.</source>
        <translation>Stunden, für die alle Geräte zusammen von einer Million ausgegebener Tokens belegt werden.</translation>
    </message>
    <message>
        <source>Number of times that a running request lost its cache.</source>
        <translation>Zahl der Male, die eine laufende Anfrage ihren Cache verlor.</translation>
    </message>
    <message>
        <source>Share of the time in which the replicas run an iteration.</source>
        <translation>Anteil der Zeit, in der die Repliken eine Iteration ausführen.</translation>
    </message>
    <message>
        <source>Mean number of tokens that one pass over guesses gives a sequence.</source>
        <translation>Mittlere Zahl der Tokens, die ein Durchgang über Vorschläge einer Sequenz gibt.</translation>
    </message>
    <message>
        <source>Time from the end of a prompt until its cache has reached the decoding pool.</source>
        <translation>Zeit vom Ende eines Prompts, bis sein Cache im dekodierenden Pool ist.</translation>
    </message>
    <message>
        <source>Number of times that the cache of a running request moved to host memory.</source>
        <translation>Zahl der Male, die der Cache einer laufenden Anfrage in den Speicher des Hosts ging.</translation>
    </message>
    <message>
        <source>Share of the prompt tokens that came from host or remote memory.</source>
        <translation>Anteil der Eingabetoken, die aus dem Speicher des Hosts oder aus entferntem Speicher kamen.</translation>
    </message>
    <message>
        <source>Mean number of replicas over the simulated time.</source>
        <translation>Mittlere Zahl der Repliken über die simulierte Zeit.</translation>
    </message>
    <message>
        <source>Number of failures of replicas.</source>
        <translation>Zahl der Ausfälle von Repliken.</translation>
    </message>
    <message>
        <source>Requests per second beyond which the queue grows.</source>
        <translation>Anfragen je Sekunde, ab denen die Warteschlange wächst.</translation>
    </message>
    <message>
        <source>Highest rate at which the required share of the requests keeps the service level.</source>
        <translation>Höchste Rate, bei der der verlangte Anteil der Anfragen die Dienstgüte hält.</translation>
    </message>
    <message>
        <source>Capacity divided by the number of devices of all replicas.</source>
        <translation>Kapazität geteilt durch die Zahl der Geräte aller Repliken.</translation>
    </message>
    <message>
        <source>Number of requests that a replica decodes at the same time.</source>
        <translation>Zahl der Anfragen, die eine Replik zugleich dekodiert.</translation>
    </message>
    <message>
        <source>Share of the prompt tokens that were found in the prefix cache.</source>
        <translation>Anteil der Prompt-Tokens, die im Präfix-Cache gefunden wurden.</translation>
    </message>
    <message>
        <source>Level of the hierarchy, outermost first.</source>
        <translation>Ebene der Hierarchie, die äußerste zuerst.</translation>
    </message>
    <message>
        <source>Tensor of the layer.</source>
        <translation>Tensor der Schicht.</translation>
    </message>
    <message>
        <source>Whether the level holds the tensor or is bypassed.</source>
        <translation>Ob die Ebene den Tensor hält oder umgangen wird.</translation>
    </message>
    <message>
        <source>Words that one instance must hold at once.</source>
        <translation>Worte, die ein Exemplar zugleich halten muss.</translation>
    </message>
    <message>
        <source>Words read per instance.</source>
        <translation>Gelesene Worte je Exemplar.</translation>
    </message>
    <message>
        <source>Words written per instance from the level outside.</source>
        <translation>Worte, die je Exemplar von der äußeren Ebene geschrieben werden.</translation>
    </message>
    <message>
        <source>Words written per instance from the level inside.</source>
        <translation>Worte, die je Exemplar von der inneren Ebene geschrieben werden.</translation>
    </message>
    <message>
        <source>Partial sums added at the level, per instance.</source>
        <translation>Teilsummen, die auf der Ebene addiert werden, je Exemplar.</translation>
    </message>
    <message>
        <source>Average number of instances that do something.</source>
        <translation>Mittlere Zahl der Exemplare, die etwas tun.</translation>
    </message>
    <message>
        <source>Words of the kept tiles.</source>
        <translation>Worte der gehaltenen Kacheln.</translation>
    </message>
    <message>
        <source>Words that one instance may hold; empty where the level is unbounded.</source>
        <translation>Wörter, die ein Exemplar halten darf; leer, wo die Ebene unbegrenzt ist.</translation>
    </message>
    <message>
        <source>Share of the capacity that the kept tiles use.</source>
        <translation>Anteil der Kapazität, den die gehaltenen Kacheln belegen.</translation>
    </message>
    <message>
        <source>Copies of the next level in use along X.</source>
        <translation>Benutzte Exemplare der nächsten Ebene entlang X.</translation>
    </message>
    <message>
        <source>Copies of the next level along X.</source>
        <translation>Exemplare der nächsten Ebene entlang X.</translation>
    </message>
    <message>
        <source>Copies of the next level in use along Y.</source>
        <translation>Benutzte Exemplare der nächsten Ebene entlang Y.</translation>
    </message>
    <message>
        <source>Copies of the next level along Y.</source>
        <translation>Exemplare der nächsten Ebene entlang Y.</translation>
    </message>
    <message>
        <source>Words that one instance would read per cycle unthrottled.</source>
        <translation>Worte, die ein Exemplar ungedrosselt je Takt läse.</translation>
    </message>
    <message>
        <source>Words that one instance can read per cycle.</source>
        <translation>Worte, die ein Exemplar je Takt lesen kann.</translation>
    </message>
    <message>
        <source>Words that one instance would write per cycle unthrottled.</source>
        <translation>Worte, die ein Exemplar ungedrosselt je Takt schriebe.</translation>
    </message>
    <message>
        <source>Words that one instance can write per cycle.</source>
        <translation>Worte, die ein Exemplar je Takt schreiben kann.</translation>
    </message>
    <message>
        <source>Share of its full speed that the level&apos;s bandwidth allows.</source>
        <translation>Anteil der vollen Geschwindigkeit, den die Bandbreite der Ebene erlaubt.</translation>
    </message>
    <message>
        <source>Energy that leaks while the layer runs.</source>
        <translation>Energie, die als Leckstrom verloren geht, während die Schicht läuft.</translation>
    </message>
    <message>
        <source>Property of the level that determines the number of cycles.</source>
        <translation>Eigenschaft der Ebene, die die Zahl der Takte bestimmt.</translation>
    </message>
    <message>
        <source>Operator of the model with all of its copies.</source>
        <translation>Operator des Modells mit allen seinen Kopien.</translation>
    </message>
    <message>
        <source>Class of operators with similar errors.</source>
        <translation>Klasse von Operatoren mit ähnlichen Fehlern.</translation>
    </message>
    <message>
        <source>Pass of a training step: forward, backward or update.</source>
        <translation>Durchlauf eines Trainingsschritts: vorwärts, rückwärts oder Aktualisierung.</translation>
    </message>
    <message>
        <source>Number of copies of the operator.</source>
        <translation>Zahl der Kopien des Operators.</translation>
    </message>
    <message>
        <source>Time of all copies, each timed by itself.</source>
        <translation>Zeit aller Kopien, jede für sich gemessen.</translation>
    </message>
    <message>
        <source>Lower end of the 80 % interval.</source>
        <translation>Unteres Ende des 80-%-Intervalls.</translation>
    </message>
    <message>
        <source>Upper end of the 80 % interval.</source>
        <translation>Oberes Ende des 80-%-Intervalls.</translation>
    </message>
    <message>
        <source>Resource that limits the kernel.</source>
        <translation>Betriebsmittel, das den Kernel begrenzt.</translation>
    </message>
    <message>
        <source>Rows and columns of the result that one thread block computes.</source>
        <translation>Zeilen und Spalten des Ergebnisses, die ein Threadblock berechnet.</translation>
    </message>
    <message>
        <source>Rounds in which the SMs work off all tiles.</source>
        <translation>Runden, in denen die SMs alle Kacheln abarbeiten.</translation>
    </message>
    <message>
        <source>Number of thread blocks that one SM holds at the same time.</source>
        <translation>Zahl der Threadblöcke, die ein SM zugleich hält.</translation>
    </message>
    <message>
        <source>Quantity that the row states.</source>
        <translation>Größe, die die Zeile angibt.</translation>
    </message>
    <message>
        <source>Value in its unit.</source>
        <translation>Wert in seiner Einheit.</translation>
    </message>
    <message>
        <source>Unit of the value.</source>
        <translation>Einheit des Werts.</translation>
    </message>
    <message>
        <source>FLOP/s or bytes/s according to the datasheet.</source>
        <translation>FLOP/s oder Bytes/s nach dem Datenblatt.</translation>
    </message>
    <message>
        <source>FLOP/s or bytes/s that a large kernel reaches.</source>
        <translation>FLOP/s oder Byte/s, die ein großer Kernel erreicht.</translation>
    </message>
    <message>
        <source>Rows that share one value of the key.</source>
        <translation>Zeilen mit demselben Wert des Schlüssels.</translation>
    </message>
    <message>
        <source>File and line in the reference data.</source>
        <translation>Datei und Zeile in den Referenzdaten.</translation>
    </message>
    <message>
        <source>Operator class.</source>
        <translation>Klasse des Operators.</translation>
    </message>
    <message>
        <source>Name of the device in the catalog.</source>
        <translation>Name des Geräts im Katalog.</translation>
    </message>
    <message>
        <source>Number format.</source>
        <translation>Zahlenformat.</translation>
    </message>
    <message>
        <source>Whether the row was set aside for tests.</source>
        <translation>Ob die Zeile für Tests zurückgehalten wurde.</translation>
    </message>
    <message>
        <source>Whether coefficients were fitted to this device.</source>
        <translation>Ob Koeffizienten an dieses Gerät angepasst wurden.</translation>
    </message>
    <message>
        <source>Number of rows in the group.</source>
        <translation>Zahl der Zeilen in der Gruppe.</translation>
    </message>
    <message>
        <source>Mean absolute relative error.</source>
        <translation>Mittlerer absoluter relativer Fehler.</translation>
    </message>
    <message>
        <source>Median of the absolute relative error.</source>
        <translation>Median des absoluten relativen Fehlers.</translation>
    </message>
    <message>
        <source>95th percentile of the absolute relative error.</source>
        <translation>95. Perzentil des absoluten relativen Fehlers.</translation>
    </message>
    <message>
        <source>Mean signed relative error.</source>
        <translation>Mittlerer relativer Fehler mit Vorzeichen.</translation>
    </message>
    <message>
        <source>Spearman&apos;s rank correlation; 1 where the predicted order is right.</source>
        <translation>Rangkorrelation nach Spearman; 1, wo die vorhergesagte Reihenfolge stimmt.</translation>
    </message>
    <message>
        <source>Share of measurements inside the 80 % interval.</source>
        <translation>Anteil der Messungen innerhalb des 80-%-Intervalls.</translation>
    </message>
    <message>
        <source>Value in the reference data.</source>
        <translation>Wert in den Referenzdaten.</translation>
    </message>
    <message>
        <source>Value that the method predicts.</source>
        <translation>Wert, den die Methode vorhersagt.</translation>
    </message>
    <message>
        <source>Predicted value divided by the measured value.</source>
        <translation>Vorhergesagter Wert geteilt durch den gemessenen.</translation>
    </message>
    <message>
        <source>Share of the variance; in the rows called sigma and bias, a relative error.</source>
        <translation>Anteil an der Varianz; in den Zeilen sigma und bias ein relativer Fehler.</translation>
    </message>
    <message>
        <source>Cost of a million tokens</source>
        <translation>Kosten einer Million Token</translation>
    </message>
    <message>
        <source>Price of the devices while they produce one million output tokens.</source>
        <translation>Preis der Geräte, während sie eine Million Tokens ausgeben.</translation>
    </message>
    <message>
        <source>Peak buffer</source>
        <translation>Größte Pufferbelegung</translation>
    </message>
    <message>
        <source>Bytes between device memory and the chip.</source>
        <translation>Bytes zwischen Gerätespeicher und Chip.</translation>
    </message>
    <message>
        <source>Most bytes that the shared buffer on the chip holds at once.</source>
        <translation>Die meisten Bytes, die der gemeinsame Puffer auf dem Chip zugleich hält.</translation>
    </message>
    <message>
        <source>Instructions per cycle</source>
        <translation>Befehle je Takt</translation>
    </message>
    <message>
        <source>Instructions divided by the cycles that they take.</source>
        <translation>Befehle, geteilt durch die Takte, die sie brauchen.</translation>
    </message>
</context>
<context>
    <name>Validation</name>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>%1, n %2</source>
        <translation>%1, n %2</translation>
    </message>
    <message>
        <source>%1 further groups, grey</source>
        <translation>%1 weitere Gruppen, grau</translation>
    </message>
    <message>
        <source>Stroke: median; bar: the middle 80 % of rows; dashed: errors of 10 %</source>
        <translation>Strich: Median; Balken: die mittleren 80 % der Zeilen; gestrichelt: 10 % Fehler</translation>
    </message>
    <message>
        <source>Rows beyond the axis stand in its outermost steps</source>
        <translation>Zeilen jenseits der Achse stehen in ihren äußersten Stufen</translation>
    </message>
    <message>
        <source>Lines: running medians; band: the middle 80 % of %1</source>
        <translation>Linien: gleitende Mediane; Band: die mittleren 80 % von %1</translation>
    </message>
    <message>
        <source>all rows</source>
        <translation>allen Zeilen</translation>
    </message>
    <message>
        <source>Error of the prediction</source>
        <translation>Fehler der Vorhersage</translation>
    </message>
</context>
<context>
    <name>View</name>
    <message>
        <source>Basic block</source>
        <translation>Grundblock</translation>
    </message>
    <message>
        <source>A basic block of machine code on the core of a CPU: which bound is the largest, and which instruction holds which port for how long. Click an instruction, or press up and down, to read about it; drag a handle to change how the block runs.</source>
        <translation>Ein Grundblock aus Maschinencode auf dem Kern einer CPU: welche Schranke die größte ist, und welcher Befehl welchen Port wie lange belegt. Ein Klick auf einen Befehl, oder auf und ab, zeigt Näheres; an einem Griff ziehen ändert, wie der Block läuft.</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>Mapping</translation>
    </message>
    <message>
        <source>The loop nest as nested levels from the outermost memory to the arithmetic. Drag a factor to another level, drag a loop to reorder, click a tensor to bypass a level.</source>
        <translation>Das Schleifennest als geschachtelte Ebenen vom äußersten Speicher bis zum Rechenwerk. Einen Faktor auf eine andere Ebene ziehen, eine Schleife zum Umordnen ziehen, einen Tensor anklicken, um ihn an einer Ebene vorbeizuführen.</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Where the energy, or another metric that has parts, goes: one bar per level, split by tensor, with the baseline as a hollow twin below it.</source>
        <translation>Wohin die Energie oder eine andere teilbare Größe geht: ein Balken je Ebene, nach Tensor geteilt, darunter hohl der Bezug.</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Every metric with its interval and the tree of parts that add up to it. Rest the pointer on a row for its formula and source; double click makes it the metric of all views.</source>
        <translation>Jede Größe mit Intervall und dem Baum der Teile, die sie ergeben. Der Mauszeiger auf einer Zeile zeigt Formel und Quelle; ein Doppelklick macht sie zur Größe aller Ansichten.</translation>
    </message>
    <message>
        <source>Accesses</source>
        <translation>Zugriffe</translation>
    </message>
    <message>
        <source>The tables of the estimate: words read, filled and updated per level and tensor, with differences to the baseline. Copy takes exact numbers.</source>
        <translation>Die Tabellen der Schätzung: gelesene, gefüllte und aktualisierte Wörter je Ebene und Tensor, mit Unterschieden zum Bezug. Kopiert werden genaue Zahlen.</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Operators under the roofs of the device: FLOP per byte against FLOP/s, the larger the mark the longer it takes. Wheel and drag zoom and move the axes, double click shows everything, the arrow keys walk through the operators.</source>
        <translation>Operatoren unter den Dächern des Geräts: FLOP je Byte gegen FLOP/s, je größer die Marke, desto länger dauert es. Rad und Ziehen vergrößern und verschieben, Doppelklick zeigt alles, die Pfeiltasten gehen durch die Operatoren.</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>One kernel on the device: the output cut into tiles, coloured by wave; the SMs in the last wave; what limits the blocks on an SM; and where the time goes. The arrow keys walk through the operators of a model.</source>
        <translation>Ein Kernel auf dem Gerät: das Ergebnis in Kacheln, nach Welle gefärbt; die SMs in der letzten Welle; was die Blöcke je SM begrenzt; und wohin die Zeit geht. Die Pfeiltasten gehen durch die Operatoren eines Modells.</translation>
    </message>
    <message>
        <source>Composition gap</source>
        <translation>Kompositionslücke</translation>
    </message>
    <message>
        <source>What lies between the sum of kernels and the model: launch, movement, clock, synchronisation, allocation, other requests. Double click or Enter opens a bar, Escape goes back; the strip tells where the error comes from.</source>
        <translation>Was zwischen der Summe der Kernel und dem Modell liegt: Start, Transport, Takt, Synchronisation, Speichervergabe, andere Anfragen. Doppelklick oder Eingabe öffnet einen Balken, Esc geht zurück; der Streifen sagt, woher der Fehler kommt.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Designs or methods in columns, metrics and parts in rows; differences to the baseline in colour and sign. Double click a row to make its metric the metric of all views.</source>
        <translation>Entwürfe oder Methoden in Spalten, Größen und Teile in Zeilen; Unterschiede zum Bezug in Farbe und Vorzeichen. Doppelklick auf eine Zeile macht ihre Größe zur Größe aller Ansichten.</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Predicted against measured for every row of a suite of reference data, errors by group and the rows that are furthest off; or residuals over the measured value. Double click a point to open it as a design.</source>
        <translation>Vorhergesagt gegen gemessen für jede Zeile einer Sammlung von Referenzdaten, Fehler je Gruppe und die am weitesten abweichenden Zeilen; oder Residuen über dem Messwert. Doppelklick auf einen Punkt öffnet ihn als Entwurf.</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>Empfindlichkeit</translation>
    </message>
    <message>
        <source>Sobol indices: how much of a metric&apos;s variance over a sweep each parameter causes, alone and with all that it interacts with. Double click or Enter goes to the parameter.</source>
        <translation>Sobol-Indizes: wie viel der Varianz einer Größe über einen Durchlauf jeder Parameter verursacht, allein und mit allem, womit er zusammenwirkt. Doppelklick oder Eingabetaste führt zum Parameter.</translation>
    </message>
    <message>
        <source>Predicted against measured for every row of a suite of reference data, errors by group and the rows that are furthest off. Double click a point to open it as a design.</source>
        <translation>Vorhersage gegen Messung für jede Zeile eines Satzes von Referenzdaten, Fehler nach Gruppe und die Zeilen mit der größten Abweichung. Doppelklick auf einen Punkt öffnet ihn als Entwurf.</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>Pareto</translation>
    </message>
    <message>
        <source>Designs of a sweep or a search: any two columns, a third as colour, the front on top. Click opens a design, Ctrl+click pins it as baseline; drag brushes, the triangles at the edges set bounds. Arrows walk along the front, with Shift they move the upper bounds, with Ctrl and Shift the lower ones; Alt and an arrow goes through the filters.</source>
        <translation>Entwürfe einer Abtastung oder Suche: zwei beliebige Spalten, eine dritte als Farbe, die Front darüber. Ein Klick öffnet einen Entwurf, Strg+Klick macht ihn zur Vergleichsbasis; Ziehen wählt aus, die Dreiecke an den Rändern setzen Grenzen. Pfeiltasten gehen die Front entlang, mit Umschalt verschieben sie die oberen Grenzen, mit Strg und Umschalt die unteren; Alt und ein Pfeil blättert durch die Filter.</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
    <message>
        <source>Parameters and metrics of a sweep or a search as parallel axes. Drag along an axis to brush, drag a title to reorder, double click it to invert. Left and right choose an axis, with Shift they move it; up and down move its upper bound, with Shift the lower one; I inverts, L makes logarithmic, Delete clears.</source>
        <translation>Parameter und Größen einer Abtastung oder Suche als parallele Achsen. Ziehen entlang einer Achse wählt aus, Ziehen am Titel ordnet um, Doppelklick darauf kehrt um. Links und rechts wählen eine Achse, mit Umschalt verschieben sie sie; auf und ab verschieben die obere Grenze, mit Umschalt die untere; I kehrt um, L macht logarithmisch, Entf hebt auf.</translation>
    </message>
    <message>
        <source>What lies between the sum of kernels and the model: launch, movement, clock, synchronisation, allocation, other requests; under load up to what users wait for. Double click or Enter opens a bar, Escape goes back; the strip tells where the error comes from.</source>
        <translation>Was zwischen der Summe der Kernel und dem Modell liegt: Start, Bewegung, Takt, Synchronisation, Belegung, andere Anfragen; unter Last bis zu dem, worauf Nutzer warten. Doppelklick oder Eingabe öffnet einen Balken, Escape führt zurück; der Streifen sagt, woher der Fehler kommt.</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>How long users wait for the first token, each further one and the whole answer, as distributions with the service level; and goodput over the arrival rate. Drag the level or the rate, the left and right keys move them, Delete removes the level; the wheel zooms, double click shows everything.</source>
        <translation>Wie lange Nutzer auf das erste Token, jedes weitere und die ganze Antwort warten, als Verteilungen mit der Dienstgüte; und der Gutdurchsatz über der Ankunftsrate. Güte und Rate lassen sich ziehen, die Tasten links und rechts bewegen sie, Entf entfernt die Güte; das Rad zoomt, Doppelklick zeigt alles.</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>What the stages of every replica do over time, with the KV cache and the queue below. Click shows the life of a request, left and right go through the requests; the wheel and Shift with left and right move the time, up and down the replicas.</source>
        <translation>Was die Stufen jeder Replik über die Zeit tun, darunter der KV-Cache und die Warteschlange. Ein Klick zeigt das Leben einer Anfrage, links und rechts gehen durch die Anfragen; das Rad und Umschalt mit links und rechts bewegen die Zeit, auf und ab die Repliken.</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>A run over the arrival rate and the engines as a grid, with the line up to which the service level is kept; a run over schedulers as bars. Click or Enter opens a cell as a design, with Ctrl as baseline; the arrow keys walk.</source>
        <translation>Ein Lauf über Ankunftsrate und Maschinen als Gitter, mit der Linie, bis zu der die Dienstgüte gehalten wird; ein Lauf über Scheduler als Balken. Klick oder Eingabe öffnet eine Zelle als Entwurf, mit Strg als Basis; die Pfeiltasten wandern.</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>The fabric with the plan laid over it: devices, nodes and networks, links coloured by how long their bytes keep them busy, ranks tinted by the group that they form. Click a device to see its group, drag a degree to lay the plan anew; the wheel zooms, double click shows everything.</source>
        <translation>Die Verbindungen mit dem darübergelegten Plan: Geräte, Knoten und Netze, Verbindungen gefärbt danach, wie lange ihre Daten sie belegen, Ränge getönt nach der Gruppe, die sie bilden. Ein Klick auf ein Gerät zeigt seine Gruppe, Ziehen an einem Grad legt den Plan neu; das Rad vergrößert, Doppelklick zeigt alles.</translation>
    </message>
    <message>
        <source>Stages of a training step over time: forward and backward passes of every micro-batch, communication, bubbles, and the critical path. The wheel zooms, dragging moves, double click shows everything; rest the pointer on a block for what it waited for.</source>
        <translation>Stufen eines Trainingsschritts über der Zeit: Vorwärts- und Rückwärtsläufe jedes Mikrostapels, Kommunikation, Leerlauf und der kritische Pfad. Das Rad vergrößert, Ziehen verschiebt, Doppelklick zeigt alles; der Zeiger auf einem Block sagt, worauf er gewartet hat.</translation>
    </message>
    <message>
        <source>What one device of every pipeline stage holds: weights, gradients, optimizer states, activations and buffers against what the device leaves, with the baseline as a hollow twin. What does not fit is hatched, with the excess and with what would mend it.</source>
        <translation>Was ein Gerät jeder Pipeline-Stufe hält: Gewichte, Gradienten, Optimiererzustände, Aktivierungen und Puffer gegen das, was das Gerät frei lässt, mit der Vergleichsbasis als hohlem Zwilling. Was nicht passt, ist schraffiert, mit dem Überschuss und dem, was abhülfe.</translation>
    </message>
    <message>
        <source>A training step on growing numbers of devices, with the batch kept (strong) or grown (weak): the metric of all views with its interval and the ideal line, and what share of the iteration each kind of communication takes. Drag the mark, or use the arrow keys, for another number of devices.</source>
        <translation>Ein Trainingsschritt auf immer mehr Geräten, mit festem (stark) oder wachsendem Batch (schwach): die Größe aller Ansichten mit Intervall und Ideallinie, und welchen Anteil der Iteration jede Art von Kommunikation braucht. Ziehen der Marke oder die Pfeiltasten wählen eine andere Zahl von Geräten.</translation>
    </message>
    <message>
        <source>The fabric with the plan laid over it: devices, nodes and networks, links coloured by how much of the time waits for them, ranks tinted by the group that they form. Click a device to see its group, drag a degree to lay the plan anew; the wheel zooms, double click shows everything.</source>
        <translation>Die Verbindungen mit dem darübergelegten Plan: Geräte, Knoten und Netze, Verbindungen gefärbt danach, welcher Teil der Zeit auf sie wartet, Ränge getönt nach der Gruppe, die sie bilden. Ein Klick auf ein Gerät zeigt seine Gruppe, Ziehen an einem Grad legt den Plan neu; das Rad vergrößert, Doppelklick zeigt alles.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>The layers of a model as bars: time, energy, memory traffic or utilization, with groups that run tile by tile outlined. Drag over layers to show these alone, double click or Escape shows all; a click or Enter opens a layer of an NPU as a design of its own.</source>
        <translation>Die Schichten eines Modells als Balken: Zeit, Energie, Speicherverkehr oder Auslastung; Gruppen, die kachelweise laufen, sind umrandet. Ziehen über Schichten zeigt nur diese, Doppelklick oder Escape zeigt alle; ein Klick oder die Eingabetaste öffnet eine Schicht einer NPU als eigenen Entwurf.</translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>Edge</translation>
    </message>
    <message>
        <source>A network on an edge SoC as the kernels that its runtime makes of it, in their order and by time; fused operators are outlined. Drag a handle to change batch, resolution, number format, clock or time under load.</source>
        <translation>Ein Netz auf einem Edge-SoC als die Kernel, die seine Laufzeit daraus macht, in ihrer Reihenfolge und nach Zeit; verschmolzene Operatoren sind umrandet. Ziehen Sie einen Griff, um Batch, Auflösung, Zahlenformat, Takt oder Zeit unter Last zu ändern.</translation>
    </message>
    <message>
        <source>Device matrix</source>
        <translation>Gerätematrix</translation>
    </message>
    <message>
        <source>Latencies of the network, and of further networks of the plan, on every device that was measured with the same runtime. The line below a number is its interval.</source>
        <translation>Latenzen des Netzes und weiterer Netze des Plans auf jedem Gerät, das mit derselben Laufzeit gemessen wurde. Die Linie unter einer Zahl ist ihr Intervall.</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>Transfer</translation>
    </message>
    <message>
        <source>How the error on a device falls with the number of its measurements, and which network tells most when it is measured next.</source>
        <translation>Wie der Fehler auf einem Gerät mit der Zahl seiner Messungen fällt und welches Netz am meisten aussagt, wenn es als Nächstes gemessen wird.</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>Abdeckung</translation>
    </message>
    <message>
        <source>Which scenarios the tools of the field state to answer, and which Strata&apos;s methods answer when they are run. Click a cell for its evidence, double click a scenario to open it as a design; drag a bar to weigh a group, the arrow keys walk through the cells.</source>
        <translation>Welche Szenarien die Werkzeuge des Fachs nach eigener Angabe beantworten und welche die Methoden von Strata beantworten, wenn man sie ausführt. Ein Klick auf eine Zelle zeigt ihren Beleg, ein Doppelklick öffnet das Szenario als Entwurf; ein gezogener Balken gewichtet eine Gruppe, die Pfeiltasten gehen durch die Zellen.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>The tools of the field and Strata&apos;s methods: ranked by grades, claimed errors beside those that others found, by year, when they fail, and as a table. Drag a weight to rank anew; Shift with up and down chooses a weight, left and right move it. Click a row for its sources.</source>
        <translation>Die Werkzeuge des Fachgebiets und die Methoden von Strata: nach Noten geordnet, behauptete Fehler neben denen, die andere fanden, nach Jahren, wann sie versagen, und als Tabelle. Ziehen an einem Gewicht ordnet neu; Umschalt mit Auf und Ab wählt ein Gewicht, Links und Rechts verschieben es. Ein Klick auf eine Zeile zeigt ihre Quellen.</translation>
    </message>
    <message>
        <source>Composition analyses</source>
        <translation>Analysen der Komposition</translation>
    </message>
    <message>
        <source>What measurements say of composition: the gap by workload, phase, device and batch; how errors of kernels propagate; sums of N kernels; what simple models capture; where fidelities of communication break; how models transfer and age. Drag the line of the tolerance, or move it with the arrow keys.</source>
        <translation>Was Messungen über die Komposition sagen: die Lücke nach Last, Phase, Gerät und Batch; wie sich Fehler von Kernels fortpflanzen; Summen von N Kernels; was einfache Modelle erfassen; wo Genauigkeiten der Kommunikation versagen; wie Modelle übertragbar sind und altern. Die Linie der Toleranz lässt sich ziehen oder mit den Pfeiltasten bewegen.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>The layers that an answer passes, from kernels to serving: the method of each, how far it was off, and what it hands on. Click another method, or drag it to its layer, to put it in place; the arrow keys walk, Enter puts, Delete takes the usual method again.</source>
        <translation>Die Schichten, durch die eine Antwort geht, von Kernels bis zum Serving: die Methode jeder Schicht, wie weit sie danebenlag und was sie weitergibt. Ein Klick auf eine andere Methode oder ihr Ziehen auf die Schicht setzt sie ein; die Pfeiltasten wandern, Eingabe setzt ein, Entf nimmt wieder die übliche Methode.</translation>
    </message>
    <message>
        <source>Area and energy</source>
        <translation>Fläche und Energie</translation>
    </message>
    <message>
        <source>The components of an NPU: what each memory, network and unit takes of the energy of the layer or of all layers of the model and of the chip&apos;s area, what one action costs, and who states or estimates the number. Click a component, or press up and down, to read its sources; drag a handle for another technology or capacity.</source>
        <translation>Die Bauteile einer NPU: welchen Anteil jeder Speicher, jedes Netz und die Einheiten an der Energie der Schicht, oder aller Schichten des Modells, und an der Fläche des Chips haben, was eine Aktion kostet und wer die Zahl angibt oder schätzt. Ein Klick auf ein Bauteil oder die Tasten auf und ab nennen seine Quellen; Ziehen an einem Griff wählt eine andere Technologie oder Kapazität.</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>The cores of an NPU over time: which layer each works on and what it waits for, and below how busy the memory is that they share. Click a layer, or press up and down, to choose it, Enter opens it; the wheel zooms, dragging moves, double click shows everything; drag a handle for another number of cores.</source>
        <translation>Die Kerne einer NPU über der Zeit: an welcher Schicht jeder arbeitet und worauf er wartet, darunter die Auslastung des Speichers, den sie teilen. Ein Klick auf eine Schicht oder die Tasten auf und ab wählen sie, Eingabe öffnet sie; das Rad vergrößert, Ziehen verschiebt, Doppelklick zeigt alles; Ziehen an einem Griff ändert die Zahl der Kerne.</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>Tuning</translation>
    </message>
    <message>
        <source>How well a model that learned from a part of a kernel&apos;s tuning measurements orders the others, and which configuration to measure next. Drag the line of the samples, or move it with the arrow keys.</source>
        <translation>Wie gut ein Modell, das aus einem Teil der Tuning-Messungen eines Kernels gelernt hat, die übrigen ordnet und welche Konfiguration als Nächstes zu messen ist. Ziehen Sie die Linie der Stichproben oder bewegen Sie sie mit den Pfeiltasten.</translation>
    </message>
</context>
<context>
    <name>WaterfallChart</name>
    <message>
        <source>Baseline %1 hollow</source>
        <translation>Bezug %1 hohl</translation>
    </message>
    <message>
        <source>The axis starts at %1; cut bars go on below</source>
        <translation>Die Achse beginnt bei %1; angeschnittene Balken gehen darunter weiter</translation>
    </message>
    <message>
        <source>beyond the sum of kernels</source>
        <translation>über die Summe der Kernel hinaus</translation>
    </message>
    <message>
        <source>%1 % interval</source>
        <translation>%1-%-Intervall</translation>
    </message>
    <message>
        <source>%1 interval</source>
        <translation>%1-Intervall</translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation>Bezug %1</translation>
    </message>
    <message>
        <source>Extrapolated</source>
        <translation>Extrapoliert</translation>
    </message>
</context>
<context>
    <name>Scenario</name>
    <message>
        <source>2017 to 2019</source>
        <translation>2017 bis 2019</translation>
    </message>
    <message>
        <source>2020 to 2022</source>
        <translation>2020 bis 2022</translation>
    </message>
    <message>
        <source>A device of eight chiplets: Llama 3.1 70B on one MI300X</source>
        <translation>Ein Gerät aus acht Chiplets: Llama 3.1 70B auf einer MI300X</translation>
    </message>
    <message>
        <source>A layer of a graph network over ogbn-products on one A100</source>
        <translation>Eine Schicht eines Graphnetzes über ogbn-products auf einer A100</translation>
    </message>
    <message>
        <source>A picture in the prompt of a vision-language model</source>
        <translation>Ein Bild im Prompt eines Bild-Sprach-Modells</translation>
    </message>
    <message>
        <source>A power limit for serving</source>
        <translation>Eine Leistungsgrenze im Betrieb</translation>
    </message>
    <message>
        <source>A prompt of a million tokens for Llama 3 8B on one A100</source>
        <translation>Ein Prompt von einer Million Token für Llama 3 8B auf einer A100</translation>
    </message>
    <message>
        <source>A pruned pointwise layer of MobileNet on one PE of Eyeriss v2</source>
        <translation>Eine ausgedünnte punktweise Schicht von MobileNet auf einem PE von Eyeriss v2</translation>
    </message>
    <message>
        <source>Agents that call tools: prompts that grow turn by turn</source>
        <translation>Agenten, die Werkzeuge rufen: Prompts, die mit jedem Zug wachsen</translation>
    </message>
    <message>
        <source>All-reduce of 1 GB on eight A100</source>
        <translation>All-Reduce von 1 GB auf acht A100</translation>
    </message>
    <message>
        <source>Best of sixteen answers to one question</source>
        <translation>Die beste von sechzehn Antworten auf eine Frage</translation>
    </message>
    <message>
        <source>Blocks of the KV cache under pressure</source>
        <translation>Blöcke des KV-Caches unter Druck</translation>
    </message>
    <message>
        <source>Capacity of Llama 2 70B on 32 H100 under Sarathi-Serve</source>
        <translation>Kapazität von Llama 2 70B auf 32 H100 unter Sarathi-Serve</translation>
    </message>
    <message>
        <source>Data-parallel pre-training of GPT-2 medium on eight A100</source>
        <translation>Datenparalleles Vortraining von GPT-2 medium auf acht A100</translation>
    </message>
    <message>
        <source>Data-parallel pre-training of Llama 3.2 1B on 32 A100 with a sharded optimizer</source>
        <translation>Datenparalleles Vortraining von Llama 3.2 1B auf 32 A100 mit verteiltem Optimierer</translation>
    </message>
    <message>
        <source>Decode attention computed in the banks of one HBM3 stack</source>
        <translation>Decode-Attention, in den Bänken eines HBM3-Stapels gerechnet</translation>
    </message>
    <message>
        <source>Decode with attention in memory: Llama 2 7B on one H100 with five stacks</source>
        <translation>Dekodieren mit Attention im Speicher: Llama 2 7B auf einer H100 mit fünf Stapeln</translation>
    </message>
    <message>
        <source>Do chunks keep long prompts from stalling the others?</source>
        <translation>Verhindern Teilstücke, dass lange Prompts die anderen aufhalten?</translation>
    </message>
    <message>
        <source>Do separate pools sustain a higher rate than the same four devices together?</source>
        <translation>Halten getrennte Gruppen eine höhere Rate durch als dieselben vier Geräte zusammen?</translation>
    </message>
    <message>
        <source>Does the step follow the rollout when answers are long?</source>
        <translation>Folgt der Schritt dem Rollout, wenn Antworten lang sind?</translation>
    </message>
    <message>
        <source>Embedding exchange of a recommendation model over 128 A100</source>
        <translation>Austausch der Embeddings eines Empfehlungsmodells über 128 A100</translation>
    </message>
    <message>
        <source>Embedding lookups of a recommendation model on one A100</source>
        <translation>Nachschlagen der Embeddings eines Empfehlungsmodells auf einer A100</translation>
    </message>
    <message>
        <source>Energy of ResNet-50 conv1 on an Eyeriss-like array</source>
        <translation>Energie von ResNet-50 conv1 auf einem Feld wie Eyeriss</translation>
    </message>
    <message>
        <source>Expert-parallel pre-training of Mixtral 8x7B on 64 H100</source>
        <translation>Expertenparalleles Vortraining von Mixtral 8x7B auf 64 H100</translation>
    </message>
    <message>
        <source>FP8 gain of fully sharded training of Llama 3.1 8B</source>
        <translation>Gewinn durch FP8 beim voll verteilten Training von Llama 3.1 8B</translation>
    </message>
    <message>
        <source>Failures in pre-training Llama 3.1 405B on 16,384 H100</source>
        <translation>Ausfälle beim Vortraining von Llama 3.1 405B auf 16.384 H100</translation>
    </message>
    <message>
        <source>Fully sharded pre-training of Llama 3.1 8B on eight H100</source>
        <translation>Voll verteiltes Vortraining von Llama 3.1 8B auf acht H100</translation>
    </message>
    <message>
        <source>How do tokens slow down as a chain of thought grows?</source>
        <translation>Wie werden Token langsamer, während ein Gedankengang wächst?</translation>
    </message>
    <message>
        <source>How does the time of a token follow the chance that guesses are kept?</source>
        <translation>Wie folgt die Zeit eines Tokens der Wahrscheinlichkeit, dass geratene Token bleiben?</translation>
    </message>
    <message>
        <source>How fast are tokens when weights are stored in four bits?</source>
        <translation>Wie schnell sind Token, wenn Gewichte in vier Bit gespeichert sind?</translation>
    </message>
    <message>
        <source>How fast are tokens where eight chiplets share 192 GB?</source>
        <translation>Wie schnell sind Token, wo acht Chiplets sich 192 GB teilen?</translation>
    </message>
    <message>
        <source>How fast does a lonely user get tokens?</source>
        <translation>Wie schnell bekommt ein einzelner Nutzer Token?</translation>
    </message>
    <message>
        <source>How fast is a chat on a board of 60 W?</source>
        <translation>Wie schnell ist ein Gespräch auf einer Platine mit 60 W?</translation>
    </message>
    <message>
        <source>How fast is a chat on a desktop with shared memory?</source>
        <translation>Wie schnell ist ein Gespräch auf einem Tischrechner mit gemeinsamem Speicher?</translation>
    </message>
    <message>
        <source>How long do the all-to-alls of the experts keep the links busy, and what remains of them when they overlap?</source>
        <translation>Wie lange belegen die All-to-Alls der Experten die Verbindungen, und was bleibt von ihnen, wenn sie sich überlappen?</translation>
    </message>
    <message>
        <source>How long does a device look up the rows of a batch?</source>
        <translation>Wie lange schlägt ein Gerät die Zeilen eines Batches nach?</translation>
    </message>
    <message>
        <source>How long does a large vision transformer take for a batch of pictures?</source>
        <translation>Wie lange braucht ein großer Vision-Transformer für einen Batch von Bildern?</translation>
    </message>
    <message>
        <source>How long does a layer take to gather the features of all neighbours?</source>
        <translation>Wie lange sammelt eine Schicht die Merkmale aller Nachbarn ein?</translation>
    </message>
    <message>
        <source>How long does a prompt of a million tokens take?</source>
        <translation>Wie lange dauert ein Prompt von einer Million Token?</translation>
    </message>
    <message>
        <source>How long does one stack whose banks compute take for the decode attention of 243 heads with 1,877 tokens each?</source>
        <translation>Wie lange braucht ein Stapel mit rechnenden Bänken für die Decode-Attention von 243 Köpfen mit je 1.877 Token?</translation>
    </message>
    <message>
        <source>How long does the gradient all-reduce keep the links busy, and does it hide behind the backward pass?</source>
        <translation>Wie lange belegt der All-Reduce der Gradienten die Verbindungen, und verschwindet er hinter dem Rückwärtsdurchlauf?</translation>
    </message>
    <message>
        <source>How long does the layer take on a PE that skips zeros, with 48 % of its weights and 27 % of its inputs zero?</source>
        <translation>Wie lange braucht die Schicht auf einem PE, das Nullen überspringt, wenn 48 % der Gewichte und 27 % der Eingaben null sind?</translation>
    </message>
    <message>
        <source>How long is a denoising step at four times the pixels?</source>
        <translation>Wie lange dauert ein Entrauschungsschritt mit viermal so vielen Pixeln?</translation>
    </message>
    <message>
        <source>How long is a denoising step of a clip of six seconds?</source>
        <translation>Wie lange dauert ein Entrauschungsschritt eines Clips von sechs Sekunden?</translation>
    </message>
    <message>
        <source>How long is a denoising step?</source>
        <translation>Wie lange dauert ein Entrauschungsschritt?</translation>
    </message>
    <message>
        <source>How long is a product of a decode step while a training step runs on the other SMs?</source>
        <translation>Wie lange dauert ein Produkt eines Decode-Schritts, während auf den anderen SMs ein Trainingsschritt läuft?</translation>
    </message>
    <message>
        <source>How long is a step of reinforcement learning whose answers are long?</source>
        <translation>Wie lange dauert ein Schritt des bestärkenden Lernens mit langen Antworten?</translation>
    </message>
    <message>
        <source>How long is an iteration of the published run?</source>
        <translation>Wie lange dauert eine Iteration des veröffentlichten Laufs?</translation>
    </message>
    <message>
        <source>How long is the all-to-all of the pooled embeddings?</source>
        <translation>Wie lange dauert das All-to-All der zusammengefassten Embeddings?</translation>
    </message>
    <message>
        <source>How many requests a second do 32 H100 sustain?</source>
        <translation>Wie viele Anfragen in der Sekunde halten 32 H100 durch?</translation>
    </message>
    <message>
        <source>How many requests a second does an engine sustain, and what do paging and continuous batching win?</source>
        <translation>Wie viele Anfragen in der Sekunde hält eine Engine durch, und was gewinnen Seiten und fortlaufendes Batching?</translation>
    </message>
    <message>
        <source>How many requests of 512 tokens fit?</source>
        <translation>Wie viele Anfragen von 512 Token passen?</translation>
    </message>
    <message>
        <source>How much does an interleaved schedule win?</source>
        <translation>Wie viel gewinnt ein verschränkter Ablauf?</translation>
    </message>
    <message>
        <source>How much energy does the first layer take when a mapping is searched for it?</source>
        <translation>Wie viel Energie braucht die erste Schicht, wenn ein Mapping für sie gesucht wird?</translation>
    </message>
    <message>
        <source>How much faster are tokens with guesses than without?</source>
        <translation>Um wie viel schneller sind Token mit Raten als ohne?</translation>
    </message>
    <message>
        <source>How much faster is training when linear layers compute in FP8?</source>
        <translation>Um wie viel schneller ist das Training, wenn lineare Schichten in FP8 rechnen?</translation>
    </message>
    <message>
        <source>How much later do first tokens come when every call of a tool makes the engine read the whole history again?</source>
        <translation>Um wie viel später kommen erste Token, wenn die Engine bei jedem Ruf eines Werkzeugs den ganzen Verlauf noch einmal liest?</translation>
    </message>
    <message>
        <source>How much later does the first token come with retrieved passages in the prompt?</source>
        <translation>Um wie viel später kommt das erste Token, wenn gefundene Textstellen im Prompt stehen?</translation>
    </message>
    <message>
        <source>How much later is the first token with a picture in the prompt?</source>
        <translation>Um wie viel später kommt das erste Token mit einem Bild im Prompt?</translation>
    </message>
    <message>
        <source>How much longer is an iteration when devices differ by two percent?</source>
        <translation>Um wie viel länger dauert eine Iteration, wenn Geräte um zwei Prozent verschieden sind?</translation>
    </message>
    <message>
        <source>How much memory do low-rank adapters save against training all weights?</source>
        <translation>Wie viel Speicher sparen Adapter niedrigen Rangs gegenüber dem Training aller Gewichte?</translation>
    </message>
    <message>
        <source>How much memory does FP8 save, and where?</source>
        <translation>Wie viel Speicher spart FP8, und wo?</translation>
    </message>
    <message>
        <source>How much memory does sequence parallelism save?</source>
        <translation>Wie viel Speicher spart Sequenzparallelität?</translation>
    </message>
    <message>
        <source>How much of a run remains useful when devices fail?</source>
        <translation>Wie viel eines Laufs bleibt nützlich, wenn Geräte ausfallen?</translation>
    </message>
    <message>
        <source>How much of an iteration does overlapping the gradients with the backward pass save, once they cross nodes?</source>
        <translation>Welchen Teil einer Iteration spart es, Gradienten neben dem Rückwärtsdurchlauf zu übertragen, sobald sie Knoten verlassen?</translation>
    </message>
    <message>
        <source>How much of the sparsity of experts is left when requests come together?</source>
        <translation>Wie viel von der Dünnbesetztheit der Experten bleibt, wenn Anfragen zusammenkommen?</translation>
    </message>
    <message>
        <source>How much slower are tokens beside another model than alone?</source>
        <translation>Um wie viel langsamer sind Token neben einem anderen Modell als allein?</translation>
    </message>
    <message>
        <source>How much sooner do first tokens come when earlier turns are found in the cache?</source>
        <translation>Um wie viel früher kommen erste Token, wenn frühere Züge im Cache stehen?</translation>
    </message>
    <message>
        <source>How much sooner is a token where five stacks of HBM3 compute attention on the caches that they hold?</source>
        <translation>Um wie viel früher kommt ein Token, wo fünf HBM3-Stapel die Attention auf den Caches rechnen, die sie halten?</translation>
    </message>
    <message>
        <source>How much utilization do pipeline bubbles cost with few micro-batches?</source>
        <translation>Wie viel Auslastung kostet der Leerlauf der Pipeline bei wenigen Mikrostapeln?</translation>
    </message>
    <message>
        <source>How often are requests evicted when the cache is the limit?</source>
        <translation>Wie oft werden Anfragen verdrängt, wenn der Cache die Grenze ist?</translation>
    </message>
    <message>
        <source>INT4 weights: Llama 3.1 70B on one H200</source>
        <translation>INT4-Gewichte: Llama 3.1 70B auf einer H200</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>KV cache under pressure: Llama 2 13B on a 40 GB A100</source>
        <translation>KV-Cache unter Druck: Llama 2 13B auf einer A100 mit 40 GB</translation>
    </message>
    <message>
        <source>Llama 2 7B in four bits on Jetson AGX Orin</source>
        <translation>Llama 2 7B mit vier Bit auf Jetson AGX Orin</translation>
    </message>
    <message>
        <source>Llama 3.1 8B beside Llama 2 7B on one H100</source>
        <translation>Llama 3.1 8B neben Llama 2 7B auf einer H100</translation>
    </message>
    <message>
        <source>Llama 7B in four bits on M2 Ultra</source>
        <translation>Llama 7B mit vier Bit auf M2 Ultra</translation>
    </message>
    <message>
        <source>LoRA fine-tuning of Llama 2 7B on one node of A100</source>
        <translation>Feinabstimmung von Llama 2 7B mit LoRA auf einem Knoten mit A100</translation>
    </message>
    <message>
        <source>Long reasoning: answers of 32,768 tokens</source>
        <translation>Lange Gedankengänge: Antworten von 32.768 Token</translation>
    </message>
    <message>
        <source>Long-context pre-training of Llama 3.1 405B at 131,072 tokens</source>
        <translation>Vortraining von Llama 3.1 405B mit langem Kontext von 131.072 Token</translation>
    </message>
    <message>
        <source>Memory of FP8 pre-training of Llama 3.1 70B on 64 H100</source>
        <translation>Speicher beim Vortraining von Llama 3.1 70B in FP8 auf 64 H100</translation>
    </message>
    <message>
        <source>One request to Llama 2 7B on one A100</source>
        <translation>Eine Anfrage an Llama 2 7B auf einer A100</translation>
    </message>
    <message>
        <source>One request to Llama 3.1 70B on four H100</source>
        <translation>Eine Anfrage an Llama 3.1 70B auf vier H100</translation>
    </message>
    <message>
        <source>One request to Mixtral 8x7B on two H100</source>
        <translation>Eine Anfrage an Mixtral 8x7B auf zwei H100</translation>
    </message>
    <message>
        <source>Pipeline- and tensor-parallel pre-training of GPT-3 175B on 64 H100</source>
        <translation>Pipeline- und tensorparalleles Vortraining von GPT-3 175B auf 64 H100</translation>
    </message>
    <message>
        <source>Pipeline-parallel training of GPT-3 20B on eight A100</source>
        <translation>Pipelineparalleles Training von GPT-3 20B auf acht A100</translation>
    </message>
    <message>
        <source>Places of the KV cache of OPT-13B on a 40 GB A100</source>
        <translation>Plätze des KV-Caches von OPT-13B auf einer A100 mit 40 GB</translation>
    </message>
    <message>
        <source>Pooled NVLink: all-reduce over 64 GPUs of one rack</source>
        <translation>Gemeinsamer NVLink: All-Reduce über 64 GPUs eines Racks</translation>
    </message>
    <message>
        <source>Pooled memory for the caches of agents</source>
        <translation>Gemeinsamer Speicher für die Caches von Agenten</translation>
    </message>
    <message>
        <source>Pre-training of DeepSeek-V3 on 2,048 H800</source>
        <translation>Vortraining von DeepSeek-V3 auf 2.048 H800</translation>
    </message>
    <message>
        <source>Pre-training of Llama 3.1 405B on 16,384 H100</source>
        <translation>Vortraining von Llama 3.1 405B auf 16.384 H100</translation>
    </message>
    <message>
        <source>Prefix caching: chats of five turns that share a system prompt</source>
        <translation>Präfix-Cache: Gespräche von fünf Zügen mit gemeinsamem System-Prompt</translation>
    </message>
    <message>
        <source>Prompts and decoding in pools of two H100 each</source>
        <translation>Prompts und Dekodieren in Gruppen von je zwei H100</translation>
    </message>
    <message>
        <source>Retrieval: what passages add to a question</source>
        <translation>Retrieval: was Textstellen zu einer Frage hinzufügen</translation>
    </message>
    <message>
        <source>Rollout and update of reinforcement learning with Llama 3.1 8B on 64 H100</source>
        <translation>Rollout und Aktualisierung beim bestärkenden Lernen mit Llama 3.1 8B auf 64 H100</translation>
    </message>
    <message>
        <source>Sequence-parallel pre-training of GPT-3 175B on 64 A100</source>
        <translation>Sequenzparalleles Vortraining von GPT-3 175B auf 64 A100</translation>
    </message>
    <message>
        <source>Serving Llama 2 13B on one A100 with chunked prompts</source>
        <translation>Llama 2 13B im Betrieb auf einer A100 mit zerteilten Prompts</translation>
    </message>
    <message>
        <source>Serving Llama 3.1 8B on two replicas under a service level</source>
        <translation>Llama 3.1 8B im Betrieb auf zwei Replikaten mit Dienstgüte</translation>
    </message>
    <message>
        <source>Serving OPT-13B on one A100: continuous batching and paged memory</source>
        <translation>OPT-13B im Betrieb auf einer A100: fortlaufendes Batching und Speicher in Seiten</translation>
    </message>
    <message>
        <source>Serving beside training on one H100</source>
        <translation>Betrieb neben Training auf einer H100</translation>
    </message>
    <message>
        <source>Share of the rollout in a step of reinforcement learning</source>
        <translation>Anteil des Rollouts an einem Schritt des bestärkenden Lernens</translation>
    </message>
    <message>
        <source>Skewed experts in pre-training Mixtral 8x7B</source>
        <translation>Ungleich belastete Experten beim Vortraining von Mixtral 8x7B</translation>
    </message>
    <message>
        <source>Speculative decoding against plain decoding</source>
        <translation>Spekulatives gegen einfaches Dekodieren</translation>
    </message>
    <message>
        <source>Speculative decoding: how the gain follows the acceptance</source>
        <translation>Spekulatives Dekodieren: wie der Gewinn der Annahme folgt</translation>
    </message>
    <message>
        <source>Stragglers among 16,384 H100</source>
        <translation>Nachzügler unter 16.384 H100</translation>
    </message>
    <message>
        <source>Tensor-parallel training of Llama 2 13B on four A100</source>
        <translation>Tensorparalleles Training von Llama 2 13B auf vier A100</translation>
    </message>
    <message>
        <source>Tensor-parallel training of Qwen2.5 32B on eight H200</source>
        <translation>Tensorparalleles Training von Qwen2.5 32B auf acht H200</translation>
    </message>
    <message>
        <source>Text to image: one step of SDXL at 1,024 pixels on one A100</source>
        <translation>Text zu Bild: ein Schritt von SDXL mit 1.024 Pixeln auf einer A100</translation>
    </message>
    <message>
        <source>Text to image: one step of Stable Diffusion 1.5 on one A100</source>
        <translation>Text zu Bild: ein Schritt von Stable Diffusion 1.5 auf einer A100</translation>
    </message>
    <message>
        <source>Text to video: one step of CogVideoX 2B on one L40</source>
        <translation>Text zu Video: ein Schritt von CogVideoX 2B auf einer L40</translation>
    </message>
    <message>
        <source>The neighbour of I4.1 in a partition of its own</source>
        <translation>Der Nachbar von I4.1 in einer eigenen Partition</translation>
    </message>
    <message>
        <source>The picture encoder of a vision-language model</source>
        <translation>Der Bildkodierer eines Bild-Sprach-Modells</translation>
    </message>
    <message>
        <source>Waste of memory that is reserved for the longest answer</source>
        <translation>Verschnitt von Speicher, der für die längste Antwort reserviert ist</translation>
    </message>
    <message>
        <source>Waste of paged memory</source>
        <translation>Verschnitt von Speicher in Seiten</translation>
    </message>
    <message>
        <source>What bus bandwidth does a large all-reduce reach inside a node?</source>
        <translation>Welche Busbandbreite erreicht ein großer All-Reduce in einem Knoten?</translation>
    </message>
    <message>
        <source>What do large blocks cost when the cache is full?</source>
        <translation>Was kosten große Blöcke, wenn der Cache voll ist?</translation>
    </message>
    <message>
        <source>What do sixteen answers to one prompt cost against one?</source>
        <translation>Was kosten sechzehn Antworten auf einen Prompt gegenüber einer?</translation>
    </message>
    <message>
        <source>What do the all-reduces of each layer cost?</source>
        <translation>Was kosten die All-Reduces jeder Schicht?</translation>
    </message>
    <message>
        <source>What does a limit of 400 W save per token, where boards may take 700?</source>
        <translation>Was spart eine Grenze von 400 W je Token, wo Karten 700 W aufnehmen dürfen?</translation>
    </message>
    <message>
        <source>What does context parallelism cost at 131,072 tokens?</source>
        <translation>Was kostet Kontextparallelität bei 131.072 Token?</translation>
    </message>
    <message>
        <source>What does it cost when one rank gets twice the mean share of the tokens?</source>
        <translation>Was kostet es, wenn ein Rang doppelt so viele Token wie im Mittel bekommt?</translation>
    </message>
    <message>
        <source>What does memory beside the device win when histories of waiting agents do not fit?</source>
        <translation>Was gewinnt Speicher neben dem Gerät, wenn die Verläufe wartender Agenten nicht passen?</translation>
    </message>
    <message>
        <source>What does one NVLink domain of a rack save against nodes of eight?</source>
        <translation>Was spart eine NVLink-Domäne eines Racks gegenüber Knoten mit acht Geräten?</translation>
    </message>
    <message>
        <source>What does tensor parallelism win for a lonely user?</source>
        <translation>Was gewinnt Tensorparallelität für einen einzelnen Nutzer?</translation>
    </message>
    <message>
        <source>What does the neighbour lose, and does it matter how large its partition is?</source>
        <translation>Was verliert der Nachbar, und kommt es auf die Größe seiner Partition an?</translation>
    </message>
    <message>
        <source>What rate do two replicas sustain while nine of ten requests keep their service level?</source>
        <translation>Welche Rate halten zwei Replikate durch, während neun von zehn Anfragen ihre Dienstgüte einhalten?</translation>
    </message>
    <message>
        <source>What share of reserved memory holds tokens?</source>
        <translation>Welcher Anteil des reservierten Speichers hält Token?</translation>
    </message>
    <message>
        <source>What share of the cache is lost in half-empty blocks?</source>
        <translation>Welcher Anteil des Caches geht in halbleeren Blöcken verloren?</translation>
    </message>
    <message>
        <source>What token rate does a large mixture reach with narrowed NVLink?</source>
        <translation>Welche Tokenrate erreicht ein großes Expertenmodell mit verengtem NVLink?</translation>
    </message>
    <message>
        <source>What token rate does fully sharded data parallelism alone reach?</source>
        <translation>Welche Tokenrate erreicht voll verteilte Datenparallelität allein?</translation>
    </message>
    <message>
        <source>What utilization remains at 16,384 devices?</source>
        <translation>Welche Auslastung bleibt bei 16.384 Geräten?</translation>
    </message>
    <message>
        <source>accelerator mapping</source>
        <translation>Mapping auf Beschleuniger</translation>
    </message>
    <message>
        <source>agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>batched serving</source>
        <translation>Betrieb in Batches</translation>
    </message>
    <message>
        <source>chiplets and pooled memory</source>
        <translation>Chiplets und gemeinsamer Speicher</translation>
    </message>
    <message>
        <source>co-location</source>
        <translation>Nachbarn auf einem Gerät</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>Kollektive</translation>
    </message>
    <message>
        <source>data-parallel training</source>
        <translation>datenparalleles Training</translation>
    </message>
    <message>
        <source>decode with PIM</source>
        <translation>Dekodieren mit PIM</translation>
    </message>
    <message>
        <source>diffusion</source>
        <translation>Diffusion</translation>
    </message>
    <message>
        <source>disaggregation</source>
        <translation>getrennte Gruppen</translation>
    </message>
    <message>
        <source>edge</source>
        <translation>Edge</translation>
    </message>
    <message>
        <source>end to end</source>
        <translation>Ende zu Ende</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>Expertenparallelität</translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation>Feinabstimmung</translation>
    </message>
    <message>
        <source>from 2023</source>
        <translation>seit 2023</translation>
    </message>
    <message>
        <source>graph networks</source>
        <translation>Graphnetze</translation>
    </message>
    <message>
        <source>long context</source>
        <translation>langer Kontext</translation>
    </message>
    <message>
        <source>pipeline-parallel training</source>
        <translation>pipelineparalleles Training</translation>
    </message>
    <message>
        <source>power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>prefix caching</source>
        <translation>Präfix-Cache</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>recommendation</source>
        <translation>Empfehlung</translation>
    </message>
    <message>
        <source>reduced precision</source>
        <translation>verringerte Genauigkeit</translation>
    </message>
    <message>
        <source>reinforcement learning</source>
        <translation>bestärkendes Lernen</translation>
    </message>
    <message>
        <source>retrieval</source>
        <translation>Retrieval</translation>
    </message>
    <message>
        <source>single request</source>
        <translation>einzelne Anfrage</translation>
    </message>
    <message>
        <source>speculation</source>
        <translation>Spekulation</translation>
    </message>
    <message>
        <source>tensor-parallel training</source>
        <translation>tensorparalleles Training</translation>
    </message>
    <message>
        <source>test-time compute</source>
        <translation>Rechnen zur Antwortzeit</translation>
    </message>
    <message>
        <source>training at scale</source>
        <translation>Training im Großen</translation>
    </message>
    <message>
        <source>until 2016</source>
        <translation>bis 2016</translation>
    </message>
    <message>
        <source>vision-language</source>
        <translation>Bild und Sprache</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>Drag a slider on the right, or a factor in the mapping: every view follows while you drag. Ctrl+Z takes it back.</source>
        <translation>Rechts einen Regler oder im Mapping einen Faktor ziehen: alle Ansichten folgen dabei. Strg+Z nimmt es zurück.</translation>
    </message>
    <message>
        <source>Drag a slider on the right: every view follows. Double click a bar of the composition gap to see what it holds.</source>
        <translation>Rechts einen Regler ziehen: alle Ansichten folgen. Ein Doppelklick auf einen Balken der Kompositionslücke zeigt, was darin steckt.</translation>
    </message>
    <message>
        <source>Drag tp or pp above the cluster, or the number of devices in Scaling. “Find best plan” searches the fastest plan that fits.</source>
        <translation>Über dem Cluster tp oder pp ziehen, oder in der Skalierung die Zahl der Geräte. „Besten Plan finden“ sucht den schnellsten Plan, der passt.</translation>
    </message>
    <message>
        <source>Drag the vertical line of the load curve: that is the arrival rate. “Find highest rate” searches the rate at which the service level ends.</source>
        <translation>Die senkrechte Linie der Lastkurve ziehen: das ist die Ankunftsrate. „Höchste Rate finden“ sucht die Rate, bei der die Dienstgüte endet.</translation>
    </message>
    <message>
        <source>Drag batch, resolution or clock above the kernels. The matrix shows the same network on every device that was measured.</source>
        <translation>Über den Kerneln Batch, Auflösung oder Takt ziehen. Die Matrix zeigt dasselbe Netz auf jedem Gerät, das gemessen wurde.</translation>
    </message>
    <message>
        <source>Drag “Loop” or “Copies” above the instructions. Click an instruction to read what it holds; the framed ports are the busiest.</source>
        <translation>Oberhalb der Befehle an „Schleife“ oder „Kopien“ ziehen. Ein Klick auf einen Befehl zeigt, was er belegt; die umrahmten Ports sind die am stärksten belegten.</translation>
    </message>
    <message>
        <source>Drag a slider on the right: every view follows. Click a number of the headline to see where that metric goes.</source>
        <translation>Rechts an einem Regler ziehen: Alle Ansichten folgen. Ein Klick auf eine Zahl der Überschrift zeigt, wohin diese Größe geht.</translation>
    </message>
    <message>
        <source>A sweep or a search evaluates many designs at once: “New exploration” starts one. Then drag the triangles at the edges of the Pareto plot to set bounds, or click a point to open it as a design.</source>
        <translation>Ein Durchlauf oder eine Suche wertet viele Entwürfe auf einmal aus: „Neue Erkundung“ beginnt damit. Dann an den Dreiecken am Rand des Pareto-Diagramms ziehen, um Grenzen zu setzen, oder auf einen Punkt klicken, um ihn als Entwurf zu öffnen.</translation>
    </message>
    <message>
        <source>Coverage shows which methods answer which scenario, and how far they were off. Validation opens measurements of your own.</source>
        <translation>Die Abdeckung zeigt, welche Methode welches Szenario beantwortet und wie weit sie danebenlag. Die Validierung öffnet eigene Messungen.</translation>
    </message>
    <message>
        <source>PIM</source>
        <translation>PIM</translation>
    </message>
    <message>
        <source>Arrange the window for kernels in memories that compute: where time and energy go, estimate</source>
        <translation>Das Fenster für Kernel in rechnenden Speichern anordnen: wohin Zeit und Energie gehen, Schätzung</translation>
    </message>
    <message>
        <source>PIM sample session</source>
        <translation>PIM-Beispielsitzung</translation>
    </message>
    <message>
        <source>Open the P&amp;IM sample session</source>
        <translation>P&amp;IM-Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>Decode attention in the banks of HBM3, and a matrix product in UPMEM modules and in a digital macro</source>
        <translation>Decode-Attention in den Bänken von HBM3, und ein Matrixprodukt in UPMEM-Modulen und in einem digitalen Makro</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Arrange the window for basic blocks on the cores of CPUs: bounds and ports, estimate</source>
        <translation>Das Fenster für Grundblöcke auf CPU-Kernen anordnen: Schranken und Ports, Schätzung</translation>
    </message>
    <message>
        <source>CPU sample session</source>
        <translation>CPU-Beispielsitzung</translation>
    </message>
    <message>
        <source>Open the C&amp;PU sample session</source>
        <translation>C&amp;PU-Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>The inner loop of a dot product on Golden Cove and Zen 3, with one sum and with two</source>
        <translation>Die innere Schleife eines Skalarprodukts auf Golden Cove und Zen 3, mit einer Summe und mit zweien</translation>
    </message>
    <message>
        <source>Sample session</source>
        <translation>Beispielsitzung</translation>
    </message>
    <message>
        <source>GPU sample session</source>
        <translation>GPU-Beispielsitzung</translation>
    </message>
    <message>
        <source>Exploration sample session</source>
        <translation>Beispielsitzung zur Erkundung</translation>
    </message>
    <message>
        <source>Serving sample session</source>
        <translation>Beispielsitzung zum Dienst</translation>
    </message>
    <message>
        <source>Cluster sample session</source>
        <translation>Cluster-Beispielsitzung</translation>
    </message>
    <message>
        <source>Open the &amp;sample session</source>
        <translation>&amp;Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>Open the &amp;GPU sample session</source>
        <translation>&amp;GPU-Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>Open the e&amp;xploration sample session</source>
        <translation>Beispielsitzung zur &amp;Erkundung öffnen</translation>
    </message>
    <message>
        <source>Open the se&amp;rving sample session</source>
        <translation>Beispielsitzung zum &amp;Dienst öffnen</translation>
    </message>
    <message>
        <source>Open the c&amp;luster sample session</source>
        <translation>C&amp;luster-Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>ResNet-50 conv1 on an Eyeriss-like array</source>
        <translation>ResNet-50 conv1 auf einem Feld wie Eyeriss</translation>
    </message>
    <message>
        <source>GPT-2 large on A100 and H100, and one matrix product</source>
        <translation>GPT-2 large auf A100 und H100, und ein Matrixprodukt</translation>
    </message>
    <message>
        <source>Llama 3.1 70B trained on 64 H100 by two plans, and an all-reduce</source>
        <translation>Llama 3.1 70B auf 64 H100 nach zwei Plänen trainiert, und ein All-reduce</translation>
    </message>
    <message>
        <source>Eyeriss-like arrays on ResNet-50 layers, GPUs on a GPT-2 forward pass</source>
        <translation>Eyeriss-artige Felder auf Schichten von ResNet-50, GPUs auf einem Vorwärtslauf von GPT-2</translation>
    </message>
    <message>
        <source>Llama 3.1 8B served by A100 and H100 under load, and sweeps over rate, replicas and schedulers</source>
        <translation>Llama 3.1 8B auf A100 und H100 unter Last, und Läufe über Rate, Repliken und Scheduler</translation>
    </message>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>Arrange the window for layers and models on NPUs: mapping, energy, cores</source>
        <translation>Das Fenster für Schichten und Modelle auf NPUs einrichten: Mapping, Energie, Kerne</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Arrange the window for kernels and models on GPUs: composition gap, roofline, kernel</source>
        <translation>Das Fenster für Kernel und Modelle auf GPUs einrichten: Kompositionslücke, Roofline, Kernel</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Arrange the window for sweeps and searches: Pareto front, parallel coordinates, jobs</source>
        <translation>Das Fenster für Durchläufe und Suchen anordnen: Pareto-Front, parallele Koordinaten, Aufträge</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Arrange the window for engines under load: latencies, timeline, composition, capacity</source>
        <translation>Das Fenster für Maschinen unter Last einrichten: Latenzen, Zeitachse, Zusammensetzung, Kapazität</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Arrange the window for training and collectives on clusters: fabric, pipeline, memory, scaling</source>
        <translation>Das Fenster für Training und Kollektive auf Clustern einrichten: Verbindungen, Pipeline, Speicher, Skalierung</translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>Edge</translation>
    </message>
    <message>
        <source>Arrange the window for networks on edge SoCs: kernels, device matrix, transfer</source>
        <translation>Das Fenster für Netze auf Edge-SoCs anordnen: Kernel, Gerätematrix, Transfer</translation>
    </message>
    <message>
        <source>Edge sample session</source>
        <translation>Edge-Beispielsitzung</translation>
    </message>
    <message>
        <source>Open the e&amp;dge sample session</source>
        <translation>Die E&amp;dge-Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>ResNet-18 on a Raspberry Pi 4, and on a board without measurements</source>
        <translation>ResNet-18 auf einem Raspberry Pi 4 und auf einem Board, das niemand gemessen hat</translation>
    </message>
    <message>
        <source>Assess</source>
        <translation>Beurteilen</translation>
    </message>
    <message>
        <source>Arrange the window for judging answers: coverage of the scenarios by methods, validation against measurements</source>
        <translation>Das Fenster zum Beurteilen von Antworten ordnen: Abdeckung der Szenarien durch Methoden, Vergleich mit Messungen</translation>
    </message>
    <message>
        <source>Assessment sample session</source>
        <translation>Beispielsitzung zum Beurteilen</translation>
    </message>
    <message>
        <source>Open the &amp;assessment sample session</source>
        <translation>Beispielsitzung zum &amp;Beurteilen öffnen</translation>
    </message>
    <message>
        <source>A design inside of what was measured, and one outside of it</source>
        <translation>Ein Entwurf innerhalb des Gemessenen und einer außerhalb</translation>
    </message>
</context>
<context>
    <name>strata::app</name>
    <message>
        <source>Design-space explorer for machine-learning hardware.</source>
        <translation>Entwurfsraum-Erkundung für Hardware des maschinellen Lernens.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later; without any warranty.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder später; ohne jede Gewähr.</translation>
    </message>
    <message>
        <source>Built with Qt %1, QCustomPlot, nlohmann JSON, SQLite, Eigen and OpenSSL.</source>
        <translation>Gebaut mit Qt %1, QCustomPlot, nlohmann JSON, SQLite, Eigen und OpenSSL.</translation>
    </message>
    <message>
        <source>Nudge a slider by one step</source>
        <translation>Regler um einen Schritt bewegen</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>Nudge a slider by ten steps</source>
        <translation>Regler um zehn Schritte bewegen</translation>
    </message>
    <message>
        <source>Shift and arrow keys</source>
        <translation>Umschalt und Pfeiltasten</translation>
    </message>
    <message>
        <source>Smallest and largest value of a slider</source>
        <translation>Kleinster und größter Wert eines Reglers</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>Take a drag back while it lasts</source>
        <translation>Einen Zug zurücknehmen, solange er dauert</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Schedulers of %1</source>
        <translation>Scheduler von %1</translation>
    </message>
    <message>
        <source>Rate and ranks of %1</source>
        <translation>Rate und Ränge von %1</translation>
    </message>
    <message>
        <source>Rate and replicas of %1</source>
        <translation>Rate und Repliken von %1</translation>
    </message>
</context>
<context>
    <name>strata::app::CommandPalette</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search actions, parameters, views, devices …</source>
        <translation>Aktionen, Parameter, Ansichten, Geräte suchen …</translation>
    </message>
</context>
<context>
    <name>strata::app::DockTitle</name>
    <message>
        <source>Fill the window with this view (F11)</source>
        <translation>Fenster mit dieser Ansicht füllen (F11)</translation>
    </message>
    <message>
        <source>Detach or attach</source>
        <translation>Ablösen oder andocken</translation>
    </message>
    <message>
        <source>Hide; the View menu brings it back</source>
        <translation>Ausblenden; das Menü Ansicht holt sie zurück</translation>
    </message>
</context>
<context>
    <name>strata::app::HintBar</name>
    <message>
        <source>Design B with the star is the baseline: each view shows the difference to it. Press B to pin another one.</source>
        <translation>Entwurf B mit dem Stern ist der Bezug: jede Ansicht zeigt den Unterschied dazu. Mit B einen anderen anheften.</translation>
    </message>
    <message>
        <source>Ctrl+D copies the selected design, so that the next drag changes the copy. Ctrl+K finds everything by its name.</source>
        <translation>Strg+D kopiert den ausgewählten Entwurf, der nächste Zug ändert die Kopie. Strg+K findet alles beim Namen.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
</context>
<context>
    <name>strata::app::JobsPanel</name>
    <message>
        <source>Nothing runs in the background.</source>
        <translation>Im Hintergrund läuft nichts.</translation>
    </message>
    <message>
        <source>%1 requests evaluated, %2 answered from memory.</source>
        <translation>%1 Anfragen ausgewertet, %2 aus dem Gedächtnis beantwortet.</translation>
    </message>
    <message>
        <source>New exploration …</source>
        <translation>Neue Erkundung …</translation>
    </message>
    <message>
        <source>Vary parameters of the selected design</source>
        <translation>Parameter des gewählten Entwurfs verändern</translation>
    </message>
</context>
<context>
    <name>strata::app::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
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
        <source>Search the manual</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>No page contains these words.</source>
        <translation>Keine Seite enthält diese Wörter.</translation>
    </message>
</context>
<context>
    <name>strata::app::MainWindow</name>
    <message>
        <source>Copy as picture</source>
        <translation>Als Bild kopieren</translation>
    </message>
    <message>
        <source>Show the view that you want to copy first.</source>
        <translation>Zeigen Sie zuerst die Ansicht, die Sie kopieren wollen.</translation>
    </message>
    <message>
        <source>Sample on %1</source>
        <translation>Beispiel auf %1</translation>
    </message>
    <message>
        <source>The selected design does not run on %1. A sample that does was added.</source>
        <translation>Der gewählte Entwurf läuft nicht auf %1. Ein Beispiel, das dort läuft, ist hinzugekommen.</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>No design yet: make one, choose a device or a model in the catalog, or begin with the sample session of %1.</source>
        <translation>Noch kein Entwurf: einen anlegen, im Katalog ein Gerät oder Modell wählen oder mit der Beispielsitzung für %1 beginnen.</translation>
    </message>
    <message>
        <source>Show it in %1</source>
        <translation>In %1 zeigen</translation>
    </message>
    <message>
        <source>The views of %1 have nothing to draw for %2.</source>
        <translation>Die Ansichten von %1 haben für %2 nichts zu zeichnen.</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Catalog</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>use %1 of %2</source>
        <translation>%1 von %2 verwenden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Show the view that you want to export first.</source>
        <translation>Zuerst die Ansicht zeigen, die exportiert werden soll.</translation>
    </message>
    <message>
        <source>The figure was not written: %1</source>
        <translation>Die Abbildung wurde nicht geschrieben: %1</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
    <message>
        <source>The study was recovered. Save it to keep it; the recovery point stays until you discard it.</source>
        <translation>Die Studie ist wiederhergestellt. Zum Behalten speichern; der Wiederherstellungspunkt bleibt, bis er verworfen wird.</translation>
    </message>
    <message>
        <source>%1 was not opened: %2</source>
        <translation>%1 wurde nicht geöffnet: %2</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>%1 wurde nicht gespeichert: %2</translation>
    </message>
    <message>
        <source>Changes are not kept against a crash: %1</source>
        <translation>Änderungen sind nicht gegen einen Absturz gesichert: %1</translation>
    </message>
    <message>
        <source>Reading the catalog</source>
        <translation>Katalog wird gelesen</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>The session will be saved as soon as all explorations have been read.</source>
        <translation>Die Sitzung wird gespeichert, sobald alle Erkundungen gelesen sind.</translation>
    </message>
    <message>
        <source>Recover %1</source>
        <translation>%1 wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message numerus="yes">
        <source>Strata did not end by itself last time. %n unsaved study(s) can be recovered.</source>
        <translation>
            <numerusform>Strata wurde beim letzten Mal nicht selbst beendet. %n ungespeicherte Studie kann wiederhergestellt werden.</numerusform>
            <numerusform>Strata wurde beim letzten Mal nicht selbst beendet. %n ungespeicherte Studien können wiederhergestellt werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1[*] – Strata</source>
        <translation>%1[*] – Strata</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Sa&amp;mple sessions</source>
        <translation>&amp;Beispielsitzungen</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Design</source>
        <translation>&amp;Entwurf</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>&amp;Aussehen</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Put the keyboard on a parameter first: Ctrl+R sets the catalog&apos;s value for it.</source>
        <translation>Zuerst einen Parameter anwählen: Strg+R setzt dafür den Wert des Katalogs.</translation>
    </message>
    <message>
        <source>No session was opened yet</source>
        <translation>Noch keine Sitzung geöffnet</translation>
    </message>
    <message>
        <source>Forget these files</source>
        <translation>Diese Dateien vergessen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Add to the design</source>
        <translation>Zum Entwurf hinzufügen</translation>
    </message>
    <message>
        <source>Use in the design</source>
        <translation>Im Entwurf verwenden</translation>
    </message>
    <message>
        <source>About Strata</source>
        <translation>Über Strata</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Workspace</source>
        <translation>Ar&amp;beitsbereich</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>%1 ended: %2</source>
        <translation>%1 endete: %2</translation>
    </message>
    <message>
        <source>Select the design that you want to explore first.</source>
        <translation>Zuerst den Entwurf wählen, der erkundet werden soll.</translation>
    </message>
    <message>
        <source>Put the keyboard on a parameter first: Ctrl+Alt+E varies it.</source>
        <translation>Zuerst die Tastatur auf einen Parameter setzen: Strg+Alt+E verändert ihn.</translation>
    </message>
    <message>
        <source>open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>E&amp;xplore</source>
        <translation>Er&amp;kunden</translation>
    </message>
    <message>
        <source>Select a design of a serving engine whose traffic has an arrival rate first.</source>
        <translation>Zuerst einen Entwurf einer Dienstmaschine wählen, deren Verkehr eine Ankunftsrate hat.</translation>
    </message>
    <message>
        <source>Sample session</source>
        <translation>Beispielsitzung</translation>
    </message>
    <message>
        <source>GPU sample session</source>
        <translation>GPU-Beispielsitzung</translation>
    </message>
    <message>
        <source>Exploration sample session</source>
        <translation>Beispielsitzung zur Erkundung</translation>
    </message>
    <message>
        <source>Serving sample session</source>
        <translation>Beispielsitzung zum Dienst</translation>
    </message>
    <message>
        <source>Cluster sample session</source>
        <translation>Cluster-Beispielsitzung</translation>
    </message>
    <message>
        <source>Operator tables</source>
        <translation>Operatortabellen</translation>
    </message>
    <message>
        <source>Tables (*.csv *.csv.gz);;All files (*)</source>
        <translation>Tabellen (*.csv *.csv.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>operator tables</source>
        <translation>Operatortabellen</translation>
    </message>
    <message>
        <source>predicted iterations</source>
        <translation>vorhergesagte Iterationen</translation>
    </message>
    <message>
        <source>Keep this arrangement</source>
        <translation>Diese Anordnung merken</translation>
    </message>
    <message>
        <source>Name of the arrangement; an existing one is replaced</source>
        <translation>Name der Anordnung; eine vorhandene wird ersetzt</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Vergessen</translation>
    </message>
    <message>
        <source>A&amp;rrangements</source>
        <translation>Anor&amp;dnungen</translation>
    </message>
    <message>
        <source>No service level is stated: within what time do requests need their tokens?</source>
        <translation>Es ist keine Dienstgüte angegeben: In welcher Zeit brauchen Anfragen ihre Token?</translation>
    </message>
    <message>
        <source>State a service level</source>
        <translation>Dienstgüte angeben</translation>
    </message>
    <message>
        <source>Base of %1</source>
        <translation>Grundlage von %1</translation>
    </message>
    <message>
        <source>%1 is among the explorations now.</source>
        <translation>%1 ist jetzt unter den Erkundungen.</translation>
    </message>
    <message>
        <source>%1 is a design of the study now.</source>
        <translation>%1 ist jetzt ein Entwurf der Studie.</translation>
    </message>
    <message>
        <source>All that Strata opens (*.strata *.results *.json *.jsonl *.onnx *.yaml *.yml *.csv *.csv.gz *.m *.cfg *.log *.txt *.md)</source>
        <translation>Alles, was Strata öffnet (*.strata *.results *.json *.jsonl *.onnx *.yaml *.yml *.csv *.csv.gz *.m *.cfg *.log *.txt *.md)</translation>
    </message>
    <message>
        <source>Sessions (*.strata)</source>
        <translation>Sitzungen (*.strata)</translation>
    </message>
    <message>
        <source>Results of sweeps and searches (*.results)</source>
        <translation>Ergebnisse von Durchläufen und Suchen (*.results)</translation>
    </message>
    <message>
        <source>Measurements (*.csv *.csv.gz *.jsonl *.json *.log *.txt *.md)</source>
        <translation>Messungen (*.csv *.csv.gz *.jsonl *.json *.log *.txt *.md)</translation>
    </message>
    <message>
        <source>Requests, figures, devices and models (*.json *.onnx *.yaml *.yml *.csv *.m *.cfg)</source>
        <translation>Anfragen, Abbildungen, Geräte und Modelle (*.json *.onnx *.yaml *.yml *.csv *.m *.cfg)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>strata::app::SessionFile</name>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Strata sessions (*%1)</source>
        <translation>Strata-Sitzungen (*%1)</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>The study has changes that were not saved.</source>
        <translation>Die Studie hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
</context>
<context>
    <name>strata::app::CatalogKeeper</name>
    <message>
        <source>There is nothing to save: the design uses the catalog&apos;s own entry. Change one of its parameters first.</source>
        <translation>Es gibt nichts zu sichern: Der Entwurf benutzt den Eintrag des Katalogs. Zuerst einen Parameter ändern.</translation>
    </message>
    <message>
        <source>Save as my model</source>
        <translation>Als mein Modell sichern</translation>
    </message>
    <message>
        <source>Save as my device</source>
        <translation>Als mein Gerät sichern</translation>
    </message>
    <message>
        <source>Name in the catalog</source>
        <translation>Name im Katalog</translation>
    </message>
    <message>
        <source>My %1</source>
        <translation>Mein %1</translation>
    </message>
    <message>
        <source>save as %1</source>
        <translation>als %1 sichern</translation>
    </message>
    <message>
        <source>%1 is in the catalog now, and the design uses it.</source>
        <translation>%1 ist jetzt im Katalog, und der Entwurf benutzt es.</translation>
    </message>
    <message>
        <source>use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>Import a device or a model</source>
        <translation>Gerät oder Modell importieren</translation>
    </message>
    <message>
        <source>Devices and models (*.json *.onnx)</source>
        <translation>Geräte und Modelle (*.json *.onnx)</translation>
    </message>
    <message>
        <source>%1 is in the catalog now.</source>
        <translation>%1 ist jetzt im Katalog.</translation>
    </message>
</context>
<context>
    <name>strata::app::DesignSearches</name>
    <message>
        <source>Select a design of a serving engine whose traffic has an arrival rate first.</source>
        <translation>Zuerst einen Entwurf einer Dienstmaschine wählen, deren Verkehr eine Ankunftsrate hat.</translation>
    </message>
    <message>
        <source>Highest rate of %1</source>
        <translation>Höchste Rate von %1</translation>
    </message>
    <message>
        <source>highest rate %1</source>
        <translation>höchste Rate %1</translation>
    </message>
    <message>
        <source>%1, highest rate</source>
        <translation>%1, höchste Rate</translation>
    </message>
    <message>
        <source>%1 of the requests keep the service level up to %2 (%3), told by runs of %4 requests.</source>
        <translation>%1 der Anfragen halten die Dienstgüte bis %2 (%3); Läufe von %4 Anfragen sagen das.</translation>
    </message>
    <message>
        <source>Select a design that is trained on a cluster first.</source>
        <translation>Zuerst einen Entwurf auswählen, der auf einem Cluster trainiert wird.</translation>
    </message>
    <message>
        <source>plan: %1</source>
        <translation>Plan: %1</translation>
    </message>
    <message>
        <source>Plans of %1</source>
        <translation>Pläne von %1</translation>
    </message>
    <message>
        <source>best plan, %1</source>
        <translation>bester Plan, %1</translation>
    </message>
</context>
<context>
    <name>strata::app::ValidationFiles</name>
    <message>
        <source>Open measured values</source>
        <translation>Messwerte öffnen</translation>
    </message>
    <message>
        <source>Rows and predictions (*.csv *.csv.gz *.jsonl);;All files (*)</source>
        <translation>Zeilen und Vorhersagen (*.csv *.csv.gz *.jsonl);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Validating: %1</source>
        <translation>Validierung: %1</translation>
    </message>
    <message>
        <source>Open predictions of another tool</source>
        <translation>Vorhersagen eines anderen Werkzeugs öffnen</translation>
    </message>
    <message>
        <source>Predictions (*.csv *.csv.gz *.json);;All files (*)</source>
        <translation>Vorhersagen (*.csv *.csv.gz *.json);;Alle Dateien (*)</translation>
    </message>
    <message numerus="yes">
        <source>%n predictions mean no row on show, or state another unit.</source>
        <translation>
            <numerusform>%n Vorhersage gehört zu keiner gezeigten Zeile oder nennt eine andere Einheit.</numerusform>
            <numerusform>%n Vorhersagen gehören zu keiner gezeigten Zeile oder nennen eine andere Einheit.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::app::MessagesPanel</name>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>strata::app::NoticeBar</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>strata::app::StudyController</name>
    <message>
        <source>%1, copy</source>
        <translation>%1, Kopie</translation>
    </message>
    <message>
        <source>duplicate design %1</source>
        <translation>Entwurf %1 kopieren</translation>
    </message>
    <message>
        <source>new design %1</source>
        <translation>neuer Entwurf %1</translation>
    </message>
    <message>
        <source>delete design %1</source>
        <translation>Entwurf %1 löschen</translation>
    </message>
    <message>
        <source>unpin baseline %1</source>
        <translation>Bezug %1 lösen</translation>
    </message>
    <message>
        <source>pin baseline %1</source>
        <translation>Bezug %1 anheften</translation>
    </message>
    <message>
        <source>rename design to %1</source>
        <translation>Entwurf in %1 umbenennen</translation>
    </message>
    <message>
        <source>pin %1 as baseline</source>
        <translation>%1 als Bezug anheften</translation>
    </message>
    <message>
        <source>compare with %1 as well</source>
        <translation>auch mit %1 vergleichen</translation>
    </message>
</context>
<context>
    <name>strata::app::WindowActions</name>
    <message>
        <source>Calibrate with your own &amp;measurements …</source>
        <translation>Mit eigenen &amp;Messungen kalibrieren …</translation>
    </message>
    <message>
        <source>Infer a device&apos;s, a fabric&apos;s or an engine&apos;s factors from a few timings of yours</source>
        <translation>Faktoren eines Geräts, eines Netzes oder einer Laufzeit aus wenigen eigenen Zeiten bestimmen</translation>
    </message>
    <message>
        <source>&amp;Help on this view</source>
        <translation>&amp;Hilfe zu dieser Ansicht</translation>
    </message>
    <message>
        <source>The page of the manual on the view under the pointer</source>
        <translation>Die Seite des Handbuchs zur Ansicht unter dem Zeiger</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>Tutorials, views, methods, file formats and a glossary, with a search</source>
        <translation>Einführungen, Ansichten, Methoden, Dateiformate und ein Glossar, mit einer Suche</translation>
    </message>
    <message>
        <source>&amp;New session</source>
        <translation>&amp;Neue Sitzung</translation>
    </message>
    <message>
        <source>Start with an empty study</source>
        <translation>Mit leerer Studie beginnen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+N</source>
        <translation>Ctrl+Shift+N</translation>
    </message>
    <message>
        <source>&amp;Open …</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open a session file</source>
        <translation>Eine Sitzungsdatei öffnen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>Die Sitzung speichern</translation>
    </message>
    <message>
        <source>Save &amp;as …</source>
        <translation>Speichern &amp;unter …</translation>
    </message>
    <message>
        <source>Save the session under another name</source>
        <translation>Die Sitzung unter anderem Namen speichern</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>&amp;Export figure …</source>
        <translation>Abbildung &amp;exportieren …</translation>
    </message>
    <message>
        <source>Write the current view as PDF, SVG or PNG, with its numbers and request beside it</source>
        <translation>Die aktuelle Ansicht als PDF, SVG oder PNG schreiben, mit Zahlen und Anfrage daneben</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>End Strata</source>
        <translation>Strata beenden</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>&amp;Undo:</source>
        <translation>&amp;Rückgängig:</translation>
    </message>
    <message>
        <source>&amp;Redo:</source>
        <translation>&amp;Wiederholen:</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Z</source>
        <translation>Ctrl+Shift+Z</translation>
    </message>
    <message>
        <source>Ctrl+Y</source>
        <translation>Ctrl+Y</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected cells, or the current view as a picture</source>
        <translation>Die ausgewählten Zellen oder die aktuelle Ansicht als Bild kopieren</translation>
    </message>
    <message>
        <source>Copy re&amp;quest as JSON</source>
        <translation>An&amp;frage als JSON kopieren</translation>
    </message>
    <message>
        <source>The request of the selected design, as strata-cli evaluate reads it</source>
        <translation>Die Anfrage des ausgewählten Entwurfs, wie strata-cli evaluate sie liest</translation>
    </message>
    <message>
        <source>Copy &amp;estimate as JSON</source>
        <translation>&amp;Schätzung als JSON kopieren</translation>
    </message>
    <message>
        <source>The estimate of the selected design, as strata-cli evaluate prints it</source>
        <translation>Die Schätzung des ausgewählten Entwurfs, wie strata-cli evaluate sie ausgibt</translation>
    </message>
    <message>
        <source>&amp;New design</source>
        <translation>&amp;Neuer Entwurf</translation>
    </message>
    <message>
        <source>Add a design to the study</source>
        <translation>Der Studie einen Entwurf hinzufügen</translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation>Ctrl+N</translation>
    </message>
    <message>
        <source>&amp;Duplicate design</source>
        <translation>Entwurf &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy the selected design; the next drag changes the copy</source>
        <translation>Den ausgewählten Entwurf kopieren; der nächste Zug ändert die Kopie</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>&amp;Rename design</source>
        <translation>Entwurf &amp;umbenennen</translation>
    </message>
    <message>
        <source>Change the name of the selected design</source>
        <translation>Den Namen des ausgewählten Entwurfs ändern</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>De&amp;lete design</source>
        <translation>Entwurf &amp;löschen</translation>
    </message>
    <message>
        <source>Take the selected design out of the study</source>
        <translation>Den ausgewählten Entwurf aus der Studie nehmen</translation>
    </message>
    <message>
        <source>Ctrl+Delete</source>
        <translation>Ctrl+Delete</translation>
    </message>
    <message>
        <source>Pin as &amp;baseline</source>
        <translation>Als &amp;Bezug anheften</translation>
    </message>
    <message>
        <source>Every view compares with the baseline; press again to unpin</source>
        <translation>Jede Ansicht vergleicht mit dem Bezug; nochmals löst ihn</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Rese&amp;t parameter</source>
        <translation>Parameter &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Set the catalog&apos;s value for the parameter that has the keyboard</source>
        <translation>Für den angewählten Parameter den Wert des Katalogs setzen</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>&amp;As the desktop</source>
        <translation>&amp;Wie die Arbeitsfläche</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>Hell oder dunkel wie die Arbeitsfläche</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dark text on a light window</source>
        <translation>Dunkle Schrift auf hellem Fenster</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Light text on a dark window</source>
        <translation>Helle Schrift auf dunklem Fenster</translation>
    </message>
    <message>
        <source>Restore default la&amp;yout</source>
        <translation>Standard-An&amp;ordnung wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Fill window with view</source>
        <translation>&amp;Fenster mit Ansicht füllen</translation>
    </message>
    <message>
        <source>Show only the current view; press again to come back</source>
        <translation>Nur die aktuelle Ansicht zeigen; nochmals kehrt zurück</translation>
    </message>
    <message>
        <source>F11</source>
        <translation>F11</translation>
    </message>
    <message>
        <source>Full &amp;screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>Den ganzen Bildschirm nutzen</translation>
    </message>
    <message>
        <source>Shift+F11</source>
        <translation>Shift+F11</translation>
    </message>
    <message>
        <source>&amp;Search actions, parameters, devices …</source>
        <translation>Aktionen, Parameter, Geräte &amp;suchen …</translation>
    </message>
    <message>
        <source>Find anything by its name</source>
        <translation>Alles beim Namen finden</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>Filter &amp;parameters</source>
        <translation>&amp;Parameter filtern</translation>
    </message>
    <message>
        <source>Go to the filter of the parameters</source>
        <translation>Zum Filter der Parameter</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Ctrl+F</translation>
    </message>
    <message>
        <source>Filter &amp;catalog</source>
        <translation>&amp;Katalog filtern</translation>
    </message>
    <message>
        <source>Go to the filter of the catalog</source>
        <translation>Zum Filter des Katalogs</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Ctrl+L</translation>
    </message>
    <message>
        <source>Show the &amp;hints again</source>
        <translation>&amp;Hinweise nochmals zeigen</translation>
    </message>
    <message>
        <source>The three hints of the first start</source>
        <translation>Die drei Hinweise des ersten Starts</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>List every action with its keys</source>
        <translation>Alle Aktionen mit ihren Tasten</translation>
    </message>
    <message>
        <source>Ctrl+?</source>
        <translation>Ctrl+?</translation>
    </message>
    <message>
        <source>&amp;About Strata</source>
        <translation>Ü&amp;ber Strata</translation>
    </message>
    <message>
        <source>Version, licence and libraries</source>
        <translation>Version, Lizenz und Bibliotheken</translation>
    </message>
    <message>
        <source>Put every dock of this workspace back where it was at the first start</source>
        <translation>In diesem Arbeitsbereich alles dorthin zurück, wo es beim ersten Start war</translation>
    </message>
    <message>
        <source>Workspace %1</source>
        <translation>Arbeitsbereich %1</translation>
    </message>
    <message>
        <source>New &amp;exploration …</source>
        <translation>Neue &amp;Erkundung …</translation>
    </message>
    <message>
        <source>Vary parameters of the selected design: a sweep or a search in the background</source>
        <translation>Parameter des gewählten Entwurfs verändern: ein Durchlauf oder eine Suche im Hintergrund</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>Explore this &amp;parameter …</source>
        <translation>Diesen &amp;Parameter erkunden …</translation>
    </message>
    <message>
        <source>Vary the parameter that has the keyboard</source>
        <translation>Den Parameter verändern, der die Tastatur hat</translation>
    </message>
    <message>
        <source>Ctrl+Alt+E</source>
        <translation>Ctrl+Alt+E</translation>
    </message>
    <message>
        <source>Filter &amp;back</source>
        <translation>Filter &amp;zurück</translation>
    </message>
    <message>
        <source>The brushes before the last change</source>
        <translation>Die Auswahl vor der letzten Änderung</translation>
    </message>
    <message>
        <source>Alt+Left</source>
        <translation>Alt+Left</translation>
    </message>
    <message>
        <source>Filter &amp;forward</source>
        <translation>Filter &amp;vor</translation>
    </message>
    <message>
        <source>The brushes that were left with Filter back</source>
        <translation>Die Auswahl, die mit „Filter zurück“ verlassen wurde</translation>
    </message>
    <message>
        <source>Alt+Right</source>
        <translation>Alt+Right</translation>
    </message>
    <message>
        <source>Go to &amp;jobs</source>
        <translation>Zu den &amp;Aufträgen</translation>
    </message>
    <message>
        <source>Running and finished explorations: P pauses, C cancels, Delete removes</source>
        <translation>Laufende und beendete Erkundungen: P hält an, C bricht ab, Entf entfernt</translation>
    </message>
    <message>
        <source>Ctrl+J</source>
        <translation>Ctrl+J</translation>
    </message>
    <message>
        <source>&amp;Curves behind sliders</source>
        <translation>&amp;Kurven hinter Reglern</translation>
    </message>
    <message>
        <source>The metric of all views over each parameter, computed in the background</source>
        <translation>Die Größe aller Ansichten über jedem Parameter, im Hintergrund berechnet</translation>
    </message>
    <message>
        <source>Open the &amp;sample session</source>
        <translation>&amp;Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>ResNet-50 conv1 on an Eyeriss-like array</source>
        <translation>ResNet-50 conv1 auf einem Feld wie Eyeriss</translation>
    </message>
    <message>
        <source>Open the &amp;GPU sample session</source>
        <translation>&amp;GPU-Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>GPT-2 large on A100 and H100, and one matrix product</source>
        <translation>GPT-2 large auf A100 und H100, und ein Matrixprodukt</translation>
    </message>
    <message>
        <source>Open the e&amp;xploration sample session</source>
        <translation>Beispielsitzung zur &amp;Erkundung öffnen</translation>
    </message>
    <message>
        <source>Eyeriss-like arrays on ResNet-50 layers, GPUs on a GPT-2 forward pass</source>
        <translation>Eyeriss-artige Felder auf Schichten von ResNet-50, GPUs auf einem Vorwärtslauf von GPT-2</translation>
    </message>
    <message>
        <source>Open the se&amp;rving sample session</source>
        <translation>Beispielsitzung zum &amp;Dienst öffnen</translation>
    </message>
    <message>
        <source>Llama 3.1 8B served by A100 and H100 under load, and sweeps over rate, replicas and schedulers</source>
        <translation>Llama 3.1 8B auf A100 und H100 unter Last, und Läufe über Rate, Repliken und Scheduler</translation>
    </message>
    <message>
        <source>Open the c&amp;luster sample session</source>
        <translation>C&amp;luster-Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>Llama 3.1 70B trained on 64 H100 by two plans, and an all-reduce</source>
        <translation>Llama 3.1 70B auf 64 H100 nach zwei Plänen trainiert, und ein All-reduce</translation>
    </message>
    <message>
        <source>%1, one batch</source>
        <translation>%1, ein Batch</translation>
    </message>
    <message>
        <source>%1, under load</source>
        <translation>%1, unter Last</translation>
    </message>
    <message>
        <source>%1, trained</source>
        <translation>%1, trainiert</translation>
    </message>
    <message>
        <source>As &amp;one batch</source>
        <translation>Als &amp;ein Batch</translation>
    </message>
    <message>
        <source>A new design: the same model for one batch by itself, first token, output token and memory</source>
        <translation>Ein neuer Entwurf: dasselbe Modell für einen Batch allein, erstes Token, Ausgabetoken und Speicher</translation>
    </message>
    <message>
        <source>&amp;Under load</source>
        <translation>&amp;Unter Last</translation>
    </message>
    <message>
        <source>A new design: the same model served to requests that arrive</source>
        <translation>Ein neuer Entwurf: dasselbe Modell für eintreffende Anfragen</translation>
    </message>
    <message>
        <source>&amp;Operator tables …</source>
        <translation>&amp;Operatortabellen …</translation>
    </message>
    <message>
        <source>Time the iterations of the selected design by tables of VIDUR or LLMServingSim, or your own CSV</source>
        <translation>Die Iterationen des gewählten Entwurfs nach Tabellen von VIDUR oder LLMServingSim oder einer eigenen CSV-Datei</translation>
    </message>
    <message>
        <source>Predicted &amp;iterations</source>
        <translation>Vorhergesagte &amp;Iterationen</translation>
    </message>
    <message>
        <source>Time the iterations of the selected design by predicted kernels again</source>
        <translation>Die Iterationen des gewählten Entwurfs wieder nach vorhergesagten Kernels</translation>
    </message>
    <message>
        <source>&amp;Train it</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>A new design: the same model trained on a cluster of such devices</source>
        <translation>Ein neuer Entwurf: dasselbe Modell, trainiert auf einem Cluster solcher Geräte</translation>
    </message>
    <message>
        <source>Copy view as &amp;picture</source>
        <translation>Ansicht als &amp;Bild kopieren</translation>
    </message>
    <message>
        <source>The current view as it is seen, and as SVG for programs that take it</source>
        <translation>Die Ansicht, wie sie zu sehen ist, und als SVG für Programme, die es annehmen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>&amp;Keep this arrangement …</source>
        <translation>Diese Anordnung &amp;merken …</translation>
    </message>
    <message>
        <source>Docks and settings of the views under a name of your own; View &gt; Arrangements brings it back</source>
        <translation>Andockfenster und Einstellungen der Ansichten unter einem eigenen Namen; Ansicht &gt; Anordnungen holt sie zurück</translation>
    </message>
    <message>
        <source>Find &amp;highest rate</source>
        <translation>&amp;Höchste Rate finden</translation>
    </message>
    <message>
        <source>Search the highest arrival rate at which the service level is kept, with runs as long as the answer needs; it becomes the design&apos;s rate</source>
        <translation>Sucht die höchste Ankunftsrate, bei der die Dienstgüte gehalten wird, mit Läufen, die so lang sind wie nötig; sie wird die Rate des Entwurfs</translation>
    </message>
    <message>
        <source>Save as my &amp;device …</source>
        <translation>Als mein &amp;Gerät sichern …</translation>
    </message>
    <message>
        <source>Keep the changed device or cluster of the selected design as an entry of the catalog</source>
        <translation>Das geänderte Gerät oder den Cluster des ausgewählten Entwurfs als Eintrag des Katalogs behalten</translation>
    </message>
    <message>
        <source>Save as my &amp;model …</source>
        <translation>Als mein &amp;Modell sichern …</translation>
    </message>
    <message>
        <source>Keep the changed model of the selected design as an entry of the catalog</source>
        <translation>Das geänderte Modell des ausgewählten Entwurfs als Eintrag des Katalogs behalten</translation>
    </message>
    <message>
        <source>&amp;Import device or model …</source>
        <translation>Gerät oder Modell &amp;importieren …</translation>
    </message>
    <message>
        <source>Add an entry to the catalog from a JSON file</source>
        <translation>Dem Katalog einen Eintrag aus einer JSON-Datei hinzufügen</translation>
    </message>
    <message>
        <source>Find best &amp;plan …</source>
        <translation>Besten &amp;Plan finden …</translation>
    </message>
    <message>
        <source>Search the fastest plan that fits: degrees that are free, and those that stay as they are</source>
        <translation>Sucht den schnellsten Plan, der passt: Grade, die frei sind, und solche, die bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Pin as &amp;further baseline</source>
        <translation>Als &amp;weiteren Bezug anheften</translation>
    </message>
    <message>
        <source>Compare and the headline tell differences to this design as well; press again to unpin</source>
        <translation>Vergleich und Kopfzeile nennen auch Unterschiede zu diesem Entwurf; nochmals drücken löst ihn</translation>
    </message>
    <message>
        <source>Edit structure of the de&amp;vice …</source>
        <translation>Aufbau des &amp;Geräts bearbeiten …</translation>
    </message>
    <message>
        <source>Add, remove and change levels, links and parts of the selected design's device or cluster</source>
        <translation>Ebenen, Verbindungen und Teile des Geräts oder Clusters des gewählten Entwurfs hinzufügen, entfernen und ändern</translation>
    </message>
    <message>
        <source>Edit structure of the m&amp;odel …</source>
        <translation>Aufbau des M&amp;odells bearbeiten …</translation>
    </message>
    <message>
        <source>Add, remove and change layers and sizes of the selected design's model</source>
        <translation>Schichten und Größen des Modells des gewählten Entwurfs hinzufügen, entfernen und ändern</translation>
    </message>
    <message>
        <source>My ca&amp;talog …</source>
        <translation>Mein Ka&amp;talog …</translation>
    </message>
    <message>
        <source>Devices and models of yours, and the folders that belong to the catalog</source>
        <translation>Eigene Geräte und Modelle und die Ordner, die zum Katalog gehören</translation>
    </message>
    <message>
        <source>Open a session, results of a sweep, a request or a figure&apos;s description</source>
        <translation>Eine Sitzung, Ergebnisse eines Durchlaufs, eine Anfrage oder die Beschreibung einer Abbildung öffnen</translation>
    </message>
</context>
<context>
    <name>strata::views</name>
    <message>
        <source>cycles</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>%1 cycles</source>
        <translation>%1 Takte</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <translation>%1 je Durchlauf</translation>
    </message>
    <message>
        <source>No bound is larger: it is the time of the block.</source>
        <translation>Keine Schranke ist größer: Sie ist die Zeit des Blocks.</translation>
    </message>
    <message>
        <source>Counter and branch of the loop</source>
        <translation>Zähler und Sprung der Schleife</translation>
    </message>
    <message>
        <source>A move that the rename stage answers</source>
        <translation>Eine Kopie, die die Umbenennung erledigt</translation>
    </message>
    <message>
        <source>A zero that the rename stage answers</source>
        <translation>Eine Null, die die Umbenennung erledigt</translation>
    </message>
    <message>
        <source>A constant that the rename stage keeps</source>
        <translation>Eine Konstante, die sich die Umbenennung merkt</translation>
    </message>
    <message>
        <source>One operation with the branch behind it</source>
        <translation>Eine Operation mit dem Sprung dahinter</translation>
    </message>
    <message>
        <source>Holds no port</source>
        <translation>Belegt keinen Port</translation>
    </message>
    <message>
        <source>Ports: %1</source>
        <translation>Ports: %1</translation>
    </message>
    <message>
        <source>Bytes: %1. Slots of the rename stage: %2</source>
        <translation>Byte: %1. Plätze der Umbenennung: %2</translation>
    </message>
    <message>
        <source>Latency: %1</source>
        <translation>Latenz: %1</translation>
    </message>
    <message>
        <source>On the slowest chain of values from iteration to iteration.</source>
        <translation>Auf der langsamsten Kette von Werten von Durchlauf zu Durchlauf.</translation>
    </message>
    <message>
        <source>Port %1: %2 an iteration</source>
        <translation>Port %1: %2 je Durchlauf</translation>
    </message>
    <message>
        <source>Held for %1 an iteration</source>
        <translation>Je Durchlauf %1 lang belegt</translation>
    </message>
    <message>
        <source>One of the busiest ports, which make the bound.</source>
        <translation>Einer der am stärksten belegten Ports, aus denen die Schranke folgt.</translation>
    </message>
    <message>
        <source>Port %1</source>
        <translation>Port %1</translation>
    </message>
    <message>
        <source>Cycles on each port</source>
        <translation>Takte auf jedem Port</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>%1 (extrapolated)</source>
        <translation>%1 (extrapoliert)</translation>
    </message>
    <message>
        <source>MAC units</source>
        <translation>MAC-Einheiten</translation>
    </message>
    <message>
        <source>Under 1 %</source>
        <translation>Unter 1 %</translation>
    </message>
    <message>
        <source>%1 exists only in the baseline</source>
        <translation>%1 gibt es nur im Bezug</translation>
    </message>
    <message>
        <source>%1 of baseline %2</source>
        <translation>%1 von Bezug %2</translation>
    </message>
    <message>
        <source>%1 per MAC</source>
        <translation>%1 je MAC</translation>
    </message>
    <message>
        <source>%1: %2 points, residual %3 (median), %4 (90 %)</source>
        <translation>%1: %2 Punkte, Rest %3 (Median), %4 (90 %)</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>0 points</source>
        <translation>0 Punkte</translation>
    </message>
    <message>
        <source>%1%2 points</source>
        <translation>%1%2 Punkte</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>bypassed</source>
        <translation>vorbeigeführt</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Movement</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Synchronisation</source>
        <translation>Synchronisation</translation>
    </message>
    <message>
        <source>Allocation</source>
        <translation>Zuteilung</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>Queueing</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Exactly</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>%1, covers %2</source>
        <translation>%1, umfasst %2</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation>Bezug %1</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Evaluating ...</source>
        <translation>Wird ausgewertet ...</translation>
    </message>
    <message>
        <source>%1. To mend it: %2</source>
        <translation>%1. Abhilfe: %2</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Leakage</source>
        <translation>Leckstrom</translation>
    </message>
    <message>
        <source>Accesses</source>
        <translation>Zugriffe</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>Lesezugriffe</translation>
    </message>
    <message>
        <source>Fills</source>
        <translation>Füllungen</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Aktualisierungen</translation>
    </message>
    <message>
        <source>Baseline %1 hollow</source>
        <translation>Bezug %1 hohl</translation>
    </message>
    <message>
        <source>vs</source>
        <translation>gegen</translation>
    </message>
    <message>
        <source>Arithmetic intensity (FLOP per byte, %1)</source>
        <translation>Arithmetische Intensität (FLOP je Byte, %1)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Arithmetic rate (FLOP/s)</source>
        <translation>Rechenrate (FLOP/s)</translation>
    </message>
    <message>
        <source>%1 of %2, %3 sustained</source>
        <translation>%1 von %2, %3 dauerhaft</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%1 von %2, %3</translation>
    </message>
    <message>
        <source>Nominal %1</source>
        <translation>Nennwert %1</translation>
    </message>
    <message>
        <source>Sustained is %1 of nominal</source>
        <translation>Dauerhaft sind es %1 des Nennwerts</translation>
    </message>
    <message>
        <source>%1 / %2 at %3</source>
        <translation>%1 / %2 bei %3</translation>
    </message>
    <message>
        <source>Method %1</source>
        <translation>Methode %1</translation>
    </message>
    <message>
        <source>Time %1</source>
        <translation>Zeit %1</translation>
    </message>
    <message>
        <source>Time %1 (%2)</source>
        <translation>Zeit %1 (%2)</translation>
    </message>
    <message>
        <source>%1 copies together</source>
        <translation>%1 Kopien zusammen</translation>
    </message>
    <message>
        <source>Intensity %1 = %2 / %3</source>
        <translation>Intensität %1 = %2 / %3</translation>
    </message>
    <message>
        <source>Limit: %1</source>
        <translation>Grenze: %1</translation>
    </message>
    <message>
        <source>Gain over the baseline: rate %1, time %2</source>
        <translation>Gewinn gegenüber dem Bezug: Rate %1, Zeit %2</translation>
    </message>
    <message>
        <source>Limited by arithmetic</source>
        <translation>Begrenzt durch das Rechnen</translation>
    </message>
    <message>
        <source>Limited by memory</source>
        <translation>Begrenzt durch den Speicher</translation>
    </message>
    <message>
        <source>Limited by latency or launch</source>
        <translation>Begrenzt durch Latenz oder Start</translation>
    </message>
    <message>
        <source>Limited by the tail</source>
        <translation>Begrenzt durch die letzte Welle</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>Baseline %1 faint, arrows lead from it</source>
        <translation>Bezug %1 blass, Pfeile gehen von ihm aus</translation>
    </message>
    <message>
        <source>Sustained, dashed nominal</source>
        <translation>Dauerhaft, gestrichelt Nennwert</translation>
    </message>
    <message>
        <source>Wave %1 of %2</source>
        <translation>Welle %1 von %2</translation>
    </message>
    <message>
        <source>The last wave does not fill the device</source>
        <translation>Die letzte Welle füllt das Gerät nicht</translation>
    </message>
    <message>
        <source>Drawn in launch order, row by row; the model counts tiles, not their order</source>
        <translation>In der Reihenfolge des Starts gezeichnet, Zeile für Zeile; das Modell zählt Kacheln, nicht ihre Reihenfolge</translation>
    </message>
    <message>
        <source>Tile row %1, column %2</source>
        <translation>Kachel in Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>SM %1</source>
        <translation>SM %1</translation>
    </message>
    <message>
        <source>%1 of %2 blocks in the last wave</source>
        <translation>%1 von %2 Blöcken in der letzten Welle</translation>
    </message>
    <message>
        <source>%1 of the slots of the last wave work</source>
        <translation>%1 der Plätze der letzten Welle arbeiten</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Another block would not fit: this is what limits the blocks on an SM</source>
        <translation>Ein weiterer Block passte nicht: dies begrenzt die Blöcke je SM</translation>
    </message>
    <message>
        <source>, k split in %1</source>
        <translation>, k in %1 geteilt</translation>
    </message>
    <message>
        <source>The last wave is full</source>
        <translation>Die letzte Welle ist voll</translation>
    </message>
    <message>
        <source>%1, binds</source>
        <translation>%1, begrenzt</translation>
    </message>
    <message>
        <source>, %1 against the baseline</source>
        <translation>, %1 gegenüber dem Bezug</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Gemeinsamer Speicher</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Tail</source>
        <translation>Letzte Welle</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Fest</translation>
    </message>
    <message>
        <source>Limited by the device memory</source>
        <translation>Begrenzt durch den Gerätespeicher</translation>
    </message>
    <message>
        <source>Limited by the L2 cache</source>
        <translation>Begrenzt durch den L2-Cache</translation>
    </message>
    <message>
        <source>Limited by latency: too small to fill the device</source>
        <translation>Begrenzt durch Latenz: zu klein, um das Gerät zu füllen</translation>
    </message>
    <message>
        <source>Limited by the tail: the last wave leaves SMs idle</source>
        <translation>Begrenzt durch die letzte Welle: sie lässt SMs ruhen</translation>
    </message>
    <message>
        <source>Limited by the host&apos;s launches</source>
        <translation>Begrenzt durch die Starts des Hosts</translation>
    </message>
    <message>
        <source>Limited by the power limit</source>
        <translation>Begrenzt durch die Leistungsgrenze</translation>
    </message>
    <message>
        <source>Measured %1, estimate %2</source>
        <translation>Gemessen %1, Schätzung %2</translation>
    </message>
    <message>
        <source>Measured %1</source>
        <translation>Gemessen %1</translation>
    </message>
    <message>
        <source>Sum of kernels</source>
        <translation>Summe der Kernel</translation>
    </message>
    <message>
        <source>Hidden starts</source>
        <translation>Verdeckte Starts</translation>
    </message>
    <message>
        <source>Guessed tokens</source>
        <translation>Geratene Token</translation>
    </message>
    <message>
        <source>Sustained clock</source>
        <translation>Dauertakt</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Prefill of other requests</source>
        <translation>Prompts anderer Anfragen</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Errors of single kernels that have nothing to do with each other; they average out over many kernels.</source>
        <translation>Fehler einzelner Kernel, die nichts miteinander zu tun haben; über viele Kernel mitteln sie sich heraus.</translation>
    </message>
    <message>
        <source>Errors that kernels of one class on one device have in common; they do not average out.</source>
        <translation>Fehler, die Kernel einer Klasse auf einem Gerät gemeinsam haben; sie mitteln sich nicht heraus.</translation>
    </message>
    <message>
        <source>Errors of what lies between the kernels: launch, movement, clock, synchronisation, allocation.</source>
        <translation>Fehler dessen, was zwischen den Kerneln liegt: Start, Transport, Takt, Synchronisation, Speichervergabe.</translation>
    </message>
    <message>
        <source>Relative error of the sum:</source>
        <translation>Relativer Fehler der Summe:</translation>
    </message>
    <message>
        <source>Sum so far %1, between %2 and %3</source>
        <translation>Summe bis hier %1, zwischen %2 und %3</translation>
    </message>
    <message>
        <source>Estimates state the interval of the kernels and of the model; here it lies between them</source>
        <translation>Schätzungen nennen das Intervall der Kernel und das des Modells; hier liegt es dazwischen</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Measured %1 (%2), estimate %3</source>
        <translation>Gemessen %1 (%2), Schätzung %3</translation>
    </message>
    <message>
        <source>Double click or Enter opens it</source>
        <translation>Doppelklick oder Eingabe öffnet es</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>%1 if kernels err independently (σ/√N)</source>
        <translation>%1, wenn Kernel unabhängig irren (σ/√N)</translation>
    </message>
    <message>
        <source>%1 with their measured correlation</source>
        <translation>%1 mit ihrer gemessenen Korrelation</translation>
    </message>
    <message>
        <source>%1 if all err alike (σ)</source>
        <translation>%1, wenn alle gleich irren (σ)</translation>
    </message>
    <message>
        <source>bias %1</source>
        <translation>Verzerrung %1</translation>
    </message>
    <message>
        <source>The estimate does not cut this kernel into tiles</source>
        <translation>Die Schätzung zerlegt diesen Kernel nicht in Kacheln</translation>
    </message>
    <message>
        <source>%1 tiles of %2</source>
        <translation>%1 Kacheln von %2</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>Ergebnis %1</translation>
    </message>
    <message>
        <source>; colour: wave 1 to %1</source>
        <translation>; Farbe: Welle 1 bis %1</translation>
    </message>
    <message>
        <source>%1 waves on %2 SMs, blocks per SM: %3</source>
        <translation>%1 Wellen auf %2 SMs, Blöcke je SM: %3</translation>
    </message>
    <message>
        <source>Last wave: %1 blocks, %2 of the slots; hatched: idle</source>
        <translation>Letzte Welle: %1 Blöcke, %2 der Plätze; schraffiert: unbeschäftigt</translation>
    </message>
    <message>
        <source>What the resident blocks of one SM take</source>
        <translation>Was die gleichzeitigen Blöcke eines SM belegen</translation>
    </message>
    <message>
        <source>FLOP per byte, %1</source>
        <translation>FLOP je Byte, %1</translation>
    </message>
    <message>
        <source>Limited by power</source>
        <translation>Begrenzt durch die Leistungsaufnahme</translation>
    </message>
    <message>
        <source>Without arithmetic, not drawn: %1 (%2)</source>
        <translation>Ohne Arithmetik, nicht gezeichnet: %1 (%2)</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>Varianz</translation>
    </message>
    <message>
        <source>independent</source>
        <translation>unabhängig</translation>
    </message>
    <message>
        <source>correlated</source>
        <translation>korreliert</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>movement</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>synchronisation</source>
        <translation>Synchronisation</translation>
    </message>
    <message>
        <source>allocation</source>
        <translation>Zuteilung</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>tail</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>Fest</translation>
    </message>
    <message>
        <source>Limited by %1</source>
        <translation>Begrenzt durch %1</translation>
    </message>
    <message>
        <source>Limited by other things</source>
        <translation>Begrenzt durch anderes</translation>
    </message>
    <message>
        <source>%1, %2 copies together</source>
        <translation>%1, %2 Kopien zusammen</translation>
    </message>
    <message>
        <source>%1 tiles of %2, output %3</source>
        <translation>%1 Kacheln von %2, Ergebnis %3</translation>
    </message>
    <message>
        <source>%1 SMs × %2 blocks, %3 waves</source>
        <translation>%1 SMs × %2 Blöcke, %3 Wellen</translation>
    </message>
    <message>
        <source>Last wave: %1 blocks, %2 of the slots; hatched SMs idle</source>
        <translation>Letzte Welle: %1 Blöcke, %2 der Plätze; schraffierte SMs ruhen</translation>
    </message>
    <message>
        <source>What %1 resident blocks take of one SM</source>
        <translation>Was %1 gleichzeitige Blöcke von einem SM belegen</translation>
    </message>
    <message>
        <source>each kernel by itself</source>
        <translation>jeder Kernel für sich</translation>
    </message>
    <message>
        <source>kernels alike</source>
        <translation>Kernel gemeinsam</translation>
    </message>
    <message>
        <source>buffer too small</source>
        <translation>Puffer zu klein</translation>
    </message>
    <message>
        <source>constraint</source>
        <translation>Nebenbedingung</translation>
    </message>
    <message>
        <source>out of range</source>
        <translation>außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>memory too small</source>
        <translation>Speicher zu klein</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>%1 von %2 gezeigt</translation>
    </message>
    <message>
        <source>, %1 outside the filter</source>
        <translation>, %1 außerhalb des Filters</translation>
    </message>
    <message>
        <source>, %1 infeasible: </source>
        <translation>, %1 unzulässig: </translation>
    </message>
    <message>
        <source>other reasons (%1)</source>
        <translation>andere Gründe (%1)</translation>
    </message>
    <message>
        <source>infeasible: %1</source>
        <translation>unzulässig: %1</translation>
    </message>
    <message>
        <source>Click opens it as a design, Ctrl+click pins it as the baseline.</source>
        <translation>Klick öffnet den Punkt als Entwurf, Strg+Klick macht ihn zur Vergleichsbasis.</translation>
    </message>
    <message>
        <source>Front: %1 of %2 within %3</source>
        <translation>Front: %1 von %2 innerhalb von %3</translation>
    </message>
    <message>
        <source>Front: %1</source>
        <translation>Front: %1</translation>
    </message>
    <message>
        <source>Knee</source>
        <translation>Knie</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>Infeasible</source>
        <translation>Unzulässig</translation>
    </message>
    <message>
        <source>Outside the filter</source>
        <translation>Außerhalb des Filters</translation>
    </message>
    <message>
        <source>array too small</source>
        <translation>Feld zu klein</translation>
    </message>
    <message>
        <source>no mapping fits</source>
        <translation>kein Mapping passt</translation>
    </message>
    <message>
        <source>value not accepted</source>
        <translation>Wert nicht zulässig</translation>
    </message>
    <message>
        <source>value missing</source>
        <translation>Wert fehlt</translation>
    </message>
    <message>
        <source>name not known</source>
        <translation>Name unbekannt</translation>
    </message>
    <message>
        <source>parameter cannot be varied</source>
        <translation>Parameter lässt sich nicht verändern</translation>
    </message>
    <message>
        <source>device of another kind</source>
        <translation>Gerät anderer Art</translation>
    </message>
    <message>
        <source>not modelled</source>
        <translation>nicht modelliert</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>nicht unterstützt</translation>
    </message>
    <message>
        <source>too large to be counted</source>
        <translation>zu groß zum Zählen</translation>
    </message>
    <message>
        <source>cannot exist</source>
        <translation>kann es nicht geben</translation>
    </message>
    <message>
        <source>other reasons</source>
        <translation>andere Gründe</translation>
    </message>
    <message>
        <source>%1 above %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>%1 below %2</source>
        <translation>%1 unter %2</translation>
    </message>
    <message>
        <source>%1 along %2</source>
        <translation>%1 längs %2</translation>
    </message>
    <message>
        <source>No service level is stated</source>
        <translation>Keine Dienstgüte ist angegeben</translation>
    </message>
    <message>
        <source>Hatched: fewer than %1 keep the service level</source>
        <translation>Schraffiert: weniger als %1 halten die Dienstgüte</translation>
    </message>
    <message>
        <source>Line: %1 of the requests keep the service level</source>
        <translation>Linie: %1 der Anfragen halten die Dienstgüte</translation>
    </message>
    <message>
        <source>finished so far</source>
        <translation>bisher fertig</translation>
    </message>
    <message>
        <source>%1 (of before)</source>
        <translation>%1 (von vorher)</translation>
    </message>
    <message>
        <source>Service level %1</source>
        <translation>Dienstgüte %1</translation>
    </message>
    <message>
        <source>%1: %2 within it</source>
        <translation>%1: %2 darin</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>%1: %2 of the requests within it</source>
        <translation>%1: %2 der Anfragen darin</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Gutdurchsatz</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>saturates at %1</source>
        <translation>gesättigt bei %1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>Arrival rate</source>
        <translation>Ankunftsrate</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>%1 asked</source>
        <translation>%1 gefragt</translation>
    </message>
    <message>
        <source>%1: %2 answered</source>
        <translation>%1: %2 beantwortet</translation>
    </message>
    <message>
        <source>%1 of them good</source>
        <translation>davon %1 gut</translation>
    </message>
    <message>
        <source>P99: first token %1, answer %2</source>
        <translation>P99: erstes Token %1, Antwort %2</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Output token</source>
        <translation>Ausgabetoken</translation>
    </message>
    <message>
        <source>Whole answer</source>
        <translation>Ganze Antwort</translation>
    </message>
    <message>
        <source>Eviction</source>
        <translation>Verdrängung</translation>
    </message>
    <message>
        <source>KV cache of the fullest replica</source>
        <translation>KV-Cache der vollsten Replik</translation>
    </message>
    <message>
        <source>Waiting requests of all replicas</source>
        <translation>Wartende Anfragen aller Repliken</translation>
    </message>
    <message>
        <source>Request %1</source>
        <translation>Anfrage %1</translation>
    </message>
    <message>
        <source>%1 + %2 tokens</source>
        <translation>%1 + %2 Token</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>%1 more lanes: up and down keys</source>
        <translation>%1 weitere Bahnen: Tasten auf und ab</translation>
    </message>
    <message>
        <source>Request %1: %2</source>
        <translation>Anfrage %1: %2</translation>
    </message>
    <message>
        <source>%1 from %2 on</source>
        <translation>%1 ab %2</translation>
    </message>
    <message>
        <source>Replica %1, stage %2</source>
        <translation>Replik %1, Stufe %2</translation>
    </message>
    <message>
        <source>%1 iterations in %2</source>
        <translation>%1 Iterationen in %2</translation>
    </message>
    <message>
        <source>%1 requests, %2 tokens</source>
        <translation>%1 Anfragen, %2 Token</translation>
    </message>
    <message>
        <source>%1 blocks of the cache, %2 waiting</source>
        <translation>%1 Blöcke des Caches, %2 warten</translation>
    </message>
    <message>
        <source>Click shows the life of a request</source>
        <translation>Ein Klick zeigt das Leben einer Anfrage</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Prompts and decodes</source>
        <translation>Prompts und Dekodieren</translation>
    </message>
    <message>
        <source>Decodes</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>Waiting for caches</source>
        <translation>Warten auf Caches</translation>
    </message>
    <message>
        <source>Cache offload</source>
        <translation>Cache-Auslagerung</translation>
    </message>
    <message>
        <source>Outside of the engine</source>
        <translation>Außerhalb der Engine</translation>
    </message>
    <message>
        <source>queueing</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>Pausen</translation>
    </message>
    <message>
        <source>evicted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>computed again</source>
        <translation>neu berechnet</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>Between kernels</source>
        <translation>Zwischen Kerneln</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Token ziehen</translation>
    </message>
    <message>
        <source>Batching</source>
        <translation>Bündelung</translation>
    </message>
    <message>
        <source>Pauses</source>
        <translation>Pausen</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>Mean request</source>
        <translation>Mittlere Anfrage</translation>
    </message>
    <message>
        <source>P99 request</source>
        <translation>P99-Anfrage</translation>
    </message>
    <message>
        <source>Links busy: 0 to %1 of the time</source>
        <translation>Verbindungen belegt: 0 bis %1 der Zeit</translation>
    </message>
    <message>
        <source>Links busy: 0 to %1 of the iteration</source>
        <translation>Verbindungen belegt: 0 bis %1 der Iteration</translation>
    </message>
    <message>
        <source>Device %1 of node %2</source>
        <translation>Gerät %1 von Knoten %2</translation>
    </message>
    <message>
        <source>%1: %2 of %3, with ranks %4</source>
        <translation>%1: %2 von %3, mit den Rängen %4</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message>
        <source>%1: several of %2</source>
        <translation>%1: mehrere von %2</translation>
    </message>
    <message>
        <source>Ranks %1 to %2</source>
        <translation>Ränge %1 bis %2</translation>
    </message>
    <message>
        <source>%1 a device, %2 busy</source>
        <translation>%1 je Gerät, %2 belegt</translation>
    </message>
    <message>
        <source>Of the iteration %1 waits for collectives on it</source>
        <translation>Von der Iteration warten %1 auf Kollektive darüber</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Pipeline group</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>fully connected</source>
        <translation>vollständig verbunden</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>fat tree</source>
        <translation>Fat Tree</translation>
    </message>
    <message>
        <source>dragonfly</source>
        <translation>Dragonfly</translation>
    </message>
    <message>
        <source>cube mesh</source>
        <translation>Würfelgitter</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 of %3 devices</source>
        <translation>%1: %2 von %3 Geräten</translation>
    </message>
    <message>
        <source>; a square is %1 devices</source>
        <translation>; ein Quadrat sind %1 Geräte</translation>
    </message>
    <message>
        <source>Every rank works alone</source>
        <translation>Jeder Rang arbeitet für sich</translation>
    </message>
    <message>
        <source>between nodes</source>
        <translation>zwischen Knoten</translation>
    </message>
    <message>
        <source>inside a node</source>
        <translation>in einem Knoten</translation>
    </message>
    <message>
        <source>%1: all %2 ranks, %3</source>
        <translation>%1: alle %2 Ränge, %3</translation>
    </message>
    <message>
        <source>%1: %2 groups of %3 ranks, %4 apart, %5</source>
        <translation>%1: %2 Gruppen zu %3 Rängen im Abstand %4, %5</translation>
    </message>
    <message>
        <source>%1 adapters a node, %2 each</source>
        <translation>%1 Adapter je Knoten zu je %2</translation>
    </message>
    <message>
        <source>Network between nodes</source>
        <translation>Netz zwischen Knoten</translation>
    </message>
    <message>
        <source>Links inside a node</source>
        <translation>Verbindungen im Knoten</translation>
    </message>
    <message>
        <source>Stage %1 holds %2</source>
        <translation>Stufe %1 hält %2</translation>
    </message>
    <message>
        <source>The device leaves %1</source>
        <translation>Das Gerät lässt %1 frei</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>%1 zu viel</translation>
    </message>
    <message>
        <source>Baseline %1: %2</source>
        <translation>Vergleichsbasis %1: %2</translation>
    </message>
    <message>
        <source>Fullest stage %1: %2</source>
        <translation>Vollste Stufe %1: %2</translation>
    </message>
    <message>
        <source>%1, %2 over</source>
        <translation>%1, %2 zu viel</translation>
    </message>
    <message>
        <source>%1, %2 of what is free</source>
        <translation>%1, %2 des freien Speichers</translation>
    </message>
    <message>
        <source>Would fit: %1</source>
        <translation>Würde passen: %1</translation>
    </message>
    <message>
        <source>Pipeline stage</source>
        <translation>Pipeline-Stufe</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>Optimiererzustände</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Critical path, when zoomed in</source>
        <translation>Kritischer Pfad, wenn vergrößert</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>%1, stage %2</source>
        <translation>%1, Stufe %2</translation>
    </message>
    <message>
        <source>%1 of micro-batch %2, stage %3</source>
        <translation>%1 von Mikrostapel %2, Stufe %3</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 bis %2: %3</translation>
    </message>
    <message>
        <source>Waits for nothing</source>
        <translation>Wartet auf nichts</translation>
    </message>
    <message>
        <source>Waited for %1</source>
        <translation>Wartete auf %1</translation>
    </message>
    <message>
        <source>Waited for %1, which ended %2 earlier</source>
        <translation>Wartete auf %1, zu Ende %2 zuvor</translation>
    </message>
    <message>
        <source>Then: %1</source>
        <translation>Danach: %1</translation>
    </message>
    <message>
        <source>Bubble, stage %1</source>
        <translation>Leerlauf, Stufe %1</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Weight gradients</source>
        <translation>Gewichtsgradienten</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Wirt</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>%1; stages stand idle for %2 of it</source>
        <translation>%1; davon stehen die Stufen %2 still</translation>
    </message>
    <message>
        <source>Of it collectives: %1</source>
        <translation>Davon Kollektive: %1</translation>
    </message>
    <message>
        <source>Chunk %1 of its layers</source>
        <translation>Abschnitt %1 ihrer Schichten</translation>
    </message>
    <message>
        <source>On the critical path: the iteration ends later when this does</source>
        <translation>Auf dem kritischen Pfad: Endet dies später, endet die Iteration später</translation>
    </message>
    <message>
        <source>Ideal</source>
        <translation>Ideal</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>Generieren</translation>
    </message>
    <message>
        <source>Scoring</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>Resharding</source>
        <translation>Umverteilen</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Strong scaling</source>
        <translation>Starke Skalierung</translation>
    </message>
    <message>
        <source>Weak scaling</source>
        <translation>Schwache Skalierung</translation>
    </message>
    <message>
        <source>Strong scaling: the batch stays</source>
        <translation>Starke Skalierung: Der Batch bleibt</translation>
    </message>
    <message>
        <source>Weak scaling: the batch grows with the devices</source>
        <translation>Schwache Skalierung: Der Batch wächst mit den Geräten</translation>
    </message>
    <message>
        <source>; %1 of ideal on %2 devices</source>
        <translation>; %1 des Ideals auf %2 Geräten</translation>
    </message>
    <message>
        <source> (being computed)</source>
        <translation> (wird berechnet)</translation>
    </message>
    <message>
        <source>This cannot exist</source>
        <translation>Das kann es nicht geben</translation>
    </message>
    <message>
        <source>%1 of ideal</source>
        <translation>%1 des Ideals</translation>
    </message>
    <message>
        <source>Batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Communication, share of the iteration</source>
        <translation>Kommunikation, Anteil der Iteration</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorparallel</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontextparallel</translation>
    </message>
    <message>
        <source>Message forward</source>
        <translation>Nachricht vorwärts</translation>
    </message>
    <message>
        <source>Message backward</source>
        <translation>Nachricht rückwärts</translation>
    </message>
    <message>
        <source>Gradient synchronisation</source>
        <translation>Gradientenabgleich</translation>
    </message>
    <message>
        <source>Links: share of the time with bytes, 0 to %1</source>
        <translation>Verbindungen: Anteil der Zeit mit Daten, 0 bis %1</translation>
    </message>
    <message>
        <source>Links: share of the iteration that waits for them, 0 to %1</source>
        <translation>Verbindungen: Anteil der Iteration, der auf sie wartet, 0 bis %1</translation>
    </message>
    <message>
        <source>%1 of the time</source>
        <translation>%1 der Zeit</translation>
    </message>
    <message>
        <source>%1 of the iteration</source>
        <translation>%1 der Iteration</translation>
    </message>
    <message>
        <source>Collectives that run beside kernels are not counted</source>
        <translation>Kollektive, die neben Kernels laufen, zählen nicht mit</translation>
    </message>
    <message>
        <source>%1, %2 of what the device leaves</source>
        <translation>%1, %2 des freien Speichers</translation>
    </message>
    <message>
        <source>Cache transfer</source>
        <translation>Cache-Übertragung</translation>
    </message>
    <message>
        <source>%1; accepted: %2</source>
        <translation>%1; erlaubt: %2</translation>
    </message>
    <message>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>words/cycle</source>
        <translation>Wörter/Takt</translation>
    </message>
    <message>
        <source>FLOP/clock</source>
        <translation>FLOP/Takt</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>leave it</source>
        <translation>belassen</translation>
    </message>
    <message>
        <source>%1 within %2</source>
        <translation>%1 innerhalb von %2</translation>
    </message>
    <message>
        <source>no service level: %1</source>
        <translation>keine Dienstgüte: %1</translation>
    </message>
    <message>
        <source>arrival rate %1</source>
        <translation>Ankunftsrate %1</translation>
    </message>
    <message>
        <source>%1 passes from micro-batch %2 on, stage %3</source>
        <translation>%1 Durchgänge ab Mikrostapel %2, Stufe %3</translation>
    </message>
    <message>
        <source>%1 messages from micro-batch %2 on, stage %3</source>
        <translation>%1 Nachrichten ab Mikrostapel %2, Stufe %3</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>Anfragen/s</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>MACs/s</source>
        <translation>MACs/s</translation>
    </message>
    <message>
        <source>saturates at %1 (%2 to %3)</source>
        <translation>gesättigt bei %1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>Show everything: axes as before zooming (Home)</source>
        <translation>Alles zeigen: Achsen wie vor dem Vergrößern (Pos1)</translation>
    </message>
    <message>
        <source>%1 copies</source>
        <translation>%1 Kopien</translation>
    </message>
    <message>
        <source>On the chip: %1</source>
        <translation>Auf dem Chip: %1</translation>
    </message>
    <message>
        <source>Runs tile by tile in group %1</source>
        <translation>Läuft kachelweise in Gruppe %1</translation>
    </message>
    <message>
        <source>Click to open the layer</source>
        <translation>Klicken öffnet die Schicht</translation>
    </message>
    <message>
        <source>%1 in all layers</source>
        <translation>%1 in allen Schichten</translation>
    </message>
    <message>
        <source>%1 of %2 layers shown</source>
        <translation>%1 von %2 Schichten gezeigt</translation>
    </message>
    <message>
        <source>Layers in the order of execution</source>
        <translation>Schichten in der Reihenfolge der Ausführung</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Memory traffic</source>
        <translation>Speicherverkehr</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>%1 kernels, %2</source>
        <translation>%1 Kernel, %2</translation>
    </message>
    <message>
        <source>3 x 3 convolution</source>
        <translation>Faltung 3 x 3</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>Pointwise convolution</source>
        <translation>Punktweise Faltung</translation>
    </message>
    <message>
        <source>Depthwise convolution</source>
        <translation>Kanalweise Faltung</translation>
    </message>
    <message>
        <source>Fully connected</source>
        <translation>Voll verbunden</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>Movement of data</source>
        <translation>Datenbewegung</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>Elementweise</translation>
    </message>
    <message>
        <source>%1, %2 of the network</source>
        <translation>%1, %2 des Netzes</translation>
    </message>
    <message>
        <source>One kernel: %1</source>
        <translation>Ein Kernel: %1</translation>
    </message>
    <message>
        <source>%1, four of five between %2 and %3</source>
        <translation>%1, vier von fünf zwischen %2 und %3</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>Measure next, the most telling first</source>
        <translation>Als Nächstes messen, das Aussagekräftigste zuerst</translation>
    </message>
    <message>
        <source>%1. %2: %3 expected</source>
        <translation>%1. %2: %3 erwartet</translation>
    </message>
    <message>
        <source>After %1 measurements</source>
        <translation>Nach %1 Messungen</translation>
    </message>
    <message>
        <source>Half of the others within %1</source>
        <translation>Die Hälfte der übrigen innerhalb von %1</translation>
    </message>
    <message>
        <source>Nine of ten within %1</source>
        <translation>Neun von zehn innerhalb von %1</translation>
    </message>
    <message>
        <source>%1 inside their intervals</source>
        <translation>%1 innerhalb ihrer Intervalle</translation>
    </message>
    <message>
        <source>Expected between %1 and %2</source>
        <translation>Erwartet zwischen %1 und %2</translation>
    </message>
    <message>
        <source>Limited by a level on the chip</source>
        <translation>Begrenzt durch eine Ebene auf dem Chip</translation>
    </message>
    <message>
        <source>together</source>
        <translation>zusammen</translation>
    </message>
    <message>
        <source>corner: a survey says otherwise</source>
        <translation>Ecke: eine Übersicht sagt etwas anderes</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>partly supported</source>
        <translation>teilweise beantwortet</translation>
    </message>
    <message>
        <source>undetermined</source>
        <translation>unbestimmt</translation>
    </message>
    <message>
        <source>Best method: %1</source>
        <translation>Beste Methode: %1</translation>
    </message>
    <message>
        <source>Mean error %1 over %2 rows of %3, %4</source>
        <translation>Mittlerer Fehler %1 über %2 Zeilen von %3, %4</translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>noch nicht ausgeführt</translation>
    </message>
    <message>
        <source>%1 of %3, and %2 more in part (by value %4 and %5)</source>
        <translation>%1 von %3, und %2 weitere teilweise (nach Wert %4 und %5)</translation>
    </message>
    <message>
        <source>Together, the tools answer %1.</source>
        <translation>Die Werkzeuge zusammen beantworten %1.</translation>
    </message>
    <message>
        <source>Strata answers %1.</source>
        <translation>Strata beantwortet %1.</translation>
    </message>
    <message>
        <source>There is no such tool.</source>
        <translation>Ein solches Werkzeug gibt es nicht.</translation>
    </message>
    <message>
        <source>Missing: %1</source>
        <translation>Es fehlt: %1</translation>
    </message>
    <message>
        <source>Stated: %1 (%2)</source>
        <translation>Angegeben: %1 (%2)</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Needs: %1</source>
        <translation>Braucht: %1</translation>
    </message>
    <message>
        <source>Technique of %1</source>
        <translation>Technik von %1</translation>
    </message>
    <message>
        <source>Double click opens it as a design.</source>
        <translation>Doppelklick öffnet es als Entwurf.</translation>
    </message>
    <message>
        <source>Extrapolated</source>
        <translation>Extrapoliert</translation>
    </message>
    <message>
        <source>Extrapolated: the headline tells why</source>
        <translation>Extrapoliert: die Kopfzeile sagt, warum</translation>
    </message>
    <message>
        <source>%1 to %2 of %3</source>
        <translation>%1 bis %2 von %3</translation>
    </message>
    <message>
        <source>Drag a weight; a score is the weighted mean of the grades H = 3, M = 2, L = 1, F = 0.</source>
        <translation>Ziehen Sie an einem Gewicht; die Punktzahl ist das gewichtete Mittel der Noten H = 3, M = 2, L = 1, F = 0.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>claimed by its authors</source>
        <translation>von den Autoren behauptet</translation>
    </message>
    <message>
        <source>found by others, or by our own validation</source>
        <translation>von anderen oder von unserer Validierung gefunden</translation>
    </message>
    <message>
        <source>Year of publication; a filled mark was verified by somebody else than its authors.</source>
        <translation>Jahr der Veröffentlichung; gefüllte Zeichen hat jemand anderes als die Autoren geprüft.</translation>
    </message>
    <message>
        <source>It is level with %1 when %2 weighs %3 instead of %4.</source>
        <translation>Es liegt mit %1 gleichauf, wenn %2 mit %3 statt %4 zählt.</translation>
    </message>
    <message>
        <source>level with %1 at %2 = %3</source>
        <translation>gleichauf mit %1 bei %2 = %3</translation>
    </message>
    <message>
        <source>not graded</source>
        <translation>nicht benotet</translation>
    </message>
    <message>
        <source>Not ranked: a composite score needs a grade in every dimension.</source>
        <translation>Nicht eingereiht: Eine Gesamtpunktzahl braucht eine Note in jeder Dimension.</translation>
    </message>
    <message>
        <source>Errors of one problem domain. They say nothing about tools of another domain.</source>
        <translation>Fehler eines Problembereichs. Sie sagen nichts über Werkzeuge eines anderen Bereichs.</translation>
    </message>
    <message>
        <source>Claimed: %1</source>
        <translation>Behauptet: %1</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>Gemessen: %1</translation>
    </message>
    <message>
        <source>Verified by others: %1</source>
        <translation>Von anderen geprüft: %1</translation>
    </message>
    <message>
        <source>Speed: %1</source>
        <translation>Geschwindigkeit: %1</translation>
    </message>
    <message>
        <source>Works when: %1</source>
        <translation>Gilt, wenn: %1</translation>
    </message>
    <message>
        <source>Breaks when: %1</source>
        <translation>Versagt, wenn: %1</translation>
    </message>
    <message>
        <source>Licence: %1</source>
        <translation>Lizenz: %1</translation>
    </message>
    <message>
        <source>Successor: %1</source>
        <translation>Nachfolger: %1</translation>
    </message>
    <message>
        <source>%1 to %2 %</source>
        <translation>%1 bis %2 %</translation>
    </message>
    <message>
        <source>up to %1 %</source>
        <translation>bis %1 %</translation>
    </message>
    <message>
        <source>not graded in every dimension</source>
        <translation>nicht in jeder Dimension benotet</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>measured over %1</source>
        <translation>gemessen über %1</translation>
    </message>
    <message>
        <source>nothing claimed</source>
        <translation>nichts behauptet</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Methodology</source>
        <translation>Methodik</translation>
    </message>
    <message>
        <source>Platforms</source>
        <translation>Plattformen</translation>
    </message>
    <message>
        <source>Predicts</source>
        <translation>Sagt voraus</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>Braucht</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>In part</source>
        <translation>Teilweise</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>What is said</source>
        <translation>Was gesagt wird</translation>
    </message>
    <message>
        <source>Computed on %1 by %2 from %3 points: %4</source>
        <translation>Berechnet am %1 mit %2 aus %3 Punkten: %4</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source>same release</source>
        <translation>gleiche Version</translation>
    </message>
    <message>
        <source>convolutions</source>
        <translation>Faltungen</translation>
    </message>
    <message>
        <source>transformers</source>
        <translation>Transformer</translation>
    </message>
    <message>
        <source>up to 1 month</source>
        <translation>bis 1 Monat</translation>
    </message>
    <message>
        <source>2-3 months</source>
        <translation>2–3 Monate</translation>
    </message>
    <message>
        <source>4-6 months</source>
        <translation>4–6 Monate</translation>
    </message>
    <message>
        <source>7-12 months</source>
        <translation>7–12 Monate</translation>
    </message>
    <message>
        <source>over a year</source>
        <translation>über ein Jahr</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>Composition gap, share of the sum of kernels</source>
        <translation>Kompositionslücke, Anteil an der Summe der Kernel</translation>
    </message>
    <message>
        <source>mean distance of predicted from measured gap</source>
        <translation>mittlerer Abstand der vorhergesagten von der gemessenen Lücke</translation>
    </message>
    <message>
        <source>measured gap %1, predicted %2</source>
        <translation>gemessene Lücke %1, vorhergesagt %2</translation>
    </message>
    <message>
        <source>predicted sum of kernels against the measured one: %1</source>
        <translation>vorhergesagte Summe der Kernel gegen die gemessene: %1</translation>
    </message>
    <message>
        <source>starts hidden behind the kernels before: %1</source>
        <translation>hinter den Kernels davor verborgene Starts: %1</translation>
    </message>
    <message>
        <source>Composition gap, measured where the kernels of a model or step were timed one by one</source>
        <translation>Kompositionslücke, gemessen, wo die Kernel eines Modells oder Schritts einzeln gestoppt wurden</translation>
    </message>
    <message>
        <source>one kernel</source>
        <translation>ein Kernel</translation>
    </message>
    <message>
        <source>sum of kernels</source>
        <translation>Summe der Kernel</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>one batch of requests</source>
        <translation>ein Batch von Anfragen</translation>
    </message>
    <message>
        <source>loaded engine</source>
        <translation>Engine unter Last</translation>
    </message>
    <message>
        <source>correlated as measured</source>
        <translation>korreliert wie gemessen</translation>
    </message>
    <message>
        <source>if all erred by chance</source>
        <translation>wenn alle zufällig irrten</translation>
    </message>
    <message>
        <source>if all erred alike</source>
        <translation>wenn alle gleich irrten</translation>
    </message>
    <message>
        <source>Relative error, one standard deviation</source>
        <translation>Relativer Fehler, eine Standardabweichung</translation>
    </message>
    <message>
        <source>error of a level</source>
        <translation>Fehler einer Ebene</translation>
    </message>
    <message>
        <source>selected design; correlations of kernel errors as the calibrations measured them</source>
        <translation>gewählter Entwurf; Korrelationen der Kernelfehler, wie die Kalibrierungen sie gemessen haben</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 Kernel</translation>
    </message>
    <message>
        <source>correlated as measured: %1</source>
        <translation>korreliert wie gemessen: %1</translation>
    </message>
    <message>
        <source>if all erred by chance: %1</source>
        <translation>wenn alle zufällig irrten: %1</translation>
    </message>
    <message>
        <source>if all erred alike: %1</source>
        <translation>wenn alle gleich irrten: %1</translation>
    </message>
    <message>
        <source>From one kernel to a loaded engine: %1 to %2</source>
        <translation>Von einem Kernel bis zur Engine unter Last: %1 bis %2</translation>
    </message>
    <message>
        <source>Relative error of the sum</source>
        <translation>Relativer Fehler der Summe</translation>
    </message>
    <message>
        <source>Number of kernels</source>
        <translation>Zahl der Kernel</translation>
    </message>
    <message>
        <source>measured error of a sum</source>
        <translation>gemessener Fehler einer Summe</translation>
    </message>
    <message>
        <source>Root mean square error of sums of N equal kernels of one device</source>
        <translation>Quadratisch mittlerer Fehler von Summen aus N gleichen Kernels eines Geräts</translation>
    </message>
    <message>
        <source>falls with the root of N</source>
        <translation>fällt mit der Wurzel von N</translation>
    </message>
    <message>
        <source>If kernels erred independently of each other</source>
        <translation>Wenn Kernel unabhängig voneinander irrten</translation>
    </message>
    <message>
        <source>as correlated as measured</source>
        <translation>so korreliert wie gemessen</translation>
    </message>
    <message>
        <source>With the share of the error that all kernels of a device have in common</source>
        <translation>Mit dem Anteil des Fehlers, den alle Kernel eines Geräts gemeinsam haben</translation>
    </message>
    <message>
        <source>grows with the root of N</source>
        <translation>wächst mit der Wurzel von N</translation>
    </message>
    <message>
        <source>The claim: it adds absolute errors and reads the sum as a relative one</source>
        <translation>Die Behauptung: Sie addiert absolute Fehler und liest die Summe als relativen</translation>
    </message>
    <message>
        <source>%1 of the squared error is common to all kernels of a device and does not average out</source>
        <translation>%1 des quadrierten Fehlers haben alle Kernel eines Geräts gemeinsam; er mittelt sich nicht heraus</translation>
    </message>
    <message>
        <source>full model</source>
        <translation>volles Modell</translation>
    </message>
    <message>
        <source>bandwidth alone</source>
        <translation>nur Bandbreite</translation>
    </message>
    <message>
        <source>compute alone</source>
        <translation>nur Rechnen</translation>
    </message>
    <message>
        <source>roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Predicted share of the measured time</source>
        <translation>Vorhergesagter Anteil an der gemessenen Zeit</translation>
    </message>
    <message>
        <source>distance of the full model&apos;s share from 100 %</source>
        <translation>Abstand des Anteils des vollen Modells von 100 %</translation>
    </message>
    <message>
        <source>full model within 10 % of the measured time: %1 of the kernels</source>
        <translation>volles Modell innerhalb von 10 % der gemessenen Zeit: %1 der Kernel</translation>
    </message>
    <message>
        <source>How much of the kernels&apos; measured time each model accounts for</source>
        <translation>Wie viel der gemessenen Zeit der Kernel jedes Modell erklärt</translation>
    </message>
    <message>
        <source>Relative error of the end-to-end time</source>
        <translation>Relativer Fehler der Gesamtzeit</translation>
    </message>
    <message>
        <source>Computing over communication</source>
        <translation>Rechnen zu Kommunikation</translation>
    </message>
    <message>
        <source>error of the end-to-end time</source>
        <translation>Fehler der Gesamtzeit</translation>
    </message>
    <message>
        <source>selected design; its messages with more or less computing beside them, against %1</source>
        <translation>gewählter Entwurf; seine Nachrichten mit mehr oder weniger Rechnen daneben, gegen %1</translation>
    </message>
    <message>
        <source>no communication</source>
        <translation>keine Kommunikation</translation>
    </message>
    <message>
        <source>beyond the tolerance below a ratio of %1</source>
        <translation>außerhalb der Toleranz unter einem Verhältnis von %1</translation>
    </message>
    <message>
        <source>within the tolerance at every ratio</source>
        <translation>bei jedem Verhältnis innerhalb der Toleranz</translation>
    </message>
    <message>
        <source>Computing over communication of this design: %1; beyond the tolerance: %2</source>
        <translation>Rechnen durch Kommunikation dieses Entwurfs: %1; außerhalb der Toleranz: %2</translation>
    </message>
    <message>
        <source>mean error, with its middle 80 %</source>
        <translation>mittlerer Fehler mit seinen mittleren 80 %</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Relativer Fehler</translation>
    </message>
    <message>
        <source>mean error</source>
        <translation>mittlerer Fehler</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>fitted to %1, applied to %2</source>
        <translation>angepasst an %1, angewandt auf %2</translation>
    </message>
    <message>
        <source>mean error %1, half within %2</source>
        <translation>mittlerer Fehler %1, die Hälfte innerhalb von %2</translation>
    </message>
    <message>
        <source>mean signed error %1</source>
        <translation>mittlerer Fehler mit Vorzeichen %1</translation>
    </message>
    <message>
        <source>Three constants fitted to one family of kernels, applied to the other</source>
        <translation>Drei Konstanten, angepasst an eine Familie von Kernels, angewandt auf die andere</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Error where the time of an older release stands in for that of a newer one</source>
        <translation>Fehler, wo die Zeit einer älteren Version für die einer neueren steht</translation>
    </message>
    <message>
        <source>the newer release is faster by %1 on average</source>
        <translation>die neuere Version ist im Mittel um %1 schneller</translation>
    </message>
    <message>
        <source>The same model on the same devices under engine releases of different age</source>
        <translation>Dasselbe Modell auf denselben Geräten unter verschieden alten Versionen der Engine</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>Propagation</source>
        <translation>Fortpflanzung</translation>
    </message>
    <message>
        <source>Root of N</source>
        <translation>Wurzel von N</translation>
    </message>
    <message>
        <source>Simple models</source>
        <translation>Einfache Modelle</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>Ageing</source>
        <translation>Alterung</translation>
    </message>
    <message>
        <source>by workload</source>
        <translation>nach Last</translation>
    </message>
    <message>
        <source>by phase</source>
        <translation>nach Phase</translation>
    </message>
    <message>
        <source>by device</source>
        <translation>nach Gerät</translation>
    </message>
    <message>
        <source>by batch</source>
        <translation>nach Batch</translation>
    </message>
    <message>
        <source>by class of kernel</source>
        <translation>nach Kernelklasse</translation>
    </message>
    <message>
        <source>by age</source>
        <translation>nach Alter</translation>
    </message>
    <message>
        <source>by engine</source>
        <translation>nach Engine</translation>
    </message>
    <message>
        <source>all together</source>
        <translation>alle zusammen</translation>
    </message>
    <message>
        <source>Tolerance %1 (%2)</source>
        <translation>Toleranz %1 (%2)</translation>
    </message>
    <message>
        <source>%1 of %2 beyond the tolerance of %3 (%4)</source>
        <translation>%1 von %2 außerhalb der Toleranz von %3 (%4)</translation>
    </message>
    <message>
        <source>%1, commit %2</source>
        <translation>%1, Commit %2</translation>
    </message>
    <message>
        <source>mean error %1, median %2, 95 % of rows below %3</source>
        <translation>mittlerer Fehler %1, Median %2, 95 % der Zeilen unter %3</translation>
    </message>
    <message>
        <source>%1 rows, %2 of the measured values inside the interval</source>
        <translation>%1 Zeilen, %2 der Messwerte im Intervall</translation>
    </message>
    <message>
        <source>since the run before: %1 points</source>
        <translation>seit dem Lauf davor: %1 Punkte</translation>
    </message>
    <message>
        <source>the method or its calibrations changed</source>
        <translation>die Methode oder ihre Kalibrierungen haben sich geändert</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>Mittlerer absoluter Fehler</translation>
    </message>
    <message>
        <source>%1, %2 of %3: %4 points</source>
        <translation>%1, %2 von %3: %4 Punkte</translation>
    </message>
    <message>
        <source>others, which moved less</source>
        <translation>andere, die sich weniger bewegt haben</translation>
    </message>
    <message>
        <source>%1 kept results of %2 methods and quantities from %3 to %4; %5 of them erred more at the end</source>
        <translation>%1 aufbewahrte Ergebnisse von %2 Methoden und Größen vom %3 bis zum %4; %5 davon irrten am Ende mehr</translation>
    </message>
    <message>
        <source>%1 in %2 panels of one axis</source>
        <translation>%1 in %2 Feldern mit einer Achse</translation>
    </message>
    <message>
        <source>Against %1: %2</source>
        <translation>Gegen %1: %2</translation>
    </message>
    <message>
        <source>One axis for all panels</source>
        <translation>Eine Achse für alle Felder</translation>
    </message>
    <message>
        <source>Drag it to stretch all of them, double click to fit them</source>
        <translation>Ziehen dehnt alle, Doppelklick passt sie ein</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Kollektive</translation>
    </message>
    <message>
        <source>Training step</source>
        <translation>Trainingsschritt</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Serving</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>%1, %2 of %3: mean error %4 on %5 rows, measured values inside the interval %6</source>
        <translation>%1, %2 von %3: mittlerer Fehler %4 auf %5 Zeilen, Messwerte im Intervall: %6</translation>
    </message>
    <message>
        <source>Calibration %1: half of %2 points within %3, 90 % within %4</source>
        <translation>Kalibrierung %1: die Hälfte von %2 Punkten innerhalb von %3, 90 % innerhalb von %4</translation>
    </message>
    <message>
        <source>Adds %1</source>
        <translation>Fügt %1 hinzu</translation>
    </message>
    <message>
        <source>Hands on %1, 80 % interval %2</source>
        <translation>Gibt %1 weiter, 80-%-Intervall %2</translation>
    </message>
    <message>
        <source>Share of the variance of the end up to here: %1</source>
        <translation>Anteil an der Varianz des Ergebnisses bis hierher: %1</translation>
    </message>
    <message>
        <source>Baseline: %1 hands on %2</source>
        <translation>Bezug: %1 gibt %2 weiter</translation>
    </message>
    <message>
        <source>Click a method below, or drag it here, to put it in this place</source>
        <translation>Ein Klick auf eine Methode darunter oder ihr Ziehen hierher setzt sie an diese Stelle</translation>
    </message>
    <message>
        <source>End with this method: %1 (%2)</source>
        <translation>Ergebnis mit dieser Methode: %1 (%2)</translation>
    </message>
    <message>
        <source>80 % interval %1</source>
        <translation>80-%-Intervall %1</translation>
    </message>
    <message>
        <source>%1: %2 instead of %3</source>
        <translation>%1: %2 statt %3</translation>
    </message>
    <message>
        <source>Click, or drag it to %1, to put it in the place of %2</source>
        <translation>Ein Klick oder Ziehen auf %1 setzt sie an die Stelle von %2</translation>
    </message>
    <message>
        <source>mean error %1 on %2 rows of %3</source>
        <translation>mittlerer Fehler %1 auf %2 Zeilen von %3</translation>
    </message>
    <message>
        <source>no measurement of this method was kept</source>
        <translation>zu dieser Methode liegt keine Messung vor</translation>
    </message>
    <message>
        <source>90 % within %1, %2 points</source>
        <translation>90 % innerhalb von %1, %2 Punkte</translation>
    </message>
    <message>
        <source>other methods are being tried …</source>
        <translation>andere Methoden werden erprobt …</translation>
    </message>
    <message>
        <source>%1 other methods: click</source>
        <translation>%1 andere Methoden: klicken</translation>
    </message>
    <message>
        <source>SRAM</source>
        <translation>SRAM</translation>
    </message>
    <message>
        <source>Register file</source>
        <translation>Registersatz</translation>
    </message>
    <message>
        <source>Multiply-accumulate units</source>
        <translation>Multiplizier-Addier-Einheiten</translation>
    </message>
    <message>
        <source>Vector unit</source>
        <translation>Vektoreinheit</translation>
    </message>
    <message>
        <source>Wires of a network</source>
        <translation>Leitungen eines Netzes</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>Logic gates</source>
        <translation>Logikgatter</translation>
    </message>
    <message>
        <source>Memory outside of the chip</source>
        <translation>Speicher außerhalb des Chips</translation>
    </message>
    <message>
        <source>Memory on the chip</source>
        <translation>Speicher auf dem Chip</translation>
    </message>
    <message>
        <source>; baseline %1: %2 (%3)</source>
        <translation>; Bezug %1: %2 (%3)</translation>
    </message>
    <message>
        <source>%1 from: nobody states it</source>
        <translation>Quelle für %1: keine Angabe</translation>
    </message>
    <message>
        <source>%1 from: the device</source>
        <translation>%1 nach: dem Gerät</translation>
    </message>
    <message>
        <source>%1 from: the device (%2)</source>
        <translation>%1 nach: dem Gerät (%2)</translation>
    </message>
    <message>
        <source>%1 from: estimator %2</source>
        <translation>%1 nach: Schätzer %2</translation>
    </message>
    <message>
        <source>%1 from: estimator %2 (%3)</source>
        <translation>%1 nach: Schätzer %2 (%3)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 bits in entries of %2 bits</source>
        <translation>%1 Bit in Einträgen von %2 Bit</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>%1 nm</source>
        <translation>%1 nm</translation>
    </message>
    <message>
        <source>%1 a fill</source>
        <translation>%1 je Füllung</translation>
    </message>
    <message>
        <source>%1 a multiply-accumulate</source>
        <translation>%1 je Multiplikation mit Addition</translation>
    </message>
    <message>
        <source>%1 an access</source>
        <translation>%1 je Zugriff</translation>
    </message>
    <message>
        <source>read %1, fill %2, update %3</source>
        <translation>Lesen %1, Füllen %2, Ändern %3</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>stated by the device</source>
        <translation>vom Gerät angegeben</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Leakage: %1 a cycle of each</source>
        <translation>Leckstrom: je %1 in einem Takt</translation>
    </message>
    <message>
        <source>Energy: %1</source>
        <translation>Energie: %1</translation>
    </message>
    <message>
        <source>chip: %1</source>
        <translation>Chip: %1</translation>
    </message>
    <message>
        <source>what is known of the chip: %1</source>
        <translation>vom Chip bekannt: %1</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Bauteil</translation>
    </message>
    <message>
        <source>Energy (%1)</source>
        <translation>Energie (%1)</translation>
    </message>
    <message>
        <source>Stated by the device</source>
        <translation>Vom Gerät angegeben</translation>
    </message>
    <message>
        <source>Estimated from published tables</source>
        <translation>Aus veröffentlichten Tabellen geschätzt</translation>
    </message>
    <message>
        <source>%1 of %2 bits</source>
        <translation>%1 von %2 Bit</translation>
    </message>
    <message>
        <source>Computes: %1</source>
        <translation>Rechnet: %1</translation>
    </message>
    <message>
        <source>Waits for reads: %1</source>
        <translation>Wartet auf Lesen: %1</translation>
    </message>
    <message>
        <source>Waits for writes: %1</source>
        <translation>Wartet auf Schreiben: %1</translation>
    </message>
    <message>
        <source>Core %1</source>
        <translation>Kern %1</translation>
    </message>
    <message>
        <source>Waits for room until %1 is done with an earlier input</source>
        <translation>Wartet auf Platz, bis %1 mit einer früheren Eingabe fertig ist</translation>
    </message>
    <message>
        <source>Waits for results of %1</source>
        <translation>Wartet auf Ergebnisse von %1</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>From %1 to %2: %3</source>
        <translation>Von %1 bis %2: %3</translation>
    </message>
    <message>
        <source>Tiles %1 to %2 of %3</source>
        <translation>Kacheln %1 bis %2 von %3</translation>
    </message>
    <message>
        <source>Click to choose the layer</source>
        <translation>Ein Klick wählt die Schicht</translation>
    </message>
    <message>
        <source>Waits for results: %1</source>
        <translation>Wartet auf Ergebnisse: %1</translation>
    </message>
    <message>
        <source>Waits for room: %1</source>
        <translation>Wartet auf Platz: %1</translation>
    </message>
    <message>
        <source>Has nothing to do: %1</source>
        <translation>Hat nichts zu tun: %1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>Von %1 bis %2</translation>
    </message>
    <message>
        <source>Read port: %1 busy</source>
        <translation>Leseport: %1 belegt</translation>
    </message>
    <message>
        <source>Write port: %1 busy</source>
        <translation>Schreibport: %1 belegt</translation>
    </message>
    <message>
        <source>The memory is the limit here.</source>
        <translation>Hier begrenzt der Speicher.</translation>
    </message>
    <message>
        <source>Cores that work on it: %1</source>
        <translation>Kerne, die daran arbeiten: %1</translation>
    </message>
    <message>
        <source>%1 in all; a port of the memory is full in %2 of the time</source>
        <translation>Insgesamt %1; ein Port des Speichers ist in %2 der Zeit voll</translation>
    </message>
    <message>
        <source>Computes</source>
        <translation>Rechnet</translation>
    </message>
    <message>
        <source>Waits for reads</source>
        <translation>Wartet auf Lesen</translation>
    </message>
    <message>
        <source>Waits for writes</source>
        <translation>Wartet auf Schreiben</translation>
    </message>
    <message>
        <source>Waits for results or room</source>
        <translation>Wartet auf Ergebnisse oder Platz</translation>
    </message>
    <message>
        <source>A port of the memory is full</source>
        <translation>Ein Port des Speichers ist voll</translation>
    </message>
    <message>
        <source>Rank correlation %1</source>
        <translation>Rangkorrelation %1</translation>
    </message>
    <message>
        <source>Predicted fastest of these: %1 of the speed of their best</source>
        <translation>Als schnellste von diesen vorhergesagt: %1 der Geschwindigkeit ihrer besten</translation>
    </message>
    <message>
        <source>Best of the %1 predicted fastest of these: %2 of the speed of their best</source>
        <translation>Beste der %1 als schnellste von diesen vorhergesagten: %2 der Geschwindigkeit ihrer besten</translation>
    </message>
    <message>
        <source>Half of the times within %1</source>
        <translation>Die Hälfte der Zeiten innerhalb von %1</translation>
    </message>
    <message>
        <source>Measured %1, place %2</source>
        <translation>Gemessen %1, Platz %2</translation>
    </message>
    <message>
        <source>Predicted %1, place %2</source>
        <translation>Vorhergesagt %1, Platz %2</translation>
    </message>
    <message>
        <source>After %1 samples</source>
        <translation>Nach %1 Stichproben</translation>
    </message>
    <message>
        <source>%1: %2 configurations measured, %3 open, %4 failed</source>
        <translation>%1: %2 Konfigurationen gemessen, %3 offen, %4 gescheitert</translation>
    </message>
    <message>
        <source>After %1 samples, on %2 others: rank %3, predicted fastest %4 of the speed of the best of these, half within %5</source>
        <translation>Nach %1 Stichproben, an %2 anderen: Rang %3, als schnellste vorhergesagt %4 der Geschwindigkeit der besten von diesen, die Hälfte innerhalb von %5</translation>
    </message>
    <message>
        <source>Rank correlation</source>
        <translation>Rangkorrelation</translation>
    </message>
    <message>
        <source>Speed of the predicted fastest</source>
        <translation>Tempo der als schnellste vorhergesagten</translation>
    </message>
    <message>
        <source>Best of the %1 predicted fastest</source>
        <translation>Beste der %1 vordersten Vorhersagen</translation>
    </message>
    <message>
        <source>Median error</source>
        <translation>Mittlerer Fehler (Median)</translation>
    </message>
    <message>
        <source>Samples that the model learned from</source>
        <translation>Stichproben, aus denen das Modell gelernt hat</translation>
    </message>
    <message>
        <source>Predicted place</source>
        <translation>Vorhergesagter Platz</translation>
    </message>
    <message>
        <source>Measured place, the fastest first</source>
        <translation>Gemessener Platz, die schnellste zuerst</translation>
    </message>
    <message>
        <source>Measure next, the most promising first</source>
        <translation>Als Nächstes messen, die aussichtsreichste zuerst</translation>
    </message>
</context>
<context>
    <name>strata::views::AccessesView</name>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table of the estimate</source>
        <translation>Tabelle der Schätzung</translation>
    </message>
    <message>
        <source>Accesses by level and tensor</source>
        <translation>Zugriffe nach Ebene und Tensor</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy everything as CSV</source>
        <translation>Alles als CSV kopieren</translation>
    </message>
    <message>
        <source>Order of the hierarchy</source>
        <translation>Reihenfolge der Hierarchie</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>The answer to this design has no tables.</source>
        <translation>Die Antwort zu diesem Entwurf hat keine Tabellen.</translation>
    </message>
</context>
<context>
    <name>strata::views::CatalogModel</name>
    <message>
        <source>Memory macros that compute</source>
        <translation>Rechnende Speichermakros</translation>
    </message>
    <message>
        <source>Memory modules that compute</source>
        <translation>Rechnende Speichermodule</translation>
    </message>
    <message>
        <source>Memories that compute</source>
        <translation>Rechnende Speicher</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>NPUs</source>
        <translation>NPUs</translation>
    </message>
    <message>
        <source>Convolutional networks</source>
        <translation>Faltungsnetze</translation>
    </message>
    <message>
        <source>Transformers</source>
        <translation>Transformer</translation>
    </message>
    <message>
        <source>Diffusion models</source>
        <translation>Diffusionsmodelle</translation>
    </message>
    <message>
        <source>Graphs of operators</source>
        <translation>Graphen von Operatoren</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Your own entry</source>
        <translation>Eigener Eintrag</translation>
    </message>
    <message>
        <source>Edge SoCs</source>
        <translation>Edge-SoCs</translation>
    </message>
    <message>
        <source>CPU cores</source>
        <translation>CPU-Kerne</translation>
    </message>
</context>
<context>
    <name>strata::views::CatalogPanel</name>
    <message>
        <source>Filter the catalog</source>
        <translation>Katalog filtern</translation>
    </message>
    <message>
        <source>Catalog</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Use in the selected design</source>
        <translation>Im ausgewählten Entwurf verwenden</translation>
    </message>
    <message>
        <source>New design with it</source>
        <translation>Neuer Entwurf damit</translation>
    </message>
</context>
<context>
    <name>strata::views::CompareModel</name>
    <message>
        <source>Extrapolated: %1</source>
        <translation>Extrapoliert: %1</translation>
    </message>
    <message>
        <source>Metric or part</source>
        <translation>Größe, Teil</translation>
    </message>
    <message>
        <source>The others are told as differences to this design.</source>
        <translation>Die anderen stehen als Unterschiede zu diesem Entwurf.</translation>
    </message>
    <message>
        <source>A different workload from the reference: no differences are shown.</source>
        <translation>Eine andere Arbeitslast als die der Bezugsspalte: Unterschiede werden nicht gezeigt.</translation>
    </message>
    <message>
        <source>A further baseline: differences to it carry its letter.</source>
        <translation>Ein weiterer Bezug: Unterschiede zu ihm tragen seinen Buchstaben.</translation>
    </message>
    <message>
        <source>%1: of the row that the selected design was opened from</source>
        <translation>%1: der Zeile, aus der der gewählte Entwurf geöffnet wurde</translation>
    </message>
</context>
<context>
    <name>strata::views::CompareView</name>
    <message>
        <source>extrapolated</source>
        <translation>extrapoliert</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Metrics and main parts</source>
        <translation>Größen und Hauptteile</translation>
    </message>
    <message>
        <source>Two levels of parts</source>
        <translation>Zwei Ebenen von Teilen</translation>
    </message>
    <message>
        <source>All parts</source>
        <translation>Alle Teile</translation>
    </message>
    <message>
        <source>Differences only</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>Add a method</source>
        <translation>Methode hinzufügen</translation>
    </message>
    <message>
        <source>Answers the selected design by another method, as a further design</source>
        <translation>Beantwortet den ausgewählten Entwurf mit einer anderen Methode, als weiteren Entwurf</translation>
    </message>
    <message>
        <source>Designs side by side</source>
        <translation>Entwürfe nebeneinander</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>The designs do not differ.</source>
        <translation>Die Entwürfe unterscheiden sich nicht.</translation>
    </message>
    <message>
        <source>There is no other method for this request</source>
        <translation>Für diese Anfrage gibt es keine andere Methode</translation>
    </message>
    <message>
        <source>Metric or part</source>
        <translation>Größe, Teil</translation>
    </message>
    <message>
        <source>Differences only: leaves out what is equal in all designs</source>
        <translation>Nur Unterschiede: lässt weg, was in allen Entwürfen gleich ist</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Leaves out what is equal in all designs</source>
        <translation>Lässt weg, was in allen Entwürfen gleich ist</translation>
    </message>
    <message>
        <source>Shown as</source>
        <translation>Gezeigt als</translation>
    </message>
    <message>
        <source>A table, or small multiples of the metric of all views with one axis</source>
        <translation>Eine Tabelle oder kleine Vielfache der Größe aller Ansichten mit einer Achse</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Panel per workload</source>
        <translation>Feld je Last</translation>
    </message>
    <message>
        <source>Panel per machine</source>
        <translation>Feld je Maschine</translation>
    </message>
    <message>
        <source>Panel per question</source>
        <translation>Feld je Frage</translation>
    </message>
    <message>
        <source>No design has the metric of all views. Choose another one, or show a table.</source>
        <translation>Kein Entwurf hat die Größe aller Ansichten. Wählen Sie eine andere oder zeigen Sie eine Tabelle.</translation>
    </message>
</context>
<context>
    <name>strata::views::ChartView</name>
    <message>
        <source>Copy the numbers</source>
        <translation>Zahlen kopieren</translation>
    </message>
    <message>
        <source>Export this figure ...</source>
        <translation>Diese Abbildung exportieren ...</translation>
    </message>
</context>
<context>
    <name>strata::views::EnergyView</name>
    <message>
        <source>Absolute</source>
        <translation>Absolut</translation>
    </message>
    <message>
        <source>Per MAC</source>
        <translation>Je MAC</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Logarithmic, side by side</source>
        <translation>Logarithmisch, nebeneinander</translation>
    </message>
    <message>
        <source>Breakdown by level and tensor</source>
        <translation>Aufteilung nach Ebene und Tensor</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>%1 has no parts</source>
        <translation>%1 hat keine Teile</translation>
    </message>
    <message>
        <source>The estimate does not tell the number of MACs</source>
        <translation>Die Schätzung nennt die Zahl der MACs nicht</translation>
    </message>
</context>
<context>
    <name>strata::views::EstimateView</name>
    <message>
        <source>Notes of the estimate</source>
        <translation>Hinweise der Schätzung</translation>
    </message>
    <message>
        <source>Parts of the estimate</source>
        <translation>Teile der Schätzung</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy everything as CSV</source>
        <translation>Alles als CSV kopieren</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Alles ausklappen</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Alles einklappen</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
</context>
<context>
    <name>strata::views::FigurePanel</name>
    <message>
        <source>Own width</source>
        <translation>Eigene Breite</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>What suits</source>
        <translation>Was passt</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>...</source>
        <translation>...</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Figures (*.pdf *.svg *.png)</source>
        <translation>Abbildungen (*.pdf *.svg *.png)</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
    <message>
        <source>Copy LaTeX</source>
        <translation>LaTeX kopieren</translation>
    </message>
    <message>
        <source>A figure environment for this file, with caption and label</source>
        <translation>Eine figure-Umgebung für diese Datei, mit Unterschrift und Marke</translation>
    </message>
</context>
<context>
    <name>strata::views::FigurePreview</name>
    <message>
        <source>Figure at true size</source>
        <translation>Abbildung in wahrer Größe</translation>
    </message>
</context>
<context>
    <name>strata::views::Headline</name>
    <message>
        <source>What limits the selected design</source>
        <translation>Was den ausgewählten Entwurf begrenzt</translation>
    </message>
    <message>
        <source>No design. Drop an accelerator of the catalog here, or press Ctrl+N.</source>
        <translation>Kein Entwurf. Einen Beschleuniger aus dem Katalog hierher ziehen oder Strg+N drücken.</translation>
    </message>
    <message>
        <source>against</source>
        <translation>gegen</translation>
    </message>
    <message>
        <source>; accepted: %1</source>
        <translation>; erlaubt: %1</translation>
    </message>
    <message>
        <source>Cannot be evaluated</source>
        <translation>Nicht auswertbar</translation>
    </message>
    <message>
        <source>✕ Does not fit</source>
        <translation>✕ Passt nicht</translation>
    </message>
    <message>
        <source>✓ Fits</source>
        <translation>✓ Passt</translation>
    </message>
    <message>
        <source>What would fit: %1</source>
        <translation>Was passen würde: %1</translation>
    </message>
    <message>
        <source>≈ Closed forms; the simulation is under way</source>
        <translation>≈ Geschlossene Formeln; die Simulation läuft</translation>
    </message>
    <message>
        <source>Simulated; closed forms do not answer: %1</source>
        <translation>Simuliert; geschlossene Formeln antworten nicht: %1</translation>
    </message>
    <message>
        <source>Simulated; closed forms: %1</source>
        <translation>Simuliert; geschlossene Formeln: %1</translation>
    </message>
    <message>
        <source>a different workload from ★</source>
        <translation>eine andere Last als ★</translation>
    </message>
    <message>
        <source>; choose another one in the catalog</source>
        <translation>; im Katalog einen anderen wählen</translation>
    </message>
    <message>
        <source>What next</source>
        <translation>Wie weiter</translation>
    </message>
</context>
<context>
    <name>strata::views::KernelCanvas</name>
    <message>
        <source>Tiles, waves and occupancy</source>
        <translation>Kacheln, Wellen und Belegung</translation>
    </message>
</context>
<context>
    <name>strata::views::KernelView</name>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Operator of the model, the longest first</source>
        <translation>Operator des Modells, der längste zuerst</translation>
    </message>
    <message>
        <source>Copy the numbers</source>
        <translation>Zahlen kopieren</translation>
    </message>
    <message>
        <source>Export this figure ...</source>
        <translation>Diese Abbildung exportieren ...</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws kernels on a GPU: a kernel or a model whose estimate tells the time of its operators. This one does not.</source>
        <translation>Diese Ansicht zeichnet Kernel auf einer GPU: einen Kernel oder ein Modell, dessen Schätzung die Zeit seiner Operatoren nennt. Diese tut es nicht.</translation>
    </message>
</context>
<context>
    <name>strata::views::MappingView</name>
    <message>
        <source>Mapping</source>
        <translation>Mapping</translation>
    </message>
    <message>
        <source>Allow remainders</source>
        <translation>Reste erlauben</translation>
    </message>
    <message>
        <source>Offer factors that do not divide; the last round then does less</source>
        <translation>Auch Faktoren anbieten, die nicht teilen; die letzte Runde tut dann weniger</translation>
    </message>
    <message>
        <source>Use this mapping</source>
        <translation>Dieses Mapping übernehmen</translation>
    </message>
    <message>
        <source>A search found this mapping. Write it into the design, in place of the search</source>
        <translation>Eine Suche hat dieses Mapping gefunden. Es kommt an Stelle der Suche in den Entwurf</translation>
    </message>
    <message>
        <source>Use the found mapping</source>
        <translation>Gefundenes Mapping übernehmen</translation>
    </message>
    <message>
        <source>Unlock a factor</source>
        <translation>Faktor freigeben</translation>
    </message>
    <message>
        <source>Lock a factor</source>
        <translation>Faktor festhalten</translation>
    </message>
    <message>
        <source>Unlock a tensor</source>
        <translation>Tensor freigeben</translation>
    </message>
    <message>
        <source>Lock a tensor</source>
        <translation>Tensor festhalten</translation>
    </message>
    <message>
        <source>Unlock a level</source>
        <translation>Ebene freigeben</translation>
    </message>
    <message>
        <source>Lock a level</source>
        <translation>Ebene festhalten</translation>
    </message>
    <message>
        <source>proven best</source>
        <translation>Erwiesen die beste</translation>
    </message>
    <message>
        <source>at most %1 % above the best</source>
        <translation>Höchstens %1 % über der besten</translation>
    </message>
    <message>
        <source>%1, %2 costs %3 %</source>
        <translation>%1, %2 kostet %3 %</translation>
    </message>
    <message>
        <source>%1 costs %2 %</source>
        <translation>%1 kostet %2 %</translation>
    </message>
</context>
<context>
    <name>strata::views::MetricCard</name>
    <message>
        <source>%1 vs %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source>%1: the design cannot exist</source>
        <translation>%1: den Entwurf kann es nicht geben</translation>
    </message>
    <message>
        <source>extrapolated</source>
        <translation>extrapoliert</translation>
    </message>
    <message>
        <source>Extrapolated: %1</source>
        <translation>Extrapoliert: %1</translation>
    </message>
</context>
<context>
    <name>strata::views::NestCanvas</name>
    <message>
        <source>Loop nest</source>
        <translation>Schleifennest</translation>
    </message>
    <message>
        <source>Click for changes that mend it</source>
        <translation>Klicken für Änderungen, die es beheben</translation>
    </message>
    <message>
        <source>Leave %1 where it is</source>
        <translation>%1 lassen, wo es ist</translation>
    </message>
    <message>
        <source>The factor cannot be split</source>
        <translation>Der Faktor ist nicht teilbar</translation>
    </message>
    <message>
        <source>No single change mends it</source>
        <translation>Keine einzelne Änderung behebt es</translation>
    </message>
    <message>
        <source>One place outwards</source>
        <translation>Einen Platz nach außen</translation>
    </message>
    <message>
        <source>One place inwards</source>
        <translation>Einen Platz nach innen</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Ctrl+click locks the level: searches keep its factors and tensors</source>
        <translation>Strg+Klick hält die Ebene fest: Suchen behalten ihre Faktoren und Tensoren</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Lock for searches</source>
        <translation>Für Suchen festhalten</translation>
    </message>
</context>
<context>
    <name>strata::views::ParameterRow</name>
    <message>
        <source>In requests: %1</source>
        <translation>In Anfragen: %1</translation>
    </message>
    <message>
        <source>Output channels</source>
        <translation>Änderungsenergie</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Differs from the catalog. Click to set %1 again.</source>
        <translation>Weicht vom Katalog ab. Klicken setzt wieder %1.</translation>
    </message>
    <message>
        <source>Catalog: %1</source>
        <translation>Katalog: %1</translation>
    </message>
    <message>
        <source>Range: %1 to %2</source>
        <translation>Bereich: %1 bis %2</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
</context>
<context>
    <name>OptionMenu</name>
    <message>
        <source>Nothing can be added to this design</source>
        <translation>Diesem Entwurf lässt sich nichts hinzufügen</translation>
    </message>
</context>
<context>
    <name>strata::views::ParametersPanel</name>
    <message>
        <source>Filter parameters</source>
        <translation>Parameter filtern</translation>
    </message>
    <message>
        <source>No design is selected.</source>
        <translation>Kein Entwurf ausgewählt.</translation>
    </message>
    <message>
        <source>This design has no parameters.</source>
        <translation>Dieser Entwurf hat keine Parameter.</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>Explore this parameter …</source>
        <translation>Diesen Parameter erkunden …</translation>
    </message>
    <message>
        <source>Set the catalog&apos;s value</source>
        <translation>Wert des Katalogs setzen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Techniques and values that the design does not state yet</source>
        <translation>Techniken und Werte, die der Entwurf noch nicht nennt</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Remove “%1”</source>
        <translation>„%1“ entfernen</translation>
    </message>
    <message>
        <source>Energies</source>
        <translation>Energien</translation>
    </message>
</context>
<context>
    <name>strata::views::PartModel</name>
    <message>
        <source>Only the baseline has this part</source>
        <translation>Nur der Bezug hat diesen Teil</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The largest of its parts, which overlap in time.</source>
        <translation>Der größte seiner Teile, die sich zeitlich überlappen.</translation>
    </message>
    <message>
        <source>Its parts overlap in part.</source>
        <translation>Seine Teile überlappen sich teilweise.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation>Bezug %1</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
</context>
<context>
    <name>strata::views::QuantityEdit</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>a whole number from %1</source>
        <translation>eine ganze Zahl von %1</translation>
    </message>
    <message>
        <source>a number from %1</source>
        <translation>eine Zahl von %1</translation>
    </message>
    <message>
        <source>“%1” is not accepted; enter %2</source>
        <translation>„%1“ geht nicht; bitte %2 eingeben</translation>
    </message>
</context>
<context>
    <name>strata::views::RooflineView</name>
    <message>
        <source>Memory level</source>
        <translation>Speicherebene</translation>
    </message>
    <message>
        <source>Bytes of which level count for the intensity</source>
        <translation>Bytes welcher Ebene für die Intensität zählen</translation>
    </message>
    <message>
        <source>Bytes: %1</source>
        <translation>Bytes: %1</translation>
    </message>
    <message>
        <source>Number type</source>
        <translation>Zahlenformat</translation>
    </message>
    <message>
        <source>Number type whose arithmetic roof is drawn</source>
        <translation>Zahlenformat, dessen Rechendach gezeichnet wird</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>Alle Formate</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This estimate does not tell the bytes of that level; choose %1</source>
        <translation>Diese Schätzung nennt die Bytes dieser Ebene nicht; %1 wählen</translation>
    </message>
    <message>
        <source>A roofline needs a kernel, a layer or a model on a GPU or an NPU: operators with FLOPs, bytes and time, and the device&apos;s ceilings. This estimate has none.</source>
        <translation>Eine Roofline braucht einen Kernel, eine Schicht oder ein Modell auf einer GPU oder einer NPU: Operatoren mit FLOP, Bytes und Zeit, und die Dächer des Geräts. Diese Schätzung hat keine.</translation>
    </message>
    <message>
        <source>Types in use</source>
        <translation>Benutzte Typen</translation>
    </message>
</context>
<context>
    <name>strata::views::StudyModel</name>
    <message>
        <source>Design %1, %2, %3</source>
        <translation>Entwurf %1, %2, %3</translation>
    </message>
</context>
<context>
    <name>strata::views::NoteEdit</name>
    <message>
        <source>Note on this design</source>
        <translation>Notiz zu diesem Entwurf</translation>
    </message>
    <message>
        <source>Kept in the session; strata-cli session show prints it</source>
        <translation>Wird in der Sitzung aufbewahrt; strata-cli session show gibt sie aus</translation>
    </message>
</context>
<context>
    <name>strata::views::StudyPanel</name>
    <message>
        <source>Designs of the study</source>
        <translation>Entwürfe der Studie</translation>
    </message>
</context>
<context>
    <name>strata::views::ValidationView</name>
    <message>
        <source>Every row of %1 is being predicted ...</source>
        <translation>Jede Zeile von %1 wird vorhergesagt ...</translation>
    </message>
    <message>
        <source>Running ...</source>
        <translation>Läuft ...</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>Vorhergesagt gegen gemessen</translation>
    </message>
    <message>
        <source>Open ...</source>
        <translation>Öffnen ...</translation>
    </message>
    <message>
        <source>Opens measured values with their requests, or a table of predictions; nothing is fitted</source>
        <translation>Öffnet Messwerte mit ihren Anfragen oder eine Tabelle mit Vorhersagen; nichts wird angepasst</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Grouped by</source>
        <translation>Gruppiert nach</translation>
    </message>
    <message>
        <source>Colours and errors by this key</source>
        <translation>Farben und Fehler nach diesem Merkmal</translation>
    </message>
    <message>
        <source>Errors by group</source>
        <translation>Fehler nach Gruppe</translation>
    </message>
    <message>
        <source>Furthest off</source>
        <translation>Größte Abweichungen</translation>
    </message>
    <message>
        <source>Open a file of measured values, each with its request: every row is predicted and compared, and nothing is fitted to it. A table of predictions is shown as it is.</source>
        <translation>Eine Datei mit Messwerten öffnen, jeder mit seiner Anfrage: jede Zeile wird vorhergesagt und verglichen, und nichts wird an sie angepasst. Eine Tabelle mit Vorhersagen wird gezeigt, wie sie ist.</translation>
    </message>
    <message>
        <source>No row was answered: %1</source>
        <translation>Keine Zeile wurde beantwortet: %1</translation>
    </message>
    <message>
        <source>%1: %2 rows, %3 within 10 %, MAPE %4, median %5; %6 refused%7</source>
        <translation>%1: %2 Zeilen, %3 innerhalb von 10 %, MAPE %4, Median %5; %6 abgelehnt%7</translation>
    </message>
    <message>
        <source>; %1 without a place on logarithmic axes</source>
        <translation>; %1 ohne Platz auf logarithmischen Achsen</translation>
    </message>
    <message>
        <source>Measured %1, predicted %2</source>
        <translation>Gemessen %1, vorhergesagt %2</translation>
    </message>
    <message>
        <source>Double click opens it as a design.</source>
        <translation>Doppelklick öffnet es als Entwurf.</translation>
    </message>
    <message>
        <source>There is no validation run to draw.</source>
        <translation>Es gibt keinen Validierungslauf zu zeichnen.</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>What is drawn of the rows</source>
        <translation>Was von den Zeilen gezeichnet wird</translation>
    </message>
    <message>
        <source>Residuals</source>
        <translation>Residuen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Show errors and the rows that are furthest off beside the plot</source>
        <translation>Fehler und die am weitesten abweichenden Zeilen neben dem Diagramm zeigen</translation>
    </message>
    <message>
        <source>Click or press Enter: this group stands out in the plot</source>
        <translation>Klick oder Eingabetaste: hebt diese Gruppe im Diagramm hervor</translation>
    </message>
    <message>
        <source>Double click or press Enter: opens the row as a design</source>
        <translation>Doppelklick oder Eingabetaste: öffnet die Zeile als Entwurf</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>Median error %1, the middle 80 % from %2 to %3</source>
        <translation>Median des Fehlers %1, die mittleren 80 % von %2 bis %3</translation>
    </message>
    <message>
        <source>Mean absolute error %1, 95 % of rows below %2</source>
        <translation>Mittlerer absoluter Fehler %1, 95 % der Zeilen unter %2</translation>
    </message>
    <message>
        <source>%1 of the measured values lie in their 80 % interval</source>
        <translation>%1 der Messwerte liegen in ihrem 80-%-Intervall</translation>
    </message>
    <message>
        <source>Another tool ...</source>
        <translation>Anderes Werkzeug ...</translation>
    </message>
    <message>
        <source>Sets predictions of another tool beside these rows: a table or document with row, tool, quantity, value and unit</source>
        <translation>Stellt Vorhersagen eines anderen Werkzeugs neben diese Zeilen: eine Tabelle oder ein Dokument mit row, tool, quantity, value und unit</translation>
    </message>
    <message>
        <source>Drift of kept results</source>
        <translation>Drift aufbewahrter Ergebnisse</translation>
    </message>
    <message>
        <source>Open results that were kept by validate --keep: their errors are drawn as they drift from run to run.</source>
        <translation>Öffnen Sie Ergebnisse, die validate --keep aufbewahrt hat: Ihre Fehler werden gezeichnet, wie sie sich von Lauf zu Lauf bewegen.</translation>
    </message>
</context>
<context>
    <name>strata::views::ViewToolBar</name>
    <message>
        <source>Metric</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Metric of all views</source>
        <translation>Größe aller Ansichten</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>Show the baseline beside the selected design</source>
        <translation>Den Bezug neben dem ausgewählten Entwurf zeigen</translation>
    </message>
    <message>
        <source>Keep the axes as they are</source>
        <translation>Achsen so lassen</translation>
    </message>
    <message>
        <source>Export this figure</source>
        <translation>Diese Abbildung exportieren</translation>
    </message>
    <message>
        <source>What this view shows</source>
        <translation>Was diese Ansicht zeigt</translation>
    </message>
</context>
<context>
    <name>strata::views::WaterfallView</name>
    <message>
        <source>From zero</source>
        <translation>Ab null</translation>
    </message>
    <message>
        <source>Steps only</source>
        <translation>Nur Schritte</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Close the opened bar (Backspace)</source>
        <translation>Den geöffneten Balken schließen (Rücktaste)</translation>
    </message>
    <message>
        <source>Composition gap</source>
        <translation>Kompositionslücke</translation>
    </message>
    <message>
        <source>Open this bar</source>
        <translation>Diesen Balken öffnen</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>The composition gap needs a model: a latency that is the sum of its kernels and of what lies between them. This estimate has no such parts.</source>
        <translation>Die Kompositionslücke braucht ein Modell: eine Latenz, die die Summe seiner Kernel und dessen ist, was dazwischen liegt. Diese Schätzung hat keine solchen Teile.</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Which request of a serving engine is taken apart</source>
        <translation>Welche Anfrage einer Dienstmaschine zerlegt wird</translation>
    </message>
    <message>
        <source>Mean request</source>
        <translation>Mittlere Anfrage</translation>
    </message>
    <message>
        <source>99th percentile</source>
        <translation>99. Perzentil</translation>
    </message>
    <message>
        <source>The composition gap needs a model: a latency that is the sum of its kernels and of what lies between them, or a serving engine. This estimate has no such parts.</source>
        <translation>Die Kompositionslücke braucht ein Modell: eine Latenz, die die Summe ihrer Kernel und dessen ist, was zwischen ihnen liegt, oder eine Dienstmaschine. Diese Schätzung hat keine solchen Teile.</translation>
    </message>
</context>
<context>
    <name>SensitivityView</name>
    <message>
        <source>alone</source>
        <translation>allein</translation>
    </message>
    <message>
        <source>with interactions</source>
        <translation>mit Wechselwirkungen</translation>
    </message>
</context>
<context>
    <name>strata::app::AxesTable</name>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Or a list, separated by “;”</source>
        <translation>Oder eine Liste, getrennt durch „;“</translation>
    </message>
    <message>
        <source>Parameters that vary</source>
        <translation>Parameter, die sich ändern</translation>
    </message>
    <message>
        <source>Values of %1</source>
        <translation>Werte von %1</translation>
    </message>
    <message>
        <source>Equal steps</source>
        <translation>Gleiche Abstände</translation>
    </message>
    <message>
        <source>Equal ratios</source>
        <translation>Gleiche Verhältnisse</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>%1 cannot be “%2”.</source>
        <translation>%1 kann nicht „%2“ sein.</translation>
    </message>
    <message>
        <source>“%1” is no value of %2.</source>
        <translation>„%1“ ist kein Wert von %2.</translation>
    </message>
    <message>
        <source>Steps are a whole number; empty for any value between.</source>
        <translation>Schritte sind eine ganze Zahl; leer für jeden Wert dazwischen.</translation>
    </message>
</context>
<context>
    <name>strata::app::ExplorationController</name>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Durchlauf</translation>
    </message>
</context>
<context>
    <name>strata::app::ExplorationDialog</name>
    <message>
        <source>New exploration</source>
        <translation>Neue Erkundung</translation>
    </message>
    <message>
        <source>Add a parameter</source>
        <translation>Parameter hinzufügen</translation>
    </message>
    <message>
        <source>Grid: every combination</source>
        <translation>Gitter: jede Kombination</translation>
    </message>
    <message>
        <source>Sobol sequence: even samples</source>
        <translation>Sobol-Folge: gleichmäßige Stichproben</translation>
    </message>
    <message>
        <source>Latin hypercube</source>
        <translation>Lateinischer Hyperwürfel</translation>
    </message>
    <message>
        <source>Random samples</source>
        <translation>Zufällige Stichproben</translation>
    </message>
    <message>
        <source>Sensitivity: Sobol indices</source>
        <translation>Empfindlichkeit: Sobol-Indizes</translation>
    </message>
    <message>
        <source>Search the front: NSGA-II</source>
        <translation>Front suchen: NSGA-II</translation>
    </message>
    <message>
        <source>Search one optimum: genetic</source>
        <translation>Ein Optimum suchen: genetisch</translation>
    </message>
    <message>
        <source>Search one optimum: annealing</source>
        <translation>Ein Optimum suchen: simuliertes Abkühlen</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Parameter</source>
        <translation>&amp;Parameter</translation>
    </message>
    <message>
        <source>&amp;Method</source>
        <translation>&amp;Verfahren</translation>
    </message>
    <message>
        <source>P&amp;oints</source>
        <translation>P&amp;unkte</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>S&amp;tartwert</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>%1, explored</source>
        <translation>%1, erkundet</translation>
    </message>
    <message>
        <source>Add the parameters that vary.</source>
        <translation>Parameter hinzufügen, die sich ändern sollen.</translation>
    </message>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n Punkt</numerusform>
            <numerusform>%n Punkte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, about %2</source>
        <translation>%1, etwa %2</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>⚠ The points take %1 of memory; fewer steps or a sampling method take less.</source>
        <translation>⚠ Die Punkte brauchen %1 Speicher; weniger Schritte oder ein Stichprobenverfahren brauchen weniger.</translation>
    </message>
    <message>
        <source>The mapping is pinned; search one at each point instead</source>
        <translation>Das Mapping ist festgelegt; stattdessen an jedem Punkt eines suchen</translation>
    </message>
    <message>
        <source>Energies of these memories do not grow with their sizes; let them grow with the root of the size</source>
        <translation>Die Energien dieser Speicher wachsen nicht mit ihrer Größe; mit der Wurzel der Größe wachsen lassen</translation>
    </message>
    <message>
        <source>Search the front: ant colony</source>
        <translation>Front suchen: Ameisenkolonie</translation>
    </message>
    <message>
        <source>Search with few points: Gaussian process</source>
        <translation>Mit wenigen Punkten suchen: Gauß-Prozess</translation>
    </message>
    <message>
        <source>Search with few points: forest</source>
        <translation>Mit wenigen Punkten suchen: Wald von Bäumen</translation>
    </message>
</context>
<context>
    <name>strata::app::GoalsTable</name>
    <message>
        <source>Metric</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Objectives and constraints</source>
        <translation>Ziele und Nebenbedingungen</translation>
    </message>
    <message>
        <source>Objective: %1</source>
        <translation>Ziel: %1</translation>
    </message>
    <message>
        <source>Minimise</source>
        <translation>Minimieren</translation>
    </message>
    <message>
        <source>Maximise</source>
        <translation>Maximieren</translation>
    </message>
    <message>
        <source>“%1” is no value of %2.</source>
        <translation>„%1“ ist kein Wert von %2.</translation>
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
    <message>
        <source>%1 of %2 points</source>
        <translation>%1 von %2 Punkten</translation>
    </message>
    <message>
        <source>%1 points/s</source>
        <translation>%1 Punkte/s</translation>
    </message>
    <message>
        <source>Being read</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>Waits for the one before it; %1</source>
        <translation>Wartet auf den Auftrag davor; %1</translation>
    </message>
    <message>
        <source>%1, %2, %3 left</source>
        <translation>%1, %2, noch %3</translation>
    </message>
    <message>
        <source>Paused; %1</source>
        <translation>Angehalten; %1</translation>
    </message>
    <message>
        <source>Cancelled; %1 kept</source>
        <translation>Abgebrochen; %1 behalten</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Cancel; the points that are there stay</source>
        <translation>Abbrechen; vorhandene Punkte bleiben</translation>
    </message>
    <message>
        <source>Remove with its points</source>
        <translation>Mit seinen Punkten entfernen</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>strata::views::SensitivityCanvas</name>
    <message>
        <source>Sobol indices by parameter</source>
        <translation>Sobol-Indizes nach Parameter</translation>
    </message>
</context>
<context>
    <name>strata::views::SensitivityView</name>
    <message>
        <source>New sensitivity sweep …</source>
        <translation>Neuer Empfindlichkeits-Durchlauf …</translation>
    </message>
    <message>
        <source>No sweep yet. Sobol indices tell how much of a metric each parameter causes.</source>
        <translation>Noch kein Durchlauf. Sobol-Indizes sagen, wie viel einer Größe jeder Parameter verursacht.</translation>
    </message>
    <message>
        <source>Sobol indices need a sweep by the method “Sensitivity”; this run chose its points otherwise.</source>
        <translation>Sobol-Indizes brauchen einen Durchlauf nach dem Verfahren „Empfindlichkeit“; dieser hat seine Punkte anders gewählt.</translation>
    </message>
    <message>
        <source>Too few points yet.</source>
        <translation>Noch zu wenige Punkte.</translation>
    </message>
    <message>
        <source>%1 does not vary over the points of this sweep.</source>
        <translation>%1 ändert sich über die Punkte dieses Durchlaufs nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%1
Alone: %2 ± %3 of the variance of %4
With interactions: %5 ± %6
From %n group(s) of points</source>
        <translation>
            <numerusform>%1
Allein: %2 ± %3 der Varianz von %4
Mit Wechselwirkungen: %5 ± %6
Aus %n Gruppe von Punkten</numerusform>
            <numerusform>%1
Allein: %2 ± %3 der Varianz von %4
Mit Wechselwirkungen: %5 ± %6
Aus %n Gruppen von Punkten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::views::VarianceStrip</name>
    <message>
        <source>Variance</source>
        <translation>Varianz</translation>
    </message>
    <message>
        <source>Relative error of the sum:</source>
        <translation>Relativer Fehler der Summe:</translation>
    </message>
</context>
<context>
    <name>strata::views::Exploration</name>
    <message>
        <source>point %1</source>
        <translation>Punkt %1</translation>
    </message>
</context>
<context>
    <name>strata::views::FilterBar</name>
    <message>
        <source>Filters of the run</source>
        <translation>Filter des Laufs</translation>
    </message>
    <message>
        <source>Lasso in %1, %2</source>
        <translation>Lasso in %1, %2</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>Alle aufheben</translation>
    </message>
    <message>
        <source>Filter or zoom before</source>
        <translation>Filter oder Ausschnitt davor</translation>
    </message>
    <message>
        <source>Filter or zoom after</source>
        <translation>Filter oder Ausschnitt danach</translation>
    </message>
    <message>
        <source>Filter before</source>
        <translation>Filter davor</translation>
    </message>
    <message>
        <source>Filter after</source>
        <translation>Filter danach</translation>
    </message>
</context>
<context>
    <name>strata::views::ParallelCanvas</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
    <message>
        <source>Drag to reorder, double click to invert, right click for more</source>
        <translation>Ziehen ordnet um, Doppelklick kehrt um, Rechtsklick zeigt mehr</translation>
    </message>
    <message>
        <source>Drag along the axis to brush, click to clear</source>
        <translation>Ziehen entlang der Achse wählt aus, Klick hebt auf</translation>
    </message>
</context>
<context>
    <name>strata::views::ParallelView</name>
    <message>
        <source>Show the best %1 only</source>
        <translation>Nur die besten %1 zeigen</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>Which columns are axes</source>
        <translation>Welche Spalten Achsen sind</translation>
    </message>
    <message>
        <source>No run yet. Start a sweep or a search, or open its results: every design that it evaluates is a line here.</source>
        <translation>Noch kein Lauf. Starten Sie eine Abtastung oder Suche, oder öffnen Sie Ergebnisse: Jeder bewertete Entwurf ist hier eine Linie.</translation>
    </message>
    <message>
        <source>No colour</source>
        <translation>Keine Farbe</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>Wie zu Beginn</translation>
    </message>
    <message>
        <source>Invert</source>
        <translation>Umkehren</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Infeasible</source>
        <translation>Unzulässig</translation>
    </message>
    <message>
        <source>Lines of designs that cannot exist or break a constraint</source>
        <translation>Linien von Entwürfen, die es nicht geben kann oder die eine Nebenbedingung verletzen</translation>
    </message>
    <message>
        <source>What colours the lines; where many cross it is their mean</source>
        <translation>Was die Linien färbt; wo viele sich kreuzen, ihr Mittel</translation>
    </message>
    <message>
        <source>What colours the lines, where they are few enough to be single</source>
        <translation>Was die Linien färbt, wo sie wenige genug sind, um einzeln zu sein</translation>
    </message>
    <message>
        <source>There is no run to draw.</source>
        <translation>Es gibt keinen Lauf zu zeichnen.</translation>
    </message>
</context>
<context>
    <name>strata::views::ParetoView</name>
    <message>
        <source>Across</source>
        <translation>Waagerecht</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Senkrecht</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>What the horizontal axis shows</source>
        <translation>Was die waagerechte Achse zeigt</translation>
    </message>
    <message>
        <source>What the vertical axis shows</source>
        <translation>Was die senkrechte Achse zeigt</translation>
    </message>
    <message>
        <source>What the colour shows</source>
        <translation>Was die Farbe zeigt</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Logarithmic: %1</source>
        <translation>Logarithmisch: %1</translation>
    </message>
    <message>
        <source>Rectangle</source>
        <translation>Rechteck</translation>
    </message>
    <message>
        <source>Drag a rectangle: only what is inside is shown</source>
        <translation>Ein Rechteck ziehen: Nur was darin liegt, wird gezeigt</translation>
    </message>
    <message>
        <source>Lasso</source>
        <translation>Lasso</translation>
    </message>
    <message>
        <source>Draw a line around what is shown</source>
        <translation>Eine Linie um das ziehen, was gezeigt wird</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Drag moves the axes; the wheel zooms with every tool</source>
        <translation>Ziehen verschiebt die Achsen; das Rad vergrößert bei jedem Werkzeug</translation>
    </message>
    <message>
        <source>Infeasible</source>
        <translation>Unzulässig</translation>
    </message>
    <message>
        <source>Hollow marks for designs that cannot exist or break a constraint</source>
        <translation>Hohle Marken für Entwürfe, die es nicht geben kann oder die eine Nebenbedingung verletzen</translation>
    </message>
    <message>
        <source>Epsilon of the front</source>
        <translation>Epsilon der Front</translation>
    </message>
    <message>
        <source>Thins the front: every row of it is at most so much of its extent worse than a row that stays</source>
        <translation>Dünnt die Front aus: Jede ihrer Zeilen ist höchstens um diesen Anteil ihrer Ausdehnung schlechter als eine, die bleibt</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Show the front as a table beside the plot</source>
        <translation>Die Front als Tabelle neben dem Diagramm zeigen</translation>
    </message>
    <message>
        <source>No colour</source>
        <translation>Keine Farbe</translation>
    </message>
    <message>
        <source>Pareto plot</source>
        <translation>Pareto-Diagramm</translation>
    </message>
    <message>
        <source>No run yet. Start a sweep or a search, or open its results: every design that it evaluates stands here at once.</source>
        <translation>Noch kein Lauf. Starten Sie eine Abtastung oder Suche, oder öffnen Sie Ergebnisse: Jeder bewertete Entwurf steht sofort hier.</translation>
    </message>
    <message>
        <source>Pareto front</source>
        <translation>Pareto-Front</translation>
    </message>
    <message>
        <source>The front. Double click or Enter opens a row as a design.</source>
        <translation>Die Front. Doppelklick oder Eingabetaste öffnet eine Zeile als Entwurf.</translation>
    </message>
    <message>
        <source>There is no run to draw.</source>
        <translation>Es gibt keinen Lauf zu zeichnen.</translation>
    </message>
    <message>
        <source>New exploration …</source>
        <translation>Neue Erkundung …</translation>
    </message>
</context>
<context>
    <name>strata::views::ExplorationView</name>
    <message>
        <source>There is no run to draw.</source>
        <translation>Es gibt keinen Lauf zu zeichnen.</translation>
    </message>
</context>
<context>
    <name>strata::views::CapacityView</name>
    <message>
        <source>Metric</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>What the cells show</source>
        <translation>Was die Zellen zeigen</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>Waagerecht</translation>
    </message>
    <message>
        <source>Parameter along the horizontal axis</source>
        <translation>Parameter der waagerechten Achse</translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation>Senkrecht</translation>
    </message>
    <message>
        <source>Parameter along the vertical axis</source>
        <translation>Parameter der senkrechten Achse</translation>
    </message>
    <message>
        <source>Service level</source>
        <translation>Dienstgüte</translation>
    </message>
    <message>
        <source>Share of the requests that must keep it</source>
        <translation>Anteil der Anfragen, die sie halten müssen</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Vary the selected design in the background</source>
        <translation>Den gewählten Entwurf im Hintergrund variieren</translation>
    </message>
    <message>
        <source>Arrival rate and replicas</source>
        <translation>Ankunftsrate und Repliken</translation>
    </message>
    <message>
        <source>Arrival rate and tensor parallel ranks</source>
        <translation>Ankunftsrate und tensorparallele Ränge</translation>
    </message>
    <message>
        <source>Schedulers on the same arrivals</source>
        <translation>Scheduler auf denselben Ankünften</translation>
    </message>
    <message>
        <source>No run yet. “New run” varies the arrival rate and the engines of the selected design.</source>
        <translation>Noch kein Lauf. „Neuer Lauf“ variiert die Ankunftsrate und die Maschinen des gewählten Entwurfs.</translation>
    </message>
    <message>
        <source>Evaluating ...</source>
        <translation>Wird berechnet ...</translation>
    </message>
    <message>
        <source>The points of this run lie on no grid: it takes a sweep of few values of each parameter.</source>
        <translation>Die Punkte dieses Laufs liegen auf keinem Gitter: dafür braucht es einen Lauf mit wenigen Werten je Parameter.</translation>
    </message>
    <message>
        <source>This run has no parameter to show.</source>
        <translation>Dieser Lauf hat keinen Parameter, der sich zeigen ließe.</translation>
    </message>
    <message>
        <source>Not evaluated yet</source>
        <translation>Noch nicht berechnet</translation>
    </message>
    <message>
        <source>The best of %1 points of this cell</source>
        <translation>Der beste von %1 Punkten dieser Zelle</translation>
    </message>
    <message>
        <source>Click opens it as a design</source>
        <translation>Ein Klick öffnet sie als Entwurf</translation>
    </message>
</context>
<context>
    <name>strata::views::ServingView</name>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Which wait of the users is shown</source>
        <translation>Welches Warten der Nutzer gezeigt wird</translation>
    </message>
    <message>
        <source>Add service level</source>
        <translation>Dienstgüte hinzufügen</translation>
    </message>
    <message>
        <source>Promise users this latency: a line that can be dragged</source>
        <translation>Den Nutzern diese Latenz versprechen: eine Linie, die sich ziehen lässt</translation>
    </message>
    <message>
        <source>Distribution of the latency</source>
        <translation>Verteilung der Latenz</translation>
    </message>
    <message>
        <source>Goodput over the arrival rate</source>
        <translation>Gutdurchsatz über der Ankunftsrate</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>Distributions need the requests of a serving engine under load. This estimate has none.</source>
        <translation>Verteilungen brauchen die Anfragen einer Dienstmaschine unter Last. Diese Schätzung hat keine.</translation>
    </message>
</context>
<context>
    <name>strata::views::TimelineView</name>
    <message>
        <source>Stages over time</source>
        <translation>Stufen über der Zeit</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>A timeline needs a simulated serving engine: iterations of its replicas one after the other. This estimate has none.</source>
        <translation>Eine Zeitachse braucht eine simulierte Dienstmaschine: Iterationen ihrer Repliken nacheinander. Diese Schätzung hat keine.</translation>
    </message>
    <message>
        <source>Request %1</source>
        <translation>Anfrage %1</translation>
    </message>
</context>
<context>
    <name>strata::views::ClusterCanvas</name>
    <message>
        <source>Fabric and groups of ranks</source>
        <translation>Verbindungen und Gruppen von Rängen</translation>
    </message>
</context>
<context>
    <name>strata::views::ClusterView</name>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Tensor parallelism: drag to the right for more</source>
        <translation>Tensorparallelität: nach rechts ziehen für mehr</translation>
    </message>
    <message>
        <source>Context parallelism: drag to the right for more</source>
        <translation>Kontextparallelität: nach rechts ziehen für mehr</translation>
    </message>
    <message>
        <source>Pipeline parallelism: drag to the right for more</source>
        <translation>Pipelineparallelität: nach rechts ziehen für mehr</translation>
    </message>
    <message>
        <source>Expert parallelism: drag to the right for more</source>
        <translation>Expertenparallelität: nach rechts ziehen für mehr</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Which ranks are shown as belonging together</source>
        <translation>Welche Ränge als zusammengehörig gezeigt werden</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <translation>%1 %2 auf %3</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws the cluster of a training step or of a collective. This design has none.</source>
        <translation>Diese Ansicht zeichnet den Cluster eines Trainingsschritts oder eines Kollektivs. Dieser Entwurf hat keinen.</translation>
    </message>
</context>
<context>
    <name>strata::views::MemoryCanvas</name>
    <message>
        <source>Memory by stage</source>
        <translation>Speicher nach Stufe</translation>
    </message>
</context>
<context>
    <name>strata::views::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws what the devices of a training step hold. This design has none.</source>
        <translation>Diese Ansicht zeichnet, was die Geräte eines Trainingsschritts halten. Dieser Entwurf hat keinen.</translation>
    </message>
</context>
<context>
    <name>strata::views::PictureView</name>
    <message>
        <source>Copy the numbers</source>
        <translation>Zahlen kopieren</translation>
    </message>
    <message>
        <source>Export this figure ...</source>
        <translation>Diese Abbildung exportieren ...</translation>
    </message>
</context>
<context>
    <name>strata::views::PipelineCanvas</name>
    <message>
        <source>Pipeline timeline</source>
        <translation>Zeitverlauf der Pipeline</translation>
    </message>
</context>
<context>
    <name>strata::views::PipelineView</name>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>Frame the blocks that the end of the iteration waits for, as soon as there is room for them</source>
        <translation>Die Blöcke einrahmen, auf die das Ende der Iteration wartet, sobald Platz dafür ist</translation>
    </message>
    <message>
        <source>This view draws the pipeline of a training step. This design has none.</source>
        <translation>Diese Ansicht zeichnet die Pipeline eines Trainingsschritts. Dieser Entwurf hat keine.</translation>
    </message>
    <message>
        <source>The method %1 does not follow single micro-batches.</source>
        <translation>Die Methode %1 verfolgt keine einzelnen Mikrostapel.</translation>
    </message>
    <message>
        <source>Choose one that does: %1.</source>
        <translation>Diese tun es: %1.</translation>
    </message>
</context>
<context>
    <name>strata::views::ScalingCanvas</name>
    <message>
        <source>Scaling over devices</source>
        <translation>Skalierung über Geräte</translation>
    </message>
</context>
<context>
    <name>strata::views::ScalingView</name>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Strong</source>
        <translation>Stark</translation>
    </message>
    <message>
        <source>Weak</source>
        <translation>Schwach</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws a training step over growing numbers of devices. This design is none.</source>
        <translation>Diese Ansicht zeichnet einen Trainingsschritt auf immer mehr Geräten. Dieser Entwurf ist keiner.</translation>
    </message>
    <message>
        <source>Being computed …</source>
        <translation>Wird berechnet …</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>en</source>
        <translation>de</translation>
    </message>
</context>
<context>
    <name>Column</name>
    <message>
        <source>Port pressure</source>
        <translation>Belegung der Ports</translation>
    </message>
    <message>
        <source>Directive</source>
        <translation>Direktive</translation>
    </message>
    <message>
        <source>Directives</source>
        <translation>Direktiven</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Reuse</source>
        <translation>Wiederverwendung</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Bauteil</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>Exemplare</translation>
    </message>
    <message>
        <source>Read energy (pJ)</source>
        <translation>Leseenergie (pJ)</translation>
    </message>
    <message>
        <source>Fill energy (pJ)</source>
        <translation>Füllenergie (pJ)</translation>
    </message>
    <message>
        <source>Update energy (pJ)</source>
        <translation>Aktualisierungsenergie (pJ)</translation>
    </message>
    <message>
        <source>Leakage per cycle (pJ)</source>
        <translation>Leckenergie je Takt (pJ)</translation>
    </message>
    <message>
        <source>Network energy (pJ)</source>
        <translation>Netzenergie (pJ)</translation>
    </message>
    <message>
        <source>Area of one (um^2)</source>
        <translation>Fläche eines Exemplars (µm²)</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Energy and area by component</source>
        <translation>Energie und Fläche nach Bauteil</translation>
    </message>
    <message>
        <source>Energy from</source>
        <translation>Energie aus</translation>
    </message>
    <message>
        <source>Area from</source>
        <translation>Fläche aus</translation>
    </message>
    <message>
        <source>Cycles waited</source>
        <translation>Wartetakte</translation>
    </message>
    <message>
        <source>Bits a weight</source>
        <translation>Bits je Gewicht</translation>
    </message>
    <message>
        <source>Weights by tensor</source>
        <translation>Gewichte nach Tensor</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>Feasible</source>
        <translation>Zulässig</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>On the front</source>
        <translation>Auf der Front</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Number type</source>
        <translation>Zahlenformat</translation>
    </message>
    <message>
        <source>Seen in the fit</source>
        <translation>In der Anpassung gesehen</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>Verschmolzen</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>Alone on its share</source>
        <translation>Allein auf dem Anteil</translation>
    </message>
    <message>
        <source>Arrival</source>
        <translation>Ankunft</translation>
    </message>
    <message>
        <source>Time of the bytes</source>
        <translation>Zeit der Bytes</translation>
    </message>
    <message>
        <source>Tokens of a block</source>
        <translation>Token eines Blocks</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Blocks used</source>
        <translation>Belegte Blöcke</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Tokens from the cache</source>
        <translation>Token aus dem Cache</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Ceilings</source>
        <translation>Obergrenzen</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Clock over the largest</source>
        <translation>Takt zum höchsten Takt</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>Kollektiv</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontextparallel</translation>
    </message>
    <message>
        <source>Crosses nodes</source>
        <translation>Über Knoten hinweg</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>Dimension</source>
        <translation>Dimension</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Datenparallel</translation>
    </message>
    <message>
        <source>End-to-end latency</source>
        <translation>Latenz von Anfang bis Ende</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>Experten-parallel</translation>
    </message>
    <message>
        <source>Executed arithmetic</source>
        <translation>Ausgeführte Rechnung</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Fest</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Chunks per stage</source>
        <translation>Abschnitte je Stufe</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Kollektive</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Lives of requests</source>
        <translation>Leben der Anfragen</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>Mapping</translation>
    </message>
    <message>
        <source>Most blocks per SM</source>
        <translation>Höchstens Blöcke je SM</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Memory by stage</source>
        <translation>Speicher nach Stufe</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>Mikrostapel</translation>
    </message>
    <message>
        <source>Prefill and decode</source>
        <translation>Prefill und Dekodieren</translation>
    </message>
    <message>
        <source>Waiting for caches</source>
        <translation>Warten auf Caches</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Nodes of a group</source>
        <translation>Knoten einer Gruppe</translation>
    </message>
    <message>
        <source>Occupancy limited by</source>
        <translation>Belegung begrenzt durch</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Matrices of the result</source>
        <translation>Matrizen des Ergebnisses</translation>
    </message>
    <message>
        <source>Columns of the result</source>
        <translation>Spalten des Ergebnisses</translation>
    </message>
    <message>
        <source>Rows of the result</source>
        <translation>Zeilen des Ergebnisses</translation>
    </message>
    <message>
        <source>Output tokens</source>
        <translation>Ausgabetoken</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>90 %</source>
        <translation>90 %</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausen</translation>
    </message>
    <message>
        <source>Percentiles</source>
        <translation>Perzentile</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Best plans</source>
        <translation>Beste Pläne</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>Pipeline-Stufen</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Prefill tokens</source>
        <translation>Prefill-Token</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>Token der Eingabe</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Waiting requests</source>
        <translation>Wartende Anfragen</translation>
    </message>
    <message>
        <source>Queueing</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Registers of an SM</source>
        <translation>Register eines SM</translation>
    </message>
    <message>
        <source>Registers of a thread</source>
        <translation>Register eines Threads</translation>
    </message>
    <message>
        <source>Remainder</source>
        <translation>Rest</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>Replik</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Repliken</translation>
    </message>
    <message>
        <source>Replications</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>Eingeplant</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Sent by a rank</source>
        <translation>Von einem Rang gesendet</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Shared memory of an SM</source>
        <translation>Gemeinsamer Speicher eines SM</translation>
    </message>
    <message>
        <source>Shared memory of a block</source>
        <translation>Gemeinsamer Speicher eines Blocks</translation>
    </message>
    <message>
        <source>SMs</source>
        <translation>SMs</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Parts of k</source>
        <translation>Teile von k</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>Schrittweite</translation>
    </message>
    <message>
        <source>Fill of the last wave</source>
        <translation>Füllung der letzten Welle</translation>
    </message>
    <message>
        <source>Tail</source>
        <translation>Letzte Welle</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>Tenants</source>
        <translation>Mandanten</translation>
    </message>
    <message>
        <source>Threads of a block</source>
        <translation>Threads eines Blocks</translation>
    </message>
    <message>
        <source>Threads of an SM</source>
        <translation>Threads eines SM</translation>
    </message>
    <message>
        <source>Depth of a tile</source>
        <translation>Tiefe einer Kachel</translation>
    </message>
    <message>
        <source>Rows of a tile</source>
        <translation>Zeilen einer Kachel</translation>
    </message>
    <message>
        <source>Columns of a tile</source>
        <translation>Spalten einer Kachel</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>Tiling</source>
        <translation>Kachelung</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Male</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensor-parallel</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>Zeit je ausgegebenem Token</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO-Stufe</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Weight gradients</source>
        <translation>Gewichtsgradienten</translation>
    </message>
    <message>
        <source>Plans that do not fit</source>
        <translation>Pläne, die nicht passen</translation>
    </message>
    <message>
        <source>Slower because of</source>
        <translation>Langsamer durch</translation>
    </message>
    <message>
        <source>Slower by</source>
        <translation>Langsamer um</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>Verfügbar</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>On the chip</source>
        <translation>Auf dem Chip</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Memory traffic alone</source>
        <translation>Speicherverkehr allein</translation>
    </message>
    <message>
        <source>Evaluated mappings</source>
        <translation>Ausgewertete Mappings</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Letzte</translation>
    </message>
    <message>
        <source>Shared rows</source>
        <translation>Gemeinsame Zeilen</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>Kern</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Beschäftigt</translation>
    </message>
    <message>
        <source>Operand</source>
        <translation>Operand</translation>
    </message>
    <message>
        <source>Words of the buffer</source>
        <translation>Wörter des Puffers</translation>
    </message>
    <message>
        <source>Words of the memory</source>
        <translation>Wörter des Speichers</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Allein</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Fused groups</source>
        <translation>Fusionierte Gruppen</translation>
    </message>
    <message>
        <source>Words by operand</source>
        <translation>Wörter nach Operand</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Kernels on the device</source>
        <translation>Kernel auf dem Gerät</translation>
    </message>
    <message>
        <source>Error by measurements</source>
        <translation>Fehler nach Messungen</translation>
    </message>
    <message>
        <source>Devices and networks</source>
        <translation>Geräte und Netze</translation>
    </message>
    <message>
        <source>Measure next</source>
        <translation>Als Nächstes messen</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Fusion rule</source>
        <translation>Fusionsregel</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Known by</source>
        <translation>Bekannt durch</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>Error, median</source>
        <translation>Fehler, Median</translation>
    </message>
    <message>
        <source>Error, 90 %</source>
        <translation>Fehler, 90 %</translation>
    </message>
    <message>
        <source>Inside the interval</source>
        <translation>Im Intervall</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Accesses with zeros</source>
        <translation>Zugriffe mit Nullen</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Words stored</source>
        <translation>Gespeicherte Wörter</translation>
    </message>
    <message>
        <source>Bits of metadata</source>
        <translation>Bits der Metadaten</translation>
    </message>
    <message>
        <source>Reads gated</source>
        <translation>Unterdrückte Lesezugriffe</translation>
    </message>
    <message>
        <source>Reads skipped</source>
        <translation>Übersprungene Lesezugriffe</translation>
    </message>
    <message>
        <source>Updates gated</source>
        <translation>Unterdrückte Aktualisierungen</translation>
    </message>
    <message>
        <source>Updates skipped</source>
        <translation>Übersprungene Aktualisierungen</translation>
    </message>
    <message>
        <source>Reads of metadata</source>
        <translation>Lesezugriffe auf Metadaten</translation>
    </message>
    <message>
        <source>Fills of metadata</source>
        <translation>Füllungen mit Metadaten</translation>
    </message>
    <message>
        <source>Updates of metadata</source>
        <translation>Aktualisierungen von Metadaten</translation>
    </message>
    <message>
        <source>Pairs of operands</source>
        <translation>Operandenpaare</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>Gerechnet</translation>
    </message>
    <message>
        <source>Gated</source>
        <translation>Unterdrückt</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Micro-operations</source>
        <translation>Mikrobefehle</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Latency, cycles</source>
        <translation>Latenz, Takte</translation>
    </message>
    <message>
        <source>Answered by rename</source>
        <translation>Von der Umbenennung erledigt</translation>
    </message>
    <message>
        <source>On the slowest chain</source>
        <translation>Auf der langsamsten Kette</translation>
    </message>
    <message>
        <source>Inner level</source>
        <translation>Innere Ebene</translation>
    </message>
    <message>
        <source>Outer level</source>
        <translation>Äußere Ebene</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Room for two tiles</source>
        <translation>Platz für zwei Kacheln</translation>
    </message>
    <message>
        <source>Waiting to read</source>
        <translation>Warten auf Lesen</translation>
    </message>
    <message>
        <source>Waiting to write</source>
        <translation>Warten auf Schreiben</translation>
    </message>
    <message>
        <source>Constraint</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Best without it</source>
        <translation>Bestes ohne sie</translation>
    </message>
    <message>
        <source>Better by</source>
        <translation>Besser um</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>Vorgaben</translation>
    </message>
    <message>
        <source>Source of the area</source>
        <translation>Quelle der Fläche</translation>
    </message>
    <message>
        <source>Class of the component</source>
        <translation>Art des Bauteils</translation>
    </message>
    <message>
        <source>Source of the energy</source>
        <translation>Quelle der Energie</translation>
    </message>
    <message>
        <source>Entry (bits)</source>
        <translation>Eintrag (Bit)</translation>
    </message>
    <message>
        <source>Word (bits)</source>
        <translation>Wort (Bit)</translation>
    </message>
    <message>
        <source>Technology (nm)</source>
        <translation>Technologie (nm)</translation>
    </message>
    <message>
        <source>Timeline of the cores</source>
        <translation>Zeitverlauf der Kerne</translation>
    </message>
    <message>
        <source>Chain of work behind the last result</source>
        <translation>Arbeitskette vor dem letzten Ergebnis</translation>
    </message>
    <message>
        <source>Use of the memory by cores</source>
        <translation>Nutzung des Speichers durch Kerne</translation>
    </message>
    <message>
        <source>Time of the cores</source>
        <translation>Zeit der Kerne</translation>
    </message>
    <message>
        <source>First tile</source>
        <translation>Erste Kachel</translation>
    </message>
    <message>
        <source>Last tile</source>
        <translation>Letzte Kachel</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Waiting for reads</source>
        <translation>Warten auf Lesen</translation>
    </message>
    <message>
        <source>Waiting for writes</source>
        <translation>Warten auf Schreiben</translation>
    </message>
    <message>
        <source>Waiting for results</source>
        <translation>Warten auf Ergebnisse</translation>
    </message>
    <message>
        <source>Waiting for room</source>
        <translation>Warten auf Platz</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>Wartet auf</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Ohne Arbeit</translation>
    </message>
</context>
<context>
    <name>strata::app::EntryList</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
</context>
<context>
    <name>strata::app::NewDesignDialog</name>
    <message>
        <source>New design</source>
        <translation>Neuer Entwurf</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>&amp;Where</source>
        <translation>W&amp;o</translation>
    </message>
    <message>
        <source>To do what</source>
        <translation>Um was zu tun</translation>
    </message>
    <message>
        <source>&amp;Run it once</source>
        <translation>Einmal aus&amp;führen</translation>
    </message>
    <message>
        <source>&amp;Serve it</source>
        <translation>&amp;Bereitstellen</translation>
    </message>
    <message>
        <source>&amp;Train it</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>&amp;Add design</source>
        <translation>Entwurf &amp;hinzufügen</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1 served on %2</source>
        <translation>%1, bereitgestellt auf %2</translation>
    </message>
    <message>
        <source>%1 trained on %2</source>
        <translation>%1, trainiert auf %2</translation>
    </message>
    <message>
        <source>Choose a workload and a machine.</source>
        <translation>Wählen Sie eine Last und eine Maschine.</translation>
    </message>
    <message>
        <source>The catalog is still read.</source>
        <translation>Der Katalog wird noch gelesen.</translation>
    </message>
</context>
<context>
    <name>strata::app::OwnMeasurementsDialog</name>
    <message>
        <source>Calibrate with your own measurements</source>
        <translation>Mit eigenen Messungen kalibrieren</translation>
    </message>
    <message>
        <source>The device or the cluster that the timings were taken on</source>
        <translation>Das Gerät oder der Verbund, auf dem gemessen wurde</translation>
    </message>
    <message>
        <source>Where an engine is named, what is inferred holds for it alone</source>
        <translation>Ist eine Laufzeit genannt, so gilt das Ergebnis nur für sie</translation>
    </message>
    <message>
        <source>any version</source>
        <translation>jede Version</translation>
    </message>
    <message>
        <source>as the tool names it</source>
        <translation>wie das Werkzeug es nennt</translation>
    </message>
    <message>
        <source>Id of the model that a serving benchmark or llama-bench ran</source>
        <translation>Kennung des Modells, das die Messung lief</translation>
    </message>
    <message>
        <source>&amp;Measured on</source>
        <translation>Gemessen &amp;auf</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>&amp;Laufzeit</translation>
    </message>
    <message>
        <source>&amp;Version</source>
        <translation>&amp;Version</translation>
    </message>
    <message>
        <source>Mo&amp;del</source>
        <translation>Mo&amp;dell</translation>
    </message>
    <message>
        <source>Paste timings: rows of Strata, a CSV table of kernels (operator, its sizes, latency_us), or what nccl-tests, vllm bench serve or llama-bench print</source>
        <translation>Zeiten einfügen: Zeilen von Strata, eine CSV-Tabelle von Kernen (operator, seine Größen, latency_us) oder was nccl-tests, vllm bench serve oder llama-bench ausgeben</translation>
    </message>
    <message>
        <source>&amp;Open …</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Infer factors</source>
        <translation>Faktoren &amp;bestimmen</translation>
    </message>
    <message>
        <source>Factor on time</source>
        <translation>Faktor auf die Zeit</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>80 % of what is left</source>
        <translation>80 % des Rests</translation>
    </message>
    <message>
        <source>&amp;Keep in the catalog</source>
        <translation>Im Katalog be&amp;halten</translation>
    </message>
    <message>
        <source>Estimates on this hardware then use the factors and name the entry</source>
        <translation>Schätzungen auf dieser Hardware nutzen dann die Faktoren und nennen den Eintrag</translation>
    </message>
    <message>
        <source>Kept in the catalog</source>
        <translation>Im Katalog behalten</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Genutzt</translation>
    </message>
    <message>
        <source>any</source>
        <translation>jede</translation>
    </message>
    <message>
        <source>Open measurements</source>
        <translation>Messungen öffnen</translation>
    </message>
    <message>
        <source>Measurements (*.csv *.jsonl *.json *.txt *.md);;All files (*)</source>
        <translation>Messungen (*.csv *.jsonl *.json *.txt *.md);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>pasted text</source>
        <translation>eingefügter Text</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of %1</source>
        <translation>
            <numerusform>%n Zeile von %1</numerusform>
            <numerusform>%n Zeilen von %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing with the models …</source>
        <translation>Vergleich mit den Modellen …</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s): mean error %1 before, %2 after, %3 each by the others.</source>
        <translation>
            <numerusform>%n Zeile: mittlerer Fehler vorher %1, nachher %2, jede aus den anderen %3.</numerusform>
            <numerusform>%n Zeilen: mittlerer Fehler vorher %1, nachher %2, jede aus den anderen %3.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 lies far from the others and counts less.</source>
        <translation>%1 liegt weit von den anderen und zählt weniger.</translation>
    </message>
    <message>
        <source>%1 is not answered: %2</source>
        <translation>%1 bleibt ohne Antwort: %2</translation>
    </message>
    <message>
        <source>%1 would leave %2 of the expected variance</source>
        <translation>%1 ließe %2 der erwarteten Varianz</translation>
    </message>
    <message>
        <source>What would help most next:</source>
        <translation>Was als Nächstes am meisten hülfe:</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>used</source>
        <translation>genutzt</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>strata::app::PlanSearchDialog</name>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Find the best plan</source>
        <translation>Den besten Plan finden</translation>
    </message>
    <message>
        <source>Plans that fit, the fastest first</source>
        <translation>Pläne, die passen, die schnellsten zuerst</translation>
    </message>
    <message>
        <source>Free; what is not checked stays as it is:</source>
        <translation>Frei; was nicht angekreuzt ist, bleibt, wie es ist:</translation>
    </message>
    <message>
        <source>%1 (now %2)</source>
        <translation>%1 (jetzt %2)</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Suche …</translation>
    </message>
    <message>
        <source>the plan as it is</source>
        <translation>der Plan, wie er ist</translation>
    </message>
    <message>
        <source>None is faster than the plan as it is.</source>
        <translation>Keiner ist schneller als der Plan, wie er ist.</translation>
    </message>
    <message>
        <source>The best takes %1, the plan before it %2.</source>
        <translation>Der beste braucht %1, der Plan davor %2.</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>Warum nicht</translation>
    </message>
    <message>
        <source>Plans that fit, the fastest first, then plans that do not fit, the smallest first</source>
        <translation>Pläne, die passen, der schnellste zuerst, dann Pläne, die nicht passen, der kleinste zuerst</translation>
    </message>
    <message>
        <source>needs %1, a device leaves %2</source>
        <translation>braucht %1, ein Gerät lässt %2 frei</translation>
    </message>
    <message>
        <source>%1 takes %2 more</source>
        <translation>%1 dauert %2 länger</translation>
    </message>
    <message>
        <source>chosen by rule</source>
        <translation>nach Regel gewählt</translation>
    </message>
</context>
<context>
    <name>BreakdownChart</name>
    <message>
        <source>%1 per MAC</source>
        <translation>%1 je MAC</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>strata::app::OwnCatalogDialog</name>
    <message>
        <source>&amp;Remove from the catalog</source>
        <translation>Aus dem Katalog &amp;entfernen</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>Ordner ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Add folder …</source>
        <translation>Ordner &amp;hinzufügen …</translation>
    </message>
    <message>
        <source>&amp;Forget folder</source>
        <translation>Ordner &amp;vergessen</translation>
    </message>
    <message>
        <source>My catalog</source>
        <translation>Mein Katalog</translation>
    </message>
    <message>
        <source>My devices and models</source>
        <translation>Eigene Geräte und Modelle</translation>
    </message>
    <message>
        <source>Folders of the catalog</source>
        <translation>Ordner des Katalogs</translation>
    </message>
    <message>
        <source>Folders whose JSON files belong to the catalog. The first one is yours: put an entry there, and the catalog has it.</source>
        <translation>Ordner, deren JSON-Dateien zum Katalog gehören. Der erste ist Ihr eigener: Was Sie dort ablegen, steht im Katalog.</translation>
    </message>
    <message>
        <source>saved here</source>
        <translation>hier gespeichert</translation>
    </message>
    <message>
        <source>Add a folder to the catalog</source>
        <translation>Ordner zum Katalog hinzufügen</translation>
    </message>
</context>
<context>
    <name>strata::app::StructureDialog</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>U&amp;ndo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Save as mine</source>
        <translation>Als eigenes &amp;speichern</translation>
    </message>
    <message>
        <source>Edit structure</source>
        <translation>Aufbau bearbeiten</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Parts of the entry</source>
        <translation>Teile des Eintrags</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Name in the catalog</source>
        <translation>&amp;Name im Katalog</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s)</source>
        <translation>
            <numerusform>%n Teil</numerusform>
            <numerusform>%n Teile</numerusform>
        </translation>
    </message>
    <message>
        <source>One more part</source>
        <translation>Ein weiterer Teil</translation>
    </message>
    <message>
        <source>Nothing can be added here</source>
        <translation>Hier lässt sich nichts hinzufügen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
</context>
<context>
    <name>strata::views::NetworkCanvas</name>
    <message>
        <source>Layers of a network</source>
        <translation>Schichten eines Netzes</translation>
    </message>
</context>
<context>
    <name>strata::views::NetworkView</name>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws the layers of a model. This design has one layer only.</source>
        <translation>Diese Ansicht zeichnet die Schichten eines Modells. Dieser Entwurf hat nur eine Schicht.</translation>
    </message>
    <message>
        <source>The method says nothing about it.</source>
        <translation>Die Methode sagt nichts darüber.</translation>
    </message>
    <message>
        <source>%1 has no mapping to open</source>
        <translation>%1 hat kein Mapping, das sich öffnen lässt</translation>
    </message>
</context>
<context>
    <name>strata::views::EdgeView</name>
    <message>
        <source>Edge</source>
        <translation>Edge</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws the kernels of a network on an edge SoC. This design has none.</source>
        <translation>Diese Ansicht zeichnet die Kernel eines Netzes auf einem Edge-SoC. Dieser Entwurf hat keine.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Under load</source>
        <translation>Unter Last</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 auf %2</translation>
    </message>
</context>
<context>
    <name>strata::views::EdgeCanvas</name>
    <message>
        <source>Edge</source>
        <translation>Edge</translation>
    </message>
</context>
<context>
    <name>strata::views::MatrixView</name>
    <message>
        <source>Device matrix</source>
        <translation>Gerätematrix</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view compares edge SoCs. This design has no such comparison.</source>
        <translation>Diese Ansicht vergleicht Edge-SoCs. Dieser Entwurf hat keinen solchen Vergleich.</translation>
    </message>
</context>
<context>
    <name>strata::views::MatrixCanvas</name>
    <message>
        <source>Device matrix</source>
        <translation>Gerätematrix</translation>
    </message>
</context>
<context>
    <name>strata::views::TransferView</name>
    <message>
        <source>Transfer</source>
        <translation>Transfer</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws what measurements of an edge SoC tell. Add measurements, or networks that could be measured, to the plan.</source>
        <translation>Diese Ansicht zeichnet, was Messungen eines Edge-SoCs aussagen. Ergänzen Sie im Plan Messungen oder Netze, die gemessen werden könnten.</translation>
    </message>
</context>
<context>
    <name>strata::views::TransferCanvas</name>
    <message>
        <source>Transfer</source>
        <translation>Transfer</translation>
    </message>
</context>
<context>
    <name>strata::views::SettingHandle</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Drag to the right or press the arrow keys to change %1</source>
        <translation>Ziehen Sie nach rechts oder drücken Sie die Pfeiltasten, um %1 zu ändern</translation>
    </message>
</context>
<context>
    <name>strata::app::CoverageRunner</name>
    <message>
        <source>Running the scenarios</source>
        <translation>Szenarien werden ausgeführt</translation>
    </message>
    <message>
        <source>Open results of validations</source>
        <translation>Ergebnisse von Validierungen öffnen</translation>
    </message>
    <message>
        <source>Histories and predictions (*.jsonl *.csv *.csv.gz)</source>
        <translation>Verläufe und Vorhersagen (*.jsonl *.csv *.csv.gz)</translation>
    </message>
</context>
<context>
    <name>strata::views::CoverageCanvas</name>
    <message>
        <source>Scenarios by tools and methods</source>
        <translation>Szenarien nach Werkzeugen und Methoden</translation>
    </message>
    <message>
        <source>Value of the scenarios of %1</source>
        <translation>Wert der Szenarien von %1</translation>
    </message>
    <message>
        <source>Drag to weigh them.</source>
        <translation>Ziehen gewichtet sie.</translation>
    </message>
</context>
<context>
    <name>strata::views::CoverageView</name>
    <message>
        <source>Coverage</source>
        <translation>Abdeckung</translation>
    </message>
    <message>
        <source>Results ...</source>
        <translation>Ergebnisse …</translation>
    </message>
    <message>
        <source>Opens results of validations: a history or a table of predictions</source>
        <translation>Öffnet Ergebnisse von Validierungen: einen Verlauf oder eine Tabelle von Vorhersagen</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>What stands in the rows</source>
        <translation>Was in den Zeilen steht</translation>
    </message>
    <message>
        <source>By scenario</source>
        <translation>Nach Szenario</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>Nach Kategorie</translation>
    </message>
    <message>
        <source>By era of the technique</source>
        <translation>Nach Zeit der Technik</translation>
    </message>
    <message>
        <source>Methodology by platform</source>
        <translation>Methodik nach Plattform</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>How rows and columns are put in order</source>
        <translation>Wie Zeilen und Spalten geordnet werden</translation>
    </message>
    <message>
        <source>Order of the catalog</source>
        <translation>Reihenfolge des Katalogs</translation>
    </message>
    <message>
        <source>Most answered first</source>
        <translation>Meistbeantwortete zuerst</translation>
    </message>
    <message>
        <source>Like beside like</source>
        <translation>Ähnliches nebeneinander</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>Wer antwortet</translation>
    </message>
    <message>
        <source>Tools and methods</source>
        <translation>Werkzeuge und Methoden</translation>
    </message>
    <message>
        <source>Tools of the field</source>
        <translation>Werkzeuge des Fachs</translation>
    </message>
    <message>
        <source>Strata&apos;s methods</source>
        <translation>Methoden von Strata</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Only columns for this platform</source>
        <translation>Nur Spalten für diese Plattform</translation>
    </message>
    <message>
        <source>Methodology</source>
        <translation>Methodik</translation>
    </message>
    <message>
        <source>Only columns of this methodology</source>
        <translation>Nur Spalten dieser Methodik</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Veröffentlicht</translation>
    </message>
    <message>
        <source>Only tools that were published in this period</source>
        <translation>Nur Werkzeuge, die in diesem Zeitraum veröffentlicht wurden</translation>
    </message>
    <message>
        <source>All years</source>
        <translation>Alle Jahre</translation>
    </message>
    <message>
        <source>Until %1</source>
        <translation>Bis %1</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Ab %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>All platforms</source>
        <translation>Alle Plattformen</translation>
    </message>
    <message>
        <source>All methodologies</source>
        <translation>Alle Methodiken</translation>
    </message>
    <message>
        <source>Running: %1 %</source>
        <translation>Läuft: %1 %</translation>
    </message>
    <message>
        <source>Run the scenarios</source>
        <translation>Szenarien ausführen</translation>
    </message>
    <message>
        <source>Asks every scenario of every method of Strata that answers its kind; takes about a minute</source>
        <translation>Stellt jedes Szenario jeder Methode von Strata, die seine Art beantwortet; dauert etwa eine Minute</translation>
    </message>
    <message>
        <source>The results cannot be read</source>
        <translation>Die Ergebnisse sind nicht lesbar</translation>
    </message>
</context>
<context>
    <name>Sample</name>
    <message>
        <source>dot product on Golden Cove</source>
        <translation>Skalarprodukt auf Golden Cove</translation>
    </message>
    <message>
        <source>dot product on Zen 3</source>
        <translation>Skalarprodukt auf Zen 3</translation>
    </message>
    <message>
        <source>Decode attention in the banks of HBM3</source>
        <translation>Decode-Attention in den Bänken von HBM3</translation>
    </message>
    <message>
        <source>int8 product in UPMEM modules</source>
        <translation>int8-Produkt in UPMEM-Modulen</translation>
    </message>
    <message>
        <source>int8 product in digital memory macros</source>
        <translation>int8-Produkt in digitalen Speichermakros</translation>
    </message>
    <message>
        <source>two sums in turn on Golden Cove</source>
        <translation>zwei Summen im Wechsel auf Golden Cove</translation>
    </message>
    <message>
        <source>A pruned pointwise layer of MobileNet on one PE of Eyeriss v2</source>
        <translation>Eine ausgedünnte punktweise Schicht von MobileNet auf einem PE von Eyeriss v2</translation>
    </message>
    <message>
        <source>3 x 3 layer on Eyeriss</source>
        <translation>3-x-3-Schicht auf Eyeriss</translation>
    </message>
    <message>
        <source>All-reduce of 64 MiB on two nodes</source>
        <translation>All-Reduce von 64 MiB auf zwei Knoten</translation>
    </message>
    <message>
        <source>GPT-2 large on A100</source>
        <translation>GPT-2 large auf A100</translation>
    </message>
    <message>
        <source>GPT-2 large on A100, measured kernels</source>
        <translation>GPT-2 large auf A100, gemessene Kernel</translation>
    </message>
    <message>
        <source>GPT-2 large on H100</source>
        <translation>GPT-2 large auf H100</translation>
    </message>
    <message>
        <source>Llama 3.1 70B on DGX H100, one batch</source>
        <translation>Llama 3.1 70B auf DGX H100, ein Batch</translation>
    </message>
    <message>
        <source>Llama 3.1 8B on one H100</source>
        <translation>Llama 3.1 8B auf einer H100</translation>
    </message>
    <message>
        <source>Llama 3.1 8B on two A100</source>
        <translation>Llama 3.1 8B auf zwei A100</translation>
    </message>
    <message>
        <source>ResNet-18 on a Raspberry Pi 4</source>
        <translation>ResNet-18 auf einem Raspberry Pi 4</translation>
    </message>
    <message>
        <source>ResNet-18 on a board without measurements</source>
        <translation>ResNet-18 auf einer Platine ohne Messungen</translation>
    </message>
    <message>
        <source>at half the resolution</source>
        <translation>bei halber Auflösung</translation>
    </message>
    <message>
        <source>bf16 product on H100</source>
        <translation>bf16-Produkt auf H100</translation>
    </message>
    <message>
        <source>conv1 on Eyeriss</source>
        <translation>conv1 auf Eyeriss</translation>
    </message>
    <message>
        <source>conv1, default recipe</source>
        <translation>conv1, Standardrezept</translation>
    </message>
    <message>
        <source>on a Raspberry Pi 5, not measured</source>
        <translation>auf einem Raspberry Pi 5, nicht gemessen</translation>
    </message>
    <message>
        <source>twice the buffer bandwidth</source>
        <translation>doppelte Bandbreite des Puffers</translation>
    </message>
    <message>
        <source>Arrival rate and replicas of Llama 3.1 8B on H100</source>
        <translation>Ankunftsrate und Repliken von Llama 3.1 8B auf H100</translation>
    </message>
    <message>
        <source>Engines for Llama 3.1 8B at 24 requests a second: cost against latency</source>
        <translation>Engines für Llama 3.1 8B bei 24 Anfragen je Sekunde: Kosten gegen Latenz</translation>
    </message>
    <message>
        <source>Eyeriss-like arrays, ResNet-50 3 x 3 layer</source>
        <translation>Eyeriss-artige Felder, 3-x-3-Schicht von ResNet-50</translation>
    </message>
    <message>
        <source>Eyeriss-like arrays, ResNet-50 conv1</source>
        <translation>Eyeriss-artige Felder, conv1 von ResNet-50</translation>
    </message>
    <message>
        <source>GPUs for a GPT-2 forward pass: time against power</source>
        <translation>GPUs für einen Vorwärtslauf von GPT-2: Zeit gegen Leistung</translation>
    </message>
    <message>
        <source>Plans for Llama 3.1 70B on 64 H100: iteration time against memory</source>
        <translation>Pläne für Llama 3.1 70B auf 64 H100: Zeit je Iteration gegen Speicher</translation>
    </message>
    <message>
        <source>Schedulers of Llama 3.1 8B on H100, same arrivals</source>
        <translation>Scheduler von Llama 3.1 8B auf H100, gleiche Ankünfte</translation>
    </message>
    <message>
        <source>What matters on an Eyeriss-like array</source>
        <translation>Was bei einem Eyeriss-artigen Feld zählt</translation>
    </message>
</context>
<context>
    <name>strata::views::MendRow</name>
    <message>
        <source>What would mend the design</source>
        <translation>Was den Entwurf in Ordnung brächte</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>%1 weglassen</translation>
    </message>
    <message>
        <source>Changes the design so; undo takes it back</source>
        <translation>Ändert den Entwurf so; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>mend: %1</source>
        <translation>behoben: %1</translation>
    </message>
    <message>
        <source>Choose in the catalog</source>
        <translation>Im Katalog wählen</translation>
    </message>
    <message>
        <source>Goes to the filter of the catalog</source>
        <translation>Geht zum Filter des Katalogs</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>%1 setzen</translation>
    </message>
</context>
<context>
    <name>strata::views::ToolsCanvas</name>
    <message>
        <source>Tools of the field</source>
        <translation>Werkzeuge des Fachgebiets</translation>
    </message>
    <message>
        <source>Drag to weigh the dimension.</source>
        <translation>Ziehen gewichtet die Dimension.</translation>
    </message>
</context>
<context>
    <name>strata::views::ToolsView</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>What is shown of the tools</source>
        <translation>Was von den Werkzeugen gezeigt wird</translation>
    </message>
    <message>
        <source>Ranking by grades</source>
        <translation>Rangfolge nach Noten</translation>
    </message>
    <message>
        <source>Claimed and verified errors</source>
        <translation>Behauptete und geprüfte Fehler</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>When they fail</source>
        <translation>Wann sie versagen</translation>
    </message>
    <message>
        <source>What sources disagree on</source>
        <translation>Worin sich die Quellen widersprechen</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>Alle Werkzeuge</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Weights of the protocol; drag a bar for others</source>
        <translation>Gewichte des Protokolls; ziehen Sie an einem Balken für andere</translation>
    </message>
    <message>
        <source>Own weights</source>
        <translation>Eigene Gewichte</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Only tools for this platform</source>
        <translation>Nur Werkzeuge für diese Plattform</translation>
    </message>
    <message>
        <source>All platforms</source>
        <translation>Alle Plattformen</translation>
    </message>
</context>
<context>
    <name>strata::views::BlockAssembly</name>
    <message>
        <source>Instructions</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Write x86-64 instructions, one in a line, in Intel or AT&amp;T syntax. The design follows as soon as the text is right.</source>
        <translation>Hier stehen x86-64-Befehle, einer je Zeile, in Intel- oder AT&amp;T-Syntax. Der Entwurf folgt, sobald der Text stimmt.</translation>
    </message>
</context>
<context>
    <name>strata::views::BlockView</name>
    <message>
        <source>Instructions</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Basic block</source>
        <translation>Grundblock</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>gezählt</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>decoders</source>
        <translation>Decodern</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws a basic block of machine code on the core of a CPU. This design has none.</source>
        <translation>Diese Ansicht zeichnet einen Grundblock aus Maschinencode auf dem Kern einer CPU. Dieser Entwurf hat keinen.</translation>
    </message>
</context>
<context>
    <name>strata::views::BlockCanvas</name>
    <message>
        <source>Instructions by port</source>
        <translation>Befehle nach Ports</translation>
    </message>
</context>
<context>
    <name>strata::app::WorkspaceStrip</name>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
</context>
<context>
    <name>strata::views::MultiplesCanvas</name>
    <message>
        <source>Small multiples of designs</source>
        <translation>Kleine Vielfache von Entwürfen</translation>
    </message>
</context>
<context>
    <name>strata::views::DriftCanvas</name>
    <message>
        <source>Drift of kept results</source>
        <translation>Drift aufbewahrter Ergebnisse</translation>
    </message>
</context>
<context>
    <name>strata::views::CompositionCanvas</name>
    <message>
        <source>Analyses of composition</source>
        <translation>Analysen der Komposition</translation>
    </message>
</context>
<context>
    <name>strata::views::CompositionView</name>
    <message>
        <source>Composition analyses</source>
        <translation>Analysen der Komposition</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>How the measured rows are grouped</source>
        <translation>Wie die gemessenen Zeilen gruppiert sind</translation>
    </message>
    <message>
        <source>The catalog has no such analysis. strata-lab analyze computes it from measured rows.</source>
        <translation>Der Katalog hat keine solche Analyse. strata-lab analyze berechnet sie aus gemessenen Zeilen.</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>Being computed …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>Errors propagate from the kernels of a model on a GPU. This design is no such model.</source>
        <translation>Fehler pflanzen sich von den Kernels eines Modells auf einer GPU fort. Dieser Entwurf ist kein solches Modell.</translation>
    </message>
    <message>
        <source>This page needs a design with collectives on a cluster, such as a training step.</source>
        <translation>Diese Seite braucht einen Entwurf mit Kollektiven auf einem Cluster, etwa einen Trainingsschritt.</translation>
    </message>
</context>
<context>
    <name>strata::views::LayersCanvas</name>
    <message>
        <source>Layers of an answer</source>
        <translation>Schichten einer Antwort</translation>
    </message>
</context>
<context>
    <name>strata::views::LayersView</name>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This answer has no layers: it has no metric or no method.</source>
        <translation>Diese Antwort hat keine Schichten: ihr fehlt eine Größe oder eine Methode.</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 durch %2</translation>
    </message>
</context>
<context>
    <name>strata::views::ComponentsCanvas</name>
    <message>
        <source>Components of the device</source>
        <translation>Bauteile des Geräts</translation>
    </message>
</context>
<context>
    <name>strata::views::DeviceHandle</name>
    <message>
        <source>Drag to the right or press the arrow keys for a larger value</source>
        <translation>Nach rechts ziehen oder die Pfeiltasten drücken für einen größeren Wert</translation>
    </message>
</context>
<context>
    <name>strata::views::ComponentsView</name>
    <message>
        <source>Area and energy</source>
        <translation>Fläche und Energie</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Technology</source>
        <translation>Technologie</translation>
    </message>
    <message>
        <source>%1 nm</source>
        <translation>%1 nm</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view draws the components of an NPU that runs a layer or a model. This answer lists none: its method counts no components.</source>
        <translation>Diese Ansicht zeichnet die Bauteile einer NPU, die eine Schicht oder ein Modell ausführt. Diese Antwort führt keine auf: Ihre Methode zählt keine Bauteile.</translation>
    </message>
</context>
<context>
    <name>strata::views::CoresCanvas</name>
    <message>
        <source>Cores over time</source>
        <translation>Kerne über der Zeit</translation>
    </message>
</context>
<context>
    <name>strata::views::CoresView</name>
    <message>
        <source>Cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>each layer</source>
        <translation>jede Schicht</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>%1 has no mapping to open</source>
        <translation>%1 hat kein Mapping, das sich öffnen ließe</translation>
    </message>
    <message>
        <source>No design yet</source>
        <translation>Noch kein Entwurf</translation>
    </message>
    <message>
        <source>This view follows the cores of an NPU that runs a model. This answer follows none.</source>
        <translation>Diese Ansicht verfolgt die Kerne einer NPU, die ein Modell ausführt. Diese Antwort verfolgt keine.</translation>
    </message>
    <message>
        <source>Choose a method that does: %1.</source>
        <translation>Diese Methoden tun es: %1.</translation>
    </message>
</context>
<context>
    <name>strata::views::SchedulesCanvas</name>
    <message>
        <source>Schedules</source>
        <translation>Tuning</translation>
    </message>
</context>
<context>
    <name>strata::views::SchedulesView</name>
    <message>
        <source>Schedules</source>
        <translation>Tuning</translation>
    </message>
    <message>
        <source>Opens tuning configurations with their times: a table, or a cache of Kernel Tuner</source>
        <translation>Öffnet Tuning-Konfigurationen mit ihren Zeiten: eine Tabelle oder einen Cache von Kernel Tuner</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Opens measurements of a blocked matrix product that come with Strata</source>
        <translation>Öffnet Messungen eines geblockten Matrixprodukts, die mit Strata kommen</translation>
    </message>
    <message>
        <source>Open ...</source>
        <translation>Öffnen ...</translation>
    </message>
    <message>
        <source>Running ...</source>
        <translation>Läuft ...</translation>
    </message>
    <message>
        <source>%1 is being studied ...</source>
        <translation>%1 wird untersucht ...</translation>
    </message>
    <message>
        <source>Open a table of a kernel&apos;s tuning configurations, of which some were timed: the view shows how well a model that learned from a part of them orders the others, and which to measure next.</source>
        <translation>Öffnen Sie eine Tabelle der Tuning-Konfigurationen eines Kernels, von denen einige gemessen wurden: Die Ansicht zeigt, wie gut ein Modell, das aus einem Teil gelernt hat, die übrigen ordnet und welche als Nächstes zu messen ist.</translation>
    </message>
</context>
<context>
    <name>strata::app::ScheduleRunner</name>
    <message>
        <source>Open tuning configurations</source>
        <translation>Tuning-Konfigurationen öffnen</translation>
    </message>
    <message>
        <source>Tuning configurations (*.csv *.csv.gz *.json *.json.gz);;All files (*)</source>
        <translation>Tuning-Konfigurationen (*.csv *.csv.gz *.json *.json.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Studying: %1</source>
        <translation>Untersuchung: %1</translation>
    </message>
</context>
</TS>
