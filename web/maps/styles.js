export const mapsStyles = /* css */ `
.maps-head { flex-wrap: wrap; }
.maps-head output { min-inline-size: 6.5em; }
.maps-head .primary { position: relative; }
.maps-head .primary:focus-within { outline: 3px solid var(--attento-focus); outline-offset: 2px; }
.maps-title { flex: 1 1 8em; margin: 0; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
.maps-choice { display: inline-flex; align-items: center; gap: var(--attento-gap-small); }
.maps-choice span { color: var(--attento-muted); font-size: var(--attento-size-small); }
.maps select, .maps-part input, .maps-options input[type='text'] { max-inline-size: 14em; }
.maps-options { position: relative; }
.maps-options > summary { list-style: none; cursor: pointer; }
.maps-options > summary::-webkit-details-marker { display: none; }
.maps-options-body { position: absolute; z-index: 4; inset-block-start: calc(100% + 0.3em); inset-inline-end: 0; display: grid; gap: var(--attento-gap); inline-size: max-content; max-inline-size: min(20em, 80cqi); padding: var(--attento-gap) var(--attento-gap-large); border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); background: var(--attento-paper); box-shadow: 0 4px 16px rgb(0 0 0 / 18%); }
.maps-options .maps-choice { display: grid; gap: var(--attento-gap-small); }
.maps-options select { inline-size: 100%; max-inline-size: none; }
.maps-options fieldset { display: grid; gap: var(--attento-gap-small); min-inline-size: 0; max-block-size: 14em; margin: 0; padding: 0; border: 0; overflow-y: auto; }
.maps-options legend { padding: 0; color: var(--attento-muted); font-size: var(--attento-size-small); }
.maps-options .check { display: flex; align-items: center; gap: var(--attento-gap); min-block-size: var(--attento-control-small); white-space: pre; }
.maps-options .field-help { margin: 0; }
.maps-view .align-plate .bars-header { flex: none; }
.maps-part { flex-wrap: wrap; gap: var(--attento-gap-small) 1.5em; }
.maps-measures { display: grid; gap: 0.15em; margin: 0; }
.maps-measures > div { display: flex; justify-content: space-between; gap: var(--attento-gap-large); }
.maps-measures dt { color: var(--attento-muted); }
.maps-measures dd { margin: 0; font-weight: 600; }
.maps-remarks { margin: 0; padding: var(--attento-gap) var(--attento-gap) var(--attento-gap) 1.8em; border-inline-start: 3px solid var(--attento-bad); font-size: var(--attento-size-small); }
.maps-patches { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); justify-items: start; }
.maps-patches p { margin: 0; }
.maps-picture { inline-size: min(100%, 30em); }
.maps-status { color: var(--attento-muted); }
.maps-format { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); max-inline-size: 70ch; }
.maps-format p, .maps-format h3 { margin: 0; }
.maps-format pre { margin: 0; padding: var(--attento-gap) var(--attento-gap-large); overflow-x: auto; border-radius: var(--attento-radius); background: var(--attento-slot); font-size: var(--attento-size-small); line-height: 1.45; }
@container scope (max-width: 30em) {
  .maps-choice { display: grid; gap: 0; }
  .maps-choice span { font-size: var(--attento-size-small); line-height: 1.2; }
  .maps-title { flex-basis: 40%; }
  .maps-head { position: relative; }
  .maps-options { position: static; }
  .maps-options-body { inset-inline: 0; inline-size: auto; max-inline-size: none; }
}
`;
