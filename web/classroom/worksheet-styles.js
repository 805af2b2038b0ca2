/** Styles of the worksheet, which replaces the page on screen and in print. */
export const worksheetStyles = /* css */ `
body:has(> .worksheet) > :not(.worksheet) { display: none; }
.worksheet { max-inline-size: 46rem; margin-inline: auto; padding: 1.5rem; color: #000; background: #fff; font: 400 11pt / 1.4 system-ui, sans-serif; }
.worksheet:focus { outline: 0; }
html:has(.worksheet), html:has(.worksheet) body { background: #fff; }
.sheet-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; margin: 0 0 2rem; color: #3a3f48; }
.sheet-bar button { font: inherit; color: #000; background: #fff; border: 1px solid #55595f; border-radius: 6px; min-block-size: 2.75rem; padding: 0 1.2rem; cursor: pointer; }
.sheet-page { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.7em; align-content: start; }
.sheet-page + .sheet-page { margin-block-start: 3rem; border-block-start: 1px solid #999; padding-block-start: 2rem; }
.sheet-page header { display: grid; grid-template-columns: minmax(0, 1fr) 11em 7em; gap: 1.5em; align-items: end; }
.sheet-page header p { border-block-end: 1px solid #000; }
.sheet-page :is(h1, h2, p, ol) { margin: 0; }
.sheet-page h1 { font-size: 16pt; line-height: 1.2; }
.sheet-page h2 { font-size: 12pt; margin-block-start: 0.5em; }
.sheet-page ol { padding-inline-start: 1.4em; }
.sheet-task { display: flex; flex-direction: column; min-block-size: 244mm; }
.sheet-task ol { flex: 1; display: flex; flex-direction: column; gap: 1mm; }
.sheet-task li { flex: 1 1 auto; }
.sheet-lines { block-size: 15mm; background: repeating-linear-gradient(transparent 0 7.2mm, #777 7.2mm 7.5mm); print-color-adjust: exact; }
.sheet-task li:only-child .sheet-lines { block-size: 80mm; }
.sheet-rows { font-size: 10pt; overflow-wrap: anywhere; }
.sheet-choices { display: flex; flex-wrap: wrap; gap: 0 1.5em; }
.sheet-page footer { display: grid; grid-template-columns: minmax(26mm, auto) minmax(0, 1fr); gap: 1em; align-items: center; }
.sheet-code { max-inline-size: 60mm; font-size: 9pt; }
.sheet-page .qr { inline-size: 26mm; block-size: 26mm; }
.sheet-link { overflow-wrap: anywhere; font-size: 9pt; }
.sheet-link a { color: #000; }
.sheet-map, .sheet-numbers { border-collapse: collapse; font-variant-numeric: tabular-nums; inline-size: 100%; }
.sheet-map { table-layout: fixed; }
.sheet-map th { font-weight: 400; padding: 0.1em 0.4em; overflow-wrap: anywhere; }
.sheet-map tbody th { text-align: end; }
.sheet-map thead td { inline-size: 8em; }
.sheet-cell { border: 1px solid #555; block-size: 9mm; text-align: center; font-size: 9.5pt; background: rgb(0 0 0 / calc(var(--share, 0) * 30%)); print-color-adjust: exact; }
.sheet-picture { border-collapse: collapse; direction: ltr; table-layout: fixed; justify-self: start; align-self: start; inline-size: auto; }
.sheet-pixel { inline-size: var(--pixel-size, 4.4mm); block-size: var(--pixel-size, 4.4mm); padding: 0; border: 1px solid #bbb; background: radial-gradient(circle, #000 calc(var(--weight, 0) * 38%), transparent calc(var(--weight, 0) * 38%)) rgb(0 0 0 / calc(var(--share, 0) * 45%)); print-color-adjust: exact; }
.sheet-page .sheet-pixel.sheet-true { outline-width: 1.5px; outline-offset: -1.5px; }
.sheet-regions { display: flex; flex-wrap: wrap; gap: 3mm 8mm; }
.sheet-regions figure { margin: 0; }
.sheet-regions canvas { inline-size: 27mm; image-rendering: pixelated; border: 1px solid #555; print-color-adjust: exact; }
.sheet-page .sheet-true { outline: 3px solid #000; outline-offset: -3px; font-weight: 700; }
.sheet-sentence { display: grid; grid-template-columns: repeat(8, minmax(0, 1fr)); gap: 1.5mm 2mm; font-size: 10pt; font-variant-numeric: tabular-nums; }
.sheet-short { grid-template-columns: repeat(20, minmax(0, 1fr)); gap: 1mm; }
.sheet-close { grid-template-columns: repeat(12, minmax(0, 1fr)); font-size: 8.5pt; overflow-wrap: anywhere; }
.sheet-word { display: grid; }
.sheet-word .sheet-cell { display: block; block-size: 7mm; line-height: 7mm; }
.sheet-dense { font-size: 8.5pt; line-height: 1.1; }
.sheet-upright { inline-size: 60%; }
.sheet-dense .sheet-cell { block-size: 4.2mm; font-size: 8pt; }
.sheet-numbers :is(th, td) { text-align: start; font-weight: 400; vertical-align: baseline; padding: 0.3em 1em 0.3em 0; border-block-end: 1px solid #999; }
.sheet-numbers .sheet-help { font-size: 9pt; }
@page { margin: 15mm; }
@media print {
  .worksheet { padding: 0; max-inline-size: none; }
  .sheet-bar { display: none; }
  .sheet-page { break-inside: avoid; }
  .sheet-page + .sheet-page { break-before: page; margin: 0; border: 0; padding: 0; }
}
`;
