/** The console's stylesheet. It is a separate file because the pages' policy forbids inline styles. */

const light = `--page:#f2f4f7;--card:#fff;--text:#171b22;--muted:#566070;--line:#e3e7ed;--edge:#868f9d;--accent:#0b6251;--onAccent:#fff;
--good:#14663a;--goodTint:#e3f4ea;--running:#1d4ed8;--runningTint:#e8eefd;--attention:#8a4b00;--attentionTint:#fdf1dc;
--bad:#b42318;--badTint:#fdecea;--unknown:#6b2fb3;--unknownTint:#f2eafb;--quiet:#4b5565;--quietTint:#edf0f4;
--barGood:#5aa77c;--barCaller:#c9963e;--barTarget:#d1594d;--barUs:#8f5cc9;--grid:#e3e7ed;`;
const dark = `--page:#0d1015;--card:#171b22;--text:#e6e9ee;--muted:#a4adbb;--line:#2a303a;--edge:#717b8b;--accent:#6cd0b9;--onAccent:#06231d;
--good:#7fd6a4;--goodTint:#12301f;--running:#8ab0ff;--runningTint:#14244a;--attention:#f5b95a;--attentionTint:#33240c;
--bad:#ff9a8f;--badTint:#3a1614;--unknown:#c9a6ff;--unknownTint:#2a1a42;--quiet:#a4adbb;--quietTint:#262c36;
--barGood:#3f8f63;--barCaller:#c9963e;--barTarget:#e0685c;--barUs:#a678e0;--grid:#2a303a;`;

export const consoleStylesheet = `
:root{color-scheme:light dark;accent-color:var(--accent);${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--page);color:var(--text);overflow-wrap:break-word;
font:400 .875rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif}
body>*{padding-inline:1.5rem}
a{color:var(--accent);text-underline-offset:.18em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre,.made{font:400 .8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
h1{margin:0;font-size:1.25rem;line-height:1.3;font-weight:650;overflow-wrap:anywhere}
h2{margin:2rem 0 .75rem;font-size:1rem;font-weight:650}
p{margin:.5rem 0}
.muted{color:var(--muted)}
.hidden,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:absolute;top:.5rem;left:.5rem;padding:.5rem 1rem;background:var(--card);z-index:1}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem;padding-block:.75rem;background:var(--card);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:.5rem;font-weight:700;font-size:1rem;letter-spacing:-.01em;color:var(--text);text-decoration:none}
.find{display:flex;flex:1 1 16rem;max-width:34rem;gap:.5rem}
.find input{flex:1;min-width:0}
.person{display:flex;align-items:center;gap:.75rem;margin-left:auto;color:var(--muted);font-size:.8125rem}
input,select,button,.danger,.action,.chip{min-height:2.25rem;padding:.25rem .625rem;font:inherit;color:var(--text);background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
::placeholder{color:var(--muted);opacity:1}
input[type=checkbox]{min-height:0;width:1.125rem;height:1.125rem;vertical-align:middle}
.pan+.confirm,.actions{margin-top:.75rem}
td .actions{margin:0;gap:.375rem .5rem}
td button,td summary,td .action{min-height:1.75rem;padding-block:.125rem;font-size:.8125rem;font-weight:550;white-space:nowrap}
td summary{line-height:1.5rem}
.who>a,.who>span{display:block;max-width:11rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.who .muted{font-size:.75rem;line-height:1.2}
.named{display:flex;align-items:center;gap:.25rem;min-width:9rem}
.id{display:inline-flex;align-items:center;white-space:nowrap}
.tight,td:has(>.id){white-space:nowrap}
.none{color:var(--muted)}
td a,.facts a,.history a{text-decoration-color:color-mix(in srgb,currentColor 40%,transparent)}
td a:hover,.facts a:hover,.history a:hover{text-decoration-color:currentColor}
input[aria-invalid=true]{border-color:var(--bad);box-shadow:0 0 0 1px var(--bad)}
button,.danger,.action{cursor:pointer;font-weight:600;text-decoration:none;display:inline-flex;align-items:center}
.danger{color:var(--bad);border-color:var(--bad)}
.chip{display:inline-flex;align-items:center;min-height:1.75rem;border-color:var(--line);border-radius:1rem;text-decoration:none;color:var(--text);font-size:.8125rem;margin:.125rem 0}
.copy{flex:none;min-height:1.5rem;min-width:1.5rem;padding:0 .375rem;border-color:transparent;background:transparent;color:var(--muted);font-weight:400;justify-content:center}
.icon{width:.875rem;height:.875rem;fill:none;stroke:currentColor;stroke-width:1.5}
.copy.done{color:var(--good)}
.copy.done::after{content:"✓";margin-left:.25rem}
nav{background:var(--card);border-bottom:1px solid var(--line);overflow-x:auto}
nav ul{display:flex;gap:.125rem;margin:0;padding:0;list-style:none}
nav a{display:block;padding:.5rem .4375rem;color:var(--muted);text-decoration:none;white-space:nowrap;border-bottom:2px solid transparent}
nav a[aria-current]{color:var(--text);font-weight:600;border-color:var(--accent)}
.counters{padding-block:0}
.strip{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:0;padding:1rem 0 0;list-style:none}
.strip a{display:block;height:100%;padding:.5rem .875rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;color:var(--muted);text-decoration:none;font-size:.8125rem}
.strip b{display:block;font-size:1.75rem;line-height:1.2;font-weight:650;color:var(--text);font-variant-numeric:tabular-nums}
.strip .alarm b{color:var(--bad)}
main{flex:1 0 auto;padding-block:1.25rem 2rem}
.head{display:flex;flex-wrap:wrap;gap:.75rem 2rem;align-items:flex-start;justify-content:space-between;margin-bottom:1rem}
.head p{margin:.125rem 0 0}
.head>div{display:grid;grid-template-columns:auto 1fr;gap:0 .75rem;align-items:baseline}
.head h1{grid-column:1}
.head .muted{grid-column:1/-1;grid-row:2}
.head .livebar{grid-column:2;grid-row:1;margin:0}
.set{margin:-.5rem 0 1rem}
.chooser,.filters form,.actions,.confirm{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center}
.chooser [name=first],.chooser [name=second]{max-width:13rem}
.chooser label,.filters label{color:var(--muted);font-size:.8125rem}
.filters{margin-bottom:1rem;padding:.5rem .875rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.filters form{padding-block:.5rem}
.filters input{width:11rem}
summary{cursor:pointer;font-weight:600;min-height:1.5rem}
.pan{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.pan pre{margin:0;padding:.75rem 1rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.375rem .625rem;height:2.25rem;text-align:left;vertical-align:middle;border-bottom:1px solid var(--line)}
tbody tr:last-child>*{border-bottom:0}
tbody tr:hover,tr.at{background:var(--quietTint)}
thead th{color:var(--muted);font-size:.75rem;font-weight:600;white-space:nowrap}
tbody th{font-weight:400}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td a.quiet{color:inherit;text-decoration-color:var(--edge)}
time{white-space:nowrap}
.badge{display:inline-block;padding:.0625rem .5rem;border-radius:1rem;font-size:.8125rem;font-weight:600;white-space:nowrap}
.badge.good,.verdict.good{color:var(--good);background:var(--goodTint)}
.badge.running,.verdict.running{color:var(--running);background:var(--runningTint)}
.badge.attention,.verdict.attention{color:var(--attention);background:var(--attentionTint)}
.badge.bad,.verdict.bad{color:var(--bad);background:var(--badTint)}
.badge.unknown,.verdict.unknown{color:var(--unknown);background:var(--unknownTint)}
.badge.quiet,.verdict.quiet{color:var(--quiet);background:var(--quietTint)}
.verdict{margin:0 0 1rem;padding:.75rem 1rem;border-radius:.75rem;font-size:1rem;font-weight:600;overflow-wrap:anywhere}
.verdict.remarks{padding-left:2rem;font-weight:400}
.empty{padding:1.5rem;background:var(--card);border:1px dashed var(--edge);border-radius:.75rem;color:var(--muted);overflow-wrap:anywhere}
.empty.good{border-style:solid;border-color:var(--line);color:var(--good)}
.notice{padding:.75rem 1rem;margin-bottom:1rem;background:var(--runningTint);color:var(--text);border-radius:.75rem}
.made{width:min(100%,46rem)}
.pager{display:flex;gap:1rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.5rem 1.5rem;margin:0 0 1rem;padding:.875rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.facts dt{color:var(--muted);font-size:.75rem}
.facts dd{margin:0;overflow-wrap:anywhere}
.facts ul{margin:0;padding-left:1.125rem}
.timeline,.history{margin:0;padding:0;list-style:none;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.timeline{counter-reset:step}
.timeline>li{counter-increment:step;border-bottom:1px solid var(--line)}
.timeline>li:last-child{border:0}
.timeline summary{display:grid;grid-template-columns:9.5rem minmax(7rem,11rem) 1fr 9rem;gap:.75rem;align-items:center;padding:.5rem 1rem;list-style:none}
.timeline summary::-webkit-details-marker{display:none}
.timeline .step::before{content:counter(step) ". ";color:var(--muted);font-weight:400}
.timeline summary>:first-child::after{content:" ▸" / "";color:var(--muted);font-weight:400}
.timeline details[open]>summary>:first-child::after{content:" ▾" / ""}
.timeline .badge{justify-self:start;overflow:hidden;text-overflow:ellipsis;max-width:100%}
.timeline .bar{grid-column:3;width:100%;height:.875rem}
.timeline .offset{grid-column:4;text-align:right;color:var(--muted);font-weight:400;font-size:.8125rem;font-variant-numeric:tabular-nums;white-space:nowrap}
.timeline .facts,.timeline p,.timeline .errors{margin:0 1rem .875rem}
.timeline .facts{background:var(--page)}
.operations{margin-top:1rem}
.operations summary{grid-template-columns:minmax(12rem,1fr) 3.5rem 2fr}
.issue{min-width:20rem}
.counts{white-space:nowrap}
.confirm .long{width:22rem;max-width:100%}
.timeline code{overflow-wrap:anywhere}
.errors li{margin-bottom:.25rem}
.bar .axis{fill:var(--line)}
.bar .work{fill:var(--barGood)}
.bar.attention .work{fill:var(--barCaller)}
.bar.bad .work{fill:var(--barTarget)}
.bar .wait{fill:none;stroke:var(--edge);stroke-width:1.5;vector-effect:non-scaling-stroke}
.history{padding:.5rem 1rem .5rem 1.25rem}
.history li{padding:.375rem 0 .375rem 1rem;border-left:3px solid var(--barGood)}
.history li.attention,li.attention{border-color:var(--barCaller)}
.history li.quiet{border-color:var(--edge)}
.charts{display:grid;gap:1rem;margin-top:1.5rem}
@media (min-width:60rem){.charts{grid-template-columns:repeat(2,minmax(0,1fr))}}
.chart{margin:0;padding:.875rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;min-width:0}
.chart figcaption{display:flex;flex-wrap:wrap;gap:.25rem .75rem;margin-bottom:.5rem;font-weight:600}
.chart svg{display:block;width:100%;height:auto}
.chart text{font-size:11px;fill:var(--muted)}
.chart .empty{border:0;padding:1rem 0}
.legend{display:flex;flex-wrap:wrap;gap:.75rem;font-weight:400;font-size:.75rem;color:var(--muted)}
.key::before{content:"";display:inline-block;width:.625rem;height:.625rem;margin-right:.25rem;border-radius:2px;background:var(--barGood)}
.key.caller::before,.key.needing::before,.key.p95::before{background:var(--barCaller)}
.key.target::before,.key.failed::before{background:var(--barTarget)}
.key.us::before,.key.vendorP50::before{background:var(--barUs)}
.grid{stroke:var(--grid)}
.reach{fill:transparent}
a:hover>.reach,a:focus-visible>.reach{fill:var(--quietTint);fill-opacity:.6}
svg .good,svg .taken{fill:var(--barGood)}
svg .caller,svg .needing{fill:var(--barCaller)}
svg .target,svg .failed{fill:var(--barTarget)}
svg .us{fill:var(--barUs)}
.hatch{stroke:var(--card);stroke-width:2}
polyline{fill:none;stroke:var(--barGood);stroke-width:2}
svg circle.p50{fill:var(--barGood)}
polyline.p95{stroke:var(--barCaller)}
svg circle.p95{fill:var(--barCaller)}
polyline.vendorP50{stroke:var(--barUs);stroke-dasharray:4 3}
svg circle.vendorP50{fill:var(--barUs)}
.heat0{fill:var(--goodTint)}
.heat1{fill:var(--barCaller);fill-opacity:.4}
.heat2{fill:var(--barCaller)}
.heat3{fill:var(--barTarget);fill-opacity:.75}
.heat4{fill:var(--barTarget)}
.spark{width:6rem;height:1.25rem;vertical-align:middle}
.as-table{margin-top:.5rem;font-size:.8125rem}
.as-table .pan{max-height:16rem;overflow:auto}
.matrix td,.matrix th{text-align:center;padding:.25rem .5rem;white-space:nowrap}
.matrix thead th:not(:first-child){white-space:normal;min-width:7rem;max-width:9rem;vertical-align:bottom}
.matrix th:first-child{text-align:left}
.matrix th[scope=row]{position:sticky;left:0;background:var(--card);text-align:left}
.remedy p{max-width:24rem}
.primary{background:var(--accent);color:var(--onAccent);border-color:var(--accent)}
fieldset{margin:0 0 1rem;padding:.75rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;min-width:0}
legend{float:left;width:100%;padding:0;margin-bottom:.5rem;font-weight:600}
legend+*{clear:both}
textarea{width:100%;padding:.5rem .75rem;font:400 .8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;color:var(--text);background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
.studio{display:grid;grid-template-columns:minmax(17rem,22rem) minmax(0,1fr);gap:1.5rem;align-items:start}
.stylist label,.parameters label,.explore .wide{display:grid;gap:.25rem;color:var(--muted);font-size:.8125rem;margin-bottom:.625rem}
.stylist select,.stylist input:not([type=radio]),.parameters input{width:100%}
.stylist ul{margin:0 0 .625rem;padding:0;list-style:none}
.stylist li label{display:flex;gap:.5rem;align-items:center;margin:0;min-height:1.75rem}
.stylist textarea{font:inherit;color:var(--text)}
.chip[aria-current]{border-color:var(--accent);font-weight:600}
.languages{display:flex;flex-wrap:wrap;gap:.25rem}
.stage-side{position:sticky;top:1rem;min-width:0}
.sizes{margin-top:0}
.swatched{display:flex;gap:.5rem;align-items:center}
.swatched svg{flex:none;width:1.5rem;height:1.5rem;border:1px solid var(--edge);border-radius:.375rem}
.keep{position:sticky;bottom:0;padding:.75rem 0;background:var(--page);display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.stage{padding:1rem;background:var(--quietTint)}
.frame{display:block;margin:0 auto;border:1px solid var(--line);border-radius:1rem;background:var(--card)}
.frame.phone{width:390px;height:844px}
.frame.tablet{width:768px;height:1024px}
.frame.desktop{width:1280px;height:900px}
.explore{margin-top:1rem;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.explore p:first-of-type{margin-top:0}
.timeline+form,.timeline+.notice{margin-top:1rem}
.parameters{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:0 1rem}
.explore em{font-style:normal;color:var(--attention)}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}
.beside section{min-width:0}
.beside h3,.samples summary{font-size:.875rem;font-weight:600}
.beside h3{margin:.5rem 0}
.tall{max-height:32rem;overflow:auto}
.samples details{margin-bottom:.5rem}
.code{position:relative}
.code .copy{position:absolute;top:.375rem;right:.375rem;background:var(--card)}
.progress{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;font-variant-numeric:tabular-nums}
progress{flex:1 1 16rem;max-width:34rem;height:.75rem;accent-color:var(--barGood)}
.budget{display:inline-flex;flex-wrap:wrap;gap:0 .5rem;align-items:center;font-variant-numeric:tabular-nums}
.budget progress{flex:none;width:6rem;accent-color:var(--accent)}
.budget.attention progress{accent-color:var(--barCaller)}
button:disabled{color:var(--muted);border-color:var(--line);cursor:not-allowed}
.bulk ul{margin:0;padding:0;list-style:none}
.bulk li{padding:.25rem 0}
.bulk li label{display:flex;gap:.5rem;align-items:center}
input[type=radio]{flex:none;min-height:0;width:1.125rem;height:1.125rem;margin:0;vertical-align:middle}
.notice ul{margin:.25rem 0;padding-left:1.25rem}
.stale .pan{opacity:.55}
dialog{max-width:30rem;padding:1.25rem 1.5rem;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:1rem}
dialog::backdrop{background:rgb(0 0 0/.4)}
dialog h2{margin-top:0}
dialog dl{margin:0 0 1rem}
dialog dl div{display:grid;grid-template-columns:4rem 1fr;gap:.75rem;padding:.25rem 0}
dialog dd{margin:0}
kbd{padding:.0625rem .375rem;border:1px solid var(--edge);border-radius:.25rem;font:inherit;font-size:.8125rem}
.keys-button{min-height:1.75rem;font-size:.75rem;font-weight:400;color:var(--muted);border-color:var(--line)}
footer p{margin:0}
footer{align-items:center;display:flex;flex-wrap:wrap;gap:.25rem 2rem;justify-content:space-between;padding-block:1rem;border-top:1px solid var(--line);color:var(--muted);font-size:.75rem}
.custom summary{line-height:2.25rem;font-weight:400;color:var(--muted);font-size:.8125rem}
.custom[open]{flex-basis:100%}
.livebar button{min-height:1.75rem}
.livebar{display:inline-flex;gap:.375rem;white-space:nowrap;align-items:center;color:var(--muted);font-size:.8125rem}
.plain{flex:none;width:calc(100% - 2rem);max-width:34rem;margin:10vh auto 0;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:1rem}
.or{display:flex;align-items:center;gap:.75rem;color:var(--muted)}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.plain pre{padding:.75rem 1rem;border-radius:.5rem;background:var(--quietTint);overflow-x:auto}
.plain button,.plain .action{background:var(--accent);color:var(--onAccent);border-color:var(--accent)}
@media (pointer:coarse){input,select,button,.danger,.action,nav a,summary,td button,td summary,td .action{min-height:2.75rem}.copy{min-width:2.75rem}td,th{height:2.75rem}}
@media (max-width:640px){
body>*{padding-inline:1rem}
.strip{display:flex;gap:.5rem;padding-top:.75rem;overflow-x:auto}
.strip li{flex:none}
.strip a{display:flex;gap:.375rem;align-items:baseline;padding:.375rem .75rem;white-space:nowrap}
.strip b{font-size:1rem}
.facts{grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr))}
.facts time{white-space:normal;display:inline-block}
.find{order:1;flex-basis:100%;max-width:none}
.none{display:none!important}
.who>a,.who>span{display:inline;white-space:normal}
td[data-label]::before{content:attr(data-label) ": ";color:var(--muted)}
.pan table:not(.matrix) thead{display:none}
.pan table:not(.matrix) tr{display:flex;flex-wrap:wrap;gap:.125rem .75rem;padding:.5rem .75rem;border-bottom:1px solid var(--line);align-items:center}
.pan table:not(.matrix) td,.pan table:not(.matrix) th{display:block;height:auto;padding:0;border:0;text-align:left;white-space:normal;overflow-wrap:anywhere;max-width:100%}
.minor{display:none!important}
.chart text{font-size:15px}
.timeline summary{grid-template-columns:minmax(0,1fr) 8.5rem}
.operations summary{grid-template-columns:minmax(0,1fr) auto;gap:.125rem .75rem}
.operations code:last-child{grid-column:1/-1;grid-row:2}
.issue{min-width:0}
.timeline .badge{justify-self:end}
.code pre{padding-top:2.75rem}
.timeline .bar{grid-column:1}
.timeline .offset{grid-column:2}
.filters input,.filters select,.filters label{width:100%}
.chooser{width:100%}
.chooser label{flex:1 1 9rem}
.chooser select,.chooser input:not([type=checkbox]){width:100%}
.studio{grid-template-columns:minmax(0,1fr)}
.stage-side{position:static}
.stage{padding:.5rem}
}
@media (prefers-reduced-motion:no-preference){details>*{transition:none}}
`;
