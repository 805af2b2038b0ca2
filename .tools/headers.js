/** What `npm start` sends with each file, as other servers are told to: for Netlify and Cloudflare Pages, and for nginx. */
import { mimeTypes, publishedHeaders } from './serve.js';

const headers = Object.entries(publishedHeaders);

/** Read by Netlify and Cloudflare Pages where it lies at the root of the site. */
export const headersFile = `/*\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;

/** One file for a `server` of nginx. */
export const nginxFile = `# Into the block "server" of nginx; /srv/attentoscope/ is where these files are.
location /attentoscope/ {
  alias /srv/attentoscope/;
  index index.html;
  types {
${Object.entries(mimeTypes)
  .map(([ending, type]) => `    "${type}" ${ending.slice(1)};\n`)
  .join('')}  }
${headers.map(([name, value]) => `  add_header ${name} "${value}" always;\n`).join('')}}
`;
