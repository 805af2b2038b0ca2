/**
 * For the page around framed instruments: gives each frame the height that it asks for. A plain script, to stand
 * before the frames; it listens to nobody but the frames that show `embed.html`, and changes nothing but their height and border.
 */
(() => {
  const kLeast = 120;
  const kMost = 20_000;

  /** A frame without `allow-same-origin` has the origin "null". @param {HTMLIFrameElement} frame */
  const originOf = (frame) =>
    frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin')
      ? 'null'
      : new URL(frame.src, document.baseURI).origin;

  window.addEventListener('message', ({ source, origin, data }) => {
    if (data?.type !== 'attentoscope:height' || data.v !== 1 || !Number.isFinite(data.height)) return;
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== source || originOf(frame) !== origin) continue;
      if (!/\/embed(\.html)?$/.test(new URL(frame.src, document.baseURI).pathname)) continue;
      frame.style.border = '0';
      frame.style.height = `${Math.min(kMost, Math.max(kLeast, data.height))}px`;
    }
  });
})();
