/**
 * For the page around framed instruments: sets the height that each frame requests. A plain script, to be placed before the
 * frames. It accepts messages only from frames whose `src` is `embed.html`, even if a server redirects them, and changes only
 * their height and border.
 */
(() => {
  const kMinimumHeight = 120;
  const kMaximumHeight = 20_000;

  window.addEventListener('message', ({ source, data }) => {
    if (data?.type !== 'attentoscope:height' || data.v !== 1 || !Number.isFinite(data.height)) return;
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== source || !/^[^?#]*\/embed(\.html)?([?#]|$)/.test(frame.src)) continue;
      frame.style.border = '0';
      frame.style.height = `${Math.min(kMaximumHeight, Math.max(kMinimumHeight, data.height))}px`;
    }
  });
})();
