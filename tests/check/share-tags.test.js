/** Tests the tags from which messengers create a card for a page. */
import { describe, expect, it } from 'vitest';
import { addShareTags, parseSite } from '../../.tools/share-tags.js';

const page = `<head>
    <meta
      name="description"
      content="What &amp; why."
    >
    <title>A page</title>
  </head>`;

/** @param {string} html @returns {Record<string, string>} contents by name */
const readTags = (html) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">/g)].map(
      ([, name, content]) => [name, content],
    ),
  );

describe('addShareTags', () => {
  it('takes title and description from the page, and whole addresses from the site', () => {
    const tags = readTags(
      addShareTags(page, 'reference.html', parseSite('https://example.org/attention?x=1#y')),
    );
    expect(tags).toMatchObject({
      'og:title': 'A page',
      'og:description': 'What &amp; why.',
      'og:url': 'https://example.org/attention/reference.html',
      'og:image': 'https://example.org/attention/picture.png',
      'twitter:card': 'summary_large_image',
    });
    expect(readTags(addShareTags(page, 'index.html', parseSite('https://example.org')))['og:url']).toBe(
      'https://example.org/',
    );
  });

  it('names no picture where the site is unknown, since crawlers ignore relative addresses', () => {
    const tags = readTags(addShareTags(page, 'index.html', parseSite()));
    expect(Object.keys(tags)).toEqual(['og:title', 'og:description', 'twitter:card']);
    expect(tags['twitter:card']).toBe('summary');
  });

  it.each(['example.org', '/attention/', 'file:///x', 'javascript:alert(1)'])('refuses %s', (site) => {
    expect(() => parseSite(site)).toThrow(/ATTENTO_URL/);
  });
});
