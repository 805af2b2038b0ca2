/** The HTTP headers of `npm start` as configuration files for Netlify, Cloudflare Pages and nginx. */
import { mimeTypes, publishedHeaders } from './serve.js';

const headers = Object.entries(publishedHeaders);

/** Content of `_headers`, which Netlify and Cloudflare Pages read at the root of the site. */
export const headersFile = `/*\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;

/** A configuration file to include into a `server` block of nginx. */
export const nginxFile = `# Include this in a "server" block of nginx. Replace /srv/attentoscope/ with the folder of these files.
location /attentoscope/ {
  alias /srv/attentoscope/;
  index index.html;
  types {
${Object.entries(mimeTypes)
  .map(([ending, type]) => `    "${type}" ${ending.slice(1)};\n`)
  .join('')}  }
${headers.map(([name, value]) => `  add_header ${name} "${value}" always;\n`).join('')}}
`;
