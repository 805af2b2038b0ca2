'use client';
/**
 * The instrument as a React component, also for MDX; React 18 or newer, and safe to render on a server. With npm it is
 * `attentoscope/react`, with types:
 *
 *     <AttentoScope experiment="context-lookup" seed={7} onProgress={({ step, loss }) => …} />
 */
import { createElement, useEffect, useRef } from 'react';

/** Address of the script; the browser loads it, not the bundler. */
const address = 'https://example.org/attentoscope/attentoscope.js';
const load = () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ address);

const types = ['ready', 'change', 'progress', 'pause', 'error'];

/**
 * @param {Record<string, any>} props attributes of the tag (`learning-rate={0.01}`); `onReady`, `onChange`,
 *   `onProgress`, `onPause` and `onError` get the detail of the event; `children` are shown if scripts do not run
 */
export function AttentoScope({ onReady, onChange, onProgress, onPause, onError, children, ...attributes }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const listeners = useRef(/** @type {Record<string, ((detail: unknown) => void) | undefined>} */ ({}));
  useEffect(() => {
    listeners.current = {
      ready: onReady,
      change: onChange,
      progress: onProgress,
      pause: onPause,
      error: onError,
    };
  });
  useEffect(() => {
    load();
    const mounted = new AbortController();
    for (const type of types) {
      /** @param {Event} event */
      const listener = (event) => listeners.current[type]?.(/** @type {CustomEvent} */ (event).detail);
      element.current?.addEventListener(`attento-${type}`, listener, { signal: mounted.signal });
    }
    return () => mounted.abort();
  }, []);
  return createElement('attento-scope', { ref: element, ...attributes }, children);
}
